// Configurations of Workers: what is taken from where, and for each way to be wrong the line and what would be right.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadWorkerConfig } from '../../core/host/worker-config.ts';
import { formatWorkerConfigFault } from '../../core/host/worker-config-words.ts';
import { createSigningKey } from '../../core/host/worker-signing-key.ts';
import { composeCard } from '../../core/host/worker-card.ts';
import { WorkerGrants } from '../../core/host/worker-grants.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-worker-config-'));
  file = join(folder, 'worker.yaml');
  await writeFile(join(folder, 'count.ts'), '');
  await writeFile(join(folder, 'count.sh'), '', { mode: 0o755 });
  await writeFile(join(folder, 'plain.txt'), 'plain');
  await writeFile(join(folder, 'secret'), 'one-secret\n', { mode: 0o600 });
  await writeFile(join(folder, 'empty'), '\n', { mode: 0o600 });
  await writeFile(join(folder, 'open'), 'everybody-knows', { mode: 0o600 });
  await chmod(join(folder, 'open'), 0o644);
  await writeFile(join(folder, 'key.json'), JSON.stringify(createSigningKey()), { mode: 0o600 });
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function load(text: string, environment: Record<string, string> = {}) {
  await writeFile(file, text);
  return loadWorkerConfig(file, { environment });
}

async function mustLoad(text: string, environment: Record<string, string> = {}) {
  const loaded = await load(text, environment);
  if (!loaded.ok)
    throw new Error(loaded.fault.map((fault) => formatWorkerConfigFault(fault, 'en')).join('\n'));
  return loaded.value;
}

/** All faults as `line:column: text`, in a language. */
async function faultsOf(text: string, language: 'en' | 'de' = 'en'): Promise<readonly string[]> {
  const loaded = await load(text);
  if (loaded.ok) return [];
  return loaded.fault.map((fault) => formatWorkerConfigFault(fault, language).replace(`${file}:`, ''));
}

const CAPABILITY = 'capabilities:\n  a.b@1.0.0: { node: count.ts }\n';

