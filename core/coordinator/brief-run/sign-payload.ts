// Puts the missing signatures into the documents of an intent's payload, each by its own author.
import type { CommandDraft } from '../command-draft.ts';
import * as parts from '../payload-parts.ts';
import type { BriefAuthor, BriefIntent, DocumentToSign } from './run-types.ts';

/** Signs one document: gives back the whole document with its signature. */
export type SignPart = parts.SignPart<BriefAuthor>;

/** The draft of an intent with every document in it signed. */
export async function signPayload({ draft, signs }: BriefIntent, sign: SignPart): Promise<CommandDraft> {
  return withPayload(draft, await parts.signParts(draft.payload, signs, sign));
}

/** The draft with something that looks like a signature in every document that lacks one: for rehearsals alone. */
export function fillSignatures(
  draft: CommandDraft,
  signs: readonly DocumentToSign[],
  signature: object,
): CommandDraft {
  return withPayload(draft, parts.fillParts(draft.payload, signs, signature));
}

function withPayload(draft: CommandDraft, payload: CommandDraft['payload']): CommandDraft {
  // The kind still belongs to its payload, of which only unsigned parts were replaced by signed ones.
  return { ...draft, payload } as CommandDraft;
}
