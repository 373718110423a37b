// Builds the window into dist/renderer when its sources are others than those it was built from last: before `npm start` and
// `npm run package`. With `--sample` also the one on sample data, which several tests share.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWindow, hashWindowSources, sampleWindow } from './window-build.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Beside the folder, so that it is neither served nor packed. */
const MARK = join(ROOT, 'dist', 'renderer.hash');
const INDEX = join(ROOT, 'dist', 'renderer', 'index.html');

const hash = hashWindowSources();
if (read(MARK) !== hash || read(INDEX) === undefined) {
  console.error('Building the window …');
  const made = join(ROOT, 'dist', `renderer-${process.pid}`);
  if (buildWindow(made, 'production')) take(made);
  else process.exitCode = 1;
}
if (process.argv.includes('--sample')) sampleWindow('development');

/** Whole under its name, also for those who build at the same moment. */
function take(made: string): void {
  const folder = dirname(INDEX);
  const old = `${made}-old`;
  mkdirSync(folder, { recursive: true });
  rmSync(MARK, { force: true });
  renameSync(folder, old);
  renameSync(made, folder);
  writeFileSync(MARK, hash);
  rmSync(old, { recursive: true });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
