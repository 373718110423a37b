// The Authority of a Mission and the Coordinator's connection to it, opened from the Mission's folder.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { SINGLE } from '../domain/world.ts';
import type { PresenceRecord } from '../protocol/generated/documents.ts';
import type { LocalSigner } from '../protocol/sign.ts';
import { SqliteReplicaStore } from '../store/sqlite/replica-sqlite-store.ts';
import { ControlPlaneClient } from '../sync/control-plane-client.ts';
import { accessCredentials } from '../sync/credentials.ts';
import { signerOfLocalKey } from '../sync/key-signer.ts';
import { openServerAddress, type ServerSettings } from '../sync/server-address.ts';
import { openSyncClient, type SyncClient } from '../sync/sync-client.ts';
import { newId, SYSTEM_CLOCK, SYSTEM_RANDOM } from '../sync/system-ports.ts';
import { openHostedAuthority } from './authority-host.ts';
import { type AuthorityServer, startAuthorityServer } from './authority-server.ts';
import { systemCodeOf } from './mission-faults.ts';
import { missionPathsOf, type MissionSettings, replaceFile } from './mission-folder.ts';
import { archiveGroup } from './operator-acts.ts';
import { pathsOf, serviceOf } from './organization-files.ts';
import { workerPathsOf } from './worker-folder.ts';

export interface ConnectionOptions {
  readonly folder: string;
  readonly settings: MissionSettings;
  readonly ownerId: string;
  readonly coordinatorAgentId: string;
  readonly owner: LocalSigner;
  readonly coordinator: LocalSigner;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

export interface MissionConnection {
  readonly origin: string;
  readonly store: SqliteReplicaStore;
  /** The Coordinator's; started by whoever opened this. */
  readonly client: SyncClient;
  /** The MissionOwner's. */
  readonly controlPlane: ControlPlaneClient;
  /** What an Agent says of itself; undefined where the Authority is elsewhere, and for an Agent that says nothing. */
  readonly presenceOf: (agentId: string) => PresenceRecord | undefined;
  /** Archives a Group as the Organization's operator; undefined where that is somebody else. */
  readonly archive: ((groupId: string) => Promise<void>) | undefined;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** How long the Coordinator waits to see that a Group was archived. */
const ARCHIVE_WAIT_MS = 10_000;

export async function openConnection(options: ConnectionOptions): Promise<MissionConnection> {
  const { folder, settings, onFault, now, ownerId, coordinatorAgentId } = options;
  const { organizationId, authority } = settings;
  const paths = missionPathsOf(folder);
  // Undone in the opposite order, whatever was reached when something fails.
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const each of closers.splice(0).toReversed()) await each();
  };
  try {
    let origin: string;
    let ca: string;
    let presenceOf: MissionConnection['presenceOf'] = () => undefined;
    if (authority.kind === 'embedded') {
      const server = await serve(options, authority.port);
      closers.push(() => server.close());
      origin = originOf(server.port);
      presenceOf = (agentId) => server.presenceOf(agentId);
      ca = await readFile(pathsOf(paths.organization).certificate, 'utf8');
      await moveWorkers(settings.workers, origin);
    } else {
      ({ origin } = authority);
      ca = await readFile(authority.caFile, 'utf8');
    }
    const serverSettings: ServerSettings = { origin, ca };
    const address = openServerAddress(serverSettings);
    if (!address.ok) throw new RangeError(address.fault);
    const store = await SqliteReplicaStore.open({ path: paths.replica });
    closers.push(() => store.close());
    const client = await openSyncClient({
      organizationId,
      agentId: coordinatorAgentId,
      signer: options.coordinator,
      server: serverSettings,
      store,
      newId,
      onFault,
      ...(authority.kind === 'embedded'
        ? { groupAuthorityId: serviceOf(organizationId, 'group-authority').id }
        : {}),
    });
    closers.push(() => client.stop());
    const controlPlane = new ControlPlaneClient({
      address: address.value,
      credentials: accessCredentials({
        principal: { type: 'human', id: ownerId },
        signer: signerOfLocalKey(options.owner),
        clock: SYSTEM_CLOCK,
        random: SYSTEM_RANDOM,
      }),
    });
    closers.push(async () => controlPlane.close());
    const archive = async (groupId: string) => {
      const organizationFolder = paths.organization;
      const hosted = await openHostedAuthority({ folder: organizationFolder, now, onFault });
      try {
        const archived = await archiveGroup({ folder: organizationFolder, authority: hosted, now }, groupId);
        if (!archived.ok) throw new Error(`${archived.fault.code}: ${archived.fault.message}`);
      } finally {
        await hosted.close();
      }
      await untilArchived(client, groupId);
    };
    return {
      origin,
      store,
      client,
      controlPlane,
      presenceOf,
      archive: authority.kind === 'embedded' ? archive : undefined,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function originOf(port: number): string {
  return `https://${HOST}:${port}`;
}

/** On the port of before, which Workers know; on another one when somebody has taken that. */
async function serve({ folder, now, onFault }: ConnectionOptions, port: number): Promise<AuthorityServer> {
  const common = { folder: missionPathsOf(folder).organization, now, onFault, host: HOST };
  try {
    return await startAuthorityServer({ ...common, port });
  } catch (error) {
    if (systemCodeOf(error) !== 'EADDRINUSE' && systemCodeOf(error) !== 'EACCES') throw error;
    return startAuthorityServer({ ...common, port: 0 });
  }
}

/** Tells the Workers where their Authority is by now, and those whose base has moved, by name, where that is. */
export async function moveWorkers(
  workers: MissionSettings['workers'],
  origin: string,
  bases: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  for (const { name, folder } of workers) {
    const { config } = workerPathsOf(folder);
    const text = await readFile(config, 'utf8');
    const base = bases.get(name);
    const moved = text
      .replace(/^ {2}origin: .*$/m, () => `  origin: ${JSON.stringify(origin)}`)
      .replace(/^base: .*$/m, (line) => (base === undefined ? line : `base: ${JSON.stringify(base)}`));
    if (moved !== text) await replaceFile(config, moved, 0o600);
  }
}

/** The history is exported from what the Coordinator may see; so it waits until it sees the end. */
async function untilArchived(client: SyncClient, groupId: string): Promise<void> {
  const isArchived = () => client.world.get('group', groupId, SINGLE)?.state === 'archived';
  const controller = new AbortController();
  const stop = client.onApplied(() => {
    if (isArchived()) controller.abort();
  });
  if (!isArchived()) {
    await delay(ARCHIVE_WAIT_MS, undefined, { signal: controller.signal }).catch(() => {});
  }
  stop();
}
