// The assistant's autonomy in German.
import { DELEGABLE_ACTS } from './acts.ts';
import type { AutonomyWords } from './word-types.ts';
import type { Widening } from './widening.ts';

const MICROUNITS = 1_000_000;

const DIMENSIONS = {
  financialMicrounits: 'Geld',
  modelTokens: 'Modell-Token',
  toolCalls: 'Werkzeugaufrufe',
  computeSeconds: 'Rechensekunden',
  wallClockSeconds: 'Sekunden Zeit',
  externalActions: 'Wirkungen nach außen',
} as const;

const RISKS = {
  none: 'keines',
  reversible: 'umkehrbar',
  external: 'nach außen wirkend',
  high_risk: 'hoch',
  destructive: 'zerstörend',
} as const;

const WIDENINGS: { readonly [Each in Widening]: string } = {
  budget: 'ein Budget',
  deadline: 'eine Frist',
  resources: 'die erlaubten Ressourcen',
  permissions: 'Berechtigungen',
  risk: 'das Risiko',
  approvals: 'das, was ohne Approval geschehen darf',
  proof: 'das, was als Nachweis genügt',
  capabilities: 'den Kreis derer, die dazu fähig sind',
  attempts: 'die Zahl der Versuche',
  constraints: 'die Bedingungen eines Contracts',
  role: 'die Rollen, in denen Mitglieder eine Mission lenken',
  scopes: 'das, was ein Mitglied darf',
  history: 'den Teil des Logs, den ein Mitglied sieht',
};

const CLASSES: AutonomyWords['classes'] = {
  human: 'das darf nur ein Mensch',
  'hands-on-rights': 'es gibt Rechte weiter oder hebt eine Grenze auf',
  work: 'das tut ein Worker für seine eigene Arbeit',
  identity: 'es betrifft Schlüssel, Karten, Sessions oder Archive',
};

const amountOf = (dimension: keyof typeof DIMENSIONS, amount: number) =>
  dimension === 'financialMicrounits' ? amount / MICROUNITS : amount;

export const GERMAN_AUTONOMY_WORDS: AutonomyWords = {
  whyNot: {
    'human-signature': ({ actorId }) =>
      `${actorId} muss unterschreiben, und für Menschen unterschreiben nur Menschen.`,
    'human-review': () => 'Eine Prüfung durch einen Menschen ist, was ein Mensch gesehen hat.',
    'final-approval': () => 'Die endgültige Freigabe entscheidet ein Mensch.',
    'act-class': ({ because }) => `Das wird nie allein unterschrieben: ${CLASSES[because]}.`,
    widens: ({ what }) => `Es würde ${WIDENINGS[what]} erweitern; darüber entscheidet ein Mensch.`,
    'own-output': ({ criterionId }) =>
      criterionId === undefined
        ? 'Das Ergebnis ist hier entstanden; niemand nimmt die eigene Arbeit allein ab.'
        : `Für das Kriterium ${criterionId} spricht nichts, was andere gemacht haben.`,
    'model-text': () => 'Einen Teil davon hat ein Sprachmodell geschrieben; ein Mensch muss es lesen.',
    stopped: () => 'Der Assistent ist angehalten.',
    refused: ({ code, rule }) => `Die Authority würde es ablehnen: ${code} (${rule}).`,
    incomplete: () => 'Etwas, das dazu nötig ist, fehlt hier.',
    'unknown-mission': () => 'Die Mission ist hier nicht bekannt.',
    'no-rule': ({ kind }) =>
      `Keine Regel lässt den Assistenten ${kind} in dieser Mission allein unterschreiben.`,
    'rule-ended': ({ ruleId }) => `Die Regel ${ruleId} ist abgelaufen.`,
    'too-risky': ({ ruleId, risk, allowed }) =>
      `Das Risiko ist ${RISKS[risk]}; die Regel ${ruleId} geht bis ${RISKS[allowed]}.`,
    'inexact-budget': ({ ruleId }) => `Was es bindet, lässt sich an der Regel ${ruleId} nicht messen.`,
    'other-currency': ({ ruleId, currency }) =>
      `Die Regel ${ruleId} erlaubt kein Geld in ${currency ?? 'einer nicht genannten Währung'}.`,
    'too-costly': ({ ruleId, dimension, wanted, allowed }) =>
      `Es bindet ${amountOf(dimension, wanted)} (${DIMENSIONS[dimension]}); die Regel ${ruleId} erlaubt ${amountOf(dimension, allowed)} auf einmal.`,
    'total-spent': ({ ruleId, dimension, wanted, allowed }) =>
      `Mit dem bisher Gebundenen wären es ${amountOf(dimension, wanted)} (${DIMENSIONS[dimension]}); die Regel ${ruleId} erlaubt ${amountOf(dimension, allowed)} in dieser Mission.`,
    'too-often': ({ ruleId, limit, windowMs, retryAtMs }) =>
      `${ruleId === undefined ? 'Alle Regeln zusammen erlauben' : `Die Regel ${ruleId} erlaubt`} ${limit} in ${windowMs / 60_000} min; wieder möglich ab ${new Date(retryAtMs).toISOString()}.`,
    'not-noted': ({ detail }) =>
      `Der Vermerk dazu ließ sich nicht speichern (${detail}), also wurde nichts unterschrieben.`,
    'matrix-changed': () => 'Was der Assistent allein darf, wurde inzwischen geändert.',
  },
  classes: CLASSES,
  reversibility: {
    byCommand: (command, by) =>
      `${by === 'owner' ? 'Der Eigentümer' : 'Der Coordinator'} kann es mit ${command} rückgängig machen.`,
    'by-itself': 'Endet von selbst.',
    over: 'Schon vorbei; es gibt nichts mehr rückgängig zu machen.',
    never: 'Nicht umkehrbar.',
  },
  neverAlone: (act, because) => ({
    wrong: `${act} wird nie allein unterschrieben: ${because}.`,
    right: `Möglich sind ${DELEGABLE_ACTS.join(', ')}.`,
  }),
  empty: { wrong: 'Die Datei ist leer.', right: 'Sie beginnt mit "autonomy: 1" und "rules: []".' },
  severalDocuments: {
    wrong: 'Ein zweites Dokument beginnt hier.',
    right: 'Eine Datei enthält eine Matrix.',
  },
  tooLarge: (sizeBytes, limitBytes) => ({
    wrong: `Die Datei hat ${sizeBytes} Byte.`,
    right: `Erlaubt sind ${limitBytes}.`,
  }),
  forms: {
    AutonomyMission: 'die Kennung einer Mission wie urn:example:mission:1, oder all',
    AutonomyMoment: 'ein Zeitpunkt wie 2026-06-01T18:00:00Z',
  },
  wrongForm: (found, form) => ({
    wrong: `"${found}" hat nicht die richtige Form.`,
    right: `Richtig wäre ${form}.`,
  }),
};
