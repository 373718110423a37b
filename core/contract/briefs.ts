// Mission briefs: check a text, run it, follow the run, answer what only a human can decide.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { budgetDimension, done, id, instantMs, objectAddress, outcome, words } from './values.ts';

/** The largest text of a brief that is looked at. */
export const MAX_BRIEF_CHARACTERS = 1_000_000;

export const briefFault = z.object({
  words,
  /** Place in the text, from 1; where the fault has one. */
  line: z.int().optional(),
  column: z.int().optional(),
  path: z.string(),
});

export const briefSummary = z.object({
  title: z.string(),
  objective: z.string(),
  deadlineAtMs: instantMs,
  work: z.array(
    z.object({
      name: z.string(),
      goal: z.string(),
      needs: z.array(z.string()),
      worker: z.string().optional(),
    }),
  ),
  workers: z.array(z.object({ name: z.string(), slots: z.int() })),
  inputs: z.array(z.object({ name: z.string(), description: z.string() })),
  budget: z.array(budgetDimension),
  /** What the rules would refuse before anything was signed; empty when the whole plan would go through. */
  obstacles: z.array(words),
});

const briefText = z.string().max(MAX_BRIEF_CHARACTERS);

export const briefRunRow = rowBase.extend({
  runId: id,
  connectionId: id,
  groupId: id,
  title: z.string(),
  phase: z.enum(['creating', 'working', 'awaiting-approval', 'ended']),
  phaseWords: words,
  items: z.array(
    z.object({
      name: z.string(),
      phase: z.string(),
      words,
      activity: z.string().optional(),
      object: objectAddress,
      attempts: z.int(),
    }),
  ),
  questions: z.array(
    z.object({
      questionId: z.string(),
      kind: z.string(),
      words,
      choices: z.array(z.object({ choice: z.string(), words, needsText: z.boolean() })),
    }),
  ),
  obstacles: z.array(words),
  outcome: z.enum(['approved', 'failed', 'cancelled']).optional(),
  isPaused: z.boolean(),
});

export const briefsContract = {
  check: oc
    .input(z.strictObject({ connectionId: id, text: briefText, format: z.enum(['yaml', 'json']) }))
    .output(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('faults'), faults: z.array(briefFault) }),
        z.object({ kind: z.literal('plan'), plan: briefSummary }),
      ]),
    ),
  run: oc
    .input(
      z.strictObject({
        connectionId: id,
        text: briefText,
        format: z.enum(['yaml', 'json']),
        /** The folder on this computer behind each input of the brief. */
        inputs: z.record(z.string(), z.string()),
      }),
    )
    .output(outcome(z.object({ runId: id }))),
  follow: oc.output(live(briefRunRow, noSummary)),
  answer: oc
    .input(
      z.strictObject({
        runId: id,
        questionId: z.string(),
        choice: z.string(),
        text: z.string().optional(),
        items: z.array(z.string()).optional(),
      }),
    )
    .output(done),
  /** A paused run signs nothing. */
  pause: oc.input(z.strictObject({ runId: id, isPaused: z.boolean() })).output(done),
};

export type BriefFaultModel = z.infer<typeof briefFault>;
export type BriefSummary = z.infer<typeof briefSummary>;
export type BriefRunRow = z.infer<typeof briefRunRow>;
