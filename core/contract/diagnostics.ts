// What helps whoever has to find out what is wrong: versions, a self-test, and a report without anything of anybody's work. Its exact
// text is seen before it is saved.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { done, instantMs, outcome, words } from './values.ts';

export const LOG_LEVELS = ['off', 'faults', 'steps'] as const;

export const selfTest = z.object({
  atMs: instantMs,
  passed: z.int(),
  failed: z.int(),
  words,
  /** The first cases that failed. */
  failures: z.array(z.string()),
});

export const diagnosticsState = z.object({
  versions: z.array(z.object({ name: z.string(), value: z.string() })),
  logLevel: z.enum(LOG_LEVELS),
  /** How many lines the log of this run has. */
  logLines: z.int(),
  faults: z.int(),
  isSafeMode: z.boolean(),
  selfTest: selfTest.optional(),
});

export const diagnosticsContract = {
  state: oc.output(diagnosticsState),
  /** Runs the protocol's test vectors through this program. */
  selfTest: oc.output(outcome(selfTest)),
  setLogLevel: oc.input(z.strictObject({ level: z.enum(LOG_LEVELS) })).output(done),
  /** The report as it would be saved, to the letter. */
  preview: oc.output(z.object({ previewId: z.string(), text: z.string() })),
  /** Saves what was seen, not what would be true by now. */
  save: oc
    .input(z.strictObject({ previewId: z.string().max(64), path: z.string().min(1).max(4_096).optional() }))
    .output(outcome(z.object({ path: z.string() }))),
  /** The next start opens everything and sends nothing; false takes it back. */
  safeMode: oc.input(z.strictObject({ isWanted: z.boolean() })).output(done),
};

export type DiagnosticsState = z.infer<typeof diagnosticsState>;
export type SelfTest = z.infer<typeof selfTest>;
export type LogLevel = (typeof LOG_LEVELS)[number];
