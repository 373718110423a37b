// Connections side by side, each with its identities: what the rules of the desk are told of them, kept up to date, and who is
// told when something moved.
import type { OrganizationPolicy } from '../../domain/decision.ts';
import type { Actor, Event, ProtocolError } from '../../protocol/generated/documents.ts';
import { SINGLE } from '../../domain/world.ts';
import { hashContent } from '../../protocol/hash.ts';
import type { KeyEvidence } from '../../protocol/registry.ts';
import { refuse } from '../../protocol/result.ts';
import {
  type ContentCondition,
  type DeskConnection,
  type DeskIdentity,
  type GroupHealth,
  isSameActor,
} from '../desk/connection.ts';
import type { GroupTalk } from '../desk/attention/talk.ts';
import { toldLimit } from '../desk/outbox/limits.ts';
import { AgentHistory } from '../assistant/offers/agent-history.ts';
import { DEFAULT_RANKING } from '../assistant/offers/offer-settings.ts';
import { CombinedWorld } from './combined-world.ts';
import { GroupLog } from './group-log.ts';
import type {
  AgentDirectory,
  DeskLink,
  DeskPorts,
  FetchedContent,
  LinkOutcome,
  LinkStatus,
} from './ports.ts';

export interface ConnectionFacts {
  readonly connectionId: string;
  readonly name: string;
  readonly kind: 'embedded' | 'remote' | 'demo';
  readonly origin: string;
  readonly organizationId: string;
  readonly policy: OrganizationPolicy;
  /** How long Commands count as fresh there (OPEN-012). */
  readonly freshMs: number;
  readonly isTls: boolean;
}

export interface ConnectionListener {
  /** The log of a Group has moved on. */
  groupMoved(connection: RunningConnection, groupId: string, events: readonly Event[]): void;
  /** Identities, Sessions or Groups are other ones. */
  connectionChanged(connection: RunningConnection): void;
  contentsChanged(connection: RunningConnection): void;
  settled(connection: RunningConnection, link: DeskLink, actionId: string, outcome: LinkOutcome): void;
}

/** How a content was last compared with its hash. */
export interface ContentCheck {
  /** By the Authority's clock. */
  readonly atMs: number;
  /** What was found instead of it. */
  readonly found: { readonly contentHash: string; readonly sizeBytes: number } | undefined;
  /** Of a content that has its hash. */
  readonly sizeBytes: number | undefined;
}

/** About as long as a page of a log takes to fold. */
const CATCH_UP_PAUSE_MS = 2;

export class RunningConnection {
  readonly facts: ConnectionFacts;
  readonly links: readonly DeskLink[];
  /** What the logs of all its Groups say of Agents. */
  readonly agentHistory = new AgentHistory(DEFAULT_RANKING.fairnessWindow);
  /** Counts whatever its logs and its policy have brought: what was computed at one count holds until the next. */
  movedCount = 0;
  private readonly ports: DeskPorts;
  private readonly agents: AgentDirectory;
  private readonly listener: ConnectionListener;
  private readonly world = new CombinedWorld();
  private readonly logs = new Map<string, GroupLog>();
  private readonly stops: (() => void)[] = [];
  private isStopped = false;
  private readonly fetching = new Map<string, Promise<FetchedContent>>();
  private identities: readonly DeskIdentity[] = [];
  private identitiesText = '';
  private told: Partial<OrganizationPolicy['cooperation']> | undefined;
  private talk: ReadonlyMap<string, GroupTalk> = new Map();
  private contents: ReadonlyMap<string, ContentCondition> = new Map();
  private readonly checks = new Map<string, ContentCheck>();
  private health: ReadonlyMap<string, GroupHealth> = new Map();
  private healthText = '';

  constructor(
    facts: ConnectionFacts,
    links: readonly DeskLink[],
    agents: AgentDirectory,
    ports: DeskPorts,
    listener: ConnectionListener,
  ) {
    this.facts = facts;
    this.links = links;
    this.agents = agents;
    this.ports = ports;
    this.listener = listener;
    this.refresh();
  }

  /** The last sequence of a Group that any identity here has; undefined where none has any. */
  headSeen(groupId: string): number | undefined {
    const heads = this.links.flatMap(({ world }) => world.get('head', groupId, SINGLE)?.sequence ?? []);
    return heads.length === 0 ? undefined : Math.max(...heads);
  }

