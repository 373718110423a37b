// Verifications that were asked for: one for each log at most, each in a thread of its own, followed live, stopped and taken up
// again.
import { Worker } from 'node:worker_threads';
import type { VerificationFinding, VerificationSummary } from '../contract/history.ts';
import type { Fault } from '../contract/values.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import { sortNumber } from '../coordinator/desk-runtime/rows/row-context.ts';
import {
  STAGES,
  type Verdict,
  verificationWords,
} from '../coordinator/desk-runtime/words/verification-words.ts';
import { say, type Texts, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { VerificationStage } from '../protocol/verify.ts';
import type { LogCheck, LogFailure, LogProgress } from './history-verification.ts';
import type { HistoryReader } from './history-reader.ts';
import type { HistorySource } from './history-sources.ts';
import type { VerifyOrder, VerifyReport } from './history-verify-thread.ts';

interface Run {
  readonly source: HistorySource;
  readonly fromSequence: number;
  readonly throughSequence: number;
  state: Exclude<VerificationSummary['state'], 'none'>;
  /** Of the parts before this one, when it was taken up again. */
  readonly before: LogProgress | undefined;
  progress: LogProgress;
  bindings: number;
  readonly startedAtMs: number;
  /** Events that this part has looked at, and how long it took. */
  elapsedMs: number;
  worker: Worker | undefined;
}

interface Range {
  readonly connectionId: string;
  readonly groupId: string;
  readonly fromSequence?: number | undefined;
  readonly throughSequence?: number | undefined;
}

const NOTHING: LogProgress = {
  through: 0,
  checked: 0,
  verified: 0,
  unknownKeys: 0,
  failures: [],
  failureCount: 0,
  snapshots: 0,
  keys: [],
};

export class HistoryVerifications {
  private readonly desk: DeskRuntime;
  private readonly reader: HistoryReader;
  private readonly findSource: (connectionId: string, groupId: string) => HistorySource | undefined;
  private readonly onFault: (error: unknown) => void;
  private readonly runs = new Map<string, Run>();

  constructor(
    desk: DeskRuntime,
    reader: HistoryReader,
    findSource: (connectionId: string, groupId: string) => HistorySource | undefined,
    onFault: (error: unknown) => void,
  ) {
    this.desk = desk;
    this.reader = reader;
    this.findSource = findSource;
    this.onFault = onFault;
  }

  async verify({ connectionId, groupId, ...range }: Range): Promise<Result<Record<string, never>, Fault>> {
    const source = this.findSource(connectionId, groupId);
    const found =
      source === undefined
        ? undefined
        : await this.reader.ask('locate', {
            replicaPath: source.replicaPath,
            groupId,
            query: undefined,
            sequence: 0,
          });
    if (source === undefined || found === undefined) return this.texts.fault('no-group');
    const key = keyOf(connectionId, groupId);
    const last = this.runs.get(key);
    if (last?.state === 'running') return accept({});
    const { startsAfter, cursor } = found.reach;
    const hasRange = range.fromSequence !== undefined || range.throughSequence !== undefined;
    const goesOn = !hasRange && last?.state === 'stopped';
    const run: Run = {
      source,
      fromSequence: goesOn ? last.fromSequence : Math.max(startsAfter + 1, range.fromSequence ?? 1),
      throughSequence: Math.min(cursor, range.throughSequence ?? cursor),
      state: 'running',
      before: goesOn ? allOf(last) : undefined,
      progress: NOTHING,
      bindings: 0,
      startedAtMs: performance.now(),
      elapsedMs: 0,
      worker: undefined,
    };
    this.runs.set(key, run);
    this.start(run, goesOn ? allOf(last).through + 1 : run.fromSequence);
    this.tell();
    return accept({});
  }

  /** What was proven so far stays, and is where the next one goes on. */
  stop(connectionId: string, groupId: string): void {
    this.runs.get(keyOf(connectionId, groupId))?.worker?.postMessage('stop');
  }

  /** The verdict about the whole range that was asked for, with its basis; undefined before it is done. */
  verdictOf(connectionId: string, groupId: string): string | undefined {
    const run = this.runs.get(keyOf(connectionId, groupId));
    if (run === undefined) return undefined;
    const { verdictWords, basisWords } = this.summaryOf(run, allOf(run));
    return verdictWords === undefined
      ? undefined
      : [verdictWords.text, ...(basisWords === undefined ? [] : [basisWords.text])].join(' · ');
  }

  source(connectionId: string, groupId: string): LiveSource<VerificationFinding, VerificationSummary> {
    return {
      concerns: (topic) => topic.kind === 'area' && (topic.area === 'history' || topic.area === 'settings'),
      read: () => {
        const run = this.runs.get(keyOf(connectionId, groupId));
        const progress = run === undefined ? NOTHING : allOf(run);
        return {
          rows: progress.failures.map((failure, at) => this.findingOf(failure, at)),
          summary: run === undefined ? { ...EMPTY } : this.summaryOf(run, progress),
        };
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.runs.values()].map(async ({ worker }) => worker?.terminate()));
  }

  private get texts(): Texts {
    return textsOf(this.desk.language);
  }

  private start(run: Run, fromSequence: number): void {
    const { replicaPath, groupId } = run.source;
    const worker = new Worker(new URL('./history-verify-thread.ts', import.meta.url), {
      name: 'heddle-verification',
      workerData: {
        replicaPath,
        groupId,
        fromSequence,
        throughSequence: run.throughSequence,
      } satisfies VerifyOrder,
    });
    worker.unref();
    run.worker = worker;
    const end = (state: Run['state']): void => {
      if (run.state !== 'running') return;
      run.state = state;
      run.worker = undefined;
      this.tell();
    };
    worker.on('message', ({ progress, isDone, bindings }: VerifyReport) => {
      run.progress = progress;
      run.bindings = bindings;
      run.elapsedMs = performance.now() - run.startedAtMs;
      if (isDone) end(progress.through >= run.throughSequence ? 'done' : 'stopped');
      else this.tell();
    });
    worker.on('error', (error) => {
      this.onFault(error);
      end('broken');
    });
    worker.on('exit', () => end('stopped'));
  }

  private tell(): void {
    this.desk.tell({ kind: 'area', area: 'history' });
  }

  private findingOf(failure: LogFailure, at: number): VerificationFinding {
    const { sequence, check, detail } = failure;
    return {
      id: `${sequence} ${check} ${at}`,
      sort: sortNumber(sequence),
      sequence,
      check,
      words: say(`check.${check}`, nameOf(this.texts, check)),
      detail,
    };
  }

  private summaryOf(run: Run, progress: LogProgress): VerificationSummary {
    const { state, fromSequence, throughSequence, bindings, elapsedMs } = run;
    const { through, checked, verified, unknownKeys, failureCount, keys } = progress;
    const verdict = state === 'done' ? verdictOf(progress, run.source.isPinned) : undefined;
    const perSecond = elapsedMs > 0 ? Math.round((run.progress.checked * 1_000) / elapsedMs) : undefined;
    return {
      state,
      fromSequence,
      throughSequence,
      through: Math.max(through, fromSequence - 1),
      checked,
      verified,
      unknownKeys,
      failureCount,
      keys: keys.map((key) => Object.assign({}, key)),
      ...(perSecond === undefined ? {} : { perSecond }),
      ...(verdict === undefined ? {} : this.wordsOf(verdict, progress, fromSequence, bindings)),
    };
  }

  private wordsOf(
    verdict: Verdict,
    progress: LogProgress,
    fromSequence: number,
    bindings: number,
  ): Pick<VerificationSummary, 'verdict' | 'verdictWords' | 'basisWords'> {
    const words = verificationWords(this.desk.language);
    const [first] = progress.failures;
    const text =
      verdict !== 'failed'
        ? words.verdicts[verdict]
        : first === undefined
          ? ''
          : isStage(first.check)
            ? words.verdicts.failed(
                first.sequence,
                STAGES.indexOf(first.check) + 1,
                words.stages[first.check],
              )
            : words.failedRule(first.sequence, words.rules[first.check]);
    const hasGaps = progress.failures.some(({ check }) => check === 'order');
    const basis = words.basis({ ...progress, bindings, fromSequence, hasGaps }, this.texts.format.number);
    return {
      verdict,
      verdictWords: say(`verdict.${verdict}`, text),
      basisWords: say('verdict.basis', basis),
    };
  }
}

const EMPTY: VerificationSummary = {
  state: 'none',
  fromSequence: 1,
  throughSequence: 0,
  through: 0,
  checked: 0,
  verified: 0,
  unknownKeys: 0,
  failureCount: 0,
  keys: [],
};

function keyOf(connectionId: string, groupId: string): string {
  return JSON.stringify([connectionId, groupId]);
}

function isStage(check: LogCheck): check is VerificationStage {
  return STAGES.some((stage) => stage === check);
}

function nameOf({ language }: Texts, check: LogCheck): string {
  const { stages, rules } = verificationWords(language);
  return isStage(check) ? stages[check] : rules[check];
}

/** A failure weighs more than a key that is not known, and that more than whose the keys are. */
function verdictOf({ failureCount, unknownKeys }: LogProgress, isPinned: boolean): Verdict {
  if (failureCount > 0) return 'failed';
  if (unknownKeys > 0) return 'unknown-key';
  return isPinned ? 'verified' : 'consistent';
}

/** All parts of a run together. */
function allOf({ before, progress }: Run): LogProgress {
  if (before === undefined) return progress;
  const keys = new Map(before.keys.map((use) => [use.keyId, use]));
  for (const use of progress.keys) {
    const known = keys.get(use.keyId);
    const count = (known?.count ?? 0) + use.count;
    keys.set(use.keyId, { ...use, count, firstSequence: known?.firstSequence ?? use.firstSequence });
  }
  return {
    through: Math.max(before.through, progress.through),
    checked: before.checked + progress.checked,
    verified: before.verified + progress.verified,
    unknownKeys: before.unknownKeys + progress.unknownKeys,
    failures: [...before.failures, ...progress.failures],
    failureCount: before.failureCount + progress.failureCount,
    snapshots: before.snapshots + progress.snapshots,
    keys: [...keys.values()],
  };
}
