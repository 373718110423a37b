// An override as a person fills it in: for its owner to grant, or to ask the owner for (POL-010, F12).
import type { ContractIntent } from '../../../core/contract/forms.ts';
import type { BasisRow } from '../../../core/contract/people.ts';
import { OVERRIDE_REQUEST_SCHEMA, type OverrideRow } from '../../../core/contract/policy.ts';

export interface OverrideDraft {
  readonly policyName: string;
  readonly targetKind: string;
  readonly beneficiaryId: string;
  readonly targetActionId: string;
  readonly reason: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

export type OverrideFault =
  | 'no-policy'
  | 'no-kind'
  | 'no-beneficiary'
  | 'no-action'
  | 'no-reason'
  | 'no-end'
  | 'end-past'
  | 'end-late';

const HOUR_MS = 3_600_000;

export function overrideDraft(basis: BasisRow, row: OverrideRow | undefined, nowMs: number): OverrideDraft {
  if (row !== undefined) {
    return {
      policyName: row.policyName,
      targetKind: row.targetKind,
      beneficiaryId: row.beneficiary.id,
      targetActionId: row.targetActionId,
      reason: row.reason ?? '',
      expiresAt: row.expiresAt,
    };
  }
  const [policy] = basis.policies;
  return {
    policyName: policy?.policyName ?? '',
    targetKind: policy?.kinds[0]?.kind ?? '',
    beneficiaryId: '',
    targetActionId: '',
    reason: '',
    expiresAt: new Date(Math.min(nowMs + HOUR_MS, basis.deadlineAtMs)).toISOString(),
  };
}

/** Another limit: its first kind, when the chosen one cannot run into it. */
export function withPolicy(draft: OverrideDraft, basis: BasisRow, policyName: string): OverrideDraft {
  const kinds = basis.policies.find((each) => each.policyName === policyName)?.kinds ?? [];
  const fits = kinds.some(({ kind }) => kind === draft.targetKind);
  return { ...draft, policyName, targetKind: fits ? draft.targetKind : (kinds[0]?.kind ?? '') };
}

export function overrideFaults(
  draft: OverrideDraft,
  basis: BasisRow,
  nowMs: number,
): readonly OverrideFault[] {
  const faults: OverrideFault[] = [];
  const policy = basis.policies.find(({ policyName }) => policyName === draft.policyName);
  if (policy === undefined) faults.push('no-policy');
  else if (!policy.kinds.some(({ kind }) => kind === draft.targetKind)) faults.push('no-kind');
  if (beneficiaryOf(draft, basis) === undefined) faults.push('no-beneficiary');
  if (draft.targetActionId.trim() === '') faults.push('no-action');
  if (draft.reason.trim() === '') faults.push('no-reason');
  const endMs = Date.parse(draft.expiresAt);
  if (Number.isNaN(endMs)) faults.push('no-end');
  else if (endMs <= nowMs) faults.push('end-past');
  else if (endMs > basis.deadlineAtMs) faults.push('end-late');
  return faults;
}

/** Only members are given one. */
function beneficiaryOf({ beneficiaryId }: OverrideDraft, { candidates }: BasisRow) {
  const found = candidates.find(({ person, isMember }) => isMember && person.id === beneficiaryId)?.person;
  return found === undefined ? undefined : { type: found.type, id: found.id };
}

/** For the owner to sign; of a draft without faults. */
export function grantOverrideIntent(draft: OverrideDraft, basis: BasisRow): ContractIntent | undefined {
  const beneficiary = beneficiaryOf(draft, basis);
  if (beneficiary === undefined) return undefined;
  return {
    kind: 'policy.grant_cooperation_override',
    groupId: basis.groupId,
    form: {
      policyName: draft.policyName,
      beneficiary,
      targetCommandKind: draft.targetKind,
      targetActionId: draft.targetActionId.trim(),
      reason: draft.reason.trim(),
      expiresAt: draft.expiresAt,
    },
  };
}

/** The Message with which the beneficiary asks; `text` is what people read, the part beside it is what a desk understands. */
export function askOverrideIntent(
  draft: OverrideDraft,
  basis: BasisRow,
  text: string,
): ContractIntent | undefined {
  const { conversationId, owner, groupId } = basis;
  const signer = beneficiaryOf(draft, basis);
  if (signer === undefined || conversationId === undefined) return undefined;
  return {
    kind: 'message.post',
    groupId,
    signer,
    form: {
      conversationId,
      mentions: [{ type: owner.type, id: owner.id }],
      content: [
        { type: 'text', text },
        {
          type: 'data_ref',
          schema: OVERRIDE_REQUEST_SCHEMA,
          data: {
            policyName: draft.policyName,
            targetCommandKind: draft.targetKind,
            targetActionId: draft.targetActionId.trim(),
            reason: draft.reason.trim(),
            expiresAt: draft.expiresAt,
          },
        },
      ],
    },
  };
}
