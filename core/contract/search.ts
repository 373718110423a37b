// Search by words over all logs that are kept on this computer: it needs no connection.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { groupAddress, id, instantMs, outcome, person, words } from './values.ts';

export const SEARCH_AREAS = ['message', 'contract', 'evidence', 'event'] as const;

export const MAX_HITS = 100;

export const searchHit = groupAddress.extend({
  id: z.string(),
  missionTitle: z.string(),
  sequence: z.int(),
  kind: z.string(),
  words,
  actor: person,
  occurredAtMs: instantMs,
  area: z.enum(SEARCH_AREAS),
  workItemId: id.optional(),
  title: z.string().optional(),
  /** Around what was found. */
  excerpt: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
});

export const searchContract = {
  /** The newest first. Every word has to be there in this order; the last one may go on. */
  find: oc
    .input(
      z.strictObject({
        text: z.string().max(200),
        area: z.enum(SEARCH_AREAS).optional(),
        limit: z.int().min(1).max(MAX_HITS),
      }),
    )
    .output(
      outcome(
        z.object({
          hits: z.array(searchHit),
          /** How much there is; a thousand stands for more. */
          count: z.int(),
          /** Whether all that is kept was looked at: an index may still be growing. */
          isComplete: z.boolean(),
        }),
      ),
    ),
  /** How far the indices are, for diagnostics. */
  health: oc.output(
    z.object({
      connections: z.array(
        z.object({
          connectionId: id,
          name: z.string(),
          events: z.int(),
          indexed: z.int(),
          /** How often a damaged one was made anew since the start. */
          rebuilds: z.int(),
        }),
      ),
    }),
  ),
};

export type SearchHit = z.infer<typeof searchHit>;
export type SearchArea = (typeof SEARCH_AREAS)[number];
