// What each rule of the attention list means and what helps, and the names of what its rows speak of. German.
import type { AttentionRuleName } from '../attention/rules.ts';

export const GERMAN_RULE_ADVICE: { readonly [Rule in AttentionRuleName]: string } = {
  'coordinator-lease-ends':
    'Ohne Verlängerung führt danach niemand die Mission. Verlängere sie, solange dieser Rechner verbunden ist.',
  'coordinator-lease-ended':
    'Niemand führt die Mission: Angebote und Prüfungen werden abgelehnt, bis der MissionOwner eine neue Amtszeit beginnt.',
  'execution-lease-ends':
    'Verlängert der Worker nicht rechtzeitig, kann seine Arbeit an andere gehen. Sieh dir seinen letzten Checkpoint an.',
  'execution-lease-ended':
    'Allein die Zeit hat sie beendet; kein Event sagt es. Das WorkItem bleibt in Arbeit, bis du es neu vergibst.',
  'start-by-missed':
    'Der Worker hält das WorkItem und hat nicht begonnen. Vergib es neu, oder warte noch ab.',
  'hold-ends': 'Endet die Reservierung, kann das WorkItem an andere gehen. Löse vorher, worauf es wartet.',
  'offer-ends':
    'Noch hat niemand zugesagt. Verlängere das Angebot, oder bereite den nächsten Kandidaten vor.',
  'offer-ended':
    'Allein die Zeit hat es beendet; kein Event sagt es. Biete das WorkItem dem nächsten Kandidaten an.',
  'all-declined': 'Niemand der Gefragten übernimmt es. Frage andere, oder ändere den Vertrag.',
  'submission-waits':
    'Die Arbeit ruht, bis jemand hingesehen hat. Prüfe das Ergebnis an den Kriterien, nimm es an oder gib es zurück.',
  'start-approval-waits':
    'Nach dem Vertrag beginnt niemand, bevor ein Mensch zugestimmt hat. Entscheide, was wie lange und zu welchem Preis getan werden darf.',
  'start-approval-ends':
    'Die Freigabe endet, bevor die Arbeit begonnen hat. Erteile sie neu, wenn sie noch gewollt ist.',
  'final-approval-waits':
    'Die Mission wartet auf ihren Owner. Sieh dir genau diese Revision und ihre Artifacts an, dann gib frei oder verlange Änderungen.',
  'changes-requested': 'Der Owner will vor der Freigabe mehr. Plane WorkItems, die es bringen.',
  'item-blocked':
    'Der Worker kommt allein nicht weiter. Beschaffe, was er braucht, und löse dann die Blockade.',
  'question-open': 'Jemand wartet vor der Zusage auf eine Antwort. Antworte in der Conversation.',
  'proposal-open':
    'Ein Vorschlag ist kein WorkItem, bis du eines daraus machst. Lege es an, schreibe ein eigenes, oder antworte.',
  'item-failed': 'Niemand arbeitet mehr daran. Biete es neu an, oder ersetze es durch ein anderes WorkItem.',
  'child-trouble':
    'Das übergeordnete WorkItem wartet auf diese Unteraufgabe. Plane neu, oder beende, was nicht gelingen kann.',
  'nothing-runs': 'Jedes offene WorkItem wartet auf ein anderes. Sieh nach, worauf alle warten.',
  'item-ready': 'Nichts steht im Weg, und niemand wurde gefragt. Biete es an.',
  'deadline-at-risk':
    'Nach allem, was jetzt bekannt ist, hält die Frist nicht. Plane neu, oder frage andere.',
  'budget-mark':
    'An einer Grenze hört die Arbeit auf. Sieh nach, wohin es geht und was mit weniger auskommt.',
  'evidence-gap':
    'Ohne die Evidence, die der Vertrag verlangt, kann das Ergebnis nicht angenommen werden. Gib es zurück, oder frage einen Prüfer.',
  'content-broken':
    'Was sich nicht an seinem Hash messen lässt, wird weder angenommen noch freigegeben. Rufe es neu ab, oder behalte beides für einen Bericht.',
  'command-refused':
    'Die Authority hat nichts angenommen. Sieh nach, was im Weg stand, dann verwirf es oder stelle es neu aus.',
  'command-unanswered':
    'Vielleicht wurde es angenommen, vielleicht nicht. Frage die Authority, bevor du etwas ein zweites Mal tust.',
  'epoch-stale':
    'Jemand anderes handelt jetzt an deiner Stelle. Unter der alten Epoch wird nichts mehr angenommen; verbinde neu, oder übergib deine Entwürfe.',
  'late-result':
    'Es kam von einem früheren Besitzer. Es wird aufbewahrt und zählt nicht; vielleicht nützt es dem jetzigen.',
  'log-trouble':
    'Was du von dieser Mission siehst, kann lückenhaft sein. Verloren ist nichts: Die Authority wird noch einmal gefragt.',
  'authority-unreachable':
    'Was du unterschrieben hast, wartet hier in seiner Reihenfolge. Mit Entwürfen kannst du weitermachen.',
  'override-needed':
    'Eine Grenze der Zusammenarbeit steht im Weg. Der MissionOwner kann sie einmal aufheben, für genau diesen Command.',
  'grant-ends':
    'Danach kann der Agent nichts mehr weitergeben. Ein Grant wird nicht verlängert: Erteile einen neuen, wenn er gewollt ist.',
  'mission-ready': 'Nichts ist mehr zu tun. Lege die Mission ihrem Owner zur Freigabe vor.',
  'key-trouble':
    'Ohne brauchbaren Schlüssel wird nichts unterschrieben, und ohne Sicherung ist er mit diesem Rechner verloren.',
  mention: 'Jemand spricht dich an. Eine Message ist Gespräch; sie bindet niemanden.',
};

/** Names that the protocol has for machines, as a line of the list writes them. */
export const GERMAN_NAMES: { readonly [name: string]: string } = {
  financialMicrounits: 'Geld',
  modelTokens: 'Modell-Tokens',
  toolCalls: 'Werkzeugaufrufe',
  computeSeconds: 'Rechenzeit',
  wallClockSeconds: 'Dauer',
  externalActions: 'Aktionen nach außen',
  message_rate: 'Messages je Minute',
  proposal_rate: 'Vorschläge je Minute',
  delegation_depth: 'Tiefe der Delegation',
  queued_work_items: 'WorkItems in Warteschlange',
  active_work_items: 'WorkItems in Arbeit',
  artifact_integrity: 'Integrität des Artifact',
  schema_validation: 'Prüfung des Schemas',
  deterministic_test: 'Test',
  business_rule: 'Geschäftsregel',
  reviewer_assessment: 'Urteil eines Prüfers',
  human_review: 'Prüfung durch einen Menschen',
  policy_check: 'Prüfung der Policy',
  locked: 'gesperrt',
  missing: 'fehlt',
  'backend-changed': 'liegt in einem anderen Speicher als vorher',
  none: 'keines',
  reversible: 'umkehrbar',
  external: 'nach außen',
  high_risk: 'hoch',
  destructive: 'zerstörend',
  usable: 'brauchbar',
  not_required: 'keine nötig',
  policy_required: 'Freigabe durch die Policy',
  human_required: 'Freigabe durch einen Menschen',
  rootApproval: 'Freigabe durch den Owner der obersten Mission',
  overrideReason: 'Grund der Ausnahme',
  coordinator: 'Coordinator',
  worker: 'Worker',
  reviewer: 'Prüfer',
  observer: 'Beobachter',
  mission_owner: 'MissionOwner',
};
