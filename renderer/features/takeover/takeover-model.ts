// A takeover without a screen: its parts, what of the checklist is done, and what a replaced Coordinator hands on.
import type { TakeoverRow } from '../../../core/contract/takeover.ts';
import { hrefOf } from '../../app/route.ts';

export type TakeoverSection<Name extends TakeoverRow['section']> = Extract<TakeoverRow, { section: Name }>;

export interface TakeoverModel {
  readonly header: TakeoverSection<'header'>;
  readonly candidates: TakeoverSection<'candidates'>['candidates'];
  readonly package: TakeoverSection<'package'>;
  readonly log: TakeoverSection<'log'>;
  readonly items: readonly TakeoverSection<'item'>[];
}

/** Undefined while a part is missing. */
export function takeoverModelOf(rows: readonly TakeoverRow[]): TakeoverModel | undefined {
  const header = rows.find((row) => row.section === 'header');
  const candidates = rows.find((row) => row.section === 'candidates');
  const given = rows.find((row) => row.section === 'package');
  const log = rows.find((row) => row.section === 'log');
  if (header === undefined || candidates === undefined || given === undefined || log === undefined)
    return undefined;
  const items = rows.filter((row) => row.section === 'item');
  return { header, candidates: candidates.candidates, package: given, log, items };
}

export interface TakeoverPlace {
  readonly connectionId: string;
  readonly groupId: string;
}

/** What a person has ticked, on this computer: a help to work it through, nothing that anybody relies on. */
export interface Progress {
  readonly isRead: boolean;
  readonly isVerified: boolean;
  /** WorkItems that were decided about. */
  readonly decided: readonly string[];
}

export const NO_PROGRESS: Progress = { isRead: false, isVerified: false, decided: [] };

/** Of one term: the next one begins anew. */
function keyOf({ connectionId, groupId }: TakeoverPlace, epoch: number): string {
  return `heddle.takeover ${connectionId} ${groupId} ${epoch}`;
}

export function readProgress(
  storage: Pick<Storage, 'getItem'>,
  place: TakeoverPlace,
  epoch: number,
): Progress {
  const text = storage.getItem(keyOf(place, epoch));
  if (text === null) return NO_PROGRESS;
  try {
    const kept = JSON.parse(text) as Partial<Progress>;
    return {
      isRead: kept.isRead === true,
      isVerified: kept.isVerified === true,
      decided: Array.isArray(kept.decided) ? kept.decided.filter((each) => typeof each === 'string') : [],
    };
  } catch {
    return NO_PROGRESS;
  }
}

export function keepProgress(
  storage: Pick<Storage, 'setItem'>,
  place: TakeoverPlace,
  epoch: number,
  progress: Progress,
): void {
  storage.setItem(keyOf(place, epoch), JSON.stringify(progress));
}

/** The items that still keep a successor from assigning work (CRD-005). */
export function undecided(
  items: readonly TakeoverSection<'item'>[],
  { decided }: Progress,
): readonly TakeoverSection<'item'>[] {
  return items.filter(({ mustDecide, workItemId }) => mustDecide && !decided.includes(workItemId));
}

/** Where what an item waits for is decided. */
export function hrefOfCause(
  { connectionId, groupId }: TakeoverPlace,
  { cause, workItemId, questions }: Pick<TakeoverSection<'item'>, 'cause' | 'workItemId' | 'questions'>,
): string {
  const item = { connectionId, groupId, workItemId };
  switch (cause) {
    case 'review-waits':
      return hrefOf('review', item);
    case 'not-offered':
    case 'offer-ended':
    case 'no-candidate':
    case 'work-failed':
      return hrefOf('offer', item);
    case 'lease-ended':
    case 'start-missed':
      return hrefOf('reassign', item);
    case 'start-approval':
      return hrefOf('approvals', {});
    case 'child-awaits-answer':
    case 'child-ended':
      return hrefOf('children', { connectionId, groupId });
    case 'budget-spent':
      return hrefOf('budget', { connectionId, groupId });
    default:
      return hrefOf('work', { ...item, tab: questions > 0 ? 'conversation' : 'execution' });
  }
}

/** What a replaced Coordinator hands on, as a text that people read. */
export function handoverText({ left, former, successor }: TakeoverSection<'stale'>, intro: string): string {
  const lines = left.map(({ words, title, form }) => {
    const name = title === '' ? words.text : `${words.text}: ${title}`;
    return `- ${name}\n  ${JSON.stringify(form)}`;
  });
  return [`${former.name} → ${successor.name}`, intro, ...lines].join('\n');
}

/** One line for each entry. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
