// A Delegation Grant as a person fills it in: what the rules would refuse is found while it is written (DLG-003, DLG-011).
import type { ContractIntent, IntentForm } from '../../../core/contract/forms.ts';
import type { BasisRow, GrantRow } from '../../../core/contract/people.ts';
import type { BudgetDimension, Words } from '../../../core/contract/values.ts';
import {
  type AmountFault,
  amountFault,
  budgetDocument,
  type BudgetTexts,
  DIMENSIONS,
  type DimensionName,
} from '../approvals/approval-budget.ts';

export interface GrantDraft {
  readonly granteeId: string;
  readonly targetId: string;
  readonly capabilities: readonly { readonly id: string; readonly version: string }[];
  readonly currency: string;
  readonly budget: BudgetTexts;
  readonly depth: string;
  /** RFC 3339. */
  readonly endsAt: string;
}

export type GrantFault =
  | {
      readonly id:
        | 'no-grantee'
        | 'no-target'
        | 'no-capability'
        | 'bad-version'
        | 'bad-currency'
        | 'bad-depth'
        | 'no-end'
        | 'end-past'
        | 'end-late';
    }
  | { readonly id: 'grantee' | 'target'; readonly words: Words }
  | { readonly id: 'amount'; readonly dimension: DimensionName; readonly fault: AmountFault | 'missing' };

/** Versions as the protocol compares them; a Grant names the least one. */
const SEMVER = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/u;
const CURRENCY = /^[A-Z]{3}$/u;
const HOUR_MS = 3_600_000;

const ZEROS: BudgetTexts = {
  money: '0',
  modelTokens: '0',
  toolCalls: '0',
  computeSeconds: '0',
  wallClockSeconds: '0',
  externalActions: '0',
};

/** A new Grant: nothing may be spent until somebody says so, and it ends in an hour or with its Mission. */
export function grantDraft(basis: BasisRow, targetId: string, nowMs: number): GrantDraft {
  const target = basis.targets.find(({ workItemId }) => workItemId === targetId);
  return {
    granteeId: basis.candidates.find((each) => isDelegate(each))?.person.id ?? '',
    targetId,
    capabilities: target?.capabilities ?? [],
    currency: basis.currency ?? 'EUR',
    budget: ZEROS,
    depth: '1',
    endsAt: new Date(Math.min(nowMs + HOUR_MS, basis.deadlineAtMs)).toISOString(),
  };
}

/** The same once more, as a new Grant: what remains of the former one goes over. */
export function renewedDraft(basis: BasisRow, grant: GrantRow, nowMs: number): GrantDraft {
  const budget: Record<string, string> = {};
  for (const { dimension, free, limit } of grant.dimensions) budget[dimension] = free ?? limit ?? '0';
  return {
    ...grantDraft(basis, grant.target.workItemId, nowMs),
    granteeId: grant.grantee.id,
    capabilities: grant.capabilities,
    currency: grant.currency,
    budget: { ...ZEROS, ...budget },
    depth: String(grant.maxDescendantDepth),
  };
}

function isDelegate({ person, isMember, delegateFault }: BasisRow['candidates'][number]): boolean {
  return person.type === 'agent' && isMember && delegateFault === undefined;
}

/** What the Mission was given: the use of others does not narrow a Grant, every use of it is checked anyway. */
export function ceilingsOf(basis: BasisRow): readonly BudgetDimension[] {
  return basis.budget.map(({ free: _free, ...dimension }) => dimension);
}

export function grantFaults(draft: GrantDraft, basis: BasisRow, nowMs: number): readonly GrantFault[] {
  const faults: GrantFault[] = [];
  const grantee = basis.candidates.find(({ person }) => person.id === draft.granteeId);
  if (grantee === undefined) faults.push({ id: 'no-grantee' });
  else if (grantee.delegateFault !== undefined) faults.push({ id: 'grantee', words: grantee.delegateFault });
  const target = basis.targets.find(({ workItemId }) => workItemId === draft.targetId);
  if (target === undefined) faults.push({ id: 'no-target' });
  else if (target.fault !== undefined) faults.push({ id: 'target', words: target.fault });
  const capabilities = namedCapabilities(draft);
  if (capabilities.length === 0) faults.push({ id: 'no-capability' });
  if (!capabilities.every(({ version }) => SEMVER.test(version))) faults.push({ id: 'bad-version' });
  if (!CURRENCY.test(draft.currency.trim())) faults.push({ id: 'bad-currency' });
  const ceilings = ceilingsOf(basis);
  for (const dimension of DIMENSIONS) {
    const fault = faultOfAmount(draft, dimension, ceilings, basis.currency);
    if (fault !== undefined) faults.push({ id: 'amount', dimension, fault });
  }
  if (!/^\d{1,3}$/u.test(draft.depth.trim())) faults.push({ id: 'bad-depth' });
  const endMs = Date.parse(draft.endsAt);
  if (Number.isNaN(endMs)) faults.push({ id: 'no-end' });
  else if (endMs <= nowMs) faults.push({ id: 'end-past' });
  else if (endMs > basis.deadlineAtMs) faults.push({ id: 'end-late' });
  return faults;
}

/** All six are named; none means nothing, and nothing is written as 0. */
function faultOfAmount(
  { budget, currency }: GrantDraft,
  dimension: DimensionName,
  ceilings: readonly BudgetDimension[],
  missionCurrency: string | undefined,
): AmountFault | 'missing' | undefined {
  if (budget[dimension].trim() === '') return 'missing';
  const above = ceilings.find((each) => each.dimension === dimension);
  const fault = amountFault(dimension, budget[dimension], above, currency);
  if (fault !== undefined || dimension !== 'money') return fault;
  // Money of another currency than the Mission's cannot be spent there (OPEN-052).
  return Number(budget.money) > 0 && currency.trim() !== missionCurrency ? 'no-currency' : undefined;
}

/** Deeper than the Organization allows: possible with an override alone (DLG-011). */
export function needsOverride({ depth }: GrantDraft, { delegationDepth }: BasisRow): boolean {
  return Number(depth) > delegationDepth;
}

function namedCapabilities({ capabilities }: GrantDraft): { id: string; version: string }[] {
  return capabilities
    .map(({ id, version }) => ({ id: id.trim(), version: version.trim() }))
    .filter(({ id }) => id !== '');
}

/** The wish, of a draft without faults. */
export function grantIntent(draft: GrantDraft, basis: BasisRow): ContractIntent {
  const form: IntentForm<'membership.grant_delegation'> = {
    granteeAgentId: draft.granteeId,
    targetWorkItemId: draft.targetId,
    allowedCapabilities: namedCapabilities(draft),
    budget: { ...budgetDocument(draft.budget, draft.currency.trim()), currency: draft.currency.trim() },
    maxDescendantDepth: Number(draft.depth),
    expiresAt: draft.endsAt,
  };
  return { kind: 'membership.grant_delegation', groupId: basis.groupId, form };
}
