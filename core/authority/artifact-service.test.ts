// Who may read and bring content, rule by rule; the HTTP side is tested over loopback.
import { beforeEach, describe, expect, it } from 'vitest';
import { ITEM, leaseIdOf, seedWorkItem } from '../domain/seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MISSION,
  OBSERVER,
  OWNER,
  SeededOrganization,
  SERVICE,
  STRANGER,
  WORKER,
} from '../domain/seeded-world.test-data.ts';
import { nowAt } from '../domain/decision.ts';
import { currentMemberships } from '../domain/members.ts';
import { ORGANIZATION, SINGLE } from '../domain/world.ts';
import { UNSIGNED, valueOf } from '../protocol/fixtures.test-data.ts';
import type { Actor, Artifact } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import type { StoredEvent } from '../store/authority-store.ts';
import { MemoryBlobStore } from '../store/blobs/memory-blob-store.ts';
import type { Caller } from './access-tokens.ts';
import { ArtifactService } from './artifact-service.ts';

const CHILD = 'urn:heddle:test:group:child';
const CONTENT = Buffer.from('content');
const HASH = hashContent(CONTENT);

let organization: SeededOrganization;
let service: ArtifactService;
let log: StoredEvent[];
let reads: number;

beforeEach(async () => {
  organization = new SeededOrganization();
  log = [];
  reads = 0;
  const { world } = organization;
  const blobs = new MemoryBlobStore();
  service = new ArtifactService({
    authority: {
      look: async (read) => read(world),
      visibleFrom: async (member, groupId) => {
        const starts = currentMemberships(world, groupId, member, nowAt(organization.nowMs));
        return starts.length === 0
          ? undefined
          : Math.max(1, Math.min(...starts.map(({ visibilityStartSequence: start }) => start)));
      },
      store: {
        readGroupEvents: async (groupId, after, limit) => {
          reads += 1;
          const ofGroup = log.filter((event) => event.groupId === groupId && (event.sequence ?? 0) > after);
          return ofGroup.slice(0, limit);
        },
      },
    },
    blobs,
    now: () => organization.nowMs,
    maxUploadBytes: 100,
  });
  valueOf(await blobs.put(once(CONTENT), { maxBytes: 100 }));
  valueOf(await service.upload(callerOf(OWNER), GROUP, HASH, once(CONTENT)));
});

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

function callerOf(principal: Actor, sessionEpoch = 1): Caller {
  const keyId = `${principal.id}:key`;
  return principal.type === 'agent' ? { principal, keyId, sessionEpoch } : { principal, keyId };
}

/** A manifest in the state of a Group. */
function publish(groupId = GROUP, changes: Partial<Artifact> = {}): void {
  const { world } = organization;
  const artifactId = organization.newId('artifact');
  const signature = { algorithm: 'Ed25519' as const, keyId: 'urn:x:k', createdAt: '', value: '' };
  const value: Artifact = {
    ...UNSIGNED.artifact,
    signature,
    artifactId,
    groupId,
    contentHash: HASH,
    ...changes,
  };
  const known = world.get('content', groupId, HASH)?.artifactIds ?? [];
  world.apply([
    { kind: 'artifact', groupId, id: artifactId, value },
    { kind: 'content', groupId, id: HASH, value: { artifactIds: [...known, artifactId] } },
  ]);
}

function mention(sequence: number, groupId = GROUP, hash = HASH, actor = COORDINATOR): void {
  const bytes = Buffer.from(JSON.stringify({ actor, payload: { artifactHashes: [hash] } }));
  log.push({ position: log.length + 1, eventId: `urn:x:${sequence}`, groupId, sequence, bytes });
}

/** The members of the Group again, with their visibility from a sequence on. */
function seeFrom(member: Actor, visibilityStartSequence: number, groupId = GROUP): void {
  const { world } = organization;
  for (const [id, membership] of world.list('membership', GROUP)) {
    if (membership.member.id !== member.id) continue;
    const value = { ...membership, groupId, visibilityStartSequence };
    const key = `${member.type} ${member.id}`;
    world.apply([
      { kind: 'membership', groupId, id, value },
      { kind: 'member', groupId, id: key, value: { member, membershipEpoch: 1, membershipIds: [id] } },
    ]);
  }
}

