// Notifications: what is told of the attention list, on which ways, when not, and what was told.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, rowBase } from './live.ts';
import { done, id, instantMs, outcome, words } from './values.ts';

export const NOTICE_CHANNELS = ['window', 'native', 'hook', 'badge'] as const;

const channels = z.array(z.enum(NOTICE_CHANNELS)).max(NOTICE_CHANNELS.length);
const minuteOfDay = z.int().min(0).max(1_439);

/** A program of the person, started for each notice with JSON on its standard input. Never by a shell. */
export const noticeHook = z.strictObject({
  /** Absolute. */
  path: z.string().min(1).max(1_024),
  arguments: z.array(z.string().max(1_024)).max(16),
});

export const noticeSettings = z.strictObject({
  byUrgency: z.strictObject({ now: channels, decide: channels, watch: channels }),
  exceptions: z
    .array(
      z.strictObject({
        /** A rule of the attention list; left out: every one. */
        rule: z.string().max(64).optional(),
        mission: z.strictObject({ connectionId: id, groupId: id }).optional(),
        channels,
      }),
    )
    .max(200),
  quiet: z.strictObject({
    isOn: z.boolean(),
    /** Minutes since midnight, by the clock of this computer; over midnight where `from` is the later one. */
    fromMinute: minuteOfDay,
    untilMinute: minuteOfDay,
    /** Days on which they begin; 0 is Sunday. */
    days: z.array(z.int().min(0).max(6)).max(7),
    letsNowThrough: z.boolean(),
  }),
  hook: noticeHook.optional(),
});

/** What there is to choose from beside the settings themselves. */
export const noticeChoices = z.object({
  settings: noticeSettings,
  rules: z.array(z.object({ rule: z.string(), number: z.int(), words })),
  missions: z.array(z.object({ connectionId: id, groupId: id, title: z.string() })),
  /** The program was agreed to as it stands; another path or other arguments have to be agreed to again. */
  isHookAgreed: z.boolean(),
});

/** One notice that was told, the newest first. */
export const noticeRow = rowBase.extend({
  atMs: instantMs,
  severity: z.enum(['now', 'decide', 'watch']),
  title: z.string(),
  body: z.string(),
  /** Where it leads in the window: the part of an address from `#` on. */
  href: z.string(),
  channels: z.array(z.enum(['window', 'native', 'hook'])),
  /** How many rows it stands for. */
  count: z.int(),
  isTest: z.boolean(),
});

export const noticeSummary = z.object({
  /** The number on the icon. */
  badge: z.int(),
  isQuiet: z.boolean(),
  hook: z
    .object({
      running: z.int(),
      done: z.int(),
      failed: z.int(),
      /** What went wrong last. */
      lastFailure: z.object({ atMs: instantMs, words }).optional(),
    })
    .optional(),
});

export const noticesContract = {
  follow: oc.output(live(noticeRow, noticeSummary)),
  settings: oc.output(noticeChoices),
  /** A program is started only after `isHookAgreed` was sent with it once. */
  save: oc
    .input(z.strictObject({ settings: noticeSettings, isHookAgreed: z.boolean() }))
    .output(outcome(z.object({ isHookAgreed: z.boolean() }))),
  /** One notice on these ways at once, also in quiet hours. */
  test: oc
    .input(
      z.strictObject({
        channels: z
          .array(z.enum(['window', 'native', 'hook']))
          .min(1)
          .max(3),
      }),
    )
    .output(done),
};

export type NoticeSettingsModel = z.infer<typeof noticeSettings>;
export type NoticeChoices = z.infer<typeof noticeChoices>;
export type NoticeHook = z.infer<typeof noticeHook>;
export type NoticeRow = z.infer<typeof noticeRow>;
export type NoticeSummary = z.infer<typeof noticeSummary>;
