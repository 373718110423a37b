// Cuts a stream of bytes into lines of bounded length, so that a program that never ends its line costs no memory.

const NEWLINE = 0x0a;

export interface SplitLine {
  readonly bytes: Buffer;
  /** The rest of the line was dropped. */
  readonly isCut: boolean;
}

export class LineSplitter {
  private readonly maxBytes: number;
  private readonly onLine: (line: SplitLine) => void;
  private pieces: Buffer[] = [];
  private heldBytes = 0;
  private isCut = false;

  constructor(maxBytes: number, onLine: (line: SplitLine) => void) {
    this.maxBytes = maxBytes;
    this.onLine = onLine;
  }

  add(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      this.hold(chunk.subarray(start, end === -1 ? chunk.length : end));
      if (end === -1) return;
      this.release();
      start = end + 1;
    }
  }

  /** Releases a last line without an end. */
  finish(): void {
    if (this.heldBytes > 0) this.release();
  }

  private hold(piece: Buffer): void {
    const room = this.maxBytes - this.heldBytes;
    if (piece.length > room) this.isCut = true;
    const held = piece.subarray(0, room);
    if (held.length === 0) return;
    // A copy: the chunk may be large, and one short rest would keep all of it.
    this.pieces.push(Buffer.from(held));
    this.heldBytes += held.length;
  }

  private release(): void {
    const line = { bytes: Buffer.concat(this.pieces), isCut: this.isCut };
    this.pieces = [];
    this.heldBytes = 0;
    this.isCut = false;
    this.onLine(line);
  }
}
