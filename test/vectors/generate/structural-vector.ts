// One structural vector, and the documents that most of them start from.
import { createHash } from 'node:crypto';
import { encodeBase64Url } from '../../../core/protocol/base64url.ts';
import type { DocumentKind, DocumentOfKind } from '../../../core/protocol/document-kinds.ts';
import { printJson } from './bytes.ts';
import { type Change, edit } from './edit.ts';
import { SIGNED_DOCUMENTS } from './documents-signed.ts';
import { protectedTimeOf } from './profiles.ts';
import { urn } from './world.ts';

export interface StructuralVector {
  /** Name of the file, without folder and extension. */
  readonly file: string;
  /** The requirement and what the vector shows about it. */
  readonly name: string;
  readonly schema: string;
  readonly text: string;
}

export function vector(schema: string, file: string, name: string, document: unknown): StructuralVector {
  return { schema, file, name, text: printJson(document) };
}

// Structural vectors are never verified (RUN-002): the value only has the shape of a signature.
const DUMMY_VALUE = encodeBase64Url(
  createHash('sha512').update('heddle test signature: not a real one').digest(),
);

/** A document of a signed kind with a signature that has the right shape and no meaning. */
export function signedShape<Kind extends DocumentKind>(
  kind: Kind,
  size: 'minimal' | 'maximal',
): DocumentOfKind[Kind] {
  const unsigned = SIGNED_DOCUMENTS[kind][size];
  const createdAt = protectedTimeOf(kind, unsigned);
  const signature = { algorithm: 'Ed25519', keyId: urn('key', 'structural'), createdAt, value: DUMMY_VALUE };
  return { ...unsigned, signature } as unknown as DocumentOfKind[Kind];
}

/** An invalid vector: what is changed in a valid document, under the last words of the file name. */
export type Row = readonly [file: string, name: string, ...changes: Change[]];

/** One vector per row: the base document of a schema with the row's changes. */
export function rows(schema: string, base: object, list: readonly Row[]): StructuralVector[] {
  return list.map(([file, name, ...changes]) =>
    vector(schema, `${schema}-${file}`, name, edit(base, ...changes)),
  );
}
