// What ends a Mission's processes without ending the Mission.
import { once } from 'node:events';
import { access, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  MISSION_TIMEOUT_MS,
  MissionStage,
  untilGone,
  waitingToWrite,
  WRITING,
  HOOK_TIMEOUT_MS,
} from './mission-stage.ts';

let stage: MissionStage;
beforeEach(async () => {
  stage = await MissionStage.open();
}, HOOK_TIMEOUT_MS);
afterEach(async () => {
  await stage.close();
}, HOOK_TIMEOUT_MS);

/** A Mission whose only run waits for a file. */
async function beginWaiting() {
  const [begun, goOn] = [stage.path('begun'), stage.path('go-on')];
  const brief = await stage.newBrief(waitingToWrite(begun, goOn));
  const key = await stage.newKey('owner');
  const out = stage.path('out');
  const args = [brief, '--input', stage.path('input'), '--out', out, '--approve-final', key];
  const run = stage.run(args);
  await run.until({ event: 'worker.event', name: 'worker.work_started' });
  await untilExists(begun);
  return { run, out, key, begun, goOn: () => writeFile(goOn, '') };
}

async function untilExists(path: string): Promise<void> {
  for (;;) {
    try {
      await access(path);
      return;
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  }
}

describe('a Mission that is interrupted', { timeout: MISSION_TIMEOUT_MS }, () => {
  test('LSE-004: after SIGKILL of all of it, --resume finishes from what is on the disk', async () => {
    const { run, out, key, begun, goOn } = await beginWaiting();
    await run.kill();
    for (const pid of run.workerPids) process.kill(pid, 'SIGKILL');
    const again = stage.run(['--resume', out, '--approve-final', key]);
    await again.until({ event: 'worker.event', name: 'worker.work_started' });
    await goOn();
    await again.exits(0);
    expect(await readFile(stage.path('out', 'note.md'), 'utf8')).toBe('# Note\n');
    expect((await readFile(begun, 'utf8')).trim().split('\n')).toHaveLength(2);
    const verified = stage.heddle(['verify', stage.path('out', 'history.mwpbundle')]);
    await verified.exits(0);
  });

  test('Workers whose Mission was killed end by themselves', async () => {
    const { run } = await beginWaiting();
    expect(run.workerPids).toHaveLength(1);
    await run.kill();
    for (const pid of run.workerPids) await untilGone(pid);
  });

  test('--resume does not wait for Workers that the killed process has left', async () => {
    const { run, out, key, goOn } = await beginWaiting();
    await run.kill();
    const again = stage.run(['--resume', out, '--approve-final', key]);
    await again.until({ event: 'worker.event', name: 'worker.work_started' });
    await goOn();
    await again.exits(0);
    expect(again.count({ event: 'worker.died' })).toBe(0);
  });

  test('SIGINT ends it in order, and it says how to go on', async () => {
    const { run, out, key, goOn } = await beginWaiting();
    run.signal('SIGINT');
    await run.exits(1);
    expect(run.err).toContain(`heddle mission run --resume ${out}`);
    expect(run.count({ event: 'worker.event', name: 'host.stopping' })).toBe(1);
    for (const pid of run.workerPids) await untilGone(pid);
    await goOn();
    const again = stage.run(['--resume', out, '--approve-final', key]);
    await again.exits(0);
  });

  test('when somebody has taken its port meanwhile, Authority and Workers meet at another one', async () => {
    const { run, out, key, goOn } = await beginWaiting();
    run.signal('SIGINT');
    await run.exits(1);
    await goOn();
    const kept = JSON.parse(await readFile(stage.path('out', 'state', 'mission.json'), 'utf8')) as {
      readonly authority: { readonly port: number };
    };
    const other = createServer();
    other.listen(kept.authority.port, '127.0.0.1');
    await once(other, 'listening');
    const again = stage.run(['--resume', out, '--approve-final', key]);
    await again.exits(0);
    other.close();
    expect((await again.until({ event: 'mission.opened' }))['origin']).not.toContain(
      `:${kept.authority.port}`,
    );
  });

  test('LSE-004: a Worker that is killed is started again, and finishes under a new Session', async () => {
    const { run, goOn } = await beginWaiting();
    const [pid = 0] = run.workerPids;
    process.kill(pid, 'SIGKILL');
    await run.until({ event: 'worker.died', how: 'SIGKILL' });
    await run.untilTrue(
      () => run.count({ event: 'worker.event', name: 'worker.work_started' }) === 2,
      'the work to be started again',
    );
    await goOn();
    await run.exits(0);
    expect(run.workerPids).toHaveLength(2);
  });

  test('one process at a time: the second is refused, and the first goes on', async () => {
    const { run, out, goOn } = await beginWaiting();
    const second = stage.run(['--resume', out]);
    await second.exits(2);
    expect(second.err).toContain(`Process ${run.pid} runs this Mission already.`);
    await goOn();
    await run.exits(0);
  });

  test('MIS-011: another key than the owner’s cannot take the Mission over', async () => {
    const { run, out, goOn } = await beginWaiting();
    run.signal('SIGINT');
    await run.ended;
    await goOn();
    const other = stage.run(['--resume', out, '--approve-final', await stage.newKey('other')]);
    await other.exits(2);
    expect(other.err).toContain("is not the key of this Mission's owner");
  });

  test('OPEN-037: an offer that a Worker declines goes to another one', async () => {
    const brief = await stage.newBrief(WRITING, (text) =>
      text.replace(
        '  writer: {',
        '  picky: { config: picky/worker.yaml, capabilities: [notes.write@1.0.0] }\n  writer: {',
      ),
    );
    const config = await readFile(stage.path('brief', 'writer', 'worker.yaml'), 'utf8');
    await stage.write(
      'brief/picky/worker.yaml',
      `${config.replace('./write.sh', '../writer/write.sh')}admission: { sideEffectRisks: [reversible] }\n`,
    );
    const args = [brief, '--input', stage.path('input'), '--out', stage.path('out')];
    const run = stage.run([...args, '--approve-final', await stage.newKey('owner')]);
    await run.exits(0);
    expect(run.count({ event: 'worker.event', worker: 'picky', name: 'worker.offer_declined' })).toBe(1);
    expect(run.count({ event: 'command.accepted', kind: 'work.offer' })).toBe(2);
    expect(run.count({ event: 'worker.event', worker: 'writer', name: 'worker.work_completed' })).toBe(1);
  });
});
