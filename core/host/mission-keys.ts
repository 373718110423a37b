// The keys with which a Mission is begun: a person's own, or made for it.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { accept, refuse, type Result } from '../protocol/result.ts';
import type { LocalSigner } from '../protocol/sign.ts';
import { type MissionFault, missionFault } from './mission-faults.ts';
import { readPrivateFile } from './worker-private-file.ts';
import { createSigningKey, openSigningKey } from './worker-signing-key.ts';

/** The key in a file that `heddle keygen` writes. */
export async function readKey(path: string): Promise<Result<LocalSigner, MissionFault>> {
  const file = await readPrivateFile(path);
  if (file.kind === 'open-to-others') return refuse(missionFault('key-open-to-others', { path }));
  if (file.kind === 'unreadable') {
    return refuse(missionFault('unreadable', { path, systemCode: file.systemCode }));
  }
  const signer = openSigningKey(file.bytes);
  return signer.ok
    ? accept(signer.value)
    : refuse(missionFault('key-unusable', { path, reason: signer.fault }));
}

/** Makes a key in a new file that only its owner may read. */
export async function makeKey(path: string): Promise<LocalSigner> {
  const key = createSigningKey();
  const text = `${JSON.stringify(key, undefined, 2)}\n`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true });
  const signer = openSigningKey(Buffer.from(text));
  if (!signer.ok) throw new Error(signer.fault);
  return signer.value;
}
