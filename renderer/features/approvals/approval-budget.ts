// Budgets as a person fills them in: six amounts as texts, and the document that the protocol wants.
import type { BudgetDimension } from '../../../core/contract/values.ts';

export type DimensionName = BudgetDimension['dimension'];

export const DIMENSIONS: readonly DimensionName[] = [
  'money',
  'modelTokens',
  'toolCalls',
  'computeSeconds',
  'wallClockSeconds',
  'externalActions',
];

/** The member of a budget document for each dimension. */
const MEMBERS: { readonly [Name in DimensionName]: string } = {
  money: 'financialLimit',
  modelTokens: 'modelTokenLimit',
  toolCalls: 'toolCallLimit',
  computeSeconds: 'computeSecondsLimit',
  wallClockSeconds: 'wallClockSecondsLimit',
  externalActions: 'externalSideEffectLimit',
};

/** An empty text sets nothing. */
export type BudgetTexts = { readonly [Name in DimensionName]: string };

export const NO_BUDGET: BudgetTexts = {
  money: '',
  modelTokens: '',
  toolCalls: '',
  computeSeconds: '',
  wallClockSeconds: '',
  externalActions: '',
};

const MONEY = /^\d{1,12}(?:\.\d{1,6})?$/u;
const COUNT = /^\d{1,16}$/u;

export type AmountFault = 'not-a-number' | 'over-limit' | 'not-set-above' | 'no-currency';

/** Whole micro-units, so that amounts of any size compare exactly. */
function exact(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

function isAmount(dimension: DimensionName, text: string): boolean {
  return dimension === 'money'
    ? MONEY.test(text)
    : COUNT.test(text) && BigInt(text) <= BigInt(Number.MAX_SAFE_INTEGER);
}

/**
 * What is wrong with an amount, by what is free above it. Without a limit above nothing may be set (BUD-006);
 * `above` undefined means that nothing above is known, and the rules alone judge.
 */
export function amountFault(
  dimension: DimensionName,
  text: string,
  above: BudgetDimension | undefined,
  currency: string | undefined,
): AmountFault | undefined {
  const amount = text.trim();
  if (amount === '') return undefined;
  if (!isAmount(dimension, amount)) return 'not-a-number';
  if (dimension === 'money' && (currency === undefined || currency === '')) return 'no-currency';
  if (above === undefined) return undefined;
  const ceiling = above.free ?? above.limit;
  if (ceiling === undefined) return exact(amount) === 0n ? undefined : 'not-set-above';
  return exact(amount) > exact(ceiling) ? 'over-limit' : undefined;
}

/** The document, of amounts that are numbers. */
export function budgetDocument(
  texts: BudgetTexts,
  currency: string | undefined,
): Record<string, string | number> {
  const entries = DIMENSIONS.flatMap((dimension): [string, string | number][] => {
    const amount = texts[dimension].trim();
    return amount !== '' && isAmount(dimension, amount) ? [[MEMBERS[dimension], Number(amount)]] : [];
  });
  const document = Object.fromEntries(entries);
  if (document['financialLimit'] !== undefined && currency !== undefined && currency !== '') {
    document['currency'] = currency;
  }
  return document;
}

/** The texts of a document; what is no amount is left out. */
export function budgetTexts(document: Readonly<Record<string, unknown>>): BudgetTexts {
  const texts = DIMENSIONS.map((dimension) => {
    const value = document[MEMBERS[dimension]];
    return [dimension, typeof value === 'number' ? String(value) : ''] as const;
  });
  return { ...NO_BUDGET, ...Object.fromEntries(texts) };
}
