// How a program is started: with which command line, in which environment, under which limits of the operating system.
// The environment is built from nothing; what is not named here does not reach the program.
import { constants as fsConstants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path';
import { MARK_VARIABLE } from './process-tree.ts';
import type { RunDirectory } from './run-directory.ts';
import type { RunRequest } from './runner.ts';

/** Any executable. Isolated from other runs only by an account of its own (docs/runners.md). */
export interface ExecutableProgram {
  readonly kind: 'executable';
  /** An absolute path, or a name to be found in the search path. */
  readonly command: string;
  readonly args?: readonly string[];
  readonly supportsCheckpoint: boolean;
}

/**
 * A Node script under Node's permission model: it can open its own directory, its code, and the folders of the request
 * that name the operation `read` or `write`; it can start no processes, and load neither native code nor WASI.
 */
export interface NodeProgram {
  readonly kind: 'node';
  readonly script: string;
  readonly args?: readonly string[];
  /** Files and folders of its code: the script, what it imports, packages. */
  readonly code: readonly string[];
  readonly supportsCheckpoint: boolean;
}

export type Program = ExecutableProgram | NodeProgram;

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** File descriptor 3 carries what the wrapper measured. */
  readonly isWrapped: boolean;
}

export interface LaunchOptions {
  readonly program: Program;
  readonly request: RunRequest;
  readonly directory: RunDirectory;
  readonly mark: string;
  /** Where programs are looked for. */
  readonly searchPath: string;
}

/** A secret's name becomes a variable; these would change how programs run, or what they believe of the run. */
const SECRET_NAME = /^[A-Z][A-Z0-9_]{0,127}$/;
const RESERVED_NAME =
  /^(HEDDLE_|LD_|DYLD_|NODE_)|^(PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_ALL|IFS|ENV|BASH_ENV|SHELL|SYSTEMROOT|USERPROFILE)$/;
const FILE_BLOCK_BYTES = 512;
const KIBIBYTE = 1_024;
/** Between the warning that ends most programs and the end of all others. */
const CPU_GRACE_SECONDS = 2;

/**
 * Sets limits, runs the program, then reports its exit code and the time that it and all it has waited for have
 * consumed. A request to end goes to the whole group; the shell survives it so that it can still report. The limit on
 * memory is left out where the system has none; without the others nothing is started.
 */
const WRAPPER = `trap : TERM
ulimit -c 0
ulimit -S -t "$1" && ulimit -H -t "$2" && ulimit -f "$3" || { echo refused >&3; exit 126; }
[ "$4" = 0 ] || ulimit -v "$4" 2>/dev/null
shift 4
"$@" 3>&-
code=$?
{ echo "$code"; times; } >&3
exit "$code"
`;

/** Throws a `LaunchFault` when the program cannot be started like this. */
export async function planLaunch(options: LaunchOptions): Promise<Launch> {
  const { program, request, searchPath } = options;
  const environment = buildEnvironment(options);
  const [command, args] =
    program.kind === 'node'
      ? [process.execPath, nodeArguments(program, options)]
      : [await findCommand(program.command, searchPath), program.args ?? []];
  if (process.platform === 'win32') return { command, args, environment, isWrapped: false };

  const { cpuSeconds, outputBytes, memoryBytes } = request.limits;
  // Node reserves far more address space than it uses; its heap is limited by a flag of its own.
  const spaceKibibytes =
    program.kind === 'node' || memoryBytes === undefined ? 0 : Math.ceil(memoryBytes / KIBIBYTE);
  const limits = [
    Math.ceil(cpuSeconds),
    Math.ceil(cpuSeconds) + CPU_GRACE_SECONDS,
    Math.ceil(outputBytes / FILE_BLOCK_BYTES),
    spaceKibibytes,
  ];
  return {
    command: '/bin/sh',
    args: ['-c', WRAPPER, 'heddle-run', ...limits.map(String), command, ...args],
    environment,
    isWrapped: true,
  };
}

/** What the configuration asks for cannot be done. The message is for its author. */
export class LaunchFault extends Error {
  override readonly name = 'LaunchFault';
}

