// The menu of the app. Keys of the window (palette, search, help) are shown here but handled by the window, which knows what
// has the focus. Which keys they are is said by the host.
import type { MenuItemConstructorOptions } from 'electron';
import type { ElectronModule } from './electron-module.ts';
import type { WindowCommand } from './host-messages.ts';
import { acceleratorFor, type KeyboardSettings } from './menu-keys.ts';
import type { ShellWords } from './shell-words.ts';

export interface MenuOptions {
  readonly words: ShellWords;
  readonly platform: NodeJS.Platform;
  /** Developer tools are for who builds the app. */
  readonly isPackaged: boolean;
  /** Undefined until the host has said it: then no keys are shown. */
  readonly keyboard: KeyboardSettings | undefined;
  readonly onCommand: (command: WindowCommand) => void;
}

export function setAppMenu({ Menu }: Pick<ElectronModule, 'Menu'>, options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(appMenuTemplate(options)));
}

export function appMenuTemplate({
  words,
  platform,
  isPackaged,
  keyboard,
  onCommand,
}: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const command = (id: WindowCommand, label: string): MenuItemConstructorOptions => {
    const accelerator = keyboard && acceleratorFor(id, keyboard, platform);
    return {
      id,
      label,
      ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
      click: () => onCommand(id),
    };
  };
  const settings = command('settings', words.settings);
  const lock = command('lock-keys', words.lockKeys);
  const quit: MenuItemConstructorOptions = { role: 'quit', label: words.quit };
  const rule: MenuItemConstructorOptions = { type: 'separator' };
  const developer: MenuItemConstructorOptions[] = isPackaged
    ? []
    : [rule, { role: 'forceReload' }, { role: 'toggleDevTools' }];
  return [
    ...(isMac
      ? [
          {
            role: 'appMenu' as const,
            submenu: [
              { role: 'about' as const },
              rule,
              settings,
              lock,
              rule,
              { role: 'services' as const },
              rule,
              { role: 'hide' as const },
              { role: 'hideOthers' as const },
              { role: 'unhide' as const },
              rule,
              quit,
            ],
          },
        ]
      : [{ label: words.file, submenu: [settings, lock, rule, quit] }]),
    { role: 'editMenu', label: words.edit },
    {
      label: words.view,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        rule,
        { role: 'togglefullscreen' },
        ...developer,
      ],
    },
    {
      label: words.go,
      submenu: [command('palette', words.palette), command('find', words.find)],
    },
    { role: 'windowMenu', label: words.window },
    { role: 'help', label: words.help, submenu: [command('shortcuts', words.shortcuts)] },
  ];
}
