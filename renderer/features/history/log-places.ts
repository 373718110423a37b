// Which place of a list holds what: Events by their place in the log, the newest first, with one's own refused Commands in
// between. Nothing of the log has to be there for it.
import type { RefusedCommand } from '../../../core/contract/history.ts';

export type LogSlot =
  /** Counted from the oldest. */
  | { readonly type: 'event'; readonly place: number }
  | { readonly type: 'refused'; readonly command: RefusedCommand };

export interface LogPlaces {
  readonly count: number;
  slotAt(index: number): LogSlot | undefined;
  /** Where in the list an Event stands. */
  indexOf(place: number): number;
}

/**
 * `total` Events, of which the oldest has the sequence after `startsAfter`; refused Commands stand right after the Event that
 * was the last one then. In a filtered history there are none.
 */
export function placeLog(total: number, startsAfter: number, refused: readonly RefusedCommand[]): LogPlaces {
  // Ascending; for each the number of Events before it.
  const between = refused
    .map((command) => ({
      command,
      before: Math.min(total, Math.max(0, command.afterSequence - startsAfter)),
    }))
    .toSorted((a, b) => a.before - b.before || a.command.refusedAtMs - b.command.refusedAtMs);
  const count = total + between.length;
  return {
    count,
    slotAt: (index) => {
      if (index < 0 || index >= count) return undefined;
      const ascending = count - 1 - index;
      let earlier = 0;
      for (const { command, before } of between) {
        const at = before + earlier;
        if (at === ascending) return { type: 'refused', command };
        if (at > ascending) break;
        earlier += 1;
      }
      return { type: 'event', place: ascending - earlier };
    },
    indexOf: (place) => count - 1 - (place + between.filter(({ before }) => before <= place).length),
  };
}
