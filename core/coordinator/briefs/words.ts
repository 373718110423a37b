// Faults of a brief in words: what is wrong, and what would be right.
import type { BriefFaultText, BriefWords } from './fault-texts.ts';
import type { BriefFault } from './faults.ts';
import { GERMAN_BRIEF_WORDS } from './words-de.ts';
import { ENGLISH_BRIEF_WORDS } from './words-en.ts';

export type BriefLanguage = 'en' | 'de';

const WORDS: { readonly [Language in BriefLanguage]: BriefWords } = {
  en: ENGLISH_BRIEF_WORDS,
  de: GERMAN_BRIEF_WORDS,
};

/** What is wrong and what would be right, in a language. */
export function describeFault({ code, values }: BriefFault, language: BriefLanguage): BriefFaultText {
  // Code and values belong together by the type of the fault.
  const describe = WORDS[language][code] as (values: BriefFault['values']) => BriefFaultText;
  return describe(values);
}

/** A fault in one line, as compilers write it: `brief.yaml:12:9: work.report.needs[0]: … …`. */
export function formatFault(file: string, fault: BriefFault, language: BriefLanguage): string {
  const { line, column, path } = fault;
  const { wrong, right } = describeFault(fault, language);
  return `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${wrong} ${right}`.trimEnd();
}
