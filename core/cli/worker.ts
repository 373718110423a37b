// `heddle worker`: makes a Worker, runs it, says how it is.
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadWorkerConfig } from '../host/worker-config.ts';
import type { WorkerConfigFault } from '../host/worker-config-faults.ts';
import type { NewCapability } from '../host/worker-config-text.ts';
import { formatWorkerConfigFault } from '../host/worker-config-words.ts';
import { WorkerHostFault, workerPathsOf } from '../host/worker-folder.ts';
import { type RunningWorker, startWorker } from '../host/worker-host.ts';
import { makeWorker } from '../host/worker-init.ts';
import { readWorkerStatus, type WorkerEndReason } from '../host/worker-status.ts';
import type { Result } from '../protocol/result.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { type AgentInitOptions, enrolOrTell, readOrganization } from './agent-init.ts';
import { inPlainWords } from './authority.ts';
import { parsePrincipal, readRequired } from './document-files.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface WorkerInitOptions extends AgentInitOptions {
  readonly capability?: readonly string[];
  readonly base?: string;
}

/** `init`: a new Worker, enrolled where that can be done from here. */
export async function runWorkerInit(
  terminal: Terminal,
  folder: string,
  options: WorkerInitOptions,
  environment: Environment,
): Promise<ExitCode> {
  const { worker: words } = terminal.words;
  const capabilities = (options.capability ?? []).map((text) => parseCapability(terminal, text));
  const { base } = options;
  if (capabilities.length === 0 && base === undefined) throw new UserFault(words.nothingToDo());
  const owner = options.owner === undefined ? undefined : parsePrincipal(terminal, options.owner);
  return inWorkerWords(terminal, async () => {
    const { organizationId, ca } = await readOrganization(terminal, options);
    const made = await makeWorker({
      folder,
      agentId: options.agentId ?? `urn:uuid:${randomUUID()}`,
      name: options.name,
      origin: options.authority,
      organizationId,
      capabilities,
      base,
      ca,
      owner,
      validFrom: formatTimestamp(terminal.now()),
      environment,
    });
    const worker = unwrap(terminal, made);
    for (const line of words.made(folder, worker.agentId)) terminal.err(line);
    const isEnrolled = await enrolOrTell(terminal, options, worker, workerPathsOf(folder).card);
    if (!isEnrolled) return EXIT_CODES.no;
    terminal.err(words.next(folder));
    return EXIT_CODES.yes;
  });
}

export interface WorkerRunOptions {
  readonly input?: readonly string[];
  readonly json?: boolean;
  readonly verbose?: boolean;
}

/** `run`: until the process is asked to stop, or another one has taken the identity over. */
export async function runWorkerRun(
  terminal: Terminal,
  folder: string,
  options: WorkerRunOptions,
  environment: Environment,
): Promise<ExitCode> {
  const { worker: words } = terminal.words;
  const folders = new Map<string, string>();
  for (const text of options.input ?? []) folders.set(...(await parseInput(terminal, text)));
  const paths = workerPathsOf(folder);
  const { config, identity, authority } = unwrap(
    terminal,
    await loadWorkerConfig(paths.config, { environment }),
  );
  if (identity === undefined || authority === undefined) throw new UserFault(words.noIdentity(paths.config));
  return inWorkerWords(terminal, async () => {
    // From here on: a request that comes while it starts is not lost.
    const asked = terminal.untilAskedToStop();
    if (options.json !== true) terminal.err(words.starting(identity.agentId, authority.origin));
    const worker = await startWorker({
      stateFolder: paths.state,
      config,
      identity,
      authority,
      folders,
      onEvent: (event) => terminal.out(options.json === true ? JSON.stringify(event) : words.event(event)),
      ...(options.verbose === true
        ? {
            onRunText: (workItemId: string, text: string) => {
              const event = {
                name: 'run.text',
                at: formatTimestamp(terminal.now()),
                workItemId,
                detail: text,
              };
              terminal.out(options.json === true ? JSON.stringify(event) : words.event(event));
            },
          }
        : {}),
    });
    const reason = await runUntilStopped(terminal, worker, asked);
    terminal.err(words.ended(reason));
    return reason === 'replaced' ? EXIT_CODES.no : EXIT_CODES.yes;
  });
}

