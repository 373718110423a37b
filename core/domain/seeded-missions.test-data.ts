// Work, results and child Missions for tests of the Mission life cycle, seeded as records where no Command is meant.
import type {
  Actor,
  Approval,
  Artifact,
  CommandPayloads,
  Event,
  EventPayloads,
} from '../protocol/generated/documents.ts';
import { type EventKind, nowAt } from './decision.ts';
import { ITEM, seedDocuments, seedWorkItem } from './seeded-work.test-data.ts';
import {
  CAPABILITY,
  contractOf,
  COORDINATOR,
  GROUP,
  MISSION,
  MISSION_BUDGET,
  OWNER,
  SECOND_WORKER,
  type SeededOrganization,
  START_MS,
  STRANGER,
  WORKER,
} from './seeded-world.test-data.ts';
import { ORGANIZATION, SINGLE } from './world.ts';

export const CHILD_GROUP = 'urn:heddle:test:group:child';
export const CHILD_MISSION = 'urn:heddle:test:mission:child';
export const HASH = `sha256:${'a'.repeat(64)}`;
export const OTHER_HASH = `sha256:${'b'.repeat(64)}`;
/** Coordinator of child Missions in tests. */
export const CHILD_COORDINATOR: Actor = SECOND_WORKER;

/** Payload that creates a root Mission; tests change what they are about. */
export function missionPayload(
  changes: Partial<CommandPayloads['mission.create']> = {},
): CommandPayloads['mission.create'] {
  return {
    missionId: 'urn:heddle:test:mission:new',
    groupId: 'urn:heddle:test:group:new',
    coordinatorAgentId: STRANGER.id,
    objective: 'audit the output folder',
    definitionOfDone: [
      { criterionId: 'done', description: 'the report is complete', evidenceRequired: ['human_review'] },
    ],
    budget: MISSION_BUDGET,
    deadline: '2026-05-07T09:00:00Z',
    approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
    ...changes,
  };
}

/** Payload that promotes the seeded WorkItem to a child Mission. */
export function childPayload(
  changes: Partial<CommandPayloads['mission.create_child']> = {},
): CommandPayloads['mission.create_child'] {
  return {
    ...missionPayload(),
    missionId: CHILD_MISSION,
    groupId: CHILD_GROUP,
    coordinatorAgentId: CHILD_COORDINATOR.id,
    budget: { currency: 'EUR', financialLimit: 5, toolCallLimit: 50 },
    deadline: '2026-05-05T08:00:00Z',
    approvalPolicy: { finalHumanApproval: false, highRiskExecutionApproval: true },
    parentWorkItemId: ITEM,
    ...changes,
  };
}

/** Seeds an open WorkItem and promotes it to a child Mission by its Command. */
export function promote(
  organization: SeededOrganization,
  changes: Partial<CommandPayloads['mission.create_child']> = {},
): readonly Event[] {
  seedWorkItem(organization, { state: 'open' });
  return organization.mustAct('mission.create_child', COORDINATOR, childPayload(changes));
}

/** Promotes a new WorkItem of the child to a grandchild, coordinated by the stranger. */
export function promoteChild(
  organization: SeededOrganization,
  name = 'grandchild',
  changes: Partial<CommandPayloads['mission.create_child']> = {},
): { readonly groupId: string; readonly missionId: string; readonly workItemId: string } {
  const workItemId = `urn:heddle:test:work-item:${name}`;
  const groupId = `urn:heddle:test:group:${name}`;
  const missionId = `urn:heddle:test:mission:${name}`;
  const contract = contractOf({
    budget: { currency: 'EUR', financialLimit: 2, toolCallLimit: 20 },
    deadline: '2026-05-05T07:00:00Z',
  });
  seedWorkItem(organization, {
    state: 'open',
    workItemId,
    groupId: CHILD_GROUP,
    missionId: CHILD_MISSION,
    contract,
  });
  organization.mustAct(
    'mission.create_child',
    CHILD_COORDINATOR,
    childPayload({
      missionId,
      groupId,
      parentWorkItemId: workItemId,
      coordinatorAgentId: STRANGER.id,
      budget: { currency: 'EUR', financialLimit: 1 },
      deadline: '2026-05-05T06:00:00Z',
      ...changes,
    }),
    { groupId: CHILD_GROUP },
  );
  return { groupId, missionId, workItemId };
}

