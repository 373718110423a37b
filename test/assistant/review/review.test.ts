// The corpus of reviews: a log, a clock and contents, and what the assistant has to say about them.
import { describe } from 'vitest';
import { checkCases, type Decided, type Situation } from '../corpus.ts';
import { CHECK_CASES } from './check-cases.ts';
import { EVIDENCE_CASES } from './evidence-cases.ts';
import { INTEGRITY_CASES } from './integrity-cases.ts';
import { type Outside, reviewOf } from './review-stage.ts';

function decide(situation: Situation, outside: Outside): Decided {
  const { verdict, reasons, notes } = reviewOf(situation, outside);
  return { verdict, reasons: [...reasons, ...notes] };
}

describe('integrity and form', () => {
  checkCases(INTEGRITY_CASES, decide);
});

describe('declared checks', () => {
  checkCases(CHECK_CASES, decide);
});

describe('Evidence', () => {
  checkCases(EVIDENCE_CASES, decide);
});
