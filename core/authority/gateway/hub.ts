// All connections of one gateway, and the way of every commit to those who follow its Groups (OPEN-027). No sockets.
import type { PresenceRecord } from '../../protocol/generated/documents.ts';
import type { CommittedEvent } from '../commit-batch.ts';
import { membershipsIn } from '../membership-events.ts';
import { Connection, type ConnectionCircle } from './connection.ts';
import { EventTail } from './event-tail.ts';
import type { GatewayEnvironment, Transport } from './gateway-ports.ts';
import { PresenceBook } from './presence-book.ts';
import { SessionOpenings } from './session-openings.ts';

export class ConnectionHub {
  private readonly environment: GatewayEnvironment;
  private readonly connections = new Set<Connection>();
  private readonly byAgentId = new Index();
  private readonly byGroupId = new Index();
  private readonly presence = new PresenceBook();
  private readonly circle: ConnectionCircle;
  private readonly tail: EventTail;
  private readonly stopListening: () => void;
  private lastPosition: number | undefined;
  private onEmpty: (() => void) | undefined;

  constructor(environment: GatewayEnvironment) {
    this.environment = environment;
    this.tail = new EventTail(environment.limits.recentBytes, () => environment.newId('frame'));
    this.circle = {
      tail: this.tail,
      presence: this.presence,
      openings: new SessionOpenings(environment.limits),
      enter: (connection, agentId) => this.byAgentId.add(agentId, connection),
      follow: (connection, groupId) => this.byGroupId.add(groupId, connection),
      unfollow: (connection, groupId) => this.byGroupId.remove(groupId, connection),
      leave: (connection) => this.forget(connection),
    };
    this.stopListening = environment.authority.onCommit((events) => this.route(events));
  }

  get connectionCount(): number {
    return this.connections.size;
  }

  connect(transport: Transport): Connection {
    const connection = new Connection(this.environment, this.circle, transport);
    this.connections.add(connection);
    return connection;
  }

  /** What an Agent last said about itself in the session that it has open (WS-061); undefined counts as offline. */
  presenceOf(agentId: string): PresenceRecord | undefined {
    return this.presence.presenceOf(agentId, this.environment.clock.now());
  }

  /** Whether a session is live on a connection: it may outlast the time in its token by PINGs (OPEN-011). */
  isSessionOpen(agentId: string, sessionEpoch: number): boolean {
    return this.byAgentId.get(agentId).some((connection) => connection.sessionEpoch === sessionEpoch);
  }

  /** Lets every connection finish what it has begun, and closes those that take too long. */
  async shutDown(): Promise<void> {
    const { clock, limits } = this.environment;
    const empty = new Promise<void>((resolve) => {
      this.onEmpty = resolve;
    });
    for (const connection of this.connections) connection.shutDown();
    const cancel = clock.after(limits.drainMs, () => {
      for (const connection of this.connections) connection.close(1001, 'the gateway is shutting down');
    });
    if (this.connections.size > 0) await empty;
    cancel();
    this.stopListening();
  }

  private route(events: readonly CommittedEvent[]): void {
    const heads = new Map<string, number>();
    const first = events[0]?.stored.position;
    const isUnbroken = this.lastPosition === undefined || first === this.lastPosition + 1;
    this.lastPosition = events.at(-1)?.stored.position ?? this.lastPosition;
    if (!isUnbroken) this.tail.clear();
    for (const committed of events) {
      const { groupId, sequence } = committed.stored;
      this.tail.add(committed);
      if (groupId !== undefined && sequence !== undefined) heads.set(groupId, sequence);
      else this.noteOrganizationFact(committed);
    }
    for (const [groupId, sequence] of heads) {
      for (const connection of this.byGroupId.get(groupId)) connection.wake(groupId, sequence);
    }
    for (const committed of events) this.announce(committed);
    // Commits in between were not told of: after a failed commit the Authority starts anew from the store. Whose Groups
    // and sessions they concern, nobody knows.
    if (!isUnbroken) for (const connection of this.connections) connection.recheck();
  }

  /** Tells the Agents whose Memberships an Event is about, and nobody else. */
  private announce({ event, stored }: CommittedEvent): void {
    const agents = membershipsIn(event).filter(({ member }) => member.type === 'agent');
    for (const agentId of new Set(agents.map(({ member }) => member.id))) {
      for (const connection of this.byAgentId.get(agentId)) connection.announce(stored);
    }
  }

  /** Facts of the Organization are not delivered (OPEN-018), but a new session ends the earlier ones (WS-015). */
  private noteOrganizationFact({ event }: CommittedEvent): void {
    if (event.kind !== 'ext.missionweaveprotocol.identity.session_opened') return;
    const { agentId, sessionEpoch } = event.payload;
    for (const connection of this.byAgentId.get(String(agentId))) {
      connection.noteSessionOpened(Number(sessionEpoch));
    }
  }

  private forget(connection: Connection): void {
    this.connections.delete(connection);
    this.byAgentId.removeAll(connection);
    this.byGroupId.removeAll(connection);
    if (this.connections.size === 0) this.onEmpty?.();
  }
}

/** Connections by a key, both ways. */
class Index {
  private readonly connectionsByKey = new Map<string, Set<Connection>>();
  private readonly keysByConnection = new Map<Connection, Set<string>>();

  add(key: string, connection: Connection): void {
    addTo(this.connectionsByKey, key, connection);
    addTo(this.keysByConnection, connection, key);
  }

  remove(key: string, connection: Connection): void {
    removeFrom(this.connectionsByKey, key, connection);
    removeFrom(this.keysByConnection, connection, key);
  }

  removeAll(connection: Connection): void {
    for (const key of this.keysByConnection.get(connection) ?? [])
      removeFrom(this.connectionsByKey, key, connection);
    this.keysByConnection.delete(connection);
  }

  /** A copy: what is done with the connections may remove them. */
  get(key: string): readonly Connection[] {
    return [...(this.connectionsByKey.get(key) ?? [])];
  }
}

function addTo<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}

function removeFrom<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
