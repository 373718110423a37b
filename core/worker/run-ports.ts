// What runs and the runtime need from outside, and what a run remembers across restarts.
import type { Unsigned } from '../protocol/sign.ts';
import type {
  Artifact,
  ContextPackage,
  Evidence,
  ResourceGrant,
  WorkContract,
} from '../protocol/generated/documents.ts';
import type { AgentLink } from './agent-link.ts';
import type { WorkerClock } from './clock.ts';
import type { LeaseSettings } from './lease-keeper.ts';
import type { OfflineLimits, OfflineStint } from './offline-buffer.ts';
import type { RunCheckpoint, RunFolder, Runner, RunLimits } from './runners/runner.ts';
import type { ToolGate } from './tool-gate.ts';

/** Signs as the Agent. Rejects when the key cannot be used: nothing is released then. */
export interface DocumentSigner {
  sign(kind: 'artifact', unsigned: Unsigned<'artifact'>): Promise<Artifact>;
  sign(kind: 'evidence', unsigned: Unsigned<'evidence'>): Promise<Evidence>;
}

/** Content by its hash, in files of this machine: inputs of runs, and states of checkpoints. */
export interface LocalContent {
  /** The file with a content that is here; undefined when it is not. */
  find(contentHash: string): Promise<string | undefined>;
  /** Keeps content whose hash the caller has checked; durable when it returns. */
  keep(contentHash: string, content: Uint8Array): Promise<string>;
  read(path: string): Promise<Uint8Array>;
}

/** Small durable values per Group (DEL-007); the client's replica has them. */
export interface NoteStore {
  read(groupId: string, name: string): Promise<unknown>;
  write(groupId: string, name: string, value: unknown): Promise<void>;
}

/** What the Worker knows of one WorkItem and the log does not. */
export interface WorkMemory {
  /** Under which Ownership Epoch; of another one nothing counts. */
  readonly term: number;
  /** Attempts that failed (WORK-055). */
  readonly failures: number;
  /** The newest safe point, whose state is kept on this machine. */
  readonly checkpoint: RunCheckpoint | undefined;
  readonly stint: OfflineStint | undefined;
}

export interface WorkerEvent {
  readonly name: string;
  readonly groupId: string;
  readonly workItemId: string;
  readonly detail: string;
}

export interface RunSettings {
  readonly lease: LeaseSettings;
  readonly offline: OfflineLimits;
  /** Limits of one run; the contract and its deadline narrow them. */
  readonly limits: RunLimits;
  /** How long a run may take to reach a safe point when it is asked. */
  readonly checkpointWaitMs: number;
  /** How long ownership is kept for resuming after a checkpoint, and for a resolution while blocked. */
  readonly resumeWithinSeconds: number;
  readonly blockedLeaseSeconds: number;
}

export interface RunEnvironment {
  readonly link: AgentLink;
  readonly clock: WorkerClock;
  readonly newId: (kind: string) => string;
  readonly signer: DocumentSigner;
  readonly gate: ToolGate;
  readonly content: LocalContent;
  /** Where content of an Artifact can be fetched, for its manifest. */
  readonly contentUri: (groupId: string, contentHash: string) => string;
  /** The runner for a contract; undefined when none is there any more. */
  readonly runnerFor: (contract: WorkContract) => Runner | undefined;
  /** Secrets that a run of this work is entitled to, by variable name. */
  readonly secretsFor: (groupId: string, contract: WorkContract) => Readonly<Record<string, string>>;
  /** Folders of this machine that stand for granted resources. */
  readonly foldersFor: (groupId: string, resources: readonly ResourceGrant[]) => readonly RunFolder[];
  readonly contextPackageOf: (groupId: string) => ContextPackage | undefined;
  readonly settings: RunSettings;
  /** Durable when it returns. */
  readonly remember: (groupId: string, workItemId: string, memory: WorkMemory) => Promise<void>;
  readonly forget: (groupId: string, workItemId: string) => Promise<void>;
  /** What happened, for logs; holds ids and fixed words only. */
  readonly report: (event: WorkerEvent) => void;
  /** Faults that nobody waits for. */
  readonly onFault: (error: unknown) => void;
}
