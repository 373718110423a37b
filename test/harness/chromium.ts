// A real Chromium out of the npm registry, for tests that need a window. HEDDLE_CHROMIUM names another one.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { version } = require('playwright-core/package.json') as { version: string };

/** Why there is no Chromium on this computer; undefined when there is one. */
export function whyNoChromium(): string | undefined {
  if (process.env['HEDDLE_CHROMIUM'] !== undefined) return undefined;
  return process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : 'the Chromium of the npm registry is for Linux on x64; HEDDLE_CHROMIUM may name another one';
}

/** Unpacked once for all test processes: complete under its name, or not there at all. */
export async function chromiumPath(): Promise<string> {
  const own = process.env['HEDDLE_CHROMIUM'];
  if (own !== undefined) return own;
  const cache = join(ROOT, 'node_modules', '.cache');
  const folder = join(cache, `heddle-chromium-${version}`);
  const path = join(folder, 'chromium');
  if (existsSync(path)) return path;
  await mkdir(cache, { recursive: true });
  const part = await mkdtemp(join(cache, 'chromium-part-'));
  // It unpacks into the folder for temporary files, and takes what lies there half unpacked for a whole one.
  const unpack = "import('@sparticuz/chromium').then((it) => it.default.executablePath())";
  await promisify(execFile)(process.execPath, ['-e', unpack], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: part },
  });
  try {
    await rename(part, folder);
  } catch (error) {
    if (!existsSync(path)) throw error;
    await rm(part, { recursive: true, force: true });
  }
  return path;
}

/** Flags for a container: no sandbox of its own, since tests may run as root. Pages are separated as usual. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
];

export async function openChromium(...flags: readonly string[]): Promise<Browser> {
  const executablePath = await chromiumPath();
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags], headless: true });
}
