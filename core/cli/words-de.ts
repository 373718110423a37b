// German texts of the command line.
import type { VerificationReason } from '../protocol/verify.ts';
import { BUNDLE_GERMAN } from './bundle-words.ts';
import { COORDINATE_GERMAN } from './coordinate-words.ts';
import { MISSION_GERMAN } from './mission-words-de.ts';
import type { Words } from './terminal.ts';
import { PROFILE_GERMAN } from './profile-words.ts';
import { START_GERMAN } from './start-words.ts';
import { WORKER_GERMAN } from './worker-words.ts';

const REASONS: Readonly<Record<VerificationReason, string>> = {
  'not-strict-json': 'Die Datei ist nicht genau ein strenger JSON-Wert. Bitte byte-genau neu anfordern.',
  'schema-mismatch':
    'Das Dokument passt nicht zum Schema seiner Art. Bitte --kind prüfen; stimmt es, muss der Ersteller es berichtigen.',
  'time-not-utc-z':
    'Die geschützte Zeit oder signature.createdAt endet nicht auf Z. Das kann nur der Unterzeichner mit einer neuen Signatur beheben.',
  'time-mismatch':
    'signature.createdAt weicht von der geschützten Zeit ab. Das kann nur der Unterzeichner mit einer neuen Signatur beheben.',
  'signature-encoding':
    'signature.value ist kein kanonisches base64url. Es wurde falsch geschrieben oder unterwegs verändert.',
  'signature-length':
    'signature.value ist nicht 64 Byte lang. Es wurde falsch geschrieben oder unterwegs verändert.',
  'signature-scalar':
    'Die zweite Hälfte der Signatur liegt außerhalb ihres Bereichs. Sie wurde falsch erzeugt oder gefälscht.',
  'signature-point':
    'Die erste Hälfte der Signatur ist kein zulässiger Kurvenpunkt. Sie wurde falsch erzeugt oder gefälscht.',
  'registry-refused':
    'Die Registry-Datei beweist nichts, weil ein Teil von ihr ungültig ist. Bitte vollständige Registry-Nachweise holen.',
  'unknown-key':
    'Die Registry kennt diesen Schlüssel nicht. Bitte aktuelle Registry-Nachweise holen oder dem Dokument nicht trauen.',
  'wrong-principal':
    'Der Schlüssel gehört jemand anderem, als das Dokument sagt. Bitte dem Dokument nicht trauen.',
  'key-not-valid':
    'Der Schlüssel war zur geschützten Zeit nicht gültig: zu früh, abgelaufen oder widerrufen.',
  'no-canonical-form':
    'Das Dokument enthält eine Zahl oder einen Text ohne kanonische Form; so lässt sich nichts unterzeichnen.',
  equation:
    'Die Signatur gehört nicht zu diesem Inhalt und Schlüssel. Der Inhalt wurde verändert, oder ein anderer Schlüssel hat unterzeichnet.',
};

const STORE_FAULTS: Readonly<Record<string, string>> = {
  busy: 'Ein anderer Prozess hält die Datenbank. Bitte gleich noch einmal versuchen.',
  full: 'Der Datenträger ist voll. Bitte Platz schaffen; nichts ging verloren, nichts ist halb geschrieben.',
  corrupt:
    'Die Datenbank ist beschädigt. Nichts wurde gelöscht: bitte die Datei behalten und eine Sicherung daneben einspielen.',
  readonly: 'Die Datenbank ist schreibgeschützt. Bitte die Rechte der Datei und ihres Ordners prüfen.',
  'too-new':
    'Die Datenbank stammt von einem neueren Heddle. Bitte dieses hier erneuern; sie blieb unverändert.',
  unreachable: 'Die Datenbank ist nicht erreichbar. Bitte prüfen, ob sie läuft und die Adresse stimmt.',
  'commit-unknown':
    'Die Verbindung brach während des Schreibens ab. Bitte den Befehl wiederholen: er findet heraus, was geschah.',
  conflict: 'Die Datenbank enthält unter demselben Namen schon etwas anderes.',
  other: 'Die Datenbank meldete einen Fehler.',
};

