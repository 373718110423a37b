// Files that hold secrets: what everybody on the machine can read is no secret any more.
import { readFile, stat } from 'node:fs/promises';

export type PrivateFile =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'unreadable'; readonly systemCode: string }
  | { readonly kind: 'open-to-others' };

export async function readPrivateFile(path: string): Promise<PrivateFile> {
  try {
    // Windows has no such bits: there the folder's own access list protects it.
    if (process.platform !== 'win32' && ((await stat(path)).mode & 0o007) !== 0)
      return { kind: 'open-to-others' };
    return { kind: 'read', bytes: await readFile(path) };
  } catch (error) {
    return {
      kind: 'unreadable',
      systemCode: error instanceof Error && 'code' in error ? String(error.code) : '',
    };
  }
}
