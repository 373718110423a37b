// The Authority over a store in memory: what it accepts, what it refuses, in which order, and what it leaves behind.
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SubmitResult } from '../../core/authority/answers.ts';
import { evolve } from '../../core/domain/evolve.ts';
import { type Change, MemoryWorld } from '../../core/domain/world.ts';
import { canonicalize } from '../../core/protocol/jcs.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { REJECTION_MESSAGE, verifyDocument } from '../../core/protocol/verify.ts';
import { StoreFault } from '../../core/store/authority-store.ts';
import { draftSnapshot } from '../../core/authority/snapshots.ts';
import { MemoryStore } from '../../core/store/memory/memory-store.ts';
import {
  COORDINATOR,
  OWNER,
  type Principal,
  SERVICES,
  type TestMission,
  TestOrganization,
} from '../harness/organization.ts';

let store: MemoryStore;
let organization: TestOrganization;
let mission: TestMission;
let worker: Principal;

beforeEach(async () => {
  store = new MemoryStore({ writer: SERVICES.actor });
  organization = await TestOrganization.open(store);
  mission = await organization.createMission('m');
  worker = organization.workers[0] as Principal;
});
afterEach(async () => {
  // Faults that nobody was waiting for must not go unnoticed; tests that cause some take them out.
  if (organization.faults.length > 0) throw new AggregateError(organization.faults, 'unexpected faults');
  await organization.authority.close();
});

function errorOf(result: SubmitResult) {
  return result.ok ? 'accepted' : result.fault;
}

function messageBytes(text = 'hello', envelope = {}): Promise<Uint8Array> {
  const { groupId, conversationId } = mission;
  return organization.commandOf(
    'message.post',
    worker,
    { messageId: organization.newId('message'), content: [{ type: 'text', text }] },
    { groupId, conversationId, ...envelope },
  );
}

describe('facts', () => {
  test('an accepted Command is a signed Event that anybody can verify (EVT-001, SIG-061)', async () => {
    const result = await organization.postMessage(worker, mission, 'hello');
    if (!result.ok) throw new Error(JSON.stringify(result.fault));
    const verified = verifyDocument('event', result.value.primary.bytes, organization.authority.keys);
    expect(verified).toMatchObject({
      ok: true,
      value: { document: { kind: 'message.posted', groupId: mission.groupId, actor: worker.actor } },
    });
  });

  test('sequences of a Group start at 1 and have no gap (EVT-001)', async () => {
    await organization.completeWorkItem(mission, worker);
    const events = await store.readGroupEvents(mission.groupId, 0, 1_000);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, index) => index + 1));
    expect(events.length).toBeGreaterThan(8);
  });

  test('a Command and all signed documents in it are admitted with their effect (ADM-003, OPEN-013)', async () => {
    const result = await organization.postMessage(worker, mission, 'hello');
    if (!result.ok) throw new Error(JSON.stringify(result.fault));
    const event = JSON.parse(Buffer.from(result.value.primary.bytes).toString('utf8')) as Event;
    const found = await store.admissions.lookup(
      organization.authority.organizationId,
      event.commandHash ?? '',
    );
    expect(found.status).toBe('found');
  });

  test('Commands that arrive together share a commit, and each gets its own answer', async () => {
    const before = await store.readPosition();
    const commits: number[] = [];
    const stop = organization.authority.onCommit((events) => commits.push(events.length));
    const results = await Promise.all(
      Array.from({ length: 20 }, (_none, n) => organization.postMessage(worker, mission, `message ${n}`)),
    );
    stop();
    const ids = new Set(results.map((result) => (result.ok ? result.value.primary.eventId : 'refused')));
    expect(ids.size).toBe(20);
    expect(commits.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect(commits.length).toBeLessThan(20);
    expect(await store.readPosition()).toBe(before + 20);
  });

  test('the state is the fold of the log (EVT-010)', async () => {
    await organization.completeWorkItem(mission, worker);
    const second = await organization.createMission('second');
    await organization.postMessage(COORDINATOR, second, 'begin');
    const world = new MemoryWorld();
    const changes: Change[] = [];
    for (const { bytes } of await store.readCommits(0, 10_000)) {
      const event = JSON.parse(Buffer.from(bytes).toString('utf8')) as Event;
      const next = evolve(world, event);
      world.apply(next);
      changes.push(...next);
    }
    const groups = ['', ...(await store.readGroupIds())];
    for (const groupId of groups) {
      for (const { kind, id, value } of await store.readRecords(groupId)) {
        expect(canonicalOf(world.get(kind, groupId, id)), `${kind} ${id}`).toBe(canonicalOf(value));
      }
    }
    expect(changes.length).toBeGreaterThan(50);
  });
});

