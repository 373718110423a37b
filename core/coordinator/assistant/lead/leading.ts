// What all areas of a step look at: the Mission with its Coordinator on this computer, its items in their order, the moment.
import { ORGANIZATION, type MissionRecord, SINGLE, type WorkItemRecord } from '../../../domain/world.ts';
import type { AgentCard, RequestedUrgency } from '../../../protocol/generated/documents.ts';
import { type DeskIdentity, localCoordinator } from '../../desk/connection.ts';
import { Moment, msOf } from '../../desk/moment.ts';
import type { OfferScene } from '../offers/agent-standing.ts';
import { type PlanAssessment } from '../planning/plan-watch.ts';
import { planScene, type PlanScene } from '../planning/plan-scene.ts';
import { StepBuilder } from './step-builder.ts';
import type { LeadScene } from './lead-types.ts';

export class Leading {
  readonly scene: LeadScene;
  readonly groupId: string;
  readonly mission: MissionRecord;
  readonly assessment: PlanAssessment;
  /** Work that is neither verified nor cancelled, the most urgent first. */
  readonly openItems: readonly WorkItemRecord[];
  readonly moment: Moment;
  readonly step: StepBuilder;
  /** Whether any work was given up. */
  readonly hasCancelled: boolean = false;
  private planned: PlanScene | undefined;

  constructor(
    scene: LeadScene,
    groupId: string,
    mission: MissionRecord,
    coordinator: DeskIdentity,
    assessment: PlanAssessment,
  ) {
    this.scene = scene;
    this.groupId = groupId;
    this.mission = mission;
    this.assessment = assessment;
    this.moment = new Moment(scene.connection.nowMs);
    this.step = new StepBuilder(scene, coordinator);
    const open: WorkItemRecord[] = [];
    for (const [, record] of scene.connection.world.list('workItem', groupId)) {
      const { state } = record.document;
      if (state === 'cancelled') this.hasCancelled = true;
      else if (state !== 'verified') open.push(record);
    }
    this.openItems = open.sort(compareUrgency);
  }

  get offerScene(): OfferScene {
    const { connection, history, settings } = this.scene;
    const { world, nowMs, policy, cards, presence } = connection;
    return {
      world,
      groupId: this.groupId,
      nowMs,
      policy,
      cards,
      presence,
      history,
      ranking: settings.ranking,
    };
  }

  /** Made only where something has to look at the whole plan. */
  get planScene(): PlanScene {
    this.planned ??= planScene(this.scene.connection, this.groupId);
    if (this.planned === undefined) throw new Error(`the Mission of ${this.groupId} was there before`);
    return this.planned;
  }

  /** The cards of all Agents that are known here. */
  get cards(): readonly AgentCard[] {
    const { world, cards } = this.scene.connection;
    const known = new Map(cards);
    for (const [id, { card }] of world.list('agent', ORGANIZATION)) known.set(id, card);
    return [...known.values()];
  }

  item(workItemId: string): WorkItemRecord | undefined {
    return this.scene.connection.world.get('workItem', this.groupId, workItemId);
  }
}

/** Undefined for a Mission that is unknown here, or led by somebody else. */
export function openLeading(scene: LeadScene, groupId: string): Leading | undefined {
  const { connection, planWatch } = scene;
  const mission = connection.world.get('mission', groupId, SINGLE);
  const coordinator = mission === undefined ? undefined : localCoordinator(connection, mission);
  const assessment = coordinator === undefined ? undefined : planWatch.assess(connection, groupId);
  if (mission === undefined || coordinator === undefined || assessment === undefined) return undefined;
  return new Leading(scene, groupId, mission, coordinator, assessment);
}

const URGENCY: { readonly [Each in RequestedUrgency]: number } = {
  critical: 0,
  high: 1,
  normal: 2,
  routine: 3,
};

const deadlines = new WeakMap<WorkItemRecord, number>();

function deadlineOf(record: WorkItemRecord): number {
  let known = deadlines.get(record);
  if (known === undefined) {
    known = msOf(record.document.contract.deadline);
    deadlines.set(record, known);
  }
  return known;
}

/** What was asked for sooner, then what ends sooner; the id makes the order one and the same everywhere. */
function compareUrgency(a: WorkItemRecord, b: WorkItemRecord): number {
  return (
    URGENCY[a.document.contract.requestedUrgency] - URGENCY[b.document.contract.requestedUrgency] ||
    deadlineOf(a) - deadlineOf(b) ||
    (a.document.workItemId < b.document.workItemId ? -1 : 1)
  );
}
