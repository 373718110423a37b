// The model of a profile: what would be sent is shown and not sent, one small test, the key in a file of its own, and a count of what
// models have cost that outlives a restart.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ModelSettings } from '../../../core/contract/assistant.ts';
import { StopSwitch } from '../../../core/coordinator/assistant/autonomy/stop-switch.ts';
import { DeskModel } from '../../../core/host/desk-model.ts';
import { fileModelKey } from '../../../core/host/model-key.ts';
import { GROUP, MISSION, SeededOrganization } from '../../../core/domain/seeded-world.test-data.ts';
import { authorize, ITEM } from '../../../core/domain/work-scenes.test-data.ts';
import { SINGLE, type World } from '../../../core/domain/world.ts';
import { ModelServer, say } from './model-server.ts';

/** TEST KEY */
const KEY = 'sk-test-fedcba9876543210';
const NOW_MS = Date.parse('2026-05-04T09:00:00Z');

let server: ModelServer;
let folder: string;
let stop: StopSwitch;
const faults: unknown[] = [];

beforeAll(async () => {
  server = await ModelServer.open();
  folder = await mkdtemp(join(tmpdir(), 'heddle-model-'));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, maxRetries: 10 });
});
beforeEach(() => {
  server.received.length = 0;
  stop = new StopSwitch();
});

const settingsOf = (): ModelSettings => ({
  baseUrl: `${server.origin}/v1`,
  model: 'test-model',
  price: { currency: 'EUR', perMillionInput: 1, perMillionOutput: 2 },
  redactedWords: ['inventory'],
});

function openModel(settings: ModelSettings | undefined = settingsOf()): Promise<DeskModel> {
  return DeskModel.open({
    usePath: join(folder, 'model-use.json'),
    settings,
    keyAt: () => fileModelKey(join(folder, 'model-key')),
    stop,
    nowMs: () => NOW_MS,
    onFault: (fault) => faults.push(fault),
  });
}

describe('the model of a profile', () => {
  test('gets nothing from a preview, which is the text that would be sent, after redaction', async () => {
    const organization = new SeededOrganization();
    authorize(organization, { goal: 'Make the inventory for ada@example.org' });
    const model = await openModel();
    const preview = model.preview(
      organization.world,
      { groupId: GROUP, workItemId: ITEM, wish: 'Which criteria are missing?' },
      'en',
    );
    if (!preview.ok) throw new Error(preview.fault.code);
    const { body, address, redactions } = preview.value;
    expect(address).toBe(`${server.origin}/v1/chat/completions`);
    expect(body).toContain('Which criteria are missing?');
    expect(body).not.toMatch(/inventory|ada@example[.]org/u);
    expect(redactions.map(({ rule }) => rule).toSorted()).toEqual(['email', 'word']);
    expect(server.received).toEqual([]);
  });

  test('is tested with a sentence of no Mission; what that has cost is kept', async () => {
    const model = await openModel();
    expect(await model.saveKey(KEY)).toEqual({ ok: true, value: undefined });
    server.play = say('{"text": "I can be reached."}', {
      usage: { prompt_tokens: 90, completion_tokens: 10 },
    });
    const answer = await model.test('en');
    expect(answer).toMatchObject({ ok: true, value: { tokens: 100 } });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.authorization).toBe(`Bearer ${KEY}`);
    // The file is written after the answer.
    await expect
      .poll(async () => readFile(join(folder, 'model-use.json'), 'utf8').catch(() => ''), { timeout: 30_000 })
      .toContain('"tokens": 100');
    const later = await openModel();
    expect(later.use(() => 'tests')).toEqual([
      { missionTitle: 'tests', tokens: 100, cost: { amount: '0.00011', currency: 'EUR' } },
    ]);
    expect(faults).toEqual([]);
  });

  test('keeps its key in a file that only its owner may read, and erases it', async () => {
    const model = await openModel();
    await model.saveKey(KEY);
    expect(await model.hasKey()).toBe(true);
    const { mode } = await stat(join(folder, 'model-key'));
    // Windows has no such bits.
    expect(process.platform === 'win32' ? 0 : mode & 0o077).toBe(0);
    expect(JSON.stringify(model.settings)).not.toContain(KEY);
    await model.saveKey('');
    expect(await model.hasKey()).toBe(false);
  });

  test('is not asked after a stop, nor where there is none', async () => {
    const model = await openModel();
    stop.stop(NOW_MS);
    expect(await model.test('en')).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
    const none = await DeskModel.open({
      usePath: join(folder, 'other-use.json'),
      settings: undefined,
      keyAt: () => fileModelKey(join(folder, 'other-key')),
      stop: new StopSwitch(),
      nowMs: () => NOW_MS,
      onFault: (fault) => faults.push(fault),
    });
    expect(await none.test('de')).toMatchObject({ ok: false, fault: { code: 'not-now' } });
    expect(await none.saveKey(KEY)).toBeUndefined();
    expect(server.received).toEqual([]);
  });

  test('has its faults in words', async () => {
    const model = await openModel();
    const checked = model.check({ ...settingsOf(), baseUrl: 'ftp://example.org' });
    expect(checked).toEqual({ ok: false, fault: 'neither-https-nor-http' });
    expect(model.endpointFault('neither-https-nor-http', 'de').words.text).toContain('https://');
  });

  test('is asked with exactly the text that was shown, within the budget of the Mission', async () => {
    const model = await openModel();
    const about = { groupId: GROUP, wish: 'Which risks are missing?' };
    server.play = say('{"text": "Lost devices."}', { usage: { prompt_tokens: 60, completion_tokens: 40 } });
    expect(await model.ask(worldWith(100), about, 'en')).toMatchObject({
      ok: false,
      fault: { code: 'budget-spent' },
    });
    expect(server.received).toEqual([]);
    const world = worldWith(100_000);
    const preview = model.preview(world, about, 'en');
    const paid = await model.ask(world, about, 'en');
    expect(paid).toMatchObject({ ok: true, value: { text: 'Lost devices.', tokens: 100 } });
    expect(server.received.map(({ body }) => body)).toEqual(preview.ok ? [preview.value.body] : []);
    expect(model.use((id) => id)).toContainEqual({
      missionTitle: MISSION,
      tokens: 100,
      cost: { amount: '0.00014', currency: 'EUR' },
    });
  });
});

/** A Mission that may use so many tokens. */
function worldWith(modelTokenLimit: number): World {
  const { world } = new SeededOrganization();
  const mission = world.get('mission', GROUP, SINGLE);
  if (mission === undefined) throw new Error('there is a Mission');
  const budget = { ...mission.document.budget, modelTokenLimit, financialLimit: 10, currency: 'EUR' };
  const value = { ...mission, document: { ...mission.document, budget } };
  world.apply([{ kind: 'mission', groupId: GROUP, id: SINGLE, value }]);
  return world;
}
