// All texts in English. Each area is a file; German has the same ones.
import { approvals } from './approvals.ts';
import { artifacts } from './artifacts.ts';
import { assistant } from './assistant.ts';
import { attention } from './attention.ts';
import { common } from './common.ts';
import { computer } from './computer.ts';
import { contract } from './contract.ts';
import { data } from './data.ts';
import { facts } from './facts.ts';
import { files } from './files.ts';
import { frame } from './frame.ts';
import { guide } from './guide.ts';
import { history } from './history.ts';
import { keys } from './keys.ts';
import { missions } from './missions.ts';
import { notices } from './notices.ts';
import { offer } from './offer.ts';
import { operator } from './operator.ts';
import { outbox } from './outbox.ts';
import { people } from './people.ts';
import { plan } from './plan.ts';
import { policy } from './policy.ts';
import { review } from './review.ts';
import { search } from './search.ts';
import { sheet } from './sheet.ts';
import { talk } from './talk.ts';
import { terms } from './terms.ts';
import { work } from './work.ts';

export const en = {
  approvals,
  artifacts,
  assistant,
  attention,
  common,
  computer,
  contract,
  data,
  facts,
  files,
  frame,
  guide,
  history,
  keys,
  missions,
  notices,
  offer,
  operator,
  outbox,
  people,
  plan,
  policy,
  review,
  search,
  sheet,
  talk,
  terms,
  work,
} as const;