describe('what a configuration says', () => {
  test('everything in it, with absolute paths', async () => {
    const { config, identity, authority } = await mustLoad(
      `worker: 1
identity: { agentId: "urn:x:agent", name: counter, key: key.json }
authority: { origin: "https://127.0.0.1:7443/", organizationId: "urn:x:organization" }
capabilities:
  a.b@1.2.0:
    node: count.ts
    args: [--fast]
    code: [plain.txt]
    checkpoints: true
    secrets: { ONE: { file: secret }, TWO: { environment: HERE } }
    needs: { toolCalls: 3 }
  c.d@1.0.0: { program: ./count.sh }
  e.f@1.0.0: { program: pandoc }
  g.h@1.0.0: { module: count.ts }
slots: 3
folders: { input: { path: . }, papers: { path: ., groups: ["urn:x:group:1"] } }
groups: { "urn:x:group:1": { weight: 2, slots: 0, bias: -5 } }
otherGroups: decline
preemptAfter: 20s
admission: { sideEffectRisks: [none, external], maxQueued: 5, maxActive: 2, acceptWaiting: false, maxWait: 2h, resources: ["tool:x"] }
limits: { wallClock: 90s, cpu: 1m, outputMiB: 2, memoryMiB: 64 }
lease: { length: 1m, renewAfterShare: 0.4, stopMargin: 5s, checkpointWait: 3s, resumeWithin: 10m, blocked: 2h }
offline: { grace: 1m, maxActions: 3 }
`,
      { HERE: 'two-secret' },
    );
    expect(identity).toMatchObject({ agentId: 'urn:x:agent', name: 'counter' });
    expect(authority).toEqual({
      origin: 'https://127.0.0.1:7443',
      organizationId: 'urn:x:organization',
      ca: undefined,
      serverName: undefined,
    });
    const [first, ...others] = config.capabilities;
    expect(first).toEqual({
      id: 'a.b',
      version: '1.2.0',
      program: { kind: 'node', script: join(folder, 'count.ts'), code: [join(folder, 'plain.txt')] },
      args: ['--fast'],
      supportsCheckpoint: true,
      secrets: new Map([
        ['ONE', 'one-secret'],
        ['TWO', 'two-secret'],
      ]),
      leastBudget: { toolCalls: 3 },
    });
    expect(others.map(({ program }) => program)).toEqual([
      { kind: 'executable', command: join(folder, 'count.sh') },
      { kind: 'executable', command: 'pandoc' },
      { kind: 'module', path: join(folder, 'count.ts') },
    ]);
    expect(config).toMatchObject({
      slots: 3,
      shares: {
        groups: new Map([['urn:x:group:1', { weight: 2, slotQuota: 0, priorityBias: -5 }]]),
        otherGroups: undefined,
        preemptAfterMs: 20_000,
      },
      admission: {
        sideEffectRisks: new Set(['none', 'external']),
        maxQueued: 5,
        maxActive: 2,
        acceptsWaiting: false,
        maxWaitMs: 7_200_000,
      },
      resources: new Set(['tool:x']),
      settings: {
        limits: { wallClockMs: 90_000, cpuSeconds: 60, outputBytes: 2_097_152, memoryBytes: 67_108_864 },
        lease: { leaseSeconds: 60, renewAfterShare: 0.4, stopMarginMs: 5_000 },
        checkpointWaitMs: 3_000,
        resumeWithinSeconds: 600,
        blockedLeaseSeconds: 7_200,
        offline: { graceMs: 60_000, maxActions: 3 },
      },
    });
    // A configuration that is printed, or put into an error, tells no secret.
    expect(JSON.stringify(config)).not.toContain('-secret');
  });

  test('a template has neither identity nor Authority, and runs with defaults', async () => {
    const { config, identity, authority } = await mustLoad(`worker: 1\n${CAPABILITY}`);
    expect([identity, authority]).toEqual([undefined, undefined]);
    expect(config).toMatchObject({ slots: 1, settings: {}, admission: {}, resources: undefined });
  });

  test('sections come whole from the base unless they are said, with its own paths', async () => {
    const base = join(await mkdtemp(join(folder, 'base-')), 'worker.yaml');
    await writeFile(join(base, '..', 'run.ts'), '');
    await writeFile(
      base,
      'worker: 1\ncapabilities:\n  a.b@1.0.0: { node: run.ts }\nslots: 2\nlimits: { cpu: 1m }\n',
    );
    const { config } = await mustLoad(
      `worker: 1\nbase: ${JSON.stringify(base)}\nlimits: { wallClock: 2m }\n`,
    );
    expect(config.capabilities[0]?.program).toMatchObject({ script: join(base, '..', 'run.ts') });
    expect(config.slots).toBe(2);
    expect(config.settings.limits).toMatchObject({ wallClockMs: 120_000, cpuSeconds: 3_600 });
    await writeFile(base, 'worker: 1\nslots: many\n');
    const broken = await load(`worker: 1\nbase: ${JSON.stringify(base)}\n`);
    if (broken.ok) throw new Error('it was taken');
    expect(broken.fault.map((fault) => formatWorkerConfigFault(fault, 'en'))).toEqual([
      `${base}:2:8: slots: Here is a text. It has to be a whole number.`,
    ]);
  });
});

