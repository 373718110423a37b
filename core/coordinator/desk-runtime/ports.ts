// What the running desk is given: ways to the Authority, one for each identity, keys, time and ids. Nothing here says how any
// of it is done.
import type { OrganizationPolicy } from '../../domain/decision.ts';
import type { World } from '../../domain/world.ts';
import type { DocumentKind } from '../../protocol/document-kinds.ts';
import type {
  Actor,
  AgentCard,
  AttentionFilter,
  Event,
  PresenceRecord,
  ProtocolError,
} from '../../protocol/generated/documents.ts';
import type { LinkTrouble } from '../../protocol/link-trouble.ts';
import type { KeyEvidence } from '../../protocol/registry.ts';
import type { Note, OutboxEntry as KeptEntry, ReplicaEvent } from '../../store/replica-store.ts';
import type { CheckOutcome, CheckProgram } from '../assistant/review/review-types.ts';
import type { CommandDraft } from '../command-draft.ts';
import type { CommandPath, GroupHealth, KeyCondition } from '../desk/connection.ts';

export type LinkStatus = 'online' | 'connecting' | 'offline' | 'replaced' | 'working-offline';

/** How the log of a Group stands at one identity. */
export interface LinkGroup {
  readonly groupId: string;
  readonly startsAfter: number;
  readonly cursor: number;
  /** The end of the Authority's log as far as it is known. */
  readonly head: number | undefined;
  readonly isCaughtUp: boolean;
  readonly isFollowed: boolean;
  readonly health: GroupHealth;
}

export type LinkOutcome =
  | { readonly status: 'accepted'; readonly event: Event }
  | { readonly status: 'refused'; readonly error: ProtocolError }
  | { readonly status: 'unknown' }
  | { readonly status: 'abandoned' };

export interface LinkListener {
  /** Verified, folded and durable, in sequence order per Group. */
  applied(groupId: string, events: readonly Event[]): void;
  /** Session, connection or Groups are other ones than before. */
  changed(): void;
  /** A Command is over; also one that an earlier run has left. */
  settled(actionId: string, outcome: LinkOutcome): void;
}

export type FetchedContent =
  | { readonly condition: 'intact'; readonly bytes: Uint8Array }
  /** `received` is what came instead of what has the hash. */
  | { readonly condition: 'differs'; readonly received?: Uint8Array }
  | { readonly condition: 'unavailable' };

/** One identity's way to one Authority: an Agent's Session, or a human's control plane. */
export interface DeskLink {
  readonly actor: Actor;
  readonly name: string;
  readonly keyId: string;
  /** The file in which its log is kept; undefined where it is kept nowhere. */
  readonly logPath?: string | undefined;
  readonly world: World;
  readonly status: LinkStatus;
  /** Since when it has not been online, by the clock of this computer. */
  readonly offlineSinceMs: number | undefined;
  /** Of an Agent with an open Session. */
  readonly sessionEpoch: number | undefined;
  readonly sessionOpenedAtMs: number | undefined;
  /** `none` where the Authority takes no Commands of humans. */
  readonly path: CommandPath;
  /** Why there is no connection; undefined while all is well. */
  readonly lastFault: LinkTrouble | undefined;
  /** What signatures are verified with; a fault before the Registry was read. */
  readonly evidence: KeyEvidence;
  /** Reads the Registry anew, for keys that were bound after it was read. */
  refreshKeys?(): Promise<unknown>;
  /** The Authority's time, as far as it is known. */
  now(): number;
  groups(): readonly LinkGroup[];
  listen(listener: LinkListener): () => void;
  /**
   * Makes a Command durable, signs it with the epochs of then, sends it, and answers when its fate is known. The same
   * Action ID again joins the Command that is under way. It is signed when this identity has the log up to `afterSequence`:
   * what was decided by may have come through another one.
   */
  submit(draft: CommandDraft & { readonly actionId: string }, afterSequence?: number): Promise<LinkOutcome>;
  /** What is kept of a Command: its bytes and its state. */
  readKept(actionId: string): Promise<KeptEntry | undefined>;
  /** Reads the log to its head; answers with the Authority's time at which that was done, or undefined while offline. */
  readToHead(groupId: string): Promise<number | undefined>;
  readEvents(groupId: string, afterSequence: number, limit: number): Promise<readonly ReplicaEvent[]>;
  fetchContent(groupId: string, contentHash: string): Promise<FetchedContent>;
  readNotes(): Promise<ReadonlyMap<string, unknown>>;
  writeNotes(notes: readonly Note[]): Promise<void>;
  /** Changes what of a Group's log comes at once; the rest comes within a minute (WS-040…WS-042). */
  setAttention?(groupId: string, filter: AttentionFilter | undefined): void;
  /** Fetches what a filter has left out. */
  fill?(groupId: string): void;
  setOffline(isOffline: boolean): void;
  retry(): void;
  /** Takes the identity back from another runtime. */
  reclaim(): void;
}

/** What is known of the Organization beside the log. Another map whenever it changed. */
export interface AgentDirectory {
  cards(): ReadonlyMap<string, AgentCard>;
  presence(): ReadonlyMap<string, PresenceRecord>;
  /** The policy of the Organization where it is told later than the connection is opened. */
  policy?(): OrganizationPolicy | undefined;
  listen(changed: () => void): () => void;
}

/** Keys as the desk needs them: their condition, and signatures on documents inside payloads. */
export interface DeskKeys {
  conditionOf(keyId: string): KeyCondition;
  /** Rejects while the key cannot be used. */
  signDocument(keyId: string, kind: DocumentKind, unsigned: object): Promise<object>;
}

export interface DeskClock {
  /** Milliseconds since 1970, by this computer. */
  nowMs(): number;
  after(delayMs: number, action: () => void): () => void;
}

export interface DeskPorts {
  readonly clock: DeskClock;
  readonly keys: DeskKeys;
  readonly newId: (kind: string) => string;
  /** Runs the programs of declared checks. */
  readonly runCheck: (program: CheckProgram) => Promise<CheckOutcome>;
  readonly onFault: (error: unknown) => void;
}
