// The port behind which work is executed: one run is one attempt at one WorkItem under one Execution Lease. Runners know
// nothing of Commands, queues or leases; whoever starts a run decides what its report and its result become.
import type {
  Budget,
  Checkpoint,
  Classification,
  ContextPackage,
  Evidence,
  ModelVersion,
  ResourceGrant,
  ToolVersion,
  Usage,
  UsageDelta,
  WorkContract,
  WorkProgress,
} from '../../protocol/generated/documents.ts';

export interface Runner {
  /**
   * Starts one run. Listeners that are added before the caller yields miss nothing. Whatever goes wrong is the result of
   * the run; only a `runId` that is none throws.
   */
  start(request: RunRequest): RunHandle;
}

/** What one run may know. Everything that is not in here stays unknown to it. */
export interface RunRequest {
  /** Names the run, also on disk: 1 to 128 letters, digits, `.`, `_` or `-`, the first one a letter or digit. */
  readonly runId: string;
  readonly groupId: string;
  readonly missionId: string;
  readonly workItemId: string;
  readonly ownershipEpoch: number;
  readonly executionLeaseId: string;
  /** 1 for the first attempt under this ownership. */
  readonly attempt: number;
  readonly contract: WorkContract;
  readonly contextPackage?: ContextPackage;
  /** Where an earlier run has got to; absent for a fresh start. */
  readonly checkpoint?: RunCheckpoint;
  readonly inputs: readonly RunInput[];
  /** Where on this machine the granted `folder:` resources are. */
  readonly folders: readonly RunFolder[];
  readonly permits: RunPermits;
  readonly capabilityToken?: string;
  /** Value by name (an environment variable's name), only what this slot is entitled to. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly limits: RunLimits;
}

/** An Artifact that the run reads. Its content is compared with the hash before the run sees it (ART-003). */
export interface RunInput {
  /** A plain file name, unique among the inputs of the run. */
  readonly name: string;
  readonly contentHash: string;
  readonly mediaType: string;
  /** A local file with the content. The runner copies it and never hands out the path. */
  readonly path: string;
}

/** A folder of this machine that stands for a resource of the contract. */
export interface RunFolder {
  readonly resource: string;
  /** Absolute. The program is told it, and works in it directly. */
  readonly path: string;
  readonly operations: readonly string[];
}

/** What the capability token grants (TOK-002); the same shape as in its request. */
export interface RunPermits {
  readonly tools: readonly string[];
  readonly resources: readonly ResourceGrant[];
  readonly operations: readonly string[];
  readonly budget: Budget;
}

export interface RunLimits {
  /** Counts up to `MAX_TIMER_MS`. */
  readonly wallClockMs: number;
  /** Of one process; the operating system ends it there where it can (docs/runners.md). */
  readonly cpuSeconds: number;
  /** Of all Artifacts together, and, by itself, of everything that the run says on its way. */
  readonly outputBytes: number;
  readonly memoryBytes?: number;
}

export interface RunHandle {
  readonly runId: string;
  /** Each returns the way to stop listening. A listener must not throw. */
  onProgress(listener: (progress: RunProgress) => void): () => void;
  /** What the run says that it has consumed since it last said so. */
  onUsage(listener: (delta: UsageDelta) => void): () => void;
  /** Every checkpoint, asked for or not, once its state is copied. */
  onCheckpoint(listener: (checkpoint: RunCheckpoint) => void): () => void;
  /** Words for people and logs: bounded, without secrets, never to be interpreted. */
  onLog(listener: (entry: RunLogEntry) => void): () => void;
  /** Asks for a checkpoint at the next safe point (SCH-008); the run goes on afterwards. */
  requestCheckpoint(): Promise<CheckpointResult | 'not-supported'>;
  /**
   * Ends the run and everything that it has started. Returns when nothing of it runs any more, or when the survivors are
   * known; `finished` has settled by then. Calling it again, or after the end, is harmless.
   */
  stop(reason: StopReason): Promise<void>;
  /** Settles once, never rejects. Nothing of the run is alive by then, other than survivors that are named. */
  readonly finished: Promise<RunResult>;
  /**
   * Removes the files of a finished run. Paths in its result are valid until then, those of a checkpoint until two newer
   * ones were reported.
   */
  discard(): Promise<void>;
}

export type StopReason = 'lease-ended' | 'ownership-lost' | 'cancelled' | 'preempted' | 'shutting-down';

/** What a run reports of itself (WORK-050); an estimate and Evidence are added by whoever passes it on. */
export type RunProgress = Omit<WorkProgress, 'evidenceIds' | 'updatedCompletionEstimate'> &
  Partial<Pick<WorkProgress, 'updatedCompletionEstimate'>>;

export interface RunLogEntry {
  /** `report` is the run's own log line, `output` what it wrote otherwise, `runner` a remark of the runner. */
  readonly source: 'report' | 'output' | 'runner';
  readonly text: string;
}

/** A safe point to resume from (WORK-054) with the state that goes with it. */
export interface RunCheckpoint extends Omit<Checkpoint, 'stateArtifactHash'> {
  readonly state?: KeptFile;
}

/** A private copy: made while hashing, so hash, size and content belong together. */
export interface KeptFile {
  readonly path: string;
  readonly contentHash: string;
  readonly sizeBytes: number;
}

export type CheckpointResult =
  | { readonly status: 'saved'; readonly checkpoint: RunCheckpoint }
  | { readonly status: 'failed'; readonly detail: string };

export interface CollectedArtifact extends KeptFile {
  /** Path below the output folder, with `/`. */
  readonly name: string;
  /** The deliverable of the contract that this is, if it is one. */
  readonly deliverableId?: string;
  readonly mediaType: string;
  readonly schemaUri: string;
  readonly classification?: Classification;
  readonly sourceArtifactHashes: readonly string[];
  readonly toolVersions: readonly ToolVersion[];
  readonly modelVersions: readonly ModelVersion[];
}

/** Evidence as far as the run knows it; ids, producer, time and signature are added when it is signed. */
export type EvidenceDraft = Readonly<
  Pick<
    Evidence,
    | 'type'
    | 'subject'
    | 'criterionIds'
    | 'method'
    | 'result'
    | 'details'
    | 'artifactHashes'
    | 'toolVersion'
    | 'modelVersion'
  >
>;

interface RunEnd {
  /** All that the run consumed: measured time, and the sum of what it reported. */
  readonly usage: Usage;
  /** Processes of the run that could not be ended. Empty but for trouble in the operating system. */
  readonly survivingProcessIds: readonly number[];
}

export interface CompletedRun extends RunEnd {
  readonly outcome: 'completed';
  readonly artifacts: readonly CollectedArtifact[];
  readonly evidence: readonly EvidenceDraft[];
  readonly summary: string;
}

/** The run cannot go on until somebody resolves something (WORK-052). */
export interface BlockedRun extends RunEnd {
  readonly outcome: 'blocked';
  readonly reason: string;
  readonly requiredResolution: string;
  readonly checkpoint?: RunCheckpoint;
}

export interface FailedRun extends RunEnd {
  readonly outcome: 'failed';
  /** As in `retryPolicy.retryableFailures`: the runner's own (`RunFailureCode`) or the program's. */
  readonly failureCode: string;
  /** Whether doing the same again can help, as far as the runner can tell; the contract has the last word. */
  readonly retryable: boolean;
  readonly detail: string;
  /** The newest one, to resume from when the work is tried again. */
  readonly checkpoint?: RunCheckpoint;
}

export interface StoppedRun extends RunEnd {
  readonly outcome: 'stopped';
  readonly reason: StopReason;
  readonly checkpoint?: RunCheckpoint;
}

export type RunResult = CompletedRun | BlockedRun | FailedRun | StoppedRun;

/** Failures that runners find; whether repeating can help stands beside each. */
export const RUN_FAILURES = {
  /** The run's directory or an input could not be prepared. */
  PREPARATION_FAILED: { retryable: true },
  /** The content of an input is not what its hash says. */
  INPUT_CORRUPT: { retryable: true },
  /** The program could not be started at all. */
  START_FAILED: { retryable: false },
  /** The program ended with an error and named no code of its own. */
  PROGRAM_FAILED: { retryable: true },
  WALL_CLOCK_EXCEEDED: { retryable: false },
  CPU_EXCEEDED: { retryable: false },
  OUTPUT_EXCEEDED: { retryable: false },
  /** The result is missing, malformed or contradicts itself. */
  INVALID_RESULT: { retryable: false },
  /** Something in the output folder that is neither a plain file nor a folder. */
  FORBIDDEN_OUTPUT: { retryable: false },
  DELIVERABLE_MISSING: { retryable: false },
  /** An Artifact or a text of the result contains a secret of the run (TOK-003). */
  SECRET_IN_OUTPUT: { retryable: false },
  /** Something of the run is still alive, so its output may still change. */
  PROCESS_SURVIVED: { retryable: false },
  /** The output could not be read or kept. */
  COLLECTION_FAILED: { retryable: true },
} as const;

export type RunFailureCode = keyof typeof RUN_FAILURES;

/** About 24 days: a longer timer would go off at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Time and timers as runners need them: the host passes real ones, tests their own. */
export interface RunnerClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `action` once after a delay. Returns the way to cancel it. */
  after(delayMs: number, action: () => void): () => void;
}
