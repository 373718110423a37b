// The state of a Group as it was at any place of its log: folded from the Events, with states kept at steps, so that a jump costs
// no more than one step.
import { evolve } from '../domain/evolve.ts';
import { type Change, MemoryWorld, type World } from '../domain/world.ts';
import type { Event } from '../protocol/generated/documents.ts';

export interface StateLog {
  readonly groupId: string;
  readonly startsAfter: number;
  /** Events after a sequence, in order. */
  /** Events between two kept states, at first; it doubles when there would be too many. */
  readonly step?: number;
  readonly maxKept?: number;
  readonly read: (
    afterSequence: number,
    limit: number,
  ) => readonly { readonly sequence: number; readonly bytes: Uint8Array }[];
}

const FIRST_STEP = 1_000;
const MAX_KEPT = 64;
const PAGE = 500;

export class HistoryStates {
  private readonly log: StateLog;
  /** By sequence; each is the state after it. */
  private readonly kept = new Map<number, MemoryWorld>();
  private step: number;

  constructor(log: StateLog) {
    this.log = log;
    this.step = log.step ?? FIRST_STEP;
  }

  get keptCount(): number {
    return this.kept.size;
  }

  /** The state after an Event; before the first one there is none. Nobody may change it. */
  at(sequence: number): World {
    const { read, startsAfter } = this.log;
    let from = startsAfter;
    for (const each of this.kept.keys()) if (each <= sequence && each > from) from = each;
    const world = copyOf(this.kept.get(from) ?? new MemoryWorld());
    while (from < sequence) {
      const page = read(from, Math.min(PAGE, sequence - from));
      if (page.length === 0) break;
      for (const { sequence: reached, bytes } of page) {
        // Events carry whole documents: a log that begins in the middle gives what it knows.
        world.apply(evolve(world, JSON.parse(Buffer.from(bytes).toString('utf8')) as Event));
        from = reached;
        if (reached % this.step === 0 && !this.kept.has(reached)) this.keep(reached, world);
      }
    }
    return world;
  }

  private keep(sequence: number, world: MemoryWorld): void {
    this.kept.set(sequence, copyOf(world));
    while (this.kept.size > (this.log.maxKept ?? MAX_KEPT)) {
      this.step *= 2;
      for (const each of this.kept.keys()) if (each % this.step !== 0) this.kept.delete(each);
    }
  }
}

/** Records are never changed in place, so a copy shares them. */
function copyOf(world: MemoryWorld): MemoryWorld {
  const copy = new MemoryWorld();
  copy.apply(changesOf(world));
  return copy;
}

function* changesOf(world: MemoryWorld): Iterable<Change> {
  for (const { kind, groupId, id } of world.entries()) {
    // Kind and record were read together.
    yield { kind, groupId, id, value: world.get(kind, groupId, id) } as Change;
  }
}
