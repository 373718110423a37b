// English sentences for Events.
import type { EventSentences } from './event-sentences.ts';

const because = (reason: string): string => (reason === '' ? '' : `: ${reason}`);
const by = (epoch: number): string => (epoch === 0 ? '' : ` (epoch ${epoch})`);
const artifacts = (count: number): string => (count === 1 ? '1 Artifact' : `${count} Artifacts`);
const evidence = (count: number): string =>
  count === 1 ? '1 piece of Evidence' : `${count} pieces of Evidence`;

export const ENGLISH_SENTENCES: EventSentences = {
  'approval.execution.granted': ({ who, item, epoch }) =>
    `${who} allows the start of “${item}” under ownership epoch ${epoch}.`,
  'artifact.published': ({ who, what, item }) => `${who} publishes ${what} for “${item}”.`,
  'ext.missionweaveprotocol.core.resource_usage_recorded': ({ item, epoch }) =>
    `Usage is recorded for “${item}”${by(epoch)}.`,
  'ext.missionweaveprotocol.core.work_execution_lease_revoked': ({ item, reason }) =>
    `The Execution Lease of “${item}” is revoked${because(reason)}.`,
  'ext.missionweaveprotocol.identity.session_opened': ({ whom, epoch }) =>
    `${whom} opens Session ${epoch}; earlier Sessions end.`,
  'ext.missionweaveprotocol.registry.agent_card_registered': ({ whom }) =>
    `The Agent Card of ${whom} is registered.`,
  'group.archived': ({ who }) => `${who} archives the Group: nothing changes from here on.`,
  'group.snapshot.created': ({ who, count }) => `${who} takes a snapshot of the state through #${count}.`,
  'membership.changed': ({ who, whom, role, epoch }) =>
    `${who} makes ${whom} ${role}, Membership epoch ${epoch}.`,
  'membership.delegation.granted': ({ who, whom }) => `${who} lets ${whom} plan work below an item.`,
  'membership.ended': ({ whom, role, epoch }) =>
    `The Membership of ${whom} as ${role} ends at epoch ${epoch}.`,
  'message.corrected': ({ who }) => `${who} corrects a Message.`,
  'message.posted': ({ who, what }) => (what === '' ? `${who} writes a Message.` : `${who}: ${what}`),
  'message.redacted': ({ who, reason }) => `${who} has a Message redacted${because(reason)}.`,
  'message.retracted': ({ who, reason }) => `${who} takes a Message back${because(reason)}.`,
  'mission.approved': ({ who, epoch, count }) =>
    `${who} approves the Mission at revision ${epoch} with ${artifacts(count)}.`,
  'mission.cancelled': ({ who, reason }) => `${who} cancels the Mission${because(reason)}.`,
  'mission.changes_requested': ({ who, reason }) =>
    `${who} asks for changes before approving${because(reason)}.`,
  'mission.child.created': ({ who, item }) => `${who} makes a Child Mission out of “${item}”.`,
  'mission.coordinator.assigned': ({ who, whom, epoch }) =>
    `${who} makes ${whom} the Coordinator: Coordinator epoch ${epoch} begins.`,
  'mission.coordinator.renewed': ({ who, epoch }) => `${who} renews the Coordinator lease of epoch ${epoch}.`,
  'mission.created': ({ who, what }) => `${who} creates the Mission “${what}”.`,
  'mission.follow_up.created': ({ who, what }) => `${who} creates the follow-up Mission “${what}”.`,
  'mission.submitted_for_approval': ({ who, epoch, count }) =>
    `${who} submits revision ${epoch} with ${artifacts(count)} for approval.`,
  'mission.terminated': ({ who, reason }) => `${who} ends the Mission as failed${because(reason)}.`,
  'policy.cooperation_override.granted': ({ who, whom, reason }) =>
    `${who} lets ${whom} pass a limit once${because(reason)}.`,
  'work.authorized': ({ who, item }) => `${who} authorizes “${item}”.`,
  'work.blocked': ({ who, item, reason }) => `${who} reports “${item}” blocked${because(reason)}.`,
  'work.cancelled': ({ who, item, reason }) => `${who} cancels “${item}”${because(reason)}.`,
  'work.checkpointed': ({ who, item, what }) => `${who} saves a checkpoint of “${item}”${because(what)}.`,
  'work.contract.revised': ({ who, item, epoch }) =>
    `${who} revises the contract of “${item}” to version ${epoch}.`,
  'work.failed': ({ who, item, reason }) => `${who} declares “${item}” failed${because(reason)}.`,
  'work.offer.accepted': ({ whom, item, epoch }) =>
    `${whom} accepts “${item}” and owns it from epoch ${epoch} on.`,
  'work.offer.created': ({ who, item, whom }) => `${who} offers “${item}” to ${whom}.`,
  'work.progressed': ({ who, item, what }) => `${who} reports progress on “${item}”${because(what)}.`,
  'work.proposed': ({ who, item }) => `${who} proposes “${item}”.`,
  'work.result.accepted': ({ who, item, count }) =>
    `${who} accepts the result of “${item}” on ${evidence(count)}.`,
  'work.started': ({ who, item, epoch }) => `${who} starts “${item}”${by(epoch)}.`,
  'work.submitted': ({ who, item, count }) => `${who} submits ${artifacts(count)} for “${item}”.`,
  'work.unblocked': ({ who, item }) => `${who} unblocks “${item}”.`,
};
