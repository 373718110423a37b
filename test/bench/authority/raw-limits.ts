// The raw limits that an Authority cannot beat on one core and one disk: the two signature operations of a Command, and
// durable SQLite commits of as many bytes.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { satisfiesEquation } from '../../../core/protocol/ed25519.ts';
import { openSigner } from '../../../core/protocol/ed25519-equation.ts';
import { principalOf } from './bench-world.ts';

export interface RawLimits {
  /** One verification of a Command and one signature of an Event, on one core. */
  readonly signaturePairsPerSecond: number;
  /** Rows of as many bytes as a Message leaves behind, `rowsPerCommit` in a durable commit. */
  readonly rowsPerSecond: number;
  readonly rowsPerCommit: number;
  readonly bytesPerRow: number;
  /** Durable commits of one row. */
  readonly commitsPerSecond: number;
}

export interface RawLimitsInput {
  /** Typical signing bytes of a Message's Command and Event. */
  readonly signingBytes: number;
  readonly bytesPerRow: number;
  readonly rowsPerCommit: number;
  readonly milliseconds: number;
}

export function measureRawLimits(folder: string, input: RawLimitsInput): RawLimits {
  const { bytesPerRow, rowsPerCommit, milliseconds } = input;
  return {
    signaturePairsPerSecond: measureSignatures(input.signingBytes, milliseconds),
    rowsPerSecond: measureCommits(folder, bytesPerRow, rowsPerCommit, milliseconds) * rowsPerCommit,
    rowsPerCommit,
    bytesPerRow,
    commitsPerSecond: measureCommits(folder, bytesPerRow, 1, milliseconds),
  };
}

function measureSignatures(signingBytes: number, milliseconds: number): number {
  const { signer } = principalOf('agent', 'raw-limits');
  const message = Buffer.alloc(signingBytes, 'heddle');
  const sign = openSigner(signer.privateKey);
  const signature = sign(message);
  return countPerSecond(milliseconds, () => {
    satisfiesEquation(signer.publicKey, message, signature);
    sign(message);
  });
}

function measureCommits(
  folder: string,
  bytesPerRow: number,
  rowsPerCommit: number,
  milliseconds: number,
): number {
  const path = join(folder, `raw-limits-${rowsPerCommit}.db`);
  const database = new Database(path);
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT');
    const insert = database.prepare<[Buffer]>('INSERT INTO rows (bytes) VALUES (?)');
    const row = Buffer.alloc(bytesPerRow, 'heddle');
    const commit = database.transaction(() => {
      for (let n = 0; n < rowsPerCommit; n += 1) insert.run(row);
    });
    return countPerSecond(milliseconds, () => commit.immediate());
  } finally {
    database.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  }
}

function countPerSecond(milliseconds: number, run: () => void): number {
  for (let warmUp = 0; warmUp < 50; warmUp += 1) run();
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < milliseconds) {
    run();
    count += 1;
  }
  return (count * 1_000) / (performance.now() - startedAt);
}
