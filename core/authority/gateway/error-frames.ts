// ERROR frames (WS-070): Error documents on their way out. They say which frame and Command they answer, and nothing
// that the peer may not know (ERR-001).
import { createError, type ErrorCode, type ErrorMembers } from '../../protocol/error-codes.ts';
import { encodeFrame, PROTOCOL_VERSION } from '../../protocol/frame.ts';
import type { ProtocolError } from '../../protocol/generated/documents.ts';
import { isJsonObject, parseJson } from '../../protocol/json.ts';
import { checkSchema } from '../../protocol/schema.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import type { CloseCode } from './gateway-ports.ts';

/** Members of an error beside its code and time. */
export type ErrorDetail = Omit<ErrorMembers, 'occurredAt'>;

/** Longer texts tell nobody more; the schema allows 2000 (DOC-ERR-02). */
const MAX_MESSAGE_LENGTH = 500;

export function describeError(code: ErrorCode, detail: ErrorDetail, nowMs: number): ProtocolError {
  return createError(code, { ...detail, occurredAt: formatTimestamp(nowMs) });
}

/** The text of an ERROR frame. */
export function encodeError(error: ProtocolError, frameId: string): string {
  // A message may quote the peer, and what it quotes may be cut in the middle of a character.
  const message = error.message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed();
  const frame = encodeFrame({
    protocolVersion: PROTOCOL_VERSION,
    frameId,
    frameType: 'ERROR',
    error: { ...error, message },
  });
  if (!frame.ok) throw new Error(`an ERROR frame with ${error.code} is malformed: ${frame.fault.message}`);
  return frame.value;
}

/** How a connection ends after a fatal error (WS-072). */
export function closeCodeOf(code: ErrorCode): CloseCode {
  switch (code) {
    case 'AUTH_STALE_SESSION':
      return 4001;
    case 'AUTH_REQUIRED':
    case 'AUTH_INVALID_SIGNATURE':
    case 'AUTH_FORBIDDEN':
    case 'RATE_LIMITED':
    case 'BACKPRESSURE':
      return 1008;
    case 'INTERNAL_ERROR':
      return 1011;
    default:
      return 1002;
  }
}

/** The Action ID of a refused Command, when the bytes have a readable one: the sender settles its outbox by it. */
export function readActionId(commandBytes: Uint8Array): string | undefined {
  const parsed = parseJson(commandBytes);
  if (!parsed.ok || !isJsonObject(parsed.value.value)) return undefined;
  const { actionId } = parsed.value.value;
  return typeof actionId === 'string' && checkSchema('id', actionId) === undefined ? actionId : undefined;
}
