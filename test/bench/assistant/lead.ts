// Measures the lead: one step in a Group of 2,000 items from nothing, and after one Event, as the driver makes it. Work that has to
// be ranked is bounded by the settings, so what grows with the Group is what stays as it was.
import { ChildWatch } from '../../../core/coordinator/assistant/children/follow-children.ts';
import { leadGroup } from '../../../core/coordinator/assistant/lead/lead-group.ts';
import { DEFAULT_LEAD_SETTINGS } from '../../../core/coordinator/assistant/lead/lead-settings.ts';
import type { LeadScene, LeadStep } from '../../../core/coordinator/assistant/lead/lead-types.ts';
import { AgentHistory } from '../../../core/coordinator/assistant/offers/agent-history.ts';
import { PlanWatch } from '../../../core/coordinator/assistant/planning/plan-watch.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { deskOf } from '../../../core/coordinator/desk/desk.test-data.ts';
import { GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import { crowd } from './offers.ts';
import { append, median, moved, plan, processorMs, put, timed } from './planning.ts';

export interface LeadFigures {
  readonly items: number;
  readonly wishes: number;
  readonly questions: number;
  readonly fullMs: number;
  readonly afterEventMs: number;
  /** Of that, time of the processor: on a busy machine the rest is waiting. */
  readonly afterEventProcessorMs: number;
  /** A step that plans as many offers as one step may, among 1,000 candidates for 500 open items. */
  readonly offers: number;
  readonly offersMs: number;
}

function measureOffering(rounds: number): Pick<LeadFigures, 'offers' | 'offersMs'> {
  const { stage } = crowd(1_000, 500);
  const history = new AgentHistory(DEFAULT_LEAD_SETTINGS.ranking.fairnessWindow);
  for (const event of stage.log) history.take(event);
  const presence = new Map(stage.situation.presence.map((each) => [each.agentId, each]));
  const scene = sceneOver(deskOf(stage, { presence }), history);
  const found: number[] = [];
  let offers = 0;
  for (let round = 0; round < rounds; round += 1) {
    found.push(
      timed(() => {
        const step = leadGroup(scene, GROUP);
        offers = step.wishes.length;
        return step;
      }),
    );
  }
  return { offers, offersMs: median(found) };
}

function sceneOver(connection: DeskConnection, history: AgentHistory): LeadScene {
  return {
    connection,
    history,
    planWatch: new PlanWatch(),
    childWatch: new ChildWatch(),
    reviews: new Map(),
    plan: [],
    settings: DEFAULT_LEAD_SETTINGS,
  };
}

export function measureLead(items: number, rounds: number): LeadFigures {
  const { organization } = plan(items, true);
  const connection = deskOf(organization);
  const history = new AgentHistory(DEFAULT_LEAD_SETTINGS.ranking.fairnessWindow);
  const full: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const scene = sceneOver(connection, history);
    full.push(timed(() => leadGroup(scene, GROUP)));
  }
  const scene = sceneOver(connection, history);
  let step: LeadStep = leadGroup(scene, GROUP);
  const records = [...organization.world.list('workItem', GROUP)].filter(
    ([, { document }]) => document.state === 'active',
  );
  const after: number[] = [];
  let processor = 0;
  for (let round = 0; round < rounds; round += 1) {
    const record = records[round % records.length]?.[1];
    if (record === undefined) throw new Error('some work runs');
    put(organization, moved(record, round));
    append(organization);
    const before = processorMs();
    after.push(
      timed(() => {
        step = leadGroup(scene, GROUP);
        return step;
      }),
    );
    processor += processorMs() - before;
  }
  const offering = measureOffering(Math.min(rounds, 11));
  return {
    ...offering,
    items,
    wishes: step.wishes.length,
    questions: step.questions.length,
    fullMs: median(full),
    afterEventMs: median(after),
    afterEventProcessorMs: processor / rounds,
  };
}
