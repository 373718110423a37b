// Briefs run from a window: led by hand to the Approval, carried out by the Coordinator, paused, interrupted, refused; with
// real Workers as processes of their own.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeskClient } from '../../core/contract/contract.ts';
import { KeyUnavailable } from '../../core/keys/key-fault.ts';
import { BriefHost } from './brief-host.ts';
import { BriefPerson, LIMIT } from './brief-person.ts';
import { PATIENCE_MS, valueOf } from './desk-client.ts';

let host: BriefHost;
beforeAll(async () => {
  host = await BriefHost.found();
}, PATIENCE_MS);
afterAll(() => host.close(), PATIENCE_MS);

function historyOf(client: DeskClient, groupId: string) {
  const { connectionId } = host;
  return host.state(
    (options) => client.history.follow({ connectionId, groupId }, options),
    ({ rows }) => rows.length > 0,
  );
}

async function submitAndApprove(person: BriefPerson, runId: string): Promise<void> {
  const { groupId } = await host.row(runId, () => true);
  const place = { connectionId: host.connectionId, groupId };
  const artifacts = await host.state(
    (options) => host.client.artifacts.follow(place, options),
    ({ rows }) => rows.length === 5,
  );
  const artifactHashes = artifacts.rows.map(({ contentHash }) => contentHash);
  await person.sign({
    kind: 'mission.submit_for_approval',
    groupId,
    form: { artifactHashes, summary: 'all of it' },
  });
  await person.approve();
}

function missionsOf({ client }: BriefHost) {
  return host.state(
    (options) => client.missions.follow(undefined, options),
    () => true,
  );
}

describe('by hand', () => {
  test(
    'the host creates Mission, members and proposals, and people decide all else (WORK-T01, WORK-T02, MIS-010)',
    LIMIT,
    async () => {
      const input = await host.newInput();
      const { runId } = valueOf(await host.client.briefs.run(await host.wish('by-hand', input)));
      const person = new BriefPerson(host, runId);
      const { groupId } = await host.row(runId, ({ items }) => items[0]?.phase === 'proposed');
      const begun = await historyOf(host.client, groupId);
      expect(begun.rows.map(({ kind, actor }) => `${kind} ${actor.name}`).toReversed()).toEqual([
        'mission.created Ada',
        ...Array.from({ length: 4 }, () => 'membership.changed Mine Coordinator'),
        'work.proposed Mine Coordinator',
      ]);
      await person.carry('inventory', 'inventory');
      await person.carry('checks', 'checks');
      await person.authorize('report');
      await person.offer('report', 'writer');
      await person.carry('report (review)', 'reviewer');
      await person.accept('report');
      await submitAndApprove(person, runId);
      const row = await host.row(runId, ({ phase }) => phase === 'ended');
      expect(row).toMatchObject({ outcome: 'approved', questions: [], obstacles: [] });
      await host.row(runId, ({ workers }) => workers.every(({ state }) => state === 'ended'));
      await host.workersEnd(runId);
      expect(host.faults).toEqual([]);
    },
  );
});

