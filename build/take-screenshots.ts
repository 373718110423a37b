// Pictures of every screen on sample data: docs/screens/<screen>.<theme>.<language>.png
//   node build/take-screenshots.ts [name …] [--out <folder>]
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBrowser } from '../test/window/browser.ts';
import { buildMock } from '../test/window/build-mock.ts';
import { WINDOW_PLACES } from '../test/window/places.ts';
import { serveFolder } from '../test/window/static-server.ts';

/** Pictures say the same whenever they are taken. */
const NOW = new Date('2026-11-30T13:20:00Z');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: fileURLToPath(new URL('../docs/screens', import.meta.url)) },
    appearance: { type: 'string', multiple: true, default: ['light', 'dark'] },
    language: { type: 'string', multiple: true, default: ['en'] },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    empty: { type: 'boolean', default: false },
  },
});

await mkdir(values.out, { recursive: true });
const server = await serveFolder(await buildMock());
const browser = await openBrowser();
const names = positionals.length === 0 ? Object.keys(WINDOW_PLACES) : positionals;
try {
  for (const appearance of values.appearance) {
    for (const language of values.language) {
      const page = await browser.newPage({
        viewport: { width: Number(values.width), height: Number(values.height) },
        locale: language,
        timezoneId: 'Europe/Berlin',
        reducedMotion: 'reduce',
        colorScheme: appearance === 'dark' ? 'dark' : 'light',
      });
      page.on('console', (message) => {
        if (message.type() === 'error') console.error(message.text());
      });
      page.on('pageerror', (fault) => console.error(fault));
      await page.clock.install({ time: NOW });
      for (const name of names) {
        const place = (WINDOW_PLACES as Readonly<Record<string, string>>)[name] ?? name;
        const empty = values.empty ? '&empty' : '';
        await page.goto('about:blank');
        await page.goto(`${server.origin}/?language=${language}&appearance=${appearance}${empty}${place}`);
        await page.locator('.frame-main').waitFor();
        await page.clock.runFor(1_500);
        await page.waitForTimeout(300);
        const file = `${name}${values.empty ? '.empty' : ''}.${appearance}.${language}.png`;
        await page.screenshot({ path: path.join(values.out, file) });
        console.log(file);
      }
      await page.close();
    }
  }
} finally {
  await server[Symbol.asyncDispose]();
  await browser.close();
}
