// Writes on their way to another thread: the values of a statement in one list, and all bytes in one buffer that changes hands.
// A list for each row, and a copy of each blob, would cost both threads more than half of what the message takes.
import type { Parameter, Write, WriteName } from './writes.ts';

/** What stands for bytes in a list of values. */
const BYTES = undefined;

/** The rows of one statement, one after another. */
interface PackedWrite {
  readonly name: WriteName;
  readonly rowCount: number;
  readonly values: readonly (string | number | null | typeof BYTES)[];
}

export interface PackedWrites {
  readonly writes: readonly PackedWrite[];
  /** How long each of the blobs is, in order. */
  readonly byteLengths: readonly number[];
  readonly bytes: ArrayBuffer;
}

/** `bytes` is to be transferred; the writes themselves are only read. */
export function packWrites(writes: readonly Write[]): PackedWrites {
  const blobs: Uint8Array[] = [];
  const packed = writes.map(({ name, rows }): PackedWrite => {
    const values: PackedWrite['values'][number][] = [];
    for (const row of rows) {
      for (const parameter of row) {
        if (typeof parameter !== 'object' || parameter === null) values.push(parameter);
        else {
          values.push(BYTES);
          blobs.push(parameter);
        }
      }
    }
    return { name, rowCount: rows.length, values };
  });
  const byteLengths = blobs.map(({ length }) => length);
  const bytes = new Uint8Array(byteLengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const blob of blobs) {
    bytes.set(blob, at);
    at += blob.length;
  }
  return { writes: packed, byteLengths, bytes: bytes.buffer };
}

/** Hands every row of `packWrites` to `run`, in order. Blobs are views of the one buffer. */
export function unpackWrites(
  { writes, byteLengths, bytes }: PackedWrites,
  run: (name: WriteName, row: readonly Parameter[]) => void,
): void {
  let blob = 0;
  let at = 0;
  for (const { name, rowCount, values } of writes) {
    const width = values.length / rowCount;
    for (let row = 0; row < rowCount; row += 1) {
      run(
        name,
        values.slice(row * width, (row + 1) * width).map((value): Parameter => {
          if (value !== BYTES) return value;
          const length = byteLengths[blob] ?? 0;
          const view = Buffer.from(bytes, at, length);
          blob += 1;
          at += length;
          return view;
        }),
      );
    }
  }
}
