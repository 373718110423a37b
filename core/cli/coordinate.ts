// `heddle coordinate`: makes a Coordinator without a window, runs it within its policy, and tells it to stop and to go on.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeStop } from '../host/autonomy-files.ts';
import {
  CoordinateFault,
  coordinatePathsOf,
  makeStateFolder,
  openCoordinateFolder,
} from '../host/coordinate-folder.ts';
import { startCoordinator } from '../host/coordinate-host.ts';
import { makeCoordinator } from '../host/coordinate-init.ts';
import { type CoordinatePolicy, readCoordinatePolicy } from '../host/coordinate-policy.ts';
import { formatCoordinatePolicyFault } from '../host/coordinate-policy-words.ts';
import type { CoordinateEvent } from '../host/coordinate-voice.ts';
import { enrolCommand } from '../host/enrol-command.ts';
import { pathsOf, readSettings } from '../host/organization-files.ts';
import { WorkerHostFault } from '../host/worker-folder.ts';
import { enrolWorker } from '../host/worker-init.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { inPlainWords } from './authority.ts';
import { parsePrincipal, readRequired } from './document-files.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';

export interface CoordinateOptions {
  readonly authority?: string;
  readonly policy?: string;
  readonly ca?: string;
  readonly folder: string;
  readonly agentId?: string;
  readonly once?: boolean;
  readonly waitForSession?: boolean;
  readonly json?: boolean;
}

/**
 * Runs until the process is asked to stop, another runtime has the Session (exit code 1), or, with `--once`, nothing is due any
 * more.
 */
export async function runCoordinate(terminal: Terminal, options: CoordinateOptions): Promise<ExitCode> {
  const { coordinate: words } = terminal.words;
  const { folder, authority: origin, agentId, ca: caFile, json, once, waitForSession } = options;
  const paths = coordinatePathsOf(folder);
  return inCoordinateWords(terminal, async () => {
    const opened = await openCoordinateFolder(folder, { origin, agentId, caFile });
    const policy = await loadPolicy(terminal, options.policy ?? paths.policy);
    // From here on: a request that comes while it starts is not lost.
    const asked = terminal.untilAskedToStop();
    const coordinator = await startCoordinator({
      ...opened,
      stateFolder: paths.state,
      policy,
      language: words.language,
      isOnce: once === true,
      waitsForSession: waitForSession === true,
      onEvent: (event) => terminal.out(json === true ? JSON.stringify(event) : lineOf(event)),
    });
    const isAsked = await Promise.race([asked.then(() => true), coordinator.ended.then(() => false)]);
    if (isAsked) await coordinator.stop();
    const reason = await coordinator.ended;
    terminal.err(words.ended(reason));
    return reason === 'replaced' ? EXIT_CODES.no : EXIT_CODES.yes;
  });
}

function lineOf({ at, text }: CoordinateEvent): string {
  return `${at} ${text}`;
}

async function loadPolicy(terminal: Terminal, path: string): Promise<CoordinatePolicy> {
  const { coordinate: words } = terminal.words;
  const policy = readCoordinatePolicy(
    await readRequired(terminal, path),
    path.endsWith('.json') ? 'json' : 'yaml',
  );
  if (policy.ok) return policy.value;
  const lines = policy.fault.map((fault) => formatCoordinatePolicyFault(path, fault, words.language));
  throw new UserFault([...lines, words.policyFaults(lines.length)].join('\n'));
}

export interface CoordinateInitOptions {
  readonly authority: string;
  readonly name: string;
  readonly ca?: string;
  readonly organization?: string;
  readonly organizationFolder?: string;
  readonly agentId?: string;
  readonly owner?: string;
}

/** `init`: a new Coordinator, enrolled where that can be done from here. */
export async function runCoordinateInit(
  terminal: Terminal,
  folder: string,
  options: CoordinateInitOptions,
): Promise<ExitCode> {
  const { coordinate: words, worker: workerWords } = terminal.words;
  const owner = options.owner === undefined ? undefined : parsePrincipal(terminal, options.owner);
  return inCoordinateWords(terminal, async () => {
    const { organizationId, ca } = await readOrganization(terminal, options);
    const made = await makeCoordinator({
      folder,
      agentId: options.agentId ?? `urn:uuid:${randomUUID()}`,
      name: options.name,
      origin: options.authority,
      organizationId,
      ca,
      owner,
      validFrom: formatTimestamp(terminal.now()),
    });
    for (const line of words.made(folder, made.agentId)) terminal.err(line);
    if (options.organizationFolder === undefined) {
      const key = { principal: `agent:${made.agentId}`, ...made, card: coordinatePathsOf(folder).card };
      for (const line of workerWords.toEnrol(enrolCommand(key))) terminal.out(line);
    } else {
      const enrolled = await enrolWorker(options.organizationFolder, made, {
        now: () => terminal.now(),
        onFault: (error) =>
          terminal.err(
            terminal.words.backgroundFault(error instanceof Error ? error.message : String(error)),
          ),
      });
      if (!enrolled.ok) {
        terminal.err(terminal.words.notAccepted(enrolled.fault.code, enrolled.fault.message));
        return EXIT_CODES.no;
      }
      terminal.err(workerWords.enrolled(made.agentId));
    }
    terminal.err(words.next(folder));
    return EXIT_CODES.yes;
  });
}

async function readOrganization(
  terminal: Terminal,
  { organization, organizationFolder, ca }: CoordinateInitOptions,
): Promise<{ readonly organizationId: string; readonly ca: string | undefined }> {
  const given = ca === undefined ? undefined : Buffer.from(await readRequired(terminal, ca)).toString('utf8');
  if (organizationFolder === undefined) {
    if (organization === undefined) throw new UserFault(terminal.words.worker.organizationNeeded());
    return { organizationId: organization, ca: given };
  }
  const { organizationId } = await readSettings(organizationFolder);
  if (organization !== undefined && organization !== organizationId) {
    throw new UserFault(terminal.words.otherOrganization(organizationFolder, organizationId));
  }
  return { organizationId, ca: given ?? (await readFile(pathsOf(organizationFolder).certificate, 'utf8')) };
}

/** `stop` and `resume`: kept for the process that runs in the folder, and for the next one. */
export async function runCoordinateSwitch(
  terminal: Terminal,
  folder: string,
  isStopped: boolean,
): Promise<ExitCode> {
  const { coordinate: words } = terminal.words;
  const paths = coordinatePathsOf(folder);
  return inCoordinateWords(terminal, async () => {
    await readRequired(terminal, paths.identity);
    const { stop } = await makeStateFolder(paths.state);
    const written = await writeStop(stop, { isStopped, sinceMs: terminal.now() });
    if (!written.ok) throw new CoordinateFault('unwritable', stop, written.fault);
    terminal.err(isStopped ? words.stopSaid(folder) : words.resumeSaid(folder));
    return EXIT_CODES.yes;
  });
}

/** Faults of the folder and of its stores become what a person can act on. */
function inCoordinateWords(terminal: Terminal, work: () => Promise<ExitCode>): Promise<ExitCode> {
  return inPlainWords(terminal, async () => {
    try {
      return await work();
    } catch (error) {
      const { coordinate: words } = terminal.words;
      if (error instanceof CoordinateFault)
        throw new UserFault(words.fault(error.reason, error.about, error.detail), { cause: error });
      if (error instanceof WorkerHostFault)
        throw new UserFault(words.fault(error.reason, error.about, ''), { cause: error });
      throw error;
    }
  });
}
