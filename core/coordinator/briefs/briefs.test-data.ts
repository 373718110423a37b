// A small brief with everything in it that tests change.
import { readBrief } from './resolve-brief.ts';

export const START_MS = Date.UTC(2026, 4, 4, 9);

/** Two items, the second with a review. */
export const SMALL_BRIEF = `brief: 1
title: Small
objective: See whether it works.
inputs:
  input: A folder.
definitionOfDone:
  - id: done
    text: It works.
    evidence: [reviewer_assessment]
    provenBy: [second/right]
budget:
  toolCalls: 100
  money: 10
  currency: EUR
deadline: { in: 1h }
permissions:
  operations: [read]
  tools: [pandoc]
workers:
  maker:
    config: maker.yaml
    capabilities: [test.make@1.2.0]
  judge:
    config: judge.yaml
    capabilities: [test.judge@1.0.0]
work:
  first:
    goal: Make the first.
    capability: test.make
    inputs: [input]
    deliverables: [first.json]
    accept:
      - { id: right, text: It is right. }
  second:
    goal: Make the second.
    capability: test.make@1.0.0
    needs: [first]
    tools: [pandoc]
    deliverables: [second.md]
    accept:
      - { id: right, text: It is right., evidence: [deterministic_test, reviewer_assessment] }
    review: { capability: test.judge }
`;

export function read(text: string, format: 'yaml' | 'json' = 'yaml') {
  return readBrief(Buffer.from(text), { format, startMs: START_MS });
}

/** The small brief with a piece of its text exchanged. */
export function changed(from: string, to: string): string {
  if (!SMALL_BRIEF.includes(from)) throw new Error(`the brief does not contain ${from}`);
  return SMALL_BRIEF.replace(from, to);
}
