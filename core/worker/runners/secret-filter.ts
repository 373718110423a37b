// Keeps the secrets of one run out of everything that leaves it (TOK-003): redacts them in words, finds them in content.
// Only exact values are found, not what a program makes of them; that is a net, no proof.

/** A shorter value is no secret anybody could rely on, and would be found everywhere. */
const MIN_SECRET_LENGTH = 6;
const REDACTED = '[secret]';

export class SecretFilter {
  private readonly texts: readonly string[];
  private readonly patterns: readonly Buffer[];
  private readonly overlapBytes: number;

  /** @param values Of the secrets and of the capability token. */
  constructor(values: readonly string[]) {
    // Longest first: a secret may begin with another one.
    this.texts = values
      .filter((value) => value.length >= MIN_SECRET_LENGTH)
      .toSorted((one, other) => other.length - one.length);
    this.patterns = this.texts.flatMap((text) => {
      const escaped = JSON.stringify(text).slice(1, -1);
      return escaped === text ? [Buffer.from(text)] : [Buffer.from(text), Buffer.from(escaped)];
    });
    this.overlapBytes = Math.max(0, ...this.patterns.map(({ length }) => length - 1));
  }

  redact(text: string): string {
    return this.texts.reduce((redacted, secret) => redacted.replaceAll(secret, REDACTED), text);
  }

  /** A function for the pieces of one content, in order: whether a secret was seen in them by now. */
  createFinder(): (piece: Uint8Array) => boolean {
    let tail: Buffer = Buffer.alloc(0);
    let isFound = false;
    return (piece) => {
      if (isFound || this.patterns.length === 0) return isFound;
      const joined = tail.length === 0 ? Buffer.from(piece) : Buffer.concat([tail, piece]);
      isFound = this.patterns.some((pattern) => joined.includes(pattern));
      tail = joined.subarray(Math.max(0, joined.length - this.overlapBytes));
      return isFound;
    };
  }
}
