import { describe, expect, test } from 'vitest';
import { UNSIGNED, signed } from '../../protocol/fixtures.test-data.ts';
import type { AttentionFilter, Event } from '../../protocol/generated/documents.ts';
import { isWanted } from './attention.ts';

const ME = 'urn:heddle:test:agent:me';
const CONVERSATION = 'urn:heddle:test:conversation:1';
const WORK_ITEM = 'urn:heddle:test:work-item:1';

function eventOf(changes: Partial<Event> = {}): Event {
  return { ...signed('event', UNSIGNED.event).document, kind: 'message.posted', payload: {}, ...changes };
}

function messageTo(...mentions: readonly { readonly type: string; readonly id: string }[]): Event {
  return eventOf({ payload: { message: { mentions } } });
}

describe('WS-041: an attention filter', () => {
  test('that is absent or empty lets everything through', () => {
    expect(isWanted(undefined, eventOf(), ME)).toBe(true);
    expect(isWanted({}, eventOf(), ME)).toBe(true);
  });

  test.each<[string, AttentionFilter, Partial<Event>, boolean]>([
    ['kind in the list', { eventKinds: ['a.b', 'message.posted'] }, {}, true],
    ['kind not in the list', { eventKinds: ['message'] }, {}, false],
    ['empty list', { eventKinds: [] }, {}, false],
    ['Conversation', { conversationIds: [CONVERSATION] }, { conversationId: CONVERSATION }, true],
    ['other Conversation', { conversationIds: [CONVERSATION] }, { conversationId: WORK_ITEM }, false],
    ['no Conversation', { conversationIds: [CONVERSATION] }, {}, false],
    [
      'Conversation in the payload alone',
      { conversationIds: [CONVERSATION] },
      { payload: { conversationId: CONVERSATION } },
      false,
    ],
    ['WorkItem', { workItemIds: [WORK_ITEM] }, { workItemId: WORK_ITEM }, true],
    ['no WorkItem', { workItemIds: [WORK_ITEM] }, {}, false],
    [
      'all conditions',
      { eventKinds: ['message.posted'], workItemIds: [WORK_ITEM] },
      { workItemId: WORK_ITEM },
      true,
    ],
    [
      'one condition of two',
      { eventKinds: ['a.b'], workItemIds: [WORK_ITEM] },
      { workItemId: WORK_ITEM },
      false,
    ],
  ])('by %s', (_name, filter, changes, expected) => {
    expect(isWanted(filter, eventOf(changes), ME)).toBe(expected);
  });

  test('by mentions of the Agent, not of a namesake', () => {
    const filter = { mentionsOnly: true };
    expect(isWanted(filter, messageTo({ type: 'agent', id: ME }), ME)).toBe(true);
    expect(isWanted(filter, messageTo({ type: 'human', id: ME }), ME)).toBe(false);
    expect(isWanted(filter, messageTo(), ME)).toBe(false);
    expect(isWanted(filter, eventOf(), ME)).toBe(false);
    expect(isWanted(filter, eventOf({ payload: { message: null } }), ME)).toBe(false);
    expect(isWanted({ mentionsOnly: false }, eventOf(), ME)).toBe(true);
  });

  test('OPEN-069: announcements pass every other condition, when they are asked for', () => {
    const announcement = eventOf({ payload: { announcement: true } });
    const narrow = { eventKinds: ['a.b'], mentionsOnly: true };
    expect(isWanted({ ...narrow, announcements: true }, announcement, ME)).toBe(true);
    expect(isWanted({ ...narrow, announcements: false }, announcement, ME)).toBe(false);
    expect(isWanted(narrow, announcement, ME)).toBe(false);
    const almost = eventOf({ payload: { announcement: 'true' } });
    expect(isWanted({ ...narrow, announcements: true }, almost, ME)).toBe(false);
  });
});
