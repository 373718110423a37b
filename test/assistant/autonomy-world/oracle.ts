// Whether a Mission can be brought to its end, worked out from the plan alone and without the assistant.
//
// It is called solvable when a Coordinator who makes no mistake reaches the end whatever choice it makes among the capable Workers:
// - For every capability of the plan there are three reliable Workers in each house, so that after every Worker that an item can
//   lose a capable one is left, and for every review a capable one of the other house who never owned the item.
// - The troubles of an item are finite: after those of its script whoever is asked does good work. A sloppy Worker spoils its first
//   result of each item, one who refuses always does. So an item loses at most the terms of its script, one to the sloppy Worker,
//   and one for each child Mission that comes to nothing; its contract allows at least one attempt more.
// - In a row at most two questions of the script come to nothing, and one each with those who refuse and who are silent.
// - All that an item uses in all of its attempts stays within its own contract, and the Mission's budget is at least the sum of all
//   contracts; reviews take what is left of it, and their Workers no more than they get.
// - The Mission's time is at least that of list scheduling with the worst duration of every item (`timeBoundMs`), and three hours for
//   taken sessions, late deliveries and people who approve.
// - Nobody asks for what only a human can prove.
import { HOUR_MS, type MissionPlan, timeBoundMs } from './mission-plan.ts';
import { HOUSES } from './people.ts';
import { longestSilence, lostTermsIn } from './troubles.ts';

export interface Oracle {
  readonly isSolvable: boolean;
  /** What stands against it; empty for a solvable one. */
  readonly against: readonly string[];
}

export function consultOracle(plan: MissionPlan): Oracle {
  const against = [...judgeHands(plan), ...judgeItems(plan), ...judgeBudget(plan), ...judgeTime(plan)];
  return { isSolvable: against.length === 0, against };
}

function* judgeHands({ capabilities, items, hands }: MissionPlan): Generator<string> {
  for (const { id } of capabilities) {
    for (const house of HOUSES) {
      const able = hands.filter(
        (each) =>
          each.house.id === house.id &&
          each.manner === 'reliable' &&
          each.capabilities.some((capability) => capability.id === id),
      );
      if (able.length < 3) yield `${id} has ${able.length} reliable Workers in ${house.id}`;
    }
  }
  const known = new Set(capabilities.map(({ id }) => id));
  for (const { planned } of items) {
    const missing = planned.contract.requiredCapabilities.find(({ id }) => !known.has(id));
    if (missing !== undefined) yield `nobody has ${missing.id}`;
  }
}

function* judgeItems({ items, hands }: MissionPlan): Generator<string> {
  const has = (manner: string) => (hands.some((each) => each.manner === manner) ? 1 : 0);
  for (const { planned, script, childFailures } of items) {
    const { workItemId, contract } = planned;
    const lost = lostTermsIn(script) + has('sloppy') + childFailures.length;
    if (lost >= contract.retryPolicy.maxAttempts) yield `${workItemId} can lose ${lost} terms`;
    if (longestSilence(script) + has('refuses') + has('silent') > 4)
      yield `${workItemId} is met with silence`;
    if (contract.acceptanceCriteria.some(({ evidenceRequired }) => evidenceRequired.includes('human_review')))
      yield `${workItemId} wants a human`;
  }
}

function* judgeBudget({ items, budget }: MissionPlan): Generator<string> {
  let cents = 0;
  let calls = 0;
  for (const { planned } of items) {
    cents += Math.round((planned.contract.budget.financialLimit ?? 0) * 100);
    calls += planned.contract.budget.toolCallLimit ?? 0;
  }
  if (cents > Math.round((budget.financialLimit ?? 0) * 100)) yield 'the money does not suffice';
  if (calls > (budget.toolCallLimit ?? 0)) yield 'the tool calls do not suffice';
}

function* judgeTime({ items, hands, startMs, deadlineMs }: MissionPlan): Generator<string> {
  if (deadlineMs - startMs < timeBoundMs(items, hands) + 3 * HOUR_MS) yield 'the time does not suffice';
}
