// The sample desk's answers about the data of a profile, diagnostics and recovery.
import type { implement } from '@orpc/server';
import type { deskContract } from '../../core/contract/contract.ts';
import { MockRows } from './mock-live.ts';
import {
  sampleBackups,
  sampleDataSummary,
  sampleDiagnostics,
  sampleRecovery,
  SAMPLE_REPORT,
} from './sample-data.ts';
import { sampleMissingKeys } from './sample-system.ts';
import type { SampleContext } from './sample-world.ts';

type Procedures = ReturnType<typeof implement<typeof deskContract>>;

export function mockData(
  os: Pick<Procedures, 'data' | 'diagnostics' | 'recovery'>,
  contextOf: () => SampleContext,
  isEmpty: boolean,
) {
  const done = { ok: true as const, value: {} };
  const first = contextOf();
  const rows = new MockRows(isEmpty ? [] : sampleBackups(first), sampleDataSummary(first, isEmpty));
  let diagnostics = sampleDiagnostics();
  const facts = { events: 2_362, waiting: 3, drafts: 1, identities: 4, keys: 4 };
  const acted = (en: string, de: string, isStarted = false) => ({
    ok: true as const,
    value: { isStarted, words: contextOf().say(en, de) },
  });
  return {
    data: {
      follow: os.data.follow.handler(({ signal }) => {
        const context = contextOf();
        return new MockRows(
          isEmpty ? [] : sampleBackups(context),
          Object.assign(sampleDataSummary(context, isEmpty), {
            plan: rows.summary.plan,
            hasPassphrase: rows.summary.hasPassphrase,
            rebuildsAtStart: rows.summary.rebuildsAtStart,
          }),
        ).follow(signal);
      }),
      setPassphrase: os.data.setPassphrase.handler(() => {
        rows.summarize({ ...rows.summary, hasPassphrase: true });
        return done;
      }),
      changePlan: os.data.changePlan.handler(({ input }) => {
        rows.summarize({ ...rows.summary, plan: input });
        return done;
      }),
      backUp: os.data.backUp.handler(() => ({
        ok: true as const,
        value: {
          path: '/home/ada/heddle-backups/heddle-2026-12-01T02-00-00Z.backup',
          facts,
          words: contextOf().say('Written, with 2,362 Events.', 'Geschrieben, mit 2.362 Events.'),
          missingKeys: sampleMissingKeys(contextOf()),
        },
      })),
      tryBackup: os.data.tryBackup.handler(() => ({
        ok: true as const,
        value: {
          facts,
          isSame: true,
          words: contextOf().say(
            'Restored and checked: everything is there.',
            'Wiederhergestellt und geprüft: Alles ist da.',
          ),
          missingKeys: [],
        },
      })),
      restore: os.data.restore.handler(({ input }) => ({
        ok: true as const,
        value: {
          folder: input.folder,
          words: contextOf().say('Restored.', 'Wiederhergestellt.'),
          missingKeys: [],
        },
      })),
      check: os.data.check.handler(() => ({
        ok: true as const,
        value: {
          isSound: true,
          words: contextOf().say('5 databases are sound.', '5 Datenbanken sind heil.'),
        },
      })),
      rebuild: os.data.rebuild.handler(({ input }) => {
        rows.summarize({ ...rows.summary, rebuildsAtStart: input.isWanted });
        return done;
      }),
      exportAll: os.data.exportAll.handler(() => ({
        ok: true as const,
        value: {
          folder: '/home/ada/heddle/exports/all',
          bundles: 3,
          events: 2_362,
          words: contextOf().say('3 bundles were written.', '3 Bundles wurden geschrieben.'),
        },
      })),
    },
    diagnostics: {
      state: os.diagnostics.state.handler(() => diagnostics),
      selfTest: os.diagnostics.selfTest.handler(() => ({
        ok: true as const,
        value: {
          atMs: contextOf().nowMs,
          passed: 412,
          failed: 0,
          failures: [],
          words: contextOf().say(
            "412 cases of the protocol's test vectors passed, none failed.",
            '412 Fälle der Testvektoren des Protokolls bestanden, keiner gescheitert.',
          ),
        },
      })),
      setLogLevel: os.diagnostics.setLogLevel.handler(({ input }) => {
        diagnostics = { ...diagnostics, logLevel: input.level };
        return done;
      }),
      preview: os.diagnostics.preview.handler(() => ({ previewId: '1', text: SAMPLE_REPORT })),
      save: os.diagnostics.save.handler(() => ({
        ok: true as const,
        value: { path: '/home/ada/heddle/exports/diagnostics.txt' },
      })),
      safeMode: os.diagnostics.safeMode.handler(() => done),
    },
    recovery: {
      state: os.recovery.state.handler(() => sampleRecovery(contextOf(), isEmpty)),
      retry: os.recovery.retry.handler(() =>
        acted('It still cannot be opened.', 'Es lässt sich weiterhin nicht öffnen.'),
      ),
      safeMode: os.recovery.safeMode.handler(() =>
        acted('It still cannot be opened.', 'Es lässt sich weiterhin nicht öffnen.'),
      ),
      rebuild: os.recovery.rebuild.handler(() =>
        acted('1 database could not be made anew.', '1 Datenbank ließ sich nicht neu aufbauen.'),
      ),
      restore: os.recovery.restore.handler(() =>
        acted('The backup was restored.', 'Die Sicherung ist wiederhergestellt.'),
      ),
      exportRaw: os.recovery.exportRaw.handler(() => ({
        ok: true as const,
        value: {
          folder: '/home/ada/heddle-raw',
          files: 5,
          words: contextOf().say(
            '5 files were copied to /home/ada/heddle-raw, byte by byte.',
            '5 Dateien wurden Byte für Byte nach /home/ada/heddle-raw kopiert.',
          ),
        },
      })),
      previewReport: os.recovery.previewReport.handler(() => ({ text: SAMPLE_REPORT })),
      saveReport: os.recovery.saveReport.handler(() => ({
        ok: true as const,
        value: { path: '/home/ada/diagnostics.txt' },
      })),
    },
  };
}
