// The icon in the notification area: how much waits for a person, and the way back to the window.
import type { NativeImage, Tray } from 'electron';
import type { ElectronModule } from './electron-module.ts';
import type { ShellSummary } from './host-messages.ts';
import type { ShellWords } from './shell-words.ts';

export interface TrayOptions {
  readonly icon: NativeImage;
  readonly onOpen: () => void;
  readonly onQuit: () => void;
}

export class AppTray {
  readonly #electron: Pick<ElectronModule, 'Menu' | 'app'>;
  readonly #options: TrayOptions;
  readonly #tray: Tray;

  constructor(electron: Pick<ElectronModule, 'Menu' | 'Tray' | 'app'>, options: TrayOptions) {
    this.#electron = electron;
    this.#options = options;
    this.#tray = new electron.Tray(options.icon);
    this.#tray.on('click', options.onOpen);
  }

  /** `summary` is undefined until the host has said how things stand. */
  show(words: ShellWords, summary: ShellSummary | undefined): void {
    const { Menu, app } = this.#electron;
    const { onOpen, onQuit } = this.#options;
    const state = summary === undefined ? words.unreachable : words.waiting(summary.now, summary.decide);
    this.#tray.setToolTip(`Heddle: ${state}`);
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { id: 'state', label: state, enabled: false },
        { type: 'separator' },
        { id: 'open', label: words.open, click: onOpen },
        { id: 'quit', label: words.quit, click: onQuit },
      ]),
    );
    app.setBadgeCount(summary?.badge ?? 0);
  }
}
