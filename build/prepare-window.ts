// Builds the window into dist/renderer when its sources are others than those it was built from last: before `npm start` and
// `npm run package`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Beside the folder, so that it is neither served nor packed. */
const MARK = join(ROOT, 'dist', 'renderer.hash');
const INDEX = join(ROOT, 'dist', 'renderer', 'index.html');

/** Everything that has a part in what is built. */
const SOURCES = ['renderer/**/*', 'core/contract/**/*.ts', 'build/vite.config.ts', 'package-lock.json'];

const hash = hashSources();
if (read(MARK) !== hash || read(INDEX) === undefined) {
  console.error('Building the window …');
  const vite = createRequire(import.meta.url).resolve('vite/package.json');
  const made = join(ROOT, 'dist', `renderer-${process.pid}`);
  const { status } = spawnSync(
    process.execPath,
    [
      join(dirname(vite), 'bin', 'vite.js'),
      'build',
      '--config',
      'build/vite.config.ts',
      '--outDir',
      made,
      '--logLevel',
      'warn',
    ],
    // What `npm start` answers on standard output is for whoever reads it.
    { cwd: ROOT, stdio: ['ignore', process.stderr, process.stderr] },
  );
  if (status === 0) take(made);
  else process.exitCode = 1;
}

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

function hashSources(): string {
  const all = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/[.]test(?:-data)?[.]tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) {
    const content = readFileSync(file);
    all.update(`${file.slice(ROOT.length)}\0${content.length}\0`).update(content);
  }
  return all.digest('hex');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
