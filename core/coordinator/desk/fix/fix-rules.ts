// Table C as data: what a person is shown for each code, and what can be done about it. The words stand in `words/`; how a
// Command may be issued again follows from protocol/error-codes.ts.
import type { FixCode } from './reissue.ts';

/** One fact that a fix panel shows; each is read from the error, the entry, or the state. */
export type FixFactId =
  | 'expected-revision'
  | 'current-revision'
  | 'session-epochs'
  | 'membership-epochs'
  | 'coordinator-epochs'
  | 'ownership-epochs'
  | 'coordinator'
  | 'coordinator-lease'
  | 'owner'
  | 'lease-ends'
  | 'accepted-state'
  | 'allowed-states'
  | 'own-roles'
  | 'required-role'
  | 'rule'
  | 'path'
  | 'profile'
  | 'versions'
  | 'signing-age'
  | 'key-condition'
  | 'connection-state'
  | 'hashes'
  | 'offer-ends'
  | 'gate'
  | 'gate-opener'
  | 'dimension'
  | 'level'
  | 'free'
  | 'limit'
  | 'usage'
  | 'retry-after'
  | 'snapshot'
  | 'sent-at'
  | 'attempts'
  | 'absence';

export type FixOptionId =
  /** Give it up. */
  | 'drop'
  /** Back to a draft, to be sent when it is possible. */
  | 'keep-as-draft'
  /** A new Command that does the same, on what is there now. */
  | 'reissue'
  /** Back into the form. */
  | 'edit'
  /** The identical bytes. */
  | 'resend-identical'
  /** The same Action ID, signed anew after something was mended. */
  | 'sign-again'
  /** Read the log for what became of it. */
  | 'ask-authority'
  | 'wait-until'
  | 'request-override'
  | 'send-with-override'
  | 'reconnect'
  | 'switch-signer'
  | 'ask-owner'
  | 'request-gate'
  | 'hand-over-drafts'
  | 'new-offer'
  | 'open-item'
  | 'open-budget'
  | 'open-keys'
  | 'check-connection'
  | 'restore-snapshot'
  | 'save-report'
  | 'check-second-device'
  | 'update-app';

export interface FixRule {
  readonly facts: readonly FixFactId[];
  /** The one to begin with first; `drop` is always there, except where nobody knows the effect. */
  readonly options: readonly FixOptionId[];
  /** Whether the three-way diff of the object explains it. */
  readonly showsDiff: boolean;
}

