// Events about an Agent's own Memberships, on their way to a connection that does not follow their Group: so that a
// Worker learns at once of a Group that it has been brought into. A courtesy: nothing acknowledges them, no Cursor moves,
// and a peer that does not read loses the oldest. It finds its Groups by asking for them when it connects.
import type { StoredEvent } from '../../store/authority-store.ts';

interface Notice {
  readonly sequence: number;
  readonly stored: StoredEvent;
}

export class MembershipNotices {
  private readonly maxWaiting: number;
  /** By Group, the newest only: it says all that the earlier ones did. */
  private readonly waiting = new Map<string, Notice>();
  private readonly sent = new WeakSet<StoredEvent>();

  constructor(maxWaiting: number) {
    this.maxWaiting = maxWaiting;
  }

  put(stored: StoredEvent): void {
    const { groupId, sequence } = stored;
    if (groupId === undefined || sequence === undefined || this.sent.has(stored)) return;
    this.waiting.delete(groupId);
    this.waiting.set(groupId, { sequence, stored });
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > this.maxWaiting && oldest !== undefined) this.waiting.delete(oldest);
  }

  /** Whoever follows the Group has come past the Event: sent or filtered, it is not news any more. */
  pass(groupId: string, position: number): void {
    const notice = this.waiting.get(groupId);
    if (notice !== undefined && notice.sequence <= position) this.waiting.delete(groupId);
  }

  /** Takes the next Event of a Group that is not followed, the oldest first; undefined when there is none. */
  takeNext(isFollowed: (groupId: string) => boolean): StoredEvent | undefined {
    for (const [groupId, { stored }] of this.waiting) {
      if (isFollowed(groupId)) continue;
      this.waiting.delete(groupId);
      this.sent.add(stored);
      return stored;
    }
    return undefined;
  }

  /** The Event goes to the peer for another reason. Answers whether it has got it already. */
  noteSent(stored: StoredEvent): boolean {
    const wasSent = this.sent.has(stored);
    this.sent.add(stored);
    const { groupId = '' } = stored;
    if (this.waiting.get(groupId)?.stored === stored) this.waiting.delete(groupId);
    return wasSent;
  }

  clear(): void {
    this.waiting.clear();
  }
}
