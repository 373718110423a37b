// Documents that simulated actors write: contracts, cards, manifests, Evidence, Approvals.
import { permissionsInForce } from '../domain/permissions.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type {
  AgentCard,
  Approval,
  Artifact,
  Budget,
  ContextPackage,
  Evidence,
  SelectionBasis,
  WorkContract,
  WorkItem,
} from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import type { Unsigned } from '../protocol/sign.ts';
import { ORGANIZATION_ID, OWNER, type Principal, SERVICE } from './principals.ts';
import type { Room, Scene } from './scene.ts';

/** What every Worker can do, and every contract requires. */
export const CAPABILITY = { id: 'files.inventory', version: '1.2.0' };
/** What work in a Mission may be allowed at most. */
export const PERMISSIONS = ['read', 'files.read', 'production.deploy'];
/** The one resource of all contracts. */
export const RESOURCE = 'urn:heddle:simulation:resource:input-folder';
const HASH = hashContent('');

/** A moment as a timestamp. */
export function timeText(ms: number): string {
  return formatTimestamp(ms);
}

/** The budget of a Mission: large enough for some items, small enough to run out. */
export const MISSION_BUDGET: Budget = {
  currency: 'EUR',
  financialLimit: 100,
  modelTokenLimit: 10_000,
  toolCallLimit: 400,
  computeSecondsLimit: 3_600,
  externalSideEffectLimit: 10,
};

/** A part of a budget, in whole numbers; cent amounts so that micro-units matter. */
export function shareOf(budget: Budget, divisor: number): Budget {
  const part = (value: number | undefined) => (value === undefined ? undefined : Math.floor(value / divisor));
  const shares: { [Name in keyof Budget]: Budget[Name] | undefined } = {
    currency: budget.currency,
    financialLimit:
      budget.financialLimit === undefined
        ? undefined
        : Math.floor((budget.financialLimit * 100) / divisor) / 100,
    modelTokenLimit: part(budget.modelTokenLimit),
    toolCallLimit: part(budget.toolCallLimit),
    computeSecondsLimit: part(budget.computeSecondsLimit),
    wallClockSecondsLimit: part(budget.wallClockSecondsLimit),
    externalSideEffectLimit: part(budget.externalSideEffectLimit),
  };
  return Object.fromEntries(Object.entries(shares).filter(([, value]) => value !== undefined)) as Budget;
}

