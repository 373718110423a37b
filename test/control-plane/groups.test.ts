// The log over HTTP: Events in exact bytes as far as visibility reaches, snapshots, the Registry, health, description.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draftSnapshot, snapshotHashOf, storeSnapshot } from '../../core/authority/snapshots.ts';
import type { CommandPayloads } from '../../core/protocol/generated/documents.ts';
import { hashContent } from '../../core/protocol/hash.ts';
import { StoreFault } from '../../core/store/authority-store.ts';
import { MemoryBlobStore } from '../../core/store/blobs/memory-blob-store.ts';
import {
  bindingOf,
  COORDINATOR,
  OWNER,
  principalOf,
  SERVICES,
  type TestMission,
} from '../harness/organization.ts';
import { jsonOf } from './http-client.ts';
import { groupPath, HttpWorld } from './http-world.ts';

let world: HttpWorld;
let mission: TestMission;

beforeEach(async () => {
  world = await HttpWorld.open();
  mission = await world.organization.createMission('m');
});
afterEach(() => world.close());

function readEvents(token: string, query = '', { groupId }: Pick<TestMission, 'groupId'> = mission) {
  return world.send({ path: groupPath({ groupId }, `events${query}`), token });
}

describe('the Groups of a caller', () => {
  async function listGroups(token: string): Promise<unknown> {
    const answer = await world.send({ path: '/v0.1/groups', token });
    expect(answer.status).toBe(200);
    return jsonOf(answer)['groups'];
  }

  it('are those in which it is a member, with what it needs to follow them (DEL-010)', async () => {
    const { organization, store } = world;
    const late = await world.newAgent('late');
    const elsewhere = await organization.createMission('elsewhere');
    expect(await listGroups(await world.sessionTokenOf(late))).toEqual([]);
    await world.join(mission, late);
    await organization.postMessage(COORDINATOR, mission, 'welcome');
    const { groupId, missionId } = mission;
    const headSequence = (await store.readGroupEvents(groupId, 0, 1_000)).length;
    const visibilityStartSequence = await organization.authority.visibleFrom(late.actor, groupId);
    const expected = {
      groupId,
      missionId,
      groupState: 'active',
      roles: ['worker'],
      state: 'active',
      membershipEpoch: 1,
      visibilityStartSequence,
      headSequence,
    };
    expect(visibilityStartSequence).toBe(headSequence - 1);
    expect(await listGroups(await world.sessionTokenOf(late))).toEqual([expected]);
    const owners = { roles: ['mission_owner'], visibilityStartSequence: 1 };
    expect(await listGroups(await world.tokenOf(OWNER))).toMatchObject([
      { groupId, ...owners },
      { groupId: elsewhere.groupId, ...owners },
    ]);
    await organization.mustAct('membership.end', COORDINATOR, { member: late.actor }, { groupId });
    expect(await listGroups(await world.sessionTokenOf(late))).toEqual([]);
  });

  it('are none for whoever is a member of nothing, whatever there is (DEL-011)', async () => {
    expect(await listGroups(await world.tokenOf(SERVICES))).toEqual([]);
    expect(await listGroups(await world.sessionTokenOf(await world.newAgent('stranger')))).toEqual([]);
  });

  it('are not told without a token, nor to a fenced Session', async () => {
    const token = await world.sessionTokenOf(COORDINATOR);
    await world.organization.openSession(COORDINATOR);
    expect((await world.send({ path: '/v0.1/groups' })).status).toBe(401);
    expect((await world.send({ path: '/v0.1/groups', token })).status).toBe(401);
  });
});

