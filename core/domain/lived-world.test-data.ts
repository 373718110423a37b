// The life of a Mission from the first Agent Card to its approval by nothing but Commands, to be rebuilt from its log.
import type { Actor, Approval, Event } from '../protocol/generated/documents.ts';
import { evolve } from './evolve.ts';
import {
  cardOf,
  contractOf,
  COORDINATOR,
  GROUP,
  MAIN_CONVERSATION,
  MISSION,
  MISSION_BUDGET,
  OBSERVER,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  STRANGER,
  WORKER,
} from './seeded-world.test-data.ts';
import {
  acceptAs,
  artifactOf,
  authorize,
  block,
  CHECKPOINT,
  claimOf,
  CONTENT,
  failureOf,
  grantTo,
  inSeconds,
  ITEM,
  offerPayload,
  offerTo,
  publish,
  reviewOf,
  start,
  submit,
} from './work-scenes.test-data.ts';
import { type Change, MemoryWorld, ORGANIZATION, type RecordKind, SINGLE, type World } from './world.ts';

export const CHILD_GROUP = 'urn:heddle:test:group:child';
export const CHILD_MISSION = 'urn:heddle:test:mission:child';
export const SECOND_ITEM = 'urn:heddle:test:work:second';

/** Every kind of record; a new kind that is missing here does not compile. */
const KINDS = Object.keys({
  mission: 0,
  group: 0,
  conversation: 0,
  membership: 0,
  member: 0,
  workItem: 0,
  lease: 0,
  proposal: 0,
  message: 0,
  grant: 0,
  approval: 0,
  artifact: 0,
  content: 0,
  evidence: 0,
  contextPackage: 0,
  account: 0,
  override: 0,
  rate: 0,
  rateChunk: 0,
  plannedWork: 0,
  childMission: 0,
  policyLog: 0,
  snapshot: 0,
  head: 0,
  missionAddress: 0,
  contentUse: 0,
  agent: 0,
  session: 0,
  workload: 0,
  execution: 0,
} satisfies { readonly [Kind in RecordKind]: 0 }) as readonly RecordKind[];

/** All records of a world, in their order. */
export function dump(world: World): unknown {
  return [ORGANIZATION, GROUP, CHILD_GROUP].flatMap((groupId) =>
    KINDS.map((kind) => ({ kind, groupId, records: [...world.list(kind, groupId)] })),
  );
}

export function rebuild(log: readonly Event[]): MemoryWorld {
  const world = new MemoryWorld();
  for (const event of log) world.apply(evolve(world, event));
  return world;
}

/** An organization in which nothing has happened yet. */
function emptyOrganization(): SeededOrganization {
  const organization = new SeededOrganization();
  for (const kind of KINDS) {
    for (const groupId of [ORGANIZATION, GROUP]) {
      for (const id of Array.from(organization.world.list(kind, groupId), ([each]) => each)) {
        organization.world.apply([{ kind, groupId, id, value: undefined } as Change]);
      }
    }
  }
  return organization;
}

/** Agents, sessions and the Mission of the seed, as Events. */
function found(organization: SeededOrganization): void {
  for (const agent of [COORDINATOR, WORKER, SECOND_WORKER, OBSERVER, STRANGER]) {
    const card = cardOf(agent);
    organization.mustAct('ext.missionweaveprotocol.registry.agent_card_register', SERVICE, { card });
    organization.mustAct('ext.missionweaveprotocol.identity.session_open', SERVICE, { agentId: agent.id });
  }
  organization.mustAct('mission.create', OWNER, {
    missionId: MISSION,
    groupId: GROUP,
    coordinatorAgentId: COORDINATOR.id,
    objective: 'audit the input folder',
    definitionOfDone: [
      { criterionId: 'done', description: 'the report is complete', evidenceRequired: ['human_review'] },
    ],
    budget: MISSION_BUDGET,
    deadline: '2026-05-06T09:00:00Z',
    approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
    permissions: ['read', 'files.read'],
    coordinatorLeaseSeconds: 100_000,
    title: 'folder audit',
  });
  join(organization, WORKER, 'active');
  join(organization, SECOND_WORKER, 'active');
}

