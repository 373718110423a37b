// Makes the folder of a new Coordinator: key, who it is, pinned certificate, a policy that only proposes, and the unsigned Agent
// Card with which it is enrolled. Nothing that exists is overwritten.
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isAbsoluteUri } from '../protocol/identifier.ts';
import type { Actor } from '../protocol/generated/documents.ts';
import { openServerAddress } from '../sync/server-address.ts';
import { CoordinateFault, coordinatePathsOf } from './coordinate-folder.ts';
import { COORDINATION } from './desk-enrolment.ts';
import { serviceOf } from './organization-files.ts';
import { composeCard } from './worker-card.ts';
import { isCertificate } from './worker-config.ts';
import { type MadeWorker, writeNew } from './worker-init.ts';
import { createSigningKey } from './worker-signing-key.ts';

export interface NewCoordinator {
  readonly folder: string;
  readonly agentId: string;
  /** For people. */
  readonly name: string;
  readonly origin: string;
  readonly organizationId: string;
  /** Certificate of the Authority, PEM. */
  readonly ca: string | undefined;
  /** Who answers for the Agent; the Organization's registry service when undefined. */
  readonly owner: Actor | undefined;
  /** Timestamp from which the key counts. */
  readonly validFrom: string;
}

const EXAMPLE = fileURLToPath(new URL('../../examples/coordinator/policy.yaml', import.meta.url));

/** Everything is checked before anything is made. Throws a CoordinateFault, and a WorkerHostFault for files that are there. */
export async function makeCoordinator(options: NewCoordinator): Promise<MadeWorker> {
  const { folder, agentId, name, organizationId, ca, owner, validFrom } = options;
  const origin = options.origin.replace(/\/$/, '');
  const address = openServerAddress({ origin });
  if (!address.ok) throw new CoordinateFault('unusable-address', origin, address.fault);
  if (!isAbsoluteUri(agentId)) throw new CoordinateFault('unusable-identity', agentId, 'agentId');
  if (!isAbsoluteUri(organizationId))
    throw new CoordinateFault('unusable-identity', organizationId, 'organizationId');
  if (ca !== undefined && !isCertificate(ca)) throw new CoordinateFault('unusable-certificate', '--ca');
  const policy = await proposeOnly();
  const paths = coordinatePathsOf(folder);
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
    capabilities: [COORDINATION],
    slots: 1,
    validFrom,
    issuedAt: validFrom,
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // First of all: it exists only once, so a second call stops here and touches nothing.
  await writeNew(paths.identity, asJson({ coordinator: 1, agentId, organizationId, name, origin }));
  await writeNew(paths.key, asJson(key));
  if (ca !== undefined) await writeNew(paths.certificate, ca);
  await writeNew(paths.card, asJson(card));
  await writeNew(paths.policy, policy);
  return { agentId, keyId, publicKey, validFrom, card };
}

/** The example with its rules as comments: whoever lets it sign something says so. */
async function proposeOnly(): Promise<string> {
  const lines = (await readFile(EXAMPLE, 'utf8')).split('\n');
  let isRule = false;
  const quiet = lines.map((line) => {
    if (line === 'rules:') {
      isRule = true;
      return 'rules: []\n# Take of these in its place what it may do:\n# rules:';
    }
    if (isRule && /^\S/.test(line)) isRule = false;
    return isRule && line !== '' ? `# ${line}` : line;
  });
  return quiet.join('\n');
}

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
