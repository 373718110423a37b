// How somebody asks the MissionOwner to lift a limit for one Command: the protocol has no Command for it (POL-010 knows the Grant
// alone), so it is a Message with a part of this schema. Like every Message it decides nothing (MSG-003).
import { OVERRIDE_REQUEST_SCHEMA } from '../../../contract/policy.ts';
import { type CooperationPolicyName, LIMITED_KINDS } from '../../../domain/cooperation.ts';
import type { CooperationOverrideGrant, Message } from '../../../protocol/generated/documents.ts';

/** What is asked for; its beneficiary is the author of the Message, for nobody can ask for somebody else. */
export interface OverrideRequest {
  readonly policyName: CooperationPolicyName;
  readonly targetCommandKind: CooperationOverrideGrant['targetCommandKind'];
  readonly targetActionId: string;
  readonly reason: string;
  /** RFC 3339; until when it would be of use. */
  readonly expiresAt: string;
}

/** Everything in a Message that asks for an override. Anybody may have written it, so nothing about its form is taken for granted. */
export function overrideRequestsIn({ content }: Pick<Message, 'content'>): readonly OverrideRequest[] {
  return content.flatMap((part) => {
    if (part.type !== 'data_ref' || part.schema !== OVERRIDE_REQUEST_SCHEMA) return [];
    const data = typeof part.data === 'object' && part.data !== null ? part.data : {};
    const { policyName, targetCommandKind, targetActionId, reason, expiresAt } = data as {
      readonly [Name in keyof OverrideRequest]?: unknown;
    };
    if (typeof policyName !== 'string' || !isPolicy(policyName)) return [];
    const kind = LIMITED_KINDS[policyName].find((each) => each === targetCommandKind);
    if (kind === undefined || typeof targetActionId !== 'string' || targetActionId === '') return [];
    if (typeof reason !== 'string' || typeof expiresAt !== 'string') return [];
    // Kinds that a limit knows are kinds that a Grant can name.
    const target = kind as OverrideRequest['targetCommandKind'];
    return [{ policyName, targetCommandKind: target, targetActionId, reason, expiresAt }];
  });
}

function isPolicy(name: string): name is CooperationPolicyName {
  return Object.hasOwn(LIMITED_KINDS, name);
}
