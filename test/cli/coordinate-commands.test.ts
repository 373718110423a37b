// `heddle coordinate` as an operator meets it before anything is connected: a new folder, a policy with faults, what is missing.
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PROPOSE_ONLY } from '../../core/coordinator/assistant/autonomy/read-matrix.ts';
import { readStop } from '../../core/host/autonomy-files.ts';
import { readCoordinatePolicy } from '../../core/host/coordinate-policy.ts';
import { type CommandRun, runHeddle, type RunOptions } from './cli-runner.ts';

const NOW_MS = Date.UTC(2026, 4, 4, 9);
const AGENT = 'urn:heddle:test:agent:coordinator';
const ORGANIZATION = ['--organization', 'urn:heddle:test:organization:coordinated'];
const GERMAN = { environment: { LANG: 'de_DE.UTF-8' } };

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'heddle-coordinate-cli-'));
  folder = join(root, 'coordinator');
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

function heddle(args: readonly string[], options: RunOptions = {}): Promise<CommandRun> {
  return runHeddle(['coordinate', ...args], { nowMs: NOW_MS, ...options });
}

function init(extra: readonly string[] = ORGANIZATION): Promise<CommandRun> {
  const about = ['--authority', 'https://127.0.0.1:7443', '--name', 'coordinator', '--agent-id', AGENT];
  return heddle(['init', folder, ...about, ...extra]);
}

describe('heddle coordinate init', () => {
  test('makes a folder with a policy that allows nothing, secrets for its owner only', async () => {
    const made = await init();
    expect(made.code).toBe(0);
    const files = ['agent-card.json', 'coordinator.json', 'key.json', 'policy.yaml'];
    expect((await readdir(folder)).sort()).toEqual(files);
    for (const file of files) {
      expect({ file, mode: (await stat(join(folder, file))).mode & 0o777 }).toEqual({ file, mode: 0o600 });
    }
    const key = JSON.parse(await readFile(join(folder, 'key.json'), 'utf8')) as { readonly seed: string };
    expect(made.out + made.err).not.toContain(key.seed);
    expect(made.out).toContain(`heddle authority enrol ORGANIZATION-FOLDER --principal agent:${AGENT}`);
    const policy = readCoordinatePolicy(await readFile(join(folder, 'policy.yaml')), 'yaml');
    expect(policy).toMatchObject({ ok: true, value: { matrix: { rules: PROPOSE_ONLY.rules } } });
  });

  test('the rules that it writes as comments are those of the example', async () => {
    await init();
    const text = await readFile(join(folder, 'policy.yaml'), 'utf8');
    const example = await readFile(
      new URL('../../examples/coordinator/policy.yaml', import.meta.url),
      'utf8',
    );
    const [head = '', rules = ''] = text.split('rules: []\n# Take of these in its place what it may do:\n');
    const taken = head + rules.replaceAll(/^# (?=rules:$| {2,}\S)/gm, '');
    expect(readCoordinatePolicy(Buffer.from(taken), 'yaml')).toEqual(
      readCoordinatePolicy(Buffer.from(example), 'yaml'),
    );
  });

  test('overwrites nothing', async () => {
    await init();
    const before = await readFile(join(folder, 'key.json'), 'utf8');
    const again = await init();
    expect(again).toMatchObject({ code: 2, out: '' });
    expect(again.err).toContain('coordinator.json exists already');
    expect(await readFile(join(folder, 'key.json'), 'utf8')).toBe(before);
  });

  test('makes nothing of what cannot be', async () => {
    expect((await init([])).err).toContain('--organization');
    const address = ['--authority', 'http://elsewhere.example:7443', '--name', 'x', ...ORGANIZATION];
    const refused = await heddle(['init', folder, ...address]);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('http://elsewhere.example:7443');
    const id = ['--authority', 'https://127.0.0.1:7443', '--name', 'x', '--agent-id', 'me', ...ORGANIZATION];
    expect((await heddle(['init', folder, ...id])).code).toBe(2);
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });
});

describe('heddle coordinate', () => {
  test('says where there is no Coordinator, and how to make one, in both languages', async () => {
    const english = await heddle(['--folder', folder]);
    expect(english).toMatchObject({ code: 2, out: '' });
    expect(english.err).toContain('heddle coordinate init');
    const german = await heddle(['--folder', folder], GERMAN);
    expect(german.err).toContain('heddle coordinate init');
    expect(german.err).not.toBe(english.err);
  });

  test('does not start with a policy that is wrong, and says line and path of all faults', async () => {
    await init();
    const policy = join(root, 'policy.yaml');
    await writeFile(policy, 'coordinate: 1\nrules: [{ id: a }]\nplan: { proposals: everybody }\n');
    const refused = await heddle(['--folder', folder, '--policy', policy]);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(`${policy}:2:9: rules[0]: `);
    expect(refused.err).toContain(`${policy}:3:20: plan.proposals: `);
    expect(refused.err).toContain('owner');
    const german = await heddle(['--folder', folder, '--policy', policy], GERMAN);
    expect(german.err).toContain('4 Dinge in der Policy');
    await expect(readdir(join(folder, 'state'))).rejects.toThrow('ENOENT');
  });

  test('does not use a key that others can read, nor one that is none', async () => {
    await init();
    const key = join(folder, 'key.json');
    await chmod(key, 0o644);
    expect((await heddle(['--folder', folder])).err).toContain(`${key} can be read by others`);
    await writeFile(key, '{}');
    await chmod(key, 0o600);
    expect((await heddle(['--folder', folder])).err).toContain(`${key} holds no usable key`);
  });

  test('does not start when nobody can tell what was signed so far', async () => {
    await init();
    await heddle(['stop', folder]);
    await writeFile(join(folder, 'state', 'autonomy-notes.jsonl'), 'not a note\n');
    const refused = await heddle(['--folder', folder]);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('line 1 of');
    // It has let go of the folder.
    expect(await readdir(join(folder, 'state', 'claims'))).toEqual([]);
  });

  test('tells what is signed and what only proposed before there is a connection, and ends when it is asked to', async () => {
    await init();
    const run = await heddle(['--folder', folder, '--json']);
    expect(run.code).toBe(0);
    expect(run.out.split('\n').map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      'coordinator.started',
      'coordinator.stopping',
    ]);
    const german = await heddle(['--folder', folder], GERMAN);
    expect(german.out).toContain('alles wird vorgeschlagen, nichts unterschrieben');
    expect(german.err).toContain('Beendet.');
  });
});

describe('heddle coordinate stop and resume', () => {
  test('are kept for whoever runs in the folder', async () => {
    await init();
    expect((await heddle(['stop', folder])).code).toBe(0);
    const path = join(folder, 'state', 'stop.json');
    expect(await readStop(path)).toEqual({ isStopped: true, sinceMs: NOW_MS });
    expect((await heddle(['--folder', folder])).out).toContain('Somebody has said stop');
    expect((await heddle(['resume', folder])).code).toBe(0);
    expect(await readStop(path)).toEqual({ isStopped: false, sinceMs: NOW_MS });
  });

  test('ask for a Coordinator', async () => {
    const refused = await heddle(['stop', folder]);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('coordinator.json');
  });
});
