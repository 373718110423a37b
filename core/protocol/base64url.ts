// Base64url without padding (RFC 4648 section 5, DATA-030): one spelling for every byte sequence.
import { Buffer } from 'node:buffer';

const ALPHABET = /^[A-Za-z0-9_-]*$/;

/** The unpadded base64url text of the bytes. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
}

/**
 * The bytes, or undefined when the text is not the one canonical spelling: foreign characters, padding, an
 * impossible length, or unused trailing bits that are not zero (DATA-030).
 */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  if (!ALPHABET.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
