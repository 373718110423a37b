// Whatever comes between: offers, results, failures, lost connections, crashes and cancellations in any order. Nothing runs
// without a right to, nothing is lost, and nothing is submitted twice.
import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import type { WorkContract } from '../../core/protocol/generated/documents.ts';
import { COORDINATOR, type TestMission } from '../harness/organization.ts';
import { createRandom, type Random, seedFromEnvironment } from '../harness/random.ts';
import { WorkerWorld } from './worker-world.ts';

const SEED = seedFromEnvironment();
const HISTORIES = 12;
const STEPS = 60;
const SLOTS = 2;

interface Item {
  readonly workItemId: string;
  readonly mission: TestMission;
  isCancelled: boolean;
}

class History {
  readonly world: WorkerWorld;
  readonly items: Item[] = [];
  readonly trace: string[] = [];
  private readonly random: Random;

  constructor(world: WorkerWorld, random: Random) {
    this.world = world;
    this.random = random;
  }

  async step(): Promise<void> {
    const { world, random } = this;
    const moves: readonly (readonly [weight: number, name: string, move: () => Promise<void> | void])[] = [
      [5, 'offer', () => this.offer()],
      [6, 'result', () => this.endRun()],
      [4, 'checkpoint', () => random.pick(world.runner.running)?.saveCheckpoint('half way', 'state')],
      [3, 'usage', () => random.pick(world.runner.running)?.reportUsage({ toolCalls: 1 })],
      [6, 'time', () => world.clock.pass(1_000 + random.below(40_000))],
      [2, 'disconnect', () => world.link.disconnect()],
      [4, 'connect', () => (world.link.session === undefined ? world.link.connect() : undefined)],
      [1, 'cancel', () => this.cancel()],
      [1, 'unblock', () => this.unblock()],
      [0.5, 'crash', () => world.restart({ withNotes: random.chance(0.7) })],
    ];
    const total = moves.reduce((sum, [weight]) => sum + weight, 0);
    let at = random.next() * total;
    const [, name, move] = moves.find(([weight]) => (at -= weight) < 0) ?? moves[0] ?? [0, '', () => {}];
    this.trace.push(name);
    const needsRun = name === 'checkpoint' || name === 'usage' || name === 'result';
    if (needsRun && world.runner.running.length === 0) return;
    await move();
    await world.settle();
    await this.check();
  }

  /** What has to hold whenever nothing is under way. */
  async check(): Promise<void> {
    const { world } = this;
    assert.ok(world.runner.running.length <= SLOTS, 'more runs than slots');
    const nowMs = world.organization.nowMs;
    for (const { request } of world.runner.running) {
      const { groupId, workItemId } = request;
      const mission = world.missions.find((each) => each.groupId === groupId);
      const record = await world.recordOf(workItemId, mission);
      // Without a connection nobody can have told it.
      const isOwner = record.document.owner?.ownershipEpoch === request.ownershipEpoch;
      assert.ok(isOwner || world.link.session === undefined, 'a run of an earlier owner');
      // By the Worker's own log, which is behind while there is no connection: the lease it knows has not ended.
      const leaseId = world.link.world.get('workItem', groupId, workItemId)?.executionLeaseId ?? '';
      const { expiresAt = '' } = world.link.world.get('lease', groupId, leaseId) ?? {};
      assert.ok(Date.parse(expiresAt) > nowMs, 'a run without a lease');
    }
    assert.deepEqual(world.faults, []);
  }

  /** Brings everything to its end. */
  async finish(): Promise<void> {
    const { world } = this;
    if (world.link.session === undefined) await world.link.connect();
    for (let round = 0; round < 200 && (await this.unfinished()).length > 0; round += 1) {
      await world.settle();
      for (const run of world.runner.running) run.complete(`result of ${run.request.workItemId}`);
      await world.settle();
      world.clock.pass(20_000);
      await world.settle();
      await this.unblock();
      await this.offerLapsed();
    }
  }