describe('by itself', () => {
  test(
    'it goes on after a stop of the host, waits while it is paused or its key locked, asks, and leaves the Approval to the human (CRD-006, MIS-010)',
    LIMIT,
    async () => {
      const wish = await host.wish('by-itself', await host.newInput());
      // A criterion that only a human can judge.
      const readable = wish.text.replace(
        /(id: readable\n.*\n\s+evidence: )\[reviewer_assessment\]/,
        '$1[human_review]',
      );
      expect(readable).not.toBe(wish.text);
      const { runId } = valueOf(await host.client.briefs.run({ ...wish, text: readable }));
      const person = new BriefPerson(host, runId);
      await person.item('inventory', 'verified');
      valueOf(await host.client.briefs.pause({ runId, isPaused: true }));
      await host.stop();
      await host.workersEnd(runId);

      await host.start();
      const locked = await host.row(runId, () => true);
      expect(locked).toMatchObject({ isPaused: true, phase: 'creating' });
      expect(locked.obstacles.map(({ key }) => key)).toContain('brief-obstacle.key-locked');
      await host.unlock();
      const paused = await host.row(runId, ({ items }) => items.length > 0);
      expect(paused.isPaused).toBe(true);
      valueOf(await host.client.briefs.pause({ runId, isPaused: false }));

      const asking = await host.row(runId, ({ questions }) => questions.length > 0);
      const [question] = asking.questions;
      expect(question).toMatchObject({ kind: 'human-review' });
      const questionId = question?.questionId ?? '';
      const wrong = await host.client.briefs.answer({ runId, questionId, choice: 'cancel' });
      expect(wrong).toMatchObject({ ok: false, fault: { code: 'no-option' } });
      valueOf(
        await host.client.briefs.answer({ runId, questionId, choice: 'approve', text: 'I have read it.' }),
      );

      const waiting = await host.row(
        runId,
        ({ phase, questions }) => phase === 'awaiting-approval' && questions.length > 0,
      );
      const [final] = waiting.questions;
      expect(final).toMatchObject({ kind: 'final-approval', choices: [] });
      const forPerson = await host.client.briefs.answer({
        runId,
        questionId: final?.questionId ?? '',
        choice: 'approve',
      });
      expect(forPerson).toMatchObject({ ok: false, fault: { code: 'no-option' } });
      await person.approve();
      const row = await host.row(runId, ({ phase }) => phase === 'ended');
      expect(row).toMatchObject({ outcome: 'approved', questions: [], obstacles: [] });
      await host.workersEnd(runId);
      const { rows } = await historyOf(host.client, row.groupId);
      const count = (kind: string) => rows.filter((each) => each.kind === kind).length;
      expect([count('mission.created'), count('mission.approved')]).toEqual([1, 1]);
      expect(rows.filter(({ actor }) => actor.name === 'Ada').map(({ kind }) => kind)).toEqual([
        'mission.approved',
        'mission.created',
      ]);
      // While the key was locked nobody could connect.
      expect(host.faults.filter((fault) => !(fault instanceof KeyUnavailable))).toEqual([]);
      host.faults.length = 0;
    },
  );
});

