// The assistant of a profile in front of a real Authority: it signs only what the matrix allows, with a note and a mark, and nothing
// after a stop, also not after a restart.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AssistantRow, AutonomyMatrixModel } from '../../core/contract/assistant.ts';
import { AUTONOMY_EXTENSION } from '../../core/coordinator/assistant/autonomy/notes.ts';
import { parseEvent } from '../../core/coordinator/desk-runtime/group-log.ts';
import { DeskAssistant } from '../../core/host/desk-assistant.ts';
import { fileModelKey } from '../../core/host/model-key.ts';
import { COORDINATOR, type TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { DeskStage } from './desk-stage.ts';
import { authorizeWork } from './submitted-work.ts';

let world: SyncWorld;
let stage: DeskStage;
let mission: TestMission;
let folder: string;
let assistant: DeskAssistant;
const faults: unknown[] = [];

async function openAssistant(): Promise<DeskAssistant> {
  const opened = await DeskAssistant.open({
    desk: stage.desk,
    profileFolder: folder,
    isLedElsewhere: () => false,
    modelKeyAt: (_origin, path) => fileModelKey(path),
    onFault: (fault) => faults.push(fault),
  });
  opened.start();
  return opened;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-assistant-'));
  world = await SyncWorld.open({ workers: 1 });
  mission = await world.organization.createMission('autonomous');
  for (const { actor } of world.organization.workers) {
    await world.organization.mustAct(
      'membership.change',
      COORDINATOR,
      { member: actor, role: 'worker', state: 'active', scopes: ['work.accept_offer', 'work.execute'] },
      { groupId: mission.groupId },
    );
  }
  stage = await DeskStage.open(world);
  await stage.ready(mission.groupId);
  assistant = await openAssistant();
}, 60_000);

afterAll(async () => {
  assistant.close();
  await stage.leave();
  await world.close();
  await rm(folder, { recursive: true });
});

const matrix = (): AutonomyMatrixModel => ({
  autonomy: 1,
  rules: [
    {
      id: 'small-offers',
      because: 'agreed for this test',
      acts: ['work.offer'],
      missions: [mission.missionId],
      risk: 'none',
      each: { money: 1, currency: 'EUR', toolCalls: 10 },
    },
  ],
});

async function rowsOf<Type extends AssistantRow['type']>(
  type: Type,
): Promise<Extract<AssistantRow, { type: Type }>[]> {
  const { rows } = await assistant.source().read();
  return rows.filter((row): row is Extract<AssistantRow, { type: Type }> => row.type === type);
}

/** The proposal about an item, once it stands. */
async function proposalFor(workItemId: string) {
  const find = async () => (await rowsOf('proposal')).find((row) => row.workItemId === workItemId);
  await stage.until(async () => (await find()) !== undefined);
  const found = await find();
  if (found === undefined) throw new Error('the proposal stands');
  return found;
}

const stateOf = (workItemId: string) =>
  stage.connection.view().world.get('workItem', mission.groupId, workItemId)?.document.state;

describe('the assistant of a profile', () => {
  test('only proposes while nothing is allowed, with a reason, and says so', async () => {
    const workItemId = await authorizeWork(stage, mission);
    const proposal = await proposalFor(workItemId);
    expect(proposal.draft.intent.kind).toBe('work.offer');
    expect(proposal.waits).toBe('not-allowed');
    expect(proposal.why.map(({ key }) => key)).toEqual(['why-not.no-rule']);
    expect(proposal.reasons.every(({ words }) => words.text !== '')).toBe(true);
    // What it proposes is what a person can sign.
    await stage.act(proposal.draft.intent as Parameters<typeof stage.act>[0]);
    expect(stateOf(workItemId)).toBe('offered');
    expect(await rowsOf('act')).toEqual([]);
  });

  test('keeps a matrix that allows more only when that was confirmed', async () => {
    const wrong = { ...matrix(), rules: [{ ...matrix().rules[0], acts: ['mission.create'] }] };
    const refused = await assistant.saveMatrix(wrong as AutonomyMatrixModel, true);
    expect(refused).toMatchObject({ kind: 'faults', faults: [{ path: 'rules[0].acts[0]' }] });
    const asked = await assistant.saveMatrix(matrix(), false);
    expect(asked).toMatchObject({ kind: 'widens', widenings: [{ key: 'widening.rule' }] });
    expect((await assistant.settings()).matrix.rules).toEqual([]);
    expect(await assistant.saveMatrix(matrix(), true)).toEqual({ kind: 'kept' });
    expect((await assistant.settings()).matrix).toEqual(matrix());
  });

  test('signs what a rule allows, with a note before and a mark in the log, and nothing else', async () => {
    const { groupId } = mission;
    const workItemId = await authorizeWork(stage, mission);
    await stage.until(async () => (await rowsOf('act')).some(({ isInLog }) => isInLog));
    expect(stateOf(workItemId)).toBe('offered');
    const [act] = await rowsOf('act');
    expect(act).toMatchObject({ ruleId: 'small-offers', workItemId, reversible: 'by-itself' });
    const sequence = act?.source?.sequence ?? 0;
    const [kept] = (await stage.connection.sourceOf(groupId)?.readEvents(groupId, sequence - 1, 1)) ?? [];
    const event = kept === undefined ? undefined : parseEvent(kept.bytes);
    expect(event?.kind).toBe('work.offer.created');
    expect(event?.extensions?.[AUTONOMY_EXTENSION]).toMatchObject({ data: { rule: 'small-offers' } });
    expect(await readFile(join(folder, 'assistant', 'acts.jsonl'), 'utf8')).toContain(act?.actionId);
    // Riskier work is beyond the rule.
    const risky = await authorizeWork(stage, mission, { sideEffectRisk: 'external' });
    expect((await proposalFor(risky)).why.map(({ key }) => key)).toEqual(['why-not.too-risky']);
    expect(await rowsOf('act')).toHaveLength(1);
  });

  test('signs nothing more after a stop, also after a restart, until a person resumes', async () => {
    expect(await assistant.stop()).toEqual({ ok: true, value: {} });
    const workItemId = await authorizeWork(stage, mission);
    expect((await proposalFor(workItemId)).why.map(({ key }) => key)).toContain('why-not.stopped');
    assistant.close();
    assistant = await openAssistant();
    const { summary } = await assistant.source().read();
    expect(summary).toMatchObject({ isStopped: true, rules: 1, acts: 1 });
    expect((await proposalFor(workItemId)).why.map(({ key }) => key)).toContain('why-not.stopped');
    expect(stateOf(workItemId)).toBe('open');
    expect(await assistant.resume()).toEqual({ ok: true, value: {} });
    await stage.until(() => stateOf(workItemId) === 'offered');
    expect(faults).toEqual([]);
  });
});
