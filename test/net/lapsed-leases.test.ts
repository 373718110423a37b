// Leases that cannot be renewed: every process of the run is gone before the Authority counts the lease as over.
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { NetClient } from './net-client.ts';
import { leaseSpansOf, NetWorker } from './net-worker.ts';
import { NetWorld } from './net-world.ts';
import { ProcessWorld, STUBBORN } from './process-world.ts';

/** As long as it takes to end processes on a busy machine, and in the proportions of the defaults. */
const STOP_MARGIN_MS = 4_000;
const LEASE = { leaseSeconds: 6, renewAfterShare: 0.2, retryMs: 200, stopMarginMs: STOP_MARGIN_MS };
const GRACE_MS = STOP_MARGIN_MS / 2;

let world: NetWorld;

beforeAll(async () => {
  world = await NetWorld.open({ agents: 6 });
});
afterAll(() => world.close());

/** Every test has an Agent of its own: they wait for their leases side by side. */
let lastAgent = -1;
function connect(): Promise<NetClient> {
  lastAgent += 1;
  return world.connect(world.agents[lastAgent]);
}

/** When the last Execution Lease of a WorkItem ends, as the Authority has it. */
async function expiryOf(workItemId: string): Promise<number> {
  const spans = leaseSpansOf(await world.log(), workItemId);
  return Math.max(...spans.map(({ toMs }) => toMs));
}

/** Answers a request for a checkpoint with a state that has to be kept, and ends when it is asked to. */
const SAVES_STATE = `
exec 9>"$1/alive"
echo state > checkpoint/state
echo '{"type":"progress","currentPhase":"all are there","nextCheckpoint":"none"}'
while read -r command; do
  case "$command" in
    *checkpoint*) echo '{"type":"checkpoint","phase":"half","completedMilestones":[],"stateFile":"state"}' ;;
    *stop*) exit 1 ;;
  esac
done
`;

describe.skipIf(process.platform === 'win32').concurrent('LSE-001, LSE-010: a lease that lapses', () => {
  const faults = {
    'on a line that stalls': (net: NetClient) => net.wire.stall(),
    'on a line that is cut': (net: NetClient) => {
      net.wire.plan = () => 'refused';
      net.wire.cut();
    },
  };
  for (const [name, fail] of Object.entries(faults)) {
    for (const supportsCheckpoint of [false, true]) {
      const program = supportsCheckpoint ? 'a program that leaves requests unanswered' : 'a program';
      test(`${name} ends ${program}, its child and its daemon before the end of the lease`, async ({
        expect,
      }) => {
        const net = await connect();
        const processes = await ProcessWorld.open(world);
        const worker = await NetWorker.start(world, net, {
          settings: { lease: LEASE },
          runner: processes.runner(STUBBORN, { graceMs: GRACE_MS }, { supportsCheckpoint }),
        });
        const workItemId = await world.offer({ sideEffectRisk: 'reversible' }, net.agent);
        await net.until(() => processes.phases.length > 0);
        const allGone = processes.allGone();
        fail(net);
        const goneAtMs = await allGone;
        expect(goneAtMs).toBeLessThan(await expiryOf(workItemId));
        expect(worker.names()).toContain('worker.lease_ended');
        // Nobody has told the Authority anything: to it the work is still active (LSE-011).
        const told = (await world.log()).filter(({ payload }) =>
          JSON.stringify(payload).includes(workItemId),
        );
        expect(told.at(-1)?.kind).toMatch(/^work\.(started|progressed)$/);
      });
    }
  }

  const disks = {
    full: async () => {
      throw new Error('no space left on this device');
    },
    hanging: () => new Promise<never>(() => {}),
  };
  for (const [name, keep] of Object.entries(disks)) {
    test(`ends everything also when the disk that its checkpoint should go to is ${name}`, async ({
      expect,
    }) => {
      const net = await connect();
      const processes = await ProcessWorld.open(world);
      const worker = await NetWorker.start(world, net, {
        settings: { lease: LEASE },
        runner: processes.runner(SAVES_STATE, { graceMs: GRACE_MS }, { supportsCheckpoint: true }),
        content: { find: async () => undefined, keep, read: async () => new Uint8Array() },
      });
      const workItemId = await world.offer({ sideEffectRisk: 'reversible' }, net.agent);
      await net.until(() => processes.phases.length > 0);
      const allGone = processes.allGone();
      faults['on a line that is cut'](net);
      const goneAtMs = await allGone;
      expect(goneAtMs).toBeLessThan(await expiryOf(workItemId));
      expect(worker.names()).toContain('worker.lease_ended');
    });
  }
});
