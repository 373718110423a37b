import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identifyProcess } from '../worker/runners/process-identity.ts';
import { claimFolder, findClaimant } from './worker-claim.ts';

let claims: string;
beforeEach(async () => {
  claims = join(await mkdtemp(join(tmpdir(), 'heddle-claims-')), 'claims');
});
afterEach(async () => {
  await rm(join(claims, '..'), { recursive: true });
});

test('a folder has one claimant, until it lets go', async () => {
  const claim = await claimFolder(claims);
  expect(await findClaimant(claims)).toBe(process.pid);
  await expect(claimFolder(claims)).rejects.toMatchObject({
    reason: 'running-already',
    about: String(process.pid),
  });
  // The refused one has left nothing that would be in the way.
  expect(await readdir(claims)).toHaveLength(1);
  await claim.release();
  expect(await findClaimant(claims)).toBeUndefined();
  await (await claimFolder(claims)).release();
});

test('of claims at the same moment one wins at most', async () => {
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => claimFolder(claims)));
  const winners = results.filter(({ status }) => status === 'fulfilled');
  expect(winners.length).toBeLessThanOrEqual(1);
  expect(await readdir(claims)).toHaveLength(winners.length);
});

test('what a crash has left is in nobody’s way: a dead process, a number that is used again, half a claim', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  const dead = { pid: child.pid, identity: await identifyProcess(child.pid ?? 0) };
  await once(child, 'close');
  await (await claimFolder(claims)).release();
  await writeFile(join(claims, '1-dead.json'), JSON.stringify(dead));
  // This process lives, but it is another one than that which once had its number.
  await writeFile(
    join(claims, '2-reused.json'),
    JSON.stringify({ pid: process.pid, identity: 'of long ago' }),
  );
  await writeFile(join(claims, '3-half.json.part'), '{"pid":');
  const claim = await claimFolder(claims);
  expect((await readdir(claims)).filter((name) => name.endsWith('.json'))).toHaveLength(1);
  await claim.release();
});
