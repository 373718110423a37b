// The outbox as it is drawn: one block for each Group, in the order in which its Commands go out, with what a refusal holds.
import type { EntryOption, FixPanelModel, OutboxRow, OutboxSummary } from '../../../core/contract/outbox.ts';

export type OutboxFilter = 'open' | 'drafts' | 'all';

export interface OutboxBlock {
  readonly key: string;
  readonly connectionId: string;
  readonly groupId: string;
  readonly missionTitle: string;
  readonly rows: readonly OutboxRow[];
  /** How many later Commands a refusal holds. */
  readonly heldCount: number;
  readonly refused: readonly OutboxRow[];
}

/** Nothing more happens with these by themselves. */
const OVER: ReadonlySet<OutboxRow['state']> = new Set(['accepted', 'replaced', 'abandoned']);

function passes({ state }: OutboxRow, filter: OutboxFilter): boolean {
  if (filter === 'all') return true;
  return filter === 'drafts' ? state === 'draft' : !OVER.has(state);
}

function urgencyOf({ rows }: OutboxBlock): number {
  if (rows.some(({ state }) => state === 'refused')) return 0;
  return rows.some(({ state }) => state === 'unknown') ? 1 : 2;
}

/** Blocks with a refusal first, then those with an unknown outcome; within a block the order of sending. */
export function blocksOf(
  rows: readonly OutboxRow[],
  summary: OutboxSummary | undefined,
  filter: OutboxFilter,
): readonly OutboxBlock[] {
  const groups = Map.groupBy(
    rows.filter((row) => passes(row, filter)),
    ({ connectionId, groupId }) => `${connectionId} ${groupId}`,
  );
  return [...groups]
    .map(([key, members]): OutboxBlock => {
      const ordered = members.toSorted((a, b) => a.position - b.position);
      // A group of `groupBy` has at least one member.
      const [first] = ordered as [OutboxRow, ...OutboxRow[]];
      const held = summary?.held.find(
        (each) => each.connectionId === first.connectionId && each.groupId === first.groupId,
      );
      return {
        key,
        connectionId: first.connectionId,
        groupId: first.groupId,
        missionTitle: first.missionTitle,
        rows: ordered,
        heldCount: held?.count ?? ordered.filter(({ turn }) => turn === 'held').length,
        refused: ordered.filter(({ state }) => state === 'refused'),
      };
    })
    .toSorted((a, b) => urgencyOf(a) - urgencyOf(b));
}

export type EntryMark = 'refused' | 'unknown' | 'held' | 'moving' | 'draft' | 'over';

/** The shape beside the state word. */
export function markOf({ state, turn }: OutboxRow): EntryMark {
  if (state === 'refused' || state === 'unknown' || state === 'draft') return state;
  if (OVER.has(state)) return 'over';
  return turn === 'held' ? 'held' : 'moving';
}

/** The refused or unknown entry after one in the order drawn, round to the beginning. */
export function nextInNeed(blocks: readonly OutboxBlock[], after: string | undefined): OutboxRow | undefined {
  const rows = blocks.flatMap((block) => block.rows);
  const start = rows.findIndex(({ id }) => id === after) + 1;
  return [...rows.slice(start), ...rows.slice(0, start)].find(
    ({ state }) => state === 'refused' || state === 'unknown',
  );
}

/** The options behind the keys of this screen; the first that can be taken counts. */
export const KEY_OPTIONS = {
  send: ['release', 'resend-identical'],
  abandon: ['drop'],
  ask: ['ask-authority'],
} as const;

export function optionFor(
  options: readonly EntryOption[],
  purpose: keyof typeof KEY_OPTIONS,
): EntryOption | undefined {
  for (const id of KEY_OPTIONS[purpose]) {
    const option = options.find((each) => each.id === id && each.isEnabled);
    if (option !== undefined) return option;
  }
  return undefined;
}

/** Options that end something for good and are asked for once more. */
export function isFinal({ id }: EntryOption): boolean {
  return id === 'drop';
}

export interface DraftMove {
  readonly actionId: string;
  /** Undefined: to the end. */
  readonly beforeActionId: string | undefined;
}

/** Where a draft goes when it is moved by one place among the drafts of its block; undefined when it cannot. */
export function moveDraft(block: OutboxBlock, actionId: string, step: -1 | 1): DraftMove | undefined {
  const drafts = block.rows.filter(({ state }) => state === 'draft');
  const index = drafts.findIndex((row) => row.actionId === actionId);
  const target = index + step;
  if (index === -1 || target < 0 || target >= drafts.length) return undefined;
  return { actionId, beforeActionId: drafts[step === -1 ? target : target + 1]?.actionId };
}

export interface ComparisonRow {
  readonly fact: string;
  readonly label: string;
  readonly mine: string;
  readonly drafted: string;
  readonly now: string;
  /** Somebody changed it after the Command was prepared. */
  readonly hasMoved: boolean;
  /** It is another one than the Command assumes or wants. */
  readonly isConflict: boolean;
}

type FactValue = FixPanelModel['diff'][number]['mine'];

function plain(value: FactValue): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The three-way difference, what has moved first. */
export function comparisonRows(diff: FixPanelModel['diff']): readonly ComparisonRow[] {
  return diff
    .map(({ fact, words, mine, asDrafted, now }): ComparisonRow => {
      const texts = { mine: plain(mine), drafted: plain(asDrafted), now: plain(now) };
      const hasMoved = asDrafted !== undefined && texts.drafted !== texts.now;
      return {
        fact,
        label: words.text,
        ...texts,
        hasMoved,
        isConflict: hasMoved && mine !== undefined && texts.mine !== texts.now,
      };
    })
    .toSorted((a, b) => Number(b.hasMoved) - Number(a.hasMoved));
}

/** The option that is chosen when the panel opens: the way on, never one that ends something. */
export function firstChoice({ options }: Pick<FixPanelModel, 'options'>): string | undefined {
  const possible = options.filter(({ isEnabled }) => isEnabled);
  return (possible.find((option) => !isFinal(option)) ?? possible[0])?.id;
}
