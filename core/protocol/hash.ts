// Content hashes (DATA-050, DATA-051): `sha256:` and 64 lower-case hexadecimal digits.
import { hash } from 'node:crypto';

/** SHA-256 over raw bytes, or over the UTF-8 form of a text; for JSON values pass their JCS text (DATA-051). */
export function hashContent(content: Uint8Array | string): string {
  return `sha256:${hash('sha256', content, 'hex')}`;
}
