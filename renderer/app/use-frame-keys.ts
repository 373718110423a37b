// The keys that work everywhere (screens A).
import { spotlight } from '@mantine/spotlight';
import { useTexts } from '../i18n/i18n.ts';
import { useDesk } from '../transport/desk.tsx';
import { IS_MAC, type Shortcut, useShortcuts } from '../ui/shortcuts.ts';
import { RAIL_PLACES } from './rail-places.ts';
import { go } from './route.ts';
import { toggleShortcutSheet } from './shortcut-sheet-state.ts';

export function useFrameKeys(): void {
  const { t } = useTexts();
  const desk = useDesk();
  const lock = (): void => {
    desk.keys.lock().catch((fault: unknown) => console.error('The keys could not be locked', fault));
  };
  const toPlace = ({ place, letter }: (typeof RAIL_PLACES)[number]): Shortcut => ({
    keys: [`G ${letter}`],
    words: t('frame.shortcuts.goto', { place: t(`frame.place.${place}`) }),
    run: () => go(place, {}),
  });
  useShortcuts(
    [
      {
        keys: ['Mod+K'],
        words: t('frame.shortcuts.palette'),
        run: () => spotlight.open(),
        isInText: true,
      },
      { keys: ['Mod+Shift+F'], words: t('search.label'), run: () => go('search', {}), isInText: true },
      { keys: ['F1'], words: t('frame.shortcuts.help'), run: toggleShortcutSheet, isInText: true },
      { keys: ['?'], words: t('frame.shortcuts.help'), run: toggleShortcutSheet },
      ...RAIL_PLACES.map(toPlace),
      ...RAIL_PLACES.slice(0, 9).map(({ place }, index): Shortcut => ({
        keys: [`Mod+${index + 1}`],
        words: t('frame.shortcuts.goto', { place: t(`frame.place.${place}`) }),
        run: () => go(place, {}),
      })),
      { keys: ['F6'], words: t('frame.shortcuts.nextPane'), run: () => focusPane(1), isInText: true },
      {
        keys: ['Shift+F6'],
        words: t('frame.shortcuts.previousPane'),
        run: () => focusPane(-1),
        isInText: true,
      },
      {
        keys: [IS_MAC ? 'Mod+[' : 'Alt+ArrowLeft'],
        words: t('frame.shortcuts.back'),
        run: () => history.back(),
      },
      {
        keys: [IS_MAC ? 'Mod+]' : 'Alt+ArrowRight'],
        words: t('frame.shortcuts.forward'),
        run: () => history.forward(),
      },
      { keys: ['Mod+,'], words: t('frame.shortcuts.settings'), run: () => go('settings', {}) },
      { keys: ['Mod+Shift+L'], words: t('frame.shortcuts.lock'), run: lock },
    ],
    { scope: 'everywhere' },
  );
}

/** Focuses the next or the previous pane that is shown, in the order of the page. */
function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null,
  );
  if (panes.length === 0) return;
  const here = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(here + step + panes.length) % panes.length];
  // The list or the first control inside, so that the next key does something.
  const inside = next?.querySelector<HTMLElement>('[role="grid"][tabindex="0"], [aria-current="page"]');
  (inside ?? next)?.focus();
}
