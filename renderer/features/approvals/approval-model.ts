// What the two kinds of approval sheets decide on, and when their button may be pressed. A final approval pins one revision
// and a set of Artifacts; it stays closed until each of them was checked.
import type { ApprovalRow } from '../../../core/contract/approvals.ts';
import type { IntentForm } from '../../../core/contract/forms.ts';
import type { ArtifactCheck } from '../../../core/contract/review.ts';
import type { BudgetDimension } from '../../../core/contract/values.ts';
import {
  type AmountFault,
  amountFault,
  budgetDocument,
  type BudgetTexts,
  DIMENSIONS,
  type DimensionName,
  NO_BUDGET,
} from './approval-budget.ts';

export type StartApproval = Extract<ApprovalRow, { type: 'start' }>;
export type ResultApproval = Exclude<ApprovalRow, { type: 'start' }>;

/** The row that an address means: by its own name, or by what waits for it, as the attention list knows it. */
export function findApproval(rows: readonly ApprovalRow[], named: string): ApprovalRow | undefined {
  return (
    rows.find(({ id }) => id === named) ??
    rows.find((row) =>
      row.type === 'start' ? row.workItemId === named : row.missionId === named || row.groupId === named,
    )
  );
}

/** What a person grants; nothing beyond the row can be chosen. */
export interface StartTerms {
  readonly operations: readonly string[];
  readonly resources: readonly string[];
  readonly budget: BudgetTexts;
  readonly minutes: number;
  readonly comments: string;
}

export const START_MINUTES = [10, 20, 30, 60, 120] as const;

/** Everything that is allowed, and a short end: twenty minutes, or less where the ownership ends before. */
export function startTerms(row: StartApproval, nowMs: number): StartTerms {
  const leftMinutes =
    row.latestEndAtMs === undefined ? Infinity : Math.floor((row.latestEndAtMs - nowMs) / 60_000);
  return {
    operations: row.operations.filter(({ isAllowed }) => isAllowed).map(({ name }) => name),
    resources: row.resources.map(({ name }) => name),
    budget: {
      ...NO_BUDGET,
      ...Object.fromEntries(row.budget.map(({ dimension, free, limit }) => [dimension, free ?? limit ?? ''])),
    },
    minutes: Math.max(1, Math.min(20, leftMinutes)),
    comments: '',
  };
}

/** When it ends: never after the ownership does. */
export function startEndMs(row: StartApproval, minutes: number, nowMs: number): number {
  const wanted = nowMs + minutes * 60_000;
  return row.latestEndAtMs === undefined ? wanted : Math.min(wanted, row.latestEndAtMs);
}

export type StartFault =
  | { readonly id: 'no-operation' }
  | { readonly id: 'ownership-ended' }
  | { readonly id: 'amount'; readonly dimension: DimensionName; readonly fault: AmountFault };

export function startFaults(row: StartApproval, terms: StartTerms, nowMs: number): readonly StartFault[] {
  const faults: StartFault[] = [];
  if (row.operations.length > 0 && terms.operations.length === 0) faults.push({ id: 'no-operation' });
  if (row.latestEndAtMs !== undefined && row.latestEndAtMs <= nowMs) faults.push({ id: 'ownership-ended' });
  for (const dimension of DIMENSIONS) {
    const above: BudgetDimension = row.budget.find((each) => each.dimension === dimension) ?? {
      dimension,
      used: '0',
      reserved: '0',
    };
    const fault = amountFault(dimension, terms.budget[dimension], above, row.currency);
    if (fault !== undefined) faults.push({ id: 'amount', dimension, fault });
  }
  return faults;
}

export function startForm(
  row: StartApproval,
  terms: StartTerms,
  nowMs: number,
): IntentForm<'approval.grant_execution'> {
  const comments = terms.comments.trim();
  return {
    workItemId: row.workItemId,
    operations: [...terms.operations],
    resources: [...terms.resources],
    budget: budgetDocument(terms.budget, row.currency),
    // Documents carry whole milliseconds of UTC.
    expiresAt: new Date(startEndMs(row, terms.minutes, nowMs)).toISOString(),
    ...(comments === '' ? {} : { comments }),
  };
}

/** Why a sheet that was open for one owner has to close. */
export function hasOwnerChanged(seen: StartApproval, now: StartApproval | undefined): boolean {
  return now !== undefined && (now.ownershipEpoch !== seen.ownershipEpoch || now.agent.id !== seen.agent.id);
}

export type ArtifactStanding = 'checked' | 'known-by-hash' | 'differs' | 'unchecked' | 'unavailable';

/** How an Artifact stands for the decision. Nothing that a person ticks makes good a content with another hash. */
export function standingOf(
  { content, contentHash }: ArtifactCheck,
  knownByHash: ReadonlySet<string>,
): ArtifactStanding {
  if (content === 'intact') return 'checked';
  if (content === 'differs') return 'differs';
  if (knownByHash.has(contentHash)) return 'known-by-hash';
  return content;
}

/** The Artifacts that still keep the button closed. */
export function unsettledArtifacts(
  row: ResultApproval,
  knownByHash: ReadonlySet<string>,
): readonly ArtifactCheck[] {
  return row.artifacts.filter((artifact) => {
    const standing = standingOf(artifact, knownByHash);
    return standing !== 'checked' && standing !== 'known-by-hash';
  });
}

export type ApproveObstacle =
  | { readonly id: 'artifacts'; readonly count: number }
  | { readonly id: 'hash-differs'; readonly count: number }
  | { readonly id: 'unlisted'; readonly count: number };

export function approveObstacles(
  row: ResultApproval,
  knownByHash: ReadonlySet<string>,
): readonly ApproveObstacle[] {
  const obstacles: ApproveObstacle[] = [];
  const open = unsettledArtifacts(row, knownByHash);
  const differing = open.filter(({ content }) => content === 'differs').length;
  if (differing > 0) obstacles.push({ id: 'hash-differs', count: differing });
  if (open.length > differing) obstacles.push({ id: 'artifacts', count: open.length - differing });
  // A content that is pinned and not listed cannot be looked at, so it cannot be taken for checked either.
  const unlisted = row.uncheckedHashes.filter((hash) =>
    row.artifacts.every(({ contentHash }) => contentHash !== hash),
  ).length;
  if (unlisted > 0) obstacles.push({ id: 'unlisted', count: unlisted });
  return obstacles;
}

/** What is signed with the Approval: what a person wrote, and the contents that were taken by their hashes alone. */
export function approveForm(
  row: ResultApproval,
  comments: string,
  knownByHash: ReadonlySet<string>,
): IntentForm<'mission.approve'> {
  const taken = row.artifacts.filter((artifact) => standingOf(artifact, knownByHash) === 'known-by-hash');
  return {
    comments: comments.trim(),
    ...(taken.length === 0 ? {} : { unseenArtifactHashes: taken.map(({ contentHash }) => contentHash) }),
  };
}

/** One condition a line. */
export function changesForm(feedback: string, conditions: string): IntentForm<'mission.request_changes'> {
  const lines = conditions
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { feedback: feedback.trim(), ...(lines.length === 0 ? {} : { conditions: lines }) };
}

/** What waits longest for the most comes first; the host's order breaks ties. */
export function orderQueue(rows: readonly ApprovalRow[]): readonly ApprovalRow[] {
  return rows.toSorted(
    (a, b) => Number(b.isCritical) - Number(a.isCritical) || b.blocks.length - a.blocks.length,
  );
}
