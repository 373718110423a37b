// Puts an Authority together from an Organization's folder: keys, Registry, store, policy. The only place that knows
// which adapter is behind which port.
import { randomUUID } from 'node:crypto';
import { type Authority, openAuthority } from '../authority/authority.ts';
import type { AuthorityObserver } from '../authority/authority-options.ts';
import { createHostedContent } from '../authority/hosted-content.ts';
import type { AuthorityStore } from '../store/authority-store.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { openFileBlobStore } from '../store/blobs/file-blob-store.ts';
import { PostgresStore } from '../store/postgres/postgres-store.ts';
import { SqliteStore } from '../store/sqlite/sqlite-store.ts';
import { newId } from '../sync/system-ports.ts';
import type { OrganizationPolicy } from '../domain/decision.ts';
import {
  pathsOf,
  readOrganizationId,
  readServiceKey,
  readSettings,
  serviceOf,
} from './organization-files.ts';

export interface HostOptions {
  /** The folder that `createOrganization` made. */
  readonly folder: string;
  /** `postgres://…` for a shared database; the SQLite file in the folder otherwise. */
  readonly databaseUrl?: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  readonly observer?: AuthorityObserver;
  /** The content of its Artifacts, where the caller has it open already. */
  readonly content?: BlobStore;
  /** Instead of what the settings say now: a policy that may change while the Authority runs. */
  readonly policy?: OrganizationPolicy;
}

export { type AuthorityStore, StoreFault } from '../store/authority-store.ts';

/** The store of an Organization, without an Authority on top. Close it when done. */
export async function openStore({
  folder,
  databaseUrl,
}: Pick<HostOptions, 'folder' | 'databaseUrl'>): Promise<AuthorityStore> {
  const organizationId = await readOrganizationId(folder);
  const writer = serviceOf(organizationId, 'admission');
  if (databaseUrl !== undefined) return PostgresStore.open({ connectionString: databaseUrl, writer });
  return SqliteStore.open({ path: pathsOf(folder).database, writer });
}

/** The content of an Organization's Artifacts and snapshots. */
export function openContent({ folder, now }: Pick<HostOptions, 'folder' | 'now'>): Promise<BlobStore> {
  return openFileBlobStore({ root: pathsOf(folder).artifacts, now, newName: randomUUID });
}

/** An Authority on the Organization's store, ready to take Commands. Closing it closes the store. */
export async function openHostedAuthority(options: HostOptions): Promise<Authority> {
  const { folder, now, onFault } = options;
  const settings = await readSettings(folder);
  const { organizationId } = settings;
  const groupAuthority = await readServiceKey(folder, 'group-authority');
  const identity = await readServiceKey(folder, 'identity');
  const content = options.content ?? (await openContent(options));
  const store = await openStore(options);
  try {
    return await openAuthority({
      organizationId,
      store,
      hosted: createHostedContent(content),
      services: {
        groupAuthority: { principal: serviceOf(organizationId, 'group-authority'), signer: groupAuthority },
        identity: { principal: serviceOf(organizationId, 'identity'), signer: identity },
        admission: serviceOf(organizationId, 'admission'),
      },
      policy: options.policy ?? settings.policy,
      now,
      newId,
      onFault,
      keepRefusals: true,
      ...(options.observer === undefined ? {} : { observer: options.observer }),
    });
  } catch (error) {
    await store.close();
    throw error;
  }
}
