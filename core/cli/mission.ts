// `heddle mission run`: a brief from its first check to the verified history of what came of it.
import {
  type BegunMission,
  beginMission,
  type RemoteAuthority,
  resumeMission,
} from '../host/mission-begin.ts';
import type { GivenInput } from '../host/mission-brief.ts';
import type { MissionEvent, MissionObserver } from '../host/mission-events.ts';
import { MissionRefusal } from '../host/mission-faults.ts';
import { type MissionEnd, runMission } from '../host/mission-run.ts';
import { workerPathsOf } from '../host/worker-folder.ts';
import { inPlainWords } from './authority.ts';
import { MissionPeople } from './mission-people.ts';
import { MissionScreen } from './mission-screen.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';
import { enrolCommandOf } from './agent-init.ts';

export interface MissionRunOptions {
  readonly input?: readonly string[];
  readonly out?: string;
  readonly approveFinal?: string;
  readonly ownerKey?: string;
  readonly json?: boolean;
  readonly authority?: string;
  readonly ca?: string;
  readonly organization?: string;
  readonly coordinatorKey?: string;
  readonly coordinatorAgent?: string;
  readonly resume?: string;
}

/** Answers yes when the Mission was approved and its history verifies. */
export async function runMissionRun(
  terminal: Terminal,
  brief: string | undefined,
  options: MissionRunOptions,
  environment: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  const { mission: words } = terminal.words;
  return inMissionWords(terminal, async () => {
    const mission = await openMission(terminal, brief, options, environment);
    const screen = screenOf(terminal, options);
    const people = new MissionPeople(terminal, {
      approvesFinal: options.approveFinal !== undefined,
      beforeAsking: () => screen?.pause(),
      afterAsking: () => screen?.go(),
    });
    const observer: MissionObserver = {
      onEvent: (event) => show(terminal, screen, event),
      onProgress: (progress) => screen?.draw(progress),
      ask: (question, signal) => people.ask(question, signal),
    };
    terminal.err(words.opened(mission.plan.brief.title, mission.folder));
    const run = runMission({
      mission,
      ownerKeyFile: options.approveFinal ?? options.ownerKey,
      language: words.language,
      environment,
      now: () => terminal.now(),
      observer,
    });
    // Whatever ends this process, its Workers end with it.
    const onExit = () => run.killWorkers();
    process.once('exit', onExit);
    try {
      const isOver = run.ended.then(
        () => true,
        () => true,
      );
      const [end] = await Promise.all([
        run.ended,
        stopWhenAsked(terminal, run, isOver, (line) => say(terminal, screen, line)),
      ]);
      screen?.close();
      return report(terminal, screen, mission, end);
    } finally {
      process.removeListener('exit', onExit);
      screen?.close();
      people.close();
    }
  });
}

async function openMission(
  terminal: Terminal,
  brief: string | undefined,
  options: MissionRunOptions,
  environment: NodeJS.ProcessEnv,
): Promise<BegunMission> {
  const { mission: words } = terminal.words;
  if (options.resume !== undefined) {
    if (brief !== undefined) throw new UserFault(words.briefOrResume());
    return resumeMission(options.resume);
  }
  if (brief === undefined) throw new UserFault(words.briefOrResume());
  const { approveFinal, ownerKey } = options;
  return beginMission({
    briefPath: brief,
    inputs: (options.input ?? []).map(parseInput),
    out: options.out,
    ownerKeyFile: ownerKey ?? approveFinal,
    remote: remoteOf(terminal, options),
    language: words.language,
    environment,
    now: () => terminal.now(),
    onFault: (error) =>
      terminal.err(terminal.words.backgroundFault(error instanceof Error ? error.message : String(error))),
  });
}

/** `DIR`, or `name=DIR`; a folder whose name has "=" in it can be given as `./name=…`. */
function parseInput(text: string): GivenInput {
  const [, name, path] = /^(?:folder:)?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)=(.+)$/.exec(text) ?? [];
  return path === undefined ? { name: undefined, path: text } : { name, path };
}

