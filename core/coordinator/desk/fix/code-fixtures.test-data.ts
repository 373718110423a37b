// Table C: one fixture for every code of the wire and for no answer at all, with what its panel has to show and to offer.
import { SECOND_WORKER, type SeededOrganization } from '../../../domain/seeded-world.test-data.ts';
import { ITEM, offerTo } from '../../../domain/work-scenes.test-data.ts';
import type { Reissue } from '../../../protocol/error-codes.ts';
import type { ProtocolError } from '../../../protocol/generated/documents.ts';
import type { DeskConnection } from '../connection.ts';
import { COORDINATOR, identityFor, OWNER, WORKER } from '../desk.test-data.ts';
import type { FixFactId, FixOptionId } from './fix-rules.ts';
import type { FixCode } from './reissue.ts';

export interface CodeFixture {
  readonly code: FixCode;
  /** What happens between the signature and the refusal. */
  readonly meanwhile?: (organization: SeededOrganization) => void;
  /** What the Error says beside its code; undefined for no answer. */
  readonly error?: Partial<ProtocolError>;
  readonly connection?: Partial<DeskConnection>;
  readonly facts: readonly FixFactId[];
  /** The best way on: the first option that can be taken. */
  readonly first: FixOptionId;
  /** In which ways it may be issued again at once. */
  readonly now: readonly Reissue[];
  /** And once what was signed is too old to be fresh. */
  readonly late: readonly Reissue[];
}

const NEW: Pick<CodeFixture, 'now' | 'late'> = { now: ['new-command'], late: ['new-command'] };
const NEVER: Pick<CodeFixture, 'now' | 'late'> = { now: [], late: [] };
/** The identical bytes, and another Command once they are too old. */
const SAME: Pick<CodeFixture, 'now' | 'late'> = { now: ['same-bytes'], late: ['new-command'] };

const owned = (organization: SeededOrganization): void => {
  offerTo(organization);
  organization.mustAct('work.accept_offer', WORKER, {
    workItemId: ITEM,
    offerId: 'urn:heddle:test:offer:worker',
  });
};

