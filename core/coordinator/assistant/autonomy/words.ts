// The assistant's autonomy in words: why something was only proposed, what can be undone, what is wrong with a matrix.
import { describeFault } from '../../briefs/words.ts';
import type { BriefFaultText } from '../../briefs/fault-texts.ts';
import type { GateRefusal } from './gate.ts';
import type { AutonomyFault } from './read-matrix.ts';
import type { Reversibility } from './reversibility.ts';
import { GERMAN_AUTONOMY_WORDS } from './words-de.ts';
import { ENGLISH_AUTONOMY_WORDS } from './words-en.ts';
import type { AutonomyWords } from './word-types.ts';

export type AutonomyLanguage = 'en' | 'de';

const WORDS: { readonly [Language in AutonomyLanguage]: AutonomyWords } = {
  en: ENGLISH_AUTONOMY_WORDS,
  de: GERMAN_AUTONOMY_WORDS,
};

/** One reason for which an act is only proposed, as a sentence. */
export function describeWhyNot({ id, values }: GateRefusal, language: AutonomyLanguage): string {
  // The id and its values belong together by the type of the reason.
  const describe = WORDS[language].whyNot[id] as (given: GateRefusal['values']) => string;
  return describe(values);
}

export function describeReversibility(found: Reversibility, language: AutonomyLanguage): string {
  const words = WORDS[language].reversibility;
  return found.kind === 'by-command' ? words.byCommand(found.command, found.by) : words[found.kind];
}

/** What is wrong with a matrix and what would be right. */
export function describeAutonomyFault(fault: AutonomyFault, language: AutonomyLanguage): BriefFaultText {
  const words = WORDS[language];
  switch (fault.code) {
    case 'never-alone':
      return words.neverAlone(fault.values.act, words.classes[fault.values.because]);
    case 'empty':
      return words.empty;
    case 'several-documents':
      return words.severalDocuments;
    case 'too-large':
      return words.tooLarge(fault.values.sizeBytes, fault.values.limitBytes);
    case 'wrong-form': {
      const form = words.forms[fault.values.form];
      return form === undefined ? describeFault(fault, language) : words.wrongForm(fault.values.found, form);
    }
    default:
      return describeFault(fault, language);
  }
}

/** A fault in one line, as compilers write it: `autonomy.yaml:4:12: rules[0].risk: … …`. */
export function formatAutonomyFault(file: string, fault: AutonomyFault, language: AutonomyLanguage): string {
  const { line, column, path } = fault;
  const { wrong, right } = describeAutonomyFault(fault, language);
  return `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${wrong} ${right}`;
}
