import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSION, SECOND_WORKER, SeededOrganization } from '../../../domain/seeded-world.test-data.ts';
import {
  acceptAs,
  authorize,
  block,
  bringTo,
  ITEM,
  offerTo,
  publish,
  start,
  submit,
} from '../../../domain/work-scenes.test-data.ts';
import { seedFromEnvironment } from '../../../../test/harness/random.ts';
import {
  CONNECTION,
  COORDINATOR,
  deskOf,
  entryOf,
  errorOf,
  GROUP,
  identityFor,
  inputOf,
  OWNER,
  rowsFor,
  WORKER,
} from '../desk.test-data.ts';
import { type AttentionInput, attend, AttentionCache, canBatch } from './attend.ts';
import type { AttentionRow } from './group-rows.ts';
import { NO_MARKS, readKey, snoozeRow } from './marks.ts';

const SECOND = 'urn:heddle:test:work:second';
const THIRD = 'urn:heddle:test:work:third';

function only(input: AttentionInput, rule: AttentionRow['rule']): AttentionRow {
  const [row] = rowsFor(input, rule);
  if (row === undefined) throw new Error(`no row of ${rule}`);
  return row;
}

const snoozed = (row: AttentionRow, untilMs: number | undefined) => ({
  ...NO_MARKS,
  snoozes: new Map([[row.key, snoozeRow(row, untilMs, 'later')]]),
});

describe('how urgent a row is', () => {
  test('a decision that nobody here can sign is something to watch', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'submitted');
    const mine = only(inputOf(organization), 'submission-waits');
    expect([mine.severity, mine.signer]).toEqual(['decide', COORDINATOR]);
    const owners = inputOf(organization, { connection: { identities: [identityFor(OWNER)] } });
    expect([only(owners, 'submission-waits').severity, only(owners, 'submission-waits').signer]).toEqual([
      'watch',
      undefined,
    ]);
  });

  test('who leads nothing hears only what is said to him', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'submitted');
    const input = inputOf(organization, { connection: { identities: [identityFor(WORKER)] } });
    const { now, decide, watch, next } = attend(input);
    expect([now, decide, watch, next]).toEqual([[], [], [], undefined]);
  });

  test('what ends within a quarter of an hour is for now', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'offered', { executionApproval: 'human_required' });
    acceptAs(organization, WORKER, { ownershipLeaseSeconds: 1_000 });
    expect(only(inputOf(organization), 'start-approval-waits').severity).toBe('decide');
    organization.passSeconds(100);
    expect(only(inputOf(organization), 'start-approval-waits').severity).toBe('now');
  });

  test('so is what holds up the critical path, with what it blocks', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'submitted');
    const free = only(inputOf(organization), 'submission-waits');
    expect([free.severity, free.blocksCount]).toEqual(['decide', 0]);
    authorize(organization, { goal: 'sort', dependencyWorkItemIds: [ITEM] }, { workItemId: SECOND });
    authorize(organization, { goal: 'print', dependencyWorkItemIds: [SECOND] }, { workItemId: THIRD });
    const blocking = only(inputOf(organization), 'submission-waits');
    expect([blocking.severity, blocking.blocksCount, blocking.isOnCriticalPath]).toEqual(['now', 2, true]);
  });
});

describe('the order of rows', () => {
  test('now, decide, watch; what ends first; what blocks more', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'offered');
    authorize(organization, { goal: 'sort' }, { workItemId: SECOND });
    organization.passSeconds(301);
    const outbox = [entryOf(organization.nowMs, { state: 'refused', error: errorOf('INVALID_COMMAND') })];
    const list = attend(inputOf(organization, { outbox }));
    expect(list.now.map(({ rule }) => rule)).toEqual(['command-refused']);
    expect(list.decide.map(({ rule }) => rule)).toEqual(['offer-ended', 'item-ready']);
    expect(list.watch).toEqual([]);
  });

  test('keys name rule, object and epoch: another offer is another row', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'offered');
    organization.passSeconds(301);
    const first = only(inputOf(organization), 'offer-ended');
    offerTo(organization, [SECOND_WORKER]);
    organization.passSeconds(301);
    const second = only(inputOf(organization), 'offer-ended');
    expect(first.key).toBe(`offer-ended ${CONNECTION} workItem ${GROUP} ${ITEM} 2`);
    expect(second.key).toBe(`offer-ended ${CONNECTION} workItem ${GROUP} ${ITEM} 3`);
  });

  test('only small things of one kind can be done together', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'offered');
    organization.passSeconds(250);
    const ends = only(inputOf(organization), 'offer-ends');
    expect(canBatch([ends, { ...ends, key: 'another' }])).toBe(true);
    expect(canBatch([ends, { ...ends, rule: 'mention' }])).toBe(false);
    expect(canBatch([{ ...ends, action: 'grant-start' }])).toBe(false);
    expect(canBatch([])).toBe(false);
  });
});

