// `heddle start`: opens the window, in Electron where its program is there, else in an app window of a browser, else it prints the
// address. One process for each profile; a second start opens another window of the first.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDemo } from '../host/demo/demo-service.ts';
import { startDesk, type StartedDesk } from '../host/desk-start.ts';
import { askDeskInstance } from '../host/desk-instance.ts';
import { defaultProfileFolder, windowFolderOf } from '../host/profile-folder.ts';
import { WorkerHostFault } from '../host/worker-folder.ts';
import { parsePort } from './authority.ts';
import { findBrowser, openAppWindow, THIS_COMPUTER } from './browser-program.ts';
import { findElectron } from './electron-program.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';
import { languageOf } from './words.ts';

export interface StartOptions {
  readonly profile?: string;
  readonly port?: string;
  /** False with `--no-open`. */
  readonly open: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A browser that ends sooner has shown nothing to anybody. */
const SHORTEST_WINDOW_MS = 3_000;

export async function runStart(
  terminal: Terminal,
  options: StartOptions,
  environment: Environment,
): Promise<ExitCode> {
  const profileFolder = resolve(options.profile ?? defaultProfileFolder(environment));
  const port = options.port === undefined ? undefined : parsePort(terminal, options.port);
  const folder = builtWindowFolder();
  if (!existsSync(join(folder, 'index.html'))) throw new UserFault(terminal.words.start.notBuilt());

  // Electron opens no port, and nothing but its window.
  const electron = options.open && port === undefined ? findElectron(ROOT, environment) : undefined;
  if (electron !== undefined) return runElectron(terminal, electron, profileFolder);

  const browser = options.open ? findBrowser({ ...THIS_COMPUTER, environment }) : undefined;
  const first = await askDeskInstance(profileFolder);
  if (first !== undefined) {
    terminal.err(terminal.words.start.runsAlready());
    await showFromFirst(terminal, first, browser, profileFolder);
    return EXIT_CODES.yes;
  }
  const host = await openHost(terminal, profileFolder, environment);
  try {
    const server = await listen(terminal, host, folder, port);
    await showUntilAskedToStop(terminal, server, { browser, profileFolder, isOpening: options.open });
  } finally {
    terminal.err(terminal.words.stopping());
    await host.stop();
  }
  terminal.err(terminal.words.stopped());
  return EXIT_CODES.yes;
}

async function runElectron(terminal: Terminal, electron: string, profileFolder: string): Promise<ExitCode> {
  const child = spawn(electron, [ROOT, '--profile', profileFolder], { stdio: 'inherit' });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  // It takes the signal as a wish to quit, and lets its host finish.
  const [code] = await Promise.race([ended, terminal.untilAskedToStop().then(() => (child.kill(), ended))]);
  return code === 0 || code === null ? EXIT_CODES.yes : EXIT_CODES.no;
}

async function openHost(
  terminal: Terminal,
  profileFolder: string,
  environment: Environment,
): Promise<StartedDesk> {
  const { start: words } = terminal.words;
  try {
    return await startDesk({
      profileFolder,
      shell: 'browser',
      appVersion: readVersion(),
      onFault: (error) => terminal.err(terminal.words.backgroundFault(messageOf(error))),
      createDemo,
      language: languageOf(environment),
      onRecovery: (error) => terminal.err(words.recovery(messageOf(error))),
    });
  } catch (error) {
    if (error instanceof WorkerHostFault && error.reason === 'running-already') {
      throw new UserFault(words.runsElsewhere());
    }
    throw new UserFault(words.cannotStart(messageOf(error)));
  }
}

async function listen(
  terminal: Terminal,
  host: StartedDesk,
  rendererFolder: string,
  port: number | undefined,
): Promise<LaunchServer> {
  try {
    return await host.listen({ rendererFolder, ...(port === undefined ? {} : { port }) });
  } catch (error) {
    if (port !== undefined && error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new UserFault(terminal.words.start.portTaken(port));
    }
    throw error;
  }
}

interface LaunchServer {
  newLaunchUrl(): string;
}

interface Showing {
  readonly browser: string | undefined;
  readonly profileFolder: string;
  /** Whether a window was wanted. */
  readonly isOpening: boolean;
}

/** Shows a window, or says where it is, until it is closed or somebody asks to stop. */
export async function showUntilAskedToStop(
  terminal: Terminal,
  server: LaunchServer,
  { browser, profileFolder, isOpening }: Showing,
): Promise<void> {
  const { start: words } = terminal.words;
  const asked = terminal.untilAskedToStop().then(() => 'asked' as const);
  if (browser === undefined) {
    if (isOpening) terminal.err(words.noBrowser());
    printAddress(terminal, server.newLaunchUrl());
    await asked;
    return;
  }
  const window = await openWindow(browser, server.newLaunchUrl(), profileFolder);
  terminal.err(words.windowOpened());
  const end = await Promise.race([asked, endOf(window)]);
  if (end === 'closed') {
    terminal.err(words.windowClosed());
  } else if (end === 'failed') {
    terminal.err(words.windowFailed(browser));
    printAddress(terminal, server.newLaunchUrl());
    await asked;
  } else {
    window.kill();
  }
}

/** A second start: the window is the first one's, and lives as long. */
async function showFromFirst(
  terminal: Terminal,
  url: string,
  browser: string | undefined,
  profileFolder: string,
): Promise<void> {
  if (browser === undefined) printAddress(terminal, url);
  // The browser that runs with this folder takes it over.
  else (await openWindow(browser, url, profileFolder)).unref();
}

function printAddress(terminal: Terminal, url: string): void {
  terminal.err(terminal.words.start.address());
  terminal.out(url);
}

async function openWindow(browser: string, url: string, profileFolder: string): Promise<ChildProcess> {
  const folder = join(windowFolderOf(profileFolder), 'browser');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return openAppWindow(browser, url, folder);
}

async function endOf(window: ChildProcess): Promise<'closed' | 'failed'> {
  const beganAtMs = performance.now();
  try {
    const [code] = (await once(window, 'exit')) as [number | null];
    return code === 0 && performance.now() - beganAtMs >= SHORTEST_WINDOW_MS ? 'closed' : 'failed';
  } catch {
    // It could not even be started.
    return 'failed';
  }
}

/** Where the built window is. */
export function builtWindowFolder(): string {
  return join(ROOT, 'dist', 'renderer');
}

export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return version;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
