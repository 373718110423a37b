// Runs the product's own test bundle (CONF-02), and checks that it is what its generator writes.
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseResult } from '../../core/conformance/bundle.ts';
import { runBundle } from '../../core/conformance/run.ts';
import { buildBundle } from './generate/build.ts';
import { findStaleFiles } from './generate/disk.ts';

const ROOT = fileURLToPath(new URL('bundle', import.meta.url));

const CASES = { structural: 438, cryptography: 343, admission: 127 } as const;

describe('own test bundle', () => {
  let results: CaseResult[] = [];
  beforeAll(async () => {
    results = await runBundle(ROOT);
  });

  it.each(Object.entries(CASES))('%s suite: %i cases, all passed', (suite, count) => {
    const ofSuite = results.filter((result) => result.suite === suite);
    const notPassed = ofSuite.filter(({ verdict }) => verdict !== 'passed');
    expect(notPassed.map(({ id, detail }) => `${id}: ${detail}`)).toEqual([]);
    expect(ofSuite.filter(({ subject }) => subject === 'case')).toHaveLength(count);
  });

  it('is on disk as its generator writes it', async () => {
    expect(await findStaleFiles(ROOT, buildBundle().files)).toEqual([]);
  });
});
