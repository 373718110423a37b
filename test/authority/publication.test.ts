// A manifest becomes a fact only when its content is where members will look for it (ART-001, ART-003).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SubmitResult } from '../../core/authority/answers.ts';
import { ContentSweeper } from '../../core/authority/content-sweeper.ts';
import { createHostedContent, groupScope, type HostedContent } from '../../core/authority/hosted-content.ts';
import type { Artifact } from '../../core/protocol/generated/documents.ts';
import { hashContent } from '../../core/protocol/hash.ts';
import { BlobFault } from '../../core/store/blobs/blob-store.ts';
import { MemoryBlobStore } from '../../core/store/blobs/memory-blob-store.ts';
import { MemoryStore } from '../../core/store/memory/memory-store.ts';
import { type Principal, SERVICES, type TestMission, TestOrganization } from '../harness/organization.ts';

const CONTENT = 'path,hash\n';
const HASH = hashContent(CONTENT);

let blobs: MemoryBlobStore;
let organization: TestOrganization;
let mission: TestMission;
let worker: Principal;

async function open(hosted: HostedContent | undefined): Promise<void> {
  const store = new MemoryStore({ writer: SERVICES.actor });
  organization = await TestOrganization.open(store, {
    authority: hosted === undefined ? {} : { hosted },
  });
  mission = await organization.createMission('m');
  worker = organization.workers[0] as Principal;
}

beforeEach(async () => {
  blobs = new MemoryBlobStore();
  await open(createHostedContent(blobs));
});

afterEach(() => organization.authority.close());

/** Brings a WorkItem to where its owner publishes, and answers with the refusal of content that nobody brought. */
async function failToPublish(): Promise<string> {
  const failure: unknown = await organization
    .completeWorkItem(mission, worker)
    .catch((error: unknown) => error);
  return failure instanceof Error ? failure.message : 'accepted';
}

/** Publishes under the WorkItem that `failToPublish` has left active. */
async function publish(changes: Partial<Artifact> = {}): Promise<SubmitResult> {
  const { groupId } = mission;
  const claim = await organization.authority.look((world) => {
    const active = [...world.list('workItem', groupId)].find(
      ([, { document }]) => document.state === 'active',
    );
    if (active === undefined) throw new Error('no active WorkItem');
    const [workItemId, { ownershipEpoch, executionLeaseId = '' }] = active;
    return { workItemId, ownershipEpoch, executionLeaseId };
  });
  const { workItemId, ...term } = claim;
  const { signature: _signature, ...manifest } = organization.artifactOf(
    mission,
    workItemId,
    worker,
    CONTENT,
  );
  const artifact = organization.sign('artifact', { ...manifest, ...changes }, worker);
  return organization.act('artifact.publish', worker, { artifact, ...term }, { groupId });
}

async function bring(groupId = mission.groupId): Promise<void> {
  await blobs.put(once(Buffer.from(CONTENT)), { maxBytes: 100, expectedHash: HASH });
  await blobs.link(groupScope(groupId), HASH);
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

function faultOf(result: SubmitResult) {
  if (result.ok) throw new Error('accepted');
  return result.fault;
}

describe('where the Authority hosts content', () => {
  test('ART-001 nothing is published that nobody brought, and nothing of it is in the log', async () => {
    expect(await failToPublish()).toMatch(/artifact\.publish: .*"INVALID_COMMAND"/);
    const position = await organization.authority.store.readPosition();
    expect(faultOf(await publish())).toMatchObject({
      code: 'INVALID_COMMAND',
      details: { rule: 'ART-001', contentHash: HASH },
    });
    expect(await organization.authority.store.readPosition()).toBe(position);
    await bring();
    expect((await publish()).ok).toBe(true);
  });

  test('ART-003 the size is that of the content', async () => {
    await failToPublish();
    await bring();
    for (const sizeBytes of [CONTENT.length - 1, CONTENT.length + 1, 0]) {
      expect(faultOf(await publish({ sizeBytes }))).toMatchObject({
        code: 'INVALID_COMMAND',
        details: { rule: 'ART-003', sizeBytes, storedSizeBytes: CONTENT.length },
      });
    }
    expect((await publish()).ok).toBe(true);
  });

  test('INV-09 content of another Group is answered like content that does not exist', async () => {
    await failToPublish();
    const absent = faultOf(await publish({ contentHash: `sha256:${'0'.repeat(64)}` }));
    await bring('urn:heddle:test:group:other');
    const foreign = faultOf(await publish());
    const { contentHash: _absent, artifactId: _a, ...expected } = absent.details ?? {};
    const { contentHash: _foreign, artifactId: _b, ...received } = foreign.details ?? {};
    expect({ ...foreign, details: received }).toMatchObject({
      code: absent.code,
      message: absent.message,
      details: expected,
    });
  });

  test('ART-003 a retrieval URI elsewhere is no way around', async () => {
    await failToPublish();
    expect(faultOf(await publish({ uri: 'https://elsewhere.example/inventory' })).code).toBe(
      'INVALID_COMMAND',
    );
  });

  test('ART-006 who may not publish does not learn whether the content is there', async () => {
    await failToPublish();
    const wrongPlace = { missionId: 'urn:heddle:test:mission:other' };
    const before = faultOf(await publish(wrongPlace));
    await bring();
    const after = faultOf(await publish(wrongPlace));
    expect(after).toMatchObject({ code: before.code, details: { rule: 'ART-006' } });
  });

  test('what a sweep has taken is not published, and what was published is not taken', async () => {
    const dayMs = 24 * 60 * 60 * 1_000;
    let nowMs = 0;
    blobs = new MemoryBlobStore(undefined, () => nowMs);
    await organization.authority.close();
    await open(createHostedContent(blobs));
    await failToPublish();
    await bring();
    nowMs += dayMs + 1;
    const { store } = organization.authority;
    const sweeper = new ContentSweeper({ store, blobs, now: () => nowMs });
    expect(await sweeper.step()).toMatchObject({ removed: 1 });
    expect(faultOf(await publish())).toMatchObject({ details: { rule: 'ART-001' } });
    await bring();
    expect((await publish()).ok).toBe(true);
    nowMs += dayMs + 1;
    expect(await sweeper.step()).toMatchObject({ lookedAt: 1, removed: 0 });
  });

  test('ERR-036 storage that fails refuses that Command alone, and the next one succeeds', async () => {
    await organization.authority.close();
    let isBroken = true;
    await open({
      sizeIn: async () => {
        if (isBroken) throw new BlobFault('other', 'the disk is away');
        return CONTENT.length;
      },
    });
    expect(await failToPublish()).toMatch('INTERNAL_ERROR');
    isBroken = false;
    expect((await publish()).ok).toBe(true);
    expect(organization.faults.splice(0).map(String)).toEqual(['BlobFault: the disk is away']);
  });
});

test('where content is kept elsewhere, its readers verify it (ART-003)', async () => {
  await organization.authority.close();
  await open(undefined);
  await organization.completeWorkItem(mission, worker);
  expect(organization.faults).toEqual([]);
});
