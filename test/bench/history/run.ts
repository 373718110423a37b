// `node test/bench/history/run.ts [--events N] [--profile DIR] [--json FILE]`: a long history in use: how fast it is verified, how
// soon words are found in it, and what a window does while somebody scrolls through it. With --profile a folder that an earlier
// run has made is used, and kept.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { HistoryReader } from '../../../core/host/history-reader.ts';
import type { VerifyOrder, VerifyReport } from '../../../core/host/history-verify-thread.ts';
import { ReplicaReader } from '../../../core/store/sqlite/replica-reader.ts';
import { ROOT } from '../../start/started-app.ts';
import { makeLongProfile } from '../desk/long-profile.ts';
import { describeMachine } from '../harness.ts';
import { measureScrolling } from './scrolling.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    profile: { type: 'string' },
    json: { type: 'string', default: fileURLToPath(new URL('../results/history.json', import.meta.url)) },
  },
});

/** From what stands in every Message to what stands nowhere; the last ones are words that somebody is still typing. */
const SEARCHES = ['the inventory of folder', 'duplicates', 'folder 4711', 'nothing of that', 'inv', 'a', 'f'];
const ROUNDS = 20;
const LIMIT = 50;

const { status, stderr } = spawnSync(process.execPath, ['build/prepare-window.ts'], { cwd: ROOT });
if (status !== 0) throw new Error(stderr.toString());
const folder = values.profile ?? join(await mkdtemp(join(tmpdir(), 'heddle-bench-history-')), 'profile');
if (values.profile === undefined) {
  process.stderr.write(`writing a log of ${values.events} Events …\n`);
  await makeLongProfile(folder, Number(values.events));
}
try {
  const { replicaPath, groupId, cursor } = await findLog(folder);
  const machine = describeMachine();
  console.log(
    `Node ${machine.node}, ${machine.cores} × ${machine.cpu}, load ${(loadavg()[0] ?? 0).toFixed(1)}; ${cursor} Events`,
  );
  const search = await measureSearch(replicaPath);
  console.log(`indexed in ${(search.indexMs / 1_000).toFixed(1)} s`);
  for (const { words, hits, medianMs, worstMs } of search.queries) {
    console.log(
      `search “${words}”: ${medianMs.toFixed(1)} ms (worst ${worstMs.toFixed(1)}), ${hits} hits shown`,
    );
  }
  const verification = await measureVerification({
    replicaPath,
    groupId,
    fromSequence: 1,
    throughSequence: cursor,
  });
  console.log(
    `verified ${verification.verified} in ${(verification.ms / 1_000).toFixed(1)} s: ${verification.perSecond.toFixed(0)} per second, ` +
      `${verification.perProcessorSecond.toFixed(0)} per second of one processor (goal: 8,000 per second)`,
  );
  const scrolling = await measureScrolling(folder);
  console.log(
    `scrolled through ${scrolling.steps} places: at most ${scrolling.mostRows} rows in the page (goal: below 200), ` +
      `longest task ${scrolling.longestTaskCpuMs.toFixed(0)} ms of processor time, ${scrolling.longestTaskMs.toFixed(0)} ms by the clock ` +
      `(goal: no frame over 50 ms), ${scrolling.tasksOver50Cpu} tasks over 50 ms of processor time`,
  );
  await mkdir(dirname(values.json), { recursive: true });
  const figures = { machine, load: loadavg()[0], events: cursor, search, verification, scrolling };
  await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  if (values.profile === undefined) await rm(dirname(folder), { recursive: true, force: true });
}

/** The longest log of a profile. */
/** Of the replicas of a profile, one for each identity, that which has come furthest. */
async function findLog(profile: string) {
  const replicas = join(profile, 'replicas');
  const names = (await readdir(replicas)).filter((each) => each.endsWith('.db'));
  const logs = names.flatMap((name) => {
    const replicaPath = join(replicas, name);
    const reader = ReplicaReader.open(replicaPath);
    const groups = reader.groups();
    reader.close();
    return groups.map(({ groupId, cursor }) => ({ replicaPath, groupId, cursor }));
  });
  const [longest] = logs.toSorted((a, b) => b.cursor - a.cursor);
  if (longest === undefined) throw new Error(`${profile} holds no log`);
  return longest;
}

async function measureSearch(replicaPath: string) {
  const reader = new HistoryReader();
  const ask = (words: string) => reader.ask('search', { replicaPath, words, area: undefined, limit: LIMIT });
  const startedAt = performance.now();
  while (!(await ask('nothing of that')).isComplete) await new Promise((resolve) => setTimeout(resolve, 100));
  const indexMs = performance.now() - startedAt;
  const queries: { words: string; hits: number; medianMs: number; worstMs: number }[] = [];
  for (const words of SEARCHES) {
    const times: number[] = [];
    let hits = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const askedAt = performance.now();
      hits = (await ask(words)).hits.length;
      times.push(performance.now() - askedAt);
    }
    times.sort((a, b) => a - b);
    queries.push({ words, hits, medianMs: times[ROUNDS / 2] ?? 0, worstMs: times.at(-1) ?? 0 });
  }
  await reader.close();
  return { indexMs, queries };
}

async function measureVerification(order: VerifyOrder) {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const progress = await new Promise<VerifyReport['progress']>((resolve, reject) => {
    const worker = new Worker(new URL('../../../core/host/history-verify-thread.ts', import.meta.url), {
      workerData: order,
    });
    worker.on('message', (report: VerifyReport) => {
      if (report.isDone) resolve(report.progress);
    });
    worker.on('error', reject);
  });
  const ms = performance.now() - startedAt;
  // All threads of the process: the one that verifies and those that compute signatures for it.
  const { user, system } = process.cpuUsage(before);
  const { checked, verified } = progress;
  return {
    verified,
    ms,
    perSecond: (checked * 1_000) / ms,
    perProcessorSecond: (checked * 1_000_000) / (user + system),
  };
}
