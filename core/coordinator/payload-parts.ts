// Documents inside a payload that somebody has to sign before the Command is signed: where they stand, and putting the
// signed ones in their places.
import type { DocumentKind } from '../protocol/document-kinds.ts';
import type { Actor } from '../protocol/generated/documents.ts';

/** A document that lacks its signature. `Author` is how whoever has the keys calls the one who signs. */
export interface PartToSign<Author = Actor> {
  readonly kind: DocumentKind;
  /** Member names and indices from the payload down. */
  readonly path: readonly (string | number)[];
  readonly by: Author;
}

/** Signs one document: gives back the whole document with its signature. */
export type SignPart<Author = Actor> = (
  kind: DocumentKind,
  unsigned: object,
  by: Author,
) => object | Promise<object>;

/** The payload with every document in it signed, each by its own author. */
export async function signParts<Payload extends object, Author>(
  payload: Payload,
  parts: readonly PartToSign<Author>[],
  sign: SignPart<Author>,
): Promise<Payload> {
  let signed = payload;
  for (const { kind, path, by } of parts) {
    signed = replacePart(signed, path, await sign(kind, partOf(signed, path), by));
  }
  return signed;
}

/** The payload with something that looks like a signature in every document that lacks one: to try it out. */
export function fillParts<Payload extends object>(
  payload: Payload,
  parts: readonly Pick<PartToSign, 'path'>[],
  signature: object,
): Payload {
  return parts.reduce(
    (filled, { path }) => replacePart(filled, path, { ...partOf(filled, path), signature }),
    payload,
  );
}

function partOf(payload: object, path: PartToSign['path']): object {
  const part = path.reduce<unknown>(memberOf, payload);
  if (typeof part !== 'object' || part === null) throw new Error(`nothing to sign at ${path.join('.')}`);
  return part;
}

function replacePart<Payload extends object>(
  payload: Payload,
  path: PartToSign['path'],
  part: object,
): Payload {
  // The shape stays: an unsigned document gives way to a signed one.
  return replace(payload, path, part) as Payload;
}

function memberOf(value: unknown, step: string | number): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, step) as unknown) : undefined;
}

function replace(value: unknown, [step, ...rest]: PartToSign['path'], part: object): unknown {
  if (step === undefined) return part;
  const inside = replace(memberOf(value, step), rest, part);
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (index === step ? inside : item))
    : { ...(value as object), [step]: inside };
}
