// German texts for the faults of a brief.
import { type BriefWords, listNames } from './fault-texts.ts';
import type { BriefMeasure, BriefNameKind } from './faults.ts';

const KINDS: { readonly [Kind in BriefNameKind]: string } = {
  work: 'kein WorkItem',
  input: 'keine Eingabe',
  criterion: 'kein Kriterium',
  capability: 'keine Capability',
  worker: 'keinen Worker',
};

const TYPES: { readonly [type: string]: string } = {
  object: 'eine Gruppe von Angaben',
  array: 'eine Liste',
  string: 'ein Text',
  number: 'eine Zahl',
  integer: 'eine ganze Zahl',
  boolean: 'true oder false',
  null: 'nichts',
};

const FORMS: { readonly [form: string]: string } = {
  BriefName:
    'Kleinbuchstaben und Ziffern mit einzelnen Bindestrichen, ein Buchstabe zuerst, etwa check-links',
  BriefCriterionId: 'Buchstaben, Ziffern, ".", "_" und "-", ein Buchstabe oder eine Ziffer zuerst',
  BriefCapability: 'eine Capability wie files.inventory oder files.inventory@1.0.0',
  BriefOfferedCapability: 'eine Capability mit Version wie files.inventory@1.0.0',
  BriefOperation: 'eine Operation wie read oder files.write',
  BriefTool: 'der Name eines Werkzeugs, etwa pandoc',
  BriefDuration: 'Tage, Stunden, Minuten und Sekunden, das Größte zuerst, etwa 90s, 5m, 1h30m oder 2d',
  BriefPath: 'ein Pfad relativ zum Brief, mit "/", etwa workers/inventory/worker.yaml',
  BriefCurrency: 'eine Währung aus drei Großbuchstaben, etwa EUR',
  BriefProof: 'ein WorkItem, allein oder mit Kriterium, etwa report oder report/complete',
  BriefFileName: 'ein einfacher Dateiname wie report.md',
  BriefDeliverable: 'ein einfacher Dateiname wie report.md',
  BriefMediaType: 'ein Medientyp wie application/json',
  BriefPointer: 'ein JSON-Pointer wie /summary/files',
  BriefFailureCode: 'Großbuchstaben, Ziffern und "_", etwa PROGRAM_FAILED',
  Timestamp: 'ein Zeitpunkt wie 2026-05-04T09:00:00Z',
  Id: 'eine absolute URI wie urn:example:thing',
  Semver: 'eine Version wie 1.0.0',
};

const MEASURES: { readonly [Measure in BriefMeasure]: string } = {
  number: 'Wert: ',
  length: 'Anzahl Zeichen: ',
  items: 'Anzahl Einträge: ',
  members: 'Anzahl Angaben: ',
};

const SYNTAX: { readonly [problem: string]: string } = {
  TAB_AS_INDENT: 'Bitte mit Leerzeichen statt mit Tabulatoren einrücken.',
  BAD_INDENT: 'Was zusammengehört, braucht dieselbe Einrückung.',
  BAD_DQ_ESCAPE: 'Ein Backslash wird in doppelten Anführungszeichen als "\\\\" geschrieben.',
  MISSING_CHAR: 'Hier fehlt eine Klammer, ein Anführungszeichen, ein Komma oder ein Doppelpunkt.',
  MULTILINE_IMPLICIT_KEY: 'Ein Name steht in einer Zeile, und ein Doppelpunkt folgt ihm.',
  BLOCK_AS_IMPLICIT_KEY:
    'In einer Zeile steht nur ein "Name: Wert"; Text mit Doppelpunkt gehört in Anführungszeichen.',
  UNEXPECTED_TOKEN: 'Text mit Sonderzeichen gehört in Anführungszeichen.',
  BAD_SCALAR_START: 'Text mit Sonderzeichen gehört in Anführungszeichen.',
  'duplicate-member': 'Jeder Name darf einmal vorkommen.',
  'byte-order-mark': 'Bitte als UTF-8 ohne Byte-Order-Mark speichern.',
};

const maybe = (nearest: string | undefined) =>
  nearest === undefined ? '' : `Vielleicht ist "${nearest}" gemeint. `;

