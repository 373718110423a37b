// The authority commands as an operator meets them: a folder of its own, a real server on loopback, a damaged database.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openHostedAuthority } from '../../core/host/authority-host.ts';
import { signDocument, type Unsigned } from '../../core/protocol/sign.ts';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import { CAPABILITY, COORDINATOR, OWNER, type Principal } from '../harness/organization.ts';
import { runHeddle, type RunOptions } from './cli-runner.ts';

const NOW_MS = Date.UTC(2026, 4, 4, 9);
const ORGANIZATION = 'urn:heddle:test:organization:cli';
const GROUP = 'urn:heddle:test:group:cli';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'heddle-authority-')), 'organization');
});
afterEach(async () => {
  await rm(join(folder, '..'), { recursive: true });
});

function heddle(args: readonly string[], options: RunOptions = {}) {
  return runHeddle(['authority', ...args], { nowMs: NOW_MS, ...options });
}

const init = () => heddle(['init', folder, '--organization-id', ORGANIZATION]);

async function enrol({ actor, signer }: Principal, extra: readonly string[] = []) {
  const key = ['--key-id', signer.keyId, '--public-key', encodeBase64Url(signer.publicKey)];
  const validFrom = ['--valid-from', '2026-01-01T00:00:00Z'];
  return heddle([
    'enrol',
    folder,
    '--principal',
    `${actor.type}:${actor.id}`,
    ...key,
    ...validFrom,
    ...extra,
  ]);
}

function cardOf({ actor, signer }: Principal): Unsigned<'agent-card'> {
  const publicKey = encodeBase64Url(signer.publicKey);
  return {
    agentId: actor.id,
    organizationId: ORGANIZATION,
    cardVersion: 1,
    displayName: 'coordinator',
    owner: OWNER.actor,
    status: 'active',
    protocolVersions: ['0.1'],
    endpoints: [{ transport: 'wss', uri: 'wss://localhost/ws' }],
    publicKeys: [{ keyId: signer.keyId, algorithm: 'Ed25519', publicKey, validFrom: '2026-01-01T00:00:00Z' }],
    capabilities: [
      {
        ...CAPABILITY,
        inputSchema: 'urn:missionweaveprotocol:schema:opaque',
        inputSchemaHash: `sha256:${'0'.repeat(64)}`,
        outputSchema: 'urn:missionweaveprotocol:schema:opaque',
        outputSchemaHash: `sha256:${'0'.repeat(64)}`,
        constraints: {},
        verifiedEvidence: ['urn:heddle:test:evidence:capability'],
      },
    ],
    maxConcurrency: 1,
    issuedAt: '2026-05-04T09:00:00Z',
  };
}

/** A Mission that its owner creates and cancels, so that there is a log to look at. */
async function fillLog(): Promise<void> {
  await enrol(OWNER);
  const card = join(folder, '..', 'card.json');
  await writeFile(card, JSON.stringify(cardOf(COORDINATOR)));
  expect((await enrol(COORDINATOR, ['--card', card])).err).toContain('is registered, version 1');
  const authority = await openHostedAuthority({
    folder,
    now: () => NOW_MS,
    onFault: (error) => {
      throw error;
    },
  });
  const issuedAt = '2026-05-04T09:00:00Z';
  const base = {
    protocolVersion: '0.1',
    actor: OWNER.actor,
    groupId: GROUP,
    correlationId: GROUP,
    issuedAt,
  } as const;
  const send = async (command: Unsigned<'command'>) => {
    const signed = signDocument('command', command, OWNER.signer);
    if (!signed.ok) throw new Error(signed.fault.message);
    expect(await authority.submit(signed.value.bytes, { kind: 'ingress' })).toMatchObject({ ok: true });
  };
  await send({
    ...base,
    actionId: 'urn:heddle:test:action:create',
    kind: 'mission.create',
    payload: {
      missionId: 'urn:heddle:test:mission:cli',
      groupId: GROUP,
      coordinatorAgentId: COORDINATOR.actor.id,
      objective: 'try the command line',
      definitionOfDone: [
        { criterionId: 'done', description: 'it works', evidenceRequired: ['human_review'] },
      ],
      budget: { toolCallLimit: 1 },
      deadline: '2026-06-01T00:00:00Z',
      approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
    },
  });
  await send({
    ...base,
    actionId: 'urn:heddle:test:action:cancel',
    membershipEpoch: 1,
    kind: 'mission.cancel',
    payload: { reason: 'it was only a try' },
  });
  await authority.close();
}

describe('init', () => {
  test('makes everything that an Organization needs, secrets for its owner only', async () => {
    const made = await init();
    expect(made).toMatchObject({ code: 0 });
    expect((await readdir(folder)).sort()).toEqual([
      'artifacts',
      'authority.db',
      'keys',
      'organization.yaml',
      'tls',
    ]);
    for (const file of await readdir(join(folder, 'keys'))) {
      expect({ file, mode: (await stat(join(folder, 'keys', file))).mode & 0o777 }).toEqual({
        file,
        mode: 0o600,
      });
    }
    expect(await readFile(join(folder, 'organization.yaml'), 'utf8')).toContain(
      `organizationId: ${ORGANIZATION}`,
    );
  });

  test('a folder that holds one already is left alone', async () => {
    await init();
    const before = await readFile(join(folder, 'keys', 'group-authority.json'), 'utf8');
    const again = await init();
    expect(again.code).toBe(2);
    expect(again.err).toContain('nothing that exists is overwritten');
    expect(await readFile(join(folder, 'keys', 'group-authority.json'), 'utf8')).toBe(before);
  });

  test('an id that is no URI is refused before anything is made', async () => {
    const bad = await heddle(['init', folder, '--organization-id', 'our shop']);
    expect(bad.code).toBe(2);
    await expect(stat(folder)).rejects.toThrow('ENOENT');
  });
});

