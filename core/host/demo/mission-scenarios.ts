// Scenarios about whole Missions: a child that fails, an owner who asks for changes, a Coordinator who is replaced.
import { SINGLE } from '../../domain/world.ts';
import type { ContextPackage } from '../../protocol/generated/documents.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import { newId } from '../../sync/system-ports.ts';
import type { DemoAgent } from './demo-agent.ts';
import { demoGroupOf, demoItemOf } from './demo-missions.ts';
import {
  archiveOf,
  contractOf,
  FIELD_WORK,
  planWork,
  type Scenario,
  untilTime,
  whyNotInArchive,
} from './demo-scenario.ts';
import type { RunningDemo } from './running-demo.ts';

const HOUR_MS = 3_600_000;

export const childFailure: Scenario = {
  whyNot: whyNotInArchive,
  play: async (demo, tell) => {
    const { groupId } = archiveOf(demo);
    tell('planning-work');
    const goal = 'Find out who owns the strip of land behind the shed.';
    const workItemId = await planWork(demo, { goal, capability: FIELD_WORK });
    const contract = contractOf(demo, { goal, capability: FIELD_WORK });
    const childGroupId = newId();
    await demo.act({
      kind: 'mission.create_child',
      groupId,
      form: {
        missionId: newId(),
        newGroupId: childGroupId,
        parentWorkItemId: workItemId,
        title: 'Who owns the strip of land',
        objective: goal,
        definitionOfDone: contract.acceptanceCriteria,
        budget: contract.budget,
        deadline: contract.deadline,
        approvalPolicy: { finalHumanApproval: false, highRiskExecutionApproval: true },
        coordinatorAgentId: demo.cast.deputy.actor.id,
        childFailurePolicy: 'block_parent_work_item',
      },
    });
    tell('child-begins');
    await demo.withAgent('deputy', async (agent) => {
      await agent.joined(childGroupId);
      await agent.act({
        kind: 'mission.terminate',
        groupId: childGroupId,
        payload: { reason: 'The land register is closed, and nobody else knows.' },
      });
    });
    await demo.until(() => demo.world.get('workItem', groupId, workItemId)?.document.state === 'blocked');
    tell('child-failed');
  },
};

export const changeRequest: Scenario = {
  whyNot: (demo) => {
    const groupId = demoGroupOf(demo.kept.missions.accounts);
    const mission = demo.world.get('mission', groupId, SINGLE)?.document;
    if (demo.connection.status !== 'online') return 'not-online';
    if (mission?.state === 'awaiting_approval') return undefined;
    if (mission?.state !== 'active') return 'accounts-over';
    if (mission.coordinator.agentId !== demo.cast.coordinator.actor.id) return 'not-coordinator';
    const items = Array.from(demo.world.list('workItem', groupId), ([, { document }]) => document.state);
    return items.every((state) => state === 'verified' || state === 'cancelled')
      ? undefined
      : 'accounts-open';
  },
  play: async (demo, tell) => {
    const groupId = demoGroupOf(demo.kept.missions.accounts);
    const record = () => demo.world.get('mission', groupId, SINGLE);
    const before = record();
    if (before?.document.state === 'active') {
      tell('resubmitting');
      const { submission } =
        demo.world.get('workItem', groupId, demoItemOf(demo.kept.missions.accounts, 'report'))?.document ??
        {};
      const artifactHashes = submission?.artifactHashes ?? [];
      await demo.act({ kind: 'mission.submit_for_approval', groupId, form: { artifactHashes } });
      await demo.until(() => record()?.document.state === 'awaiting_approval');
    }
    await demo.act({
      kind: 'mission.request_changes',
      groupId,
      form: { feedback: 'The report has to say which receipts belong to which line of the ledger.' },
    });
    await demo.until(() => record()?.document.state === 'active');
    tell('changes-asked');
  },
};

/** How long the term of the Coordinator lasts that falls silent. */
const TERM_SECONDS = 8;

