import { describe, expect, it } from 'vitest';
import { FINDING_KINDS, type Finding, type Findings, type Inventory } from './audit-documents.ts';
import { escapeCode, escapeText, formatBytes, renderReport } from './report-text.ts';

function documentsOf(paths: readonly string[], list: readonly Finding[]): [Inventory, Findings] {
  const files = paths.map((path) => ({ path, sizeBytes: 10, contentHash: 'x', type: 'md' }));
  return [
    {
      format: 'urn:heddle:example:inventory:1',
      excluded: [],
      totals: { files: files.length, bytes: 10 * files.length, folders: 1, skipped: 0 },
      types: [{ type: 'md', files: files.length, bytes: 10 * files.length }],
      files,
      skipped: [],
    },
    {
      format: 'urn:heddle:example:findings:1',
      inventoryHash: 'x',
      totals: {
        files: files.length,
        parsed: 0,
        findings: list.length,
        byKind: Object.fromEntries(
          FINDING_KINDS.map((kind) => [kind, list.filter((each) => each.kind === kind).length]),
        ) as Findings['totals']['byKind'],
      },
      findings: list,
      unchecked: [],
    },
  ];
}

describe('names and words from elsewhere', () => {
  it.each([
    ['plain.md', '`plain.md`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['``x', '``` ``x ```'],
    ['a|b', '`a\\|b`'],
    [' ', '`   `'],
    ['a\nb', '`a\\u000ab`'],
    ['\u202egnp.exe', '`\\u202egnp.exe`'],
  ])('are code that nothing leaves: %j', (name, code) => {
    expect(escapeCode(name)).toBe(code);
  });

  it.each([
    ['<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert\\(1\\)\\>'],
    ['[click](javascript:x)', '\\[click\\]\\(javascript\\:x\\)'],
    ['a | b', 'a \\| b'],
    ['line 1: see http://x', 'line 1: see http\\://x'],
    ['# no heading\n# none', '\\# no heading\\\\u000a\\# none'],
  ])('are words without Markdown: %j', (text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
  });
});

describe('the report', () => {
  it('says first what to do, and what the most serious things are', () => {
    const text = renderReport(
      'Tidy up',
      ...documentsOf(
        ['a.md', 'b.md'],
        [
          { kind: 'duplicate', files: ['a.md', 'b.md'], message: '2 files have the same 10 bytes' },
          { kind: 'link-missing', files: ['a.md'], line: 3, message: 'leads to nothing', target: 'c.md' },
        ],
      ),
    );
    const headings = text.split('\n').filter((line) => line.startsWith('#'));
    expect(headings).toEqual([
      '# Audit of a folder',
      '## What to do first',
      '## What is in the folder',
      '## Links that lead to nothing',
      '## Files with the same content',
      '## What could not be checked',
    ]);
    expect(text).toContain('1. **Links that lead to nothing** (1): ');
    expect(text).toContain('2. **Files with the same content** (1): ');
    expect(text).toContain('| `a.md` | 3 | `c.md` leads to nothing |');
    expect(text).toContain('Duplicates take 10 bytes more than one copy of each would.');
  });

  it('names the duplicates first that take the most', () => {
    const [inventory, findings] = documentsOf(
      ['a.md', 'b.md', 'c.md', 'd.md', 'e.md'],
      [
        { kind: 'duplicate', files: ['a.md', 'b.md'], message: 'two' },
        { kind: 'duplicate', files: ['c.md', 'd.md', 'e.md'], message: 'three' },
      ],
    );
    const text = renderReport('Tidy up', inventory, findings);
    expect(text.indexOf('- three:')).toBeLessThan(text.indexOf('- two:'));
    expect(text).toContain(
      '5 files with 50 bytes in 1 folder: 2 findings, and nothing that could not be checked.',
    );
    expect(text).toContain('> What was asked for: Tidy up');
  });

  it('of a folder without troubles says so', () => {
    const text = renderReport('Tidy up', ...documentsOf(['a.md'], []));
    expect(text).toContain('Nothing: no check has found anything.');
    expect(text).toContain('Everything could be checked.');
  });

  it('stays of a size that can be read, and says what it leaves out', () => {
    const many = Array.from({ length: 5_000 }, (_, index): Finding => ({
      kind: 'json-invalid',
      files: [`${index}.json`],
      message: 'x',
    }));
    const text = renderReport('Tidy up', ...documentsOf([], many));
    expect(text.split('\n').length).toBeLessThan(200);
    expect(text).toContain('… and 4900 more findings; findings.json and inventory.json have all.');
  });

  it('keeps hostile names in their place', () => {
    const name = '|\n## Owned\n<script>`';
    const text = renderReport(
      'Tidy up',
      ...documentsOf([name], [{ kind: 'json-invalid', files: [name], line: 1, message: name }]),
    );
    expect(text.split('\n').filter((line) => line.startsWith('##'))).not.toContain('## Owned');
    expect(text).not.toMatch(/^[^`]*<script>/m);
  });

  it.each([
    [0, '0 bytes'],
    [1_023, '1023 bytes'],
    [1_024, '1.0 KiB'],
    [5_767_168, '5.5 MiB'],
    [9e15, '8185.5 TiB'],
  ])('writes %i bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
