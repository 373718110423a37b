// What a run remembers, and the signatures inside a payload.
import { describe, expect, it } from 'vitest';
import { emptyNotes, noteAnswer, notePending, noteRefused, noteSettled } from './notes.ts';
import type { BriefIntent } from './run-types.ts';
import { signPayload } from './sign-payload.ts';

const INTENT: BriefIntent = {
  intentId: 'work.cancel x',
  author: 'coordinator',
  reason: { code: 'drop-work', values: { item: 'x' } },
  signs: [
    { kind: 'evidence', path: ['evidence', 1], by: 'owner' },
    { kind: 'evidence', path: ['evidence', 0], by: 'coordinator' },
  ],
  draft: {
    kind: 'work.accept_result',
    groupId: 'urn:test:group',
    payload: { workItemId: 'urn:test:item', evidence: [{ a: 1 }, { a: 2 }] },
  } as unknown as BriefIntent['draft'],
};

describe('signing a payload', () => {
  it('signs each part by its own author, and changes nothing else', async () => {
    const draft = await signPayload(INTENT, async (kind, unsigned, by) => ({ ...unsigned, by, kind }));
    expect(draft.payload).toEqual({
      workItemId: 'urn:test:item',
      evidence: [
        { a: 1, by: 'coordinator', kind: 'evidence' },
        { a: 2, by: 'owner', kind: 'evidence' },
      ],
    });
    expect(INTENT.draft.payload).toEqual({ workItemId: 'urn:test:item', evidence: [{ a: 1 }, { a: 2 }] });
  });

  it('refuses to sign what is not there', async () => {
    const lost = {
      ...INTENT,
      signs: [{ kind: 'evidence' as const, path: ['evidence', 7], by: 'owner' as const }],
    };
    await expect(signPayload(lost, (_kind, unsigned) => unsigned)).rejects.toThrow('nothing to sign');
  });
});

describe('notes', () => {
  it('remember what is on its way, and what was refused for how long', () => {
    const pending = notePending(emptyNotes(), INTENT);
    expect([...pending.pending]).toEqual(['work.cancel x']);
    expect([...noteSettled(pending, INTENT).pending]).toEqual([]);
    const error = { code: 'INTERNAL_ERROR', message: 'later', retryable: true } as const;
    const once = noteRefused(pending, INTENT, error, { nowMs: 1_000, headSequence: 4 });
    expect([...once.pending]).toEqual([]);
    expect(once.refused.get('work.cancel x')).toMatchObject({
      count: 1,
      retryAtMs: 3_000,
      headSequence: undefined,
    });
    const final = { code: 'REVISION_CONFLICT', message: 'moved on', retryable: false } as const;
    const twice = noteRefused(once, INTENT, final, { nowMs: 3_000, headSequence: 4 });
    expect(twice.refused.get('work.cancel x')).toMatchObject({ count: 2, retryAtMs: 7_000, headSequence: 4 });
    const told = noteRefused(once, INTENT, { ...error, retryAfterMs: 60_000 }, { nowMs: 0, headSequence: 4 });
    expect(told.refused.get('work.cancel x')).toMatchObject({ retryAtMs: 60_000 });
  });

  it('remember answers', () => {
    const notes = noteAnswer(emptyNotes(), 'q', { choice: 'stop' });
    expect(notes.answers.get('q')).toEqual({ choice: 'stop' });
  });
});
