// Where histories come from: the replica of a connection, or a file that was opened. Whoever reads one need not know which.
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { HistoryNames } from '../coordinator/desk-runtime/rows/event-facts.ts';
import { namesOf } from '../coordinator/desk-runtime/rows/history-rows.ts';

export interface HistorySource {
  readonly connectionId: string;
  readonly groupId: string;
  readonly replicaPath: string;
  readonly names: HistoryNames;
  /** Whether the keys were remembered from before, or came with what they are to prove. */
  readonly isPinned: boolean;
  readonly gap: { readonly fromSequence: number; readonly toSequence: number } | undefined;
}

/** Undefined where there is no such Group, or no log of it in a file. */
export function sourceAt(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): HistorySource | undefined {
  const connection = desk.connection(connectionId);
  const link = connection?.sourceOf(groupId);
  if (connection === undefined || link?.logPath === undefined) return undefined;
  const group = link.groups().find((each) => each.groupId === groupId);
  return {
    connectionId,
    groupId,
    replicaPath: link.logPath,
    names: namesOf(connection, connection.view()),
    isPinned: true,
    gap: group?.health.gap,
  };
}
