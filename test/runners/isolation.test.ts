// What keeps runs apart: Node's permission model for Node programs, an account of its own for any program.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../core/worker/runners/run-request.test-data.ts';
import { isAlive, LEAVE_RESULT, startProgram, startShell } from './shell-programs.ts';

const PROBE = `
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
const attempts = {
  readOwn: () => fs.readFileSync('contract.json'),
  writeOwn: () => fs.writeFileSync('work/a', ''),
  changeContract: () => { fs.chmodSync('contract.json', 0o600); fs.writeFileSync('contract.json', '{}'); },
  readOther: () => fs.readFileSync(process.argv[2]),
  listRuns: () => fs.readdirSync('../..'),
  readRecord: () => fs.readFileSync('../record.json'),
  readEnvironments: () => fs.readFileSync('/proc/' + process.ppid + '/environ'),
  readGranted: () => fs.readFileSync(process.argv[3] + '/granted.txt'),
  readBesideGranted: () => fs.readFileSync(process.argv[3] + '-not/secret.txt'),
  writeGranted: () => fs.writeFileSync(process.argv[3] + '/new.txt', ''),
  link: () => fs.symlinkSync('/etc/passwd', 'out/link'),
  startProcess: () => execFileSync('/bin/true'),
};
for (const [name, attempt] of Object.entries(attempts)) {
  try { attempt(); console.log(name, 'allowed'); } catch (error) { console.log(name, error.code); }
}
console.log('environment', 'OTHER_SECRET' in process.env);
process.exitCode = 3;
`;

