// What the cases of the cryptography suite are made of: signed samples, stored files, and evaluations.
import { encodeBase64Url } from '../../../core/protocol/base64url.ts';
import type { DocumentKind, DocumentOfKind } from '../../../core/protocol/document-kinds.ts';
import type {
  CompleteEvaluation,
  CryptographyCase,
  CryptographyEvaluation,
  FailureEvaluation,
  FailureExpectation,
} from '../../../core/protocol/generated/documents.ts';
import { signDocument, type Unsigned } from '../../../core/protocol/sign.ts';
import type { Bundle } from './bundle.ts';
import { canonicalBytesWithout, canonicalText, printJson, sha256, utf8 } from './bytes.ts';
import { SIGNED_DOCUMENTS } from './documents-signed.ts';
import { KEY_OWNERS, type KeyName, signerOf, signingKeyFile } from './keys.ts';
import { protectedTimeOf } from './profiles.ts';
import { asActor } from './world.ts';

/** Who signs the documents of each kind in this world. */
export const SIGNER_OF_KIND: Readonly<Record<DocumentKind, KeyName>> = {
  'agent-card': 'registry',
  approval: 'mission-owner',
  artifact: 'weaver',
  command: 'coordinator',
  'context-package': 'coordinator',
  event: 'group-authority',
  evidence: 'inspector',
  'extension-profile': 'security-officer',
  'group-snapshot': 'archive',
};

/** The wire code of each stage (SIG-031…SIG-037). */
const WIRE_CODES: Readonly<Record<FailureExpectation['stage'], string>> = {
  parse: 'PROTOCOL_VIOLATION',
  schema: 'SCHEMA_VALIDATION_FAILED',
  'signature-envelope': 'AUTH_INVALID_SIGNATURE',
  'key-resolution': 'AUTH_INVALID_SIGNATURE',
  canonicalization: 'PROTOCOL_VIOLATION',
  signature: 'AUTH_INVALID_SIGNATURE',
};

/** The accept case whose document the reject cases of a kind change. */
export const BASIS_CASE = 'accept.profile-matrix.minimal';

/** A correctly signed document. */
export interface Sample<Kind extends DocumentKind = DocumentKind> {
  readonly kind: Kind;
  readonly key: KeyName;
  readonly document: DocumentOfKind[Kind];
  readonly signingBytes: Uint8Array;
}

/** Signs as the protocol wants it, and checks the signing bytes against the generator's own canonical form. */
export function sign<Kind extends DocumentKind>(
  kind: Kind,
  unsigned: Unsigned<Kind>,
  key: KeyName = SIGNER_OF_KIND[kind],
): Sample<Kind> {
  const signed = signDocument(kind, unsigned, signerOf(key));
  if (!signed.ok) throw new Error(`${kind} cannot be signed: ${signed.fault.message}`);
  const signingBytes = utf8(canonicalText(unsigned));
  if (Buffer.compare(signingBytes, signed.value.signingBytes) !== 0) {
    throw new Error(`${kind}: the signing bytes are not the expected canonical form`);
  }
  return { kind, key, document: signed.value.document, signingBytes };
}

export const minimalSample = <Kind extends DocumentKind>(kind: Kind): Sample<Kind> =>
  sign<Kind>(kind, SIGNED_DOCUMENTS[kind].minimal);

export const maximalSample = <Kind extends DocumentKind>(kind: Kind): Sample<Kind> =>
  sign<Kind>(kind, SIGNED_DOCUMENTS[kind].maximal);

/** The document with another signature value. */
export function withSignature(document: object, value: Uint8Array | string): Record<string, unknown> {
  const signature: unknown = Reflect.get(document, 'signature');
  const text = typeof value === 'string' ? value : encodeBase64Url(value);
  return { ...document, signature: { ...(signature as object), value: text } };
}

/** One way to break a document or its Registry, and the stage that must notice. */
export interface Break {
  readonly id: string;
  readonly document: string;
  readonly registry: string;
  readonly kind?: DocumentKind;
}

/** Stores the files of the suite and collects its cases. */
export class CryptographyCases {
  readonly cases: CryptographyCase[] = [];
  private readonly bundle: Bundle;
  private readonly signingKeys = new Map<KeyName, string>();

  constructor(bundle: Bundle) {
    this.bundle = bundle;
  }

  /** Stores a document, printed when it is not text or bytes already. */
  document(name: string, content: object | string): string {
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    return this.bundle.add(`cryptography/vectors/documents/${name}`, isRaw ? content : printJson(content));
  }

  registry(name: string, evidence: object): string {
    return this.bundle.addJson(`cryptography/keys/registry-${name}.json`, evidence);
  }

  file(path: string, content: Uint8Array | string): string {
    return this.bundle.add(`cryptography/${path}`, content);
  }

  /** A document that must pass all six stages with exactly these findings (RUN-013). */
  complete(sample: Sample, name: string, document: string, registry: string): CompleteEvaluation {
    const { keyId, value } = sample.document.signature;
    return {
      profileId: sample.kind,
      document,
      registry,
      signingKey: this.signingKey(sample.key),
      fault: null,
      expect: {
        stage: 'complete',
        wireCode: null,
        verified: {
          keyId,
          principal: asActor(KEY_OWNERS[sample.key]),
          protectedTime: protectedTimeOf(sample.kind, sample.document),
          signingBytes: this.file(`vectors/signing-bytes/${name}.jcs`, sample.signingBytes),
          signingHash: sha256(canonicalBytesWithout(sample.document, 'signature')),
          signature: value,
          signedDocumentHash: sha256(utf8(canonicalText(sample.document))),
        },
      },
    };
  }

  accept(id: string, kind: CryptographyCase['kind'], evaluations: CryptographyEvaluation[]): void {
    this.cases.push({ id: `accept.${id}`, kind, evaluations });
  }

  /** A case whose every evaluation must fail at one stage (RUN-014). */
  reject(id: string, stage: FailureExpectation['stage'], breaks: readonly Break[]): void {
    const evaluations = breaks.map(
      ({ id: faultId, document, registry, kind = 'command' }): FailureEvaluation => ({
        profileId: kind,
        document,
        registry,
        fault: { id: faultId, basis: { caseId: BASIS_CASE, profileId: kind } },
        expect: { stage, wireCode: WIRE_CODES[stage] },
      }),
    );
    this.cases.push({
      id: `reject.${stage}.${id}`,
      kind: evaluations.length === 1 ? 'single' : 'failure-matrix',
      evaluations,
    });
  }

  private signingKey(name: KeyName): string {
    const known = this.signingKeys.get(name);
    if (known !== undefined) return known;
    const path = this.bundle.addJson(`cryptography/keys/signing-${name}.json`, signingKeyFile(name));
    this.signingKeys.set(name, path);
    return path;
  }
}
