// Which Commands may go now: in their order within a Group, and not on top of one that was refused.
import { isSettled, type OutboxEntry } from './entry.ts';
import { isIndependent, objectKey, objectsOf } from './objects.ts';

/** Why an entry does or does not go now. */
export type Turn =
  | { readonly kind: 'free' }
  /** Something before it in its Group is still on its way. */
  | { readonly kind: 'waits'; readonly forActionId: string }
  /** Something that it is built on was refused or given up. */
  | { readonly kind: 'held'; readonly byActionId: string }
  /** It does not go by itself: it is a draft, was refused, or has come to its end. */
  | { readonly kind: 'rests' };

/** A Group with what it waits for. */
export interface OutboxGroup {
  readonly connectionId: string;
  readonly groupId: string;
  /** In the order in which they go. */
  readonly entries: readonly { readonly entry: OutboxEntry; readonly turn: Turn }[];
  readonly heldCount: number;
}

/**
 * Every entry with its turn, Group by Group. A refused or abandoned Command holds what was made before its end was known
 * and is built on it, until it is replaced or a person releases the later one. Drafts make nobody wait.
 */
export function orderOutbox(entries: readonly OutboxEntry[]): readonly OutboxGroup[] {
  const ordered = entries.toSorted((a, b) => a.position - b.position || a.createdAtMs - b.createdAtMs);
  // What is built on a Command of another Group, such as work in a new child Mission, is held by it all the same.
  const holds = new Holds(ordered);
  const lines = new Lines();
  const groups = new Map<string, { entry: OutboxEntry; turn: Turn }[]>();
  for (const entry of ordered) {
    const turn = lines.turnOf(entry, holds.turnOf(entry));
    const key = `${entry.connectionId} ${entry.draft.groupId}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ entry, turn }]);
    else group.push({ entry, turn });
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const heldCount = group.filter(({ turn }) => turn.kind === 'held').length;
    const { connectionId, draft } = first.entry;
    return [{ connectionId, groupId: draft.groupId, entries: group, heldCount }];
  });
}

/** The first one on its way, in each Group for each identity: nobody waits for the Commands of others. */
class Lines {
  private readonly first = new Map<string, string>();

  turnOf({ connectionId, draft, signer, actionId }: OutboxEntry, turn: Turn): Turn {
    if (turn.kind !== 'free') return turn;
    const line = `${connectionId} ${draft.groupId} ${signer.type} ${signer.id}`;
    const before = this.first.get(line);
    if (before === undefined) this.first.set(line, actionId);
    return before === undefined ? turn : { kind: 'waits', forActionId: before };
  }
}

/** Walks the outbox in its order and remembers what cannot be built on. */
class Holds {
  private readonly entries: ReadonlyMap<string, OutboxEntry>;
  /** The entry that went wrong first, by each object that it would have changed. */
  private readonly byObject = new Map<string, OutboxEntry>();
  private readonly byActionId = new Map<string, OutboxEntry>();

  constructor(entries: readonly OutboxEntry[]) {
    this.entries = new Map(entries.map((entry) => [entry.actionId, entry]));
  }

  turnOf(entry: OutboxEntry): Turn {
    const { state, isReleased } = entry;
    const isWrong = state === 'refused' || state === 'abandoned';
    const cause = isWrong || isReleased || isSettled(state) ? undefined : this.causeOf(entry);
    if (isWrong) this.remember(entry, entry);
    else if (cause !== undefined) this.remember(entry, cause);
    if (isWrong || isSettled(state) || state === 'draft') return { kind: 'rests' };
    return cause === undefined ? { kind: 'free' } : { kind: 'held', byActionId: cause.actionId };
  }

  /** `cause` is the one to mend: what is held holds in turn what is built on it. */
  private remember({ actionId, connectionId, draft }: OutboxEntry, cause: OutboxEntry): void {
    this.byActionId.set(actionId, cause);
    for (const name of objectsOf(draft).changes) {
      const key = `${connectionId} ${objectKey(name)}`;
      if (!this.byObject.has(key)) this.byObject.set(key, cause);
    }
  }

  private causeOf(entry: OutboxEntry): OutboxEntry | undefined {
    const { connectionId, draft, dependsOn, createdAtMs } = entry;
    const named = dependsOn
      .map((actionId) => this.byActionId.get(this.successorOf(actionId)))
      .find((cause) => cause !== undefined);
    if (named !== undefined || isIndependent(draft.kind)) return named;
    const { changes, needs } = objectsOf(draft);
    return (
      [...changes, ...needs]
        .map((name) => this.byObject.get(`${connectionId} ${objectKey(name)}`))
        // In the same millisecond nobody has seen the end of the other one.
        .find((cause) => cause !== undefined && createdAtMs <= cause.changedAtMs)
    );
  }

  /** The Command that stands for another by now. */
  private successorOf(actionId: string): string {
    const seen = new Set<string>();
    let last = actionId;
    for (;;) {
      const next = this.entries.get(last)?.replacedBy;
      if (next === undefined || seen.has(next)) return last;
      seen.add(next);
      last = next;
    }
  }
}
