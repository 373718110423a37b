// The running desk: connections with their identities side by side, Commands, sheets and drafts, the attention list, and the
// live queries of all windows. It does no I/O of its own.
import type { Actor, Event } from '../../protocol/generated/documents.ts';
import type { Language } from '../../contract/values.ts';
import { isSameActor } from '../desk/connection.ts';
import { AttentionCache, type AttentionList, attend } from '../desk/attention/attend.ts';
import { DEFAULT_RANKING, type RankingSettings } from '../assistant/offers/offer-settings.ts';
import type { KeyStatus } from '../desk/attention/attention-types.ts';
import { type AttentionMarks, NO_MARKS } from '../desk/attention/marks.ts';
import { CommandDesk } from './command-desk.ts';
import { type ConnectionFacts, RunningConnection } from './desk-connections.ts';
import { LiveQueries, type Topic } from './live-queries.ts';
import { ItemRankings } from './item-rankings.ts';
import { PreparedReviews } from './prepared-reviews.ts';
import type { AgentDirectory, DeskLink, DeskPorts, LinkOutcome } from './ports.ts';
import { SheetDesk } from './sheet-desk.ts';

export interface DeskRuntimeOptions {
  readonly ports: DeskPorts;
  readonly language: Language;
  /** What a person has put off; kept by whoever runs the desk. */
  readonly marks?: AttentionMarks;
  readonly onMarks?: (marks: AttentionMarks) => void;
  readonly keyStatuses: () => readonly KeyStatus[];
  /** When the day of the person began, in milliseconds since 1970. */
  readonly dayStartMs: () => number;
}

/** How often queries look at what time alone has changed. */
const TICK_MS = 1_000;

export class DeskRuntime {
  readonly ports: DeskPorts;
  readonly queries: LiveQueries;
  readonly commands: CommandDesk;
  readonly sheets: SheetDesk;
  readonly rankings = new ItemRankings();
  readonly reviews: PreparedReviews;
  language: Language;
  /** What offers are ranked by. */
  ranking: RankingSettings = DEFAULT_RANKING;
  /** Who acts, where a person has chosen. */
  actingAs: { readonly connectionId: string; readonly actor: Actor } | undefined;
  marks: AttentionMarks;
  private readonly options: DeskRuntimeOptions;
  private readonly running = new Map<string, RunningConnection>();
  private readonly cache = new AttentionCache();
  private attention: { readonly list: AttentionList; readonly atMs: number } | undefined;
  private readonly watchers = new Set<(connectionId: string) => void>();
  private stopTick: (() => void) | undefined;

  constructor(options: DeskRuntimeOptions) {
    const { ports, language, marks } = options;
    this.options = options;
    this.ports = ports;
    this.language = language;
    this.marks = marks ?? NO_MARKS;
    this.queries = new LiveQueries(ports.clock, ports.onFault);
    this.commands = new CommandDesk({
      ports,
      onChange: () => {
        this.attention = undefined;
        this.tell({ kind: 'area', area: 'outbox' });
      },
    });
    this.sheets = new SheetDesk(ports, this.commands, (area) => this.tell({ kind: 'area', area }));
    this.reviews = new PreparedReviews(
      ports.runCheck,
      () => this.tell({ kind: 'area', area: 'assistant' }),
      ports.onFault,
    );
  }

  start(): void {
    this.tick();
  }

  stop(): void {
    this.stopTick?.();
    for (const connection of this.running.values()) connection.stop();
    this.queries.endAll();
  }

  connections(): readonly RunningConnection[] {
    return [...this.running.values()];
  }

  connection(connectionId: string): RunningConnection | undefined {
    return this.running.get(connectionId);
  }

