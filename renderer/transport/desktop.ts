// What the desktop shell gives the window beside its port: dialogs for files, and messages from menus, links and notifications.
// In a browser none of it is there.

/** What a dialog is for; the shell decides which kinds of files it offers. */
export type FilePurpose =
  | 'artifact'
  | 'artifact-export'
  | 'brief'
  | 'bundle'
  | 'certificate'
  | 'export'
  | 'folder'
  | 'key-backup'
  | 'key-import'
  | 'key-restore';

/** Menu entries that the window carries out. */
export type ShellCommand = 'settings' | 'lock-keys' | 'palette' | 'shortcuts' | 'find';

declare global {
  interface Window {
    readonly heddleDesktop?: {
      /** The path that was chosen; undefined when none was. */
      readonly chooseFile: (purpose: FilePurpose) => Promise<string | undefined>;
      /** Shows a file in the file manager of the system. */
      readonly showFile?: (path: string) => Promise<void>;
    };
  }
}

const COMMANDS: ReadonlySet<unknown> = new Set<ShellCommand>([
  'settings',
  'lock-keys',
  'palette',
  'shortcuts',
  'find',
]);

/** Hears where the shell wants the window to go: the part of the address from `#` on. */
export function listenToPlaces(onGo: (href: string) => void): () => void {
  return listen('heddle.go', ({ href }) => {
    if (typeof href === 'string' && href.startsWith('#/')) onGo(href);
  });
}

/** Hears menu entries; ones that this window does not know are passed over. */
export function listenToCommands(onCommand: (command: ShellCommand) => void): () => void {
  return listen('heddle.command', ({ id }) => {
    if (COMMANDS.has(id)) onCommand(id as ShellCommand);
  });
}

function listen(type: string, hear: (message: Readonly<Record<string, unknown>>) => void): () => void {
  const onMessage = (event: MessageEvent<unknown>): void => {
    // Frames inside the window show contents of strangers; only the window speaks to itself.
    if (event.source !== window || typeof event.data !== 'object' || event.data === null) return;
    const message = event.data as Readonly<Record<string, unknown>>;
    if (message['type'] === type) hear(message);
  };
  window.addEventListener('message', onMessage);
  return () => window.removeEventListener('message', onMessage);
}
