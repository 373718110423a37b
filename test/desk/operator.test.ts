// An Authority administered from the app: the folder that `heddle authority serve` runs on in a process of its own, and the
// embedded one. What is done here counts there at once, and what may not be done is refused in words.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskClient } from '../../core/contract/contract.ts';
import type { AdmissionEntry, AdmissionFilter } from '../../core/contract/operator.ts';
import { nowAt } from '../../core/domain/decision.ts';
import { type DeskHost, startDeskHost } from '../../core/host/desk-host.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import type { Command, Event, ProtocolError } from '../../core/protocol/generated/documents.ts';
import { signDocument } from '../../core/protocol/sign.ts';
import { runHeddle } from '../cli/cli-runner.ts';
import { COORDINATOR, OWNER, principalOf } from '../harness/organization.ts';
import { PATIENCE_MS, stateOf, valueOf } from './desk-client.ts';

/** For tests only. */
const PASSPHRASE = 'correct horse battery staple for tests';
const PROGRAM = fileURLToPath(new URL('../../core/cli/heddle.ts', import.meta.url));
const ORGANIZATION = 'urn:heddle:test:organization:operator';
const GROUP = 'urn:heddle:test:group:operator';
const NO_FILTER: AdmissionFilter = { type: 'all', actor: '', kind: '', code: '' };
const SECOND = principalOf('human', 'second-owner');

let base: string;
let folder: string;
let desk: DeskHost;
let client: DeskClient;
let server: ChildProcess;
let origin: string;
let authorityId: string;
let conversationId: string;
let lastAction = 0;

interface Answer {
  readonly event?: Event;
  readonly code?: ProtocolError['code'];
}

