// Everything that is said before a Mission is begun; nothing is made then.
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHeddle } from '../cli/cli-runner.ts';
import { FOLDER_AUDIT, MissionStage, WRITING, HOOK_TIMEOUT_MS } from './mission-stage.ts';

let stage: MissionStage;
beforeEach(async () => {
  stage = await MissionStage.open();
}, HOOK_TIMEOUT_MS);
afterEach(async () => {
  await stage.close();
}, HOOK_TIMEOUT_MS);

const NOW = Date.UTC(2026, 4, 4, 9);

/** Runs a Mission that is not to be begun; says what it says, and proves that nothing was made. */
async function refuse(args: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const out = stage.path('results', 'out');
  const all = ['mission', 'run', ...(args.includes('--out') ? args : [...args, '--out', out])];
  const { code, err } = await runHeddle(all, { nowMs: NOW, environment });
  expect({ code, err }).toMatchObject({ code: 2 });
  await expect(readdir(dirname(out))).rejects.toThrow('ENOENT');
  return err;
}

/** The brief of the stage with other text in one place. */
async function changed(from: string, to: string): Promise<string> {
  return stage.newBrief(WRITING, (text) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  });
}

const SECOND = `  poem:
    goal: Write a poem.
    capability: notes.write
    needs: [note]
    deliverables: [poem.md]
    accept:
      - { id: written, text: It is there., evidence: [deterministic_test] }
`;

describe('a brief that cannot be carried out', () => {
  const input = () => ['--input', stage.path('input')];

  test('WORK-041: a cycle is named, with the place', async () => {
    const brief = await stage.newBrief(WRITING, (text) =>
      `${text}${SECOND}`.replace(
        '    capability: notes.write\n    inputs',
        '    capability: notes.write\n    needs: [poem]\n    inputs',
      ),
    );
    const said = await refuse([brief, ...input()]);
    expect(said).toMatch(/brief\.yaml:\d+:\d+: work\.note\.needs\[0\]: The work waits for itself: /);
    expect(said).toContain('Nothing was begun.');
  });

  test('a capability that nobody offers, with the nearest that somebody does', async () => {
    const said = await refuse([
      await changed('    capability: notes.write', '    capability: notes.wrote'),
      ...input(),
    ]);
    expect(said).toMatch(
      /brief\.yaml:\d+:\d+: work\.note\.capability: There is no capability "notes\.wrote"/,
    );
    expect(said).toContain('Perhaps "notes.write" is meant.');
  });

  test('BUD-006: a budget above that of its parent', async () => {
    const said = await refuse([
      await changed('    goal: Write the note.', '    goal: Write the note.\n    budget: { toolCalls: 11 }'),
      ...input(),
    ]);
    expect(said).toMatch(/work\.note\.budget\.toolCalls: toolCalls: 11 is more than .* At most 10\./);
  });

  test('TOK-006: a tool that the Mission does not permit', async () => {
    const said = await refuse([
      await changed('    inputs: [input]\n', '    inputs: [input]\n    tools: [mailer]\n'),
      ...input(),
    ]);
    expect(said).toMatch(/brief\.yaml:\d+:\d+: work\.note\.tools\[0\]: .*mailer/);
  });

  test('every fault of the file is said at once, in the language of the caller', async () => {
    const brief = await stage.newBrief(WRITING, (text) =>
      text
        .replace('capability: notes.write\n', 'capability: notes.wrote\n')
        .replace('inputs: [input]', 'inputs: [inptu]'),
    );
    const english = await refuse([brief, ...input()]);
    expect(english.split('\n')).toHaveLength(3);
    expect(english).toContain('2 things to put right. Nothing was begun.');
    const german = await refuse([brief, ...input()], { LANG: 'de_DE.UTF-8' });
    expect(german).toContain('2 Dinge sind zu berichtigen. Nichts wurde begonnen.');
    expect(german).not.toContain('There is no');
  });

  test('a Worker whose configuration has not what the brief says', async () => {
    const said = await refuse([
      await changed('capabilities: [notes.write@1.0.0]', 'capabilities: [notes.write@2.0.0]'),
      ...input(),
    ]);
    expect(said).toContain('is to offer notes.write@2.0.0, but');
    expect(said).toContain('has only: notes.write@1.0.0');
  });

  test('a Worker whose configuration is wrong or missing', async () => {
    const said = await refuse([await changed('writer/worker.yaml', 'writer/nobody.yaml'), ...input()]);
    expect(said).toContain('nobody.yaml cannot be read (ENOENT)');
    const brief = await stage.newBrief(WRITING);
    await writeFile(
      stage.path('brief', 'writer', 'worker.yaml'),
      'worker: 1\ncapabilities:\n  notes.write@1.0.0: {}\n',
    );
    expect(await refuse([brief, ...input()])).toContain('It is not said what runs for this capability.');
  });

  test('an Agent that a Mission of its own cannot reach', async () => {
    const said = await refuse([
      await changed(
        '{ config: writer/worker.yaml, capabilities: [notes.write@1.0.0] }',
        '{ agent: "urn:example:agent:writer", capabilities: [notes.write@1.0.0] }',
      ),
      ...input(),
    ]);
    expect(said).toContain('The Worker "writer" is an Agent that is there already');
  });

  test('no brief, an unreadable one, and neither brief nor --resume', async () => {
    await mkdir(stage.path('empty'));
    expect(await refuse([stage.path('empty'), ...input()])).toContain(
      'There is no brief.yaml, brief.yml or brief.json',
    );
    expect(await refuse([stage.path('none.yaml'), ...input()])).toContain(
      'none.yaml cannot be read (ENOENT)',
    );
    expect(await refuse([])).toContain('Name a brief, or a folder to go on with');
    expect(await refuse(['--resume', stage.path('empty')])).toContain('holds no Mission that could go on');
  });
});

