// The review in German.
import type { ReviewReason } from './review-types.ts';
import type { ReviewWords } from './words.ts';

/** The Evidence that says so, where it is in the log. */
function namedIn({ evidenceIds }: ReviewReason['values']): string {
  return evidenceIds === undefined ? '' : ` (${evidenceIds})`;
}

export const REVIEW_WORDS_DE: ReviewWords = {
  verdicts: {
    accept: 'Ergebnis annehmen',
    'send-back': 'Zurückgeben',
    'ask-reviewer': 'Prüfung erbitten',
    escalate: 'Ein Mensch muss entscheiden',
    wait: 'Warten',
  },
  reasons: {
    'content-differs': (v) =>
      `${v['name']}: Der Inhalt gehört nicht zu seinem Hash${v['foundHash'] === undefined ? '' : `; er hat ${v['foundHash']}`}`,
    'size-differs': (v) =>
      v['foundBytes'] === undefined
        ? `${v['name']}: Der Inhalt ist größer als die ${v['sizeBytes']} Bytes des Manifests`
        : `${v['name']}: Das Manifest nennt ${v['sizeBytes']} Bytes, der Inhalt hat ${v['foundBytes']}`,
    'content-unavailable': (v) => `${v['name']}: Der Inhalt lässt sich nicht abrufen`,
    'content-oversized': (v) =>
      `${v['name']}: ${v['sizeBytes']} Bytes sind mehr als die ${v['limitBytes']}, die angesehen werden`,
    'manifest-missing': (v) => `${v['contentHash']}: Dafür wurde kein Manifest veröffentlicht`,
    'manifest-unsigned': (v) => `${v['name']}: Die Signatur des Manifests gilt nicht (${v['because']})`,
    'manifest-of-other-item': (v) => `${v['name']}: Das Manifest wurde für ${v['workItemId']} veröffentlicht`,
    'manifest-of-other-producer': (v) =>
      `${v['name']}: von ${v['agentId']} oder mit anderen Festlegungen erzeugt als bei der Zuteilung`,
    'manifest-of-old-epoch': (v) =>
      `${v['name']}: in der Ownership Epoch ${v['epoch']} veröffentlicht; jetzt gilt ${v['currentEpoch']}`,
    'source-unknown': (v) => `${v['name']}: Die Quelle ${v['sourceHash']} ist hier nicht bekannt`,
    'deliverable-missing': (v) =>
      `${v['deliverableId']} fehlt: Kein Artifact hat das Schema ${v['schema']} und den Medientyp ${v['mediaType']}`,
    'assessment-missing': (v) => `${v['criterionId']}: Die Prüfung sagt nichts darüber`,
    'json-broken': (v) => `${v['name']} ist kein JSON`,
    'schema-violated': (v) =>
      `${v['name']} verletzt sein Schema ${v['schema']}${v['at'] === '' ? '' : ` bei ${v['at']}`}`,
    'schema-unknown': (v) => `${v['name']}: Über das Schema ${v['schema']} ist nichts bekannt`,
    'schema-unusable': (v) => `${v['name']}: Das Schema ${v['schema']} ließ sich nicht anwenden`,
    'declaration-broken': (v) =>
      `Der Vertrag beschreibt seine Prüfungen fehlerhaft (${v['problem']} ${v['at']})`,
    'check-failed': (v) => `Die Prüfung ${v['checkId']} ist gescheitert (${v['criterionIds']})`,
    'check-inconclusive': (v) => `Die Prüfung ${v['checkId']} blieb ohne Urteil (${v['criterionIds']})`,
    'check-stopped': (v) => `Die Prüfung ${v['checkId']} wurde an ihrer Grenze beendet: ${v['limit']}`,
    'check-broken': (v) => `Die Prüfung ${v['checkId']} ließ sich nicht ausführen`,
    'check-by-producer': (v) => `Die Prüfung ${v['checkId']} ist ein eigenes Programm des Erzeugers`,
    'check-unavailable': (v) => `Die Prüfung ${v['checkId']} hat nichts, was sie ansehen könnte`,
    'evidence-unsigned': (v) => `${v['evidenceId']}: Die Signatur gilt nicht; zählt nicht`,
    'evidence-of-other-item': (v) => `${v['evidenceId']} betrifft ein anderes WorkItem; zählt nicht`,
    'evidence-of-old-epoch': (v) =>
      `${v['evidenceId']} gehört zur Ownership Epoch ${v['epoch']}; jetzt gilt ${v['currentEpoch']}: verspätet, aufbewahrt und nicht gezählt`,
    'evidence-of-other-revision': (v) =>
      `${v['evidenceId']} betrifft eine andere Fassung des Ergebnisses; zählt nicht`,
    'evidence-from-future': (v) => `${v['evidenceId']} nennt eine Zeit, die noch nicht war; zählt nicht`,
    'evidence-by-producer': (v) =>
      `${v['evidenceId']}: Der Erzeuger kann sein Ergebnis nicht selbst beurteilen; zählt nicht`,
    'evidence-by-coordinator': (v) =>
      `${v['evidenceId']}: Der Coordinator ist kein unabhängiger Prüfer; zählt nicht`,
    'evidence-by-same-owner': (v) =>
      `${v['evidenceId']}: Prüfer und Erzeuger haben denselben Eigentümer; zählt nicht`,
    'evidence-not-human': (v) =>
      `${v['evidenceId']}: eine Durchsicht durch einen Menschen, die kein Mensch signiert hat`,
    'evidence-partial': (v) => `${v['evidenceId']} hat nur einen Teil des Ergebnisses angesehen; zählt nicht`,
    'evidence-unknown': (v) => `${v['evidenceId']} steht nicht im Protokoll`,
    'criterion-failed': (v) => `${v['criterionId']}: ${v['type']} ist gescheitert${namedIn(v)}`,
    'criterion-inconclusive': (v) => `${v['criterionId']}: ${v['type']} ist ohne Urteil${namedIn(v)}`,
    'criterion-missing': (v) => `${v['criterionId']}: ${v['type']} wurde nicht vorgelegt`,
    'criterion-claim-only': (v) => `${v['criterionId']}: Für ${v['type']} gibt es nur das Wort des Erzeugers`,
    'criterion-conflict': (v) => `${v['criterionId']}: Die Evidence für ${v['type']} widerspricht sich`,
    'claim-contradicted': (v) =>
      `${v['criterionId']}: ${v['type']} wurde als bestanden gemeldet, unsere eigene Prüfung ist gescheitert`,
    'reviewer-missing': (v) => `${v['criterionId']}: Das Urteil eines unabhängigen Prüfers fehlt`,
    'reviewer-not-independent': (v) => `Der Prüfer von ${v['reviewWorkItemId']} ist nicht unabhängig`,
    'review-under-way': (v) => `Die Prüfung ${v['reviewWorkItemId']} läuft (${v['state']})`,
    'review-of-other-revision': (v) => `Die Prüfung ${v['reviewWorkItemId']} betrifft ein anderes Ergebnis`,
    'reviews-exhausted': (v) => `${v['count']} Prüfungen haben kein Urteil gebracht`,
    'no-reviewer-known': () => 'Kein unabhängiger Agent ist bekannt, der prüfen könnte',
    'human-review-missing': (v) => `${v['criterionId']}: Ein Mensch muss es ansehen`,
    'own-output': () => 'Der Coordinator hat dies selbst erzeugt und darf nicht sein einziger Prüfer sein',
    'attempts-over': (v) =>
      `Der Vertrag erlaubt keinen weiteren Versuch (${v['because']}, ${v['attempts']} von ${v['maxAttempts']})`,
    'all-proven': (v) => `Jede verlangte Evidence ist bestanden, für alle ${v['criteria']} Kriterien`,
    'facts-missing': (v) => `${v['count']} Dinge sind erst abzurufen, zu prüfen oder auszuführen`,
  },
  standings: {
    counted: 'zählt',
    claim: 'vom Erzeuger gemeldet',
    unsigned: 'Signatur gilt nicht',
    'other-item': 'betrifft ein anderes WorkItem',
    'old-epoch': 'aus einer alten Ownership Epoch',
    'other-revision': 'betrifft eine andere Fassung',
    'from-future': 'aus der Zukunft',
    'by-producer': 'vom Erzeuger selbst',
    'by-coordinator': 'vom Coordinator selbst',
    'same-owner': 'selber Eigentümer wie der Erzeuger',
    'not-human': 'nicht von einem Menschen',
    partial: 'betrifft nur einen Teil',
    'failure-report': 'Bericht eines Scheiterns',
  },
  cells: {
    passed: 'bestanden',
    failed: 'gescheitert',
    inconclusive: 'ohne Urteil',
    missing: 'fehlt',
    conflict: 'widersprüchlich',
    'claim-only': 'nur gemeldet',
  },
};
