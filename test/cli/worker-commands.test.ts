// The worker commands as an operator meets them: a new folder, a configuration with faults, a Worker that does not run.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadWorkerConfig } from '../../core/host/worker-config.ts';
import { formatWorkerConfigFault } from '../../core/host/worker-config-words.ts';
import type { AgentCard } from '../../core/protocol/generated/documents.ts';
import { runHeddle, type RunOptions } from './cli-runner.ts';

const NOW_MS = Date.UTC(2026, 4, 4, 9);
const ORGANIZATION = 'urn:heddle:test:organization:workers';
const AGENT = 'urn:heddle:test:agent:counter';
const EXAMPLES = ['folder-inventory', 'file-checks', 'report-writer', 'independent-reviewer'] as const;

let root: string;
let folder: string;
let program: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'heddle-worker-cli-'));
  folder = join(root, 'worker');
  program = join(root, 'count.sh');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

function heddle(args: readonly string[], options: RunOptions = {}) {
  return runHeddle(args, { nowMs: NOW_MS, ...options });
}

function init(extra: readonly string[] = [], options: RunOptions = {}) {
  const about = ['--authority', 'https://127.0.0.1:7443', '--name', 'counter', '--agent-id', AGENT];
  return heddle(['worker', 'init', folder, ...about, ...extra], options);
}

const WORK = () => ['--capability', `files.count@1.0.0=${program}`];
const OF_ORGANIZATION = ['--organization', ORGANIZATION];

