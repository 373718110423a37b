// The directory of one run. `<root>/<runId>/` holds the runner's own record and private copies; below it `run/` is all
// that the run is given:
//
//   contract.json  context.json  run.json  inputs/  work/  out/  checkpoint/
import { chmod, chown, lstat, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import { copyHashing } from './kept-file.ts';
import type { KeptFile, RunFailureCode, RunRequest } from './runner.ts';
import { SecretFilter } from './secret-filter.ts';

/** An operating system account of a run's own. */
export interface RunAccount {
  readonly uid: number;
  readonly gid: number;
}

export interface RunDirectory {
  /** `<root>/<runId>` */
  readonly base: string;
  readonly record: string;
  readonly leader: string;
  readonly kept: string;
  /** What the run is given: its working directory. */
  readonly run: string;
  readonly inputs: string;
  readonly work: string;
  readonly out: string;
  readonly checkpoint: string;
}

export interface PreparationFault {
  readonly code: Extract<RunFailureCode, 'PREPARATION_FAILED' | 'INPUT_CORRUPT'>;
  readonly detail: string;
}

const RUN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const INPUT_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;
/** The name of the resumed state in `checkpoint/`. */
export const RESUMED_STATE = 'resumed-state';

export function directoryOf(root: string, runId: string): RunDirectory {
  if (!RUN_ID.test(runId)) throw new RangeError('not the id of a run');
  const base = join(root, runId);
  const run = join(base, 'run');
  return {
    base,
    record: join(base, 'record.json'),
    leader: join(base, 'leader.json'),
    kept: join(base, 'kept'),
    run,
    inputs: join(run, 'inputs'),
    work: join(run, 'work'),
    out: join(run, 'out'),
    checkpoint: join(run, 'checkpoint'),
  };
}

/**
 * Makes the directory and puts everything into it that the run may know. The record is durable before anything else
 * exists, so that whatever is started here can be found after a crash.
 */
export async function prepareDirectory(
  directory: RunDirectory,
  request: RunRequest,
  record: object,
  account?: RunAccount,
): Promise<Result<undefined, PreparationFault>> {
  // With an account of its own the run passes through ours, and reads nothing there.
  await mkdir(directory.base, { mode: account === undefined ? 0o700 : 0o711 });
  await writeDurably(directory.record, record);
  await mkdir(directory.kept, { mode: 0o700 });
  for (const folder of [
    directory.run,
    directory.inputs,
    directory.work,
    directory.out,
    directory.checkpoint,
  ]) {
    await mkdir(folder, { mode: 0o700 });
  }
  const { contract, contextPackage } = request;
  await writeDocument(join(directory.run, 'contract.json'), contract);
  if (contextPackage !== undefined) await writeDocument(join(directory.run, 'context.json'), contextPackage);
  await writeDocument(join(directory.run, 'run.json'), describeRun(request));

  const names = new Set<string>();
  for (const { name, contentHash, path } of request.inputs) {
    // Case must not tell two names apart: some file systems do not.
    if (!INPUT_NAME.test(name) || names.has(name.toLowerCase())) {
      return refuse({ code: 'PREPARATION_FAILED', detail: 'an input has no name of its own' });
    }
    names.add(name.toLowerCase());
    const copied = await copyInput(path, join(directory.inputs, name));
    if (copied.contentHash !== contentHash) {
      return refuse({ code: 'INPUT_CORRUPT', detail: `the content of input ${name} is not ${contentHash}` });
    }
  }
  const { state } = request.checkpoint ?? {};
  if (state !== undefined) {
    const copied = await copyInput(state.path, join(directory.checkpoint, RESUMED_STATE));
    await chmod(join(directory.checkpoint, RESUMED_STATE), 0o600);
    if (copied.contentHash !== state.contentHash) {
      return refuse({
        code: 'INPUT_CORRUPT',
        detail: `the state to resume from is not ${state.contentHash}`,
      });
    }
  }
  if (account !== undefined) await giveTo(account, directory.run);
  return accept(undefined);
}

/** Notes the first process of a run, for systems on which processes cannot be found by their mark. */
export async function recordLeader(
  { leader }: RunDirectory,
  found: { readonly pid: number; readonly identity: string | undefined },
): Promise<void> {
  await writeDurably(leader, found);
}

/** Removes a run's directory, also one in which the run has taken away the permission to do so. */
export async function removeDirectory(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await openFolders(path);
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** run.json: what the run is told about itself. Neither secrets nor the token, which travel in the environment. */
function describeRun(request: RunRequest): object {
  const { checkpoint, inputs } = request;
  return {
    runId: request.runId,
    groupId: request.groupId,
    missionId: request.missionId,
    workItemId: request.workItemId,
    ownershipEpoch: request.ownershipEpoch,
    executionLeaseId: request.executionLeaseId,
    attempt: request.attempt,
    permits: request.permits,
    folders: request.folders,
    limits: request.limits,
    inputs: inputs.map(({ name, contentHash, mediaType }) => ({ name, contentHash, mediaType })),
    ...(checkpoint === undefined ? {} : { checkpoint: describeCheckpoint(checkpoint) }),
  };
}

function describeCheckpoint({ state, ...checkpoint }: NonNullable<RunRequest['checkpoint']>): object {
  return state === undefined ? checkpoint : { ...checkpoint, stateFile: RESUMED_STATE };
}

async function copyInput(source: string, target: string): Promise<KeptFile> {
  const file = await open(source, 'r');
  try {
    // Size and content of an input were decided when it was published.
    const copied = await copyHashing(file, target, { maxBytes: Infinity, secrets: new SecretFilter([]) });
    if (!copied.ok) throw new Error(`an input was not copied: ${copied.fault}`);
    await chmod(target, 0o400);
    return copied.value;
  } finally {
    await file.close();
  }
}

async function writeDocument(path: string, value: object): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o400, flag: 'wx' });
}

async function writeDurably(path: string, value: object): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Nothing in here was touched by the run yet, so there are no links. */
async function giveTo(account: RunAccount, path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await chown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  await chown(path, account.uid, account.gid);
}

async function openFolders(path: string): Promise<void> {
  const found = await lstat(path);
  if (!found.isDirectory()) return;
  await chmod(path, 0o700);
  for (const entry of await readdir(path)) await openFolders(join(path, entry));
}
