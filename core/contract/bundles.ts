// Histories as files: written from a log that is kept here, and opened to be read and verified without any connection.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { done, groupAddress, id, instantMs, outcome, words } from './values.ts';

const path = z.string().min(1).max(4_096);

/** A file that was opened: it can be read, and nothing can be done with it. */
export const openedFile = rowBase.extend({
  /** Stands where a connection would. */
  connectionId: id,
  name: z.string(),
  path: z.string(),
  state: z.enum(['reading', 'open', 'broken']),
  events: z.int(),
  organizationId: z.string().optional(),
  createdAtMs: instantMs.optional(),
  groups: z.array(
    z.object({
      groupId: id,
      title: z.string(),
      events: z.int(),
      firstSequence: z.int(),
      lastSequence: z.int(),
      missionWords: words.optional(),
    }),
  ),
  verdict: z.enum(['verified', 'consistent', 'failed']).optional(),
  /** What the verdict is, with its basis; while it is read, how far that is. */
  words,
  findings: z.array(z.object({ line: z.int().optional(), problem: z.string(), words, detail: z.string() })),
});

export const bundlesContract = {
  follow: oc.output(live(openedFile, noSummary)),
  /** Answers at once; what comes of it is followed. */
  open: oc.input(z.strictObject({ path })).output(outcome(z.object({ connectionId: id }))),
  close: oc.input(z.strictObject({ connectionId: id })).output(done),
  /** Writes Events, snapshot and keys of a Group into one file; into the profile when no path is given. */
  write: oc
    .input(groupAddress.extend({ path: path.optional() }).strict())
    .output(outcome(z.object({ path: z.string(), events: z.int(), sizeBytes: z.int() }))),
  /** The same for people: every Event as a sentence. */
  report: oc
    .input(groupAddress.extend({ format: z.enum(['markdown', 'html']), path: path.optional() }).strict())
    .output(outcome(z.object({ path: z.string(), events: z.int() }))),
};

export type OpenedFile = z.infer<typeof openedFile>;
