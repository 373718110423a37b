// Load of goal (d): one subscriber that has everything replayed to it, and only counts.
import type { BenchWorld } from './bench-world.ts';
import type { LoadConnection } from './load-connection.ts';
import { LoadMeter, type LoadResult } from './load-result.ts';

export interface ReplayLoad {
  /** Events in the Groups of the world. */
  readonly events: number;
  readonly limitMs: number;
}

const EVENT_START = Buffer.from('{"event":');

export async function runReplayLoad(
  reader: LoadConnection,
  { groups }: BenchWorld,
  { events, limitMs }: ReplayLoad,
): Promise<LoadResult> {
  const meter = new LoadMeter();
  let count = 0;
  let bytes = 0;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    reader.intercept = (data) => {
      if (!data.subarray(0, EVENT_START.length).equals(EVENT_START)) return;
      count += 1;
      bytes += data.length;
      if (count < events) return;
      clearTimeout(timer);
      resolve();
    };
    meter.begin();
    reader.subscribe(
      groups.map(({ groupId }) => groupId),
      0,
    );
  });
  reader.intercept = undefined;
  return meter.finish(count, bytes);
}