describe('what is wrong is said with its line, and what would be right', () => {
  test.each([
    ['nothing at all', '', ['1:1: The file is empty. Begin with "worker: 1"']],
    ['another kind of file', 'mission: 1\n', ['"mission" is not known here', '"worker" is missing']],
    [
      'another version',
      `worker: 2\n${CAPABILITY}`,
      ['1:9: worker: "2" is not possible here. Possible are: 1.'],
    ],
    ['no YAML', 'worker: [\n', [': This cannot be read']],
    [
      'an alias',
      `worker: &one 1\n${CAPABILITY}`,
      ['1:14: worker: Anchors and aliases ("one") are not allowed here.'],
    ],
    ['a tag', `worker: !x 1\n${CAPABILITY}`, ['The tag !x is not allowed here.']],
    ['a second document', `worker: 1\n---\nworker: 1\n`, ['A second document begins here.']],
    [
      'a name twice',
      `worker: 1\n${CAPABILITY}slots: 1\nslots: 2\n`,
      ['5:1: slots: "slots" occurs a second time.', 'line 4'],
    ],
    [
      'an unknown name',
      `worker: 1\n${CAPABILITY}slot: 1\n`,
      ['4:1: slot: "slot" is not known here. Perhaps "slots" is meant.'],
    ],
    [
      'no capabilities',
      'worker: 1\nslots: 1\n',
      ['1:1: "capabilities" is missing, and a Worker cannot run without it.'],
    ],
    [
      'too many slots',
      `worker: 1\n${CAPABILITY}slots: 65\n`,
      ['4:8: slots: This is too much. Value: at most 64.'],
    ],
    [
      'half a slot',
      `worker: 1\n${CAPABILITY}slots: 1.5\n`,
      ['4:8: slots: Here is a number. It has to be a whole number.'],
    ],
    [
      'a capability without a version',
      'worker: 1\ncapabilities:\n  a.b: { node: count.ts }\n',
      [
        '3:3: capabilities.a.b: "a.b" does not have the right form. Right would be a capability with its version',
      ],
    ],
    [
      'two programs for one capability',
      'worker: 1\ncapabilities:\n  a.b@1.0.0: { node: count.ts, program: sh }\n',
      [
        '3:14: capabilities.a.b@1.0.0: node and program are said together. Give one of node, program and module.',
      ],
    ],
    [
      'no program',
      'worker: 1\ncapabilities:\n  a.b@1.0.0: { args: [x] }\n',
      ['3:14: capabilities.a.b@1.0.0: It is not said what runs for this capability.'],
    ],
    [
      'a script that is not there',
      'worker: 1\ncapabilities:\n  a.b@1.0.0: { node: cuont.ts }\n',
      ['3:22: capabilities.a.b@1.0.0.node: ', 'cuont.ts cannot be read (ENOENT)'],
    ],
    [
      'a program that may not be executed',
      'worker: 1\ncapabilities:\n  a.b@1.0.0: { program: ./nowhere.sh }\n',
      ['capabilities.a.b@1.0.0.program', 'nowhere.sh cannot be read (ENOENT)'],
    ],
    [
      'code for a program that is no Node script',
      'worker: 1\ncapabilities:\n  a.b@1.0.0: { program: sh, code: [.] }\n',
      ['Only a Node script has a list of files that it may read.'],
    ],
    [
      'a secret in the file itself',
      'worker: 1\ncapabilities:\n  a.b@1.0.0: { node: count.ts, secrets: { KEY: abcdef } }\n',
      ['3:48: capabilities.a.b@1.0.0.secrets.KEY: Here is a text. It has to be a group of members.'],
    ],
    [
      'a secret that everybody can read',
      'worker: 1\ncapabilities:\n  a.b@1.0.0:\n    node: count.ts\n    secrets:\n      KEY: { file: open }\n',
      [
        '6:20: capabilities.a.b@1.0.0.secrets.KEY.file: ',
        'open can be read by others on this machine.',
        'chmod 600',
      ],
    ],
    [
      'an empty secret',
      'worker: 1\ncapabilities:\n  a.b@1.0.0: { node: count.ts, secrets: { KEY: { file: empty } } }\n',
      ['empty is empty. Put the secret into it.'],
    ],
    [
      'a variable that is not set',
      'worker: 1\ncapabilities:\n  a.b@1.0.0: { node: count.ts, secrets: { KEY: { environment: MISSING } } }\n',
      ['The environment variable MISSING is not set.'],
    ],
    [
      'a name that no variable can have',
      'worker: 1\ncapabilities:\n  a.b@1.0.0: { node: count.ts, secrets: { my-key: { file: secret } } }\n',
      ['secrets.my-key: "my-key" does not have the right form. Right would be a name of capitals'],
    ],
    [
      'a secret from two places',
      'worker: 1\ncapabilities:\n  a.b@1.0.0: { node: count.ts, secrets: { KEY: { file: secret, environment: PATH } } }\n',
      ['secrets.KEY: This is too much. Number of members: at most 1.'],
    ],
    [
      'a key that is none',
      `worker: 1\nidentity: { agentId: "urn:x:a", name: a, key: secret }\n${CAPABILITY}`,
      ['2:47: identity.key: ', 'secret holds no usable key: it is not strict JSON.'],
    ],
    [
      'a key that everybody can read',
      `worker: 1\nidentity: { agentId: "urn:x:a", name: a, key: open }\n${CAPABILITY}`,
      ['identity.key: ', 'open can be read by others'],
    ],
    [
      'an Agent without a URI',
      `worker: 1\nidentity: { agentId: counter, name: a, key: key.json }\n${CAPABILITY}`,
      ['2:22: identity.agentId: "counter" does not have the right form. Right would be an absolute URI'],
    ],
    [
      'an address without a scheme',
      `worker: 1\nauthority: { origin: "127.0.0.1:7443", organizationId: "urn:x:o" }\n${CAPABILITY}`,
      [
        '2:22: authority.origin: "127.0.0.1:7443" does not have the right form. Right would be an address such as https://',
      ],
    ],
    [
      'an address without TLS',
      `worker: 1\nauthority: { origin: "http://example.com", organizationId: "urn:x:o" }\n${CAPABILITY}`,
      ['authority.origin: This address cannot be used: without TLS only loopback addresses are allowed'],
    ],
    [
      'a certificate that is none',
      `worker: 1\nauthority: { origin: "https://a.b", organizationId: "urn:x:o", ca: plain.txt }\n${CAPABILITY}`,
      ['authority.ca: ', 'plain.txt holds no certificate.'],
    ],
    [
      'a folder that is a file',
      `worker: 1\n${CAPABILITY}folders:\n  input: { path: plain.txt }\n`,
      ['5:18: folders.input.path: ', 'plain.txt is no folder.'],
    ],
    [
      'a folder from a home that is not expanded',
      `worker: 1\n${CAPABILITY}folders: { input: { path: ~/x } }\n`,
      [
        'folders.input.path: "~/x" does not have the right form. Right would be a path',
        '"~" is not expanded',
      ],
    ],
    [
      'a folder with a name that no brief can have',
      `worker: 1\n${CAPABILITY}folders: { "folder:input": { path: . } }\n`,
      ['folders.folder:input: "folder:input" does not have the right form.'],
    ],
    [
      'a Group that is no URI',
      `worker: 1\n${CAPABILITY}groups: { mine: { weight: 2 } }\n`,
      ['4:11: groups.mine: "mine" does not have the right form. Right would be an absolute URI'],
    ],
    [
      'a weight of nothing',
      `worker: 1\n${CAPABILITY}groups: { "urn:x:g": { weight: 0 } }\n`,
      ['weight: This is too little.'],
    ],
    [
      'a risk that does not exist',
      `worker: 1\n${CAPABILITY}admission: { sideEffectRisks: [non] }\n`,
      ['4:32: admission.sideEffectRisks[0]: "non" is not possible here. Perhaps "none" is meant.'],
    ],
    [
      'a duration that is none',
      `worker: 1\n${CAPABILITY}limits: { cpu: soon }\n`,
      ['4:16: limits.cpu: "soon" does not have the right form.', '90s, 5m'],
    ],
    [
      'no time at all',
      `worker: 1\n${CAPABILITY}limits: { cpu: 0s }\n`,
      ['4:16: limits.cpu: This is no time at all. At least 1s.'],
    ],
    [
      'a lease of years',
      `worker: 1\n${CAPABILITY}lease: { length: 9999d }\n`,
      ['lease.length: This is too long. At most 365 days.'],
    ],
    [
      'a slot that nobody keeps',
      `worker: 1\n${CAPABILITY}preemptAfter: 0s\n`,
      ['4:15: preemptAfter: This is no time at all. At least 1s.'],
    ],
    [
      'a margin as long as the lease',
      `worker: 1\n${CAPABILITY}lease: { length: 10s }\n`,
      [
        '4:18: lease.length: Work would have to end before its lease has begun. Take less than half of the lease, which lasts 10 s.',
      ],
    ],
    ['a hidden character', `worker: 1\n${CAPABILITY}# \u202e\n`, ['4:3: ', 'U+202E']],
  ])('%s', async (_case, text, expected) => {
    const english = (await faultsOf(text)).join('\n');
    for (const each of expected) expect(english).toContain(each);
    expect(english).not.toMatch(/[Bb]rief(?! can)/);
    // In German it is as much, at the same places.
    const german = await faultsOf(text, 'de');
    expect(german.map((line) => /^\d+:\d+: /.exec(line)?.[0])).toEqual(
      english.split('\n').map((line) => /^\d+:\d+: /.exec(line)?.[0]),
    );
    expect(german.join('\n')).not.toBe(english);
  });

  test('everything at once, in the order of the file', async () => {
    const faults = await faultsOf(
      'worker: 1\nslots: 0\ncapabilities:\n  a.b@1.0.0: { nod: count.ts }\nlimits: { cpu: soon }\n',
    );
    expect(faults.map((line) => line.split(':')[0])).toEqual(['2', '4', '5']);
  });

  test('a base that is not there is a fault of whoever names it, and one with a base of its own is none', async () => {
    expect(await faultsOf('worker: 1\nbase: nowhere.yaml\n')).toEqual([
      `2:7: base: ${join(folder, 'nowhere.yaml')} cannot be read (ENOENT). Check the path; it is relative to this file.`,
    ]);
    const base = join(folder, 'base.yaml');
    await writeFile(base, `worker: 1\nbase: other.yaml\n${CAPABILITY}`);
    expect((await faultsOf('worker: 1\nbase: base.yaml\n')).join('\n')).toContain('has no base of its own');
  });

  test('a file that is not there', async () => {
    const loaded = await loadWorkerConfig(join(folder, 'nowhere.yaml'), { environment: {} });
    if (loaded.ok) throw new Error('it was taken');
    expect(loaded.fault.map(({ code }) => code)).toEqual(['unreadable']);
  });
});