  /** Begins to listen, and folds what is kept already. */
  start(): void {
    for (const link of this.links) {
      this.stops.push(
        link.listen({
          applied: (groupId, events) => this.applied(link, groupId, events),
          changed: () => this.changed(),
          settled: (actionId, outcome) => this.listener.settled(this, link, actionId, outcome),
        }),
      );
    }
    this.stops.push(
      this.agents.listen(() => {
        this.movedCount += 1;
        this.listener.connectionChanged(this);
      }),
    );
    this.changed();
  }

  stop(): void {
    this.isStopped = true;
    for (const stop of this.stops.splice(0)) stop();
  }

  /** What the rules of the desk are told, at this moment. */
  view(): DeskConnection {
    const { connectionId, policy } = this.facts;
    return {
      connectionId,
      world: this.world,
      nowMs: Math.floor(this.nowMs()),
      policy: this.withTold(this.agents.policy?.() ?? policy),
      identities: this.identities,
      groupIds: this.groupIds(),
      status: this.deskStatus(),
      offlineSinceMs: this.offlineSinceMs(),
      cards: this.agents.cards(),
      health: this.health,
      presence: this.agents.presence(),
      talk: this.talk,
      history: this.logs,
      contents: this.contents,
    };
  }

  /** An Authority has refused a Command: what it says of its limits is true, whatever was known of its policy. */
  noteRefusal(error: ProtocolError): void {
    const told = toldLimit(error);
    if (told === undefined) return;
    this.told = { ...this.told, ...told };
    this.movedCount += 1;
  }

  private withTold(policy: OrganizationPolicy): OrganizationPolicy {
    if (this.told === undefined) return policy;
    return { ...policy, cooperation: { ...policy.cooperation, ...this.told } };
  }

  /** The Authority's time: of the identity that knows it best. */
  nowMs(): number {
    const link = this.links.find(({ status }) => status === 'online') ?? this.links[0];
    return link?.now() ?? this.ports.clock.nowMs();
  }

  groupIds(): readonly string[] {
    return this.world.groupIds();
  }

  /** What signatures are verified with: of the first identity that has read the Registry. */
  evidence(): KeyEvidence {
    const known = this.links.map(({ evidence }) => evidence);
    return (
      known.find(({ ok }) => ok) ??
      known[0] ??
      refuse({ reason: 'unavailable', message: 'the connection has no identity' })
    );
  }

  /** Has all identities read the Registry anew. */
  async refreshKeys(): Promise<void> {
    await Promise.all(this.links.flatMap((link) => link.refreshKeys?.() ?? []));
  }

  /** The best of what its identities are. */
  get status(): LinkStatus {
    const statuses = this.links.map((link) => link.status);
    const order: readonly LinkStatus[] = ['replaced', 'online', 'connecting', 'offline', 'working-offline'];
    return order.find((each) => statuses.includes(each)) ?? 'offline';
  }

  offlineSinceMs(): number | undefined {
    if (this.links.some(({ status }) => status === 'online')) return undefined;
    const since = this.links.flatMap(({ offlineSinceMs }) => offlineSinceMs ?? []);
    return since.length === 0 ? undefined : Math.min(...since);
  }

  linkOf(actor: Actor): DeskLink | undefined {
    return this.links.find((link) => isSameActor(link.actor, actor));
  }

  /** The identity through which a Group is seen. */
  sourceOf(groupId: string): DeskLink | undefined {
    return this.world.sourceOf(groupId);
  }

  logOf(groupId: string): GroupLog | undefined {
    return this.logs.get(groupId);
  }

  /** Fetches content and compares it with its hash; the condition is known to the rules afterwards. */
  fetchContent(groupId: string, contentHash: string): Promise<FetchedContent> {
    const known = this.fetching.get(contentHash);
    if (known !== undefined) return known;
    const link = this.sourceOf(groupId);
    if (link === undefined) return Promise.resolve({ condition: 'unavailable' });
    const fetched = link.fetchContent(groupId, contentHash).finally(() => this.fetching.delete(contentHash));
    this.fetching.set(contentHash, fetched);
    return fetched.then((content) => {
      const received = content.condition === 'differs' ? content.received : undefined;
      this.noteContent(contentHash, content.condition, {
        atMs: Math.floor(this.nowMs()),
        found: received && { contentHash: hashContent(received), sizeBytes: received.length },
        sizeBytes: content.condition === 'intact' ? content.bytes.length : undefined,
      });
      return content;
    });
  }

