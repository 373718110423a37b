// Notices of a running host, from Events of a real log to the row that a shell shows: by reason, Mission and way, held back in quiet
// hours, and each with the place that it leads to.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeskClient } from '../../core/contract/contract.ts';
import type { NoticeRow, NoticeSettingsModel } from '../../core/contract/notices.ts';
import { type DeskHost, startDeskHost } from '../../core/host/desk-host.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { actIn, createMission, PATIENCE_MS, stateOf, valueOf } from './desk-client.ts';

/** For tests only. */
const PASSPHRASE = 'correct horse battery staple for tests';
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

let profile: string;
let host: DeskHost;
let client: DeskClient;
let first: { readonly connectionId: string; readonly groupId: string };
let second: typeof first;
let person: { readonly type: 'human'; readonly id: string };

beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'heddle-notices-'));
  host = await startDeskHost({
    profileFolder: profile,
    shell: 'browser',
    appVersion: '0.0.0-test',
    onFault: (error) => {
      throw error;
    },
    keyStore: 'passphrase-file',
    passphraseCostN: MIN_COST_N,
  });
  ({ client } = host);
  valueOf(await client.keys.unlock({ passphrase: PASSPHRASE }));
  const { connectionId } = valueOf(await client.connections.createLocal({ name: 'Told', personName: 'Ada' }));
  first = { connectionId, groupId: await createMission(client, connectionId) };
  second = { connectionId, groupId: await createMission(client, connectionId) };
  const { rows } = await stateOf(
    client,
    (options) => client.connections.follow(undefined, options),
    () => true,
  );
  const ada = rows[0]?.identities.find((each) => each.person.type === 'human')?.person;
  if (ada === undefined) throw new Error('Ada is here');
  person = { type: 'human', id: ada.id };
}, PATIENCE_MS);
afterAll(async () => {
  await host.stop();
  await rm(profile, { recursive: true, force: true });
});

async function mention(place: typeof first, text: string): Promise<void> {
  const { rows } = await stateOf(
    client,
    (options) => client.conversations.follow(place, options),
    (state) => state.rows.length > 0,
  );
  await actIn(client, place, 'message.post', {
    conversationId: rows[0]?.conversationId ?? '',
    content: [{ type: 'text', text }],
    mentions: [person],
  });
}

async function choose(changes: Partial<NoticeSettingsModel>): Promise<void> {
  const { settings } = await client.notices.settings();
  valueOf(await client.notices.save({ settings: { ...settings, ...changes }, isHookAgreed: false }));
}

function told(isWanted: (row: NoticeRow) => boolean) {
  return stateOf(
    client,
    (options) => client.notices.follow(undefined, options),
    ({ rows }) => rows.some(isWanted),
  );
}

/** Rows of the attention list that a Message mentions somebody. */
async function mentions(count: number): Promise<void> {
  await stateOf(
    client,
    (options) => client.attention.follow(undefined, options),
    ({ rows }) => rows.filter(({ rule }) => rule === 'mention').length === count,
  );
}

describe('notices on a running host', () => {
  test('go by reason and Mission, on the ways that were chosen, to the place where something can be done', async () => {
    await choose({
      byUrgency: { now: [], decide: [], watch: [] },
      exceptions: [
        { rule: 'mention', channels: ['window'] },
        { rule: 'mention', mission: first, channels: ['native', 'badge'] },
      ],
    });
    await mention(first, 'by the system');
    await mention(second, 'in the window');
    const leadsTo = (row: NoticeRow, { groupId }: typeof first) =>
      decodeURIComponent(row.href).includes(groupId);
    const { rows, summary } = await told((row) => leadsTo(row, second));
    await told((row) => leadsTo(row, first));
    const state = await told((row) => leadsTo(row, first));
    const waysTo = (place: typeof first) =>
      state.rows.filter((row) => leadsTo(row, place)).map(({ channels }) => channels);
    expect([waysTo(first), waysTo(second)]).toEqual([[['native']], [['window']]]);
    for (const row of state.rows) {
      expect(row.href).toMatch(/^#\//u);
      expect(row.isTest).toBe(false);
    }
    expect([rows.length > 0, summary?.isQuiet]).toEqual([true, false]);
    // The badge counts the Mission that was chosen for it, and not the other.
    const counted = await stateOf(
      client,
      (options) => client.notices.follow(undefined, options),
      (each) => each.summary?.badge === 1,
    );
    expect(counted.summary?.badge).toBe(1);
  }, 120_000);

  test('are held in quiet hours, and told when they end; a test comes in any case', async () => {
    const now = new Date();
    const minute = now.getHours() * 60 + now.getMinutes();
    const quiet = {
      isOn: true,
      // Around the moment of the test, over midnight where that is near.
      fromMinute: (minute + 1_380) % 1_440,
      untilMinute: (minute + 60) % 1_440,
      days: EVERY_DAY,
      letsNowThrough: false,
    };
    await choose({ quiet });
    const { summary } = await stateOf(
      client,
      (options) => client.notices.follow(undefined, options),
      (each) => each.summary?.isQuiet === true,
    );
    expect(summary?.isQuiet).toBe(true);
    const before = (await told(() => true)).rows.length;
    await mention(second, 'hush');
    await mentions(3);
    valueOf(await client.notices.test({ channels: ['native'] }));
    const tested = await told(({ isTest }) => isTest);
    expect(tested.rows.filter(({ isTest }) => !isTest)).toHaveLength(before);
    const endedAtMs = Date.now();
    await choose({ quiet: { ...quiet, isOn: false } });
    const after = await stateOf(
      client,
      (options) => client.notices.follow(undefined, options),
      ({ rows }) => rows.filter(({ isTest }) => !isTest).length > before,
    );
    const fresh = after.rows.filter(({ isTest, atMs }) => !isTest && atMs >= endedAtMs);
    expect(fresh.map(({ channels }) => channels)).toEqual([['window']]);
  }, 120_000);
});
