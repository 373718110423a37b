// SIGKILL at every step of applying Events, and at any moment: no gap, nothing double (DEL-007). It does not model power
// loss; `synchronous=FULL` is for that.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type ReplicaStep, SqliteReplicaStore } from '../../core/store/sqlite/replica-sqlite-store.ts';
import { createRandom, seedFromEnvironment } from '../harness/random.ts';
import { groupOf } from './batches.ts';
import { crashReplicaBatch, draftOf } from './replica-batches.ts';

const WRITER_SCRIPT = fileURLToPath(new URL('replica-crash-writer.ts', import.meta.url));

const STEPS: readonly ReplicaStep[] = [
  'after-begin',
  'after-events',
  'after-changes',
  'after-cursor',
  'after-outbox',
  'before-commit',
  'after-commit',
];

async function runUntilKilled(args: readonly string[], afterMs?: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER_SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once('exit', (_code, signal) => resolve(signal));
    child.once('error', reject);
  });
  const output = text(child.stdout);
  const errors = text(child.stderr);
  if (afterMs !== undefined) {
    // Counted from the first batch: starting takes a different time on every machine.
    await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), exit]);
    await sleep(afterMs);
    child.kill('SIGKILL');
  }
  expect({ signal: await exit, errors: await errors }).toStrictEqual({ signal: 'SIGKILL', errors: '' });
  return Number((await output).trim().split('\n').at(-1) ?? 0);
}

/** That a replica holds whole batches only, among them all that were acknowledged, and returns how many. */
async function checkAfterCrash(path: string, acknowledged: number): Promise<number> {
  const store = await SqliteReplicaStore.open({ path });
  try {
    expect(await store.checkIntegrity()).toStrictEqual([]);
    const [first, second] = await store.readGroups();
    const batches = first?.cursor ?? 0;
    expect(second?.cursor).toBe(batches);
    // One more may be durable than its writer could say.
    expect([acknowledged, acknowledged + 1]).toContain(batches);
    const expected = Array.from({ length: batches }, (_, index) => crashReplicaBatch(index + 1));
    for (const number of [1, 2]) {
      const stored = await store.readEvents(groupOf(number), 0, batches + 1);
      expect(stored.map(({ eventId, bytes }) => [eventId, [...bytes]])).toStrictEqual(
        expected.map(({ events }) => [events[number - 1]?.eventId, [...(events[number - 1]?.bytes ?? [])]]),
      );
    }
    expect(await store.readRecords(groupOf(2))).toHaveLength(batches);
    const [last] = await store.readRecords(groupOf(1));
    expect(last?.value).toStrictEqual(batches === 0 ? undefined : { groupId: String(batches) });
    expect((await store.readNotes(groupOf(1))).get('last')).toBe(batches === 0 ? undefined : batches);
    const entry = await store.readOutboxEntry(draftOf(1).actionId);
    expect(entry?.changedAt).toBe(batches === 0 ? draftOf(1).changedAt : String(batches).padStart(6, '0'));
    return batches;
  } finally {
    await store.close();
  }
}

async function withDatabase(work: (path: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-crash-'));
  try {
    await work(join(folder, 'replica.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each(STEPS)('DEL-007: killed at %s, a replica has no gap and nothing double', async (step) => {
  await withDatabase(async (path) => {
    const acknowledged = await runUntilKilled([path, step, '4']);
    expect(acknowledged).toBe(3);
    expect(await checkAfterCrash(path, acknowledged)).toBe(step === 'after-commit' ? 4 : 3);
    // Another writer goes on where this one was stopped.
    await checkAfterCrash(path, await runUntilKilled([path, 'before-commit', '9']));
  });
});

test('DEL-007: killed at any moment, several times over', async () => {
  const seed = seedFromEnvironment();
  const random = createRandom(seed);
  await withDatabase(async (path) => {
    let batches = 0;
    for (let round = 0; round < 4; round += 1) {
      const before = batches;
      batches = await checkAfterCrash(path, await runUntilKilled([path], random.below(80)));
      expect(batches, `HEDDLE_SEED=${seed}`).toBeGreaterThan(before);
    }
  });
});
