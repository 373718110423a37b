// What a scenario is, and what most of them need: another WorkItem in the Mission about the archive.
import { nowAt } from '../../domain/decision.ts';
import { currentMemberships } from '../../domain/members.ts';
import { SINGLE } from '../../domain/world.ts';
import type { CapabilityRef, Evidence, WorkContract } from '../../protocol/generated/documents.ts';
import { newId } from '../../sync/system-ports.ts';
import type { DemoAgent } from './demo-agent.ts';
import type { DemoRole } from './demo-folder.ts';
import { demoGroupOf, demoItemOf } from './demo-missions.ts';
import type { ProgressStep, ProgressValues, ScenarioHindrance } from './demo-words.ts';
import type { RunningDemo } from './running-demo.ts';

export interface Scenario {
  /** Why it cannot be played now; undefined when it can, also again. */
  readonly whyNot: (demo: RunningDemo) => ScenarioHindrance | undefined;
  /** Plays it to its end with real Commands; rejects when something of it was refused, or the demo is stopped. */
  readonly play: (demo: RunningDemo, tell: TellProgress) => Promise<void>;
}

export type TellProgress = (step: ProgressStep, values?: ProgressValues) => void;

export const FIELD_WORK: CapabilityRef = { id: 'heddle.demo-field-work', version: '1.0.0' };

/** The deliverable of all work that scenarios plan. */
export const NOTE_SCHEMA = 'urn:heddle:deliverable:note';
const CRITERION = 'complete';

export interface NewWork {
  readonly goal: string;
  readonly capability: CapabilityRef;
  readonly risk?: WorkContract['sideEffectRisk'];
}

export function archiveOf({ kept }: RunningDemo) {
  const missionId = kept.missions.archive;
  return { missionId, groupId: demoGroupOf(missionId) };
}

/** Scenarios that plan work need a Mission that goes on, and its Coordinator. */
export function whyNotInArchive(demo: RunningDemo): ScenarioHindrance | undefined {
  const { groupId } = archiveOf(demo);
  const mission = demo.world.get('mission', groupId, SINGLE)?.document;
  if (demo.connection.status !== 'online') return 'not-online';
  if (mission?.state !== 'active') return 'archive-over';
  return mission.coordinator.agentId === demo.cast.coordinator.actor.id ? undefined : 'not-coordinator';
}

/** Plans a WorkItem as Coordinator, by the terms that the Mission has for others; its id. */
export async function planWork(demo: RunningDemo, work: NewWork): Promise<string> {
  const { groupId } = archiveOf(demo);
  const workItemId = newId();
  await demo.act({
    kind: 'work.authorize',
    groupId,
    form: { workItemId, contract: contractOf(demo, work) },
  });
  await demo.until(() => demo.world.get('workItem', groupId, workItemId) !== undefined);
  return workItemId;
}

export function contractOf(demo: RunningDemo, { goal, capability, risk = 'none' }: NewWork): WorkContract {
  const { missionId, groupId } = archiveOf(demo);
  const like = demo.world.get('workItem', groupId, demoItemOf(missionId, 'translation'))?.document.contract;
  if (like === undefined) throw new Error('the Mission about the archive has a translation');
  return {
    contractVersion: 1,
    goal: distinct(demo, goal),
    requiredDeliverables: [
      { deliverableId: 'note', description: 'What was found.', mediaType: 'text/plain', schema: NOTE_SCHEMA },
    ],
    acceptanceCriteria: [
      {
        criterionId: CRITERION,
        description: 'It says everything that there is to say.',
        evidenceRequired: ['deterministic_test'],
      },
    ],
    inputArtifacts: [],
    dependencyWorkItemIds: [],
    allowedResources: [],
    requiredCapabilities: [capability],
    deadline: like.deadline,
    requestedUrgency: 'normal',
    businessImpact: 'It shows what happens when something goes wrong.',
    retryPolicy: like.retryPolicy,
    budget: { toolCallLimit: 5, computeSecondsLimit: 60, wallClockSecondsLimit: 300 },
    sideEffectRisk: risk,
    executionApproval: risk === 'none' ? 'not_required' : 'human_required',
  };
}

/** The same work is not planned twice while the first is open: from the second time on it has a number. */
function distinct(demo: RunningDemo, goal: string): string {
  const { groupId } = archiveOf(demo);
  const before = [...demo.world.list('workItem', groupId)].filter(([, { document }]) =>
    document.contract.goal.startsWith(goal),
  );
  return before.length === 0 ? goal : `${goal} (${before.length + 1})`;
}

/** Offers work to somebody, who is taken into the Group first where that was not done yet. */
export async function offerWork(demo: RunningDemo, workItemId: string, role: DemoRole): Promise<void> {
  const { groupId } = archiveOf(demo);
  const { actor } = demo.cast[role];
  const isMember = () =>
    currentMemberships(demo.world, groupId, actor, nowAt(Math.floor(demo.nowMs()))).some(
      ({ role: its }) => its === 'worker',
    );
  if (!isMember()) {
    await demo.act({
      kind: 'membership.change',
      groupId,
      form: { member: actor, role: 'worker', state: 'active', visibilityStartSequence: 1 },
    });
    await demo.until(isMember);
  }
  await demo.act({
    kind: 'work.offer',
    groupId,
    form: { workItemId, candidates: [{ agentId: actor.id }], offerSeconds: 3_600 },
  });
}

/** Evidence that an Agent gives for its own result. */
export function evidenceOf(
  demo: RunningDemo,
  agent: DemoAgent,
  workItemId: string,
  artifactHashes: readonly string[],
): Evidence {
  const { missionId, groupId } = archiveOf(demo);
  return agent.sign('evidence', {
    evidenceId: newId(),
    missionId,
    groupId,
    workItemId,
    type: 'deterministic_test',
    subject: { type: 'work_item', id: workItemId },
    criterionIds: [CRITERION],
    method: 'The lines of the note were counted again.',
    result: 'passed',
    artifactHashes: [...artifactHashes],
    generatedBy: { type: 'agent', id: agent.agentId },
    createdAt: agent.nowText,
  });
}

/** Until a moment of the Authority's clock. */
export function untilTime(demo: RunningDemo, timestamp: string | undefined): Promise<void> {
  const atMs = Date.parse(timestamp ?? '');
  return demo.until(() => demo.nowMs() > atMs);
}
