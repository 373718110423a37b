// Texts about leases, epochs, and work that goes to somebody else. A language that forgets one does not compile.
import type { EndKind } from '../../desk/group-ends.ts';
import type { LeaseStanding, LeaseStepId } from '../../desk/leases/lease-standing.ts';
import type { FenceId, KeptId, LossId } from '../../desk/leases/reassignment.ts';
import type { DeskFormat } from '../../desk/words/desk-words.ts';
import type { Language } from '../../../contract/values.ts';
import type { Lease } from '../../../protocol/generated/documents.ts';
import { LEASE_WORDS_DE } from './lease-words-de.ts';
import { LEASE_WORDS_EN } from './lease-words-en.ts';

/** Times in milliseconds since 1970 end in `atMs` or `AtMs`, durations in `Ms`; Agents are names. */
export type LeaseValues = Readonly<Record<string, string | number>>;

type Sentence = (values: LeaseValues, format: DeskFormat) => string;

export interface LeaseWords {
  readonly types: { readonly [Type in Lease['leaseType']]: string };
  readonly standings: { readonly [Each in LeaseStanding]: string };
  /** `atMs` is 0 where there is no moment. */
  readonly steps: { readonly [Each in LeaseStepId]: Sentence };
  readonly sessions: { readonly [Each in 'here' | 'elsewhere' | 'none']: Sentence };
  readonly terms: { readonly [Each in 'current' | 'ended-by-clock' | 'replaced' | 'over']: string };
  /** What would end during a sleep. */
  readonly ends: { readonly [Kind in EndKind]: string };
  readonly losses: { readonly [Each in LossId]: Sentence };
  readonly kept: { readonly [Each in KeptId]: Sentence };
  readonly fences: { readonly [Each in FenceId]: Sentence };
  readonly lateRule: Sentence;
}

const WORDS: { readonly [Each in Language]: LeaseWords } = { en: LEASE_WORDS_EN, de: LEASE_WORDS_DE };

export function leaseWords(language: Language): LeaseWords {
  return WORDS[language];
}
