// The log of one Group as somebody who trusts nobody reads it: every Event verified against the Registry, in sequence, and
// folded.
import { evolve } from '../../core/domain/evolve.ts';
import { MemoryWorld, type WorkItemRecord } from '../../core/domain/world.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import type { KeyEvidence } from '../../core/protocol/registry.ts';
import { verifyDocument } from '../../core/protocol/verify.ts';

export class SignedLog {
  readonly groupId: string;
  readonly events: readonly Event[];
  readonly world = new MemoryWorld();
  /** Everything as it was signed. */
  readonly text: string;

  constructor(groupId: string, lines: readonly Uint8Array[], keys: KeyEvidence) {
    this.groupId = groupId;
    this.text = lines.map((bytes) => Buffer.from(bytes).toString('utf8')).join('\n');
    this.events = lines.map((bytes, index) => {
      const verified = verifyDocument('event', bytes, keys);
      if (!verified.ok) throw new Error(`Event ${index + 1} of ${groupId}: ${verified.fault.detail}`);
      const { document } = verified.value;
      if (document.groupId !== groupId || document.sequence !== index + 1) {
        throw new Error(`Event ${index + 1} of ${groupId} says that it is ${document.sequence}`);
      }
      this.world.apply(evolve(this.world, document));
      return document;
    });
  }

  /** The kinds of all Events about a WorkItem, in order. */
  kindsOf(workItemId: string): readonly string[] {
    return this.eventsOf(workItemId).map(({ kind }) => kind);
  }

  eventsOf(workItemId: string, kind?: string): readonly Event[] {
    return this.events.filter(
      (event) => event.workItemId === workItemId && (kind === undefined || event.kind === kind),
    );
  }

  /** The only Event of a kind, of one WorkItem where that is named. */
  only(kind: string, workItemId?: string): Event {
    const found = this.events.filter(
      (event) => event.kind === kind && (workItemId === undefined || event.workItemId === workItemId),
    );
    const [event] = found;
    if (event === undefined || found.length > 1) throw new Error(`${found.length} Events ${kind}`);
    return event;
  }

  item(workItemId: string): WorkItemRecord {
    const record = this.world.get('workItem', this.groupId, workItemId);
    if (record === undefined) throw new Error(`no WorkItem ${workItemId}`);
    return record;
  }

  /** Every identifier and hash that stands anywhere in it. */
  names(): ReadonlySet<string> {
    return new Set(this.text.match(/(?:urn:[^"\\\s]+|sha256:[0-9a-f]{64})/g));
  }
}
