// Judging the verdict of a schema: what is wrong with it, in words that name the kind and the member.
import * as fc from 'fast-check';
import type { Json } from '../documents/json.ts';
import { runSettings } from '../documents/run-settings.ts';
import { type Subject, SUBJECTS } from './subjects.ts';

const { seed, runs } = runSettings();

/** How to repeat the random runs. */
export const RUN_HINT = `HEDDLE_SEED=${seed} HEDDLE_RUNS=${runs}`;

/** What a refusal has to look like. */
export interface Refusal {
  /** JSON pointer of the fault. */
  readonly at: string;
  /** Whether the fault may also lie deeper than that. */
  readonly inside?: boolean;
  /** End of the schema path of the broken rule. */
  readonly rule?: string;
  /** Text that the message has to contain. */
  readonly naming?: string;
}

/** The complaints about all kinds; none is the only good result. */
export function complaints(
  complaintsAbout: (subject: Subject) => readonly string[],
  subjects: readonly Subject[] = SUBJECTS,
): readonly string[] {
  return subjects.flatMap((subject) => complaintsAbout(subject).map((text) => `${subject.kind}: ${text}`));
}

/** What is wrong with the verdict on a payload that has to be accepted. */
export function unlessAccepted({ check }: Subject, payload: Json, what: string): readonly string[] {
  const fault = check(payload);
  return fault === undefined
    ? []
    : [`${what} is refused: ${fault.rule} at "${fault.path}": ${fault.message}`];
}

/** What is wrong with the verdict on a payload that has to be refused for a certain reason. */
export function unlessRefused(
  { check }: Subject,
  payload: Json,
  what: string,
  { at, inside = false, rule = '', naming = '' }: Refusal,
): readonly string[] {
  const fault = check(payload);
  if (fault === undefined) return [`${what} is accepted`];
  const placed = fault.path === at || (inside && fault.path.startsWith(`${at}/`));
  return placed && fault.rule.endsWith(rule) && fault.message.includes(naming)
    ? []
    : [`${what} is refused for another reason: ${fault.rule} at "${fault.path}": ${fault.message}`];
}

/** The first complaint that random inputs lead to, with the settings that repeat it. */
export function randomComplaints<Input>(
  inputs: fc.Arbitrary<Input>,
  complaintsAbout: (input: Input) => readonly string[],
): readonly string[] {
  const property = fc.property(inputs, (input) => {
    const [first] = complaintsAbout(input);
    if (first !== undefined) throw new Error(first);
  });
  const outcome = fc.check(property, { seed, numRuns: runs });
  if (!outcome.failed) return [];
  const reason = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : 'no reason given';
  return [`${reason} (${RUN_HINT})`];
}