/** A complete contract for work in a Mission; some of it is risky and needs an Approval. */
export function contractOf(scene: Scene, room: Room, changes: Partial<WorkContract> = {}): WorkContract {
  const { random } = scene;
  const isRisky = random.chance(0.18);
  const mayRead = permissionsInForce(scene.world, room.mission)?.includes('read') ?? true;
  return {
    contractVersion: 1,
    goal: `list the files, take ${random.below(1_000)}`,
    requiredDeliverables: [
      {
        deliverableId: 'inventory',
        description: 'one row for each file',
        mediaType: 'application/json',
        schema: 'urn:missionweaveprotocol:schema:opaque',
      },
    ],
    acceptanceCriteria: [
      {
        criterionId: 'complete',
        description: 'no file is missing',
        evidenceRequired: ['deterministic_test'],
      },
    ],
    inputArtifacts: [],
    dependencyWorkItemIds: [],
    allowedResources: mayRead ? [{ resource: RESOURCE, operations: ['read'] }] : [],
    requiredCapabilities: [CAPABILITY],
    deadline: room.mission.document.deadline,
    requestedUrgency: 'normal',
    businessImpact: 'the audit waits for it',
    retryPolicy: { maxAttempts: 3, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
    budget: shareOf(room.mission.document.budget, 3 + random.below(5)),
    sideEffectRisk: isRisky ? 'high_risk' : 'none',
    executionApproval: isRisky ? 'human_required' : 'not_required',
    ...changes,
  };
}

/** Why a Worker was chosen. */
export function selectionOf({ nowMs }: Scene): SelectionBasis {
  return {
    requiredCapabilities: [CAPABILITY],
    verifiedMatches: [CAPABILITY],
    authorizationEligible: true,
    availabilityEstimate: timeText(nowMs),
    expectedCost: 0,
    reliabilityEvidence: [],
    policyRulesApplied: ['first eligible'],
  };
}

/** An Agent Card, signed by the registry. */
export function cardOf(
  { notary, nowMs }: Pick<Scene, 'notary' | 'nowMs'>,
  agent: Principal,
  changes: Partial<AgentCard> = {},
  publicKey = 'A'.repeat(43),
): AgentCard {
  const card: Unsigned<'agent-card'> = {
    agentId: agent.actor.id,
    organizationId: ORGANIZATION_ID,
    cardVersion: 1,
    displayName: agent.label,
    owner: OWNER.actor,
    status: 'active',
    protocolVersions: ['0.1'],
    endpoints: [{ transport: 'wss', uri: 'wss://localhost/ws' }],
    publicKeys: [{ keyId: agent.keyId, algorithm: 'Ed25519', publicKey, validFrom: '2026-01-01T00:00:00Z' }],
    capabilities: [
      {
        ...CAPABILITY,
        inputSchema: 'urn:missionweaveprotocol:schema:opaque',
        inputSchemaHash: HASH,
        outputSchema: 'urn:missionweaveprotocol:schema:opaque',
        outputSchemaHash: HASH,
        constraints: {},
        verifiedEvidence: ['urn:heddle:simulation:evidence:capability'],
      },
    ],
    maxConcurrency: 4,
    issuedAt: timeText(nowMs),
    ...changes,
  };
  return notary.sign('agent-card', card, SERVICE);
}

/** The manifest of new content; some of it was made from content that is known already. */
export function artifactOf(
  scene: Scene,
  { document }: { readonly document: WorkItem },
  by: Principal,
): Artifact {
  const { notary, nowMs, random, world } = scene;
  const { groupId, missionId, workItemId, owner } = document;
  const known = [...world.list('content', groupId)].map(([hash]) => hash);
  return notary.sign(
    'artifact',
    {
      artifactId: scene.newId('artifact'),
      contentHash: hashContent(`content ${random.below(1_000_000)}`),
      uri: 'urn:heddle:simulation:content',
      sizeBytes: random.below(1_000),
      mediaType: 'application/json',
      schemaUri: 'urn:missionweaveprotocol:schema:opaque',
      producer: {
        agentId: by.actor.id,
        agentCardVersion: owner?.agentCardVersion ?? 1,
        capabilities: owner?.capabilityPins ?? [CAPABILITY],
      },
      missionId,
      groupId,
      workItemId,
      sourceArtifactHashes: known.length > 0 && random.chance(0.3) ? [random.pick(known)] : [],
      toolVersions: [],
      modelVersions: [],
      classification: 'internal',
      createdAt: timeText(nowMs),
    },
    by,
  );
}

/** A Context Package about how a Group began. */
export function contextPackageOf(scene: Scene, { groupId, mission }: Room, by: Principal): ContextPackage {
  const first = scene.log.find(({ event }) => event.groupId === groupId && event.sequence === 1);
  if (first === undefined) throw new Error(`${groupId} has no log`);
  return scene.notary.sign(
    'context-package',
    {
      contextPackageId: scene.newId('context-package'),
      version: 1,
      missionId: mission.document.missionId,
      groupId,
      sourceEventRange: { fromSequence: 1, toSequence: 1, eventIds: [first.event.eventId] },
      artifactHashes: [],
      summary: 'the folder is to be listed',
      decisions: [],
      constraints: [],
      unresolvedQuestions: [],
      generatedBy: { type: 'agent', id: by.actor.id },
      generatedAt: timeText(scene.nowMs),
    },
    by,
  );
}

/** Evidence about a WorkItem. */
export function evidenceOf(
  scene: Scene,
  { document }: { readonly document: WorkItem },
  by: Principal,
  changes: Partial<Unsigned<'evidence'>> = {},
): Evidence {
  const { missionId, groupId, workItemId } = document;
  return scene.notary.sign(
    'evidence',
    {
      evidenceId: scene.newId('evidence'),
      missionId,
      groupId,
      workItemId,
      type: 'deterministic_test',
      subject: { type: 'work_item', id: workItemId },
      criterionIds: ['complete'],
      method: 'counted again',
      result: 'passed',
      artifactHashes: [],
      generatedBy: by.actor,
      createdAt: timeText(scene.nowMs),
      ...changes,
    },
    by,
  );
}

/** An Approval of what was submitted. */
export function approvalOf(
  scene: Scene,
  { mission, groupId }: Room,
  by: Principal,
  changes: Partial<Unsigned<'approval'>> = {},
): Approval {
  const { document, submission } = mission;
  return scene.notary.sign(
    'approval',
    {
      approvalId: scene.newId('approval'),
      kind: document.parent === undefined ? 'mission_final' : 'child_mission',
      decision: 'approved',
      missionId: document.missionId,
      groupId,
      missionRevision: submission?.missionRevision ?? document.revision,
      artifactHashes: [...(submission?.artifactHashes ?? [])],
      acceptancePolicyVersion: '1.0.0',
      approver: by.actor,
      comments: 'looked at',
      conditions: [],
      occurredAt: timeText(scene.nowMs),
      ...changes,
    },
    by,
  );
}
