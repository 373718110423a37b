// Builds the window on sample data, once per process and into a folder of its own: others may build at the same time.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const config = fileURLToPath(new URL('../../build/vite.config.ts', import.meta.url));

let built: Promise<string> | undefined;

/** Answers with the folder. */
export async function buildMock(): Promise<string> {
  built ??= buildInto(await mkdtemp(path.join(tmpdir(), 'heddle-window-')));
  return built;
}

async function buildInto(outDir: string): Promise<string> {
  await build({ configFile: config, mode: 'mock', logLevel: 'warn', build: { outDir } });
  return outDir;
}
