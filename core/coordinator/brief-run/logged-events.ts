// What a run keeps of each Event, and what a Context Package and its reader are told from that (CTX-002, CTX-004, MEM-005).
import type { ContextPackage, Event } from '../../protocol/generated/documents.ts';
import type { LoggedEvent } from '../context-package.ts';
import type { GroupHistory, KnownPackage } from '../desk/connection.ts';

/** An Event as a run remembers it. */
export interface HistoryEntry extends LoggedEvent {
  /** The Context Package that it has brought. */
  readonly contextPackage?: KnownPackage & { readonly workItemId: string | undefined };
}

export function historyEntryOf({ eventId, sequence, kind, workItemId, payload }: Event): HistoryEntry {
  const { contextPackage } = payload as { readonly contextPackage?: ContextPackage };
  return {
    eventId,
    kind,
    ...(sequence === undefined ? {} : { sequence }),
    ...(workItemId === undefined ? {} : { workItemId }),
    ...(contextPackage === undefined
      ? {}
      : {
          contextPackage: {
            contextPackageId: contextPackage.contextPackageId,
            version: contextPackage.version,
            workItemId: contextPackage.workItemId,
          },
        }),
  };
}

/** The log of a Group as those look at it who compose Commands. */
export function groupHistoryOf(entries: readonly HistoryEntry[]): GroupHistory {
  return {
    recent: entries,
    packageFor: (workItemId) =>
      entries.findLast(
        ({ contextPackage }) => contextPackage !== undefined && contextPackage.workItemId === workItemId,
      )?.contextPackage,
    resultAt: (id) =>
      entries.findLast(({ kind, workItemId }) => kind === 'work.result.accepted' && workItemId === id)
        ?.sequence,
  };
}
