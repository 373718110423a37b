import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor, GroupSnapshot } from '../../protocol/generated/documents.ts';
import { nowAt } from '../decision.ts';
import { refusalOf, setMission } from '../seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MAIN_CONVERSATION,
  OTHER_SERVICE,
  OWNER,
  SeededOrganization,
  SERVICE,
  START_MS,
  WORKER,
} from '../seeded-world.test-data.ts';
import { type PolicyLogRecord, SINGLE } from '../world.ts';

let organization: SeededOrganization;

const ARCHIVE = 'ext.missionweaveprotocol.core.group_archive';
const NOW = nowAt(START_MS).text;
const ENTRY: GroupSnapshot['policyLog'][number] = {
  entryId: 'urn:heddle:test:policy:archived',
  decision: 'retained for two years',
  actor: SERVICE,
  occurredAt: NOW,
  details: {},
};

beforeEach(() => {
  organization = new SeededOrganization();
  setMission(organization, { state: 'approved' });
});

function entryOf(record: PolicyLogRecord, changes: object = {}): GroupSnapshot['policyLog'][number] {
  return { ...record, details: { ...record.details }, ...changes };
}

function snapshotOf(changes: Partial<GroupSnapshot> = {}): GroupSnapshot {
  const head = organization.world.get('head', GROUP, SINGLE)?.sequence ?? 0;
  return {
    snapshotId: 'urn:heddle:test:snapshot:1',
    groupId: GROUP,
    throughSequence: head,
    eventIds: Array.from({ length: head }, (_, index) => `urn:heddle:test:event:logged-${index + 1}`),
    stateHash: `sha256:${'1'.repeat(64)}`,
    policyLog: [
      ENTRY,
      ...[...organization.world.list('policyLog', GROUP)].map(([, entry]) => entryOf(entry)),
    ],
    createdBy: { type: 'service', id: SERVICE.id },
    createdAt: nowAt(organization.nowMs).text,
    signature: { algorithm: 'Ed25519', keyId: `${SERVICE.id}:key`, createdAt: NOW, value: 'A'.repeat(86) },
    ...changes,
  };
}

function archive(changes: Partial<GroupSnapshot> = {}, actor: Actor = SERVICE, envelope: object = {}) {
  return organization.act(ARCHIVE, actor, { snapshot: snapshotOf(changes) }, envelope);
}

