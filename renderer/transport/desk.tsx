// The desk for React: the client, live queries, one-time questions, and how the connection to the host stands.
import { createORPCClient } from '@orpc/client';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { DeskClient } from '../../core/contract/contract.ts';
import type { Fault } from '../../core/contract/values.ts';
import type { DeskLink, LinkState } from './desk-link.ts';
import {
  type LiveInput,
  type LivePath,
  LiveQueries,
  type LiveView,
  type RowAt,
  type SummaryAt,
} from './live-queries.ts';

interface Desk {
  readonly client: DeskClient;
  readonly live: LiveQueries;
  readonly link: DeskLink | undefined;
}

const DeskContext = createContext<Desk | undefined>(undefined);

/** Through `link` to a host, or right to a `client` that needs none. */
export function DeskProvider(props: {
  readonly link?: DeskLink;
  readonly client?: DeskClient;
  readonly children: ReactNode;
}) {
  const { link, client } = props;
  const desk = useMemo<Desk>(() => {
    const own = client ?? (link === undefined ? undefined : createORPCClient<DeskClient>(link));
    if (own === undefined) throw new Error('A desk needs a link or a client.');
    return { client: own, live: new LiveQueries(own), link };
  }, [client, link]);
  return <DeskContext value={desk}>{props.children}</DeskContext>;
}

function useWholeDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === undefined) throw new Error('There is no desk here.');
  return desk;
}

/** What a window can ask its host. */
export function useDesk(): DeskClient {
  return useWholeDesk().client;
}

/** Follows a live query. With `isOff` it asks for nothing and stays at `loading`. */
export function useLive<Path extends LivePath>(
  path: Path,
  ...rest: undefined extends LiveInput<Path>
    ? [input?: LiveInput<Path>, options?: { readonly isOff?: boolean }]
    : [input: LiveInput<Path>, options?: { readonly isOff?: boolean }]
): LiveView<RowAt<Path>, SummaryAt<Path>> {
  const { live } = useWholeDesk();
  const [input, options] = rest;
  const isOff = options?.isOff === true;
  // The text of the input is its identity: a new object with the same content is the same query.
  const inputText = JSON.stringify(input ?? null);
  const subscribe = useCallback(
    (watcher: () => void) => (isOff ? () => undefined : live.watch(path, parseInput(inputText), watcher)),
    [live, path, inputText, isOff],
  );
  const read = useCallback(() => live.read(path, parseInput(inputText)), [live, path, inputText]);
  return useSyncExternalStore(subscribe, read) as unknown as LiveView<RowAt<Path>, SummaryAt<Path>>;
}

function parseInput(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return value === null ? undefined : value;
}

/** How the connection between this window and its host stands. */
export function useLinkState(): LinkState {
  const { link } = useWholeDesk();
  const subscribe = useCallback((watcher: () => void) => link?.watch(watcher) ?? (() => undefined), [link]);
  return useSyncExternalStore(subscribe, () => link?.state ?? OPEN);
}

const OPEN: LinkState = { name: 'open' };

/** Tries to reach the host at once. */
export function useRetryLink(): () => void {
  const { link } = useWholeDesk();
  return useCallback(() => link?.retryNow(), [link]);
}

type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: Fault };

/** Something that was asked of the host by a person: whether it runs, and why it was refused. */
export interface Request<Input extends readonly unknown[], Value> {
  /** Undefined when it was refused or the host is gone: `fault` or `isLost` tells. */
  readonly run: (...input: Input) => Promise<Value | undefined>;
  readonly isRunning: boolean;
  readonly fault: Fault | undefined;
  /** The host did not answer. */
  readonly isLost: boolean;
  readonly clear: () => void;
}

interface RequestState {
  readonly isRunning: boolean;
  readonly fault: Fault | undefined;
  readonly isLost: boolean;
}

const IDLE: RequestState = { isRunning: false, fault: undefined, isLost: false };

/** For buttons: `const snooze = useRequest(desk.attention.snooze)`, then `await snooze.run(input)`. */
export function useRequest<Input extends readonly unknown[], Value>(
  ask: (...input: Input) => Promise<Outcome<Value>>,
): Request<Input, Value> {
  const [state, setState] = useState(IDLE);
  const run = async (...input: Input): Promise<Value | undefined> => {
    setState({ ...IDLE, isRunning: true });
    try {
      const outcome = await ask(...input);
      setState(outcome.ok ? IDLE : { ...IDLE, fault: outcome.fault });
      return outcome.ok ? outcome.value : undefined;
    } catch (fault) {
      console.error('The host did not answer', fault);
      setState({ ...IDLE, isLost: true });
      return undefined;
    }
  };
  return { ...state, run, clear: () => setState(IDLE) };
}
