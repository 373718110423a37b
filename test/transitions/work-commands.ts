// How each Command of the work table is sent by each party, as it would be when everything were in order.
import type { CommandKind } from '../../core/domain/decision.ts';
import { conditionsOf } from '../../core/domain/execution-approvals.ts';
import { approvalOf, childPayload } from '../../core/domain/seeded-missions.test-data.ts';
import {
  COORDINATOR,
  contractOf,
  GROUP,
  OBSERVER,
  OWNER,
  SECOND_WORKER,
  type SeededOrganization,
  SERVICE,
  WORKER,
} from '../../core/domain/seeded-world.test-data.ts';
import {
  artifactOf,
  BASIS,
  CHECKPOINT,
  CONTENT,
  evidenceOf,
  failureOf,
  inSeconds,
  ITEM,
  offerIdOf,
  reviewOf,
} from '../../core/domain/work-scenes.test-data.ts';
import type { Actor, Command, CommandPayloads } from '../../core/protocol/generated/documents.ts';
import type { WorkParty } from './work-axes.ts';
import { type Claim, PROPOSAL, type WorkScene, workStateOf } from './work-states.ts';

const ACTORS: Readonly<Record<WorkParty, Actor>> = {
  owner: WORKER,
  'former owner': SECOND_WORKER,
  candidate: WORKER,
  'rival candidate': SECOND_WORKER,
  'worker without offer': SECOND_WORKER,
  Coordinator: COORDINATOR,
  MissionOwner: OWNER,
  member: OBSERVER,
  service: SERVICE,
};

const OTHER_ITEM = 'urn:heddle:test:work:other';

interface Sending extends WorkScene {
  readonly by: WorkParty;
  readonly actor: Actor;
  readonly claim: Claim;
}

type Payload<Kind extends CommandKind> = (sending: Sending) => CommandPayloads[Kind];

const overrideOf = ({ by }: Sending) =>
  by === 'MissionOwner' ? { overrideReason: 'the Coordinator is out of reach' } : {};

const review = ({ organization }: Sending) =>
  // The worker's own evidence stands; what a review adds is dated when it is given.
  [reviewOf({ createdAt: inSeconds(organization, 0) })];

/** Every kind of the work table. */
const PAYLOADS: { readonly [Kind in CommandKind]?: Payload<Kind> } = {
  'work.propose': ({ organization }) => {
    const isOther = !['none', 'proposed'].includes(workStateOf(organization));
    return {
      proposalId: isOther ? 'urn:heddle:test:proposal:other' : `${PROPOSAL}${isRepeated(organization)}`,
      contract: contractOf(isOther ? { goal: 'something else' } : {}),
    };
  },
  'work.authorize': (sending) => ({
    workItemId: ITEM,
    contract: contractOf(),
    ...(workStateOf(sending.organization) === 'proposed' ? { proposalId: PROPOSAL } : {}),
    ...overrideOf(sending),
  }),
  'work.offer': (sending) => ({
    workItemId: ITEM,
    offers: [{ offerId: 'urn:heddle:test:offer:next', agentId: SECOND_WORKER.id }],
    selectionBasis: BASIS,
    ...overrideOf(sending),
  }),
  'ext.missionweaveprotocol.core.work_dependency_add': () => ({ workItemId: ITEM, dependencyId: OTHER_ITEM }),
  'work.accept_offer': ({ actor }) => ({ workItemId: ITEM, offerId: offerIdOf(actor.id) }),
  'work.start': ({ claim: { workItemId, ownershipEpoch } }) => ({ workItemId, ownershipEpoch }),
  'work.checkpoint': ({ claim }) => ({ ...claim, checkpoint: CHECKPOINT }),
  'work.block': ({ claim }) => ({
    ...claim,
    checkpoint: CHECKPOINT,
    reason: 'a folder is locked',
    requiredResolution: 'somebody unlocks the folder',
  }),
  'artifact.publish': ({ claim: { ownershipEpoch, executionLeaseId } }) => ({
    // A second Artifact, since delivered work has published its first one.
    artifact: artifactOf({ artifactId: 'urn:heddle:test:artifact:next' }),
    ownershipEpoch,
    executionLeaseId,
  }),
  'work.submit': ({ claim }) => ({ ...claim, artifactHashes: [CONTENT], evidence: [evidenceOf()] }),
  'ext.missionweaveprotocol.core.work_execution_lease_renew': ({ claim }) => ({
    ...claim,
    leaseSeconds: 600,
  }),
  'ext.missionweaveprotocol.core.resource_usage_record': ({ claim }) => ({
    ...claim,
    usageDelta: { toolCalls: 1 },
  }),
  'work.fail': ({ claim, by }) => ({
    ...(by === 'owner' || by === 'former owner' ? claim : { workItemId: ITEM }),
    reason: 'the folder is gone',
    evidence: [failureOf({ evidenceId: 'urn:heddle:test:evidence:next-failure' })],
  }),
  'work.unblock': () => ({ workItemId: ITEM }),
  'work.accept_result': (sending) => ({ workItemId: ITEM, evidence: review(sending) }),
  'work.cancel': () => ({ workItemId: ITEM }),
  'approval.grant_execution': ({ organization }) => executionApprovalOf(organization),
  'mission.create_child': () =>
    childPayload({
      parentWorkItemId: ITEM,
      missionId: 'urn:heddle:test:mission:next-child',
      groupId: 'urn:heddle:test:group:next-child',
    }),
  'mission.cancel': () => ({ reason: 'not needed any more' }),
  'mission.terminate': () => ({ reason: 'cannot be done' }),
  'ext.missionweaveprotocol.identity.session_open': () => ({ agentId: WORKER.id }),
};

