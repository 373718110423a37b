// Load of goal (a): Messages, signed beforehand so that the server and not the client is measured.
import { newId } from '../../../core/sync/system-ports.ts';
import type { BenchWorld } from './bench-world.ts';
import { textOf } from './bench-organization.ts';
import { signCommand } from './command-signer.ts';
import { frameOf, type LoadConnection } from './load-connection.ts';
import { LoadMeter, type LoadResult } from './load-result.ts';

export interface MessageLoad {
  readonly warmUp: number;
  readonly count: number;
  /** Messages on their way at once, over all connections. */
  readonly inFlight: number;
  /** The measured part ends after so long, whatever is left. */
  readonly limitMs: number;
  /** How many of the Groups are written to; all of them when undefined. */
  readonly groups?: number;
}

interface Message {
  readonly connection: LoadConnection;
  readonly actionId: string;
  readonly frame: string;
}

const SIGN_AT_ONCE = 200;

export async function runMessageLoad(
  connections: ReadonlyMap<string, LoadConnection>,
  world: BenchWorld,
  load: MessageLoad,
): Promise<LoadResult> {
  const queues = await signMessages(connections, world, load);
  const lanesPerQueue = Math.max(1, Math.floor(load.inFlight / queues.length));
  const meter = new LoadMeter();
  let sent = 0;
  const lane = async (queue: Message[]) => {
    for (let message = queue.pop(); message !== undefined; message = queue.pop()) {
      if (meter.elapsedMs > load.limitMs) return;
      if (sent === load.warmUp) meter.begin();
      sent += 1;
      const sentAt = performance.now();
      await message.connection.submitFrame(message.actionId, message.frame);
      meter.note(sentAt);
    }
  };
  await Promise.all(queues.flatMap((queue) => Array.from({ length: lanesPerQueue }, () => lane(queue))));
  return meter.finish();
}

/** One queue for each connection, every one with as many Messages as any other. */
async function signMessages(
  connections: ReadonlyMap<string, LoadConnection>,
  { groups, shape }: BenchWorld,
  { warmUp, count, groups: wanted }: MessageLoad,
): Promise<Message[][]> {
  const seats = groups
    .slice(0, wanted ?? shape.groups)
    .flatMap((group) => group.workers.map((worker) => ({ group, worker })));
  const queues = new Map<string, Message[]>();
  for (let n = 0; n < warmUp + count; n += 1) {
    const seat = seats[n % seats.length];
    const connection = connections.get(seat?.worker.label ?? '');
    if (seat === undefined || connection === undefined) throw new Error('a worker has no connection');
    const { group, worker } = seat;
    const { actionId, bytes } = signCommand(
      connection,
      group,
      worker,
      'message.post',
      { messageId: newId(), content: [{ type: 'text', text: textOf(n) }] },
      { conversationId: group.conversationId },
    );
    const queue = queues.get(worker.label) ?? [];
    queue.push({ connection, actionId, frame: frameOf(bytes) });
    queues.set(worker.label, queue);
    // Lets the connections answer the server's PINGs.
    if (n % SIGN_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return [...queues.values()];
}
