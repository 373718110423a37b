// Sheets that are open in a window, and forms that are being filled in. A sheet keeps its ids from the first look to the
// signature; its version rises whenever something on it is another one than was seen.
import { compareViews, type FactChange } from '../desk/fix/object-view.ts';
import type { Check } from '../desk/intent/check.ts';
import type { Intent } from '../desk/intent/forms.ts';
import { IdBook } from '../desk/intent/id-book.ts';
import { type CommandSheet, openSheet, recheckSheet } from '../desk/intent/sheet.ts';
import type { CommandDesk } from './command-desk.ts';
import type { RunningConnection } from './desk-connections.ts';
import { draftNote, forgetDraft, type KeptDraft, readKept } from './kept-commands.ts';
import type { DeskLink, DeskPorts } from './ports.ts';

/** More than a person can look at; the oldest one is closed when another one opens. */
const MAX_SHEETS = 32;

export interface OpenSheet {
  readonly sheetId: string;
  readonly connection: RunningConnection;
  readonly ids: IdBook;
  intent: Intent;
  version: number;
  sheet: CommandSheet;
  /** When it was computed, in the Authority's time. */
  computedAtMs: number;
  readonly draftId: string | undefined;
  /** The Command whose place the new one takes. */
  readonly replaces: string | undefined;
}

export interface SheetOptions {
  readonly draftId?: string | undefined;
  readonly replaces?: string | undefined;
  /** Ids that were made for the same wish before. */
  readonly ids?: Readonly<Record<string, string>>;
}

export type SignResult =
  | { readonly kind: 'kept'; readonly actionId: string }
  | { readonly kind: 'ask-again'; readonly open: OpenSheet; readonly changes: readonly FactChange[] }
  /** Nothing can be signed, for the reasons on the sheet. */
  | { readonly kind: 'disabled'; readonly open: OpenSheet };

export class SheetDesk {
  private readonly ports: DeskPorts;
  private readonly commands: CommandDesk;
  private readonly onChange: (area: 'sheets' | 'drafts') => void;
  private readonly sheets = new Map<string, OpenSheet>();
  private readonly drafts = new Map<
    string,
    { readonly connection: RunningConnection; readonly link: DeskLink; draft: KeptDraft }
  >();
  private lastId = 0;

  constructor(ports: DeskPorts, commands: CommandDesk, onChange: (area: 'sheets' | 'drafts') => void) {
    this.ports = ports;
    this.commands = commands;
    this.onChange = onChange;
  }

  async load(connection: RunningConnection): Promise<void> {
    for (const link of connection.links) {
      const { drafts } = await readKept(link);
      for (const draft of drafts)
        this.drafts.set(draftKey(connection, draft.draftId), { connection, link, draft });
    }
    this.onChange('drafts');
  }

  unload(connection: RunningConnection): void {
    for (const [key, each] of this.drafts) if (each.connection === connection) this.drafts.delete(key);
    for (const [key, each] of this.sheets) if (each.connection === connection) this.sheets.delete(key);
    this.onChange('drafts');
  }

  open(connection: RunningConnection, intent: Intent, options: SheetOptions = {}): OpenSheet {
    const { draftId, replaces } = options;
    const known = options.ids ?? this.draft(connection, draftId)?.draft.ids ?? {};
    const ids = new IdBook(this.ports.newId, known);
    const view = connection.view();
    const sheet = openSheet(view, intent, ids);
    const sheetId = `sheet-${(this.lastId += 1)}`;
    const open: OpenSheet = {
      sheetId,
      connection,
      ids,
      intent,
      version: 1,
      sheet,
      computedAtMs: view.nowMs,
      draftId,
      replaces,
    };
    const [oldest] = this.sheets.keys();
    if (this.sheets.size >= MAX_SHEETS && oldest !== undefined) this.sheets.delete(oldest);
    this.sheets.set(sheetId, open);
    return open;
  }

  find(sheetId: string): OpenSheet | undefined {
    return this.sheets.get(sheetId);
  }

  close(sheetId: string): void {
    this.sheets.delete(sheetId);
    this.onChange('sheets');
  }

  /** Another form or signer; the ids stay. */
  change(open: OpenSheet, intent: Intent): OpenSheet {
    open.intent = intent;
    this.compute(open);
    open.version += 1;
    this.onChange('sheets');
    return open;
  }

