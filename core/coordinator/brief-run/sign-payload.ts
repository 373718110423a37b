// Puts the missing signatures into the documents of an intent's payload, each by its own author.
import type { DocumentKind } from '../../protocol/document-kinds.ts';
import type { CommandDraft } from '../command-draft.ts';
import type { BriefAuthor, BriefIntent, DocumentToSign } from './run-types.ts';

/** Signs one document: gives back the whole document with its signature. */
export type SignPart = (kind: DocumentKind, unsigned: object, by: BriefAuthor) => object | Promise<object>;

/** The draft of an intent with every document in it signed. */
export async function signPayload({ draft, signs }: BriefIntent, sign: SignPart): Promise<CommandDraft> {
  let signed = draft;
  for (const { kind, path, by } of signs) {
    signed = replacePart(signed, path, await sign(kind, partOf(signed, path), by));
  }
  return signed;
}

/** The draft with something that looks like a signature in every document that lacks one: for rehearsals alone. */
export function fillSignatures(
  draft: CommandDraft,
  signs: readonly DocumentToSign[],
  signature: object,
): CommandDraft {
  return signs.reduce(
    (filled, { path }) => replacePart(filled, path, { ...partOf(filled, path), signature }),
    draft,
  );
}

function partOf({ payload }: CommandDraft, path: DocumentToSign['path']): object {
  const part = path.reduce<unknown>((value, step) => memberOf(value, step), payload);
  if (typeof part !== 'object' || part === null) throw new Error(`nothing to sign at ${path.join('.')}`);
  return part;
}

function replacePart(draft: CommandDraft, path: DocumentToSign['path'], part: object): CommandDraft {
  // The kind still belongs to its payload, of which only an unsigned part was replaced by a signed one.
  return { ...draft, payload: replace(draft.payload, path, part) } as CommandDraft;
}

function memberOf(value: unknown, step: string | number): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, step) as unknown) : undefined;
}

function replace(value: unknown, [step, ...rest]: readonly (string | number)[], part: object): unknown {
  if (step === undefined) return part;
  const inside = replace(memberOf(value, step), rest, part);
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (index === step ? inside : item))
    : { ...(value as object), [step]: inside };
}
