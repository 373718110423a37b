// Windows of the shim: a BrowserWindow is a page of a real Chromium. The page is loaded from an address of its own that stands
// for the app's scheme, since Chromium itself knows no other schemes.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserWindowConstructorOptions } from 'electron';
import type { BrowserContext, CDPSession, Page, Request as PageRequest, Route } from 'playwright-core';
import { APP_ORIGIN } from '../../../electron/app-scheme.ts';
import {
  BINDING,
  MAIN_WORLD_SCRIPT,
  type MainMessage,
  type PageMessage,
  type PortData,
  PRELOAD_WORLD,
  preloadWorldScript,
  RECEIVER,
} from './page-world.ts';
import type { ShimPort } from './ports.ts';

/** Where Chromium believes the window to be. */
const PAGE_ORIGIN = 'https://window.heddle-app.test';

export function toPageUrl(url: string): string {
  return url.startsWith(`${APP_ORIGIN}/`) ? PAGE_ORIGIN + url.slice(APP_ORIGIN.length) : url;
}

export function toAppUrl(url: string): string {
  return url.startsWith(`${PAGE_ORIGIN}/`)
    ? APP_ORIGIN + url.slice(PAGE_ORIGIN.length)
    : url.replace(`blob:${PAGE_ORIGIN}/`, `blob:${APP_ORIGIN}/`);
}

/** What windows need of the rest of the shim. */
export interface WindowSurroundings {
  newContext(): Promise<BrowserContext>;
  /** Answers a request for the app's scheme. */
  fetch(request: Request): Promise<Response | undefined>;
  mayRequest(url: string): boolean;
  mayUse(permission: string, origin: string): boolean;
  onIpc(event: IpcEvent, channel: string, args: readonly unknown[]): void;
  answerIpc(event: IpcEvent, channel: string, args: readonly unknown[]): Promise<unknown>;
  onMade(window: ShimWindow): void;
  onClosed(window: ShimWindow): void;
  onContents(contents: ShimWebContents): void;
  /** Requests that would have left the computer; there must be none. */
  readonly escaped: string[];
}

export interface IpcEvent {
  readonly sender: ShimWebContents;
  readonly senderFrame: ShimFrame;
}

interface ShimFrame {
  url: string;
}

type OpenHandler = (details: { readonly url: string }) => { readonly action: 'allow' | 'deny' };

