// Where the window is: the part of the address after `#`. `#/work/<connection>/<group>/<item>?tab=offers`
import { useCallback, useSyncExternalStore } from 'react';

/** Every place of the window, and what its address has to name. */
export interface Places {
  attention: { readonly row?: string; readonly mission?: string; readonly signer?: string };
  missions: { readonly create?: string; readonly mission?: string; readonly view?: string };
  mission: GroupPlace;
  plan: Partial<GroupPlace> & {
    readonly item?: string;
    readonly view?: string;
    readonly filter?: string;
    /** The sequence of the Event after which the plan is shown. */
    readonly at?: string;
  };
  /** All Missions on one time axis. */
  timeline: { readonly item?: string; readonly view?: string; readonly filter?: string };
  work: GroupPlace & { readonly workItemId: string; readonly tab?: string };
  review: Partial<GroupPlace> & { readonly workItemId?: string; readonly artifact?: string };
  approvals: { readonly row?: string };
  outbox: { readonly connectionId?: string; readonly actionId?: string; readonly show?: string };
  conversations: Partial<GroupPlace> & { readonly conversationId?: string };
  agents: Partial<GroupPlace> & {
    readonly agent?: string;
    readonly view?: string;
    readonly member?: string;
    readonly grant?: string;
    /** What is being filled in. */
    readonly form?: string;
    /** The WorkItem below which something is to be delegated. */
    readonly target?: string;
  };
  policy: Partial<GroupPlace> & {
    readonly view?: string;
    /** The Command that an override is wanted for. */
    readonly actionId?: string;
    readonly form?: string;
  };
  history: Partial<GroupPlace> & {
    readonly sequence?: string;
    /** The text that the history is filtered with. */
    readonly filter?: string;
    readonly view?: string;
    /** Beside the Event: the state as it was then. */
    readonly tab?: string;
  };
  files: { readonly file?: string };
  search: { readonly text?: string; readonly area?: string };
  artifacts: Partial<GroupPlace> & {
    readonly artifact?: string;
    /** The Artifact by its content, where nobody knows what its manifest is called. */
    readonly hash?: string;
    readonly tab?: string;
    readonly show?: string;
    /** The hash of what it is compared with. */
    readonly with?: string;
  };
  connections: { readonly connectionId?: string };
  keys: { readonly keyId?: string; readonly task?: string };
  settings: { readonly section?: string };
  assistant: { readonly mission?: string };
  briefs: { readonly run?: string };
  demo: { readonly scenario?: string };
  /** An Authority that one administers, one of its parts, and what is chosen there. */
  operator: { readonly authorityId?: string; readonly section?: string; readonly item?: string };
  welcome: { readonly step?: string };
  contract: GroupPlace & {
    readonly workItemId?: string;
    readonly proposalId?: string;
    readonly draftId?: string;
    /** What the contract is for; the editor knows the words. */
    readonly purpose?: string;
    /** The hash of an Artifact that is to be an input. */
    readonly input?: string;
  };
  offer: GroupPlace & { readonly workItemId: string };
  leases: { readonly view?: string; readonly show?: string; readonly lease?: string };
  /** What is to be known before a WorkItem goes to somebody else. */
  reassign: GroupPlace & { readonly workItemId: string };
  takeover: GroupPlace & { readonly successor?: string; readonly view?: string };
  budget: Partial<GroupPlace> & { readonly account?: string };
  children: Partial<GroupPlace> & { readonly child?: string };
  /** A WorkItem that is to become a child Mission. */
  promote: GroupPlace & { readonly workItemId: string };
  /** A page of the help, by the place that it is about. */
  help: { readonly topic?: string };
  /** A link from outside, until its object is found. */
  open: { readonly connectionId: string; readonly kind: string; readonly id: string };
}

interface GroupPlace {
  readonly connectionId: string;
  readonly groupId: string;
}

export type PlaceName = keyof Places;

