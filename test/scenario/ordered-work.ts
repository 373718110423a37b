// A Worker program that follows the orders of a file, one a line: the test writes them, and knows by that what happens
// when. `write TEXT` adds to the report, `save` saves a checkpoint, `block RESOLUTION` cannot go on, `finish` completes.
// Orders that were followed before a checkpoint are not followed again after it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runWorker, WorkBlocked, type WorkerRun } from '../../examples/workers/run-protocol.ts';

/** How far the work has come; the state of its checkpoints. */
interface Standing {
  followed: number;
  readonly parts: { readonly text: string; readonly runId: string }[];
}

const LOOK_AGAIN_MS = 25;

async function readOrders(file: string): Promise<readonly string[]> {
  try {
    // A line without its end is still being written.
    return (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

await runWorker(async (run: WorkerRun) => {
  const name = String(run.contract.constraints?.['orders']);
  const file = join(process.argv[2] ?? '', name);
  const { runId } = run.description;
  const standing = ((await run.resumedState()) as Standing | undefined) ?? { followed: 0, parts: [] };
  const point = () => ({
    phase: `followed ${standing.followed}`,
    completedMilestones: standing.parts.map(({ text }) => text),
    state: standing,
  });
  run.progress(`follows the orders of ${name}`, 'after each order');
  for (;;) {
    for (const order of (await readOrders(file)).slice(standing.followed)) {
      const [verb, ...words] = order.split(' ');
      const text = words.join(' ');
      standing.followed += 1;
      run.log(`${name}: ${order}`);
      if (verb === 'write') standing.parts.push({ text, runId });
      else if (verb === 'save') await run.safePoint(point, true);
      else if (verb === 'block') {
        await run.safePoint(point, true);
        throw new WorkBlocked('something is missing', text);
      } else {
        await writeFile(join(run.out, 'report.json'), JSON.stringify({ name, parts: standing.parts }));
        return {
          summary: `the report of ${name}`,
          evidence: [
            {
              type: 'deterministic_test',
              criterionIds: ['complete'],
              method: 'every order was followed',
              result: 'passed',
              files: ['report.json'],
            },
          ],
        };
      }
    }
    await run.safePoint(point);
    await pause(LOOK_AGAIN_MS);
  }
});
