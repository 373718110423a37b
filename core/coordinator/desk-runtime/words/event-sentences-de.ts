// German sentences for Events.
import type { EventSentences } from './event-sentences.ts';

const because = (reason: string): string => (reason === '' ? '' : `: ${reason}`);
const by = (epoch: number): string => (epoch === 0 ? '' : ` (Epoche ${epoch})`);
const artifacts = (count: number): string => (count === 1 ? '1 Artifact' : `${count} Artifacts`);

export const GERMAN_SENTENCES: EventSentences = {
  'approval.execution.granted': ({ who, item, epoch }) =>
    `${who} gibt den Start von „${item}“ unter Besitz-Epoche ${epoch} frei.`,
  'artifact.published': ({ who, what, item }) => `${who} veröffentlicht ${what} für „${item}“.`,
  'ext.missionweaveprotocol.core.resource_usage_recorded': ({ item, epoch }) =>
    `Für „${item}“ wird Verbrauch verbucht${by(epoch)}.`,
  'ext.missionweaveprotocol.core.work_execution_lease_revoked': ({ item, reason }) =>
    `Die Execution Lease von „${item}“ wird entzogen${because(reason)}.`,
  'ext.missionweaveprotocol.identity.session_opened': ({ whom, epoch }) =>
    `${whom} eröffnet Session ${epoch}; frühere Sessions enden.`,
  'ext.missionweaveprotocol.registry.agent_card_registered': ({ whom }) =>
    `Die Agent Card von ${whom} wird eingetragen.`,
  'group.archived': ({ who }) => `${who} archiviert die Group: Ab hier ändert sich nichts mehr.`,
  'group.snapshot.created': ({ who, count }) => `${who} hält den Stand bis #${count} als Snapshot fest.`,
  'membership.changed': ({ who, whom, role, epoch }) =>
    `${who} macht ${whom} zu ${role}, Membership-Epoche ${epoch}.`,
  'membership.delegation.granted': ({ who, whom }) =>
    `${who} lässt ${whom} Arbeit unter einem WorkItem planen.`,
  'membership.ended': ({ whom, role, epoch }) =>
    `Die Membership von ${whom} als ${role} endet mit Epoche ${epoch}.`,
  'message.corrected': ({ who }) => `${who} berichtigt eine Nachricht.`,
  'message.posted': ({ who, what }) => (what === '' ? `${who} schreibt eine Nachricht.` : `${who}: ${what}`),
  'message.redacted': ({ who, reason }) => `${who} lässt eine Nachricht schwärzen${because(reason)}.`,
  'message.retracted': ({ who, reason }) => `${who} nimmt eine Nachricht zurück${because(reason)}.`,
  'mission.approved': ({ who, epoch, count }) =>
    `${who} gibt die Mission in Revision ${epoch} mit ${artifacts(count)} frei.`,
  'mission.cancelled': ({ who, reason }) => `${who} bricht die Mission ab${because(reason)}.`,
  'mission.changes_requested': ({ who, reason }) =>
    `${who} verlangt Änderungen vor der Freigabe${because(reason)}.`,
  'mission.child.created': ({ who, item }) => `${who} macht aus „${item}“ eine Unteraufgabe.`,
  'mission.coordinator.assigned': ({ who, whom, epoch }) =>
    `${who} macht ${whom} zum Coordinator: Coordinator-Epoche ${epoch} beginnt.`,
  'mission.coordinator.renewed': ({ who, epoch }) =>
    `${who} verlängert die Coordinator-Lease von Epoche ${epoch}.`,
  'mission.created': ({ who, what }) => `${who} legt die Mission „${what}“ an.`,
  'mission.follow_up.created': ({ who, what }) => `${who} legt die Folge-Mission „${what}“ an.`,
  'mission.submitted_for_approval': ({ who, epoch, count }) =>
    `${who} legt Revision ${epoch} mit ${artifacts(count)} zur Freigabe vor.`,
  'mission.terminated': ({ who, reason }) => `${who} beendet die Mission als gescheitert${because(reason)}.`,
  'policy.cooperation_override.granted': ({ who, whom, reason }) =>
    `${who} lässt ${whom} einmal über eine Grenze${because(reason)}.`,
  'work.authorized': ({ who, item }) => `${who} beauftragt „${item}“.`,
  'work.blocked': ({ who, item, reason }) => `${who} meldet „${item}“ als blockiert${because(reason)}.`,
  'work.cancelled': ({ who, item, reason }) => `${who} bricht „${item}“ ab${because(reason)}.`,
  'work.checkpointed': ({ who, item, what }) =>
    `${who} hält einen Zwischenstand von „${item}“ fest${because(what)}.`,
  'work.contract.revised': ({ who, item, epoch }) =>
    `${who} ändert den Contract von „${item}“ auf Version ${epoch}.`,
  'work.failed': ({ who, item, reason }) => `${who} erklärt „${item}“ für gescheitert${because(reason)}.`,
  'work.offer.accepted': ({ whom, item, epoch }) =>
    `${whom} nimmt „${item}“ an und besitzt es ab Epoche ${epoch}.`,
  'work.offer.created': ({ who, item, whom }) => `${who} bietet „${item}“ ${whom} an.`,
  'work.progressed': ({ who, item, what }) => `${who} meldet Fortschritt bei „${item}“${because(what)}.`,
  'work.proposed': ({ who, item }) => `${who} schlägt „${item}“ vor.`,
  'work.result.accepted': ({ who, item, count }) =>
    `${who} nimmt das Ergebnis von „${item}“ an (Evidence: ${count}).`,
  'work.started': ({ who, item, epoch }) => `${who} beginnt „${item}“${by(epoch)}.`,
  'work.submitted': ({ who, item, count }) => `${who} legt ${artifacts(count)} für „${item}“ vor.`,
  'work.unblocked': ({ who, item }) => `${who} löst die Blockade von „${item}“.`,
};
