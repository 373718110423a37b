// Texts about child Missions that the rules of the assistant do not have. A language that forgets one does not compile.
import type { Language } from '../../../contract/values.ts';
import type { ChildFailurePolicy } from '../../../protocol/generated/documents.ts';

export interface ChildRowWords {
  readonly policies: { readonly [Policy in ChildFailurePolicy]: string };
  /** What would happen, step by step. */
  readonly picture: {
    readonly fails: (title: string) => string;
    readonly itemBlocked: (title: string) => string;
    readonly itemFailed: (title: string) => string;
    readonly missionFailed: (title: string) => string;
    readonly waits: (count: number) => string;
    readonly decide: string;
    readonly offerAgain: string;
    readonly ends: (count: number) => string;
    readonly followUp: string;
  };
  readonly loses: (agent: string, epoch: number) => string;
  /** What the approval of a child does to the item above. */
  readonly completes: (title: string) => string;
  readonly completesNothing: string;
}

const EN: ChildRowWords = {
  policies: {
    block_parent_work_item: 'the item stays blocked',
    fail_parent_work_item: 'the item fails',
    fail_parent_mission: 'the whole Mission fails',
  },
  picture: {
    fails: (title) => `The child Mission “${title}” fails`,
    itemBlocked: (title) => `“${title}” stays blocked`,
    itemFailed: (title) => `“${title}” becomes failed`,
    missionFailed: (title) => `the Mission “${title}” fails`,
    waits: (count) => (count === 1 ? '1 item goes on waiting for it' : `${count} items go on waiting for it`),
    decide: 'you decide: another child, your own work, or give it up',
    offerAgain: 'it can be offered anew at once',
    ends: (count) =>
      count === 1 ? '1 unfinished item ends with it' : `${count} unfinished items end with it`,
    followUp: 'only a new Mission goes on from there',
  },
  loses: (agent, epoch) => `The ownership is fenced: ${agent} loses the item (epoch ${epoch}).`,
  completes: (title) =>
    `Its result becomes Evidence and Artifacts of “${title}”, and the item becomes verified.`,
  completesNothing: 'No item waits for its result any more: nothing of the parent changes.',
};

const DE: ChildRowWords = {
  policies: {
    block_parent_work_item: 'das Item bleibt blockiert',
    fail_parent_work_item: 'das Item scheitert',
    fail_parent_mission: 'die ganze Mission scheitert',
  },
  picture: {
    fails: (title) => `Die Unteraufgabe „${title}“ scheitert`,
    itemBlocked: (title) => `„${title}“ bleibt blockiert`,
    itemFailed: (title) => `„${title}“ ist gescheitert`,
    missionFailed: (title) => `die Mission „${title}“ scheitert`,
    waits: (count) => (count === 1 ? '1 Item wartet weiter darauf' : `${count} Items warten weiter darauf`),
    decide: 'du entscheidest: eine andere Unteraufgabe, eigene Arbeit, oder aufgeben',
    offerAgain: 'es kann sofort neu angeboten werden',
    ends: (count) =>
      count === 1 ? '1 unfertiges Item endet mit ihr' : `${count} unfertige Items enden mit ihr`,
    followUp: 'nur eine neue Mission führt von dort weiter',
  },
  loses: (agent, epoch) => `Der Besitz wird ausgesperrt: ${agent} verliert das Item (Epoche ${epoch}).`,
  completes: (title) =>
    `Ihr Ergebnis wird zu Evidence und Artifacts von „${title}“, und das Item ist bestätigt.`,
  completesNothing: 'Kein Item wartet mehr auf ihr Ergebnis: An der Mission darüber ändert sich nichts.',
};

const WORDS: { readonly [Each in Language]: ChildRowWords } = { en: EN, de: DE };

export function childRowWords(language: Language): ChildRowWords {
  return WORDS[language];
}
