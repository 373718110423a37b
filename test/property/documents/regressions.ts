// Documents on which the schemas and the oracle once disagreed, kept with the verdict the specification gives.

import type { DocumentName } from './catalogue.ts';
import type { Json } from './json.ts';

/** One settled disagreement. */
export interface Regression {
  readonly name: DocumentName;
  readonly description: string;
  /** The number of the rule that settles it. */
  readonly rule: string;
  readonly accepted: boolean;
  readonly value: Json;
}

/** All settled disagreements. */
export const regressions: readonly Regression[] = [];
