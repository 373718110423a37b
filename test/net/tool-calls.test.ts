// Effects outside: none after the end of a lease, of a Session, or of the connection; and another owner has another key.
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { SyncClient } from '../../core/sync/sync-client.ts';
import type { AgentLink, CommandDraft } from '../../core/worker/agent-link.ts';
import { operationKeyOf } from '../../core/worker/operation-key.ts';
import type { NetClient } from './net-client.ts';
import { leasesOf, leaseSpansOf, NetWorker, ToolServer, USES_TOOL } from './net-worker.ts';
import { NetWorld } from './net-world.ts';

const LEASE = { leaseSeconds: 5, renewAfterShare: 0.2, retryMs: 100, stopMarginMs: 1_500 };

let world: NetWorld;

let lastAgent = -1;

beforeAll(async () => {
  world = await NetWorld.open({ agents: 5 });
});
afterAll(() => world.close());

/** Every test has Agents of its own: they wait for their leases side by side. */
function connect(): Promise<NetClient> {
  lastAgent += 1;
  return world.connect(world.agents[lastAgent]);
}

/** Calls the tool again and again, whatever the answer, until something is the case. Answers with the last answer. */
async function insist(
  tool: ToolServer,
  { worker, runId, isOver }: { worker: NetWorker; runId: string; isOver: () => boolean },
): Promise<string> {
  for (;;) {
    const answer = await tool.call(worker, runId);
    if (isOver()) return answer;
    // A refusal that needs nobody comes at once: others have to have their turn.
    await setImmediate();
  }
}

/** A Worker that asks for no more than a few seconds of ownership. */
function withShortTerm(client: SyncClient): AgentLink {
  return new Proxy(client, {
    get(target, name) {
      if (name === 'submit') {
        return (draft: CommandDraft) =>
          target.submit(
            draft.kind === 'work.accept_offer'
              ? { ...draft, payload: { ...draft.payload, ownershipLeaseSeconds: LEASE.leaseSeconds } }
              : draft,
          );
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

describe.concurrent('LSE-001, FLR-004: no call arrives', () => {
  test('after a lease that lapsed on a stalled line, although the tool is still to be reached', async ({
    expect,
  }) => {
    const net = await connect();
    const worker = await NetWorker.start(world, net, { settings: { lease: LEASE } });
    const tool = await ToolServer.open(world);
    const workItemId = await world.offer(USES_TOOL, net.agent);
    const run = await worker.runOf(workItemId);
    let endMs = Number.POSITIVE_INFINITY;
    const runId = worker.runIdOf(workItemId);
    const lastAnswer = insist(tool, { worker, runId, isOver: () => Date.now() > endMs + 200 });
    await net.until(() => tool.calls.length > 0);
    // Only the gateway: capability tokens are still to be had, and the tool does not look at leases.
    net.wire.stall();
    await worker.until(() => !run.isRunning);
    expect(run.stops).toEqual(['lease-ended']);
    const [span] = leaseSpansOf(await world.log(), workItemId).toReversed();
    endMs = span?.toMs ?? 0;
    expect(['lease-ended', 'unknown-run']).toContain(await lastAnswer);
    expect(tool.calls.filter(({ atMs }) => atMs >= endMs)).toEqual([]);
    // However often it called, it was one operation of one owner (ART-020).
    expect(tool.effects.size).toBe(1);
  });

  test('without a connection, and work with effects outside ends with it', async ({ expect }) => {
    const net = await connect();
    const worker = await NetWorker.start(world, net);
    const tool = await ToolServer.open(world);
    const workItemId = await world.offer(USES_TOOL, net.agent);
    const run = await worker.runOf(workItemId);
    const runId = worker.runIdOf(workItemId);
    expect(await tool.call(worker, runId)).toBe('sent');
    net.wire.plan = () => 'refused';
    net.wire.cut();
    await net.until(({ client }) => client.session === undefined);
    expect(await tool.call(worker, runId)).toBe('offline');
    await worker.until(() => !run.isRunning);
    expect(run.stops).toEqual(['lease-ended']);
    expect(await tool.call(worker, runId)).not.toBe('sent');
    expect(tool.calls).toHaveLength(1);
  });

  test('after another runtime took the identity over (WS-016)', async ({ expect }) => {
    const net = await connect();
    const worker = await NetWorker.start(world, net);
    const tool = await ToolServer.open(world);
    const workItemId = await world.offer(USES_TOOL, net.agent);
    const run = await worker.runOf(workItemId);
    const runId = worker.runIdOf(workItemId);
    expect(await tool.call(worker, runId)).toBe('sent');
    // The news that it was replaced is on its way for as long as this holds.
    for (const connection of net.wire.open) connection.hold('down');
    const other = await world.connect(net.agent);
    // It still believes in its Session and its lease; the Authority does not (LSE-004, TOK-007).
    expect(net.client.session).toBeDefined();
    expect(await tool.call(worker, runId)).toBe('token-refused');
    net.wire.release();
    await net.until(({ sessions }) => sessions.some(({ kind }) => kind === 'replaced'));
    await worker.until(() => !run.isRunning);
    expect(await tool.call(worker, runId)).not.toBe('sent');
    expect(tool.calls).toHaveLength(1);
    expect(other.client.session?.sessionEpoch).toBe(2);
  });
});

test.concurrent('ART-021, ART-022, FLR-001: the next owner of lapsed work has another key, and the old one has none', async ({
  expect,
}) => {
  const net = await connect();
  const nextNet = await connect();
  const worker = await NetWorker.start(world, net, {
    link: withShortTerm(net.client),
    settings: { lease: LEASE },
  });
  const tool = await ToolServer.open(world);
  const workItemId = await world.offer(USES_TOOL, net.agent);
  const run = await worker.runOf(workItemId);
  const runId = worker.runIdOf(workItemId);
  expect(await tool.call(worker, runId)).toBe('sent');
  expect(await tool.call(worker, runId)).toBe('sent');
  net.wire.stall();
  await worker.until(() => !run.isRunning);
  const ends = leasesOf(await world.log(), workItemId).map(({ expiresAt }) => Date.parse(expiresAt));
  await net.until(() => Date.now() > Math.max(...ends));
  const next = await NetWorker.start(world, nextNet);
  await world.offerAgain(workItemId, nextNet.agent);
  const nextRun = await next.runOf(workItemId);
  expect(await tool.call(next, next.runIdOf(workItemId))).toBe('sent');
  net.wire.release();
  await worker.until(() => worker.names().includes('worker.work_lost'));
  expect(await tool.call(worker, runId)).toBe('unknown-run');
  const [before, after] = [run, nextRun].map(({ request: { ownershipEpoch } }) => ownershipEpoch);
  expect(after).toBeGreaterThan(before ?? 0);
  const keyOf = (ownershipEpoch = 0) =>
    operationKeyOf({
      missionId: world.group.missionId,
      workItemId,
      ownershipEpoch,
      logicalOperationId: 'send the report',
    });
  expect(tool.calls.map(({ key }) => key)).toEqual([keyOf(before), keyOf(before), keyOf(after)]);
});
