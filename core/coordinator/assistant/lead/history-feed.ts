// Keeps an AgentHistory up to date: all Events of each Group, each once and in order, from the first on.
import type { Event } from '../../../protocol/generated/documents.ts';
import { AgentHistory } from '../offers/agent-history.ts';

/** Reads Events of a Group after a sequence, in order; fewer than `limit` at the end of what is there. */
export type ReadEvents = (groupId: string, afterSequence: number, limit: number) => Promise<readonly Event[]>;

/** Events that are folded in one go: a millisecond or two in which nobody is answered. */
const PAGE = 100;

export class HistoryFeed {
  readonly history: AgentHistory;
  private readonly upTo = new Map<string, number>();
  private readonly catching = new Map<string, Promise<void>>();

  /** `fairnessWindow` is that of the ranking settings. */
  constructor(fairnessWindow: number) {
    this.history = new AgentHistory(fairnessWindow);
  }

  /** The last sequence of a Group that was folded; 0 before the first. */
  foldedUpTo(groupId: string): number {
    return this.upTo.get(groupId) ?? 0;
  }

  /** Takes Events that continue what was folded; those before are left out. False where some are missing between. */
  take(groupId: string, events: readonly Event[]): boolean {
    for (const event of events) {
      const { sequence = 0 } = event;
      const upTo = this.foldedUpTo(groupId);
      if (sequence <= upTo) continue;
      if (sequence > upTo + 1) return false;
      this.history.take(event);
      this.upTo.set(groupId, sequence);
    }
    return true;
  }

  /** Folds everything that can be read, with pauses for what people wait for. */
  async catchUp(groupId: string, read: ReadEvents, pause: () => Promise<void>): Promise<void> {
    const before = this.catching.get(groupId) ?? Promise.resolve();
    // One after another: what came while one was reading is for the next.
    const caught = before.then(() => this.readOn(groupId, read, pause));
    this.catching.set(
      groupId,
      caught.catch(() => undefined),
    );
    return caught;
  }

  private async readOn(groupId: string, read: ReadEvents, pause: () => Promise<void>): Promise<void> {
    for (;;) {
      const page = await read(groupId, this.foldedUpTo(groupId), PAGE);
      // A log that does not begin at its first Event is no history: nothing is claimed of it.
      if (!this.take(groupId, page) || page.length < PAGE) return;
      await pause();
    }
  }
}
