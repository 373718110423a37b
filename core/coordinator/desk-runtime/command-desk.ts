// Commands of all identities from the signature of a person to their end. Each is durable here before its identity's outbox
// gets it, goes when it is its turn, and keeps its Action ID until its fate is known. What waited for a key or a connection is
// judged once more by the rules before it is signed: a person has agreed to what was there then.
import { SINGLE, type World } from '../../domain/world.ts';
import type { DocumentKind } from '../../protocol/document-kinds.ts';
import type { Actor } from '../../protocol/generated/documents.ts';
import type { OutboxEntry as StoredEntry } from '../../store/replica-store.ts';
import type { CommandDraft } from '../command-draft.ts';
import { type DeskConnection, identityOf, isSameActor } from '../desk/connection.ts';
import { composeCommand, type ComposedCommand } from '../desk/intent/compose.ts';
import type { Intent } from '../desk/intent/forms.ts';
import { IdBook } from '../desk/intent/id-book.ts';
import { signParts } from '../payload-parts.ts';
import { type CommandSheet, pinSigners } from '../desk/intent/sheet.ts';
import type { OutboxEntry } from '../desk/outbox/entry.ts';
import { orderOutbox, type OutboxGroup } from '../desk/outbox/order.ts';
import { findVerdictDefect } from '../desk/outbox/verdict-defects.ts';
import type { RunningConnection } from './desk-connections.ts';
import { entryOfCommand } from './desk-entries.ts';
import {
  commandNote,
  defectNote,
  forgetCommand,
  type KeptCommand,
  type KeptDefect,
  readKept,
} from './kept-commands.ts';
import type { DeskLink, DeskPorts, LinkOutcome } from './ports.ts';
import { judgeWaiting } from './waiting-commands.ts';

/** How long what is over stays in the outbox; the log keeps it for ever. */
const OVER_KEEP_MS = 24 * 3_600_000;

interface Held {
  readonly connection: RunningConnection;
  readonly link: DeskLink;
  command: KeptCommand;
  /** As the identity's own outbox has it. */
  stored: StoredEntry | undefined;
  /** It is being signed and handed over. */
  isBusy: boolean;
  /** Its end is being written down. */
  isEnding: boolean;
  /** The Authority's time at which the log had been read to its head without its Event. */
  readToHeadAtMs: number | undefined;
}

export interface CommandDeskOptions {
  readonly ports: DeskPorts;
  readonly onChange: () => void;
}

/** What a signed sheet becomes. */
export interface NewCommand {
  readonly intent: Intent;
  readonly ids: IdBook;
  readonly sheet: CommandSheet;
  readonly composed: ComposedCommand;
  /** The Command whose place it takes. */
  readonly replaces: string | undefined;
}

export class CommandDesk {
  private readonly options: CommandDeskOptions;
  private readonly held = new Map<string, Held>();
  private readonly defects = new Map<DeskLink, readonly KeptDefect[]>();
  private listed: readonly OutboxEntry[] | undefined;

  constructor(options: CommandDeskOptions) {
    this.options = options;
  }

  /** Takes up what an earlier run has left at the identities of a connection. */
  async load(connection: RunningConnection): Promise<void> {
    const nowMs = this.options.ports.clock.nowMs();
    for (const link of connection.links) {
      const { commands, defects } = await readKept(link);
      this.defects.set(link, defects);
      const old = commands.filter(
        ({ stage, changedAtMs }) =>
          stage !== 'wanted' &&
          stage !== 'handed' &&
          stage !== 'refused' &&
          changedAtMs < nowMs - OVER_KEEP_MS,
      );
      if (old.length > 0) await link.writeNotes(old.map(({ actionId }) => forgetCommand(actionId)));
      for (const command of commands.filter((each) => !old.includes(each))) {
        if (command.stage === 'refused' && command.error !== undefined) connection.noteRefusal(command.error);
        const held: Held = {
          connection,
          link,
          command,
          stored: undefined,
          isBusy: false,
          isEnding: false,
          readToHeadAtMs: undefined,
        };
        this.held.set(keyOf(connection, command.actionId), held);
        await this.look(held);
        // It was handed over and did not arrive there: nothing was sent.
        const isLost = held.command.stage === 'handed' && held.stored === undefined;
        if (isLost) await this.write(held, { stage: 'wanted' });
        else if (held.command.stage === 'handed') this.hand(held, command.draft);
      }
    }
    this.changed();
    this.pump();
  }

