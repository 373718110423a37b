// Words of the screens about: outbox, in German.
import type { outbox as english } from '../en/outbox.ts';
import type { Translated } from '../translated.ts';

export const outbox: Translated<typeof english> = {
  title: 'Ausgang',
};
