// An Authority as `heddle authority serve` opens it, over real connections: what its folder decides is really served.
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isStateOf } from '../../core/authority/snapshots.ts';
import { memberKey, SINGLE } from '../../core/domain/world.ts';
import { openHostedAuthority } from '../../core/host/authority-host.ts';
import { type AuthorityServer, startAuthorityServer } from '../../core/host/authority-server.ts';
import { OrganizationFault, readTokenSecret } from '../../core/host/organization-files.ts';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import type { Command, RegistryEvidence } from '../../core/protocol/generated/documents.ts';
import { openRegistry } from '../../core/protocol/registry.ts';
import { signDocument, type Unsigned } from '../../core/protocol/sign.ts';
import { verifyDocument } from '../../core/protocol/verify.ts';
import { runHeddle } from '../cli/cli-runner.ts';
import { SocketClient } from '../gateway/socket-client.ts';
import {
  CAPABILITY,
  COORDINATOR,
  OWNER,
  type Principal,
  principalOf,
  type TestOrganization,
} from '../harness/organization.ts';
import { type Answer, jsonOf, send, type Sent } from './http-client.ts';
import { artifactPath, groupPath } from './http-world.ts';

const NOW_MS = Date.UTC(2026, 4, 4, 9);
const NOW = '2026-05-04T09:00:00.000Z';
const ORGANIZATION = 'urn:heddle:test:organization:hosted';
const GROUP = 'urn:heddle:test:group:hosted';
const MISSION = { groupId: GROUP };
const LATE = principalOf('agent', 'late');

let folder: string;
let server: AuthorityServer | undefined;
let faults: unknown[];
const clients: SocketClient[] = [];

beforeEach(async () => {
  faults = [];
  folder = join(await mkdtemp(join(tmpdir(), 'heddle-hosted-')), 'organization');
  await heddle('init', folder, '--organization-id', ORGANIZATION);
  for (const principal of [OWNER, COORDINATOR, LATE]) await enrol(principal);
  await runMission();
});
afterEach(async () => {
  await stop();
  await rm(join(folder, '..'), { recursive: true });
  if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '));
});

async function heddle(...args: readonly string[]): Promise<void> {
  const { code, err } = await runHeddle(['authority', ...args], { nowMs: NOW_MS });
  if (code !== 0) throw new Error(err);
}

async function enrol({ actor, signer }: Principal): Promise<void> {
  const publicKey = encodeBase64Url(signer.publicKey);
  const validFrom = '2026-01-01T00:00:00Z';
  const card: Unsigned<'agent-card'> = {
    agentId: actor.id,
    organizationId: ORGANIZATION,
    cardVersion: 1,
    displayName: actor.id,
    owner: OWNER.actor,
    status: 'active',
    protocolVersions: ['0.1'],
    endpoints: [{ transport: 'wss', uri: 'wss://localhost/ws' }],
    publicKeys: [{ keyId: signer.keyId, algorithm: 'Ed25519', publicKey, validFrom }],
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
    issuedAt: NOW,
  };
  const path = join(folder, '..', 'card.json');
  await writeFile(path, JSON.stringify(card));
  const key = ['--key-id', signer.keyId, '--public-key', publicKey, '--valid-from', validFrom];
  const more = actor.type === 'agent' ? ['--card', path] : [];
  await heddle('enrol', folder, '--principal', `${actor.type}:${actor.id}`, ...key, ...more);
}