export const CODE_FIXTURES: readonly CodeFixture[] = [
  {
    code: 'UNSUPPORTED_VERSION',
    error: { details: { supportedVersions: ['0.2', '0.3'] } },
    facts: ['versions'],
    first: 'update-app',
    ...NEVER,
  },
  {
    code: 'AUTH_REQUIRED',
    facts: ['connection-state', 'session-epochs'],
    first: 'reconnect',
    now: ['same-bytes', 'new-command'],
    late: ['new-command'],
  },
  {
    code: 'AUTH_INVALID_SIGNATURE',
    facts: ['signing-age', 'key-condition'],
    first: 'open-keys',
    now: ['same-action-id', 'new-command'],
    late: ['new-command'],
  },
  {
    code: 'AUTH_STALE_SESSION',
    connection: { status: 'replaced', identities: [identityFor(COORDINATOR, { sessionEpoch: 8 })] },
    facts: ['session-epochs', 'connection-state'],
    first: 'reconnect',
    ...NEW,
  },
  {
    code: 'AUTH_STALE_COORDINATOR',
    meanwhile: (organization) => {
      organization.mustAct('mission.assign_coordinator', OWNER, { coordinatorAgentId: SECOND_WORKER.id });
    },
    facts: ['coordinator', 'coordinator-epochs'],
    first: 'hand-over-drafts',
    ...NEVER,
  },
  {
    code: 'AUTH_FORBIDDEN',
    error: { details: { permissions: ['work.cancel'], rule: 'AUTH-012' } },
    facts: ['required-role', 'own-roles', 'rule'],
    first: 'switch-signer',
    ...NEW,
  },
  { code: 'GROUP_NOT_FOUND', facts: ['connection-state'], first: 'check-connection', ...NEVER },
  { code: 'MEMBERSHIP_REQUIRED', facts: ['own-roles'], first: 'ask-owner', ...NEW },
  {
    code: 'MEMBERSHIP_STALE',
    meanwhile: (organization) => {
      organization.mustAct('membership.change', OWNER, {
        member: COORDINATOR,
        role: 'observer',
        state: 'active',
        scopes: ['message.read'],
      });
    },
    facts: ['membership-epochs'],
    first: 'reissue',
    ...NEW,
  },
  {
    code: 'SCHEMA_VALIDATION_FAILED',
    error: { details: { path: '/payload/workItemId', rule: 'DOC-CMD-C1' } },
    facts: ['path', 'rule'],
    first: 'edit',
    ...NEW,
  },
  {
    code: 'INVALID_COMMAND',
    error: { details: { path: '/payload/reason', rule: 'WORK-031' } },
    facts: ['rule', 'path'],
    first: 'edit',
    ...NEW,
  },
  {
    code: 'INVALID_STATE_TRANSITION',
    meanwhile: (organization) => {
      organization.mustAct('work.cancel', COORDINATOR, { workItemId: ITEM });
    },
    error: { details: { allowedStates: ['open', 'offered'], rule: 'WORK-T14' } },
    facts: ['accepted-state', 'allowed-states', 'rule'],
    first: 'keep-as-draft',
    ...NEVER,
  },
  {
    code: 'REVISION_CONFLICT',
    meanwhile: (organization) => {
      offerTo(organization, [SECOND_WORKER]);
    },
    error: { expectedRevision: 1, currentRevision: 2 },
    facts: ['expected-revision', 'current-revision'],
    first: 'reissue',
    ...NEW,
  },
  {
    code: 'ACTION_ID_COLLISION',
    error: { details: { signingHash: 'sha256:9f2c', knownSigningHash: 'sha256:77aa' } },
    facts: ['hashes'],
    first: 'reissue',
    ...NEW,
  },
  {
    code: 'UNKNOWN_CRITICAL_EXTENSION',
    error: { details: { profileUri: 'https://profiles.example/audit', version: '2.0' } },
    facts: ['profile'],
    first: 'update-app',
    ...NEVER,
  },
  {
    code: 'WORK_CONTRACT_INCOMPLETE',
    error: { details: { path: '/contract/acceptanceCriteria' } },
    facts: ['path'],
    first: 'edit',
    ...NEW,
  },
  {
    code: 'WORK_OFFER_EXPIRED',
    meanwhile: (organization) => {
      offerTo(organization, [SECOND_WORKER]);
    },
    facts: ['offer-ends'],
    first: 'new-offer',
    ...NEW,
  },
  {
    code: 'WORK_ALREADY_OWNED',
    meanwhile: owned,
    facts: ['owner', 'ownership-epochs', 'lease-ends'],
    first: 'open-item',
    ...NEVER,
  },
  {
    code: 'WORK_LEASE_EXPIRED',
    meanwhile: owned,
    facts: ['lease-ends', 'coordinator-lease', 'owner'],
    first: 'open-item',
    ...NEW,
  },
  {
    code: 'WORK_STALE_OWNERSHIP',
    meanwhile: owned,
    error: { details: { ownershipEpoch: 0, currentOwnershipEpoch: 1 } },
    facts: ['ownership-epochs', 'owner', 'lease-ends'],
    first: 'reissue',
    ...NEW,
  },
  {
    code: 'APPROVAL_REQUIRED',
    error: { details: { missing: 'rootApproval' } },
    facts: ['gate', 'gate-opener'],
    first: 'request-gate',
    now: ['same-bytes', 'new-command'],
    late: ['new-command'],
  },
  {
    code: 'BUDGET_EXCEEDED',
    error: {
      details: {
        dimension: 'toolCalls',
        account: { groupId: 'urn:heddle:test:group:1', id: 'urn:heddle:test:mission:1' },
        limit: 1_000,
        wanted: 1_050,
      },
    },
    facts: ['dimension', 'level', 'limit', 'usage', 'free'],
    first: 'edit',
    ...NEW,
  },
  {
    code: 'RATE_LIMITED',
    error: {
      retryable: true,
      retryAfterMs: 60_000,
      details: { policyName: 'message_rate', limit: 30, wanted: 31 },
    },
    facts: ['limit', 'usage', 'retry-after'],
    first: 'wait-until',
    now: [],
    late: ['new-command'],
  },
  {
    code: 'BACKPRESSURE',
    error: { retryable: true, retryAfterMs: 5_000 },
    facts: ['retry-after'],
    first: 'wait-until',
    now: [],
    late: ['new-command'],
  },
  {
    code: 'CURSOR_TOO_OLD',
    error: { snapshotArtifactHash: `sha256:${'ab'.repeat(32)}` },
    facts: ['snapshot'],
    first: 'restore-snapshot',
    ...NEVER,
  },
  {
    code: 'PROTOCOL_VIOLATION',
    error: { details: { rule: 'WS-021', path: '/frame' } },
    facts: ['rule', 'path'],
    first: 'save-report',
    ...NEVER,
  },
  {
    code: 'INTERNAL_ERROR',
    error: { retryable: true },
    facts: ['attempts'],
    first: 'resend-identical',
    ...SAME,
  },
  {
    code: 'NO_ANSWER',
    facts: ['sent-at', 'attempts', 'absence'],
    first: 'ask-authority',
    now: ['same-bytes'],
    late: [],
  },
];
