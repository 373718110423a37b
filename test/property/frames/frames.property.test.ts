// Mutated frames against an independent reading of the rules; test/long/frames.ts runs a million of them.
import { expect, test } from 'vitest';
import { createRandom, seedFromEnvironment } from '../../harness/random.ts';
import { createFrameCorpus } from './corpus.ts';
import { judgeMessage } from './judge.ts';
import { mutateFrame } from './mutator.ts';

const corpus = createFrameCorpus();
const FRAMES = 15_000;

test('every frame of the corpus is accepted', () => {
  for (const frame of corpus.frames) {
    expect(judgeMessage(Buffer.from(frame), corpus)).toEqual({ outcome: 'accepted', wrong: '' });
  }
});

test(`${FRAMES} mutated frames are judged as the rules say (WS-003…WS-006, DOC-WS)`, () => {
  const seed = seedFromEnvironment();
  console.info(`mutated frames: HEDDLE_SEED=${seed}`);
  const random = createRandom(seed);
  const seen = { 'refused as a frame': 0, 'refused as a document': 0, accepted: 0 };
  for (let n = 0; n < FRAMES; n += 1) {
    const message = mutateFrame(corpus.frames, random);
    const { outcome, wrong } = judgeMessage(message, corpus);
    expect(wrong, `HEDDLE_SEED=${seed}, frame ${n}: ${Buffer.from(message).toString('base64')}`).toBe('');
    seen[outcome] += 1;
  }
  // A mutator that no longer reaches one of the outcomes tests less than it claims.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(FRAMES / 100);
});
