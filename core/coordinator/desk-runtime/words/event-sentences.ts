// What an Event says, as a sentence for people: the facts that a sentence is made of, and one sentence for every kind in each
// language.
import type { Language } from '../../../contract/values.ts';
import { GERMAN_SENTENCES } from './event-sentences-de.ts';
import { ENGLISH_SENTENCES } from './event-sentences-en.ts';
import type { EventKind } from './row-words.ts';

/** All of it as people say it; empty where an Event does not tell. */
export interface SentenceFacts {
  /** Who did it. */
  readonly who: string;
  /** The WorkItem. */
  readonly item: string;
  /** Whom it is about: who got, lost, took over or was asked. */
  readonly whom: string;
  /** Its title, an Artifact, or a Conversation's beginning: the thing that came. */
  readonly what: string;
  /** The epoch that begins or counts. */
  readonly epoch: number;
  /** How many Artifacts, pieces of Evidence or sequences. */
  readonly count: number;
  readonly reason: string;
  readonly role: string;
}

export type EventSentences = { readonly [Kind in EventKind]: (facts: SentenceFacts) => string };

const SENTENCES: { readonly [Each in Language]: EventSentences } = {
  en: ENGLISH_SENTENCES,
  de: GERMAN_SENTENCES,
};

/** Undefined for a kind that is not known here. */
export function sentenceOf(language: Language, kind: string, facts: SentenceFacts): string | undefined {
  const sentences = SENTENCES[language];
  return Object.hasOwn(sentences, kind) ? sentences[kind as EventKind](facts) : undefined;
}
