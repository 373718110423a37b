// What would be packed. The packer runs for real, with a stand-in for Electron's binary that holds nothing but the bytes that
// fuses are written into: what is asserted is what lies around the binary, and how its fuses are set, not that it starts.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractAll, listPackage, statFile } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { build } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageConfig, productionPackages } from '../../build/package-config.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Marks the place of the fuses in a binary (Electron's documentation of fuses). */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** As many fuses as Electron has now, in their usual states. */
const FUSES = '101100111';

let base: string;
let resources: string;
let archive: string;
let packed: readonly string[];

/** A stand-in for Electron's distribution on Linux: names and fuses, no program. */
async function makeDistribution(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'locales'));
  for (const language of ['de', 'en-US', 'fr'])
    await writeFile(join(folder, 'locales', `${language}.pak`), '');
  const fuses = Buffer.concat([
    Buffer.from(`no program ${FUSE_SENTINEL}`),
    Buffer.from([1, FUSES.length]),
    Buffer.from(FUSES),
  ]);
  await writeFile(join(folder, 'electron'), fuses, { mode: 0o755 });
}

describe.runIf(process.platform === 'linux')('package', () => {
  beforeAll(async () => {
    await run(process.execPath, ['build/prepare-window.ts'], { cwd: ROOT });
    base = await mkdtemp(join(tmpdir(), 'heddle-package-'));
    const electronDist = join(base, 'electron');
    await makeDistribution(electronDist);
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as never;
    const config = packageConfig({
      packages: productionPackages(lock, (folder) => existsSync(join(ROOT, folder))),
      output: join(base, 'output'),
      electronVersion: '45.5.0',
    });
    await build({ projectDir: ROOT, linux: ['dir'], config: { ...config, electronDist } });
    resources = join(base, 'output', 'linux-unpacked', 'resources');
    archive = join(resources, 'app.asar');
    packed = listPackage(archive, { isPack: false }).map((path) => path.slice(1));
  }, 300_000);

  afterAll(async () => {
    await rm(base, { recursive: true, force: true });
  });

  const ownFiles = () => packed.filter((path) => !path.startsWith('node_modules'));

  it('has everything that the app is started with', () => {
    expect(packed).toEqual(
      expect.arrayContaining([
        'package.json',
        'LICENSE',
        'electron/main.ts',
        'electron/preload.cjs',
        'electron/host-process.ts',
        'dist/renderer/index.html',
        'build/icons/icon.png',
        'build/icons/tray.png',
        'core/host/authority-host.ts',
        'core/protocol/generated/validators.js',
        'examples/workers/folder-inventory/worker.yaml',
        'examples/demo/papers/archive/README.md',
        'node_modules/better-sqlite3/package.json',
      ]),
    );
  });

  it('has nothing of ours but what is on the list', () => {
    const others = ownFiles().filter(
      (path) =>
        !/^(?:package[.]json|LICENSE|electron|core|examples|dist|build)(?:$|\/)/.test(path) ||
        /^(?:dist\/(?!renderer)|build\/(?!icons)|examples\/(?!workers|folder-audit|templates|demo))/.test(
          path,
        ),
    );
    expect(others).toEqual([]);
  });

  it.each([
    ['tests and their data', /[.]test(?:-data)?[.]ts$/],
    ['keys and certificates', /[.](?:pem|key|p12|pfx)$/],
    ['settings of this computer', /(?:^|\/)[.](?:env|npmrc|git|ssh)/],
    ['sources of the window, which is packed as it was built', /^renderer(?:$|\/)/],
    ['maps of sources', /[.]map$/],
    ['databases', /[.](?:sqlite|db)(?:-wal|-shm)?$/],
    ['documents of packages', /^node_modules\/.*[.]md$/i],
  ])('has no %s', (_what, pattern) => {
    expect(packed.filter((path) => pattern.test(path))).toEqual([]);
  });

  it('has only packages that the app runs with', () => {
    const packages = new Set(
      packed
        .map((path) => /^node_modules\/((?:@[^/]+\/)?[^/@]+)\/package[.]json$/.exec(path)?.[1])
        .filter((name) => name !== undefined),
    );
    expect([...packages]).toEqual(expect.arrayContaining(['ws', 'zod', '@orpc/server', '@napi-rs/keyring']));
    for (const absent of ['electron', 'electron-builder', 'vitest', 'vite', 'typescript', 'react', 'node']) {
      expect([...packages]).not.toContain(absent);
    }
  });

  it('has native modules as files of their own, for this system alone', () => {
    const native = packed.filter((path) => path.endsWith('.node'));
    expect(native.filter((path) => path.includes('better-sqlite3'))).toEqual([
      `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
    ]);
    for (const path of native) {
      expect(statFile(archive, path)).toMatchObject({ unpacked: true });
      expect(existsSync(join(resources, 'app.asar.unpacked', path))).toBe(true);
    }
  });

  it('has the languages of the app', async () => {
    expect(await readdir(join(resources, '..', 'locales'))).toEqual(['de.pak', 'en-US.pak']);
  });

  it('can be loaded: all that the sources import is there', async () => {
    const folder = join(base, 'extracted');
    extractAll(archive, folder);
    const commands = (await readdir(join(folder, 'core', 'cli'))).filter((name) => name !== 'heddle.ts');
    const modules = [
      'core/host/desk-host.ts',
      'electron/shell.ts',
      'electron/host-service.ts',
      ...commands.map((name) => `core/cli/${name}`),
    ];
    const script = `for (const name of ${JSON.stringify(modules)}) await import('./' + name); console.log('loaded')`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    expect(commands).toContain('start.ts');
    expect(stdout).toBe('loaded\n');
  });

  it('has a Node of its own beside the archive, that runs Workers without it', async () => {
    const runtime = join(resources, 'runtime');
    const node = join(runtime, 'bin', 'node');
    const heddle = join(runtime, 'core', 'cli', 'heddle.ts');
    expect((await run(node, ['--version'])).stdout.trim()).toBe(process.version);
    // Loads the database and everything else of an Authority.
    const organization = join(base, 'organization');
    await run(node, [heddle, 'authority', 'init', organization, '--organization-id', 'urn:example:packed']);
    const { stdout } = await run(node, [heddle, 'authority', 'status', organization]);
    expect(stdout).toContain('urn:example:packed');
    const inside = await readdir(runtime, { recursive: true });
    expect(inside.filter((path) => /[.]test(?:-data)?[.]ts$/.test(path))).toEqual([]);
    expect(inside).not.toContain('electron');
  });

  it('has its fuses set: no other program can be made of the binary', async () => {
    const fuses = await getCurrentFuseWire(join(resources, '..', 'heddle'));
    const states = (names: readonly (keyof typeof FuseV1Options)[]) =>
      names.map((name) => fuses[FuseV1Options[name] as FuseV1Options]);
    const off = states([
      'RunAsNode',
      'EnableNodeOptionsEnvironmentVariable',
      'EnableNodeCliInspectArguments',
      'LoadBrowserProcessSpecificV8Snapshot',
      'GrantFileProtocolExtraPrivileges',
    ]);
    const on = states([
      'EnableCookieEncryption',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
    ]);
    expect(off).toEqual(off.map(() => FuseState.DISABLE));
    expect(on).toEqual(on.map(() => FuseState.ENABLE));
  });
});
