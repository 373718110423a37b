import { describe, expect, it } from 'vitest';
import { checkJson, checkLinks, checkYaml, KnownPaths, resolveTarget } from './content-checks.ts';
import { outlineMarkdown } from './markdown-links.ts';

function bytes(text: string): Buffer {
  return Buffer.from(text);
}

describe('JSON', () => {
  it.each(['{}', '[]', '1', '"a"', ' {"a": [1, null]} ', '"\\ud800"'])('that parses: %s', (text) => {
    expect(checkJson('a.json', bytes(text))).toEqual([]);
  });

  it.each([
    ['', 1],
    ['{', 1],
    ['{"a": 1,\n}', 2],
    ['// comment\n{}', 1],
    ['{}\n{}', 2],
    ['{"a": 1, "a": 2}', 1],
    ['\ufeff{}', 1],
    ['['.repeat(100_000), 1],
  ])('that does not parse: %j', (text, line) => {
    expect(checkJson('a.json', bytes(text))).toMatchObject([
      { kind: 'json-invalid', files: ['a.json'], line },
    ]);
  });
});

describe('YAML', () => {
  it.each(['', 'a: 1', '- 1\n---\n- 2', 'a: !Custom 1', 'a: &x [1]\nb: *x'])('that parses: %j', (text) => {
    expect(checkYaml('a.yaml', bytes(text))).toEqual([]);
  });

  it.each([
    ['a: [1, 2', 1],
    ['a: 1\na: 2', 2],
    ['a:\n\t- 1', 2],
  ])('that does not parse: %j', (text, line) => {
    expect(checkYaml('a.yaml', bytes(text))).toMatchObject([
      { kind: 'yaml-invalid', files: ['a.yaml'], line },
    ]);
  });

  it('that would take for ever is only parsed, never expanded', () => {
    const levels = Array.from(
      { length: 40 },
      (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]`,
    );
    expect(checkYaml('a.yaml', bytes(['a0: &a0 x', ...levels].join('\n')))).toEqual([]);
  });

  it('that is nested deeper than the parser can go, or no text, is invalid', () => {
    expect(checkYaml('a.yaml', bytes('['.repeat(50_000)))).toMatchObject([{ kind: 'yaml-invalid' }]);
    expect(checkYaml('a.yaml', Buffer.from([0xff, 0xfe]))).toMatchObject([{ message: 'is not UTF-8' }]);
  });
});

describe('targets of links', () => {
  it.each([
    ['docs/a.md', 'b.md', 'docs/b.md', ''],
    ['docs/a.md', './b.md#x', 'docs/b.md', 'x'],
    ['docs/a.md', '../c/', 'c', ''],
    ['docs/a.md', '/top.md', 'top.md', ''],
    ['docs/a.md', '/', '.', ''],
    ['docs/a.md', '#here', 'docs/a.md', 'here'],
    ['docs/a.md', 'a%20b.md?raw=1#c%C3%A4', 'docs/a b.md', 'cä'],
    ['docs/a.md', '50%.md', 'docs/50%.md', ''],
    ['docs/a.md', '../../x', '../x', ''],
    ['docs/a.md', '/../x', '../x', ''],
    ['docs/a.md', '%2e%2e/%2e%2e/x', '../x', ''],
  ])('from %s to %s', (from, target, path, anchor) => {
    expect(resolveTarget(from, target)).toEqual({ path, anchor });
  });

  it.each(['https://example.com', 'mailto:a@b', '//example.com/x', '', 'C:\\x', 'javascript:alert(1)'])(
    'elsewhere are not looked at: %s',
    (target) => {
      expect(resolveTarget('a.md', target)).toBeUndefined();
    },
  );
});

describe('links', () => {
  const known = new KnownPaths({
    excluded: ['node_modules'],
    files: ['a.md', 'docs/b.md', 'pic.png'].map((path) => ({
      path,
      sizeBytes: 1,
      contentHash: '',
      type: '',
    })),
    skipped: [{ path: 'locked/in', reason: 'unreadable' }],
  });
  const check = async (text: string) => {
    const found = await checkLinks('a.md', outlineMarkdown(text), known, async () => new Set(['part']));
    return found.map(({ kind, line, target }) => [kind, line, target]);
  };

  it('lead to files, folders, skipped entries and anchors', async () => {
    expect(
      await check(
        '# Top\n[1](docs/b.md#part) [2](docs) [3](locked/in) [4](#top) [5](pic.png#x) [6](docs/b.md#Part) [7](.)',
      ),
    ).toEqual([]);
  });

  it('into parts that were left out are not judged', async () => {
    expect(await check('[1](node_modules/x/y.md) [2](docs/node_modules)')).toEqual([]);
  });

  it('that lead nowhere are found', async () => {
    expect(
      await check('[1](docs/c.md)\n[2](docs/b.md#other)\n[3](../x)\n[4](#nothing)\n[5](pic.png/x)'),
    ).toEqual([
      ['link-missing', 1, 'docs/c.md'],
      ['anchor-missing', 2, 'docs/b.md#other'],
      ['link-outside', 3, '../x'],
      ['anchor-missing', 4, '#nothing'],
      ['link-missing', 5, 'pic.png/x'],
    ]);
  });
});
