// What the desk is told of each connection: state, time, and who can act there. Values only; whoever runs the desk keeps
// them up to date. A connection is one Authority with the identities that this computer has for it.
import type { OrganizationPolicy } from '../../domain/decision.ts';
import { memberKey, SINGLE, type MissionRecord, type World } from '../../domain/world.ts';
import type { Actor, AgentCard, PresenceRecord } from '../../protocol/generated/documents.ts';
import type { LoggedEvent } from '../context-package.ts';
import type { GroupTalk } from './attention/talk.ts';

/** What can be done with a key now. Unreadable is not absent: only `usable` signs. */
export type KeyCondition = 'usable' | 'locked' | 'missing' | 'backend-changed';

/**
 * Whether Commands of an identity can go out: now, when the connection is back, or never, since the Authority offers no
 * way in for humans.
 */
export type CommandPath = 'open' | 'closed' | 'none';

/** A Principal that can sign on this computer. */
export interface DeskIdentity {
  /** A human or an Agent. */
  readonly actor: Actor;
  readonly name: string;
  /** Of an Agent with an open Session; undefined for humans and while disconnected. */
  readonly sessionEpoch: number | undefined;
  readonly key: KeyCondition;
  readonly path: CommandPath;
}

/** How the log of a Group stands here. */
export interface GroupHealth {
  /** Sequences that are missing while later ones have arrived. */
  readonly gap: { readonly fromSequence: number; readonly toSequence: number } | undefined;
  readonly isCursorTooOld: boolean;
  readonly isVerificationFailed: boolean;
}

/** What the log of a Group says beside its state, as far as it was read here. */
export interface GroupHistory {
  /** The newest Events, in sequence. */
  readonly recent: readonly LoggedEvent[];
  /** The newest Context Package for a WorkItem, or for the whole Mission. */
  packageFor(workItemId: string | undefined): KnownPackage | undefined;
  /** The sequence at which the result of a WorkItem was accepted last. */
  resultAt(workItemId: string): number | undefined;
}

export interface KnownPackage {
  readonly contextPackageId: string;
  readonly version: number;
}

/** What is known of the content behind a hash. */
export type ContentCondition = 'intact' | 'differs' | 'unavailable';

export interface DeskConnection {
  readonly connectionId: string;
  /** Folded from verified Events; also of Groups that are only looked at. */
  readonly world: World;
  /** The Authority's time in whole milliseconds since 1970, as far as it is known. */
  readonly nowMs: number;
  readonly policy: OrganizationPolicy;
  readonly identities: readonly DeskIdentity[];
  readonly groupIds: readonly string[];
  /** `replaced`: another runtime holds the Session of an identity of ours. */
  readonly status: 'online' | 'offline' | 'replaced';
  readonly offlineSinceMs: number | undefined;
  /** Agent Cards that the state does not hold. */
  readonly cards: ReadonlyMap<string, AgentCard>;
  /** By Group. */
  readonly health: ReadonlyMap<string, GroupHealth>;
  /** By Agent. */
  readonly presence: ReadonlyMap<string, PresenceRecord>;
  /** By Group. */
  readonly talk: ReadonlyMap<string, GroupTalk>;
  /** By Group; of those whose log was read. */
  readonly history: ReadonlyMap<string, GroupHistory>;
  /** By content hash. */
  readonly contents: ReadonlyMap<string, ContentCondition>;
}

/** Whether two Principals are the same. */
export function isSameActor(a: Actor, b: Actor): boolean {
  return a.type === b.type && a.id === b.id;
}

/** The local identity of a Principal, if this computer has it. */
export function identityOf(
  { identities }: Pick<DeskConnection, 'identities'>,
  actor: Actor,
): DeskIdentity | undefined {
  return identities.find((identity) => isSameActor(identity.actor, actor));
}

/** What an identity is in a Group: what it may do follows from the rules, this only orders choices and texts. */
export type DeskRole = 'owner' | 'coordinator' | 'member' | 'none';

export function roleOf(world: World, groupId: string, actor: Actor): DeskRole {
  const mission = world.get('mission', groupId, SINGLE)?.document;
  if (mission === undefined) return 'none';
  if (isSameActor(mission.missionOwner, actor)) return 'owner';
  if (actor.type === 'agent' && mission.coordinator.agentId === actor.id) return 'coordinator';
  return world.get('member', groupId, memberKey(actor)) === undefined ? 'none' : 'member';
}

/** The owner of a Mission on this computer. */
export function localOwner(
  connection: DeskConnection,
  { document }: MissionRecord,
): DeskIdentity | undefined {
  return identityOf(connection, document.missionOwner);
}

/** The Coordinator of a Mission on this computer. */
export function localCoordinator(
  connection: DeskConnection,
  { document }: MissionRecord,
): DeskIdentity | undefined {
  return identityOf(connection, { type: 'agent', id: document.coordinator.agentId });
}
