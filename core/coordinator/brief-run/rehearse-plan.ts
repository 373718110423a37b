// The whole plan tried out before anything is signed: the Mission, all of its work, and that of its children, by the rules
// of the Authority.
import { DEFAULT_POLICY, nowAt, type OrganizationPolicy } from '../../domain/decision.ts';
import type { Rejection } from '../../domain/rejection.ts';
import { MemoryWorld, type World } from '../../domain/world.ts';
import type { AgentCard } from '../../protocol/generated/documents.ts';
import { type BriefPlan, childIdOf } from '../briefs/plan-brief.ts';
import { firstContract } from './contract-terms.ts';
import type { CommandDraft } from '../command-draft.ts';
import { Desk } from './desk.ts';
import { beginMissionDraft } from './lead-mission.ts';
import { childDraft } from './advance-work.ts';
import { labelOf, type MissionView, type RunScene, viewMission } from './mission-view.ts';
import { emptyNotes } from './notes.ts';
import { AgentHistory } from '../assistant/offers/agent-history.ts';
import { rankCandidates } from '../assistant/offers/rank-candidates.ts';
import { BRIEF_RANKING, offerSceneOf } from './assistant-settings.ts';

/** Why a plan cannot be carried out. */
export type PlanObstacle =
  | { readonly item: string | undefined; readonly rejection: Rejection }
  /** No Worker of the brief has a card that satisfies the item. */
  | { readonly item: string; readonly rejection: undefined };

/** What a plan is tried out on. */
export interface RehearsalGround {
  readonly world: World;
  readonly policy: OrganizationPolicy;
}

/** What the Authority would refuse of a plan; undefined when it would accept all of it. `cards` are all that matter. */
export function rehearsePlan(
  plan: BriefPlan,
  cards: readonly AgentCard[],
  nowMs: number,
  on: RehearsalGround = { world: new MemoryWorld(), policy: DEFAULT_POLICY },
): PlanObstacle | undefined {
  const scene: RunScene = {
    world: on.world,
    plan,
    notes: emptyNotes(),
    now: nowAt(nowMs),
    cards: new Map(cards.map((card) => [card.agentId, card])),
    presence: new Map(),
    history: () => [],
    agentHistory: new AgentHistory(BRIEF_RANKING.fairnessWindow),
  };
  const desk = new Desk(scene, on.policy);
  const refusal = desk.rehearsal.try(desk.actorOf('owner'), beginMissionDraft(plan));
  if (refusal !== undefined) return { item: undefined, rejection: refusal };
  // From here on the state is the one that the rehearsal leaves.
  const rehearsed = { ...scene, world: desk.rehearsal.world };
  return rehearseWork(desk, viewMission(rehearsed, plan.brief.mission, plan.missionId, undefined));
}

function rehearseWork(desk: Desk, view: MissionView): PlanObstacle | undefined {
  const coordinator = desk.actorOf('coordinator');
  for (const work of view.works) {
    const item = labelOf(work);
    const { workItemId } = work;
    const contract = firstContract(view, work);
    const draft: CommandDraft = {
      kind: 'work.authorize',
      groupId: view.groupId,
      payload: { workItemId, contract },
    };
    const refusal = desk.rehearsal.try(coordinator, draft);
    if (refusal !== undefined) return { item, rejection: refusal };
    const { child } = work.item;
    if (child === undefined) {
      const ranking = rankCandidates(offerSceneOf(view), workItemId);
      if (ranking?.eligible.length === 0) return { item, rejection: undefined };
      continue;
    }
    const begun = { ...work, record: view.world.get('workItem', view.groupId, workItemId) };
    const promotion = childDraft(view, begun, desk.rehearsal.world);
    if (promotion === undefined) continue;
    const refused = desk.rehearsal.try(coordinator, promotion);
    if (refused !== undefined) return { item, rejection: refused };
    const inside = viewMission(view.scene, child.mission, childIdOf(workItemId, 0), { view, work: begun });
    const below = rehearseWork(desk, inside);
    if (below !== undefined) return below;
  }
  return undefined;
}
