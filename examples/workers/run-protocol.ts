// What a Worker program needs to talk with its runner (docs/runners.md): reports and commands as lines of JSON, safe
// points with checkpoints, and the result. It needs nothing but Node; copy it to start a Worker of your own.
import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** run.json, as far as programs usually care. */
export interface RunDescription {
  readonly runId: string;
  readonly missionId: string;
  readonly workItemId: string;
  readonly ownershipEpoch: number;
  readonly attempt: number;
  readonly inputs: readonly InputDescription[];
  readonly folders: readonly FolderDescription[];
  readonly checkpoint?: Point & { readonly stateFile?: string };
}

export interface InputDescription {
  readonly name: string;
  readonly contentHash: string;
  readonly mediaType: string;
}

export interface FolderDescription {
  readonly resource: string;
  readonly path: string;
  readonly operations: readonly string[];
}

/** contract.json, as far as programs usually care. */
export interface Contract {
  readonly goal: string;
  readonly requiredDeliverables: readonly { readonly deliverableId: string; readonly mediaType: string }[];
  readonly acceptanceCriteria: readonly {
    readonly criterionId: string;
    readonly description: string;
    readonly evidenceRequired: readonly string[];
  }[];
  readonly constraints?: Readonly<Record<string, unknown>>;
}

/** out/result.json: schemas/run-result.schema.json. */
export interface WorkerResult {
  readonly summary: string;
  readonly artifacts?: readonly { readonly file: string; readonly [member: string]: unknown }[];
  readonly evidence: readonly WorkerEvidence[];
}

export interface WorkerEvidence {
  readonly type: string;
  readonly criterionIds: readonly string[];
  readonly method: string;
  readonly result: 'passed' | 'failed' | 'inconclusive';
  readonly details?: object;
  readonly about?: string;
  readonly files?: readonly string[];
  readonly artifactHashes?: readonly string[];
  readonly toolVersion?: string;
}

export interface Point {
  readonly phase: string;
  readonly completedMilestones?: readonly string[];
  readonly nextStep?: string;
}

/** The lines of schemas/run-report.schema.json. */
export type ReportLine =
  | {
      readonly type: 'progress';
      readonly currentPhase: string;
      readonly nextCheckpoint: string;
      readonly completedMilestones?: string[];
    }
  | ({ readonly type: 'checkpoint'; readonly stateFile?: string } & {
      phase: string;
      completedMilestones?: string[];
      nextStep?: string;
    })
  | { readonly type: 'usage'; readonly delta: { toolCalls?: number; modelTokens?: number } }
  | { readonly type: 'blocked'; readonly reason: string; readonly requiredResolution: string }
  | {
      readonly type: 'failed';
      readonly failureCode: string;
      readonly detail: string;
      readonly retryable: boolean;
    }
  | { readonly type: 'log'; readonly message: string };

export type Work = (run: WorkerRun) => Promise<WorkerResult>;

/** The work cannot go on until somebody does something. */
export class WorkBlocked extends Error {
  override readonly name = 'WorkBlocked';
  readonly requiredResolution: string;

  constructor(reason: string, requiredResolution: string) {
    super(reason);
    this.requiredResolution = requiredResolution;
  }
}

/** The work cannot be done. The code is compared with the retry policy of the contract. */
export class WorkFailed extends Error {
  override readonly name = 'WorkFailed';
  readonly failureCode: string;
  readonly retryable: boolean;

  constructor(failureCode: string, detail: string, retryable = false) {
    super(detail);
    this.failureCode = failureCode;
    this.retryable = retryable;
  }
}

/** The run has to end now; whoever catches it passes it on. */
export class WorkStopped extends Error {
  override readonly name = 'WorkStopped';
}

/** How a run is reached: by pipes, or by calls where the Worker is embedded. */
export interface RunConnection {
  readonly runDirectory: string;
  /** Aborts when the run has to end. */
  readonly signal: AbortSignal;
  readonly say: (line: ReportLine) => void;
  readonly onCheckpointRequest: (listener: () => void) => void;
}

export class WorkerRun {
  readonly contract: Contract;
  readonly description: RunDescription;
  /** Folder of the Artifacts that the run leaves. */
  readonly out: string;
  /** Folder for whatever is only needed while it runs. */
  readonly work: string;
  private readonly connection: RunConnection;
  private isCheckpointWanted = false;
  private checkpointCount = 0;

  constructor(connection: RunConnection, contract: Contract, description: RunDescription) {
    this.connection = connection;
    this.contract = contract;
    this.description = description;
    this.out = join(connection.runDirectory, 'out');
    this.work = join(connection.runDirectory, 'work');
    connection.onCheckpointRequest(() => {
      this.isCheckpointWanted = true;
    });
  }

  progress(currentPhase: string, nextCheckpoint: string, completedMilestones: string[] = []): void {
    this.connection.say({ type: 'progress', currentPhase, nextCheckpoint, completedMilestones });
  }

  /** Words for people. Whatever comes from elsewhere may be too long or contain anything. */
  log(message: string): void {
    this.connection.say({ type: 'log', message: message.slice(0, 2_000) });
  }

