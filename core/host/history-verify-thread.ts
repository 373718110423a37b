// The thread that verifies one log: begun for a run and ended with it, so that nobody waits for what a processor does for
// seconds. It tells how far it is after every batch.
import { parentPort, workerData } from 'node:worker_threads';
import type { RegistryEvidence } from '../protocol/generated/documents.ts';
import { openRegistry, refuseEvidence } from '../protocol/registry.ts';
import { ReplicaReader } from '../store/sqlite/replica-reader.ts';
import { HistoryVerification, type LogProgress } from './history-verification.ts';

export interface VerifyOrder {
  readonly replicaPath: string;
  readonly groupId: string;
  readonly fromSequence: number;
  readonly throughSequence: number;
}

export interface VerifyReport {
  readonly progress: LogProgress;
  readonly isDone: boolean;
  /** How many keys the Registry holds. */
  readonly bindings: number;
}

const port = parentPort;
if (port === null) throw new Error('history-verify-thread.ts runs as a worker thread');
const { replicaPath, groupId, fromSequence, throughSequence } = workerData as VerifyOrder;
const reader = ReplicaReader.open(replicaPath);
const notes = reader.notes();
const registry = notes.get('registry') as RegistryEvidence | undefined;
const authorityId = notes.get('group-authority');
let isStopped = false;
port.on('message', () => {
  isStopped = true;
});
const verification = new HistoryVerification({
  groupId,
  startsAfter: reader.groupOf(groupId)?.startsAfter ?? 0,
  fromSequence,
  throughSequence,
  keys:
    registry === undefined
      ? refuseEvidence('unavailable', 'no Registry is kept beside this log')
      : openRegistry(registry),
  authorityId: typeof authorityId === 'string' ? authorityId : undefined,
  read: (afterSequence, limit) => reader.events(groupId, afterSequence, limit),
});
const tell = (progress: LogProgress, isDone: boolean): void => {
  const bindings = registry?.bindings.length ?? 0;
  port.postMessage({ progress, isDone, bindings } satisfies VerifyReport);
};
const last = await verification.run(
  () => isStopped,
  (progress) => tell(progress, false),
);
tell(last, true);
reader.close();
port.close();
