// Writes the product's own test bundle, test/vectors/bundle/: `node test/vectors/generate.ts`. With `--check` it
// writes nothing and fails, naming the files, when the bundle on disk is not what it would write.
import { fileURLToPath } from 'node:url';
import { buildBundle } from './generate/build.ts';
import { findStaleFiles, writeBundle } from './generate/disk.ts';

const root = fileURLToPath(new URL('bundle', import.meta.url));
const { files } = buildBundle();
if (process.argv.includes('--check')) {
  const stale = await findStaleFiles(root, files);
  for (const path of stale)
    console.error(`test/vectors/bundle/${path} is stale: run node test/vectors/generate.ts`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  await writeBundle(root, files);
  console.log(`${files.size} files in test/vectors/bundle`);
}
