// All texts in German.
import type { en } from '../en/index.ts';
import type { Translated } from '../translated.ts';
import { approvals } from './approvals.ts';
import { attention } from './attention.ts';
import { common } from './common.ts';
import { contract } from './contract.ts';
import { facts } from './facts.ts';
import { frame } from './frame.ts';
import { offer } from './offer.ts';
import { outbox } from './outbox.ts';
import { review } from './review.ts';
import { sheet } from './sheet.ts';
import { work } from './work.ts';

export const de: Translated<typeof en> = {
  approvals,
  attention,
  common,
  contract,
  facts,
  frame,
  offer,
  outbox,
  review,
  sheet,
  work,
};
