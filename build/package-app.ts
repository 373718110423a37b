// `npm run package`: packs the app for this system, into dist/package. Downloads Electron's binary and the packing tools, so it
// needs the network; `-- --dir` leaves out the installers.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'electron-builder';
import { packageConfig, productionPackages } from './package-config.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Parameters<
  typeof productionPackages
>[0];

const files = await build({
  projectDir: ROOT,
  dir: process.argv.includes('--dir'),
  config: packageConfig({
    packages: productionPackages(lock, (folder) => existsSync(join(ROOT, folder))),
    output: 'dist/package',
    electronVersion: version,
  }),
});
for (const file of files) console.log(file);
