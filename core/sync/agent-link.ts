// What a runtime (Worker, Coordinator, app) sees of the client side: the state of its Groups, its Session, and a way to
// act. Types only; `sync-client.ts` is what stands behind them.
import type { World } from '../domain/world.ts';
import type { Command, Event, PresenceRecord, ProtocolError } from '../protocol/generated/documents.ts';

/** The open Session of an Agent. */
export interface OpenSession {
  readonly sessionEpoch: number;
  /** In the Authority's time, as far as it is known. */
  readonly openedAt: string;
}

/** Why a Session is lost although nobody else took it over. */
export type SessionLoss =
  /** The connection ended or broke. */
  | 'disconnected'
  /** The peer said nothing for too long, or broke the protocol. */
  | 'silent'
  /** This machine slept, or its clock jumped: nothing that was open before counts. */
  | 'time-jump'
  /** This client was stopped. */
  | 'stopped';

export type SessionChange =
  | { readonly kind: 'opened'; readonly session: OpenSession }
  | { readonly kind: 'lost'; readonly session: OpenSession; readonly reason: SessionLoss }
  /** Another runtime has this identity now (WS-016). The client stays away until it is told to reclaim. */
  | { readonly kind: 'replaced'; readonly session: OpenSession | undefined }
  /** Time has jumped by so much (wall clock against monotonic clock, or a long pause of the process). */
  | { readonly kind: 'woke'; readonly jumpMs: number };

/** What a runtime wants to do. Epochs, actor, times and signature are added when it is signed. */
export interface CommandDraft {
  readonly kind: string;
  readonly groupId: string;
  readonly payload: object;
  readonly expectedRevision?: number;
  readonly conversationId?: string;
  readonly workItemId?: string;
  readonly cooperationOverrideGrantId?: string;
  readonly extensions?: Command['extensions'];
  /** Fixes the Action ID: for an override grant that names it, or to find the same Command again after a restart. */
  readonly actionId?: string;
  /** The Event that this answers. */
  readonly causationId?: string;
  /** Of the Command that this one stands for; its own Action ID when left out. */
  readonly correlationId?: string;
  /** It has no meaning later: it is sent in the Session of now, or not at all. */
  readonly mustBeNow?: boolean;
}

export type CommandOutcome =
  | { readonly status: 'accepted'; readonly event: Event }
  | { readonly status: 'refused'; readonly error: ProtocolError }
  /** The client was stopped before the fate was known; the outbox goes on after the next start. */
  | { readonly status: 'unknown' }
  /** Never sent and never going to be. */
  | { readonly status: 'abandoned' };

/** What an Agent says of itself while it is connected (WS-060); the rest of the record is filled in. */
export type PresenceInput = Omit<PresenceRecord, 'agentId' | 'sessionEpoch' | 'lastHeartbeat' | 'expiresAt'>;

export interface ArtifactTransfer {
  /** Brings content into a Group and answers with its hash. */
  upload(groupId: string, content: Uint8Array): Promise<string>;
  /** Content by its hash, checked (ART-003). */
  download(groupId: string, contentHash: string): Promise<Uint8Array>;
}

export interface AgentLink {
  readonly agentId: string;
  /** State of all Groups that are known here, folded from verified Events. */
  readonly world: World;
  /** Undefined while disconnected. */
  readonly session: OpenSession | undefined;
  /** Groups that are followed. */
  groupIds(): readonly string[];
  /** After Events were verified, folded and made durable, in sequence order per Group. Returns the way to stop. */
  onApplied(listener: (groupId: string, events: readonly Event[]) => void): () => void;
  onSession(listener: (change: SessionChange) => void): () => void;
  submit(draft: CommandDraft): Promise<CommandOutcome>;
  readonly artifacts: ArtifactTransfer;
  setPresence(presence: PresenceInput): void;
}
