// Bytes of vectors: hashes, printed JSON with hand-made spots, and a second, independent canonical form.
import { createHash } from 'node:crypto';

/** `sha256:` and the hexadecimal SHA-256 of the bytes (DATA-050). */
export function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

export function utf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

const OPEN = '⟦';
const CLOSE = '⟧';
const SPOT = new RegExp(`"${OPEN}([0-9a-f]*)${CLOSE}"`, 'g');

/**
 * A spot in a document where `printJson` writes exactly this JSON text, which no JavaScript value would give:
 * `7.0`, `1e400`, `"\ud800"`. Works as a value and as a member name.
 */
export function raw(jsonText: string): string {
  return `${OPEN}${Buffer.from(jsonText).toString('hex')}${CLOSE}`;
}

/** JSON text with two spaces per level and a final line feed, with the spots of `raw` filled in. */
export function printJson(value: unknown): string {
  return `${fillSpots(JSON.stringify(value, null, 2))}\n`;
}

/** JSON text without whitespace, with the spots of `raw` filled in. */
export function printCompact(value: unknown): string {
  return fillSpots(JSON.stringify(value));
}

function fillSpots(text: string): string {
  return text.replaceAll(SPOT, (_, hex: string) => Buffer.from(hex, 'hex').toString());
}

/**
 * RFC 8785 for plain values made in code. Written apart from core/protocol/jcs.ts on purpose: expectations must
 * not come from the code that they test.
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`);
  return `{${members.join(',')}}`;
}

/** The canonical bytes of an object without one of its top-level members (SIG-021, RUN-010). */
export function canonicalBytesWithout(value: object, omitted: string): Uint8Array {
  return utf8(canonicalText(Object.fromEntries(Object.entries(value).filter(([name]) => name !== omitted))));
}
