// The app as a person uses it: the real host in a process of its own on a fresh profile, and its window in a real Chromium.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openChromium } from '../harness/chromium.ts';
import { ROOT, type StartedApp, startApp } from '../start/started-app.ts';

/** Two busy cores, and several processes of the app. */
export const PATIENCE_MS = 60_000;

export interface StageOptions {
  readonly language?: 'en' | 'de';
  readonly environment?: Readonly<Record<string, string>>;
}

export class E2eStage {
  readonly folder: string;
  readonly profile: string;
  readonly #options: StageOptions;
  #app: StartedApp;
  #browser: Browser;
  #context: BrowserContext;
  #page: Page;
  /** What the console of the window has said in red so far: a breach of its policy shows itself there. */
  readonly faults: string[];

  private constructor(
    options: StageOptions,
    parts: {
      readonly folder: string;
      readonly profile: string;
      readonly app: StartedApp;
      readonly browser: Browser;
      readonly context: BrowserContext;
      readonly page: Page;
      readonly faults: string[];
    },
  ) {
    this.#options = options;
    this.folder = parts.folder;
    this.profile = parts.profile;
    this.faults = parts.faults;
    this.#app = parts.app;
    this.#browser = parts.browser;
    this.#context = parts.context;
    this.#page = parts.page;
  }

  /** Starts a host on a fresh profile and opens its window. */
  static async open(options: StageOptions = {}): Promise<E2eStage> {
    const { status, stderr } = spawnSync(process.execPath, ['build/prepare-window.ts'], { cwd: ROOT });
    if (status !== 0) throw new Error(`The window cannot be built:\n${stderr.toString()}`);
    const folder = await mkdtemp(join(tmpdir(), 'heddle-e2e-'));
    const profile = join(folder, 'profile');
    const app = startHost(profile, options);
    const browser = await openChromium();
    const context = await browser.newContext({
      viewport: { width: 1_360, height: 860 },
      locale: options.language ?? 'en',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(await app.nextOut());
    await page.getByRole('navigation', { name: 'Places' }).waitFor();
    return new E2eStage(options, { folder, profile, app, browser, context, page, faults });
  }

  get page(): Page {
    return this.#page;
  }

  /** What the host has said on standard error. */
  get hostLog(): readonly string[] {
    return this.#app.err;
  }

  /** Ends the host as Ctrl-C does, and starts it again on the same profile; the window is opened anew. */
  async restartHost(): Promise<void> {
    // A window that is open would say for itself that its host is gone.
    await this.#page.goto('about:blank');
    this.#app.interrupt();
    await this.#app.ended;
    this.#app = startHost(this.profile, this.#options);
    await this.#page.goto(await this.#app.nextOut());
    await this.#page.getByRole('navigation', { name: 'Places' }).waitFor();
  }

  /** SIGKILL: the host gets to do nothing any more. Then it is started again on the same profile. */
  async crashHost(): Promise<void> {
    this.#app.process.kill('SIGKILL');
    await this.#app.ended;
    this.#app = startHost(this.profile, this.#options);
    await this.#page.goto(await this.#app.nextOut());
    await this.#page.getByRole('navigation', { name: 'Places' }).waitFor();
  }

  async close(): Promise<void> {
    await this.#context.close();
    await this.#browser.close();
    this.#app.interrupt();
    await this.#app.ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}

function startHost(profile: string, { environment }: StageOptions): StartedApp {
  // No Secret Service: the keys are in a file under a passphrase, on every computer.
  return startApp(['--profile', profile, '--no-open'], { DBUS_SESSION_BUS_ADDRESS: '', ...environment });
}
