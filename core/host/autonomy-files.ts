// What stays of the assistant's autonomy over a restart: the notes of what was signed alone, a line each, and whether somebody
// has pressed stop. A file that cannot be trusted never means that nothing happened.
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AutonomyNote, NoteBook } from '../coordinator/assistant/autonomy/notes.ts';
import type { StopRecord } from '../coordinator/assistant/autonomy/stop-switch.ts';
import { readPrivateFile, replacePrivateFile } from '../keys/private-file.ts';
import { isJsonObject, type JsonObject, parseJson } from '../protocol/json.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { SerialQueue } from '../store/serial-queue.ts';

const LINE_LIMITS = { maxBytes: 1024 * 1024, maxDepth: 64 };
const MAX_STOP_BYTES = 1024;

/** The notes of a profile, in a file that only grows. */
export class AutonomyNoteFile implements NoteBook {
  private readonly path: string;
  private readonly queue = new SerialQueue();
  /** Whole lines end here; what follows was being written in a crash. */
  private end: number;

  private constructor(path: string, end: number) {
    this.path = path;
    this.end = end;
  }

  /** The file with the notes in it, the oldest first; the fault says which line nobody can read. */
  static async open(
    path: string,
  ): Promise<Result<{ readonly book: AutonomyNoteFile; readonly notes: readonly AutonomyNote[] }, string>> {
    const bytes = await readWhole(path);
    if (!bytes.ok) return bytes;
    // A line without its end was never answered for, so nothing was signed on it.
    const end = bytes.value.lastIndexOf('\n') + 1;
    const notes = new Map<string, AutonomyNote>();
    const lines = bytes.value.subarray(0, end).toString().split('\n').slice(0, -1);
    for (const [index, line] of lines.entries()) {
      const note = readNote(line);
      if (note === undefined) return refuse(`line ${index + 1} of ${path} is no note`);
      // An act that was asked for again has two.
      if (!notes.has(note.actionId)) notes.set(note.actionId, note);
    }
    return accept({ book: new AutonomyNoteFile(path, end), notes: [...notes.values()] });
  }

  write(note: AutonomyNote): Promise<Result<void, string>> {
    return this.queue.run(async () => {
      try {
        await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
        const line = Buffer.from(`${JSON.stringify(note)}\n`);
        // Not `a`: a torn line of a crash, or of a full disk, is written over.
        const file = await open(this.path, 'r+').catch(() => open(this.path, 'wx', 0o600));
        try {
          await file.truncate(this.end);
          await writeAll(file, line, this.end);
          await file.sync();
        } finally {
          await file.close();
        }
        // A new name is on disk only when its folder is. Windows sees to that by itself.
        if (this.end === 0 && process.platform !== 'win32') await flushFolder(dirname(this.path));
        this.end += line.length;
        return accept(undefined);
      } catch (error) {
        return refuse(`${this.path} could not be written (${codeOf(error)})`);
      }
    });
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, bytes: Buffer, at: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, at + written);
    written += bytesWritten;
  }
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function readWhole(path: string): Promise<Result<Buffer, string>> {
  try {
    return accept(await readFile(path));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return accept(Buffer.alloc(0));
    return refuse(`${path} cannot be read (${codeOf(error)})`);
  }
}

const TEXTS = ['connectionId', 'actionId', 'kind', 'groupId', 'missionId', 'ruleId', 'matrixHash', 'risk'];

/** Our own lines: what the limits and the list rely on is looked at. */
function readNote(line: string): AutonomyNote | undefined {
  const parsed = parseJson(Buffer.from(line), { limits: LINE_LIMITS });
  const value = parsed.ok ? parsed.value.value : undefined;
  if (!isJsonObject(value) || !TEXTS.every((name) => typeof value[name] === 'string')) return undefined;
  const { target, made, reasons, decidedAtMs, commitment } = value;
  const isWhole =
    isJsonObject(target) &&
    Array.isArray(made) &&
    Array.isArray(reasons) &&
    Number.isSafeInteger(decidedAtMs) &&
    (commitment === undefined || isCommitment(commitment as JsonObject));
  // Written by `write`, and every member that something is computed from was checked.
  return isWhole ? (value as unknown as AutonomyNote) : undefined;
}

function isCommitment({ subject, amount }: JsonObject): boolean {
  return (
    typeof subject === 'string' &&
    isJsonObject(amount) &&
    Object.values(amount).every((each) => Number.isSafeInteger(each))
  );
}

/** How the switch was left; `unreadable` where nobody can tell. */
export async function readStop(path: string): Promise<StopRecord | 'unreadable'> {
  const file = await readPrivateFile(path, MAX_STOP_BYTES);
  if (!file.ok || file.value === 'as-known') return 'unreadable';
  if (file.value === undefined) return { isStopped: false, sinceMs: undefined };
  const parsed = parseJson(file.value.bytes);
  const value = parsed.ok ? parsed.value.value : undefined;
  if (!isJsonObject(value)) return 'unreadable';
  const { isStopped, sinceMs } = value;
  const isRecord = typeof isStopped === 'boolean' && (sinceMs === undefined || typeof sinceMs === 'number');
  return isRecord ? { isStopped, sinceMs } : 'unreadable';
}

export async function writeStop(path: string, record: StopRecord): Promise<Result<void, string>> {
  const written = await replacePrivateFile(path, Buffer.from(JSON.stringify(record)));
  return written.ok ? written : refuse(written.fault.message);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
