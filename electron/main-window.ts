// The window: one page, sandboxed and without Node, that comes back where it was.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { START_PAGE } from './app-scheme.ts';
import type { ElectronModule } from './electron-module.ts';

const SMALLEST = { width: 720, height: 480 };
const USUAL = { width: 1_280, height: 840 };

export interface MainWindowOptions {
  readonly preload: string;
  /** Where the place of the window is remembered. */
  readonly folder: string;
  readonly icon: string;
  /** Where to begin: `#/…`; the start page when absent. */
  readonly href?: string;
  /** Before the page is loaded, which may ask for things at once. */
  readonly onMade: (window: BrowserWindow) => void;
}

/** Opens the window and loads its page. It is shown once there is something to see. */
export async function openMainWindow(
  electron: Pick<ElectronModule, 'BrowserWindow' | 'screen'>,
  options: MainWindowOptions,
): Promise<BrowserWindow> {
  const placeFile = join(options.folder, 'place.json');
  const place = findPlace(
    await readPlace(placeFile),
    electron.screen.getAllDisplays().map(({ workArea }) => workArea),
  );
  const window = new electron.BrowserWindow(windowOptions(options, place));
  options.onMade(window);
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    // Best effort: the next window opens in its usual size when this is lost.
    writeFile(placeFile, JSON.stringify(window.getNormalBounds())).catch(() => {});
  });
  try {
    await window.loadURL(`${START_PAGE}${options.href ?? ''}`);
  } catch (error) {
    // Closed before it was there.
    if (!window.isDestroyed()) throw error;
  }
  return window;
}

/** All switches of Electron's security checklist, written out although most are defaults by now. */
export function windowOptions(
  { preload, icon }: Pick<MainWindowOptions, 'preload' | 'icon'>,
  place: Partial<Rectangle>,
): BrowserWindowConstructorOptions {
  return {
    ...USUAL,
    ...place,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Heddle',
    icon,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      disableDialogs: true,
      enableWebSQL: false,
      spellcheck: false,
    },
  };
}

/** The remembered place, when enough of it lies on a screen that is there now. */
export function findPlace(
  remembered: Rectangle | undefined,
  screens: readonly Rectangle[],
): Partial<Rectangle> {
  if (remembered === undefined) return {};
  const { x, y, width, height } = remembered;
  const isVisible = screens.some(
    (screen) =>
      Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x) >= SMALLEST.width / 2 &&
      y >= screen.y &&
      y < screen.y + screen.height - SMALLEST.height / 2,
  );
  return isVisible ? { x, y, width, height } : {};
}

async function readPlace(file: string): Promise<Rectangle | undefined> {
  try {
    const place: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isRectangle(place) ? place : undefined;
  } catch {
    // There is none yet, or it is damaged: nothing that anybody would miss.
    return undefined;
  }
}

function isRectangle(value: unknown): value is Rectangle {
  if (typeof value !== 'object' || value === null) return false;
  const { x, y, width, height } = value as Record<string, unknown>;
  return [x, y, width, height].every(Number.isSafeInteger) && Number(width) >= 1 && Number(height) >= 1;
}
