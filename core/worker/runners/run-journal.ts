// What one run has said so far, whichever way it is executed: tells listeners, keeps checkpoints, sums up usage, and holds
// to the limit on all that is said.
import { lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  RunBlockedLine,
  RunCheckpointLine,
  RunFailedLine,
  RunReportLine,
  Usage,
  UsageDelta,
} from '../../protocol/generated/documents.ts';
import { keepFile, type KeepRules } from './kept-file.ts';
import type { CheckpointResult, RunCheckpoint, RunHandle, RunLogEntry, RunProgress } from './runner.ts';

/** What the run has declared to be its end. */
export type DeclaredEnd = RunBlockedLine | RunFailedLine;

export interface JournalOptions {
  /** Where the run puts the state of its checkpoints. */
  readonly checkpointFolder: string;
  /** Where copies are kept. */
  readonly keptFolder: string;
  readonly keepRules: KeepRules;
  /** The one that the run was started with. */
  readonly firstCheckpoint: RunCheckpoint | undefined;
  readonly onDeclaredEnd: () => void;
}

/** More than that is the noise of a program, not a message to anybody. */
const MAX_LOG_ENTRIES = 2_000;
const MAX_LOG_LENGTH = 4_000;
/** The one that may be on its way to a listener, and the newest. */
const KEPT_CHECKPOINTS = 3;
const NO_USAGE: Usage = {
  financialMicrounits: 0,
  modelTokens: 0,
  toolCalls: 0,
  computeSeconds: 0,
  wallClockSeconds: 0,
  externalActions: 0,
};

export class RunJournal {
  private readonly options: JournalOptions;
  private readonly progressListeners = new Set<(progress: RunProgress) => void>();
  private readonly usageListeners = new Set<(delta: UsageDelta) => void>();
  private readonly checkpointListeners = new Set<(checkpoint: RunCheckpoint) => void>();
  private readonly logListeners = new Set<(entry: RunLogEntry) => void>();
  private readonly checkpointWaiters = new Set<(result: CheckpointResult) => void>();
  private readonly keptPaths: string[] = [];
  private keeping: Promise<void> = Promise.resolve();
  private keptCount = 0;
  private logCount = 0;
  private newest: RunCheckpoint | undefined;
  private reported = NO_USAGE;
  private end: DeclaredEnd | undefined;

  constructor(options: JournalOptions) {
    this.options = options;
    this.newest = options.firstCheckpoint;
  }

  /** The listening half of a `RunHandle`. */
  readonly listening: Pick<RunHandle, 'onProgress' | 'onUsage' | 'onCheckpoint' | 'onLog'> = {
    onProgress: (listener) => addTo(this.progressListeners, listener),
    onUsage: (listener) => addTo(this.usageListeners, listener),
    onCheckpoint: (listener) => addTo(this.checkpointListeners, listener),
    onLog: (listener) => addTo(this.logListeners, listener),
  };

  get declaredEnd(): DeclaredEnd | undefined {
    return this.end;
  }

  get newestCheckpoint(): RunCheckpoint | undefined {
    return this.newest;
  }

  /** The sum of what was reported; measured times count where they are larger (BUD-002: nothing is understated). */
  usageWith(measured: Pick<Usage, 'computeSeconds' | 'wallClockSeconds'>): Usage {
    return {
      ...this.reported,
      computeSeconds: Math.max(this.reported.computeSeconds, measured.computeSeconds),
      wallClockSeconds: Math.max(this.reported.wallClockSeconds, measured.wallClockSeconds),
    };
  }

  /** Takes one report in. Secrets are gone from its words before anybody hears them. */
  accept(line: RunReportLine): void {
    const report = this.withoutSecrets(line);
    switch (report.type) {
      case 'progress': {
        const { type: _type, completedMilestones = [], blockers = [], ...rest } = report;
        tell(this.progressListeners, { ...rest, completedMilestones, blockers });
        break;
      }
      case 'usage':
        this.addUsage(report.delta);
        break;
      case 'checkpoint':
        // One after another: the order of checkpoints is the order of the run.
        this.keeping = this.keeping.then(() => this.keepCheckpoint(report));
        break;
      case 'blocked':
      case 'failed':
        this.end ??= report;
        this.options.onDeclaredEnd();
        break;
      case 'log':
        this.log('report', report.message);
        break;
    }
  }

