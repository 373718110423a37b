// The checks of a command sheet: what the rules say of the whole Command, and beside them each part that can be judged by
// itself, so that a form shows everything that is wrong and not only the first rule that refuses.
import { matchCapabilities } from '../../../domain/capabilities.ts';
import { nowAt } from '../../../domain/decision.ts';
import type { Rejection } from '../../../domain/rejection.ts';
import { SINGLE } from '../../../domain/world.ts';
import type { ErrorCode } from '../../../protocol/error-codes.ts';
import type { CommandPayloads, WorkContract } from '../../../protocol/generated/documents.ts';
import type { DeskConnection } from '../connection.ts';
import { msOf } from '../moment.ts';
import { objectsOf } from '../outbox/objects.ts';
import type { Check } from './check.ts';
import { cardOf, type ComposedCommand } from './compose.ts';
import { checkContractLive, plainValues } from './contract-checks.ts';
import { UNSEEN_CONTENT } from './mission-payloads.ts';

/** The checks that every sheet has, in the order in which the rules look. */
const RULE_CHECKS = ['signer', 'policy', 'state', 'revision', 'lease', 'gate', 'content', 'budget'] as const;

type RuleCheck = (typeof RULE_CHECKS)[number];

/** Which of them a refusal belongs to. */
const CHECK_OF_CODE: { readonly [Code in ErrorCode]: RuleCheck } = {
  UNSUPPORTED_VERSION: 'content',
  AUTH_REQUIRED: 'signer',
  AUTH_INVALID_SIGNATURE: 'signer',
  AUTH_STALE_SESSION: 'signer',
  AUTH_STALE_COORDINATOR: 'signer',
  AUTH_FORBIDDEN: 'signer',
  GROUP_NOT_FOUND: 'state',
  MEMBERSHIP_REQUIRED: 'signer',
  MEMBERSHIP_STALE: 'signer',
  SCHEMA_VALIDATION_FAILED: 'content',
  INVALID_COMMAND: 'content',
  INVALID_STATE_TRANSITION: 'state',
  REVISION_CONFLICT: 'revision',
  ACTION_ID_COLLISION: 'content',
  UNKNOWN_CRITICAL_EXTENSION: 'content',
  WORK_CONTRACT_INCOMPLETE: 'content',
  WORK_OFFER_EXPIRED: 'state',
  WORK_ALREADY_OWNED: 'state',
  WORK_LEASE_EXPIRED: 'lease',
  WORK_STALE_OWNERSHIP: 'lease',
  APPROVAL_REQUIRED: 'gate',
  BUDGET_EXCEEDED: 'budget',
  RATE_LIMITED: 'policy',
  BACKPRESSURE: 'policy',
  CURSOR_TOO_OLD: 'state',
  PROTOCOL_VIOLATION: 'content',
  INTERNAL_ERROR: 'policy',
};

/** All checks of a Command at the connection's time. */
export function runChecks(
  connection: DeskConnection,
  composed: ComposedCommand,
  rejection: Rejection | undefined,
): readonly Check[] {
  return [
    ...ruleChecks(rejection),
    ...coSignerChecks(composed),
    ...contractChecks(connection, composed),
    ...candidateChecks(connection, composed),
    ...contentChecks(connection, composed),
  ];
}

function ruleChecks(rejection: Rejection | undefined): readonly Check[] {
  if (rejection === undefined) return RULE_CHECKS.map((id) => ({ id, status: 'passed', values: {} }));
  const failed = CHECK_OF_CODE[rejection.code];
  // The rules stop at the first refusal: nothing is known of the others.
  return RULE_CHECKS.map((id): Check => ({
    id,
    status: id === failed ? 'failed' : 'open',
    values: id === failed ? { rule: rejection.rule, ...plainValues(rejection.details) } : {},
  }));
}

function coSignerChecks({ coSigners }: ComposedCommand): readonly Check[] {
  const statuses = {
    usable: 'passed',
    locked: 'warning',
    missing: 'failed',
    'backend-changed': 'failed',
  } as const;
  return coSigners.map(({ name, key }) => ({ id: 'co-signer', status: statuses[key], values: { name } }));
}

function contractChecks(connection: DeskConnection, composed: ComposedCommand): readonly Check[] {
  const { draft } = composed;
  const now = nowAt(connection.nowMs);
  const check = (contract: WorkContract, workItemId?: string, parentWorkItemId?: string) =>
    checkContractLive(connection, composed, contract, { workItemId, parentWorkItemId }, now);
  switch (draft.kind) {
    case 'work.propose':
      return check(draft.payload.contract, undefined, draft.payload.parentWorkItemId);
    case 'work.authorize':
      return check(draft.payload.contract, undefined, draft.payload.parentWorkItemId);
    case 'work.offer': {
      const record = connection.world.get('workItem', draft.groupId, draft.payload.workItemId);
      const contract = draft.payload.contract ?? record?.document.contract;
      return contract === undefined
        ? []
        : check(contract, draft.payload.workItemId, record?.parentWorkItemId);
    }
    default:
      return [];
  }
}

