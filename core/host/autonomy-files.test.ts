import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { noteOf } from '../../test/assistant/autonomy/scenes.ts';
import { temporaryFolder } from '../keys/key-store.test-data.ts';
import { AutonomyNoteFile, readStop, writeStop } from './autonomy-files.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

async function openAt(path: string) {
  const opened = await AutonomyNoteFile.open(path);
  if (!opened.ok) throw new Error(opened.fault);
  return opened.value;
}

const COMMITMENT = {
  subject: 'urn:heddle:test:work:1',
  currency: 'EUR',
  amount: {
    financialMicrounits: 1,
    modelTokens: 0,
    toolCalls: 2,
    computeSeconds: 0,
    wallClockSeconds: 0,
    externalActions: 0,
  },
};

describe('the notes of what was signed alone', () => {
  test('are there after a restart, in their order', async () => {
    const path = folder.at('deep/notes.jsonl');
    const { book, notes } = await openAt(path);
    expect(notes).toStrictEqual([]);
    const [first, second] = [noteOf({ commitment: COMMITMENT }), noteOf()];
    const written = await Promise.all([book.write(first), book.write(second)]);
    expect(written.every(({ ok }) => ok)).toBe(true);
    // JSON has no `undefined`.
    expect((await openAt(path)).notes).toEqual([first, second]);
  });

  test('a line that a crash has torn is no note, and is written over', async () => {
    const path = folder.at('torn.jsonl');
    const whole = noteOf();
    await (await openAt(path)).book.write(whole);
    await appendFile(path, JSON.stringify(noteOf()).slice(0, 40));
    const again = await openAt(path);
    expect(again.notes).toEqual([whole]);
    const next = noteOf();
    await again.book.write(next);
    expect((await openAt(path)).notes).toEqual([whole, next]);
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(3);
  });

  test('an act that was asked for twice is one', async () => {
    const path = folder.at('twice.jsonl');
    const note = noteOf();
    const { book } = await openAt(path);
    await book.write(note);
    await book.write({ ...note, decidedAtMs: note.decidedAtMs + 1 });
    expect((await openAt(path)).notes).toEqual([note]);
  });

  test.each<readonly [string, string]>([
    ['no JSON', '{"actionId":'],
    ['another object', '{}'],
    ['no moment', JSON.stringify({ ...noteOf(), decidedAtMs: 'yesterday' })],
    ['an amount that is none', JSON.stringify(noteOf({ commitment: { ...COMMITMENT, amount: 3 as never } }))],
  ])('a line with %s is a fault, not an empty file', async (name, line) => {
    const path = folder.at(`${name}.jsonl`);
    await writeFile(path, `${JSON.stringify(noteOf())}\n${line}\n`);
    const opened = await AutonomyNoteFile.open(path);
    expect(opened).toMatchObject({ ok: false, fault: expect.stringContaining('line 2 of') });
  });

  test('a place where nothing can be written is said', async () => {
    await writeFile(folder.at('a-file'), '');
    const opened = await AutonomyNoteFile.open(folder.at('a-file/notes.jsonl'));
    expect(opened.ok).toBe(false);
  });
});

describe('the stop', () => {
  test('outlives a restart', async () => {
    const path = folder.at('stop.json');
    await expect(readStop(path)).resolves.toStrictEqual({ isStopped: false, sinceMs: undefined });
    await writeStop(path, { isStopped: true, sinceMs: 5 });
    await expect(readStop(path)).resolves.toStrictEqual({ isStopped: true, sinceMs: 5 });
  });

  test.each(['', '{', '[]', '{"isStopped": "no"}'])('%j is not taken for "go on"', async (text) => {
    const path = folder.at('bad-stop.json');
    await writeFile(path, text, { mode: 0o600 });
    await expect(readStop(path)).resolves.toBe('unreadable');
  });
});
