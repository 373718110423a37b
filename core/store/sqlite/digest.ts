// The 32 bytes of a content hash: less than half of its text, in a table with two rows for every Command.

/** The bytes behind `sha256:`. The caller's hash is one of ours, so its form is not in question. */
export function digestOf(hash: string): Buffer {
  return Buffer.from(hash.slice('sha256:'.length), 'hex');
}