describe('SCH-006: a Node program', () => {
  it('reads all of a folder that it was granted, also when its own code lies in it', async () => {
    const granted = join(makeFolder(), 'project');
    const code = join(granted, 'programs');
    mkdirSync(code, { recursive: true });
    writeFileSync(join(granted, 'readme.txt'), '');
    const script = join(code, 'list.mjs');
    writeFileSync(
      script,
      `import fs from 'node:fs'; console.log(fs.readdirSync(process.argv[2]).join(' ')); process.exitCode = 3;`,
    );
    const { handle, log } = startProgram(
      { kind: 'node', script, code: [code], args: [granted], supportsCheckpoint: false },
      {
        root: makeFolder(),
        request: {
          runId: 'slot-1',
          folders: [{ resource: 'folder:input', path: granted, operations: ['read'] }],
        },
      },
    );
    await handle.finished;
    expect(log).toEqual(['output: programs readme.txt']);
  });

  it('reaches its own directory and what it was granted, nothing of another run', async () => {
    const root = makeFolder();
    const granted = join(makeFolder(), 'folder');
    mkdirSync(granted);
    mkdirSync(`${granted}-not`);
    writeFileSync(join(granted, 'granted.txt'), '');
    writeFileSync(join(`${granted}-not`, 'secret.txt'), '');
    const script = join(makeFolder(), 'probe.mjs');
    writeFileSync(script, PROBE);
    // The other one's name begins like ours: a prefix is not enough to be let in.
    const other = startShell(`echo $OTHER_SECRET > work/note; ${LEAVE_RESULT}`, {
      root,
      request: { runId: 'slot-10', secrets: { OTHER_SECRET: 'correct-horse' } },
    });
    await other.handle.finished;
    const { handle, log } = startProgram(
      {
        kind: 'node',
        script,
        code: [],
        args: [join(root, 'slot-10', 'run', 'work', 'note'), granted],
        supportsCheckpoint: false,
      },
      {
        root,
        request: {
          runId: 'slot-1',
          folders: [{ resource: 'folder:input', path: granted, operations: ['read'] }],
        },
      },
    );
    await handle.finished;
    expect(log.map((line) => line.replace('output: ', ''))).toEqual([
      'readOwn allowed',
      'writeOwn allowed',
      'changeContract ERR_ACCESS_DENIED',
      'readOther ERR_ACCESS_DENIED',
      'listRuns ERR_ACCESS_DENIED',
      'readRecord ERR_ACCESS_DENIED',
      'readEnvironments ERR_ACCESS_DENIED',
      'readGranted allowed',
      'readBesideGranted ERR_ACCESS_DENIED',
      'writeGranted ERR_ACCESS_DENIED',
      'link ERR_ACCESS_DENIED',
      'startProcess ERR_ACCESS_DENIED',
      'environment false',
    ]);
  });

  it('is not started with a path that would permit more than it says', async () => {
    const script = join(makeFolder(), 'probe.mjs');
    writeFileSync(script, PROBE);
    const { handle } = startProgram({ kind: 'node', script, code: ['/tmp/*'], supportsCheckpoint: false });
    expect(await handle.finished).toMatchObject({ outcome: 'failed', failureCode: 'START_FAILED' });
  });
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

describe.runIf(isRoot)('SCH-006: programs with accounts of their own', () => {
  // Numbers that no account of this machine has.
  const ONE = { uid: 64_101, gid: 64_101 };
  const OTHER = { uid: 64_102, gid: 64_102 };

  it('read nothing of each other, neither files nor environments', async () => {
    const parent = makeFolder();
    chmodSync(parent, 0o755);
    const root = join(parent, 'runs');
    const first = startShell('echo secret > work/note; echo "pid $$"; sleep 1000', {
      root,
      request: { runId: 'one', secrets: { OTHER_SECRET: 'correct-horse' } },
      runner: { accounts: [ONE] },
      isProgramPublic: true,
    });
    await first.said('pid');
    const pid = Number(/pid (\d+)/.exec(first.log.join())?.[1]);
    const second = startShell(
      `id -u; cat ${root}/two/run/contract.json > /dev/null && echo own
       cat ${root}/one/run/work/note ${root}/one/run/contract.json ${root}/two/record.json 2>/dev/null || echo refused
       ls ${root} 2>/dev/null || echo no list
       cat /proc/${pid}/environ 2>/dev/null || echo no environment
       kill -9 ${pid} 2>/dev/null || echo no signal
       ${LEAVE_RESULT}`,
      { root, request: { runId: 'two' }, runner: { accounts: [OTHER] }, isProgramPublic: true },
    );
    expect(await second.handle.finished).toMatchObject({ outcome: 'completed' });
    expect(second.log.map((line) => line.replace('output: ', ''))).toEqual([
      '64102',
      'own',
      'refused',
      'no list',
      'no environment',
      'no signal',
    ]);
    await first.handle.stop('lease-ended');
    await first.handle.discard();
  });

  it('are ended by their account, also without mark, session and parent', async () => {
    const { handle, log, said } = startShell(
      `(setsid env -i /bin/sh -c 'echo "daemon $$"; exec sleep 1000' &) ; sleep 1000`,
      { runner: { accounts: [ONE] }, isProgramPublic: true },
    );
    await said('daemon');
    const pid = Number(/daemon (\d+)/.exec(log.join())?.[1]);
    await handle.stop('lease-ended');
    expect(await handle.finished).toMatchObject({ outcome: 'stopped', survivingProcessIds: [] });
    expect(isAlive(pid)).toBe(false);
  });

  it('have no file of another account taken from their output', async () => {
    const { handle } = startShell(`${LEAVE_RESULT} ln /etc/hostname out/linked || cp -s /etc/hostname out/`, {
      runner: { accounts: [ONE] },
      isProgramPublic: true,
    });
    expect(await handle.finished).toMatchObject({ outcome: 'failed', failureCode: 'FORBIDDEN_OUTPUT' });
  });

  it('wait for no account: a run without one fails', async () => {
    const { handle } = startShell(LEAVE_RESULT, { runner: { accounts: [] } });
    expect(await handle.finished).toMatchObject({ outcome: 'failed', failureCode: 'PREPARATION_FAILED' });
  });
});
