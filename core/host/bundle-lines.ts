// Cuts a `.mwpbundle` into its lines, however large the file is.

export interface BundleLine {
  /** From 1. */
  readonly number: number;
  /** With its line end, where it has one. */
  readonly bytes: Buffer;
  /** The letter in front; empty for a line that does not begin as one does. */
  readonly kind: string;
  readonly content: Buffer;
  /** Whether its end is missing, as in a file that was cut off. */
  readonly isCutOff: boolean;
}

/** Longer than any line that an Authority's limits allow: such a file is not held in memory. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** A line that is too long ends the reading: nothing after it could be told apart. */
export async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<BundleLine> {
  let number = 0;
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      number += 1;
      yield toLine(number, Buffer.concat([...begun, chunk.subarray(from, end + 1)]));
      begun = [];
      begunBytes = 0;
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
    begunBytes += chunk.length - from;
    if (begunBytes > MAX_LINE_BYTES) break;
  }
  if (begunBytes > 0) yield toLine(number + 1, Buffer.concat(begun));
}

function toLine(number: number, bytes: Buffer): BundleLine {
  const isCutOff = bytes.at(-1) !== 0x0a;
  const hasKind = bytes[1] === 0x20;
  return {
    number,
    bytes,
    kind: hasKind ? bytes.toString('latin1', 0, 1) : '',
    content: bytes.subarray(hasKind ? 2 : 0, isCutOff ? bytes.length : -1),
    isCutOff,
  };
}