export const takeover: Scenario = {
  whyNot: (demo) => (demo.connection.status === 'online' ? undefined : 'not-online'),
  play: async (demo, tell) => {
    const { cast } = demo;
    const missionId = newId();
    const groupId = `${missionId}:group`;
    const criterion = {
      criterionId: 'done',
      description: 'The fair can begin.',
      evidenceRequired: ['human_review' as const],
    };
    await demo.act({
      kind: 'mission.create',
      form: {
        missionId,
        newGroupId: groupId,
        title: 'Prepare the summer fair',
        objective: 'Everything that the fair needs is there by Saturday.',
        definitionOfDone: [criterion],
        budget: { toolCallLimit: 100, computeSecondsLimit: 1_000, wallClockSecondsLimit: 10_000 },
        deadline: formatTimestamp(Math.floor(demo.nowMs()) + 48 * HOUR_MS),
        approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
        coordinatorAgentId: cast.deputy.actor.id,
        coordinatorLeaseSeconds: TERM_SECONDS,
      },
    });
    tell('lead-begins');
    const contextPackage = await demo.withAgent('deputy', async (agent) => {
      await agent.joined(groupId);
      await leadAWhile(demo, agent, groupId);
      return handOver(agent, { missionId, groupId });
    });
    tell('lead-silent', { seconds: TERM_SECONDS });
    const coordinator = () => demo.world.get('mission', groupId, SINGLE)?.document.coordinator;
    await demo.until(() => coordinator() !== undefined);
    await untilTime(demo, demo.world.get('lease', groupId, coordinator()?.leaseId ?? '')?.expiresAt);
    // Directly over the owner's line: the form of the desk has no Context Package.
    const owner = demo.linkOf('owner');
    const outcome = await owner.submit({
      kind: 'mission.assign_coordinator',
      groupId,
      actionId: newId(),
      payload: {
        coordinatorAgentId: cast.coordinator.actor.id,
        leaseSeconds: 30 * 24 * 3_600,
        contextPackage,
      },
    });
    if (outcome.status !== 'accepted') throw new Error(`mission.assign_coordinator: ${outcome.status}`);
    await demo.until(() => coordinator()?.agentId === cast.coordinator.actor.id);
    await demo.until(() =>
      demo
        .linkOf('coordinator')
        .groups()
        .some((group) => group.groupId === groupId),
    );
    tell('taken-over', { epoch: coordinator()?.coordinatorEpoch ?? 0 });
  },
};

/** Something to take over: planned work, and a word about it. */
async function leadAWhile(demo: RunningDemo, agent: DemoAgent, groupId: string): Promise<void> {
  const { world } = agent.client;
  for (const goal of ['Rent the tent and four tables.', 'Ask the brass band for Saturday.']) {
    await agent.act({
      kind: 'work.authorize',
      groupId,
      payload: {
        workItemId: newId(),
        contract: {
          ...contractOf(demo, { goal, capability: FIELD_WORK }),
          deadline: formatTimestamp(Math.floor(demo.nowMs()) + 24 * HOUR_MS),
        },
      },
    });
  }
  await agent.act({
    kind: 'message.post',
    groupId,
    conversationId: world.get('group', groupId, SINGLE)?.mainConversationId ?? '',
    payload: { messageId: newId(), content: [{ type: 'text', text: 'The tent is as good as rented.' }] },
  });
}

/** What a successor needs to know (CTX-002). */
function handOver(
  agent: DemoAgent,
  { missionId, groupId }: { readonly missionId: string; readonly groupId: string },
): ContextPackage {
  return agent.sign('context-package', {
    contextPackageId: newId(),
    version: 1,
    missionId,
    groupId,
    sourceEventRange: agent.rangeOf(groupId),
    artifactHashes: [],
    summary: 'Two things are planned and offered to nobody yet: the tent, and the brass band.',
    decisions: [],
    constraints: ['The fair is on Saturday.'],
    unresolvedQuestions: ['Who brings the cake stand?'],
    generatedBy: { type: 'agent', id: agent.agentId },
    generatedAt: agent.nowText,
  });
}
