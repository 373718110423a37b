// Work that went on without a connection: it is told once and charged once, wherever the line is cut while it is told; and
// what was buffered outside its window is refused.
import { afterAll, beforeAll, describe, test } from 'vitest';
import { OFFLINE_EXTENSION } from '../../core/domain/offline.ts';
import { decodeFrame } from '../../core/protocol/frame.ts';
import type { Command, Event, Lease } from '../../core/protocol/generated/documents.ts';
import type { NetClient } from './net-client.ts';
import { NetWorker } from './net-worker.ts';
import { NetWorld } from './net-world.ts';

const USED = 'ext.missionweaveprotocol.core.resource_usage_recorded';
const SETTINGS = {
  lease: { leaseSeconds: 60, renewAfterShare: 0.5, retryMs: 200, stopMarginMs: 300 },
  offline: { graceMs: 1_200, maxActions: 8, maxUsage: { toolCalls: 10 } },
  checkpointWaitMs: 200,
};
/** What is told after an outage: a Message with what was used, a start, the checkpoint, and the start that goes on from it. */
const STEPS = ['message.post', 'work.start', 'work.checkpoint', 'work.start'];

let world: NetWorld;
let lastAgent = -1;

beforeAll(async () => {
  world = await NetWorld.open({ agents: 2 * STEPS.length + 3 });
  await world.coordinator();
});
afterAll(() => world.close());

function connect(): Promise<NetClient> {
  lastAgent += 1;
  return world.connect(world.agents[lastAgent]);
}

function commandIn(text: string): Command | undefined {
  const frame = decodeFrame(Buffer.from(text), { isBinary: false });
  if (!frame.ok || frame.value.frameType !== 'COMMAND') return undefined;
  return JSON.parse(Buffer.from(frame.value.documentBytes).toString('utf8')) as Command;
}

function goOffline({ wire }: NetClient): void {
  wire.plan = () => 'refused';
  wire.cut();
}

/** All Events that name a WorkItem, in order. */
async function logOf(workItemId: string): Promise<readonly Event[]> {
  return (await world.log()).filter((event) => JSON.stringify(event).includes(`${workItemId}"`));
}

function leaseIn(event: Event | undefined): Lease {
  if (event === undefined) throw new Error('no such Event');
  return (event.payload as { readonly lease: Lease }).lease;
}

/** A run that has used two tool calls and saved a point before it was stopped, all of it without a connection. */
async function workOffline(net: NetClient) {
  const worker = await NetWorker.start(world, net, { settings: SETTINGS });
  const workItemId = await world.offer({ sideEffectRisk: 'reversible' }, net.agent);
  const run = await worker.runOf(workItemId);
  goOffline(net);
  await net.until(({ client }) => client.session === undefined);
  run.reportUsage({ toolCalls: 2 });
  run.saveCheckpoint('half way', 'state');
  await worker.until(() => !run.isRunning);
  return { worker, workItemId, run };
}

/** What the log tells of the outage in the end, whatever happened on the way. */
function told(log: readonly Event[]) {
  const charges = log.filter(({ kind }) => kind === USED).map(({ payload }) => payload);
  return {
    messages: log.filter(({ kind, extensions }) => kind === 'message.posted' && extensions !== undefined)
      .length,
    checkpoints: log.filter(({ kind }) => kind === 'work.checkpointed').length,
    toolCalls: charges
      .map((payload) => (payload as { usageDelta?: { toolCalls?: number } }).usageDelta?.toolCalls ?? 0)
      .reduce((sum, calls) => sum + calls, 0),
    charges: charges.length,
    submissions: log.filter(({ kind }) => kind === 'work.submitted').length,
  };
}

describe.concurrent('OFF-004, OFF-005, OFF-007, FLR-005: progress without a connection', () => {
  for (const [nth, kind] of STEPS.entries()) {
    for (const when of ['before it arrives', 'after it was committed'] as const) {
      test(`is told and charged once when step ${nth + 1}, ${kind}, is cut off ${when}`, async ({
        expect,
      }) => {
        const net = await connect();
        const { worker, workItemId, run } = await workOffline(net);
        expect(run.stops).toEqual(['lease-ended']);
        const seen = new Set<string>();
        const cut = Promise.withResolvers<Command>();
        net.beforeSend = (text) => {
          const command = commandIn(text);
          // The same bytes again are the same step.
          if (command === undefined || seen.size > nth || seen.has(command.actionId)) return;
          seen.add(command.actionId);
          if (seen.size <= nth) return;
          if (when === 'before it arrives') net.wire.cut();
          else net.wire.last.hold('down');
          cut.resolve(command);
        };
        net.wire.plan = () => ({});
        const command = await cut.promise;
        expect(command.kind).toBe(kind);
        if (when === 'after it was committed') {
          await world.committed(({ cause }) => cause.type === 'command' && cause.id === command.actionId);
          net.wire.cut();
        }
        const resumed = await worker.runOf(workItemId, 2);
        expect(resumed.request.checkpoint).toMatchObject({ phase: 'half way' });
        await net.until(async () => {
          // A start whose receipt was cut off may begin once more.
          worker.scripted.running.at(-1)?.complete();
          return (await logOf(workItemId)).some((event) => event.kind === 'work.submitted');
        });
        const log = await logOf(workItemId);
        expect(told(log)).toEqual({ messages: 1, checkpoints: 1, toolCalls: 2, charges: 1, submissions: 1 });
        // First what happened, then anything new (FLR-005).
        const order = log.map((event) => event.kind);
        expect(order.indexOf(USED)).toBeLessThan(
          order.indexOf('work.started', order.indexOf('work.started') + 1),
        );
        const account = net.client.world.get('account', world.group.groupId, workItemId);
        expect(account?.usage.toolCalls).toBe(2);
      });
    }
  }
});

