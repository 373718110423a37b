// The demo organization: an Authority of its own with throw-away keys, and scenarios that make things happen in it.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, rowBase } from './live.ts';
import { id, outcome, words } from './values.ts';

export const SCENARIOS = [
  'offer-declined',
  'lease-expires',
  'disconnect-with-queue',
  'stale-epoch',
  'hash-mismatch',
  'child-failure',
  'change-request',
  'takeover',
] as const;

export const scenarioRow = rowBase.extend({
  scenario: z.enum(SCENARIOS),
  words,
  description: words,
  isAvailable: z.boolean(),
  reason: words.optional(),
  state: z.enum(['idle', 'running', 'done', 'failed']),
  progress: words.optional(),
});

export const demoSummary = z.object({
  state: z.enum(['absent', 'starting', 'running', 'stopping']),
  connectionId: id.optional(),
  words,
});

export const demoContract = {
  follow: oc.output(live(scenarioRow, demoSummary)),
  start: oc.output(outcome(z.object({ connectionId: id }))),
  /** Throws everything of the demo away, and begins anew. */
  reset: oc.output(outcome(z.object({ connectionId: id }))),
  stop: oc.output(outcome(z.object({}))),
  fire: oc.input(z.strictObject({ scenario: z.enum(SCENARIOS) })).output(outcome(z.object({}))),
};

export type ScenarioRow = z.infer<typeof scenarioRow>;
export type DemoSummary = z.infer<typeof demoSummary>;
