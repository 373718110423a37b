// `heddle open FILE.mwpbundle`: a window on one file, with nothing else: no profile, no connection, no identity. What it needs while
// it is open lies in a folder of its own, which goes with it.
import { access, mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startDeskHost } from '../host/desk-host.ts';
import { findBrowser, THIS_COMPUTER } from './browser-program.ts';
import { unreadableFault } from './document-files.ts';
import { builtWindowFolder, readVersion, showUntilAskedToStop } from './start.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';

export interface OpenOptions {
  /** False with `--no-open`. */
  readonly open: boolean;
}

export async function runOpen(
  terminal: Terminal,
  file: string,
  options: OpenOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ExitCode> {
  const path = resolve(file);
  try {
    await access(path);
  } catch (error) {
    throw unreadableFault(terminal, file, error);
  }
  const folder = builtWindowFolder();
  if (!existsSync(join(folder, 'index.html'))) throw new UserFault(terminal.words.start.notBuilt());
  const profileFolder = await mkdtemp(join(tmpdir(), 'heddle-open-'));
  const host = await startDeskHost({
    profileFolder,
    shell: 'browser',
    appVersion: readVersion(),
    onFault: (error) => terminal.err(terminal.words.backgroundFault(String(error))),
  });
  try {
    // Nobody is welcomed: they came for the file.
    await host.client.system.changeSettings({ isFirstRunDone: true });
    const opened = await host.client.bundles.open({ path });
    if (!opened.ok) throw new UserFault(opened.fault.words.text);
    const place = `#/files/${encodeURIComponent(opened.value.connectionId)}`;
    const server = await host.listen({ rendererFolder: folder });
    const browser = options.open ? findBrowser({ ...THIS_COMPUTER, environment }) : undefined;
    await showUntilAskedToStop(
      terminal,
      // The part after `#` stays with the window when it is sent on.
      { newLaunchUrl: () => `${server.newLaunchUrl()}${place}` },
      { browser, profileFolder, isOpening: options.open },
    );
  } finally {
    terminal.err(terminal.words.stopping());
    await host.stop();
    await rm(profileFolder, { recursive: true, force: true });
  }
  terminal.err(terminal.words.stopped());
  return EXIT_CODES.yes;
}
