// Finds a browser of this computer that can show one page as a window of an app, and opens it so.
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { posix, win32 } from 'node:path';

interface Computer {
  readonly platform: NodeJS.Platform;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly isProgram: (path: string) => boolean;
}

/** In this order: the ones that are most likely somebody's own choice come first. */
const LINUX = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
];
const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];
const WINDOWS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
];

export const THIS_COMPUTER: Computer = {
  platform: process.platform,
  environment: process.env,
  isProgram: (path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
};

/** The path of a browser, or undefined when there is none or nothing to show it on. HEDDLE_BROWSER names one. */
export function findBrowser({ platform, environment, isProgram }: Computer): string | undefined {
  const { HEDDLE_BROWSER, PATH, DISPLAY, WAYLAND_DISPLAY } = environment;
  if (HEDDLE_BROWSER !== undefined && HEDDLE_BROWSER !== '') return HEDDLE_BROWSER;
  if (platform === 'darwin') {
    return MAC.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`).find(isProgram);
  }
  if (platform === 'win32') {
    const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((name) => environment[name]);
    return folders
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => WINDOWS.map((parts) => win32.join(folder, ...parts)))
      .find(isProgram);
  }
  if (!DISPLAY && !WAYLAND_DISPLAY) return undefined;
  const folders = (PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  return LINUX.flatMap((name) => folders.map((folder) => posix.join(folder, name))).find(isProgram);
}

/**
 * Opens `url` as a window of its own. With a folder of its own the browser does not hand over to one that runs already, so that
 * the end of the process is the end of the window.
 */
export function openAppWindow(browser: string, url: string, dataFolder: string): ChildProcess {
  return spawn(
    browser,
    [`--app=${url}`, `--user-data-dir=${dataFolder}`, '--no-first-run', '--no-default-browser-check'],
    // An interrupt from the terminal is for us; we close the window in our own order.
    { stdio: 'ignore', detached: process.platform !== 'win32' },
  );
}
