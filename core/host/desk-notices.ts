// Notifications of a profile: looks at the attention list, tells windows, the shell and the person's own program what is new,
// and keeps what was told so that the next run does not repeat it.
import { join } from 'node:path';
import {
  type NoticeChoices,
  type NoticeHook,
  type NoticeRow,
  type NoticeSettingsModel,
  noticeSettings,
  type NoticeSummary,
} from '../contract/notices.ts';
import type { Fault } from '../contract/values.ts';
import type { AttentionRow } from '../coordinator/desk/attention/group-rows.ts';
import { ATTENTION_RULES, type AttentionRuleName } from '../coordinator/desk/attention/rules.ts';
import { type DueNotice, NoticeBook } from '../coordinator/desk/notify/notice-book.ts';
import { DEFAULT_NOTICES, type NoticeSettings } from '../coordinator/desk/notify/notice-settings.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import { attentionRow } from '../coordinator/desk-runtime/rows/attention-rows.ts';
import { sortDown, titleOfMission } from '../coordinator/desk-runtime/rows/row-context.ts';
import { noticeWords } from '../coordinator/desk-runtime/words/notice-words.ts';
import { say, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import { readPrivateFile, replacePrivateFile } from '../keys/private-file.ts';
import type { Result } from '../protocol/result.ts';
import { hookProblem, NoticeHooks } from './notice-hook.ts';

type TellChannel = DueNotice['channel'];

export interface DeskNoticesOptions {
  readonly desk: DeskRuntime;
  readonly profileFolder: string;
  readonly onFault: (error: unknown) => void;
  /** How a moment looks on the wall here; the computer's own time zone when left out. */
  readonly localTime?: (atMs: number) => { readonly minuteOfDay: number; readonly weekday: number };
}

/** A notice as it was told; its words are made when they are asked for, in the language of then. */
interface Told {
  readonly id: string;
  readonly atMs: number;
  readonly rows: readonly AttentionRow[];
  readonly channels: TellChannel[];
}

interface Kept {
  readonly settings: NoticeSettingsModel;
  /** The program as it was agreed to. */
  readonly agreedHook: NoticeHook | undefined;
}

const LOOK_MS = 1_000;
const MOST_TOLD = 100;
const MAX_BYTES = 4 * 1024 * 1024;

const USUAL: NoticeSettingsModel = noticeSettings.parse(DEFAULT_NOTICES);

export class DeskNotices {
  private readonly options: DeskNoticesOptions;
  private readonly paths: { readonly settings: string; readonly told: string };
  private readonly book: NoticeBook;
  private readonly hooks: NoticeHooks;
  private kept: Kept;
  private told: Told[] = [];
  private badge = 0;
  private isQuiet = false;
  private lastId = 0;
  private stopTick: (() => void) | undefined;
  /** What was told is written one after the other. */
  private writing: Promise<unknown> = Promise.resolve();

  private constructor(options: DeskNoticesOptions, kept: Kept, book: NoticeBook) {
    this.options = options;
    this.paths = pathsOf(options.profileFolder);
    this.kept = kept;
    this.book = book;
    this.hooks = new NoticeHooks(options.desk.ports.clock, () => this.tellWindows());
  }

  static async open(options: DeskNoticesOptions): Promise<DeskNotices> {
    const paths = pathsOf(options.profileFolder);
    const told = await readJson(paths.told);
    const entries = Array.isArray(told)
      ? told.filter(
          (each): each is [string, number] =>
            Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'number',
        )
      : undefined;
    return new DeskNotices(
      options,
      await readKept(paths.settings),
      new NoticeBook(entries && new Map(entries)),
    );
  }

  start(): void {
    this.look();
    this.stopTick = this.options.desk.ports.clock.after(LOOK_MS, () => this.start());
  }

  async close(): Promise<void> {
    this.stopTick?.();
    this.hooks.close();
    await this.writing;
  }

  /** Once a second; groups in which nothing has changed cost nothing. */
  look(): void {
    const { desk, localTime = wallTime } = this.options;
    const nowMs = desk.ports.clock.nowMs();
    const { now, decide, watch } = desk.attend();
    const answer = this.book.look({
      rows: [...now, ...decide, ...watch],
      snoozedKeys: new Set(desk.marks.snoozes.keys()),
      settings: rulesOf(this.kept.settings),
      nowMs,
      localTime: localTime(nowMs),
    });
    const byRows = new Map<string, Told>();
    for (const { rows, channel } of answer.due) {
      const key = rows.map((row) => row.key).join('\n');
      const told = byRows.get(key) ?? this.newTold(rows);
      told.channels.push(channel);
      byRows.set(key, told);
    }
    for (const told of byRows.values()) this.send(told);
    if (answer.hasChanged) this.keepTold();
    if (byRows.size > 0 || answer.badge !== this.badge || answer.isQuiet !== this.isQuiet) {
      this.badge = answer.badge;
      this.isQuiet = answer.isQuiet;
      this.tellWindows();
    }
  }

  source(): LiveSource<NoticeRow, NoticeSummary> {
    return {
      concerns: (topic) => topic.kind === 'area' && topic.area === 'notices',
      read: () => {
        const summary: NoticeSummary = { badge: this.badge, isQuiet: this.isQuiet };
        const { running, done, failed, lastTrouble } = this.hooks;
        if (this.kept.settings.hook !== undefined) {
          summary.hook = { running, done, failed };
          if (lastTrouble !== undefined) {
            const { problem, detail, atMs } = lastTrouble;
            const text = noticeWords(this.options.desk.language).hook[problem](detail);
            summary.hook.lastFailure = { atMs, words: say(`notice-hook.${problem}`, text, { detail }) };
          }
        }
        return { rows: this.told.map((told) => this.rowOf(told)), summary };
      },
    };
  }

  choices(): NoticeChoices {
    const { desk } = this.options;
    const texts = textsOf(desk.language);
    const { settings, agreedHook } = this.kept;
    return {
      settings,
      rules: Object.entries(ATTENTION_RULES).map(([rule, { number }]) => ({
        rule,
        number,
        // The table's names are its keys.
        words: say(`rule.${rule}`, texts.desk.rules[rule as AttentionRuleName].name),
      })),
      missions: desk.connections().flatMap((connection) => {
        const { world, groupIds } = connection.view();
        const { connectionId } = connection.facts;
        return [...groupIds].map((groupId) => ({
          connectionId,
          groupId,
          title: titleOfMission(world, groupId),
        }));
      }),
      isHookAgreed: isSameHook(settings.hook, agreedHook),
    };
  }

  async save(
    settings: NoticeSettingsModel,
    isHookAgreed: boolean,
  ): Promise<Result<{ readonly isHookAgreed: boolean }, Fault>> {
    const { hook } = settings;
    if (hook !== undefined) {
      const problem = await hookProblem(hook);
      if (problem !== undefined) {
        const text = noticeWords(this.options.desk.language).hook[problem](hook.path);
        return {
          ok: false,
          fault: { code: problem, words: say(`notice-hook.${problem}`, text, { detail: hook.path }) },
        };
      }
    }
    const before = this.kept.agreedHook;
    const agreedHook = isHookAgreed ? hook : isSameHook(hook, before) ? before : undefined;
    const kept: Kept = { settings, agreedHook };
    const written = await replacePrivateFile(this.paths.settings, bytesOf(kept));
    if (!written.ok) return textsOf(this.options.desk.language).fault('cannot-write');
    this.kept = kept;
    this.tellWindows();
    return { ok: true, value: { isHookAgreed: isSameHook(hook, agreedHook) } };
  }

  test(channels: readonly TellChannel[]): void {
    const told = this.newTold([]);
    told.channels.push(...new Set(channels));
    this.send(told);
    this.tellWindows();
  }

  private newTold(rows: readonly AttentionRow[]): Told {
    const atMs = this.options.desk.ports.clock.nowMs();
    this.lastId += 1;
    // The same in no two runs: shells leave out what they have shown under this name.
    return { id: `${String(atMs)}-${String(this.lastId)}`, atMs, rows, channels: [] };
  }

  private send(told: Told): void {
    this.told = [told, ...this.told].slice(0, MOST_TOLD);
    const { settings, agreedHook } = this.kept;
    if (
      !told.channels.includes('hook') ||
      settings.hook === undefined ||
      !isSameHook(settings.hook, agreedHook)
    )
      return;
    const { title, body, severity, href, count } = this.rowOf(told);
    const [first, ...others] = told.rows;
    this.hooks.tell(settings.hook, {
      heddle: 'notice/1',
      id: told.id,
      at: new Date(told.atMs).toISOString(),
      urgency: severity,
      reason: first === undefined ? 'test' : others.length > 0 ? 'several' : first.rule,
      title,
      body,
      link: first === undefined || others.length > 0 ? href : linkOf(first),
      count,
    });
  }

  private rowOf({ id, atMs, rows, channels }: Told): NoticeRow {
    const { desk } = this.options;
    const texts = textsOf(desk.language);
    const words = noticeWords(desk.language);
    const [first, ...others] = rows;
    const base = {
      id,
      sort: sortDown(atMs) + id,
      atMs,
      channels,
      count: rows.length,
      isTest: first === undefined,
    };
    if (first === undefined)
      return { ...base, severity: 'decide', ...words.test, href: '#/settings/notifications' };
    if (others.length > 0) {
      const severity = rows.some((row) => row.severity === 'now') ? 'now' : first.severity;
      return {
        ...base,
        severity,
        title: words.several.title(rows.length),
        body: words.several.body,
        href: '#/attention',
      };
    }
    const { title, missionTitle } = attentionRow(texts, desk.connection(first.connectionId), first);
    return {
      ...base,
      severity: first.severity,
      title: texts.desk.rules[first.rule].name,
      body: missionTitle === undefined || missionTitle === title ? title : `${title} · ${missionTitle}`,
      href: hrefOf(first),
    };
  }

  private tellWindows(): void {
    this.options.desk.tell({ kind: 'area', area: 'notices' });
  }

  private keepTold(): void {
    const content = bytesOf([...this.book.remembered]);
    this.writing = this.writing.then(() => this.writeTold(content));
  }

  private async writeTold(content: Buffer): Promise<void> {
    const written = await replacePrivateFile(this.paths.told, content);
    if (!written.ok)
      this.options.onFault(new Error(`What was told cannot be kept: ${written.fault.message}`));
  }
}

/** Where a row's object is shown in the window; where it has no place of its own, its row of the list. */
function hrefOf({ key, connectionId, groupId, workItemId, object }: AttentionRow): string {
  const address = (place: string, ...parts: string[]): string =>
    `#/${[place, ...parts.map(encodeURIComponent)].join('/')}`;
  if (groupId !== undefined && workItemId !== undefined)
    return address('work', connectionId, groupId, workItemId);
  if (object.type === 'command') return address('outbox', connectionId, object.id);
  if (object.type === 'connection' || object.type === 'key')
    return address('open', connectionId, object.type, object.id);
  if (groupId !== undefined && object.type === 'mission') return address('mission', connectionId, groupId);
  return `#/attention?row=${encodeURIComponent(key)}`;
}

/** The same for other programs. */
function linkOf({ connectionId, object, workItemId }: AttentionRow): string {
  const [kind, id] = workItemId === undefined ? [object.type, object.id] : ['workItem', workItemId];
  return `heddle://${[connectionId, kind, id].map(encodeURIComponent).join('/')}`;
}

function wallTime(atMs: number): { readonly minuteOfDay: number; readonly weekday: number } {
  const at = new Date(atMs);
  return { minuteOfDay: at.getHours() * 60 + at.getMinutes(), weekday: at.getDay() };
}

function rulesOf({ byUrgency, exceptions, quiet }: NoticeSettingsModel): NoticeSettings {
  return {
    byUrgency,
    exceptions: exceptions.map(({ rule, mission, channels }) => ({ rule, mission, channels })),
    quiet,
  };
}

function isSameHook(a: NoticeHook | undefined, b: NoticeHook | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.path === b.path &&
    a.arguments.join('\0') === b.arguments.join('\0')
  );
}

function pathsOf(profileFolder: string) {
  const folder = join(profileFolder, 'notices');
  return { settings: join(folder, 'settings.json'), told: join(folder, 'told.json') };
}

/** Settings that are there and make sense; the usual ones otherwise, and then no program is started. */
async function readKept(path: string): Promise<Kept> {
  const value = (await readJson(path)) as
    | { readonly settings?: unknown; readonly agreedHook?: unknown }
    | undefined;
  const settings = noticeSettings.safeParse(value?.settings);
  if (!settings.success) return { settings: USUAL, agreedHook: undefined };
  const agreed = noticeSettings.shape.hook.safeParse(value?.agreedHook);
  return { settings: settings.data, agreedHook: agreed.success ? agreed.data : undefined };
}

async function readJson(path: string): Promise<unknown> {
  const read = await readPrivateFile(path, MAX_BYTES);
  if (!read.ok || read.value === undefined || read.value === 'as-known') return undefined;
  try {
    return JSON.parse(read.value.bytes.toString());
  } catch {
    // Half of a file is none; what was told is told again at worst.
    return undefined;
  }
}

function bytesOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`);
}
