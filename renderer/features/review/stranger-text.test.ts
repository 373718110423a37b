import { assert, property, string, array, constantFrom } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedFromEnvironment } from '../../../test/harness/random.ts';
import { countInvisible, revealInvisible, splitInvisible } from './stranger-text.ts';
import { blocksOfDifference, differenceOf } from './text-difference.ts';

const SEED = seedFromEnvironment();

describe('invisible characters', () => {
  it.each([
    ['a turn of direction', 'access\u202elevel', 'access⟦U+202E⟧level'],
    ['an isolate', '\u2066x\u2069', '⟦U+2066⟧x⟦U+2069⟧'],
    ['no width', 'pay\u200bpal', 'pay⟦U+200B⟧pal'],
    ['an escape', '\u001b[31mred', '⟦U+001B⟧[31mred'],
    ['a byte order mark', '\ufeffx', '⟦U+FEFF⟧x'],
    ['a tag', 'x\u{e0041}', 'x⟦U+E0041⟧'],
    ['a line separator', 'a\u2028b', 'a⟦U+2028⟧b'],
    ['a lone carriage return', 'a\rb', 'a⟦U+000D⟧b'],
  ])('become marks: %s', (_, text, shown) => {
    expect(revealInvisible(text)).toBe(shown);
    expect(countInvisible(text)).toBeGreaterThan(0);
  });

  it('are not what people write: umlauts, emoji, tabs, line ends of any system', () => {
    const text = 'Grüße 👩‍🚀 \t ok\n日本語';
    // A joiner holds the parts of an emoji together, and is shown all the same: it can hide as well.
    expect(revealInvisible('Grüße\t\n日本語')).toBe('Grüße\t\n日本語');
    expect(countInvisible(text)).toBe(1);
    expect(revealInvisible('a\r\nb')).toBe('a\nb');
  });

  it('are never left over, whatever the text', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        expect(countInvisible(revealInvisible(text))).toBe(0);
        const joined = splitInvisible(text)
          .map((part) => (part.type === 'text' ? part.text : part.mark))
          .join('');
        expect(joined).toBe(revealInvisible(text));
      }),
      { seed: SEED },
    );
  });
});

describe('the difference of two texts', () => {
  it('is the shortest', () => {
    expect(differenceOf('a\nb\nc\nd', 'a\nc\nd\ne')).toEqual([
      { type: 'same', text: 'a' },
      { type: 'removed', text: 'b' },
      { type: 'same', text: 'c' },
      { type: 'same', text: 'd' },
      { type: 'added', text: 'e' },
    ]);
    expect(differenceOf('', '')).toEqual([]);
    expect(differenceOf('', 'x')).toEqual([{ type: 'added', text: 'x' }]);
  });

  it('gives back both texts', () => {
    const lines = array(constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 30 });
    assert(
      property(lines, lines, (before, after) => {
        const difference = differenceOf(before.join('\n'), after.join('\n')) ?? [];
        const without = (type: string) =>
          difference
            .filter((line) => line.type !== type)
            .map(({ text }) => text)
            .join('\n');
        expect(without('added')).toBe(before.join('\n'));
        expect(without('removed')).toBe(after.join('\n'));
      }),
      { seed: SEED },
    );
  });

  it('is refused where it would be no help', () => {
    const long = Array.from({ length: 12_000 }, (_, index) => `line ${index}`).join('\n');
    expect(differenceOf(long, long)).toBeUndefined();
    const other = Array.from({ length: 2_000 }, (_, index) => `other ${index}`).join('\n');
    expect(differenceOf(other, 'nothing of it')).toBeUndefined();
  });

  it('keeps three lines around a change and counts the rest', () => {
    const before = Array.from({ length: 20 }, (_, index) => String(index)).join('\n');
    const blocks = blocksOfDifference(differenceOf(before, before.replace('10', 'ten')) ?? []);
    expect(blocks.map((block) => (block.type === 'gap' ? block.count : block.lines.length))).toEqual([
      7, 8, 6,
    ]);
  });
});
