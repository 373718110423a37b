// The shell as the tests start it, in the shim and in Electron itself: everything is real but the host behind its process, the page,
// and what a person would see of the program, which is recorded.
import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Menu, MenuItem, NativeImage } from 'electron';
import type { ElectronModule } from '../../electron/electron-module.ts';
import { startShell } from '../../electron/shell.ts';

export interface StageOptions {
  readonly root: string;
  readonly profile: string;
  readonly args: readonly string[];
  readonly hostArgs: readonly string[];
  readonly platform: NodeJS.Platform;
  /** With the real window and the real host, instead of the ones that do what a test says. */
  readonly isReal?: boolean;
}

/** What a test can reach inside the main process. */
export interface StageWorld {
  readonly electron: ElectronModule;
  readonly sights: Sights;
}

/** What a person would see, and what was done to the computer. */
export interface Sights {
  readonly notifications: RecordedNotification[];
  readonly trays: RecordedTray[];
  readonly protocolClients: string[];
  readonly dialogs: unknown[];
  readonly shownFiles: string[];
  badgeCount: number;
  /** What the next dialog for files answers. */
  chosenPath: string | undefined;
}

export interface RecordedNotification extends EventEmitter {
  readonly title: string;
  readonly body: string;
}

export interface RecordedTray {
  toolTip: string;
  items: readonly Pick<MenuItem, 'id' | 'label'>[];
}

/** Texts of error boxes, in a file of the profile: the program ends after them. */
export const ERRORS_FILE = 'error-boxes.txt';

export async function startStageShell(
  electron: ElectronModule,
  options: StageOptions,
): Promise<{ readonly world: StageWorld; readonly isFirst: Promise<boolean> }> {
  const { root, profile, args, hostArgs, platform, isReal = false } = options;
  const world = recordSights(electron, profile);
  const isFirst = startShell(world.electron, {
    profileFolder: profile,
    rendererFolder: isReal ? join(root, 'dist', 'renderer') : join(root, 'test', 'electron', 'page'),
    preload: join(root, 'electron', 'preload.cjs'),
    hostModule: isReal
      ? join(root, 'electron', 'host-process.ts')
      : join(root, 'test', 'electron', 'stand-in-host.ts'),
    hostArgs,
    iconFolder: join(root, 'build', 'icons'),
    platform,
    args,
    timing: {
      // Pauses before a restart are not waited for.
      after: (delayMs, run) => {
        const timer = setTimeout(run, delayMs > 5_000 ? delayMs : 0);
        return () => clearTimeout(timer);
      },
    },
  });
  return { world, isFirst };
}

/** The module with a few classes and functions in the place of its own that note what happens, and go on to them. */
function recordSights(electron: ElectronModule, profile: string): StageWorld {
  const sights: Sights = {
    notifications: [],
    trays: [],
    protocolClients: [],
    dialogs: [],
    shownFiles: [],
    badgeCount: 0,
    chosenPath: undefined,
  };

  class StageNotification extends EventEmitter {
    readonly title: string;
    readonly body: string;

    static isSupported(): boolean {
      return true;
    }

    constructor({ title, body }: { readonly title: string; readonly body: string }) {
      super();
      this.title = title;
      this.body = body;
    }

    show(): void {
      sights.notifications.push(this);
    }
  }

  class StageTray extends EventEmitter {
    readonly #sight: RecordedTray = { toolTip: '', items: [] };
    readonly #tray: Electron.Tray;

    constructor(icon: NativeImage) {
      super();
      this.#tray = new electron.Tray(icon);
      sights.trays.push(this.#sight);
    }

    setToolTip(toolTip: string): void {
      this.#sight.toolTip = toolTip;
      this.#tray.setToolTip(toolTip);
    }

    setContextMenu(menu: Menu): void {
      this.#sight.items = menu.items.map(({ id, label }) => ({ id, label }));
      this.#tray.setContextMenu(menu);
    }
  }

  const dialog = {
    showErrorBox: (title: string, body: string) =>
      writeFileSync(join(profile, ERRORS_FILE), `${title}\n${body}\n`, { flag: 'a' }),
    showOpenDialog: async (_window: unknown, options: unknown) => {
      sights.dialogs.push(options);
      const filePaths = sights.chosenPath === undefined ? [] : [sights.chosenPath];
      return { canceled: filePaths.length === 0, filePaths };
    },
    showSaveDialog: async (_window: unknown, options: unknown) => {
      sights.dialogs.push(options);
      return { canceled: sights.chosenPath === undefined, filePath: sights.chosenPath ?? '' };
    },
  };
  Object.assign(electron.app, {
    setBadgeCount: (count: number) => {
      sights.badgeCount = count;
      return true;
    },
    // The system would remember it.
    setAsDefaultProtocolClient: (scheme: string) => sights.protocolClients.push(scheme) > 0,
  });

  const recorded: ElectronModule = Object.create(electron, {
    Notification: { value: StageNotification },
    Tray: { value: StageTray },
    dialog: { value: dialog },
    shell: { value: { showItemInFolder: (path: string) => sights.shownFiles.push(path) } },
  }) as never;
  return { electron: recorded, sights };
}