describe('Events', () => {
  it('come in order and in the bytes that were signed', async () => {
    const answer = await readEvents(await world.tokenOf(OWNER));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/x-ndjson');
    const stored = await world.store.readGroupEvents(mission.groupId, 0, 1_000);
    expect(stored.length).toBeGreaterThan(2);
    expect(answer.body).toEqual(Buffer.concat(stored.flatMap(({ bytes }) => [bytes, Buffer.from('\n')])));
  });

  it('come in pages', async () => {
    const token = await world.tokenOf(OWNER);
    for (let n = 0; n < 30; n += 1)
      await world.organization.postMessage(COORDINATOR, mission, `message ${n}`);
    const page = (await readEvents(token, '?after=3&limit=5')).body.toString('utf8').trim().split('\n');
    expect(page.map((line) => (JSON.parse(line) as { sequence: number }).sequence)).toEqual([4, 5, 6, 7, 8]);
    expect((await readEvents(token, '?after=100000')).body).toHaveLength(0);
  });

  it('begin for a late member where its visibility begins (DEL-011)', async () => {
    const late = await world.newAgent('late');
    await world.join(mission, late);
    const token = await world.sessionTokenOf(late);
    const from = (await world.organization.authority.visibleFrom(late.actor, mission.groupId)) ?? 0;
    expect(from).toBeGreaterThan(1);
    const [first = ''] = (await readEvents(token)).body.toString('utf8').split('\n');
    expect(JSON.parse(first)).toMatchObject({ sequence: from });
  });

  it('of a Group that is absent or of others are not found, in one answer', async () => {
    const owner = await world.tokenOf(OWNER);
    const stranger = await world.sessionTokenOf(await world.newAgent('stranger'));
    const answers = [
      await readEvents(owner, '', { groupId: 'urn:x:none' }),
      await readEvents(stranger),
      await readEvents(await world.tokenOf(SERVICES)),
      await world.send({ path: groupPath(mission, 'snapshot'), token: stranger }),
    ];
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.toString('utf8')}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  it('of the whole tree are open to the human at its root, who is no member below (CHD-008)', async () => {
    const { organization } = world;
    const [childCoordinator] = organization.workers;
    if (childCoordinator === undefined) throw new Error('there are workers');
    const workItemId = organization.newId('work-item');
    const contract = organization.contractOf();
    const { groupId } = mission;
    await organization.mustAct('work.authorize', COORDINATOR, { workItemId, contract }, { groupId });
    const child = { groupId: 'urn:heddle:test:group:child', missionId: 'urn:heddle:test:mission:child' };
    const payload = {
      ...child,
      coordinatorAgentId: childCoordinator.actor.id,
      objective: 'the part',
      definitionOfDone: [{ criterionId: 'done', description: 'it is', evidenceRequired: ['human_review'] }],
      budget: contract.budget,
      deadline: contract.deadline,
      approvalPolicy: { finalHumanApproval: false, highRiskExecutionApproval: true },
      parentWorkItemId: workItemId,
    } satisfies CommandPayloads['mission.create_child'];
    await organization.mustAct('mission.create_child', COORDINATOR, payload, { groupId });
    const stored = await world.store.readGroupEvents(child.groupId, 0, 1_000);
    const answer = await readEvents(await world.tokenOf(OWNER), '', child);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(Buffer.concat(stored.flatMap(({ bytes }) => [bytes, Buffer.from('\n')])));

    const stranger = principalOf('human', 'stranger');
    await organization.authority.registerBinding(bindingOf(stranger));
    const [, other] = organization.workers;
    for (const outside of [
      await world.tokenOf(stranger),
      // A member of the parent Group that has nothing to do with the child.
      await world.tokenOf(other ?? stranger),
    ]) {
      expect((await readEvents(outside, '', child)).status).toBe(404);
    }
  });

  it('are not read for a position or number that is none', async () => {
    const token = await world.tokenOf(OWNER);
    for (const query of [
      '?after=-1',
      '?after=x',
      '?after=1.5',
      '?limit=0',
      '?limit=10001',
      '?x=1',
      '?after=1&after=2',
      '?after=9e99',
    ]) {
      const { status } = await readEvents(token, query);
      expect([query, status]).toEqual([query, 400]);
    }
  });
});

describe('a snapshot', () => {
  async function archive() {
    const { organization, store } = world;
    const { groupId } = mission;
    await organization.mustAct('mission.cancel', OWNER, { reason: 'enough' }, { groupId });
    const draft = await draftSnapshot(groupId, {
      authority: organization.authority,
      createdBy: { type: 'service', id: SERVICES.actor.id },
      newId: (kind) => organization.newId(kind),
      createdAt: organization.nowText,
    });
    if (draft === undefined) throw new Error('no such Group');
    const snapshot = organization.sign('group-snapshot', draft.unsigned, SERVICES);
    await storeSnapshot(new MemoryBlobStore(world.blobs), snapshot, draft.state);
    await organization.mustAct(
      'ext.missionweaveprotocol.core.group_archive',
      SERVICES,
      { snapshot },
      { groupId },
    );
    const events = await store.readGroupEvents(groupId, 0, 1_000);
    // OPEN-028: the two archival Events lie after the snapshot.
    expect(events).toHaveLength(snapshot.throughSequence + 2);
    expect(snapshot.eventIds).toEqual(events.slice(0, -2).map(({ eventId }) => eventId));
    return snapshot;
  }

  it('is served to who sees the whole history, with its state document as content', async () => {
    const snapshot = await archive();
    const token = await world.tokenOf(OWNER);
    const answer = await world.send({ path: groupPath(mission, 'snapshot'), token });
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toEqual(snapshot);
    expect(hashContent(answer.body)).toBe(snapshotHashOf(snapshot));
    const state = await world.getContent(mission, snapshot.stateHash, token);
    expect([state.status, hashContent(state.body)]).toEqual([200, snapshot.stateHash]);
    const content = await world.getContent(mission, snapshotHashOf(snapshot), token);
    expect(content.body).toEqual(answer.body);
  });

  it('is not for who joined late', async () => {
    const [worker = OWNER] = world.organization.workers;
    const token = await world.sessionTokenOf(worker);
    const snapshot = await archive();
    expect((await world.send({ path: groupPath(mission, 'snapshot'), token })).status).toBe(404);
    expect((await world.getContent(mission, snapshot.stateHash, token)).status).toBe(404);
    expect((await world.getContent(mission, snapshotHashOf(snapshot), token)).status).toBe(404);
  });

  it('of a Group that has none is not found', async () => {
    const token = await world.tokenOf(OWNER);
    expect((await world.send({ path: groupPath(mission, 'snapshot'), token })).status).toBe(404);
  });
});

describe('health', () => {
  it('tells the position and nothing else', async () => {
    const answer = await world.send({ path: '/healthz' });
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toEqual({ status: 'ok', position: await world.store.readPosition() });
  });

  it('fails when the store takes no writes, and asks it once a second', async () => {
    let probes = 0;
    const { organization, store } = world;
    const authority = {
      organizationId: organization.authority.organizationId,
      submit: organization.authority.submit.bind(organization.authority),
      look: organization.authority.look.bind(organization.authority),
      followOthers: organization.authority.followOthers.bind(organization.authority),
      visibleFrom: organization.authority.visibleFrom.bind(organization.authority),
      keys: organization.authority.keys,
      onCommit: organization.authority.onCommit.bind(organization.authority),
      store: {
        readBindings: () => store.readBindings(),
        readGroupEvents: store.readGroupEvents.bind(store),
        readGroupIds: store.readGroupIds.bind(store),
        readRecords: store.readRecords.bind(store),
        readPosition: () => store.readPosition(),
        write: async () => {
          probes += 1;
          throw new StoreFault('full', 'no room left on /secret/path');
        },
      },
    };
    const failing = await HttpWorld.open({ options: { authority } });
    for (let n = 0; n < 5; n += 1) {
      const answer = await failing.send({ path: '/healthz' });
      expect(answer.status).toBe(503);
      expect(answer.body.toString('utf8')).not.toContain('secret');
    }
    expect(probes).toBe(1);
    expect(failing.faults.splice(0)).toHaveLength(1);
    await failing.close();
  });
});

it('serves its own description', async () => {
  const answer = await world.send({ path: '/openapi.json' });
  expect(answer.status).toBe(200);
  expect(jsonOf(answer)).toMatchObject({ openapi: '3.1.0' });
});
