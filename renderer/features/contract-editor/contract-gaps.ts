// What a contract still lacks before any rule can look at it. Whether it is permitted, fits the budget and closes no cycle is
// for the host's checks, which use the rules themselves.
import { type ContractForm, needsHuman } from './contract-form.ts';
import { secondsOf } from './duration.ts';

export const FOLDS = ['goal', 'criteria', 'inputs', 'permissions', 'capabilities', 'time', 'budget'] as const;
export type Fold = (typeof FOLDS)[number];

export type GapId =
  | 'goal'
  | 'deliverable'
  | 'deliverable-text'
  | 'deliverable-schema'
  | 'criterion'
  | 'criterion-text'
  | 'criterion-evidence'
  | 'same-id'
  | 'operations'
  | 'capability'
  | 'capability-version'
  | 'deadline'
  | 'impact'
  | 'attempts'
  | 'delay'
  | 'budget'
  | 'currency'
  | 'human-approval';

export interface ContractGap {
  readonly fold: Fold;
  readonly id: GapId;
  /** The row that it is about, by its id. */
  readonly row?: string;
}

const SEMVER = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:[-+][0-9A-Za-z.+-]+)?$/u;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/u;

function* goalGaps({ goal, deliverables }: ContractForm): Generator<ContractGap> {
  if (goal.trim() === '') yield { fold: 'goal', id: 'goal' };
  if (deliverables.length === 0) yield { fold: 'goal', id: 'deliverable' };
  for (const { deliverableId, description, schema } of deliverables) {
    if (description.trim() === '') yield { fold: 'goal', id: 'deliverable-text', row: deliverableId };
    if (!URI.test(schema)) yield { fold: 'goal', id: 'deliverable-schema', row: deliverableId };
  }
  yield* sameIds(
    'goal',
    deliverables.map(({ deliverableId }) => deliverableId),
  );
}

function* criteriaGaps({ criteria }: ContractForm): Generator<ContractGap> {
  if (criteria.length === 0) yield { fold: 'criteria', id: 'criterion' };
  for (const { criterionId, description, evidenceRequired } of criteria) {
    if (description.trim() === '') yield { fold: 'criteria', id: 'criterion-text', row: criterionId };
    if (evidenceRequired.length === 0) yield { fold: 'criteria', id: 'criterion-evidence', row: criterionId };
  }
  yield* sameIds(
    'criteria',
    criteria.map(({ criterionId }) => criterionId),
  );
}

function* sameIds(fold: Fold, ids: readonly string[]): Generator<ContractGap> {
  for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index))) {
    yield { fold, id: 'same-id', row: id };
  }
}

function* otherGaps(form: ContractForm): Generator<ContractGap> {
  for (const { resource, operations } of form.resources) {
    if (resource.trim() !== '' && operations.trim() === '') {
      yield { fold: 'permissions', id: 'operations', row: resource };
    }
  }
  const named = form.capabilities.filter(({ id }) => id.trim() !== '');
  if (named.length === 0) yield { fold: 'capabilities', id: 'capability' };
  for (const { id, version } of named) {
    if (!SEMVER.test(version.trim())) yield { fold: 'capabilities', id: 'capability-version', row: id };
  }
  if (form.deadline === '') yield { fold: 'time', id: 'deadline' };
  if (form.impact.trim() === '') yield { fold: 'time', id: 'impact' };
  if (!/^[1-9]\d{0,5}$/u.test(form.maxAttempts.trim())) yield { fold: 'time', id: 'attempts' };
  if (secondsOf(form.maxDelay) === undefined) yield { fold: 'time', id: 'delay' };
  const amounts = Object.values(form.budget).filter((amount) => amount.trim() !== '');
  if (amounts.length === 0) yield { fold: 'budget', id: 'budget' };
  if (form.budget.money.trim() !== '' && form.currency.trim() === '')
    yield { fold: 'budget', id: 'currency' };
  if (needsHuman(form.risk) && form.startApproval !== 'human_required') {
    yield { fold: 'budget', id: 'human-approval' };
  }
}

/** All gaps, in the order of the folds. */
export function contractGaps(form: ContractForm): readonly ContractGap[] {
  return [...goalGaps(form), ...criteriaGaps(form), ...otherGaps(form)];
}
