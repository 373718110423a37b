// A window on sample data in a real browser, for tests. Every error on the console fails the test that looks for it: a breach
// of the content security policy shows itself there.
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { buildMock } from './build-mock.ts';
import { serveFolder, type StaticServer } from './static-server.ts';

export interface WindowOptions {
  readonly appearance?: 'light' | 'dark' | 'high-contrast';
  readonly language?: 'en' | 'de';
  readonly isEmpty?: boolean;
  readonly planSize?: number;
  readonly width?: number;
  readonly height?: number;
}

export interface OpenWindow {
  readonly page: Page;
  /** What the console has said in red so far. */
  readonly errors: string[];
  /** Goes to a place (`#/…`) as if the window had just been opened there. */
  readonly show: (place: string) => Promise<void>;
}

export class WindowFixture implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #server: StaticServer;

  private constructor(browser: Browser, server: StaticServer) {
    this.#browser = browser;
    this.#server = server;
  }

  static async create(): Promise<WindowFixture> {
    const server = await serveFolder(await buildMock());
    return new WindowFixture(await openBrowser(), server);
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
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (fault) => errors.push(fault.message));
    const wishes = new URLSearchParams({ language, appearance });
    if (isEmpty) wishes.set('empty', '');
    if (planSize !== undefined) wishes.set('plan', String(planSize));
    const address = `${this.#server.origin}/?${wishes.toString()}`;
    return {
      page,
      errors,
      show: async (place) => {
        await page.goto('about:blank');
        await page.goto(`${address}${place}`);
        await page.locator('.frame-main').waitFor();
        await page.waitForFunction(() => document.querySelector('.skeleton') === null);
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.#server[Symbol.asyncDispose]();
  }
}