/** A published Artifact of a Mission. */
export function seedArtifact(organization: SeededOrganization, changes: Partial<Artifact> = {}): Artifact {
  const at = nowAt(START_MS).text;
  const artifact: Artifact = {
    artifactId: 'urn:heddle:test:artifact:1',
    contentHash: HASH,
    uri: 'https://localhost/artifacts/1',
    sizeBytes: 3,
    mediaType: 'application/json',
    schemaUri: 'urn:missionweaveprotocol:schema:opaque',
    producer: { agentId: WORKER.id, agentCardVersion: 1, capabilities: [CAPABILITY] },
    missionId: MISSION,
    groupId: GROUP,
    workItemId: ITEM,
    sourceArtifactHashes: [],
    toolVersions: [],
    modelVersions: [],
    classification: 'internal',
    createdAt: at,
    signature: {
      algorithm: 'Ed25519',
      keyId: `${WORKER.id}:key`,
      createdAt: at,
      value: 'A'.repeat(86),
    },
    ...changes,
  };
  seedDocuments(organization, { artifact }, artifact.groupId);
  return artifact;
}

/** A signed answer to the submission of the seeded Mission. */
export function approvalOf(changes: Partial<Approval> = {}): Approval {
  const at = nowAt(START_MS).text;
  return {
    approvalId: 'urn:heddle:test:approval:1',
    kind: 'mission_final',
    decision: 'approved',
    missionId: MISSION,
    groupId: GROUP,
    missionRevision: 1,
    artifactHashes: [HASH],
    acceptancePolicyVersion: '1.0.0',
    approver: OWNER,
    comments: 'as agreed',
    conditions: [],
    occurredAt: at,
    signature: { algorithm: 'Ed25519', keyId: `${OWNER.id}:key`, createdAt: at, value: 'A'.repeat(86) },
    ...changes,
  };
}

/** Lets the coordinator lease of a Mission end at a moment. */
export function endTermAt({ world }: SeededOrganization, expiresAt: string, groupId = GROUP): void {
  const leaseId = world.get('mission', groupId, SINGLE)?.document.coordinator.leaseId ?? '';
  const lease = world.get('lease', groupId, leaseId);
  if (lease === undefined) throw new Error('no such lease');
  world.apply([{ kind: 'lease', groupId, id: leaseId, value: { ...lease, expiresAt } }]);
}

/** The payload of the only Event of a kind, in a Group. */
export function payloadOf<Kind extends EventKind>(
  events: readonly Event[],
  kind: Kind,
  groupId?: string,
): EventPayloads[Kind] {
  const found = events.filter(
    (event) => event.kind === kind && (groupId === undefined || event.groupId === groupId),
  );
  const [event] = found;
  if (event === undefined || found.length > 1) throw new Error(`${found.length} Events of ${kind}`);
  return event.payload as unknown as EventPayloads[Kind];
}

/** Kinds of Events with the ends of their Group ids, in order. */
export function outline(events: readonly Event[]): readonly string[] {
  return events.map(({ kind, groupId }) => `${kind} ${groupId?.split(':').at(-1) ?? ''}`);
}

/** Registers an Agent's session under an epoch. */
export function setSession({ world }: SeededOrganization, agentId: string, sessionEpoch: number): void {
  world.apply([
    {
      kind: 'session',
      groupId: ORGANIZATION,
      id: agentId,
      value: { sessionEpoch, openedAt: nowAt(START_MS).text },
    },
  ]);
}
