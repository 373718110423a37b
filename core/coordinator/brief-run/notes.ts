// What a run remembers beside the log: each function gives the notes as they are after something happened.
import type { ProtocolError } from '../../protocol/generated/documents.ts';
import {
  type BriefAnswer,
  type BriefIntent,
  type BriefRunNotes,
  type ContentFacts,
  contentKey,
  type ContentNeed,
} from './run-types.ts';

/** What was refused is tried again after a pause that grows. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 300_000;

/** How a run begins, and how it begins again after a crash. */
export function emptyNotes(): BriefRunNotes {
  return {
    pending: new Set(),
    refused: new Map(),
    answers: new Map(),
    contents: new Map(),
  };
}

/** An intent is on its way. */
export function notePending(notes: BriefRunNotes, { intentId }: BriefIntent): BriefRunNotes {
  return { ...notes, pending: new Set([...notes.pending, intentId]) };
}

/** It was accepted, and its Events are in the log that the next step looks at; or nobody will ever know. */
export function noteSettled(notes: BriefRunNotes, { intentId }: BriefIntent): BriefRunNotes {
  return { ...notes, pending: without(notes.pending, intentId) };
}

/** It was refused, in a Group whose log ends where `headSequence` says. */
export function noteRefused(
  notes: BriefRunNotes,
  { intentId }: BriefIntent,
  {
    code,
    message,
    retryable,
    retryAfterMs,
  }: Pick<ProtocolError, 'code' | 'message' | 'retryable' | 'retryAfterMs'>,
  { nowMs, headSequence }: { readonly nowMs: number; readonly headSequence: number },
): BriefRunNotes {
  const count = (notes.refused.get(intentId)?.count ?? 0) + 1;
  const pauseMs = retryAfterMs ?? Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (count - 1));
  const refusal = {
    code,
    message,
    count,
    retryAtMs: nowMs + pauseMs,
    headSequence: retryable ? undefined : headSequence,
  };
  return {
    ...notes,
    pending: without(notes.pending, intentId),
    refused: new Map([...notes.refused, [intentId, refusal]]),
  };
}

export function noteAnswer(notes: BriefRunNotes, questionId: string, answer: BriefAnswer): BriefRunNotes {
  return { ...notes, answers: new Map([...notes.answers, [questionId, answer]]) };
}

export function noteContent(notes: BriefRunNotes, need: ContentNeed, facts: ContentFacts): BriefRunNotes {
  const known = { situation: need.situation, facts };
  return { ...notes, contents: new Map([...notes.contents, [contentKey(need), known]]) };
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((each) => each !== id));
}
