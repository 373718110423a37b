// Which refusals name a limit that the owner can lift for one Command (POL-010), and what they say of the policy.
import { type CooperationPolicyName, LIMITED_KINDS } from '../../../domain/cooperation.ts';
import type { OrganizationPolicy } from '../../../domain/decision.ts';
import type { CooperationOverrideGrant, ProtocolError } from '../../../protocol/generated/documents.ts';
import { msOf } from '../moment.ts';
import type { DeskConnection } from '../connection.ts';
import type { OutboxEntry } from './entry.ts';

/** A refusal by an Authority or by the rules here. */
type Refusal = Pick<ProtocolError, 'code' | 'details'> & { readonly retryable?: boolean };

/** The limit that a refusal names and that waiting does not lift (ERR-032). */
export function limitOf({
  error,
}: {
  readonly error: Refusal | undefined;
}): CooperationPolicyName | undefined {
  if (error?.code !== 'RATE_LIMITED' || error.retryable !== false) return undefined;
  const name = error.details?.['policyName'];
  return typeof name === 'string' && Object.hasOwn(LIMITED_KINDS, name)
    ? (name as CooperationPolicyName)
    : undefined;
}

/** Where the policy says how high a limit is. */
const LIMIT_MEMBERS = {
  message_rate: 'messagesPerMinute',
  proposal_rate: 'proposalsPerMinute',
  delegation_depth: 'delegationDepth',
  queued_work_items: 'queuedWorkItems',
  active_work_items: 'activeWorkItems',
} as const satisfies Record<CooperationPolicyName, keyof OrganizationPolicy['cooperation']>;

/** What the refusal of an Authority says of its policy; undefined where it says nothing. */
export function toldLimit({
  code,
  details,
}: Pick<ProtocolError, 'code' | 'details'>): Partial<OrganizationPolicy['cooperation']> | undefined {
  const { policyName, limit, decidedHere } = details ?? {};
  if (code !== 'RATE_LIMITED' || decidedHere === true || typeof limit !== 'number') return undefined;
  if (typeof policyName !== 'string' || !Object.hasOwn(LIMIT_MEMBERS, policyName)) return undefined;
  return { [LIMIT_MEMBERS[policyName as CooperationPolicyName]]: limit };
}

/** An unused override that names this very Command and still holds. */
export function overrideFor(
  entry: Pick<OutboxEntry, 'actionId' | 'draft'>,
  { world, nowMs }: Pick<DeskConnection, 'world' | 'nowMs'>,
): CooperationOverrideGrant | undefined {
  return [...world.list('override', entry.draft.groupId)]
    .map(([, override]) => override)
    .findLast(
      ({ grant, consumedByActionId }) =>
        grant.targetActionId === entry.actionId &&
        consumedByActionId === undefined &&
        msOf(grant.expiresAt) > nowMs,
    )?.grant;
}