/** The Command of a row of the work table; what it refers to is made first. */
export function createWorkCommand(scene: WorkScene, kind: CommandKind, by: WorkParty): Command {
  const { organization } = scene;
  const actor = ACTORS[by];
  if (kind === 'work.submit' && by === 'owner') publishFirst(scene);
  if (kind === 'ext.missionweaveprotocol.core.work_dependency_add') {
    const contract = contractOf({ goal: 'ask for the folder' });
    organization.mustAct('work.authorize', COORDINATOR, { workItemId: OTHER_ITEM, contract });
  }
  const payload = PAYLOADS[kind] as Payload<CommandKind> | undefined;
  if (payload === undefined) throw new Error(`the work table has no ${kind}`);
  const claim = claimBy(scene, by);
  return organization.commandOf(kind, actor, payload({ ...scene, by, actor, claim }));
}

/** What a party says of ownership: a Worker its own term, anybody else the current epoch. */
function claimBy({ organization, owner, former }: WorkScene, by: WorkParty): Claim {
  const record = organization.world.get('workItem', GROUP, ITEM);
  const current: Claim = {
    workItemId: ITEM,
    // Nobody can claim epoch 0, so where none was given this is one that never was.
    ownershipEpoch: Math.max(1, record?.ownershipEpoch ?? 0),
    executionLeaseId: record?.executionLeaseId ?? 'urn:heddle:test:lease:none',
  };
  if (by === 'owner') return owner ?? current;
  return by === 'former owner' ? (former ?? current) : current;
}

/** Submission needs a published Artifact (WORK-061); only running work can have one. */
function publishFirst({ organization, owner }: WorkScene): void {
  if (owner === undefined || workStateOf(organization) !== 'active') return;
  const { ownershipEpoch, executionLeaseId } = owner;
  organization.act('artifact.publish', WORKER, { artifact: artifactOf(), ownershipEpoch, executionLeaseId });
}

function isRepeated(organization: SeededOrganization): string {
  return workStateOf(organization) === 'proposed' ? '-again' : '';
}

/** An Execution Approval with the terms that hold now (APV-004). */
export function executionApprovalOf(
  organization: SeededOrganization,
  changes: Partial<CommandPayloads['approval.grant_execution']> = {},
): CommandPayloads['approval.grant_execution'] {
  const terms = {
    ownershipEpoch: Math.max(1, organization.world.get('workItem', GROUP, ITEM)?.ownershipEpoch ?? 0),
    operations: ['files.read'],
    resources: ['urn:heddle:test:resource:input-folder'],
    budget: { toolCallLimit: 10 },
    expiresAt: inSeconds(organization, 200),
    ...changes,
  };
  const missionRevision = organization.world.get('mission', GROUP, '')?.document.revision ?? 1;
  return {
    ...terms,
    approval: approvalOf({
      approvalId: 'urn:heddle:test:approval:execution',
      kind: 'work_execution',
      workItemId: ITEM,
      missionRevision,
      artifactHashes: [],
      conditions: [...(conditionsOf(terms) ?? [])],
    }),
  };
}
