// Two Missions at the same time, from their creation to their Approvals: the story is in two-missions.ts, and what the
// protocol demands of it is looked for here in the signed logs.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { memberKey, SINGLE } from '../../core/domain/world.ts';
import type { BundleVerification } from '../../core/host/bundle-verification.ts';
import type { Event, EventPayloads, Lease } from '../../core/protocol/generated/documents.ts';
import { canonicalize } from '../../core/protocol/jcs.ts';
import { openRegistry } from '../../core/protocol/registry.ts';
import { verifyDocument } from '../../core/protocol/verify.ts';
import { ScenarioStage } from './scenario-stage.ts';
import type { SignedLog } from './signed-log.ts';
import { type Cast, castTwoMissions, playTwoMissions, type Story } from './two-missions.ts';

let stage: ScenarioStage;
let cast: Cast;
let story: Story;

beforeAll(async () => {
  stage = await ScenarioStage.open();
  try {
    cast = await castTwoMissions(stage);
    story = await playTwoMissions(stage, cast);
  } catch (error) {
    const said = stage.describe();
    await stage.close();
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${said}`, { cause: error });
  }
  return () => stage.close();
}, 180_000);

function payloadOf<Kind extends keyof EventPayloads>(event: Event, kind: Kind): EventPayloads[Kind] {
  if (event.kind !== kind) throw new Error(`${event.kind}, not ${kind}`);
  return event.payload as unknown as EventPayloads[Kind];
}

/** The Execution Leases of a WorkItem in the order in which they were granted. */
function leasesOf(log: SignedLog, workItemId: string): readonly Lease[] {
  return log
    .eventsOf(workItemId, 'work.started')
    .map((event) => log.world.get('lease', log.groupId, payloadOf(event, 'work.started').lease.leaseId))
    .filter((lease) => lease !== undefined);
}

/** From the grant to the end, in milliseconds since 1970. */
function instantsOf({ issuedAt, closedAt = '' }: Lease): readonly [number, number] {
  return [Date.parse(issuedAt), Date.parse(closedAt)];
}

function sequenceOf(log: SignedLog, kind: string, workItemId: string, nth = 0): number {
  return log.eventsOf(workItemId, kind)[nth]?.sequence ?? Number.NaN;
}

test('SCH-002, SCH-006: both Missions run on the two slots of one Worker at the same time', () => {
  const { together, logs, ids } = story;
  for (const [log, workItemId] of [
    [together.amber, ids.slow],
    [together.basalt, ids.first],
  ] as const) {
    const { document, executionLeaseId } = log.item(workItemId);
    expect(document).toMatchObject({ state: 'active', owner: { agentId: cast.shared.actor.id } });
    expect(log.world.get('lease', log.groupId, executionLeaseId ?? '')).toMatchObject({
      leaseType: 'execution',
      state: 'active',
      holderAgentId: cast.shared.actor.id,
    });
  }
  const [slow] = leasesOf(logs.amber, ids.slow).map(instantsOf);
  const [first] = leasesOf(logs.basalt, ids.first).map(instantsOf);
  if (slow === undefined || first === undefined) throw new Error('both were started');
  expect(Math.max(slow[0], first[0])).toBeLessThan(Math.min(slow[1], first[1]));
});

test('SCH-002: never more than two runs hold a slot of the shared Worker', () => {
  const { logs, ids } = story;
  const { slow, waiting, last, first, urgent, again } = ids;
  const leases = [
    ...[slow, waiting, last].flatMap((workItemId) => leasesOf(logs.amber, workItemId)),
    ...[first, urgent, again].flatMap((workItemId) => leasesOf(logs.basalt, workItemId)),
  ];
  expect(leases).toHaveLength(8);
  const instants = leases.map(instantsOf);
  for (const [grantedAt] of instants) {
    const held = instants.filter(([from, until]) => from <= grantedAt && grantedAt < until);
    expect(held.length).toBeLessThanOrEqual(2);
  }
});

test('SCH-008, WORK-T08: more urgent work of the other Group gets the slot at a safe point, before what waited longer', () => {
  const { preempted, ids, logs } = story;
  expect(preempted.basalt.item(ids.urgent).document.state).toBe('active');
  expect(preempted.amber.item(ids.waiting).document.state).toBe('queued');
  const slow = preempted.amber.item(ids.slow);
  expect(slow.document).toMatchObject({ state: 'queued', owner: { ownershipEpoch: 1 } });
  expect(slow.checkpoint).toMatchObject({ completedMilestones: ['the first half'] });
  expect(slow.checkpoint?.stateArtifactHash).toMatch(/^sha256:/);
  // The Worker gave the slot back itself: nobody else has a Command for that.
  const checkpointed = logs.amber.only('work.checkpointed', ids.slow);
  expect(checkpointed.actor).toEqual(cast.shared.actor);
  const preemptions = cast.shared.process.events.filter(({ name }) => name === 'worker.work_preempted');
  expect(preemptions).toMatchObject([{ workItemId: ids.slow }]);
  // Its right to execute had ended before anybody else began.
  const released = payloadOf(checkpointed, 'work.checkpointed').lease;
  const [begun] = leasesOf(logs.basalt, ids.urgent);
  expect(released.state).toBe('released');
  expect(Date.parse(released.closedAt ?? '')).toBeLessThanOrEqual(Date.parse(begun?.issuedAt ?? ''));
});

test('SCH-008, WORK-T07: what made room goes on from its checkpoint, under a new Execution Lease of the same term', () => {
  const { logs, ids, reports } = story;
  const log = logs.amber;
  const [before, after, ...others] = leasesOf(log, ids.slow);
  expect(others).toEqual([]);
  expect(after?.leaseId).not.toBe(before?.leaseId);
  expect([before?.ownershipEpoch, after?.ownershipEpoch]).toEqual([1, 1]);
  expect(sequenceOf(log, 'work.started', ids.slow, 1)).toBeGreaterThan(
    sequenceOf(log, 'work.checkpointed', ids.slow),
  );
  const { parts } = reports.slow;
  expect(parts.map(({ text }) => text)).toEqual(['the first half', 'the second half']);
  expect(new Set(parts.map(({ runId }) => runId)).size).toBe(2);
});

test('WORK-T09, WORK-T10, WORK-052, WORK-053: blocked work says what it needs, frees its slot, and is resumed', () => {
  const { logs, ids, blocked, reports } = story;
  const item = blocked.basalt.item(ids.first);
  expect(item).toMatchObject({ requiredResolution: 'the price of basalt', executionLeaseId: undefined });
  expect(item.document).toMatchObject({ state: 'blocked', owner: { agentId: cast.shared.actor.id } });
  expect(blocked.amber.item(ids.waiting).document.state).toBe('active');
  const log = logs.basalt;
  const blockedEvent = log.only('work.blocked', ids.first);
  expect(payloadOf(blockedEvent, 'work.blocked').lease).toMatchObject({ state: 'released' });
  const unblocked = log.only('work.unblocked', ids.first);
  expect(unblocked.actor).toEqual(cast.basaltLead.actor);
  expect(payloadOf(unblocked, 'work.unblocked').workItem.state).toBe('queued');
  expect(log.kindsOf(ids.first).filter((kind) => /started|blocked|submitted/.test(kind))).toEqual([
    'work.started',
    'work.blocked',
    'work.unblocked',
    'work.started',
    'work.submitted',
  ]);
  const [before, after] = leasesOf(log, ids.first);
  expect(after?.leaseId).not.toBe(before?.leaseId);
  expect(after?.ownershipEpoch).toBe(before?.ownershipEpoch);
  expect(reports.first.parts.map(({ text }) => text)).toEqual(['the first half', 'the second half']);
});

test('WORK-T15, CHD-001, CHD-004: an item becomes a child Mission with its own Group and Coordinator', () => {
  const { logs, ids, missions } = story;
  const created = payloadOf(logs.amber.only('mission.child.created'), 'mission.child.created');
  expect(created).toMatchObject({
    childMissionId: missions.cobalt.missionId,
    childGroupId: missions.cobalt.groupId,
    parentWorkItemId: ids.deep,
    workItem: { workItemId: ids.deep, state: 'blocked' },
  });
  expect(payloadOf(logs.cobalt.only('mission.created'), 'mission.created').mission).toMatchObject({
    missionOwner: cast.amberLead.actor,
    coordinator: { agentId: cast.cobaltLead.actor.id },
    parent: { missionId: missions.amber.missionId, workItemId: ids.deep, depth: 1 },
  });
  expect(logs.cobalt.item(ids.part).document).toMatchObject({
    state: 'verified',
    owner: { agentId: cast.single.actor.id },
  });
});

test('CRD-008: the successor of the Parent Coordinator becomes the owner of the child', () => {
  const { logs } = story;
  const owner = { mission: { missionOwner: cast.amberDeputy.actor } };
  const owned = logs.cobalt.events.filter(
    ({ kind, payload }) => kind === 'membership.changed' && 'mission' in payload,
  );
  expect(owned).toMatchObject([{ payload: { membership: { role: 'mission_owner' }, ...owner } }]);
});

test('WORK-T16, CHD-005, CHD-006: the child is approved by the Parent Coordinator, and is Evidence and result of the item', () => {
  const { logs, ids, childEnd, missions, reports } = story;
  const approved = logs.cobalt.only('mission.approved');
  expect(approved.actor).toEqual(cast.amberDeputy.actor);
  expect(payloadOf(approved, 'mission.approved').approval).toMatchObject({
    kind: 'child_mission',
    approver: cast.amberDeputy.actor,
    artifactHashes: childEnd.artifactHashes,
  });
  expect(childEnd.ownWork).toMatchObject({ status: 'refused', error: { code: 'AUTH_FORBIDDEN' } });
  const accepted = payloadOf(logs.amber.only('work.result.accepted', ids.deep), 'work.result.accepted');
  expect(accepted).toMatchObject({
    childMissionId: missions.cobalt.missionId,
    childApproval: { approvalId: childEnd.approval.approvalId },
    workItem: {
      state: 'verified',
      submission: { artifactHashes: childEnd.artifactHashes, evidenceIds: [childEnd.approval.approvalId] },
    },
  });
  expect(reports.deep.parts.map(({ text }) => text)).toEqual(['all of it']);
});

test('CRD-003, CRD-005, CTX-009: the new Coordinator has a higher epoch and the signed Context Package of the old one', () => {
  const { logs, succession, registry, missions } = story;
  expect(succession.death).toEqual({ code: null, signal: 'SIGKILL' });
  const log = logs.amber;
  const assigned = log.only('mission.coordinator.assigned');
  expect(assigned.actor).toEqual(cast.amberOwner.actor);
  expect(payloadOf(assigned, 'mission.coordinator.assigned')).toMatchObject({
    previousCoordinatorAgentId: cast.amberLead.actor.id,
    previousLease: { state: 'revoked' },
    coordinatorAgentId: cast.amberDeputy.actor.id,
    coordinatorEpoch: 2,
  });
  const briefed = cast.amberDeputy
    .eventsOf(missions.amber.groupId)
    .flatMap((event) => (event.payload['contextPackage'] === undefined ? [] : [event.payload]));
  expect(briefed).toMatchObject([{ membership: { member: cast.amberDeputy.actor, role: 'coordinator' } }]);
  const carried = canonicalize(briefed[0]?.['contextPackage']);
  if (!carried.ok) throw new Error('a package has a canonical form');
  expect(JSON.parse(carried.value)).toEqual(succession.contextPackage);
  expect(verifyDocument('context-package', Buffer.from(carried.value), openRegistry(registry))).toMatchObject(
    {
      ok: true,
      value: { principal: cast.amberLead.actor },
    },
  );
});

test('CRD-005, MEM-003: it has read the whole log before it assigns anything', () => {
  const { logs, succession } = story;
  const log = logs.amber;
  expect(succession.reconciled.own.length).toBe(3);
  expect(succession.reconciled.own).toEqual(succession.reconciled.log);
  const first = log.events.find(({ actor }) => actor.id === cast.amberDeputy.actor.id);
  expect(first?.kind).toBe('work.authorized');
  expect(first?.sequence).toBeGreaterThan(succession.head);
  expect(cast.amberDeputy.eventsOf(log.groupId)).toEqual(log.events);
});

test('CRD-004, OPEN-044, MEM-002: the old Coordinator that comes back is refused, and nothing of it stands in the log', () => {
  const { logs, succession } = story;
  const { staleMember, staleTerm, head } = succession;
  // With what it remembers it is not even a member of now; with a current Membership its term is the older one.
  expect(staleMember).toMatchObject({ code: 'MEMBERSHIP_STALE', retryable: false });
  expect(staleTerm).toMatchObject({
    code: 'AUTH_STALE_COORDINATOR',
    details: { coordinatorEpoch: 1, currentCoordinatorEpoch: 2 },
  });
  const log = logs.amber;
  const late = log.events.filter(
    ({ actor, sequence = 0 }) => actor.id === cast.amberLead.actor.id && sequence > head,
  );
  expect(late).toEqual([]);
  const member = log.world.get('member', log.groupId, memberKey(cast.amberLead.actor));
  expect(member?.membershipEpoch).toBe(3);
});

test('MIS-T5, MIS-012: after a change request the Mission goes on in its next revision, with new work', () => {
  const { logs, ids, basaltEnd } = story;
  const log = logs.basalt;
  const [before, after, ...others] = log.events
    .filter(({ kind }) => kind === 'mission.submitted_for_approval')
    .map((event) => payloadOf(event, 'mission.submitted_for_approval'));
  expect(others).toEqual([]);
  const changes = payloadOf(log.only('mission.changes_requested'), 'mission.changes_requested');
  expect(changes).toMatchObject({
    missionRevision: (before?.missionRevision ?? 0) + 1,
    feedback: 'say it again, and shorter',
    mission: { state: 'active' },
    approval: { approvalId: basaltEnd.changes.approvalId, approver: cast.basaltOwner.actor },
  });
  expect(sequenceOf(log, 'work.authorized', ids.again)).toBeGreaterThan(
    log.only('mission.changes_requested').sequence ?? 0,
  );
  expect(after?.missionRevision).toBeGreaterThan(changes.missionRevision ?? 0);
  expect(after?.artifactHashes).toEqual(basaltEnd.artifactHashes);
  expect(after?.artifactHashes).not.toEqual(before?.artifactHashes);
});

test('MIS-010, MIS-011, APV-002: only the Approval of this revision and this Artifact set is taken', () => {
  const { logs, basaltEnd, amberEnd } = story;
  expect(basaltEnd.refused).toMatchObject({
    between: { code: 'INVALID_STATE_TRANSITION', details: { missionState: 'active' } },
    early: { code: 'REVISION_CONFLICT', details: { aggregate: 'Mission' } },
    oldRevision: { code: 'REVISION_CONFLICT', details: { aggregate: 'Mission' } },
    oldSet: { code: 'REVISION_CONFLICT', details: { unexpectedArtifactHashes: [expect.any(String)] } },
  });
  expect(amberEnd.refused).toMatchObject({
    fewer: { code: 'REVISION_CONFLICT', details: { missingArtifactHashes: [amberEnd.artifactHashes[0]] } },
    stranger: { code: 'MEMBERSHIP_REQUIRED' },
  });
  for (const [log, end, owner] of [
    [logs.amber, amberEnd, cast.amberOwner],
    [logs.basalt, basaltEnd, cast.basaltOwner],
  ] as const) {
    const submitted = log.events.findLast(({ kind }) => kind === 'mission.submitted_for_approval');
    if (submitted === undefined) throw new Error('it was submitted');
    const { missionRevision, artifactHashes } = payloadOf(submitted, 'mission.submitted_for_approval');
    const approved = payloadOf(log.only('mission.approved'), 'mission.approved');
    expect(approved.approval).toEqual(end.approval);
    expect(approved.approval).toMatchObject({
      kind: 'mission_final',
      missionRevision,
      approver: owner.actor,
    });
    expect(new Set(approved.approval.artifactHashes)).toEqual(new Set(artifactHashes));
    expect(log.world.get('mission', log.groupId, SINGLE)?.document.state).toBe('approved');
  }
});

test('CHD-006, MIS-009: the result of the whole contains that of the child', () => {
  const { amberEnd, childEnd, logs } = story;
  expect(amberEnd.artifactHashes).toEqual(expect.arrayContaining([...childEnd.artifactHashes]));
  for (const [, { document }] of logs.amber.world.list('workItem', logs.amber.groupId)) {
    expect([document.workItemId, document.state]).toEqual([document.workItemId, 'verified']);
  }
});

test('CTX-005, SCH-011: no Group says anything of the other one; they have the Worker and the Authority in common', () => {
  const { amber, basalt, cobalt } = story.logs;
  const tree = new Set([...amber.names(), ...cobalt.names()]);
  const common = [...basalt.names()].filter((name) => tree.has(name));
  const { shared } = cast;
  const services = new Set(
    basalt.events.flatMap(({ acceptedBy, signature }) => [acceptedBy.id, signature.keyId]),
  );
  const schemas = ['urn:heddle:deliverable:report', 'urn:missionweaveprotocol:schema:opaque'];
  const expected = [shared.actor.id, shared.keyId, ...services, ...schemas];
  expect(common.toSorted()).toEqual(expected.toSorted());
  // Words of the objectives, the goals and the reports.
  expect(basalt.text).toContain('basalt');
  expect(basalt.text).not.toMatch(/amber|cobalt/);
  for (const log of [amber, cobalt]) {
    expect(log.text).toMatch(/amber|cobalt/);
    expect(log.text).not.toContain('basalt');
  }
});

test('SCH-010, SCH-011: an estimate depends on its own Group alone, however much waits of the other', () => {
  const { logs, ids } = story;
  const delayOf = (log: SignedLog, workItemId: string) => {
    const accepted = payloadOf(log.only('work.offer.accepted', workItemId), 'work.offer.accepted');
    const { scheduleEstimate } = accepted.workItem;
    if (scheduleEstimate === undefined) throw new Error('an acceptance comes with an estimate');
    const { estimatedStart, lastCalculatedAt, confidence, capacityStatus } = scheduleEstimate;
    return { delayMs: Date.parse(estimatedStart) - Date.parse(lastCalculatedAt), confidence, capacityStatus };
  };
  // Each was second in its own Group; of the other Group one ran when the first was asked, and two when the second was.
  const waiting = delayOf(logs.amber, ids.waiting);
  expect(waiting).toMatchObject({ capacityStatus: 'queued' });
  expect(waiting.delayMs).toBeGreaterThan(0);
  expect(delayOf(logs.basalt, ids.urgent)).toEqual(waiting);
});

test('every process ends when it is asked to, nothing is left running, and no fault was told', async () => {
  const isLinux = process.platform === 'linux';
  // What is looked for can be found.
  expect(story.running.some((line) => line.includes('ordered-work.ts'))).toBe(isLinux);
  const workers = [cast.shared.process, cast.single.process];
  const leads = [cast.amberDeputy, cast.basaltLead, cast.cobaltLead];
  const ends = [...workers, ...leads.map((lead) => lead.process), stage.authority];
  for (const each of ends) {
    each.signal('SIGTERM');
    expect(await each.ended).toEqual({ code: 0, signal: null });
  }
  expect(await stage.processes()).toEqual([]);
  for (const worker of workers) {
    expect(worker.count('host.fault')).toBe(0);
    expect(worker.count('worker.fault')).toBe(0);
    expect(worker.count('worker.work_lost')).toBe(0);
  }
  for (const { faults, process } of [...leads, cast.amberLead]) {
    expect([faults, process.errors]).toEqual([[], []]);
  }
  expect(stage.authority.errors).toEqual([
    'Stopping: no new connections; what is under way is answered.',
    'Stopped.',
  ]);
});

test('ARC-001, SIG-034: what is kept is right, and so is what is exported', async () => {
  const { logs } = story;
  const { organizationFolder, folder } = stage;
  const verified = await stage.heddle('authority', 'verify', organizationFolder);
  expect(verified).toMatch(/^Every one of \d+ Events in 3 Groups is signed, admitted and in its place/);
  const bundle = join(folder, 'all.mwpbundle');
  await stage.heddle('authority', 'export', organizationFolder, bundle);
  // By the keys that the human has asked for, not by those that the file brings.
  const registry = join(folder, 'registry.json');
  await writeFile(registry, JSON.stringify(story.registry));
  const text = await stage.heddle('verify', bundle, '--registry', registry, '--json');
  const report = JSON.parse(text) as BundleVerification;
  expect(report.findings).toEqual([]);
  expect(new Map(report.groups.map(({ groupId, events }) => [groupId, events]))).toEqual(
    new Map(Object.values(logs).map((log) => [log.groupId, log.events.length])),
  );
});
