// Vitest settings: unit tests beside the code, everything else under test/.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TestOrder } from './test-order.ts';

// CI asks for a report on the side; people get the plain output alone.
const report = process.env['HEDDLE_TEST_REPORT'];

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{core,electron,renderer,schemas,build,test,examples}/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    // One for each core, and no fewer than two: many tests wait for other processes most of their time.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: TestOrder },
    reporters: report === undefined ? ['default'] : ['default', 'json'],
    ...(report === undefined ? {} : { outputFile: { json: report } }),
  },
});
