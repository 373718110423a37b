// The procedures about the data of a profile, diagnostics, and recovery where none is needed.
import type { implement } from '@orpc/server';
import type { deskContract } from '../../contract/contract.ts';
import type { LivePart, LiveRow } from '../../contract/live.ts';
import type { DeskRuntime } from '../../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveSource } from '../../coordinator/desk-runtime/live-queries.ts';
import { textsOf } from '../../coordinator/desk-runtime/words/texts.ts';
import type { DataDesk } from './data-desk.ts';
import type { DiagnosticsDesk } from './diagnostics-desk.ts';

type Procedures = ReturnType<typeof implement<typeof deskContract>>;

/** Opens a live query for as long as its window wants it. */
type OpenLive = <Row extends LiveRow, Summary>(
  source: LiveSource<Row, Summary>,
  signal: AbortSignal | undefined,
) => AsyncGenerator<LivePart<Row, Summary>, void, void>;

export interface ProfileServices {
  readonly data: DataDesk;
  readonly diagnostics: DiagnosticsDesk;
}

export function dataProcedures(
  os: Pick<Procedures, 'data' | 'diagnostics' | 'recovery'>,
  desk: DeskRuntime,
  { data, diagnostics }: ProfileServices,
  live: OpenLive,
) {
  const notNow = () => textsOf(desk.language).fault('not-now');
  return {
    data: {
      follow: os.data.follow.handler(({ signal }) => live(data.source(), signal)),
      setPassphrase: os.data.setPassphrase.handler(({ input }) => data.setPassphrase(input.passphrase)),
      changePlan: os.data.changePlan.handler(({ input }) => data.changePlan(input)),
      backUp: os.data.backUp.handler(() => data.backUp()),
      tryBackup: os.data.tryBackup.handler(({ input }) => data.tryBackup(input.path, input.passphrase)),
      restore: os.data.restore.handler(({ input }) =>
        data.restore(input.path, input.passphrase, input.folder),
      ),
      check: os.data.check.handler(() => data.check()),
      rebuild: os.data.rebuild.handler(({ input }) => data.rebuild(input.isWanted)),
      exportAll: os.data.exportAll.handler(({ input }) => data.exportAll(input.folder)),
    },
    diagnostics: {
      state: os.diagnostics.state.handler(() => diagnostics.state()),
      selfTest: os.diagnostics.selfTest.handler(() => diagnostics.selfTest()),
      setLogLevel: os.diagnostics.setLogLevel.handler(({ input }) => diagnostics.setLogLevel(input.level)),
      preview: os.diagnostics.preview.handler(() => diagnostics.preview()),
      save: os.diagnostics.save.handler(({ input }) => diagnostics.save(input.previewId, input.path)),
      safeMode: os.diagnostics.safeMode.handler(({ input }) => diagnostics.safeMode(input.isWanted)),
    },
    recovery: {
      state: os.recovery.state.handler(() => ({
        isNeeded: false,
        location: '',
        problems: [],
        backups: [],
        backupFolder: '',
        asideFolder: '',
      })),
      retry: os.recovery.retry.handler(notNow),
      safeMode: os.recovery.safeMode.handler(notNow),
      rebuild: os.recovery.rebuild.handler(notNow),
      restore: os.recovery.restore.handler(notNow),
      exportRaw: os.recovery.exportRaw.handler(notNow),
      previewReport: os.recovery.previewReport.handler(() => ({ text: '' })),
      saveReport: os.recovery.saveReport.handler(notNow),
    },
  };
}