/** The permissions that a page can ask about here, by their name in Electron. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  'clipboard-write': 'clipboard-sanitized-write',
  'clipboard-read': 'clipboard-read',
  geolocation: 'geolocation',
  notifications: 'notifications',
  camera: 'media',
  microphone: 'media',
  midi: 'midi',
};

export class ShimWebContents extends EventEmitter {
  readonly mainFrame: ShimFrame = { url: 'about:blank' };
  readonly #surroundings: WindowSurroundings;
  readonly #ports = new Map<number, ShimPort>();
  #lastPortId = 0;
  #page: Page | undefined;
  #session: CDPSession | undefined;
  #worldId: number | undefined;
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  /** What main itself loads is not asked about. */
  #loading: string | undefined;

  constructor(surroundings: WindowSurroundings) {
    super();
    this.#surroundings = surroundings;
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error('There is no page yet.');
    return this.#page;
  }

  isDestroyed(): boolean {
    return this.#page?.isClosed() === true;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  getURL(): string {
    return this.mainFrame.url;
  }

  send(channel: string, ...args: readonly unknown[]): void {
    this.#tell({ kind: 'send', channel, args, portIds: [] });
  }

  postMessage(channel: string, message: unknown, ports: readonly ShimPort[] = []): void {
    const portIds = ports.map((port) => {
      const portId = (this.#lastPortId += 1);
      this.#ports.set(portId, port);
      return portId;
    });
    this.#tell({ kind: 'send', channel, args: [message], portIds });
    for (const [index, port] of ports.entries()) {
      const portId = portIds[index] ?? 0;
      port.transfer({
        deliver: (data) => this.#tell({ kind: 'port', portId, data: encode(data) }),
        close: () => this.#tell({ kind: 'port-closed', portId }),
      });
    }
  }

  async attach(preloadFile: string): Promise<void> {
    const context = await this.#surroundings.newContext();
    const page = await context.newPage();
    this.#page = page;
    await this.#setPermissions(context);
    await context.route(
      () => true,
      (route) => this.#serve(route),
    );
    context.on('page', (popup) => this.#onPopup(popup));
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.mainFrame.url = toAppUrl(frame.url());
    });
    const session = await context.newCDPSession(page);
    this.#session = session;
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      // An earlier document of the page has nothing to say any more.
      if (name === BINDING && executionContextId === this.#worldId)
        this.#hear(JSON.parse(payload) as PageMessage);
    });
    session.on('Runtime.executionContextCreated', ({ context: world }) => {
      if (world.name !== PRELOAD_WORLD) return;
      this.#worldId = world.id;
      this.#closePorts();
    });
    await session.send('Page.enable');
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: BINDING, executionContextName: PRELOAD_WORLD });
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: MAIN_WORLD_SCRIPT });
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadWorldScript(readFileSync(preloadFile, 'utf8')),
      worldName: PRELOAD_WORLD,
    });
  }

  async load(url: string): Promise<void> {
    this.#loading = toPageUrl(url);
    await this.page.goto(this.#loading);
  }

  onClosed(): void {
    this.#closePorts();
    this.emit('destroyed');
  }

  #closePorts(): void {
    for (const port of this.#ports.values()) port.close();
    this.#ports.clear();
  }

  async #setPermissions(context: BrowserContext): Promise<void> {
    const granted = Object.keys(PERMISSIONS).filter((name) =>
      this.#surroundings.mayUse(PERMISSIONS[name] ?? name, APP_ORIGIN),
    );
    // What is not granted is refused without a question.
    await context.grantPermissions(granted, { origin: PAGE_ORIGIN });
  }

  #tell(message: MainMessage): void {
    const contextId = this.#worldId;
    if (this.#session === undefined || contextId === undefined || this.isDestroyed()) return;
    const expression = `${RECEIVER}(${JSON.stringify(message)})`;
    // A page that goes away meanwhile has nothing to hear any more.
    this.#session.send('Runtime.evaluate', { expression, contextId }).catch(() => {});
  }

  #hear(message: PageMessage): void {
    const event: IpcEvent = { sender: this, senderFrame: this.mainFrame };
    switch (message.kind) {
      case 'send':
        this.#surroundings.onIpc(event, message.channel, message.args);
        return;
      case 'invoke':
        this.#surroundings
          .answerIpc(event, message.channel, message.args)
          .then((value) => this.#tell({ kind: 'answer', id: message.id, value }))
          .catch((error: unknown) => this.emit('ipc-fault', error));
        return;
      case 'port':
        this.#ports.get(message.portId)?.send(decode(message.data));
        return;
      case 'port-closed':
        this.#ports.get(message.portId)?.close();
        this.#ports.delete(message.portId);
        return;
      default:
        message satisfies never;
    }
  }

  async #serve(route: Route): Promise<void> {
    const request = route.request();
    const url = toAppUrl(request.url());
    if (request.isNavigationRequest() && !this.#mayNavigate(request, url)) return route.abort('aborted');
    if (!this.#surroundings.mayRequest(url)) return route.abort('blockedbyclient');
    const response = await this.#surroundings.fetch(new Request(url, { method: request.method() }));
    if (response === undefined) {
      this.#surroundings.escaped.push(url);
      return route.abort('blockedbyclient');
    }
    return route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }

  #mayNavigate(request: PageRequest, url: string): boolean {
    const isMainFrame = request.frame() === this.#page?.mainFrame();
    if (isMainFrame && request.url() === this.#loading) {
      this.#loading = undefined;
      return true;
    }
    let isPrevented = false;
    const details = { url, isMainFrame, preventDefault: () => (isPrevented = true) };
    if (isMainFrame) this.emit('will-navigate', details);
    this.emit('will-frame-navigate', details);
    return !isPrevented;
  }

  #onPopup(popup: Page): void {
    if (popup === this.#page) return;
    const { action } = this.#openHandler({ url: toAppUrl(popup.url()) });
    if (action === 'deny') popup.close().catch(() => {});
  }
}

export class ShimWindow extends EventEmitter {
  readonly webContents: ShimWebContents;
  readonly options: BrowserWindowConstructorOptions;
  readonly #surroundings: WindowSurroundings;
  readonly #attached: Promise<void>;
  #isVisible = false;
  #isMinimized = false;
  #isFocused = false;
  #isDestroyed = false;

  constructor(surroundings: WindowSurroundings, options: BrowserWindowConstructorOptions) {
    super();
    const { sandbox, contextIsolation, nodeIntegration, preload = '' } = options.webPreferences ?? {};
    if (sandbox !== true || contextIsolation !== true || nodeIntegration !== false) {
      throw new Error('The shim has only windows that are sandboxed and isolated.');
    }
    this.options = options;
    this.#surroundings = surroundings;
    this.#isVisible = options.show !== false;
    this.webContents = new ShimWebContents(surroundings);
    surroundings.onContents(this.webContents);
    this.#attached = this.webContents.attach(preload);
    surroundings.onMade(this);
  }

  async loadURL(url: string): Promise<void> {
    await this.#attached;
    await this.webContents.load(url);
    this.emit('ready-to-show');
  }

  show(): void {
    this.#isVisible = true;
  }

  focus(): void {
    this.#isFocused = true;
    this.emit('focus');
  }

  minimize(): void {
    this.#isMinimized = true;
    this.#isFocused = false;
  }

  restore(): void {
    this.#isMinimized = false;
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  isFocused(): boolean {
    return this.#isFocused;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    const { x = 10, y = 20, width = 800, height = 600 } = this.options;
    return { x, y, width, height };
  }

  close(): void {
    if (this.#isDestroyed) return;
    this.emit('close');
    this.#isDestroyed = true;
    this.#shut().catch((error: unknown) => this.emit('error', error));
  }

  async #shut(): Promise<void> {
    await this.#attached;
    await this.webContents.page.context().close();
    this.webContents.onClosed();
    this.emit('closed');
    this.#surroundings.onClosed(this);
  }
}

function encode(data: unknown): PortData {
  return ArrayBuffer.isView(data)
    ? { base64: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64') }
    : { json: JSON.stringify(data) };
}

function decode(data: PortData): unknown {
  return 'json' in data ? JSON.parse(data.json) : new Uint8Array(Buffer.from(data.base64, 'base64'));
}
