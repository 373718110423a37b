// A real client behind proxies, with what it has told and what it has sent.
import { decodeFrame } from '../../core/protocol/frame.ts';
import type { Command, Event } from '../../core/protocol/generated/documents.ts';
import type { ReplicaStore } from '../../core/store/replica-store.ts';
import type { SessionChange } from '../../core/sync/agent-link.ts';
import type { SyncClient } from '../../core/sync/sync-client.ts';
import type { Principal } from '../harness/organization.ts';
import { until } from '../sync/sync-world.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { TestGroup } from './net-organization.ts';
import type { SteeredClock } from './steered-clock.ts';

/** Stands among the messages where the client stopped reading. */
export const PAUSE = '(stopped reading)';

interface NetClientParts {
  readonly client: SyncClient;
  readonly agent: Principal;
  readonly store: ReplicaStore;
  readonly clock: SteeredClock;
  /** In front of the gateway. */
  readonly wire: FaultProxy;
  /** In front of the control plane. */
  readonly plane: FaultProxy;
  readonly faults: unknown[];
  /** Every message that was handed to a socket. */
  readonly sent: string[];
}

export class NetClient implements NetClientParts {
  readonly client: SyncClient;
  readonly agent: Principal;
  readonly store: ReplicaStore;
  readonly clock: SteeredClock;
  readonly wire: FaultProxy;
  readonly plane: FaultProxy;
  readonly faults: unknown[];
  readonly sent: string[];
  readonly sessions: SessionChange[] = [];
  readonly applied: Event[] = [];
  /** Hears of each message right before its socket gets it. */
  beforeSend: (text: string) => void = () => {};

  constructor({ client, agent, store, clock, wire, plane, faults, sent }: NetClientParts) {
    this.client = client;
    this.agent = agent;
    this.store = store;
    this.clock = clock;
    this.wire = wire;
    this.plane = plane;
    this.faults = faults;
    this.sent = sent;
    client.onSession((change) => this.sessions.push(change));
    client.onApplied((_groupId, events) => this.applied.push(...events));
  }

  /** Waits for an open Session, one after `epoch` where that is given. */
  async opened(epoch = 0): Promise<number> {
    await this.until(({ client }) => (client.session?.sessionEpoch ?? 0) > epoch);
    return this.client.session?.sessionEpoch ?? 0;
  }

  /** The Commands that went to a socket, each in its exact bytes, by Action ID. */
  sentCommands(): ReadonlyMap<string, readonly string[]> {
    const byActionId = new Map<string, string[]>();
    for (const text of this.sent) {
      const frame = decodeFrame(Buffer.from(text), { isBinary: false });
      if (!frame.ok || frame.value.frameType !== 'COMMAND') continue;
      const bytes = Buffer.from(frame.value.documentBytes).toString('utf8');
      const { actionId } = JSON.parse(bytes) as Command;
      byActionId.set(actionId, [...(byActionId.get(actionId) ?? []), bytes]);
    }
    return byActionId;
  }

  /** How many frames of a type went to a socket. */
  countSent(frameType: string): number {
    return this.sent.filter((text) => text.includes(`"frameType":"${frameType}"`)).length;
  }

  /** Lets the client look after itself so often. */
  async ticks(count: number): Promise<void> {
    const end = this.clock.tickCount + count;
    await this.until(({ clock }) => clock.tickCount >= end);
  }

  /** The reasons for which Sessions were lost. */
  losses(): readonly string[] {
    return this.sessions.flatMap((change) => (change.kind === 'lost' ? [change.reason] : []));
  }

  message({ groupId, conversationId }: TestGroup, messageId: string) {
    return {
      kind: 'message.post',
      groupId,
      conversationId,
      payload: { messageId, content: [{ type: 'text', text: messageId }] },
    };
  }

  async until(isWanted: (client: this) => boolean | Promise<boolean>): Promise<void> {
    await until(
      () => isWanted(this),
      () =>
        `state ${this.client.state}, sessions ${JSON.stringify(this.sessions)}, faults ${this.faults.map(String).join('; ')}`,
    );
  }
}
