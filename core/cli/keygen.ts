// `heddle keygen`: makes a signing key file and the Registry binding that goes with it, for people who integrate.
import { randomBytes } from 'node:crypto';
import { encodeBase64Url } from '../protocol/base64url.ts';
import { exportPublicKey, importSeed, SEED_BYTES } from '../protocol/ed25519.ts';
import type { RegistryBinding, RegistryEvidence } from '../protocol/generated/documents.ts';
import { isAbsoluteUri } from '../protocol/identifier.ts';
import { openRegistry } from '../protocol/registry.ts';
import { checkSchema } from '../protocol/schema.ts';
import { createLocalSigner } from '../protocol/sign.ts';
import { formatTimestamp, isTimestamp } from '../protocol/timestamp.ts';
import { parseObject, parsePrincipal, readIfPresent, writeWhole } from './document-files.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';

export interface KeygenOptions {
  readonly keyId: string;
  readonly principal: string;
  readonly out: string;
  readonly registry?: string;
  readonly organization?: string;
  readonly validFrom?: string;
}

/**
 * Writes the secret key to a new file that only its owner can read, and either adds the binding to a Registry
 * evidence file or prints it. Everything is checked before the key file is made.
 */
export async function runKeygen(terminal: Terminal, options: KeygenOptions): Promise<ExitCode> {
  const { words } = terminal;
  if (checkSchema('id', options.keyId) !== undefined)
    throw new UserFault(words.badIdentifier('--key-id', options.keyId));
  const principal = parsePrincipal(terminal, options.principal);
  const validFrom = options.validFrom ?? formatTimestamp(terminal.now());
  if (!isTimestamp(validFrom)) throw new UserFault(words.badTimestamp(validFrom));

  const seed = randomBytes(SEED_BYTES);
  const privateKey = importSeed(seed);
  const signer = createLocalSigner(options.keyId, privateKey);
  if (!signer.ok) throw new Error(signer.fault.message);
  const publicKey = encodeBase64Url(exportPublicKey(privateKey));
  const binding: RegistryBinding = {
    keyId: options.keyId,
    principal,
    algorithm: 'Ed25519',
    publicKey,
    validFrom,
    validityHistory: [],
  };
  const evidence =
    options.registry === undefined
      ? undefined
      : await extendRegistry(terminal, options.registry, options.organization, binding);

  const keyFile = { keyId: options.keyId, algorithm: 'Ed25519', seed: encodeBase64Url(seed), publicKey };
  await writeWhole(terminal, options.out, `${JSON.stringify(keyFile, null, 2)}\n`, true);
  terminal.err(words.keyWritten(options.out));
  if (options.registry !== undefined && evidence !== undefined) {
    await writeWhole(terminal, options.registry, `${JSON.stringify(evidence, null, 2)}\n`, false);
    terminal.err(words.bindingAdded(options.registry));
  } else {
    terminal.err(words.bindingToPublish());
    terminal.out(JSON.stringify(binding, null, 2));
  }
  return EXIT_CODES.yes;
}

/** The evidence with the new binding, proven valid as a whole before anything is written (REG-013). */
async function extendRegistry(
  terminal: Terminal,
  path: string,
  organization: string | undefined,
  binding: RegistryBinding,
): Promise<RegistryEvidence> {
  const { words } = terminal;
  const bytes = await readIfPresent(terminal, path);
  let evidence: unknown;
  if (bytes !== undefined) {
    const known = parseObject(terminal, path, bytes);
    const opened = openRegistry(known);
    if (!opened.ok) throw new UserFault(words.badRegistry(path, opened.fault.message));
    const { organizationId } = opened.value;
    if (organization !== undefined && organization !== organizationId) {
      throw new UserFault(words.otherOrganization(path, organizationId));
    }
    evidence = { ...known, bindings: [...(known as unknown as RegistryEvidence).bindings, binding] };
  } else {
    if (organization === undefined) throw new UserFault(words.organizationNeeded(path));
    if (!isAbsoluteUri(organization))
      throw new UserFault(words.badIdentifier('--organization', organization));
    evidence = { organizationId: organization, bindings: [binding] };
  }
  const extended = openRegistry(evidence);
  if (!extended.ok) throw new UserFault(words.badRegistry(path, extended.fault.message));
  return evidence as RegistryEvidence;
}
