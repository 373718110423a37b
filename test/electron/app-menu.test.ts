// Which keys the menu shows: those that a person has, and no others.
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { appMenuTemplate } from '../../electron/app-menu.ts';
import type { WindowCommand } from '../../electron/host-messages.ts';
import { acceleratorFor, type KeyboardSettings, MENU_KEYS } from '../../electron/menu-keys.ts';
import { shellWordsFor } from '../../electron/shell-words.ts';
import { isKeyAction, KEY_ACTIONS } from '../../renderer/ui/key-actions.ts';

const USUAL: KeyboardSettings = { areSingleKeysOn: true, shortcuts: {} };

function chosen(...keys: readonly string[]): KeyboardSettings {
  return { areSingleKeysOn: true, shortcuts: { palette: [...keys] } };
}

const shownFor = (keyboard: KeyboardSettings, platform: NodeJS.Platform = 'linux'): string | undefined =>
  acceleratorFor('palette', keyboard, platform);

/** The entries with keys, of all menus. */
function keysIn(keyboard: KeyboardSettings | undefined, platform: NodeJS.Platform): Record<string, unknown> {
  const menus = appMenuTemplate({
    words: shellWordsFor('en'),
    platform,
    isPackaged: true,
    keyboard,
    onCommand: () => {},
  });
  const entries = menus.flatMap(({ submenu }) => (submenu ?? []) as MenuItemConstructorOptions[]);
  return Object.fromEntries(
    entries.flatMap(({ id, accelerator }) => (id === undefined ? [] : [[id, accelerator]])),
  );
}

it('begins with the keys that the window begins with', () => {
  for (const { action, usual } of Object.values(MENU_KEYS)) {
    expect([action, isKeyAction(action) && KEY_ACTIONS[action].keys]).toEqual([action, usual]);
  }
});

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (platform) => {
  it('shows the usual keys', () => {
    expect(keysIn(USUAL, platform)).toEqual({
      settings: 'CommandOrControl+,',
      'lock-keys': 'CommandOrControl+Shift+L',
      palette: 'CommandOrControl+K',
      find: 'CommandOrControl+Shift+F',
      shortcuts: 'F1',
    });
  });

  it('shows chosen keys, and none for what has none', () => {
    const shortcuts = { 'lock-keys': [], 'search-everything': ['Mod+Shift+Y'], shortcuts: ['F2'] };
    expect(keysIn({ areSingleKeysOn: true, shortcuts }, platform)).toEqual({
      settings: 'CommandOrControl+,',
      'lock-keys': undefined,
      palette: 'CommandOrControl+K',
      find: 'CommandOrControl+Shift+Y',
      shortcuts: 'F2',
    });
  });

  it('shows none while nobody has said which', () => {
    expect(new Set(Object.values(keysIn(undefined, platform)))).toEqual(new Set([undefined]));
  });
});

it('writes keys as Electron does', () => {
  for (const [keys, accelerator] of [
    ['Mod+P', 'CommandOrControl+P'],
    ['Alt+ArrowUp', 'Alt+Up'],
    ['Alt+Shift+ArrowLeft', 'Alt+Shift+Left'],
    ['Mod++', 'CommandOrControl+Plus'],
    ['Mod+-', 'CommandOrControl+-'],
    ['Mod+Enter', 'CommandOrControl+Enter'],
    ['F24', 'F24'],
    ['Q', 'Q'],
    ['Shift+Q', 'Shift+Q'],
  ] as const)
    expect(shownFor(chosen(keys))).toBe(accelerator);
});

it('leaves out what a menu cannot show, for the next one that it can', () => {
  // Sequences, letters and keys that Electron has no name for, and what is no key at all.
  for (const keys of ['G P', 'Mod+Ö', 'ContextMenu', 'F25', 'Hyper+K', '', 'Mod+'])
    expect([keys, shownFor(chosen(keys)), shownFor(chosen(keys, 'Mod+P'))]).toEqual([
      keys,
      undefined,
      'CommandOrControl+P',
    ]);
});

it('shows single keys only where they work, and never where the system would listen to them', () => {
  const both = chosen('Q', 'Mod+P');
  expect(shownFor(both)).toBe('Q');
  expect(shownFor({ ...both, areSingleKeysOn: false })).toBe('CommandOrControl+P');
  expect(shownFor(both, 'darwin')).toBe('CommandOrControl+P');
  expect(shownFor({ ...chosen('Q'), areSingleKeysOn: false })).toBeUndefined();
  expect(shownFor(chosen('Shift+Q'), 'darwin')).toBeUndefined();
});

it('knows an action for each command', () => {
  const commands = Object.keys(MENU_KEYS) as WindowCommand[];
  expect(Object.keys(keysIn(USUAL, 'linux')).toSorted()).toEqual(commands.toSorted());
});
