// The 27 error codes of the wire and what a sender may do after each (ERR-001…ERR-043): data, no behaviour.
import type { ProtocolError } from './generated/documents.ts';

export type ErrorCode = ProtocolError['code'];

/**
 * How a refused Command may be issued again:
 * - `same-bytes`: the identical bytes with the same Action ID (ERR-040), while its epochs and freshness still hold;
 * - `same-action-id`: the same Action ID, signed anew after its envelope or key was mended, or with the override grant
 *   that names this Action ID (POL-010);
 * - `new-command`: a new Action ID, current times and epochs, and a new signature (ERR-041).
 */
export type Reissue = 'same-bytes' | 'same-action-id' | 'new-command';

/** What has to happen before it makes sense to try again. */
export type Remedy =
  | 'upgrade'
  | 'authenticate'
  | 'mend-envelope-or-key'
  | 'adopt-current-session'
  | 'adopt-current-coordinator-epoch'
  | 'obtain-permission'
  | 'check-group'
  | 'obtain-membership'
  | 'adopt-current-membership-epoch'
  | 'correct-content'
  | 'reread-state'
  | 'choose-new-action-id'
  | 'support-extension'
  | 'complete-contract'
  | 'await-new-offer'
  | 'drop-work-item'
  | 'obtain-new-lease'
  | 'stop-work'
  | 'obtain-approval'
  | 'escalate-budget'
  | 'wait-or-override'
  | 'wait'
  | 'restore-snapshot'
  | 'report-defect';

export interface ErrorRule {
  /**
   * The value that our authority sends: whether the same bytes may succeed later (ERR-002). A received Error
   * document's own `retryable` outranks it; when that is false nothing is sent again without a person.
   */
  readonly retryable: boolean;
  /** The ways to issue again that can help, the preferred first; empty when there is none. */
  readonly reissue: readonly Reissue[];
  readonly remedy: Remedy;
}

/** Every code with its rule (ERR-010…ERR-036). */
export const ERROR_RULES: Readonly<Record<ErrorCode, ErrorRule>> = {
  UNSUPPORTED_VERSION: { retryable: false, reissue: [], remedy: 'upgrade' },
  AUTH_REQUIRED: { retryable: false, reissue: ['same-bytes', 'new-command'], remedy: 'authenticate' },
  AUTH_INVALID_SIGNATURE: {
    retryable: false,
    reissue: ['same-action-id', 'new-command'],
    remedy: 'mend-envelope-or-key',
  },
  AUTH_STALE_SESSION: { retryable: false, reissue: ['new-command'], remedy: 'adopt-current-session' },
  AUTH_STALE_COORDINATOR: {
    retryable: false,
    reissue: ['new-command'],
    remedy: 'adopt-current-coordinator-epoch',
  },
  AUTH_FORBIDDEN: { retryable: false, reissue: ['new-command'], remedy: 'obtain-permission' },
  GROUP_NOT_FOUND: { retryable: false, reissue: [], remedy: 'check-group' },
  MEMBERSHIP_REQUIRED: { retryable: false, reissue: ['new-command'], remedy: 'obtain-membership' },
  MEMBERSHIP_STALE: { retryable: false, reissue: ['new-command'], remedy: 'adopt-current-membership-epoch' },
  SCHEMA_VALIDATION_FAILED: { retryable: false, reissue: ['new-command'], remedy: 'correct-content' },
  INVALID_COMMAND: { retryable: false, reissue: ['new-command'], remedy: 'correct-content' },
  INVALID_STATE_TRANSITION: { retryable: false, reissue: ['new-command'], remedy: 'reread-state' },
  REVISION_CONFLICT: { retryable: false, reissue: ['new-command'], remedy: 'reread-state' },
  ACTION_ID_COLLISION: { retryable: false, reissue: ['new-command'], remedy: 'choose-new-action-id' },
  UNKNOWN_CRITICAL_EXTENSION: { retryable: false, reissue: [], remedy: 'support-extension' },
  WORK_CONTRACT_INCOMPLETE: { retryable: false, reissue: ['new-command'], remedy: 'complete-contract' },
  WORK_OFFER_EXPIRED: { retryable: false, reissue: ['new-command'], remedy: 'await-new-offer' },
  WORK_ALREADY_OWNED: { retryable: false, reissue: [], remedy: 'drop-work-item' },
  WORK_LEASE_EXPIRED: { retryable: false, reissue: ['new-command'], remedy: 'obtain-new-lease' },
  WORK_STALE_OWNERSHIP: { retryable: false, reissue: ['new-command'], remedy: 'stop-work' },
  APPROVAL_REQUIRED: { retryable: false, reissue: ['same-bytes', 'new-command'], remedy: 'obtain-approval' },
  BUDGET_EXCEEDED: { retryable: false, reissue: ['new-command'], remedy: 'escalate-budget' },
  // For a depth or queue limit the sender of the error sets `retryable` to false (ERR-032).
  RATE_LIMITED: { retryable: true, reissue: ['same-bytes', 'same-action-id'], remedy: 'wait-or-override' },
  BACKPRESSURE: { retryable: true, reissue: ['same-bytes'], remedy: 'wait' },
  CURSOR_TOO_OLD: { retryable: false, reissue: [], remedy: 'restore-snapshot' },
  PROTOCOL_VIOLATION: { retryable: false, reissue: [], remedy: 'report-defect' },
  INTERNAL_ERROR: { retryable: true, reissue: ['same-bytes'], remedy: 'wait' },
};

/** Whether a text is a code of the wire; internal names never are (ERR-043). */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_RULES, text);
}

/** Members of an Error document beside its code. `retryable` is the code's rule unless the case differs (ERR-032). */
export type ErrorMembers = Omit<ProtocolError, 'code' | 'retryable'> & { readonly retryable?: boolean };

/** An Error document (DOC-ERR) whose `retryable` comes from the code's rule when not given. */
export function createError(code: ErrorCode, members: ErrorMembers): ProtocolError {
  return { code, retryable: ERROR_RULES[code].retryable, ...members };
}
