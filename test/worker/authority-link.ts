// The Worker's port on an Authority in the same process: the same bytes, signatures and epochs as over a connection, and
// a connection that can be lost.
import type { StoredEvent } from '../../core/store/authority-store.ts';
import { evolve } from '../../core/domain/evolve.ts';
import { MemoryWorld, memberKey, SINGLE } from '../../core/domain/world.ts';
import type { Command, Event } from '../../core/protocol/generated/documents.ts';
import { hashContent } from '../../core/protocol/hash.ts';
import { signDocument } from '../../core/protocol/sign.ts';
import type {
  AgentLink,
  CommandDraft,
  CommandOutcome,
  OpenSession,
  PresenceInput,
  SessionChange,
} from '../../core/worker/agent-link.ts';
import type { Principal, TestOrganization } from '../harness/organization.ts';

export class AuthorityLink implements AgentLink {
  readonly world = new MemoryWorld();
  session: OpenSession | undefined;
  /** What was sent, in order. */
  readonly sent: CommandDraft[] = [];
  readonly refusals: string[] = [];
  readonly presences: PresenceInput[] = [];
  readonly blobs: Map<string, Uint8Array>;
  /** Lets a test lose the connection at a Command: undefined lets it through. */
  onSend: (draft: CommandDraft) => CommandOutcome | undefined = () => undefined;
  private readonly organization: TestOrganization;
  private readonly agent: Principal;
  private readonly groups: string[] = [];
  private readonly appliedListeners = new Set<(groupId: string, events: readonly Event[]) => void>();
  private readonly sessionListeners = new Set<(change: SessionChange) => void>();
  /** Commands whose fate is not known yet. */
  underWay = 0;
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(organization: TestOrganization, agent: Principal, blobs = new Map<string, Uint8Array>()) {
    this.organization = organization;
    this.agent = agent;
    this.blobs = blobs;
    organization.authority.onCommit((committed) => {
      if (this.session === undefined) return;
      for (const { event } of committed) this.take(event);
    });
  }

  get agentId(): string {
    return this.agent.actor.id;
  }

  groupIds(): readonly string[] {
    return this.groups;
  }

  onApplied(listener: (groupId: string, events: readonly Event[]) => void): () => void {
    this.appliedListeners.add(listener);
    return () => this.appliedListeners.delete(listener);
  }

  onSession(listener: (change: SessionChange) => void): () => void {
    this.sessionListeners.add(listener);
    return () => this.sessionListeners.delete(listener);
  }

  setPresence(presence: PresenceInput): void {
    this.presences.push(presence);
  }

  readonly artifacts = {
    upload: async (_groupId: string, content: Uint8Array): Promise<string> => {
      if (this.session === undefined) throw new Error('no connection');
      const contentHash = hashContent(content);
      this.blobs.set(contentHash, content);
      return contentHash;
    },
    download: async (_groupId: string, contentHash: string): Promise<Uint8Array> => {
      const content = this.blobs.get(contentHash);
      if (content === undefined) throw new Error(`no content ${contentHash}`);
      return content;
    },
  };

  /** Follows a Group from its beginning. */
  async follow(groupId: string): Promise<void> {
    this.groups.push(groupId);
    await this.catchUp(groupId);
  }

  /** Opens a Session, which fences every earlier one, and catches up. */
  async connect(): Promise<void> {
    const sessionEpoch = await this.organization.openSession(this.agent);
    this.session = { sessionEpoch, openedAt: this.organization.nowText };
    this.tell({ kind: 'opened', session: this.session });
    for (const groupId of this.groups) await this.catchUp(groupId);
  }

  disconnect(kind: 'lost' | 'replaced' = 'lost'): void {
    const { session } = this;
    if (session === undefined) return;
    this.session = undefined;
    this.tell(kind === 'lost' ? { kind, session, reason: 'disconnected' } : { kind, session });
  }

  tell(change: SessionChange): void {
    for (const listener of this.sessionListeners) listener(change);
  }

  /** One Command per Group under way at a time, as the client does it. */
  submit(draft: CommandDraft): Promise<CommandOutcome> {
    this.underWay += 1;
    const turn = (this.turns.get(draft.groupId) ?? Promise.resolve())
      .then(() => this.send(draft))
      .finally(() => {
        this.underWay -= 1;
      });
    this.turns.set(draft.groupId, turn);
    return turn;
  }

  private async send(draft: CommandDraft): Promise<CommandOutcome> {
    const { session, organization, agent } = this;
    if (session === undefined) return { status: 'abandoned' };
    const member = this.world.get('member', draft.groupId, memberKey(agent.actor));
    const signed = signDocument(
      'command',
      {
        protocolVersion: '0.1',
        actionId: draft.actionId ?? organization.newId('action'),
        actor: agent.actor,
        correlationId: 'urn:heddle:test:correlation:worker',
        issuedAt: organization.nowText,
        sessionEpoch: session.sessionEpoch,
        membershipEpoch: member?.membershipEpoch ?? 1,
        groupId: draft.groupId,
        kind: draft.kind,
        payload: draft.payload as Command['payload'],
        ...(draft.expectedRevision === undefined ? {} : { expectedRevision: draft.expectedRevision }),
        ...(draft.conversationId === undefined ? {} : { conversationId: draft.conversationId }),
        ...(draft.workItemId === undefined ? {} : { workItemId: draft.workItemId }),
        ...(draft.extensions === undefined ? {} : { extensions: draft.extensions }),
      },
      agent.signer,
    );
    if (!signed.ok) throw new Error(`${draft.kind}: ${signed.fault.message}`);
    this.sent.push(draft);
    const cut = this.onSend(draft);
    if (cut !== undefined) return cut;
    const result = await organization.authority.submit(signed.value.bytes, {
      kind: 'session',
      agentId: this.agentId,
      keyId: agent.signer.keyId,
      sessionEpoch: session.sessionEpoch,
    });
    if (!result.ok) {
      this.refusals.push(`${draft.kind}: ${result.fault.code} ${result.fault.message}`);
      return { status: 'refused', error: result.fault };
    }
    return { status: 'accepted', event: eventOf(result.value.primary) };
  }

  private async catchUp(groupId: string): Promise<void> {
    const after = this.world.get('head', groupId, SINGLE)?.sequence ?? 0;
    const stored = await this.organization.authority.store.readGroupEvents(groupId, after, 100_000);
    for (const event of stored.map(eventOf)) this.take(event);
  }

  private take(event: Event): void {
    const { groupId, sequence } = event;
    if (groupId === undefined || sequence === undefined || !this.groups.includes(groupId)) return;
    const head = this.world.get('head', groupId, SINGLE)?.sequence ?? 0;
    if (sequence <= head) return;
    if (sequence > head + 1) throw new Error(`a gap before ${sequence} in ${groupId}`);
    this.world.apply(evolve(this.world, event));
    for (const listener of this.appliedListeners) listener(groupId, [event]);
  }
}

function eventOf({ bytes }: StoredEvent): Event {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Event;
}
