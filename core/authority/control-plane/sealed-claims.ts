// Sealed claims, the format of all tokens that this Organization issues to itself (TOK-005, WS-017): JCS claims and an
// HMAC-SHA-256 over their encoded form. What claims mean, and whether they still hold, is for others to say.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeBase64Url, encodeBase64Url } from '../../protocol/base64url.ts';
import { canonicalize } from '../../protocol/jcs.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../protocol/json.ts';
import { compareInstants, type Instant, parseTimestamp } from '../../protocol/timestamp.ts';

/** Longer than any token that was ever issued; the schema of `sessionToken` has the same bound. */
const MAX_TOKEN_CHARACTERS = 8_192;
const MIN_SECRET_BYTES = 32;

/** Seals and opens claims for one purpose. A token of one purpose never opens as one of another. */
export class ClaimsSealer {
  private readonly key: Uint8Array;

  /** The secret stays the Organization's; each purpose gets a key of its own that is derived from it. */
  constructor(secret: Uint8Array, purpose: string) {
    if (secret.length < MIN_SECRET_BYTES)
      throw new RangeError(`a token secret has at least ${MIN_SECRET_BYTES} bytes`);
    this.key = createHmac('sha256', secret).update(`heddle token ${purpose}`).digest();
  }

  seal(claims: object): string {
    const token = this.sealWithin(claims);
    if (token === undefined) throw new RangeError('claims too large for a token');
    return token;
  }

  /** As `seal`, for claims whose size somebody else decides: undefined when they are too large for a token. */
  sealWithin(claims: object): string | undefined {
    const canonical = canonicalize(claims);
    if (!canonical.ok) throw new TypeError(`claims have no canonical form: ${canonical.fault.message}`);
    const encoded = encodeBase64Url(Buffer.from(canonical.value));
    const token = `${encoded}.${encodeBase64Url(this.macOf(encoded))}`;
    return token.length > MAX_TOKEN_CHARACTERS ? undefined : token;
  }

  /** The claims as they were sealed, or undefined for everything that was not sealed here. */
  open(token: string): JsonObject | undefined {
    if (token.length > MAX_TOKEN_CHARACTERS) return undefined;
    const [encoded = '', mac = '', ...rest] = token.split('.');
    const received = decodeBase64Url(mac);
    const expected = this.macOf(encoded);
    if (rest.length > 0 || received?.length !== expected.length) return undefined;
    if (!timingSafeEqual(received, expected)) return undefined;
    const bytes = decodeBase64Url(encoded);
    const parsed = bytes === undefined ? undefined : parseJson(bytes);
    return parsed?.ok === true && isJsonObject(parsed.value.value) ? parsed.value.value : undefined;
  }

  private macOf(encoded: string): Buffer {
    return createHmac('sha256', this.key).update(encoded).digest();
  }
}

/** The earliest of some timestamps, in its own spelling. */
export function earliestOf(texts: readonly (string | undefined)[]): string {
  let earliest: { readonly text: string; readonly at: Instant } | undefined;
  for (const text of texts) {
    const at = text === undefined ? undefined : parseTimestamp(text);
    if (text === undefined || at === undefined) continue;
    if (earliest === undefined || compareInstants(at, earliest.at) < 0) earliest = { text, at };
  }
  if (earliest === undefined) throw new TypeError('no timestamp to choose from');
  return earliest.text;
}