describe('what a person puts off', () => {
  const scene = () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'submitted');
    return organization;
  };

  test('a snooze hides a row until its time, and the list says when to look again', () => {
    const organization = scene();
    const row = only(inputOf(organization), 'submission-waits');
    const marks = snoozed(row, organization.nowMs + 60_000);
    const hidden = attend(inputOf(organization, { marks }));
    expect([hidden.decide, hidden.hiddenCount, hidden.recheckInMs]).toEqual([[], 1, 60_000]);
    organization.passSeconds(60);
    expect(rowsFor(inputOf(organization, { marks }), 'submission-waits')).toHaveLength(1);
  });

  test('until something changes: a value, the severity, or the revision', () => {
    const organization = scene();
    const marks = snoozed(only(inputOf(organization), 'submission-waits'), undefined);
    organization.passSeconds(100_000);
    expect(rowsFor(inputOf(organization, { marks }), 'submission-waits')).toEqual([]);
    authorize(organization, { goal: 'sort', dependencyWorkItemIds: [ITEM] }, { workItemId: SECOND });
    expect(rowsFor(inputOf(organization, { marks }), 'submission-waits')).toHaveLength(1);
  });

  test('a row that has become more urgent is shown', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'offered', { executionApproval: 'human_required' });
    acceptAs(organization, WORKER, { ownershipLeaseSeconds: 1_000 });
    const marks = snoozed(
      only(inputOf(organization), 'start-approval-waits'),
      organization.nowMs + 86_400_000,
    );
    organization.passSeconds(99);
    expect(rowsFor(inputOf(organization, { marks }), 'start-approval-waits')).toEqual([]);
    organization.passSeconds(1);
    expect(rowsFor(inputOf(organization, { marks }), 'start-approval-waits')).toHaveLength(1);
  });

  test('nothing hides a row for now beyond its end', () => {
    const organization = new SeededOrganization();
    organization.mustAct('mission.renew_coordinator', COORDINATOR, { leaseSeconds: 30 });
    const row = only(inputOf(organization), 'coordinator-lease-ends');
    expect(snoozeRow(row, organization.nowMs + 86_400_000, '').untilMs).toBe(row.endsAtMs);
    expect(snoozeRow(row, undefined, '').untilMs).toBe(row.endsAtMs);
    organization.passSeconds(31);
    const over = only(inputOf(organization), 'coordinator-lease-ended');
    const mutes = [{ rule: over.rule, connectionId: CONNECTION, groupId: GROUP }];
    const marks = { ...snoozed(over, organization.nowMs + 86_400_000), mutes };
    expect(rowsFor(inputOf(organization, { marks }), 'coordinator-lease-ended')).toHaveLength(1);
  });

  test('a muted rule is silent for its Mission only', () => {
    const organization = scene();
    const mute = { rule: 'submission-waits' as const, connectionId: CONNECTION, groupId: GROUP };
    const marks = { ...NO_MARKS, mutes: [mute] };
    expect(attend(inputOf(organization, { marks }))).toMatchObject({ decide: [], hiddenCount: 1 });
    const elsewhere = { ...NO_MARKS, mutes: [{ ...mute, groupId: 'urn:heddle:test:group:2' }] };
    expect(rowsFor(inputOf(organization, { marks: elsewhere }), 'submission-waits')).toHaveLength(1);
  });

  test('a mention goes away when it was read', () => {
    const organization = new SeededOrganization();
    const messageId = 'urn:heddle:test:message:1';
    const content = [{ type: 'text' as const, text: 'look' }];
    organization.mustAct(
      'message.post',
      WORKER,
      { messageId, content, mentions: [COORDINATOR] },
      { conversationId: `${GROUP}:mission` },
    );
    const row = only(inputOf(organization), 'mention');
    const sequence = Number(row.values['sequence']);
    const readUpTo = (upTo: number) => ({
      ...NO_MARKS,
      readUpTo: new Map([[readKey(CONNECTION, GROUP), upTo]]),
    });
    expect(rowsFor(inputOf(organization, { marks: readUpTo(sequence - 1) }), 'mention')).toHaveLength(1);
    expect(rowsFor(inputOf(organization, { marks: readUpTo(sequence) }), 'mention')).toEqual([]);
    expect(
      rowsFor(inputOf(organization, { marks: { ...NO_MARKS, seen: new Set([row.key]) } }), 'mention'),
    ).toEqual([]);
  });

  test('reading hides nothing that wants a decision', () => {
    const organization = scene();
    const row = only(inputOf(organization), 'submission-waits');
    const marks = {
      ...NO_MARKS,
      seen: new Set([row.key]),
      readUpTo: new Map([[readKey(CONNECTION, GROUP), 1_000]]),
    };
    expect(rowsFor(inputOf(organization, { marks }), 'submission-waits')).toHaveLength(1);
  });
});

