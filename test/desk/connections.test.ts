// Connections to an Authority of somebody else, on the real host against `heddle authority serve`: what is asked for when one
// is added, what is said when it does not come about, and what stays when it is removed.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { generate } from 'selfsigned';
import { ORGANIZATION } from '../scenario/scenario-stage.ts';
import { stateOf, valueOf } from './desk-client.ts';
import { type DeskOfTest, type PublicKey, RemoteStage } from './remote-stage.ts';

const ADA = { type: 'human', id: 'urn:heddle:test:human:ada' } as const;
const ASSISTANT = { type: 'agent', id: 'urn:heddle:test:agent:assistant' } as const;
const CLERK = { type: 'agent', id: 'urn:heddle:test:agent:clerk' } as const;
const STRANGER = { type: 'human', id: 'urn:heddle:test:human:stranger' } as const;

let stage: RemoteStage;
let desk: DeskOfTest;
let ada: PublicKey;
let assistant: PublicKey;
/** Of an Agent whose Sessions are opened beside those of the other one: an Authority lets nobody open many in a row. */
let clerk: PublicKey;

beforeAll(async () => {
  stage = await RemoteStage.open();
  desk = await stage.desk('ada');
  ada = await desk.createKey(ADA);
  assistant = await desk.createKey(ASSISTANT);
  await stage.enrol(ADA, ada);
  clerk = await desk.createKey(CLERK);
  await stage.enrol(ASSISTANT, assistant, 'Ada’s assistant');
  await stage.enrol(CLERK, clerk, 'Clerk');
}, 120_000);

afterAll(async () => {
  await stage.close();
}, 60_000);

/** The next test begins without any, also after one that has failed. */
afterEach(async () => {
  stage.joinNetwork();
  const { rows } = await stateOf(
    desk.client,
    (options) => desk.client.connections.follow(undefined, options),
    () => true,
  );
  for (const { connectionId } of rows) await remove(connectionId);
}, 60_000);

/** Until each identity has its reason not to be connected. */
async function untilTroubles(connectionId: string, ...keys: readonly string[]) {
  const row = await desk.connection(connectionId, ({ identities }) =>
    identities.every(({ trouble }, index) => trouble?.key === `link-trouble.${keys[index]}`),
  );
  expect(row.lastFault).toEqual(row.identities[0]?.trouble);
  return row;
}

async function remove(connectionId: string): Promise<void> {
  valueOf(await desk.client.connections.remove({ connectionId, forget: true }));
}

