// Which kinds of Commands may be signed without a person at all, and why the others may not.
import type { CommandKind } from '../../../domain/decision.ts';
import type { DeskCommandKind } from '../../desk/intent/forms.ts';

/**
 * - `coordination`: what a Coordinator, or the Agent that owns a child Mission, does
 * - `human`: only a human may
 * - `hands-on-rights`: gives others rights, or lifts a limit
 * - `work`: a Worker does it for itself
 * - `identity`: keys, cards, Sessions and archives
 */
export type ActClass = 'coordination' | 'human' | 'hands-on-rights' | 'work' | 'identity';

const CLASSES: { readonly [Kind in CommandKind]: ActClass } = {
  'mission.create': 'human',
  'mission.create_follow_up': 'human',
  'mission.create_child': 'coordination',
  'mission.assign_coordinator': 'coordination',
  'mission.renew_coordinator': 'coordination',
  'mission.submit_for_approval': 'coordination',
  'mission.approve': 'coordination',
  'mission.request_changes': 'coordination',
  'mission.cancel': 'coordination',
  'mission.terminate': 'coordination',
  'membership.change': 'coordination',
  'membership.end': 'coordination',
  'membership.grant_delegation': 'hands-on-rights',
  'message.post': 'coordination',
  'message.correct': 'coordination',
  'message.retract': 'coordination',
  'message.redact': 'coordination',
  'work.propose': 'coordination',
  'work.authorize': 'coordination',
  'work.offer': 'coordination',
  'work.accept_offer': 'work',
  'work.start': 'work',
  'work.checkpoint': 'work',
  'work.block': 'work',
  'work.unblock': 'coordination',
  'work.submit': 'work',
  'work.accept_result': 'coordination',
  'work.fail': 'coordination',
  'work.cancel': 'coordination',
  'artifact.publish': 'work',
  'approval.grant_execution': 'human',
  'policy.grant_cooperation_override': 'hands-on-rights',
  'ext.missionweaveprotocol.core.work_dependency_add': 'coordination',
  'ext.missionweaveprotocol.core.work_execution_lease_renew': 'work',
  'ext.missionweaveprotocol.core.resource_usage_record': 'work',
  'ext.missionweaveprotocol.core.group_archive': 'identity',
  'ext.missionweaveprotocol.identity.session_open': 'identity',
  'ext.missionweaveprotocol.registry.agent_card_register': 'identity',
};

export function classOf(kind: CommandKind): ActClass {
  return CLASSES[kind];
}

/** The kinds that a matrix may allow, in the order in which they are listed. */
export const DELEGABLE_ACTS: readonly DeskCommandKind[] = (Object.keys(CLASSES) as CommandKind[]).filter(
  (kind): kind is DeskCommandKind => CLASSES[kind] === 'coordination',
);
