// Dialogs for files and folders. The window says what it is for and gets a path; which kinds of files are offered is decided here.
import { isAbsolute } from 'node:path';
import type { BrowserWindow, OpenDialogOptions } from 'electron';
import type { ElectronModule } from './electron-module.ts';

interface Purpose {
  readonly kind: 'file' | 'folder' | 'new-file';
  readonly extensions?: readonly string[];
  readonly fileName?: string;
}

const PURPOSES = {
  artifact: { kind: 'file' },
  'artifact-export': { kind: 'new-file' },
  brief: { kind: 'file', extensions: ['yaml', 'yml', 'json'] },
  bundle: { kind: 'file', extensions: ['mwpbundle'] },
  certificate: { kind: 'file', extensions: ['pem', 'crt', 'cer'] },
  export: { kind: 'new-file', fileName: 'history.mwpbundle' },
  folder: { kind: 'folder' },
  'key-backup': { kind: 'new-file', fileName: 'heddle-keys.backup' },
  'key-import': { kind: 'file', extensions: ['json'] },
  'key-restore': { kind: 'file' },
} as const satisfies Record<string, Purpose>;

/** Shows a file in the file manager. Nothing is opened; whatever is no whole path is passed over. */
export function showFile({ shell }: Pick<ElectronModule, 'shell'>, path: unknown): void {
  if (typeof path === 'string' && isAbsolute(path)) shell.showItemInFolder(path);
}

/** The path that a person chose; undefined when none was chosen or nobody offers such a dialog. */
export async function chooseFile(
  { dialog }: Pick<ElectronModule, 'dialog'>,
  window: BrowserWindow,
  purpose: unknown,
): Promise<string | undefined> {
  if (typeof purpose !== 'string' || !Object.hasOwn(PURPOSES, purpose)) return undefined;
  const { kind, extensions, fileName }: Purpose = PURPOSES[purpose as keyof typeof PURPOSES];
  if (kind === 'new-file') {
    const suggested = fileName === undefined ? {} : { defaultPath: fileName };
    const { canceled, filePath } = await dialog.showSaveDialog(window, suggested);
    return canceled || filePath === '' ? undefined : filePath;
  }
  const properties: OpenDialogOptions['properties'] = [
    kind === 'folder' ? 'openDirectory' : 'openFile',
    'dontAddToRecent',
  ];
  const filters = extensions === undefined ? {} : { filters: [{ name: '', extensions: [...extensions] }] };
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { properties, ...filters });
  return canceled ? undefined : filePaths[0];
}
