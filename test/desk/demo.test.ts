// The demo on a whole host: what a person finds after its start, what every scenario does, and what is left when it is over.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DeskClient } from '../../core/contract/contract.ts';
import { followLive, type LivePart, type LiveRow, type LiveState } from '../../core/contract/live.ts';
import { SCENARIOS, type ScenarioRow } from '../../core/contract/demo.ts';
import { type DeskHost, startDeskHost } from '../../core/host/desk-host.ts';
import { createDemo } from '../../core/host/demo/demo-service.ts';
import { KeyUnavailable } from '../../core/keys/key-fault.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** For tests only. */
const PASSPHRASE = 'correct horse battery staple for tests';

let profile: string;
let host: DeskHost;
let client: DeskClient;
let ownConnectionId: string;
const faults: unknown[] = [];
/** What a scenario waits for where a person would look. */
let looked: Promise<void> = Promise.resolve();

async function startHost(): Promise<void> {
  host = await startDeskHost({
    profileFolder: profile,
    shell: 'browser',
    appVersion: '0.0.0-test',
    onFault: (error) => faults.push(error),
    keyStore: 'passphrase-file',
    passphraseCostN: MIN_COST_N,
    createDemo: (parts) => createDemo(parts, { look: () => looked }),
  });
  ({ client } = host);
}

function valueOf<Value>(
  answer: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: object },
): Value {
  if (!answer.ok) throw new Error(JSON.stringify(answer.fault));
  return answer.value;
}

/** The first state of a live query that is as wanted. */
async function stateOf<Row extends LiveRow, Summary>(
  open: (options: { readonly signal: AbortSignal }) => Promise<AsyncIterable<LivePart<Row, Summary>>>,
  isWanted: (state: LiveState<Row, Summary>) => boolean,
): Promise<LiveState<Row, Summary>> {
  const controller = new AbortController();
  try {
    for await (const state of followLive(await open({ signal: controller.signal }), (ack) =>
      client.system.acknowledge(ack),
    )) {
      if (state.isComplete && isWanted(state)) return state;
    }
    throw new Error('the query has ended');
  } finally {
    controller.abort();
  }
}

const attention = (isWanted: (rules: readonly string[]) => boolean) =>
  stateOf(
    (options) => client.attention.follow(undefined, options),
    ({ rows }) => isWanted(rows.map(({ rule }) => rule)),
  );

const demoIs = (state: 'absent' | 'starting' | 'running') =>
  stateOf(
    (options) => client.demo.follow(undefined, options),
    ({ summary }) => summary?.state === state,
  );

async function missionIds(): Promise<readonly string[]> {
  const { rows } = await stateOf(
    (options) => client.missions.follow(undefined, options),
    ({ rows: all }) => all.length >= 2,
  );
  return rows.map(({ groupId }) => groupId).toSorted();
}

/** Plays a scenario to its end; its row then. */
async function play(scenario: ScenarioRow['scenario']): Promise<ScenarioRow> {
  const rowIn = ({ byId }: { readonly byId: ReadonlyMap<string, ScenarioRow> }) => byId.get(scenario);
  await stateOf(
    (options) => client.demo.follow(undefined, options),
    (state) => rowIn(state)?.isAvailable === true,
  );
  valueOf(await client.demo.fire({ scenario }));
  const ended = await stateOf(
    (options) => client.demo.follow(undefined, options),
    (state) => rowIn(state)?.state === 'done' || rowIn(state)?.state === 'failed',
  );
  const row = rowIn(ended);
  if (row === undefined) throw new Error('the scenario is gone');
  if (row.state !== 'done') throw new Error(row.progress?.text);
  return row;
}

/** The rows of everything that can be read of a WorkItem. */
async function workItem(row: {
  readonly groupId?: string | undefined;
  readonly workItemId?: string | undefined;
}) {
  const { groupId = '', workItemId = '' } = row;
  const place = { connectionId: 'demo', groupId, workItemId };
  const { byId } = await stateOf(
    (options) => client.work.follow(place, options),
    ({ rows }) => rows.length > 0,
  );
  return byId;
}

/** Processes that work in the profile's folder, or were started with it. */
function processesOfProfile(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readlinkSync(`/proc/${pid}/cwd`);
        return text.includes(profile);
      } catch {
        // It has ended, or is somebody else's.
        return false;
      }
    });
}

beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'heddle-demo-'));
  // As a crash in the middle of a start leaves it: an Organization, and no demo.
  const left = join(profile, 'demo', 'organizations', 'left');
  await mkdir(left, { recursive: true });
  await writeFile(join(left, 'settings.yaml'), 'half of');
  await startHost();
  // Somebody's own connection, which nothing of the demo may touch.
  valueOf(await client.keys.unlock({ passphrase: PASSPHRASE }));
  const own = { name: 'Mine', personName: 'Ada' };
  ownConnectionId = valueOf(await client.connections.createLocal(own)).connectionId;
});

