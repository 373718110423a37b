// What an actor has before it when its turn comes: the state as it reads it, the time, its dice, and what it remembers.
import type { CommandKind, OrganizationPolicy } from '../domain/decision.ts';
import {
  ORGANIZATION,
  SINGLE,
  type MissionRecord,
  type WorkItemRecord,
  type World,
} from '../domain/world.ts';
import type { Actor, Command, CommandPayloads, Lease } from '../protocol/generated/documents.ts';
import type { LoggedEvent } from './authority-under-test.ts';
import type { Notary } from './notary.ts';
import type { Principal } from './principals.ts';
import type { Random } from './random.ts';
import { groupIdsOf } from './state-text.ts';

/** A Worker that lost its connection while it executed, and what it has to report. */
export interface OfflineStint {
  readonly agentId: string;
  readonly groupId: string;
  readonly workItemId: string;
  readonly conversationId: string;
  readonly ownershipEpoch: number;
  readonly lease: Lease;
  readonly disconnectedMs: number;
  readonly bufferedMs: number;
  messagesLeft: number;
  checkpointsLeft: number;
}

/** A Command for which an override was asked: it is to be sent under this Action ID. */
export interface PromisedOverride {
  readonly grantId: string;
  readonly groupId: string;
  readonly actionId: string;
  readonly kind: string;
  readonly beneficiaryId: string;
}

/** What actors remember that is in no log. */
export interface Memory {
  readonly stints: OfflineStint[];
  readonly promises: PromisedOverride[];
}

/** The situation in which actors choose. */
export interface Scene {
  readonly world: World;
  readonly log: readonly LoggedEvent[];
  readonly nowMs: number;
  readonly random: Random;
  readonly notary: Notary;
  readonly policy: OrganizationPolicy;
  readonly memory: Memory;
  newId(kind: string): string;
}

/** What an actor sets in the envelope itself. */
export type Envelope = Partial<Omit<Command, 'kind' | 'payload' | 'signature'>>;

/** A Command that somebody is about to sign. */
export interface Draft {
  readonly kind: CommandKind;
  readonly by: Principal;
  readonly payload: object;
  readonly envelope: Envelope;
}

/** Something that an actor could do now, and how much it wants to. */
export interface Move {
  readonly weight: number;
  /** Undefined for what happens without a Command, such as going offline. */
  readonly draft: () => Draft | undefined;
}

/** A move that sends a Command of one kind. */
export function moveOf<Kind extends CommandKind>(
  weight: number,
  kind: Kind,
  by: Principal,
  payload: () => CommandPayloads[Kind],
  envelope: Envelope = {},
): Move {
  return { weight, draft: () => ({ kind, by, payload: payload(), envelope }) };
}

/** The same move, wanted no more than so much. */
export function lessWanted({ weight, draft }: Move, most: number): Move {
  return { weight: Math.min(weight, most), draft };
}

/** Picks one move by weight. */
export function pickMove(moves: readonly Move[], random: Random): Move | undefined {
  let left = random.next() * moves.reduce((sum, { weight }) => sum + weight, 0);
  for (const move of moves) {
    left -= move.weight;
    if (left < 0) return move;
  }
  return moves.at(-1);
}

/** A Group as its members see it. */
export interface Room {
  readonly groupId: string;
  readonly mission: MissionRecord;
  readonly items: readonly WorkItemRecord[];
  readonly isActive: boolean;
  readonly isEnded: boolean;
  readonly isArchived: boolean;
}

/** All Groups, in the order of their creation. */
export function roomsOf({ world }: Scene): readonly Room[] {
  const rooms: Room[] = [];
  for (const groupId of groupIdsOf(world)) {
    const mission = world.get('mission', groupId, SINGLE);
    if (mission === undefined) continue;
    const { state } = mission.document;
    rooms.push({
      groupId,
      mission,
      items: [...world.list('workItem', groupId)].map(([, record]) => record),
      isActive: state === 'active',
      isEnded: state !== 'active' && state !== 'awaiting_approval',
      isArchived: world.get('group', groupId, SINGLE)?.state === 'archived',
    });
  }
  return rooms;
}

/** The lease under which an item is held, if it holds now. */
export function liveHoldingOf({ world, nowMs }: Scene, record: WorkItemRecord): Lease | undefined {
  const { owner, groupId } = record.document;
  if (owner === undefined || record.holdingLeaseId === undefined) return undefined;
  const lease = world.get('lease', groupId, record.holdingLeaseId);
  return lease?.state === 'active' && Date.parse(lease.expiresAt) > nowMs ? lease : undefined;
}

/** The Execution Lease of an item, if it holds now. */
export function liveExecutionOf({ world, nowMs }: Scene, record: WorkItemRecord): Lease | undefined {
  if (record.executionLeaseId === undefined) return undefined;
  const lease = world.get('lease', record.document.groupId, record.executionLeaseId);
  return lease?.state === 'active' && Date.parse(lease.expiresAt) > nowMs ? lease : undefined;
}

/** Roles that somebody holds in a Group, with whether actively. */
export function rolesOf(
  { world, nowMs }: Scene,
  groupId: string,
  { type, id }: Actor,
): ReadonlyMap<string, string> {
  const ids = world.get('member', groupId, `${type} ${id}`)?.membershipIds ?? [];
  const roles = new Map<string, string>();
  for (const membershipId of ids) {
    const membership = world.get('membership', groupId, membershipId);
    if (membership === undefined || membership.state === 'ended') continue;
    const { role, state, provisionalExpiresAt } = membership;
    const hasLapsed = state === 'provisional' && Date.parse(provisionalExpiresAt ?? '') <= nowMs;
    if (!hasLapsed) roles.set(role, state);
  }
  return roles;
}

/** How long the Coordinator's lease still lasts, in milliseconds; negative when it has ended. */
export function termLeftOf({ world, nowMs }: Scene, { groupId, mission }: Room): number {
  const lease = world.get('lease', groupId, mission.document.coordinator.leaseId);
  return lease?.state === 'active' ? Date.parse(lease.expiresAt) - nowMs : -1;
}

/** The Session Epoch of an Agent that is current. */
export function sessionOf({ world }: Scene, agentId: string): number | undefined {
  return world.get('session', ORGANIZATION, agentId)?.sessionEpoch;
}

/** A child that is neither failed nor cancelled keeps its parent WorkItem. */
export function hasLiveChild({ world }: Scene, record: WorkItemRecord): boolean {
  if (record.childGroupId === undefined) return false;
  const state = world.get('mission', record.childGroupId, SINGLE)?.document.state;
  return state !== 'failed' && state !== 'cancelled';
}