  unload(connection: RunningConnection): void {
    for (const [key, held] of this.held) if (held.connection === connection) this.held.delete(key);
    for (const link of connection.links) this.defects.delete(link);
    this.changed();
  }

  /** Where an Authority has decided otherwise than our rules, the newest first. Each is a defect of ours until it is explained. */
  defectsOf({ links }: RunningConnection): readonly KeptDefect[] {
    return links.flatMap((link) => this.defects.get(link) ?? []).toSorted((a, b) => b.atMs - a.atMs);
  }

  /** All entries, in no particular order. */
  entries(): readonly OutboxEntry[] {
    this.listed ??= [...this.held.values()].map((held) => this.entryOf(held));
    return this.listed;
  }

  groups(): readonly OutboxGroup[] {
    return orderOutbox(this.entries());
  }

  find(connectionId: string, actionId: string): Readonly<Held> | undefined {
    return this.held.get(`${connectionId} ${actionId}`);
  }

  entry(connectionId: string, actionId: string): OutboxEntry | undefined {
    const held = this.find(connectionId, actionId);
    return held === undefined ? undefined : this.entryOf(held);
  }

  /** Makes a Command durable that a person has signed for, and sends it when it can go. */
  async keep(connection: RunningConnection, link: DeskLink, wanted: NewCommand): Promise<KeptCommand> {
    const { intent, ids, sheet, composed, replaces } = wanted;
    const nowMs = this.options.ports.clock.nowMs();
    const { actionId } = composed.command;
    const replaced = replaces === undefined ? undefined : this.find(connection.facts.connectionId, replaces);
    const command: KeptCommand = {
      actionId,
      signer: link.actor,
      coSigners: composed.coSigners.map(({ actor }) => actor),
      stage: 'wanted',
      intent: { ...pinSigners(intent, composed), actionId },
      ids: ids.toRecord(),
      draft: composed.draft,
      position: replaced?.command.position ?? this.nextPosition(),
      createdAtMs: nowMs,
      changedAtMs: nowMs,
      attempts: 0,
      dependsOn: [],
      isReleased: false,
      replaces: replaces === actionId ? undefined : replaces,
      replacedBy: undefined,
      basis: sheet.basis,
      expected: sheet.expected,
      error: undefined,
      event: undefined,
      defect: undefined,
    };
    // The new one first: of a crash in between both are left, and the refused one still holds what was built on it.
    await link.writeNotes([commandNote(command)]);
    this.held.set(keyOf(connection, actionId), {
      connection,
      link,
      command,
      stored: undefined,
      isBusy: false,
      isEnding: false,
      readToHeadAtMs: undefined,
    });
    if (replaced !== undefined && replaces !== actionId) {
      await this.write(replaced, { stage: 'replaced', replacedBy: actionId });
    }
    this.changed();
    this.pump();
    return command;
  }

  /** Lets an entry go although something before it was refused. */
  async release(held: Held): Promise<void> {
    await this.write(held, { isReleased: true });
    this.pump();
  }

  /** Gives an entry up. Only what certainly has no effect may be. */
  async abandon(held: Held): Promise<void> {
    await this.write(held, { stage: 'abandoned' });
    this.pump();
  }

  /** Sends a refused Command again under its Action ID: with the same bytes where its identity has them still (IDM-004). */
  async sendAgain(held: Held): Promise<void> {
    await this.write(held, { stage: 'handed', error: undefined });
    this.hand(held, held.command.draft);
  }

  /** The log was read to its head: what it says of a Command is known by now. */
  async noteReading(held: Held, readToHeadAtMs: number): Promise<void> {
    held.readToHeadAtMs = readToHeadAtMs;
    await this.look(held);
    this.changed();
  }

  /** Places a Command that was not handed over yet before another one, or at the end. */
  async reorder(held: Held, before: Held | undefined): Promise<void> {
    const others = this.entries().filter(({ actionId }) => actionId !== held.command.actionId);
    const positions = others.map(({ position }) => position).toSorted((a, b) => a - b);
    const next = before?.command.position;
    const previous = next === undefined ? positions.at(-1) : positions.findLast((each) => each < next);
    const position = next === undefined ? (previous ?? 0) + 1 : ((previous ?? next - 1) + next) / 2;
    await this.write(held, { position });
  }

  /** Something moved: what waits may go now. */
  pump(): void {
    for (const { entries } of this.groups()) {
      for (const { entry, turn } of entries) {
        if (turn.kind !== 'free') continue;
        const held = this.find(entry.connectionId, entry.actionId);
        if (held === undefined || held.isBusy || held.command.stage !== 'wanted') continue;
        if (!this.canGo(held)) continue;
        this.go(held);
      }
    }
  }

