// Diagnostics as a window has them: what runs here, the self-test with the protocol's vectors, and the report.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { arch, release } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { BundleFault } from '../../conformance/bundle.ts';
import { countVerdicts, runBundle } from '../../conformance/run.ts';
import type { DiagnosticsState, LogLevel, SelfTest } from '../../contract/diagnostics.ts';
import type { NoSummary } from '../../contract/live.ts';
import type { Settings } from '../../contract/system.ts';
import type { Fault } from '../../contract/values.ts';
import type { DeskRuntime } from '../../coordinator/desk-runtime/desk-runtime.ts';
import { say, textsOf } from '../../coordinator/desk-runtime/words/texts.ts';
import { PROTOCOL_VERSION } from '../../protocol/frame.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import type { ProfileKeys } from '../desk-keys.ts';
import { runtimeFolder } from '../runtime-folder.ts';
import type { SearchDesk } from '../search-desk.ts';
import type { DiagnosticsLog } from './diagnostics-log.ts';
import { composeReport, type ReportSection, type ReportValue } from './diagnostics-report.ts';
import { diagnosticsWords } from './diagnostics-words.ts';
import { safeModeMarkOf } from './start-marks.ts';

export interface DiagnosticsDeskOptions {
  readonly desk: DeskRuntime;
  readonly profileFolder: string;
  readonly keys: ProfileKeys;
  readonly search: SearchDesk;
  readonly log: DiagnosticsLog;
  readonly appVersion: string;
  readonly shell: 'electron' | 'browser';
  readonly isSafeMode: boolean;
  readonly settings: () => Settings;
  readonly exports: string;
  readonly nowMs: () => number;
}

type Answer<Value> = Promise<Result<Value, Fault>>;

const MAX_PREVIEWS = 8;
const MAX_FAILURES = 20;

export class DiagnosticsDesk {
  private readonly options: DiagnosticsDeskOptions;
  private readonly previews = new Map<string, string>();
  private lastTest: SelfTest | undefined;

  constructor(options: DiagnosticsDeskOptions) {
    this.options = options;
  }

  state(): DiagnosticsState {
    const { log, appVersion, isSafeMode } = this.options;
    return {
      versions: versionsOf(appVersion).map(([name, value]) => ({ name, value })),
      logLevel: log.level,
      logLines: log.lines.length,
      faults: log.lines.filter(({ type }) => type === 'fault').length,
      isSafeMode,
      ...(this.lastTest === undefined ? {} : { selfTest: this.lastTest }),
    };
  }

  async selfTest(): Answer<SelfTest> {
    const { desk, nowMs } = this.options;
    const root = join(runtimeFolder(), 'test', 'vectors', 'bundle');
    // A packed app has no vectors.
    if (!existsSync(root)) return textsOf(desk.language).fault('not-available-here');
    try {
      const results = await runBundle(root);
      const { passed, failed } = countVerdicts(results);
      const failures = results
        .filter(({ verdict }) => verdict === 'failed')
        .slice(0, MAX_FAILURES)
        .map(({ suite, id }) => `${suite} ${id}`);
      const words = diagnosticsWords(desk.language);
      const text = failed === 0 ? words.testPassed(passed) : words.testFailed(passed, failed);
      this.lastTest = { atMs: nowMs(), passed, failed, failures, words: say('diagnostics.test', text) };
      return accept(this.lastTest);
    } catch (error) {
      if (error instanceof BundleFault) return textsOf(desk.language).fault('failed');
      throw error;
    }
  }

  setLogLevel(level: LogLevel): Result<NoSummary, Fault> {
    this.options.log.level = level;
    return accept({});
  }

  async preview(): Promise<{ previewId: string; text: string }> {
    const { log, nowMs } = this.options;
    const sections = await this.sections();
    const text = composeReport({ madeAtMs: nowMs(), sections, lines: log.lines });
    const previewId = randomUUID();
    this.previews.set(previewId, text);
    const [oldest] = this.previews.keys();
    if (this.previews.size > MAX_PREVIEWS && oldest !== undefined) this.previews.delete(oldest);
    return { previewId, text };
  }

  async save(previewId: string, path: string | undefined): Answer<{ path: string }> {
    const { desk, exports, nowMs } = this.options;
    const text = this.previews.get(previewId);
    if (text === undefined) return textsOf(desk.language).fault('not-now');
    if (path !== undefined && !isAbsolute(path)) return textsOf(desk.language).fault('bad-path');
    const target = path ?? reportPathIn(exports, nowMs());
    return (await saveReport(target, text))
      ? accept({ path: target })
      : textsOf(desk.language).fault('cannot-write');
  }

  async safeMode(isWanted: boolean): Answer<NoSummary> {
    const mark = safeModeMarkOf(this.options.profileFolder);
    if (isWanted) await writeFile(mark, '', { mode: 0o600 });
    else await rm(mark, { force: true });
    return accept({});
  }

  private async sections(): Promise<readonly ReportSection[]> {
    const { desk, keys, search, appVersion, shell, isSafeMode } = this.options;
    const { language, appearance, density, textScale, singleKeyShortcuts } = this.options.settings();
    const connections = desk.connections();
    const links = connections.flatMap((connection) => connection.links);
    const health = await search.health();
    const entries = desk.commands.entries();
    return [
      { title: 'Versions', values: versionsOf(appVersion) },
      {
        title: 'Start',
        values: [
          ['shell', shell],
          ['safe mode', isSafeMode],
          ['self-test passed', this.lastTest?.passed],
          ['self-test failed', this.lastTest?.failed],
        ],
      },
      {
        title: 'Settings',
        values: [
          ['language', language],
          ['appearance', appearance],
          ['density', density],
          ['text scale', textScale],
          ['single keys', singleKeyShortcuts],
        ],
      },
      {
        title: 'Keys',
        values: [
          ['store', keys.store.kind],
          ['condition', keys.store.condition],
          ...countsOf(keys.list().map(({ condition }) => condition)),
        ],
      },
      {
        title: 'Connections',
        values: [
          ...countsOf(connections.map(({ facts }) => facts.kind)),
          ...countsOf(links.map(({ status }) => `link ${status}`)),
          ...countsOf(links.flatMap(({ lastFault }) => lastFault?.reason ?? [])),
          ['groups', connections.reduce((sum, connection) => sum + connection.groupIds().length, 0)],
        ],
      },
      {
        title: 'Search index',
        values: health.flatMap(({ events, indexed, rebuilds }, index) => [
          [`${index + 1} events`, events] as const,
          [`${index + 1} indexed`, indexed] as const,
          [`${index + 1} made anew`, rebuilds] as const,
        ]),
      },
      { title: 'Outbox', values: countsOf(entries.map(({ state }) => state)) },
    ];
  }
}

export function versionsOf(appVersion: string): readonly (readonly [string, string])[] {
  return [
    ['heddle', appVersion],
    ['protocol', PROTOCOL_VERSION],
    ['node', process.versions.node],
    ['v8', process.versions.v8],
    ['platform', `${process.platform} ${arch()}`],
    ['system', release()],
  ];
}

export function reportPathIn(folder: string, nowMs: number): string {
  return join(folder, `diagnostics-${formatTimestamp(nowMs).replaceAll(/[:.]/gu, '-')}.txt`);
}

/** False when it could not be written; nothing that exists is overwritten. */
export async function saveReport(path: string, text: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true });
    return true;
  } catch {
    return false;
  }
}

function countsOf(words: readonly string[]): readonly (readonly [string, ReportValue])[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
