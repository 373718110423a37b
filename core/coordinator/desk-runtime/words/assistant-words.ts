// Texts of what the assistant shows to people, beside the words of its own rules. A language that forgets one does not compile.
import type { RecordKind } from '../../../domain/world.ts';
import type { WorkOutcome } from '../../assistant/offers/agent-history.ts';
import type { DeskCommandKind } from '../../desk/intent/forms.ts';
import type { MatrixWidening } from '../../assistant/autonomy/matrix-widening.ts';
import type { TermId } from '../../assistant/offers/offer-settings.ts';

export interface AssistantWords {
  readonly terms: { readonly [Each in TermId]: string };
  readonly outcomes: { readonly [Each in WorkOutcome]: (count: number) => string };
  readonly figures: {
    readonly duration: (duration: string) => string;
    readonly cost: (amount: string) => string;
    readonly held: (count: number) => string;
    readonly slots: (count: number) => string;
    readonly assigned: (count: number, window: number) => string;
    readonly unknown: string;
  };
  readonly sources: {
    readonly event: (sequence: number) => string;
    readonly record: (kind: string, sequence: number | undefined) => string;
    readonly card: (version: number) => string;
    readonly presence: (heardAt: string) => string;
  };
  readonly records: { readonly [Each in RecordKind]?: string };
  readonly otherRecord: string;
  readonly steps: {
    readonly membership: (names: string) => string;
    readonly offer: (names: string) => string;
  };
  /** What drafts of a review are called; others have the name of their Command. */
  readonly drafts: { readonly [Each in DeskCommandKind]?: string };
  /** What a new matrix would allow beyond the one before; of a rule, or of all together. */
  readonly matrixWidenings: { readonly [Each in MatrixWidening['what']]: (ruleId: string) => string };
  readonly files: {
    readonly notes: (problem: string) => string;
    readonly matrix: (problem: string) => string;
    readonly matrixFaults: (count: number) => string;
    readonly modelTest: string;
    readonly modelAnswered: (model: string, tokens: number) => string;
  };
}
