// Sample rows of the timeline over all Missions: the plan of the first one, and some work of two others.
import type { PlanRow, TimelineRowModel, TimelineSummary } from '../../core/contract/plan.ts';
import type { Person } from '../../core/contract/values.ts';
import { samplePlan, sampleSpans, sampleStateWords } from './sample-plan.ts';
import {
  ACME,
  ANALYST,
  AUTH,
  CLI,
  CODER,
  DAY,
  HOUR,
  item,
  LAB,
  type SampleContext,
  SEC_1,
  SEC_2,
  SECURITY,
  TITLES,
  WRITER,
} from './sample-world.ts';

interface Sketch {
  readonly name: string;
  readonly title: string;
  readonly state: string;
  readonly owner?: Person;
  readonly risk?: string;
}

const SECURITY_WORK: readonly Sketch[] = [
  { name: 'sec-scope', title: 'Agree on the scope', state: 'verified', owner: SEC_1 },
  { name: 'sec-model', title: 'Model the attackers', state: 'active', owner: SEC_1 },
  { name: 'sec-probe', title: 'Probe the staging system', state: 'queued', owner: SEC_2, risk: 'external' },
  { name: 'sec-report', title: 'Report the findings', state: 'open' },
];

const CLI_WORK: readonly Sketch[] = [
  { name: 'cli-parse', title: 'New argument parser', state: 'active', owner: CODER },
  { name: 'cli-help', title: 'Help in two languages', state: 'queued', owner: WRITER },
  { name: 'cli-survey', title: 'Ask ten users', state: 'submitted', owner: ANALYST },
  { name: 'cli-sign', title: 'Sign the packages', state: 'open', risk: 'high_risk' },
];

export function sampleTimeline(context: SampleContext): readonly TimelineRowModel[] {
  return [
    ...samplePlan(context).map((row) => placed(row, ACME, AUTH)),
    ...sketched(context, SECURITY_WORK).map((row) => placed(row, ACME, SECURITY)),
    ...sketched(context, CLI_WORK).map((row) => placed(row, LAB, CLI)),
  ];
}

export function summarizeTimeline(rows: readonly TimelineRowModel[]): TimelineSummary {
  return { missions: new Set(rows.map(({ groupId }) => groupId)).size, endedMissions: 2 };
}

function placed(row: PlanRow, connectionId: string, groupId: string): TimelineRowModel {
  return {
    ...row,
    id: `${connectionId} ${groupId} ${row.workItemId}`,
    sort: `${connectionId} ${groupId} ${row.sort}`,
    connectionId,
    groupId,
    missionTitle: TITLES[groupId] ?? groupId,
  };
}

function sketched(context: SampleContext, sketches: readonly Sketch[]): readonly PlanRow[] {
  const { say, nowMs } = context;
  const words = sampleStateWords(context);
  return sketches.map(({ name, title, state, owner, risk = 'none' }, index) => ({
    id: item(name),
    sort: String(index).padStart(4, '0'),
    type: 'workItem',
    workItemId: item(name),
    title,
    state,
    stateWords: words[state] ?? say(state, state),
    ...(owner === undefined ? {} : { owner }),
    risk,
    // The survey is late.
    deadlineAtMs: name === 'cli-survey' ? nowMs - 2 * HOUR : nowMs + DAY + index * 5 * HOUR,
    dependsOn: [],
    waitsFor: [],
    isCritical: index === 1,
    attempts: 1,
    contractVersion: 1,
    spans: sampleSpans(nowMs + index * 40 * 60_000 - HOUR, state, index, owner),
  }));
}
