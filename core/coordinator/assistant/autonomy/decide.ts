// Whether an act may be signed without a person: which rule allows it, or everything that stands against it. Pure; equal
// input, equal answer.
import { addUsage, DIMENSIONS, type Dimension, NO_USAGE } from '../../../domain/budget.ts';
import { parentOf } from '../../../domain/mission-tree.ts';
import type { MissionRecord, World } from '../../../domain/world.ts';
import type { SideEffectRisk, Usage } from '../../../protocol/generated/documents.ts';
import type { DeskCommandKind } from '../../desk/intent/forms.ts';
import { type Commitment, commitmentOf, missionIn, riskOf } from './act-facts.ts';
import { type Amount, type AutonomyMatrix, type AutonomyRule, isRiskier } from './matrix.ts';
import { listNeverAlone, type NeverAlone } from './never-alone.ts';
import { type AutonomyNote, objectsFor } from './notes.ts';
import type { AutonomyConnection, ProposedAct } from './proposed-act.ts';
import { findLimitExcess, findRuleExcess, type RateExcess } from './rates.ts';

/** Why an act is only proposed. Those with a `ruleId` say why that rule does not allow it. */
export type WhyNot =
  | NeverAlone
  | { readonly id: 'stopped'; readonly values: object }
  /** The Authority would refuse it. */
  | { readonly id: 'refused'; readonly values: { readonly code: string; readonly rule: string } }
  | { readonly id: 'incomplete'; readonly values: object }
  | { readonly id: 'unknown-mission'; readonly values: object }
  /** No rule names this kind of Command for this Mission. */
  | { readonly id: 'no-rule'; readonly values: { readonly kind: string } }
  | { readonly id: 'rule-ended'; readonly values: { readonly ruleId: string } }
  | {
      readonly id: 'too-risky';
      readonly values: {
        readonly ruleId: string;
        readonly risk: SideEffectRisk;
        readonly allowed: SideEffectRisk;
      };
    }
  | { readonly id: 'inexact-budget'; readonly values: { readonly ruleId: string } }
  | {
      readonly id: 'other-currency';
      readonly values: { readonly ruleId: string; readonly currency: string | undefined };
    }
  | { readonly id: 'too-costly'; readonly values: AmountExcess }
  /** Together with what was committed before. */
  | { readonly id: 'total-spent'; readonly values: AmountExcess }
  | { readonly id: 'too-often'; readonly values: RateExcess };

export interface AmountExcess {
  readonly ruleId: string;
  readonly dimension: Dimension;
  readonly wanted: number;
  readonly allowed: number;
}

export type AutonomyDecision =
  | { readonly kind: 'sign-alone'; readonly rule: AutonomyRule; readonly note: AutonomyNote }
  | { readonly kind: 'propose-only'; readonly why: readonly WhyNot[] };

export interface AutonomySettings {
  readonly matrix: AutonomyMatrix;
  /** Everything that was signed alone on this computer, of all connections, in any order. */
  readonly notes: readonly AutonomyNote[];
  readonly isStopped: boolean;
  /**
   * This computer's time, milliseconds since 1970, for limits and ends of rules: an Authority whose clock is ahead opens no
   * room.
   */
  readonly nowMs: number;
}

/** The decision about one act. */
export function decideAutonomy(
  act: ProposedAct,
  connection: AutonomyConnection,
  settings: AutonomySettings,
): AutonomyDecision {
  const { world } = connection;
  const { nowMs } = settings;
  const { draft, rejection } = act;
  const mission = missionIn(world, draft.groupId);
  const always: readonly WhyNot[] = [
    ...(settings.isStopped ? [{ id: 'stopped' as const, values: {} }] : []),
    ...listNeverAlone(act, connection),
    ...(rejection === undefined
      ? []
      : [{ id: 'refused' as const, values: { code: rejection.code, rule: rejection.rule } }]),
    ...(act.isIncomplete ? [{ id: 'incomplete' as const, values: {} }] : []),
    ...(mission === undefined ? [{ id: 'unknown-mission' as const, values: {} }] : []),
  ];
  if (always.length > 0 || mission === undefined) return { kind: 'propose-only', why: always };
  // Only kinds of the desk belong to the class that came this far.
  const kind = draft.kind as DeskCommandKind;
  const rules = settings.matrix.rules.filter(
    (rule) => rule.acts.has(kind) && coversMission(world, rule, mission),
  );
  if (rules.length === 0) return { kind: 'propose-only', why: [{ id: 'no-rule', values: { kind } }] };
  // An act that was noted and never signed, before a crash, is counted once.
  const notes = settings.notes.filter(({ actionId }) => actionId !== act.actionId);
  const excess = findLimitExcess(notes, settings.matrix.limits, nowMs);
  if (excess !== undefined) return { kind: 'propose-only', why: [{ id: 'too-often', values: excess }] };
  const { missionId } = mission.document;
  const facts = { risk: riskOf(world, draft), commitment: commitmentOf(world, draft), missionId, nowMs };
  const why: WhyNot[] = [];
  for (const rule of rules) {
    const against = findObstacle(rule, facts, notes);
    if (against === undefined) return signAlone(act, connection, settings.matrix, rule, facts);
    why.push(against);
  }
  return { kind: 'propose-only', why };
}

