// German texts of a brief's run.
import { describeOfferReason, describeReview } from './assistant-texts.ts';
import type { RunWords } from './run-words.ts';

const list = (names: readonly string[]) => names.join(', ');

export const GERMAN_RUN_WORDS: RunWords = {
  reasons: {
    'begin-mission': ({ title }) => `Die Mission "${title}" beginnt.`,
    'renew-term': ({ leftSeconds }) =>
      `Die Amtszeit des Coordinators wird verlängert, ${leftSeconds} s vor ihrem Ende.`,
    'restore-coordinator': () => 'Die Amtszeit des Coordinators war abgelaufen und beginnt neu.',
    'plan-work': ({ item }) => `"${item}" ist geplant.`,
    'propose-work': ({ item }) => `„${item}“ ist vorgeschlagen.`,
    'invite-worker': ({ item, worker }) => `"${worker}" wird für "${item}" eingeladen.`,
    'offer-work': ({ item, workers }) => `"${item}" wird ${list(workers)} angeboten.`,
    'offer-again': ({ item, workers, because }) =>
      `"${item}" wird ${list(workers)} angeboten, denn ${
        {
          'offer-ended': 'das vorige Angebot ist abgelaufen',
          declined: 'das vorige Angebot wurde abgelehnt',
          'lease-lapsed': 'der Worker hat die Lease ablaufen lassen',
          failed: 'es ist gescheitert',
          rejected: 'das Ergebnis wurde zurückgegeben',
        }[because]
      }.`,
    'begin-child': ({ item }) => `"${item}" wird eine eigene Mission.`,
    'accept-result': ({ item, criteria }) => `Das Ergebnis von "${item}" ist angenommen: ${list(criteria)}.`,
    'reject-result': ({ item, findings, because }) =>
      `"${item}" ist gescheitert: ${because.length > 0 ? describeReview(because, 'de') : findings.join('; ')}`,
    'unblock-work': ({ item, answer }) => `"${item}" geht weiter: ${answer}`,
    'drop-work': ({ item }) => `"${item}" wird nicht mehr gebraucht.`,
    'allow-execution': ({ item }) => `Die Ausführung von "${item}" ist genehmigt.`,
    'submit-mission': ({ criteria }) => `Das Ergebnis ist eingereicht: ${list(criteria)}.`,
    'approve-mission': () => 'Das Ergebnis ist genehmigt.',
    'request-changes': ({ items }) =>
      items.length === 0
        ? 'Das Ergebnis wird zurückgegeben.'
        : `Das Ergebnis wird zurückgegeben: ${list(items)}.`,
    'cancel-mission': () => 'Die Mission wird abgebrochen.',
    'give-up': ({ missing }) => `Die Mission lässt sich nicht erfüllen. ${missing.join('; ')}`,
    'deadline-over': ({ deadline }) => `Die Frist ${deadline} ist vorbei.`,
  },
  questions: {
    'final-approval': ({ item, artifactHashes, criteria }) =>
      `${item === undefined ? 'Die Mission' : `"${item}"`} ist fertig: ${criteria.length} Kriterien, ${artifactHashes.length} Artifacts. Genau dieses Ergebnis genehmigen?`,
    'execution-approval': ({ item, risk, operations, resources }) =>
      `"${item}" (Risiko ${risk}) möchte beginnen: ${list(operations)} auf ${list(resources) || 'nichts'}. Darf es?`,
    'human-review': ({ item, criteria, because }) =>
      [
        ...(because.length === 0
          ? []
          : [`Die Prüfung von "${item}" lässt offen: ${describeReview(because, 'de')}.`]),
        `Bitte das Ergebnis von "${item}" ansehen. Stimmt das? ${criteria.map(({ text }) => text).join(' ')}`,
      ].join(' '),
    blocked: ({ item, resolution }) => `"${item}" kommt nicht weiter: ${resolution}`,
    failed: ({ item, failureCode, detail, attempts }) =>
      `"${item}" ist nach ${attempts === 1 ? 'einem Versuch' : `${attempts} Versuchen`} endgültig gescheitert (${failureCode}): ${detail}`,
  },
  choices: {
    approve: 'genehmigen',
    'request-changes': 'Änderungen verlangen',
    cancel: 'die Mission abbrechen',
    deny: 'ablehnen',
    unblock: 'es ist gelöst, weiter',
    stop: 'die Mission beenden',
    retry: 'noch einmal versuchen',
    'retry-with-more': 'noch einmal mit größerem Budget versuchen',
  },
  obstacles: {
    replaced: () => 'inzwischen koordiniert ein anderer Agent die Mission',
    'no-worker': ({ capability }) => `kein Worker des Briefs, der es tun darf, bietet ${capability}`,
    'nobody-eligible': ({ capability, refusals }) =>
      `niemand kann jetzt nach ${capability} gefragt werden: ${refusals.map(({ worker, because }) => `${worker}: ${describeOfferReason(because, 'de')}`).join('; ')}`,
    'no-offer': ({ because }) => `lässt sich nicht anbieten: ${describeOfferReason(because, 'de')}`,
    refused: ({ kind, error, message }) => `${kind} wurde abgelehnt: ${error}: ${message}`,
    'would-be-refused': ({ kind, rejection }) => `${kind} ist jetzt nicht möglich: ${rejection.message}`,
    'content-unavailable': ({ contentHash, problem }) => `${contentHash} ist nicht abrufbar: ${problem}`,
  },
  phases: {
    planned: 'geplant',
    proposed: 'wartet auf Autorisierung',
    waiting: 'wartet auf andere Arbeit',
    ready: 'bereit',
    offered: 'angeboten',
    queued: 'angenommen',
    'awaiting-approval': 'wartet auf ein Approval',
    active: 'in Arbeit',
    blocked: 'blockiert',
    'in-child': 'in eigener Mission',
    'in-review': 'wird geprüft',
    pausing: 'pausiert vor dem nächsten Versuch',
    verified: 'fertig',
    failed: 'gescheitert',
    cancelled: 'abgebrochen',
  },
};