/** What is known of the Agents that an offer goes to. */
function candidateChecks(connection: DeskConnection, { draft }: ComposedCommand): readonly Check[] {
  if (draft.kind !== 'work.offer') return [];
  const { world, presence, nowMs } = connection;
  const record = world.get('workItem', draft.groupId, draft.payload.workItemId);
  const contract = draft.payload.contract ?? record?.document.contract;
  return draft.payload.offers.flatMap(({ agentId }): readonly Check[] => {
    const card = cardOf(connection, agentId);
    const missing =
      card === undefined || contract === undefined
        ? undefined
        : matchCapabilities(card, contract.requiredCapabilities).missing;
    const isAble = card !== undefined && missing === undefined;
    const seen = presence.get(agentId);
    const isFresh = seen !== undefined && msOf(seen.expiresAt) > nowMs && seen.status !== 'offline';
    const ageMs = seen === undefined ? undefined : Math.max(0, nowMs - msOf(seen.lastHeartbeat));
    return [
      {
        id: 'candidate-capabilities',
        status: isAble ? 'passed' : 'failed',
        values: {
          agentId,
          ...(missing === undefined ? {} : { missing: `${missing.id} ${missing.version}` }),
        },
      },
      {
        id: 'candidate-presence',
        status: isFresh ? 'passed' : 'warning',
        values: { agentId, ...(ageMs === undefined ? {} : { ageMs }) },
      },
    ];
  });
}

/** Whether what is accepted or approved was looked at: every Artifact, in its exact content. */
function contentChecks(connection: DeskConnection, { draft, signer }: ComposedCommand): readonly Check[] {
  if (draft.kind === 'work.accept_result') {
    const record = connection.world.get('workItem', draft.groupId, draft.payload.workItemId);
    const hashes = record?.document.submission?.artifactHashes ?? [];
    return [
      ...hashes.map((hash) => contentCheck(connection, hash, 'warning')),
      ...reviewerCheck(connection, draft.groupId, draft.payload, signer.actor.id),
    ];
  }
  if (draft.kind !== 'mission.approve') return [];
  const { artifactHashes, missionRevision, comments } = draft.payload.approval;
  const named = new Set(comments.split('\n'));
  const values = { revision: missionRevision, artifacts: artifactHashes.length };
  return [
    { id: 'artifacts-pinned', status: artifactHashes.length > 0 ? 'passed' : 'failed', values },
    ...artifactHashes.map((hash) =>
      // An owner approves what it has not seen only by saying so.
      contentCheck(connection, hash, named.has(`${UNSEEN_CONTENT}${hash}`) ? 'warning' : 'failed'),
    ),
  ];
}

function contentCheck({ contents }: DeskConnection, hash: string, unseen: 'warning' | 'failed'): Check {
  const condition = contents.get(hash) ?? 'unavailable';
  const status = condition === 'intact' ? 'passed' : condition === 'differs' ? 'failed' : unseen;
  return { id: 'artifact-content', status, values: { hash, condition } };
}

/** CRD-006: nobody is the sole reviewer of its own output. */
function reviewerCheck(
  { world }: DeskConnection,
  groupId: string,
  { workItemId, evidence }: CommandPayloads['work.accept_result'],
  signerId: string,
): readonly Check[] {
  const owner = world.get('workItem', groupId, workItemId)?.document.owner;
  if (owner?.agentId !== signerId) return [];
  const isAlone = evidence.every(({ generatedBy }) => generatedBy.id === signerId);
  return [{ id: 'sole-reviewer', status: isAlone ? 'failed' : 'passed', values: {} }];
}

/** What of the content keeps anybody from signing: it is another one than its hash says, or nobody has seen it. */
export function contentProblem(checks: readonly Check[]): 'content-differs' | 'content-unseen' | undefined {
  const failed = checks.filter(({ id, status }) => id === 'artifact-content' && status === 'failed');
  if (failed.length === 0) return undefined;
  const isOther = failed.some(({ values }) => values['condition'] === 'differs');
  return isOther ? 'content-differs' : 'content-unseen';
}

/** The title of the object that a sheet is about, as far as the state has one. */
export function titleOfTarget({ world }: DeskConnection, { draft }: ComposedCommand): string | undefined {
  const { target } = objectsOf(draft);
  if (target.type === 'workItem')
    return world.get('workItem', target.groupId, target.id)?.document.contract.goal;
  const mission = world.get('mission', target.groupId, SINGLE);
  return mission?.title ?? mission?.document.objective;
}