/** Which names stand in the path, in this order; all others follow after `?`. */
const PATHS: { readonly [Name in PlaceName]: readonly string[] } = {
  attention: [],
  missions: [],
  mission: ['connectionId', 'groupId'],
  plan: ['connectionId', 'groupId'],
  timeline: [],
  work: ['connectionId', 'groupId', 'workItemId'],
  review: ['connectionId', 'groupId', 'workItemId'],
  approvals: ['row'],
  outbox: ['connectionId', 'actionId'],
  conversations: ['connectionId', 'groupId', 'conversationId'],
  agents: ['agent'],
  policy: [],
  history: ['connectionId', 'groupId'],
  files: ['file'],
  search: [],
  artifacts: ['connectionId', 'groupId'],
  connections: ['connectionId'],
  keys: ['keyId'],
  settings: ['section'],
  assistant: [],
  briefs: ['run'],
  demo: [],
  operator: ['authorityId', 'section'],
  welcome: [],
  contract: ['connectionId', 'groupId'],
  offer: ['connectionId', 'groupId', 'workItemId'],
  leases: [],
  reassign: ['connectionId', 'groupId', 'workItemId'],
  takeover: ['connectionId', 'groupId'],
  budget: ['connectionId', 'groupId'],
  children: ['connectionId', 'groupId'],
  promote: ['connectionId', 'groupId', 'workItemId'],
  help: ['topic'],
  open: ['connectionId', 'kind', 'id'],
};

export interface Route {
  readonly place: PlaceName | undefined;
  readonly values: Readonly<Record<string, string>>;
}

/** The address of a place. */
export function hrefOf<Name extends PlaceName>(place: Name, values: Places[Name]): string {
  const given = { ...values } as Record<string, string | undefined>;
  const segments: string[] = [place];
  for (const name of PATHS[place]) {
    const value = given[name];
    if (value === undefined) break;
    segments.push(encodeURIComponent(value));
    given[name] = undefined;
  }
  const rest = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) rest.set(name, value);
  const query = rest.size === 0 ? '' : `?${rest.toString()}`;
  return `#/${segments.join('/')}${query}`;
}

/** Reads an address; an unknown one has no place. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/u, '').split('?', 2);
  const [name = '', ...segments] = path.split('/');
  if (name === '') return { place: 'attention', values: {} };
  if (!Object.hasOwn(PATHS, name)) return { place: undefined, values: {} };
  const place = name as PlaceName;
  const values: Record<string, string> = Object.fromEntries(new URLSearchParams(query));
  for (const [index, segment] of segments.entries()) {
    const key = PATHS[place][index];
    if (key === undefined) return { place: undefined, values: {} };
    try {
      values[key] = decodeURIComponent(segment);
    } catch {
      return { place: undefined, values: {} };
    }
  }
  return { place, values };
}

/** Goes to a place; `replace` leaves no step in the history. */
export function go<Name extends PlaceName>(place: Name, values: Places[Name], how?: 'replace'): void {
  goTo(hrefOf(place, values), how);
}

export function goTo(href: string, how?: 'replace'): void {
  if (href === location.hash) return;
  if (how === 'replace') {
    history.replaceState(null, '', href);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = href;
  }
}

function watchHash(watcher: () => void): () => void {
  window.addEventListener('hashchange', watcher);
  return () => window.removeEventListener('hashchange', watcher);
}

let lastHash: string | undefined;
let lastRoute: Route = { place: undefined, values: {} };

function readRoute(): Route {
  if (lastHash !== location.hash) {
    lastHash = location.hash;
    lastRoute = parseRoute(lastHash);
  }
  return lastRoute;
}

/** Where the window is now. */
export function useRoute(): Route {
  return useSyncExternalStore(watchHash, readRoute);
}

/** Changes several values of the address at once, as a saved view does; a step back leads to what was before. */
export function useRouteView(): (values: Readonly<Record<string, string | undefined>>) => void {
  return useCallback((values) => {
    const route = readRoute();
    if (route.place === undefined) return;
    goTo(hrefOf(route.place, { ...route.values, ...values }));
  }, []);
}

/** One value of the address, and a way to change it that leaves no step in the history. */
export function useRouteValue(
  name: string,
): readonly [string | undefined, (value: string | undefined) => void] {
  const { values } = useRoute();
  const change = useCallback(
    (value: string | undefined) => {
      const route = readRoute();
      if (route.place === undefined || route.values[name] === value) return;
      const { [name]: _old, ...rest } = route.values;
      const next = (value === undefined ? rest : { ...rest, [name]: value }) as Places[PlaceName];
      goTo(hrefOf(route.place, next), 'replace');
    },
    [name],
  );
  return [values[name], change];
}
