// What the log of a Group says of policy: who was allowed what beyond the ordinary, by the same rule by which an Authority keeps its
// Policy Log (OPEN-067), each entry with its place; and which overrides were asked for.
import { describePolicyDecisions } from '../../domain/policy-log.ts';
import type { PolicyLogRecord } from '../../domain/world.ts';
import type { Actor, Event, Message } from '../../protocol/generated/documents.ts';
import { type OverrideRequest, overrideRequestsIn } from '../desk/policy/override-request.ts';

export interface PolicyPlace extends PolicyLogRecord {
  readonly eventId: string;
  readonly sequence: number;
  readonly workItemId: string | undefined;
}

/** A Message that asks for an override. */
export interface AskedOverride extends OverrideRequest {
  readonly messageId: string;
  readonly sequence: number;
  readonly author: Actor;
  readonly askedAt: string;
}

interface CarriedMembers {
  readonly message?: Message;
  readonly cooperationOverrideGrant?: { readonly grantId: string };
  readonly cooperationOverrideGrantId?: string;
  readonly delegationGrant?: { readonly grantId: string };
}

export class PolicyPlaces {
  private readonly list: PolicyPlace[] = [];
  private readonly granted = new Map<string, number>();
  private readonly consumed = new Map<string, number>();
  /** By the Action ID that it is about: the newest counts. */
  private readonly asked = new Map<string, AskedOverride>();

  /** In the order of the log. */
  get entries(): readonly PolicyPlace[] {
    return this.list;
  }

  /** The sequence at which a Delegation Grant or an override was given; undefined where that was not seen. */
  grantedAt(grantId: string): number | undefined {
    return this.granted.get(grantId);
  }

  /** The sequence of the Event that has consumed an override (POL-012). */
  consumedAt(grantId: string): number | undefined {
    return this.consumed.get(grantId);
  }

  requests(): Iterable<AskedOverride> {
    return this.asked.values();
  }

  requestFor(targetActionId: string): AskedOverride | undefined {
    return this.asked.get(targetActionId);
  }

  /** Takes the next Event of the Group. */
  take(event: Event): void {
    const { sequence, kind } = event;
    if (sequence === undefined) return;
    const { message, cooperationOverrideGrant, cooperationOverrideGrantId, delegationGrant } =
      event.payload as CarriedMembers;
    if (message !== undefined) this.takeMessage(kind, message, sequence);
    const given = cooperationOverrideGrant ?? delegationGrant;
    if (given !== undefined) this.granted.set(given.grantId, sequence);
    if (cooperationOverrideGrantId !== undefined) this.consumed.set(cooperationOverrideGrantId, sequence);
    for (const entry of describePolicyDecisions(event))
      this.list.push({ ...entry, eventId: event.eventId, sequence, workItemId: event.workItemId });
  }

  private takeMessage(kind: Event['kind'], message: Message, sequence: number): void {
    const { messageId, targetMessageId, author, committedAt: askedAt } = message;
    if (kind === 'message.posted') {
      for (const request of overrideRequestsIn(message))
        this.asked.set(request.targetActionId, { ...request, messageId, sequence, author, askedAt });
      return;
    }
    // Whoever takes the Message back asks no more.
    if (kind !== 'message.retracted' && kind !== 'message.redacted') return;
    for (const [actionId, request] of this.asked)
      if (request.messageId === targetMessageId) this.asked.delete(actionId);
  }
}
