// The load in a process of its own: connects as the Agents of a benchmark and does what the parent asks for.
import { type BenchWorld, coordinatorLabels, principalOf, READER, workerLabels } from './bench-world.ts';
import { serveRequests } from './child-process.ts';
import { type LifeCycleLoad, runLifeCycleLoad } from './life-cycle-load.ts';
import { LoadConnection, type ServerAddress } from './load-connection.ts';
import type { LoadResult } from './load-result.ts';
import { type MessageLoad, runMessageLoad } from './message-load.ts';
import { type ReplayLoad, runReplayLoad } from './replay-load.ts';

const connections = new Map<string, LoadConnection>();
let reader: LoadConnection | undefined;
let world: BenchWorld | undefined;

function requireWorld(): BenchWorld {
  if (world === undefined) throw new Error('connect first');
  return world;
}

const served = {
  connect: async (input: {
    readonly world: BenchWorld;
    readonly address: ServerAddress;
    readonly who: 'everybody' | 'reader';
  }): Promise<void> => {
    ({ world } = input);
    const labels =
      input.who === 'reader' ? [] : [...coordinatorLabels(world.shape), ...workerLabels(world.shape)];
    for (const label of labels) {
      connections.set(label, await LoadConnection.open(principalOf('agent', label), input.address));
    }
    reader = await LoadConnection.open(READER, input.address);
  },
  messages: (load: MessageLoad): Promise<LoadResult> => runMessageLoad(connections, requireWorld(), load),
  lifeCycles: (load: LifeCycleLoad): Promise<LoadResult> =>
    runLifeCycleLoad(connections, requireWorld(), load),
  replay: (load: ReplayLoad): Promise<LoadResult> => {
    if (reader === undefined) throw new Error('connect first');
    return runReplayLoad(reader, requireWorld(), load);
  },
};

export type ClientRequests = typeof served;

serveRequests(served, async () => {
  for (const connection of [...connections.values(), reader]) connection?.close();
});
