// What the words for faults are made of, in every language.
import type { BriefFaultCode, BriefFaultValues } from './faults.ts';

export interface BriefFaultText {
  readonly wrong: string;
  readonly right: string;
}

/** The text of every fault in one language. */
export type BriefWords = {
  readonly [Code in BriefFaultCode]: (values: BriefFaultValues[Code]) => BriefFaultText;
};

/** Names in a list that stays short. */
export function listNames(names: readonly string[], none: string): string {
  const LONGEST = 12;
  if (names.length === 0) return none;
  const shown = names.slice(0, LONGEST).join(', ');
  return names.length > LONGEST ? `${shown}, …` : shown;
}
