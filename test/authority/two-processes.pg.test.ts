// Two Authorities on one database, as two processes would be: each with its own store, cache and clock. PostgreSQL is
// what this is for; SQLite files can be shared on one machine too.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyLog } from '../../core/host/log-verification.ts';
import type { AuthorityStore } from '../../core/store/authority-store.ts';
import { PostgresStore } from '../../core/store/postgres/postgres-store.ts';
import { SqliteStore } from '../../core/store/sqlite/sqlite-store.ts';
import {
  bindingOf,
  OWNER,
  type Principal,
  principalOf,
  SERVICES,
  TestOrganization,
} from '../harness/organization.ts';
import { startPostgres } from '../store/postgres-server.ts';

const writer = SERVICES.actor;
const postgres = await startPostgres(15_000);
const isPostgresHere = !('reason' in postgres);
const folder = await mkdtemp(join(tmpdir(), 'heddle-two-'));

afterAll(async () => {
  if (isPostgresHere) await postgres.stop();
  await rm(folder, { recursive: true });
});

const ADAPTERS: readonly [string, boolean, () => Promise<() => Promise<AuthorityStore>>][] = [
  [
    'PostgreSQL',
    isPostgresHere,
    async () => {
      if (!isPostgresHere) throw new Error('there is no PostgreSQL here');
      const connectionString = postgres.urlOf(await postgres.takeDatabase());
      return () => PostgresStore.open({ connectionString, writer });
    },
  ],
  [
    'SQLite',
    true,
    async () => {
      const path = join(folder, 'shared.db');
      return () => SqliteStore.open({ path, writer, pollMs: 20 });
    },
  ],
];

describe.each(ADAPTERS)('two Authorities on one %s database', (_name, isHere, prepare) => {
  test.skipIf(!isHere)(
    '20 writers: every listener hears every commit once and in order, and the state is the fold (DEL-001, EVT-001)',
    async () => {
      const openStore = await prepare();
      const first = await TestOrganization.open(await openStore(), { prefix: 'a', workers: 10 });
      const missions = [await first.createMission('one'), await first.createMission('two')];
      // The second process signs for the owner only: a new Session would fence the Agents of the first.
      const second = await TestOrganization.open(await openStore(), {
        prefix: 'b',
        workers: 0,
        sessions: false,
      });

      const heard: number[][] = [[], []];
      for (const [index, { authority }] of [first, second].entries()) {
        authority.onCommit((events) => heard[index]?.push(...events.map(({ stored }) => stored.position)));
      }
      const start = await first.authority.store.readPosition();
      const outcomes: string[] = [];
      const write = async (organization: TestOrganization, principal: Principal, index: number) => {
        for (let n = 0; n < 8; n += 1) {
          const mission = missions[(index + n) % 2];
          if (mission === undefined) throw new Error('there are two Missions');
          const result = await organization.postMessage(principal, mission, `message ${n} of ${index}`);
          outcomes.push(result.ok ? 'accepted' : result.fault.code);
        }
      };
      await Promise.all([
        ...first.workers.map((worker, index) => write(first, worker, index)),
        ...Array.from({ length: 10 }, (_none, index) => write(second, OWNER, index)),
      ]);
      expect(new Set(outcomes)).toEqual(new Set(['accepted']));

      const end = await first.authority.store.readPosition();
      expect(end).toBe(start + 160);
      const expected = Array.from({ length: 160 }, (_none, n) => start + n + 1);
      await expect.poll(() => heard[0], { timeout: 10_000 }).toEqual(expected);
      await expect
        .poll(() => heard[1]?.filter((position) => position > start), { timeout: 10_000 })
        .toEqual(expected);

      const { findings, events } = await verifyLog(first.authority.store, first.authority.keys);
      expect({ findings, events }).toEqual({ findings: [], events: end });
      expect([...first.faults, ...second.faults]).toEqual([]);
      await first.authority.close();
      await second.authority.close();
    },
  );
});

test('REG-014: whom another process has just enrolled is known at once, by Command and by Session', async () => {
  const path = join(folder, 'enrolled.db');
  // It would look by itself in an hour.
  const store = await SqliteStore.open({ path, writer, pollMs: 3_600_000 });
  const first = await TestOrganization.open(store, { prefix: 'a', workers: 0 });
  await first.authority.followOthers();
  const other = await SqliteStore.open({ path, writer });
  const second = await TestOrganization.open(other, { prefix: 'b', workers: 0, sessions: false });
  const human = principalOf('human', 'late-human');
  const agent = principalOf('agent', 'late-agent');
  for (const late of [human, agent]) await second.authority.registerBinding(bindingOf(late));
  await second.register(agent);

  // The human is no member anywhere: refused for that, and not for an unknown key.
  const { groupId } = await first.createMission('late');
  const refused = await first.act(
    'membership.change',
    human,
    { member: human.actor, role: 'observer', state: 'active', scopes: [] },
    { groupId, membershipEpoch: 1 },
  );
  expect(refused).toMatchObject({ ok: false, fault: { code: 'MEMBERSHIP_REQUIRED' } });
  const bindLast = principalOf('agent', 'last-agent');
  await second.authority.registerBinding(bindingOf(bindLast));
  await second.register(bindLast);
  await first.authority.followOthers();
  expect(
    first.authority.keys.ok && first.authority.keys.value.findBinding(bindLast.signer.keyId),
  ).toBeTruthy();
  expect(await first.authority.openSession(bindLast.actor.id)).toMatchObject({ ok: true });
  expect([...first.faults, ...second.faults]).toEqual([]);
  await first.authority.close();
  await second.authority.close();
});
