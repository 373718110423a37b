// Keys that a backup lacks, by the name of whose they are: what is lost has to be known before it is needed.
import type { MissingKey } from '../contract/keys.ts';
import type { Language } from '../contract/values.ts';
import { say, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import type { KeyCondition, KeyFacts } from '../keys/key-store.ts';
import type { Actor } from '../protocol/generated/documents.ts';
import { fingerprintOf } from './key-fingerprint.ts';

/** So many groups of a fingerprint tell a person's keys apart. */
const SHOWN_GROUPS = 2;

/** `nameOf` tells what a Principal is called here; without it their ids have to do. */
export function missingKeysOf(
  keys: readonly (KeyFacts & { readonly condition?: KeyCondition })[],
  language: Language,
  nameOf: (actor: Actor) => string = ({ id }) => id,
): MissingKey[] {
  const { keyConditions } = textsOf(language).row;
  return keys.map(({ keyId, principal: { type, id }, publicKey, condition }) => {
    const name = nameOf({ type, id });
    const fingerprint = fingerprintOf(publicKey).split(' ').slice(0, SHOWN_GROUPS).join(' ');
    const key = `${language === 'de' ? 'Schlüssel' : 'key'} ${fingerprint} …`;
    const facts = condition === undefined ? [key] : [key, keyConditions[condition]];
    return {
      keyId,
      principal: { type, id, name },
      words: say('backup.missing-key', `${name} (${facts.join(', ')})`),
    };
  });
}

/** Their names, for a sentence. */
export function namesOf(keys: readonly MissingKey[]): readonly string[] {
  return keys.map(({ words }) => words.text);
}
