// The keys with which a person acts in the demo: in memory alone, whatever store the profile has.
import { randomBytes } from 'node:crypto';
import { createMemoryKeyStore } from '../../keys/memory-key-store.ts';
import type { LocalSigner } from '../../protocol/sign.ts';
import { ProfileKeys } from '../desk-keys.ts';
import { openSigningKey } from '../worker-signing-key.ts';
import type { DemoCast, DemoPerson } from './demo-folder.ts';

export async function openDemoKeys({ owner, coordinator }: DemoCast): Promise<ProfileKeys> {
  const store = createMemoryKeyStore({
    nowMs: () => Date.now(),
    randomBytes: (count) => randomBytes(count),
  });
  for (const { actor, key } of [owner, coordinator]) {
    const imported = await store.importFile(bytesOf(key), { principal: actor, allowTestKey: true });
    if (!imported.ok) throw new Error(imported.fault.message);
  }
  return ProfileKeys.open(store);
}

/** For whoever acts in the demo without a person. */
export function demoSignerOf({ key }: DemoPerson): LocalSigner {
  const signer = openSigningKey(bytesOf(key));
  if (!signer.ok) throw new Error(signer.fault);
  return signer.value;
}

function bytesOf(key: DemoPerson['key']): Buffer {
  return Buffer.from(JSON.stringify(key));
}
