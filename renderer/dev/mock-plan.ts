// Plan and timeline of the sample desk; the past of the plan grows with the sequence.
import { implement } from '@orpc/server';
import { deskContract } from '../../core/contract/contract.ts';
import type { PastPlan, PlanRow } from '../../core/contract/plan.ts';
import { SAMPLE_HEAD } from './sample-history.ts';
import { samplePlanSummary, sampleSpans, sampleStateWords } from './sample-plan.ts';
import { AUTH, MINUTE, type SampleContext, TITLES } from './sample-world.ts';
import type { createMockRows } from './mock-rows.ts';

/** Events after which one more item is there, in the sample's past. */
const STEP = 110;

export function mockPlan(rows: ReturnType<typeof createMockRows>, contextNow: () => SampleContext) {
  const os = implement(deskContract).plan;
  return {
    follow: os.follow.handler(({ signal }) => rows.plan.follow(signal)),
    timeline: os.timeline.handler(({ signal }) => rows.timeline.follow(signal)),
    at: os.at.handler(({ input }) => ({
      ok: true as const,
      value: samplePastPlan(
        contextNow(),
        rows.plan.rows,
        Math.min(input.sequence ?? SAMPLE_HEAD, SAMPLE_HEAD),
      ),
    })),
  };
}

function samplePastPlan(context: SampleContext, now: readonly PlanRow[], sequence: number): PastPlan {
  const { say, nowMs } = context;
  const words = sampleStateWords(context);
  const atMs = nowMs - (SAMPLE_HEAD - sequence) * 3 * MINUTE;
  const there = now.filter((_row, index) => sequence >= 20 + index * STEP);
  const rows = there.map((row, index): PlanRow => {
    const age = sequence - (20 + index * STEP);
    const state =
      row.type === 'proposal' || sequence === SAMPLE_HEAD
        ? row.state
        : age < 60
          ? 'open'
          : age < 120
            ? 'offered'
            : age < 300
              ? 'queued'
              : row.state === 'verified'
                ? 'active'
                : row.state;
    const { owner, byClock: _clock, pending: _pending, lease: _lease, ...rest } = row;
    const isHeld = state !== 'open' && state !== 'offered' && owner !== undefined;
    return {
      ...rest,
      state,
      stateWords: words[state] ?? say(state, state),
      ...(isHeld ? { owner } : {}),
      spans: sampleSpans(atMs, state, index, isHeld ? owner : undefined),
    };
  });
  return {
    sequence,
    atMs,
    eventWords: say(
      'coder-1 takes the offer of “Implement the sign-in service”.',
      'coder-1 nimmt das Angebot „Implement the sign-in service“ an.',
    ).text,
    isPartial: false,
    fromSequence: 1,
    throughSequence: SAMPLE_HEAD,
    missionTitle: TITLES[AUTH] ?? AUTH,
    rows,
    moreCount: 0,
    summary: { ...samplePlanSummary(context), forecastEndsAtMs: atMs + 26 * 60 * MINUTE },
  };
}
