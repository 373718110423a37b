// Random briefs, random Workers, a moody human, crashes and jumps in time: every run ends with an approved Mission or an
// explained stop, and no Command is refused that could have been known before.
import { describe, expect, it } from 'vitest';
import type { BriefAnswer, BriefQuestion } from '../../core/coordinator/brief-run/run-types.ts';
import { rehearsePlan } from '../../core/coordinator/brief-run/rehearse-plan.ts';
import { ORGANIZATION } from '../../core/domain/world.ts';
import { createRandom, integerFromEnvironment, type Random, seedFromEnvironment } from '../harness/random.ts';
import { RunStage } from './run-stage.ts';
import type { Deed, Script } from './scripted-worker.ts';

const RUNS = integerFromEnvironment('HEDDLE_BRIEF_RUNS') ?? 60;

function randomBrief(random: Random): string {
  const count = 1 + random.below(5);
  const names = Array.from({ length: count }, (_, index) => `w${index}`);
  const items = names.map((name, index) => randomItem(random, name, names.slice(0, index)));
  const child =
    random.chance(0.2) && count > 1
      ? `  part:
    goal: A part.
    ${random.chance(0.5) ? `needs: [${names[0]}]` : 'impact: It matters.'}
    mission:
      onFailure: ${random.pick(['block_parent_work_item', 'fail_parent_work_item', 'fail_parent_mission'])}
      definitionOfDone: [{ id: whole, text: It is whole. }]
      work:
${randomItem(random, 'x0', [], 'child').replaceAll(/^/gm, '      ').trimEnd()}
`
      : '';
  return `brief: 1
title: Random
objective: Whatever.
inputs: { input: a folder }
definitionOfDone: [{ id: done, text: It is done. }]
budget: { toolCalls: ${10 + random.below(1_000)}, money: ${1 + random.below(50)}, currency: EUR }
deadline: { in: ${random.pick(['2h', '12h'])} }
offers: { validFor: ${random.pick(['1m', '5m', '2h'])} }
coordinator: { lease: ${random.pick(['2m', '5m', '1h'])} }
workers:
  ada: { config: a.yaml, capabilities: [test.make@1.0.0] }
  bob: { config: b.yaml, capabilities: [test.make@1.1.0, test.judge@1.0.0] }
  eve: { config: e.yaml, capabilities: [test.judge@1.0.0] }
work:
${items.join('')}${child}`;
}

function randomItem(
  random: Random,
  name: string,
  before: readonly string[],
  place: 'root' | 'child' = 'root',
): string {
  const needs = before.filter(() => random.chance(0.4));
  const isReviewed = random.chance(0.35);
  const evidence = [
    'deterministic_test',
    ...(isReviewed ? ['reviewer_assessment'] : []),
    ...(random.chance(0.3) ? ['schema_validation'] : []),
    ...(random.chance(0.1) && place === 'root' ? ['human_review'] : []),
  ];
  return `  ${name}:
    goal: Make ${name}.
    capability: test.make
    needs: [${needs.join(', ')}]
    urgency: ${random.pick(['routine', 'normal', 'critical'])}
    risk: ${random.chance(0.15) && place === 'root' ? 'high_risk' : 'none'}
    inputs: [input]
    retry: { attempts: ${1 + random.below(4)}, backoff: ${random.pick(['none', 'fixed', 'exponential'])} }
    deliverables: [${name}.json]
    accept: [{ id: right, text: It is right., evidence: [${evidence.join(', ')}] }]
${isReviewed ? '    review: { capability: test.judge }\n' : ''}`;
}

/** Decided once for each item and term, so that a Worker does not change its mind in the middle. */
function randomScript(random: Random): Script {
  const decided = new Map<string, Deed>();
  return (item, term) => {
    const key = `${item} ${term}`;
    const known = decided.get(key) ?? randomDeed(random);
    decided.set(key, known);
    return known;
  };
}

function randomDeed(random: Random): Deed {
  if (random.chance(0.66)) return 'complete';
  return random.pick<Deed>([
    'ignore',
    'decline',
    'never start',
    'vanish',
    'checkpoint and vanish',
    { fail: 'PROGRAM_FAILED' },
    { fail: 'START_FAILED' },
    { block: 'send the file' },
    { submit: { evidence: 'failed' } },
    { submit: { assessment: 'failed' } },
    { submit: { assessment: 'inconclusive' } },
    { submit: { isSilent: true } },
    { submit: { damaged: true } },
    { submit: { content: () => 'no json' } },
  ]);
}

function randomHuman(random: Random, stop: { isWanted: boolean }) {
  return (question: BriefQuestion): BriefAnswer => {
    const choice = random.chance(0.75)
      ? (question.choices[0] ?? 'stop')
      : random.pick<BriefAnswer['choice']>(question.choices);
    if (choice === 'cancel' || choice === 'stop' || choice === 'deny') stop.isWanted = true;
    return { choice, text: random.chance(0.5) ? 'because' : '' };
  };
}

async function runOnce(seed: number): Promise<string> {
  const random = createRandom(seed);
  const brief = randomBrief(random);
  const stop = { isWanted: false };
  const stage = await RunStage.open({
    brief,
    scripts: { ada: randomScript(random), bob: randomScript(random), eve: randomScript(random) },
    human: randomHuman(random, stop),
    isDeaf: random.chance(0.5),
    between: (running) => {
      if (random.chance(0.1)) running.forget();
      if (random.chance(0.02)) running.clock.pass(random.below(900_000));
    },
  });
  const cards = stage.plan.workers.map(
    ({ agentId }) => stage.world.get('agent', ORGANIZATION, agentId)?.card,
  );
  const coordinator = stage.world.get('agent', ORGANIZATION, stage.plan.coordinatorAgentId)?.card;
  const known = [...cards, coordinator].filter((card) => card !== undefined);
  expect(rehearsePlan(stage.plan, known, stage.clock.nowMs)).toBeUndefined();
  const outcome = await stage.run(6_000);
  expect(stage.refusals).toEqual([]);
  expect(stage.faults).toEqual([]);
  // An auditor folds the log anew for every offer: that is done for some of them.
  const audits = seed % 4 === 0 ? stage.audits : [];
  expect(audits.filter(({ verdict }) => verdict !== 'proved')).toEqual([]);
  expect([...stage.texts].filter((text) => /undefined|\[object|NaN/.test(text))).toEqual([]);
  // Where nobody wanted that, time was over, or something says what is missing.
  const isExplained =
    outcome.result === 'approved' ||
    stop.isWanted ||
    (outcome.missing.length > 0 &&
      stage.reasons.some((reason) => reason === 'deadline-over' || reason === 'give-up'));
  expect(isExplained).toBe(true);
  return outcome.result;
}

describe('random briefs', () => {
  it(`end explained, ${RUNS} of them`, { timeout: 60_000 + RUNS * 1_000 }, async () => {
    const first = seedFromEnvironment();
    const results = new Map<string, number>();
    for (let run = 0; run < RUNS; run += 1) {
      const seed = first + run;
      const result = await runOnce(seed).catch((error: unknown) => {
        throw new Error(`HEDDLE_SEED=${seed} HEDDLE_BRIEF_RUNS=1`, { cause: error });
      });
      results.set(result, (results.get(result) ?? 0) + 1);
    }
    // The dice are such that many succeed: a run that always gives up would be no run.
    expect(results.get('approved') ?? 0).toBeGreaterThan(RUNS < 30 ? -1 : RUNS / 6);
  });
});
