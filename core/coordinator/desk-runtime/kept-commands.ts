// What the desk keeps of each Command and each draft, durable before anything is sent, beside the identity that signs it: as
// notes in the replica of that identity. The bytes that were signed are kept by the identity's own outbox.
import type { Actor, ProtocolError } from '../../protocol/generated/documents.ts';
import type { Note } from '../../store/replica-store.ts';
import type { CommandDraft } from '../command-draft.ts';
import type { ObjectView } from '../desk/fix/object-view.ts';
import type { Intent } from '../desk/intent/forms.ts';
import type { OutboxEntry } from '../desk/outbox/entry.ts';
import type { ExpectedVerdict, VerdictDefect } from '../desk/outbox/verdict-defects.ts';
import type { DeskLink } from './ports.ts';

/**
 * - `wanted`: a person asked to send it; key or connection may be missing, or its turn;
 * - `handed`: the identity's own outbox has it, or is about to;
 * - the others: over.
 */
export type KeptStage = 'wanted' | 'handed' | 'accepted' | 'refused' | 'replaced' | 'abandoned';

export interface KeptCommand {
  readonly actionId: string;
  readonly signer: Actor;
  /** Whoever signs a document inside it beside the signer; undefined in notes of an older program. */
  readonly coSigners: readonly Actor[] | undefined;
  readonly stage: KeptStage;
  /** The wish, to put the Command together anew. */
  readonly intent: Intent;
  readonly ids: Readonly<Record<string, string>>;
  /** As composed last; from `handed` on with every document in it signed. */
  readonly draft: CommandDraft;
  readonly position: number;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  readonly attempts: number;
  readonly dependsOn: readonly string[];
  readonly isReleased: boolean;
  readonly replaces: string | undefined;
  readonly replacedBy: string | undefined;
  readonly basis: ObjectView | undefined;
  readonly expected: ExpectedVerdict | undefined;
  readonly error: ProtocolError | undefined;
  readonly event: OutboxEntry['event'];
  readonly defect: VerdictDefect | undefined;
}

/** A form that is being filled in. It may be incomplete in every way. */
export interface KeptDraft {
  readonly draftId: string;
  readonly intent: { readonly kind: string; readonly groupId?: string | undefined; readonly form: object };
  readonly ids: Readonly<Record<string, string>>;
  readonly savedAtMs: number;
}

const COMMAND = 'desk-command ';
const DRAFT = 'desk-draft ';
const DEFECTS = 'desk-verdict-defects';

/** What the names of notes begin with, for whoever counts them in a file. */
export const DESK_NOTES = { command: COMMAND, draft: DRAFT } as const;
/** The newest ones are kept; each is a defect of ours or of the Authority. */
const MAX_DEFECTS = 100;

/** A verdict that was another one than our rules had said, with what a person needs to report it. */
export interface KeptDefect extends VerdictDefect {
  readonly kind: string;
  readonly groupId: string;
  readonly atMs: number;
}

export interface KeptByLink {
  readonly commands: readonly KeptCommand[];
  readonly drafts: readonly KeptDraft[];
  /** The oldest first. */
  readonly defects: readonly KeptDefect[];
}

/** Everything that the desk keeps at an identity. */
export async function readKept(link: DeskLink): Promise<KeptByLink> {
  const commands: KeptCommand[] = [];
  const drafts: KeptDraft[] = [];
  let defects: readonly KeptDefect[] = [];
  for (const [name, value] of await link.readNotes()) {
    // What is under these names was written here.
    if (name.startsWith(COMMAND)) commands.push(value as KeptCommand);
    else if (name.startsWith(DRAFT)) drafts.push(value as KeptDraft);
    else if (name === DEFECTS) defects = value as readonly KeptDefect[];
  }
  return { commands, drafts, defects };
}

export function commandNote(command: KeptCommand): Note {
  const { expected } = command;
  // JSON has no Infinity.
  const holdsUntilMs = Math.min(expected?.holdsUntilMs ?? 0, Number.MAX_SAFE_INTEGER);
  const value = { ...command, expected: expected === undefined ? undefined : { ...expected, holdsUntilMs } };
  return { groupId: '', name: `${COMMAND}${command.actionId}`, value };
}

export function forgetCommand(actionId: string): Note {
  return { groupId: '', name: `${COMMAND}${actionId}`, value: undefined };
}

export function draftNote(draft: KeptDraft): Note {
  return { groupId: '', name: `${DRAFT}${draft.draftId}`, value: draft };
}

export function forgetDraft(draftId: string): Note {
  return { groupId: '', name: `${DRAFT}${draftId}`, value: undefined };
}

/** The list of defects with one more. */
export async function defectNote(link: DeskLink, defect: KeptDefect): Promise<Note> {
  const known = ((await link.readNotes()).get(DEFECTS) ?? []) as readonly KeptDefect[];
  return { groupId: '', name: DEFECTS, value: [...known, defect].slice(-MAX_DEFECTS) };
}