/** As stored: members that are undefined are not there. */
function canonicalOf(value: unknown): string {
  const canonical = canonicalize(JSON.parse(JSON.stringify(value ?? null)));
  return canonical.ok ? canonical.value : canonical.fault.message;
}

describe('idempotency', () => {
  test('the same bytes again get the first Event and append nothing (IDM-001)', async () => {
    const bytes = await messageBytes();
    const first = await organization.submit(bytes, worker);
    const before = await store.readPosition();
    const again = await organization.submit(bytes, worker);
    expect(again).toMatchObject({ ok: true, value: { isRepeat: true } });
    expect(again.ok && first.ok && again.value.primary.eventId === first.value.primary.eventId).toBe(true);
    expect(await store.readPosition()).toBe(before);
  });

  test('also when both are in one commit', async () => {
    const bytes = await messageBytes();
    const results = await Promise.all([
      organization.submit(bytes, worker),
      organization.submit(bytes, worker),
    ]);
    expect(results.map((result) => result.ok && result.value.isRepeat)).toEqual([false, true]);
  });

  test('also long after the freshness window and in another Session (IDM-005)', async () => {
    const bytes = await messageBytes();
    await organization.submit(bytes, worker);
    organization.passSeconds(3_600);
    await organization.openSession(worker);
    expect(await organization.submit(bytes, worker)).toMatchObject({ ok: true, value: { isRepeat: true } });
  });

  test('other content under the same Action ID is a collision (IDM-002)', async () => {
    const actionId = 'urn:heddle:test:action:same';
    await organization.submit(await messageBytes('one', { actionId }), worker);
    const other = await organization.submit(await messageBytes('two', { actionId }), worker);
    expect(errorOf(other)).toMatchObject({
      code: 'ACTION_ID_COLLISION',
      relatedActionId: actionId,
      retryable: false,
    });
  });

  test('two actors may use the same Action ID (IDM-003)', async () => {
    const actionId = 'urn:heddle:test:action:same';
    await organization.submit(await messageBytes('one', { actionId }), worker);
    const { groupId, conversationId } = mission;
    const payload = {
      messageId: 'urn:heddle:test:message:x',
      content: [{ type: 'text' as const, text: 'two' }],
    };
    const other = await organization.act('message.post', COORDINATOR, payload, {
      groupId,
      conversationId,
      actionId,
    });
    expect(other).toMatchObject({ ok: true, value: { isRepeat: false } });
  });

  test('a refused Command leaves its Action ID free (IDM-004)', async () => {
    const actionId = 'urn:heddle:test:action:same';
    const stale = await organization.submit(
      await messageBytes('one', { actionId, membershipEpoch: 9 }),
      worker,
    );
    expect(errorOf(stale)).toMatchObject({ code: 'MEMBERSHIP_STALE' });
    expect(await organization.submit(await messageBytes('two', { actionId }), worker)).toMatchObject({
      ok: true,
    });
  });

  test('nobody else gets the receipt of a Command (IDM-006)', async () => {
    const bytes = await messageBytes();
    await organization.submit(bytes, worker);
    const stolen = await organization.submit(bytes, organization.workers[1] as Principal);
    expect(errorOf(stolen)).toMatchObject({ code: 'AUTH_FORBIDDEN' });
  });
});

describe('origin', () => {
  test('an Agent cannot send over the ingress (OPEN-010)', async () => {
    const result = await organization.authority.submit(await messageBytes(), { kind: 'ingress' });
    expect(errorOf(result)).toMatchObject({ code: 'AUTH_REQUIRED' });
  });

  test('a human and a service need no Session (OPEN-010)', async () => {
    const { groupId, conversationId } = mission;
    const payload = {
      messageId: organization.newId('message'),
      content: [{ type: 'text' as const, text: 'go' }],
    };
    expect(await organization.act('message.post', OWNER, payload, { groupId, conversationId })).toMatchObject(
      { ok: true },
    );
    const ended = await organization.act('mission.cancel', SERVICES, { reason: 'policy' }, { groupId });
    expect(ended).toMatchObject({ ok: true });
  });

  test('a newer Session fences the older one although its connection lives (INV-04)', async () => {
    const bytes = await messageBytes();
    const origin = {
      kind: 'session' as const,
      agentId: worker.actor.id,
      keyId: worker.signer.keyId,
      sessionEpoch: (await organization.sessionOf(worker)) ?? 0,
    };
    await organization.openSession(worker);
    expect(errorOf(await organization.authority.submit(bytes, origin))).toMatchObject({
      code: 'AUTH_STALE_SESSION',
    });
  });

  test('a Command of the new epoch over the old connection is refused too (WS-020)', async () => {
    const before = (await organization.sessionOf(worker)) ?? 0;
    await organization.openSession(worker);
    const result = await organization.authority.submit(await messageBytes(), {
      kind: 'session',
      agentId: worker.actor.id,
      keyId: worker.signer.keyId,
      sessionEpoch: before,
    });
    expect(errorOf(result)).toMatchObject({ code: 'AUTH_STALE_SESSION' });
  });

  test('a key other than the one of the handshake is refused (WS-020, OPEN-017)', async () => {
    const result = await organization.authority.submit(await messageBytes(), {
      kind: 'session',
      agentId: worker.actor.id,
      keyId: 'urn:heddle:test:key:other',
      sessionEpoch: (await organization.sessionOf(worker)) ?? 0,
    });
    expect(errorOf(result)).toMatchObject({ code: 'AUTH_INVALID_SIGNATURE', message: REJECTION_MESSAGE });
  });
});