describe('a connection that is removed', () => {
  test('its runs end with their Workers, and are forgotten with it', LIMIT, async () => {
    const { client } = host;
    const made = await client.connections.createLocal({ name: 'Other', personName: 'Ada' });
    const { connectionId } = valueOf(made);
    await host.online();
    const wish = { ...(await host.wish('by-hand', await host.newInput())), connectionId };
    const { runId } = valueOf(await client.briefs.run(wish));
    await host.row(runId, ({ workers }) => workers.every(({ state }) => state === 'running'));
    const pids = await host.workerPids(runId);
    expect(pids).toHaveLength(4);
    valueOf(await client.connections.remove({ connectionId, forget: true }));
    expect(pids.filter(isAlive)).toEqual([]);
    expect(await readdir(join(host.root, 'profile', 'brief-runs'))).not.toContain(runId.replaceAll(':', '-'));
    await host.state(
      (options) => client.briefs.follow(undefined, options),
      ({ byId }) => !byId.has(runId),
    );
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('what cannot be run', () => {
  test(
    'it is refused with what is wrong, in the language of the person, and nothing is signed or made',
    LIMIT,
    async () => {
      const { client } = host;
      const input = await host.newInput();
      const wish = await host.wish('by-hand', input);
      // Not there before the first run.
      const runs = () => readdir(join(host.root, 'profile', 'brief-runs')).catch(() => []);
      const before = [await runs(), (await missionsOf(host)).rows.length];
      const refusalOf = async (changes: object) => {
        const answer = await client.briefs.run({ ...wish, ...changes });
        return answer.ok ? 'accepted' : `${answer.fault.code}: ${answer.fault.words.text}`;
      };
      expect(await refusalOf({ inputs: {} })).toContain('input-missing: The folder for "input" is missing');
      expect(await refusalOf({ inputs: { input, other: input } })).toContain(
        'input-unknown: The brief has no input "other"',
      );
      const absent = join(host.root, 'nowhere');
      expect(await refusalOf({ inputs: { input: absent } })).toBe(
        `input-not-folder: ${absent}, for "input", is no folder on this computer.`,
      );
      expect(await refusalOf({ text: 'brief: 1' })).toMatch(/^brief-refused: /u);
      expect(await refusalOf({ connectionId: 'none' })).toContain('no-connection');
      const foreign = wish.text.replace('../workers/file-checks/worker.yaml', '../../elsewhere/worker.yaml');
      expect(await refusalOf({ text: foreign })).toContain(
        'needs-folder: The configuration of the Worker "checks"',
      );
      expect(await refusalOf({ text: foreign, folder: input })).toContain('lines: ');

      await client.system.changeSettings({ language: 'de' });
      expect(await refusalOf({ inputs: {} })).toContain('Der Ordner für „input“ fehlt');
      await client.system.changeSettings({ language: 'en' });

      valueOf(await client.keys.lock());
      expect(await refusalOf({})).toContain('key-locked: The key is locked.');
      await host.unlock();
      valueOf(await client.connections.workOffline({ connectionId: host.connectionId, isOffline: true }));
      expect(await refusalOf({})).toContain('offline: ');
      valueOf(await client.connections.workOffline({ connectionId: host.connectionId, isOffline: false }));
      await host.online();
      expect([await runs(), (await missionsOf(host)).rows.length]).toEqual(before);
    },
  );

  test(
    'an Authority of somebody else: its operator enrols the Workers, and the check says how',
    LIMIT,
    async () => {
      const { client } = host;
      const principal = { type: 'human' as const, id: 'urn:example:human:guest' };
      const { keyId } = valueOf(await client.keys.create({ principal }));
      const added = await client.connections.add({
        name: 'Elsewhere',
        origin: 'https://127.0.0.1:9',
        organizationId: 'urn:example:organization',
        keyIds: [keyId],
      });
      const { connectionId } = valueOf(added);
      const checked = await client.briefs.check({
        connectionId,
        text: await host.readExample(),
        format: 'yaml',
      });
      if (checked.kind !== 'plan') throw new Error(checked.kind);
      const keys = checked.plan.obstacles.map(({ key }) => key.replace('brief-obstacle.', ''));
      expect(keys).toEqual(['to-enrol', 'no-coordinator', 'offline']);
      expect(checked.plan.obstacles[0]?.text).toContain('inventory, checks, writer, reviewer');
      expect(checked.plan.obstacles[0]?.text).toContain('heddle worker init');
      valueOf(await client.connections.remove({ connectionId, forget: true }));
    },
  );

  test('the check says what Workers do not offer, and which Agents are not there (MEM-009)', async () => {
    const whole = await host.readExample();
    const obstaclesOf = async (from: string, to: string) => {
      const text = whole.replace(from, to);
      const checked = await host.client.briefs.check({
        connectionId: host.connectionId,
        text,
        format: 'yaml',
      });
      if (checked.kind !== 'plan') throw new Error(JSON.stringify(checked));
      return checked.plan.obstacles.map(({ key }) => key.replace('brief-obstacle.', ''));
    };
    expect(await obstaclesOf('', '')).toEqual([]);
    const config = 'config: ../workers/file-checks/worker.yaml';
    expect(await obstaclesOf(config, 'agent: "urn:example:agent:nobody"')).toEqual(['agent-unknown']);
    expect(await obstaclesOf('[heddle.file-checks@1.0.0]', '[heddle.file-checks@9.0.0]')).toEqual([
      'capability-missing',
    ]);
    const plain = await host.client.briefs.check({
      connectionId: host.connectionId,
      text: whole,
      format: 'yaml',
    });
    expect(plain).toMatchObject({
      plan: {
        work: [{ worker: 'inventory' }, { worker: 'checks' }, { worker: 'writer' }],
        workers: [{ config: '../workers/folder-inventory/worker.yaml' }, {}, {}, {}],
      },
    });
  });
});
