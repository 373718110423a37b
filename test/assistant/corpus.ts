// The form of a decision case: a log and a clock, and what the assistant has to say about them and why. Whatever decides sees
// nothing but what is in the situation; the state is folded from the log.
import { expect, test } from 'vitest';
import { evolve } from '../../core/domain/evolve.ts';
import { MemoryWorld } from '../../core/domain/world.ts';
import type { Event, PresenceRecord } from '../../core/protocol/generated/documents.ts';

/** Everything that a decision may rest on. */
export interface Situation {
  /** From the first Event on, those of the Organization included. */
  readonly log: readonly Event[];
  /** The Authority's time, in milliseconds since 1970. */
  readonly nowMs: number;
  /** What Agents say of themselves; in no log. */
  readonly presence: readonly PresenceRecord[];
}

/** One case. `Subject` names what is to be decided, such as an item or a candidate. */
export interface DecisionCase<Subject> {
  /** With the requirement that it is about. */
  readonly name: string;
  readonly situation: () => Situation;
  readonly subject: Subject;
  readonly verdict: string;
  /** Ids of reasons that have to be given, in any order. */
  readonly because: readonly string[];
  /** Ids of reasons that must not be given. */
  readonly notBecause?: readonly string[];
}

/** What was decided. */
export interface Decided {
  readonly verdict: string;
  readonly reasons: readonly { readonly id: string }[];
}

/** The state that a log leaves. */
export function worldOf(log: readonly Event[]): MemoryWorld {
  const world = new MemoryWorld();
  for (const event of log) world.apply(evolve(world, event));
  return world;
}

/** Runs the cases, each as a test of its own. */
export function checkCases<Subject>(
  cases: readonly DecisionCase<Subject>[],
  decide: (situation: Situation, subject: Subject) => Decided,
): void {
  test.each(cases)('$name', ({ situation, subject, verdict, because, notBecause = [] }) => {
    const decided = decide(situation(), subject);
    const ids = decided.reasons.map(({ id }) => id);
    expect({ verdict: decided.verdict, missing: because.filter((id) => !ids.includes(id)), ids }).toEqual({
      verdict,
      missing: [],
      ids,
    });
    expect(ids.filter((id) => notBecause.includes(id))).toEqual([]);
  });
}
