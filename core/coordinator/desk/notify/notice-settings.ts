// Which rows of the attention list are told about, on which ways, and when not: by reason, by Mission, by how urgent they are.
import type { AttentionRow } from '../attention/group-rows.ts';
import type { Severity } from '../attention/attention-types.ts';

/** In the window, by the system, by a program of the person, as a number on the icon. */
export type NoticeChannel = 'window' | 'native' | 'hook' | 'badge';

/** Where a reason, a Mission or both together are told about on other ways than their urgency says. No way at all is allowed. */
export interface NoticeException {
  /** Name of an attention rule; undefined: every one. */
  readonly rule: string | undefined;
  readonly mission: { readonly connectionId: string; readonly groupId: string } | undefined;
  readonly channels: readonly NoticeChannel[];
}

/** Local time of day, in minutes since midnight; over midnight where `from` is later than `until`. */
export interface QuietHours {
  readonly isOn: boolean;
  readonly fromMinute: number;
  readonly untilMinute: number;
  /** Days on which they begin; 0 is Sunday. */
  readonly days: readonly number[];
  /** Whether what breaks within minutes is told all the same. */
  readonly letsNowThrough: boolean;
}

export interface NoticeSettings {
  readonly byUrgency: { readonly [Each in Severity]: readonly NoticeChannel[] };
  readonly exceptions: readonly NoticeException[];
  readonly quiet: QuietHours;
}

export const DEFAULT_NOTICES: NoticeSettings = {
  byUrgency: { now: ['window', 'native', 'badge'], decide: ['window', 'native', 'badge'], watch: [] },
  exceptions: [],
  quiet: {
    isOn: false,
    fromMinute: 22 * 60,
    untilMinute: 7 * 60,
    days: [0, 1, 2, 3, 4, 5, 6],
    letsNowThrough: true,
  },
};

/** A moment as the clock on the wall shows it. */
export interface LocalTime {
  readonly minuteOfDay: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

/** The ways on which a row is told about: what names both its reason and its Mission counts before what names one of them. */
export function channelsOf(
  {
    rule,
    connectionId,
    groupId,
    severity,
  }: Pick<AttentionRow, 'rule' | 'connectionId' | 'groupId' | 'severity'>,
  { byUrgency, exceptions }: NoticeSettings,
): readonly NoticeChannel[] {
  let best: NoticeException | undefined;
  let bestRank = 0;
  for (const exception of exceptions) {
    const { mission } = exception;
    if (exception.rule !== undefined && exception.rule !== rule) continue;
    if (mission !== undefined && (mission.connectionId !== connectionId || mission.groupId !== groupId))
      continue;
    // A Mission says more about what matters to somebody than a reason does.
    const rank = (exception.rule === undefined ? 0 : 1) + (mission === undefined ? 0 : 2);
    if (rank <= bestRank) continue;
    best = exception;
    bestRank = rank;
  }
  return best?.channels ?? byUrgency[severity];
}

/** Whether quiet hours hold. The hours after midnight belong to the day on which they began. */
export function isQuiet(
  { isOn, fromMinute, untilMinute, days }: QuietHours,
  { minuteOfDay, weekday }: LocalTime,
): boolean {
  if (!isOn || fromMinute === untilMinute) return false;
  if (fromMinute < untilMinute) {
    return days.includes(weekday) && minuteOfDay >= fromMinute && minuteOfDay < untilMinute;
  }
  if (minuteOfDay >= fromMinute) return days.includes(weekday);
  return minuteOfDay < untilMinute && days.includes((weekday + 6) % 7);
}
