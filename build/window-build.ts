// Builds the window, and says from which sources one was built.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Everything that has a part in what is built. */
const SOURCES = ['renderer/**/*', 'core/contract/**/*.ts', 'build/vite.config.ts', 'package-lock.json'];

/** One folder for each state of the sources, so that nobody's window changes while a test reads it. */
const SAMPLES = join(ROOT, 'node_modules', '.cache', 'heddle-sample-windows');
const KEPT_SAMPLES = 6;
/** A test may still read one that is younger. */
const SAFE_AGE_MS = 3_600_000;

export function hashWindowSources(): string {
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

/** Answers whether it went well; what the builder says goes to standard error. */
export function buildWindow(
  outDir: string,
  mode: 'production' | 'mock',
  react: 'production' | 'development' = 'production',
): boolean {
  const vite = createRequire(import.meta.url).resolve('vite/package.json');
  const { status } = spawnSync(
    process.execPath,
    [
      join(dirname(vite), 'bin', 'vite.js'),
      'build',
      '--config',
      'build/vite.config.ts',
      '--mode',
      mode,
      '--outDir',
      outDir,
      // Each writes into a folder of its own.
      '--bypass-lock',
      '--logLevel',
      'warn',
    ],
    // What `npm start` answers on standard output is for whoever reads it.
    {
      cwd: ROOT,
      stdio: ['ignore', process.stderr, process.stderr],
      env: { ...process.env, NODE_ENV: react },
    },
  );
  return status === 0;
}

/**
 * The folder with the window on sample data, built if the sources are others than those of all that are there. With React for
 * development what React finds wrong is said on the console, where tests look; what is measured has the other one.
 */
export function sampleWindow(react: 'production' | 'development'): string {
  const folder = join(SAMPLES, `${hashWindowSources().slice(0, 16)}-${react}`);
  if (existsSync(folder)) return folder;
  const made = join(SAMPLES, `part-${process.pid}`);
  mkdirSync(SAMPLES, { recursive: true });
  if (!buildWindow(made, 'mock', react)) throw new Error('The window on sample data could not be built.');
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another process was quicker with the same sources.
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true });
  }
  removeOldSamples();
  return folder;
}

function removeOldSamples(): void {
  const samples = readdirSync(SAMPLES)
    .filter((name) => !name.startsWith('part-'))
    .map((name) => ({ path: join(SAMPLES, name), madeAtMs: statSync(join(SAMPLES, name)).mtimeMs }))
    .toSorted((a, b) => b.madeAtMs - a.madeAtMs);
  for (const { path, madeAtMs } of samples.slice(KEPT_SAMPLES)) {
    if (Date.now() - madeAtMs > SAFE_AGE_MS) rmSync(path, { recursive: true, force: true });
  }
}
