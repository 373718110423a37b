// What was told already, what waits to be told, and what is due: the same situation of the same object once, a flood as one
// notice, nothing in quiet hours but what may break through. It has no clock and draws nothing.
import type { AttentionRow } from '../attention/group-rows.ts';
import {
  channelsOf,
  isQuiet,
  type LocalTime,
  type NoticeChannel,
  type NoticeSettings,
} from './notice-settings.ts';

/** What is told at once: a row, or several together. */
export interface DueNotice {
  /** The most urgent first. */
  readonly rows: readonly AttentionRow[];
  readonly channel: Exclude<NoticeChannel, 'badge'>;
  /** It is one notice in the place of several. */
  readonly isBundle: boolean;
}

export interface NoticeLook {
  /** Rows as the attention list has them: without what was put off. */
  readonly rows: readonly AttentionRow[];
  /** Keys of rows that were put off until later: they are news again when they come back. */
  readonly snoozedKeys: ReadonlySet<string>;
  readonly settings: NoticeSettings;
  readonly nowMs: number;
  readonly localTime: LocalTime;
}

export interface NoticeAnswer {
  readonly due: readonly DueNotice[];
  /** Rows that count on the icon. */
  readonly badge: number;
  readonly isQuiet: boolean;
  /** Whether what was told is another than before: it has to be kept. */
  readonly hasChanged: boolean;
}

/** How long news are gathered before they are told, so that what happens together is told together. */
const GATHER_MS = 2_000;
/** More than these at once become one. */
const MOST_AT_ONCE = 3;
/** After as many within `BUSY_MS`, what comes is gathered until the busy time is over. */
const MOST_IN_BUSY_TIME = 6;
const BUSY_MS = 60_000;
/** How long a row that is gone is remembered, should it come back as the same. */
const REMEMBER_MS = 7 * 86_400_000;
const MOST_REMEMBERED = 10_000;

type Channel = DueNotice['channel'];
const CHANNELS: readonly Channel[] = ['window', 'native', 'hook'];

/** What is kept from one run to the next: when a row was last there, by its key and urgency. */
export type ToldRows = ReadonlyMap<string, number>;

/** A row that has become more urgent is news. */
function toldKey({ severity, key }: Pick<AttentionRow, 'severity' | 'key'>): string {
  return `${severity} ${key}`;
}

export class NoticeBook {
  private readonly told: Map<string, number>;
  /** Whether there was anything to go by; the first look of a new profile is no news. */
  private isNew: boolean;
  /** Since when a row waits to be told, by `toldKey`. */
  private readonly waiting = new Map<string, number>();
  private readonly sentAtMs = new Map<Channel, number[]>();

  /** `told` is what an earlier run has kept; undefined for a new profile. */
  constructor(told: ToldRows | undefined) {
    this.told = new Map(told);
    this.isNew = told === undefined;
  }

  get remembered(): ToldRows {
    return this.told;
  }

  look({ rows, snoozedKeys, settings, nowMs, localTime }: NoticeLook): NoticeAnswer {
    const quiet = isQuiet(settings.quiet, localTime);
    const byKey = new Map(rows.map((row) => [toldKey(row), row]));
    let hasChanged = this.forget(byKey, snoozedKeys, nowMs);
    for (const [key, row] of byKey) {
      if (this.told.has(key)) {
        this.told.set(key, nowMs);
        continue;
      }
      if (this.isNew || channelsOf(row, settings).every((channel) => channel === 'badge')) {
        this.told.set(key, nowMs);
        hasChanged = true;
      } else if (!this.waiting.has(key)) this.waiting.set(key, nowMs);
    }
    this.isNew = false;
    // What is gone before it was told is no news.
    for (const key of this.waiting.keys()) if (!byKey.has(key)) this.waiting.delete(key);

    const ready = [...this.waiting.keys()].flatMap((key) => {
      const row = byKey.get(key);
      return row !== undefined && (!quiet || (row.severity === 'now' && settings.quiet.letsNowThrough))
        ? [row]
        : [];
    });
    const due = this.isTimeToTell(ready, nowMs) ? this.tell(ready, settings, nowMs) : [];
    for (const { rows: those } of due) {
      for (const row of those) {
        this.waiting.delete(toldKey(row));
        this.told.set(toldKey(row), nowMs);
      }
      hasChanged = true;
    }
    return {
      due,
      badge: rows.filter((row) => channelsOf(row, settings).includes('badge')).length,
      isQuiet: quiet,
      hasChanged,
    };
  }

  /** Rows that were put off, and those that have been gone for long; the oldest where there are too many. */
  private forget(
    byKey: ReadonlyMap<string, AttentionRow>,
    snoozedKeys: ReadonlySet<string>,
    nowMs: number,
  ): boolean {
    const before = this.told.size;
    for (const [key, lastMs] of this.told) {
      if (byKey.has(key)) continue;
      const rowKey = key.slice(key.indexOf(' ') + 1);
      if (snoozedKeys.has(rowKey) || nowMs - lastMs > REMEMBER_MS) this.told.delete(key);
    }
    const tooMany = this.told.size - MOST_REMEMBERED;
    if (tooMany > 0) {
      const oldest = [...this.told].toSorted(([, a], [, b]) => a - b).slice(0, tooMany);
      for (const [key] of oldest) this.told.delete(key);
    }
    return this.told.size !== before;
  }

  /** Everything that waits is told together with the one that has waited long enough. */
  private isTimeToTell(ready: readonly AttentionRow[], nowMs: number): boolean {
    const isBusy = CHANNELS.some((channel) => this.recentOf(channel, nowMs).length >= MOST_IN_BUSY_TIME);
    // Nobody is made to wait for what breaks within minutes: it goes out beside what is held back.
    if (isBusy && !ready.some(({ severity }) => severity === 'now')) return false;
    return ready.some((row) => nowMs - (this.waiting.get(toldKey(row)) ?? nowMs) >= GATHER_MS);
  }

  private tell(
    ready: readonly AttentionRow[],
    settings: NoticeSettings,
    nowMs: number,
  ): readonly DueNotice[] {
    return CHANNELS.flatMap((channel): DueNotice[] => {
      const rows = ready.filter((row) => channelsOf(row, settings).includes(channel));
      if (rows.length === 0) return [];
      const recent = this.recentOf(channel, nowMs);
      const isBundle =
        rows.length > MOST_AT_ONCE || (rows.length > 1 && recent.length + rows.length > MOST_IN_BUSY_TIME);
      const notices: DueNotice[] = isBundle
        ? [{ rows, channel, isBundle }]
        : rows.map((row) => ({ rows: [row], channel, isBundle }));
      this.sentAtMs.set(channel, [...recent, ...notices.map(() => nowMs)]);
      return notices;
    });
  }

  private recentOf(channel: Channel, nowMs: number): number[] {
    return (this.sentAtMs.get(channel) ?? []).filter((atMs) => nowMs - atMs < BUSY_MS && atMs <= nowMs);
  }
}
