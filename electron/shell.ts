// The Electron shell: puts window, host process, menu, tray and notifications together. It decides nothing about Missions.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindow, IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import { windowFolderOf } from '../core/host/profile-folder.ts';
import { setAppMenu } from './app-menu.ts';
import { isAppUrl, registerAppScheme, serveAppScheme } from './app-scheme.ts';
import { findLink, hrefOfLink, LINK_SCHEME } from './deep-link.ts';
import type { ElectronModule } from './electron-module.ts';
import { chooseFile, showFile } from './file-dialogs.ts';
import { HostConnection, type HostTiming } from './host-connection.ts';
import {
  CHANNELS,
  type MessageFromHost,
  type MessageToWindow,
  type Notice,
  type ShellSummary,
} from './host-messages.ts';
import { lockDownContents, lockDownSession } from './lock-down.ts';
import { openMainWindow } from './main-window.ts';
import { watchPower } from './power.ts';
import { languageOf, type ShellWords, shellWordsFor } from './shell-words.ts';
import { AppTray } from './tray.ts';

export interface ShellOptions {
  readonly profileFolder: string;
  /** The folder that the renderer was built into. */
  readonly rendererFolder: string;
  readonly preload: string;
  /** The script of the host process, and what it is given beside the profile. */
  readonly hostModule: string;
  readonly hostArgs: readonly string[];
  readonly iconFolder: string;
  readonly platform: NodeJS.Platform;
  /** What the program was started with. */
  readonly args: readonly string[];
  readonly timing: HostTiming;
}

/**
 * Starts the app, or resolves with false when it runs already with this profile: then the other one comes to the front. Has to
 * be called before the app is ready.
 */
export async function startShell(electron: ElectronModule, options: ShellOptions): Promise<boolean> {
  const { app } = electron;
  const windowFolder = windowFolderOf(options.profileFolder);
  mkdirSync(windowFolder, { recursive: true, mode: 0o700 });
  // The lock is one for each folder, so it has to be set first.
  app.setPath('userData', windowFolder);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  registerAppScheme(electron);
  lockDownContents(electron);
  const shell = new Shell(electron, options, windowFolder);
  shell.listen();
  await app.whenReady();
  await shell.open();
  return true;
}

class Shell {
  readonly #electron: ElectronModule;
  readonly #options: ShellOptions;
  readonly #windowFolder: string;
  readonly #host: HostConnection;
  #window: BrowserWindow | undefined;
  /** While a window is being opened: there is never more than one. */
  #opening: Promise<BrowserWindow> | undefined;
  #tray: AppTray | undefined;
  #words: ShellWords;
  #summary: ShellSummary | undefined;
  /** Where a link leads that came before there was a window. */
  #pendingHref: string | undefined;
  #isHostStopped = false;

