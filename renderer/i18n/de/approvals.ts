// Words of the screens about: approvals, in German.
import type { approvals as english } from '../en/approvals.ts';
import type { Translated } from '../translated.ts';

export const approvals: Translated<typeof english> = {
  title: 'Freigaben',
};
