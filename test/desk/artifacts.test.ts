// The library of Artifacts in front of a real Authority: what is said of each, where contents come from, and what is done with them.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArtifactDetail, ArtifactRow } from '../../core/contract/artifacts.ts';
import type { DeskClient } from '../../core/contract/contract.ts';
import { DeskContents } from '../../core/host/desk-contents.ts';
import { createDeskRouter } from '../../core/host/desk-router.ts';
import { hashContent } from '../../core/protocol/hash.ts';
import { openFileBlobStore } from '../../core/store/blobs/file-blob-store.ts';
import { ControlPlaneClient } from '../../core/sync/control-plane-client.ts';
import { accessCredentials } from '../../core/sync/credentials.ts';
import { signerOfLocalKey } from '../../core/sync/key-signer.ts';
import { openServerAddress } from '../../core/sync/server-address.ts';
import { SYSTEM_RANDOM } from '../../core/sync/system-ports.ts';
import { OWNER, type Principal, type TestMission } from '../harness/organization.ts';
import { createTestClock, SyncWorld } from '../sync/sync-world.ts';
import { stateOf, valueOf } from './desk-client.ts';
import { CONNECTION_ID, DeskStage } from './desk-stage.ts';
import { bareServices } from './served-desk.ts';
import { submitWork } from './submitted-work.ts';

let world: SyncWorld;
let stage: DeskStage;
let mission: TestMission;
let worker: Principal;
let folder: string;
let client: DeskClient;
let owner: ControlPlaneClient;

async function openClient(): Promise<DeskClient> {
  const contents = await DeskContents.open({
    desk: stage.desk,
    store: await openFileBlobStore({
      root: join(folder, 'contents'),
      now: () => Date.now(),
      newName: randomUUID,
    }),
    exports: join(folder, 'exports'),
    nowMs: () => Date.now(),
  });
  const services = bareServices(stage.desk, (error) => stage.faults.push(error));
  return createRouterClient(createDeskRouter({ ...services, contents }));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-artifacts-'));
  world = await SyncWorld.open({ workers: 1 });
  mission = await world.organization.createMission('library');
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('there is one Worker');
  worker = first;
  stage = await DeskStage.open(world);
  await stage.ready(mission.groupId);
  client = await openClient();
  const address = openServerAddress({ origin: `http://127.0.0.1:${world.port}` });
  if (!address.ok) throw new Error(address.fault);
  owner = new ControlPlaneClient({
    address: address.value,
    credentials: accessCredentials({
      principal: { type: 'human', id: OWNER.actor.id },
      signer: signerOfLocalKey(OWNER.signer),
      clock: createTestClock(() => world.organization.nowMs),
      random: SYSTEM_RANDOM,
    }),
  });
}, 60_000);

