// Reasons of planning and of child Missions, made in one way, and the records that they were read from.
import type { RecordKind } from '../../../domain/world.ts';
import type { Intent } from '../../desk/intent/forms.ts';
import type { Proposal, Reason, ReasonValues, Reference, Verdict } from '../proposal.ts';

/** A reason with the records that it rests on. */
export function because<Id extends string>(
  id: Id,
  verdict: Verdict,
  values: ReasonValues = {},
  references: readonly Reference[] = [],
): Reason<Id> {
  return { id, verdict, values, references };
}

/** A record of a Group that a person can open. */
export function recordOf(kind: RecordKind, groupId: string, id: string): Reference {
  return { type: 'record', kind, groupId, id };
}

/** A draft of a Command that carries no ranking. */
export function propose<Id extends string>(intent: Intent, reasons: readonly Reason<Id>[]): Proposal<Id> {
  return { intent, reasons, basis: undefined };
}