function seedChild(): void {
  const { world } = organization;
  const mission = world.get('mission', GROUP, SINGLE);
  const group = world.get('group', GROUP, SINGLE);
  if (mission === undefined || group === undefined) throw new Error('the seed has a Mission');
  const missionId = 'urn:heddle:test:mission:child';
  const parent = { missionId: MISSION, workItemId: ITEM, depth: 1 };
  const document = { ...mission.document, missionId, groupId: CHILD, parent };
  world.apply([
    { kind: 'mission', groupId: CHILD, id: SINGLE, value: { ...mission, document } },
    { kind: 'group', groupId: CHILD, id: SINGLE, value: { ...group, groupId: CHILD, missionId } },
  ]);
}

describe('reading', () => {
  it('is for members, of what was published', async () => {
    expect(await service.find(callerOf(OWNER), GROUP, HASH)).toBeUndefined();
    publish();
    expect(await service.find(callerOf(OWNER), GROUP, HASH)).toEqual({
      contentHash: HASH,
      sizeBytes: CONTENT.length,
      mediaType: UNSIGNED.artifact.mediaType,
      classification: UNSIGNED.artifact.classification,
    });
    expect(await service.find(callerOf(OBSERVER), GROUP, HASH)).toBeDefined();
    expect(await service.find(callerOf(STRANGER), GROUP, HASH)).toBeUndefined();
    expect(await service.find(callerOf(SERVICE), GROUP, HASH)).toBeUndefined();
    expect(await service.find(callerOf(OWNER), CHILD, HASH)).toBeUndefined();
    expect(reads).toBe(0);
  });

  it('takes a hash only', async () => {
    expect(await service.find(callerOf(OWNER), GROUP, '../etc/passwd')).toBeUndefined();
  });

  it('finds nothing whose bytes are not there', async () => {
    const contentHash = hashContent('never uploaded');
    publish(GROUP, { contentHash });
    organization.world.apply([
      { kind: 'content', groupId: GROUP, id: contentHash, value: { artifactIds: ['urn:x:a'] } },
    ]);
    expect(await service.find(callerOf(OWNER), GROUP, contentHash)).toBeUndefined();
  });

  it('begins for a late member with the Events that it sees (MEM-005)', async () => {
    publish();
    seeFrom(WORKER, 10);
    mention(9);
    expect(await service.find(callerOf(WORKER), GROUP, HASH)).toBeUndefined();
    mention(10, GROUP, hashContent('another'));
    expect(await service.find(callerOf(WORKER), GROUP, HASH)).toBeUndefined();
    mention(11);
    expect(await service.find(callerOf(WORKER), GROUP, HASH)).toBeDefined();
  });

  it('searches the log once, however often a late member asks', async () => {
    publish();
    seeFrom(WORKER, 2);
    for (let sequence = 1; sequence <= 1_200; sequence += 1) mention(sequence, GROUP, hashContent('x'));
    await service.find(callerOf(WORKER), GROUP, HASH);
    const first = reads;
    await service.find(callerOf(WORKER), GROUP, HASH);
    expect([first, reads - first]).toEqual([4, 1]);
  });

  it('reaches content of a Mission above that an Event of the Group names, and no further (CTX-006)', async () => {
    seedChild();
    publish(GROUP);
    seeFrom(WORKER, 0, CHILD);
    expect(await service.find(callerOf(WORKER), CHILD, HASH)).toBeUndefined();
    mention(3, CHILD);
    expect(await service.find(callerOf(WORKER), CHILD, HASH)).toBeDefined();
  });

  it('is not opened by what the reader itself names, unless it brought the content itself', async () => {
    publish();
    seeFrom(WORKER, 10);
    mention(12, GROUP, HASH, WORKER);
    expect(await service.find(callerOf(WORKER), GROUP, HASH)).toBeUndefined();
    seedWorkItem(organization, { state: 'active' });
    valueOf(await service.upload(callerOf(WORKER), GROUP, HASH, once(CONTENT)));
    expect(await service.find(callerOf(WORKER), GROUP, HASH)).toBeDefined();
  });

  it('is not opened by a manifest for content that another Group brought (CTX-005)', async () => {
    seedChild();
    const contentHash = hashContent('of the child');
    seeFrom(OWNER, 0, CHILD);
    valueOf(await service.upload(callerOf(OWNER), CHILD, contentHash, once(Buffer.from('of the child'))));
    publish(GROUP, { contentHash });
    organization.world.apply([
      {
        kind: 'content',
        groupId: GROUP,
        id: contentHash,
        value: { artifactIds: ['urn:heddle:test:artifact:n1'] },
      },
    ]);
    expect(await service.find(callerOf(COORDINATOR), GROUP, contentHash)).toBeUndefined();
    valueOf(await service.upload(callerOf(OWNER), GROUP, contentHash, once(Buffer.from('of the child'))));
    expect(await service.find(callerOf(COORDINATOR), GROUP, contentHash)).toBeDefined();
  });

  it('reaches the approved result of a child, which its parent knows by the same manifest (CHD-006)', async () => {
    seedChild();
    const content = Buffer.from('of the child');
    const contentHash = hashContent(content);
    const known = () => service.find(callerOf(OWNER), GROUP, contentHash);
    publish(GROUP, { groupId: CHILD, contentHash });
    const artifactIds = ['urn:heddle:test:artifact:n1'];
    organization.world.apply([{ kind: 'content', groupId: GROUP, id: contentHash, value: { artifactIds } }]);
    expect(await known()).toBeUndefined();
    seeFrom(OWNER, 0, CHILD);
    valueOf(await service.upload(callerOf(OWNER), CHILD, contentHash, once(content)));
    expect(await known()).toMatchObject({ contentHash, sizeBytes: content.length });
  });

  it('does not reach content of a Mission below', async () => {
    seedChild();
    publish(CHILD);
    mention(3);
    expect(await service.find(callerOf(OWNER), GROUP, HASH)).toBeUndefined();
  });
});

