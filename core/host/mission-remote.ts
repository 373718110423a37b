// What has to be known of an Authority that is there already, before a Mission is begun under it.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { RegistryEvidence } from '../protocol/generated/documents.ts';
import { openRegistry } from '../protocol/registry.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import type { LocalSigner } from '../protocol/sign.ts';
import { MemoryReplicaStore } from '../store/memory/replica-memory-store.ts';
import { describeFault } from '../sync/control-plane-client.ts';
import { openSyncClient, type SyncClient } from '../sync/sync-client.ts';
import { type MissionFault, missionFault } from './mission-faults.ts';
import { newId } from '../sync/system-ports.ts';

/** How long an Authority gets to answer. */
const PATIENCE_MS = 15_000;

export interface FindOwnerOptions {
  readonly remote: {
    readonly origin: string;
    readonly caFile: string;
    readonly organizationId: string;
    readonly coordinatorAgentId: string;
  };
  readonly coordinator: LocalSigner;
  readonly ownerKeyId: string;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** The human that a key belongs to, as the Registry binds it now; asked for by the Coordinator. */
export async function findOwner(options: FindOwnerOptions): Promise<Result<string, MissionFault>> {
  const { remote, coordinator, ownerKeyId } = options;
  const { origin, organizationId, caFile, coordinatorAgentId } = remote;
  let newest = '';
  const client = await openSyncClient({
    organizationId,
    agentId: coordinatorAgentId,
    signer: coordinator,
    server: { origin, ca: await readFile(caFile, 'utf8') },
    store: new MemoryReplicaStore(),
    newId,
    onFault: (error) => {
      newest = error instanceof Error ? error.message : String(error);
    },
  });
  try {
    client.start();
    if (!(await hasSession(client, PATIENCE_MS))) {
      return refuse(missionFault('remote-unreachable', { origin, detail: newest }));
    }
    const bindings = await readBindings(client);
    if (!bindings.ok) return refuse(missionFault('remote-unreachable', { origin, detail: bindings.fault }));
    const binding = bindings.value.find(({ keyId }) => keyId === ownerKeyId);
    return binding?.principal.type === 'human'
      ? accept(binding.principal.id)
      : refuse(missionFault('owner-unknown', { keyId: ownerKeyId, organizationId }));
  } finally {
    await client.stop();
  }
}

/** Whether a Session is open before so many milliseconds have passed. */
export async function hasSession(
  client: Pick<SyncClient, 'session' | 'onSession'>,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  if (client.session !== undefined) return true;
  const controller = new AbortController();
  const stop = client.onSession(({ kind }) => {
    if (kind === 'opened') controller.abort();
  });
  await delay(patienceMs, undefined, {
    signal: AbortSignal.any([controller.signal, ...(signal === undefined ? [] : [signal])]),
  }).catch(() => {});
  stop();
  return client.session !== undefined;
}

/** The Registry of the Organization, proven sound; or why there is none. */
export async function readBindings(
  client: Pick<SyncClient, 'controlPlane'>,
): Promise<Result<RegistryEvidence['bindings'], string>> {
  const answer = await client.controlPlane.readRegistry();
  if (!answer.ok) return refuse(describeFault(answer.fault));
  const opened = openRegistry(answer.value);
  if (!opened.ok) return refuse(opened.fault.message);
  // The whole was just proven valid, its shape included.
  return accept((answer.value as RegistryEvidence).bindings);
}
