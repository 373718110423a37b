// Workers that are killed: the next process ends what the last one has left, fences its Session, and does all the work.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Event, Lease } from '../../core/protocol/generated/documents.ts';
import { RUNNER_CLOCK } from '../../core/host/worker-runners.ts';
import { recoverRuns } from '../../core/worker/runners/run-recovery.ts';
import { until } from '../sync/sync-world.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { NetWorld } from './net-world.ts';
import { ProcessWorld } from './process-world.ts';
import type { WorkerProcessSettings } from './worker-process.ts';

/** Works until `go` is there, with a child and a daemon that mind nothing; then it is done, and so are they. */
const PROGRAM = `
trap '' TERM
exec 9>"$1/alive"
sh -c 'trap "" TERM; setsid sh -c "trap \\"\\" TERM; while [ ! -e $1/go ]; do sleep 0.05; done" & wait' child "$1" &
while [ ! -e "$1/go" ]; do sleep 0.02; done
echo 'all is well' > out/report.txt
cat > out/result.json <<'END'
{ "summary": "done", "evidence": [
  { "type": "deterministic_test", "criterionIds": ["done"], "method": "waited", "result": "passed", "files": ["report.txt"] }
] }
END
`;

let world: NetWorld;
let processes: ProcessWorld;
let wire: FaultProxy;
const children: ChildProcess[] = [];

beforeEach(async () => {
  world = await NetWorld.open({ agents: 1 });
  processes = await ProcessWorld.open(world);
  wire = await world.proxy();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
  // Whatever a test that failed has left.
  await recoverRuns({ root: join(processes.folder, 'state', 'runs'), clock: RUNNER_CLOCK });
  await world.close();
});

interface WorkerProcess {
  readonly events: { readonly name: string; readonly detail?: string }[];
  kill(): Promise<void>;
  said(name: string): Promise<void>;
}

function startWorkerProcess(): WorkerProcess {
  const settings: WorkerProcessSettings = {
    label: 'net-worker-1',
    origin: `https://127.0.0.1:${wire.port}`,
    ca: String(world.serverAt(0).ca),
    stateFolder: join(processes.folder, 'state'),
    command: 'sh',
    args: ['-c', PROGRAM, 'program', processes.folder],
  };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'worker-process.ts'), JSON.stringify(settings)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  const events: WorkerProcess['events'] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    events.push(...lines.map((line) => JSON.parse(line) as (typeof events)[number]));
  });
  return {
    events,
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    said: (name) =>
      until(
        () => events.some((event) => event.name === name),
        () => `${name} was not said: ${JSON.stringify(events)}`,
      ),
  };
}

function eventsOf(log: readonly Event[], workItemId: string, kind: string): readonly Event[] {
  return log.filter((event) => event.kind === kind && JSON.stringify(event.payload).includes(workItemId));
}

test.skipIf(process.platform !== 'linux')(
  'SCH-001, LSE-004: after SIGKILL the orphans are ended, the Session is fenced, the queue is rebuilt, the work is done',
  async () => {
    const first = startWorkerProcess();
    await first.said('connection.opened');
    const active = await world.offer();
    const started = await world.committed((event) => eventsOf([event], active, 'work.started').length > 0);
    const waiting = [await world.offer(), await world.offer()];
    for (const id of waiting) {
      await world.committed((event) => eventsOf([event], id, 'work.offer.accepted').length > 0);
    }
    await first.said('worker.work_started');
    await until(
      () => processes.isHeld(),
      () => 'the program never came to life',
    );
    const orphansGone = processes.allGone();
    // The Authority hears nothing of the end: to it the Session is open, and the lease holds.
    for (const connection of wire.open) connection.hold('up');
    await first.kill();
    expect(processes.isHeld()).toBe(true);

    const second = startWorkerProcess();
    await second.said('run.recovered');
    await orphansGone;
    const { lease } = started.payload as { readonly lease: Lease };
    // Whichever is next: the log does not say whose turn it was.
    const restarted = await world.committed(
      ({ kind, eventId }) => kind === 'work.started' && eventId !== started.eventId,
    );
    const { lease: next } = restarted.payload as { readonly lease: Lease };
    expect(next.sessionEpoch).toBe(lease.sessionEpoch + 1);
    expect(next.leaseId).not.toBe(lease.leaseId);
    const revoked = (await world.log()).find(
      ({ kind, payload }) =>
        kind.endsWith('work_execution_lease_revoked') && JSON.stringify(payload).includes(lease.leaseId),
    );
    expect(JSON.stringify(revoked?.payload)).toContain('session_replaced');

    await writeFile(join(processes.folder, 'go'), '');
    for (const id of [active, ...waiting]) {
      await world.committed((event) => eventsOf([event], id, 'work.submitted').length > 0);
    }
    const log = await world.log();
    for (const id of [active, ...waiting]) {
      expect(eventsOf(log, id, 'work.offer.accepted')).toHaveLength(1);
      expect(eventsOf(log, id, 'work.submitted')).toHaveLength(1);
    }
    expect(eventsOf(log, active, 'work.started')).toHaveLength(2);
    for (const id of waiting) expect(eventsOf(log, id, 'work.started')).toHaveLength(1);
    expect(second.events.map(({ name }) => name)).not.toContain('host.fault');
    expect(wire.open.length).toBeGreaterThan(0);
  },
);

test.skipIf(process.platform !== 'linux')(
  'SCH-001: a Worker that is killed again and again, wherever it stands, still does each work once',
  async () => {
    await writeFile(join(processes.folder, 'go'), '');
    const ids = [await world.offer(), await world.offer(), await world.offer()];
    // Further on with each life: from the first connection to the first submission.
    for (const name of [
      'connection.opened',
      'worker.offer_accepted',
      'worker.work_started',
      'worker.run_completed',
    ]) {
      const worker = startWorkerProcess();
      await worker.said(name);
      await worker.kill();
    }
    startWorkerProcess();
    for (const id of ids) {
      await world.committed((event) => eventsOf([event], id, 'work.submitted').length > 0);
    }
    const log = await world.log();
    const told = ids.map((id) => [
      eventsOf(log, id, 'work.offer.accepted').length,
      eventsOf(log, id, 'work.submitted').length,
    ]);
    expect(told).toEqual(ids.map(() => [1, 1]));
  },
);
