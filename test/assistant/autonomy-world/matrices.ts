// Matrices for the runs: one that allows all that a matrix may allow, and random ones; as files, as a person would write them.
import { readMatrix } from '../../../core/coordinator/assistant/autonomy/read-matrix.ts';
import type { AutonomyMatrix } from '../../../core/coordinator/assistant/autonomy/matrix.ts';
import { timeText } from '../../../core/simulation/documents.ts';
import { type Random, SIMULATION_START_MS } from '../../../core/simulation/random.ts';
import { HOUR_MS } from './mission-plan.ts';
import { MISSION } from './owner.ts';

export type Risk = 'none' | 'reversible' | 'external' | 'high_risk' | 'destructive';

export interface WrittenAmount {
  readonly money?: number;
  readonly currency?: string;
  readonly toolCalls?: number;
}

export interface WrittenRule {
  readonly id: string;
  readonly acts: readonly string[];
  readonly missions: readonly string[];
  readonly withChildren?: boolean;
  readonly risk: Risk;
  readonly each?: WrittenAmount;
  readonly total?: WrittenAmount;
  readonly perHour?: number;
  readonly until?: string;
}

export interface WrittenMatrix {
  readonly autonomy: 1;
  readonly limits: { readonly perMinute: number; readonly perHour: number; readonly perDay: number };
  readonly rules: readonly WrittenRule[];
}

/** What a Coordinator signs while it leads, without what only humans sign. */
const ACTS = [
  'mission.create_child',
  'mission.renew_coordinator',
  'mission.submit_for_approval',
  'mission.approve',
  'mission.request_changes',
  'mission.assign_coordinator',
  'mission.cancel',
  'membership.change',
  'membership.end',
  'message.post',
  'work.authorize',
  'work.offer',
  'work.unblock',
  'work.accept_result',
  'work.fail',
  'work.cancel',
] as const;

const PLENTY: WrittenAmount = { money: 100_000, currency: 'EUR', toolCalls: 10_000_000 };

export const FULL: WrittenMatrix = {
  autonomy: 1,
  limits: { perMinute: 600, perHour: 10_000, perDay: 100_000 },
  rules: [
    {
      id: 'everything',
      acts: ACTS,
      missions: ['all'],
      withChildren: true,
      risk: 'destructive',
      each: PLENTY,
    },
  ],
};

/** Rules with gaps, ceilings, rates and ends, some of which the Mission runs into. */
export function randomMatrix(random: Random): WrittenMatrix {
  const rules = Array.from({ length: 1 + random.below(5) }, (_none, n): WrittenRule => {
    const acts = ACTS.filter(() => random.chance(0.6));
    return {
      id: `rule-${n + 1}`,
      acts: acts.length === 0 ? ['work.offer'] : acts,
      missions: random.chance(0.7) ? ['all'] : [MISSION],
      withChildren: random.chance(0.5),
      risk: random.pick(['none', 'reversible', 'high_risk', 'destructive'] as const),
      ...(random.chance(0.8) ? { each: amount(random, 12, 110) } : {}),
      ...(random.chance(0.5) ? { total: amount(random, 300, 3_000) } : {}),
      ...(random.chance(0.4) ? { perHour: 1 + random.below(40) } : {}),
      ...(random.chance(0.3)
        ? { until: timeText(SIMULATION_START_MS + (1 + random.below(20)) * HOUR_MS) }
        : {}),
    };
  });
  return {
    autonomy: 1,
    limits: {
      perMinute: 1 + random.below(20),
      perHour: 20 + random.below(200),
      perDay: 100 + random.below(900),
    },
    rules,
  };
}

function amount(random: Random, money: number, toolCalls: number): WrittenAmount {
  return {
    money: Math.round(random.next() * money * 100) / 100,
    currency: 'EUR',
    toolCalls: random.below(toolCalls),
  };
}

export function readWritten(written: WrittenMatrix): AutonomyMatrix {
  const matrix = readMatrix(Buffer.from(JSON.stringify(written)), 'json');
  if (!matrix.ok) throw new Error(JSON.stringify(matrix.fault));
  return matrix.value;
}
