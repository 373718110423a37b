// The port through which the Worker sees its Groups and acts in them. The client side (core/sync) stands behind it; in
// tests an Authority in the same process does. Types only.
import type { World } from '../domain/world.ts';
import type { Command, Event, PresenceRecord, ProtocolError } from '../protocol/generated/documents.ts';

export interface OpenSession {
  readonly sessionEpoch: number;
  readonly openedAt: string;
}

export type SessionChange =
  | { readonly kind: 'opened'; readonly session: OpenSession }
  | { readonly kind: 'lost'; readonly session: OpenSession; readonly reason: string }
  /** Another runtime has this identity now (WS-016). */
  | { readonly kind: 'replaced'; readonly session: OpenSession | undefined }
  /** Time has jumped by so much, or this process was paused for long. */
  | { readonly kind: 'woke'; readonly jumpMs: number };

/** What the Worker wants to do. Epochs, actor, times and signature are added when it is signed. */
export interface CommandDraft {
  readonly kind: string;
  readonly groupId: string;
  readonly payload: object;
  readonly expectedRevision?: number;
  readonly conversationId?: string;
  readonly workItemId?: string;
  readonly extensions?: Command['extensions'];
  /** Fixes the Action ID, to find the same Command again after a restart. */
  readonly actionId?: string;
  /** The Event that this answers. */
  readonly causationId?: string;
  /** It has no meaning later: it is sent in the Session of now, or not at all. */
  readonly mustBeNow?: boolean;
}

export type CommandOutcome =
  /** The Event is folded into `world` by then. */
  | { readonly status: 'accepted'; readonly event: Event }
  | { readonly status: 'refused'; readonly error: ProtocolError }
  /** The client was stopped before the fate was known. */
  | { readonly status: 'unknown' }
  /** Never sent and never going to be. */
  | { readonly status: 'abandoned' };

export type PresenceInput = Omit<PresenceRecord, 'agentId' | 'sessionEpoch' | 'lastHeartbeat' | 'expiresAt'>;

export interface AgentLink {
  readonly agentId: string;
  /** State of all followed Groups, folded from verified Events. */
  readonly world: World;
  /** Undefined while disconnected. */
  readonly session: OpenSession | undefined;
  groupIds(): readonly string[];
  /** After Events were verified, folded and made durable, in sequence order per Group. Returns the way to stop. */
  onApplied(listener: (groupId: string, events: readonly Event[]) => void): () => void;
  onSession(listener: (change: SessionChange) => void): () => void;
  /** Answers when the fate of the Command is known; never rejects. */
  submit(draft: CommandDraft): Promise<CommandOutcome>;
  /** Content of Artifacts; every read is checked against its hash (ART-003). */
  readonly artifacts: {
    upload(groupId: string, content: Uint8Array): Promise<string>;
    download(groupId: string, contentHash: string): Promise<Uint8Array>;
  };
  setPresence(presence: PresenceInput): void;
}
