import { describe, expect, it } from 'vitest';
import { de } from './de/index.ts';
import { en } from './en/index.ts';

function textsOf(node: object, path = ''): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(node) as [string, string | object][]) {
    const here = path === '' ? name : `${path}.${name}`;
    if (typeof value === 'string') texts.set(here, value);
    else for (const [key, text] of textsOf(value, here)) texts.set(key, text);
  }
  return texts;
}

const english = textsOf(en);
const german = textsOf(de);
const placesOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/gu)].map(([, name = '']) => name).toSorted();

describe('the texts of the window', () => {
  it('are the same ones in both languages', () => {
    expect([...german.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it('name the same values in both languages', () => {
    const different = [...english].filter(
      ([key, text]) => placesOf(text).join(' ') !== placesOf(german.get(key) ?? '').join(' '),
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it('are never empty', () => {
    expect([...english, ...german].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have both forms of every plural', () => {
    const keys = [...english.keys()];
    const lonely = keys.filter(
      (key) =>
        /_(one|other)$/u.test(key) &&
        !english.has(key.replace(/_(one|other)$/u, (form) => (form === '_one' ? '_other' : '_one'))),
    );
    expect(lonely).toEqual([]);
  });

  it('keep the terms of the protocol in German (screens D)', () => {
    const lost = [...english].filter(([key, text]) =>
      ['WorkItem', 'Evidence', 'Artifact', 'Coordinator'].some(
        (term) => new RegExp(`\\b${term}s?\\b`, 'u').test(text) && !(german.get(key) ?? '').includes(term),
      ),
    );
    expect(lost.map(([key]) => key)).toEqual([]);
  });

  it('do not confuse what is queued with what was submitted (screens D)', () => {
    expect([...german].filter(([, text]) => /eingerei(h|ch)t/iu.test(text))).toEqual([]);
  });
});
