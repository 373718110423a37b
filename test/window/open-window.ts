// A window on sample data in a real browser, for tests. Every error on the console fails the test that looks for it: a breach
// of the content security policy shows itself there.
import type { Browser, Page } from 'playwright-core';
import { sampleWindow } from '../../build/window-build.ts';
import { openChromium } from '../harness/chromium.ts';
import { serveFolder, type StaticServer } from './static-server.ts';

/** For a busy machine. */
const PATIENCE_MS = 60_000;

export interface WindowOptions {
  readonly appearance?: 'system' | 'light' | 'dark' | 'high-contrast';
  readonly language?: 'en' | 'de';
  readonly isEmpty?: boolean;
  readonly planSize?: number;
  /** The window on a profile that cannot be opened. */
  readonly isRecovery?: boolean;
  readonly width?: number;
  readonly height?: number;
}

export interface OpenWindow {
  readonly page: Page;
  /** What the console has said in red so far. */
  readonly errors: string[];
  /** Goes to a place (`#/…`) as if the window had just been opened there. */
  readonly show: (place: string) => Promise<void>;
  /** Goes to a place as a link in the window does: nothing is loaded anew. */
  readonly follow: (place: string) => Promise<void>;
}

export class WindowFixture implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #server: StaticServer;

  private constructor(browser: Browser, server: StaticServer) {
    this.#browser = browser;
    this.#server = server;
  }

  static async create(): Promise<WindowFixture> {
    const server = await serveFolder(sampleWindow('development'));
    return new WindowFixture(await openChromium(), server);
  }

  async open(options: WindowOptions = {}): Promise<OpenWindow> {
    const {
      appearance = 'light',
      language = 'en',
      isEmpty = false,
      planSize,
      width = 1_280,
      height = 800,
    } = options;
    const context = await this.#browser.newContext({
      viewport: { width, height },
      locale: language,
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (fault) => errors.push(fault.message));
    const wishes = new URLSearchParams({ language, appearance });
    if (isEmpty) wishes.set('empty', '');
    if (options.isRecovery === true) wishes.set('recovery', '');
    if (planSize !== undefined) wishes.set('plan', String(planSize));
    const address = `${this.#server.origin}/?${wishes.toString()}`;
    const settle = async (): Promise<void> => {
      await page.locator('.frame-main, .recovery').waitFor();
      await page.waitForFunction(() => document.querySelector('.skeleton, .plan-layout') === null);
    };
    return {
      page,
      errors,
      show: async (place) => {
        await page.goto('about:blank');
        await page.goto(`${address}${place}`);
        await settle();
      },
      follow: async (place) => {
        if (page.url() === 'about:blank') await page.goto(address);
        await page.evaluate((hash) => {
          location.hash = hash;
        }, place);
        await settle();
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.#server[Symbol.asyncDispose]();
  }
}
