import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, CommandPayloads } from '../../protocol/generated/documents.ts';
import { nowAt } from '../decision.ts';
import { conversationIdOf, ITEM, refusalOf, seedWorkItem } from '../seeded-work.test-data.ts';
import {
  GROUP,
  MAIN_CONVERSATION,
  membershipOf,
  OWNER,
  SeededOrganization,
  START_MS,
  STRANGER,
  WORKER,
} from '../seeded-world.test-data.ts';
import { memberKey } from '../world.ts';

let organization: SeededOrganization;
let lastMessage = 0;

beforeEach(() => {
  organization = new SeededOrganization();
});

const IN_MAIN = { conversationId: MAIN_CONVERSATION };

function messageOf(): CommandPayloads['message.post'] {
  lastMessage += 1;
  return {
    messageId: `urn:heddle:test:message:p${lastMessage}`,
    content: [{ type: 'text', text: 'which folders count?' }],
  };
}

function post(actor: Actor, envelope: object = IN_MAIN) {
  return organization.act('message.post', actor, messageOf(), envelope);
}

function provisionally(actor: Actor): void {
  const membership = membershipOf(actor, 'worker', {
    state: 'provisional',
    contextPackageId: 'urn:heddle:test:context:1',
    provisionalExpiresAt: nowAt(START_MS + 600_000).text,
  });
  const { membershipId } = membership;
  organization.world.apply([
    { kind: 'membership', groupId: GROUP, id: membershipId, value: membership },
    {
      kind: 'member',
      groupId: GROUP,
      id: memberKey(actor),
      value: { member: actor, membershipEpoch: 1, membershipIds: [membershipId] },
    },
  ]);
}

describe('message.post of provisional members (OPEN-024)', () => {
  const inItem = { conversationId: conversationIdOf(ITEM) };

  beforeEach(() => {
    provisionally(STRANGER);
    seedWorkItem(organization, { state: 'offered', owner: STRANGER });
  });

  test('OPEN-024: may ask where work is offered to them', () => {
    expect(post(STRANGER, inItem).ok).toBe(true);
  });

  test('OPEN-024: may not speak in the planning Conversation', () => {
    expect(refusalOf(post(STRANGER))).toMatchObject({ code: 'MEMBERSHIP_REQUIRED', rule: 'OPEN-024' });
  });

  test('OPEN-024: may not speak where work is offered to others', () => {
    seedWorkItem(organization, { state: 'offered', workItemId: 'urn:heddle:test:work:2', owner: WORKER });
    const other = { conversationId: conversationIdOf('urn:heddle:test:work:2') };
    expect(refusalOf(post(STRANGER, other)).rule).toBe('OPEN-024');
  });

  test('OPEN-024: may ask also when the work is offered to others as well', () => {
    const record = organization.world.get('workItem', GROUP, ITEM);
    const [offer] = record?.document.offers ?? [];
    if (record === undefined || offer === undefined) throw new Error('seeded');
    const offers = [{ ...offer, agentId: WORKER.id }, offer];
    const value = { ...record, document: { ...record.document, offers } };
    organization.world.apply([{ kind: 'workItem', groupId: GROUP, id: ITEM, value }]);
    expect(post(STRANGER, inItem).ok).toBe(true);
  });

  test('OPEN-024: speak everywhere when another of their roles is active', () => {
    organization.mustAct('membership.change', OWNER, {
      member: STRANGER,
      role: 'observer',
      state: 'active',
      scopes: ['message.read'],
    });
    expect(post(STRANGER).ok).toBe(true);
  });

  test('OPEN-024: may not speak any more when the offer has expired', () => {
    organization.passSeconds(299);
    expect(post(STRANGER, inItem).ok).toBe(true);
    organization.passSeconds(1);
    expect(refusalOf(post(STRANGER, inItem)).rule).toBe('OPEN-024');
  });

  test('OPEN-024: are no members any more when their time is over', () => {
    organization.passSeconds(600);
    expect(refusalOf(post(STRANGER, inItem))).toMatchObject({
      code: 'MEMBERSHIP_REQUIRED',
      rule: 'MEM-002',
    });
  });

  test.each(['message.correct', 'message.retract', 'message.redact'] as const)(
    'OPEN-024: may not send %s',
    (kind) => {
      const targetMessageId = 'urn:heddle:test:message:by-worker';
      const { content } = messageOf();
      organization.mustAct('message.post', WORKER, { messageId: targetMessageId, content }, IN_MAIN);
      const payload = { ...messageOf(), targetMessageId, reason: 'the number was wrong' };
      expect(refusalOf(organization.act(kind, STRANGER, payload as never))).toMatchObject({
        code: 'MEMBERSHIP_REQUIRED',
        rule: 'OPEN-024',
      });
    },
  );
});
