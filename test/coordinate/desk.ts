// The desk of a person, as far as a Coordinator without a window notices it: another runtime that connects as the same Agent.
import { openCoordinateFolder } from '../../core/host/coordinate-folder.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import { openSyncClient, type SyncClient } from '../../core/sync/sync-client.ts';

export class Desk {
  private readonly client: SyncClient;
  private readonly events: Event[] = [];
  private readonly waiting = new Set<() => void>();

  private constructor(client: SyncClient) {
    this.client = client;
    client.onApplied((_groupId, events) => {
      this.events.push(...events);
      for (const look of this.waiting) look();
    });
  }

  /** Connects as the Agent of a folder; it has the Session when this has resolved. */
  static async open(folder: string): Promise<Desk> {
    const { identity, authority } = await openCoordinateFolder(folder, {});
    const client = await openSyncClient({
      organizationId: authority.organizationId,
      agentId: identity.agentId,
      signer: identity.signer,
      server: { origin: authority.origin, ...(authority.ca === undefined ? {} : { ca: authority.ca }) },
      store: new MemoryReplicaStore(),
      onFault: () => {},
      settings: { baseMs: 20, maxMs: 200, tickMs: 20 },
    });
    const desk = new Desk(client);
    client.start();
    await client.caughtUp();
    return desk;
  }

  /** Until an Event of a kind is known here. */
  until(kind: string): Promise<Event> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.events.find((event) => event.kind === kind);
        if (found === undefined) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }

  /** A Command that has to be accepted. */
  async act(groupId: string, kind: string, payload: object, more: object = {}): Promise<Event> {
    const outcome = await this.client.submit({ kind, groupId, payload, ...more });
    if (outcome.status === 'accepted') return outcome.event;
    throw new Error(`${kind}: ${JSON.stringify(outcome)}`);
  }

  close(): Promise<void> {
    return this.client.stop();
  }
}
