// Compares two verdicts on the same value and counts what was compared.

import { show } from './json.ts';
import type { Json } from './json.ts';
import { accepts } from './model.ts';
import type { Node } from './model.ts';

/** The verdict of the code under test: undefined, or why the value is refused. */
export type Judge = (value: Json) => string | undefined;

/** How many verdicts were compared. */
export interface Tally {
  accepted: number;
  refused: number;
}

/** What is being compared, for the message on a disagreement. */
export interface Subject {
  readonly name: string;
  readonly node: Node;
  readonly judge: Judge;
  readonly tally: Tally;
}

/** Throws with both reasons when the two verdicts differ. */
export function compare(subject: Subject, value: Json, what: string): void {
  const expected = accepts(subject.node, value);
  const found = subject.judge(value);
  if ((expected === undefined) !== (found === undefined)) {
    throw new Error(
      [
        `${subject.name}: ${what}`,
        `  oracle: ${expected ?? 'accepted'}`,
        `  schema: ${found ?? 'accepted'}`,
        `  value:  ${show(value, 1500)}`,
      ].join('\n'),
    );
  }
  if (expected === undefined) {
    subject.tally.accepted += 1;
  } else {
    subject.tally.refused += 1;
  }
}
