// `heddle coordinate`: makes a Coordinator without a window, runs it within its policy, and tells it to stop and to go on.
import { randomUUID } from 'node:crypto';
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
import { WorkerHostFault } from '../host/worker-folder.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { type AgentInitOptions, enrolOrTell, readOrganization } from './agent-init.ts';
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

/** `init`: a new Coordinator, enrolled where that can be done from here. */
export async function runCoordinateInit(
  terminal: Terminal,
  folder: string,
  options: AgentInitOptions,
): Promise<ExitCode> {
  const { coordinate: words } = terminal.words;
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
    const isEnrolled = await enrolOrTell(terminal, options, made, coordinatePathsOf(folder).card);
    if (!isEnrolled) return EXIT_CODES.no;
    terminal.err(words.next(folder));
    return EXIT_CODES.yes;
  });
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
