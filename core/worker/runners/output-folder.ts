// Takes over what a run has left in its output folder: plain files only, counted, measured and hashed while they are
// copied. Called when nothing of the run is alive any more.
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import { keepFile, type KeepFault, type KeepRules } from './kept-file.ts';
import type { KeptFile, RunFailureCode } from './runner.ts';

export interface OutputLimits {
  /** Of all files together. */
  readonly totalBytes: number;
  readonly files: number;
}

export interface OutputFile extends KeptFile {
  /** Path below the folder, with `/`. */
  readonly name: string;
}

export interface OutputFault {
  readonly code: Extract<RunFailureCode, 'FORBIDDEN_OUTPUT' | 'OUTPUT_EXCEEDED' | 'SECRET_IN_OUTPUT'>;
  readonly detail: string;
}

const MAX_DEPTH = 16;
const NAME = /^[^\u0000-\u001f\u007f/\\]{1,255}$/;

/** All files of a folder as private copies, sorted by name. Throws what the file system throws. */
export async function collectOutput(
  folder: string,
  keptFolder: string,
  limits: OutputLimits,
  rules: Omit<KeepRules, 'maxBytes'>,
): Promise<Result<OutputFile[], OutputFault>> {
  // The run may have put a link to somewhere else in its place.
  if (!(await lstat(folder)).isDirectory()) return forbid('', 'is no folder');
  const names = await listFiles(folder, limits.files);
  if (!names.ok) return names;
  await mkdir(keptFolder, { recursive: true, mode: 0o700 });
  const collected: OutputFile[] = [];
  let leftBytes = limits.totalBytes;
  for (const [index, name] of names.value.entries()) {
    const target = join(keptFolder, `output-${index}`);
    const kept = await keepFile(join(folder, name), target, { ...rules, maxBytes: leftBytes });
    if (!kept.ok) return refuse(explainFault(kept.fault, name, limits));
    leftBytes -= kept.value.sizeBytes;
    collected.push({ ...kept.value, name });
  }
  return accept(collected);
}

async function listFiles(folder: string, maxFiles: number): Promise<Result<string[], OutputFault>> {
  const files: string[] = [];
  const folders: { readonly name: string; readonly depth: number }[] = [{ name: '', depth: 0 }];
  let seen = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    if (next.depth > MAX_DEPTH) return forbid(next.name, 'is too deep');
    for (const entry of await readdir(join(folder, next.name))) {
      seen += 1;
      // Folders count as well: they cost as much to look through.
      if (seen > maxFiles) {
        return refuse({ code: 'OUTPUT_EXCEEDED', detail: `the output has more than ${maxFiles} files` });
      }
      const name = next.name === '' ? entry : `${next.name}/${entry}`;
      if (!NAME.test(entry) || entry.includes('\ufffd'))
        return forbid(name, 'has a name that cannot be kept');
      const found = await lstat(join(folder, name));
      if (found.isDirectory()) folders.push({ name, depth: next.depth + 1 });
      else if (found.isFile()) files.push(name);
      else return forbid(name, 'is neither a plain file nor a folder');
    }
  }
  return accept(files.sort());
}

function explainFault(fault: KeepFault, name: string, { totalBytes }: OutputLimits): OutputFault {
  switch (fault) {
    case 'too-large':
      return { code: 'OUTPUT_EXCEEDED', detail: `the output has more than ${totalBytes} bytes` };
    case 'secret-inside':
      return { code: 'SECRET_IN_OUTPUT', detail: `${quote(name)} contains a secret of the run` };
    default:
      return { code: 'FORBIDDEN_OUTPUT', detail: `${quote(name)} was not taken: ${fault}` };
  }
}

function forbid(name: string, reason: string): Result<never, OutputFault> {
  return refuse({ code: 'FORBIDDEN_OUTPUT', detail: `${quote(name)} ${reason}` });
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 200));
}
