// The keys that work everywhere (screens A).
import { spotlight } from '@mantine/spotlight';
import { useTexts } from '../i18n/i18n.ts';
import { useDesk, useLive } from '../transport/desk.tsx';
import type { KeyActionId } from '../ui/key-actions.ts';
import { type Shortcut, useShortcuts } from '../ui/shortcuts.ts';
import { toggleSignedTimes } from '../ui/signed-times.ts';
import { RAIL_PLACES } from './rail-places.ts';
import { go } from './route.ts';
import { toggleShortcutSheet } from './shortcut-sheet-state.ts';

const RAIL_KEYS: readonly KeyActionId[] = [
  'rail-1',
  'rail-2',
  'rail-3',
  'rail-4',
  'rail-5',
  'rail-6',
  'rail-7',
  'rail-8',
  'rail-9',
];

export function useFrameKeys(): void {
  const { t } = useTexts();
  const desk = useDesk();
  const lock = (): void => {
    desk.keys.lock().catch((fault: unknown) => console.error('The keys could not be locked', fault));
  };
  const { rows: connections } = useLive('system.status');
  const workOffline = (): void => {
    const [first, ...others] = connections;
    // Of several a person has to choose one.
    if (first === undefined || others.length > 0) {
      go('connections', {});
      return;
    }
    const { connectionId, status } = first;
    desk.connections
      .workOffline({ connectionId, isOffline: status !== 'working-offline' })
      .catch((fault: unknown) => console.error('The connection could not be changed', fault));
  };
  const toPlace = ({ place }: (typeof RAIL_PLACES)[number]): Shortcut => ({
    id: `go-${place}`,
    words: t('frame.shortcuts.goto', { place: t(`frame.place.${place}`) }),
    run: () => go(place, {}),
  });
  useShortcuts(
    [
      {
        id: 'palette',
        words: t('frame.shortcuts.palette'),
        run: () => spotlight.open(),
        isInText: true,
      },
      { id: 'search-everything', words: t('search.label'), run: () => go('search', {}), isInText: true },
      { id: 'shortcuts', words: t('frame.shortcuts.help'), run: toggleShortcutSheet },
      ...RAIL_PLACES.map(toPlace),
      ...RAIL_PLACES.slice(0, 9).map(({ place }, index): Shortcut => ({
        id: RAIL_KEYS[index] ?? 'rail-9',
        words: t('frame.shortcuts.goto', { place: t(`frame.place.${place}`) }),
        run: () => go(place, {}),
      })),
      { id: 'next-pane', words: t('frame.shortcuts.nextPane'), run: () => focusPane(1), isInText: true },
      {
        id: 'previous-pane',
        words: t('frame.shortcuts.previousPane'),
        run: () => focusPane(-1),
        isInText: true,
      },
      {
        id: 'back',
        words: t('frame.shortcuts.back'),
        run: () => history.back(),
      },
      {
        id: 'forward',
        words: t('frame.shortcuts.forward'),
        run: () => history.forward(),
      },
      { id: 'settings', words: t('frame.shortcuts.settings'), run: () => go('settings', {}) },
      { id: 'signed-times', words: t('keys.actions.signed-times'), run: toggleSignedTimes },
      { id: 'lock-keys', words: t('frame.shortcuts.lock'), run: lock },
      { id: 'work-offline', words: t('keys.actions.work-offline'), run: workOffline },
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
