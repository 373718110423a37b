// Where a Group's log tells of the terms of its work: Context Packages, the last checkpoint of each WorkItem, and the last Event
// by which usage has grown. The Events themselves are read when they are shown.
import type { ContextPackage, Event } from '../../protocol/generated/documents.ts';
import { msOf } from '../desk/moment.ts';

export interface EventPlace {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** A Context Package that an Event has carried. */
export interface PackagePlace extends EventPlace {
  readonly contextPackageId: string;
  readonly version: number;
  /** Undefined for the whole Mission. */
  readonly workItemId: string | undefined;
}

/** Events that carry a checkpoint. */
const CHECKPOINTS: ReadonlySet<string> = new Set(['work.checkpointed', 'work.blocked']);

export class TermPlaces {
  private readonly given: PackagePlace[] = [];
  private readonly checkpoints = new Map<string, EventPlace>();
  /** By WorkItem; under no name the last of all. */
  private readonly usages = new Map<string | undefined, EventPlace>();

  /** Takes the next Event of the log. */
  take({ kind, sequence = 0, workItemId, occurredAt, payload }: Event): void {
    const place = { sequence, atMs: msOf(occurredAt) };
    if (workItemId !== undefined && CHECKPOINTS.has(kind)) this.checkpoints.set(workItemId, place);
    if (kind === 'ext.missionweaveprotocol.core.resource_usage_recorded') {
      const { workItemId: charged } = payload as { readonly workItemId?: string };
      if (charged !== undefined) this.usages.set(charged, place);
      this.usages.set(undefined, place);
    }
    // Every Event that may carry one calls it that (CTX-009).
    const { contextPackage } = payload as { readonly contextPackage?: ContextPackage };
    if (contextPackage === undefined) return;
    const { contextPackageId, version, workItemId: scope } = contextPackage;
    this.given.push({ ...place, contextPackageId, version, workItemId: scope });
  }

  /** Every Context Package of the Group, the oldest first. */
  packages(): readonly PackagePlace[] {
    return this.given;
  }

  lastCheckpoint(workItemId: string): EventPlace | undefined {
    return this.checkpoints.get(workItemId);
  }

  /** Of a WorkItem, or of anything in the Group. */
  lastUsage(workItemId: string | undefined): EventPlace | undefined {
    return this.usages.get(workItemId);
  }
}