function remoteOf(terminal: Terminal, options: MissionRunOptions): RemoteAuthority | undefined {
  const { authority: origin, ca: caFile, organization: organizationId } = options;
  const { coordinatorKey: coordinatorKeyFile, coordinatorAgent: coordinatorAgentId } = options;
  const { approveFinal, ownerKey } = options;
  const given = { origin, caFile, organizationId, coordinatorKeyFile, coordinatorAgentId };
  if (Object.values(given).every((value) => value === undefined)) return undefined;
  const names: readonly (readonly [string, string | undefined])[] = [
    ['--authority', origin],
    ['--ca', caFile],
    ['--organization', organizationId],
    ['--coordinator-key', coordinatorKeyFile],
    ['--coordinator-agent', coordinatorAgentId],
    ['--owner-key', ownerKey ?? approveFinal],
  ];
  const missing = names.filter(([, value]) => value === undefined).map(([name]) => name);
  if (
    origin === undefined ||
    caFile === undefined ||
    organizationId === undefined ||
    coordinatorKeyFile === undefined ||
    coordinatorAgentId === undefined ||
    missing.length > 0
  ) {
    throw new UserFault(terminal.words.mission.remoteIncomplete(missing));
  }
  return { origin, caFile, organizationId, coordinatorKeyFile, coordinatorAgentId };
}

function screenOf(terminal: Terminal, { json }: MissionRunOptions): MissionScreen | undefined {
  const stream = terminal.console?.screen;
  return json === true || stream === undefined
    ? undefined
    : new MissionScreen(stream, terminal.words.mission.table);
}

function show(terminal: Terminal, screen: MissionScreen | undefined, event: MissionEvent): void {
  if (screen === undefined) terminal.out(JSON.stringify(event));
  else {
    const line = terminal.words.mission.event(event);
    if (line !== undefined) screen.say(line.text, line.isLasting);
  }
}

/** For a person, while things are drawn. */
function say(terminal: Terminal, screen: MissionScreen | undefined, line: string): void {
  if (screen === undefined) terminal.err(line);
  else screen.say(line, true);
}

async function stopWhenAsked(
  terminal: Terminal,
  run: { stop(): void; killWorkers(): void },
  isOver: Promise<boolean>,
  tell: (line: string) => void,
): Promise<void> {
  const { mission: words } = terminal.words;
  const next = () => Promise.race([terminal.untilAskedToStop().then(() => false), isOver]);
  if (await next()) return;
  tell(words.stopping());
  run.stop();
  if (await next()) return;
  tell(words.killing());
  run.killWorkers();
}

function report(
  terminal: Terminal,
  screen: MissionScreen | undefined,
  { folder, settings }: BegunMission,
  end: MissionEnd,
): ExitCode {
  const { mission: words } = terminal.words;
  // Lines of JSON are for programs; what a person reads does not stand between them.
  const tell = (line: string) => (screen === undefined ? terminal.err(line) : terminal.out(line));
  switch (end.kind) {
    case 'ended': {
      const { ending } = end;
      for (const line of words.ended(ending)) tell(line);
      const isProven = ending.history.verification.findings.length === 0;
      return ending.result === 'approved' && isProven ? EXIT_CODES.yes : EXIT_CODES.no;
    }
    case 'to-enrol':
      for (const line of words.toEnrol(settings.organizationId)) tell(line);
      for (const worker of end.workers) {
        tell(`  ${enrolCommandOf(worker, workerPathsOf(worker.folder).card)}`);
      }
      tell(words.resume(folder));
      return EXIT_CODES.unusable;
    case 'replaced':
      tell(words.replaced());
      tell(words.resume(folder));
      return EXIT_CODES.no;
    default:
      tell(words.stopped());
      tell(words.resume(folder));
      return EXIT_CODES.no;
  }
}

/** What keeps a Mission from being run becomes what a person can act on. */
function inMissionWords(terminal: Terminal, work: () => Promise<ExitCode>): Promise<ExitCode> {
  return inPlainWords(terminal, async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MissionRefusal)) throw error;
      const { mission: words } = terminal.words;
      const lines = error.faults.flatMap((fault) => words.fault(fault));
      throw new UserFault([...lines, words.faults(lines.length)].join('\n'), { cause: error });
    }
  });
}