function join(organization: SeededOrganization, member: Actor, state: 'active' | 'provisional'): void {
  const contextPackageId = 'urn:heddle:test:context:1';
  organization.mustAct('membership.change', COORDINATOR, {
    member,
    role: 'worker',
    state,
    scopes: ['work.accept_offer', 'work.execute'],
    ...(state === 'active'
      ? {}
      : {
          provisionalExpiresAt: inSeconds(organization, 600),
          contextPackageId,
          contextPackage: {
            contextPackageId,
            version: 1,
            missionId: MISSION,
            groupId: GROUP,
            sourceEventRange: {
              fromSequence: 1,
              toSequence: 1,
              eventIds: [organization.log.find(({ sequence }) => sequence === 1)?.eventId ?? ''],
            },
            artifactHashes: [],
            summary: 'list the files',
            decisions: [],
            constraints: [],
            unresolvedQuestions: [],
            generatedBy: { type: 'agent', id: COORDINATOR.id },
            generatedAt: inSeconds(organization, 0),
            signature: artifactOf().signature,
          },
        }),
  });
}

/** Planning, and the first item from its proposal through two owners to its verified result. */
function workThrough(organization: SeededOrganization): void {
  const messageId = 'urn:heddle:test:message:1';
  const content = [{ type: 'text' as const, text: 'who lists the files?' }];
  organization.mustAct('message.post', WORKER, { messageId, content }, { conversationId: MAIN_CONVERSATION });
  organization.mustAct('message.redact', OWNER, {
    messageId: 'urn:heddle:test:message:2',
    targetMessageId: messageId,
    reason: 'names a customer',
    content: [{ type: 'text', text: 'redacted' }],
  });
  const proposalId = 'urn:heddle:test:proposal:1';
  organization.mustAct('work.propose', WORKER, { proposalId, contract: contractOf() });
  authorize(organization, {}, { proposalId });
  join(organization, OBSERVER, 'provisional');
  offerTo(organization, [WORKER, OBSERVER]);
  acceptAs(organization, OBSERVER);
  organization.passSeconds(900);
  const contract = contractOf({ contractVersion: 2, budget: { toolCallLimit: 50 } });
  const again = { offerId: 'urn:heddle:test:offer:again', agentId: WORKER.id };
  offerTo(organization, [], { offers: [again], contract });
  acceptAs(organization, WORKER, { offerId: again.offerId });
  start(organization);
  organization.passSeconds(10);
  organization.mustAct(
    'ext.missionweaveprotocol.core.work_execution_lease_renew',
    WORKER,
    claimOf(organization),
  );
  organization.mustAct('ext.missionweaveprotocol.core.resource_usage_record', WORKER, {
    ...claimOf(organization),
    usageDelta: { toolCalls: 7 },
  });
  organization.mustAct('work.checkpoint', WORKER, { ...claimOf(organization), checkpoint: CHECKPOINT });
  start(organization);
  block(organization);
  organization.mustAct('work.unblock', COORDINATOR, { workItemId: ITEM });
  start(organization);
  organization.mustAct('ext.missionweaveprotocol.identity.session_open', SERVICE, { agentId: WORKER.id });
  start(organization);
  publish(organization);
  submit(organization);
  organization.mustAct('work.accept_result', COORDINATOR, { workItemId: ITEM, evidence: [reviewOf()] });
}

/** A Worker becomes a delegate for the second item, and offers it under its Grant to the other Worker as well. */
function delegate(organization: SeededOrganization): void {
  const delegationGrantId = grantTo(organization, WORKER, SECOND_ITEM);
  const offers = [{ offerId: 'urn:heddle:test:offer:sort-too', agentId: WORKER.id }];
  organization.mustAct('work.offer', WORKER, {
    ...offerPayload([], { workItemId: SECOND_ITEM, offers }),
    delegationGrantId,
  });
}

