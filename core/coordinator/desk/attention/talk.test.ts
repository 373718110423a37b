import { describe, expect, test } from 'vitest';
import { COORDINATOR, GROUP, SeededOrganization, WORKER } from '../../../domain/seeded-world.test-data.ts';
import { memberKey } from '../../../domain/world.ts';
import { bringTo, ITEM, recordOf } from '../../../domain/work-scenes.test-data.ts';
import type { Actor, CommandPayloads } from '../../../protocol/generated/documents.ts';
import { talkOf } from '../desk.test-data.ts';
import { TalkFold } from './talk.ts';

function post(
  organization: SeededOrganization,
  author: Actor,
  content: CommandPayloads['message.post']['content'],
): string {
  const messageId = organization.newId('message');
  organization.mustAct(
    'message.post',
    author,
    { messageId, content },
    { conversationId: recordOf(organization).document.conversationId },
  );
  return messageId;
}

const text = (value: string) => [{ type: 'text' as const, text: value }];
const openFor = (organization: SeededOrganization) =>
  (talkOf(organization).questions.get(ITEM) ?? []).map(({ messageId }) => messageId);

function withItem(): SeededOrganization {
  const organization = new SeededOrganization();
  bringTo(organization, 'offered');
  return organization;
}

describe('what is kept of Messages', () => {
  test('a question stays open until somebody else says something in its Conversation', () => {
    const organization = withItem();
    const question = post(organization, WORKER, text('Which folder?'));
    expect(openFor(organization)).toEqual([question]);
    post(organization, WORKER, text('I mean the one above.'));
    expect(openFor(organization)).toEqual([question]);
    post(organization, COORDINATOR, text('The one below.'));
    expect(openFor(organization)).toEqual([]);
  });

  test('an answer can be a question', () => {
    const organization = withItem();
    post(organization, WORKER, text('Which folder?'));
    const back = post(organization, COORDINATOR, text('Which ones do you see? '));
    expect(openFor(organization)).toEqual([back]);
  });

  test('what was taken back asks nothing', () => {
    const organization = withItem();
    const targetMessageId = post(organization, WORKER, text('Which folder?'));
    const messageId = organization.newId('message');
    organization.mustAct('message.retract', WORKER, {
      messageId,
      targetMessageId,
      reason: 'found it',
      content: text('found it'),
    });
    expect(openFor(organization)).toEqual([]);
  });

  test('the planning Conversation of the Group has no open questions: they are about no work', () => {
    const organization = withItem();
    organization.mustAct(
      'message.post',
      WORKER,
      { messageId: 'urn:heddle:test:message:1', content: text('Lunch?') },
      { conversationId: `${GROUP}:mission` },
    );
    expect(talkOf(organization).questions.size).toBe(0);
  });

  test('OPEN-037: a decline is found by its form; whatever else stands there harms nothing', () => {
    const organization = withItem();
    const decline = (data: unknown) => [
      { type: 'data_ref' as const, schema: 'urn:heddle:schema:offer-decline:1', data },
    ];
    for (const data of [null, 'no', [], {}, { offerId: 7 }]) post(organization, WORKER, decline(data));
    post(organization, WORKER, decline({ offerId: 'urn:heddle:test:offer:x' }));
    post(organization, WORKER, decline({ offerId: 'urn:heddle:test:offer:y', reason: 'capacity' }));
    expect([...talkOf(organization).declines]).toEqual([
      ['urn:heddle:test:offer:x', 'other'],
      ['urn:heddle:test:offer:y', 'capacity'],
    ]);
  });

  test('every change has another version, and what is no Message changes nothing', () => {
    const organization = withItem();
    const before = talkOf(organization);
    expect(before.version).toBe(0);
    post(organization, WORKER, text('hello'));
    expect(talkOf(organization).version).toBe(1);
  });

  test('who is mentioned finds the Message, until it is taken back', () => {
    const organization = withItem();
    const messageId = organization.newId('message');
    organization.mustAct(
      'message.post',
      WORKER,
      { messageId, content: text('Look here'), mentions: [COORDINATOR] },
      { conversationId: recordOf(organization).document.conversationId },
    );
    const mentioned = () => [...(talkOf(organization).mentions.get(memberKey(COORDINATOR))?.values() ?? [])];
    expect(mentioned().map((said) => [said.messageId, said.workItemId, said.author])).toEqual([
      [messageId, ITEM, WORKER],
    ]);
    expect(talkOf(organization).mentions.get(memberKey(WORKER))).toBeUndefined();
    organization.mustAct('message.retract', WORKER, {
      messageId: organization.newId('message'),
      targetMessageId: messageId,
      reason: 'wrong place',
      content: text('wrong place'),
    });
    expect(mentioned()).toEqual([]);
  });

  test('a talk that has moved on is another object, and one that has not is the same', () => {
    const organization = withItem();
    const fold = new TalkFold();
    fold.take(organization.log);
    const before = fold.talk;
    fold.take([]);
    expect(fold.talk).toBe(before);
    const start = organization.log.length;
    post(organization, WORKER, text('hello'));
    fold.take(organization.log.slice(start));
    expect(fold.talk).not.toBe(before);
    expect(fold.talk.version).toBe(before.version + 1);
  });
});