  async unfinished(): Promise<readonly string[]> {
    const states: string[] = [];
    for (const { workItemId, mission, isCancelled } of this.items) {
      const { state } = (await this.world.recordOf(workItemId, mission)).document;
      if (!isCancelled && state !== 'submitted') states.push(`${workItemId} is ${state}`);
    }
    return states;
  }

  private async offer(): Promise<void> {
    const { world, random } = this;
    const mission = random.pick(world.missions);
    const contract: Partial<WorkContract> = {
      requestedUrgency: random.pick(['routine', 'normal', 'high', 'critical']),
      sideEffectRisk: random.pick(['none', 'none', 'reversible', 'external']),
      budget: { toolCallLimit: 50 },
      retryPolicy: { maxAttempts: 1_000, backoff: 'fixed', maxDelay: 'PT5S', retryableFailures: ['FLAKY'] },
    };
    const workItemId = await world.offer(contract, mission);
    this.items.push({ workItemId, mission, isCancelled: false });
  }

  private endRun(): void {
    const run = this.random.pick(this.world.runner.running);
    const kind = this.random.below(5);
    if (kind === 0) run.fail('FLAKY');
    else if (kind === 1) run.block('a decision');
    else run.complete(`result of ${run.request.workItemId}`);
  }

  private async cancel(): Promise<void> {
    if (this.items.length === 0) return;
    const item = this.random.pick(this.items);
    const { workItemId, mission } = item;
    const { state } = (await this.world.recordOf(workItemId, mission)).document;
    if (state === 'cancelled') return;
    await this.world.organization.mustAct(
      'work.cancel',
      COORDINATOR,
      { workItemId },
      { groupId: mission.groupId },
    );
    item.isCancelled = true;
  }

  private async unblock(): Promise<void> {
    for (const { workItemId, mission } of this.items) {
      const { state } = (await this.world.recordOf(workItemId, mission)).document;
      if (state !== 'blocked') continue;
      await this.world.organization.mustAct(
        'work.unblock',
        COORDINATOR,
        { workItemId },
        { groupId: mission.groupId },
      );
    }
  }

  /** What a Coordinator does with work whose offer or owner has run out of time (FLR-001). */
  private async offerLapsed(): Promise<void> {
    const { world } = this;
    for (const { workItemId, mission, isCancelled } of this.items) {
      if (isCancelled) continue;
      const record = await world.recordOf(workItemId, mission);
      const { state, offers = [] } = record.document;
      const holding = await world.organization.authority.look((state_) =>
        state_.get('lease', mission.groupId, record.holdingLeaseId ?? ''),
      );
      const nowMs = world.organization.nowMs;
      const isOfferOver = offers.every(
        ({ status, expiresAt }) => status !== 'pending' || Date.parse(expiresAt) <= nowMs,
      );
      const isFree = holding === undefined || Date.parse(holding.expiresAt) <= nowMs;
      if (state === 'offered' && isOfferOver) await world.offerAgain(workItemId, mission);
      if ((state === 'open' || state === 'queued' || state === 'active') && isFree) {
        await world.offerAgain(workItemId, mission);
      }
    }
  }
}

test(`SCH-001, LSE-001, FLR-005: whatever happens in between, all work is done, once and with a right to, seed ${SEED}`, async () => {
  for (let history = 0; history < HISTORIES; history += 1) {
    const random = createRandom(SEED, history);
    const world = await WorkerWorld.open(
      {
        scheduler: { slots: SLOTS, preemptAfterMs: 1_000 },
        admission: { sideEffectRisks: new Set(['none', 'reversible', 'external']) },
      },
      ['a', 'b'],
    );
    const run = new History(world, random);
    try {
      for (let step = 0; step < STEPS; step += 1) await run.step();
      await run.finish();
      expect(await run.unfinished()).toEqual([]);
    } catch (error) {
      throw new Error(
        `history ${history} of seed ${SEED}: ${run.trace.join(' ')}\n${world.link.refusals.join('\n')}`,
        { cause: error },
      );
    }
  }
});
