// Budgets of a brief: from the names that people write to the protocol's, each within what is above it, and an equal
// share of what is left for everything that names none (BUD-001, BUD-006).
import { DIMENSIONS, type Limits, limitsOf, NO_USAGE } from '../../domain/budget.ts';
import type { BriefBudget, Budget } from '../../protocol/generated/documents.ts';
import type { BriefDimension, BriefPath } from './faults.ts';
import type { Findings } from './findings.ts';

type Dimension = (typeof DIMENSIONS)[number];

/** How a dimension is called in the ledger, in a brief and in a Budget. */
const NAMES = {
  financialMicrounits: { brief: 'money', budget: 'financialLimit' },
  modelTokens: { brief: 'modelTokens', budget: 'modelTokenLimit' },
  toolCalls: { brief: 'toolCalls', budget: 'toolCallLimit' },
  computeSeconds: { brief: 'computeSeconds', budget: 'computeSecondsLimit' },
  wallClockSeconds: { brief: 'wallClockSeconds', budget: 'wallClockSecondsLimit' },
  externalActions: { brief: 'externalActions', budget: 'externalSideEffectLimit' },
} as const satisfies {
  readonly [Each in Dimension]: { readonly brief: BriefDimension; readonly budget: keyof Budget };
};

/** One unit of currency in micro-units (OPEN-050). */
const MICROUNITS = 1_000_000;

/** The root's budget. */
export function readMissionBudget(findings: Findings, path: BriefPath, written: BriefBudget): Budget {
  if (written.money !== undefined && written.currency === undefined) {
    findings.add(path, 'currency-missing', {}, 'name');
  }
  return readBudget(findings, path, written, written.currency);
}

/** One thing that needs a budget: what was written for it, if anything was, and where. */
export interface BudgetPart {
  readonly path: BriefPath;
  readonly written: BriefBudget | undefined;
}

/** The budget of each part of something, in the order of the parts. */
export function shareBudget(
  findings: Findings,
  parent: { readonly name: string; readonly path: BriefPath; readonly budget: Budget },
  parts: readonly BudgetPart[],
): readonly Budget[] {
  const ceiling = limitsOf(parent.budget) ?? NO_USAGE;
  const written = parts.map(({ path, written: own }) => {
    if (own === undefined) return undefined;
    if (own.currency !== undefined && own.currency !== parent.budget.currency) {
      const { currency: expected } = parent.budget;
      findings.add([...path, 'currency'], 'currency-differs', { found: own.currency, expected });
    }
    return readBudget(findings, path, own, parent.budget.currency);
  });
  const left = { ...ceiling };
  for (const dimension of DIMENSIONS) {
    const { brief } = NAMES[dimension];
    let sum = 0;
    let isEachWithin = true;
    parts.forEach(({ path }, index) => {
      const own = written[index];
      const wanted = own === undefined ? 0 : (limitsOf(own)?.[dimension] ?? 0);
      sum += wanted;
      if (wanted <= ceiling[dimension]) return;
      isEachWithin = false;
      findings.add([...path, brief], 'budget-above-parent', {
        dimension: brief,
        wanted: amountOf(dimension, wanted),
        allowed: amountOf(dimension, ceiling[dimension]),
        parent: parent.name,
      });
    });
    if (isEachWithin && sum > ceiling[dimension]) {
      findings.add([...parent.path, brief], 'budgets-above-parent', {
        dimension: brief,
        wanted: amountOf(dimension, sum),
        allowed: amountOf(dimension, ceiling[dimension]),
        parent: parent.name,
      });
    }
    left[dimension] = Math.max(0, ceiling[dimension] - sum);
  }
  const share = shareOf(parent.budget, left, written.filter((own) => own === undefined).length);
  return written.map((own) => own ?? share);
}

/** A Budget with the dimensions of another one and other amounts. */
export function budgetOf(pattern: Budget, limits: Limits): Budget {
  const budget: { -readonly [Member in keyof Budget]: Budget[Member] } = {};
  for (const dimension of DIMENSIONS) {
    const { budget: member } = NAMES[dimension];
    if (pattern[member] !== undefined) budget[member] = amountOf(dimension, limits[dimension]);
  }
  return pattern.currency === undefined ? budget : { currency: pattern.currency, ...budget };
}

function shareOf(pattern: Budget, left: Limits, count: number): Budget {
  const limits = { ...NO_USAGE };
  for (const dimension of DIMENSIONS) limits[dimension] = Math.floor(left[dimension] / Math.max(1, count));
  return budgetOf(pattern, limits);
}

function readBudget(
  findings: Findings,
  path: BriefPath,
  written: BriefBudget,
  currency: string | undefined,
): Budget {
  const budget: { -readonly [Member in keyof Budget]: Budget[Member] } = {};
  if (written.money !== undefined && currency !== undefined) budget.currency = currency;
  for (const dimension of DIMENSIONS) {
    const { brief, budget: member } = NAMES[dimension];
    const amount = written[brief];
    if (amount !== undefined) budget[member] = amount;
  }
  if (limitsOf(budget) === undefined) {
    findings.add([...path, 'money'], 'money-too-fine', { found: written.money ?? 0 });
  }
  return budget;
}

function amountOf(dimension: Dimension, amount: number): number {
  return dimension === 'financialMicrounits' ? amount / MICROUNITS : amount;
}
