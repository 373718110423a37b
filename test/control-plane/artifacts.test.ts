// Artifact content over HTTP: who may bring and read it, ranges and validators, and every way in which it can go wrong.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashContent } from '../../core/protocol/hash.ts';
import { BlobFault } from '../../core/store/blobs/blob-store.ts';
import { openFileBlobStore } from '../../core/store/blobs/file-blob-store.ts';
import { COORDINATOR, OWNER, type Principal, SERVICES, type TestMission } from '../harness/organization.ts';
import { jsonOf, openRaw } from './http-client.ts';
import { artifactPath, HttpWorld, MAX_UPLOAD_BYTES, type StartedWork } from './http-world.ts';

const CONTENT = 'one row for each file';
const HASH = hashContent(CONTENT);

let world: HttpWorld;
let mission: TestMission;
let worker: Principal;
let work: StartedWork;
let token: string;

beforeEach(async () => {
  world = await HttpWorld.open();
  await prepare();
});
afterEach(() => world.close());

async function prepare(): Promise<void> {
  mission = await world.organization.createMission('m');
  worker = world.organization.workers[0] ?? COORDINATOR;
  work = await world.startWork(mission, worker);
  token = await world.sessionTokenOf(worker);
}

/** Content that is uploaded and published, with the token of the owner, who sees everything. */
async function publish(content = CONTENT, changes = {}): Promise<string> {
  expect((await world.putContent(mission, content, token)).status).toBe(201);
  await world.publish(mission, worker, work, content, changes);
  return world.tokenOf(OWNER);
}

