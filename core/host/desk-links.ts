// Opens a connection as it is kept: its Authority where that is ours, and a way to it for each identity.
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AgentDirectory, DeskLink } from '../coordinator/desk-runtime/ports.ts';
import type { ConnectionFacts } from '../coordinator/desk-runtime/desk-connections.ts';
import { DEFAULT_POLICY, type OrganizationPolicy } from '../domain/decision.ts';
import type { AttentionFilter } from '../protocol/generated/documents.ts';
import { SqliteReplicaStore } from '../store/sqlite/replica-sqlite-store.ts';
import { ControlPlaneClient } from '../sync/control-plane-client.ts';
import { accessCredentials } from '../sync/credentials.ts';
import { openServerAddress, type ServerSettings } from '../sync/server-address.ts';
import { openSyncClient } from '../sync/sync-client.ts';
import { newId, SYSTEM_CLOCK, SYSTEM_RANDOM } from '../sync/system-ports.ts';
import { type AuthorityServer, startAuthorityServer } from './authority-server.ts';
import { AgentDeskLink } from './desk-agent-link.ts';
import { DirectoryElsewhere, DirectoryOfOurs } from './desk-directory.ts';
import { HumanLink } from './desk-human-link.ts';
import type { ProfileKeys } from './desk-keys.ts';
import type { KeptConnection, KeptIdentity, ProfilePaths } from './desk-profile.ts';
import { pathsOf, readSettings as readOrganization } from './organization-files.ts';

export interface OpenedConnection {
  readonly facts: ConnectionFacts;
  readonly links: readonly DeskLink[];
  readonly agents: AgentDirectory;
  /** Ours, when it is embedded. */
  readonly server: AuthorityServer | undefined;
  start(): void;
  close(): Promise<void>;
}

export interface OpenConnectionOptions {
  readonly kept: KeptConnection;
  readonly paths: ProfilePaths;
  readonly keys: ProfileKeys;
  readonly onFault: (error: unknown) => void;
  /** What of a Group is wanted at once; everything where it answers nothing. */
  readonly attentionOf?: (groupId: string) => AttentionFilter | undefined;
  /** An Authority that somebody else runs here, and the port of the line to it. */
  readonly running?: { readonly server: AuthorityServer; readonly port: number };
}

const HOST = '127.0.0.1';
/** As our own Authority has it, and the most that another one may (OPEN-012). */
const FRESH_MS = 300_000;
/** A server tells its time to the second, and its answer takes a while: less than this says nothing. */
const DATE_STEP_MS = 3_000;

