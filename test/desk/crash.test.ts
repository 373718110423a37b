// A desk that is killed while a Command of a human is under way: it is kept, and settled exactly once by the next run.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteReplicaStore } from '../../core/store/sqlite/replica-sqlite-store.ts';
import type { TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { ACTION_ID } from './crash-wish.ts';
import { DeskStage } from './desk-stage.ts';

let world: SyncWorld;
let mission: TestMission;
let folder: string;

beforeEach(async () => {
  world = await SyncWorld.open();
  mission = await world.organization.createMission('m1');
  folder = await mkdtemp(join(tmpdir(), 'heddle-crash-'));
});

afterEach(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a desk until it dies; answers with the signal that ended it. */
function runUntilDead(dieAt: string): Promise<string | null> {
  const program = fileURLToPath(new URL('crash-desk.ts', import.meta.url));
  const child = spawn(process.execPath, [program, String(world.port), folder, dieAt, mission.groupId], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (_code, signal) => resolve(signal));
  });
}

async function readState(): Promise<string | undefined> {
  const store = await SqliteReplicaStore.open({ path: join(folder, 'human.db') });
  const [entry] = await store.readPendingOutbox();
  await store.close();
  return entry?.state;
}

describe('a desk that is killed', () => {
  test.each([
    ['signed', 'signed', 'after it was signed and before it was sent'],
    ['before', 'sent', 'while it was about to be sent'],
    ['after', 'sent', 'after the Authority had accepted it'],
  ])(
    '%s: the Command is there as "%s", and is settled exactly once, %s (IDM-001, IDM-008)',
    async (dieAt, state) => {
      expect(await runUntilDead(dieAt)).toBe('SIGKILL');
      expect(await readState()).toBe(state);
      const before = await world.logOf(mission);
      expect(before.filter((text) => text.includes(ACTION_ID))).toHaveLength(dieAt === 'after' ? 1 : 0);
      const humanStore = await SqliteReplicaStore.open({ path: join(folder, 'human.db') });
      const bytes = (await humanStore.readOutboxEntry(ACTION_ID))?.commandBytes;
      const stage = await DeskStage.open(world, { humanStore });
      await stage.until(async () => (await humanStore.readOutboxEntry(ACTION_ID))?.state === 'accepted');
      const entry = await humanStore.readOutboxEntry(ACTION_ID);
      await stage.leave();
      await humanStore.close();
      // The very bytes that a person had signed for.
      expect(Buffer.from(entry?.commandBytes ?? []).equals(Buffer.from(bytes ?? [1]))).toBe(true);
      const log = await world.logOf(mission);
      expect(log.filter((text) => text.includes('"mission.cancelled"'))).toHaveLength(1);
      expect(log.filter((text) => text.includes(`"id":"${ACTION_ID}","type":"command"`))).toHaveLength(1);
    },
    60_000,
  );
});
