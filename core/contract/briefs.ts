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
  /** Those with a configuration are started for the brief: it says which program runs on this computer. */
  workers: z.array(z.object({ name: z.string(), slots: z.int(), config: z.string().optional() })),
  inputs: z.array(z.object({ name: z.string(), description: z.string() })),
  budget: z.array(budgetDimension),
  /** What the rules would refuse before anything was signed; empty when the whole plan would go through. */
  obstacles: z.array(words),
});

const briefText = z.string().max(MAX_BRIEF_CHARACTERS);

const briefPlace = {
  connectionId: id,
  text: briefText,
  format: z.enum(['yaml', 'json']),
  /**
   * The folder on this computer in which the brief lies: the configurations of its Workers are found from there. Without it
   * only Workers that come with this app can be started.
   */
  folder: z.string().optional(),
};

/**
 * - `by-hand`: the Mission is created, its Workers are started and its work is proposed; everything that takes judgement is
 *   left to people at the other screens.
 * - `by-itself`: the Coordinator Agent of this computer carries the plan out, and asks what only a human can decide.
 */
export const briefPace = z.enum(['by-hand', 'by-itself']);

export const briefRunRow = rowBase.extend({
  runId: id,
  connectionId: id,
  groupId: id,
  title: z.string(),
  pace: briefPace,
  phase: z.enum(['creating', 'working', 'awaiting-approval', 'ended']),
  phaseWords: words,
  items: z.array(
    z.object({
      name: z.string(),
      phase: z.string(),
      words,
      /** Who holds it, by the name in the brief. */
      worker: z.string().optional(),
      activity: z.string().optional(),
      /** The WorkItem, or the proposal that waits for somebody; absent while there is neither. */
      object: objectAddress.optional(),
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
  /** The Workers that this computer runs for the brief. */
  workers: z.array(
    z.object({ name: z.string(), agentId: id, state: z.enum(['running', 'starting', 'ended']), words }),
  ),
  obstacles: z.array(words),
  outcome: z.enum(['approved', 'failed', 'cancelled']).optional(),
  isPaused: z.boolean(),
});

/** Texts of a person's own, as the profile keeps them. */
export const keptTemplates = z.array(
  z.strictObject({
    templateId: z.string(),
    name: z.string(),
    format: z.enum(['yaml', 'json']),
    text: z.string(),
    importedAtMs: z.number(),
  }),
);

/** A brief to begin with: one that comes with this app, or a file of a person's own. */
export const briefTemplate = z.object({
  templateId: id,
  origin: z.enum(['built-in', 'own']),
  /** As its file is called. */
  name: z.string(),
  title: z.string(),
  objective: z.string(),
  workers: z.array(z.string()),
  inputs: z.array(z.string()),
  importedAtMs: instantMs.optional(),
  format: z.enum(['yaml', 'json']),
  text: briefText,
  /** Of one's own that is not valid any more, such as after an update: what is wrong. */
  faults: z.array(briefFault),
});

export const briefsContract = {
  /** The built-in ones in the language of the window, then one's own, the newest first. */
  templates: oc.output(z.object({ templates: z.array(briefTemplate) })),
  /** Keeps a text as a template, when it is a brief; otherwise everything that is wrong with it, and nothing is kept. */
  importTemplate: oc
    .input(
      z.strictObject({ name: z.string().min(1).max(200), text: briefText, format: z.enum(['yaml', 'json']) }),
    )
    .output(
      outcome(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('faults'), faults: z.array(briefFault) }),
          z.object({ kind: z.literal('kept'), templateId: id }),
        ]),
      ),
    ),
  /** Of one's own; those that come with this app stay. */
  removeTemplate: oc.input(z.strictObject({ templateId: id })).output(done),
  check: oc
    .input(z.strictObject(briefPlace))
    .output(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('faults'), faults: z.array(briefFault) }),
        z.object({ kind: z.literal('plan'), plan: briefSummary }),
      ]),
    ),
  run: oc
    .input(
      z.strictObject({
        ...briefPlace,
        pace: briefPace.default('by-hand'),
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

export type BriefTemplate = z.infer<typeof briefTemplate>;
export type KeptTemplate = z.infer<typeof keptTemplates>[number];
export type BriefPace = z.infer<typeof briefPace>;
export type BriefFaultModel = z.infer<typeof briefFault>;
export type BriefSummary = z.infer<typeof briefSummary>;
export type BriefRunRow = z.infer<typeof briefRunRow>;