afterAll(async () => {
  await host.stop();
  await rm(profile, { recursive: true, force: true });
});

describe('what a person finds', () => {
  test('nothing before the start, which is not hindered by what a crash has left', async () => {
    expect((await demoIs('absent')).rows).toEqual([]);
    expect(await client.demo.fire({ scenario: 'takeover' })).toMatchObject({
      ok: false,
      fault: { code: 'demo-not-running' },
    });
    expect(valueOf(await client.demo.start())).toEqual({ connectionId: 'demo' });
  });

  test('work of every kind that waits for somebody', async () => {
    const { rows } = await attention(
      (rules) => rules.includes('submission-waits') && rules.includes('final-approval-waits'),
    );
    const rules = rows.filter(({ object }) => object.connectionId === 'demo').map(({ rule }) => rule);
    // People read names.
    expect(rows.filter(({ words }) => words.text.includes('urn:'))).toEqual([]);
    expect(rules).toEqual(
      expect.arrayContaining([
        'start-approval-waits',
        'submission-waits',
        'item-blocked',
        'evidence-gap',
        'final-approval-waits',
        'mention',
      ]),
    );
    const approvals = await stateOf(
      (options) => client.approvals.follow(undefined, options),
      ({ rows: all }) => all.length === 2,
    );
    expect(approvals.rows.map(({ type }) => type).toSorted()).toEqual(['final', 'start']);
  });

  test('EVI-002, WORK-062: a submission with the Evidence of its Worker and of the reviewer that both Missions share', async () => {
    const queue = await stateOf(
      (options) => client.review.queue(undefined, options),
      ({ rows }) => rows.length === 1,
    );
    const [submission] = queue.rows;
    const place = {
      connectionId: 'demo',
      groupId: submission?.groupId ?? '',
      workItemId: submission?.workItemId ?? '',
    };
    const items = await workItem(place);
    const header = items.get('header');
    expect(header).toMatchObject({ state: 'submitted', missionTitle: 'Archive of the society' });
    const evidence = items.get('evidence');
    if (evidence?.section !== 'evidence') throw new Error('no Evidence');
    expect(evidence.evidence.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['artifact_integrity', 'deterministic_test']),
    );
    const [first, second] = await missionIds();
    const reviewers = await Promise.all(
      [first, second].map(async (groupId = '') => {
        const { rows } = await stateOf(
          (options) => client.people.members({ connectionId: 'demo', groupId }, options),
          ({ rows: all }) => all.length > 3,
        );
        return rows.find(({ member }) => member.name === 'Reviewer')?.member.id;
      }),
    );
    expect(reviewers[0]).toBeDefined();
    expect(reviewers[0]).toBe(reviewers[1]);
  });

  test('a report on the real papers, with what is wrong with them', async () => {
    const [groupId = ''] = (await missionIds()).slice(0, 1);
    const { rows } = await stateOf(
      (options) => client.artifacts.follow({ connectionId: 'demo', groupId }, options),
      ({ rows: all }) => all.some(({ mediaType }) => mediaType === 'text/markdown'),
    );
    const report = rows.find(({ mediaType }) => mediaType === 'text/markdown');
    const read = valueOf(
      await client.artifacts.read({
        connectionId: 'demo',
        groupId,
        contentHash: report?.contentHash ?? '',
        limitBytes: 100_000,
      }),
    );
    expect(Buffer.from(read.base64, 'base64').toString('utf8')).toMatch(/harvest-supper\.json|budget\.yaml/);
  });

  test('an offer without an answer, a question, and marks that say that it is a demo', async () => {
    const connections = await stateOf(
      (options) => client.connections.follow(undefined, options),
      ({ byId }) => byId.get('demo')?.identities.every(({ path }) => path === 'open') === true,
    );
    expect(connections.byId.get('demo')).toMatchObject({ kind: 'demo' });
    const status = await stateOf(
      (options) => client.system.status(undefined, options),
      ({ byId }) => byId.get('demo') !== undefined,
    );
    expect(status.byId.get('demo')).toMatchObject({ isDemo: true });
    expect(status.byId.get(ownConnectionId)).toMatchObject({ isDemo: false });
    const { rows } = await attention((rules) => rules.includes('mention'));
    const mentions = rows.filter(({ rule }) => rule === 'mention');
    expect(mentions.map(({ words }) => words.text).join()).toContain('Translator');
    const asked = mentions.find(({ workItemId }) => workItemId !== undefined);
    const offers = (await workItem(asked ?? {})).get('offers');
    expect(offers).toMatchObject({ offers: [{ agent: { name: 'Translator' }, status: 'pending' }] });
  });

  test('keys that are in memory, and in no store of the profile', async () => {
    const keys = await stateOf(
      (options) => client.keys.follow(undefined, options),
      ({ rows }) => rows.length === 4,
    );
    const demo = keys.rows.filter(({ connections }) =>
      connections.some(({ connectionId }) => connectionId === 'demo'),
    );
    expect(demo).toHaveLength(2);
    expect(demo.every(({ store }) => store === 'memory')).toBe(true);
    const vault = readFileSync(join(profile, 'keys', 'vault.json'), 'utf8');
    for (const { keyId, publicKey } of demo) {
      expect(vault).not.toContain(keyId);
      expect(vault).not.toContain(publicKey);
      expect((await client.keys.remove({ keyId })).ok).toBe(false);
    }
    expect(readFileSync(join(profile, 'demo', 'demo.json'), 'utf8')).toContain('"testOnly": true');
  });
});

