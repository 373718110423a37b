// Sample rows of a plan: a dozen WorkItems with edges, and optionally thousands for looking at the limits.
import type { PlanRow, PlanSummary } from '../../core/contract/plan.ts';
import type { Person, Words } from '../../core/contract/values.ts';
import {
  CODER,
  ANALYST,
  DAY,
  DEPLOYER,
  HOUR,
  item,
  ITEM_TITLES,
  MINUTE,
  type SampleContext,
  SEC_1,
  SEC_2,
  SECURITY,
  WRITER,
} from './sample-world.ts';

interface Sketch {
  readonly name: string;
  readonly state: string;
  readonly needs: readonly string[];
  readonly owner?: Person;
  readonly risk?: string;
  readonly more?: Partial<PlanRow>;
}

export function sampleStateWords({ say }: SampleContext): Readonly<Record<string, Words>> {
  return {
    open: say('open', 'offen'),
    offered: say('offered', 'angeboten'),
    queued: say('queued', 'in Warteschlange'),
    active: say('active', 'in Arbeit'),
    blocked: say('blocked', 'blockiert'),
    submitted: say('submitted', 'vorgelegt'),
    verified: say('verified', 'bestätigt'),
    failed: say('failed', 'gescheitert'),
    proposed: say('proposed', 'vorgeschlagen'),
  };
}

const CRITICAL = ['requirements', 'service', 'limits', 'staging', 'load'];

export function samplePlan(context: SampleContext): readonly PlanRow[] {
  const { say, nowMs } = context;
  const words = sampleStateWords(context);
  const sketches: readonly Sketch[] = [
    { name: 'requirements', state: 'submitted', needs: [], owner: ANALYST },
    { name: 'sessions', state: 'verified', needs: [], owner: SEC_1 },
    { name: 'passwords', state: 'verified', needs: ['sessions'], owner: CODER },
    {
      name: 'service',
      state: 'active',
      needs: ['requirements', 'sessions'],
      owner: CODER,
      more: { lease: { type: 'execution', endsAtMs: nowMs + 161_000 }, attempts: 2 },
    },
    {
      name: 'threats',
      state: 'blocked',
      needs: ['sessions'],
      owner: SEC_2,
      risk: 'internal',
      more: { childGroupId: SECURITY, lease: { type: 'blocked', endsAtMs: nowMs + 6 * HOUR } },
    },
    {
      name: 'limits',
      state: 'queued',
      needs: ['service'],
      owner: CODER,
      more: { lease: { type: 'ownership', endsAtMs: nowMs + 2 * HOUR } },
    },
    {
      name: 'staging',
      state: 'queued',
      needs: ['service', 'limits', 'threats'],
      owner: DEPLOYER,
      risk: 'external',
      more: { lease: { type: 'ownership', endsAtMs: nowMs + 38 * MINUTE } },
    },
    { name: 'load', state: 'open', needs: ['staging'] },
    {
      name: 'a11y',
      state: 'offered',
      needs: ['requirements'],
      more: {
        offerEndsAtMs: nowMs - 4 * MINUTE,
        byClock: say('offer ended', 'Angebot abgelaufen'),
        pending: say('new offer to writer', 'neues Angebot an writer'),
      },
    },
    { name: 'docs', state: 'open', needs: ['service'], owner: WRITER },
    { name: 'accounts', state: 'failed', needs: ['passwords'], risk: 'high_risk', more: { attempts: 2 } },
    { name: 'notes', state: 'open', needs: ['docs', 'load'] },
  ];
  const done = new Set(sketches.filter(({ state }) => state === 'verified').map(({ name }) => name));
  const rows: PlanRow[] = sketches.map(({ name, state, needs, owner, risk = 'none', more = {} }, index) => ({
    id: item(name),
    sort: String(index).padStart(4, '0'),
    type: 'workItem',
    workItemId: item(name),
    title: ITEM_TITLES[item(name)] ?? name,
    state,
    stateWords: words[state] ?? say(state, state),
    ...(owner === undefined ? {} : { owner }),
    risk,
    deadlineAtMs: nowMs + DAY + index * 3 * HOUR,
    dependsOn: needs.map(item),
    waitsFor: needs.filter((need) => !done.has(need)).map(item),
    isCritical: CRITICAL.includes(name),
    slackMs: CRITICAL.includes(name) ? 0 : 5 * HOUR,
    attempts: 1,
    contractVersion: 2,
    spans: sampleSpans(nowMs, state, index, owner),
    ...(state === 'queued' ? { startByAtMs: nowMs + (index + 1) * 20 * MINUTE } : {}),
    ...more,
  }));
  rows.push({
    id: 'urn:acme:proposal:passkeys',
    sort: '9999',
    type: 'proposal',
    workItemId: 'urn:acme:proposal:passkeys',
    title: 'Sign in with passkeys',
    state: 'proposed',
    stateWords: say('proposed', 'vorgeschlagen'),
    owner: SEC_1,
    risk: 'none',
    deadlineAtMs: nowMs + 2 * DAY,
    dependsOn: [item('sessions')],
    waitsFor: [],
    isCritical: false,
    attempts: 0,
    contractVersion: 1,
    spans: [],
  });
  return rows;
}

