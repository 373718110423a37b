// The Command that a desk dies over.
import type { CommandDraft } from '../../core/coordinator/command-draft.ts';

export const ACTION_ID = 'urn:heddle:test:action:crash';

export function cancelDraft(groupId: string): CommandDraft {
  return { kind: 'mission.cancel', groupId, payload: { reason: 'over' }, expectedRevision: 1 };
}
