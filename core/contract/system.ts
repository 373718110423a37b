// What this installation can do, how it stands right now, and its settings.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, liveId, rowBase } from './live.ts';
import { actor, done, id, instantMs, LANGUAGES, person, words } from './values.ts';

export const capabilities = z.object({
  appVersion: z.string(),
  protocolVersion: z.string(),
  shell: z.enum(['electron', 'browser']),
  /** `recovery`: the profile could not be opened, and only the recovery window is there. */
  mode: z.enum(['desk', 'safe', 'recovery']),
  platform: z.string(),
  languages: z.array(z.enum(LANGUAGES)),
  features: z.object({
    osKeychain: z.boolean(),
    passphraseFile: z.boolean(),
    embeddedAuthority: z.boolean(),
    demo: z.boolean(),
    briefs: z.boolean(),
    /** Dialogs for files, notifications of the system, a tray: Electron alone. */
    nativeDialogs: z.boolean(),
    systemNotifications: z.boolean(),
  }),
  limits: z.object({ frameBytes: z.int(), previewBytes: z.int(), pageRows: z.int() }),
});

/** One connection as the status bar shows it. */
export const connectionStatus = rowBase.extend({
  connectionId: id,
  name: z.string(),
  status: z.enum(['online', 'connecting', 'offline', 'replaced', 'working-offline']),
  words,
  /** The highest sequence that was folded and the head of the log as far as it is known, over all Groups. */
  cursor: z.int(),
  head: z.int().optional(),
  lastEventAtMs: instantMs.optional(),
  offlineSinceMs: instantMs.optional(),
  isDemo: z.boolean(),
});

/** Keys that a person has chosen, by action; the window knows the actions and their usual keys. */
const shortcuts = z.record(z.string().max(40), z.array(z.string().min(1).max(40)).max(4));

export const statusSummary = z.object({
  actingAs: person.extend({ connectionId: id }).optional(),
  /** All that this computer can act as, for the menu. */
  identities: z.array(person.extend({ connectionId: id, connectionName: z.string() })),
  attention: z.object({ now: z.int(), decide: z.int(), watch: z.int() }),
  outbox: z.object({ waiting: z.int(), refused: z.int(), unknown: z.int(), drafts: z.int() }),
  review: z.int(),
  approvals: z.int(),
  /** Authority's time minus this computer's, of the connection that differs most; undefined before it is known. */
  clockOffsetMs: z.number().optional(),
  keys: z.enum(['ok', 'locked', 'missing', 'backend-changed', 'none']),
  language: z.enum(LANGUAGES),
  /** For menus around the window, which show the keys that a person has now. */
  keyboard: z.object({ areSingleKeysOn: z.boolean(), shortcuts }),
});

export const settings = z.object({
  language: z.enum(LANGUAGES),
  appearance: z.enum(['system', 'light', 'dark', 'high-contrast']),
  density: z.enum(['comfortable', 'compact']),
  textScale: z.number().min(0.8).max(2),
  reducedMotion: z.boolean(),
  singleKeyShortcuts: z.boolean(),
  /** Set once the first-run doors were passed. */
  isFirstRunDone: z.boolean(),
  shortcuts: shortcuts.optional(),
  /** Columns of the table of a plan, by the names that the window knows. */
  planColumns: z.array(z.string().max(40)).max(30).optional(),
  /** How far the tour of the window has come; absent before its first step. */
  tour: z.object({ step: z.int().min(0).max(99), isDone: z.boolean() }).optional(),
});

export const systemContract = {
  capabilities: oc.output(capabilities),
  status: oc.output(live(connectionStatus, statusSummary)),
  settings: oc.output(settings),
  /** Another language begins every live query anew. */
  changeSettings: oc.input(settings.partial().strict()).output(settings),
  actAs: oc.input(z.strictObject({ connectionId: id, actor })).output(done),
  /** A part of a live query was taken over; the host may send more. */
  acknowledge: oc.input(z.strictObject({ liveId, number: z.int() })).output(z.object({})),
};

export type Capabilities = z.infer<typeof capabilities>;
export type ConnectionStatusRow = z.infer<typeof connectionStatus>;
export type StatusSummary = z.infer<typeof statusSummary>;
export type Settings = z.infer<typeof settings>;
