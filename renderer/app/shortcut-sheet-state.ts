// Whether the list of shortcuts is open.
import { create } from 'zustand';

export const useShortcutSheet = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export function toggleShortcutSheet(): void {
  useShortcutSheet.setState(({ isOpen }) => ({ isOpen: !isOpen }));
}

export function closeShortcutSheet(): void {
  useShortcutSheet.setState({ isOpen: false });
}
