// What the Authority answers: Error documents with the protocol's code, and nothing that the sender may not know.
import type { Rejection } from '../domain/rejection.ts';
import { createError, type ErrorCode } from '../protocol/error-codes.ts';
import type { Command, ProtocolError } from '../protocol/generated/documents.ts';
import { type Refused, refuse, type Result } from '../protocol/result.ts';
import type { StoredEvent } from '../store/authority-store.ts';

/** An accepted Command: its primary Event (IDM-007), and whether it was accepted before (IDM-001). */
export interface AcceptedCommand {
  readonly primary: StoredEvent;
  readonly isRepeat: boolean;
}

export type SubmitResult = Result<AcceptedCommand, ProtocolError>;

/** An error about a Command, or about bytes that are not even that. */
export function answerError(
  code: ErrorCode,
  message: string,
  occurredAt: string,
  command?: Command,
): Refused<ProtocolError> {
  return refuse(
    createError(code, { message, occurredAt, ...(command === undefined ? {} : relationOf(command)) }),
  );
}

/** A rejection of the rules as an Error document; the rule's number travels in the details. */
export function answerRejection(
  rejection: Rejection,
  occurredAt: string,
  command: Command,
): Refused<ProtocolError> {
  const { code, message, rule, details, expectedRevision, currentRevision, retryAfterMs, retryable } =
    rejection;
  return refuse(
    createError(code, {
      message,
      occurredAt,
      ...relationOf(command),
      details: { rule, ...details },
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
      ...(currentRevision === undefined ? {} : { currentRevision }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(retryable === undefined ? {} : { retryable }),
    }),
  );
}

function relationOf({ actionId, groupId }: Command): Pick<ProtocolError, 'relatedActionId' | 'groupId'> {
  return { relatedActionId: actionId, ...(groupId === undefined ? {} : { groupId }) };
}
