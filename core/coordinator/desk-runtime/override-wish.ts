// The form of an override that lifts a limit for one Command (POL-010), as far as it follows from the refusal.
import { formatTimestamp } from '../../protocol/timestamp.ts';
import type { IntentForms } from '../desk/intent/forms.ts';
import { limitOf } from '../desk/outbox/limits.ts';
import type { HeldCommand } from './command-desk.ts';
import type { DeskRuntime } from './desk-runtime.ts';

/** Long enough for a person to sign, and for the Command to be sent afterwards. */
const OVERRIDE_MS = 3_600_000;

export function findLimit(
  desk: DeskRuntime,
  { connection, command }: HeldCommand,
): IntentForms['policy.grant_cooperation_override'] | undefined {
  const entry = desk.commands.entry(connection.facts.connectionId, command.actionId);
  const policyName = entry === undefined ? undefined : limitOf(entry);
  if (policyName === undefined) return undefined;
  const { kind } = command.draft;
  return {
    policyName,
    beneficiary: command.signer,
    // Only kinds with limits are refused by one.
    targetCommandKind: kind as IntentForms['policy.grant_cooperation_override']['targetCommandKind'],
    targetActionId: command.actionId,
    reason: '',
    expiresAt: formatTimestamp(Math.floor(connection.nowMs()) + OVERRIDE_MS),
  };
}
