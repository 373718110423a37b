// Runs the protocol's own test bundle where there is one: beside the project, or where MWP_BUNDLE points.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseResult } from '../../core/conformance/bundle.ts';
import { runBundle } from '../../core/conformance/run.ts';

const ROOT = env['MWP_BUNDLE'] ?? fileURLToPath(new URL('../../../shared/protocol/bundle', import.meta.url));

const CASES = { structural: 58, cryptography: 62, admission: 30 } as const;

// Without the bundle nothing is known, so nothing may pass.
describe.skipIf(!existsSync(join(ROOT, 'conformance', 'manifest.json')))('protocol test bundle', () => {
  let results: CaseResult[] = [];
  beforeAll(async () => {
    results = await runBundle(ROOT);
  });

  it.each(Object.entries(CASES))('%s suite: %i cases, all passed', (suite, count) => {
    const ofSuite = results.filter((result) => result.suite === suite);
    const failed = ofSuite.filter(({ verdict }) => verdict === 'failed');
    expect(failed.map(({ id, detail }) => `${id}: ${detail}`)).toEqual([]);
    const passed = ofSuite.filter(({ subject, verdict }) => subject === 'case' && verdict === 'passed');
    expect(passed).toHaveLength(count);
  });
});
