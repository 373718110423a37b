// German texts of the operators' view.
import type { OperatorWords } from './operator-words.ts';

export const GERMAN_OPERATOR_WORDS: OperatorWords = {
  faults: {
    'no-authority': 'Diese Authority wird hier nicht verwaltet.',
    'known-folder': 'Dieser Ordner steht schon in der Liste.',
    'no-organization': 'Das ist nicht der Ordner einer Organisation: organization.yaml fehlt.',
    'read-only': 'Hier kann nichts geändert werden: Die Schlüssel der Dienste sind für Sie nicht lesbar.',
    'cannot-open': 'Die Datenbank dieser Authority lässt sich nicht öffnen.',
    'no-agent': 'Diesen Agent gibt es in der Registry nicht.',
    'no-key': 'Diesen Schlüssel gibt es in der Registry nicht.',
    'already-revoked': 'Das ist schon widerrufen.',
    'service-key':
      'Ein Dienst dieser Organisation signiert mit diesem Schlüssel, und die Authority bliebe stehen. Tragen Sie zuerst seinen Nachfolger ein, auch im Ordner.',
    'not-earlier': 'Das Ende eines Schlüssels lässt sich vorziehen, aber nie aufschieben.',
    'card-faults': 'Die Karte ist nicht fertig; die Prüfungen sagen, warum.',
    'not-registered': 'Die Authority hat die Karte nicht angenommen.',
    'registry-refuses': 'Mit diesem Schlüssel wäre die Registry nicht mehr gültig.',
    'not-accepted': 'Die Authority hat es nicht angenommen.',
    'policy-unreadable': 'organization.yaml lässt sich nicht lesen.',
    'not-written': 'organization.yaml ließ sich nicht schreiben. Es hat sich nichts geändert.',
    'no-field': 'Dieses Feld gibt es nicht, oder der Text darum ist kaputt.',
    'job-runs': 'Hier läuft schon etwas. Warten Sie darauf, oder halten Sie es an.',
    'no-job': 'Es läuft nichts.',
    'no-backup': 'Diese Sicherung gibt es im Ordner nicht.',
    'no-file': 'Die Datei lässt sich nicht lesen, oder sie ist zu groß für eine Karte.',
  },
  states: {
    open: 'Sie können hier mit den Schlüsseln der Dienste handeln.',
    broken: 'Sie lässt sich nicht öffnen.',
  },
  readOnly: (reason) => `Nur zum Lesen: ${reason}`,
  settingsReadOnly: 'organization.yaml ist für Sie nicht beschreibbar.',
  validity: {
    valid: 'gültig',
    'not-usable': 'nicht für neue Arbeit',
    ended: 'abgelaufen',
    'no-key': 'keiner ihrer Schlüssel ist gültig',
  },
  keyStatus: { valid: 'gültig', 'not-yet': 'noch nicht gültig', ended: 'abgelaufen', revoked: 'widerrufen' },
  checks: {
    organization: 'Es ist eine Karte für diese Organisation.',
    schema: 'Sie ist vollständig und wohlgeformt.',
    version: 'Ihre Version ist neuer als die eingetragene.',
    'key-bound': 'Ihr Schlüssel ist in der Registry für diesen Agent eingetragen.',
    'key-free': 'Niemand anderes hat ihren Schlüssel.',
    'key-will-be-bound':
      'Ihr Schlüssel ist noch nicht eingetragen: Er wird zuerst für diesen Agent eingetragen.',
    'key-valid': 'Ihr Schlüssel ist jetzt gültig.',
    'owner-known': 'Wer für sie einsteht, hat einen Schlüssel in dieser Registry.',
    status: 'Ihr kann Arbeit gegeben werden.',
    'not-future': 'Sie wurde nicht in der Zukunft ausgestellt.',
    'still-valid': 'Ihr Ende liegt noch vor uns.',
  },
  effects: {
    cardNoWork: 'Der Agent bekommt keine neue Arbeit und keine neue Rolle.',
    cardNoSession:
      'Er kann keine weitere Session öffnen. Eine offene läuft bis zu ihrem Ende; wer sie sofort anhalten will, widerruft seine Schlüssel.',
    cardHolds: (queued, active) =>
      `Er hält ${queued} wartende und ${active} laufende WorkItems. Sie bleiben bei ihm, bis ihre Leases enden oder ein Coordinator sie neu vergibt.`,
    cardKeys: (count) =>
      `${count === 1 ? 'Sein Schlüssel bleibt' : `Seine ${count} Schlüssel bleiben`} gültig: Was er signiert, wird weiter geprüft. Widerrufen Sie sie unter Schlüssel.`,
    cardAgain: 'Eine neuere Karte kann ihn wieder eintragen.',
    keyNoCommands: 'Was nach diesem Moment damit signiert wird, wird abgelehnt.',
    keyOthers: (count) =>
      count === 1
        ? 'Der Inhaber hat einen weiteren gültigen Schlüssel und arbeitet damit weiter.'
        : `Der Inhaber hat ${count} weitere gültige Schlüssel und arbeitet damit weiter.`,
    keyNoOther: 'Es ist der letzte gültige Schlüssel des Inhabers; er kann nichts mehr signieren.',
    keySession: 'Eine Session, die damit geöffnet wurde, nimmt keine Commands mehr an.',
    keyHistory: 'Was vorher signiert wurde, bleibt prüfbar.',
    keyService: 'Ein Dienst dieser Organisation signiert damit: Die Authority bliebe stehen.',
    keyNever: 'Das lässt sich nicht zurücknehmen: Eine Schlüssel-Id wird nie wieder verwendet.',
  },
  fields: {
    'cooperation.delegationDepth': [
      'Tiefe der Delegation',
      'Wie tief WorkItems, Unteraufgaben und Delegationen geschachtelt sein dürfen',
    ],
    'cooperation.queuedWorkItems': ['Wartende WorkItems je Worker', 'Über alle Gruppen zusammen'],
    'cooperation.activeWorkItems': ['Laufende WorkItems je Worker', 'Über alle Gruppen zusammen'],
    'cooperation.messagesPerMinute': [
      'Nachrichten je Minute',
      'Was ein Mitglied in 60 Sekunden an eine Gruppe senden darf',
    ],
    'cooperation.proposalsPerMinute': [
      'Vorschläge je Minute',
      'Was ein Mitglied in 60 Sekunden an eine Gruppe senden darf',
    ],
    'seconds.coordinatorLease': ['Coordinator-Lease, Sekunden', 'Wenn ein Command nichts sagt'],
    'seconds.offer': [
      'Angebot, Sekunden',
      'Wie lange ein Angebot offen bleibt, wenn ein Command nichts sagt',
    ],
    'seconds.ownershipLease': ['Ownership-Lease, Sekunden', 'Wenn ein Command nichts sagt'],
    'seconds.executionLease': ['Execution-Lease, Sekunden', 'Wenn ein Command nichts sagt'],
    'seconds.resumeWithin': [
      'Wiederaufnahme, Sekunden',
      'Wie lange ein wartendes Item auf seinen Start warten darf',
    ],
    'seconds.blockedLease': ['Blocked-Lease, Sekunden', 'Wie lange ein blockiertes Item gehalten wird'],
  },
  otherField: 'Anderer Teil der Datei',
  notSet: 'üblich',
  meanings: {
    stricterItems: (agents) =>
      agents === 0
        ? 'Niemand hält jetzt mehr als das. Wer darüber käme, wird mit RATE_LIMITED abgelehnt.'
        : `${agents === 1 ? 'Ein Agent hält' : `${agents} Agents halten`} jetzt mehr als das. Es wird nichts weggenommen; mehr wird mit RATE_LIMITED abgelehnt, bis sie darunter sind.`,
    stricter: 'Zählt ab dem nächsten Command. Angenommenes bleibt; was darüber hinausgeht, wird abgelehnt.',
    looser: 'Zählt ab dem nächsten Command. Was vorher abgelehnt wurde, wiederholt sich nicht von selbst.',
    duration:
      'Laufende Leases und Angebote behalten ihr Ende. Die nächsten, und Verlängerungen, nehmen die neue Länge.',
    extensions:
      'Commands mit einer kritischen Erweiterung, die nicht verstanden wird, werden ab jetzt abgelehnt.',
    delivery: 'Zählt ab dem nächsten Start der Authority.',
    organization: 'Die Id einer Organisation gilt für immer.',
  },
  policyFaults: {
    yaml: (detail) => `Das ist kein YAML: ${detail}`,
    integer: (minimum, maximum) => `Erwartet wird eine ganze Zahl von ${minimum} bis ${maximum}.`,
    unknown: 'Diesen Namen kennt niemand. Vielleicht ein Schreibfehler.',
    organization:
      'Die Id der Organisation kann sich nicht ändern: Alle Signaturen und Schlüssel gehören zu ihr.',
    shape: (detail) => `Das passt nicht: ${detail}`,
  },
  inForce: {
    same: 'Die laufende Authority urteilt nach dieser Datei.',
    other: 'Die laufende Authority urteilt noch nach einer anderen Policy.',
    elsewhere: 'Ein Server, der auf diesem Ordner läuft, übernimmt eine Änderung in Sekunden.',
    broken:
      'Die Datei ist kaputt. Eine laufende Authority macht mit der letzten gültigen Policy weiter, und startete nicht mehr.',
  },
  admission: {
    admitted: (events) => (events === 1 ? 'Angenommen, ein Event' : `Angenommen, ${events} Events`),
    refused: (code) => `Von den Regeln abgelehnt: ${code}`,
    failed: (stage) => `Nicht geglaubt, bei: ${stage}`,
  },
  decisions: {
    'cooperation override granted': 'Ausnahme gewährt',
    'cooperation override consumed': 'Ausnahme verbraucht',
    'delegation granted': 'Delegation gewährt',
    'emergency assignment': 'Notfallvergabe',
    'message redacted': 'Nachricht geschwärzt',
    'execution approved': 'Ausführung freigegeben',
  },
  health: {
    verdicts: {
      good: 'Alles, was angesehen wurde, ist in Ordnung.',
      warn: 'Es läuft, und etwas braucht Ihre Aufmerksamkeit.',
      bad: 'Etwas stimmt nicht.',
    },
    names: {
      store: 'Speicher',
      events: 'Events',
      groups: 'Gruppen',
      agents: 'Agents',
      registry: 'Registry',
      database: 'Datenbankdatei',
      disk: 'Platz auf der Platte',
      certificate: 'Zertifikat',
      secret: 'Token-Geheimnis',
      policy: 'Policy',
      waiting: 'Warteschlange',
      connections: 'Verbindungen',
      dropped: 'Geschütztes Protokoll',
      integrity: 'Unversehrtheit',
      backup: 'Letzte Sicherung',
    },
    storeWrites: (ms) => `nimmt Schreibvorgänge an, Antwort in ${ms} ms`,
    storeFails: (detail) => `nimmt keine Schreibvorgänge an: ${detail}`,
    storeAdvice:
      'Commands werden bis dahin mit INTERNAL_ERROR beantwortet. Sehen Sie zuerst nach Platz und Rechten.',
    keys: (bindings) => `gültig, ${bindings} Schlüssel`,
    registryAdvice:
      'Damit lässt sich nichts prüfen. Spielen Sie eine Sicherung ein, oder suchen Sie den Eintrag, der sie bricht.',
    diskFree: (free, total) => `${free} frei von ${total}`,
    diskAdvice: 'Eine volle Platte hält die Authority an. Schaffen Sie Platz, oder verlegen Sie den Ordner.',
    elsewhere: 'auf dem Server der Datenbank',
    certificateEnds: (at, days) => `bis ${at}, ${days} Tage`,
    certificateEnded: (at) => `abgelaufen ${at}`,
    certificateMissing: 'ist nicht lesbar',
    certificateAdvice:
      'Nach seinem Ende wird es zurückgewiesen. Legen Sie ein neues in tls/, und starten Sie die Authority neu.',
    secretKept: 'nur für seinen Eigentümer lesbar',
    secretAdvice:
      'Wer es liest, kann Tokens fälschen. Machen Sie ein neues, und starten Sie die Authority neu.',
    policyInForce: 'in Kraft, wie die Datei sagt',
    policyBroken: (detail) => `kaputt: ${detail}`,
    policyAdvice: 'Richten Sie sie im Policy-Editor.',
    commands: (count) => (count === 1 ? 'ein Command wartet' : `${count} Commands warten`),
    droppedAdvice:
      'Einträge gingen verloren, weil zu viele auf einmal kamen: Jemand flutet, oder ein Client ist kaputt.',
    never: 'nie, soweit dieser Computer weiß',
    neverAdvice: 'Tun Sie es jetzt: Es dauert Sekunden, und die Authority läuft dabei weiter.',
    checkedAt: (at) => `in Ordnung, ${at}`,
    damagedAt: (at) => `beschädigt, ${at}`,
    damagedAdvice: 'Halten Sie die Authority an, und spielen Sie die letzte gute Sicherung ein.',
  },
  counters: {
    own: 'Von dieser App gezählt, seit sie gestartet wurde.',
    port: 'Vom Server gezählt, der auf dem Ordner läuft, über seinen Betreiber-Port.',
    none: 'Der Server führt seine Zähler selbst. Starten Sie ihn mit --operator-port, und nennen Sie diesen Port hier.',
    unreachable: 'Der Betreiber-Port antwortet nicht: Dort läuft kein Server, oder auf einem anderen Port.',
  },
  jobs: {
    running: {
      integrity: 'Die Datenbank wird geprüft…',
      verify: 'Das ganze Protokoll wird geprüft…',
      backup: 'Eine Sicherung entsteht…',
      'check-backup': 'Die Sicherung wird an einer Kopie geprüft…',
    },
    integrityGood: 'Die Datenbank ist in Ordnung: Seiten, Indizes, und Sequenzen ohne Lücken.',
    verified: (events, groups, records) =>
      `Geprüft: ${events} Events in ${groups} Gruppen, alle Signaturen und Zulassungen; ${records} Datensätze sind, was ihre Events sagen.`,
    backedUp: 'Die Sicherung ist gemacht, und wurde geprüft, bevor sie ihren Namen bekam.',
    backupGood: (events) => `Die Sicherung ist in Ordnung: Ihre ${events} Events wurden geprüft.`,
    findings: (count) => (count === 1 ? 'Eines stimmt nicht:' : `${count} Dinge stimmen nicht:`),
    failed: (detail) => `Es ging nicht: ${detail}`,
    stopped: 'Es wurde angehalten.',
  },
  backups: {
    what: 'Eine Sicherung enthält die Datenbank: Events, Commands, Schlüssel der Registry, Stand. Nicht darin: die Geheimnisse unter keys/, das Zertifikat unter tls/, organization.yaml und die Inhalte unter artifacts/. Kopieren Sie diese mit eigenen Werkzeugen.',
    postgres:
      'Diese Authority steht auf PostgreSQL. Sichern Sie sie mit pg_dump oder den Sicherungen Ihres Servers, und spielen Sie sie mit pg_restore ein; diese App tut beides nicht.',
    verdicts: { unchecked: 'hier nicht geprüft', good: 'in Ordnung', bad: 'beschädigt' },
    restore: (folder, backup) => [
      'Halten Sie jeden Prozess an, der den Ordner benutzt: Server, und Verbindungen dieser App dorthin.',
      `Verschieben Sie authority.db, und authority.db-wal und authority.db-shm, wo es sie gibt, aus ${folder}. Heben Sie sie auf.`,
      `Kopieren Sie ${backup} nach ${folder}/authority.db.`,
      `Rufen Sie auf: heddle authority verify ${folder}`,
      'Starten Sie die Authority. Was nach der Sicherung angenommen wurde, ist fort: Wer es gesehen hat, wird es sagen, und sein eigener Verlauf ist der Beweis.',
    ],
  },
};