/** A Mission with six Events: created, four notes of its owner, one late member; then its end. */
async function runMission(): Promise<void> {
  const authority = await openHostedAuthority({
    folder,
    now: () => NOW_MS,
    onFault: (error) => faults.push(error),
  });
  let count = 0;
  const act = async (kind: Command['kind'], payload: object, envelope: Partial<Command> = {}) => {
    const membershipEpoch = await authority.look(
      (world) => world.get('member', GROUP, memberKey(OWNER.actor))?.membershipEpoch,
    );
    const command = {
      protocolVersion: '0.1' as const,
      actionId: `urn:heddle:test:action:${(count += 1)}`,
      actor: OWNER.actor,
      groupId: GROUP,
      correlationId: GROUP,
      issuedAt: NOW,
      ...(membershipEpoch === undefined ? {} : { membershipEpoch }),
      kind,
      payload: payload as Command['payload'],
      ...envelope,
    };
    const signed = signDocument('command', command, OWNER.signer);
    if (!signed.ok) throw new Error(signed.fault.message);
    expect(await authority.submit(signed.value.bytes, { kind: 'ingress' })).toMatchObject({ ok: true });
  };
  await act('mission.create', {
    missionId: 'urn:heddle:test:mission:hosted',
    groupId: GROUP,
    coordinatorAgentId: COORDINATOR.actor.id,
    objective: 'be archived',
    definitionOfDone: [{ criterionId: 'done', description: 'it is', evidenceRequired: ['human_review'] }],
    budget: { toolCallLimit: 1 },
    deadline: '2026-06-01T00:00:00Z',
    approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
  });
  const conversationId = await authority.look(
    (world) => world.get('group', GROUP, SINGLE)?.mainConversationId ?? '',
  );
  for (let n = 0; n < 4; n += 1) {
    const messageId = `urn:heddle:test:message:${n}`;
    await act('message.post', { messageId, content: [{ type: 'text', text: 'note' }] }, { conversationId });
  }
  await act('membership.change', {
    member: LATE.actor,
    role: 'worker',
    state: 'active',
    scopes: ['work.execute'],
  });
  await act('mission.cancel', { reason: 'it was only a try' });
  await authority.close();
}

async function start(): Promise<void> {
  server = await startAuthorityServer({
    folder,
    now: () => NOW_MS,
    onFault: (error) => faults.push(error),
    host: '127.0.0.1',
    port: 0,
    plainLoopback: true,
  });
}

async function stop(): Promise<void> {
  for (const { socket } of clients.splice(0)) socket.terminate();
  await server?.close();
  server = undefined;
}

/** An Agent's connection, and the bearer token of its Session. */
async function connect(agent: Principal): Promise<{ client: SocketClient; token: string }> {
  // All that a client asks of an Organization on its way to a Session is the time.
  const time = { nowMs: NOW_MS, nowText: NOW } as TestOrganization;
  const client = await new SocketClient(time, `ws://127.0.0.1:${server?.port}/ws`).opened();
  clients.push(client);
  await client.respond(client.init(agent));
  await client.until(({ frames }) => frames.some(({ phase }) => phase === 'server_accept'));
  const token = client.frames.find(({ phase }) => phase === 'server_accept')?.sessionToken ?? '';
  client.clear();
  return { client, token };
}

function ask(sent: Sent): Promise<Answer> {
  return send(server?.port ?? 0, sent);
}

