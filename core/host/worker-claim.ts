// One runtime at a time in a folder. Each writes a claim of its own name, then looks at those of others: one whose process
// is gone is removed, one whose process lives wins. So a crash leaves nothing that is in the way, and two that start at the
// same moment see each other: it may happen that neither runs, never that both do.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identifyProcess } from '../worker/runners/process-identity.ts';
import { WorkerHostFault } from './worker-folder.ts';

export interface Claim {
  release(): Promise<void>;
}

interface Claimant {
  readonly pid: number;
  /** As `identifyProcess` tells it; absent where the platform tells none. */
  readonly identity?: string;
}

const SUFFIX = '.json';

/** Claims a folder for this process. Throws a WorkerHostFault when another one has it. */
export async function claimFolder(claims: string): Promise<Claim> {
  await mkdir(claims, { recursive: true, mode: 0o700 });
  const identity = await identifyProcess(process.pid);
  const claimant: Claimant = { pid: process.pid, ...(identity === undefined ? {} : { identity }) };
  const name = `${process.pid}-${randomUUID()}${SUFFIX}`;
  const path = join(claims, name);
  // Whole under its name or not there at all: a crash leaves a part that nobody reads.
  await writeFile(`${path}.part`, JSON.stringify(claimant), { mode: 0o600 });
  await rename(`${path}.part`, path);
  const release = () => rm(path, { force: true });
  const other = await findClaimant(claims, name);
  if (other === undefined) return { release };
  await release();
  throw new WorkerHostFault('running-already', String(other));
}

/** The id of the process that runs in a folder now; claims of processes that are gone are removed on the way. */
export async function findClaimant(claims: string, except?: string): Promise<number | undefined> {
  for (const name of await namesIn(claims)) {
    if (name === except || !name.endsWith(SUFFIX)) continue;
    const path = join(claims, name);
    const claimant = await readClaim(path);
    if (claimant === undefined) continue;
    if (await isAlive(claimant)) return claimant.pid;
    // No later process can have made a claim of this name.
    await rm(path, { force: true });
  }
  return undefined;
}

async function namesIn(claims: string): Promise<readonly string[]> {
  try {
    return await readdir(claims);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Undefined when it was released meanwhile. */
async function readClaim(path: string): Promise<Claimant | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Claimant;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function isAlive({ pid, identity }: Claimant): Promise<boolean> {
  if (identity !== undefined) return (await identifyProcess(pid)) === identity;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
