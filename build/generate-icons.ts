// Draws the icons of the app out of their SVG sources: `npm run icons`, after a change of one. The results are checked in, so
// that packing needs no browser.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { openChromium } from '../test/harness/chromium.ts';
import { icnsOf, icoOf } from './icon-containers.ts';

const FOLDER = fileURLToPath(new URL('./icons', import.meta.url));
const APP_ICON = fileURLToPath(new URL('../renderer/app/icon.svg', import.meta.url));
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1_024];

/** A colour that can be seen on light and dark bars, and black for macOS, which colours a template itself. */
const TRAY_COLOURS = { 'tray.png': '#0d9488', 'trayTemplate.png': '#000000' };

const browser = await openChromium();
try {
  await mkdir(join(FOLDER, 'linux'), { recursive: true });
  const app = await readFile(APP_ICON, 'utf8');
  const drawn = new Map<number, Uint8Array>();
  for (const size of SIZES) drawn.set(size, await draw(browser, app, size));
  for (const size of SIZES.slice(0, -1)) {
    await writeFile(join(FOLDER, 'linux', `${size}x${size}.png`), pick(drawn, size));
  }
  await writeFile(join(FOLDER, 'icon.png'), pick(drawn, 512));
  await writeFile(
    join(FOLDER, 'icon.ico'),
    icoOf([16, 24, 32, 48, 64, 128, 256].map((size) => pickSized(drawn, size))),
  );
  await writeFile(
    join(FOLDER, 'icon.icns'),
    icnsOf((size) => pick(drawn, size)),
  );

  const tray = await readFile(join(FOLDER, 'tray.svg'), 'utf8');
  for (const [name, colour] of Object.entries(TRAY_COLOURS)) {
    const coloured = tray.replaceAll('#ffffff', colour);
    await writeFile(join(FOLDER, name), await draw(browser, coloured, 16));
    await writeFile(join(FOLDER, name.replace('.png', '@2x.png')), await draw(browser, coloured, 32));
  }
} finally {
  await browser.close();
}

async function draw(from: Browser, svg: string, size: number): Promise<Uint8Array> {
  const page = await from.newPage({ viewport: { width: size, height: size } });
  try {
    const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    await page.setContent(
      `<style>body { margin: 0 } img { display: block; width: ${size}px; height: ${size}px }</style><img src="${source}">`,
    );
    await page.evaluate('document.images[0].decode()');
    return await page.screenshot({ omitBackground: true });
  } finally {
    await page.close();
  }
}

function pick(drawn: ReadonlyMap<number, Uint8Array>, size: number): Uint8Array {
  const png = drawn.get(size);
  if (png === undefined) throw new Error(`no icon of ${size} pixels was drawn`);
  return png;
}

function pickSized(drawn: ReadonlyMap<number, Uint8Array>, size: number) {
  return { size, png: pick(drawn, size) };
}
