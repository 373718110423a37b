// SIGKILL under load, at every named step of a commit and at random: no acknowledged Command is lost, none has a second
// effect, no sequence has a gap (SIGKILL is not a power failure; `synchronous=FULL` is what stands against that).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyLog } from '../../core/host/log-verification.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import type { AuthorityStore } from '../../core/store/authority-store.ts';
import { PostgresStore } from '../../core/store/postgres/postgres-store.ts';
import { SqliteStore } from '../../core/store/sqlite/sqlite-store.ts';
import { SERVICES, type TestMission, TestOrganization } from '../harness/organization.ts';
import { createRandom, seedFromEnvironment } from '../harness/random.ts';
import { startPostgres } from '../store/postgres-server.ts';

const STEPS = [
  'before-begin',
  'after-begin',
  'after-admissions',
  'after-events',
  'after-receipts',
  'after-changes',
  'before-commit',
  'after-commit',
] as const;

const CHILD = fileURLToPath(new URL('authority-process.ts', import.meta.url));
const writer = SERVICES.actor;
const postgres = await startPostgres(15_000);
const isPostgresHere = !('reason' in postgres);
const folder = await mkdtemp(join(tmpdir(), 'heddle-crash-'));
const seed = seedFromEnvironment();
const random = createRandom(seed);

afterAll(async () => {
  if (isPostgresHere) await postgres.stop();
  await rm(folder, { recursive: true });
});

interface Telling {
  readonly ready?: TestMission;
  readonly sent?: string;
  readonly messageId?: string;
  readonly answered?: string;
  readonly eventId?: string;
  readonly done?: boolean;
}

interface Life {
  readonly mission: TestMission;
  /** Message id → the bytes of its Command. */
  readonly sent: ReadonlyMap<string, Uint8Array>;
  /** Message id → the Event that acknowledged it. */
  readonly answered: ReadonlyMap<string, string>;
}

/** Runs the child until it dies, by its own hand at a step, or by ours after some answers. */
async function liveAndDie(
  target: string,
  prefix: string,
  step: string,
  occurrence: number,
  killAfter: number,
): Promise<Life> {
  const child = spawn(process.execPath, [CHILD, target, prefix, step, String(occurrence)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const sent = new Map<string, Uint8Array>();
  const answered = new Map<string, string>();
  let mission: TestMission | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const telling = JSON.parse(line) as Telling;
    mission ??= telling.ready;
    if (telling.sent !== undefined) sent.set(telling.messageId ?? '', Buffer.from(telling.sent, 'base64'));
    if (telling.answered !== undefined) answered.set(telling.answered, telling.eventId ?? '');
    if (answered.size >= killAfter) child.kill('SIGKILL');
  }
  await closed;
  if (mission === undefined) throw new Error(`the child died before it was ready (HEDDLE_SEED=${seed})`);
  return { mission, sent, answered };
}

/** What was wrong after a death, and after all Commands were sent again. */
interface Damage {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly wrongAnswers: readonly string[];
  readonly findings: readonly unknown[];
}

const NONE: Damage = { lost: [], doubled: [], wrongAnswers: [], findings: [] };

async function examine(
  openStore: () => Promise<AuthorityStore>,
  { mission, sent, answered }: Life,
  prefix: string,
): Promise<Damage> {
  const store = await openStore();
  const lost: string[] = [];
  for (const [messageId, eventId] of answered) {
    if ((await store.readEvent(eventId)) === undefined) lost.push(messageId);
  }
  const organization = await TestOrganization.open(store, { prefix: `${prefix}-again`, workers: 4 });
  const { findings } = await verifyLog(store, organization.authority.keys);

  const wrongAnswers: string[] = [];
  for (const [messageId, bytes] of sent) {
    const worker = organization.workers.find(({ actor }) =>
      messageId.includes(`-${actor.id.split(':').at(-1) ?? ''}-`),
    );
    if (worker === undefined) throw new Error(`nobody sent ${messageId}`);
    const result = await organization.submit(bytes, worker);
    const eventId = answered.get(messageId);
    const isRight =
      eventId === undefined
        ? // It may have happened or not, and be too late now for its Session.
          result.ok || result.fault.code === 'AUTH_STALE_SESSION'
        : result.ok && result.value.isRepeat && result.value.primary.eventId === eventId;
    if (!isRight) wrongAnswers.push(messageId);
  }
  const posted = new Map<string, number>();
  for (const { bytes } of await store.readGroupEvents(mission.groupId, 0, 10_000)) {
    const event = JSON.parse(Buffer.from(bytes).toString('utf8')) as Event;
    if (event.kind !== 'message.posted') continue;
    const { messageId } = event.payload['message'] as { messageId: string };
    posted.set(messageId, (posted.get(messageId) ?? 0) + 1);
  }
  const doubled = [...posted].filter(([, count]) => count !== 1).map(([messageId]) => messageId);
  lost.push(...[...answered.keys()].filter((messageId) => !posted.has(messageId)));
  const later = await verifyLog(store, organization.authority.keys);
  await organization.authority.close();
  return { lost, doubled, wrongAnswers, findings: [...findings, ...later.findings] };
}

const NEVER = Number.POSITIVE_INFINITY;

describe('an Authority on SQLite after SIGKILL', () => {
  test.each(STEPS)('at %s', async (step) => {
    const path = join(folder, `${step}.db`);
    const life = await liveAndDie(path, step, step, 3 + random.below(8), NEVER);
    const damage = await examine(() => SqliteStore.open({ path, writer }), life, step);
    expect(damage, `HEDDLE_SEED=${seed}`).toEqual(NONE);
  });

  test('at any moment, three times on one database', async () => {
    const path = join(folder, 'random.db');
    for (const round of ['r1', 'r2', 'r3']) {
      const life = await liveAndDie(path, round, 'never', 1, 1 + random.below(150));
      const damage = await examine(() => SqliteStore.open({ path, writer }), life, round);
      expect(damage, `HEDDLE_SEED=${seed}`).toEqual(NONE);
    }
  });
});

describe('an Authority on PostgreSQL after SIGKILL', () => {
  test
    .skipIf(!isPostgresHere)
    .each(['after-begin', 'after-events', 'before-commit', 'after-commit'] as const)(
    'at %s',
    async (step) => {
      if (!isPostgresHere) throw new Error('there is no PostgreSQL here');
      const connectionString = postgres.urlOf(await postgres.takeDatabase());
      const life = await liveAndDie(connectionString, step, step, 3 + random.below(8), NEVER);
      const damage = await examine(() => PostgresStore.open({ connectionString, writer }), life, step);
      expect(damage, `HEDDLE_SEED=${seed}`).toEqual(NONE);
    },
  );
});