  /** A link has told of the end of a Command. */
  settled(connection: RunningConnection, actionId: string, outcome: LinkOutcome): void {
    const held = this.find(connection.facts.connectionId, actionId);
    if (held !== undefined) this.end(held, outcome).catch(this.options.ports.onFault);
  }

  /** Looks at what the outboxes of the identities say of everything that is under way. */
  async lookAtAll(): Promise<void> {
    let hasMoved = false;
    for (const held of this.held.values()) {
      if (held.command.stage !== 'handed') continue;
      const before = held.stored?.state;
      await this.look(held);
      hasMoved ||= held.stored?.state !== before;
    }
    if (hasMoved) this.changed();
  }

  private canGo({ connection, link, command }: Held): boolean {
    const view = connection.view();
    const identity = identityOf(view, link.actor);
    return identity?.key === 'usable' && identity.path === 'open' && !waitsForCoSigner(view, command);
  }

  private go(held: Held): void {
    held.isBusy = true;
    this.judge(held)
      .then(async (composed) => {
        if (composed !== undefined) await this.sign(held, composed);
        return undefined;
      })
      .catch((error: unknown) => {
        // A key that was locked meanwhile, a disk that is full: it goes on waiting.
        this.options.ports.onFault(error);
      })
      .finally(() => {
        held.isBusy = false;
        this.changed();
      })
      .catch(this.options.ports.onFault);
  }

  /** The Command as it is now; undefined when it must not be signed: then it counts as refused, by our own rules. */
  private async judge(held: Held): Promise<ComposedCommand | undefined> {
    const { command, connection, link } = held;
    const view = connection.view();
    const identity = identityOf(view, link.actor);
    if (identity === undefined) return undefined;
    const verdict = judgeWaiting(view, command, identity, this.entries(), this.options.ports.newId);
    if (!verdict.ok) {
      await this.write(held, { stage: 'refused', error: verdict.fault });
      return undefined;
    }
    const { composed, expected } = verdict.value;
    await this.write(held, { expected, draft: composed.draft });
    return composed;
  }

  /** Signs the documents inside, makes that durable, and hands the Command to the outbox of its identity. */
  private async sign(held: Held, { draft, signs }: ComposedCommand): Promise<void> {
    const { ports } = this.options;
    const payload = await signParts(
      draft.payload,
      signs,
      (kind: DocumentKind, unsigned: object, by: Actor) => {
        const link = held.connection.linkOf(by);
        if (link === undefined) throw new Error(`no key of ${by.id} is here`);
        return ports.keys.signDocument(link.keyId, kind, unsigned);
      },
    );
    // Kind and payload still belong together: signing adds signatures and nothing else.
    const signed = { ...draft, payload } as CommandDraft;
    await this.write(held, { stage: 'handed', draft: signed });
    this.hand(held, signed);
  }

  private hand(held: Held, draft: CommandDraft): void {
    const { actionId } = held.command;
    // The sheet was judged by what any identity here knows; its signer may be a moment behind.
    held.link
      .submit({ ...draft, actionId }, held.connection.headSeen(draft.groupId))
      .then((outcome) => this.end(held, outcome))
      .catch(this.options.ports.onFault);
    this.look(held)
      .then(() => this.changed())
      .catch(this.options.ports.onFault);
  }

  private async end(held: Held, outcome: LinkOutcome): Promise<void> {
    if (held.command.stage !== 'handed' || held.isEnding || outcome.status === 'unknown') return;
    held.isEnding = true;
    try {
      await this.writeEnd(held, outcome);
    } finally {
      held.isEnding = false;
    }
    await this.look(held);
    this.changed();
    this.pump();
  }

  private async writeEnd(
    held: Held,
    outcome: Exclude<LinkOutcome, { readonly status: 'unknown' }>,
  ): Promise<void> {
    const atMs = held.connection.nowMs();
    if (outcome.status === 'accepted') {
      const { eventId, sequence } = outcome.event;
      const event = sequence === undefined ? { eventId } : { eventId, sequence };
      await this.write(held, { stage: 'accepted', event });
      await this.compare(held, { kind: 'accepted', sequence, atMs });
    } else if (outcome.status === 'refused') {
      const { error } = outcome;
      held.connection.noteRefusal(error);
      await this.write(held, { stage: 'refused', error });
      await this.compare(held, { kind: 'refused', error, headSequence: headSequenceOf(held), atMs });
    }
    // It could not even be kept by the identity: it goes on waiting here.
    else await this.write(held, { stage: 'wanted' });
  }