describe('a connection that does not come about says why, in plain words', { timeout: 120_000 }, () => {
  test('another CA than that of the Organization (WS-001)', async () => {
    const other = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' });
    const connectionId = await desk.connect([ada, assistant], { certificate: other.cert });
    expect((await untilTroubles(connectionId, 'untrusted-certificate', 'untrusted-certificate')).status).toBe(
      'offline',
    );
    const row = await desk.connection(connectionId, ({ status }) => status === 'offline');
    expect(row.lastFault?.text).toContain('not under the one that is to be trusted');
    await desk.client.system.changeSettings({ language: 'de' });
    const german = await desk.connection(connectionId, ({ words }) => words.text === 'nicht verbunden');
    expect(german.lastFault?.text).toContain('gehört nicht zu dem, dem vertraut werden soll');
    await desk.client.system.changeSettings({ language: 'en' });
  });

  test('another host name than the one of the certificate (WS-001)', async () => {
    // The same server at an address that stands in no certificate.
    const server = createServer((socket) => {
      const onward = connect({ port: stage.proxy.port, host: '127.0.0.1' });
      for (const each of [socket, onward]) each.on('error', () => onward.destroy());
      socket.pipe(onward).pipe(socket);
    });
    server.listen(0, '127.0.0.2');
    await once(server, 'listening');
    const origin = `https://127.0.0.2:${(server.address() as AddressInfo).port}`;
    const connectionId = await desk.connect([ada, assistant], { origin });
    expect((await untilTroubles(connectionId, 'other-name', 'other-name')).status).toBe('offline');
    server.close();
  });

  test('another Organization', async () => {
    const organizationId = 'urn:heddle:test:organization:elsewhere';
    const connectionId = await desk.connect([ada, assistant], { organizationId });
    expect((await untilTroubles(connectionId, 'other-organization', 'other-organization')).status).toBe(
      'offline',
    );
    const row = await desk.connection(connectionId, ({ status }) => status === 'offline');
    expect(row.identities.map(({ path }) => path)).toEqual(['closed', 'closed']);
    expect(row.lastFault?.values['detail']).toContain(ORGANIZATION);
  });

  test('a key that nobody has enrolled; the other identity is not kept from working (ERR-042)', async () => {
    const stranger = await desk.createKey(STRANGER);
    const connectionId = await desk.connect([stranger, assistant]);
    const row = await desk.connection(
      connectionId,
      ({ identities }) => identities[0]?.trouble !== undefined && identities[1]?.path === 'open',
    );
    expect(row.status).toBe('online');
    expect(row.identities.map(({ trouble }) => trouble?.key)).toEqual([
      'link-trouble.key-not-accepted',
      undefined,
    ]);
    // As soon as somebody does, it works; nothing has to be added anew.
    await stage.enrol(STRANGER, stranger);
    await desk.online(connectionId);
  });

  test('an Agent without a card (IDN-006)', async () => {
    const loner = { type: 'agent', id: 'urn:heddle:test:agent:loner' } as const;
    const key = await desk.createKey(loner);
    const { scenario } = stage;
    const whose = ['--principal', `agent:${loner.id}`];
    const its = ['--key-id', key.keyId, '--public-key', key.publicKey];
    await scenario.heddle('authority', 'enrol', scenario.organizationFolder, ...whose, ...its);
    const connectionId = await desk.connect([key]);
    // The Authority learns of the key by itself, after a while.
    expect((await untilTroubles(connectionId, 'no-card')).status).toBe('offline');
  });

  test('nobody there at the start; "try now" does try', async () => {
    stage.cutNetwork();
    const connectionId = await desk.connect([ada, assistant]);
    expect((await untilTroubles(connectionId, 'cut-off', 'cut-off')).status).toBe('offline');
    stage.joinNetwork();
    valueOf(await desk.client.connections.retry({ connectionId }));
    await desk.online(connectionId);
  });

  test.each([
    ['http://authority.example', 'bad-address', {}],
    ['https://authority.example/path', 'bad-address', {}],
    ['https://authority.example', 'bad-certificate', { certificate: 'not a certificate' }],
    ['https://authority.example', 'no-identity', { keyIds: ['urn:heddle:test:key:nobody'] }],
  ])('%s is refused as %s before anything is kept', async (origin, code, changes) => {
    const certificate = await stage.scenario.certificate();
    const input = { name: 'x', origin, organizationId: ORGANIZATION, certificate, keyIds: [ada.keyId] };
    const answer = await desk.client.connections.add({ ...input, ...changes });
    expect(answer).toMatchObject({ ok: false, fault: { code } });
    const { rows } = await stateOf(
      desk.client,
      (options) => desk.client.connections.follow(undefined, options),
      () => true,
    );
    expect(rows).toEqual([]);
  });
});

test(
  'what the operator needs to enrol keys is told, and is enough (IDN-006)',
  { timeout: 120_000 },
  async () => {
    const bob = { type: 'human', id: 'urn:heddle:test:human:bob' } as const;
    const helper = { type: 'agent', id: "urn:heddle:test:agent:bob's-helper" } as const;
    const keys = [await desk.createKey(bob), await desk.createKey(helper)];
    const { steps } = valueOf(
      await desk.client.connections.enrolment({
        origin: stage.origin,
        organizationId: ORGANIZATION,
        keyIds: keys.map(({ keyId }) => keyId),
        agentName: 'Helper',
      }),
    );
    const { scenario } = stage;
    for (const { command, card } of steps) {
      if (card !== undefined) await writeFile(join(scenario.folder, card.fileName), card.text);
      // As a shell reads it.
      const line = command.replace('ORGANIZATION-FOLDER', scenario.organizationFolder);
      const words = execFileSync('sh', ['-c', `for word in ${line}; do printf '%s\\n' "$word"; done`], {
        encoding: 'utf8',
      });
      const args = words.trim().split('\n').slice(1);
      await scenario.heddle(
        ...args.map((arg) => (arg === card?.fileName ? join(scenario.folder, arg) : arg)),
      );
    }
    const connectionId = await desk.connect(keys);
    await desk.online(connectionId);
    const row = await desk.connection(connectionId, (each) => each.identities[1]?.person.name === 'Helper');
    expect(row.identities.map(({ path }) => path)).toEqual(['open', 'open']);
  },
);

