// Changes a passphrase file and kills itself at the nth file operation of that change. Started by crash.test.ts.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { Change } from './crash.test-data.ts';

const [path = '', change = '', killAt = '0'] = process.argv.slice(2);
let left = -1;

/** Dies before the operation that is due, a write with half of its bytes on disk. */
async function step(tearing?: () => Promise<unknown>): Promise<void> {
  if (left < 0) return;
  left -= 1;
  if (left !== 0) return;
  await tearing?.();
  process.kill(process.pid, 'SIGKILL');
}

const { open, rename, rm, writeFile, mkdir } = fs;
Object.assign(fs, {
  mkdir: async (...args: Parameters<typeof mkdir>) => {
    await step();
    return mkdir(...args);
  },
  rm: async (...args: Parameters<typeof rm>) => {
    await step();
    return rm(...args);
  },
  rename: async (...args: Parameters<typeof rename>) => {
    await step();
    return rename(...args);
  },
  open: async (...args: Parameters<typeof open>) => {
    await step();
    const handle = await open(...args);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await step();
      return sync();
    };
    return handle;
  },
  writeFile: async (...[file, content, options]: Parameters<typeof writeFile>) => {
    const bytes = content as Uint8Array;
    await step();
    await step(() => writeFile(file, bytes.subarray(0, bytes.length / 2), options));
    await writeFile(file, content, options);
    await step();
  },
});
syncBuiltinESMExports();

const { PassphraseFileKeyStore } = await import('../../core/keys/passphrase-file-key-store.ts');
const { CHANGES } = await import('./crash.test-data.ts');
const { PASSPHRASE, testPorts } = await import('../../core/keys/key-store.test-data.ts');

const store = await PassphraseFileKeyStore.open(path, testPorts('child'));
if (change !== 'setUp') await store.unlock(PASSPHRASE);
left = Number(killAt);
const done = await CHANGES[change as Change](store);
process.stdout.write(done.ok ? 'done' : done.fault.reason);
