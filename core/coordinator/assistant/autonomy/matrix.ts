// What the assistant may sign alone, as a value: rules by kind of Command, risk, budget and Mission. With no rules, which is
// how everything begins, it only proposes.
import type { Limits } from '../../../domain/budget.ts';
import type { SideEffectRisk } from '../../../protocol/generated/documents.ts';
import type { DeskCommandKind } from '../../desk/intent/forms.ts';

/** An amount in every dimension, money in one currency. */
export interface Amount {
  readonly currency: string | undefined;
  readonly limits: Limits;
}

/** How many Commands are signed alone at most. */
export interface RateLimits {
  readonly perMinute: number;
  readonly perHour: number;
  readonly perDay: number;
}

export interface AutonomyRule {
  /** What everything signed under it cites. */
  readonly id: string;
  readonly because: string | undefined;
  readonly acts: ReadonlySet<DeskCommandKind>;
  readonly missionIds: ReadonlySet<string> | 'all';
  readonly withChildren: boolean;
  readonly risk: SideEffectRisk;
  /** What one Command may commit. */
  readonly each: Amount;
  /** What all Commands under the rule may commit in one Mission. */
  readonly total: Amount | undefined;
  readonly perHour: number | undefined;
  /** From this moment on it no longer holds, milliseconds since 1970. */
  readonly untilMs: number | undefined;
}

export interface AutonomyMatrix {
  /** Of the file it was read from, so that a note says under which text something was signed. */
  readonly hash: string;
  readonly limits: RateLimits;
  readonly rules: readonly AutonomyRule[];
}

export const DEFAULT_RATES: RateLimits = { perMinute: 10, perHour: 60, perDay: 300 };

/** Lowest first. */
const RISKS: readonly SideEffectRisk[] = ['none', 'reversible', 'external', 'high_risk', 'destructive'];

export function isRiskier(risk: SideEffectRisk, than: SideEffectRisk): boolean {
  return RISKS.indexOf(risk) > RISKS.indexOf(than);
}

/** The highest of some risks; `none` for no work at all. */
export function highestRisk(risks: Iterable<SideEffectRisk>): SideEffectRisk {
  let highest: SideEffectRisk = 'none';
  for (const risk of risks) if (isRiskier(risk, highest)) highest = risk;
  return highest;
}
