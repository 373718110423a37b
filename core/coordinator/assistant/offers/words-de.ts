// German texts about offers. The words of the protocol stay as they are.
import { numberOf, textOf } from '../../desk/words/desk-words.ts';
import type { OfferFormat, OfferWords } from './words.ts';

type Value = string | number | boolean | undefined;

const times = (count: Value, one: string, many: string) =>
  numberOf(count) === 1 ? `1 ${one}` : `${numberOf(count)} ${many}`;

const term = (name: string, points: Value, weight: Value, what: string) =>
  `${name}: ${numberOf(points)} von 1000, Gewicht ${numberOf(weight)} · ${what}`;

const DIMENSIONS: Readonly<Record<string, string>> = {
  financialMicrounits: 'Geld',
  modelTokens: 'Modell-Token',
  toolCalls: 'Werkzeugaufrufe',
  computeSeconds: 'Rechenzeit',
  wallClockSeconds: 'Laufzeit',
  externalActions: 'Handlungen nach außen',
};

function dimensionName(dimension: Value): string {
  return DIMENSIONS[textOf(dimension)] ?? textOf(dimension);
}

function amount(dimension: Value, value: Value, { money, number }: OfferFormat): string {
  return dimension === 'financialMicrounits' ? money(numberOf(value)) : number(numberOf(value));
}

