// Sample backups, the summary of a profile's data, diagnostics, and a profile that cannot be opened.
import type { BackupRow, DataSummary } from '../../core/contract/data.ts';
import type { DiagnosticsState } from '../../core/contract/diagnostics.ts';
import type { RecoveryState } from '../../core/contract/recovery.ts';
import { sampleMissingKeys } from './sample-system.ts';
import { DAY, HOUR, type SampleContext } from './sample-world.ts';

const FOLDER = '/home/ada/heddle-backups';

export const SAMPLE_REPORT = `Heddle diagnostics
made at 2026-12-01T02:00:00.000Z
Without keys, tokens, messages, titles, names, addresses and paths.

Versions
  heddle: 0.1.0
  protocol: 0.1
  node: 24.21.0

Keys
  store: os-keychain
  condition: available
  available: 4

Log of this run (1)
  2026-12-01T01:14:07.000Z StoreFault busy SQLITE_BUSY
      core/store/sqlite/retry.ts:18
`;

export function sampleBackups({ say, nowMs }: SampleContext): BackupRow[] {
  const complete = (index: number, ageMs: number, events: number): BackupRow => ({
    id: `backup-${index}`,
    sort: String(index),
    path: `${FOLDER}/heddle-2026-1${index}.backup`,
    name: `heddle-2026-11-${30 - index}T02-00-00Z.backup`,
    createdAtMs: nowMs - ageMs,
    bytes: 48_300_000 - index * 1_000_000,
    facts: { events, waiting: 3, drafts: 1, identities: 4, keys: 4 },
    state: 'complete',
    words: say(
      `complete: ${events} Events, 3 Commands that wait, 1 draft, 4 identities, 4 keys`,
      `vollständig: ${events} Events, 3 wartende Commands, 1 Entwurf, 4 Identitäten, 4 Schlüssel`,
    ),
  });
  return [
    complete(0, 5 * HOUR, 2_362),
    complete(1, 1 * DAY + 5 * HOUR, 2_301),
    {
      id: 'backup-2',
      sort: '2',
      path: `${FOLDER}/heddle-2026-11-28T02-00-00Z.backup`,
      name: 'heddle-2026-11-28T02-00-00Z.backup',
      bytes: 0,
      state: 'damaged',
      words: say('damaged: it is not used', 'beschädigt: wird nicht verwendet'),
    },
  ];
}

export function sampleDataSummary(context: SampleContext, isEmpty: boolean): DataSummary {
  const { say, nowMs } = context;
  const summary: DataSummary = {
    location: '/home/ada/.local/share/heddle',
    sizes: { databases: 31_400_000, artifacts: 212_000_000, rest: 41_000 },
    plan: { folder: FOLDER, every: isEmpty ? 'never' : 'day', keep: 7 },
    hasPassphrase: !isEmpty,
    rebuildsAtStart: false,
  };
  if (isEmpty) return summary;
  summary.missingKeys = sampleMissingKeys(context);
  summary.lastCheck = {
    atMs: nowMs - HOUR,
    isSound: false,
    words: say(
      '1 database has something wrong in it. Rebuild, or restore a backup into a new folder.',
      'In 1 Datenbank stimmt etwas nicht. Baue neu auf, oder stelle eine Sicherung in einem neuen Ordner wieder her.',
    ),
    verdicts: [
      {
        path: 'replicas/4f1c.db',
        words: say('acme.example, Ada', 'acme.example, Ada'),
        isSound: true,
        events: 1_482,
        records: 902,
        problems: [],
      },
      {
        path: 'replicas/9a02.db',
        words: say('lab.local, Ada', 'lab.local, Ada'),
        isSound: false,
        events: 880,
        records: 411,
        problems: ['workItem urn:lab:work-item:load-3 is not what the Events say'],
      },
    ],
  };
  return summary;
}

export function sampleDiagnostics(): DiagnosticsState {
  return {
    versions: [
      { name: 'heddle', value: '0.1.0' },
      { name: 'protocol', value: '0.1' },
      { name: 'node', value: '24.21.0' },
      { name: 'platform', value: 'linux x64' },
    ],
    logLevel: 'faults',
    logLines: 1,
    faults: 1,
    isSafeMode: false,
  };
}

export function sampleRecovery(context: SampleContext, isEmpty: boolean): RecoveryState {
  const { say } = context;
  return {
    isNeeded: true,
    location: '/home/ada/.local/share/heddle',
    problems: [
      {
        code: 'corrupt',
        words: say('A database is damaged: acme.example.', 'Eine Datenbank ist beschädigt: acme.example.'),
        advice: say(
          'Save the raw databases first. Then restore a backup: what a connected Authority has comes again by itself. Safe mode opens everything else.',
          'Sichere zuerst die rohen Datenbanken. Stelle dann eine Sicherung wieder her: Was eine verbundene Authority hat, kommt von selbst wieder. Der abgesicherte Modus öffnet alles Übrige.',
        ),
        detail: 'SQLITE_NOTADB: file is not a database',
      },
    ],
    backups: isEmpty ? [] : sampleBackups(context),
    backupFolder: FOLDER,
    asideFolder: '/home/ada/.local/share/heddle.before-2026-12-01T02-00-00Z',
  };
}
