// What became fact at the Authority of a profile: read from its own database, and verified as anybody with the Registry could.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../core/host/authority-host.ts';
import { type LogVerification, verifyLog } from '../../core/host/log-verification.ts';
import { readSettings } from '../../core/host/organization-files.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { type KeyEvidence, openRegistry } from '../../core/protocol/registry.ts';

export interface AuthorityLog {
  readonly events: readonly Event[];
  /** Whose every key is. */
  readonly keys: KeyEvidence;
  /** Every signature, admission and sequence, and the state that follows. */
  readonly verification: LogVerification;
  /** The bytes that are stored under a hash, as they lie on disk. */
  readContent(contentHash: string): Promise<Uint8Array>;
}

/** The log of the only Organization of a profile; its host may go on running. */
export async function readAuthorityLog(profile: string): Promise<AuthorityLog> {
  const organizations = join(profile, 'organizations');
  const [name = ''] = await readdir(organizations);
  const folder = join(organizations, name);
  const { organizationId } = await readSettings(folder);
  const store = await openStore({ folder });
  try {
    const keys = openRegistry({ organizationId, bindings: await store.readBindings() });
    const stored = await store.readCommits(0, 10_000);
    return {
      events: stored.map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString('utf8')) as Event),
      keys,
      verification: await verifyLog(store, keys),
      readContent: (contentHash) => {
        const digits = contentHash.slice('sha256:'.length);
        return readFile(join(folder, 'artifacts', 'sha256', digits.slice(0, 2), digits.slice(2)));
      },
    };
  } finally {
    await store.close();
  }
}
