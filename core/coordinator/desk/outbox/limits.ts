// Which refusals name a limit that the owner can lift for one Command (POL-010).
import { LIMITED_KINDS } from '../../../domain/cooperation.ts';
import type { CooperationOverrideGrant } from '../../../protocol/generated/documents.ts';
import { msOf } from '../moment.ts';
import type { DeskConnection } from '../connection.ts';
import type { OutboxEntry } from './entry.ts';

/** The limit that a refusal names and that waiting does not lift (ERR-032). */
export function limitOf({
  error,
}: Pick<OutboxEntry, 'error'>): CooperationOverrideGrant['policyName'] | undefined {
  if (error?.code !== 'RATE_LIMITED' || error.retryable) return undefined;
  const name = error.details?.['policyName'];
  return typeof name === 'string' && Object.hasOwn(LIMITED_KINDS, name)
    ? (name as CooperationOverrideGrant['policyName'])
    : undefined;
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
