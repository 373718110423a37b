// What can be done about an entry of the outbox: in place, or by a sheet that a person signs. Whatever sends again goes
// through here, so that no effect can come about twice (file 10).
import { type FixPanel, openFix } from '../desk/fix/fix-panel.ts';
import type { FixOptionId } from '../desk/fix/fix-rules.ts';
import type { Intent } from '../desk/intent/forms.ts';
import { IdBook } from '../desk/intent/id-book.ts';
import { weighSigners } from '../desk/intent/signers.ts';
import { judgeAbsence, type LogReading } from '../desk/outbox/absence.ts';
import { overrideFor } from '../desk/outbox/limits.ts';
import { findLimit } from './override-wish.ts';
import type { HeldCommand } from './command-desk.ts';
import type { DeskRuntime } from './desk-runtime.ts';
import type { OpenSheet } from './sheet-desk.ts';

export type ActResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'sheet'; readonly open: OpenSheet }
  /** The option is not there, or does not hold now. */
  | { readonly kind: 'no-option' }
  | { readonly kind: 'not-now' };

const DONE: ActResult = { kind: 'done' };

/** The panel of an entry; undefined for one that is neither refused nor without an answer. */
export function fixPanelOf(desk: DeskRuntime, held: HeldCommand): FixPanel | undefined {
  const { connection, command } = held;
  const entry = desk.commands.entry(connection.facts.connectionId, command.actionId);
  if (entry === undefined || !FIXABLE.has(entry.state)) return undefined;
  return openFix(entry, {
    connection: connection.view(),
    intent: command.intent,
    ids: new IdBook(desk.ports.newId, command.ids),
    freshMs: connection.facts.freshMs,
    log: logOf(held),
  });
}

const FIXABLE: ReadonlySet<string> = new Set(['refused', 'unknown', 'sent']);

/** What the log has said so far about a Command without an answer. */
function logOf({ command, readToHeadAtMs }: HeldCommand): LogReading {
  return { isFound: command.stage === 'accepted', readToHeadAtMs };
}

/** Takes an option of an entry or of its panel. */
export async function act(desk: DeskRuntime, held: HeldCommand, optionId: string): Promise<ActResult> {
  const { connection, command } = held;
  const entry = desk.commands.entry(connection.facts.connectionId, command.actionId);
  if (entry === undefined) return { kind: 'no-option' };
  switch (optionId) {
    case 'release':
      await desk.commands.release(held);
      return DONE;
    case 'ask-authority':
      return askAuthority(desk, held);
    case 'drop':
      return drop(desk, held);
    case 'withdraw':
    case 'keep-as-draft':
      return keepAsDraft(desk, held);
    case 'reconnect':
    case 'check-connection':
      for (const link of connection.links) link.retry();
      return DONE;
    default:
      return actOnPanel(desk, held, optionId as FixOptionId);
  }
}

async function actOnPanel(desk: DeskRuntime, held: HeldCommand, id: FixOptionId): Promise<ActResult> {
  const option = fixPanelOf(desk, held)?.options.find((each) => each.id === id);
  if (option === undefined) return { kind: 'no-option' };
  if (!option.isEnabled) return { kind: 'not-now' };
  const { connection, command } = held;
  const { actionId, intent } = command;
  switch (id) {
    case 'resend-identical':
      await desk.commands.sendAgain(held);
      return DONE;
    case 'reissue':
    case 'edit':
    case 'new-offer':
      return sheet(desk, held, newCommand(held), {});
    case 'sign-again':
      return sheet(desk, held, sameCommand(intent), command.ids);
    case 'send-with-override': {
      const grantId = overrideFor({ actionId, draft: command.draft }, connection.view())?.grantId;
      if (grantId === undefined) return { kind: 'not-now' };
      // The override names this Action ID: the same one, signed anew (POL-010).
      return sheet(desk, held, { ...sameCommand(intent), cooperationOverrideGrantId: grantId }, command.ids);
    }
    case 'switch-signer': {
      const other = weighSigners(connection.view(), newCommand(held), new IdBook(desk.ports.newId)).find(
        ({ identity, rejection }) => identity.actor.id !== command.signer.id && rejection === undefined,
      );
      if (other === undefined) return { kind: 'not-now' };
      return sheet(desk, held, { ...newCommand(held), signer: other.identity.actor }, {});
    }
    case 'request-override':
      return requestOverride(desk, held);
    default:
      // The others lead to a screen, and change nothing.
      return DONE;
  }
}

/** The same wish with another Action ID; it stays the same story (ERR-041). Who testifies is chosen anew. */
function newCommand({ command }: HeldCommand): Intent {
  const { actionId: _former, witness: _chosen, ...wish } = command.intent;
  return { ...wish, correlationId: command.intent.correlationId ?? command.actionId };
}

/** The same wish under its Action ID. */
function sameCommand({ witness: _chosen, ...wish }: Intent): Intent {
  return wish;
}

function sheet(
  desk: DeskRuntime,
  held: HeldCommand,
  intent: Intent,
  ids: Readonly<Record<string, string>>,
): ActResult {
  const { connection, command } = held;
  return {
    kind: 'sheet',
    open: desk.sheets.open(connection, intent, {
      ids: withoutAction(ids, intent),
      replaces: command.actionId,
    }),
  };
}

/** Ids of documents stay with the wish; the Action ID is the intent's. */
function withoutAction(
  ids: Readonly<Record<string, string>>,
  intent: Intent,
): Readonly<Record<string, string>> {
  if (intent.actionId !== undefined) return ids;
  const { action: _former, ...rest } = ids;
  return rest;
}

/** Reads the log to its head: an Event of the Command settles it, and its absence is noted. */
async function askAuthority(desk: DeskRuntime, held: HeldCommand): Promise<ActResult> {
  const readToHeadAtMs = await held.link.readToHead(held.command.draft.groupId);
  if (readToHeadAtMs === undefined) return { kind: 'not-now' };
  await desk.commands.noteReading(held, readToHeadAtMs);
  return DONE;
}

/** Only what certainly has no effect can be given up. */
async function drop(desk: DeskRuntime, held: HeldCommand): Promise<ActResult> {
  if (!canBeGivenUp(desk, held)) return { kind: 'not-now' };
  await desk.commands.abandon(held);
  return DONE;
}

async function keepAsDraft(desk: DeskRuntime, held: HeldCommand): Promise<ActResult> {
  if (!canBeGivenUp(desk, held)) return { kind: 'not-now' };
  const { connection } = held;
  const wish = newCommand(held);
  await desk.sheets.saveDraft(connection, undefined, wish);
  await desk.commands.abandon(held);
  return DONE;
}

function canBeGivenUp(desk: DeskRuntime, held: HeldCommand): boolean {
  const { connection, command } = held;
  const entry = desk.commands.entry(connection.facts.connectionId, command.actionId);
  if (entry === undefined) return false;
  if (entry.state === 'refused' || command.stage === 'wanted') return !held.isBusy;
  if (entry.state !== 'unknown' || entry.signed === undefined) return false;
  const { freshMs } = connection.facts;
  return judgeAbsence(entry.signed.issuedAtMs, logOf(held), { freshMs }) === 'absent';
}

/** The sheet with which the owner lifts the limit for exactly this Command. */
function requestOverride(desk: DeskRuntime, held: HeldCommand): ActResult {
  const { connection, command } = held;
  const wish = findLimit(desk, held);
  if (wish === undefined) return { kind: 'not-now' };
  const open = desk.sheets.open(connection, {
    kind: 'policy.grant_cooperation_override',
    groupId: command.draft.groupId,
    form: wish,
  });
  return { kind: 'sheet', open };
}
