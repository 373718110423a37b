// The brief that is being looked at: its text, from a file or from the keyboard.
import { create } from 'zustand';
import { MAX_BRIEF_CHARACTERS } from '../../../core/contract/briefs.ts';

export interface BriefText {
  readonly name: string;
  readonly text: string;
  readonly format: 'yaml' | 'json';
  readonly isTooLarge: boolean;
  /** Counts the files that were given: each is checked once by itself. */
  readonly arrivals: number;
}

const NOTHING = { name: '', text: '', format: 'yaml', isTooLarge: false } as const;

export const useBriefText = create<BriefText>()(() => ({ ...NOTHING, arrivals: 0 }));

/** A character of UTF-8 takes four bytes at most; a larger file is not even read. */
const MAX_BYTES = MAX_BRIEF_CHARACTERS * 4;

/** Takes the text of a file that a person gave. */
export async function takeBriefFile(file: File): Promise<void> {
  const format = file.name.toLowerCase().endsWith('.json') ? 'json' : 'yaml';
  if (file.size > MAX_BYTES) {
    useBriefText.setState({ name: file.name, text: '', format, isTooLarge: true });
    return;
  }
  const text = await file.text();
  const isTooLarge = text.length > MAX_BRIEF_CHARACTERS;
  useBriefText.setState(({ arrivals }) => ({
    name: file.name,
    text: isTooLarge ? '' : text,
    format,
    isTooLarge,
    arrivals: arrivals + 1,
  }));
}

/** Begins with a template: its text becomes one's own, and is checked at once like a file. */
export function takeBriefTemplate({ name, text, format }: Pick<BriefText, 'name' | 'text' | 'format'>): void {
  useBriefText.setState(({ arrivals }) => ({
    name,
    text,
    format,
    isTooLarge: false,
    arrivals: arrivals + 1,
  }));
}

export function changeBriefText(text: string): void {
  useBriefText.setState({ text, isTooLarge: text.length > MAX_BRIEF_CHARACTERS });
}

export function clearBriefText(): void {
  useBriefText.setState(NOTHING);
}
