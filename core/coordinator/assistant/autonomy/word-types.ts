// What the words for the assistant's autonomy are made of, in every language.
import type { BriefFaultText } from '../../briefs/fault-texts.ts';
import type { ActClass } from './acts.ts';
import type { GateRefusal } from './gate.ts';

export interface AutonomyWords {
  readonly whyNot: {
    readonly [Id in GateRefusal['id']]: (
      values: Extract<GateRefusal, { readonly id: Id }>['values'],
    ) => string;
  };
  /** Why a kind of Command is never signed alone. */
  readonly classes: { readonly [Class in Exclude<ActClass, 'coordination'>]: string };
  readonly reversibility: {
    readonly byCommand: (command: string, by: 'coordinator' | 'owner') => string;
    readonly 'by-itself': string;
    readonly over: string;
    readonly never: string;
  };
  readonly neverAlone: (act: string, because: string) => BriefFaultText;
  readonly empty: BriefFaultText;
  readonly severalDocuments: BriefFaultText;
  readonly tooLarge: (sizeBytes: number, limitBytes: number) => BriefFaultText;
  /** By the title in the schema; what briefs have too is described there. */
  readonly forms: { readonly [form: string]: string };
  readonly wrongForm: (found: string, form: string) => BriefFaultText;
}