export async function openConnection(options: OpenConnectionOptions): Promise<OpenedConnection> {
  const { kept, onFault } = options;
  // Undone in the opposite order, whatever was reached when something fails.
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const each of closers.splice(0).toReversed()) await each();
  };
  try {
    const own = kept.kind === 'embedded' ? await serve(options) : undefined;
    if (own !== undefined) closers.push(() => own.close());
    const server = options.running?.server ?? own;
    const settings = await serverOf(options, options.running?.port ?? own?.port);
    const policy = await policyOf(options);
    const links: (AgentDeskLink | HumanLink)[] = [];
    // Agents first: a human's log is read when they hear of news, and in their time.
    for (const identity of kept.identities.filter(({ actor }) => actor.type === 'agent')) {
      links.push(await openAgent(options, identity, settings, closers));
    }
    const [agent] = links;
    // An Agent with a Session knows it to the millisecond.
    const agentNow = () => (agent?.status === 'online' ? agent.now() : undefined);
    for (const identity of kept.identities.filter(({ actor }) => actor.type === 'human')) {
      const human = await openHuman(options, identity, settings, agentNow, closers);
      links.unshift(human);
      for (const link of links) if (link !== human) link.listen(wakeOn(human));
    }
    const agents =
      server === undefined
        ? await DirectoryElsewhere.open(kept.organizationId, links, onFault)
        : await DirectoryOfOurs.open(server, onFault);
    closers.push(async () => agents.stop());
    const facts: ConnectionFacts = {
      connectionId: kept.connectionId,
      name: kept.name,
      kind: kept.kind,
      origin: settings.origin,
      organizationId: kept.organizationId,
      policy,
      freshMs: FRESH_MS,
      isTls: settings.origin.startsWith('https:'),
    };
    return {
      facts,
      links,
      agents,
      server,
      start: () => {
        for (const link of links) link.start();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whatever an Agent of ours hears, the human can read. */
function wakeOn(human: HumanLink): Parameters<DeskLink['listen']>[0] {
  return { applied: (groupId) => human.poke(groupId), changed: () => {}, settled: () => {} };
}

function serve({ kept, paths, onFault }: OpenConnectionOptions): Promise<AuthorityServer> {
  const folder = paths.organization(kept.connectionId);
  return startAuthorityServer({ folder, now: () => Date.now(), onFault, host: HOST, port: 0 });
}

async function serverOf(
  { kept, paths }: OpenConnectionOptions,
  port: number | undefined,
): Promise<ServerSettings> {
  if (port !== undefined) {
    const certificate = pathsOf(paths.organization(kept.connectionId)).certificate;
    return {
      origin: `https://${HOST}:${port}`,
      ca: await readFile(certificate, 'utf8'),
      servername: 'localhost',
    };
  }
  const { origin, certificate } = kept;
  if (origin === undefined) throw new Error(`${kept.connectionId} has no address`);
  return certificate === undefined ? { origin } : { origin, ca: certificate };
}

/** Until an Authority elsewhere has told its policy, the usual one stands for it. */
async function policyOf({ kept, paths }: OpenConnectionOptions): Promise<OrganizationPolicy> {
  if (kept.kind === 'remote') return DEFAULT_POLICY;
  return (await readOrganization(paths.organization(kept.connectionId))).policy;
}

async function openReplica(
  { kept, paths }: OpenConnectionOptions,
  { actor }: KeptIdentity,
): Promise<SqliteReplicaStore> {
  const path = paths.replica(kept.connectionId, actor);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return SqliteReplicaStore.open({ path });
}

async function openAgent(
  options: OpenConnectionOptions,
  identity: KeptIdentity,
  server: ServerSettings,
  closers: (() => Promise<unknown>)[],
): Promise<AgentDeskLink> {
  const { kept, onFault } = options;
  const { organizationId, groupAuthorityId } = kept;
  const store = await openReplica(options, identity);
  closers.push(() => store.close());
  const signer = await options.keys.signerFor(identity.keyId);
  const link = await AgentDeskLink.open({
    name: identity.name,
    keyId: identity.keyId,
    store,
    logPath: options.paths.replica(kept.connectionId, identity.actor),
    wallMs: () => Date.now(),
    onFault,
    openClient: () =>
      openSyncClient({
        organizationId,
        agentId: identity.actor.id,
        signer,
        server,
        store,
        newId,
        onFault,
        attentionOf: (groupId) => options.attentionOf?.(groupId),
        ...(groupAuthorityId === undefined ? {} : { groupAuthorityId }),
      }),
  });
  closers.push(() => link.stop());
  return link;
}

async function openHuman(
  options: OpenConnectionOptions,
  identity: KeptIdentity,
  server: ServerSettings,
  agentNow: () => number | undefined,
  closers: (() => Promise<unknown>)[],
): Promise<HumanLink> {
  const { kept, onFault } = options;
  const { organizationId, groupAuthorityId } = kept;
  const address = openServerAddress(server);
  if (!address.ok) throw new RangeError(address.fault);
  const store = await openReplica(options, identity);
  closers.push(() => store.close());
  const signer = await options.keys.signerFor(identity.keyId);
  let offsetMs = 0;
  const link = await HumanLink.open({
    actor: identity.actor,
    name: identity.name,
    signer,
    organizationId,
    store,
    logPath: options.paths.replica(kept.connectionId, identity.actor),
    controlPlane: new ControlPlaneClient({
      address: address.value,
      onDate: (serverMs) => {
        const measuredMs = serverMs - Date.now();
        offsetMs = Math.abs(measuredMs) < DATE_STEP_MS ? 0 : measuredMs;
      },
      credentials: accessCredentials({
        principal: { type: 'human', id: identity.actor.id },
        signer,
        clock: SYSTEM_CLOCK,
        random: SYSTEM_RANDOM,
      }),
    }),
    freshMs: FRESH_MS,
    hasIngress: true,
    isFiltered: (groupId) => options.attentionOf?.(groupId) !== undefined,
    // Commands are judged fresh by the Authority's clock, whatever ours says.
    now: () => agentNow() ?? Date.now() + offsetMs,
    onFault,
    ...(groupAuthorityId === undefined ? {} : { groupAuthorityId }),
  });
  closers.push(() => link.stop());
  return link;
}