export const GERMAN_OFFER_WORDS: OfferWords = {
  plans: {
    offer: 'Jetzt anzubieten',
    wait: 'Noch nichts zu tun',
    escalate: 'Ein Mensch muss entscheiden',
    nothing: 'Es gibt nichts anzubieten',
  },
  reasons: {
    'card-active': ({ cardVersion }) => `Agent Card ${numberOf(cardVersion)} gilt`,
    'card-unknown': () => 'keine Agent Card bekannt',
    'card-revoked': ({ cardVersion }) => `Agent Card ${numberOf(cardVersion)} ist widerrufen`,
    'card-deprecated': ({ cardVersion }) => `Agent Card ${numberOf(cardVersion)} bekommt keine neue Arbeit`,
    'card-expired': ({ cardVersion, endedAtMs }, { time }) =>
      `Agent Card ${numberOf(cardVersion)} endete ${time(numberOf(endedAtMs))}`,
    'capability-met': ({ capability, offered, required }) =>
      `${textOf(capability)} ${textOf(offered)} genügt für ${textOf(required)}`,
    'capability-missing': ({ capability, required }) => `${textOf(capability)} ${textOf(required)} fehlt`,
    'capability-version': ({ capability, offered, required }) =>
      `hat ${textOf(capability)} ${textOf(offered)}; das genügt nicht für ${textOf(required)}`,
    'is-coordinator': () => 'koordiniert diese Mission selbst',
    member: ({ membershipEpoch }) => `Mitglied der Gruppe, Epoche ${numberOf(membershipEpoch)}`,
    'member-provisional': ({ endsAtMs }, { time }) => `vorläufiges Mitglied bis ${time(numberOf(endsAtMs))}`,
    'membership-needed': () => 'wird mit dem Angebot vorläufiges Mitglied',
    'scopes-hold': () => 'darf als Mitglied solche Arbeit tun',
    'scope-missing': ({ scope }) => `darf als Mitglied nicht ${textOf(scope)}`,
    present: ({ status }) => `ist da (${textOf(status)})`,
    'presence-unknown': () => 'war nie zu hören: ob er da ist, ist unbekannt',
    'presence-stale': ({ heardAtMs }, { time }) =>
      `zuletzt gehört ${time(numberOf(heardAtMs))}: ob er da ist, ist unbekannt`,
    'presence-away': ({ status }) => `sagt, dass er nichts Neues annimmt (${textOf(status)})`,
    'capability-unavailable': ({ capability }) => `sagt, dass ${textOf(capability)} gerade nicht geht`,
    'free-slots': ({ availableSlots, maxSlots }) =>
      `${numberOf(availableSlots)} von ${numberOf(maxSlots)} Plätzen frei`,
    queues: () => 'kein Platz frei; er würde die Arbeit anstellen',
    'no-slot': ({ queuedItems, held }) =>
      `kein Platz frei, und ${numberOf(queuedItems ?? held)} warten schon`,
    'slots-unknown': ({ held }) => `freie Plätze unbekannt; hält ${numberOf(held)} in dieser Gruppe`,
    'queue-full': ({ queued, limit }) =>
      `${numberOf(queued)} WorkItems in der Warteschlange, ${numberOf(limit)} sind die Grenze`,
    'deadline-met': ({ endAtMs, deadlineAtMs }, { time }) =>
      `fertig etwa ${time(numberOf(endAtMs))}, fällig ${time(numberOf(deadlineAtMs))}`,
    'deadline-unknown': ({ deadlineAtMs }, { time }) =>
      `wann er fertig wäre, ist unbekannt; fällig ${time(numberOf(deadlineAtMs))}`,
    'deadline-missed': ({ endAtMs, deadlineAtMs }, { time }) =>
      `fertig etwa ${time(numberOf(endAtMs))}, zu spät für ${time(numberOf(deadlineAtMs))}`,
    'budget-met': () => 'seine solche Arbeit passt in jedes Budget darüber',
    'budget-unknown': () => 'was seine solche Arbeit kostet, ist unbekannt',
    'budget-overflow': ({ dimension, expected, left, accountId }, format) =>
      `erwartet ${amount(dimension, expected, format)} ${dimensionName(dimension)}, ${amount(dimension, left, format)} übrig in ${format.name(textOf(accountId))}`,
    independent: () => 'hatte keinen Anteil an dem, was zu prüfen ist',
    'is-producer': ({ reviewedItemId }, { name }) =>
      `hat gemacht, was zu prüfen ist: ${name(textOf(reviewedItemId))}`,
    'same-owner': ({ reviewedItemId }, { name }) =>
      `für ihn und den Hersteller von ${name(textOf(reviewedItemId))} steht derselbe Eigentümer ein`,
    'producer-unknown': () => 'das Log zeigt nicht, wer gemacht hat, was zu prüfen ist',
    'never-asked': () => 'wurde noch nicht gefragt',
    'asked-before': ({ count, most }) => `wurde ${numberOf(count)} von ${numberOf(most)} Mal gefragt`,
    'asked-enough': ({ count }) => `wurde ${numberOf(count)} Mal ohne Ergebnis gefragt`,
    declined: ({ untilMs }, { time }) =>
      untilMs === undefined
        ? 'hat abgelehnt'
        : `hat keinen Platz und kann ${time(numberOf(untilMs))} wieder gefragt werden`,
    'term-deadlineFit': ({ points, weight, durationMs, items }, { duration }) =>
      term(
        'Zeit',
        points,
        weight,
        numberOf(items) === 0
          ? 'unbekannt'
          : `${duration(numberOf(durationMs))} im Mittel von ${numberOf(items)}`,
      ),
    'term-cost': ({ points, weight, microunits }, { money }) =>
      term(
        'Kosten',
        points,
        weight,
        numberOf(microunits) === 0 ? 'unbekannt' : `${money(numberOf(microunits))} im Mittel`,
      ),
    'term-reliability': ({ points, weight, accepted, late, failed, lostLease, declined }) =>
      term(
        'Verlässlichkeit',
        points,
        weight,
        `${numberOf(accepted)} angenommen, ${numberOf(late)} zu spät, ${numberOf(failed)} gescheitert, ${numberOf(lostLease)} verloren, ${numberOf(declined)} abgelehnt`,
      ),
    'term-load': ({ points, weight, held, slots }) =>
      term('Last', points, weight, `hält ${numberOf(held)} bei ${times(slots, 'Platz', 'Plätzen')}`),
    'term-fairness': ({ points, weight, assigned, window }) =>
      term('Ausgleich', points, weight, `${numberOf(assigned)} der letzten ${numberOf(window)} Zuteilungen`),
    'mission-not-active': ({ state }) => `die Mission ist ${textOf(state) || 'hier nicht bekannt'}`,
    'item-over': ({ state }) => `das WorkItem ist ${textOf(state)}`,
    'item-owned': ({ agentId, endsAtMs }, { name, time }) =>
      `${name(textOf(agentId))} hält es bis ${time(numberOf(endsAtMs))}`,
    'item-submitted': () => 'ein Ergebnis wartet auf die Prüfung',
    'item-has-child': () => 'eine Unteraufgabe führt es aus',
    'item-waits': ({ count, first }, { name }) =>
      `wartet auf ${times(count, 'WorkItem', 'WorkItems')}, zuerst ${name(textOf(first))}`,
    'deadline-passed': ({ deadlineAtMs }, { time }) => `war fällig ${time(numberOf(deadlineAtMs))}`,
    'deadline-too-near': ({ deadlineAtMs }, { time }) =>
      `ist fällig ${time(numberOf(deadlineAtMs))}: niemand könnte rechtzeitig antworten`,
    'parent-over': ({ parentWorkItemId }, { name }) =>
      `es ist gescheitert, und ${name(textOf(parentWorkItemId))} darüber ist beendet`,
    'budget-reserved': ({ dimension, accountId }, { name }) =>
      `was es zurückgab, ist vergeben: ${dimensionName(dimension)} fehlt in ${name(textOf(accountId))}`,
    'budget-exhausted': ({ dimension, accountId }, { name }) =>
      `${dimensionName(dimension)} aufgebraucht in ${name(textOf(accountId))}`,
    'attempts-spent': ({ count, most }) => `${numberOf(count)} von ${numberOf(most)} Versuchen ohne Ergebnis`,
    'offer-running': ({ agentId, endsAtMs }, { name, time }) =>
      `${name(textOf(agentId))} kann bis ${time(numberOf(endsAtMs))} antworten`,
    'asks-spent': ({ count, most }) =>
      `${numberOf(count)} von höchstens ${numberOf(most)} Angeboten ohne Ergebnis`,
    'nobody-eligible': ({ considered }) =>
      `von ${times(considered, 'Agent', 'Agents')} ist jetzt keiner zu fragen`,
    'first-offer': () => 'es wurde noch niemandem angeboten',
    'next-after-expiry': ({ agentId, endedAtMs }, { name, time }) =>
      `${name(textOf(agentId))} hat bis ${time(numberOf(endedAtMs))} nicht geantwortet`,
    'next-after-decline': ({ agentId }, { name }) => `${name(textOf(agentId))} hat abgelehnt`,
    'after-failure': ({ count }) =>
      `es ist gescheitert: ${times(count, 'Versuch', 'Versuche')} ohne Ergebnis`,
    'after-lost-lease': ({ agentId, ownershipEpoch }, { name }) =>
      `die Lease von ${name(textOf(agentId))} ist abgelaufen, Ownership Epoch ${numberOf(ownershipEpoch)}`,
    'resume-checkpoint': ({ phase, nextStep }) =>
      `geht am Checkpoint „${textOf(phase)}“ weiter${nextStep === undefined ? '' : `, als Nächstes: ${textOf(nextStep)}`}`,
    'resume-from-start': () => 'kein Checkpoint: die Arbeit beginnt von vorn',
    'one-at-a-time': ({ eligible }) => `einer nach dem anderen, der erste von ${numberOf(eligible)}`,
    'set-at-once': ({ size, most }) => `dringend: ${numberOf(size)} zugleich, höchstens ${numberOf(most)}`,
    'membership-granted': ({ agentId, role, endsAtMs }, { name, time }) =>
      `${name(textOf(agentId))} wird ${textOf(role)}, vorläufig bis ${time(numberOf(endsAtMs))}`,
    'context-given': ({ artifacts }) =>
      `mit Context Package und ${times(artifacts, 'Artifact', 'Artifacts')}`,
  },
  audits: {
    proved: 'Das Log beweist diese Auswahl',
    refuted: 'Das Log widerspricht dieser Auswahl',
    'not-provable': 'Das Log beweist diese Auswahl nicht und widerspricht ihr nicht',
  },
  findings: {
    'other-rules': () => 'sie folgt anderen Regeln als den hier bekannten',
    'log-incomplete': ({ sequence }) => `Event ${numberOf(sequence)} des Logs fehlt`,
    'log-unlike-time': ({ sequence }) =>
      `ihre Zeit liegt vor Event ${numberOf(sequence)}, das sie zu kennen behauptet`,
    'no-such-item': ({ workItemId }, { name }) => `es gibt kein WorkItem ${name(textOf(workItemId))}`,
    'capabilities-differ': ({ agentId }, { name }) =>
      `die Capabilities sind nicht die des Vertrags und von ${name(textOf(agentId))}`,
    'chosen-not-eligible': ({ agentId, reason }, { name }) =>
      `${name(textOf(agentId))} war nicht zu fragen: ${textOf(reason)}`,
    'score-differs': ({ agentId, stated, computed }, { name }) =>
      `${name(textOf(agentId))}: angegeben ${textOf(stated)}, berechnet ${textOf(computed)}`,
    'order-differs': () => 'die Reihenfolge ist nicht die der Punkte',
    'better-passed-over': ({ agentId, score }, { name }) =>
      `${name(textOf(agentId))} stand mit ${numberOf(score)} davor und wurde übergangen`,
    'too-many-passed': ({ count }) => `${numberOf(count)} bessere sind nicht genannt`,
    'evidence-differs': ({ eventId }) => `Event ${textOf(eventId)} gehört nicht zur Bilanz`,
    'cost-differs': ({ stated, computed }) =>
      `Kosten: angegeben ${numberOf(stated)}, berechnet ${numberOf(computed)}`,
    'authorization-differs': () => 'sie sagt selbst, dass die Befugnis fehlt',
    'among-stated': ({ count }) =>
      `nur angegeben: Niemand außer ${times(count, 'Agent', 'Agents')} sollte gefragt werden`,
    'slots-stated': ({ agentId, isHeard, availableSlots }, { name }) =>
      `nur angegeben: ${name(textOf(agentId))} ${isHeard === true ? `hatte ${times(availableSlots, 'freien Platz', 'freie Plätze')}` : 'war nicht zu hören'}`,
    'passed-stated': ({ agentId, reason }, { name }) =>
      `nur angegeben: ${name(textOf(agentId))} wurde übergangen, ${textOf(reason)}`,
  },
};