describe('init', () => {
  test('makes a folder that can run, secrets for its owner only', async () => {
    const made = await init([...WORK(), ...OF_ORGANIZATION]);
    expect(made.code).toBe(0);
    expect((await readdir(folder)).sort()).toEqual(['agent-card.json', 'key.json', 'worker.yaml']);
    for (const file of await readdir(folder)) {
      expect({ file, mode: (await stat(join(folder, file))).mode & 0o777 }).toEqual({ file, mode: 0o600 });
    }
    const key = JSON.parse(await readFile(join(folder, 'key.json'), 'utf8')) as { readonly seed: string };
    expect(made.out + made.err).not.toContain(key.seed);
    const status = await heddle(['worker', 'status', folder]);
    expect(status).toMatchObject({ code: 1, err: '' });
    expect(status.out).toContain('It has never run.');
  });

  test('every setting that it writes as a comment is one that it takes', async () => {
    await init([...WORK(), ...OF_ORGANIZATION]);
    const path = join(folder, 'worker.yaml');
    const text = await readFile(path, 'utf8');
    await mkdir(join(folder, 'secrets'));
    await writeFile(join(folder, 'secrets', 'api-key'), 'abc', { mode: 0o600 });
    // Settings are comments that begin with a name; the other comments are sentences.
    const set = text
      .replaceAll(
        /^( *)# (?=(?: *)[a-zA-Z]+: |[a-z][a-zA-Z]+:$| +(?:input|"urn|path|groups|API|OTHER))/gm,
        '$1',
      )
      .replaceAll(/^( *)# {3,}(?=\S)/gm, '$1    ')
      .replace('    #     groups:', '    groups:')
      .replace('/srv/documents', root);
    for (const section of ['slots', 'folders', 'groups', 'admission', 'limits', 'lease', 'offline']) {
      expect(set).toMatch(new RegExp(`^${section}:`, 'm'));
    }
    await writeFile(path, set);
    const loaded = await loadWorkerConfig(path, { environment: { OTHER_KEY: 'abc' } });
    if (!loaded.ok)
      throw new Error(loaded.fault.map((fault) => formatWorkerConfigFault(fault, 'en')).join('\n'));
    expect(loaded.value.config.capabilities[0]?.secrets.size).toBe(2);
  });

  test('the command line that it prints enrols the Worker', async () => {
    const organization = join(root, 'organization');
    await heddle(['authority', 'init', organization, '--organization-id', ORGANIZATION]);
    const made = await init([...WORK(), ...OF_ORGANIZATION]);
    const line = made.out.split('\n').find((each) => each.includes('heddle authority enrol')) ?? '';
    const [, ...args] = line.trim().replace('ORGANIZATION-FOLDER', organization).split(' ');
    const enrolled = await heddle(args);
    expect(enrolled.err).toContain(`The card of ${AGENT} is registered, version 1.`);
    expect(enrolled.code).toBe(0);
    const card = JSON.parse(await readFile(join(folder, 'agent-card.json'), 'utf8')) as AgentCard;
    expect(card).toMatchObject({
      agentId: AGENT,
      capabilities: [{ id: 'files.count', version: '1.0.0' }],
      endpoints: [{ transport: 'wss', uri: 'wss://127.0.0.1:7443/ws' }],
      owner: { type: 'service', id: `${ORGANIZATION}:service:registry` },
    });
  });

  test('beside its Organization it enrols the Worker itself, and pins the certificate', async () => {
    const organization = join(root, 'organization');
    await heddle(['authority', 'init', organization, '--organization-id', ORGANIZATION]);
    const made = await init([...WORK(), '--organization-folder', organization]);
    expect(made).toMatchObject({ code: 0, out: '' });
    expect(made.err).toContain(`${AGENT} is enrolled.`);
    expect(await readFile(join(folder, 'authority.pem'), 'utf8')).toBe(
      await readFile(join(organization, 'tls', 'certificate.pem'), 'utf8'),
    );
    const status = await heddle(['authority', 'status', organization]);
    expect(status.out).toContain('Registry: 8 keys, valid');
  });

  test('what exists is left alone', async () => {
    await init([...WORK(), ...OF_ORGANIZATION]);
    const before = await readFile(join(folder, 'key.json'), 'utf8');
    const again = await init([...WORK(), ...OF_ORGANIZATION]);
    expect(again.code).toBe(2);
    expect(again.err).toContain('nothing that exists is overwritten');
    expect(await readFile(join(folder, 'key.json'), 'utf8')).toBe(before);
  });

  test.each([
    ['nothing to do', OF_ORGANIZATION, 'A Worker needs something to do.'],
    ['no Organization', ['--capability', 'files.count@1.0.0=true'], 'which Organization'],
    [
      'a capability without a program',
      [...OF_ORGANIZATION, '--capability', 'files.count@1.0.0'],
      'is no capability',
    ],
    [
      'a version that is none',
      [...OF_ORGANIZATION, '--capability', 'files.count@new=true'],
      'files.inventory@1.0.0',
    ],
    [
      'an Organization that is no URI',
      ['--organization', 'our shop', '--capability', 'a.b@1.0.0=true'],
      'absolute URI',
    ],
    [
      'an owner that is nobody',
      [...OF_ORGANIZATION, '--capability', 'a.b@1.0.0=true', '--owner', 'me'],
      'me',
    ],
    [
      'a base that is not there',
      [...OF_ORGANIZATION, '--base', '/nowhere/worker.yaml'],
      '/nowhere/worker.yaml',
    ],
  ])('%s is refused before anything is made', async (_case, args, named) => {
    const refused = await init(args);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(named);
    await expect(stat(folder)).rejects.toThrow('ENOENT');
  });

  test('a certificate that is none is refused before anything is made', async () => {
    const refused = await init([...WORK(), ...OF_ORGANIZATION, '--ca', program]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('holds no certificate');
    await expect(stat(folder)).rejects.toThrow('ENOENT');
  });

  test.each(EXAMPLES)('the example %s is a base to run, and a template by itself', async (name) => {
    const base = resolve('examples', 'workers', name, 'worker.yaml');
    const made = await init([...OF_ORGANIZATION, '--base', base]);
    expect(made.code).toBe(0);
    const card = JSON.parse(await readFile(join(folder, 'agent-card.json'), 'utf8')) as AgentCard;
    const brief = await readFile(resolve('examples', 'folder-audit', 'brief.yaml'), 'utf8');
    for (const { id, version } of card.capabilities) expect(brief).toContain(`${id}@${version}`);
    expect(await loadWorkerConfig(join(folder, 'worker.yaml'), { environment: {} })).toMatchObject({
      ok: true,
    });
    const run = await heddle(['worker', 'run', resolve('examples', 'workers', name)]);
    expect(run.code).toBe(2);
    expect(run.err).toContain('it is a template');
  });
});

describe('run', () => {
  test.each([
    ['input=', 'is no input'],
    ['input=/nowhere', 'is no input'],
    ['Input=.', 'is no input'],
    ['folder:in put=.', 'is no input'],
  ])('the input %s is refused', async (text, named) => {
    await init([...WORK(), ...OF_ORGANIZATION]);
    const run = await heddle(['worker', 'run', folder, '--input', text]);
    expect(run.code).toBe(2);
    expect(run.err).toContain(named);
  });

  test('faults of the configuration are said with their places, in the language of the terminal', async () => {
    await init([...WORK(), ...OF_ORGANIZATION]);
    const path = join(folder, 'worker.yaml');
    const text = (await readFile(path, 'utf8')).replace('checkpoints: false', 'checkpoint: false');
    await writeFile(path, text);
    const line = text.split('\n').findIndex((each) => each.includes('checkpoint: false')) + 1;
    const english = await heddle(['worker', 'run', folder]);
    expect(english.code).toBe(2);
    expect(english.err).toContain(
      `${path}:${line}:5: capabilities.files.count@1.0.0.checkpoint: "checkpoint" is not known here. Perhaps "checkpoints" is meant.`,
    );
    const german = await heddle(['worker', 'run', folder], { environment: { LANG: 'de_DE.UTF-8' } });
    expect(german.err).toContain('Vielleicht ist "checkpoints" gemeint.');
    expect(german.err).toContain('Eines ist vorher zu ändern.');
  });
});

describe('status', () => {
  test('a folder without a Worker is said so', async () => {
    const status = await heddle(['worker', 'status', join(root, 'nowhere')]);
    expect(status.code).toBe(2);
    expect(status.err).toContain('worker.yaml');
  });

  test('it needs no sound configuration', async () => {
    await init([...WORK(), ...OF_ORGANIZATION]);
    await writeFile(join(folder, 'worker.yaml'), 'worker: [');
    const status = await heddle(['worker', 'status', folder, '--json']);
    expect(status).toMatchObject({ code: 1, err: '' });
    expect(JSON.parse(status.out)).toEqual({ kind: 'not-running' });
  });
});
