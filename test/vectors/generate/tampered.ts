// The Command that the signature cases tamper with, taken apart.
import { decodeBase64Url } from '../../../core/protocol/base64url.ts';
import { minimalSample, withSignature } from './cryptography-cases.ts';
import { SIGNED_DOCUMENTS } from './documents-signed.ts';
import { IDENTITY_ENCODING } from './weak-points.ts';

export const UNSIGNED = SIGNED_DOCUMENTS.command.minimal;
export const SAMPLE = minimalSample('command');
export const COMMAND = SAMPLE.document;
export const SIGNATURE = bytesOf(COMMAND.signature.value);
export const R = SIGNATURE.subarray(0, 32);
export const S = SIGNATURE.subarray(32);
export const ZERO = new Uint8Array(32);

/** R = identity and S = 0: satisfies the equation under a public key that is the identity, whatever was signed. */
export const WEAK_KEY_FORGERY = withSignature(COMMAND, Buffer.concat([IDENTITY_ENCODING, ZERO]));

export function bytesOf(text: string): Uint8Array {
  const bytes = decodeBase64Url(text);
  if (bytes === undefined) throw new Error('not base64url');
  return bytes;
}

/** The same bytes in a spelling whose unused last bits are not zero (DATA-030). */
export function withPadBits(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet[alphabet.indexOf(text.slice(-1)) + 1];
  if (last === undefined) throw new Error('no spelling with pad bits');
  return `${text.slice(0, -1)}${last}`;
}
