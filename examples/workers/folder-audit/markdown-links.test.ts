import { describe, expect, it } from 'vitest';
import { outlineMarkdown } from './markdown-links.ts';

function targetsOf(text: string): [string, number][] {
  return outlineMarkdown(text).links.map(({ target, line }) => [target, line]);
}

describe('links of Markdown', () => {
  it('are found with their lines: links, images, references, angle brackets, brackets inside', () => {
    const text = [
      'See [one](a.md) and ![two](b.png "title").',
      '',
      '[three]: <c d.md>',
      '[a [b](in.md)](out.md) [four](e_(f).md)',
      '[![badge](badge.svg)](build.md#top)',
    ].join('\n');
    expect(targetsOf(text)).toEqual([
      ['a.md', 1],
      ['b.png', 1],
      ['c d.md', 3],
      ['in.md', 4],
      ['out.md', 4],
      ['e_(f).md', 4],
      ['badge.svg', 5],
      ['build.md#top', 5],
    ]);
  });

  it('are none in code', () => {
    const text = '`[a](x.md)` ``[b`](y.md)``\n```md\n[c](z.md)\n```\n~~~\n[d](w.md)\n```\n~~~\n[e](v.md)';
    expect(targetsOf(text)).toEqual([['v.md', 9]]);
  });

  it.each([
    ['brackets', '[('],
    ['open links', '](<'],
    ['backticks', '`a'],
    ['tags', '<a id="'],
    ['nested', '](a(b)'],
  ])('take linear time with a hundred thousand %s', (_name, piece) => {
    expect(Array.isArray(targetsOf(piece.repeat(100_000)))).toBe(true);
  });
});

describe('anchors of Markdown', () => {
  it('are those of headings and of HTML', () => {
    const text = [
      '# Hello, World!',
      '## Hello, World!',
      'Under_lined `code`',
      '---',
      '### Über [links](x.md) ###',
      '<a name="explicit"></a> <h2 class="x" id="other">',
      '```',
      '# not a heading',
      '```',
    ].join('\n');
    expect([...outlineMarkdown(text).anchors]).toEqual([
      'hello-world',
      'hello-world-1',
      'under_lined-code',
      'über-links',
      'explicit',
      'other',
    ]);
  });
});