export const GERMAN_BRIEF_WORDS: BriefWords = {
  'too-large': ({ sizeBytes, limitBytes }) => ({
    wrong: `Der Brief hat ${sizeBytes} Byte.`,
    right: `Erlaubt sind ${limitBytes}.`,
  }),
  'not-utf8': () => ({ wrong: 'Die Datei ist kein UTF-8-Text.', right: 'Bitte als UTF-8 speichern.' }),
  'hidden-character': ({ character }) => ({
    wrong: `Hier steht das verborgene Zeichen ${character}; es lässt Text anders aussehen, als er ist.`,
    right: 'Bitte entfernen.',
  }),
  syntax: ({ problem }) => ({
    wrong: `Das lässt sich nicht lesen (${problem}).`,
    right:
      SYNTAX[problem] ?? 'Bitte diese Zeile und die davor mit den Beispielen in docs/briefs.md vergleichen.',
  }),
  empty: () => ({
    wrong: 'Der Brief ist leer.',
    right: 'Er beginnt mit "brief: 1"; docs/briefs.md hat ein Beispiel.',
  }),
  'several-documents': () => ({
    wrong: 'Hier beginnt ein zweites Dokument.',
    right: 'Eine Datei enthält einen Brief.',
  }),
  'too-deep': ({ limit }) => ({
    wrong: 'Das ist zu tief verschachtelt.',
    right: `Höchstens ${limit} Ebenen.`,
  }),
  alias: ({ name }) => ({
    wrong: `Anker und Aliase ("${name}") sind in einem Brief nicht erlaubt.`,
    right: 'Bitte den Wert ausschreiben.',
  }),
  tag: ({ tag }) => ({
    wrong: `Das Tag ${tag} ist in einem Brief nicht erlaubt.`,
    right: 'Bitte weglassen.',
  }),
  'repeated-name': ({ name, firstLine }) => ({
    wrong: `"${name}" kommt ein zweites Mal vor.`,
    right: `Nur eines behalten; das erste steht in Zeile ${firstLine}.`,
  }),
  'name-not-text': () => ({ wrong: 'Ein Name muss Text sein.', right: 'Bitte in Anführungszeichen setzen.' }),
  'no-number': ({ found }) => ({
    wrong: `${found} ist keine Zahl, mit der sich rechnen lässt.`,
    right: 'Bitte eine endliche Zahl angeben.',
  }),
  'unknown-member': ({ name, allowed, nearest }) => ({
    wrong: `"${name}" ist hier nicht bekannt.`,
    right: `${maybe(nearest)}Bekannt sind: ${listNames(allowed, 'keine')}.`,
  }),
  'missing-member': ({ name }) => ({ wrong: `"${name}" fehlt.`, right: 'Bitte ergänzen.' }),
  'wrong-type': ({ expected, found }) => ({
    wrong: `Hier steht ${TYPES[found] ?? found}.`,
    right: `Es muss ${expected.map((type) => TYPES[type] ?? type).join(' oder ')} sein.`,
  }),
  'not-allowed': ({ found, allowed, nearest }) => ({
    wrong: `"${found}" ist hier nicht möglich.`,
    right: `${maybe(nearest)}Möglich sind: ${listNames(allowed, 'keine')}.`,
  }),
  'wrong-form': ({ found, form }) => ({
    wrong: `"${found}" hat nicht die richtige Form.`,
    right: `Richtig wäre ${FORMS[form] ?? 'was docs/briefs.md beschreibt'}.`,
  }),
  'too-little': ({ measure, limit }) => ({
    wrong: 'Das ist zu wenig.',
    right: `${MEASURES[measure]}mindestens ${limit}.`,
  }),
  'too-much': ({ measure, limit }) => ({
    wrong: 'Das ist zu viel.',
    right: `${MEASURES[measure]}höchstens ${limit}.`,
  }),
  'repeated-item': () => ({ wrong: 'Ein Eintrag kommt zweimal vor.', right: 'Nur einen behalten.' }),
  'unknown-name': ({ kind, name, known, nearest }) => ({
    wrong: `Dieser Brief kennt ${KINDS[kind]} "${name}".`,
    right: `${maybe(nearest)}Bekannt sind: ${listNames(known, 'keine')}.`,
  }),
  'repeated-id': ({ id }) => ({
    wrong: `"${id}" kommt zweimal vor.`,
    right: 'Bitte verschiedene Namen geben.',
  }),
  'version-not-offered': ({ capability, offered }) => ({
    wrong: `Kein Worker dieses Briefs bietet ${capability} oder eine verträgliche spätere Version.`,
    right: `Angeboten sind: ${listNames(offered, 'keine')}.`,
  }),
  cycle: ({ names }) => ({
    wrong: `Die Arbeit wartet auf sich selbst: ${names.join(' → ')}.`,
    right: 'Bitte eines dieser "needs" entfernen.',
  }),
  'budget-above-parent': ({ dimension, wanted, allowed, parent }) => ({
    wrong: `${dimension}: ${wanted} ist mehr, als "${parent}" hat.`,
    right: `Höchstens ${allowed}.`,
  }),
  'budgets-above-parent': ({ dimension, wanted, allowed, parent }) => ({
    wrong: `Die Arbeit von "${parent}" bekommt zusammen ${wanted} ${dimension}.`,
    right: `Höchstens ${allowed}: dieses Budget anheben oder die der Arbeit senken.`,
  }),
  'currency-missing': () => ({
    wrong: 'Dem Geld fehlt die Währung.',
    right: 'Bitte "currency" ergänzen, etwa EUR.',
  }),
  'currency-differs': ({ found, expected }) => ({
    wrong: `${found} ist eine andere Währung als die der Mission.`,
    right:
      expected === undefined
        ? 'Die Mission hat kein Geld: bitte weglassen.'
        : `${expected} nehmen oder weglassen.`,
  }),
  'money-too-fine': ({ found }) => ({
    wrong: `${found} lässt sich nicht genau zählen.`,
    right: 'Höchstens sechs Nachkommastellen.',
  }),
  'deadline-past': ({ deadline, now }) => ({
    wrong: `${deadline} ist schon vorbei.`,
    right: `Es muss nach ${now} liegen.`,
  }),
  'deadline-after-parent': ({ deadline, allowed, parent }) => ({
    wrong: `${deadline} liegt nach dem Ende von "${parent}".`,
    right: `Spätestens ${allowed}.`,
  }),
  'tool-not-allowed': ({ tool, allowed, nearest }) => ({
    wrong: `Das Werkzeug "${tool}" ist nicht erlaubt.`,
    right: `${maybe(nearest)}Erlaubt sind: ${listNames(allowed, 'keine')}. Mehr erlaubt "permissions".`,
  }),
  'operation-not-allowed': ({ operation, allowed, nearest }) => ({
    wrong: `Die Operation "${operation}" ist nicht erlaubt.`,
    right: `${maybe(nearest)}Erlaubt sind: ${listNames(allowed, 'keine')}. Mehr erlaubt "permissions".`,
  }),
  'worker-source': () => ({
    wrong: 'Es ist nicht klar, welcher Worker das ist.',
    right:
      'Entweder "config" (ein Worker, der gestartet wird) oder "agent" (einer, den es schon gibt) angeben.',
  }),
  'contract-or-mission': ({ missing, unexpected }) =>
    unexpected.length > 0
      ? {
          wrong: `Das führt eine Kind-Mission aus, darum kann ${listNames(unexpected, '')} hier nicht stehen.`,
          right: 'Es gehört zur Arbeit der Kind-Mission.',
        }
      : {
          wrong: `${listNames(missing, '')} fehlt.`,
          right: 'Bitte ergänzen, oder eine "mission" mit eigener Arbeit angeben.',
        },
  'too-nested': ({ limit }) => ({
    wrong: 'Die Kind-Missionen sind zu tief verschachtelt.',
    right: `Höchstens ${limit} Ebenen.`,
  }),
  'approval-needed': ({ risk }) => ({
    wrong: `Arbeit mit dem Risiko ${risk} beginnt erst nach einem Approval.`,
    right: 'Bitte "approval: human_required" setzen oder weglassen.',
  }),
  'human-in-child': () => ({
    wrong: 'In einer Kind-Mission entscheidet kein Mensch: sie gehört dem Coordinator.',
    right: 'Diese Arbeit aus der Kind-Mission herausnehmen, oder das Approval oder human_review streichen.',
  }),
  'review-needed': ({ criterion }) => ({
    wrong: `"${criterion}" verlangt reviewer_assessment, und niemand prüft das.`,
    right: 'Ein "review" mit einer Capability ergänzen oder reviewer_assessment streichen.',
  }),
  'review-unused': () => ({
    wrong: 'Kein Kriterium verlangt hier reviewer_assessment.',
    right: 'reviewer_assessment zu "evidence" eines Kriteriums nehmen oder das Review streichen.',
  }),
  'members-need-json': ({ file, mediaType }) => ({
    wrong: `"${file}" ist ${mediaType} und hat keine Bestandteile.`,
    right: '"members" streichen oder einen JSON-Medientyp angeben.',
  }),
  'reserved-name': ({ name, reserved }) => ({
    wrong: `"${name}" sagt der Coordinator einem Worker selbst.`,
    right: `Bitte einen anderen Namen als ${listNames(reserved, '')} wählen.`,
  }),
  'reviewer-not-independent': ({ worker }) => ({
    wrong: `"${worker}" könnte das hergestellt haben und kann es als Einziger prüfen.`,
    right: 'Einen weiteren Worker mit dieser Capability angeben: niemand prüft die eigene Arbeit.',
  }),
  'not-provable': ({ criterion, evidence }) => ({
    wrong: `"${criterion}" lässt sich nicht beweisen: kein Kriterium seiner Arbeit verlangt ${listNames(evidence, '')}.`,
    right:
      'Das zu "evidence" eines Kriteriums unter "accept" nehmen oder unter "provenBy" andere Arbeit nennen.',
  }),
  'duration-too-long': ({ limitDays }) => ({
    wrong: 'Das ist zu lang.',
    right: `Höchstens ${limitDays} Tage.`,
  }),
  'duration-nothing': () => ({ wrong: 'Das ist gar keine Zeit.', right: 'Mindestens 1s.' }),
};
