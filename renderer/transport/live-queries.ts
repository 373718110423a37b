// Live queries, shared: everybody in the window who follows the same one looks at the same rows. A query stays open for a
// moment after the last one left, so that going back and forth costs nothing; after a lost connection it is opened anew
// and shows what was known until then.
import type { DeskClient } from '../../core/contract/contract.ts';
import {
  emptyLive,
  followLive,
  type LivePart,
  type LiveRow,
  type LiveState,
} from '../../core/contract/live.ts';
import { type LinkTiming, WINDOW_TIMING } from './desk-link.ts';

type Output<Procedure> = Procedure extends (...rest: never[]) => PromiseLike<infer Value> ? Value : never;
type Part<Procedure> = Output<Procedure> extends AsyncIterable<infer Value> ? Value : never;

type Areas = { readonly [Area in keyof DeskClient]: DeskClient[Area] };

/** `area.procedure` of every live query of the contract. */
export type LivePath = {
  [Area in keyof Areas]: {
    [Name in keyof Areas[Area] & string]: Part<Areas[Area][Name]> extends { liveId: string }
      ? `${Area}.${Name}`
      : never;
  }[keyof Areas[Area] & string];
}[keyof Areas];

type ProcedureAt<Path extends LivePath> = Path extends `${infer Area}.${infer Name}`
  ? Area extends keyof Areas
    ? Name extends keyof Areas[Area]
      ? Areas[Area][Name]
      : never
    : never
  : never;

type PartAt<Path extends LivePath> = Part<ProcedureAt<Path>>;

export type LiveInput<Path extends LivePath> =
  ProcedureAt<Path> extends (input: infer Input, ...rest: never[]) => unknown ? Input : undefined;

export type RowAt<Path extends LivePath> =
  Extract<PartAt<Path>, { type: 'patch' }> extends { put: readonly (infer Row extends LiveRow)[] }
    ? Row
    : never;

export type SummaryAt<Path extends LivePath> =
  PartAt<Path> extends { summary?: infer Summary } ? Exclude<Summary, undefined> : never;

/** What a screen sees of a live query. */
export interface LiveView<Row extends LiveRow, Summary> extends LiveState<Row, Summary> {
  /**
   * - `loading`: nothing is there yet;
   * - `live`: as it is now;
   * - `stale`: as it was when the connection was lost;
   * - `broken`: the host answered with a fault, which `problem` tells.
   */
  readonly status: 'loading' | 'live' | 'stale' | 'broken';
  readonly problem: string | undefined;
}

type AnyView = LiveView<LiveRow, unknown>;

const LOADING: AnyView = { ...emptyLive(), status: 'loading', problem: undefined };

/** Long enough for a look at another screen, short enough not to burden the host. */
const LINGER_MS = 5_000;
const RETRY_MS = 1_000;

type Follow = (
  input: unknown,
  options: { signal: AbortSignal },
) => Promise<AsyncIterable<LivePart<LiveRow, unknown>>>;

interface Query {
  view: AnyView;
  readonly watchers: Set<() => void>;
  readonly abort: AbortController;
  cancelLinger: (() => void) | undefined;
}

export class LiveQueries {
  readonly #client: DeskClient;
  readonly #timing: LinkTiming;
  readonly #queries = new Map<string, Query>();

  constructor(client: DeskClient, timing: LinkTiming = WINDOW_TIMING) {
    this.#client = client;
    this.#timing = timing;
  }

  /** What is known of a query right now. */
  read(path: LivePath, input: unknown): AnyView {
    return this.#queries.get(keyOf(path, input))?.view ?? LOADING;
  }

  /** Follows a query, and tells about each change until the returned function is called. */
  watch(path: LivePath, input: unknown, watcher: () => void): () => void {
    const key = keyOf(path, input);
    let query = this.#queries.get(key);
    if (query === undefined) {
      query = { view: LOADING, watchers: new Set(), abort: new AbortController(), cancelLinger: undefined };
      this.#queries.set(key, query);
      this.#run(path, input, query).catch((fault: unknown) => {
        console.error('A live query ended with a bug', path, fault);
      });
    }
    const watched = query;
    watched.cancelLinger?.();
    watched.watchers.add(watcher);
    return () => {
      watched.watchers.delete(watcher);
      if (watched.watchers.size > 0) return;
      watched.cancelLinger = this.#timing.after(LINGER_MS, () => {
        watched.abort.abort();
        this.#queries.delete(key);
      });
    };
  }

  async #run(path: LivePath, input: unknown, query: Query): Promise<void> {
    const { signal } = query.abort;
    const follow = procedureAt(this.#client, path);
    while (!signal.aborted) {
      try {
        const parts = await follow(input, { signal });
        const states = followLive(parts, (ack) => this.#client.system.acknowledge(ack));
        for await (const state of states) {
          show(query, { ...state, status: state.isComplete ? 'live' : 'loading', problem: undefined });
        }
        return;
      } catch (fault) {
        if (signal.aborted) return;
        const isFault = fault instanceof Error && 'code' in fault && fault.name !== 'AbortError';
        show(query, {
          ...query.view,
          status: isFault ? 'broken' : query.view.isComplete ? 'stale' : 'loading',
          problem: isFault ? (fault as Error).message : undefined,
        });
      }
      await this.#pause(RETRY_MS, signal);
    }
  }

  async #pause(delayMs: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#timing.after(delayMs, resolve);
      signal.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    });
  }
}

function show(query: Query, view: AnyView): void {
  query.view = view;
  for (const watcher of query.watchers) watcher();
}

function keyOf(path: LivePath, input: unknown): string {
  return `${path} ${JSON.stringify(input ?? null)}`;
}

function procedureAt(client: DeskClient, path: LivePath): Follow {
  const [area = '', name = ''] = path.split('.');
  const procedures = client as unknown as Record<string, Record<string, Follow>>;
  const procedure = procedures[area]?.[name];
  if (procedure === undefined) throw new Error(`No live query is called ${path}`);
  return procedure;
}