describe('what a Mission is given', () => {
  test.each<readonly [string, (path: string) => readonly string[], string]>([
    [
      'no input',
      () => [],
      'The input "input" is missing: What the note is about. Give it with --input input=DIR.',
    ],
    ['one that is not there', (path) => ['--input', `${path}-not`], 'The input "input" is no folder'],
    [
      'one with an unknown name',
      (path) => ['--input', `other=${path}`],
      'The brief has no input "other". It has: input.',
    ],
    [
      'the same twice',
      (path) => ['--input', path, '--input', `input=${path}`],
      'The input "input" is given twice.',
    ],
  ])('%s is refused', async (_name, args, expected) => {
    const brief = await stage.newBrief(WRITING);
    expect(await refuse([brief, ...args(stage.path('input'))])).toContain(expected);
  });

  test('results never go into what is looked at, not even through a link', async () => {
    const brief = await stage.newBrief(WRITING);
    const input = stage.path('input');
    for (const out of [input, stage.path('input', 'out'), stage.path('input', 'a', 'b')]) {
      expect(await refuse([brief, '--input', input, '--out', out])).toContain(
        'what is written there would change what is looked at',
      );
    }
    await symlink(input, stage.path('link'));
    expect(await refuse([brief, '--input', input, '--out', stage.path('link', 'out')])).toContain(
      'lies inside the input',
    );
    expect(await readdir(input)).toEqual([]);
  });

  // Elsewhere the data folder does not follow from the environment.
  test.runIf(process.platform === 'linux')(
    'the folder that is chosen when none is named is no exception',
    async () => {
      const brief = await stage.newBrief(WRITING);
      const { code, err } = await runHeddle(['mission', 'run', brief, '--input', stage.folder], {
        nowMs: NOW,
        environment: { XDG_DATA_HOME: stage.path('data') },
      });
      expect([code, err]).toEqual([2, expect.stringContaining('lies inside the input')]);
    },
  );

  test('a folder that is not empty', async () => {
    const brief = await stage.newBrief(WRITING);
    await mkdir(stage.path('full', 'x'), { recursive: true });
    const args = [brief, '--input', stage.path('input'), '--out', stage.path('full')];
    expect(await refuse(args)).toContain('is not empty. Name a new folder with --out.');
  });

  test('keys that are missing, damaged, or open to others', async () => {
    const brief = await stage.newBrief(WRITING);
    const args = [brief, '--input', stage.path('input'), '--approve-final'];
    expect(await refuse([...args, stage.path('none.json')])).toContain('none.json cannot be read (ENOENT)');
    await stage.write('bad.json', '{}');
    await chmod(stage.path('bad.json'), 0o600);
    expect(await refuse([...args, stage.path('bad.json')])).toContain('holds no usable key');
    if (process.platform === 'win32') return;
    const key = await stage.newKey('open');
    await chmod(key, 0o644);
    expect(await refuse([...args, key])).toContain('can be read by others on this machine');
  });

  test('half of what an Authority elsewhere needs', async () => {
    const said = await refuse([
      FOLDER_AUDIT,
      '--authority',
      'https://127.0.0.1:1',
      '--organization',
      'urn:example:o',
    ]);
    expect(said).toContain('also give --ca, --coordinator-key, --coordinator-agent, --owner-key');
  });
});
