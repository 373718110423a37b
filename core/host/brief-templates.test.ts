import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '../contract/values.ts';
import { BriefTemplates } from './brief-templates.ts';

let folder: string;
const faults: unknown[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-templates-'));
  faults.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

let lastId = 0;
function templatesIn(language: Language): BriefTemplates {
  return new BriefTemplates({
    desk: { language },
    path: join(folder, 'brief-templates.json'),
    newId: (kind) => `${kind}-${(lastId += 1)}`,
    nowMs: () => Date.UTC(2026, 4, 4) + lastId,
    onFault: (error) => faults.push(error),
  });
}

describe('templates of briefs', () => {
  test.each(['en', 'de'] as const)('%s: those of the app are briefs without a fault', async (language) => {
    const list = await templatesIn(language).list();
    expect(list.map(({ origin, faults: wrong }) => [origin, wrong])).toEqual([
      ['built-in', []],
      ['built-in', []],
    ]);
    expect(list.map(({ title }) => title)).toEqual(
      language === 'en'
        ? ['Audit of a folder', 'Inventory of a folder']
        : ['Prüfung eines Ordners', 'Verzeichnis eines Ordners'],
    );
    expect(faults).toEqual([]);
  });

  test('the languages differ in words alone', async () => {
    const [en, de] = await Promise.all([templatesIn('en').list(), templatesIn('de').list()]);
    const shape = (list: typeof en) => list.map(({ workers, inputs }) => [workers, inputs]);
    expect(shape(de)).toEqual(shape(en));
  });

  test('a text is kept as it was written, only when it is a brief, and can be removed', async () => {
    const templates = templatesIn('en');
    const [audit] = await templates.list();
    const text = `# my own words\n${audit?.text ?? ''}`;
    const kept = await templates.import({ name: 'mine.yaml', text, format: 'yaml' });
    if (!kept.ok || kept.value.kind !== 'kept') throw new Error(JSON.stringify(kept));
    const { templateId } = kept.value;
    const again = await templatesIn('de').list();
    expect(again.at(-1)).toMatchObject({ templateId, origin: 'own', name: 'mine.yaml', text });
    expect(await templates.remove(templateId)).toEqual({ ok: true, value: {} });
    expect(await templates.remove(templateId)).toMatchObject({ ok: false, fault: { code: 'no-row' } });
    expect((await templates.list()).map(({ origin }) => origin)).toEqual(['built-in', 'built-in']);
  });

  test('what is wrong is said with its line and what would be right, in the language of the window', async () => {
    const [audit] = await templatesIn('en').list();
    const text = (audit?.text ?? '').replace('toolCalls: 400', 'toolCalls: many');
    const line = text.split('\n').findIndex((each) => each.includes('many')) + 1;
    for (const language of ['en', 'de'] as const) {
      const refused = await templatesIn(language).import({ name: 'x.yaml', text, format: 'yaml' });
      if (!refused.ok || refused.value.kind !== 'faults') throw new Error(JSON.stringify(refused));
      const [fault] = refused.value.faults;
      expect(fault).toMatchObject({ line, path: 'budget.toolCalls' });
      expect(fault?.words.text.split(/(?<=[.!])\s/u).length).toBeGreaterThan(1);
    }
    expect((await templatesIn('en').list()).length).toBe(2);
  });

  test('a file of templates that is damaged is told and never overwritten', async () => {
    await writeFile(join(folder, 'brief-templates.json'), '{"half');
    const templates = templatesIn('en');
    const list = await templates.list();
    expect([list.length, faults.length]).toEqual([2, 1]);
    const text = list[0]?.text ?? '';
    const answer = await templates.import({ name: 'x.yaml', text, format: 'yaml' });
    expect(answer).toMatchObject({ ok: false, fault: { code: 'failed' } });
    expect(await readFile(join(folder, 'brief-templates.json'), 'utf8')).toBe('{"half');
  });
});
