// Search by words over the logs of all connections, from the indices beside them. Each Group is looked for where it is seen
// through, so that nothing is found twice.
import type { SearchArea, SearchHit } from '../contract/search.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { RunningConnection } from '../coordinator/desk-runtime/desk-connections.ts';
import { namesOf } from '../coordinator/desk-runtime/rows/history-rows.ts';
import { titleOfMission } from '../coordinator/desk-runtime/rows/row-context.ts';
import type { EventKind } from '../coordinator/desk-runtime/words/row-words.ts';
import { say, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import { principalOf, type TextHit } from '../store/history-entry.ts';
import type { HistoryReader } from './history-reader.ts';

export interface SearchWish {
  readonly text: string;
  readonly area?: SearchArea | undefined;
  readonly limit: number;
}

export interface SearchResult {
  readonly hits: SearchHit[];
  readonly count: number;
  readonly isComplete: boolean;
}

export class SearchDesk {
  private readonly desk: DeskRuntime;
  private readonly reader: HistoryReader;

  constructor(desk: DeskRuntime, reader: HistoryReader) {
    this.desk = desk;
    this.reader = reader;
  }

  async find({ text, area, limit }: SearchWish): Promise<SearchResult> {
    const wish = { words: text, area, limit };
    const found = await Promise.all(
      this.desk.connections().flatMap((connection) =>
        logsOf(connection).map(async (replicaPath) => {
          const { hits, count, isComplete } = await this.reader.ask('search', { replicaPath, ...wish });
          return { rows: this.rowsOf(connection, replicaPath, hits), count, isComplete };
        }),
      ),
    );
    return {
      hits: found
        .flatMap(({ rows }) => rows)
        .toSorted((a, b) => b.occurredAtMs - a.occurredAtMs)
        .slice(0, limit),
      count: found.reduce((sum, { count }) => sum + count, 0),
      isComplete: found.every(({ isComplete }) => isComplete),
    };
  }

  async health(): Promise<
    { connectionId: string; name: string; events: number; indexed: number; rebuilds: number }[]
  > {
    return Promise.all(
      this.desk.connections().map(async (connection) => {
        const logs = await Promise.all(
          logsOf(connection).map((replicaPath) => this.reader.ask('health', { replicaPath })),
        );
        const sum = (member: 'events' | 'indexed' | 'rebuilds') =>
          logs.reduce((total, each) => total + each[member], 0);
        const { connectionId, name } = connection.facts;
        return {
          connectionId,
          name,
          events: sum('events'),
          indexed: sum('indexed'),
          rebuilds: sum('rebuilds'),
        };
      }),
    );
  }

  private rowsOf(connection: RunningConnection, replicaPath: string, hits: readonly TextHit[]): SearchHit[] {
    const { connectionId } = connection.facts;
    const view = connection.view();
    const names = namesOf(connection, view);
    const { events } = textsOf(this.desk.language).row;
    return hits
      .filter(({ groupId }) => connection.sourceOf(groupId)?.logPath === replicaPath)
      .map(({ groupId, sequence, kind, workItemId, principal, occurredAtMs, area, excerpt }): SearchHit => {
        const title = workItemId === undefined ? undefined : names.itemTitle(groupId, workItemId);
        const hit: SearchHit = {
          id: `${connectionId} ${groupId} ${sequence}`,
          connectionId,
          groupId,
          missionTitle: titleOfMission(view.world, groupId),
          sequence,
          kind,
          words: say(`event.${kind}`, kind in events ? events[kind as EventKind] : kind),
          actor: names.person(principalOf(principal)),
          occurredAtMs,
          area,
          excerpt: partsOf(excerpt),
        };
        const about = workItemId === undefined ? {} : { workItemId };
        return Object.assign(hit, about, title === undefined ? {} : { title });
      });
  }
}

/** The files through which at least one Group of a connection is seen. */
function logsOf(connection: RunningConnection): readonly string[] {
  const paths = connection.groupIds().flatMap((groupId) => connection.sourceOf(groupId)?.logPath ?? []);
  return [...new Set(paths)];
}

/** What was found stands between U+0002 and U+0003. */
function partsOf(excerpt: string): SearchHit['excerpt'] {
  return excerpt
    .split(/[\u0002\u0003]/u)
    .map((text, index) => ({ text, isMatch: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
