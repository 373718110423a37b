// Words of the screens about: contract, in German.
import type { contract as english } from '../en/contract.ts';
import type { Translated } from '../translated.ts';

export const contract: Translated<typeof english> = {
  title: 'Vertrag',
};
