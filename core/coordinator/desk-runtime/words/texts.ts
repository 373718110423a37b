// Everything that is said to a window, in one language: each text with its key and its values.
import type { Fault, Language, Words } from '../../../contract/values.ts';
import { type DeskFormat, type DeskWords } from '../../desk/words/desk-words.ts';
import { deskWords } from '../../desk/words/words.ts';
import type { AssistantWords } from './assistant-words.ts';
import { GERMAN_ASSISTANT_WORDS } from './assistant-words-de.ts';
import { ENGLISH_ASSISTANT_WORDS } from './assistant-words-en.ts';
import { GERMAN_ROW_WORDS } from './row-words-de.ts';
import { ENGLISH_ROW_WORDS } from './row-words-en.ts';
import type { LocalFaultCode, RowWords } from './row-words.ts';

const ROW_WORDS = { en: ENGLISH_ROW_WORDS, de: GERMAN_ROW_WORDS } as const;

const ASSISTANT_WORDS = { en: ENGLISH_ASSISTANT_WORDS, de: GERMAN_ASSISTANT_WORDS } as const;

type Values = Readonly<Record<string, unknown>>;

export class Texts {
  readonly language: Language;
  readonly desk: DeskWords;
  readonly row: RowWords;
  readonly assistant: AssistantWords;
  readonly format: DeskFormat;

  constructor(language: Language) {
    this.language = language;
    this.desk = deskWords(language);
    this.row = ROW_WORDS[language];
    this.assistant = ASSISTANT_WORDS[language];
    this.format = formatOf(language);
  }

  /** A fault of this computer. */
  fault(code: LocalFaultCode, values: Values = {}): { readonly ok: false; readonly fault: Fault } {
    return { ok: false, fault: { code, words: say(`fault.${code}`, this.row.faults[code], values) } };
  }
}

const made = new Map<Language, Texts>();

export function textsOf(language: Language): Texts {
  const known = made.get(language) ?? new Texts(language);
  made.set(language, known);
  return known;
}

/** A text with its key; values that are none for people are left out. */
export function say(key: string, text: string, values: Values = {}): Words {
  const plain: Words['values'] = {};
  for (const [name, value] of Object.entries(values)) {
    if (isScalar(value)) plain[name] = value;
    else if (Array.isArray(value) && value.every(isScalar)) plain[name] = value;
  }
  return { key, values: plain, text };
}

function isScalar(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

/** Times as a person on this computer writes them. */
function formatOf(language: Language): DeskFormat {
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' });
  const number = new Intl.NumberFormat(language);
  return {
    time: (atMs) => time.format(atMs),
    duration: (ms) => {
      const minutes = Math.round(Math.abs(ms) / 60_000);
      if (minutes < 1) return `${Math.round(Math.abs(ms) / 1_000)} s`;
      if (minutes < 120) return `${minutes} min`;
      return `${number.format(Math.round(minutes / 6) / 10)} h`;
    },
    number: (value) => number.format(value),
  };
}