/** Sends a Command of a human to the server process, as any client does. */
async function send(
  kind: string,
  payload: object,
  envelope: Partial<Command> = {},
  by = OWNER,
): Promise<Answer> {
  lastAction += 1;
  const actionId = `urn:heddle:test:action:operator:${lastAction}`;
  const signed = signDocument(
    'command',
    {
      protocolVersion: '0.1',
      actionId,
      actor: by.actor,
      kind,
      correlationId: actionId,
      issuedAt: nowAt(Date.now()).text,
      payload: payload as Command['payload'],
      ...envelope,
    },
    by.signer,
  );
  if (!signed.ok) throw new Error(signed.fault.message);
  const answer = await fetch(`${origin}/v0.1/commands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(signed.value.bytes),
  });
  return (await answer.json()) as Answer;
}

function mainConversationOf({ event }: Answer): string {
  const { group } = (event?.payload ?? {}) as { readonly group?: { readonly mainConversationId: string } };
  return group?.mainConversationId ?? '';
}

function say(text: string): Promise<Answer> {
  return send(
    'message.post',
    { messageId: `urn:heddle:test:message:${lastAction}`, content: [{ type: 'text', text }] },
    { groupId: GROUP, conversationId, membershipEpoch: 1 },
  );
}

async function admissions(filter: Partial<AdmissionFilter>): Promise<readonly AdmissionEntry[]> {
  const found = await client.operator.admissions({
    authorityId,
    filter: { ...NO_FILTER, ...filter },
    limit: 100,
  });
  return valueOf(found).rows;
}

async function runTask(task: 'integrity' | 'verify' | 'backup' | 'check-backup', path?: string) {
  valueOf(await client.operator.run({ authorityId, task, ...(path === undefined ? {} : { path }) }));
  const { rows, summary } = await stateOf(
    client,
    (options) => client.operator.backups({ authorityId }, options),
    (state) => state.summary?.job?.task === task && state.summary.job.state !== 'running',
  );
  return { rows, job: summary?.job };
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'heddle-operator-'));
  folder = join(base, 'organization');
  const made = await runHeddle(['authority', 'init', folder, '--organization-id', ORGANIZATION], {
    nowMs: Date.now(),
  });
  if (made.code !== 0) throw new Error(made.err);
  const args = ['authority', 'serve', folder, '--port', '0', '--operator-port', '0', '--plain-loopback'];
  server = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let metricsPort = 0;
  for await (const line of createInterface({ input: server.stdout ?? process.stdin })) {
    origin ??= /listens on (http:\S+)/u.exec(line)?.[1] ?? origin;
    metricsPort = Number(/127\.0\.0\.1:(\d+)\/metrics/u.exec(line)?.[1] ?? 0);
    if (metricsPort > 0) break;
  }
  desk = await startDeskHost({
    profileFolder: join(base, 'profile'),
    shell: 'browser',
    appVersion: '0.0.0-test',
    onFault: () => {},
    keyStore: 'passphrase-file',
    passphraseCostN: MIN_COST_N,
  });
  ({ client } = desk);
  valueOf(await client.keys.unlock({ passphrase: PASSPHRASE }));
  const added = await client.operator.add({ name: 'Plant', folder, metricsPort });
  ({ authorityId } = valueOf(added));
}, PATIENCE_MS);

afterAll(async () => {
  await desk.stop();
  const ended = new Promise((resolve) => {
    server.once('exit', resolve);
  });
  server.kill('SIGTERM');
  await ended;
  await rm(base, { recursive: true, force: true });
}, PATIENCE_MS);

test('a folder is taken into the list once, and only when it is one', async () => {
  const { byId } = await stateOf(
    client,
    (options) => client.operator.follow(undefined, options),
    (state) => state.rows.length > 0,
  );
  expect(byId.get(authorityId)).toMatchObject({
    kind: 'folder',
    state: 'open',
    canAct: true,
    organizationId: ORGANIZATION,
  });
  const again = await client.operator.add({ name: 'Again', folder });
  expect(again).toMatchObject({ ok: false, fault: { code: 'known-folder' } });
  const none = await client.operator.add({ name: 'None', folder: base });
  expect(none).toMatchObject({ ok: false, fault: { code: 'no-organization' } });
});

test(
  'who is bound and registered here is known to the running server at once (REG-014, CMD-140)',
  async () => {
    const publicKeyOf = ({ signer }: typeof OWNER) => encodeBase64Url(signer.publicKey);
    for (const human of [OWNER, SECOND]) {
      valueOf(
        await client.operator.bindKey({
          authorityId,
          principal: human.actor,
          keyId: human.signer.keyId,
          publicKey: publicKeyOf(human),
        }),
      );
    }
    const form = {
      agentId: COORDINATOR.actor.id,
      displayName: 'Coordinator',
      ownerId: OWNER.actor.id,
      keyId: COORDINATOR.signer.keyId,
      publicKey: publicKeyOf(COORDINATOR),
      capabilities: [{ id: 'mission.coordination', version: '1.0.0' }],
      maxConcurrency: 1,
      endpoint: 'https://127.0.0.1',
    };
    const taken = valueOf(
      await client.operator.checkCard({
        authorityId,
        wish: { from: 'form', form: { ...form, keyId: OWNER.signer.keyId, publicKey: publicKeyOf(OWNER) } },
      }),
    );
    expect(taken.canRegister).toBe(false);
    expect(taken.checks.filter(({ isMet }) => !isMet).map(({ words }) => words.key)).toContain(
      'operator.check.key-free',
    );
    const registered = await client.operator.registerCard({ authorityId, wish: { from: 'form', form } });
    expect(valueOf(registered)).toEqual({ agentId: COORDINATOR.actor.id, cardVersion: 1 });
    const { rows } = await stateOf(
      client,
      (options) => client.operator.agents({ authorityId }, options),
      (state) => state.rows.length === 1,
    );
    expect(rows[0]).toMatchObject({ validity: 'valid', cardVersion: 1, status: 'active' });
    const created = await send(
      'mission.create',
      {
        missionId: 'urn:heddle:test:mission:operator',
        groupId: GROUP,
        coordinatorAgentId: COORDINATOR.actor.id,
        objective: 'audit the plant',
        definitionOfDone: [
          { criterionId: 'done', description: 'it is known', evidenceRequired: ['human_review'] },
        ],
        budget: { modelTokenLimit: 1_000 },
        deadline: nowAt(Date.now() + 86_400_000).text,
        approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
      },
      { groupId: GROUP },
    );
    expect(created.code).toBeUndefined();
    conversationId = mainConversationOf(created);
    expect((await say('hello')).code).toBeUndefined();
  },
  PATIENCE_MS,
);

test(
  'a policy is applied as a whole or not at all, and the running server judges by it (POL-003)',
  async () => {
    const file = valueOf(await client.operator.policy({ authorityId }));
    expect(file.faults).toEqual([]);
    const broken = file.text
      .replace('offer: 300', 'offer: soon')
      .replace('  seconds:', '  hours:\n  seconds:');
    const verdict = valueOf(await client.operator.checkPolicy({ authorityId, text: broken }));
    const line = 1 + broken.split('\n').findIndex((each) => each.includes('offer: soon'));
    expect(verdict.faults).toContainEqual(expect.objectContaining({ field: '/policy/seconds/offer', line }));
    const refused = await client.operator.applyPolicy({ authorityId, text: broken, version: file.version });
    expect(valueOf(refused).kind).toBe('faults');
    expect(await readFile(file.path, 'utf8')).toBe(file.text);

    const field = 'cooperation.messagesPerMinute';
    const wish = { authorityId, text: file.text, field, value: 2 };
    const { text } = valueOf(await client.operator.setPolicyField(wish));
    expect(text).toBe(file.text.replace('messagesPerMinute: 120', 'messagesPerMinute: 2'));
    const { changes } = valueOf(await client.operator.checkPolicy({ authorityId, text }));
    expect(changes).toMatchObject([{ field, before: '120', after: '2' }]);
    const stale = await client.operator.applyPolicy({ authorityId, text, version: 'another' });
    expect(valueOf(stale).kind).toBe('changed');
    const applied = await client.operator.applyPolicy({ authorityId, text, version: file.version });
    expect(valueOf(applied).kind).toBe('applied');
    // Fewer than the usual limit: only the new one can refuse.
    const codes: unknown[] = [];
    await expect
      .poll(
        async () => {
          codes.push((await say('is it in force?')).code);
          return codes.at(-1);
        },
        { timeout: PATIENCE_MS, interval: 700 },
      )
      .toBe('RATE_LIMITED');
    expect(codes.length).toBeLessThan(100);
    await expect
      .poll(() => admissions({ type: 'refused', code: 'rate' }), { timeout: PATIENCE_MS })
      .toMatchObject([{ actor: { id: OWNER.actor.id }, kind: 'message.post', code: 'RATE_LIMITED' }]);
  },
  PATIENCE_MS * 2,
);

test(
  'the next Command of a revoked key is not believed, and the log tells auditors why (REG-007, SIG-039)',
  async () => {
    const { keyId } = OWNER.signer;
    const { effects, isAllowed } = valueOf(await client.operator.revokeKeyEffects({ authorityId, keyId }));
    expect(isAllowed).toBe(true);
    expect(effects.map(({ key }) => key)).toContain('operator.effect.no-other');
    valueOf(await client.operator.revokeKey({ authorityId, keyId }));
    await expect
      .poll(async () => (await say('still me')).code, { timeout: PATIENCE_MS })
      .toBe('AUTH_INVALID_SIGNATURE');
    await expect
      .poll(async () => (await admissions({ type: 'failed' })).length, { timeout: PATIENCE_MS })
      .toBeGreaterThan(0);
    const { rows } = await stateOf(
      client,
      (options) => client.operator.keys({ authorityId }, options),
      (state) => state.byId.get(keyId)?.status === 'revoked',
    );
    // A service's key cannot be taken away under a running Authority.
    const service = rows.find(({ isService }) => isService)?.keyId ?? '';
    const kept = await client.operator.revokeKey({ authorityId, keyId: service });
    expect(kept).toMatchObject({ ok: false, fault: { code: 'service-key' } });
    // An end can be moved earlier, and never later.
    const second = SECOND.signer.keyId;
    const soon = Date.now() + 3_600_000;
    valueOf(await client.operator.revokeKey({ authorityId, keyId: second, untilMs: soon }));
    const later = await client.operator.revokeKey({ authorityId, keyId: second, untilMs: soon + 1_000 });
    expect(later).toMatchObject({ ok: false, fault: { code: 'not-earlier' } });
  },
  PATIENCE_MS,
);

test(
  'a Session is ended by its successor, and a revoked card opens none (WS-015, IDN-006)',
  async () => {
    const agentId = COORDINATOR.actor.id;
    for (const epoch of [1, 2]) {
      valueOf(await client.operator.endSession({ authorityId, agentId }));
      const { rows } = await stateOf(
        client,
        (options) => client.operator.sessions({ authorityId }, options),
        (state) => state.rows[0]?.sessionEpoch === epoch,
      );
      expect(rows[0]).toMatchObject({ presence: 'unknown', agent: { name: 'Coordinator' } });
    }
    valueOf(await client.operator.revokeCard({ authorityId, agentId }));
    const refused = await client.operator.endSession({ authorityId, agentId });
    expect(refused).toMatchObject({ ok: false, fault: { code: 'AUTH_FORBIDDEN' } });
    const twice = await client.operator.revokeCard({ authorityId, agentId });
    expect(twice).toMatchObject({ ok: false, fault: { code: 'already-revoked' } });
  },
  PATIENCE_MS,
);

test(
  'a backup of the running Authority is checked, and one flipped byte in it is found',
  async () => {
    const { rows, job } = await runTask('backup');
    expect(job).toMatchObject({ state: 'good' });
    const [backup] = rows;
    if (backup === undefined) throw new Error('there is no backup');
    expect((await runTask('check-backup', backup.path)).rows[0]).toMatchObject({ verdict: 'good' });
    expect((await runTask('verify')).job).toMatchObject({ state: 'good', findings: [] });
    expect((await runTask('integrity')).job).toMatchObject({ state: 'good' });
    const bytes = await readFile(backup.path);
    // Within the text of a Message, which the pages of the database do not protect.
    const at = bytes.indexOf('is it in force?');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(backup.path, bytes);
    const damaged = await runTask('check-backup', backup.path);
    expect(damaged.job?.state).toBe('bad');
    expect(damaged.rows[0]).toMatchObject({ verdict: 'bad' });
    expect((await readdir(join(folder, 'backups'))).filter((name) => name.includes('checking'))).toEqual([]);
    const absent = await client.operator.run({ authorityId, task: 'check-backup', path: '/etc/passwd' });
    expect(absent).toMatchObject({ ok: false, fault: { code: 'no-backup' } });
  },
  PATIENCE_MS * 2,
);

test('the health tells what the server counts', async () => {
  const { facts, counters } = valueOf(await client.operator.health({ authorityId }));
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  expect(byId.get('store')?.tone).toBe('good');
  expect(byId.get('certificate')?.tone).toBe('good');
  expect(byId.get('integrity')?.tone).toBe('good');
  expect(byId.has('waiting')).toBe(true);
  expect(counters.some(({ labels, value }) => labels.includes('RATE_LIMITED') && value > 0)).toBe(true);
});

test(
  'one’s own Authority is administered too, and a broken policy file can be mended (POL-001)',
  async () => {
    const { connectionId } = valueOf(
      await client.connections.createLocal({ name: 'Mine', personName: 'Ada' }),
    );
    await stateOf(
      client,
      (options) => client.operator.follow(undefined, options),
      (state) => state.byId.get(connectionId)?.state === 'open',
    );
    const own = { authorityId: connectionId };
    const file = valueOf(await client.operator.policy(own));
    expect(file.inForceWords.key).toBe('operator.policy.same');
    await writeFile(file.path, file.text.replace('offer: 300', 'offer: never'));
    const broken = valueOf(await client.operator.policy(own));
    expect(broken.inForceWords.key).toBe('operator.policy.broken');
    expect(valueOf(await client.operator.health(own)).verdict).toBe('bad');
    const mended = await client.operator.applyPolicy({
      ...own,
      text: file.text.replace('offer: 300', 'offer: 600'),
      version: broken.version,
    });
    expect(valueOf(mended)).toMatchObject({
      kind: 'applied',
      file: { inForceWords: { key: 'operator.policy.same' } },
    });
  },
  PATIENCE_MS,
);

test('who lacks the keys of the services can look, and is told why nothing else', async () => {
  const other = join(base, 'other');
  const made = await runHeddle(['authority', 'init', other], { nowMs: Date.now() });
  expect(made.code).toBe(0);
  await rename(join(other, 'keys', 'registry.json'), join(base, 'registry.json'));
  const added = valueOf(await client.operator.add({ name: 'Other', folder: other }));
  const { byId } = await stateOf(
    client,
    (options) => client.operator.follow(undefined, options),
    (state) => state.byId.has(added.authorityId),
  );
  const row = byId.get(added.authorityId);
  expect(row).toMatchObject({ state: 'read-only', canAct: false });
  expect(row?.words.text).toContain('registry.json');
  const refused = await client.operator.bindKey({
    ...added,
    principal: SECOND.actor,
    keyId: SECOND.signer.keyId,
    publicKey: encodeBase64Url(SECOND.signer.publicKey),
  });
  expect(refused).toMatchObject({ ok: false, fault: { code: 'read-only' } });
  valueOf(await client.operator.remove(added));
  const gone = await client.operator.policy(added);
  expect(gone).toMatchObject({ ok: false, fault: { code: 'no-authority' } });
});