describe('freshness (SIG-062, OPEN-012)', () => {
  test.each([
    [-300, 'accepted'],
    [-301, 'AUTH_INVALID_SIGNATURE'],
    [30, 'accepted'],
    [31, 'AUTH_INVALID_SIGNATURE'],
  ])('issued %i s from now: %s', async (seconds, expected) => {
    const bytes = await messageBytes();
    organization.passSeconds(-seconds);
    const result = await organization.submit(bytes, worker);
    expect(result.ok ? 'accepted' : result.fault.code).toBe(expected);
  });
});

describe('what bad input gets', () => {
  test.each([
    ['nothing', '', 'PROTOCOL_VIOLATION'],
    ['no JSON', '{', 'PROTOCOL_VIOLATION'],
    ['another document', '{}', 'SCHEMA_VALIDATION_FAILED'],
  ])('%s: one constant message (SIG-039)', async (_case, text, code) => {
    const before = await store.readPosition();
    const result = await organization.authority.submit(Buffer.from(text), { kind: 'ingress' });
    expect(errorOf(result)).toMatchObject({ code, message: REJECTION_MESSAGE, retryable: false });
    expect(errorOf(result)).not.toHaveProperty('details');
    expect(await store.readPosition()).toBe(before);
  });

  test('a tampered Command is refused without a reason outside, with one inside (SIG-039)', async () => {
    const bytes = Buffer.from(
      Buffer.from(await messageBytes('pay 10'))
        .toString('utf8')
        .replace('pay 10', 'pay 99'),
    );
    const result = await organization.submit(bytes, worker);
    expect(errorOf(result)).toMatchObject({ code: 'AUTH_INVALID_SIGNATURE', message: REJECTION_MESSAGE });
    await expect
      .poll(() => store.readAudit(10))
      .toEqual([expect.objectContaining({ stage: 'signature', reason: 'equation' })]);
  });

  test('the next Command is served', async () => {
    await organization.authority.submit(Buffer.from('{'), { kind: 'ingress' });
    expect(await organization.postMessage(worker, mission, 'hello')).toMatchObject({ ok: true });
  });

  test('what proves nothing never takes the write lock', async () => {
    let writes = 0;
    const write = store.write.bind(store);
    store.write = (work) => {
      writes += 1;
      return write(work);
    };
    const refused = await Promise.all(
      Array.from({ length: 200 }, () => organization.authority.submit(Buffer.from('{'), { kind: 'ingress' })),
    );
    expect(refused.every(({ ok }) => !ok)).toBe(true);
    expect(writes).toBe(0);
    expect(await organization.postMessage(worker, mission, 'hello')).toMatchObject({ ok: true });
    expect(writes).toBe(1);
  });

  test('a defect in a verification refuses that Command alone, also during a long commit', async () => {
    const write = store.write.bind(store);
    const commit = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    store.write = async (work) => {
      begun.resolve();
      await commit.promise;
      return write(work);
    };
    const first = organization.submit(await messageBytes('first'), worker);
    await begun.promise;
    // No caller does this: it stands for whatever makes a verification throw.
    const broken = organization.authority.submit(undefined as unknown as Uint8Array, { kind: 'ingress' });
    const last = organization.submit(await messageBytes('last'), worker);
    // A rejection that nobody listened to would be reported within these turns, and fail the run.
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    commit.resolve();
    expect(await first).toMatchObject({ ok: true });
    expect(errorOf(await broken)).toMatchObject({ code: 'INTERNAL_ERROR', retryable: true });
    expect(await last).toMatchObject({ ok: true });
    expect(organization.faults.splice(0)).toEqual([expect.any(TypeError)]);
  });

  test('a refusal of the rules says which one (REV-004)', async () => {
    const { groupId } = mission;
    const result = await organization.act(
      'mission.submit_for_approval',
      COORDINATOR,
      { artifactHashes: [`sha256:${'0'.repeat(64)}`] },
      { groupId, expectedRevision: 99 },
    );
    expect(errorOf(result)).toMatchObject({ code: 'REVISION_CONFLICT', expectedRevision: 99, groupId });
    expect(errorOf(result)).toHaveProperty('currentRevision');
  });
});

