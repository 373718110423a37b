// A Mission under an Authority that is there already, with Workers that its operator enrols.
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { composeCard } from '../../core/host/worker-card.ts';
import { formatTimestamp } from '../../core/protocol/timestamp.ts';
import { runHeddle } from '../cli/cli-runner.ts';
import {
  type HeddleProcess,
  MISSION_TIMEOUT_MS,
  MissionStage,
  WRITING,
  HOOK_TIMEOUT_MS,
} from './mission-stage.ts';

const ORGANIZATION = 'urn:heddle:test:organization:mission';
const COORDINATOR = 'urn:heddle:test:agent:coordinator';
const OWNER = 'urn:heddle:test:human:owner';
const VALID_FROM = '2026-01-01T00:00:00Z';

let stage: MissionStage;
let authority: HeddleProcess;
let origin: string;
beforeEach(async () => {
  stage = await MissionStage.open();
  await must('authority', 'init', stage.path('organization'), '--organization-id', ORGANIZATION);
  authority = stage.heddle(['authority', 'serve', stage.path('organization'), '--port', '0']);
  await authority.untilTrue(() => authority.out.includes('https://'), 'the address');
  origin = /https:\/\/[\d.:]+/.exec(authority.out)?.[0] ?? '';
}, HOOK_TIMEOUT_MS);
afterEach(async () => {
  await stage.close();
}, HOOK_TIMEOUT_MS);

async function must(...args: readonly string[]): Promise<void> {
  const { code, err } = await runHeddle(args, { nowMs: Date.now() });
  if (code !== 0) throw new Error(err);
}

interface KeyFile {
  readonly keyId: string;
  readonly publicKey: string;
}

async function newKey(name: string): Promise<KeyFile & { readonly path: string }> {
  const path = await stage.newKey(name);
  return { path, ...(JSON.parse(await readFile(path, 'utf8')) as KeyFile) };
}

async function enrol(principal: string, { keyId, publicKey }: KeyFile, card?: object): Promise<void> {
  await must(
    'authority',
    'enrol',
    stage.path('organization'),
    '--principal',
    principal,
    '--key-id',
    keyId,
    '--public-key',
    publicKey,
    '--valid-from',
    VALID_FROM,
    ...(card === undefined ? [] : ['--card', await stage.write('card.json', JSON.stringify(card))]),
  );
}

/** The options with which the Mission finds its Authority and its people. */
async function enrolPeople(): Promise<{ readonly options: readonly string[]; readonly owner: string }> {
  const owner = await newKey('owner');
  const coordinator = await newKey('coordinator');
  await enrol(`human:${OWNER}`, owner);
  await enrol(
    `agent:${COORDINATOR}`,
    coordinator,
    composeCard({
      agentId: COORDINATOR,
      displayName: 'coordinator',
      keyId: coordinator.keyId,
      publicKey: coordinator.publicKey,
      organizationId: ORGANIZATION,
      origin,
      owner: { type: 'human', id: OWNER },
      capabilities: [{ id: 'heddle.coordination', version: '1.0.0' }],
      slots: 1,
      validFrom: VALID_FROM,
      issuedAt: formatTimestamp(Date.now()),
    }),
  );
  return {
    owner: owner.path,
    options: [
      '--authority',
      origin,
      '--ca',
      stage.path('organization', 'tls', 'certificate.pem'),
      '--organization',
      ORGANIZATION,
      '--coordinator-agent',
      COORDINATOR,
      '--coordinator-key',
      coordinator.path,
    ],
  };
}

/** The command lines that the operator is asked to run, word by word. */
function enrolCommandsIn(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => line.includes('heddle authority enrol'))
    .map((line) => line.trim().split(' ').slice(1))
    .map((words) =>
      words.map((word) => (word === 'ORGANIZATION-FOLDER' ? stage.path('organization') : word)),
    );
}

describe('a Mission under another Authority', { timeout: MISSION_TIMEOUT_MS }, () => {
  test('CMD-140, MIS-011: its operator enrols the Workers, --resume carries it out, and its history verifies anywhere', async () => {
    const { options, owner } = await enrolPeople();
    const brief = await stage.newBrief(WRITING, (text) => `${text}cleanup: { archive: true }\n`);
    const out = stage.path('out');
    const args = [brief, '--input', stage.path('input'), '--out', out, '--approve-final', owner];
    const first = stage.run([...args, ...options]);
    await first.exits(2);
    expect(first.count({ event: 'command.accepted' })).toBe(0);
    const commands = enrolCommandsIn(first.err);
    expect(commands).toHaveLength(1);
    for (const command of commands) await must(...command);

    const second = stage.run(['--resume', out, '--approve-final', owner]);
    await second.exits(0);
    expect(second.err).toContain('Its Group is not archived yet.');
    const account = JSON.parse(await readFile(stage.path('out', 'mission.json'), 'utf8')) as object;
    expect(account).toMatchObject({
      organizationId: ORGANIZATION,
      authority: { kind: 'remote', origin },
      owner: { id: OWNER },
      result: 'approved',
    });
    authority.signal('SIGTERM');
    await authority.ended;
    const verified = stage.heddle(['verify', stage.path('out', 'history.mwpbundle')]);
    await verified.exits(0);
  });

  test('an owner whose key belongs to nobody is refused before anything is made', async () => {
    const { options } = await enrolPeople();
    const stranger = await stage.newKey('stranger');
    const brief = await stage.newBrief(WRITING);
    const args = [brief, '--input', stage.path('input'), '--out', stage.path('out'), '--owner-key', stranger];
    const run = stage.run([...args, ...options]);
    await run.exits(2);
    expect(run.err).toContain('the key urn:heddle:test:key:stranger belongs to no human');
    await expect(readFile(stage.path('out', 'state', 'mission.json'))).rejects.toThrow('ENOENT');
  });
});