export const FIX_RULES: { readonly [Code in FixCode]: FixRule } = {
  UNSUPPORTED_VERSION: { facts: ['versions'], options: ['update-app', 'drop'], showsDiff: false },
  AUTH_REQUIRED: {
    facts: ['connection-state', 'session-epochs'],
    options: ['reconnect', 'resend-identical', 'reissue', 'drop'],
    showsDiff: false,
  },
  AUTH_INVALID_SIGNATURE: {
    facts: ['signing-age', 'key-condition', 'hashes'],
    options: ['open-keys', 'sign-again', 'reissue', 'drop'],
    showsDiff: false,
  },
  AUTH_STALE_SESSION: {
    facts: ['session-epochs', 'connection-state'],
    options: ['reconnect', 'reissue', 'drop'],
    showsDiff: false,
  },
  AUTH_STALE_COORDINATOR: {
    facts: ['coordinator', 'coordinator-epochs'],
    options: ['reissue', 'hand-over-drafts', 'drop'],
    showsDiff: true,
  },
  AUTH_FORBIDDEN: {
    facts: ['required-role', 'own-roles', 'rule'],
    options: ['switch-signer', 'ask-owner', 'reissue', 'keep-as-draft', 'drop'],
    showsDiff: true,
  },
  GROUP_NOT_FOUND: { facts: ['connection-state'], options: ['check-connection', 'drop'], showsDiff: false },
  MEMBERSHIP_REQUIRED: {
    facts: ['own-roles'],
    options: ['ask-owner', 'keep-as-draft', 'reissue', 'drop'],
    showsDiff: false,
  },
  MEMBERSHIP_STALE: { facts: ['membership-epochs'], options: ['reissue', 'drop'], showsDiff: false },
  SCHEMA_VALIDATION_FAILED: {
    facts: ['path', 'rule'],
    options: ['edit', 'save-report', 'reissue', 'drop'],
    showsDiff: false,
  },
  INVALID_COMMAND: {
    facts: ['rule', 'path'],
    options: ['edit', 'reissue', 'keep-as-draft', 'drop'],
    showsDiff: true,
  },
  INVALID_STATE_TRANSITION: {
    facts: ['accepted-state', 'allowed-states', 'rule'],
    options: ['keep-as-draft', 'reissue', 'open-item', 'drop'],
    showsDiff: true,
  },
  REVISION_CONFLICT: {
    facts: ['expected-revision', 'current-revision'],
    options: ['reissue', 'keep-as-draft', 'edit', 'drop'],
    showsDiff: true,
  },
  ACTION_ID_COLLISION: {
    facts: ['hashes'],
    options: ['reissue', 'check-second-device', 'save-report', 'drop'],
    showsDiff: false,
  },
  UNKNOWN_CRITICAL_EXTENSION: { facts: ['profile'], options: ['update-app', 'drop'], showsDiff: false },
  WORK_CONTRACT_INCOMPLETE: { facts: ['path'], options: ['edit', 'reissue', 'drop'], showsDiff: false },
  WORK_OFFER_EXPIRED: { facts: ['offer-ends'], options: ['new-offer', 'reissue', 'drop'], showsDiff: true },
  WORK_ALREADY_OWNED: {
    facts: ['owner', 'ownership-epochs', 'lease-ends'],
    options: ['open-item', 'drop'],
    showsDiff: true,
  },
  WORK_LEASE_EXPIRED: {
    facts: ['lease-ends', 'coordinator-lease', 'owner'],
    options: ['open-item', 'reissue', 'keep-as-draft', 'drop'],
    showsDiff: true,
  },
  WORK_STALE_OWNERSHIP: {
    facts: ['ownership-epochs', 'owner', 'lease-ends'],
    options: ['reissue', 'open-item', 'drop'],
    showsDiff: true,
  },
  APPROVAL_REQUIRED: {
    facts: ['gate', 'gate-opener'],
    options: ['request-gate', 'resend-identical', 'reissue', 'keep-as-draft', 'drop'],
    showsDiff: true,
  },
  BUDGET_EXCEEDED: {
    facts: ['dimension', 'level', 'limit', 'usage', 'free'],
    options: ['edit', 'open-budget', 'ask-owner', 'reissue', 'drop'],
    showsDiff: false,
  },
  RATE_LIMITED: {
    facts: ['limit', 'usage', 'retry-after'],
    options: ['wait-until', 'resend-identical', 'send-with-override', 'request-override', 'reissue', 'drop'],
    showsDiff: false,
  },
  BACKPRESSURE: {
    facts: ['retry-after'],
    options: ['wait-until', 'resend-identical', 'reissue', 'drop'],
    showsDiff: false,
  },
  CURSOR_TOO_OLD: { facts: ['snapshot'], options: ['restore-snapshot', 'drop'], showsDiff: false },
  PROTOCOL_VIOLATION: { facts: ['rule', 'path'], options: ['save-report', 'drop'], showsDiff: false },
  INTERNAL_ERROR: {
    facts: ['attempts', 'retry-after'],
    options: ['resend-identical', 'reissue', 'drop'],
    showsDiff: false,
  },
  NO_ANSWER: {
    facts: ['sent-at', 'attempts', 'absence'],
    options: ['ask-authority', 'resend-identical', 'reissue'],
    showsDiff: true,
  },
};