describe('around the rows', () => {
  test('an empty list names the next known moment', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'offered');
    const list = attend(inputOf(organization));
    expect([list.now, list.decide, list.watch]).toEqual([[], [], []]);
    expect(list.next).toEqual({
      kind: 'offer',
      atMs: organization.nowMs + 300_000,
      workItemId: ITEM,
      connectionId: CONNECTION,
      groupId: GROUP,
      label: 'folder audit',
    });
    // The offer is close to its end before that.
    expect(list.recheckInMs).toBe(240_000);
  });

  test('what was done today is what was accepted of ours today', () => {
    const organization = new SeededOrganization();
    const { nowMs } = organization;
    const outbox = [
      entryOf(nowMs, { state: 'accepted' }),
      entryOf(nowMs - 86_400_000, { state: 'accepted' }),
      entryOf(nowMs, { state: 'sent' }),
    ];
    expect(attend(inputOf(organization, { outbox })).done).toEqual([outbox[0]]);
  });

  test('several Authorities stand side by side, each with its own time', () => {
    const here = new SeededOrganization();
    const there = new SeededOrganization();
    bringTo(here, 'submitted');
    bringTo(there, 'offered');
    there.passSeconds(301);
    const connections = [deskOf(here), deskOf(there, { connectionId: 'lab' })];
    const list = attend({ ...inputOf(here), connections });
    expect(list.decide.map(({ connectionId, rule }) => [connectionId, rule])).toEqual([
      ['lab', 'offer-ended'],
      ['acme', 'submission-waits'],
    ]);
    expect(list.watch).toEqual([]);
  });

  test('an archived Group and a finished Mission ask for nothing', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'submitted');
    organization.mustAct('mission.cancel', OWNER, { reason: 'enough' });
    const { now, decide, watch, next } = attend(inputOf(organization));
    expect([now, decide, watch, next]).toEqual([[], [], [], undefined]);
  });
});

describe('looking only at what has changed', () => {
  test('a Group is looked at again when its log, its time, its talk or its contents move, and not before', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'offered');
    const cache = new AttentionCache();
    const input = inputOf(organization);
    attend(input, cache);
    attend(input, cache);
    expect(cache.looks).toBe(1);
    const later = (seconds: number) => ({
      ...input,
      connections: input.connections.map((each) => ({
        ...each,
        nowMs: organization.nowMs + seconds * 1_000,
      })),
    });
    attend(later(239), cache);
    expect(cache.looks).toBe(1);
    attend(later(240), cache);
    expect(cache.looks).toBe(2);
    acceptAs(organization);
    attend(later(240), cache);
    expect(cache.looks).toBe(3);
    const contents = new Map([['sha256:x', 'differs' as const]]);
    const [connection] = later(240).connections;
    if (connection === undefined) throw new Error('there is a connection');
    attend({ ...input, connections: [{ ...connection, contents }] }, cache);
    expect(cache.looks).toBe(4);
  });

  test('BUD-008: what a child charges to its parent is seen, although the log of the parent has not moved', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    const cache = new AttentionCache();
    expect(attend(inputOf(organization), cache).watch).toEqual([]);
    const account = organization.world.get('account', GROUP, MISSION);
    if (account === undefined) throw new Error('the seed has an account');
    const value = { ...account, usage: { ...account.usage, toolCalls: 800 } };
    organization.world.apply([{ kind: 'account', groupId: GROUP, id: MISSION, value }]);
    expect(attend(inputOf(organization), cache).watch.map(({ rule }) => rule)).toEqual(['budget-mark']);
  });

  test('a clock that goes back is believed', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'offered');
    const cache = new AttentionCache();
    organization.passSeconds(400);
    attend(inputOf(organization), cache);
    organization.passSeconds(-400);
    expect(attend(inputOf(organization), cache)).toEqual(attend(inputOf(organization)));
  });

  test('at every moment of a Mission’s life the kept list is the fresh one', () => {
    const steps: readonly ((organization: SeededOrganization) => unknown)[] = [
      (organization) => authorize(organization, { executionApproval: 'not_required' }),
      (organization) =>
        authorize(organization, { goal: 'sort', dependencyWorkItemIds: [ITEM] }, { workItemId: SECOND }),
      (organization) => offerTo(organization),
      (organization) => acceptAs(organization),
      (organization) => start(organization),
      (organization) => block(organization),
      (organization) => organization.mustAct('work.unblock', COORDINATOR, { workItemId: ITEM }),
      (organization) => start(organization),
      (organization) => publish(organization),
      (organization) => submit(organization),
      (organization) => organization.mustAct('work.cancel', OWNER, { workItemId: ITEM }),
    ];
    const seed = seedFromEnvironment();
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 40, maxLength: 40 }), (pauses) => {
        const organization = new SeededOrganization();
        const cache = new AttentionCache();
        let step = 0;
        let refusals = 0;
        for (const [index, pause] of pauses.entries()) {
          organization.passSeconds(pause);
          if (index % 3 === 0 && step < steps.length) {
            try {
              steps[step]?.(organization);
            } catch {
              // The rules refuse it at this time: the life goes on without it.
              refusals += 1;
            }
            step += 1;
          }
          const input = inputOf(organization);
          const kept = attend(input, cache);
          expect(kept).toEqual(attend(input));
        }
        expect(refusals).toBeLessThan(steps.length);
      }),
      { seed, numRuns: 60 },
    );
  });
});
