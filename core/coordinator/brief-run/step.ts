// A brief's run as a function: from what the log says, to what is due next. It keeps nothing and does nothing; called
// again with the same input it says the same, and after a crash it goes on from the log.
import { nowAt } from '../../domain/decision.ts';
import { isTerminal } from '../../domain/missions.ts';
import { childIdOf } from '../briefs/plan-brief.ts';
import { lastFailureOf } from './attempts.ts';
import { Desk } from './desk.ts';
import { leadMission, proveCriteria, resultHashes } from './lead-mission.ts';
import { labelOf, type MissionView, type RunScene, viewMission } from './mission-view.ts';
import { prepareMission } from './prepare-mission.ts';
import { phaseOf, progressOf } from './progress.ts';
import type { BriefOutcome, BriefPhase, BriefRunInput, BriefRunStep, MissingResult } from './run-types.ts';

/** What is due now when the Coordinator carries the whole plan out. */
export function stepBriefRun(input: BriefRunInput): BriefRunStep {
  return step(input, leadMission);
}

/** What is due now when people lead the Mission: everything that comes before their judgement, and nothing after it. */
export function stepByHand(input: BriefRunInput): BriefRunStep {
  return step(input, prepareMission);
}

function step(
  { cards, nowMs, ...input }: BriefRunInput,
  lead: (desk: Desk, view: MissionView) => void,
): BriefRunStep {
  const scene: RunScene = {
    ...input,
    now: nowAt(nowMs),
    cards: new Map(cards.map((card) => [card.agentId, card])),
  };
  const { plan } = input;
  const desk = new Desk(scene);
  const root = viewMission(scene, plan.brief.mission, plan.missionId, undefined);
  const views = withChildren(scene, root);
  // Children first: what they bring about is already part of the picture of their parents.
  for (const view of views.toReversed()) lead(desk, view);
  const { intents, questions, needs, obstacles, wakeAtMs } = desk;
  const outcome = outcomeOf(root);
  const isArchived = input.world.get('group', root.groupId, '')?.state === 'archived';
  return {
    phase: missionPhase(root),
    intents,
    questions,
    needs,
    obstacles,
    progress: views.flatMap((view) => progressOf(view)),
    wakeAtMs,
    archiveGroupId: outcome !== undefined && plan.brief.archive && !isArchived ? root.groupId : undefined,
    outcome,
  };
}

/** A Mission and all its children that have begun, each after its parent. */
export function withChildren(scene: RunScene, view: MissionView): readonly MissionView[] {
  const below = view.works.flatMap((work) => {
    const { child } = work.item;
    const { record } = work;
    if (child === undefined || record === undefined) return [];
    const former = record.formerChildGroupIds.length;
    const missionId = childIdOf(work.workItemId, former);
    const inside = viewMission(scene, child.mission, missionId, { view, work });
    return inside.record === undefined ? [] : withChildren(scene, inside);
  });
  return [view, ...below];
}

function missionPhase({ record }: MissionView): BriefPhase {
  if (record === undefined) return 'creating';
  const { state } = record.document;
  if (isTerminal(state)) return 'ended';
  return state === 'awaiting_approval' ? 'awaiting-approval' : 'working';
}

function outcomeOf(root: MissionView): BriefOutcome | undefined {
  const { record, world, groupId } = root;
  const state = record?.document.state;
  if (state === 'approved') {
    const approvals = [...world.list('approval', groupId)].map(([, approval]) => approval);
    const approval = approvals.findLast(
      ({ kind, decision }) => kind === 'mission_final' && decision === 'approved',
    );
    return {
      result: 'approved',
      approvalId: approval?.approvalId,
      artifactHashes: approval?.artifactHashes ?? resultHashes(root),
      criteria: proveCriteria(root),
    };
  }
  if (state !== 'failed' && state !== 'cancelled') return undefined;
  return { result: state, missing: missingOf(root) };
}

function missingOf(view: MissionView): readonly MissingResult[] {
  return view.works
    .filter(({ record }) => record?.document.state !== 'verified')
    .map((work) => {
      const failure = lastFailureOf(view, work);
      return {
        item: labelOf(work),
        phase: phaseOf(view, work),
        failureCode: failure?.failureCode,
        detail: failure?.detail,
      };
    });
}