describe('a replay window (DEL-006)', () => {
  beforeEach(() => heddle('archive', folder, GROUP));

  it('sends a member that stands too far back to the snapshot, and goes on after it', async () => {
    await appendFile(join(folder, 'organization.yaml'), 'delivery:\n  replayWindowEvents: 2\n');
    await start();
    const { client, token } = await connect(COORDINATOR);
    client.subscribe({ groupId: GROUP, afterSequence: 0 });
    await client.until(({ errors }) => errors.length > 0);
    expect(client.errors).toMatchObject([{ code: 'CURSOR_TOO_OLD', groupId: GROUP }]);
    const hash = client.errors[0]?.snapshotArtifactHash ?? '';

    const fetched = await ask({ path: artifactPath(MISSION, hash), token });
    expect(fetched.status).toBe(200);
    const evidence = jsonOf(await ask({ path: '/v0.1/registry', token })) as unknown as RegistryEvidence;
    const verified = verifyDocument('group-snapshot', fetched.body, openRegistry(evidence));
    if (!verified.ok) throw new Error(verified.fault.detail);
    const snapshot = verified.value.document;
    expect(snapshot).toMatchObject({ groupId: GROUP, throughSequence: 7 });
    const state = await ask({ path: artifactPath(MISSION, snapshot.stateHash), token });
    expect([state.status, isStateOf(snapshot, state.body)]).toEqual([200, true]);

    client.clear();
    client.subscribe({ groupId: GROUP, afterSequence: snapshot.throughSequence });
    await client.until(({ events }) => events.length === 2);
    expect(client.events.map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ['group.snapshot.created', 8],
      ['group.archived', 9],
    ]);
    client.ack({ groupId: GROUP, sequence: 9 });
    // Inside the window everything is replayed, as ever.
    client.clear();
    client.subscribe({ groupId: GROUP, afterSequence: 5 });
    await client.until(({ events }) => events.length === 4);
    expect(client.errors).toEqual([]);
  });

  it('is not for a late member: it may not see the snapshot, and is replayed what it may see', async () => {
    await appendFile(join(folder, 'organization.yaml'), 'delivery:\n  replayWindowEvents: 0\n');
    await start();
    const { client } = await connect(LATE);
    client.subscribe({ groupId: GROUP, afterSequence: 0 });
    await client.until(({ events }) => events.length === 4);
    expect(client.sequencesOf({ groupId: GROUP })).toEqual([6, 7, 8, 9]);
    expect(client.errors).toEqual([]);
  });

  it('does not exist unless it is asked for', async () => {
    await start();
    const { client } = await connect(COORDINATOR);
    client.subscribe({ groupId: GROUP, afterSequence: 0 });
    await client.until(({ events }) => events.length === 9);
    expect(client.errors).toEqual([]);
  });

  it.each(['-1', 'all', '1.5'])('of %s Events stops the start and is named', async (replayWindowEvents) => {
    const path = join(folder, 'organization.yaml');
    await appendFile(path, `delivery:\n  replayWindowEvents: ${replayWindowEvents}\n`);
    await expect(start()).rejects.toThrow(`${path}: /delivery/replayWindowEvents`);
  });

  it('refers to no snapshot that cannot be fetched', async () => {
    await appendFile(join(folder, 'organization.yaml'), 'delivery:\n  replayWindowEvents: 0\n');
    await rm(join(folder, 'artifacts'), { recursive: true });
    await start();
    const { client } = await connect(COORDINATOR);
    client.subscribe({ groupId: GROUP, afterSequence: 0 });
    await client.until(({ events }) => events.length === 9);
    expect(client.errors).toEqual([]);
  });
});

describe('the secret behind tokens', () => {
  it('is the same after a restart', async () => {
    await start();
    const { token } = await connect(COORDINATOR);
    await stop();
    await start();
    const answer = await ask({ path: '/v0.1/groups', token });
    expect([answer.status, jsonOf(answer)]).toMatchObject([
      200,
      { groups: [{ groupId: GROUP, roles: ['coordinator'], headSequence: 7 }] },
    ]);
    expect((await ask({ path: groupPath(MISSION, 'events'), token })).status).toBe(200);
  });

  it('that others can read is refused', async () => {
    await chmod(join(folder, 'keys', 'token-secret'), 0o604);
    await expect(readTokenSecret(folder)).rejects.toThrow(OrganizationFault);
    await expect(start()).rejects.toThrow('can be read by others');
  });
});

it('serves capability tokens to Agents whose Session is open, and to nobody else (TOK-003)', async () => {
  await start();
  const { client, token } = await connect(LATE);
  const body = JSON.stringify({
    groupId: GROUP,
    workItemId: 'urn:heddle:test:work-item:none',
    ownershipEpoch: 1,
    executionLeaseId: 'urn:heddle:test:lease:none',
    tools: [],
    resources: [],
    operations: [],
    budget: { toolCallLimit: 1 },
  });
  const headers = { 'content-type': 'application/json' };
  const request = () =>
    ask({ method: 'POST', path: '/v0.1/capability-tokens', headers, body, token }).then(jsonOf);
  expect(await request()).toMatchObject({
    code: 'INVALID_COMMAND',
    message: 'no such WorkItem in this Group',
  });
  client.socket.close();
  // The server hears of the end when it hears of it.
  await expect.poll(request, { timeout: 20_000 }).toMatchObject({ code: 'AUTH_STALE_SESSION' });
});
