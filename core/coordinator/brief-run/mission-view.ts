// One Mission of a plan, the root or a child, as the log has it: which WorkItems there are to be, and which there are.
import type { Now } from '../../domain/decision.ts';
import { SINGLE, type MissionRecord, type WorkItemRecord, type World } from '../../domain/world.ts';
import type { AgentCard, Evidence, WorkContract } from '../../protocol/generated/documents.ts';
import type { BriefFile, BriefItem, BriefMission } from '../briefs/brief.ts';
import { type BriefPlan, groupIdOf, proposalIdOf, reviewIdOf, workItemIdOf } from '../briefs/plan-brief.ts';
import { withDependents } from '../briefs/work-graph.ts';
import type { BriefRunInput } from './run-types.ts';

/** What all parts of a step look at. */
export interface RunScene extends Omit<BriefRunInput, 'cards' | 'nowMs'> {
  readonly now: Now;
  readonly cards: ReadonlyMap<string, AgentCard>;
}

/** A Mission of the plan. */
export interface MissionView {
  readonly scene: RunScene;
  readonly world: World;
  readonly plan: BriefPlan;
  readonly mission: BriefMission;
  readonly missionId: string;
  readonly groupId: string;
  /** Undefined for the root. */
  readonly parent: ParentItem | undefined;
  readonly record: MissionRecord | undefined;
  /** Every WorkItem that there is to be now, in the order of the plan; each review after what it reviews. */
  readonly works: readonly Work[];
}

/** The item that a child carries out. */
export interface ParentItem {
  readonly view: MissionView;
  readonly work: Work;
}

/** One WorkItem that there is to be. */
export interface Work {
  readonly kind: 'work' | 'review' | 'child';
  /** The name in the brief. */
  readonly name: string;
  readonly item: BriefItem;
  readonly workItemId: string;
  /** The id by which the plan knows it; a person who authorizes a proposal may have given it another one. */
  readonly plannedId: string;
  readonly record: WorkItemRecord | undefined;
  /** As planned, without what the run itself adds. */
  readonly contract: WorkContract;
  readonly files: readonly BriefFile[];
  /** What the owner of the Mission has asked to change, for an item that is done anew. */
  readonly changes: readonly string[];
  /** For a review: what is reviewed, under the ownership that submitted it. */
  readonly reviewed: Work | undefined;
}

/** A Mission of the plan as the log has it. */
export function viewMission(
  scene: RunScene,
  mission: BriefMission,
  missionId: string,
  parent: ParentItem | undefined,
): MissionView {
  const { world, plan } = scene;
  const groupId = groupIdOf(missionId);
  const record = world.get('mission', groupId, SINGLE);
  const rounds = roundsOf(world, groupId, mission);
  const works = mission.work.flatMap((item) => {
    const changes = rounds.filter(({ names }) => names.has(item.name)).map(({ feedback }) => feedback);
    const plannedId = workItemIdOf(missionId, item.name, changes.length);
    const workItemId = authorizedIdOf(world, groupId, plannedId);
    const work: Work = {
      kind: item.child === undefined ? 'work' : 'child',
      name: item.name,
      item,
      workItemId,
      plannedId,
      record: world.get('workItem', groupId, workItemId),
      contract: item.contract,
      files: item.files,
      changes,
      reviewed: undefined,
    };
    const review = reviewOf(world, groupId, work);
    return review === undefined ? [work] : [work, review];
  });
  return { scene, world, plan, mission, missionId, groupId, parent, record, works };
}

/** The WorkItem that came of a proposal of the plan, or the one that the plan would begin itself. */
function authorizedIdOf(world: World, groupId: string, plannedId: string): string {
  return world.get('proposal', groupId, proposalIdOf(plannedId))?.document.workItemId ?? plannedId;
}

interface Round {
  readonly names: ReadonlySet<string>;
  readonly feedback: string;
}

/** What the conditions of a change request say of the items to do anew; the owner signs them with it. */
const REDO = 'redo:';

export function redoConditions(names: readonly string[]): string[] {
  return names.map((name) => `${REDO}${name}`);
}

/** Every change request so far (MIS-012): the items that it sends back, and all that is built on them. */
function roundsOf(world: World, groupId: string, { work }: BriefMission): readonly Round[] {
  const needs = new Map(work.map(({ name, needs: list }) => [name, list]));
  const rounds: Round[] = [];
  for (const [, { kind, decision, conditions, comments }] of world.list('approval', groupId)) {
    if (kind === 'work_execution' || decision !== 'changes_requested') continue;
    const named = conditions
      .filter((condition) => condition.startsWith(REDO))
      .map((condition) => condition.slice(REDO.length))
      .filter((name) => needs.has(name));
    const results = work.filter(({ isResult }) => isResult).map(({ name }) => name);
    rounds.push({
      names: withDependents(needs, named.length > 0 ? named : results),
      feedback: comments,
    });
  }
  return rounds;
}

/** The review of the present submission, while there is one that is neither accepted nor refused (WORK-062). */
function reviewOf(world: World, groupId: string, work: Work): Work | undefined {
  const { item, record } = work;
  const epoch = record?.document.owner?.ownershipEpoch;
  const state = record?.document.state;
  if (item.review === undefined || epoch === undefined) return undefined;
  if (state !== 'submitted' && state !== 'verified') return undefined;
  const plannedId = reviewIdOf(work.plannedId, epoch);
  const workItemId = authorizedIdOf(world, groupId, plannedId);
  return {
    kind: 'review',
    name: work.name,
    item,
    workItemId,
    plannedId,
    record: world.get('workItem', groupId, workItemId),
    contract: item.review.contract,
    files: item.review.files,
    changes: [],
    reviewed: work,
  };
}

/** The work that carries a name of the brief. */
export function findWork({ works }: MissionView, name: string): Work | undefined {
  return works.find((work) => work.kind !== 'review' && work.name === name);
}

/** How people call a WorkItem. */
export function labelOf({ kind, name }: Pick<Work, 'kind' | 'name'>): string {
  return kind === 'review' ? `${name} (review)` : name;
}

/** The Evidence of a WorkItem in the order of the log. */
export function evidenceOf({ world, groupId }: MissionView, workItemId: string): readonly Evidence[] {
  const found: Evidence[] = [];
  for (const [, evidence] of world.list('evidence', groupId)) {
    if (evidence.workItemId === workItemId) found.push(evidence);
  }
  return found;
}
