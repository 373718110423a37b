// The form of an override that lifts a limit for one Command (POL-010), as far as it follows from the refusal.
import { SINGLE } from '../../domain/world.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import type { IntentForms } from '../desk/intent/forms.ts';
import { msOf } from '../desk/moment.ts';
import { limitOf } from '../desk/outbox/limits.ts';
import type { HeldCommand } from './command-desk.ts';
import type { DeskRuntime } from './desk-runtime.ts';

/** Long enough for a person to sign, and for the Command to be sent afterwards. */
const OVERRIDE_MS = 3_600_000;

/** When an override that is asked for now had best end: no later than its Mission (POL-010). */
export function defaultExpiry(nowMs: number, deadline: string | undefined): string {
  const endMs = Math.floor(nowMs) + OVERRIDE_MS;
  return deadline !== undefined && msOf(deadline) < endMs ? deadline : formatTimestamp(endMs);
}

export function findLimit(
  desk: DeskRuntime,
  { connection, command }: HeldCommand,
): IntentForms['policy.grant_cooperation_override'] | undefined {
  const entry = desk.commands.entry(connection.facts.connectionId, command.actionId);
  const policyName = entry === undefined ? undefined : limitOf(entry);
  if (policyName === undefined) return undefined;
  const { kind, groupId } = command.draft;
  const deadline = connection.view().world.get('mission', groupId, SINGLE)?.document.deadline;
  return {
    policyName,
    beneficiary: command.signer,
    // Only kinds with limits are refused by one.
    targetCommandKind: kind as IntentForms['policy.grant_cooperation_override']['targetCommandKind'],
    targetActionId: command.actionId,
    reason: '',
    expiresAt: defaultExpiry(connection.nowMs(), deadline),
  };
}
