// Load of goal (b): whole life cycles of WorkItems, many side by side. What a Command says depends on the answers before
// it, so everything is signed on the way.
import { newId } from '../../../core/sync/system-ports.ts';
import type {
  Artifact,
  CommandPayloads,
  Event,
  EventPayloads,
  Evidence,
} from '../../../core/protocol/generated/documents.ts';
import { nowAt } from '../../../core/domain/decision.ts';
import { hashContent } from '../../../core/protocol/hash.ts';
import {
  type BenchGroup,
  type BenchMember,
  type BenchWorld,
  CAPABILITY,
  workerLabels,
} from './bench-world.ts';
import { nowText, signAs, signCommand } from './command-signer.ts';
import { mustOk } from './history-writer.ts';
import type { LoadConnection } from './load-connection.ts';
import { LoadMeter, type LoadResult } from './load-result.ts';

export interface LifeCycleLoad {
  /** WorkItems before the measurement begins, and in it. */
  readonly warmUp: number;
  readonly count: number;
  /** WorkItems on their way at once; each has one Command on its way. */
  readonly inFlight: number;
  /** The measured part ends after so long, whatever is left. */
  readonly limitMs: number;
}

/** One place to work: a Group with its Coordinator and one of its workers. */
interface Seat {
  readonly group: BenchGroup;
  readonly coordinator: LoadConnection;
  readonly worker: LoadConnection;
  readonly member: BenchMember;
}

export async function runLifeCycleLoad(
  connections: ReadonlyMap<string, LoadConnection>,
  world: BenchWorld,
  { warmUp, count, inFlight, limitMs }: LifeCycleLoad,
): Promise<LoadResult> {
  const meter = new LoadMeter();
  const queues = await bringContents(connections, world, { count: warmUp + count, lanes: inFlight });
  let begun = 0;
  const lane = async (queue: readonly PlannedWork[]) => {
    for (const work of queue) {
      if (meter.elapsedMs >= limitMs) return;
      if (begun === warmUp) meter.begin();
      begun += 1;
      await runLifeCycle(work, meter);
    }
  };
  await Promise.all(queues.map((queue) => lane(queue)));
  return meter.finish();
}

/** A WorkItem to be, whose content lies ready at the Authority: Commands are measured, and not uploads. */
interface PlannedWork {
  readonly seat: Seat;
  readonly workItemId: string;
}

async function bringContents(
  connections: ReadonlyMap<string, LoadConnection>,
  world: BenchWorld,
  { count, lanes }: { readonly count: number; readonly lanes: number },
): Promise<readonly (readonly PlannedWork[])[]> {
  const labels = workerLabels(world.shape);
  return Promise.all(
    Array.from({ length: lanes }, async (_none, index) => {
      // A lane keeps to one worker, so that no worker has more under way than its card allows.
      const seats = seatsOf(connections, world, labels[index % labels.length] ?? '');
      const queue: PlannedWork[] = [];
      for (let turn = index; turn < count; turn += lanes) {
        const seat = seats[(index + queue.length) % seats.length];
        if (seat === undefined) throw new Error('a worker is in no Group');
        const workItemId = newId();
        const content = Buffer.from(contentOf(workItemId));
        // By the Coordinator, who may at any time; a worker only while it works.
        mustOk(await seat.coordinator.controlPlane.upload(seat.group.groupId, content));
        queue.push({ seat, workItemId });
      }
      return queue;
    }),
  );
}

function contentOf(workItemId: string): string {
  return `inventory of ${workItemId}`;
}

function seatsOf(
  connections: ReadonlyMap<string, LoadConnection>,
  { groups }: BenchWorld,
  label: string,
): readonly Seat[] {
  return groups.flatMap((group) => {
    const member = group.workers.find((worker) => worker.label === label);
    const worker = connections.get(label);
    const coordinator = connections.get(group.coordinator.label);
    return member === undefined || worker === undefined || coordinator === undefined
      ? []
      : [{ group, coordinator, worker, member }];
  });
}