async function runUntilStopped(
  terminal: Terminal,
  worker: RunningWorker,
  asked: Promise<void>,
): Promise<WorkerEndReason> {
  const { worker: words } = terminal.words;
  const isAsked = await Promise.race([asked.then(() => true), worker.ended.then(() => false)]);
  if (!isAsked) return worker.ended;
  // Listens again before anybody can have read that it does.
  const askedAgain = terminal.untilAskedToStop();
  terminal.err(words.draining());
  const stopped = worker.stop();
  const isImpatient = await Promise.race([askedAgain.then(() => true), stopped.then(() => false)]);
  if (isImpatient) {
    terminal.err(words.killing());
    await worker.kill();
  }
  await stopped;
  return worker.ended;
}

export interface WorkerStatusOptions {
  readonly json?: boolean;
}

/** `status`: answers yes when a process runs it. The configuration may be wrong by now: it is not needed for that. */
export async function runWorkerStatus(
  terminal: Terminal,
  folder: string,
  options: WorkerStatusOptions,
): Promise<ExitCode> {
  const { worker: words } = terminal.words;
  const paths = workerPathsOf(folder);
  await readRequired(terminal, paths.config);
  return inWorkerWords(terminal, async () => {
    const report = await readWorkerStatus(paths.state);
    const code = report.kind === 'running' ? EXIT_CODES.yes : EXIT_CODES.no;
    if (options.json === true) {
      terminal.out(JSON.stringify(report));
      return code;
    }
    const { status } = report;
    const lines =
      report.kind === 'not-running'
        ? [
            ...words.notRunning(status),
            ...(report.replica === undefined ? [] : words.replica(report.replica)),
          ]
        : status === undefined
          ? [words.runningSilently(report.pid)]
          : words.running(status);
    for (const line of lines) terminal.out(line);
    return code;
  });
}

/** `id@version=program`. */
function parseCapability(terminal: Terminal, text: string): NewCapability {
  const [, id, version, program] = /^([^@=]+)@([^=]+)=(.+)$/.exec(text) ?? [];
  if (id === undefined || version === undefined || program === undefined) {
    throw new UserFault(terminal.words.worker.badCapability(text));
  }
  return { id, version, program };
}

/** `folder:NAME=DIR`; the beginning may be left out. */
async function parseInput(terminal: Terminal, text: string): Promise<readonly [name: string, path: string]> {
  const [, name, path] = /^(?:folder:)?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)=(.+)$/.exec(text) ?? [];
  const isFolder = path !== undefined && (await stat(path).catch(() => undefined))?.isDirectory() === true;
  if (name === undefined || path === undefined || !isFolder) {
    throw new UserFault(terminal.words.worker.badInput(text));
  }
  return [name, resolve(path)];
}

/** What was loaded or made; or everything that has to be put right, one fault a line. */
function unwrap<Value>(terminal: Terminal, result: Result<Value, readonly WorkerConfigFault[]>): Value {
  if (result.ok) return result.value;
  const { worker: words } = terminal.words;
  const lines = result.fault.map((fault) => formatWorkerConfigFault(fault, words.language));
  throw new UserFault([...lines, words.faults(lines.length)].join('\n'));
}

/** Faults of the Worker's folder and its stores become what a person can act on. */
function inWorkerWords(terminal: Terminal, work: () => Promise<ExitCode>): Promise<ExitCode> {
  return inPlainWords(terminal, async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorkerHostFault)) throw error;
      throw new UserFault(terminal.words.worker.hostFault(error.reason, error.about), { cause: error });
    }
  });
}
