// Vitest settings: unit tests beside the code, everything else under test/.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// CI asks for a report on the side; people get the plain output alone.
const report = process.env['HEDDLE_TEST_REPORT'];

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{core,electron,renderer,schemas,build,test,examples}/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    reporters: report === undefined ? ['default'] : ['default', 'json'],
    ...(report === undefined ? {} : { outputFile: { json: report } }),
  },
});
