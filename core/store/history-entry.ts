// What an index of a history keeps of each Event: what it is found by. It can always be made again from the Events.
import type { Actor } from '../protocol/generated/documents.ts';

/** Where a text stands that somebody may look for. */
export const TEXT_AREAS = ['message', 'contract', 'evidence', 'event'] as const;

export type TextArea = (typeof TEXT_AREAS)[number];

/** A Principal as one word: its type, a space, its id. */
export function principalKey({ type, id }: Actor): string {
  return `${type} ${id}`;
}

export function principalOf(key: string): Actor {
  const space = key.indexOf(' ');
  return { type: key.slice(0, space) as Actor['type'], id: key.slice(space + 1) };
}

export interface HistoryEntry {
  readonly groupId: string;
  readonly sequence: number;
  readonly eventId: string;
  readonly kind: string;
  /** Who did it, as `principalKey` writes it. */
  readonly principal: string;
  readonly workItemId: string | undefined;
  /** The Action ID or Event that led to it. */
  readonly causeId: string;
  readonly occurredAtMs: number;
  /** The Message that it says, or changes. */
  readonly messageId: string | undefined;
  /** Whether the texts of that Message are nobody's to read from here on (redacted), or no longer said (retracted). */
  readonly takesBack: boolean;
  readonly area: TextArea;
  /** What people may look for; empty when there is nothing. */
  readonly text: string;
}

/** Which Events of a Group are wanted. Lists are alternatives; everything given narrows. */
export interface HistoryQuery {
  /** With `*` for anything. */
  readonly kinds?: readonly string[];
  readonly notKinds?: readonly string[];
  readonly principals?: readonly string[];
  readonly notPrincipals?: readonly string[];
  readonly workItemIds?: readonly string[];
  readonly notWorkItemIds?: readonly string[];
  readonly causeIds?: readonly string[];
  readonly eventIds?: readonly string[];
  /** Words that stand in the text one after another; the last one may go on. */
  readonly texts?: readonly string[];
  readonly notTexts?: readonly string[];
  readonly fromSequence?: number;
  readonly throughSequence?: number;
}

/** What a Group's Events about one WorkItem come to; without a WorkItem, those about none. */
export interface ItemDigest {
  readonly workItemId: string | undefined;
  readonly count: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

/** How many Events of a WorkItem stand in one stretch of time. */
export interface TimeCount {
  readonly workItemId: string | undefined;
  /** From 0. */
  readonly bucket: number;
  readonly count: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
}

export interface TextHit {
  readonly groupId: string;
  readonly sequence: number;
  readonly kind: string;
  readonly workItemId: string | undefined;
  readonly principal: string;
  readonly occurredAtMs: number;
  readonly area: TextArea;
  /** Around what was found, which stands between U+0002 and U+0003. */
  readonly excerpt: string;
}