describe('uploading', () => {
  it('stores content and says so', async () => {
    const answer = await world.putContent(mission, CONTENT, token);
    expect(answer.status).toBe(201);
    expect(jsonOf(answer)).toEqual({ contentHash: HASH, sizeBytes: CONTENT.length });
    expect(world.blobs.get(HASH)).toEqual(Buffer.from(CONTENT));
  });

  it('answers the same when the content is there already, and never before it was sent', async () => {
    const first = await world.putContent(mission, CONTENT, token);
    const again = await world.putContent(mission, CONTENT, token);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect((await world.putContent(mission, 'something else', token, HASH)).status).toBe(422);
  });

  it('takes the same content from many at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.putContent(mission, 'x'.repeat(200_000), token)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
  });

  it('is for owner, Coordinator, and Agents at work', async () => {
    expect((await world.putContent(mission, CONTENT, await world.tokenOf(OWNER))).status).toBe(201);
    expect((await world.putContent(mission, CONTENT, await world.sessionTokenOf(COORDINATOR))).status).toBe(
      201,
    );
    const idle = world.organization.workers[1] ?? OWNER;
    const stranger = await world.newAgent('stranger');
    for (const other of [idle, stranger]) {
      expect((await world.putContent(mission, CONTENT, await world.sessionTokenOf(other))).status).toBe(404);
    }
    expect((await world.putContent(mission, CONTENT, await world.tokenOf(SERVICES))).status).toBe(404);
    expect((await world.putContent({ groupId: 'urn:x:none' }, CONTENT, token)).status).toBe(404);
  });

  it('ends with the Execution Lease', async () => {
    const evidence = [
      world.organization.evidenceOf(mission, work.workItemId, worker, { type: 'failure_report' }),
    ];
    const payload = { ...work, reason: 'the folder is gone', evidence };
    await world.organization.mustAct('work.fail', worker, payload, { groupId: mission.groupId });
    expect((await world.putContent(mission, CONTENT, token)).status).toBe(404);
  });

  it('ends when the time of the lease is over', async () => {
    world.organization.passSeconds(600);
    expect((await world.putContent(mission, CONTENT, await world.sessionTokenOf(worker))).status).toBe(404);
  });

  it('ends with the Session, also for its successor until the work is started again (LSE-004)', async () => {
    await world.organization.openSession(worker);
    expect((await world.putContent(mission, CONTENT, token)).status).toBe(401);
    expect((await world.putContent(mission, CONTENT, await world.sessionTokenOf(worker))).status).toBe(404);
  });

  it('keeps nothing of content with another hash or more than the limit', async () => {
    const wrong = await world.putContent(mission, 'other', token, HASH);
    expect([wrong.status, jsonOf(wrong)['code']]).toEqual([422, 'INVALID_COMMAND']);
    const large = Buffer.alloc(MAX_UPLOAD_BYTES + 1);
    expect((await world.putContent(mission, large, token)).status).toBe(413);
    expect((await world.putContent(mission, large.subarray(1), token)).status).toBe(201);
    expect(world.blobs.size).toBe(1);
  });

  it('stops at the limit when no length was announced', async () => {
    const { socket, received } = await openRaw(world.port);
    socket.write(
      `PUT ${artifactPath(mission, HASH)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x10_00_00), Buffer.from('\r\n')]);
    for (let n = 0; n < 5; n += 1) socket.write(chunk);
    expect(await received).toMatch(/^HTTP\/1\.1 413 /);
    expect(world.blobs.size).toBe(0);
  });

  it('that breaks off leaves nothing', async () => {
    const { socket } = await openRaw(world.port);
    socket.write(
      `PUT ${artifactPath(mission, HASH)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/octet-stream\r\nContent-Length: ${CONTENT.length}\r\n\r\none row`,
    );
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    socket.destroy();
    expect((await world.putContent(mission, CONTENT, token)).status).toBe(201);
    expect([...world.blobs.keys()]).toEqual([HASH]);
  });

  it('that stands still is not waited for', async () => {
    await world.close();
    world = await HttpWorld.open({ limits: { uploadIdleMs: 100 } });
    await prepare();
    const { socket, received } = await openRaw(world.port);
    socket.write(
      `PUT ${artifactPath(mission, HASH)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: application/octet-stream\r\nContent-Length: 100\r\n\r\nx',
    );
    expect(await received).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('takes content of no bytes', async () => {
    const answer = await world.putContent(mission, '', token);
    expect([answer.status, jsonOf(answer)['sizeBytes']]).toEqual([201, 0]);
    await world.publish(mission, worker, work, '');
    const read = await world.getContent(mission, hashContent(''), await world.tokenOf(OWNER));
    expect([read.status, read.body.length, read.headers['content-length']]).toEqual([200, 0, '0']);
  });

  it('takes one media type and no encoding', async () => {
    const path = artifactPath(mission, HASH);
    for (const headers of [
      { 'content-type': 'application/json' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/octet-stream', 'content-encoding': 'br' },
    ]) {
      expect((await world.send({ method: 'PUT', path, headers, body: CONTENT, token })).status).toBe(415);
    }
  });
});

describe('reading', () => {
  it('answers the bytes with hash, media type and classification', async () => {
    const answer = await world.getContent(mission, HASH, await publish());
    expect(answer.status).toBe(200);
    expect(answer.body.toString('utf8')).toBe(CONTENT);
    expect(answer.headers).toMatchObject({
      etag: `"${HASH}"`,
      'content-length': String(CONTENT.length),
      'content-type': 'application/json',
      'accept-ranges': 'bytes',
      'heddle-classification': 'internal',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('answers HEAD with the same headers', async () => {
    const owner = await publish();
    const answer = await world.getContent(mission, HASH, owner, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(0);
    expect(answer.headers).toMatchObject({ etag: `"${HASH}"`, 'content-length': String(CONTENT.length) });
    const absent = await world.getContent(mission, hashContent('x'), owner, { method: 'HEAD' });
    expect([absent.status, absent.body.length]).toEqual([404, 0]);
  });

  it('reports the highest of several classifications of the same content (ART-010)', async () => {
    const owner = await publish();
    await world.publish(mission, worker, work, CONTENT, { classification: 'restricted' });
    await world.publish(mission, worker, work, CONTENT, { classification: 'public' });
    expect((await world.getContent(mission, HASH, owner)).headers['heddle-classification']).toBe(
      'restricted',
    );
  });

  it('answers 304 to who has it', async () => {
    const owner = await publish();
    for (const tag of [`"${HASH}"`, `W/"${HASH}"`, `"x", "${HASH}"`, '*']) {
      const answer = await world.getContent(mission, HASH, owner, { headers: { 'if-none-match': tag } });
      expect([tag, answer.status, answer.body.length]).toEqual([tag, 304, 0]);
    }
    const headers = { 'if-none-match': '"x"' };
    expect((await world.getContent(mission, HASH, owner, { headers })).status).toBe(200);
  });

  it('answers one range, ignores what is none, and refuses what lies outside', async () => {
    const owner = await publish();
    const cases: readonly (readonly [string, number, string | undefined, string | undefined])[] = [
      ['bytes=0-2', 206, 'one', 'bytes 0-2/21'],
      ['bytes=17-', 206, 'file', 'bytes 17-20/21'],
      ['bytes=-4', 206, 'file', 'bytes 17-20/21'],
      ['bytes=0-999999', 206, CONTENT, 'bytes 0-20/21'],
      ['bytes=21-', 416, undefined, 'bytes */21'],
      ['bytes=-0', 416, undefined, 'bytes */21'],
      ['bytes=5-2', 200, CONTENT, undefined],
      ['bytes=0-1,3-4', 200, CONTENT, undefined],
      ['bytes=0--1', 200, CONTENT, undefined],
      ['items=0-1', 200, CONTENT, undefined],
      [`bytes=${'9'.repeat(300)}-`, 200, CONTENT, undefined],
    ];
    for (const [range, status, text, contentRange] of cases) {
      const answer = await world.getContent(mission, HASH, owner, { headers: { range } });
      const body = answer.status === 416 ? undefined : answer.body.toString('utf8');
      const seen = [range, answer.status, body, answer.headers['content-range']];
      expect(seen).toEqual([range, status, text, contentRange]);
    }
  });

  it('answers all of it when the range was meant for other content', async () => {
    const owner = await publish();
    const range = 'bytes=0-2';
    const stale = { headers: { range, 'if-range': '"sha256:old"' } };
    expect((await world.getContent(mission, HASH, owner, stale)).status).toBe(200);
    const fresh = { headers: { range, 'if-range': `"${HASH}"` } };
    expect((await world.getContent(mission, HASH, owner, fresh)).status).toBe(206);
  });

  it('does not wait for who does not read on', async () => {
    await world.close();
    world = await HttpWorld.open({ limits: { idleMs: 300 }, maxUploadBytes: 40_000_000 });
    await prepare();
    // More than the buffers of both ends together take in.
    const content = Buffer.alloc(32_000_000, 'x');
    const contentHash = hashContent(content);
    expect((await world.putContent(mission, content, token)).status).toBe(201);
    await world.publish(mission, worker, work, '', { contentHash });
    const owner = await world.tokenOf(OWNER);
    const dropped = new Promise<void>((resolve) => {
      world.plane?.server.once('connection', (connection) => connection.once('close', () => resolve()));
    });
    const { socket, received } = await openRaw(world.port);
    socket.pause();
    socket.write(
      `GET ${artifactPath(mission, contentHash)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
        `Authorization: Bearer ${owner}\r\n\r\n`,
    );
    await dropped;
    socket.resume();
    expect((await received).length).toBeLessThan(content.length);
  });

  it('answers large content whole', async () => {
    const content = 'abcdefgh'.repeat(300_000);
    const answer = await world.getContent(mission, hashContent(content), await publish(content));
    expect(answer.isComplete).toBe(true);
    expect(hashContent(answer.body)).toBe(hashContent(content));
  });
});

describe('who may read', () => {
  it('knows no content that is not published, absent content, and other Groups: one answer', async () => {
    await world.putContent(mission, CONTENT, token);
    const owner = await world.tokenOf(OWNER);
    const other = await world.organization.createMission('other');
    const answers = [
      await world.getContent(mission, HASH, owner),
      await world.getContent(mission, hashContent('absent'), owner),
      await world.getContent({ groupId: 'urn:x:none' }, HASH, owner),
    ];
    await world.publish(mission, worker, work, CONTENT);
    answers.push(
      await world.getContent(other, HASH, owner),
      await world.getContent(mission, HASH, await world.tokenOf(SERVICES)),
      await world.getContent(mission, HASH, await world.sessionTokenOf(await world.newAgent('stranger'))),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.toString('utf8')}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect((await world.getContent(mission, HASH, owner)).status).toBe(200);
  });

  it('shows a late member what its Events name, and nothing older (MEM-005)', async () => {
    await publish();
    const late = await world.newAgent('late');
    await world.join(mission, late);
    const lateToken = await world.sessionTokenOf(late);
    expect((await world.getContent(mission, HASH, lateToken)).status).toBe(404);
    const { groupId, conversationId } = mission;
    const content = [{ type: 'artifact_ref' as const, artifactHash: HASH }];
    const messageId = world.organization.newId('message');
    await world.organization.mustAct(
      'message.post',
      COORDINATOR,
      { messageId, content },
      { groupId, conversationId },
    );
    expect((await world.getContent(mission, HASH, lateToken)).status).toBe(200);
  });

  it('shows a late member what is published after it came', async () => {
    const late = await world.newAgent('late');
    await world.join(mission, late);
    await publish();
    expect((await world.getContent(mission, HASH, await world.sessionTokenOf(late))).status).toBe(200);
  });

  it('does not become readable by being named: the hash of foreign content in a Message opens nothing', async () => {
    await publish();
    const other = await world.organization.createMission('other');
    const { groupId, conversationId } = other;
    const content = [{ type: 'artifact_ref' as const, artifactHash: HASH }];
    const messageId = world.organization.newId('message');
    await world.organization.act(
      'message.post',
      COORDINATOR,
      { messageId, content },
      { groupId, conversationId },
    );
    expect((await world.getContent(other, HASH, await world.tokenOf(OWNER))).status).toBe(404);
  });

  it('does not become readable by a manifest alone, without the bytes (CTX-005)', async () => {
    await publish();
    const other = await world.organization.createMission('other');
    const otherWork = await world.startWork(other, worker);
    await world.publish(other, worker, otherWork, CONTENT);
    const owner = await world.tokenOf(OWNER);
    expect((await world.getContent(other, HASH, owner)).status).toBe(404);
    expect((await world.getContent(other, HASH, token)).status).toBe(404);
    expect((await world.putContent(other, CONTENT, token)).status).toBe(201);
    expect((await world.getContent(other, HASH, owner)).status).toBe(200);
    expect((await world.getContent(other, HASH, token)).status).toBe(200);
  });

  it('ends with the Membership', async () => {
    await publish();
    expect((await world.getContent(mission, HASH, token)).status).toBe(200);
    const idle = world.organization.workers[1] ?? OWNER;
    const idleToken = await world.sessionTokenOf(idle);
    expect((await world.getContent(mission, HASH, idleToken)).status).toBe(200);
    await world.organization.mustAct(
      'membership.end',
      COORDINATOR,
      { member: idle.actor },
      { groupId: mission.groupId },
    );
    expect((await world.getContent(mission, HASH, idleToken)).status).toBe(404);
  });
});

describe('the address', () => {
  it('takes no tricks', async () => {
    for (const hash of [
      'sha256:..%2f..%2fetc%2fpasswd',
      `sha256:${'A'.repeat(64)}`,
      `sha256:${'0'.repeat(63)}`,
      `sha256:${'0'.repeat(64)}%00`,
      `sha256:${'0'.repeat(64)}%2f..`,
      `..%2f${HASH}`,
      '%e0%a4%a',
      'x'.repeat(3_000),
    ]) {
      const answer = await world.send({ path: artifactPath(mission, hash), token });
      expect([400, 404]).toContain(answer.status);
      expect(jsonOf(answer)['retryable']).toBe(false);
      expect(answer.body.toString('utf8')).not.toMatch(/node_modules|Error:|\.ts|FST_/);
    }
  });

  it('needs one Group', async () => {
    for (const query of [
      '',
      '?groupId=',
      '?groupId=a&groupId=b',
      '?groupId=urn:x:y&more=1',
      `?groupId=${'x'.repeat(600)}`,
    ]) {
      const answer = await world.send({ path: `/v0.1/artifacts/${HASH}${query}`, token });
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });

  it('with raw dots is another path', async () => {
    const { socket, received } = await openRaw(world.port);
    socket.write(
      'GET /v0.1/artifacts/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(await received).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('damaged content', () => {
  it('is a fault and no content, with nothing of the inside (ART-003)', async () => {
    const owner = await publish();
    world.blobs.set(HASH, Buffer.from(CONTENT.toUpperCase()));
    for (const headers of [{}, { range: 'bytes=0-2' }]) {
      const answer = await world.getContent(mission, HASH, owner, { headers });
      expect([answer.status, jsonOf(answer)]).toMatchObject([
        500,
        { code: 'INTERNAL_ERROR', message: 'the authority failed' },
      ]);
    }
    expect(world.faults.splice(0)).toMatchObject([{ kind: 'corrupt' }, { kind: 'corrupt' }]);
    expect((await world.putContent(mission, CONTENT, token)).status).toBe(500);
    expect(world.faults.splice(0)[0]).toBeInstanceOf(BlobFault);
  });

  it('in a large file breaks the answer off before its end', async () => {
    const root = await mkdtemp(join(tmpdir(), 'heddle-artifacts-'));
    let lastName = 0;
    const blobs = await openFileBlobStore({ root, now: Date.now, newName: () => `n${(lastName += 1)}` });
    await world.close();
    world = await HttpWorld.open({ blobs });
    await prepare();
    const content = 'abcdefgh'.repeat(300_000);
    const contentHash = hashContent(content);
    const owner = await publish(content);
    expect(hashContent((await world.getContent(mission, contentHash, owner)).body)).toBe(contentHash);
    const digits = contentHash.slice(7);
    await writeFile(join(root, 'sha256', digits.slice(0, 2), digits.slice(2)), `${content.slice(1)}x`);
    const answer = await world.getContent(mission, contentHash, owner);
    expect([answer.status, answer.isComplete]).toEqual([200, false]);
    expect(answer.body.length).toBeLessThan(content.length);
    expect(world.faults.splice(0)).toMatchObject([{ kind: 'corrupt' }]);
    expect(await readdir(join(root, 'sha256', 'incoming'))).toEqual([]);
    await rm(root, { recursive: true });
  });
});
