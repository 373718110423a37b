// What the assistant hands to a person: a wish for one Command, and why, in terms of the protocol's own records. Nothing here is
// signed, and nothing was sent.
import type { RecordKind } from '../../domain/world.ts';
import type { SelectionBasis } from '../../protocol/generated/documents.ts';
import type { Intent } from '../desk/intent/forms.ts';

/** What a check has found. `unknown` is an answer of its own: the log says nothing, and nobody guesses. */
export type Verdict = 'met' | 'unmet' | 'unknown';

/** An Event of a log. */
export interface EventReference {
  readonly type: 'event';
  readonly groupId: string;
  readonly eventId: string;
  readonly sequence: number;
}

/** Where a reason comes from, so that a person can look it up. */
export type Reference =
  | EventReference
  | {
      readonly type: 'record';
      readonly kind: RecordKind;
      readonly groupId: string;
      readonly id: string;
    }
  | { readonly type: 'agent-card'; readonly agentId: string; readonly cardVersion: number }
  /** What an Agent last said of itself; it is in no log (IDN-004). */
  | { readonly type: 'presence'; readonly agentId: string; readonly lastHeartbeat: string };

/** Times in milliseconds since 1970 end in `AtMs`, durations in `Ms`. */
export type ReasonValues = Readonly<Record<string, string | number | boolean>>;

/** One thing that speaks for or against a proposal. */
export interface Reason<Id extends string = string> {
  readonly id: Id;
  readonly verdict: Verdict;
  readonly values: ReasonValues;
  readonly references: readonly Reference[];
}

/** A draft of one Command. */
export interface Proposal<Id extends string = string> {
  readonly intent: Intent;
  readonly reasons: readonly Reason<Id>[];
  /** What an offer would carry into the log (WORK-023); undefined for every other Command. */
  readonly basis: SelectionBasis | undefined;
}
