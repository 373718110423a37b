// Finds the Electron program of this checkout. The npm package brings it only when somebody asked for it (`npx install-electron`),
// and importing that package would try to fetch it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The path of the program, or undefined when it is not there. */
export function findElectron(
  root: string,
  environment: { readonly [name: string]: string | undefined },
): string | undefined {
  const folder = join(root, 'node_modules', 'electron');
  const { ELECTRON_OVERRIDE_DIST_PATH } = environment;
  const name = readName(join(folder, 'path.txt'));
  if (name === undefined) return undefined;
  const path = join(ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), name);
  return existsSync(path) ? path : undefined;
}

/** The package writes the name of the program there once it is complete. */
function readName(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
