// The folder of an Organization: what is in it, how it is made, and how it is read. Secrets are files that only their
// owner can read; nothing that exists is ever overwritten.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { DEFAULT_POLICY, type OrganizationPolicy } from '../domain/decision.ts';
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64url.ts';
import { exportPublicKey, importSeed, SEED_BYTES } from '../protocol/ed25519.ts';
import type { Actor, RegistryBinding, SigningKeyFile } from '../protocol/generated/documents.ts';
import { checkSchema, describeSchemaFault } from '../protocol/schema.ts';
import { createLocalSigner, type LocalSigner } from '../protocol/sign.ts';
import { SERVICE_ROLES, type ServiceRole } from './service-roles.ts';

/** The files of an Organization's folder. */
export interface OrganizationPaths {
  readonly settings: string;
  readonly database: string;
  readonly artifacts: string;
  readonly certificate: string;
  readonly certificateKey: string;
  readonly secret: string;
  key(role: ServiceRole): string;
}

export function pathsOf(folder: string): OrganizationPaths {
  return {
    settings: join(folder, 'organization.yaml'),
    database: join(folder, 'authority.db'),
    artifacts: join(folder, 'artifacts'),
    certificate: join(folder, 'tls', 'certificate.pem'),
    certificateKey: join(folder, 'tls', 'private-key.pem'),
    secret: join(folder, 'keys', 'token-secret'),
    key: (role) => join(folder, 'keys', `${role}.json`),
  };
}

/** What `organization.yaml` says. */
export interface OrganizationSettings {
  readonly organizationId: string;
  readonly policy: OrganizationPolicy;
  /** How many Events before a snapshot are still replayed (DEL-006); undefined for all. */
  readonly replayWindowEvents: number | undefined;
}

/** Something in the folder is missing or wrong; the message says which file and what. */
export class OrganizationFault extends Error {
  override readonly name = 'OrganizationFault';
}

/** The Principal of a service role in an Organization. */
export function serviceOf(organizationId: string, role: ServiceRole): Actor {
  return { type: 'service', id: `${organizationId}:service:${role}` };
}

/** Makes a new Organization in a folder that has none, and gives back the key bindings for its Registry. */
export async function createOrganization(
  folder: string,
  organizationId: string,
  validFrom: string,
): Promise<readonly RegistryBinding[]> {
  const paths = pathsOf(folder);
  if (checkSchema('id', organizationId) !== undefined) {
    throw new OrganizationFault(`${organizationId} is not an absolute URI of at most 512 characters`);
  }
  await mkdir(join(folder, 'keys'), { recursive: true, mode: 0o700 });
  await mkdir(join(folder, 'tls'), { recursive: true, mode: 0o700 });
  await mkdir(paths.artifacts, { recursive: true, mode: 0o700 });
  // First of all: it exists only once, so a second call stops here and touches nothing.
  await writeNew(paths.settings, settingsText(organizationId));
  await writeNew(paths.secret, encodeBase64Url(randomBytes(32)));
  const bindings: RegistryBinding[] = [];
  for (const role of SERVICE_ROLES) {
    const seed = randomBytes(SEED_BYTES);
    const publicKey = encodeBase64Url(exportPublicKey(importSeed(seed)));
    const keyId = `urn:uuid:${randomUUID()}`;
    const file: SigningKeyFile = { keyId, algorithm: 'Ed25519', seed: encodeBase64Url(seed), publicKey };
    await writeNew(paths.key(role), `${JSON.stringify(file, null, 2)}\n`);
    bindings.push({
      keyId,
      principal: serviceOf(organizationId, role),
      algorithm: 'Ed25519',
      publicKey,
      validFrom,
      validityHistory: [],
    });
  }
  // Loaded for this alone: a server should not carry a certificate authority around.
  const { generate } = await import('selfsigned');
  // For development and loopback: clients pin exactly this certificate. A public server brings its own files.
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
  });
  await writeNew(paths.certificate, certificate.cert);
  await writeNew(paths.certificateKey, certificate.private);
  return bindings;
}

