// What a public key is told by, among people.
import { createHash } from 'node:crypto';

/** Of the hash of the public key: enough for two people to compare. */
export function fingerprintOf(publicKey: string): string {
  const hash = createHash('sha256').update(publicKey).digest('hex').slice(0, 32);
  return (hash.match(/.{4}/gu) ?? []).join(' ');
}
