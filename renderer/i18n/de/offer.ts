// Words of the screens about: offer, in German.
import type { offer as english } from '../en/offer.ts';
import type { Translated } from '../translated.ts';

export const offer: Translated<typeof english> = {
  title: 'Angebot',
};
