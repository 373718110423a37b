// A desktop for the shim: what the programs on one computer share. Each program gets an `electron` module of its own.
import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, MenuItemConstructorOptions } from 'electron';
import type { Browser } from 'playwright-core';
import type { ElectronModule } from '../../../electron/electron-module.ts';
import { ShimMessageChannel } from './ports.ts';
import { ShimUtilityProcess } from './utility-process.ts';
import { type IpcEvent, ShimWindow, type WindowSurroundings } from './window.ts';

/** What Electron adds to Chromium, as far as there is a flag for it: ports tell when their other end is gone. */
export const ELECTRON_FLAGS: readonly string[] = ['--enable-blink-features=MessagePortCloseEvent'];

class ShimTray extends EventEmitter {
  setToolTip(): void {}

  setContextMenu(): void {}
}

class ShimMenu {
  readonly items: readonly (Omit<MenuItemConstructorOptions, 'submenu'> & { readonly submenu?: ShimMenu })[];

  constructor(template: readonly MenuItemConstructorOptions[]) {
    this.items = template.map(({ submenu, ...item }) => ({
      ...item,
      ...(Array.isArray(submenu) ? { submenu: new ShimMenu(submenu) } : {}),
    }));
  }

  getMenuItemById(id: string): ShimMenu['items'][number] | undefined {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** One program: its module, and how it is from outside. */
interface ShimProgram {
  readonly electron: ElectronModule;
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
}

export class ShimDesktop {
  /** Requests that would have left the computer; there must be none. */
  readonly escaped: string[] = [];
  readonly #browser: Browser;
  readonly #locks = new Map<string, EventEmitter>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  start(args: readonly string[], appPath: string): ShimProgram {
    const locks = this.#locks;
    const { promise: ended, resolve: onEnded } = Promise.withResolvers<number>();
    const windows: ShimWindow[] = [];
    const app = new EventEmitter();
    const ipcMain = new EventEmitter();
    const powerMonitor = new EventEmitter();
    const answers = new Map<string, (event: IpcEvent, ...args: readonly unknown[]) => unknown>();
    const schemes = new Map<string, (request: Request) => Promise<Response>>();
    const paths = new Map<string, string>();
    let hasLock = false;
    let isReady = false;
    let isQuitting = false;
    let isOver = false;
    let mayRequest: (url: string) => boolean = () => true;
    let mayUse: (permission: string, origin: string) => boolean = () => true;
    let menu: ShimMenu | undefined;

    const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
    setImmediate(() => {
      isReady = true;
      onReady();
    });

    const end = (code: number): void => {
      if (isOver) return;
      isOver = true;
      if (hasLock) locks.delete(paths.get('userData') ?? '');
      onEnded(code);
    };
    const goOnQuitting = (): void => {
      if (!isQuitting || isOver || windows.length > 0) return;
      let isPrevented = false;
      app.emit('will-quit', { preventDefault: () => (isPrevented = true) });
      if (isPrevented) isQuitting = false;
      else end(0);
    };

    const surroundings: WindowSurroundings = {
      newContext: () => this.#browser.newContext({ viewport: { width: 1_280, height: 800 } }),
      fetch: async (request) => schemes.get(new URL(request.url).protocol.slice(0, -1))?.(request),
      mayRequest: (url) => mayRequest(url),
      mayUse: (permission, origin) => mayUse(permission, origin),
      onIpc: (event, channel, sent) => ipcMain.emit(channel, event, ...sent),
      answerIpc: async (event, channel, sent) => answers.get(channel)?.(event, ...sent),
      onMade: (window) => windows.push(window),
      onClosed: (window) => {
        windows.splice(windows.indexOf(window), 1);
        if (isQuitting) goOnQuitting();
        else if (windows.length === 0) app.emit('window-all-closed');
      },
      onContents: (contents) => app.emit('web-contents-created', {}, contents),
      escaped: this.escaped,
    };

    Object.assign(app, {
      isPackaged: false,
      isReady: () => isReady,
      whenReady: () => ready,
      getLocale: () => 'en-GB',
      getVersion: () => '0.1.0',
      getAppPath: () => appPath,
      getPath: (name: string) => paths.get(name),
      setPath: (name: string, path: string) => paths.set(name, path),
      requestSingleInstanceLock: () => {
        const folder = paths.get('userData') ?? '';
        const first = locks.get(folder);
        if (first === undefined) {
          locks.set(folder, app);
          hasLock = true;
        } else {
          setImmediate(() => first.emit('second-instance', {}, [...args], appPath));
        }
        return hasLock;
      },
      quit: () => {
        if (isQuitting || isOver) return;
        isQuitting = true;
        app.emit('before-quit', { preventDefault: () => {} });
        for (const window of windows) window.close();
        // As in the real one, nothing of it happens within the call.
        setImmediate(goOnQuitting);
      },
      exit: (code = 0) => end(code),
    });

    const electron = {
      app,
      ipcMain: Object.assign(ipcMain, {
        handle: (channel: string, answer: (event: IpcEvent, ...sent: readonly unknown[]) => unknown) =>
          answers.set(channel, answer),
      }),
      powerMonitor,
      protocol: {
        registerSchemesAsPrivileged: () => {
          if (isReady) throw new Error('Schemes have to be registered before the app is ready.');
        },
        handle: (scheme: string, answer: (request: Request) => Promise<Response>) =>
          schemes.set(scheme, answer),
      },
      session: {
        defaultSession: Object.assign(new EventEmitter(), {
          setPermissionRequestHandler: () => {},
          setPermissionCheckHandler: (
            check: (contents: null, permission: string, origin: string, details: object) => boolean,
          ) => {
            mayUse = (permission, origin) => check(null, permission, origin, {});
          },
          setDevicePermissionHandler: () => {},
          setDisplayMediaRequestHandler: () => {},
          setUSBProtectedClassesHandler: () => {},
          setSpellCheckerEnabled: () => {},
          webRequest: {
            onBeforeRequest: (
              listener: (
                details: { readonly url: string },
                callback: (answer: { readonly cancel?: boolean }) => void,
              ) => void,
            ) => {
              mayRequest = (url) => {
                let isCancelled = false;
                listener({ url }, ({ cancel = false }) => {
                  isCancelled = cancel;
                });
                return !isCancelled;
              };
            },
          },
        }),
      },
      screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_080 } }] },
      nativeImage: { createFromPath: (path: string) => ({ path }) },
      Menu: {
        buildFromTemplate: (template: readonly MenuItemConstructorOptions[]) => new ShimMenu(template),
        setApplicationMenu: (next: ShimMenu) => {
          menu = next;
        },
        getApplicationMenu: () => menu,
      },
      MessageChannelMain: ShimMessageChannel,
      utilityProcess: {
        fork: (path: string, sent: readonly string[]) => new ShimUtilityProcess(path, sent),
      },
      Tray: ShimTray,
      BrowserWindow: class extends ShimWindow {
        static getAllWindows(): readonly ShimWindow[] {
          return windows;
        }

        constructor(options: BrowserWindowConstructorOptions) {
          if (!isReady) throw new Error('There are no windows before the app is ready.');
          super(surroundings, options);
        }
      },
    };
    return { electron: electron as unknown as ElectronModule, ended };
  }
}
