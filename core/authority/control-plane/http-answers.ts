// Answers of the HTTP side: every refusal is an Error document (DOC-ERR) under a fitting status. They tell no more than
// the WebSocket side would (ERR-042), and nothing of the inside.
import type { Rejection } from '../../domain/rejection.ts';
import { createError, type ErrorCode } from '../../protocol/error-codes.ts';
import type { ProtocolError } from '../../protocol/generated/documents.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';

/** The status for each code. A 5xx says that the same bytes may be sent again. */
const STATUS_OF_CODE: Readonly<Record<ErrorCode, number>> = {
  UNSUPPORTED_VERSION: 400,
  AUTH_REQUIRED: 401,
  AUTH_INVALID_SIGNATURE: 403,
  AUTH_STALE_SESSION: 409,
  AUTH_STALE_COORDINATOR: 409,
  AUTH_FORBIDDEN: 403,
  GROUP_NOT_FOUND: 404,
  MEMBERSHIP_REQUIRED: 403,
  MEMBERSHIP_STALE: 409,
  SCHEMA_VALIDATION_FAILED: 400,
  INVALID_COMMAND: 422,
  INVALID_STATE_TRANSITION: 409,
  REVISION_CONFLICT: 409,
  ACTION_ID_COLLISION: 409,
  UNKNOWN_CRITICAL_EXTENSION: 422,
  WORK_CONTRACT_INCOMPLETE: 422,
  WORK_OFFER_EXPIRED: 409,
  WORK_ALREADY_OWNED: 409,
  WORK_LEASE_EXPIRED: 409,
  WORK_STALE_OWNERSHIP: 409,
  APPROVAL_REQUIRED: 409,
  BUDGET_EXCEEDED: 409,
  RATE_LIMITED: 429,
  BACKPRESSURE: 503,
  CURSOR_TOO_OLD: 410,
  PROTOCOL_VIOLATION: 400,
  INTERNAL_ERROR: 503,
};

export function statusOf(code: ErrorCode): number {
  return STATUS_OF_CODE[code];
}

/** Every status that a Command may be answered with beside 200. */
export const COMMAND_STATUSES: readonly number[] = [...new Set(Object.values(STATUS_OF_CODE))].sort(
  (a, b) => a - b,
);

/** A request that is refused. Thrown by hooks and handlers, turned into an answer in one place. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterMs: number | undefined;
  readonly details: Rejection['details'] | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    extra: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly retryAfterMs?: number;
      readonly details?: Rejection['details'];
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = extra.headers ?? {};
    this.retryAfterMs = extra.retryAfterMs;
    this.details = extra.details;
  }

  /** The Error document for it. */
  toDocument(nowMs: number): ProtocolError {
    const { code, message, retryAfterMs, details } = this;
    const occurredAt = formatTimestamp(nowMs);
    return createError(code, {
      message,
      occurredAt,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(details === undefined ? {} : { details }),
    });
  }
}

/** What the rules have against a request, under the code's own status. */
export function refuseRejection({ code, message, rule, details }: Rejection): HttpRefusal {
  return new HttpRefusal(statusOf(code), code, message, { details: { rule, ...details } });
}

/** One answer for a token that is missing, malformed, forged, expired, fenced or foreign (ERR-042). */
export function refuseToken(): HttpRefusal {
  return new HttpRefusal(401, 'AUTH_REQUIRED', 'a valid access token is required', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** One answer for what does not exist and for what the caller may not know (DEL-011). */
export function refuseAsAbsent(): HttpRefusal {
  return new HttpRefusal(404, 'GROUP_NOT_FOUND', 'not found');
}

export function refuseForNow(retryAfterMs: number): HttpRefusal {
  return new HttpRefusal(429, 'RATE_LIMITED', 'too many requests', {
    retryAfterMs,
    headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) },
  });
}

/** For work that waits already: the same bytes may be sent again (ERR-033). */
export function refuseAsBusy(retryAfterMs: number): HttpRefusal {
  return new HttpRefusal(503, 'BACKPRESSURE', 'too much is waiting', {
    retryAfterMs,
    headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) },
  });
}

export function refuseBody(status: 400 | 408 | 413 | 415, message: string): HttpRefusal {
  return new HttpRefusal(status, 'PROTOCOL_VIOLATION', message);
}