  usage(delta: { toolCalls?: number; modelTokens?: number }): void {
    this.connection.say({ type: 'usage', delta });
  }

  /**
   * Call it wherever the work can be interrupted, often. Ends the work when it has to end, and saves a checkpoint when
   * one was asked for, or when `isDue`.
   */
  async safePoint(point: () => Point & { readonly state?: unknown }, isDue = false): Promise<void> {
    if (this.connection.signal.aborted) throw new WorkStopped('the run has to end');
    if (!this.isCheckpointWanted && !isDue) return;
    this.isCheckpointWanted = false;
    const { state, phase, completedMilestones = [], nextStep } = point();
    const stateFile = state === undefined ? undefined : await this.writeState(state);
    this.connection.say({
      type: 'checkpoint',
      phase,
      completedMilestones: [...completedMilestones],
      ...(nextStep === undefined ? {} : { nextStep }),
      ...(stateFile === undefined ? {} : { stateFile }),
    });
  }

  /** What an earlier run saved at its last checkpoint; undefined for a fresh start. */
  async resumedState(): Promise<unknown> {
    const stateFile = this.description.checkpoint?.stateFile;
    return stateFile === undefined
      ? undefined
      : JSON.parse(await readFile(join(this.connection.runDirectory, 'checkpoint', stateFile), 'utf8'));
  }

  inputPath(name: string): string {
    return join(this.connection.runDirectory, 'inputs', name);
  }

  /** The key for one outside effect: repeated attempts of it share the key (ART-020, ART-021). */
  idempotencyKey(logicalOperationId: string): string {
    const { missionId, ownershipEpoch, workItemId } = this.description;
    // The members in this order without spaces are the canonical form (RFC 8785).
    const text = JSON.stringify({ logicalOperationId, missionId, ownershipEpoch, workItemId });
    return `sha256:${createHash('sha256').update(text).digest('hex')}`;
  }

  private async writeState(state: unknown): Promise<string> {
    this.checkpointCount += 1;
    const folder = join(this.connection.runDirectory, 'checkpoint');
    const name = `state-${this.checkpointCount}.json`;
    // Written under another name first: what has its name is complete. The one before may still be read.
    await writeFile(join(folder, `${name}.part`), JSON.stringify(state));
    await rename(join(folder, `${name}.part`), join(folder, name));
    await rm(join(folder, `state-${this.checkpointCount - 2}.json`), { force: true });
    return name;
  }
}

/** Does the work over a connection and leaves its result. Everything that was thrown has become a report. */
export async function performWork(work: Work, connection: RunConnection): Promise<'done' | 'not-done'> {
  try {
    const [contract, description] = await Promise.all([
      readJson(join(connection.runDirectory, 'contract.json')) as Promise<Contract>,
      readJson(join(connection.runDirectory, 'run.json')) as Promise<RunDescription>,
    ]);
    const result = await work(new WorkerRun(connection, contract, description));
    await writeFile(join(connection.runDirectory, 'out', 'result.json'), JSON.stringify(result));
    return 'done';
  } catch (error) {
    reportEnd(error, connection);
    return 'not-done';
  }
}

/** The whole of a program's main: connects to the runner, does the work, and lets the process end. */
export async function runWorker(work: Work): Promise<void> {
  const abort = new AbortController();
  const listeners = new Set<() => void>();
  const commands = createInterface({ input: process.stdin });
  commands.on('line', (line) => {
    const command = parseCommand(line);
    if (command === 'stop') abort.abort();
    if (command === 'checkpoint') for (const listener of listeners) listener();
  });
  // The runner is gone: nobody will take the result any more.
  commands.on('close', () => abort.abort());
  process.on('SIGTERM', () => abort.abort());
  const outcome = await performWork(work, {
    runDirectory: process.env['HEDDLE_RUN_DIRECTORY'] ?? process.cwd(),
    signal: abort.signal,
    say: (line) => {
      process.stdout.write(`${JSON.stringify(line)}\n`);
    },
    onCheckpointRequest: (listener) => {
      listeners.add(listener);
    },
  });
  process.exitCode = outcome === 'done' ? 0 : 1;
  commands.close();
  process.stdin.destroy();
}

function reportEnd(error: unknown, { say }: RunConnection): void {
  if (error instanceof WorkStopped) return;
  if (error instanceof WorkBlocked) {
    say({ type: 'blocked', reason: error.message, requiredResolution: error.requiredResolution });
    return;
  }
  const detail =
    (error instanceof Error ? error.message : String(error)).slice(0, 2_000) || 'no reason given';
  const { failureCode, retryable } =
    error instanceof WorkFailed ? error : { failureCode: 'PROGRAM_FAILED', retryable: true };
  say({ type: 'failed', failureCode, detail, retryable });
}

function parseCommand(line: string): unknown {
  try {
    return (JSON.parse(line) as { readonly command?: unknown } | null)?.command;
  } catch {
    // Commands that this program does not know are for later versions of it.
    return undefined;
  }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}
