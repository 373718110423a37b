// What goes wrong in the hands of Workers, and what each of it costs whoever leads: a question that comes to nothing, a term
// without a result, or nothing but time.
import type { Random } from '../../../core/simulation/random.ts';

/** One thing that happens instead of plain good work, each time that somebody is asked. */
export type Trouble =
  // The offer comes to nothing.
  | 'declines'
  | 'ignores'
  | 'accepts-late'
  // The term comes to nothing: the lease is lost.
  | 'never-starts'
  | 'vanishes'
  | 'saves-and-vanishes'
  // As `vanishes`, and later the old owner comes with its result, under an Ownership Epoch that is over.
  | 'returns-late'
  // The term comes to nothing: the Worker says so.
  | 'fails'
  | 'overruns'
  // The result is no good.
  | 'wrong-hash'
  | 'bad-output'
  | 'subtle-fault'
  | 'missing-evidence'
  | 'missing-deliverable'
  // Where no check of the contract decides: a check that passes against the word of the producer would be for a person.
  | 'admits-failure'
  // Nothing is lost but time.
  | 'blocks'
  | 'saves-and-resumes'
  | 'session-lost'
  // The producer praises itself beside its good work.
  | 'praises-itself';

export type Behaviour = Trouble | 'good';

export const ASK_TROUBLES: readonly Trouble[] = ['declines', 'ignores', 'accepts-late'];
export const LEASE_TROUBLES: readonly Trouble[] = [
  'never-starts',
  'vanishes',
  'saves-and-vanishes',
  'returns-late',
];
const REPORTED_TROUBLES: readonly Trouble[] = ['fails', 'overruns'];
const HARMLESS: readonly Trouble[] = ['blocks', 'saves-and-resumes', 'session-lost', 'praises-itself'];

/** What the contract of an item makes possible. */
export interface Weaknesses {
  /** A check that the contract declares finds a bad output. */
  readonly hasChecks: boolean;
  readonly hasReviewer: boolean;
  /** A cell that only the Worker's own Evidence fills. */
  readonly needsClaim: boolean;
  readonly deliverables: number;
}

/** Bad results that somebody could find: what nobody can see is no fault of whoever leads. */
export function resultTroubles(item: Weaknesses): readonly Trouble[] {
  return [
    'wrong-hash',
    ...(item.hasChecks ? (['bad-output'] as const) : []),
    ...(item.hasReviewer ? (['subtle-fault'] as const) : []),
    ...(item.needsClaim ? (['missing-evidence', 'admits-failure'] as const) : []),
    ...(item.deliverables > 1 ? (['missing-deliverable'] as const) : []),
  ];
}

/** How often a term comes to nothing in a script. */
export function lostTermsIn(script: readonly Trouble[]): number {
  return script.filter((each) => !ASK_TROUBLES.includes(each) && !HARMLESS.includes(each)).length;
}

/** The most questions in a row that come to nothing. */
export function longestSilence(script: readonly Trouble[]): number {
  let longest = 0;
  let run = 0;
  for (const each of script) {
    run = ASK_TROUBLES.includes(each) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** A script with at most so many lost terms, and never more than two questions in a row for nothing. */
export function writeScript(
  random: Random,
  item: Weaknesses,
  hardness: number,
  maxLost: number,
): readonly Trouble[] {
  const script: Trouble[] = [];
  let lost = 0;
  for (let step = 0; step < 4 && random.chance(hardness); step += 1) {
    const dice = random.next();
    const pool =
      dice < 0.35
        ? ASK_TROUBLES
        : dice < 0.55
          ? LEASE_TROUBLES
          : dice < 0.65
            ? REPORTED_TROUBLES
            : dice < 0.8
              ? HARMLESS
              : resultTroubles(item);
    const trouble = random.pick(pool);
    const next = [...script, trouble];
    if (lostTermsIn(next) > maxLost || longestSilence(next) > 2) continue;
    script.push(trouble);
    lost = lostTermsIn(script);
  }
  // Whatever is harmless ends the script where it stands last, since the Worker then delivers.
  return lost <= maxLost ? script : [];
}
