// Whether a Context Package cites what the log says (CTX-002, CTX-007): every Event of its range, in order, and no other.
import { reject, type Rejection } from '../domain/rejection.ts';
import type { ContextPackage } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { AuthorityStore } from '../store/authority-store.ts';

/** Events are read in pages of this many. */
const PAGE = 1_000;

/** The first place where the cited ids and the log differ refuses the package. */
export async function checkCitedEvents(
  { contextPackageId, groupId, sourceEventRange }: ContextPackage,
  log: Pick<AuthorityStore, 'readGroupEvents'>,
): Promise<Result<undefined, Rejection>> {
  const { fromSequence, toSequence, eventIds } = sourceEventRange;
  const refuse = (sequence: number) =>
    reject('INVALID_COMMAND', 'CTX-002', 'the Context Package cites other Events than those of its range', {
      contextPackageId,
      sequence,
    });
  // Before anything is read: the range may name as many Events as it likes.
  if (toSequence - fromSequence + 1 !== eventIds.length) return refuse(fromSequence + eventIds.length);
  for (let at = 0; at < eventIds.length; at += PAGE) {
    const limit = Math.min(PAGE, eventIds.length - at);
    const events = await log.readGroupEvents(groupId, fromSequence - 1 + at, limit);
    for (let n = 0; n < limit; n += 1) {
      if (events[n]?.eventId !== eventIds[at + n]) return refuse(fromSequence + at + n);
    }
  }
  return accept(undefined);
}
