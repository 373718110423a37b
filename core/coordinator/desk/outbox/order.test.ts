import { describe, expect, test } from 'vitest';
import type { CommandDraft } from '../../command-draft.ts';
import { contractOf } from '../../../domain/seeded-world.test-data.ts';
import { BASIS } from '../../../domain/work-scenes.test-data.ts';
import { cancelDraft, CONNECTION, entryOf, errorOf, GROUP, OWNER, WORKER } from '../desk.test-data.ts';
import type { OutboxEntry } from './entry.ts';
import { orderOutbox, type Turn } from './order.ts';

const A = 'urn:heddle:test:work:a';
const B = 'urn:heddle:test:work:b';

const offer = (workItemId: string, agentId = WORKER.id): CommandDraft => ({
  kind: 'work.offer',
  groupId: GROUP,
  payload: { workItemId, offers: [{ offerId: `${workItemId}:offer`, agentId }], selectionBasis: BASIS },
});
const authorize = (workItemId: string, dependencyWorkItemIds: string[] = []): CommandDraft => ({
  kind: 'work.authorize',
  groupId: GROUP,
  payload: { workItemId, contract: contractOf({ dependencyWorkItemIds }) },
});
const message: CommandDraft = {
  kind: 'message.post',
  groupId: GROUP,
  payload: { messageId: 'urn:heddle:test:message:1', content: [{ type: 'text', text: 'see note 3' }] },
};

const refused = (draft: CommandDraft, changes: Partial<OutboxEntry> = {}) =>
  entryOf(1_000, {
    draft,
    state: 'refused',
    changedAtMs: 5_000,
    error: errorOf('REVISION_CONFLICT'),
    ...changes,
  });
const waiting = (draft: CommandDraft, changes: Partial<OutboxEntry> = {}) =>
  entryOf(2_000, { draft, state: 'waiting-for-connection', ...changes });

function turnsOf(...entries: readonly OutboxEntry[]): readonly Turn['kind'][] {
  const turns = new Map(
    orderOutbox(entries).flatMap(({ entries: group }) =>
      group.map(({ entry, turn }) => [entry.actionId, turn]),
    ),
  );
  return entries.map(({ actionId }) => turns.get(actionId)?.kind ?? 'rests');
}