describe('bringing content', () => {
  beforeEach(() => {
    seedWorkItem(organization, { state: 'active', executionSeconds: 600 });
  });

  it.each([
    ['the owner', OWNER, true],
    ['the Coordinator', COORDINATOR, true],
    ['an Agent at work', WORKER, true],
    ['an Agent without work', OBSERVER, false],
    ['an Agent of another Group', STRANGER, false],
    ['a service', SERVICE, false],
  ])('is for %s: %j, %j', async (_name, principal, isAllowed) => {
    expect(await service.mayUpload(callerOf(principal), GROUP)).toBe(isAllowed);
  });

  it('needs the Session, the time and the state of the lease', async () => {
    expect(await service.mayUpload(callerOf(WORKER, 2), GROUP)).toBe(false);
    organization.passSeconds(600);
    expect(await service.mayUpload(callerOf(WORKER), GROUP)).toBe(false);
    organization.nowMs -= 600_000;
    const leaseId = leaseIdOf(ITEM, 'execution');
    const lease = organization.world.get('lease', GROUP, leaseId);
    if (lease === undefined) throw new Error('the item has a lease');
    organization.world.apply([
      { kind: 'lease', groupId: GROUP, id: leaseId, value: { ...lease, state: 'revoked' } },
    ]);
    expect(await service.mayUpload(callerOf(WORKER), GROUP)).toBe(false);
  });

  it('counts no lease in another Group', async () => {
    seedChild();
    seeFrom(WORKER, 0, CHILD);
    expect(await service.mayUpload(callerOf(WORKER), CHILD)).toBe(false);
    organization.world.apply([
      { kind: 'execution', groupId: ORGANIZATION, id: WORKER.id, value: { items: [] } },
    ]);
    expect(await service.mayUpload(callerOf(WORKER), GROUP)).toBe(false);
  });

  it('ends with the archive of the Group', async () => {
    const group = organization.world.get('group', GROUP, SINGLE);
    if (group === undefined) throw new Error('the seed has a Group');
    organization.world.apply([
      { kind: 'group', groupId: GROUP, id: SINGLE, value: { ...group, state: 'archived' } },
    ]);
    expect(await service.mayUpload(callerOf(OWNER), GROUP)).toBe(false);
  });

  it('has a limit and a hash', async () => {
    const bring = (content: Uint8Array, hash = hashContent(content)) =>
      service.upload(callerOf(WORKER), GROUP, hash, once(content));
    expect(await bring(Buffer.alloc(100))).toMatchObject({ ok: true, value: { sizeBytes: 100 } });
    expect(await bring(Buffer.alloc(101))).toEqual({ ok: false, fault: 'too-large' });
    expect(await bring(Buffer.alloc(5), HASH)).toEqual({ ok: false, fault: 'hash-mismatch' });
    expect(await bring(Buffer.alloc(5), 'no hash')).toEqual({ ok: false, fault: 'forbidden' });
  });
});
