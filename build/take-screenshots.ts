// Pictures of every screen on sample data: docs/screens/<screen>.<appearance>.<language>.png
//   node build/take-screenshots.ts                               all that the documentation shows
//   node build/take-screenshots.ts attention plan-graph --out FOLDER --appearance dark --language de --empty
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openChromium } from '../test/harness/chromium.ts';
import { WINDOW_PLACES } from '../test/window/places.ts';
import { serveFolder } from '../test/window/static-server.ts';
import { sampleWindow } from './window-build.ts';

/** Pictures say the same whenever they are taken. */
const NOW = new Date('2026-11-30T13:20:00Z');
/** Looks that are taken side by side, each in a page of its own. */
const AT_A_TIME = 2;
/** Long enough for the layout of a plan and the first answers. */
const SETTLE_MS = 400;

interface Look {
  readonly appearance: string;
  readonly language: string;
  readonly isEmpty: boolean;
  readonly names: readonly string[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: fileURLToPath(new URL('../docs/screens', import.meta.url)) },
    appearance: { type: 'string', default: 'light' },
    language: { type: 'string', default: 'en' },
    width: { type: 'string', default: '1360' },
    height: { type: 'string', default: '850' },
    empty: { type: 'boolean', default: false },
  },
});

const ALL = Object.keys(WINDOW_PLACES);
const { appearance, language, empty: isEmpty } = values;
const looks: readonly Look[] =
  positionals.length > 0
    ? [{ appearance, language, isEmpty, names: positionals }]
    : [
        { appearance: 'light', language: 'en', isEmpty: false, names: ALL },
        { appearance: 'dark', language: 'en', isEmpty: false, names: ALL },
        { appearance: 'light', language: 'de', isEmpty: false, names: ALL },
        { appearance: 'high-contrast', language: 'en', isEmpty: false, names: ALL },
        { appearance: 'light', language: 'en', isEmpty: true, names: ['attention', 'missions', 'welcome'] },
      ];

const waiting = [...looks];
await mkdir(values.out, { recursive: true });
// No `using`: what checks the imports cannot read it yet.
const server = await serveFolder(sampleWindow('production'));
const browser = await openChromium();
try {
  while (waiting.length > 0) await Promise.all(waiting.splice(0, AT_A_TIME).map(takeLook));
} finally {
  await server[Symbol.asyncDispose]();
  await browser.close();
}

async function takeLook(look: Look): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: Number(values.width), height: Number(values.height) },
    locale: look.language,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    colorScheme: look.appearance === 'dark' ? 'dark' : 'light',
  });
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(message.text());
  });
  page.on('pageerror', (fault) => console.error(fault));
  await page.clock.install({ time: NOW });
  const empty = look.isEmpty ? '&empty' : '';
  for (const name of look.names) {
    const place = (WINDOW_PLACES as Readonly<Record<string, string>>)[name] ?? name;
    await page.goto('about:blank');
    await page.goto(
      `${server.origin}/?language=${look.language}&appearance=${look.appearance}${empty}${place}`,
    );
    await page.locator('.frame-main').waitFor();
    await page.clock.runFor(1_500);
    await page.waitForTimeout(SETTLE_MS);
    const file = `${name}${look.isEmpty ? '.empty' : ''}.${look.appearance}.${look.language}.png`;
    await keepSmall(await page.screenshot(), path.join(values.out, file));
    console.log(file);
  }
  await page.close();
}

/** With a palette: a screen has few colours, and the repository holds some hundred of these. */
async function keepSmall(picture: Buffer, file: string): Promise<void> {
  await sharp(picture).png({ palette: true, quality: 95, effort: 8, dither: 0 }).toFile(file);
}
