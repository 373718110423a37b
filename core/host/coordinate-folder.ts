// What is where in the folder of a Coordinator, who it is by what stands there, and the fault that says that it cannot be used.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsoluteUri } from '../protocol/identifier.ts';
import { isJsonObject, parseJson } from '../protocol/json.ts';
import type { LocalSigner } from '../protocol/sign.ts';
import { openServerAddress } from '../sync/server-address.ts';
import { isCertificate } from './worker-config.ts';
import { readPrivateFile } from './worker-private-file.ts';
import { openSigningKey } from './worker-signing-key.ts';

/** The files of a folder that `heddle coordinate init` makes. */
export interface CoordinatePaths {
  /** Who it is and where its Authority is. */
  readonly identity: string;
  readonly key: string;
  readonly card: string;
  readonly certificate: string;
  readonly policy: string;
  readonly state: string;
}

export function coordinatePathsOf(folder: string): CoordinatePaths {
  return {
    identity: join(folder, 'coordinator.json'),
    key: join(folder, 'key.json'),
    card: join(folder, 'agent-card.json'),
    certificate: join(folder, 'authority.pem'),
    policy: join(folder, 'policy.yaml'),
    state: join(folder, 'state'),
  };
}

/** What has to survive: the replica holds Commands on their way out, the notes what was signed without a person. */
export interface CoordinateStatePaths {
  readonly replica: string;
  readonly claims: string;
  readonly notes: string;
  /** Whether somebody has said stop, or go on. */
  readonly stop: string;
}

export function coordinateStatePathsOf(stateFolder: string): CoordinateStatePaths {
  return {
    replica: join(stateFolder, 'replica.db'),
    claims: join(stateFolder, 'claims'),
    notes: join(stateFolder, 'autonomy-notes.jsonl'),
    stop: join(stateFolder, 'stop.json'),
  };
}

export type CoordinateFaultReason =
  /** Nothing says who it is. */
  | 'no-identity'
  | 'unreadable'
  | 'unusable-identity'
  | 'unusable-key'
  | 'open-to-others'
  | 'unusable-address'
  | 'unusable-certificate'
  /** Nobody can tell what was signed without a person so far. */
  | 'unreadable-notes'
  | 'unwritable';

/** The Coordinator cannot be made or run; the message is for its operator. */
export class CoordinateFault extends Error {
  override readonly name = 'CoordinateFault';
  readonly reason: CoordinateFaultReason;
  /** A path or an address. */
  readonly about: string;
  /** In words of the system or of a check. */
  readonly detail: string;

  constructor(reason: CoordinateFaultReason, about: string, detail = '', options?: ErrorOptions) {
    super(`${reason}: ${about} ${detail}`, options);
    this.reason = reason;
    this.about = about;
    this.detail = detail;
  }
}

/** Who a Coordinator is. */
export interface CoordinateIdentity {
  readonly agentId: string;
  readonly name: string;
  readonly signer: LocalSigner;
}

/** Where its Authority is, and by what it is recognized. */
export interface CoordinateAuthority {
  readonly organizationId: string;
  readonly origin: string;
  /** PEM; the system's own certificates count when it is undefined. */
  readonly ca: string | undefined;
}

/** What a command line says over what the folder says. */
export interface CoordinateOverrides {
  readonly origin?: string | undefined;
  readonly agentId?: string | undefined;
  readonly caFile?: string | undefined;
}

interface IdentityFile {
  readonly agentId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly origin: string;
}

/** Reads who a Coordinator is. Throws a CoordinateFault. */
export async function openCoordinateFolder(
  folder: string,
  { origin, agentId, caFile }: CoordinateOverrides,
): Promise<{ readonly identity: CoordinateIdentity; readonly authority: CoordinateAuthority }> {
  const paths = coordinatePathsOf(folder);
  const file = await readIdentity(paths.identity);
  const authority = {
    organizationId: file.organizationId,
    origin: (origin ?? file.origin).replace(/\/$/, ''),
    ca: await readCertificate(paths.certificate, caFile),
  };
  const address = openServerAddress({ origin: authority.origin });
  if (!address.ok) throw new CoordinateFault('unusable-address', authority.origin, address.fault);
  const identity = {
    agentId: agentId ?? file.agentId,
    name: file.name,
    signer: await readKey(paths.key),
  };
  return { identity, authority };
}

async function readIdentity(path: string): Promise<IdentityFile> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const code = codeOf(error);
    throw new CoordinateFault(code === 'ENOENT' ? 'no-identity' : 'unreadable', path, code, { cause: error });
  });
  const parsed = parseJson(bytes);
  const value = parsed.ok ? parsed.value.value : undefined;
  if (!isJsonObject(value)) throw new CoordinateFault('unusable-identity', path, 'no JSON object');
  const { coordinator, agentId, organizationId, name, origin } = value;
  if (coordinator !== 1) throw new CoordinateFault('unusable-identity', path, '"coordinator": 1');
  if (typeof agentId !== 'string' || !isAbsoluteUri(agentId))
    throw new CoordinateFault('unusable-identity', path, 'agentId');
  if (typeof organizationId !== 'string' || !isAbsoluteUri(organizationId))
    throw new CoordinateFault('unusable-identity', path, 'organizationId');
  if (typeof name !== 'string' || typeof origin !== 'string')
    throw new CoordinateFault('unusable-identity', path, 'name, origin');
  return { agentId, organizationId, name, origin };
}

async function readKey(path: string): Promise<LocalSigner> {
  const file = await readPrivateFile(path);
  if (file.kind === 'open-to-others') throw new CoordinateFault('open-to-others', path);
  if (file.kind === 'unreadable') throw new CoordinateFault('unreadable', path, file.systemCode);
  const signer = openSigningKey(file.bytes);
  if (!signer.ok) throw new CoordinateFault('unusable-key', path, signer.fault);
  return signer.value;
}

/** The certificate that a command line names; that of the folder, where there is one. */
async function readCertificate(own: string, named: string | undefined): Promise<string | undefined> {
  const path = named ?? own;
  try {
    const text = await readFile(path, 'utf8');
    if (!isCertificate(text)) throw new CoordinateFault('unusable-certificate', path);
    return text;
  } catch (error) {
    if (error instanceof CoordinateFault) throw error;
    if (named === undefined && codeOf(error) === 'ENOENT') return undefined;
    throw new CoordinateFault('unreadable', path, codeOf(error), { cause: error });
  }
}

/** The folder of a Coordinator's state, made when missing, for this user only. */
export async function makeStateFolder(stateFolder: string): Promise<CoordinateStatePaths> {
  await mkdir(stateFolder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new CoordinateFault('unwritable', stateFolder, codeOf(error), { cause: error });
  });
  return coordinateStatePathsOf(stateFolder);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
