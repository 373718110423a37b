// What a connection knows of the Organization beside the log: cards, Presence and policy. Of our own Authority it is looked at
// directly; another one is asked, and its last answer is kept for times without a connection.
import type { AgentDirectory, DeskLink } from '../coordinator/desk-runtime/ports.ts';
import type { OrganizationPolicy } from '../domain/decision.ts';
import { ORGANIZATION } from '../domain/world.ts';
import type { AgentCard, PresenceRecord } from '../protocol/generated/documents.ts';
import type { KeyEvidence } from '../protocol/registry.ts';
import { verifyAgents } from '../sync/agent-list.ts';
import type { ControlPlaneClient } from '../sync/control-plane-client.ts';
import type { AuthorityServer } from './authority-server.ts';

const LOOK_MS = 5_000;
const LOOKS_PER_POLICY = 12;
const REGISTERED = 'ext.missionweaveprotocol.registry.agent_card_registered';
const NOTE = 'desk-directory';

/** An identity through which an Authority elsewhere can be asked. */
export interface DirectorySource extends Pick<DeskLink, 'status' | 'listen' | 'readNotes' | 'writeNotes'> {
  readonly controlPlane: Pick<ControlPlaneClient, 'listAgents' | 'readPolicy'>;
  readonly evidence: KeyEvidence;
}

interface KeptDirectory {
  readonly cards: readonly AgentCard[];
  readonly policy: OrganizationPolicy | undefined;
}

/** Cards, Presence and policy of an Authority elsewhere, asked for every few seconds while there is a connection. */
export class DirectoryElsewhere implements AgentDirectory {
  private readonly organizationId: string;
  private readonly sources: readonly DirectorySource[];
  private readonly onFault: (error: unknown) => void;
  private readonly listeners = new Set<() => void>();
  private readonly stops: (() => void)[] = [];
  private known: ReadonlyMap<string, AgentCard> = new Map();
  private present: ReadonlyMap<string, PresenceRecord> = new Map();
  private knownPolicy: OrganizationPolicy | undefined;
  private looking: Promise<void> | undefined;
  private isOnline = false;
  /** In this time online. */
  private hasAnswer = false;
  /** Looks until the policy is asked for again. */
  private looksToPolicy = 0;
  private isStopped = false;

  private constructor(
    organizationId: string,
    sources: readonly DirectorySource[],
    onFault: (error: unknown) => void,
  ) {
    this.organizationId = organizationId;
    this.sources = sources;
    this.onFault = onFault;
  }

  /** With what an earlier run has kept. */
  static async open(
    organizationId: string,
    sources: readonly DirectorySource[],
    onFault: (error: unknown) => void,
  ): Promise<DirectoryElsewhere> {
    const directory = new DirectoryElsewhere(organizationId, sources, onFault);
    const kept = (await sources[0]?.readNotes())?.get(NOTE) as KeptDirectory | undefined;
    if (kept !== undefined) {
      directory.known = new Map(kept.cards.map((card) => [card.agentId, card]));
      directory.knownPolicy = kept.policy;
    }
    directory.begin();
    return directory;
  }

  cards(): ReadonlyMap<string, AgentCard> {
    return this.known;
  }

  presence(): ReadonlyMap<string, PresenceRecord> {
    return this.present;
  }

  policy(): OrganizationPolicy | undefined {
    return this.knownPolicy;
  }