afterAll(async () => {
  owner.close();
  await stage.leave();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

async function rowOf(contentHash: string, isWanted: (row: ArtifactRow) => boolean = () => true) {
  const find = (rows: readonly ArtifactRow[]) => rows.find((row) => row.contentHash === contentHash);
  const { rows } = await stateOf(
    client,
    (options) => client.artifacts.follow({}, options),
    (state) => {
      const row = find(state.rows);
      return row !== undefined && isWanted(row);
    },
  );
  const row = find(rows);
  if (row === undefined) throw new Error('there is no such row');
  return row;
}

async function detailOf({ connectionId, groupId, artifactId }: ArtifactRow): Promise<ArtifactDetail> {
  const { rows } = await stateOf(
    client,
    (options) => client.artifacts.detail({ connectionId, groupId, artifactId }, options),
    (state) => state.rows.length === 1,
  );
  const [detail] = rows;
  if (detail === undefined) throw new Error('there is no detail');
  return detail;
}

const at = (contentHash: string) => ({ connectionId: CONNECTION_ID, groupId: mission.groupId, contentHash });
/** Work that was submitted, with its content brought to the Group. */
async function submit() {
  const submitted = await submitWork(stage, mission, worker, {});
  const content = Buffer.from(world.blobs.get(submitted.contentHash) ?? []);
  const brought = await owner.upload(mission.groupId, content);
  if (!brought.ok) throw new Error(brought.fault.kind);
  return submitted;
}

describe('an Artifact in the library', () => {
  test('ART-002, ART-005: is shown with producer, card, class, signature, and where it was submitted', async () => {
    const { workItemId, contentHash } = await submit();
    const row = await rowOf(contentHash, ({ submissions }) => submissions === 1);
    expect(row).toMatchObject({
      connectionId: CONNECTION_ID,
      groupId: mission.groupId,
      workItemId,
      producer: { id: worker.actor.id },
      signature: 'valid',
      content: 'unchecked',
      hasCopy: false,
      isSubmitted: true,
      approvals: 0,
    });
    expect(row.cardVersion).toBeGreaterThan(0);
    const detail = await detailOf(row);
    expect(detail.submittedIn).toMatchObject([{ workItemId, isCurrent: true }]);
    expect(detail.submittedIn[0]?.sequence).toBeGreaterThan(0);
    expect(detail.evidence).toMatchObject([{ by: { id: worker.actor.id }, workItemId }]);
    expect(detail.approvedBy).toEqual([]);
    const one = await stateOf(
      client,
      (options) =>
        client.artifacts.follow({ connectionId: CONNECTION_ID, groupId: 'urn:heddle:test:nowhere' }, options),
      () => true,
    );
    expect(one.rows).toEqual([]);
  });

  test('ART-003: is compared with its hash, and when', async () => {
    const { contentHash } = await submit();
    expect(valueOf(await client.artifacts.check(at(contentHash)))).toEqual({ content: 'intact' });
    const row = await rowOf(contentHash, ({ content }) => content === 'intact');
    expect(row.checkedAtMs).toBeGreaterThan(0);
    expect(row.hasCopy).toBe(false);
  });

  test('is kept in the profile, read there without the Authority, and forgotten', async () => {
    const { contentHash } = await submit();
    valueOf(await client.artifacts.fetch(at(contentHash)));
    const content = world.blobs.get(contentHash);
    world.blobs.delete(contentHash);
    // Another run of the host finds it as well.
    client = await openClient();
    const row = await rowOf(contentHash, ({ hasCopy }) => hasCopy);
    const { copyPath = '' } = await detailOf(row);
    expect(hashContent(await readFile(copyPath))).toBe(contentHash);
    const read = valueOf(await client.artifacts.read({ ...at(contentHash), limitBytes: 1_000 }));
    expect(Buffer.from(read.base64, 'base64')).toEqual(Buffer.from(content ?? []));
    valueOf(await client.artifacts.forget(at(contentHash)));
    await rowOf(contentHash, ({ hasCopy }) => !hasCopy);
    const gone = await client.artifacts.read({ ...at(contentHash), limitBytes: 1_000 });
    expect(gone).toMatchObject({ ok: false, fault: { code: 'content-unavailable' } });
    await rowOf(contentHash, (each) => each.content === 'unavailable');
  });

  test('ART-003: a copy that was damaged on this computer is set aside, and fetched anew', async () => {
    const { contentHash } = await submit();
    valueOf(await client.artifacts.fetch(at(contentHash)));
    const { copyPath = '' } = await detailOf(await rowOf(contentHash, ({ hasCopy }) => hasCopy));
    await writeFile(copyPath, 'something else');
    expect(valueOf(await client.artifacts.check(at(contentHash)))).toEqual({ content: 'intact' });
    await rowOf(contentHash, ({ hasCopy }) => !hasCopy);
    valueOf(await client.artifacts.fetch(at(contentHash)));
    expect(hashContent(await readFile(copyPath))).toBe(contentHash);
  });
});

describe('content that is not what its hash says', () => {
  test('ART-003: is found, keeps its result from being accepted, and is kept for a report with the manifest', async () => {
    const { workItemId, contentHash } = await submit();
    const wrong = Buffer.from('somebody else has been here');
    // Not every Authority looks before it hands something out, as ours does.
    const links = [stage.human, stage.agent];
    for (const link of links) link.fetchContent = async () => ({ condition: 'differs', received: wrong });
    expect(valueOf(await client.artifacts.check(at(contentHash)))).toEqual({ content: 'differs' });
    const row = await rowOf(contentHash, ({ content }) => content === 'differs');
    const { artifactId } = row;
    expect((await detailOf(row)).found).toEqual({
      contentHash: hashContent(wrong),
      sizeBytes: wrong.length,
    });
    for (const refused of [
      await client.artifacts.read({ ...at(contentHash), limitBytes: 1_000 }),
      await client.artifacts.export(at(contentHash)),
    ])
      expect(refused).toMatchObject({ ok: false, fault: { code: 'content-differs' } });
    const sheet = await stage.openSheet({
      kind: 'work.accept_result',
      groupId: mission.groupId,
      form: { workItemId, evidence: [] },
    });
    expect(
      sheet.obstacles.length + sheet.checks.filter(({ status }) => status === 'failed').length,
    ).toBeGreaterThan(0);
    expect(
      sheet.checks.find(({ status, words }) => status === 'failed' && words.values['hash'] === contentHash),
    ).toBeDefined();
    const kept = valueOf(await client.artifacts.keepBoth(at(contentHash)));
    expect(kept.files).toEqual(['manifest.json', 'verdict.txt', 'found.bin']);
    expect(await readFile(join(kept.folder, 'found.bin'))).toEqual(wrong);
    expect(JSON.parse(await readFile(join(kept.folder, 'manifest.json'), 'utf8'))).toMatchObject({
      artifactId,
      contentHash,
    });
    const verdict = await readFile(join(kept.folder, 'verdict.txt'), 'utf8');
    expect(verdict).toContain(contentHash);
    expect(verdict).toContain(hashContent(wrong));
    // One that does look hands nothing out.
    for (const link of links) link.fetchContent = async () => ({ condition: 'differs' });
    expect(valueOf(await client.artifacts.keepBoth(at(contentHash))).files).toEqual([
      'manifest.json',
      'verdict.txt',
    ]);
    for (const link of links) Reflect.deleteProperty(link, 'fetchContent');
  });

  test('is nothing to report where it is right', async () => {
    const { contentHash } = await submit();
    const nothing = await client.artifacts.keepBoth(at(contentHash));
    expect(nothing).toMatchObject({ ok: false, fault: { code: 'nothing-differs' } });
  });
});

describe('a file of this computer', () => {
  test('is kept as the copy where it has the hash, wherever it comes from', async () => {
    const { contentHash } = await submit();
    const path = join(folder, 'received by mail.txt');
    await writeFile(path, world.blobs.get(contentHash) ?? '');
    world.blobs.delete(contentHash);
    const found = valueOf(await client.artifacts.attach({ ...at(contentHash), path }));
    expect(found).toMatchObject({ isSame: true, foundHash: contentHash });
    await rowOf(contentHash, ({ hasCopy, content }) => hasCopy && content === 'intact');
    const exported = valueOf(await client.artifacts.export(at(contentHash)));
    expect(hashContent(await readFile(exported.path))).toBe(contentHash);
  });

  test('says nothing of the Artifact where it has another one, and can be kept for a report beside the right content', async () => {
    const { contentHash } = await submit();
    valueOf(await client.artifacts.fetch(at(contentHash)));
    const path = join(folder, 'other.txt');
    await writeFile(path, 'another text');
    const found = valueOf(await client.artifacts.attach({ ...at(contentHash), path }));
    expect(found).toEqual({ isSame: false, foundHash: hashContent('another text'), sizeBytes: 12 });
    expect((await rowOf(contentHash)).content).toBe('intact');
    const kept = valueOf(await client.artifacts.keepBoth({ ...at(contentHash), path }));
    expect(kept.files).toEqual(['manifest.json', 'verdict.txt', 'found.bin', 'expected.bin']);
    expect(hashContent(await readFile(join(kept.folder, 'expected.bin')))).toBe(contentHash);
  });

  test('is none where the path is relative, a folder, or leads nowhere', async () => {
    const { contentHash } = await submit();
    for (const path of ['other.txt', folder, join(folder, 'nowhere'), '/dev/zero']) {
      const refused = await client.artifacts.attach({ ...at(contentHash), path });
      expect(refused).toMatchObject({ ok: false, fault: { code: 'not-a-file' } });
    }
    const foreign = await client.artifacts.attach({ ...at(hashContent('nobody knows')), path: folder });
    expect(foreign).toMatchObject({ ok: false, fault: { code: 'no-artifact' } });
  });
});
