// The durable note of everything that was signed without a person: under which rule, for which reasons. It is written before
// anything is signed, so a crash can leave a note without a Command, and never a Command without a note.
import type { SideEffectRisk } from '../../../protocol/generated/documents.ts';
import type { Result } from '../../../protocol/result.ts';
import type { CommandDraft } from '../../command-draft.ts';
import type { DeskCommandKind } from '../../desk/intent/forms.ts';
import { objectsOf, type ObjectName } from '../../desk/outbox/objects.ts';
import type { Reason } from '../proposal.ts';
import type { Commitment } from './act-facts.ts';
import type { AutonomyMatrix } from './matrix.ts';

export interface AutonomyNote {
  readonly connectionId: string;
  readonly actionId: string;
  readonly kind: DeskCommandKind;
  readonly groupId: string;
  readonly missionId: string;
  /** What the Command is about, and what it makes. */
  readonly target: ObjectName;
  readonly made: readonly ObjectName[];
  /** The rule that allowed it, and the matrix in which it stood. */
  readonly ruleId: string;
  readonly matrixHash: string;
  readonly reasons: readonly Reason[];
  readonly risk: SideEffectRisk;
  readonly commitment: Commitment | undefined;
  /** By this computer's clock, milliseconds since 1970. */
  readonly decidedAtMs: number;
}

/** Where notes are kept for good. */
export interface NoteBook {
  /** Keeps a note; once it has answered, no crash loses it. A refusal says why it could not. */
  write(note: AutonomyNote): Promise<Result<void, string>>;
}

/** Names our extension in Commands and Events; it is not critical, so that every Authority takes it. */
export const AUTONOMY_EXTENSION = 'urn:heddle:extension:autonomous-act';
const EXTENSION_VERSION = '1.0.0';

/**
 * The draft with its mark. An Authority copies it into the Events (EVT-005), so that everybody who reads the log sees what
 * no person has signed, and the rule for it.
 */
export function markDraft(
  draft: CommandDraft,
  { id, because }: { readonly id: string; readonly because: string | undefined },
  { hash }: Pick<AutonomyMatrix, 'hash'>,
  reasons: readonly Reason[],
): CommandDraft {
  const data = {
    rule: id,
    ...(because === undefined ? {} : { because }),
    matrix: hash,
    reasons: reasons.map((reason) => reason.id),
  };
  return {
    ...draft,
    extensions: {
      ...draft.extensions,
      [AUTONOMY_EXTENSION]: { version: EXTENSION_VERSION, critical: false, data },
    },
  };
}

/** What a Command is about and makes, for a note. */
export function objectsFor(draft: CommandDraft): Pick<AutonomyNote, 'target' | 'made'> {
  const { target, changes } = objectsOf(draft);
  return { target, made: changes };
}
