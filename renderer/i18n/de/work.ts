// Words of the screens about: work, in German.
import type { work as english } from '../en/work.ts';
import type { Translated } from '../translated.ts';

export const work: Translated<typeof english> = {
  title: 'WorkItem',
};
