// A way to the Authority that only tells what was logged: the replica of a member who sees everything, without a network.
import type {
  DeskLink,
  LinkGroup,
  LinkListener,
  LinkOutcome,
} from '../../core/coordinator/desk-runtime/ports.ts';
import { SINGLE, type World } from '../../core/domain/world.ts';
import type { Actor, Event } from '../../core/protocol/generated/documents.ts';
import { refuse } from '../../core/protocol/result.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import type { ReplicaStore } from '../../core/store/replica-store.ts';
import { Replica } from '../../core/sync/replica.ts';

export class LogLink implements DeskLink {
  readonly actor: Actor;
  readonly name: string;
  readonly keyId: string;
  readonly status = 'online';
  readonly offlineSinceMs = undefined;
  sessionEpoch: number | undefined = undefined;
  readonly sessionOpenedAtMs = undefined;
  readonly path = 'open';
  readonly lastFault = undefined;
  readonly evidence = refuse({ reason: 'unavailable' as const, message: 'only the log is told' });
  readonly store: ReplicaStore;
  private readonly replica: Replica;
  private readonly listeners = new Set<LinkListener>();
  private readonly known: string[] = [];
  nowMs = 0;

  private constructor(actor: Actor, replica: Replica, store: ReplicaStore) {
    this.actor = actor;
    this.name = actor.id;
    this.keyId = `key of ${actor.id}`;
    this.replica = replica;
    this.store = store;
  }

  static async open(actor: Actor, store: ReplicaStore = new MemoryReplicaStore()): Promise<LogLink> {
    const link = new LogLink(actor, await Replica.open(store), store);
    link.known.push(...(await store.readGroups()).map(({ groupId }) => groupId));
    return link;
  }

  /** Takes Events of Groups over, in order, as one batch. */
  async take(events: readonly { readonly event: Event; readonly text: string }[]): Promise<void> {
    const verified = events.flatMap(({ event, text }) => {
      const { groupId, sequence } = event;
      if (groupId === undefined || sequence === undefined) return [];
      return [{ event, groupId, sequence, bytes: Buffer.from(text) }];
    });
    for (const { groupId } of verified) {
      if (this.known.includes(groupId)) continue;
      this.known.push(groupId);
      await this.replica.start(groupId, 0);
    }
    const { applied, failed } = await this.replica.apply(verified, () => undefined);
    const [fault] = failed;
    if (fault !== undefined) throw fault.error;
    for (const { groupId, event } of applied) {
      for (const listener of this.listeners) listener.applied(groupId, [event]);
    }
  }

  get world(): World {
    return this.replica.world;
  }

  now(): number {
    return this.nowMs;
  }

  groups(): readonly LinkGroup[] {
    return this.known.map((groupId) => {
      const cursor = this.world.get('head', groupId, SINGLE)?.sequence ?? 0;
      return {
        groupId,
        startsAfter: 0,
        cursor,
        head: cursor,
        isCaughtUp: true,
        isFollowed: true,
        health: { gap: undefined, isCursorTooOld: false, isVerificationFailed: false },
      };
    });
  }

  listen(listener: LinkListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  submit(): Promise<LinkOutcome> {
    return Promise.resolve({ status: 'unknown' });
  }

  readKept() {
    return Promise.resolve(undefined);
  }

  readToHead() {
    return Promise.resolve(this.nowMs);
  }

  readEvents(groupId: string, afterSequence: number, limit: number) {
    return this.store.readEvents(groupId, afterSequence, limit);
  }

  fetchContent() {
    return Promise.resolve({ condition: 'unavailable' as const });
  }

  readNotes() {
    return this.store.readNotes('');
  }

  writeNotes(notes: Parameters<ReplicaStore['writeNotes']>[0]) {
    return this.store.writeNotes(notes);
  }

  setOffline(): void {}

  retry(): void {}

  reclaim(): void {}
}
