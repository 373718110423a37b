// Exporting and verifying history from the command line, as an operator and a stranger do it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHeddle } from './cli-runner.ts';

const base = mkdtempSync(join(tmpdir(), 'heddle-bundle-cli-'));
const folder = join(base, 'organization');
const bundle = join(base, 'history.mwpbundle');
const nowMs = Date.UTC(2026, 4, 4, 9);

beforeAll(async () => {
  await runHeddle(['authority', 'init', folder], { nowMs });
  await runHeddle(['authority', 'export', folder, bundle], { nowMs });
});

afterAll(() => rmSync(base, { recursive: true }));

describe('heddle verify', () => {
  test('says what a bundle proves, in both languages, and that the keys are those in the file', async () => {
    const english = await runHeddle(['verify', bundle]);
    expect(english).toMatchObject({ code: 0, err: '' });
    expect(english.out).toContain('all 0 Events verified');
    expect(english.out).toContain('compare with --registry');
    const german = await runHeddle(['verify', bundle], { environment: { LANG: 'de_DE.UTF-8' } });
    expect(german.out).toContain('alle 0 Events geprüft');
  });

  test('answers no for a bundle that was changed, and names the line', async () => {
    const changed = join(base, 'changed.mwpbundle');
    writeFileSync(changed, readFileSync(bundle, 'utf8').replace('"Ed25519"', '"Ed25518"'));
    const run = await runHeddle(['verify', changed]);
    expect(run.code).toBe(1);
    expect(run.out).toContain('Line 2:');
    const json = await runHeddle(['verify', '--json', bundle, changed]);
    expect(json.code).toBe(1);
    const [whole, broken] = json.out.split('\n').map((line) => JSON.parse(line) as { findings: unknown[] });
    expect(whole?.findings).toStrictEqual([]);
    expect(broken?.findings.length).toBeGreaterThan(0);
  });

  test('a document without --kind is no bundle; with it, the keys are asked for', async () => {
    const document = join(base, 'document.json');
    writeFileSync(document, '{}');
    const asBundle = await runHeddle(['verify', document]);
    expect(asBundle.code).toBe(1);
    expect(asBundle.out).toContain('--kind');
    const withoutKeys = await runHeddle(['verify', '--kind', 'command', document]);
    expect(withoutKeys.code).toBe(2);
    expect(withoutKeys.err).toContain('--registry');
  });

  test('a file that is not there, and a folder, are no answer', async () => {
    for (const path of [join(base, 'nowhere'), base]) {
      const run = await runHeddle(['verify', path]);
      expect(run.code).toBe(2);
      expect(run.err).toContain('cannot be read');
    }
  });
});

describe('heddle authority export', () => {
  test('says how the file is verified', async () => {
    const run = await runHeddle(['authority', 'export', folder, join(base, 'again.mwpbundle')], { nowMs });
    expect(run.code).toBe(0);
    expect(run.err).toContain(`heddle verify ${join(base, 'again.mwpbundle')}`);
  });

  test('an unknown Group, and a place that cannot be written, are named', async () => {
    const unknown = await runHeddle(['authority', 'export', folder, join(base, 'x'), 'urn:nobody']);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('There is no Group urn:nobody') });
    const nowhere = await runHeddle(['authority', 'export', folder, join(base, 'no', 'folder', 'x')]);
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining('cannot be written') });
  });
});
