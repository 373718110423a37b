// The keys that the menu shows: those that a person has now, as Electron writes them.
import type { StatusSummary } from '../core/contract/system.ts';
import type { WindowCommand } from './host-messages.ts';

/** What the settings say of keys. */
export type KeyboardSettings = StatusSummary['keyboard'];

interface MenuKeys {
  /** What the window calls the action. */
  readonly action: string;
  /** As the window writes them; the first one that a menu can show is shown. */
  readonly usual: readonly string[];
}

/** The window's own table has the same ones. */
export const MENU_KEYS: { readonly [Command in WindowCommand]: MenuKeys } = {
  settings: { action: 'settings', usual: ['Mod+,'] },
  'lock-keys': { action: 'lock-keys', usual: ['Mod+Shift+L'] },
  palette: { action: 'palette', usual: ['Mod+K'] },
  find: { action: 'search-everything', usual: ['Mod+Shift+F'] },
  shortcuts: { action: 'shortcuts', usual: ['F1', '?'] },
};

/** What stands beside a menu entry; undefined while it has no key, or none that a menu can show. */
export function acceleratorFor(
  command: WindowCommand,
  { shortcuts, areSingleKeysOn }: KeyboardSettings,
  platform: NodeJS.Platform,
): string | undefined {
  const { action, usual } = MENU_KEYS[command];
  for (const keys of shortcuts[action] ?? usual) {
    // Where the system itself listens to what a menu shows, a letter would no longer reach a text field.
    if (isSingle(keys) && (!areSingleKeysOn || platform === 'darwin')) continue;
    const accelerator = acceleratorOf(keys);
    if (accelerator !== undefined) return accelerator;
  }
  return undefined;
}

const MODIFIERS: Readonly<Record<string, string>> = { Mod: 'CommandOrControl', Alt: 'Alt', Shift: 'Shift' };

/** Names that differ; what is in none of these lists Electron would not take. */
const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  '+': 'Plus',
};
const SAME =
  /^(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|[)!@#$%^&*(:;=<,_\->.?/~`{\][|\\}"']|Space|Tab|Enter|Escape|Backspace|Delete|Insert|Home|End|PageUp|PageDown)$/u;

/** `Mod+Shift+F` as `CommandOrControl+Shift+F`; undefined for sequences, and for keys that Electron has no name for. */
function acceleratorOf(keys: string): string | undefined {
  if (keys.includes(' ')) return undefined;
  // The last part may be a plus itself.
  const parts = keys.split(/\+(?=.)/u);
  const key = parts.pop() ?? '';
  const name = NAMES[key] ?? (SAME.test(key) ? key : undefined);
  const modifiers = parts.map((part) => MODIFIERS[part]);
  return name === undefined || modifiers.includes(undefined) ? undefined : [...modifiers, name].join('+');
}

/** A letter, digit or sign, without Ctrl, Cmd or Alt. */
function isSingle(keys: string): boolean {
  return keys.split(' ').every((stroke) => stroke.replace(/^Shift\+/u, '').length === 1);
}
