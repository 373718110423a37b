// Texts about policy, limits and overrides. A language that forgets one does not compile.
import type { LimitRow, OverrideRow } from '../../../contract/policy.ts';
import type { Language } from '../../../contract/values.ts';

export interface PolicyWords {
  /** By the words that the Policy Log has for them (POL-015, OPEN-067); others stand as they are. */
  readonly decisions: { readonly [decision: string]: string };
  readonly refused: (command: string) => string;
  readonly rules: { readonly [decision: string]: string };
  readonly details: { readonly reason: (reason: string) => string };
  readonly labels: { readonly full: string; readonly partial: string; readonly mixed: string };
  readonly limits: {
    readonly clarification_rounds: string;
    readonly levels: { readonly [Level in LimitRow['level']]: string };
    readonly perMinute: string;
    readonly acrossMissions: string;
    readonly deepest: string;
    readonly openQuestions: string;
    readonly known: string;
    readonly assumed: string;
  };
  readonly stages: { readonly [Stage in OverrideRow['stage']]: string };
  readonly actions: { readonly ask: string; readonly grant: string; readonly send: string };
  readonly faults: {
    readonly holdsAlready: string;
    readonly over: string;
    readonly notYours: string;
    readonly notGranted: string;
    readonly notHere: string;
  };
}

const EN: PolicyWords = {
  decisions: {
    'cooperation override granted': 'override granted',
    'cooperation override consumed': 'override used',
    'delegation granted': 'delegation granted',
    'emergency assignment': 'emergency assignment by the owner',
    'message redacted': 'Message redacted',
    'execution approved': 'start approved',
  },
  refused: (command) => `“${command}” refused`,
  rules: {
    'delegation granted': 'Delegation Grant',
    'emergency assignment': 'emergency override',
    'message redacted': 'redaction with a reason',
    'execution approved': 'approval before execution',
  },
  details: { reason: (reason) => `Reason: ${reason}` },
  labels: {
    full: 'The whole log: signed by the Authority in the snapshot of the archived Mission.',
    partial:
      'Partial: read from the Events that this computer has seen, with the refusals that its own Commands were given. Refusals to others, and what an Authority decided without an Event, are not in it.',
    mixed:
      'Partly whole: archived Missions show the log that their Authority has signed; the others show what their Events say, with the refusals of Commands from here.',
  },
  limits: {
    clarification_rounds: 'open clarifications',
    levels: { calm: 'room', soft: 'near the limit', reached: 'at the limit', none: 'no limit' },
    perMinute: 'accepted in the last minute, in this Mission',
    acrossMissions: 'across all Missions that can be seen here',
    deepest: 'the deepest WorkItem; 0 stands directly below the Mission',
    openQuestions:
      'questions in Conversations of WorkItems that nobody has answered; no Authority enforces a limit for them (POL-003)',
    known: 'Limits as the Organization on this computer has set them.',
    assumed:
      'Limits as this computer knows them: the usual ones, unless a refusal has named another. The Authority alone decides.',
  },
  stages: {
    needed: 'needed',
    asked: 'asked for',
    granted: 'granted, not used yet',
    used: 'used',
    ended: 'ended unused',
  },
  actions: { ask: 'Ask the owner', grant: 'Grant override', send: 'Send with override' },
  faults: {
    holdsAlready: 'There is an unused override for this Command already.',
    over: 'The override was used or has ended; it is for one Command alone.',
    notYours: 'Only whoever signs the Command can ask for it.',
    notGranted: 'The owner has not granted it so far.',
    notHere: 'The Command is kept on another computer.',
  },
};

const DE: PolicyWords = {
  decisions: {
    'cooperation override granted': 'Ausnahme erteilt',
    'cooperation override consumed': 'Ausnahme verbraucht',
    'delegation granted': 'Delegation erteilt',
    'emergency assignment': 'Notfallvergabe durch den Owner',
    'message redacted': 'Message geschwärzt',
    'execution approved': 'Start freigegeben',
  },
  refused: (command) => `„${command}“ abgelehnt`,
  rules: {
    'delegation granted': 'Delegation Grant',
    'emergency assignment': 'Notfall-Ausnahme',
    'message redacted': 'Schwärzung mit Grund',
    'execution approved': 'Freigabe vor der Ausführung',
  },
  details: { reason: (reason) => `Grund: ${reason}` },
  labels: {
    full: 'Das ganze Log: von der Authority im Snapshot der archivierten Mission signiert.',
    partial:
      'Unvollständig: gelesen aus den Events, die dieser Computer gesehen hat, mit den Ablehnungen der eigenen Commands. Ablehnungen anderer und was eine Authority ohne Event entschieden hat, stehen nicht darin.',
    mixed:
      'Zum Teil vollständig: archivierte Missions zeigen das Log, das ihre Authority signiert hat; die anderen, was ihre Events sagen, mit den Ablehnungen der Commands von hier.',
  },
  limits: {
    clarification_rounds: 'offene Rückfragen',
    levels: { calm: 'Platz', soft: 'nahe der Grenze', reached: 'an der Grenze', none: 'keine Grenze' },
    perMinute: 'in der letzten Minute angenommen, in dieser Mission',
    acrossMissions: 'über alle Missions, die hier zu sehen sind',
    deepest: 'das tiefste WorkItem; 0 steht direkt unter der Mission',
    openQuestions:
      'Fragen in Conversations von WorkItems, die niemand beantwortet hat; keine Authority setzt dafür eine Grenze durch (POL-003)',
    known: 'Grenzen, wie die Organization auf diesem Computer sie gesetzt hat.',
    assumed:
      'Grenzen, wie dieser Computer sie kennt: die üblichen, solange keine Ablehnung eine andere genannt hat. Allein die Authority entscheidet.',
  },
  stages: {
    needed: 'gebraucht',
    asked: 'erbeten',
    granted: 'erteilt, noch nicht benutzt',
    used: 'verbraucht',
    ended: 'ungenutzt beendet',
  },
  actions: { ask: 'Owner bitten', grant: 'Ausnahme erteilen', send: 'Mit Ausnahme senden' },
  faults: {
    holdsAlready: 'Für diesen Command gibt es schon eine unbenutzte Ausnahme.',
    over: 'Die Ausnahme ist verbraucht oder beendet; sie gilt für einen Command allein.',
    notYours: 'Nur wer den Command signiert, kann darum bitten.',
    notGranted: 'Der Owner hat sie noch nicht erteilt.',
    notHere: 'Der Command liegt auf einem anderen Computer.',
  },
};

const WORDS: { readonly [Each in Language]: PolicyWords } = { en: EN, de: DE };

export function policyWords(language: Language): PolicyWords {
  return WORDS[language];
}
