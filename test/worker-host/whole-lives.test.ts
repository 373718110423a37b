// Workers as processes in front of an Authority on loopback: work from offer to submission, crashes, ends, secrets.
import { appendFile, chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WorkerStatusReport } from '../../core/host/worker-status.ts';
import { runHeddle } from '../cli/cli-runner.ts';
import { CAPABILITY } from '../harness/organization.ts';
import { COUNTING, RESUMING, STUBBORN, TELLING, waitingProgram } from './programs.ts';
import { agentIdOf, ORGANIZATION, WorkerStage } from './worker-stage.ts';

let stage: WorkerStage;
beforeEach(async () => {
  stage = await WorkerStage.open();
});
afterEach(async () => {
  await stage.close();
});

async function statusOf(folder: string): Promise<{ code: number; report: WorkerStatusReport }> {
  const { code, out } = await runHeddle(['worker', 'status', folder, '--json']);
  return { code, report: JSON.parse(out) as WorkerStatusReport };
}

/** Lets a program ask for a checkpoint. */
async function allowCheckpoints(folder: string): Promise<void> {
  const path = join(folder, 'worker.yaml');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('checkpoints: false', 'checkpoints: true'));
}

describe('a Worker process', () => {
  test('WORK-T04…WORK-T11: it accepts an offer, runs its program, and submits Artifact and Evidence', async () => {
    const folder = await stage.newWorker('counter', await stage.writeProgram('count.sh', COUNTING));
    const worker = stage.run(folder);
    await worker.until('connection.opened');
    const workItemId = await stage.offer('counter');
    const record = await stage.untilState(workItemId, 'submitted');
    const [contentHash = ''] = record.document.submission?.artifactHashes ?? [];
    expect(await stage.contentOf(contentHash)).toBe('{"files":3}');
    const { world } = stage.coordinator;
    const [artifactId = ''] = world.get('content', stage.groupId, contentHash)?.artifactIds ?? [];
    expect(world.get('artifact', stage.groupId, artifactId)).toMatchObject({
      mediaType: 'application/json',
      schemaUri: 'urn:heddle:deliverable:inventory',
      producer: { agentId: agentIdOf('counter'), capabilities: [CAPABILITY] },
      uri: `${stage.origin}/v0.1/artifacts/${contentHash}?groupId=${encodeURIComponent(stage.groupId)}`,
    });
    const [evidenceId = ''] = record.document.submission?.evidenceIds ?? [];
    expect(world.get('evidence', stage.groupId, evidenceId)).toMatchObject({
      type: 'deterministic_test',
      result: 'passed',
      criterionIds: ['complete'],
      generatedBy: { type: 'agent', id: agentIdOf('counter') },
    });
    await worker.until('worker.work_completed');
    worker.signal('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
    expect(worker.text).toContain('Stopped.');
    expect(worker.count('host.fault')).toBe(0);
  });

  test('WORK-031: a folder that is named on the command line reaches the run, and one that is not named is declined', async () => {
    const input = join(stage.folder, 'input');
    await stage.heddle('authority', 'init', input);
    const program = await stage.writeProgram(
      'list.mjs',
      `import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
const { folders: [{ path }] } = JSON.parse(readFileSync('run.json', 'utf8'));
writeFileSync('out/inventory.json', JSON.stringify(readdirSync(path).sort()));
let refusal = 'none';
try { writeFileSync(path + '/planted', ''); } catch (error) { refusal = error.code; }
writeFileSync('out/result.json', JSON.stringify({
  summary: 'listed',
  evidence: [{ type: 'deterministic_test', criterionIds: ['complete'], method: refusal, result: 'passed' }],
}));
`,
    );
    const folder = await stage.newWorker('lister', program);
    const worker = stage.run(folder, ['--input', `folder:input=${input}`]);
    await worker.until('connection.opened');
    const read = [{ resource: 'folder:input', operations: ['read'] }];
    const record = await stage.untilState(
      await stage.offer('lister', { allowedResources: read }),
      'submitted',
    );
    const [contentHash = ''] = record.document.submission?.artifactHashes ?? [];
    expect(JSON.parse(await stage.contentOf(contentHash))).toContain('organization.yaml');
    const [evidenceId = ''] = record.document.submission?.evidenceIds ?? [];
    // Whatever the contract allows, folders of this machine are for reading.
    expect(stage.coordinator.world.get('evidence', stage.groupId, evidenceId)?.method).toBe(
      'ERR_ACCESS_DENIED',
    );
    for (const allowedResources of [
      [{ resource: 'folder:other', operations: ['read'] }],
      [{ resource: 'folder:input', operations: ['write'] }],
    ]) {
      const workItemId = await stage.offer('lister', { allowedResources });
      await worker.untilText(
        () =>
          worker.events.some(
            (event) => event.name === 'worker.offer_declined' && event.workItemId === workItemId,
          ),
        'a declined offer',
      );
    }
  });

  test('an example Worker, made from its template, lists a folder as its contract asks for it', async () => {
    const folder = join(stage.folder, 'inventory');
    const input = join(stage.folder, 'input');
    await mkdir(input);
    await writeFile(join(input, 'one.txt'), 'one');
    const base = resolve('examples', 'workers', 'folder-inventory', 'worker.yaml');
    const about = ['--authority', stage.origin, '--name', 'inventory', '--agent-id', agentIdOf('inventory')];
    const enrolment = ['--organization-folder', stage.organizationFolder, '--base', base];
    await stage.heddle('worker', 'init', folder, ...about, ...enrolment);
    await stage.join(agentIdOf('inventory'));
    const worker = stage.run(folder, ['--input', `folder:input=${input}`]);
    await worker.until('connection.opened');
    const workItemId = await stage.offer('inventory', {
      requiredCapabilities: [{ id: 'heddle.folder-inventory', version: '1.0.0' }],
      allowedResources: [{ resource: 'folder:input', operations: ['read'] }],
    });
    const record = await stage.untilState(workItemId, 'submitted');
    const [contentHash = ''] = record.document.submission?.artifactHashes ?? [];
    expect(JSON.parse(await stage.contentOf(contentHash))).toMatchObject({ files: [{ path: 'one.txt' }] });
  });

  test('LSE-004: after SIGKILL in the middle, the next start ends what was left and finishes under a new Session', async () => {
    const [begun, goOn] = [join(stage.folder, 'begun'), join(stage.folder, 'go-on')];
    const folder = await stage.newWorker(
      'waiter',
      await stage.writeProgram('wait.sh', waitingProgram(begun, goOn)),
    );
    const first = stage.run(folder, ['--verbose']);
    const firstEpoch = (await first.until('connection.opened')).detail;
    const workItemId = await stage.offer('waiter');
    await first.until('worker.work_started');
    const leaseId = (await stage.untilState(workItemId, 'active')).executionLeaseId;
    await first.until('run.text');
    expect(await statusOf(folder)).toMatchObject({
      code: 0,
      report: { kind: 'running', pid: first.pid, status: { agentId: agentIdOf('waiter'), slots: 1 } },
    });
    await first.kill();
    const dead = await statusOf(folder);
    expect(dead).toMatchObject({ code: 1, report: { kind: 'not-running', status: { pid: first.pid } } });
    if (dead.report.kind !== 'not-running') throw new Error('it runs');
    expect(dead.report.status?.ended).toBeUndefined();
    expect(dead.report.replica?.groups).toMatchObject([
      { groupId: stage.groupId, isFollowed: true, workByState: { active: 1 } },
    ]);

    const second = stage.run(folder);
    await second.until('run.recovered');
    const secondEpoch = (await second.until('connection.opened')).detail;
    expect(Number(secondEpoch)).toBeGreaterThan(Number(firstEpoch));
    await second.until('worker.work_started');
    // Only now: a run that is left over from before would end too.
    await writeFile(goOn, '');
    const record = await stage.untilState(workItemId, 'submitted');
    expect(record.ownershipEpoch).toBe(1);
    expect(stage.coordinator.world.get('lease', stage.groupId, leaseId ?? '')?.state).toBe('revoked');
    expect((await readFile(begun, 'utf8')).trim().split('\n')).toHaveLength(2);
    expect(record.document.submission?.artifactHashes).toHaveLength(1);
  });

  test('WORK-054, WORK-T08: SIGTERM drains: the run saves a checkpoint, the work is given back, and goes on later', async () => {
    const folder = await stage.newWorker('resumer', await stage.writeProgram('resume.sh', RESUMING));
    await allowCheckpoints(folder);
    const first = stage.run(folder, ['--verbose']);
    await first.until('connection.opened');
    const workItemId = await stage.offer('resumer');
    await first.until('run.text');
    first.signal('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, signal: null });
    expect(first.count('worker.work_released')).toBe(1);
    const queued = await stage.untilState(workItemId, 'queued');
    expect(queued.checkpoint).toMatchObject({ phase: 'counting' });
    const stopped = await statusOf(folder);
    expect(stopped).toMatchObject({
      code: 1,
      report: { kind: 'not-running', status: { ended: { reason: 'stopped' }, runs: [] } },
    });

    const second = stage.run(folder);
    const record = await stage.untilState(workItemId, 'submitted');
    const hashes = record.document.submission?.artifactHashes ?? [];
    expect(await Promise.all(hashes.map((hash) => stage.contentOf(hash)))).toContain(
      '{"files":"half of it"}',
    );
    second.signal('SIGINT');
    expect(await second.ended).toEqual({ code: 0, signal: null });
  });

  test('a second signal ends runs at once, whatever they do', async () => {
    const folder = await stage.newWorker('stubborn', await stage.writeProgram('stubborn.sh', STUBBORN));
    await allowCheckpoints(folder);
    const worker = stage.run(folder, ['--verbose']);
    await worker.until('connection.opened');
    const workItemId = await stage.offer('stubborn');
    await worker.until('run.text');
    worker.signal('SIGTERM');
    await worker.untilText((text) => text.includes('Once more ends all runs at once.'), 'the first answer');
    worker.signal('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
    expect(worker.text).toContain('Ending all runs.');
    expect(worker.text).not.toContain('still alive');
    await stage.untilState(workItemId, 'queued');
  });

  test('WS-016: when another runtime takes the identity over, it stops and says why', async () => {
    const folder = await stage.newWorker('twin', await stage.writeProgram('count.sh', COUNTING));
    const other = join(stage.folder, 'other');
    await cp(folder, other, { recursive: true });
    const first = stage.run(folder);
    await first.until('connection.opened');
    const second = stage.run(other);
    await second.until('connection.opened');
    expect(await first.ended).toEqual({ code: 1, signal: null });
    expect(first.count('connection.replaced')).toBe(1);
    expect(first.text).toContain('Another runtime connects as this Agent');
    const workItemId = await stage.offer('twin');
    await stage.untilState(workItemId, 'submitted');
    expect(second.count('connection.replaced')).toBe(0);
  });

  test('a second process on one folder is refused, whoever is asked first', async () => {
    const folder = await stage.newWorker('single', await stage.writeProgram('count.sh', COUNTING));
    const first = stage.run(folder);
    await first.until('connection.opened');
    const second = stage.run(folder);
    expect(await second.ended).toEqual({ code: 2, signal: null });
    expect(second.text).toContain(`Process ${first.pid} runs this Worker already.`);
    expect(first.count('connection.lost')).toBe(0);
  });

  test('without an Authority it keeps trying, says so once, and works as soon as there is one', async () => {
    const folder = await stage.newWorker('patient', await stage.writeProgram('count.sh', COUNTING));
    await stage.hangUp();
    const worker = stage.run(folder);
    await worker.until('connection.waiting');
    expect((await statusOf(folder)).report).toMatchObject({
      kind: 'running',
      status: { groups: [], slots: 1 },
    });
    await stage.serve();
    await worker.until('connection.opened');
    const workItemId = await stage.offer('patient');
    await stage.untilState(workItemId, 'submitted');
    expect(worker.count('connection.waiting')).toBe(1);
  });

  test('TOK-003: a run has the secrets of its own capability, no others, and nothing says them', async () => {
    const [secretA, secretB] = ['value-of-key-a-5521', 'value-of-key-b-9934'];
    const program = await stage.writeProgram('tell.sh', TELLING);
    const folder = await stage.newWorker('keeper', program);
    const secretFile = join(folder, 'key-a');
    await writeFile(secretFile, `${secretA}\n`, { mode: 0o600 });
    const path = join(folder, 'worker.yaml');
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text
        .replace('    args: []\n', '    args: []\n    secrets: { KEY_A: { file: key-a } }\n')
        .replace(
          'capabilities:\n',
          `capabilities:\n  files.other@1.0.0:\n    program: ${JSON.stringify(program)}\n    secrets: { KEY_B: { environment: KEY_OF_B } }\n`,
        ),
    );
    const worker = stage.run(folder, ['--verbose'], { KEY_OF_B: secretB });
    await worker.until('connection.opened');
    const workItemId = await stage.offer('keeper');
    const record = await stage.untilState(workItemId, 'submitted');
    const [contentHash = ''] = record.document.submission?.artifactHashes ?? [];
    const names = JSON.parse(await stage.contentOf(contentHash)) as string[];
    expect(names).toContain('KEY_A');
    expect(names).not.toContain('KEY_B');
    expect(names).not.toContain('KEY_OF_B');
    expect((await worker.until('run.text')).detail).toBe('the keys are <[secret]> and <>');
    await worker.until('worker.work_completed');
    worker.signal('SIGTERM');
    await worker.ended;
    const key = JSON.parse(await readFile(join(folder, 'key.json'), 'utf8')) as { readonly seed: string };
    const status = await readFile(join(folder, 'state', 'status.json'), 'utf8');
    for (const secret of [secretA, secretB, key.seed]) expect(worker.text + status).not.toContain(secret);

    await chmod(secretFile, 0o644);
    const refused = stage.run(folder, [], { KEY_OF_B: secretB });
    expect(await refused.ended).toEqual({ code: 2, signal: null });
    expect(refused.text).toContain('can be read by others on this machine');
  });

  test('a Worker that is not enrolled is told so, and gets no Session', async () => {
    const folder = join(stage.folder, 'stranger');
    const program = await stage.writeProgram('count.sh', COUNTING);
    const certificate = join(stage.organizationFolder, 'tls', 'certificate.pem');
    const about = ['--authority', stage.origin, '--name', 'stranger', '--organization', ORGANIZATION];
    const work = ['--ca', certificate, '--capability', `a.b@1.0.0=${program}`];
    await stage.heddle('worker', 'init', folder, ...about, ...work);
    const worker = stage.run(folder);
    const fault = await worker.until('host.fault');
    expect(fault.detail).toContain('AUTH_INVALID_SIGNATURE');
    const { out } = await runHeddle(['worker', 'status', folder], { environment: { LANG: 'en' } });
    expect(out).toContain(`runs as process ${worker.pid}`);
    worker.signal('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
    expect(worker.count('connection.opened')).toBe(0);
  });

  test('a Group that is declined by the configuration gets nothing', async () => {
    const folder = await stage.newWorker('selective', await stage.writeProgram('count.sh', COUNTING));
    await appendFile(join(folder, 'worker.yaml'), '\notherGroups: decline\n');
    const worker = stage.run(folder);
    await worker.until('connection.opened');
    const workItemId = await stage.offer('selective');
    await worker.until('worker.offer_declined');
    expect(stage.recordOf(workItemId)?.document.owner).toBeUndefined();
  });
});
