// Why a Command is refused: a value with the protocol's code, the rule's number, and what an app needs to explain it.
import type { ErrorCode } from '../protocol/error-codes.ts';
import { type Refused, refuse } from '../protocol/result.ts';

export interface Rejection {
  readonly code: ErrorCode;
  /** The requirement that refuses it, such as `WORK-T03`. */
  readonly rule: string;
  /** One English sentence for logs and the Error document; apps have their own words by code and rule. */
  readonly message: string;
  /** Facts to explain it with: which epoch, which dimension of which account, which state. No content, no secret. */
  readonly details: { readonly [name: string]: unknown };
  readonly expectedRevision?: number;
  readonly currentRevision?: number;
  readonly retryAfterMs?: number;
  /** Set where the case differs from the code's rule (ERR-032). */
  readonly retryable?: boolean;
}

type Extra = Pick<Rejection, 'expectedRevision' | 'currentRevision' | 'retryAfterMs' | 'retryable'>;

/** A refusal as the result of a rule. */
export function reject(
  code: ErrorCode,
  rule: string,
  message: string,
  details: Rejection['details'] = {},
  extra: Extra = {},
): Refused<Rejection> {
  return refuse({ code, rule, message, details, ...extra });
}