describe('a store that fails', () => {
  test('no answer says yes, nothing is told, and the same bytes succeed later (ERR-036)', async () => {
    const bytes = await messageBytes();
    const told: unknown[] = [];
    organization.authority.onCommit((events) => told.push(...events));
    const write = store.write.bind(store);
    store.write = () => Promise.reject(new StoreFault('full', 'the disk is full'));
    expect(errorOf(await organization.submit(bytes, worker))).toMatchObject({
      code: 'INTERNAL_ERROR',
      retryable: true,
    });
    expect(told).toEqual([]);
    store.write = write;
    expect(await organization.submit(bytes, worker)).toMatchObject({ ok: true, value: { isRepeat: false } });
    expect(organization.faults.splice(0)).toEqual([expect.objectContaining({ kind: 'full' })]);
  });

  test('a commit whose outcome nobody knew is found by its receipt (IDM-001)', async () => {
    const bytes = await messageBytes();
    const write = store.write.bind(store);
    store.write = async (work) => {
      await write(work);
      throw new StoreFault('commit-unknown', 'the connection broke during the commit');
    };
    expect(errorOf(await organization.submit(bytes, worker))).toMatchObject({
      code: 'INTERNAL_ERROR',
      retryable: true,
    });
    store.write = write;
    expect(await organization.submit(bytes, worker)).toMatchObject({ ok: true, value: { isRepeat: true } });
    expect(organization.faults.splice(0)).toEqual([expect.objectContaining({ kind: 'commit-unknown' })]);
  });
});

describe('memory', () => {
  test('Groups that do not fit are dropped and loaded again, and decisions stay the same', async () => {
    const small = new MemoryStore({ writer: SERVICES.actor });
    const tight = await TestOrganization.open(small, { authority: { maxCachedRecords: 20 } });
    const missions: TestMission[] = [];
    for (const name of ['one', 'two', 'three', 'four']) missions.push(await tight.createMission(name));
    for (let round = 0; round < 3; round += 1) {
      for (const each of missions) await tight.completeWorkItem(each, tight.workers[0] as Principal);
    }
    expect(tight.faults).toEqual([]);
    await tight.authority.close();
  });

  test('a Group is archived although nothing of it is in memory (ARC-004)', async () => {
    const small = new MemoryStore({ writer: SERVICES.actor });
    const tight = await TestOrganization.open(small, { authority: { maxCachedRecords: 20 } });
    const { groupId, ...ended } = await tight.createMission('ended');
    await tight.completeWorkItem({ groupId, ...ended }, tight.workers[0] as Principal);
    await tight.mustAct('mission.cancel', OWNER, { reason: 'enough' }, { groupId });
    const draft = await draftSnapshot(groupId, {
      authority: tight.authority,
      createdBy: { type: 'service', id: SERVICES.actor.id },
      newId: (kind) => tight.newId(kind),
      createdAt: tight.nowText,
    });
    if (draft === undefined) throw new Error('no such Group');
    await tight.createMission('another');
    const snapshot = tight.sign('group-snapshot', draft.unsigned, SERVICES);
    const kind = 'ext.missionweaveprotocol.core.group_archive';
    await tight.mustAct(kind, SERVICES, { snapshot }, { groupId });
    expect(tight.faults).toEqual([]);
    await tight.authority.close();
  });

  test('a closed Authority refuses, and says that trying again may help', async () => {
    const other = await TestOrganization.open(new MemoryStore({ writer: SERVICES.actor }));
    const there = await other.createMission('x');
    const bytes = await other.commandOf(
      'message.post',
      COORDINATOR,
      { messageId: 'urn:heddle:test:message:late', content: [{ type: 'text', text: 'late' }] },
      { groupId: there.groupId, conversationId: there.conversationId },
    );
    await other.authority.close();
    expect(errorOf(await other.submit(bytes, COORDINATOR))).toMatchObject({
      code: 'INTERNAL_ERROR',
      retryable: true,
    });
  });
});