describe('an identity', { timeout: 120_000 }, () => {
  test('is connected once, is told when another runtime takes it, and is taken back by hand alone (WS-016)', async () => {
    const connectionId = await desk.connect([ada, assistant]);
    const { identities } = await desk.online(connectionId);
    expect(identities[0]?.person.name).toBe('Ada');
    // As its card says.
    await desk.connection(connectionId, (row) => row.identities[1]?.person.name === 'Ada’s assistant');
    const again = desk.connect([assistant]);
    await expect(again).rejects.toThrow('known-connection');
    // The same key on another computer.
    const backup = join(stage.scenario.folder, 'keys.backup');
    const passphrase = 'a passphrase of the backup, for tests';
    valueOf(await desk.client.keys.backUp({ passphrase, keyIds: [assistant.keyId], path: backup }));
    const laptop = await stage.desk('laptop');
    valueOf(await laptop.client.keys.restore({ path: backup, passphrase }));
    const there = await laptop.connect([assistant]);
    await laptop.online(there);
    const taken = await desk.connection(connectionId, ({ status }) => status === 'replaced');
    expect(taken.identities.map(({ path }) => path)).toEqual(['open', 'closed']);
    // Trying again is no reason to take it.
    valueOf(await desk.client.connections.retry({ connectionId }));
    valueOf(await desk.client.connections.reclaim({ connectionId }));
    await desk.online(connectionId);
    await laptop.connection(there, ({ status }) => status === 'replaced');
    await laptop.kill();
  });

  test('whose keys are locked after a start reads nothing new, and goes on when they are unlocked', async () => {
    const connectionId = await desk.connect([ada, assistant]);
    await desk.online(connectionId);
    await desk.crash();
    expect((await untilTroubles(connectionId, 'key-unusable', 'key-unusable')).status).toBe('offline');
    await desk.unlock();
    expect((await desk.online(connectionId)).status).toBe('online');
  });
});

describe('removing a connection', { timeout: 120_000 }, () => {
  const profile = () => join(stage.scenario.folder, 'profile-ada');

  test('leaves what was kept for whoever comes back, and nothing when it is to be forgotten', async () => {
    const connectionId = await desk.connect([ada, clerk]);
    await desk.online(connectionId);
    const intent = { kind: 'mission.create' as const, form: { objective: 'not written yet' } };
    const { draftId } = valueOf(await desk.client.intents.saveDraft({ connectionId, intent }));
    valueOf(await desk.client.connections.remove({ connectionId, forget: false }));
    const replicas = await readdir(join(profile(), 'replicas'));
    expect(replicas.filter((name) => name.endsWith('.db')).length).toBe(2);
    const back = await desk.connect([clerk, ada]);
    expect(back).toBe(connectionId);
    const { rows } = await stateOf(
      desk.client,
      (options) => desk.client.intents.followDrafts(undefined, options),
      (state) => state.rows.length === 1,
    );
    expect(rows[0]).toMatchObject({ draftId, intent });
    await desk.online(back);
    await remove(back);
    expect(await readdir(join(profile(), 'replicas'))).toEqual([]);
    const connections = await readFile(join(profile(), 'connections.json'), 'utf8');
    expect(JSON.parse(connections)).toEqual([]);
  });

  test('of an Organization on this computer takes its secrets along', async () => {
    const made = await desk.client.connections.createLocal({ name: 'Mine', personName: 'Ada' });
    const { connectionId } = valueOf(made);
    const organizations = join(profile(), 'organizations');
    expect(await readdir(organizations)).toHaveLength(1);
    await remove(connectionId);
    expect(await readdir(organizations)).toEqual([]);
  });

  test('what stays of a removal that a crash has ended is deleted by the next run', async () => {
    const connectionId = await desk.connect([ada]);
    await desk.online(connectionId);
    await desk.kill();
    const path = join(profile(), 'connections.json');
    const kept = JSON.parse(await readFile(path, 'utf8')) as object[];
    await writeFile(path, JSON.stringify(kept.map((each) => Object.assign(each, { removed: 'forgotten' }))));
    await desk.start();
    await desk.unlock();
    expect(await readdir(join(profile(), 'replicas'))).toEqual([]);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual([]);
  });
});

test('working offline is a choice that a restart does not take back, and what is known stays readable', async () => {
  const connectionId = await desk.connect([ada, clerk]);
  await desk.online(connectionId);
  valueOf(await desk.client.connections.workOffline({ connectionId, isOffline: true }));
  await desk.connection(connectionId, ({ status }) => status === 'working-offline');
  const tried = stage.proxy.tried;
  await desk.crash();
  await desk.unlock();
  const row = await desk.connection(connectionId, ({ status }) => status === 'working-offline');
  expect(row.isWorkingOffline).toBe(true);
  expect(stage.proxy.tried).toBe(tried);
  // Whom there is to choose from was kept, with the cards.
  await desk.connection(connectionId, ({ identities }) => identities[1]?.person.name === 'Clerk');
  valueOf(await desk.client.connections.workOffline({ connectionId, isOffline: false }));
  await desk.online(connectionId);
  await remove(connectionId);
}, 120_000);
