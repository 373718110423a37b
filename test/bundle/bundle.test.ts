// A `.mwpbundle` proves the history in it with nothing but itself; whatever is changed in it is found and named.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceOfStore } from '../../core/host/bundle-sources.ts';
import { type BundleFinding, verifyBundle } from '../../core/host/bundle-verification.ts';
import { type BundleSource, writeBundle } from '../../core/host/bundle-writer.ts';
import { openRegistry } from '../../core/protocol/registry.ts';
import { MemoryStore } from '../../core/store/memory/memory-store.ts';
import { SERVICES, TEST_ORGANIZATION, type TestMission, TestOrganization } from '../harness/organization.ts';
import { createRandom, seedFromEnvironment } from '../harness/random.ts';

const CREATED_AT = '2026-05-04T10:00:00.000Z';
const folder = mkdtempSync(join(tmpdir(), 'heddle-bundle-'));
const path = join(folder, 'history.mwpbundle');

let organization: TestOrganization;
let store: MemoryStore;
let missions: readonly TestMission[];
let original: Buffer;

beforeAll(async () => {
  store = new MemoryStore({ writer: SERVICES.actor });
  organization = await TestOrganization.open(store);
  missions = [await organization.createMission('one'), await organization.createMission('two')];
  for (const mission of missions) {
    for (const worker of organization.workers) await organization.postMessage(worker, mission, 'a word');
  }
  await writeBundle(path, await source(), CREATED_AT);
  original = readFileSync(path);
});

afterAll(async () => {
  await organization.authority.close();
  rmSync(folder, { recursive: true });
});

function source(): Promise<BundleSource> {
  return sourceOfStore(
    TEST_ORGANIZATION,
    store,
    missions.map(({ groupId }) => groupId),
  );
}

async function findingsIn(bytes: Uint8Array): Promise<readonly BundleFinding[]> {
  const changed = join(folder, 'changed.mwpbundle');
  writeFileSync(changed, bytes);
  return (await verifyBundle(changed)).findings;
}

function lines(): string[] {
  return original.toString('latin1').split('\n').slice(0, -1);
}

function joined(changed: readonly string[]): Buffer {
  return Buffer.from(`${changed.join('\n')}\n`, 'latin1');
}

describe('a whole bundle', () => {
  test('verifies, and says what the history comes to', async () => {
    const seen: number[] = [];
    const verification = await verifyBundle(path, { onProgress: (events) => seen.push(events) });
    expect(verification.findings).toStrictEqual([]);
    expect(verification).toMatchObject({ organizationId: TEST_ORGANIZATION, createdAt: CREATED_AT });
    expect(verification.groups.map(({ groupId }) => groupId)).toStrictEqual(
      missions.map(({ groupId }) => groupId),
    );
    for (const [at, group] of verification.groups.entries()) {
      expect(group.firstSequence).toBe(1);
      expect(group.events).toBe(group.lastSequence);
      expect(group.mission).toMatchObject({ missionId: missions[at]?.missionId, state: 'active' });
    }
    expect(seen.at(-1)).toBe(verification.events);
  });

  test('holds the Events in the very bytes of the store, and is the same when written again', async () => {
    const stored = await store.readGroupEvents(missions[0]?.groupId ?? '', 0, 1);
    expect(original.includes(Buffer.from(stored[0]?.bytes ?? 'none'))).toBe(true);
    const again = join(folder, 'again.mwpbundle');
    await writeBundle(again, await source(), CREATED_AT);
    expect(readFileSync(again).equals(original)).toBe(true);
  });

  test('of no Group at all, or with a Group that has no Events, verifies too', async () => {
    const empty = await sourceOfStore(TEST_ORGANIZATION, store, []);
    await writeBundle(join(folder, 'empty.mwpbundle'), empty, CREATED_AT);
    expect(await verifyBundle(join(folder, 'empty.mwpbundle'))).toMatchObject({ findings: [], groups: [] });
    const unknown = await sourceOfStore(TEST_ORGANIZATION, store, ['urn:heddle:test:group:unknown']);
    await writeBundle(join(folder, 'unknown.mwpbundle'), unknown, CREATED_AT);
    expect(await verifyBundle(join(folder, 'unknown.mwpbundle'))).toMatchObject({ findings: [], groups: [] });
  });

  test('does not verify under the keys of somebody else', async () => {
    const keys = openRegistry({ organizationId: TEST_ORGANIZATION, bindings: [] });
    const { findings } = await verifyBundle(path, { keys });
    expect(findings[0]).toMatchObject({ line: 3, problem: 'signature' });
    const own = openRegistry({ organizationId: TEST_ORGANIZATION, bindings: await store.readBindings() });
    expect((await verifyBundle(path, { keys: own })).findings).toStrictEqual([]);
  });

  test('a source that fails leaves the file that was there', async () => {
    const failing: BundleSource = {
      ...(await source()),
      async *events() {
        yield* [];
        throw new Error('gone');
      },
    };
    await expect(writeBundle(path, failing, CREATED_AT)).rejects.toThrow('gone');
    expect(readFileSync(path).equals(original)).toBe(true);
  });
});

