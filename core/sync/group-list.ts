// What the Authority says of the Groups of a Principal (`GET /v0.1/groups`), read carefully: it is JSON from outside.
import { isJsonObject, type JsonObject } from '../protocol/json.ts';

/** One Group of which the Principal is a member now. */
export interface ListedGroup {
  readonly groupId: string;
  /** The first sequence that it may see, at least 1 (DEL-010). */
  readonly visibilityStartSequence: number;
  readonly headSequence: number;
}

/** The Groups of an answer, or undefined when it is none. */
export function readGroupList(answer: unknown): readonly ListedGroup[] | undefined {
  if (!isJsonObject(answer as JsonObject) || !Array.isArray((answer as JsonObject)['groups']))
    return undefined;
  const groups: ListedGroup[] = [];
  for (const entry of (answer as JsonObject)['groups'] as readonly unknown[]) {
    const { groupId, visibilityStartSequence, headSequence } = (entry ?? {}) as Record<string, unknown>;
    if (typeof groupId !== 'string' || !isCount(visibilityStartSequence) || !isCount(headSequence))
      return undefined;
    groups.push({ groupId, visibilityStartSequence, headSequence });
  }
  return groups;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
