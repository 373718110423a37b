// Vitest settings: unit tests beside the code, everything else under test/.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{core,schemas,build,test}/**/*.test.ts'],
    environment: 'node',
    testTimeout: 30_000,
  },
});
