// The only way to a signature without a person: decides, writes the note, and hands out a permission that a stop takes away.
import { accept, refuse, type Result } from '../../../protocol/result.ts';
import type { CommandDraft } from '../../command-draft.ts';
import { decideAutonomy, type WhyNot } from './decide.ts';
import type { AutonomyMatrix } from './matrix.ts';
import { type AutonomyNote, markDraft, type NoteBook } from './notes.ts';
import type { AutonomyConnection, ProposedAct } from './proposed-act.ts';
import { PROPOSE_ONLY } from './read-matrix.ts';
import type { StopSwitch } from './stop-switch.ts';

/** Why the gate stays closed. */
export type GateRefusal =
  | WhyNot
  /** The note could not be kept. */
  | { readonly id: 'not-noted'; readonly values: { readonly detail: string } }
  /** Another matrix holds meanwhile. */
  | { readonly id: 'matrix-changed'; readonly values: object };

export interface Permission {
  readonly note: AutonomyNote;
  /** The Command with the mark of who allowed it: this one is to be signed, and no other. */
  readonly draft: CommandDraft;
  /** To be asked right before signing: false for ever once somebody has pressed stop. */
  readonly isStanding: () => boolean;
}

export class AutonomyGate {
  private readonly stop: StopSwitch;
  private readonly book: NoteBook;
  private readonly nowMs: () => number;
  private readonly known: AutonomyNote[];
  private matrix: AutonomyMatrix = PROPOSE_ONLY;

  /** `known` is what the book holds; `nowMs` is this computer's clock. */
  constructor(stop: StopSwitch, book: NoteBook, known: readonly AutonomyNote[], nowMs: () => number) {
    this.stop = stop;
    this.book = book;
    this.nowMs = nowMs;
    this.known = [...known];
  }

  /** Everything that was allowed, the oldest first. */
  get notes(): readonly AutonomyNote[] {
    return this.known;
  }

  /** What holds from now on; permissions that were given and not used yet end. */
  use(matrix: AutonomyMatrix): void {
    this.matrix = matrix;
  }

  /** The permission to sign one act, or everything that stands against it. */
  async ask(
    act: ProposedAct,
    connection: AutonomyConnection,
  ): Promise<Result<Permission, readonly GateRefusal[]>> {
    const { matrix } = this;
    const isRunning = this.stop.watchFromNow();
    const isStanding = () => isRunning() && this.matrix === matrix;
    const decision = decideAutonomy(act, connection, {
      matrix,
      notes: this.known,
      isStopped: this.stop.isStopped,
      nowMs: this.nowMs(),
    });
    if (decision.kind === 'propose-only') return refuse(decision.why);
    const { note, rule } = decision;
    // Counted before it is written, so that a second question meanwhile does not get the same last place; and counted also
    // when it then cannot be written, since nobody knows how much of it was.
    const isNew = this.known.every(({ actionId }) => actionId !== note.actionId);
    if (isNew) this.known.push(note);
    const written = await this.book.write(note);
    if (!written.ok) return refuse([{ id: 'not-noted', values: { detail: written.fault } }]);
    if (!isRunning()) return refuse([{ id: 'stopped', values: {} }]);
    if (!isStanding()) return refuse([{ id: 'matrix-changed', values: {} }]);
    return accept({ note, draft: markDraft(act.draft, rule, matrix, act.reasons), isStanding });
  }
}
