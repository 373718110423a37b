// Which item of the graph is chosen, and what belongs to it. Kept beside the items: of two thousand, a choice then draws those again that
// it changes, and no other one is looked at.
import { createContext, useContext, useSyncExternalStore } from 'react';

/** How an item stands to the choice. */
export type Standing = 'chosen' | 'related' | 'other';

/** The choice as items and lines listen to it. */
export class PlanChoice {
  private chosenId: string | undefined;
  private related: ReadonlySet<string> = new Set();
  private readonly listeners = new Set<() => void>();

  /** `related` holds the item itself, too; nothing is chosen when it is undefined. */
  choose(chosenId: string | undefined, related: ReadonlySet<string> | undefined): void {
    this.chosenId = chosenId;
    this.related = related ?? new Set();
    for (const listener of this.listeners) listener();
  }

  standingOf(id: string): Standing {
    if (id === this.chosenId) return 'chosen';
    return this.related.has(id) ? 'related' : 'other';
  }

  /** Returns the way to stop. */
  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

export const PlanChoiceContext = createContext(new PlanChoice());

/** Draws its caller again only when the standing of that item changes. */
export function useStanding(id: string): Standing {
  const choice = useContext(PlanChoiceContext);
  return useSyncExternalStore(choice.listen, () => choice.standingOf(id));
}

/** Whether a line leads from one related item to another; draws its caller again only when that changes. */
export function useIsBetweenRelated(sourceId: string, targetId: string): boolean {
  const choice = useContext(PlanChoiceContext);
  return useSyncExternalStore(
    choice.listen,
    () => choice.standingOf(sourceId) !== 'other' && choice.standingOf(targetId) !== 'other',
  );
}
