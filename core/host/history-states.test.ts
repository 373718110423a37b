import { describe, expect, it } from 'vitest';
import { evolve } from '../domain/evolve.ts';
import { MemoryWorld, type World } from '../domain/world.ts';
import { recordHistory } from '../simulation/run.ts';
import { HistoryStates } from './history-states.ts';

/** A Group's log out of a simulated history, repeated in its state-free part until it is long enough for several steps. */
async function logOf() {
  const { observations } = await recordHistory({ seed: 11, steps: 300, mode: 'fast' });
  const all = observations.flatMap(({ added }) => added);
  const byGroup = Map.groupBy(
    all.filter(({ event }) => event.groupId !== undefined),
    ({ event }) => event.groupId ?? '',
  );
  const [groupId, events] = [...byGroup].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ['', []];
  const bytes = events.map(({ event, text }) => ({
    sequence: event.sequence ?? 0,
    bytes: Buffer.from(text),
  }));
  return { groupId, events: events.map(({ event }) => event), bytes };
}

function textOf(world: World, groupId: string): string {
  return JSON.stringify([
    [...world.list('workItem', groupId)],
    [...world.list('mission', groupId)],
    [...world.list('membership', groupId)],
  ]);
}

describe('states of a log', () => {
  it('are what the Events up to there come to, in whatever order they are asked for', async () => {
    const { groupId, events, bytes } = await logOf();
    expect(events.length).toBeGreaterThan(40);
    let reads = 0;
    const states = new HistoryStates({
      groupId,
      startsAfter: 0,
      step: 10,
      read: (after, limit) => {
        reads += 1;
        return bytes.filter(({ sequence }) => sequence > after).slice(0, limit);
      },
    });
    const direct = new MemoryWorld();
    const expected = events.map((event) => {
      direct.apply(evolve(direct, event));
      return textOf(direct, groupId);
    });
    const last = events.length;
    for (const sequence of [last, 7, last - 3, 25, 1, last]) {
      expect(textOf(states.at(sequence), groupId)).toBe(expected[sequence - 1]);
    }
    expect(textOf(states.at(0), groupId)).toBe(textOf(new MemoryWorld(), groupId));
    expect(states.keptCount).toBe(Math.floor(last / 10));
    const before = reads;
    states.at(last - (last % 10));
    // A place that is kept is read from nowhere.
    expect(reads).toBe(before);
  });

  it('keep no more than there is room for', async () => {
    const { groupId, bytes } = await logOf();
    const states = new HistoryStates({
      groupId,
      startsAfter: 0,
      step: 1,
      maxKept: 8,
      read: (after, limit) => bytes.filter(({ sequence }) => sequence > after).slice(0, limit),
    });
    states.at(bytes.length);
    expect(states.keptCount).toBeLessThanOrEqual(8);
    expect(states.keptCount).toBeGreaterThan(2);
  });
});