  listen(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => this.listeners.delete(changed);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const stop of this.stops.splice(0)) stop();
    await this.looking;
  }

  private begin(): void {
    const timer = setInterval(() => this.look(), LOOK_MS);
    timer.unref();
    this.stops.push(() => clearInterval(timer));
    for (const source of this.sources) {
      const changed = () => this.statusChanged();
      this.stops.push(source.listen({ applied: () => {}, changed, settled: () => {} }));
    }
  }

  private statusChanged(): void {
    const isOnline = this.sources.some(({ status }) => status === 'online');
    const wasOnline = this.isOnline;
    this.isOnline = isOnline;
    if (!isOnline) this.hasAnswer = false;
    // Until there is an answer at every change: only then the Registry may have been read.
    if (isOnline && !this.hasAnswer) this.look();
    // What somebody said of himself is worth nothing when nobody can say it anew (WS-061).
    if (wasOnline && !isOnline) this.note({ presence: new Map() }).catch(this.onFault);
  }

  private look(): void {
    // Before the Registry was read no card can be believed.
    const source = this.sources.find(({ status, evidence }) => status === 'online' && evidence.ok);
    if (this.isStopped || source === undefined) return;
    this.looking ??= this.ask(source)
      .catch(this.onFault)
      .finally(() => {
        this.looking = undefined;
      });
  }

  private async ask({ controlPlane, evidence }: DirectorySource): Promise<void> {
    // A policy changes rarely, and a Command that it refuses tells of it too.
    this.looksToPolicy = this.hasAnswer ? this.looksToPolicy - 1 : 0;
    const isPolicyDue = this.looksToPolicy <= 0;
    const policy = isPolicyDue ? await controlPlane.readPolicy(this.organizationId) : undefined;
    if (isPolicyDue) this.looksToPolicy = LOOKS_PER_POLICY;
    const listed = await controlPlane.listAgents();
    const agents = listed.ok ? await verifyAgents(listed.value, evidence, this.known) : {};
    // The connection may have been lost meanwhile: then it is asked again from the beginning.
    this.hasAnswer = this.isOnline;
    // An Authority of somebody else's make may tell neither: then what the log tells has to do.
    await this.note({ ...agents, ...(policy?.ok === true ? { policy: policy.value } : {}) });
  }

  private async note({
    cards = this.known,
    presence = this.present,
    policy = this.knownPolicy,
  }: {
    readonly cards?: ReadonlyMap<string, AgentCard>;
    readonly presence?: ReadonlyMap<string, PresenceRecord>;
    readonly policy?: OrganizationPolicy | undefined;
  }): Promise<void> {
    if (this.isStopped) return;
    const areCardsSame = textOf(cards) === textOf(this.known);
    const isPolicySame = JSON.stringify(policy) === JSON.stringify(this.knownPolicy);
    const isPresenceSame = textOf(presence) === textOf(this.present);
    if (!areCardsSame || !isPolicySame) {
      // Before anybody sees it: what was seen once is there again after a crash.
      const value: KeptDirectory = { cards: [...cards.values()], policy };
      await this.sources[0]?.writeNotes([{ groupId: '', name: NOTE, value }]);
    }
    // Another map only when something is another one: what was computed from it stays valid.
    if (!areCardsSame) this.known = cards;
    if (!isPolicySame) this.knownPolicy = policy;
    if (!isPresenceSame) this.present = presence;
    if (areCardsSame && isPolicySame && isPresenceSame) return;
    for (const changed of this.listeners) changed();
  }
}

function textOf(map: ReadonlyMap<string, unknown>): string {
  return JSON.stringify([...map]);
}

/** Cards and presence of our own Authority, looked at every few seconds, and whenever a card was registered. */
export class DirectoryOfOurs implements AgentDirectory {
  private readonly server: AuthorityServer;
  private readonly listeners = new Set<() => void>();
  private readonly timer: NodeJS.Timeout;
  private readonly stopListening: () => void;
  private known: ReadonlyMap<string, AgentCard> = new Map();
  private present: ReadonlyMap<string, PresenceRecord> = new Map();

  private constructor(server: AuthorityServer, onFault: (error: unknown) => void) {
    this.server = server;
    this.timer = setInterval(() => {
      this.look().catch(onFault);
    }, LOOK_MS);
    this.timer.unref();
    const stopCommits = server.authority.onCommit((events) => {
      if (events.some(({ event }) => event.kind === REGISTERED)) this.look().catch(onFault);
    });
    const stopPolicy = server.policy.listen(() => {
      for (const changed of this.listeners) changed();
    });
    this.stopListening = () => {
      stopCommits();
      stopPolicy();
    };
  }

  static async open(server: AuthorityServer, onFault: (error: unknown) => void): Promise<DirectoryOfOurs> {
    const directory = new DirectoryOfOurs(server, onFault);
    await directory.look();
    return directory;
  }

  cards(): ReadonlyMap<string, AgentCard> {
    return this.known;
  }

  presence(): ReadonlyMap<string, PresenceRecord> {
    return this.present;
  }

  policy(): OrganizationPolicy {
    return this.server.policy.current;
  }

  listen(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => this.listeners.delete(changed);
  }

  stop(): void {
    this.stopListening();
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const cards = await this.server.authority.look(
      (world) =>
        new Map<string, AgentCard>(
          [...world.list('agent', ORGANIZATION)].map(([agentId, { card }]) => [agentId, card]),
        ),
    );
    const presence = new Map<string, PresenceRecord>();
    for (const agentId of cards.keys()) {
      const record = this.server.presenceOf(agentId);
      if (record !== undefined) presence.set(agentId, record);
    }
    const isSame =
      [...cards].every(([agentId, card]) => this.known.get(agentId)?.cardVersion === card.cardVersion) &&
      this.known.size === cards.size &&
      JSON.stringify([...presence]) === JSON.stringify([...this.present]);
    // Another map only when something is another one: what was computed from it stays valid.
    if (isSame) return;
    this.known = cards;
    this.present = presence;
    for (const changed of this.listeners) changed();
  }
}
