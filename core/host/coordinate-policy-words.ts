// What is wrong with a Coordinator's policy in words, in both languages, and what would be right.
import { describeAutonomyFault } from '../coordinator/assistant/autonomy/words.ts';
import type { BriefFaultText } from '../coordinator/briefs/fault-texts.ts';
import type { CoordinatePolicyFault } from './coordinate-policy.ts';

export type CoordinateLanguage = 'en' | 'de';

interface PolicyWords {
  readonly weightsNothing: BriefFaultText;
  readonly empty: BriefFaultText;
  readonly severalDocuments: BriefFaultText;
}

const WORDS: { readonly [Language in CoordinateLanguage]: PolicyWords } = {
  en: {
    weightsNothing: { wrong: 'Every weight is 0.', right: 'At least one of them has to be above.' },
    empty: {
      wrong: 'The file is empty.',
      right: 'Begin with "coordinate: 1"; heddle coordinate init writes a whole one.',
    },
    severalDocuments: { wrong: 'A second document begins here.', right: 'One file holds one policy.' },
  },
  de: {
    weightsNothing: { wrong: 'Jedes Gewicht ist 0.', right: 'Mindestens eines muss darüber liegen.' },
    empty: {
      wrong: 'Die Datei ist leer.',
      right: 'Sie beginnt mit "coordinate: 1"; heddle coordinate init schreibt eine ganze.',
    },
    severalDocuments: {
      wrong: 'Hier beginnt ein zweites Dokument.',
      right: 'Eine Datei enthält eine Policy.',
    },
  },
};

/** A fault in one line, as compilers write it: `policy.yaml:4:12: rules[0].risk: … …`. */
export function formatCoordinatePolicyFault(
  file: string,
  fault: CoordinatePolicyFault,
  language: CoordinateLanguage,
): string {
  const { line, column, path } = fault;
  const { wrong, right } = describe(fault, language);
  return `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${wrong} ${right}`;
}

function describe(fault: CoordinatePolicyFault, language: CoordinateLanguage): BriefFaultText {
  const words = WORDS[language];
  switch (fault.code) {
    case 'weights-nothing':
      return words.weightsNothing;
    case 'empty':
      return words.empty;
    case 'several-documents':
      return words.severalDocuments;
    default:
      return describeAutonomyFault(fault, language);
  }
}
