// Clocks that jump by two hours, and machines that sleep: whatever was open counts no more, and time is the Authority's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../harness/organization.ts';
import { NetWorker, ToolServer, USES_TOOL } from './net-worker.ts';
import { NetWorld } from './net-world.ts';
import type { SteeredClock } from './steered-clock.ts';

const JUMP_MS = 2 * 3_600_000;

const JUMPS: readonly (readonly [name: string, (clock: SteeredClock) => void, jumpMs: number])[] = [
  ['is set two hours ahead', (clock) => clock.setWallAhead(JUMP_MS), JUMP_MS],
  ['is set two hours back', (clock) => clock.setWallAhead(-JUMP_MS), -JUMP_MS],
  ['was asleep for two hours', (clock) => clock.sleep(JUMP_MS), JUMP_MS],
];

let world: NetWorld;

let lastAgent = -1;

beforeAll(async () => {
  world = await NetWorld.open({ agents: 3 * JUMPS.length + 1 });
});
afterAll(() => world.close());

/** Every test has an Agent of its own. */
function nextAgent(): Principal {
  lastAgent += 1;
  return world.agents[lastAgent] as Principal;
}

describe.each(JUMPS)('a client whose clock %s', (_name, jump, jumpMs) => {
  test('FLR-004: drops its socket, counts the Session as lost, and opens the next one', async () => {
    const tested = await world.connect(nextAgent());
    const epoch = await tested.opened();
    const old = tested.wire.last;
    jump(tested.clock);
    const next = await tested.opened(epoch);
    const [, woke, lost, opened] = tested.sessions;
    expect([woke?.kind, lost, opened]).toMatchObject([
      'woke',
      { kind: 'lost', session: { sessionEpoch: epoch }, reason: 'time-jump' },
      { kind: 'opened', session: { sessionEpoch: next } },
    ]);
    const told = woke?.kind === 'woke' ? woke.jumpMs : 0;
    // By as much as it jumped, and the moment until somebody looked.
    expect(Math.abs(told - jumpMs)).toBeLessThan(60_000);
    await tested.until(() => old.isOver);
    await tested.client.caughtUp();
    expect(Math.abs(tested.client.now() - Date.now())).toBeLessThan(60_000);
  });

  test('OPEN-012: signs by the Authority’s time, so that what it does is neither too old nor from the future', async () => {
    const tested = await world.connect(nextAgent());
    // Already under way when the clock jumps, and begun when it has.
    const ids = [world.newId('message'), world.newId('message')];
    for (const connection of tested.wire.open) connection.hold('up');
    const outcomes = ids.slice(0, 1).map((id) => tested.client.submit(tested.message(world.group, id)));
    await tested.until(({ sent }) => sent.some((text) => text.includes(ids[0] ?? '')));
    jump(tested.clock);
    outcomes.push(...ids.slice(1).map((id) => tested.client.submit(tested.message(world.group, id))));
    expect((await Promise.all(outcomes)).map(({ status }) => status)).toEqual(['accepted', 'accepted']);
    const log = await world.log();
    for (const id of ids)
      expect(log.filter(({ payload }) => JSON.stringify(payload).includes(`"${id}"`))).toHaveLength(1);
  });

  test('LSE-004, LSE-011: ends what ran under the lease of before, and calls no tool that none covers', async () => {
    const tested = await world.connect(nextAgent());
    const worker = await NetWorker.start(world, tested);
    const tool = await ToolServer.open(world);
    const workItemId = await world.offer(USES_TOOL, tested.agent);
    const run = await worker.runOf(workItemId);
    const runId = worker.runIdOf(workItemId);
    expect(await tool.call(worker, runId)).toBe('sent');
    const epoch = await tested.opened();
    // Nobody is to be reached meanwhile: all that is known is what this machine believes.
    tested.wire.plan = () => 'refused';
    jump(tested.clock);
    await tested.until(({ client }) => client.session === undefined);
    expect(['offline', 'lease-ended', 'unknown-run']).toContain(await tool.call(worker, runId));
    await worker.until(() => !run.isRunning);
    expect(new Set(run.stops)).toEqual(new Set(['lease-ended']));
    expect(worker.scripted.running).toEqual([]);
    tested.wire.plan = () => ({});
    await tested.opened(epoch);
    // Effects outside are not repeated without a decision; until then nothing runs.
    await world.committed(
      ({ kind, payload }) => kind === 'work.blocked' && JSON.stringify(payload).includes(workItemId),
    );
    expect(await tool.call(worker, runId)).not.toBe('sent');
    expect(tool.calls).toHaveLength(1);
    expect(worker.scripted.runs).toHaveLength(1);
  });
});

test('LSE-007: a lease that the Authority gave is judged by its time, whatever the machine’s own clock says', async () => {
  const tested = await world.client(nextAgent());
  // Wrong from the beginning, so no jump is ever seen.
  tested.clock.setWallAhead(JUMP_MS);
  tested.client.start();
  await tested.opened();
  const worker = await NetWorker.start(world, tested, {
    settings: { lease: { leaseSeconds: 60, renewAfterShare: 0.01, retryMs: 50, stopMarginMs: 1_000 } },
  });
  const workItemId = await world.offer({}, tested.agent);
  const run = await worker.runOf(workItemId);
  await world.committed(
    ({ kind, payload }) => kind === 'work.progressed' && JSON.stringify(payload).includes(workItemId),
  );
  expect(run.isRunning).toBe(true);
  run.complete();
  await world.committed(
    ({ kind, payload }) => kind === 'work.submitted' && JSON.stringify(payload).includes(workItemId),
  );
  expect(run.stops).toEqual([]);
});
