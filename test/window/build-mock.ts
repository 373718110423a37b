// Builds the window on sample data, once per process.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const config = fileURLToPath(new URL('../../build/vite.config.ts', import.meta.url));
export const MOCK_FOLDER = fileURLToPath(new URL('../../dist/renderer-mock', import.meta.url));

let built: Promise<unknown> | undefined;

export async function buildMock(): Promise<string> {
  built ??= build({ configFile: config, mode: 'mock', logLevel: 'warn' });
  await built;
  return MOCK_FOLDER;
}