interface Facts {
  readonly risk: SideEffectRisk;
  readonly commitment: Commitment | 'inexact' | undefined;
  readonly missionId: string;
  readonly nowMs: number;
}

function coversMission(world: World, rule: AutonomyRule, mission: MissionRecord): boolean {
  if (rule.missionIds === 'all') return true;
  let above: MissionRecord | undefined = mission;
  while (above !== undefined) {
    if (rule.missionIds.has(above.document.missionId)) return true;
    above = rule.withChildren ? parentOf(world, above) : undefined;
  }
  return false;
}

function findObstacle(
  rule: AutonomyRule,
  { risk, commitment, missionId, nowMs }: Facts,
  notes: readonly AutonomyNote[],
): WhyNot | undefined {
  const { id: ruleId } = rule;
  if (rule.untilMs !== undefined && nowMs >= rule.untilMs) return { id: 'rule-ended', values: { ruleId } };
  if (isRiskier(risk, rule.risk)) {
    return { id: 'too-risky', values: { ruleId, risk, allowed: rule.risk } };
  }
  if (commitment === 'inexact') return { id: 'inexact-budget', values: { ruleId } };
  if (commitment !== undefined) {
    const excess =
      findAmountExcess('too-costly', ruleId, rule.each, [commitment]) ??
      (rule.total === undefined
        ? undefined
        : findAmountExcess('total-spent', ruleId, rule.total, [
            commitment,
            ...notes
              .filter((note) => note.ruleId === ruleId && note.missionId === missionId)
              .flatMap((note) => note.commitment ?? []),
          ]));
    if (excess !== undefined) return excess;
  }
  const tooOften = findRuleExcess(notes, rule, nowMs);
  return tooOften === undefined ? undefined : { id: 'too-often', values: tooOften };
}

function findAmountExcess(
  id: 'too-costly' | 'total-spent',
  ruleId: string,
  { currency, limits }: Amount,
  commitments: readonly Commitment[],
): WhyNot | undefined {
  const foreign = commitments.find(
    (each) => each.amount.financialMicrounits > 0 && each.currency !== currency,
  );
  if (foreign !== undefined) {
    return { id: 'other-currency', values: { ruleId, currency: foreign.currency } };
  }
  const wanted = sumBySubject(commitments);
  const dimension = DIMENSIONS.find((each) => wanted[each] > limits[each]);
  if (dimension === undefined) return undefined;
  return { id, values: { ruleId, dimension, wanted: wanted[dimension], allowed: limits[dimension] } };
}

/** What is committed to one subject several times is committed once, at its highest. */
function sumBySubject(commitments: readonly Commitment[]): Usage {
  const bySubject = new Map<string, Usage>();
  for (const { subject, amount } of commitments) {
    const highest = { ...(bySubject.get(subject) ?? NO_USAGE) };
    for (const dimension of DIMENSIONS) {
      highest[dimension] = Math.max(highest[dimension], amount[dimension]);
    }
    bySubject.set(subject, highest);
  }
  return [...bySubject.values()].reduce(addUsage, NO_USAGE);
}

function signAlone(
  { actionId, draft, reasons }: ProposedAct,
  { connectionId }: AutonomyConnection,
  matrix: AutonomyMatrix,
  rule: AutonomyRule,
  { risk, commitment, missionId, nowMs }: Facts,
): AutonomyDecision {
  const note: AutonomyNote = {
    connectionId,
    actionId,
    kind: draft.kind as DeskCommandKind,
    groupId: draft.groupId,
    missionId,
    ...objectsFor(draft),
    ruleId: rule.id,
    matrixHash: matrix.hash,
    reasons,
    risk,
    commitment: commitment === 'inexact' ? undefined : commitment,
    decidedAtMs: nowMs,
  };
  return { kind: 'sign-alone', rule, note };
}
