// Who is told what, when, and how often.
import { describe, expect, it } from 'vitest';
import type { AttentionRow } from '../attention/group-rows.ts';
import { NoticeBook, type NoticeLook } from './notice-book.ts';
import { channelsOf, DEFAULT_NOTICES, isQuiet, type NoticeSettings } from './notice-settings.ts';

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

const NOON = { minuteOfDay: 12 * 60, weekday: 3 };
const NIGHT = { minuteOfDay: 23 * 60, weekday: 3 };
const QUIET: NoticeSettings = { ...DEFAULT_NOTICES, quiet: { ...DEFAULT_NOTICES.quiet, isOn: true } };

/** A book and its clock; each look is `afterMs` later than the one before. */
function begin(book = new NoticeBook(new Map())) {
  let nowMs = 1_000_000;
  const look = (rows: readonly AttentionRow[], afterMs = 0, changes: Partial<NoticeLook> = {}) => {
    nowMs += afterMs;
    return book.look({
      rows,
      snoozedKeys: new Set(),
      settings: DEFAULT_NOTICES,
      nowMs,
      localTime: NOON,
      ...changes,
    });
  };
  const native = (rows: readonly AttentionRow[], afterMs = 0, changes: Partial<NoticeLook> = {}) =>
    look(rows, afterMs, changes).due.filter(({ channel }) => channel === 'native');
  return { book, look, native };
}

describe('the ways of a row', () => {
  const mission = { connectionId: 'c', groupId: 'g' };

  it('are those of its urgency, unless its reason, its Mission or both say otherwise', () => {
    const settings: NoticeSettings = {
      ...DEFAULT_NOTICES,
      exceptions: [
        { rule: 'submission-waits', mission: undefined, channels: ['badge'] },
        { rule: undefined, mission, channels: ['hook'] },
        { rule: 'submission-waits', mission, channels: [] },
      ],
    };
    expect(channelsOf(row('1', { rule: 'item-failed', groupId: 'other' }), settings)).toContain('native');
    expect(channelsOf(row('1', { groupId: 'other' }), settings)).toEqual(['badge']);
    expect(channelsOf(row('1', { rule: 'item-failed' }), settings)).toEqual(['hook']);
    expect(channelsOf(row('1'), settings)).toEqual([]);
    expect(channelsOf(row('1', { severity: 'watch' }), DEFAULT_NOTICES)).toEqual([]);
  });
});

describe('quiet hours', () => {
  const hours = { isOn: true, fromMinute: 22 * 60, untilMinute: 7 * 60, days: [5], letsNowThrough: true };

  it.each([
    ['Friday 21:59', 5, 21 * 60 + 59, false],
    ['Friday 22:00', 5, 22 * 60, true],
    ['Saturday 06:59, which is Friday night', 6, 6 * 60 + 59, true],
    ['Saturday 07:00', 6, 7 * 60, false],
    ['Saturday 23:00', 6, 23 * 60, false],
    ['Friday 06:00, which is Thursday night', 5, 6 * 60, false],
  ])('%s', (_name, weekday, minuteOfDay, quiet) => {
    expect(isQuiet(hours, { weekday, minuteOfDay })).toBe(quiet);
  });

  it('go on over the turn of the week, and are never all day by accident', () => {
    expect(isQuiet({ ...hours, days: [6] }, { weekday: 0, minuteOfDay: 60 })).toBe(true);
    expect(isQuiet({ ...hours, untilMinute: hours.fromMinute }, { weekday: 5, minuteOfDay: 22 * 60 })).toBe(
      false,
    );
    expect(isQuiet({ ...hours, isOn: false }, { weekday: 5, minuteOfDay: 23 * 60 })).toBe(false);
  });

  it('hold back everything but what breaks within minutes, and tell the rest together afterwards', () => {
    const { native } = begin();
    const rows = [row('1'), row('2'), row('3'), row('4'), row('n', { severity: 'now' })];
    native(rows, 0, { settings: QUIET, localTime: NIGHT });
    const through = native(rows, 5_000, { settings: QUIET, localTime: NIGHT });
    expect(through.map(({ rows: [first] }) => first?.label)).toEqual(['Item n']);
    // One of them is gone by the morning.
    const morning = native(rows.slice(1), 9 * 3_600_000, { settings: QUIET });
    expect(morning.flatMap(({ rows: those }) => those.map(({ label }) => label))).toEqual([
      'Item 2',
      'Item 3',
      'Item 4',
    ]);
  });

  it('let nothing through where a person wants it so', () => {
    const { native } = begin();
    const settings = { ...QUIET, quiet: { ...QUIET.quiet, letsNowThrough: false } };
    const rows = [row('n', { severity: 'now' })];
    native(rows, 0, { settings, localTime: NIGHT });
    expect(native(rows, 60_000, { settings, localTime: NIGHT })).toEqual([]);
  });
});