describe.concurrent('OFF-002, OFF-006, OFF-009: what is outside the window', () => {
  test('is not buffered, and the run that goes on beyond its grace is ended', async ({ expect }) => {
    const net = await connect();
    const { worker, workItemId, run } = await workOffline(net);
    expect(run.stops).toEqual(['lease-ended']);
    const endedAtMs = net.client.now();
    await net.until(({ client }) => client.now() > endedAtMs + SETTINGS.lease.stopMarginMs + 50);
    // A program that still talks after its end.
    run.reportUsage({ toolCalls: 1 });
    const refused = worker.events.filter(({ name }) => name === 'worker.offline_refused');
    expect(refused.map(({ detail }) => detail)).toEqual(['grace-over']);
    net.wire.plan = () => ({});
    await worker.runOf(workItemId, 2);
    expect(told(await logOf(workItemId)).checkpoints).toBe(1);
  });

  test('is more than may be used: it is left out of the stint, and charged with the result', async ({
    expect,
  }) => {
    const net = await connect();
    const worker = await NetWorker.start(world, net, {
      settings: { ...SETTINGS, offline: { ...SETTINGS.offline, graceMs: 30_000 } },
    });
    const workItemId = await world.offer({ sideEffectRisk: 'reversible' }, net.agent);
    const run = await worker.runOf(workItemId);
    goOffline(net);
    await net.until(({ client }) => client.session === undefined);
    run.reportUsage({ toolCalls: 11 });
    run.reportUsage({ toolCalls: 3 });
    expect(worker.events.filter(({ detail }) => detail === 'too-much-usage')).toHaveLength(1);
    net.wire.plan = () => ({});
    await net.opened(1);
    run.complete();
    await net.until(async () => (await logOf(workItemId)).some(({ kind }) => kind === 'work.submitted'));
    expect(told(await logOf(workItemId))).toMatchObject({ messages: 1, toolCalls: 14, charges: 2 });
  });

  test('is refused by the Authority, with its charge, when it is sent all the same', async ({ expect }) => {
    const net = await connect();
    const worker = await NetWorker.start(world, net, { settings: SETTINGS });
    const workItemId = await world.offer({ sideEffectRisk: 'reversible' }, net.agent);
    await worker.runOf(workItemId);
    const lease = leaseIn((await logOf(workItemId)).find(({ kind }) => kind === 'work.started'));
    const record = net.client.world.get('workItem', world.group.groupId, workItemId);
    // The next Session closes the lease; the Worker itself is told nothing of what follows.
    net.wire.cut();
    await net.opened(lease.sessionEpoch);
    await net.client.caughtUp();
    const at = (base: string, seconds: number) => new Date(Date.parse(base) + seconds * 1_000).toISOString();
    const binding = {
      agentId: net.agent.actor.id,
      groupId: world.group.groupId,
      workItemId,
      sessionEpoch: lease.sessionEpoch,
      ownershipEpoch: lease.ownershipEpoch,
      executionLeaseId: lease.leaseId,
      disconnectedAt: lease.startsAt,
      bufferedAt: lease.startsAt,
      graceDeadline: at(lease.startsAt, 30),
      executionLeaseExpiresAt: lease.expiresAt,
      resourceUsageDelta: { toolCalls: 1 },
    };
    const send = async (change: Partial<typeof binding>) => {
      const outcome = await net.client.submit({
        ...net.message(world.group, world.newId('message')),
        conversationId: record?.document.conversationId ?? '',
        mustBeNow: true,
        extensions: {
          [OFFLINE_EXTENSION]: { version: '0.1.0', critical: true, data: { ...binding, ...change } },
        },
      });
      return outcome.status === 'refused'
        ? `${outcome.error.code} ${String(outcome.error.details?.['rule'])}`
        : outcome.status;
    };
    const { closedAt = '' } = leaseIn(
      (await logOf(workItemId)).find(({ kind }) => kind.endsWith('lease_revoked')),
    );
    await net.until(() => Date.now() > Date.parse(closedAt) + 50);
    const lateMs = Date.parse(closedAt) + 1;
    const answers = {
      'after the grace': await send({ graceDeadline: binding.bufferedAt }),
      'grace beyond the lease': await send({ graceDeadline: at(lease.expiresAt, 1) }),
      'before the lease': await send({ disconnectedAt: at(lease.startsAt, -5) }),
      'after the lease was closed': await send({ bufferedAt: new Date(lateMs).toISOString() }),
      'another end of the lease': await send({ executionLeaseExpiresAt: at(lease.expiresAt, 60) }),
      'another Session': await send({ sessionEpoch: lease.sessionEpoch + 1 }),
      'external actions': await send({ resourceUsageDelta: { externalActions: 1 } as never }),
    };
    expect(answers).toEqual({
      'after the grace': 'INVALID_COMMAND OFF-002',
      'grace beyond the lease': 'INVALID_COMMAND OFF-002',
      'before the lease': 'WORK_LEASE_EXPIRED OFF-006',
      'after the lease was closed': 'WORK_LEASE_EXPIRED OFF-006',
      'another end of the lease': 'WORK_LEASE_EXPIRED OFF-006',
      'another Session': 'AUTH_STALE_SESSION OFF-006',
      'external actions': 'INVALID_COMMAND OFF-002',
    });
    expect(told(await logOf(workItemId))).toMatchObject({ messages: 0, toolCalls: 0, charges: 0 });
    // The same with nothing wrong is taken, and charged.
    expect(await send({})).toBe('accepted');
    expect(told(await logOf(workItemId))).toMatchObject({ messages: 1, toolCalls: 1, charges: 1 });
  });
});