  /** Takes a connection up with what an earlier run has left there. Its links are started by whoever made them. */
  async addConnection(
    facts: ConnectionFacts,
    links: readonly DeskLink[],
    agents: AgentDirectory,
  ): Promise<RunningConnection> {
    const connection = new RunningConnection(facts, links, agents, this.ports, {
      groupMoved: (its, groupId, events) => this.groupMoved(its, groupId, events),
      connectionChanged: (its) => this.connectionChanged(its),
      contentsChanged: () => {
        this.attention = undefined;
        this.tell({ kind: 'area', area: 'contents' });
      },
      settled: (its, _link: DeskLink, actionId: string, outcome: LinkOutcome) =>
        this.commands.settled(its, actionId, outcome),
    });
    this.running.set(facts.connectionId, connection);
    await this.commands.load(connection);
    await this.sheets.load(connection);
    connection.start();
    return connection;
  }

  removeConnection(connectionId: string): void {
    const connection = this.running.get(connectionId);
    if (connection === undefined) return;
    connection.stop();
    this.running.delete(connectionId);
    this.commands.unload(connection);
    this.sheets.unload(connection);
    this.attention = undefined;
    this.tell({ kind: 'area', area: 'connections' });
  }

  /** Keys can do other things than before. */
  keysChanged(): void {
    for (const connection of this.running.values()) {
      connection.refresh();
      // What waited for a key waits for something else now, or goes.
      this.commands.connectionChanged(connection);
    }
    this.attention = undefined;
    this.tell({ kind: 'area', area: 'keys' });
  }

  setLanguage(language: Language): void {
    if (this.language === language) return;
    this.language = language;
    this.queries.restart();
  }

  setRanking(ranking: RankingSettings): void {
    this.ranking = ranking;
    this.tell({ kind: 'area', area: 'assistant' });
  }

  setMarks(marks: AttentionMarks): void {
    this.marks = marks;
    this.attention = undefined;
    this.options.onMarks?.(marks);
    this.tell({ kind: 'area', area: 'attention' });
  }

  /** The attention list of this moment; Groups in which nothing has changed are not looked at again. */
  attend(): AttentionList {
    const nowMs = this.ports.clock.nowMs();
    const { attention } = this;
    if (
      attention !== undefined &&
      nowMs < attention.atMs + attention.list.recheckInMs &&
      nowMs >= attention.atMs
    ) {
      return attention.list;
    }
    const list = attend(
      {
        connections: this.connections().map((connection) => connection.view()),
        outbox: this.commands.entries(),
        keys: this.options.keyStatuses(),
        marks: this.marks,
        nowMs,
        dayStartMs: this.options.dayStartMs(),
      },
      this.cache,
    );
    this.attention = { list, atMs: nowMs };
    return list;
  }

  /** Whether an identity of this computer is meant. */
  isMine(actor: Actor): boolean {
    return this.connections().some(({ links }) => links.some((link) => isSameActor(link.actor, actor)));
  }

  /** Calls `moved` whenever the log, the identities or the contents of a connection are other ones, until it is told to stop. */
  watch(moved: (connectionId: string) => void): () => void {
    this.watchers.add(moved);
    return () => this.watchers.delete(moved);
  }

  tell(topic: Topic): void {
    this.queries.tell(topic);
  }

  private groupMoved({ facts }: RunningConnection, groupId: string, _events: readonly Event[]): void {
    this.attention = undefined;
    this.tell({ kind: 'group', connectionId: facts.connectionId, groupId });
    this.moved(facts.connectionId);
    this.commands.pump();
  }

  private connectionChanged(connection: RunningConnection): void {
    this.attention = undefined;
    this.commands.connectionChanged(connection);
    this.tell({ kind: 'area', area: 'connections' });
    this.moved(connection.facts.connectionId);
  }

  private moved(connectionId: string): void {
    for (const watcher of this.watchers) watcher(connectionId);
  }

  private tick(): void {
    this.stopTick = this.ports.clock.after(TICK_MS, () => {
      this.tell({ kind: 'time' });
      // Clients tell of the end of a Command, and not of each step on its way.
      this.commands.lookAtAll().catch(this.ports.onFault);
      this.tick();
    });
  }
}