/** Seven Commands, one after another. */
async function runLifeCycle({ seat, workItemId }: PlannedWork, meter: LoadMeter): Promise<void> {
  const offerId = newId();
  const act = async <Kind extends keyof CommandPayloads>(
    who: 'coordinator' | 'worker',
    kind: Kind,
    payload: CommandPayloads[Kind],
  ): Promise<Event> => {
    const member = who === 'worker' ? seat.member : seat.group.coordinator;
    const { actionId, bytes } = signCommand(seat[who], seat.group, member, kind, payload);
    const sentAt = performance.now();
    const event = await seat[who].submit(actionId, bytes);
    meter.note(sentAt);
    return event;
  };
  await act('coordinator', 'work.authorize', { workItemId, contract: contractOf(workItemId) });
  await act('coordinator', 'work.offer', {
    workItemId,
    offers: [{ offerId, agentId: seat.worker.principal.actor.id }],
    selectionBasis: {
      requiredCapabilities: [CAPABILITY],
      verifiedMatches: [CAPABILITY],
      authorizationEligible: true,
      availabilityEstimate: nowText(),
      expectedCost: 0,
      reliabilityEvidence: [],
      policyRulesApplied: ['first eligible'],
    },
  });
  const accepted = await act('worker', 'work.accept_offer', { workItemId, offerId });
  const { ownershipEpoch } = accepted.payload as unknown as EventPayloads['work.offer.accepted'];
  if (ownershipEpoch === undefined) throw new Error('an accepted offer names its Ownership Epoch');
  const started = await act('worker', 'work.start', { workItemId, ownershipEpoch });
  const { leaseId: executionLeaseId } = (started.payload as unknown as EventPayloads['work.started']).lease;
  const artifact = artifactOf(seat, workItemId);
  await act('worker', 'artifact.publish', { artifact, ownershipEpoch, executionLeaseId });
  const artifactHashes = [artifact.contentHash];
  await act('worker', 'work.submit', {
    workItemId,
    ownershipEpoch,
    executionLeaseId,
    artifactHashes,
    evidence: [evidenceOf(seat, 'worker', workItemId, artifactHashes)],
  });
  await act('coordinator', 'work.accept_result', {
    workItemId,
    evidence: [evidenceOf(seat, 'coordinator', workItemId, [])],
  });
}

/** Every item has a goal of its own: the same work twice at once is refused (OPEN-068). */
function contractOf(workItemId: string): CommandPayloads['work.authorize']['contract'] {
  return {
    contractVersion: 1,
    goal: `list every file of ${workItemId} with its hash`,
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
    allowedResources: [],
    requiredCapabilities: [CAPABILITY],
    deadline: nowAt(Date.now() + 86_400_000).text,
    requestedUrgency: 'normal',
    businessImpact: 'the audit waits for it',
    retryPolicy: { maxAttempts: 3, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
    budget: { currency: 'EUR', financialLimit: 1, toolCallLimit: 10 },
    sideEffectRisk: 'none',
    executionApproval: 'not_required',
  };
}

function artifactOf({ group, worker }: Seat, workItemId: string): Artifact {
  const content = contentOf(workItemId);
  return signAs(worker.principal, 'artifact', {
    artifactId: newId(),
    contentHash: hashContent(content),
    uri: 'urn:heddle:bench:content',
    sizeBytes: Buffer.byteLength(content),
    mediaType: 'application/json',
    schemaUri: 'urn:missionweaveprotocol:schema:opaque',
    producer: { agentId: worker.principal.actor.id, agentCardVersion: 1, capabilities: [CAPABILITY] },
    missionId: group.missionId,
    groupId: group.groupId,
    workItemId,
    sourceArtifactHashes: [],
    toolVersions: [],
    modelVersions: [],
    classification: 'internal',
    createdAt: nowText(),
  });
}

function evidenceOf(
  seat: Seat,
  who: 'coordinator' | 'worker',
  workItemId: string,
  artifactHashes: readonly string[],
): Evidence {
  const { principal } = seat[who];
  return signAs(principal, 'evidence', {
    evidenceId: newId(),
    missionId: seat.group.missionId,
    groupId: seat.group.groupId,
    workItemId,
    type: 'deterministic_test',
    subject: { type: 'work_item', id: workItemId },
    criterionIds: ['complete'],
    method: 'counted again',
    result: 'passed',
    artifactHashes: [...artifactHashes],
    generatedBy: principal.actor,
    createdAt: nowText(),
  });
}
