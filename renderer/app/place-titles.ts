// What the places of the window are called.
import type { Texts } from '../i18n/i18n.ts';
import type { PlaceName } from './route.ts';

export function placeTitle(t: Texts, place: PlaceName): string {
  switch (place) {
    case 'contract':
    case 'offer':
      // Parts of a WorkItem.
      return t('frame.place.work');
    default:
      return t(`frame.place.${place}`);
  }
}