function buildEnvironment({
  request,
  directory,
  mark,
  searchPath,
}: LaunchOptions): Readonly<Record<string, string>> {
  const { limits, permits, secrets, capabilityToken } = request;
  for (const name of Object.keys(secrets)) {
    if (!SECRET_NAME.test(name) || RESERVED_NAME.test(name)) {
      throw new LaunchFault(`no secret may be called ${name.slice(0, 128)}`);
    }
  }
  const environment: Record<string, string> = {
    ...secrets,
    PATH: searchPath,
    HOME: directory.work,
    TMPDIR: directory.work,
    LANG: 'C.UTF-8',
    [MARK_VARIABLE]: mark,
    HEDDLE_RUN_ID: request.runId,
    HEDDLE_RUN_DIRECTORY: directory.run,
    HEDDLE_WALL_CLOCK_MS: String(limits.wallClockMs),
    HEDDLE_CPU_SECONDS: String(limits.cpuSeconds),
    HEDDLE_OUTPUT_BYTES: String(limits.outputBytes),
    HEDDLE_TOOLS: permits.tools.join(' '),
    HEDDLE_OPERATIONS: permits.operations.join(' '),
    HEDDLE_BUDGET: JSON.stringify(permits.budget),
  };
  if (limits.memoryBytes !== undefined) environment['HEDDLE_MEMORY_BYTES'] = String(limits.memoryBytes);
  if (capabilityToken !== undefined) environment['HEDDLE_CAPABILITY_TOKEN'] = capabilityToken;
  if (process.platform === 'win32') {
    // Without these two nothing starts on Windows.
    environment['SYSTEMROOT'] = process.env['SYSTEMROOT'] ?? String.raw`C:\Windows`;
    environment['TEMP'] = directory.work;
    environment['TMP'] = directory.work;
    environment['USERPROFILE'] = directory.work;
  }
  for (const [name, value] of Object.entries(environment)) {
    if (value.includes('\0')) throw new LaunchFault(`the value of ${name} contains a zero byte`);
  }
  return environment;
}

function nodeArguments(program: NodeProgram, { request, directory }: LaunchOptions): string[] {
  const granted = (operation: string) =>
    request.folders.filter(({ operations }) => operations.includes(operation)).map(({ path }) => path);
  const readable = [directory.run, program.script, ...program.code, ...granted('read')];
  const writable = [directory.work, directory.out, directory.checkpoint, ...granted('write')];
  const memory = request.limits.memoryBytes;
  return [
    '--permission',
    ...permittedPaths(readable).map((path) => `--allow-fs-read=${path}`),
    ...permittedPaths(writable).map((path) => `--allow-fs-write=${path}`),
    ...(memory === undefined
      ? []
      : [`--max-old-space-size=${Math.max(16, Math.floor(memory / KIBIBYTE ** 2))}`]),
    program.script,
    ...(program.args ?? []),
  ];
}

/**
 * Without those that lie in another one of them: Node 24 forbids a folder itself when something in it was permitted
 * before it.
 */
function permittedPaths(paths: readonly string[]): readonly string[] {
  // A star would permit everything that begins like it.
  if (paths.some((path) => !isAbsolute(path) || path.includes('*'))) {
    throw new LaunchFault('a permitted path is not absolute, or has a star');
  }
  const permitted: string[] = [];
  for (const path of paths.map((each) => resolve(each)).toSorted((a, b) => a.length - b.length)) {
    const isInside = permitted.some((outer) => path === outer || path.startsWith(withSeparator(outer)));
    if (!isInside) permitted.push(path);
  }
  return permitted;
}

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : path + sep;
}

async function findCommand(command: string, searchPath: string): Promise<string> {
  const candidates = isAbsolute(command)
    ? [command]
    : /[/\\]/.test(command)
      ? []
      : searchPath
          .split(delimiter)
          .filter((folder) => isAbsolute(folder))
          .map((folder) => join(folder, command));
  for (const candidate of candidates) {
    try {
      await access(candidate, fsConstants.X_OK);
      return candidate;
    } catch {
      // The next one may be it.
    }
  }
  throw new LaunchFault(`no executable ${command}`);
}
