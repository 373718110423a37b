// Why the assistant says something: reasons in words, each with what it rests on, so that a window can lead there.
import { z } from 'zod';
import { id, words } from './values.ts';

/**
 * What a reason rests on. With a `sequence` it is an Event of the Group's log; of a record it is the Event that last told of
 * it. A card is found by its Agent; what an Agent says of itself is in no log.
 */
export const reasonSource = z.object({
  type: z.enum(['event', 'record', 'agent-card', 'presence']),
  words,
  groupId: id.optional(),
  sequence: z.int().optional(),
  agentId: id.optional(),
});

/** `more` were left out: the newest ones are there. */
const sources = { sources: z.array(reasonSource), more: z.int() };

/** A number, with the Events that it counts. */
export const figure = z.object({ words, ...sources });

/** `unknown` is an answer of its own: the log says nothing, and nobody guesses. */
export const reasonModel = z.object({
  id: z.string(),
  verdict: z.enum(['met', 'unmet', 'unknown']),
  words,
  ...sources,
});

export type ReasonSource = z.infer<typeof reasonSource>;
export type FigureModel = z.infer<typeof figure>;
export type ReasonModel = z.infer<typeof reasonModel>;
