import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LivePolicy } from './live-policy.ts';
import { createOrganization, pathsOf } from './organization-files.ts';

const ORGANIZATION = 'urn:heddle:test:organization:policy';

let folder: string;
let live: LivePolicy;
let changes: number;

async function write(change: (text: string) => string): Promise<void> {
  const path = pathsOf(folder).settings;
  await writeFile(path, change(await readFile(path, 'utf8')));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-policy-'));
  await createOrganization(folder, ORGANIZATION, '2026-05-04T09:00:00Z');
  changes = 0;
  live = await LivePolicy.open(folder, () => {});
  live.listen(() => {
    changes += 1;
  });
}, 60_000);

afterEach(async () => {
  await live.close();
  await rm(folder, { recursive: true, force: true });
});

test('whoever holds the policy sees a change of the file', async () => {
  const { policy } = live;
  expect(policy.cooperation.messagesPerMinute).toBe(120);
  await write((text) => text.replace('messagesPerMinute: 120', 'messagesPerMinute: 7'));
  await live.reload();
  expect(policy.cooperation.messagesPerMinute).toBe(7);
  expect(JSON.parse(JSON.stringify(policy))).toEqual(live.current);
  expect(changes).toBe(1);
});

test.each([
  ['no YAML', (text: string) => `${text}\n  : :`],
  ['a value out of bounds', (text: string) => text.replace('offer: 300', 'offer: 0')],
  ['another Organization', (text: string) => text.replace(ORGANIZATION, `${ORGANIZATION}:other`)],
])('%s changes nothing', async (_case, change) => {
  await write((text) => change(text.replace('messagesPerMinute: 120', 'messagesPerMinute: 7')));
  await expect(live.reload()).rejects.toThrow('organization.yaml');
  expect(live.policy.cooperation.messagesPerMinute).toBe(120);
  expect(changes).toBe(0);
});

test('follows the file by itself', async () => {
  await write((text) => text.replace('messagesPerMinute: 120', 'messagesPerMinute: 9'));
  await expect.poll(() => live.current.cooperation.messagesPerMinute, { timeout: 30_000 }).toBe(9);
}, 60_000);
