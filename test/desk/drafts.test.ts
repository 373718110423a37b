// Forms that are being filled in, at the whole host of a profile: they last, also over the end of a run with its keys locked, and
// what is signed or given back moves between drafts and outbox without being there twice.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RoughIntent } from '../../core/contract/forms.ts';
import type { DraftRow } from '../../core/contract/intents.ts';
import { type DeskHost, startDeskHost } from '../../core/host/desk-host.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { stateOf, valueOf } from './desk-client.ts';

/** For tests only. */
const PASSPHRASE = 'correct horse battery staple for tests';

let profile: string;
let host: DeskHost;
let connectionId: string;
let coordinatorAgentId: string;
const faults: unknown[] = [];

const start = (): Promise<DeskHost> =>
  startDeskHost({
    profileFolder: profile,
    shell: 'browser',
    appVersion: '0.0.0-test',
    onFault: (error) => faults.push(error),
    keyStore: 'passphrase-file',
    passphraseCostN: MIN_COST_N,
  });

beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'heddle-drafts-'));
  host = await start();
  valueOf(await host.client.keys.unlock({ passphrase: PASSPHRASE }));
  const made = await host.client.connections.createLocal({ name: 'Mine', personName: 'Ada' });
  ({ connectionId } = valueOf(made));
  const agents = await stateOf(
    host.client,
    (options) => host.client.people.agents(undefined, options),
    ({ rows }) => rows.length === 1,
  );
  coordinatorAgentId = agents.rows[0]?.agent.id ?? '';
}, 60_000);

afterAll(async () => {
  await host.stop();
  await rm(profile, { recursive: true, force: true });
});

/** Ends the run and begins the next one: its keys are locked. */
async function restart(): Promise<void> {
  await host.stop();
  host = await start();
}

async function unlock(): Promise<void> {
  valueOf(await host.client.keys.unlock({ passphrase: PASSPHRASE }));
}

/** Drafts as a window sees them, once they are as wanted. */
async function drafts(
  isWanted: (rows: readonly DraftRow[]) => boolean = () => true,
): Promise<readonly DraftRow[]> {
  const { rows } = await stateOf(
    host.client,
    (options) => host.client.intents.followDrafts(undefined, options),
    (state) => isWanted(state.rows),
  );
  return rows;
}

async function save(intent: RoughIntent, draftId?: string) {
  const answer = await host.client.intents.saveDraft({
    connectionId,
    intent,
    ...(draftId === undefined ? {} : { draftId }),
  });
  return valueOf(answer);
}

function mission(title: string) {
  return {
    kind: 'mission.create' as const,
    form: {
      title,
      objective: 'Know what is there',
      definitionOfDone: [
        { criterionId: 'done', description: 'it is known', evidenceRequired: ['human_review'] },
      ],
      budget: { modelTokenLimit: 1_000 },
      deadline: new Date(Date.now() + 86_400_000).toISOString(),
      approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
      coordinatorAgentId,
    },
  };
}

/** Until a Command of the outbox is in a state. */
async function inState(actionId: string, wanted: string): Promise<void> {
  await stateOf(
    host.client,
    (options) => host.client.outbox.follow(undefined, options),
    ({ rows }) => rows.some((row) => row.actionId === actionId && row.state === wanted),
  );
}

async function signed(intent: ReturnType<typeof mission>, draftId?: string): Promise<string> {
  const sheet = valueOf(
    await host.client.intents.sheet({ connectionId, intent, ...(draftId === undefined ? {} : { draftId }) }),
  );
  const { sheetId, version } = sheet;
  const outcome = valueOf(await host.client.intents.sign({ sheetId, version }));
  if (outcome.kind !== 'kept') throw new Error(outcome.kind);
  return outcome.actionId;
}

describe('a draft', () => {
  test('may be incomplete in every way, is saved again in its place, and outlasts the run', async () => {
    const { draftId } = await save({ kind: 'mission.create', form: { title: 'Au' } });
    const again = await save(
      { kind: 'mission.create', form: { title: 'Audit', budget: 'not yet' } },
      draftId,
    );
    expect(again.draftId).toBe(draftId);
    await restart();
    expect(await drafts()).toMatchObject([
      {
        draftId,
        connectionId,
        words: { text: 'Create Mission' },
        intent: { kind: 'mission.create', form: { title: 'Audit', budget: 'not yet' } },
        savedAtMs: again.savedAtMs,
      },
    ]);
    // What goes with the key that would have signed it is told before the key is removed.
    const { rows } = await stateOf(
      host.client,
      (options) => host.client.keys.follow(undefined, options),
      (state) => state.rows.length > 0,
    );
    const told = await Promise.all(
      rows.map(async ({ keyId }) => valueOf(await host.client.keys.removalEffects({ keyId })).effects),
    );
    expect(told.flat().filter(({ key }) => key === 'removal.drafts')).toMatchObject([
      { values: { name: 'Mine', count: 1 } },
    ]);
    // No key is needed to go on writing.
    await save({ kind: 'mission.create', form: { title: 'Audit of the folder' } }, draftId);
    expect((await drafts()).map(({ intent }) => intent.form['title'])).toEqual(['Audit of the folder']);
    valueOf(await host.client.intents.removeDraft({ connectionId, draftId }));
    expect(await host.client.intents.removeDraft({ connectionId, draftId })).toMatchObject({
      ok: false,
      fault: { code: 'no-draft' },
    });
    await restart();
    expect(await drafts()).toEqual([]);
  });

  test('becomes a Command, and is a draft no more', async () => {
    await unlock();
    const wish = mission('From a draft');
    const { draftId } = await save(wish);
    await restart();
    await unlock();
    const actionId = await signed(wish, draftId);
    await inState(actionId, 'accepted');
    expect(await drafts((rows) => rows.length === 0)).toEqual([]);
    await restart();
    expect(await drafts()).toEqual([]);
    const missions = await stateOf(
      host.client,
      (options) => host.client.missions.follow(undefined, options),
      ({ rows }) => rows.length > 0,
    );
    expect(missions.rows.map(({ title }) => title)).toEqual(['From a draft']);
  });

  test('is what a Command becomes again that waits for its key, and is signed anew later (withdraw)', async () => {
    await restart();
    const waiting = await signed(mission('Not yet'));
    await inState(waiting, 'waiting-for-key');
    const taken = await host.client.outbox.act({ connectionId, actionId: waiting, optionId: 'withdraw' });
    expect(valueOf(taken)).toEqual({ kind: 'done' });
    await inState(waiting, 'abandoned');
    const [draft] = await drafts((rows) => rows.length === 1);
    expect(draft).toMatchObject({ intent: { kind: 'mission.create', form: { title: 'Not yet' } } });
    await restart();
    await unlock();
    const [kept] = await drafts((rows) => rows.length === 1);
    expect(kept?.intent.form).toEqual(draft?.intent.form);
    // What was given up does not come back with the key.
    const actionId = await signed(mission('Not yet'), kept?.draftId);
    expect(actionId).not.toBe(waiting);
    await inState(actionId, 'accepted');
    expect(await drafts((rows) => rows.length === 0)).toEqual([]);
    const missions = await stateOf(
      host.client,
      (options) => host.client.missions.follow(undefined, options),
      ({ rows }) => rows.length === 2,
    );
    expect(missions.rows.filter(({ title }) => title === 'Not yet')).toHaveLength(1);
    // Without their keys connections fail, which they say; but they call nothing forged for it.
    expect(faults.map(String).filter((text) => text.includes('not believed'))).toEqual([]);
  });
});
