// Shared values of the key store tests. Every key here is a TEST KEY: its seed comes from a counter.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RegistryPrincipal } from '../protocol/generated/documents.ts';
import type { KeyStorePorts } from './key-store.ts';
import { MIN_COST_N } from './passphrase.ts';

export const ADA: RegistryPrincipal = { type: 'human', id: 'urn:heddle:test:human:ada' };
export const BEN: RegistryPrincipal = { type: 'human', id: 'urn:heddle:test:human:ben' };
export const PASSPHRASE = 'a passphrase for tests';
export const START_MS = Date.parse('2026-03-01T09:30:00.000Z');

export function keyIdOf(name: string | number): string {
  return `urn:heddle:test:key:${name}`;
}

export interface TestPorts extends KeyStorePorts {
  /** Everything that was handed out as random, in hexadecimal: no output may contain any of it. */
  readonly handedOut: readonly string[];
}

/** A clock that moves a second with each look, and bytes that differ with each call. */
export function testPorts(label = ''): TestPorts {
  let looks = 0;
  let calls = 0;
  const handedOut: string[] = [];
  return {
    handedOut,
    passphraseCostN: MIN_COST_N,
    nowMs: () => {
      looks += 1;
      return START_MS + looks * 1_000;
    },
    randomBytes: (count) => {
      calls += 1;
      const bytes = createHash('shake256', { outputLength: count }).update(`${label} ${calls}`).digest();
      handedOut.push(bytes.toString('hex'));
      return bytes;
    },
  };
}

/** A folder of its own for one test file. */
export function temporaryFolder(): { readonly path: string; at(name: string): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'heddle-keys-'));
  return {
    path,
    at: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