describe('grants', () => {
  test('folders are for reading, by name, and for the Groups that they are meant for', async () => {
    const { config } = await mustLoad(
      `worker: 1\n${CAPABILITY}folders: { input: { path: . }, papers: { path: ., groups: ["urn:x:group:1"] } }\nadmission: { resources: ["tool:x"] }\n`,
    );
    const grants = new WorkerGrants(config, new Map([['given', '/given']]));
    expect(grants.allows('folder:input', 'read')).toBe(true);
    expect(grants.allows('folder:given', 'read')).toBe(true);
    expect(grants.allows('folder:input', 'write')).toBe(false);
    expect(grants.allows('folder:other', 'read')).toBe(false);
    expect(grants.allows('tool:x', 'execute')).toBe(true);
    expect(grants.allows('tool:y', 'execute')).toBe(false);
    const wanted = [
      { resource: 'folder:input', operations: ['read', 'write'] },
      { resource: 'folder:papers', operations: ['read'] },
      { resource: 'folder:given', operations: ['read'] },
      { resource: 'tool:x', operations: ['execute'] },
    ];
    const pathsFor = (groupId: string) => grants.foldersFor(groupId, wanted).map(({ resource }) => resource);
    expect(pathsFor('urn:x:group:1')).toEqual(['folder:input', 'folder:papers', 'folder:given']);
    expect(pathsFor('urn:x:group:2')).toEqual(['folder:input', 'folder:given']);
    expect(grants.foldersFor('urn:x:group:2', wanted)[0]?.operations).toEqual(['read']);
  });
});

test('a card names every capability and where its Agent is reached', () => {
  const card = composeCard({
    agentId: 'urn:x:a',
    displayName: 'a',
    keyId: 'urn:x:key',
    publicKey: 'A'.repeat(43),
    organizationId: 'urn:x:o',
    origin: 'http://127.0.0.1:80',
    owner: { type: 'human', id: 'urn:x:h' },
    capabilities: [
      { id: 'a.b', version: '1.0.0' },
      { id: 'c.d', version: '2.0.0' },
    ],
    slots: 3,
    validFrom: '2026-01-01T00:00:00Z',
    issuedAt: '2026-01-01T00:00:00Z',
  });
  expect(card.capabilities.map(({ id }) => id)).toEqual(['a.b', 'c.d']);
  expect(card.endpoints).toEqual([{ transport: 'wss', uri: 'wss://127.0.0.1:80/ws' }]);
  expect(card.maxConcurrency).toBe(3);
});
