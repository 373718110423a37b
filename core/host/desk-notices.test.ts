// Notices of a profile, from the attention list to a shell, by a clock that the test holds.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NoticeRow } from '../contract/notices.ts';
import type { AttentionRow } from '../coordinator/desk/attention/group-rows.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import { DeskNotices } from './desk-notices.ts';

let profileFolder: string;
beforeEach(async () => {
  profileFolder = await mkdtemp(join(tmpdir(), 'heddle-notices-'));
});
afterEach(async () => {
  await rm(profileFolder, { recursive: true, force: true });
});

function row(id: string, changes: Partial<AttentionRow> = {}): AttentionRow {
  return {
    key: `submission-waits c workItem g ${id} 1`,
    rule: 'submission-waits',
    number: 10,
    severity: 'decide',
    connectionId: 'c',
    groupId: 'g',
    object: { type: 'workItem', groupId: 'g', id },
    workItemId: id,
    label: `Item ${id}`,
    values: {},
    action: 'review',
    signer: undefined,
    blocksCount: 0,
    isOnCriticalPath: false,
    endsAtMs: undefined,
    sinceMs: undefined,
    isByClock: false,
    ...changes,
  };
}

/** A desk that has nothing but an attention list and a clock. */
function fakeDesk() {
  const desk = {
    language: 'en' as 'en' | 'de',
    rows: [] as AttentionRow[],
    nowMs: Date.UTC(2026, 11, 1, 12),
    marks: { snoozes: new Map<string, unknown>() },
    ports: { clock: { nowMs: () => desk.nowMs, after: () => () => {} } },
    attend: () => ({
      now: desk.rows.filter(({ severity }) => severity === 'now'),
      decide: desk.rows.filter(({ severity }) => severity === 'decide'),
      watch: desk.rows.filter(({ severity }) => severity === 'watch'),
    }),
    connection: () => undefined,
    connections: () => [],
    tell: vi.fn<() => void>(),
  };
  return desk;
}

const faults: unknown[] = [];

function open(desk: ReturnType<typeof fakeDesk>): Promise<DeskNotices> {
  return DeskNotices.open({
    desk: desk as unknown as DeskRuntime,
    profileFolder,
    onFault: (error) => faults.push(error),
    localTime: (atMs) => ({
      minuteOfDay: new Date(atMs).getUTCHours() * 60,
      weekday: new Date(atMs).getUTCDay(),
    }),
  });
}

async function told(notices: DeskNotices): Promise<readonly NoticeRow[]> {
  return (await notices.source().read()).rows;
}

/** Two looks: news are gathered for a moment. */
function look(notices: DeskNotices, desk: ReturnType<typeof fakeDesk>): void {
  notices.look();
  desk.nowMs += 3_000;
  notices.look();
}

describe('notices of a profile', () => {
  it('lead to the object, in the language of the moment, and are not repeated by the next run', async () => {
    const desk = fakeDesk();
    const notices = await open(desk);
    look(notices, desk);
    desk.rows = [row('1/x'), row('s', { severity: 'watch' })];
    look(notices, desk);
    const [first, ...others] = await told(notices);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      href: '#/work/c/g/1%2Fx',
      body: 'Item 1/x',
      channels: ['window', 'native'],
      count: 1,
      severity: 'decide',
    });
    const english = first?.title;
    desk.language = 'de';
    expect((await told(notices))[0]?.title).not.toBe(english);
    await notices.close();
    const again = await open(desk);
    desk.rows = [...desk.rows, row('2')];
    look(again, desk);
    expect((await told(again)).map(({ body }) => body)).toEqual(['Item 2']);
    await again.close();
    expect(faults).toEqual([]);
  });

  it('are one in the place of many', async () => {
    const desk = fakeDesk();
    const notices = await open(desk);
    look(notices, desk);
    desk.rows = Array.from({ length: 40 }, (_, index) => row(String(index)));
    look(notices, desk);
    expect((await told(notices)).map(({ title, href, count }) => [title, href, count])).toEqual([
      ['40 things need you', '#/attention', 40],
    ]);
    await notices.close();
  });

  it('keep what a person has set, and start a program only after it was agreed to as it stands', async () => {
    const desk = fakeDesk();
    const notices = await open(desk);
    look(notices, desk);
    const out = join(profileFolder, 'out.jsonl');
    const hook = {
      path: process.execPath,
      arguments: [
        '--eval',
        `process.stdin.on('data', (text) => require('node:fs').appendFileSync(process.argv[1], text))`,
        out,
      ],
    };
    const { settings } = notices.choices();
    const wanted = { ...settings, byUrgency: { now: [], decide: ['hook' as const], watch: [] }, hook };
    expect(await notices.save(wanted, false)).toEqual({ ok: true, value: { isHookAgreed: false } });
    desk.rows = [row('1')];
    look(notices, desk);
    expect((await told(notices))[0]?.channels).toEqual(['hook']);
    const hookOf = async (from: DeskNotices) => (await from.source().read()).summary.hook;
    expect(await hookOf(notices)).toEqual({ running: 0, done: 0, failed: 0 });
    expect(await notices.save(wanted, true)).toEqual({ ok: true, value: { isHookAgreed: true } });
    // The next run still knows it; other arguments are another program.
    await notices.close();
    const again = await open(desk);
    expect(again.choices()).toMatchObject({ isHookAgreed: true, settings: wanted });
    desk.rows = [...desk.rows, row('2')];
    look(again, desk);
    await vi.waitFor(async () => expect(await hookOf(again)).toMatchObject({ done: 1, failed: 0 }), {
      timeout: 30_000,
    });
    const given = JSON.parse(await readFile(out, 'utf8')) as Record<string, unknown>;
    expect(given).toMatchObject({
      heddle: 'notice/1',
      urgency: 'decide',
      reason: 'submission-waits',
      link: 'heddle://c/workItem/2',
      count: 1,
    });
    expect(await again.save({ ...wanted, hook: { ...hook, arguments: ['-v'] } }, false)).toEqual({
      ok: true,
      value: { isHookAgreed: false },
    });
    const refused = await again.save({ ...wanted, hook: { ...hook, path: 'node' } }, true);
    expect(refused).toMatchObject({ ok: false, fault: { code: 'not-absolute' } });
    expect(again.choices().settings.hook?.arguments).toEqual(['-v']);
    await again.close();
  });

  it('can be tried, also in quiet hours', async () => {
    const desk = fakeDesk();
    const notices = await open(desk);
    const { settings } = notices.choices();
    await notices.save(
      {
        ...settings,
        quiet: { ...settings.quiet, isOn: true, fromMinute: 0, untilMinute: 1_439, letsNowThrough: false },
      },
      false,
    );
    look(notices, desk);
    desk.rows = [row('1', { severity: 'now' })];
    look(notices, desk);
    expect(await told(notices)).toEqual([]);
    notices.test(['native']);
    expect(await told(notices)).toMatchObject([
      { isTest: true, channels: ['native'], title: 'A test from Heddle' },
    ]);
    expect((await notices.source().read()).summary).toEqual({ badge: 1, isQuiet: true });
    await notices.close();
  });
});
