// A Membership as a person fills it in, what the rules would refuse of it, and the wish for the command sheet.
import type { ContractIntent } from '../../../core/contract/forms.ts';
import type { BasisRow } from '../../../core/contract/people.ts';
import type { Words } from '../../../core/contract/values.ts';

export interface MembershipDraft {
  /** Of a candidate; empty for somebody who is not in the list. */
  readonly personId: string;
  /** The id of a human who is no member so far. */
  readonly humanId: string;
  readonly role: string;
  readonly state: 'provisional' | 'active';
  /** RFC 3339. */
  readonly endsAt: string;
  readonly sight: 'now' | 'from';
  readonly fromSequence: string;
  /** Of the Context Package with which a provisional member begins (MEM-004). */
  readonly summary: string;
}

export type MembershipFault =
  | { readonly id: 'no-person' | 'no-role' | 'no-end' | 'end-past' | 'no-summary' | 'bad-sequence' }
  | { readonly id: 'role'; readonly words: Words };

const HOUR_MS = 3_600_000;

export function membershipDraft(personId: string, nowMs: number): MembershipDraft {
  return {
    personId,
    humanId: '',
    role: 'worker',
    state: 'active',
    endsAt: new Date(nowMs + HOUR_MS).toISOString(),
    sight: 'now',
    fromSequence: '',
    summary: '',
  };
}

export function membershipFaults(
  draft: MembershipDraft,
  basis: BasisRow,
  nowMs: number,
): readonly MembershipFault[] {
  const faults: MembershipFault[] = [];
  if (memberOf(draft, basis) === undefined) faults.push({ id: 'no-person' });
  const role = basis.roles.find((each) => each.role === draft.role);
  if (role === undefined) faults.push({ id: 'no-role' });
  else if (role.fault !== undefined) faults.push({ id: 'role', words: role.fault });
  if (draft.state === 'provisional') {
    const endMs = Date.parse(draft.endsAt);
    if (Number.isNaN(endMs)) faults.push({ id: 'no-end' });
    else if (endMs <= nowMs) faults.push({ id: 'end-past' });
    if (draft.summary.trim() === '') faults.push({ id: 'no-summary' });
  }
  if (draft.sight === 'from' && sequenceOf(draft, basis) === undefined) faults.push({ id: 'bad-sequence' });
  return faults;
}

/** The wish, of a draft without faults. */
export function membershipIntent(draft: MembershipDraft, basis: BasisRow): ContractIntent | undefined {
  const member = memberOf(draft, basis);
  if (member === undefined) return undefined;
  const { role, state, endsAt, sight, summary } = draft;
  const sequence = sight === 'from' ? sequenceOf(draft, basis) : undefined;
  return {
    kind: 'membership.change',
    groupId: basis.groupId,
    form: {
      member,
      role,
      state,
      ...(sequence === undefined ? {} : { visibilityStartSequence: sequence }),
      ...(state === 'active'
        ? {}
        : {
            provisionalExpiresAt: endsAt,
            contextPackage: {
              summary: summary.trim(),
              constraints: [],
              unresolvedQuestions: [],
              artifactHashes: [],
            },
          }),
    },
  };
}

function memberOf({ personId, humanId }: MembershipDraft, { candidates }: BasisRow) {
  if (personId !== '') {
    const person = candidates.find((each) => each.person.id === personId)?.person;
    return person === undefined ? undefined : { type: person.type, id: person.id };
  }
  const id = humanId.trim();
  return /^urn:\S+$/u.test(id) ? { type: 'human' as const, id } : undefined;
}

/** From the first Event to the one that would come next. */
function sequenceOf({ fromSequence }: MembershipDraft, { nextSequence }: BasisRow): number | undefined {
  const text = fromSequence.trim();
  if (!/^\d{1,15}$/u.test(text)) return undefined;
  const sequence = Number(text);
  return sequence >= 1 && sequence <= nextSequence ? sequence : undefined;
}
