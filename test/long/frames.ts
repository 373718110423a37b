// `npm run test:long`: mutated frames by the million (WS-003…WS-006): no crash, no hang, no wrong verdict, bounded
// memory. Too long for every run of the tests. Ends with exit code 1 at the first thing that is wrong.
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRandom, seedFromEnvironment } from '../harness/random.ts';
import { createFrameCorpus } from '../property/frames/corpus.ts';
import { judgeMessage } from '../property/frames/judge.ts';
import { mutateFrame } from '../property/frames/mutator.ts';

const { values } = parseArgs({ options: { frames: { type: 'string', default: '1000000' } } });
const frames = Number(values.frames);
const seed = seedFromEnvironment();
const random = createRandom(seed);
const corpus = createFrameCorpus();

// Without a collection before each reading, garbage would pass for growth.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapMegabytes = () => {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

/** One frame that takes longer than this counts as a hang: ordinary ones take microseconds. */
const HANG_MS = 2_000;
/** Caches that are bounded by design fill up in the first part of the run; after it the heap has to stay flat. */
const HEAP_GROWTH_MB = 32;

const seen = { 'refused as a frame': 0, 'refused as a document': 0, accepted: 0 };
let slowestMs = 0;
let baseline = Number.NaN;
let highest = 0;
const start = performance.now();
for (let n = 0; n < frames; n += 1) {
  const message = mutateFrame(corpus.frames, random);
  const before = performance.now();
  const { outcome, wrong } = judgeMessage(message, corpus);
  const tookMs = performance.now() - before;
  slowestMs = Math.max(slowestMs, tookMs);
  if (wrong !== '' || tookMs > HANG_MS) {
    console.error(`HEDDLE_SEED=${seed}, frame ${n}: ${wrong === '' ? `took ${tookMs} ms` : wrong}`);
    console.error(Buffer.from(message).toString('base64'));
    process.exitCode = 1;
    break;
  }
  seen[outcome] += 1;
  if (n % 100_000 === 99_999) {
    const heap = heapMegabytes();
    baseline = Number.isNaN(baseline) ? heap : baseline;
    highest = Math.max(highest, heap);
    const perSecond = Math.round((n + 1) / ((performance.now() - start) / 1000));
    console.log(
      `${n + 1} frames, ${perSecond}/s, heap ${heap.toFixed(1)} MB, slowest ${slowestMs.toFixed(1)} ms`,
    );
  }
}
console.log(`HEDDLE_SEED=${seed}; ${JSON.stringify(seen)}`);
if (highest - baseline > HEAP_GROWTH_MB) {
  console.error(`the heap grew by ${(highest - baseline).toFixed(1)} MB`);
  process.exitCode = 1;
}