describe('a changed bundle', () => {
  /** Where something was flipped, and whether a finding says so. */
  async function flipped(at: number, bit: number) {
    const changed = Buffer.from(original);
    changed[at] = (changed[at] ?? 0) ^ (1 << bit);
    const findings = await findingsIn(changed);
    const line = original.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;
    const part = NAMES[lines()[line - 1]?.[0] ?? ''] ?? '';
    // The letter and the space in front say what a line is: flipped, it is another thing, or none.
    const isOfLineKind = at < 2 || original[at - 2] === 0x0a || original[at - 1] === 0x0a;
    const isNamed = findings.some((finding) => {
      // A line end that is no more joins two lines; what a line begins with says what it is.
      if (original[at] === 0x0a) return finding.line === line || finding.line === line + 1;
      if (part === 'trailer' && finding.detail.includes(`the trailer (line ${line})`)) return true;
      const isWithin = finding.problem === 'section' && finding.detail.includes(`(${part})`);
      if (isWithin) return (finding.line ?? 0) <= line;
      return finding.line === line && (isOfLineKind || finding.detail.startsWith(part));
    });
    return { at, bit, line, part, isNamed, findings: isNamed ? [] : findings };
  }

  const NAMES: Readonly<Record<string, string>> = {
    H: 'header',
    K: 'Registry',
    E: 'Event',
    S: 'snapshot',
    T: 'trailer',
    X: 'seal',
  };

  test('one flipped bit anywhere is found, and named by its line and its part', async () => {
    const seed = seedFromEnvironment();
    const random = createRandom(seed);
    const all = lines();
    const starts = all
      .map((_line, index) => joined(all.slice(0, index)).length)
      .map((at, index) => (index === 0 ? 0 : at));
    // Every line: what it begins with, its space, its first and last byte, its end, and two places between.
    for (const [index, start] of starts.entries()) {
      const { length } = all[index] ?? '';
      const places = [0, 1, 2, length - 1, length, random.below(length), random.below(length)];
      for (const place of new Set(places)) {
        const bit = random.below(8);
        expect({ seed, ...(await flipped(start + place, bit)) }).toMatchObject({ isNamed: true });
      }
    }
    for (let turn = 0; turn < 100; turn += 1) {
      const found = await flipped(random.below(original.length), random.below(8));
      expect({ seed, ...found }).toMatchObject({ isNamed: true });
    }
  }, 120_000);

  test.each([
    ['an Event is left out', (all: string[]) => all.filter((_line, at) => at !== 4), 'sequence'],
    ['an Event stands there twice', (all: string[]) => all.toSpliced(5, 0, all[4] ?? ''), 'repeated'],
    [
      'two Events change places',
      (all: string[]) => all.toSpliced(4, 2, all[5] ?? '', all[4] ?? ''),
      'sequence',
    ],
    ['the last Events are cut out', (all: string[]) => all.toSpliced(-4, 2), 'section'],
    ['the trailer is left out', (all: string[]) => all.toSpliced(-2, 1), 'out-of-order'],
    ['the seal is left out', (all: string[]) => all.slice(0, -1), 'cut-off'],
    ['something follows the seal', (all: string[]) => [...all, 'E {}'], 'out-of-order'],
    ['there are two Registries', (all: string[]) => all.toSpliced(2, 0, all[1] ?? ''), 'out-of-order'],
    ['there is no Registry', (all: string[]) => all.toSpliced(1, 1), 'signature'],
    ['there is no header', (all: string[]) => all.slice(1), 'not-a-bundle'],
    [
      'it is of a newer version',
      (all: string[]) => [(all[0] ?? '').replace('"version":1', '"version":2')],
      'newer-version',
    ],
    ['a line of an unknown kind is put in', (all: string[]) => all.toSpliced(3, 0, 'Q {}'), 'unreadable'],
  ])('%s', async (_name, change, problem) => {
    const findings = await findingsIn(joined(change(lines())));
    expect(findings.map((finding) => finding.problem)).toContain(problem);
  });

  test('a file that ends anywhere is found to be cut off', async () => {
    for (const part of [0.1, 0.5, 0.9, 0.999]) {
      const findings = await findingsIn(original.subarray(0, Math.floor(original.length * part)));
      expect(findings.map(({ problem }) => problem)).toContain('cut-off');
    }
  });

  test('what is no bundle is refused in its first line', async () => {
    for (const text of ['', '{}', 'H {}', '\u0000'.repeat(100), 'H [1]\n', 'H {"format":"mwpbundle"}\n']) {
      const findings = await findingsIn(Buffer.from(text));
      expect(findings).toHaveLength(1);
      expect(findings[0]).toMatchObject({ problem: 'not-a-bundle' });
    }
  });
});
