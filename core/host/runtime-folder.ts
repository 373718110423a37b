// Where the sources lie that other processes of this app are started from. In a packed app our own module lies in an archive that
// only Electron can read; the host process is told of a copy in plain files then.
import { fileURLToPath } from 'node:url';

/** The folder that holds `core/`, `examples/` and `node_modules/`. */
export function runtimeFolder(
  environment: { readonly [name: string]: string | undefined } = process.env,
): string {
  return environment['HEDDLE_RUNTIME'] ?? fileURLToPath(new URL('../..', import.meta.url));
}
