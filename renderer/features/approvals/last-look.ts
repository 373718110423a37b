// What a person saw when they last looked at a final approval, on this computer: for the question what has changed since. It is
// a help for the eye alone; the pin of the approval never depends on it.
import type { ResultApproval } from './approval-model.ts';

/** As it was seen. */
export interface Look {
  readonly revision: number;
  readonly hashes: readonly string[];
}

export type LookChange =
  | { readonly id: 'revision'; readonly before: number; readonly after: number }
  | { readonly id: 'new'; readonly title: string }
  | { readonly id: 'gone'; readonly hash: string };

export function lookOf({ submittedRevision, artifacts }: ResultApproval): Look {
  return { revision: submittedRevision, hashes: artifacts.map(({ contentHash }) => contentHash) };
}

export function changesSince(look: Look, row: ResultApproval): readonly LookChange[] {
  const changes: LookChange[] = [];
  if (look.revision !== row.submittedRevision) {
    changes.push({ id: 'revision', before: look.revision, after: row.submittedRevision });
  }
  for (const { title, contentHash } of row.artifacts) {
    if (!look.hashes.includes(contentHash)) changes.push({ id: 'new', title });
  }
  for (const hash of look.hashes) {
    if (row.artifacts.every(({ contentHash }) => contentHash !== hash)) changes.push({ id: 'gone', hash });
  }
  return changes;
}

function keyOf({ connectionId, groupId }: ResultApproval): string {
  return `heddle.look ${connectionId} ${groupId}`;
}

/** Undefined when there was none, or nothing that can be read. */
export function readLook(storage: Pick<Storage, 'getItem'>, row: ResultApproval): Look | undefined {
  const text = storage.getItem(keyOf(row));
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Look> | null;
    if (typeof value?.revision !== 'number' || !Array.isArray(value.hashes)) return undefined;
    return { revision: value.revision, hashes: value.hashes.filter((each) => typeof each === 'string') };
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

export function keepLook(storage: Pick<Storage, 'setItem'>, row: ResultApproval): void {
  storage.setItem(keyOf(row), JSON.stringify(lookOf(row)));
}