/** Lets the Worker exceed a limit that it does not reach: the Grant stays unconsumed. */
function override(organization: SeededOrganization): void {
  organization.mustAct('policy.grant_cooperation_override', OWNER, {
    grantId: 'urn:heddle:test:override:1',
    policyName: 'active_work_items',
    beneficiary: WORKER,
    targetCommandKind: 'work.start',
    targetActionId: 'urn:heddle:test:action:one-more',
    reason: 'a deadline',
    expiresAt: '2026-05-04T20:00:00Z',
  });
}

/** A second item: revised, failed, handed to a child Mission that fails, and cancelled. */
function workInVain(organization: SeededOrganization): void {
  const workItemId = SECOND_ITEM;
  authorize(organization, { goal: 'sort the list' }, { workItemId });
  organization.mustAct('ext.missionweaveprotocol.core.work_dependency_add', COORDINATOR, {
    workItemId,
    dependencyId: ITEM,
  });
  const offers = [{ offerId: 'urn:heddle:test:offer:sort', agentId: SECOND_WORKER.id }];
  offerTo(organization, [], { workItemId, offers });
  acceptAs(organization, SECOND_WORKER, { workItemId, offerId: 'urn:heddle:test:offer:sort' });
  start(organization, { workItemId }, SECOND_WORKER);
  const failure = failureOf({ workItemId, subject: { type: 'work_item', id: workItemId } });
  organization.mustAct('work.fail', SECOND_WORKER, {
    ...claimOf(organization, workItemId),
    reason: 'too many files',
    evidence: [{ ...failure, generatedBy: SECOND_WORKER }],
  });
  const again = [{ offerId: 'urn:heddle:test:offer:sort-again', agentId: SECOND_WORKER.id }];
  offerTo(organization, [], { workItemId, offers: again });
  delegate(organization);
  organization.mustAct('mission.create_child', COORDINATOR, {
    missionId: CHILD_MISSION,
    groupId: CHILD_GROUP,
    coordinatorAgentId: STRANGER.id,
    objective: 'sort in parts',
    definitionOfDone: [
      { criterionId: 'sorted', description: 'sorted', evidenceRequired: ['deterministic_test'] },
    ],
    budget: { toolCallLimit: 5 },
    deadline: '2026-05-05T08:00:00Z',
    approvalPolicy: { finalHumanApproval: false, highRiskExecutionApproval: true },
    parentWorkItemId: workItemId,
  });
  organization.mustAct('mission.terminate', STRANGER, { reason: 'not sortable' }, { groupId: CHILD_GROUP });
  organization.mustAct('work.unblock', COORDINATOR, { workItemId });
  organization.mustAct('work.cancel', OWNER, { workItemId, reason: 'the list may stay unsorted' });
}

function approvalOf(organization: SeededOrganization, decision: Approval['decision']): Approval {
  return {
    approvalId: organization.newId('approval'),
    kind: 'mission_final',
    decision,
    missionId: MISSION,
    groupId: GROUP,
    missionRevision: organization.world.get('mission', GROUP, SINGLE)?.document.revision ?? 0,
    artifactHashes: [CONTENT],
    acceptancePolicyVersion: '1.0.0',
    approver: OWNER,
    comments: 'seen',
    conditions: [],
    occurredAt: inSeconds(organization, 0),
    signature: artifactOf().signature,
  };
}

/** A life from the first card to the approval, by nothing but Commands. */
export function live(): SeededOrganization {
  const organization = emptyOrganization();
  found(organization);
  override(organization);
  workThrough(organization);
  workInVain(organization);
  organization.mustAct('mission.submit_for_approval', COORDINATOR, { artifactHashes: [CONTENT] });
  organization.mustAct('mission.request_changes', OWNER, {
    approval: approvalOf(organization, 'changes_requested'),
  });
  organization.mustAct('mission.submit_for_approval', COORDINATOR, { artifactHashes: [CONTENT] });
  organization.mustAct('mission.approve', OWNER, { approval: approvalOf(organization, 'approved') });
  return organization;
}
