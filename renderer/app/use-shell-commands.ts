// Menu entries of the desktop shell: each does what its shortcut does.
import { spotlight } from '@mantine/spotlight';
import { useEffect } from 'react';
import { useDesk } from '../transport/desk.tsx';
import { listenToCommands, type ShellCommand } from '../transport/desktop.ts';
import { go } from './route.ts';
import { toggleShortcutSheet } from './shortcut-sheet-state.ts';

export function useShellCommands(): void {
  const desk = useDesk();
  useEffect(() => {
    const lock = (): void => {
      desk.keys.lock().catch((fault: unknown) => console.error('The keys could not be locked', fault));
    };
    const runs: { readonly [Command in ShellCommand]: () => void } = {
      settings: () => go('settings', {}),
      'lock-keys': lock,
      palette: () => spotlight.open(),
      find: () => go('search', {}),
      shortcuts: toggleShortcutSheet,
    };
    return listenToCommands((command) => runs[command]());
  }, [desk]);
}
