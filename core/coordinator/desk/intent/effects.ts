// What a Command would bring about, read from the Events that the rules would let it append: facts for people, no rule.
import { SINGLE } from '../../../domain/world.ts';
import type { EventPayloads, Lease } from '../../../protocol/generated/documents.ts';
import type { Trial } from './trial.ts';

export type Effect =
  | { readonly id: 'offer-ends'; readonly values: { readonly at: string; readonly candidates: number } }
  /** An offer promises nothing to anybody before it is accepted (WORK-021). */
  | { readonly id: 'nothing-reserved'; readonly values: object }
  | {
      readonly id: 'lease-closed';
      readonly values: { readonly type: Lease['leaseType']; readonly agentId: string };
    }
  | {
      readonly id: 'lease-begins';
      readonly values: { readonly type: Lease['leaseType']; readonly at: string };
    }
  | { readonly id: 'items-end'; readonly values: { readonly count: number; readonly state: string } }
  | { readonly id: 'missions-end'; readonly values: { readonly count: number } }
  | { readonly id: 'mission-begins'; readonly values: { readonly groupId: string } }
  | { readonly id: 'item-begins'; readonly values: { readonly workItemId: string } }
  | { readonly id: 'contract-revised'; readonly values: { readonly version: number } }
  | {
      readonly id: 'coordinator-fenced';
      readonly values: { readonly agentId: string; readonly epoch: number };
    }
  | {
      readonly id: 'membership-changes';
      readonly values: { readonly member: string; readonly role: string; readonly state: string };
    }
  | {
      readonly id: 'awaits-owner';
      readonly values: { readonly revision: number; readonly artifacts: number };
    }
  | { readonly id: 'approved'; readonly values: { readonly revision: number; readonly artifacts: number } }
  | { readonly id: 'revision-begins'; readonly values: { readonly revision: number } }
  | { readonly id: 'events'; readonly values: { readonly count: number } };

/** The effects of a Command that the rules accept; none when they refuse it. */
export function effectsOf({ before, outcome }: Trial): readonly Effect[] {
  const { events } = outcome();
  const effects: Effect[] = [];
  const ended = { items: 0, missions: 0, state: '' };
  const [primary] = events;
  for (const event of events) {
    const payload = event.payload as Partial<AnyPayload>;
    for (const lease of payload.closedLeases ?? []) effects.push(closed(lease));
    if (payload.previousLease !== undefined) effects.push(closed(payload.previousLease));
    for (const lease of [payload.lease, payload.ownershipLease, payload.blockedLease]) {
      if (lease !== undefined) effects.push(lease.state === 'active' ? begun(lease) : closed(lease));
    }
    const isDerived = event !== primary;
    if ((event.kind === 'work.cancelled' || event.kind === 'work.failed') && isDerived) {
      ended.items += 1;
      ended.state = event.kind === 'work.cancelled' ? 'cancelled' : 'failed';
    }
    if ((event.kind === 'mission.cancelled' || event.kind === 'mission.terminated') && isDerived)
      ended.missions += 1;
    effects.push(...ownEffects(event.kind, payload));
  }
  const groupId = primary?.groupId;
  const former =
    groupId === undefined ? undefined : before.get('mission', groupId, SINGLE)?.document.coordinator;
  if (primary?.kind === 'mission.coordinator.assigned' && former !== undefined) {
    effects.push({
      id: 'coordinator-fenced',
      values: { agentId: former.agentId, epoch: former.coordinatorEpoch },
    });
  }
  if (ended.items > 0) effects.push({ id: 'items-end', values: { count: ended.items, state: ended.state } });
  if (ended.missions > 0) effects.push({ id: 'missions-end', values: { count: ended.missions } });
  return [...effects, { id: 'events', values: { count: events.length } }];
}

/** Members that effects are read from, whatever the kind of the Event. */
type AnyPayload = EventPayloads['mission.coordinator.assigned'] &
  EventPayloads['work.offer.created'] &
  EventPayloads['work.contract.revised'] &
  EventPayloads['membership.changed'] &
  EventPayloads['mission.submitted_for_approval'] &
  EventPayloads['mission.approved'] &
  EventPayloads['mission.child.created'] &
  EventPayloads['work.blocked'];

function ownEffects(kind: string, payload: Partial<AnyPayload>): readonly Effect[] {
  switch (kind) {
    case 'work.offer.created': {
      const { offerExpiresAt: at, candidateAgentIds = [] } = payload;
      if (at === undefined) return [];
      return [
        { id: 'offer-ends', values: { at, candidates: candidateAgentIds.length } },
        { id: 'nothing-reserved', values: {} },
      ];
    }
    case 'work.contract.revised':
      return [{ id: 'contract-revised', values: { version: payload.contractVersion ?? 0 } }];
    case 'work.authorized':
      return payload.workItem === undefined
        ? []
        : [{ id: 'item-begins', values: { workItemId: payload.workItem.workItemId } }];
    case 'mission.created':
    case 'mission.follow_up.created':
      return payload.mission === undefined
        ? []
        : [{ id: 'mission-begins', values: { groupId: payload.mission.groupId } }];
    case 'membership.changed':
    case 'membership.ended': {
      const { membership } = payload;
      if (membership === undefined) return [];
      const { member, role, state } = membership;
      return [{ id: 'membership-changes', values: { member: member.id, role, state } }];
    }
    case 'mission.submitted_for_approval': {
      const { missionRevision: revision = 0, artifactHashes = [] } = payload;
      return [{ id: 'awaits-owner', values: { revision, artifacts: artifactHashes.length } }];
    }
    case 'mission.approved': {
      const { missionRevision = 0, artifactHashes = [] } = payload.approval ?? {};
      return [{ id: 'approved', values: { revision: missionRevision, artifacts: artifactHashes.length } }];
    }
    case 'mission.changes_requested':
      return [{ id: 'revision-begins', values: { revision: payload.missionRevision ?? 0 } }];
    default:
      return [];
  }
}

function closed({ leaseType, holderAgentId }: Lease): Effect {
  return { id: 'lease-closed', values: { type: leaseType, agentId: holderAgentId } };
}

function begun({ leaseType, expiresAt }: Lease): Effect {
  return { id: 'lease-begins', values: { type: leaseType, at: expiresAt } };
}
