// Electron's main process: takes the module and the program's arguments, and starts the shell.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import electron from 'electron';
import { defaultProfileFolder } from '../core/host/profile-folder.ts';
import { startShell } from './shell.ts';

const { app } = electron;
const root = app.getAppPath();

// A packed app brings Node and sources as plain files beside its archive; a checkout has both.
const runtime = app.isPackaged ? join(process.resourcesPath, 'runtime') : root;
const nodeFolder = app.isPackaged ? join(runtime, 'bin') : join(root, 'node_modules', 'node', 'bin');
const node = join(nodeFolder, process.platform === 'win32' ? 'node.exe' : 'node');

// Links come as arguments too, and systems add switches of their own.
const { values } = parseArgs({
  args: process.argv.slice(1),
  options: { profile: { type: 'string' } },
  strict: false,
  allowPositionals: true,
});

// Not awaited: the app becomes ready only after this module has been evaluated.
startShell(electron, {
  profileFolder: typeof values.profile === 'string' ? values.profile : defaultProfileFolder(),
  rendererFolder: join(root, 'dist', 'renderer'),
  preload: join(root, 'electron', 'preload.cjs'),
  hostModule: join(root, 'electron', 'host-process.ts'),
  hostArgs: ['--app-version', app.getVersion(), '--runtime', runtime, '--node', node],
  iconFolder: join(root, 'build', 'icons'),
  platform: process.platform,
  args: process.argv.slice(1),
  timing: {
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  },
}).catch((error: unknown) => {
  console.error(error);
  app.exit(1);
});