export const GERMAN: Words = {
  program: 'Heddle: Missionen nach MissionWeaveProtocol 0.1 koordinieren.',
  help: {
    conformance: 'ein Testpaket des Protokolls gegen diese Umsetzung laufen lassen',
    conformanceBundle: 'das Testpaket; sonst MWP_BUNDLE oder unsere eigenen Vektoren',
    failuresOnly: 'nur zeigen, was fehlschlug oder fehlt',
    json: 'ein JSON-Objekt je Zeile statt Text ausgeben',
    verify: 'Bundles oder signierte Dokumente prüfen und sagen, was bewiesen ist',
    verifyFiles: 'Bundles, oder Dokumente mit einem JSON-Wert je Datei',
    kind: 'was die Dokumente sein sollen',
    registry: 'vollständige Registry-Nachweise der Organisation, als JSON',
    keygen: 'einen Ed25519-Schlüssel und seine Registry-Bindung erzeugen',
    keyId: 'absoluter URI, der den Schlüssel für immer benennt',
    principal: 'wer damit unterzeichnet: agent:ID, human:ID oder service:ID',
    keyOut: 'wohin der geheime Schlüssel kommt (neue Datei, nur für Sie lesbar)',
    registryAdd: 'Registry-Datei, die die Bindung aufnimmt; wird angelegt, wenn sie fehlt',
    organization: 'Organisations-ID einer neuen Registry-Datei',
    validFrom: 'Zeitpunkt, ab dem der Schlüssel gilt; sonst jetzt',
    sign: 'ein Dokument unterzeichnen und seine kanonischen Bytes ausgeben',
    signFile: 'das nicht unterzeichnete Dokument, als JSON',
    key: 'Schlüsseldatei von keygen',
    signOut: 'wohin das unterzeichnete Dokument kommt, statt es auszugeben',
    simulate: 'ganze Organisationen nach Startwerten durchspielen und jede Invariante prüfen',
    simulateSeed: 'erster Startwert',
    simulateSteps: 'Schritte je Verlauf',
    simulateHistories: 'wie viele Verläufe',
    simulateMode: 'fast: nur die Regeln; real: die echte Authority',
    simulateOnly: 'nur diese Schritte, durch Kommas getrennt',
    authority: 'eine Group Authority anlegen, betreiben und prüfen',
    authorityInit:
      'eine neue Organisation anlegen: Schlüssel, Zertifikat für die Entwicklung, Regeln, Datenbank',
    authorityStatus: 'sagen, was eine Organisation enthält und ob sie in Ordnung ist',
    authorityBackup: 'die Datenbank im laufenden Betrieb kopieren und die Kopie prüfen',
    authorityVerify: 'das ganze Protokoll neu prüfen: Signaturen, Annahmen, Folgen, Zustand',
    authorityServe: 'Agents, Menschen und Dienste einer Organisation bedienen',
    authorityEnrol:
      'einen öffentlichen Schlüssel an agent, human oder service binden und eine Agent Card eintragen',
    authorityArchive: 'die Group einer beendeten Mission archivieren',
    host: 'Adresse zum Lauschen; andere Rechner erreichen sie nur, wenn Sie es sagen',
    port: 'Port für Commands, Events und Artifacts; 0 nimmt einen freien',
    operatorPort: 'Port für Messwerte, nur auf diesem Rechner',
    plainLoopback: 'ohne TLS, nur zur Entwicklung auf diesem Rechner',
    publicKey: 'die 32 Byte des öffentlichen Ed25519-Schlüssels als base64url',
    card: 'Agent Card ohne Signatur als JSON; der Registry-Dienst unterzeichnet sie',
    group: 'ID der Group',
    folder: 'Ordner der Organisation',
    organizationId: 'absoluter URI, der die Organisation für immer benennt; sonst eine neue UUID',
    databaseUrl: 'postgres://… für eine Datenbank, die sich mehrere Prozesse teilen',
    backupTarget: 'Datei für die Kopie (darf noch nicht bestehen)',
  },
  bundle: BUNDLE_GERMAN,
  worker: WORKER_GERMAN,
  coordinate: COORDINATE_GERMAN,
  mission: MISSION_GERMAN,
  profile: PROFILE_GERMAN,
  start: START_GERMAN,
  verdicts: { passed: 'GUT', failed: 'FEHLER', absent: 'FEHLT' },
  simulate: {
    badNumber: (option, text) => `${option} braucht eine ganze Zahl, nicht „${text}“.`,
    badMode: (text) => `Den Modus „${text}“ gibt es nicht: fast oder real.`,
    progress: (done, total, broken) => `${done} von ${total} Verläufen, ${broken} gebrochen`,
    total: (histories, steps, perSecond) =>
      `${histories} Verläufe zu ${steps} Schritten, ${perSecond} je Sekunde`,
    answers: (accepted, refused, repeats, silent, events) =>
      `${accepted} angenommen, ${refused} abgelehnt, ${repeats} wiederholt, ${silent} ohne Antwort, ${events} Events`,
    kind: (name, accepted, refused) => `${name}: ${accepted} angenommen, ${refused} abgelehnt`,
    code: (name, count) => `${name}: ${count}`,
    neverAccepted: (kind) => `nie angenommen: ${kind}`,
    neverRefused: (kind) => `nie abgelehnt: ${kind}`,
    neverSeen: (code) => `Code nie gesehen: ${code}`,
    broken: (invariant, seed, step) => `${invariant} gebrochen: Startwert ${seed}, Schritt ${step}`,
    shrunk: (steps) => `auf ${steps} Schritte verkleinert`,
    replay: (line) => `noch einmal mit: ${line}`,
    sound: 'keine Invariante wurde gebrochen',
  },
  system: {
    ENOENT: 'es gibt keine solche Datei',
    EACCES: 'Sie dürfen das nicht',
    EPERM: 'Sie dürfen das nicht',
    EISDIR: 'es ist ein Ordner',
    ENOTDIR: 'ein Teil des Pfads ist kein Ordner',
    ENOSPC: 'der Datenträger ist voll',
    EROFS: 'der Datenträger ist schreibgeschützt',
    other: 'das System meldet',
  },
  suiteTotal: (suite, passed, total) => `${suite}: ${passed}/${total}`,
  artifactTotal: (checked, failed, absent) =>
    `Dateien und Prüfsummen des Pakets: ${checked} richtig, ${failed} falsch, ${absent} nicht vorhanden`,
  noBundle: () => 'Es gibt kein Testpaket. Bitte mit --bundle DIR eines nennen oder MWP_BUNDLE setzen.',
  unusableBundle: (reason) =>
    `Das Testpaket lässt sich nicht verwenden: ${reason}. Bitte prüfen, ob --bundle den Ordner mit conformance/, cryptography/ und admission/ nennt.`,
  unreadable: (path, reason) => `${path} lässt sich nicht lesen: ${reason}. Bitte Pfad und Rechte prüfen.`,
  unwritable: (path, reason) =>
    `${path} lässt sich nicht schreiben: ${reason}. Bitte Pfad und Rechte prüfen.`,
  exists: (path) =>
    `${path} gibt es schon und blieb unberührt. Ein Schlüssel wird nie überschrieben: bitte einen anderen Namen wählen.`,
  notStrictJson: (path, line, column, reason) =>
    `${path} ist kein strenges JSON: ${reason} in Zeile ${line}, Spalte ${column}. Bitte dort berichtigen.`,
  unknownKind: (kind, kinds) =>
    `Eine Art ${kind} von signierten Dokumenten gibt es nicht. Möglich sind: ${kinds}.`,
  badPrincipal: (text) =>
    `${text} benennt niemanden. Bitte agent:ID, human:ID oder service:ID mit einem absoluten URI als ID schreiben.`,
  badIdentifier: (what, text) =>
    `${what} ${text} ist kein absoluter URI mit höchstens 512 Zeichen. Gemeint ist etwas wie urn:example:key:1.`,
  badTimestamp: (text) =>
    `${text} ist kein Zeitstempel des Protokolls. Gemeint ist etwas wie 2026-01-31T12:00:00Z.`,
  badKeyFile: (path, reason) =>
    `${path} ist keine Schlüsseldatei: ${reason}. Mit heddle keygen lässt sich eine erzeugen.`,
  badRegistry: (path, reason) => `${path} ist kein gültiger Registry-Nachweis: ${reason}.`,
  registryNeeded: () =>
    'Ein Dokument wird gegen die Schlüssel seiner Organisation geprüft. Nenne deren Datei mit --registry DATEI.',
  organizationNeeded: (path) =>
    `${path} gibt es noch nicht. Bitte mit --organization ID sagen, wessen Registry es wird.`,
  otherOrganization: (path, organizationId) =>
    `${path} ist die Registry von ${organizationId}, nicht die der genannten Organisation.`,
  keyWritten: (path) =>
    `Der geheime Schlüssel liegt in ${path}. Bitte für sich behalten: wer ihn hat, kann in diesem Namen unterzeichnen.`,
  bindingAdded: (path) => `Der öffentliche Schlüssel ist in ${path} gebunden.`,
  bindingToPublish: () => 'Diese Bindung gehört in die Registry Ihrer Organisation:',
  notSigned: (path, reason) => `${path} wurde nicht unterzeichnet: ${reason}.`,
  signed: (kind, keyId, signingHash) => `Als ${kind} mit ${keyId} unterzeichnet; Signierhash ${signingHash}.`,
  verified: (path) => `${path}: bestätigt`,
  proven: (facts) => [
    `Es ist strenges JSON und passt zum Schema der Art ${facts.kind}.`,
    `Unterzeichnet hat ${facts.principalType} ${facts.principalId} mit dem Schlüssel ${facts.keyId},`,
    `wie ihn die Registry von ${facts.organizationId} bindet, zu einer Zeit, als der Schlüssel galt (${facts.protectedTime}).`,
    `Seither wurde nichts daran verändert: Signierhash ${facts.signingHash}.`,
    'Nicht bewiesen: dass der Unterzeichner das durfte, dass es frisch ist, und wann es zuerst angenommen wurde.',
  ],
  refused: (path, stageNumber, stage) => `${path}: abgelehnt auf Stufe ${stageNumber} von 6 (${stage})`,
  refusal: (reason, detail) => [REASONS[reason as VerificationReason], `Im Einzelnen: ${detail}`],
  organizationMade: (folder, organizationId) => [
    `Die Organisation ${organizationId} liegt in ${folder}.`,
    'Bitte dort organization.yaml lesen: das sind die Regeln, mit Erläuterungen. Die Schlüssel in keys/ sind geheim; bitte sichern.',
    `Weiter: heddle authority status ${folder}`,
  ],
  status: ({ organizationId, events, groups, keys, registryFault, problems }) => [
    `Organisation: ${organizationId}`,
    `Events: ${events} in ${groups} Groups`,
    registryFault === undefined
      ? `Registry: ${keys} Schlüssel, gültig`
      : `Registry: ungültig, ${registryFault}`,
    problems.length === 0 ? 'Datenbank: in Ordnung' : `Datenbank: ${problems.length} Mängel`,
    ...problems.map((problem) => `  ${problem}`),
  ],
  backedUp: (target) =>
    `Die Kopie liegt in ${target} und wurde geprüft. Bitte keys/ und organization.yaml dazu aufheben.`,
  serving: (url, organizationId) => [
    `Die Authority von ${organizationId} lauscht auf ${url} (WebSocket ${url.replace('http', 'ws')}/ws).`,
    'Mit Strg-C beenden: was unterwegs ist, wird noch beantwortet.',
  ],
  servingMetrics: (url) => `Messwerte für den Betrieb: ${url}`,
  stopping: () => 'Wird beendet: keine neuen Verbindungen; was unterwegs ist, wird beantwortet.',
  stopped: () => 'Beendet.',
  backgroundFault: (message) => `Ein Fehler, auf den niemand wartete: ${message}`,
  enrolled: (keyId) => `Der Schlüssel ${keyId} ist gebunden.`,
  cardRegistered: (agentId, cardVersion) =>
    `Die Karte von ${agentId} ist eingetragen, Version ${cardVersion}.`,
  archived: (groupId, throughSequence) => `${groupId} ist archiviert bis Folge ${throughSequence}.`,
  notAccepted: (code, message) => `Die Authority hat es nicht angenommen: ${message} (${code}).`,
  badPort: (text) => `${text} ist kein Port. Gemeint ist eine Zahl von 0 bis 65535.`,
  logProgress: (position) => `… ${position} Events`,
  logVerified: (events, groups, records) =>
    `Jedes von ${events} Events in ${groups} Groups ist signiert, angenommen und an seinem Platz; die ${records} Einträge des Zustands sind, was sie sagen.`,
  logFinding: (position, message) => (position === undefined ? message : `Event ${position}: ${message}`),
  logBroken: (count) =>
    `${count} Befunde. Bitte nichts von Hand reparieren: die Datenbank behalten, wie sie ist, und mit einer Sicherung vergleichen.`,
  storeFault: (kind, message) =>
    `${STORE_FAULTS[kind] ?? STORE_FAULTS['other'] ?? ''} Im Einzelnen: ${message}`,
  organizationFault: (message) => `Der Ordner ist nicht zu verwenden: ${message}.`,
  notKept: 'In Heddle selbst ist etwas schiefgegangen. Nichts wurde verändert. Bitte melden Sie das:',
};