describe('order of the outbox', () => {
  test('Commands of one Group and signer go one after another; other Groups and signers do not wait', () => {
    const elsewhere = { ...cancelDraft(A), groupId: 'urn:heddle:test:group:2' };
    expect(
      turnsOf(
        waiting(cancelDraft(A), { state: 'sent' }),
        waiting(cancelDraft(B)),
        waiting(elsewhere),
        waiting(cancelDraft(B), { signer: OWNER }),
      ),
    ).toEqual(['free', 'waits', 'free', 'free']);
  });

  test('a draft neither goes nor lets others wait', () => {
    expect(turnsOf(entryOf(1_000, { draft: cancelDraft(A) }), waiting(cancelDraft(B)))).toEqual([
      'rests',
      'free',
    ]);
  });

  test('a refusal holds what is about the same object', () => {
    const first = refused(offer(A));
    const [group] = orderOutbox([first, waiting(cancelDraft(A)), waiting(cancelDraft(B))]);
    expect(group?.heldCount).toBe(1);
    expect(group?.entries.map(({ turn }) => turn)).toEqual([
      { kind: 'rests' },
      { kind: 'held', byActionId: first.actionId },
      { kind: 'free' },
    ]);
  });

  test('a refusal holds what is built on it: a dependency, a parent, a member, a proposal', () => {
    expect(turnsOf(refused(authorize(A)), waiting(authorize(B, [A])))).toEqual(['rests', 'held']);
    expect(turnsOf(refused(authorize(A)), waiting(authorize(B)))).toEqual(['rests', 'free']);
    const invite: CommandDraft = {
      kind: 'membership.change',
      groupId: GROUP,
      payload: { member: WORKER, role: 'worker', state: 'active', scopes: [] },
    };
    expect(turnsOf(refused(invite), waiting(offer(A)))).toEqual(['rests', 'held']);
    expect(turnsOf(refused(invite), waiting(offer(A, 'urn:heddle:test:agent:other')))).toEqual([
      'rests',
      'free',
    ]);
  });

  test('what is held holds what is built on it in turn, and names the one to mend', () => {
    const first = refused(authorize(A));
    const second = waiting(authorize(B, [A]));
    const third = waiting(offer(B));
    const turns = orderOutbox([first, second, third]).flatMap(({ entries }) =>
      entries.map(({ turn }) => turn),
    );
    expect(turns[2]).toEqual({ kind: 'held', byActionId: first.actionId });
  });

  test('work in a new child Mission is held with the Mission', () => {
    const child: CommandDraft = {
      kind: 'mission.create_child',
      groupId: GROUP,
      payload: {
        missionId: 'urn:heddle:test:mission:c',
        groupId: 'urn:heddle:test:group:c',
        coordinatorAgentId: WORKER.id,
        objective: 'a part',
        definitionOfDone: [],
        budget: {},
        deadline: '2026-05-05T09:00:00Z',
        approvalPolicy: { finalHumanApproval: false, highRiskExecutionApproval: false },
        parentWorkItemId: A,
      },
    };
    const renew: CommandDraft = {
      kind: 'mission.renew_coordinator',
      groupId: 'urn:heddle:test:group:c',
      payload: {},
    };
    expect(turnsOf(refused(child), waiting(renew))).toEqual(['rests', 'held']);
  });

  test('MSG-003: a Message passes a refusal, unless it was made to depend on it', () => {
    const first = refused(authorize(A));
    expect(turnsOf(first, waiting(message))).toEqual(['rests', 'free']);
    expect(turnsOf(first, waiting(message, { dependsOn: [first.actionId] }))).toEqual(['rests', 'held']);
  });

  test('a person can release what is held', () => {
    expect(turnsOf(refused(offer(A)), waiting(cancelDraft(A), { isReleased: true }))).toEqual([
      'rests',
      'free',
    ]);
  });

  test('what is made after the refusal is known is not built on it', () => {
    const later = waiting(cancelDraft(A), { createdAtMs: 6_000 });
    expect(turnsOf(refused(offer(A)), later)).toEqual(['rests', 'free']);
  });

  test('a replacement takes over the place, and what was held goes on behind it', () => {
    const second = waiting(cancelDraft(A), { position: 20 });
    const anew = waiting(offer(A), { createdAtMs: 6_000, position: 10 });
    const first = refused(offer(A), { state: 'replaced', replacedBy: anew.actionId, position: 10 });
    expect(turnsOf(first, second, anew)).toEqual(['rests', 'waits', 'free']);
    const refusedAnew = { ...anew, state: 'refused' as const, changedAtMs: 9_000 };
    const dependent = { ...second, dependsOn: [first.actionId] };
    expect(turnsOf(first, dependent, refusedAnew)).toEqual(['rests', 'held', 'rests']);
  });

  test('an abandoned Command holds like a refused one; an accepted one does not', () => {
    expect(turnsOf(refused(authorize(A), { state: 'abandoned' }), waiting(offer(A)))).toEqual([
      'rests',
      'held',
    ]);
    expect(turnsOf(refused(authorize(A), { state: 'accepted' }), waiting(offer(A)))).toEqual([
      'rests',
      'free',
    ]);
  });

  test('connections do not hold each other, whatever ids they share', () => {
    const elsewhere = waiting(cancelDraft(A), { connectionId: 'lab' });
    expect(turnsOf(refused(offer(A)), elsewhere)).toEqual(['rests', 'free']);
    const groups = orderOutbox([refused(offer(A)), elsewhere]).map(({ connectionId }) => connectionId);
    expect(groups.toSorted()).toEqual([CONNECTION, 'lab']);
  });
});
