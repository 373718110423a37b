// What asking a model costs, and whether the Mission has it: tokens and money are reserved before a request is sent, at their
// highest, and settled by what the server says it has used.
import { accept, refuse, type Result } from '../../../protocol/result.ts';
import type { ModelEndpoint } from './endpoint.ts';

export interface ModelCost {
  readonly tokens: number;
  /** Millionths of the currency, rounded up; 0 without a price. */
  readonly microunits: number;
  readonly currency: string | undefined;
}

export interface TokenUse {
  readonly input: number;
  readonly output: number;
}

/** How much is left, of what. */
export interface BudgetShortfall {
  readonly dimension: 'tokens' | 'money';
  readonly wanted: number;
  readonly left: number;
}

/** A part of the Mission's budget that is set aside for one request. */
export interface ModelReservation {
  /** Once, when it is known what the request has cost. */
  settle(cost: ModelCost): void;
}

/** The budget of one Mission. */
export interface ModelBudget {
  reserve(cost: ModelCost): Result<ModelReservation, BudgetShortfall>;
}

/** A token is three bytes of UTF-8 or more in what we send, which is mostly prose and JSON. */
const BYTES_PER_TOKEN = 3;

export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

export function costOf({ price }: Pick<ModelEndpoint, 'price'>, { input, output }: TokenUse): ModelCost {
  const tokens = input + output;
  if (price === undefined) return { tokens, microunits: 0, currency: undefined };
  // A price for a million tokens is that many millionths for one.
  const microunits = Math.ceil(input * price.perMillionInput + output * price.perMillionOutput);
  return { tokens, microunits, currency: price.currency };
}

/** What a Mission lets its assistant use of models, and what was used of it. */
export interface ModelAllowance {
  readonly tokens: number;
  readonly microunits: number;
  readonly currency: string | undefined;
}

/** A budget in memory over an allowance that may change, such as what is left of the Mission's own. */
export class MissionModelBudget implements ModelBudget {
  private readonly allowance: () => ModelAllowance;
  private readonly onSpent: (cost: ModelCost) => void;
  private tokens: number;
  private microunits: number;

  /** `spent` was used before; `onSpent` is told of every request that has cost something, to keep it. */
  constructor(
    allowance: () => ModelAllowance,
    spent: Pick<ModelCost, 'tokens' | 'microunits'>,
    onSpent: (cost: ModelCost) => void,
  ) {
    this.allowance = allowance;
    this.onSpent = onSpent;
    this.tokens = spent.tokens;
    this.microunits = spent.microunits;
  }

  /** What was used and is set aside. */
  get used(): Pick<ModelCost, 'tokens' | 'microunits'> {
    return { tokens: this.tokens, microunits: this.microunits };
  }

  reserve(cost: ModelCost): Result<ModelReservation, BudgetShortfall> {
    const { tokens, microunits, currency } = this.allowance();
    const leftTokens = Math.max(0, tokens - this.tokens);
    if (cost.tokens > leftTokens) {
      return refuse({ dimension: 'tokens', wanted: cost.tokens, left: leftTokens });
    }
    // Money in another currency is money that the Mission does not have.
    const leftMoney = cost.currency === currency ? Math.max(0, microunits - this.microunits) : 0;
    if (cost.microunits > leftMoney) {
      return refuse({ dimension: 'money', wanted: cost.microunits, left: leftMoney });
    }
    this.add(cost, 1);
    let isOpen = true;
    return accept({
      settle: (actual) => {
        if (!isOpen) return;
        isOpen = false;
        this.add(cost, -1);
        this.add(actual, 1);
        if (actual.tokens > 0 || actual.microunits > 0) this.onSpent(actual);
      },
    });
  }

  private add({ tokens, microunits }: ModelCost, sign: 1 | -1): void {
    this.tokens += sign * tokens;
    this.microunits += sign * microunits;
  }
}
