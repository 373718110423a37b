// Makes the folder of a new Worker: key, configuration with comments, pinned certificate, and the unsigned Agent Card with
// which it is enrolled. Nothing that exists is overwritten.
import { mkdir, writeFile } from 'node:fs/promises';
import type { Actor } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { Unsigned } from '../protocol/sign.ts';
import { openHostedAuthority } from './authority-host.ts';
import { bindKey, registerCard } from './operator-acts.ts';
import { serviceOf } from './organization-files.ts';
import { composeCard } from './worker-card.ts';
import { isCertificate, loadWorkerConfig } from './worker-config.ts';
import type { Environment } from './worker-config-capabilities.ts';
import type { WorkerConfigFault } from './worker-config-faults.ts';
import { parseConfig } from './worker-config-source.ts';
import { type NewWorker, workerConfigText } from './worker-config-text.ts';
import { WorkerHostFault, workerPathsOf } from './worker-folder.ts';
import { createSigningKey } from './worker-signing-key.ts';

export interface InitOptions extends Omit<NewWorker, 'hasCertificate'> {
  readonly folder: string;
  /** Where the secrets of a base come from: it has to be one that can run. */
  readonly environment: Environment;
  /** Certificate of the Authority, PEM. */
  readonly ca: string | undefined;
  /** Who answers for the Agent; the Organization's registry service when undefined. */
  readonly owner: Actor | undefined;
  /** Timestamp from which the key counts. */
  readonly validFrom: string;
}

/** What an operator needs to enrol a Worker. */
export interface MadeWorker {
  readonly agentId: string;
  readonly keyId: string;
  /** Base64url. */
  readonly publicKey: string;
  readonly validFrom: string;
  readonly card: Unsigned<'agent-card'>;
}

/** Everything is checked before anything is made. Throws a WorkerHostFault for files that are there already. */
export async function makeWorker(
  options: InitOptions,
): Promise<Result<MadeWorker, readonly WorkerConfigFault[]>> {
  const { folder, agentId, organizationId, origin, name, ca, owner, validFrom, base } = options;
  const paths = workerPathsOf(folder);
  const text = workerConfigText({ ...options, hasCertificate: ca !== undefined });
  // Names, addresses and ids that come from a command line can be as wrong as those in a file.
  const parsed = parseConfig(paths.config, Buffer.from(text));
  if (!parsed.ok) return parsed;
  if (ca !== undefined && !isCertificate(ca)) throw new WorkerHostFault('no-certificate', '');
  const based = base === undefined ? undefined : await loadWorkerConfig(base, options);
  if (based?.ok === false) return based;
  // A section that is said here takes the place of that in the base.
  const capabilities =
    options.capabilities.length > 0 ? options.capabilities : (based?.value.config.capabilities ?? []);

  const key = createSigningKey();
  const { keyId, publicKey } = key;
  const card = composeCard({
    agentId,
    displayName: name,
    keyId,
    publicKey,
    organizationId,
    origin,
    owner: owner ?? serviceOf(organizationId, 'registry'),
    capabilities,
    slots: based?.value.config.slots ?? 1,
    validFrom,
    issuedAt: validFrom,
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // First of all: it exists only once, so a second call stops here and touches nothing.
  await writeNew(paths.config, text);
  await writeNew(paths.key, `${JSON.stringify(key, null, 2)}\n`);
  if (ca !== undefined) await writeNew(paths.certificate, ca);
  await writeNew(paths.card, `${JSON.stringify(card, null, 2)}\n`);
  return accept({ agentId, keyId, publicKey, validFrom, card });
}

/** Binds the key of a Worker and registers its card, as the operator of the Organization in `organizationFolder`. */
export async function enrolWorker(
  organizationFolder: string,
  { agentId, keyId, publicKey, validFrom, card }: MadeWorker,
  ports: { readonly now: () => number; readonly onFault: (error: unknown) => void },
): ReturnType<typeof registerCard> {
  const authority = await openHostedAuthority({ folder: organizationFolder, ...ports });
  try {
    const operator = { folder: organizationFolder, authority, now: ports.now };
    await bindKey(operator, {
      keyId,
      principal: { type: 'agent', id: agentId },
      algorithm: 'Ed25519',
      publicKey,
      validFrom,
      validityHistory: [],
    });
    return await registerCard(operator, card);
  } finally {
    await authority.close();
  }
}

/** Throws a WorkerHostFault for a file that is there already. */
export async function writeNew(path: string, content: string): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new WorkerHostFault(exists ? 'exists' : 'unwritable', path, { cause: error });
  }
}