describe('telling', () => {
  it('says each situation of each object once', () => {
    const { native } = begin();
    native([row('1')]);
    expect(native([row('1')], 2_000)).toHaveLength(1);
    expect(native([row('1')], 60_000)).toEqual([]);
    // It is gone for a moment, and then there again as the same.
    native([], 1_000);
    native([row('1')], 1_000);
    expect(native([row('1')], 60_000)).toEqual([]);
    // Another epoch is another situation.
    const next = row('1', { key: 'submission-waits c workItem g 1 2' });
    native([next]);
    expect(native([next], 2_000)).toHaveLength(1);
  });

  it('says a row again that has become more urgent', () => {
    const { native } = begin();
    native([row('1')]);
    native([row('1')], 2_000);
    native([row('1', { severity: 'now' })], 120_000);
    expect(native([row('1', { severity: 'now' })], 2_000)).toHaveLength(1);
  });

  it('does not repeat anything in the next run, and announces nothing of a new profile', () => {
    const { book, native } = begin();
    native([row('1')]);
    native([row('1')], 2_000);
    const later = begin(new NoticeBook(new Map(book.remembered)));
    later.native([row('1'), row('2')]);
    expect(
      later.native([row('1'), row('2')], 2_000).flatMap(({ rows }) => rows.map(({ label }) => label)),
    ).toEqual(['Item 2']);
    const fresh = begin(new NoticeBook(undefined));
    fresh.native([row('1')]);
    expect(fresh.native([row('1')], 60_000)).toEqual([]);
  });

  it('is silent about what is not in the list, and says it when a row that was put off comes back', () => {
    const { native } = begin();
    native([row('1')]);
    native([row('1')], 2_000);
    native([], 1_000, { snoozedKeys: new Set([row('1').key]) });
    native([row('1')], 3_600_000);
    expect(native([row('1')], 2_000)).toHaveLength(1);
  });

  it('makes one notice of a flood, and never forty', () => {
    const { look } = begin();
    const flood = Array.from({ length: 40 }, (_, index) => row(String(index)));
    look(flood);
    const { due } = look(flood, 2_000);
    expect(due.map(({ channel, rows, isBundle }) => [channel, rows.length, isBundle])).toEqual([
      ['window', 40, true],
      ['native', 40, true],
    ]);
  });

  it('gathers what goes on and on, but lets nobody wait for what breaks', () => {
    const { native } = begin();
    const rows: AttentionRow[] = [];
    const told: number[] = [];
    // One a second for two minutes.
    for (let second = 0; second < 120; second += 1) {
      rows.push(row(`s${String(second)}`));
      for (const notice of native([...rows], 1_000)) told.push(notice.rows.length);
    }
    expect(told.length).toBeLessThan(20);
    expect(told.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(60);
    const urgent = row('n', { severity: 'now' });
    const soon = [...native([...rows, urgent]), ...native([...rows, urgent], 2_000)];
    expect(soon.some((notice) => notice.rows.includes(urgent))).toBe(true);
  });

  it('counts on the icon what is open, told or not, also in quiet hours', () => {
    const { look } = begin();
    const rows = [row('1'), row('2', { severity: 'now' }), row('3', { severity: 'watch' })];
    expect(look(rows, 0, { settings: QUIET, localTime: NIGHT }).badge).toBe(2);
    expect(look([], 1_000).badge).toBe(0);
  });

  it('keeps what it has told bounded', () => {
    const { book, look } = begin(new NoticeBook(undefined));
    look(Array.from({ length: 12_000 }, (_, index) => row(String(index))));
    look([], 1);
    expect(book.remembered.size).toBe(10_000);
    look([], 8 * 86_400_000);
    expect(book.remembered.size).toBe(0);
  });
});
