// The thread that opens a bundle: it makes a log of it that can be read, then verifies the file with nothing but itself, or with
// keys that were known before.
import { parentPort, workerData } from 'node:worker_threads';
import { openRegistry } from '../protocol/registry.ts';
import type { RegistryEvidence } from '../protocol/generated/documents.ts';
import { SqliteReplicaStore } from '../store/sqlite/replica-sqlite-store.ts';
import { type BundleNames, importBundle } from './bundle-import.ts';
import { type BundleVerification, verifyBundle } from './bundle-verification.ts';

export interface OpenOrder {
  readonly path: string;
  readonly replicaPath: string;
  /** Registries that are remembered here, to be used for their own Organization. */
  readonly registries: readonly RegistryEvidence[];
}

export type OpenReport =
  | { readonly type: 'imported'; readonly events: number; readonly names: BundleNames }
  | { readonly type: 'progress'; readonly events: number }
  | { readonly type: 'verified'; readonly verification: BundleVerification; readonly isPinned: boolean }
  | { readonly type: 'unreadable'; readonly reason: string };

const port = parentPort;
if (port === null) throw new Error('bundle-open-thread.ts runs as a worker thread');
const { path, replicaPath, registries } = workerData as OpenOrder;
const tell = (report: OpenReport): void => port.postMessage(report);
try {
  const store = await SqliteReplicaStore.open({ path: replicaPath });
  const { events, names } = await importBundle(path, store);
  const own = (await store.readNotes('')).get('registry') as RegistryEvidence | undefined;
  const pinned = registries.find(({ organizationId }) => organizationId === own?.organizationId);
  if (pinned !== undefined) await store.writeNotes([{ groupId: '', name: 'registry', value: pinned }]);
  await store.close();
  tell({ type: 'imported', events, names });
  const verification = await verifyBundle(path, {
    ...(pinned === undefined ? {} : { keys: openRegistry(pinned) }),
    onProgress: (done) => tell({ type: 'progress', events: done }),
  });
  tell({ type: 'verified', verification, isPinned: pinned !== undefined });
} catch (error) {
  if (!(error instanceof Error)) throw error;
  tell({ type: 'unreadable', reason: error.message });
}
port.close();
