// How documents of a simulation get their signatures: with real keys, or with a placeholder that only the fast
// authority takes for one.
import { createHash } from 'node:crypto';
import { encodeBase64Url } from '../protocol/base64url.ts';
import { type DocumentKind, type DocumentOfKind, profileOf } from '../protocol/document-kinds.ts';
import { importSeed } from '../protocol/ed25519.ts';
import type { Command, RegistryBinding } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import { createLocalSigner, type LocalSigner, signDocument, type Unsigned } from '../protocol/sign.ts';
import type { Principal } from './principals.ts';

/** A Command in the exact text that travels, with the hash of what was signed. */
export interface SealedCommand {
  readonly command: Command;
  readonly text: string;
  readonly signingHash: string;
}

/** Signs what actors write. */
export interface Notary {
  /** A document of any kind, signed by a Principal. */
  sign<Kind extends DocumentKind>(kind: Kind, unsigned: Unsigned<Kind>, by: Principal): DocumentOfKind[Kind];
  seal(unsigned: Unsigned<'command'>, by: Principal): SealedCommand;
}

/** What stands for a valid signature in a fast history. */
export const PLACEHOLDER_SIGNATURE = 'A'.repeat(86);

/** Signs without cryptography: thousands of histories a minute. */
export const FAST_NOTARY: Notary = {
  sign<Kind extends DocumentKind>(kind: Kind, unsigned: Unsigned<Kind>, by: Principal): DocumentOfKind[Kind] {
    const createdAt: unknown = Reflect.get(unsigned, profileOf(kind).protectedTimeMember);
    const signature = { algorithm: 'Ed25519', keyId: by.keyId, createdAt, value: PLACEHOLDER_SIGNATURE };
    // Unsigned<Kind> lacks exactly the member added here.
    return { ...unsigned, signature } as unknown as DocumentOfKind[Kind];
  },
  seal(unsigned, by) {
    const command = FAST_NOTARY.sign('command', unsigned, by);
    return { command, text: JSON.stringify(command), signingHash: fastHashOf(command) };
  },
};

/** The hash of a Command without its signature, in a fast history: member order counts there. */
export function fastHashOf({ signature: _signature, ...unsigned }: Command): string {
  return hashContent(JSON.stringify(unsigned));
}

/** Signs with Ed25519 keys as in production. */
export const REAL_NOTARY: Notary = {
  sign<Kind extends DocumentKind>(kind: Kind, unsigned: Unsigned<Kind>, by: Principal): DocumentOfKind[Kind] {
    const signed = signDocument(kind, unsigned, signerOf(by));
    if (!signed.ok) throw new Error(`${kind}: ${signed.fault.message}`);
    return signed.value.document;
  },
  seal(unsigned, by) {
    const signed = signDocument('command', unsigned, signerOf(by));
    // What nobody would sign still has to be refused when it arrives: for its schema, before its signature.
    if (!signed.ok) return FAST_NOTARY.seal(unsigned, by);
    const { document, bytes, signingHash } = signed.value;
    return { command: document, text: Buffer.from(bytes).toString('utf8'), signingHash };
  },
};

const signers = new Map<string, LocalSigner>();

/** The key of a Principal. */
export function signerOf({ label, keyId }: Principal): LocalSigner {
  const known = signers.get(label);
  if (known !== undefined) return known;
  const seed = createHash('sha256').update(`heddle simulation key: ${label}`).digest();
  const signer = createLocalSigner(keyId, importSeed(seed));
  if (!signer.ok) throw new Error(signer.fault.message);
  signers.set(label, signer.value);
  return signer.value;
}

/** The Registry's entry for a Principal. */
export function bindingOf(principal: Principal): RegistryBinding {
  return {
    keyId: principal.keyId,
    principal: principal.actor,
    algorithm: 'Ed25519',
    publicKey: encodeBase64Url(signerOf(principal).publicKey),
    validFrom: '2026-01-01T00:00:00Z',
    validityHistory: [],
  };
}
