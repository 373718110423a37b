// The document commands as a user meets them: real files in a folder of their own, output, exit codes.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHeddle } from './cli-runner.ts';

const ISSUED_AT = '2026-03-01T10:00:00Z';
const COMMAND = {
  protocolVersion: '0.1',
  actionId: 'urn:heddle:test:action:1',
  actor: { type: 'agent', id: 'urn:heddle:test:agent:coordinator' },
  groupId: 'urn:heddle:test:group:1',
  sessionEpoch: 1,
  membershipEpoch: 1,
  kind: 'message.post',
  correlationId: 'urn:heddle:test:correlation:1',
  issuedAt: ISSUED_AT,
  payload: { messageId: 'urn:heddle:test:message:1' },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-cli-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

function heddle(args: readonly string[], environment: Record<string, string> = {}) {
  return runHeddle(args, { environment });
}

const at = (name: string) => join(folder, name);

async function writeCommand(content: unknown = COMMAND): Promise<void> {
  await writeFile(
    at('command.json'),
    typeof content === 'string' ? content : JSON.stringify(content, null, 2),
  );
}

function keygen(extra: readonly string[] = []) {
  const principal = `agent:${COMMAND.actor.id}`;
  const identity = ['--key-id', 'urn:heddle:test:key:1', '--principal', principal];
  return heddle(['keygen', ...identity, '--out', at('key.json'), ...extra]);
}

const intoRegistry = () => [
  '--registry',
  at('registry.json'),
  '--organization',
  'urn:heddle:test:organization:1',
];
const verifyArgs = (file: string) => [
  'verify',
  at(file),
  '--kind',
  'command',
  '--registry',
  at('registry.json'),
];

describe('keygen, sign and verify', () => {
  test('a document signed with a fresh key verifies, and says what was proven', async () => {
    expect((await keygen([...intoRegistry(), '--valid-from', '2026-01-01T00:00:00Z'])).code).toBe(0);
    await writeCommand();
    const signed = await heddle([
      'sign',
      at('command.json'),
      '--kind',
      'command',
      '--key',
      at('key.json'),
      '--out',
      at('signed.json'),
    ]);
    expect(signed).toMatchObject({ code: 0, out: '' });
    const verified = await heddle(verifyArgs('signed.json'));
    expect(verified.code).toBe(0);
    expect(verified.out).toContain(`agent ${COMMAND.actor.id} with key urn:heddle:test:key:1`);
    expect(verified.out).toContain('Not proven here');
  });

  test('without --out the signed document is one line of canonical JSON', async () => {
    await keygen();
    await writeCommand();
    const signed = await heddle(['sign', at('command.json'), '--kind', 'command', '--key', at('key.json')]);
    expect(signed.out.startsWith('{"actionId":"urn:heddle:test:action:1","actor":{"id":')).toBe(true);
    expect(JSON.parse(signed.out)).toMatchObject({ ...COMMAND, signature: { createdAt: ISSUED_AT } });
  });

  test('a changed document is refused with the stage, the reason and exit code 1', async () => {
    await keygen([...intoRegistry(), '--valid-from', '2026-01-01T00:00:00Z']);
    await writeCommand();
    const signed = await heddle(['sign', at('command.json'), '--kind', 'command', '--key', at('key.json')]);
    await writeFile(at('signed.json'), signed.out.replace('message:1', 'message:2'));
    const verified = await heddle(verifyArgs('signed.json'));
    expect(verified.code).toBe(1);
    expect(verified.out).toContain('refused at stage 6 of 6 (signature)');
    const json = await heddle([...verifyArgs('signed.json'), '--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      ok: false,
      stage: 'signature',
      wireCode: 'AUTH_INVALID_SIGNATURE',
    });
  });

  test('a key made today does not verify a document of the past (REG-009)', async () => {
    await keygen(intoRegistry());
    await writeCommand({ ...COMMAND, issuedAt: '2020-01-01T00:00:00Z' });
    const signed = await heddle(['sign', at('command.json'), '--kind', 'command', '--key', at('key.json')]);
    await writeFile(at('signed.json'), signed.out);
    expect((await heddle(verifyArgs('signed.json'))).out).toContain('(key-resolution)');
  });

  test('several files: one refusal makes the answer no', async () => {
    await keygen([...intoRegistry(), '--valid-from', '2026-01-01T00:00:00Z']);
    await writeCommand();
    await heddle([
      'sign',
      at('command.json'),
      '--kind',
      'command',
      '--key',
      at('key.json'),
      '--out',
      at('signed.json'),
    ]);
    const [verb, file, ...options] = verifyArgs('signed.json');
    const both = await heddle([String(verb), String(file), at('command.json'), ...options]);
    expect(both.code).toBe(1);
    expect(both.out).toContain('signed.json: verified');
    expect(both.out).toContain('command.json: refused at stage 2 of 6 (schema)');
  });
});

describe('keygen', () => {
  test('writes the key for its owner only, leaves no temporary file, and prints the binding', async () => {
    const { out } = await keygen();
    expect((await stat(at('key.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['key.json']);
    const binding = JSON.parse(out) as Record<string, unknown>;
    expect(binding).toMatchObject({ validFrom: '2026-02-25T06:13:20.000Z', algorithm: 'Ed25519' });
    expect(out).not.toContain((JSON.parse(await readFile(at('key.json'), 'utf8')) as { seed: string }).seed);
  });

  test('never overwrites a key', async () => {
    await keygen();
    const before = await readFile(at('key.json'), 'utf8');
    const again = await keygen();
    expect(again.code).toBe(2);
    expect(again.err).toContain('exists already');
    expect(await readFile(at('key.json'), 'utf8')).toBe(before);
  });

  test('a key id that the Registry binds already is refused, and nothing is written (REG-005)', async () => {
    await keygen(intoRegistry());
    const before = await readFile(at('registry.json'), 'utf8');
    const again = await heddle([
      'keygen',
      '--key-id',
      'urn:heddle:test:key:1',
      '--principal',
      'human:urn:heddle:test:human:owner',
      '--out',
      at('other.json'),
      '--registry',
      at('registry.json'),
    ]);
    expect(again.code).toBe(2);
    expect(again.err).toContain('names more than one key');
    expect(await readFile(at('registry.json'), 'utf8')).toBe(before);
    expect((await readdir(folder)).sort()).toEqual(['key.json', 'registry.json']);
  });

  test.each([
    ['a Principal without a type', ['--principal', 'urn:heddle:test:agent:x'], 'names no Principal'],
    ['a key id that is no URI', ['--key-id', 'key 1'], 'not an absolute URI'],
    ['a leap second', ['--valid-from', '2026-06-30T23:59:60Z'], 'not a protocol timestamp'],
    ['a new Registry without an Organization', ['--registry', 'registry-of-nobody.json'], '--organization'],
  ])('%s is refused with what to do', async (_case, args, text) => {
    const answer = await keygen(args);
    expect(answer.code).toBe(2);
    expect(answer.err).toContain(text);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('bad input never shows a stack trace', () => {
  test.each([
    ['a missing file', 'missing.json', undefined, 'there is no such file'],
    ['broken JSON', 'command.json', '{"a":1,}', 'line 1, column 8'],
    ['a duplicate member', 'command.json', '{"a":1,"\\u0061":2}', 'occurs twice'],
    ['a list', 'command.json', '[]', 'not a JSON object'],
    ['a signed document', 'command.json', { ...COMMAND, signature: {} }, 'already has a signature'],
    ['a document that breaks its schema', 'command.json', { ...COMMAND, sessionEpoch: 0 }, '/sessionEpoch'],
  ])('sign: %s', async (_case, name, content, text) => {
    await keygen();
    if (content !== undefined) await writeCommand(content);
    const answer = await heddle(['sign', at(name), '--kind', 'command', '--key', at('key.json')]);
    expect(answer.code).toBe(2);
    expect(answer.err).toContain(text);
    expect(answer.err).not.toMatch(/ at .*\.ts:\d+/);
  });

  test('an unknown kind lists the nine', async () => {
    const answer = await heddle(['verify', 'x', '--kind', 'message', '--registry', 'y']);
    expect(answer.code).toBe(2);
    expect(answer.err).toContain('group-snapshot');
  });

  test('a key file whose halves do not belong together is refused', async () => {
    await keygen();
    const key = JSON.parse(await readFile(at('key.json'), 'utf8')) as Record<string, unknown>;
    await writeFile(at('key.json'), JSON.stringify({ ...key, publicKey: 'A'.repeat(43) }));
    await writeCommand();
    const answer = await heddle(['sign', at('command.json'), '--kind', 'command', '--key', at('key.json')]);
    expect(answer.err).toContain('publicKey does not belong to seed');
  });

  test('a wrong option shows the help and exit code 2', async () => {
    const answer = await heddle(['verify', '--nonsense']);
    expect(answer.code).toBe(2);
    expect(answer.err).toContain('Usage: heddle verify');
  });

  test.each([[['--help']], [[]]])('%o shows the commands and answers with exit code 0', async (args) => {
    const answer = await heddle(args);
    expect(answer).toMatchObject({ code: 0, err: '' });
    expect(answer.out).toContain('conformance [options]');
  });
});

describe('languages', () => {
  test.each([
    [{ LANG: 'de_DE.UTF-8' }, 'Eine Art'],
    [{ LC_ALL: 'de', LANG: 'en_GB.UTF-8' }, 'Eine Art'],
    [{ LANG: 'en_GB.UTF-8' }, 'There is no kind'],
    [{ LANG: 'den_CA' }, 'There is no kind'],
    [{}, 'There is no kind'],
  ])('%o', async (environment, text) => {
    const answer = await heddle(['verify', 'x', '--kind', 'nope', '--registry', 'y'], environment);
    expect(answer.err).toContain(text);
  });
});