export async function readSettings(folder: string): Promise<OrganizationSettings> {
  const path = pathsOf(folder).settings;
  const document = parseDocument(await readText(path));
  const [error] = document.errors;
  if (error !== undefined) throw new OrganizationFault(`${path}: ${error.message}`);
  const settings: unknown = document.toJS();
  const fault = checkSchema('organization-settings', settings);
  if (fault !== undefined) throw new OrganizationFault(`${path}: ${describeSchemaFault(fault)}`);
  // The schema has just proven the shape.
  const { organizationId, policy, delivery } = settings as {
    organizationId: string;
    policy: Partial<OrganizationPolicy>;
    delivery?: { replayWindowEvents?: number };
  };
  const own = (role: ServiceRole) => [serviceOf(organizationId, role).id];
  return {
    organizationId,
    policy: {
      cooperation: { ...DEFAULT_POLICY.cooperation, ...policy.cooperation },
      seconds: { ...DEFAULT_POLICY.seconds, ...policy.seconds },
      services: {
        registry: own('registry'),
        identity: own('identity'),
        archive: own('archive'),
        policy: own('policy'),
        metering: own('metering'),
      },
      extensions: { ...policy.extensions },
    },
    replayWindowEvents: delivery?.replayWindowEvents,
  };
}

/** Whose folder it is, also when the rest of the settings is broken: whoever mends them has to get at them. */
export async function readOrganizationId(folder: string): Promise<string> {
  const path = pathsOf(folder).settings;
  const organizationId = parseDocument(await readText(path)).get('organizationId');
  if (typeof organizationId === 'string' && checkSchema('id', organizationId) === undefined) {
    return organizationId;
  }
  throw new OrganizationFault(`${path} names no Organization`);
}

export async function readServiceKey(folder: string, role: ServiceRole): Promise<LocalSigner> {
  const path = pathsOf(folder).key(role);
  const content: unknown = JSON.parse(await readText(path));
  const fault = checkSchema('signing-key', content);
  if (fault !== undefined) throw new OrganizationFault(`${path}: ${describeSchemaFault(fault)}`);
  // The schema has just proven the shape.
  const { keyId, seed } = content as SigningKeyFile;
  const bytes = decodeBase64Url(seed);
  const signer = bytes === undefined ? undefined : createLocalSigner(keyId, importSeed(bytes));
  if (signer === undefined || !signer.ok) throw new OrganizationFault(`${path} holds no usable key`);
  return signer.value;
}

/** The secret behind session and capability tokens. One that everybody on the machine can read is none. */
export async function readTokenSecret(folder: string): Promise<Uint8Array> {
  const path = pathsOf(folder).secret;
  if (await isReadableByOthers(path)) {
    throw new OrganizationFault(
      `${path} can be read by others: take their right away, and make a new secret`,
    );
  }
  const secret = decodeBase64Url((await readText(path)).trim());
  if (secret === undefined || secret.length < 32)
    throw new OrganizationFault(`${path} holds no usable secret`);
  return secret;
}

/** Windows has no such bits: there the folder's own access list protects it. */
async function isReadableByOthers(path: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  try {
    return ((await stat(path)).mode & 0o007) !== 0;
  } catch {
    // Whoever reads it next says what is wrong.
    return false;
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new OrganizationFault(`${path} cannot be read; is this the folder of an Organization?`, {
      cause: error,
    });
  }
}

async function writeNew(path: string, content: string): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    throw new OrganizationFault(`${path} could not be made; nothing that exists is overwritten`, {
      cause: error,
    });
  }
}

function settingsText(organizationId: string): string {
  const { cooperation, seconds } = DEFAULT_POLICY;
  return `# The Organization and its policy. A running authority takes changes of the policy over within seconds; a file that
# is not valid changes nothing.

# Names the Organization for ever; never change it.
organizationId: ${organizationId}

policy:
  # Limits on cooperation. Above one of them a Command is refused with RATE_LIMITED, unless the MissionOwner or the
  # policy service has granted a one-shot override.
  cooperation:
    # How deep WorkItems, child Missions and delegations may nest.
    delegationDepth: ${cooperation.delegationDepth}
    # What one Worker may hold at once, over all Groups.
    queuedWorkItems: ${cooperation.queuedWorkItems}
    activeWorkItems: ${cooperation.activeWorkItems}
    # What one member may send to one Group within 60 seconds.
    messagesPerMinute: ${cooperation.messagesPerMinute}
    proposalsPerMinute: ${cooperation.proposalsPerMinute}

  # How long leases and offers last, in seconds, when a Command does not say.
  seconds:
    coordinatorLease: ${seconds.coordinatorLease}
    offer: ${seconds.offer}
    ownershipLease: ${seconds.ownershipLease}
    executionLease: ${seconds.executionLease}
    resumeWithin: ${seconds.resumeWithin}
    blockedLease: ${seconds.blockedLease}

  # Critical extensions that are understood here: profile URI to exact version.
  extensions: {}

# An archived Group has a signed snapshot of all that it holds. A member that sees all of it and comes back from more
# than so many Events before the snapshot is told to fetch that instead. When left out, every Event is replayed.
# Counts from the next start of the authority.
# delivery:
#   replayWindowEvents: 10000
`;
}
