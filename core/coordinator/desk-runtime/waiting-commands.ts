// A Command that waited for a key, a connection or its turn, judged once more at the moment of signing: by the rules, and by
// what the person saw who agreed to it.
import { nowAt } from '../../domain/decision.ts';
import type { ErrorCode } from '../../protocol/error-codes.ts';
import { createError } from '../../protocol/error-codes.ts';
import type { ProtocolError } from '../../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import type { DeskConnection, DeskIdentity } from '../desk/connection.ts';
import { compareViews, viewObject } from '../desk/fix/object-view.ts';
import { composeCommand, type ComposedCommand } from '../desk/intent/compose.ts';
import { IdBook } from '../desk/intent/id-book.ts';
import { expectVerdict, tryCommand } from '../desk/intent/trial.ts';
import type { OutboxEntry } from '../desk/outbox/entry.ts';
import { objectKey, objectsOf } from '../desk/outbox/objects.ts';
import type { ExpectedVerdict } from '../desk/outbox/verdict-defects.ts';
import type { KeptCommand } from './kept-commands.ts';

export interface ReadyCommand {
  readonly composed: ComposedCommand;
  /** To be compared with what the Authority says. */
  readonly expected: ExpectedVerdict;
}

/** The Command as it would be signed now, or an Error of our own: `details.decidedHere` says that nothing was sent. */
export function judgeWaiting(
  view: DeskConnection,
  command: KeptCommand,
  identity: DeskIdentity,
  entries: readonly OutboxEntry[],
  newId: (kind: string) => string,
): Result<ReadyCommand, ProtocolError> {
  const composed = composeCommand(view, command.intent, identity, new IdBook(newId, command.ids));
  const trial = tryCommand(view, composed);
  const { rejection } = trial;
  const refuseHere = (code: ErrorCode, message: string, details: object) =>
    refuse(
      createError(code, {
        message,
        retryable: false,
        groupId: composed.draft.groupId,
        relatedActionId: command.actionId,
        occurredAt: formatTimestamp(view.nowMs),
        details: { ...details, decidedHere: true },
      }),
    );
  if (rejection !== undefined) {
    return refuseHere(rejection.code, rejection.message, { rule: rejection.rule, ...rejection.details });
  }
  if (composed.lacks !== undefined) {
    return refuseHere('AUTH_FORBIDDEN', 'what has to be signed with it cannot be signed here', {
      lacks: composed.lacks,
    });
  }
  if (hasMoved(view, command, entries)) {
    return refuseHere('REVISION_CONFLICT', 'the object is another one than a person has agreed to', {});
  }
  return accept({ composed, expected: expectVerdict(view, composed, trial) });
}

/**
 * Whether the object is another one than the person saw who signed. What earlier Commands of this computer have changed
 * since was known to come; and planning moves the revision of a Mission on without touching anything else.
 */
function hasMoved(
  view: DeskConnection,
  { basis, createdAtMs, draft }: KeptCommand,
  entries: readonly OutboxEntry[],
): boolean {
  if (basis === undefined) return false;
  const now = viewObject(view.world, basis.name, nowAt(view.nowMs));
  const isMission = basis.name.type === 'mission';
  const moved = compareViews(basis, now).filter(({ fact }) => !(isMission && fact === 'revision'));
  if (moved.length === 0) return false;
  const key = objectKey(basis.name);
  return !entries.some(
    (entry) =>
      entry.connectionId === view.connectionId &&
      entry.state === 'accepted' &&
      entry.changedAtMs >= createdAtMs &&
      entry.draft.groupId === draft.groupId &&
      objectsOf(entry.draft).changes.some((name) => objectKey(name) === key),
  );
}
