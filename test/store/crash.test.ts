// SIGKILL at every step of a commit, and at any moment. It does not model power loss: what the operating system has
// taken over survives the process. `synchronous=FULL` is for that.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { CommitStep } from '../../core/store/commit-steps.ts';
import { SqliteStore } from '../../core/store/sqlite/sqlite-store.ts';
import { createRandom, seedFromEnvironment } from '../harness/random.ts';
import { AGENT, crashBatch, EVENTS_PER_BATCH, groupOf, lookUpAdmission, WRITER } from './batches.ts';

const WRITER_SCRIPT = fileURLToPath(new URL('crash-writer.ts', import.meta.url));

const STEPS: readonly CommitStep[] = [
  'before-begin',
  'after-begin',
  'after-admissions',
  'after-events',
  'after-receipts',
  'after-changes',
  'before-commit',
  'after-commit',
];

/** Runs a writer until it is killed, and returns the number of the last batch that it acknowledged. */
async function runUntilKilled(args: readonly string[], afterMs?: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER_SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once('exit', (_code, signal) => resolve(signal));
    child.once('error', reject);
  });
  const output = text(child.stdout);
  const errors = text(child.stderr);
  if (afterMs !== undefined) {
    // Counted from the first commit: starting takes a different time on every machine.
    await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), exit]);
    await sleep(afterMs);
    child.kill('SIGKILL');
  }
  expect({ signal: await exit, errors: await errors }).toStrictEqual({ signal: 'SIGKILL', errors: '' });
  // Every number is written in one piece.
  return Number((await output).trim().split('\n').at(-1) ?? 0);
}

/** That a store holds whole batches only, among them all that were acknowledged, and returns how many. */
async function checkAfterCrash(path: string, acknowledged: number): Promise<number> {
  const store = await SqliteStore.open({ path, writer: WRITER });
  try {
    expect(await store.checkIntegrity()).toStrictEqual([]);
    const position = await store.readPosition();
    const batches = position / EVENTS_PER_BATCH;
    expect(Number.isInteger(batches)).toBe(true);
    // One more may have been committed than its writer could say.
    expect([acknowledged, acknowledged + 1]).toContain(batches);
    const stored = await store.readCommits(0, position + 1);
    const expected = Array.from({ length: batches }, (_, index) => crashBatch(index + 1));
    const plain = (events: typeof stored) => events.map((event) => ({ ...event, bytes: [...event.bytes] }));
    expect(plain(stored)).toStrictEqual(plain(expected.flatMap(({ events }) => events)));
    for (const [index, { receipts }] of expected.entries()) {
      const [receipt] = receipts;
      expect(await store.readReceipt(AGENT, receipt?.actionId ?? '')).toEqual(receipt);
      expect((await lookUpAdmission(store, index + 1)).status).toBe('found');
    }
    expect((await lookUpAdmission(store, batches + 1)).status).toBe('authoritative-absence');
    const records = await store.readRecords(groupOf(1));
    expect(records).toHaveLength(batches === 0 ? 0 : batches + 1);
    expect(records[0]?.value).toStrictEqual(batches === 0 ? undefined : { groupId: String(batches) });
    return batches;
  } finally {
    await store.close();
  }
}

async function withDatabase(work: (path: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-crash-'));
  try {
    await work(join(folder, 'heddle.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('SqliteStore after SIGKILL', () => {
  test.each(STEPS)('at %s', async (step) => {
    expect.hasAssertions();
    await withDatabase(async (path) => {
      const isCommitted = step === 'after-commit';
      // In the first batch, when the WAL is new, and in a later one, again on what the first crash has left.
      for (const batch of [1, 4]) {
        const target = batch === 1 || !isCommitted ? batch : batch + 1;
        const acknowledged = await runUntilKilled([path, step, String(target)]);
        const batches = await checkAfterCrash(path, Math.max(acknowledged, target - 1));
        expect(batches).toBe(isCommitted ? target : target - 1);
      }
    });
  });

  test('at any moment, again and again on one database', async () => {
    const seed = seedFromEnvironment();
    const random = createRandom(seed);
    await withDatabase(async (path) => {
      let batches = 0;
      for (let round = 0; round < 6; round += 1) {
        const acknowledged = await runUntilKilled([path], random.below(120));
        const before = batches;
        batches = await checkAfterCrash(path, acknowledged);
        expect(batches, `HEDDLE_SEED=${seed}`).toBeGreaterThan(before);
      }
    });
  });
});
