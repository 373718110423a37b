import { expect, test } from 'vitest';
import type { DeskFormat } from '../../desk/words/desk-words.ts';
import { leadWords } from './words.ts';

const FORMAT: DeskFormat = {
  time: (atMs) => `<${atMs}>`,
  duration: (ms) => `${ms} ms`,
  number: (value) => String(value),
};

/** A value for whatever a text asks for; the name shows when a text takes the wrong one. */
const VALUES = new Proxy<Readonly<Record<string, string | number>>>(
  {},
  { get: (_target, name) => (String(name).endsWith('Ms') ? 7 : `‹${String(name)}›`) },
);

test('every text of the lead says the same in both languages', () => {
  const [english, german] = [leadWords('en'), leadWords('de')];
  for (const [id, say] of Object.entries(english.reasons)) {
    const other = Object.entries(german.reasons).find(([name]) => name === id)?.[1];
    const said = [say(VALUES, FORMAT), other?.(VALUES, FORMAT) ?? ''];
    for (const text of said) expect(`${id}: ${text}`).not.toMatch(/undefined|NaN|: $/);
    const [first, second] = said.map((text) => (text.match(/‹\w+›|<\d+>/g) ?? []).toSorted());
    expect([id, second]).toEqual([id, first]);
  }
  for (const words of [english, german]) {
    for (const table of [words.areas, words.standing])
      for (const [id, text] of Object.entries(table)) expect([id, text]).not.toEqual([id, '']);
  }
});