describe('the scenarios', () => {
  test('OPEN-037: an offer is declined by a real Worker, with its reason', async () => {
    await play('offer-declined');
    const { rows } = await attention((rules) => rules.includes('all-declined'));
    const declined = rows.find(({ rule }) => rule === 'all-declined');
    const offers = (await workItem(declined ?? {})).get('offers');
    expect(offers).toMatchObject({ offers: [{ agent: { name: 'Records clerk' }, hasSaidNo: true }] });
  });

  test('LSE-011: a lease expires by the clock while its owner is silent', async () => {
    await play('lease-expires');
    const { rows } = await attention((rules) => rules.includes('execution-lease-ended'));
    const ended = rows.find(({ rule }) => rule === 'execution-lease-ended');
    const execution = (await workItem(ended ?? {})).get('execution');
    if (execution?.section !== 'execution') throw new Error('nothing was executed');
    expect(execution.leases.find(({ type }) => type === 'execution')).toMatchObject({
      isOverByClock: true,
      holder: { name: 'Night worker' },
    });
  });

  test('three Commands wait while the line is cut; two are accepted and one is refused; nobody else notices', async () => {
    const ended = stateOf(
      (options) => client.outbox.follow(undefined, options),
      ({ rows }) => rows.filter(({ state }) => state === 'waiting-for-connection').length === 3,
    );
    const cut = stateOf(
      (options) => client.system.status(undefined, options),
      ({ byId }) => byId.get('demo')?.status !== 'online',
    );
    // It goes on once both were seen.
    looked = Promise.all([ended, cut]).then(() => undefined);
    const played = play('disconnect-with-queue');
    const waiting = (await ended).rows.filter(({ state }) => state === 'waiting-for-connection');
    expect((await cut).byId.get(ownConnectionId)?.status).toBe('online');
    const row = await played;
    expect(row.progress?.values).toEqual({ accepted: 2, refused: 1 });
    const { byId } = await stateOf(
      (options) => client.outbox.follow(undefined, options),
      ({ rows }) => rows.some(({ state }) => state === 'refused'),
    );
    expect(waiting.map(({ id, kind }) => `${kind} ${byId.get(id)?.state}`).toSorted()).toEqual([
      'message.post accepted',
      'work.authorize accepted',
      'work.cancel refused',
    ]);
    const refused = (await attention((rules) => rules.includes('command-refused'))).rows.find(
      ({ rule }) => rule === 'command-refused',
    );
    expect(refused).toMatchObject({ object: { connectionId: 'demo' }, severity: 'now' });
  });

  test('WORK-014: a former owner comes back, is refused, and what it has made is not counted', async () => {
    const row = await play('stale-epoch');
    expect(row.progress?.values).toEqual({ code: 'WORK_STALE_OWNERSHIP' });
    const { rows } = await attention((rules) => rules.includes('late-result'));
    const items = await workItem(rows.find(({ rule }) => rule === 'late-result') ?? {});
    expect(items.get('header')).toMatchObject({ state: 'active', owner: { name: 'Relief worker' } });
    const execution = items.get('execution');
    if (execution?.section !== 'execution') throw new Error('nothing was executed');
    const lanes = new Set(
      execution.leases.filter(({ type }) => type === 'execution').map(({ ownershipEpoch }) => ownershipEpoch),
    );
    expect(lanes.size).toBe(2);
  });

  test('ART-003: content that was damaged does not have its hash', async () => {
    await play('hash-mismatch');
    const { rows } = await attention((rules) => rules.includes('content-broken'));
    const broken = rows.find(({ rule }) => rule === 'content-broken');
    const [groupId = ''] = [broken?.groupId];
    const artifacts = await stateOf(
      (options) => client.artifacts.follow({ connectionId: 'demo', groupId }, options),
      ({ rows: all }) => all.some(({ content }) => content === 'differs'),
    );
    const { contentHash = '' } = artifacts.rows.find(({ content }) => content === 'differs') ?? {};
    const checked = await client.artifacts.check({ connectionId: 'demo', groupId, contentHash });
    expect(valueOf(checked)).toEqual({ content: 'differs' });
  });

  test('CHD-007: a child Mission fails, and its WorkItem is blocked', async () => {
    await play('child-failure');
    const { rows } = await attention((rules) => rules.includes('child-trouble'));
    const items = await workItem(rows.find(({ rule }) => rule === 'child-trouble') ?? {});
    expect(items.get('header')).toMatchObject({ state: 'blocked' });
  });

  test('MIS-T5: changes are requested, and once more after another submission', async () => {
    for (let times = 0; times < 2; times += 1) {
      await play('change-request');
      const missions = await stateOf(
        (options) => client.missions.follow(undefined, options),
        ({ rows }) => rows.find(({ title }) => title.startsWith('Audit'))?.state === 'active',
      );
      expect(missions.rows.find(({ title }) => title.startsWith('Audit'))?.myRoles).toContain('coordinator');
    }
    await attention((rules) => rules.includes('changes-requested'));
  });

  test('CRD-003: a Mission is taken over with the Context Package of the Coordinator that fell silent', async () => {
    const row = await play('takeover');
    expect(row.progress?.values).toEqual({ epoch: 2 });
    const missions = await stateOf(
      (options) => client.missions.follow(undefined, options),
      ({ rows }) => rows.some(({ title }) => title === 'Prepare the summer fair'),
    );
    const fair = missions.rows.find(({ title }) => title === 'Prepare the summer fair');
    expect(fair).toMatchObject({
      coordinator: { name: 'Demo coordinator' },
      myRoles: ['owner', 'coordinator'],
    });
  });
});

