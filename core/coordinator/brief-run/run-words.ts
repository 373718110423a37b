// What the words of a run are made of, in every language.
import type { BriefQuestion, ItemPhase, RunObstacle, RunReasonValues } from './run-types.ts';

/** Everything that a run says, in one language. */
export interface RunWords {
  /** Why a Command is sent, as a whole sentence. */
  readonly reasons: {
    readonly [Code in keyof RunReasonValues]: (values: RunReasonValues[Code]) => string;
  };
  readonly questions: {
    readonly [Kind in BriefQuestion['kind']]: (
      question: Extract<BriefQuestion, { readonly kind: Kind }>,
    ) => string;
  };
  readonly choices: { readonly [Choice in BriefQuestion['choices'][number]]: string };
  readonly obstacles: {
    readonly [Code in RunObstacle['obstacle']['code']]: (
      obstacle: Extract<RunObstacle['obstacle'], { readonly code: Code }>,
    ) => string;
  };
  readonly phases: { readonly [Phase in ItemPhase]: string };
}