  constructor(electron: ElectronModule, options: ShellOptions, windowFolder: string) {
    this.#electron = electron;
    this.#options = options;
    this.#windowFolder = windowFolder;
    this.#words = shellWordsFor('en');
    const link = findLink(options.args);
    this.#pendingHref = link === undefined ? undefined : hrefOfLink(link);
    this.#host = new HostConnection(electron, {
      modulePath: options.hostModule,
      args: ['--profile', options.profileFolder, ...options.hostArgs],
      timing: options.timing,
      onMessage: (message) => this.#hear(message),
      onLost: () => this.#giveUp(this.#words.hostLost()),
    });
  }

  /** Everything that may come before the app is ready. */
  listen(): void {
    const { app, ipcMain } = this.#electron;
    app.on('second-instance', (_event, args) => {
      const link = findLink(args);
      this.#bringForward(link === undefined ? undefined : hrefOfLink(link));
    });
    app.on('open-url', (event, url) => {
      event.preventDefault();
      const href = hrefOfLink(url);
      if (href !== undefined) this.#bringForward(href);
    });
    app.on('activate', () => this.#bringForward(undefined));
    app.on('window-all-closed', () => {
      // On macOS an app stays without windows; elsewhere nobody would know that it still runs.
      if (this.#options.platform !== 'darwin') app.quit();
    });
    app.on('will-quit', (event) => this.#stopHostFirst(event));
    ipcMain.on(CHANNELS.portWanted, (event) => {
      if (this.#isOwnWindow(event)) this.#host.connect(event.sender);
    });
    ipcMain.handle(CHANNELS.chooseFile, (event, purpose: unknown) => {
      const window = this.#window;
      if (window === undefined || !this.#isOwnWindow(event)) return undefined;
      return chooseFile(this.#electron, window, purpose);
    });
    ipcMain.handle(CHANNELS.showFile, (event, path: unknown) => {
      if (this.#isOwnWindow(event)) showFile(this.#electron, path);
    });
  }

  /** Once the app is ready. */
  async open(): Promise<void> {
    const { app, nativeImage, session } = this.#electron;
    this.#words = shellWordsFor(languageOf(app.getLocale()));
    serveAppScheme(this.#electron, this.#options.rendererFolder);
    lockDownSession(session.defaultSession);
    app.setAsDefaultProtocolClient(LINK_SCHEME);
    watchPower(this.#electron, {
      suspend: () => this.#host.send({ type: 'suspend' }),
      resume: () => this.#host.send({ type: 'resume' }),
      shutDown: () => app.quit(),
    });
    this.#tray = new AppTray(this.#electron, {
      icon: nativeImage.createFromPath(join(this.#options.iconFolder, 'tray.png')),
      onOpen: () => this.#bringForward(undefined),
      onQuit: () => app.quit(),
    });
    this.#showState();
    this.#host.start();
    await this.#openWindow();
  }

  /** Only our own page, in its main frame, may ask for anything (point 17 of the checklist). */
  #isOwnWindow({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean {
    return (
      senderFrame !== null &&
      sender === this.#window?.webContents &&
      senderFrame === sender.mainFrame &&
      isAppUrl(senderFrame.url)
    );
  }

  #hear(message: MessageFromHost): void {
    switch (message.type) {
      case 'ready':
      case 'stopped':
        return;
      case 'summary':
        this.#summary = message.summary;
        this.#words = shellWordsFor(message.summary.language);
        this.#showState();
        return;
      case 'notice':
        this.#notify(message.notice);
        return;
      case 'refused':
        this.#giveUp(this.#words.refused(message.reason, message.detail));
        return;
      default:
        message satisfies never;
    }
  }

  #showState(): void {
    const { app } = this.#electron;
    setAppMenu(this.#electron, {
      words: this.#words,
      platform: this.#options.platform,
      isPackaged: app.isPackaged,
      keyboard: this.#summary?.keyboard,
      onCommand: (id) => {
        this.#bringForward(undefined);
        this.#tell({ type: 'heddle.command', id });
      },
    });
    this.#tray?.show(this.#words, this.#summary);
  }

  #notify({ title, body, href }: Notice): void {
    const { Notification } = this.#electron;
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    notification.on('click', () => this.#bringForward(href));
    notification.show();
  }

  /** The window comes to the front, opened anew where it was closed, and goes to `href`. */
  #bringForward(href: string | undefined): void {
    if (href !== undefined) this.#pendingHref = href;
    if (!this.#electron.app.isReady()) return;
    this.#showWindow().catch((error: unknown) => this.#giveUp({ title: 'Heddle', body: String(error) }));
  }

  async #showWindow(): Promise<void> {
    const window = await this.#openWindow();
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    this.#goToPending();
  }

  #goToPending(): void {
    const href = this.#pendingHref;
    this.#pendingHref = undefined;
    if (href !== undefined) this.#tell({ type: 'heddle.go', href });
  }

  #tell(message: MessageToWindow): void {
    this.#window?.webContents.send(CHANNELS.toWindow, message);
  }

  async #openWindow(): Promise<BrowserWindow> {
    this.#opening ??= this.#makeWindow();
    return this.#opening;
  }

  async #makeWindow(): Promise<BrowserWindow> {
    const { preload, iconFolder } = this.#options;
    const href = this.#pendingHref;
    this.#pendingHref = undefined;
    return openMainWindow(this.#electron, {
      preload,
      folder: this.#windowFolder,
      icon: join(iconFolder, 'icon.png'),
      onMade: (made) => {
        this.#window = made;
        made.once('closed', () => {
          this.#window = undefined;
          this.#opening = undefined;
        });
      },
      ...(href === undefined ? {} : { href }),
    });
  }

  /** The app ends after its host: what is signed is on disk, and its profile is free again. */
  #stopHostFirst(event: { preventDefault(): void }): void {
    if (this.#isHostStopped) return;
    event.preventDefault();
    this.#quitAfterHost().catch(() => this.#electron.app.exit(1));
  }

  async #quitAfterHost(): Promise<void> {
    await this.#host.stop();
    this.#isHostStopped = true;
    this.#electron.app.quit();
  }

  #giveUp({ title, body }: { readonly title: string; readonly body: string }): void {
    this.#electron.dialog.showErrorBox(title, body);
    this.#electron.app.quit();
  }
}