  /** Our rules against the Authority's: where they differ on the same state, one of the two has a defect. */
  private async compare(held: Held, actual: Parameters<typeof findVerdictDefect>[2]): Promise<void> {
    const { command, link } = held;
    if (command.expected === undefined) return;
    const defect = findVerdictDefect(command.actionId, command.expected, actual);
    if (defect === undefined) return;
    const { kind, groupId } = command.draft;
    const kept: KeptDefect = { ...defect, kind, groupId, atMs: actual.atMs };
    await link.writeNotes([await defectNote(link, kept)]);
    this.defects.set(link, [...(this.defects.get(link) ?? []), kept]);
    await this.write(held, { defect });
  }

  private async look(held: Held): Promise<void> {
    const stored = await held.link.readKept(held.command.actionId);
    const wasSent = held.stored?.state === 'sent';
    held.stored = stored;
    const { stage, attempts } = held.command;
    if (stored?.state === 'sent' && !wasSent && stage === 'handed') {
      await this.write(held, { attempts: attempts + 1 });
    }
  }

  private async write(held: Held, changes: Partial<KeptCommand>): Promise<void> {
    const command: KeptCommand = {
      ...held.command,
      ...changes,
      changedAtMs: this.options.ports.clock.nowMs(),
    };
    await held.link.writeNotes([commandNote(command)]);
    held.command = command;
    this.changed();
  }

  private entryOf({ connection, command, stored }: Held): OutboxEntry {
    const view = connection.view();
    return entryOfCommand(
      connection.facts.connectionId,
      command,
      stored,
      identityOf(view, command.signer),
      waitsForCoSigner(view, command),
    );
  }

  private nextPosition(): number {
    return Math.max(0, ...this.entries().map(({ position }) => Math.ceil(position))) + 1;
  }

  private changed(): void {
    this.listed = undefined;
    this.options.onChange();
  }

  /** The identities that this computer has are other ones, or can do other things. */
  connectionChanged(connection: RunningConnection): void {
    this.listed = undefined;
    const underWay = [...this.held.values()].filter(
      (held) => held.connection === connection && held.command.stage === 'handed',
    );
    Promise.all(underWay.map((held) => this.look(held)))
      .then(() => {
        this.changed();
        this.pump();
        return undefined;
      })
      .catch(this.options.ports.onFault);
  }

  /** What people want sent at a connection and its state does not show yet, in their order, as it would be signed now. */
  underWay(connection: RunningConnection): readonly ComposedCommand[] {
    const view = connection.view();
    return [...this.held.values()]
      .filter((held) => held.connection === connection && isUnseen(view.world, held.command))
      .toSorted((a, b) => a.command.position - b.command.position)
      .flatMap(({ command: { intent, ids, signer } }) => {
        const identity = identityOf(view, signer);
        if (identity === undefined) return [];
        return [composeCommand(view, intent, identity, new IdBook(this.options.ports.newId, ids))];
      });
  }

  /** Whether something of an identity is still on its way. */
  isUnderWay(connection: RunningConnection, actor?: Actor): boolean {
    return [...this.held.values()].some(
      ({ connection: its, command }) =>
        its === connection &&
        command.stage === 'handed' &&
        (actor === undefined || isSameActor(actor, command.signer)),
    );
  }
}

export type HeldCommand = Held;

/** Whether somebody else who signs a part of it cannot now. Whoever is no longer here at all is told when it is judged. */
function waitsForCoSigner(view: DeskConnection, { coSigners = [] }: KeptCommand): boolean {
  return coSigners.some((actor) => (identityOf(view, actor)?.key ?? 'usable') !== 'usable');
}

/** Whether a Command may still change a state, or has changed it where that is not known here yet. */
function isUnseen(world: World, { stage, event, draft }: KeptCommand): boolean {
  if (stage === 'wanted' || stage === 'handed') return true;
  const head = world.get('head', draft.groupId, SINGLE)?.sequence ?? 0;
  return stage === 'accepted' && (event?.sequence ?? 0) > head;
}

function keyOf({ facts }: RunningConnection, actionId: string): string {
  return `${facts.connectionId} ${actionId}`;
}

function headSequenceOf({ connection, command }: Held): number {
  return connection.view().world.get('head', command.draft.groupId, SINGLE)?.sequence ?? 0;
}