  log(source: RunLogEntry['source'], words: string): void {
    this.logCount += 1;
    if (this.logCount > MAX_LOG_ENTRIES) return;
    const isLast = this.logCount === MAX_LOG_ENTRIES;
    const text = isLast ? 'further words of this run are dropped' : this.toPlainText(words);
    tell(this.logListeners, { source: isLast ? 'runner' : source, text });
  }

  /** Words of the run as they may be shown and stored: no secrets, no control characters, not too many. */
  toPlainText(words: string): string {
    return this.options.keepRules.secrets
      .redact(words)
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
      .slice(0, MAX_LOG_LENGTH);
  }

  /** Settles with the next checkpoint that the run reports. */
  awaitCheckpoint(): {
    readonly result: Promise<CheckpointResult>;
    readonly giveUp: (detail: string) => void;
  } {
    const { promise, resolve } = Promise.withResolvers<CheckpointResult>();
    const waiter = (result: CheckpointResult) => {
      this.checkpointWaiters.delete(waiter);
      resolve(result);
    };
    this.checkpointWaiters.add(waiter);
    return {
      result: promise,
      giveUp: (detail) => waiter({ status: 'failed', detail }),
    };
  }

  /** Returns when every reported checkpoint is kept, and answers whoever still waits for one. */
  async settle(): Promise<void> {
    await this.keeping;
    this.answerWaiters({ status: 'failed', detail: 'the run ended before it reached a checkpoint' });
  }

  private withoutSecrets(line: RunReportLine): RunReportLine {
    const { secrets } = this.options.keepRules;
    return mapTexts(line, (text) => secrets.redact(text)) as RunReportLine;
  }

  private addUsage(delta: UsageDelta): void {
    const sum = { ...this.reported };
    for (const [name, amount] of Object.entries(delta) as [keyof Usage, number][]) sum[name] += amount;
    if (!Object.values(sum).every((amount) => Number.isSafeInteger(amount))) {
      this.log('runner', 'a usage report was ignored: the sum is out of range');
      return;
    }
    this.reported = sum;
    tell(this.usageListeners, delta);
  }

  private async keepCheckpoint({ type: _type, stateFile, ...report }: RunCheckpointLine): Promise<void> {
    const result = await this.keepState(stateFile).then(
      (state): CheckpointResult => ({
        status: 'saved',
        checkpoint: {
          ...report,
          completedMilestones: report.completedMilestones ?? [],
          ...(state === undefined ? {} : { state }),
        },
      }),
      (error: unknown): CheckpointResult => ({
        status: 'failed',
        detail: `the state of the checkpoint was not kept: ${error instanceof Error ? error.message : 'unknown'}`,
      }),
    );
    if (result.status === 'saved') {
      this.newest = result.checkpoint;
      tell(this.checkpointListeners, result.checkpoint);
      await this.forgetOldStates();
    } else {
      this.log('runner', result.detail);
    }
    this.answerWaiters(result);
  }

  private async keepState(stateFile: string | undefined): Promise<RunCheckpoint['state']> {
    if (stateFile === undefined) return undefined;
    const { checkpointFolder, keptFolder, keepRules } = this.options;
    // The run may have put a link to somewhere else in its place.
    if (!(await lstat(checkpointFolder)).isDirectory()) throw new Error('no folder');
    await mkdir(keptFolder, { recursive: true, mode: 0o700 });
    this.keptCount += 1;
    const target = join(keptFolder, `checkpoint-${this.keptCount}`);
    const kept = await keepFile(join(checkpointFolder, stateFile), target, keepRules);
    if (!kept.ok) throw new Error(kept.fault);
    this.keptPaths.push(target);
    return kept.value;
  }

  private async forgetOldStates(): Promise<void> {
    while (this.keptPaths.length > KEPT_CHECKPOINTS) {
      const path = this.keptPaths.shift();
      if (path !== undefined) await rm(path, { force: true });
    }
  }

  private answerWaiters(result: CheckpointResult): void {
    for (const waiter of this.checkpointWaiters) waiter(result);
  }
}

function addTo<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function tell<Value>(listeners: ReadonlySet<(value: Value) => void>, value: Value): void {
  for (const listener of listeners) listener(value);
}

/** A JSON value with every text in it, but no member name, replaced. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]));
}
