import { describe, expect, it } from 'vitest';
import type { DraftRow } from '../../../core/contract/intents.ts';
import {
  asksSomething,
  draftOf,
  EMPTY_DRAFT,
  formOfDraft,
  readDraft,
  withQuestion,
} from './message-draft.ts';

const GROUP = { connectionId: 'acme', groupId: 'group' };

describe('a Message that is being written', () => {
  it('is kept and read again with whom it mentions and what it refers to', () => {
    const draft = {
      text: 'Which one?',
      mentions: [{ type: 'agent' as const, id: 'urn:a' }],
      references: ['urn:item'],
    };
    const form = formOfDraft('talk', draft);
    const row = { ...GROUP, intent: { kind: 'message.post', groupId: 'group', form } } as unknown as DraftRow;
    expect(draftOf([row], GROUP, 'talk')).toBe(row);
    expect(draftOf([row], GROUP, 'another')).toBeUndefined();
    expect(draftOf([row], { ...GROUP, groupId: 'other' }, 'talk')).toBeUndefined();
    expect(readDraft(row)).toEqual(draft);
  });

  it('has no members for what is empty', () => {
    expect(formOfDraft('talk', { ...EMPTY_DRAFT, text: ' Hello ' })).toEqual({
      conversationId: 'talk',
      content: [{ type: 'text', text: 'Hello' }],
    });
  });

  it('asks while it ends with a question mark', () => {
    expect(asksSomething('Which one? ')).toBe(true);
    expect(asksSomething('This? No.')).toBe(false);
    expect(withQuestion('Which one ', true)).toBe('Which one?');
    expect(withQuestion('Which one??', false)).toBe('Which one');
    expect(withQuestion('Which one?', true)).toBe('Which one?');
  });
});