describe('group_archive', () => {
  test.each(['approved', 'failed', 'cancelled'] as const)(
    'CMD-145, ARC-002, ARC-005: archives the Group of a Mission that is %s with its snapshot',
    (state) => {
      setMission(organization, { state });
      const snapshot = snapshotOf();
      const outcome = archive();
      if (!outcome.ok) throw new Error(outcome.rejection.message);
      const [created, archived] = outcome.events;
      expect(outcome.events).toHaveLength(2);
      expect(created).toMatchObject({
        kind: 'group.snapshot.created',
        sequence: 2,
        aggregateRevision: 1,
        cause: { type: 'command' },
        payload: {
          snapshot,
          snapshotId: snapshot.snapshotId,
          throughSequence: 1,
          stateHash: snapshot.stateHash,
        },
      });
      const group = {
        ...organization.world.get('group', GROUP, SINGLE),
        state: 'archived',
        archivedAt: NOW,
        archiveSnapshotId: snapshot.snapshotId,
      };
      expect(archived).toMatchObject({
        kind: 'group.archived',
        sequence: 3,
        cause: { type: 'event', id: created?.eventId },
        payload: { group, snapshotId: snapshot.snapshotId, archivedAt: NOW, sourceEventId: created?.eventId },
      });
      expect(organization.world.get('group', GROUP, SINGLE)).toEqual(group);
      expect(organization.world.get('snapshot', GROUP, snapshot.snapshotId)).toEqual(snapshot);
    },
  );

  test('OPEN-028: the head of an archived Group is two beyond its snapshot', () => {
    archive();
    expect(organization.world.get('head', GROUP, SINGLE)?.sequence).toBe(3);
    expect(organization.world.get('snapshot', GROUP, 'urn:heddle:test:snapshot:1')?.throughSequence).toBe(1);
  });

  test('ARC-005, OPEN-064: a Group is archived once, and then takes no Commands', () => {
    archive();
    expect(refusalOf(archive({ snapshotId: 'urn:heddle:test:snapshot:2' }))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'OPEN-064',
      details: { groupState: 'archived' },
    });
    expect(refusalOf(organization.act('membership.end', OWNER, { member: WORKER })).rule).toBe('OPEN-064');
  });

  test.each(['active', 'awaiting_approval'] as const)(
    'ARC-001: a Mission that is %s keeps its Group',
    (state) => {
      setMission(organization, { state });
      expect(refusalOf(archive())).toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
        rule: 'ARC-004',
        details: { missionState: state },
      });
    },
  );

  test.each([OTHER_SERVICE, OWNER, COORDINATOR, WORKER])('ARC-004: $id archives nothing', (actor) => {
    expect(refusalOf(archive({}, actor))).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'ARC-004' });
    expect(organization.world.get('group', GROUP, SINGLE)?.state).toBe('active');
  });

  test('SIG-061: the snapshot is made by an archive service', () => {
    const createdBy = { type: 'service' as const, id: OTHER_SERVICE.id };
    expect(refusalOf(archive({ createdBy }))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'SIG-061',
      details: { createdBy },
    });
  });

  test('ARC-004: the snapshot is of this Group', () => {
    expect(refusalOf(archive({ groupId: 'urn:heddle:test:group:2' }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'ARC-004',
    });
  });

  test('ARC-004: the snapshot id is new', () => {
    const snapshot = snapshotOf();
    organization.world.apply([
      { kind: 'snapshot', groupId: GROUP, id: snapshot.snapshotId, value: snapshot },
    ]);
    expect(refusalOf(archive())).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'ARC-004',
      details: { snapshotId: snapshot.snapshotId },
    });
  });

  test.each([2, 3])(
    'ARC-004: the snapshot reaches exactly to the end of the log, not to %d',
    (throughSequence) => {
      const eventIds = Array.from(
        { length: throughSequence },
        (_, index) => `urn:heddle:test:event:e${index}`,
      );
      expect(refusalOf(archive({ throughSequence, eventIds }))).toMatchObject({
        code: 'REVISION_CONFLICT',
        rule: 'ARC-004',
        details: { throughSequence, headSequence: 1 },
        expectedRevision: throughSequence,
        currentRevision: 1,
      });
    },
  );

  test('ARC-004: a snapshot that the log has outrun is refused', () => {
    setMission(organization, { state: 'active' });
    const snapshot = snapshotOf();
    organization.mustAct(
      'message.post',
      WORKER,
      { messageId: 'urn:heddle:test:message:1', content: [{ type: 'text', text: 'one more' }] },
      { conversationId: MAIN_CONVERSATION },
    );
    setMission(organization, { state: 'approved' });
    expect(refusalOf(organization.act(ARCHIVE, SERVICE, { snapshot }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      details: { throughSequence: 1, headSequence: 2 },
    });
    expect(archive().ok).toBe(true);
  });

  test('ARC-004: the snapshot names as many Events as there are', () => {
    const eventIds = ['urn:heddle:test:event:a', 'urn:heddle:test:event:b'];
    expect(refusalOf(archive({ eventIds }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'ARC-004',
      details: { eventCount: 2, headSequence: 1 },
    });
  });

  test('ARC-004: last Event, snapshot, Command, in this order', () => {
    organization.passSeconds(60);
    const early = nowAt(START_MS - 1).text;
    expect(refusalOf(archive({ createdAt: early }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'ARC-004',
      details: { createdAt: early, lastOccurredAt: NOW },
    });
    expect(refusalOf(archive({ createdAt: nowAt(START_MS + 60_001).text })).rule).toBe('ARC-004');
    expect(refusalOf(archive({}, SERVICE, { issuedAt: nowAt(START_MS + 59_999).text })).rule).toBe('ARC-004');
    expect(archive({ createdAt: NOW }).ok).toBe(true);
  });

  test('ARC-004: a snapshot from the future is refused, even if the Command says the same', () => {
    const future = nowAt(START_MS + 10_000).text;
    expect(refusalOf(archive({ createdAt: future }, SERVICE, { issuedAt: future })).rule).toBe('ARC-004');
  });

  test('REV-002: an expected revision is the Mission revision, 0 too', () => {
    expect(refusalOf(archive({}, SERVICE, { expectedRevision: 0 }))).toMatchObject({
      code: 'REVISION_CONFLICT',
      rule: 'REV-001',
      expectedRevision: 0,
      currentRevision: 1,
    });
  });

  test('CMD-016: a snapshot without a Policy Log is none', () => {
    expect(refusalOf(archive({ policyLog: [] }))).toMatchObject({ code: 'INVALID_COMMAND', rule: 'CMD-016' });
  });
});

describe('the Policy Log of the snapshot (ARC-002)', () => {
  beforeEach(() => {
    setMission(organization, { state: 'active' });
    organization.mustAct('policy.grant_cooperation_override', OWNER, {
      grantId: 'urn:heddle:test:override:1',
      policyName: 'message_rate',
      beneficiary: WORKER,
      targetCommandKind: 'message.post',
      targetActionId: 'urn:heddle:test:action:target',
      reason: 'the last report has to go out',
      expiresAt: nowAt(START_MS + 60_000).text,
    });
    setMission(organization, { state: 'approved' });
  });

  test('ARC-002: every decision of the Group is in it', () => {
    expect(archive().ok).toBe(true);
  });

  test('ARC-002: none may be left out', () => {
    const [entry] = [...organization.world.list('policyLog', GROUP)].map(([id]) => id);
    expect(refusalOf(archive({ policyLog: [ENTRY] }))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'ARC-002',
      details: { entryId: entry },
    });
  });

  test.each([
    { decision: 'nothing was granted' },
    { details: {} },
    { actor: SERVICE },
    { occurredAt: '2026-01-01T00:00:00Z' },
  ])('ARC-002: none may be changed: %j', (changes) => {
    const entries = [...organization.world.list('policyLog', GROUP)].map(([, entry]) =>
      entryOf(entry, changes),
    );
    const policyLog = [ENTRY, ...entries];
    expect(refusalOf(archive({ policyLog })).rule).toBe('ARC-002');
  });

  test('ARC-002: no two entries have the same id', () => {
    const { policyLog } = snapshotOf();
    expect(refusalOf(archive({ policyLog: [...policyLog, { ...ENTRY, decision: 'again' }] })).rule).toBe(
      'ARC-002',
    );
  });
});
