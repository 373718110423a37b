// A runner whose runs do what the test says, when it says so.
import { NO_USAGE } from '../../core/domain/budget.ts';
import type { Usage, UsageDelta } from '../../core/protocol/generated/documents.ts';
import { hashContent } from '../../core/protocol/hash.ts';
import type {
  CheckpointResult,
  RunCheckpoint,
  RunHandle,
  RunLogEntry,
  Runner,
  RunProgress,
  RunRequest,
  RunResult,
  StopReason,
} from '../../core/worker/runners/runner.ts';

export class ScriptedRun implements RunHandle {
  readonly runId: string;
  readonly request: RunRequest;
  readonly finished: Promise<RunResult>;
  readonly stops: StopReason[] = [];
  isDiscarded = false;
  isRunning = true;
  /** What it answers when it is asked for a checkpoint. */
  checkpoint: RunCheckpoint | undefined;
  usage: Usage = NO_USAGE;
  private readonly files: Map<string, Uint8Array>;
  private resolve: (result: RunResult) => void = () => {};
  private readonly usageListeners = new Set<(delta: UsageDelta) => void>();
  private readonly checkpointListeners = new Set<(checkpoint: RunCheckpoint) => void>();
  private readonly progressListeners = new Set<(progress: RunProgress) => void>();

  constructor(request: RunRequest, files: Map<string, Uint8Array>) {
    this.runId = request.runId;
    this.request = request;
    this.files = files;
    this.finished = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  onProgress(listener: (progress: RunProgress) => void): () => void {
    this.progressListeners.add(listener);
    return () => this.progressListeners.delete(listener);
  }

  onUsage(listener: (delta: UsageDelta) => void): () => void {
    this.usageListeners.add(listener);
    return () => this.usageListeners.delete(listener);
  }

  onCheckpoint(listener: (checkpoint: RunCheckpoint) => void): () => void {
    this.checkpointListeners.add(listener);
    return () => this.checkpointListeners.delete(listener);
  }

  onLog(_listener: (entry: RunLogEntry) => void): () => void {
    return () => {};
  }

  async requestCheckpoint(): Promise<CheckpointResult | 'not-supported'> {
    if (this.checkpoint === undefined) return 'not-supported';
    return { status: 'saved', checkpoint: this.checkpoint };
  }

  async stop(reason: StopReason): Promise<void> {
    this.stops.push(reason);
    if (!this.isRunning) return;
    this.end({
      outcome: 'stopped',
      reason,
      usage: this.usage,
      survivingProcessIds: [],
      ...(this.checkpoint === undefined ? {} : { checkpoint: this.checkpoint }),
    });
  }

  async discard(): Promise<void> {
    this.isDiscarded = true;
  }

  reportUsage(delta: UsageDelta): void {
    const usage = { ...this.usage };
    for (const [name, amount] of Object.entries(delta)) usage[name as keyof Usage] += amount;
    this.usage = usage;
    for (const listener of this.usageListeners) listener(delta);
  }

  saveCheckpoint(phase: string, state?: string): void {
    this.checkpoint = {
      phase,
      completedMilestones: [phase],
      ...(state === undefined ? {} : { state: this.keep(state) }),
    };
    for (const listener of this.checkpointListeners) listener(this.checkpoint);
  }

  reportProgress(progress: RunProgress): void {
    for (const listener of this.progressListeners) listener(progress);
  }

  /** Ends with one Artifact, and Evidence for every criterion. */
  complete(text = `result of ${this.request.workItemId}`): void {
    const file = this.keep(text);
    this.end({
      outcome: 'completed',
      artifacts: [
        {
          ...file,
          name: 'result.json',
          mediaType: 'application/json',
          schemaUri: 'urn:missionweaveprotocol:schema:opaque',
          sourceArtifactHashes: [],
          toolVersions: [],
          modelVersions: [],
        },
      ],
      evidence: [
        {
          type: 'deterministic_test',
          subject: { type: 'work_item', id: this.request.workItemId },
          criterionIds: this.request.contract.acceptanceCriteria.map(({ criterionId }) => criterionId),
          method: 'counted again',
          result: 'passed',
          artifactHashes: [file.contentHash],
        },
      ],
      usage: this.usage,
      survivingProcessIds: [],
      summary: 'done',
    });
  }

  block(requiredResolution: string): void {
    this.end({
      outcome: 'blocked',
      reason: 'something is missing',
      requiredResolution,
      usage: this.usage,
      survivingProcessIds: [],
      ...(this.checkpoint === undefined ? {} : { checkpoint: this.checkpoint }),
    });
  }

  fail(failureCode: string): void {
    this.end({
      outcome: 'failed',
      failureCode,
      retryable: true,
      detail: 'it did not work',
      usage: this.usage,
      survivingProcessIds: [],
    });
  }

  private end(result: RunResult): void {
    this.isRunning = false;
    this.resolve(result);
  }

  private keep(text: string) {
    const content = Buffer.from(text);
    const contentHash = hashContent(content);
    const path = `/runs/${this.runId}/${contentHash}`;
    this.files.set(path, content);
    return { path, contentHash, sizeBytes: content.length };
  }
}

export class ScriptedRunner implements Runner {
  readonly runs: ScriptedRun[] = [];
  onStart: (run: ScriptedRun) => void = () => {};
  private readonly files: Map<string, Uint8Array>;

  constructor(files: Map<string, Uint8Array>) {
    this.files = files;
  }

  start(request: RunRequest): RunHandle {
    const run = new ScriptedRun(request, this.files);
    this.runs.push(run);
    this.onStart(run);
    return run;
  }

  get running(): readonly ScriptedRun[] {
    return this.runs.filter(({ isRunning }) => isRunning);
  }
}
