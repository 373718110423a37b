// Reviews of a human at a desk whose Coordinator signs the Command, in front of a real Authority (EVI-004, EVI-005, INV-10).
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DeskIdentity } from '../../core/coordinator/desk/connection.ts';
import type { Event, EventPayloads, Evidence } from '../../core/protocol/generated/documents.ts';
import { COORDINATOR, OWNER, type Principal, type TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { DeskStage } from './desk-stage.ts';
import { submitWork } from './submitted-work.ts';

const CRITERIA = [
  { criterionId: 'complete', description: 'no file is missing', evidenceRequired: ['human_review' as const] },
];

let world: SyncWorld;
let stage: DeskStage;
let mission: TestMission;
let worker: Principal;

beforeAll(async () => {
  world = await SyncWorld.open({ workers: 1 });
  mission = await world.organization.createMission('reviews');
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('there is one Worker');
  worker = first;
  stage = await DeskStage.open(world);
  await stage.ready(mission.groupId);
}, 60_000);

afterEach(() => {
  stage.keys.conditions.clear();
  stage.desk.keysChanged();
});

afterAll(async () => {
  await stage.leave();
  await world.close();
});

const submit = () => submitWork(stage, mission, worker, { acceptanceCriteria: CRITERIA });

/** What the review desk sends: a review by a human, and what the reviewing Agent itself has found. */
function acceptance(workItemId: string, contentHash: string) {
  const evidence = [
    {
      type: 'human_review' as const,
      criterionIds: ['complete'],
      method: 'looked at each row',
      result: 'passed' as const,
      artifactHashes: [contentHash],
      details: { text: 'as expected' },
    },
    {
      type: 'reviewer_assessment' as const,
      criterionIds: ['complete'],
      method: 'counted again',
      result: 'passed' as const,
    },
  ];
  return { kind: 'work.accept_result' as const, groupId: mission.groupId, form: { workItemId, evidence } };
}

/** The Evidence that an accepted Command has brought into the log. */
async function evidenceOf(actionId: string): Promise<readonly Evidence[]> {
  const log = (await world.logOf(mission)).map((text) => JSON.parse(text) as Event);
  const event = log.find(({ cause }) => cause.id === actionId);
  if (event === undefined) throw new Error('the log has no such Command');
  expect(event.actor).toEqual(COORDINATOR.actor);
  return (event.payload as unknown as EventPayloads['work.result.accepted']).evidence ?? [];
}

describe('a result that asks for a review by a human', () => {
  test('is accepted with Evidence that the human signed, in a Command that the Coordinator signed', async () => {
    const { workItemId, contentHash } = await submit();
    const sheet = await stage.openSheet(acceptance(workItemId, contentHash));
    expect(sheet.signer?.person.id).toBe(COORDINATOR.actor.id);
    expect(sheet.furtherSigners).toEqual([
      {
        person: { ...OWNER.actor, name: 'Ada' },
        role: 'owner',
        key: 'usable',
        documents: [{ kind: 'evidence', count: 1 }],
      },
    ]);
    expect(sheet.checks.find(({ id }) => id === 'co-signer')?.words.text).toBe('also signed by · Ada');
    const actionId = await stage.signSheet(sheet);
    await stage.accepted(actionId);
    const evidence = await evidenceOf(actionId);
    expect(evidence.map(({ type, generatedBy, signature }) => [type, generatedBy, signature.keyId])).toEqual([
      ['human_review', OWNER.actor, OWNER.signer.keyId],
      ['reviewer_assessment', COORDINATOR.actor, COORDINATOR.signer.keyId],
    ]);
    const { state } =
      stage.connection.view().world.get('workItem', mission.groupId, workItemId)?.document ?? {};
    expect(state).toBe('verified');
  });

  test('waits for the key of the human, and goes when it is unlocked', async () => {
    const { workItemId, contentHash } = await submit();
    stage.keys.conditions.set(OWNER.signer.keyId, 'locked');
    stage.desk.keysChanged();
    const sheet = await stage.openSheet(acceptance(workItemId, contentHash));
    expect(sheet.button).toBe('sign-when-unlocked');
    expect(sheet.obstacles.map(({ words }) => words.text)).toEqual([
      'The key of Ada, who signs a part of it, is locked.',
    ]);
    const actionId = await stage.signSheet(sheet);
    expect((await stage.row(actionId))?.state).toBe('waiting-for-key');
    stage.keys.conditions.clear();
    stage.desk.keysChanged();
    await stage.accepted(actionId);
    expect((await evidenceOf(actionId))[0]?.generatedBy).toEqual(OWNER.actor);
  });

  test('is sent back with what the human has found, signed by the human', async () => {
    const { workItemId } = await submit();
    const sheet = await stage.openSheet({
      kind: 'work.fail',
      groupId: mission.groupId,
      form: {
        workItemId,
        reason: 'one row is missing',
        evidence: [
          {
            type: 'failure_report',
            criterionIds: ['complete'],
            method: 'one row is missing',
            result: 'failed',
          },
          { type: 'human_review', criterionIds: ['complete'], method: 'compared', result: 'failed' },
        ],
      },
    });
    const actionId = await stage.signSheet(sheet);
    await stage.accepted(actionId);
    expect((await evidenceOf(actionId)).map(({ type, signature }) => [type, signature.keyId])).toEqual([
      ['failure_report', COORDINATOR.signer.keyId],
      ['human_review', OWNER.signer.keyId],
    ]);
  });

  const WRONG = [
    ['in the name of the Coordinator', COORDINATOR, COORDINATOR, 'INVALID_COMMAND'],
    ['in the name of the human, by the key of the Coordinator', OWNER, COORDINATOR, 'AUTH_INVALID_SIGNATURE'],
  ] as const;
  for (const [name, author, signer, code] of WRONG) {
    test(`the Authority refuses it ${name}: ${code}`, async () => {
      const { workItemId } = await submit();
      const evidence = world.organization.evidenceOf(mission, workItemId, signer, {
        type: 'human_review',
        generatedBy: author.actor,
      });
      const outcome = await stage.agent.submit({
        kind: 'work.accept_result',
        groupId: mission.groupId,
        workItemId,
        payload: { workItemId, evidence: [evidence] },
        actionId: world.organization.newId('action'),
      });
      expect(outcome).toMatchObject({ status: 'refused', error: { code } });
    });
  }
});

describe('a desk on which no human is at home', () => {
  test('says so, and signs nothing in the name of a human', async () => {
    const { workItemId, contentHash } = await submit();
    const isAgent = ({ actor }: DeskIdentity) => actor.type === 'agent';
    const view = stage.connection.view.bind(stage.connection);
    stage.connection.view = () => ({ ...view(), identities: view().identities.filter(isAgent) });
    try {
      const sheet = await stage.openSheet(acceptance(workItemId, contentHash));
      expect(sheet.button).toBe('disabled');
      expect(sheet.obstacles.map(({ id }) => id)).toContain('no-witness');
      const { sheetId, version } = sheet;
      expect(await stage.client.intents.sign({ sheetId, version })).toMatchObject({
        ok: false,
        fault: { code: 'not-now' },
      });
    } finally {
      stage.connection.view = view;
    }
  });
});