  /** The sheet as it is now. */
  refresh(open: OpenSheet): OpenSheet {
    const before = open.sheet;
    this.compute(open);
    if (!isSameSheet(before, open.sheet)) open.version += 1;
    return open;
  }

  /**
   * Looks once more, and keeps the Command when it is what the person saw in that version. What needs a key or a connection
   * is kept too, and signed when both are there.
   */
  async sign(open: OpenSheet, version: number): Promise<SignResult> {
    const { connection, ids } = open;
    const view = connection.view();
    const seen = open.sheet;
    const isOther = version !== open.version;
    const { sheet, changes, isVerdictOther } = recheckSheet(view, seen, ids);
    open.sheet = sheet;
    open.computedAtMs = view.nowMs;
    if (isOther || changes.length > 0 || isVerdictOther) {
      if (!isOther) open.version += 1;
      return { kind: 'ask-again', open, changes };
    }
    const { signer, button } = sheet;
    const link = signer === undefined ? undefined : connection.linkOf(signer.identity.actor);
    if (signer === undefined || link === undefined || button === 'disabled')
      return { kind: 'disabled', open };
    const { composed } = signer;
    const { intent, replaces, draftId, sheetId } = open;
    await this.commands.keep(connection, link, { intent, ids, sheet, composed, replaces });
    // What is kept now needs no draft any more. Of a crash in between a draft is left, with the same ids.
    if (draftId !== undefined) await this.removeDraft(connection, draftId);
    this.close(sheetId);
    return { kind: 'kept', actionId: composed.command.actionId };
  }

  /** Each with the identity that keeps it. */
  listDrafts(): readonly {
    readonly connection: RunningConnection;
    readonly link: DeskLink;
    readonly draft: KeptDraft;
  }[] {
    return [...this.drafts.values()];
  }

  /** Durable when it is answered. */
  async saveDraft(
    connection: RunningConnection,
    draftId: string | undefined,
    intent: KeptDraft['intent'],
    ids?: Readonly<Record<string, string>>,
  ): Promise<KeptDraft> {
    const known = this.draft(connection, draftId);
    const link =
      known?.link ?? connection.links.find(({ actor }) => actor.type === 'human') ?? connection.links[0];
    if (link === undefined) throw new Error('a connection has an identity');
    const draft: KeptDraft = {
      draftId: known?.draft.draftId ?? draftId ?? this.ports.newId('draft'),
      intent,
      ids: ids ?? known?.draft.ids ?? {},
      savedAtMs: this.ports.clock.nowMs(),
    };
    await link.writeNotes([draftNote(draft)]);
    this.drafts.set(draftKey(connection, draft.draftId), { connection, link, draft });
    this.onChange('drafts');
    return draft;
  }

  async removeDraft(connection: RunningConnection, draftId: string): Promise<boolean> {
    const known = this.draft(connection, draftId);
    if (known === undefined) return false;
    await known.link.writeNotes([forgetDraft(draftId)]);
    this.drafts.delete(draftKey(connection, draftId));
    this.onChange('drafts');
    return true;
  }

  private draft(connection: RunningConnection, draftId: string | undefined) {
    return draftId === undefined ? undefined : this.drafts.get(draftKey(connection, draftId));
  }

  private compute(open: OpenSheet): void {
    const view = open.connection.view();
    open.sheet = openSheet(view, open.intent, open.ids);
    open.computedAtMs = view.nowMs;
  }
}

function draftKey({ facts }: RunningConnection, draftId: string): string {
  return `${facts.connectionId} ${draftId}`;
}

/** Whether a person would see the same: times inside a Command move with every look. */
function isSameSheet(a: CommandSheet, b: CommandSheet): boolean {
  return (
    compareViews(a.basis, b.basis).length === 0 &&
    a.button === b.button &&
    a.rejection?.code === b.rejection?.code &&
    a.rejection?.rule === b.rejection?.rule &&
    a.signer?.identity === b.signer?.identity &&
    a.signers.length === b.signers.length &&
    a.coSigners.length === b.coSigners.length &&
    a.coSigners.every(({ identity }, index) => identity === b.coSigners[index]?.identity) &&
    JSON.stringify(a.obstacles) === JSON.stringify(b.obstacles) &&
    b.checks.every((check) => isKnown(check, a.checks))
  );
}

/** Nothing new to look at: what has passed by now, or was told before. Figures move with the clock. */
function isKnown({ id, status }: Check, before: readonly Check[]): boolean {
  return status === 'passed' || before.some((each) => each.id === id && each.status === status);
}