describe('the life of a demo', () => {
  test('it is there again after the host has been started again, without its Workers having been left running', async () => {
    const before = await missionIds();
    await host.stop();
    expect(processesOfProfile()).toEqual([]);
    await startHost();
    valueOf(await client.keys.unlock({ passphrase: PASSPHRASE }));
    expect((await demoIs('running')).summary).toMatchObject({ connectionId: 'demo' });
    expect(await missionIds()).toEqual(before);
    await attention((rules) => rules.includes('submission-waits') && rules.includes('changes-requested'));
    const again = await play('offer-declined');
    expect(again.progress?.key).toBe('demo.progress.declined');
  });

  test('it begins anew with other Missions while a scenario is played, and what was is gone', async () => {
    const before = await missionIds();
    valueOf(await client.demo.fire({ scenario: 'lease-expires' }));
    await stateOf(
      (options) => client.demo.follow(undefined, options),
      ({ byId }) => byId.get('lease-expires')?.progress?.key === 'demo.progress.working-silent',
    );
    valueOf(await client.demo.reset());
    const after = await missionIds();
    expect((await demoIs('running')).rows.map(({ state }) => state)).toEqual(SCENARIOS.map(() => 'idle'));
    expect(after).toHaveLength(2);
    expect(after.filter((groupId) => before.includes(groupId))).toEqual([]);
    await attention(
      (rules) => rules.includes('final-approval-waits') && !rules.includes('changes-requested'),
    );
  });

  test('it ends with everything, and the connection of a person is as it was', async () => {
    valueOf(await client.demo.stop());
    expect((await demoIs('absent')).rows).toEqual([]);
    expect(existsSync(join(profile, 'demo'))).toBe(false);
    expect(processesOfProfile()).toEqual([]);
    const connections = await stateOf(
      (options) => client.connections.follow(undefined, options),
      ({ rows }) => rows.length === 1,
    );
    expect(connections.rows[0]?.id).toBe(ownConnectionId);
    const keys = await stateOf(
      (options) => client.keys.follow(undefined, options),
      ({ rows }) => rows.length === 2,
    );
    expect(keys.rows.every(({ store }) => store === 'passphrase-file')).toBe(true);
  });

  test('it can be stopped while it starts, and leaves nothing', async () => {
    const started = client.demo.start();
    // Workers are at work already.
    await stateOf(
      (options) => client.demo.follow(undefined, options),
      ({ summary }) => summary?.words.key === 'demo.starting.working',
    );
    valueOf(await client.demo.stop());
    expect((await started).ok).toBe(false);
    expect(existsSync(join(profile, 'demo'))).toBe(false);
    expect(processesOfProfile()).toEqual([]);
    // The person's own keys were locked when the host had started again.
    expect(faults.filter((error) => !(error instanceof KeyUnavailable)).map(String)).toEqual([]);
  });
});
