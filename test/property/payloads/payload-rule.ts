// One rule of the specification applied to one payload: what is changed in an example, and the verdict.
import { type JsonObject, withoutMembers } from '../documents/json.ts';
import type { Subject } from './subjects.ts';

export interface PayloadRule<Kind extends string = string> {
  /** Number of the requirement. */
  readonly rule: string;
  readonly kind: Kind;
  readonly says: string;
  /** The example that is changed; the minimal one when absent. */
  readonly of?: 'minimal' | 'maximal';
  readonly change?: object;
  readonly without?: readonly string[];
  /** JSON pointer of the fault; when absent, the payload has to be accepted. */
  readonly refusedAt?: string | undefined;
  /** Text of the fault that has to name the member, where the pointer cannot. */
  readonly naming?: string;
}

/** The example with the change of the rule. */
export function payloadOf(
  subject: Subject,
  { of = 'minimal', change = {}, without = [] }: PayloadRule,
): JsonObject {
  return withoutMembers({ ...subject[of], ...change }, ...without);
}