export function sampleSpans(
  nowMs: number,
  state: string,
  index: number,
  owner: Person | undefined,
): PlanRow['spans'] {
  const whose = owner === undefined ? {} : { holder: owner };
  const expected: PlanRow['spans'][number] = {
    kind: 'estimate',
    fromMs: nowMs + index * HOUR,
    toMs: nowMs + (index + 2) * HOUR,
    confidence: 0.9 - (index % 10) * 0.05,
    ...whose,
  };
  const bar = (kind: PlanRow['spans'][number]['kind'], fromMs: number, toMs: number) => ({
    kind,
    fromMs,
    toMs,
    ...whose,
  });
  const held = bar('ownership', nowMs - 2 * HOUR, nowMs + 2 * HOUR);
  switch (state) {
    case 'open':
    case 'offered':
      return [expected];
    case 'verified': {
      const beganMs = nowMs - 3 * DAY + index * HOUR;
      return [
        bar('ownership', beganMs, beganMs + 5 * HOUR),
        bar('execution', beganMs + HOUR, beganMs + 4 * HOUR),
        { kind: 'review', fromMs: beganMs + 4 * HOUR, toMs: beganMs + 6 * HOUR },
      ];
    }
    case 'submitted':
      return [
        held,
        bar('execution', nowMs - 2 * HOUR, nowMs - 50 * MINUTE),
        { kind: 'review', fromMs: nowMs - 45 * MINUTE, toMs: nowMs - 45 * MINUTE, isOpen: true },
      ];
    case 'blocked':
      return [bar('blocked', nowMs - HOUR, nowMs + 6 * HOUR), expected];
    case 'active':
      return [held, bar('execution', nowMs - 90 * MINUTE, nowMs + 3 * MINUTE), expected];
    case 'failed':
      return [bar('ownership', nowMs - 5 * HOUR, nowMs - 3 * HOUR)];
    default:
      return [held, expected];
  }
}

/** A plan of many WorkItems in layers, for tests of speed. */
export function sampleLargePlan(context: SampleContext, count: number): readonly PlanRow[] {
  const words = sampleStateWords(context);
  const states = ['verified', 'active', 'queued', 'open'];
  const layerSize = 40;
  return Array.from({ length: count }, (_, index): PlanRow => {
    const layer = Math.floor(index / layerSize);
    const needs =
      layer === 0 ? [] : [index - layerSize, index - layerSize + ((index * 7) % 5) - 2].filter((n) => n >= 0);
    const state = states[Math.min(3, layer)] ?? 'open';
    return {
      id: item(`large-${index}`),
      sort: String(index).padStart(6, '0'),
      type: 'workItem',
      workItemId: item(`large-${index}`),
      title: `Part ${index + 1}`,
      state,
      stateWords: words[state] ?? context.say(state, state),
      risk: 'none',
      deadlineAtMs: context.nowMs + DAY,
      dependsOn: [...new Set(needs)].map((n) => item(`large-${n}`)),
      waitsFor: [],
      isCritical: index % layerSize === 0,
      attempts: 1,
      contractVersion: 1,
      spans: [],
    };
  });
}

export function samplePlanSummary({ nowMs }: SampleContext): PlanSummary {
  return {
    criticalPath: CRITICAL.map(item),
    itemsWithoutEstimate: 5,
    forecastEndsAtMs: nowMs + 2 * DAY + 3 * HOUR,
    deadlineAtMs: nowMs + 3 * DAY,
  };
}