describe('settings', () => {
  test.each([
    ['a limit that is no number', 'delegationDepth: 3', 'delegationDepth: deep', 'delegationDepth'],
    ['an unknown member', 'policy:', 'polcy:', 'must'],
    ['text that is no YAML', 'policy:', 'policy: [', 'organization.yaml'],
  ])('%s stops the start and is named', async (_case, from, to, named) => {
    await init();
    const path = join(folder, 'organization.yaml');
    await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
    const status = await heddle(['status', folder]);
    expect(status.code).toBe(2);
    expect(status.err).toContain(named);
  });
});

describe('status, backup, verify', () => {
  test('a log of real Commands is counted, copied and verified', async () => {
    await init();
    await fillLog();
    const status = await heddle(['status', folder]);
    expect(status.code).toBe(0);
    expect(status.out).toMatch(/Events: \d+ in 1 Groups\nRegistry: 9 keys, valid\nDatabase: sound/);
    const copy = join(folder, '..', 'copy.db');
    expect((await heddle(['backup', folder, copy])).code).toBe(0);
    expect((await heddle(['backup', folder, copy])).code).toBe(2);
    const verified = await heddle(['verify', folder]);
    expect(verified.out).toContain('is signed, admitted and in its place');
    expect(verified.code).toBe(0);
  });

  test.each([
    [
      'a byte of an Event',
      "UPDATE events SET bytes = CAST(replace(CAST(bytes AS TEXT), 'it was only a try', 'it was only a lie') AS BLOB)",
      'signature',
    ],
    [
      'a record of the state',
      `UPDATE records SET json = replace(json, '"cancelled"', '"approved"') WHERE kind = 'mission'`,
      'is not what its Events say',
    ],
    [
      'an admission record',
      'DELETE FROM admissions WHERE rowid = (SELECT max(rowid) FROM admissions)',
      'admission',
    ],
  ])('verify names a changed database: %s', async (_case, sql, named) => {
    await init();
    await fillLog();
    const database = new Database(join(folder, 'authority.db'));
    database.pragma('foreign_keys = OFF');
    database.exec(sql);
    database.close();
    const verified = await heddle(['verify', folder]);
    expect(verified.code).toBe(1);
    expect(verified.out).toContain(named);
  });

  test('a folder without an Organization is said so', async () => {
    const status = await heddle(['status', join(folder, 'nowhere')]);
    expect(status.code).toBe(2);
    expect(status.err).toContain('is this the folder of an Organization?');
  });
});

describe('archive', () => {
  test('a Group whose Mission has ended is archived once', async () => {
    await init();
    await fillLog();
    const archived = await heddle(['archive', folder, GROUP]);
    expect(archived).toMatchObject({ code: 0, err: '' });
    expect(archived.out).toMatch(/is archived through sequence \d+/);
    const again = await heddle(['archive', folder, GROUP]);
    expect(again.code).toBe(1);
    expect(again.err).toContain('INVALID_STATE_TRANSITION');
    expect((await heddle(['verify', folder])).code).toBe(0);
  });
});

describe('serve', () => {
  test('answers over TLS until it is asked to stop, then lets go of the database', async () => {
    await init();
    let stop = () => {};
    const asked = new Promise<void>((resolve) => {
      stop = resolve;
    });
    let listening: (port: number) => void = () => {};
    const port = new Promise<number>((resolve) => {
      listening = resolve;
    });
    const run = heddle(['serve', folder, '--port', '0', '--operator-port', '0'], {
      untilAskedToStop: async () => {
        await asked;
      },
      onLine: (line) => {
        const found = /listens on https:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
        if (found !== undefined) listening(Number(found));
      },
    });
    const answer = await getJson(await port, '/healthz');
    stop();
    const { code, out, err } = await run;
    expect(code).toBe(0);
    expect(answer).toContain('"status":"ok"');
    expect(out).toContain('/metrics');
    expect(err).toContain('Stopped.');
    expect((await heddle(['status', folder])).code).toBe(0);
  });

  test.each(['http', '70000', '-1'])('port %s is refused', async (port) => {
    await init();
    const run = await heddle(['serve', folder, `--port=${port}`]);
    expect(run.code).toBe(2);
    expect(run.err).toContain('is no port');
  });
});

async function getJson(port: number, path: string): Promise<string> {
  const ca = await readFile(join(folder, 'tls', 'certificate.pem'));
  return new Promise((resolve, reject) => {
    // Exactly the Organization's own certificate is trusted, as clients pin it.
    request(
      { host: '127.0.0.1', port, path, ca, servername: 'localhost', minVersion: 'TLSv1.3' },
      (response) => {
        response.setEncoding('utf8');
        let text = '';
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve(text));
      },
    )
      .on('error', reject)
      .end();
  });
}
