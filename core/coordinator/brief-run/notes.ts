// What a run remembers beside the log: each function gives the notes as they are after something happened.
import type { ProtocolError } from '../../protocol/generated/documents.ts';
import { type FoundFact, storeFact } from '../assistant/review/prepare-review.ts';
import type { BriefAnswer, BriefIntent, BriefNeed, BriefRunNotes } from './run-types.ts';

/** What was refused is tried again after a pause that grows. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 300_000;

/** How a run begins, and how it begins again after a crash. */
export function emptyNotes(): BriefRunNotes {
  return {
    pending: new Set(),
    refused: new Map(),
    answers: new Map(),
    facts: new Map(),
  };
}

/** An intent is on its way. */
export function notePending(notes: BriefRunNotes, { intentId }: BriefIntent): BriefRunNotes {
  return { ...notes, pending: new Set([...notes.pending, intentId]) };
}

/** It was accepted, and its Events are in the log that the next step looks at; or nobody will ever know. */
export function noteSettled(notes: BriefRunNotes, { intentId, draft }: BriefIntent): BriefRunNotes {
  const facts = isVerdict(draft) ? withoutKey(notes.facts, draft.workItemId) : notes.facts;
  return { ...notes, pending: without(notes.pending, intentId), facts };
}

/** After it nobody reviews the same submission again, whose contents may be large. */
function isVerdict({ kind }: BriefIntent['draft']): boolean {
  return kind === 'work.accept_result' || kind === 'work.fail';
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

/** What was found for a need of a review; `retryAtMs` for contents that could not be fetched. */
export function noteFound(
  notes: BriefRunNotes,
  { workItemId, revision }: BriefNeed,
  found: FoundFact,
  retryAtMs?: number,
): BriefRunNotes {
  const before = notes.facts.get(workItemId);
  const isSame = before?.revision === revision;
  // What was found for an earlier submission is no matter any more.
  const facts = {
    contents: new Map(isSame ? before.contents : []),
    signatures: new Map(isSame ? before.signatures : []),
    checks: new Map(isSame ? before.checks : []),
  };
  storeFact(found, facts);
  const retries = new Map(isSame ? before.retryAtMs : []);
  if (retryAtMs === undefined) retries.delete(found.key);
  else retries.set(found.key, retryAtMs);
  const known = { ...facts, revision, retryAtMs: retries };
  return { ...notes, facts: new Map([...notes.facts, [workItemId, known]]) };
}

function withoutKey<Value>(
  map: ReadonlyMap<string, Value>,
  key: string | undefined,
): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([each]) => each !== key));
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((each) => each !== id));
}
