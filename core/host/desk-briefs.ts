// Briefs in a window: what is wrong with a text, or what would come of it.
import type { BriefFaultModel, BriefSummary } from '../contract/briefs.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import { budgetOf } from '../coordinator/desk-runtime/rows/row-context.ts';
import { say, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import type { Brief } from '../coordinator/briefs/brief.ts';
import type { BriefFault } from '../coordinator/briefs/faults.ts';
import { readBrief } from '../coordinator/briefs/resolve-brief.ts';
import { describeFault } from '../coordinator/briefs/words.ts';
import { millisecondsOf } from '../sync/sync-ports.ts';
import type { BriefCheck, BriefService, BriefText } from './desk-services.ts';

/** Runs of briefs belong to `heddle mission run`; here a text is judged before anybody runs it. */
export function createBriefService(desk: DeskRuntime): BriefService {
  const absent = async () => textsOf(desk.language).fault('not-available-here');
  const noRun = async () => textsOf(desk.language).fault('no-run');
  return {
    source: () => ({ concerns: () => false, read: () => ({ rows: [], summary: {} }) }),
    check: async (brief) => checkBrief(desk, brief),
    run: absent,
    answer: noRun,
    pause: noRun,
  };
}

function checkBrief(desk: DeskRuntime, { connectionId, text, format }: BriefText): BriefCheck {
  const startMs = Math.floor(desk.connection(connectionId)?.nowMs() ?? desk.ports.clock.nowMs());
  const read = readBrief(Buffer.from(text, 'utf8'), { format, startMs });
  return read.ok
    ? { kind: 'plan', plan: summaryOf(read.value) }
    : { kind: 'faults', faults: read.fault.map((fault) => faultModel(desk, fault)) };
}

function faultModel({ language }: DeskRuntime, fault: BriefFault): BriefFaultModel {
  const { code, line, column, path, values } = fault;
  const { wrong, right } = describeFault(fault, language);
  return { words: say(`brief.${code}`, `${wrong} ${right}`.trimEnd(), { ...values }), line, column, path };
}

function summaryOf({ title, mission, workers, inputs }: Brief): BriefSummary {
  return {
    title,
    objective: mission.objective,
    deadlineAtMs: millisecondsOf(mission.deadline),
    work: mission.work.map(({ name, contract, needs }) => ({ name, goal: contract.goal, needs: [...needs] })),
    workers: workers.map(({ name, slots }) => ({ name, slots })),
    inputs: inputs.map(({ name, description }) => ({ name, description })),
    budget: budgetOf(undefined, mission.budget),
    obstacles: [],
  };
}
