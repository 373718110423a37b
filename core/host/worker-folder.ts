// What is where in the folder of a Worker, and the fault that says that it cannot be used.
import { join } from 'node:path';

/** What a Worker keeps for itself. All of it can be made again but the replica, which holds Commands on their way out. */
export interface WorkerStatePaths {
  readonly replica: string;
  readonly runs: string;
  readonly content: string;
  readonly claims: string;
  readonly status: string;
}

export function statePathsOf(stateFolder: string): WorkerStatePaths {
  return {
    replica: join(stateFolder, 'replica.db'),
    runs: join(stateFolder, 'runs'),
    content: join(stateFolder, 'content'),
    claims: join(stateFolder, 'claims'),
    status: join(stateFolder, 'status.json'),
  };
}

/** The files of a folder that `heddle worker init` makes. */
export interface WorkerPaths {
  readonly config: string;
  readonly key: string;
  readonly card: string;
  readonly certificate: string;
  readonly state: string;
}

export function workerPathsOf(folder: string): WorkerPaths {
  return {
    config: join(folder, 'worker.yaml'),
    key: join(folder, 'key.json'),
    card: join(folder, 'agent-card.json'),
    certificate: join(folder, 'authority.pem'),
    state: join(folder, 'state'),
  };
}

export type WorkerHostFaultReason =
  /** Another process runs this Worker. */
  | 'running-already'
  /** A module of the configuration does not export a function `work`. */
  | 'no-work-function'
  | 'no-certificate'
  | 'exists'
  | 'unwritable';

/** The Worker cannot be made or run; the message is for its operator. */
export class WorkerHostFault extends Error {
  override readonly name = 'WorkerHostFault';
  readonly reason: WorkerHostFaultReason;
  /** What it is about: a process id or a path. */
  readonly about: string;

  constructor(reason: WorkerHostFaultReason, about: string, options?: ErrorOptions) {
    super(`${reason}: ${about}`, options);
    this.reason = reason;
    this.about = about;
  }
}