  isFetching(contentHash: string): boolean {
    return this.fetching.has(contentHash);
  }

  /** How a content was compared last; undefined where it was not since the start. */
  checkOf(contentHash: string): ContentCheck | undefined {
    return this.checks.get(contentHash);
  }

  /** What is known of a content, and since when. The rules are told when it is something else than before. */
  noteContent(contentHash: string, condition: ContentCondition, check: ContentCheck): void {
    this.checks.set(contentHash, check);
    if (this.contents.get(contentHash) === condition) return;
    this.contents = new Map(this.contents).set(contentHash, condition);
    this.listener.contentsChanged(this);
  }

  /** Keys, names or Sessions may be other ones: the rules are told of what is true now. */
  refresh(): void {
    this.world.choose(this.links);
    const identities = this.links.map((link) => this.identityOf(link));
    const text = JSON.stringify(identities);
    // The same array while nothing has changed: what was computed from it stays valid.
    if (text !== this.identitiesText) {
      this.identitiesText = text;
      this.identities = identities;
    }
    const health = this.links.flatMap((link) =>
      link
        .groups()
        .filter(({ groupId }) => this.world.sourceOf(groupId) === link)
        .map((group) => [group.groupId, group.health] as const),
    );
    const healthText = JSON.stringify(health);
    if (healthText !== this.healthText) {
      this.healthText = healthText;
      this.health = new Map(health);
    }
  }

  private changed(): void {
    this.movedCount += 1;
    this.refresh();
    for (const groupId of this.groupIds()) {
      const log = this.logs.get(groupId);
      if (log === undefined) this.openLog(groupId);
      // Its first Event came before its link knew where the log begins.
      else if (log.upTo === undefined) this.catchUpAnew(log);
    }
    this.listener.connectionChanged(this);
  }

  private applied(link: DeskLink, groupId: string, events: readonly Event[]): void {
    // Whoever knows more by now is who the Group is seen through: nobody is to act on what is known to be over.
    if (this.world.isBehind(link, groupId)) this.refresh();
    this.movedCount += 1;
    const log = this.logs.get(groupId);
    if (log === undefined) this.openLog(groupId);
    else if (log.take(events)) this.noteTalk(log);
    else this.catchUp(log, link);
    if (this.world.sourceOf(groupId) === link) this.listener.groupMoved(this, groupId, events);
  }

  private openLog(groupId: string): void {
    const log = new GroupLog(groupId, (event) => {
      this.movedCount += 1;
      this.agentHistory.take(event);
    });
    this.logs.set(groupId, log);
    this.catchUpAnew(log);
  }

  private catchUpAnew(log: GroupLog): void {
    const link = this.world.sourceOf(log.groupId);
    if (link !== undefined) this.catchUp(log, link);
  }

  private catchUp(log: GroupLog, link: DeskLink): void {
    if (this.isStopped) return;
    log
      .catchUp(link, () => this.pause())
      .then(() => {
        this.noteTalk(log);
        this.listener.groupMoved(this, log.groupId, []);
        return undefined;
      })
      .catch((error: unknown) => {
        // After a stop the replica may be closed in the middle of a page.
        if (!this.isStopped) this.ports.onFault(error);
      });
  }

  /** Lets everything else go first: a window that opens waits for nobody, and a long log for it. Nothing goes on after a stop. */
  private pause(): Promise<boolean> {
    return new Promise((resolve) => {
      this.ports.clock.after(CATCH_UP_PAUSE_MS, () => resolve(!this.isStopped));
    });
  }

  private noteTalk({ groupId, talk }: GroupLog): void {
    if (this.talk.get(groupId) !== talk) this.talk = new Map(this.talk).set(groupId, talk);
  }

  private identityOf(link: DeskLink): DeskIdentity {
    const { actor, name, sessionEpoch, keyId, path } = link;
    return { actor, name, sessionEpoch, key: this.ports.keys.conditionOf(keyId), path };
  }

  private deskStatus(): DeskConnection['status'] {
    const { status } = this;
    if (status === 'replaced') return 'replaced';
    return status === 'online' ? 'online' : 'offline';
  }
}
