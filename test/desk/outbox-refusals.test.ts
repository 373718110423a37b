// Commands that a real Authority refuses, from the desk: each is explained, mended, sent again and settled once (file 10).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { COORDINATOR, OWNER, type Principal, type TestMission } from '../harness/organization.ts';
import { SyncWorld } from '../sync/sync-world.ts';
import { stateOf } from './desk-client.ts';
import { CONNECTION_ID, DeskStage } from './desk-stage.ts';
import { authorizeWork, offerWork } from './submitted-work.ts';

let world: SyncWorld;
let stage: DeskStage;
let mission: TestMission;
let poor: TestMission;
let worker: Principal;
/** What happens between the signature of the human's next Command and the ingress. */
let atIngress: ((bytes: Uint8Array) => Promise<unknown>) | undefined;

beforeAll(async () => {
  world = await SyncWorld.open({ workers: 1 });
  mission = await world.organization.createMission('refusals');
  poor = await world.organization.createMission('poor');
  const [first] = world.organization.workers;
  if (first === undefined) throw new Error('there is one Worker');
  worker = first;
  stage = await DeskStage.open(world, {
    ingress: async (bytes, submit) => {
      const act = atIngress;
      atIngress = undefined;
      await act?.(bytes);
      return submit(bytes);
    },
  });
  await stage.ready(mission.groupId);
  await stage.ready(poor.groupId);
}, 60_000);

afterAll(async () => {
  await stage.leave();
  await world.close();
});

beforeEach(() => {
  atIngress = undefined;
});

async function log(): Promise<readonly Event[]> {
  return (await world.logOf(mission)).map((text) => JSON.parse(text) as Event);
}

/** The Events that Commands with these Action IDs have caused. */
async function caused(...actionIds: readonly string[]): Promise<readonly Event[]> {
  return (await log()).filter(({ cause }) => actionIds.includes(cause.id));
}

const itemOf = (workItemId: string) =>
  stage.connection.view().world.get('workItem', mission.groupId, workItemId)?.document;

describe('REVISION_CONFLICT', () => {
  test('shows what has changed, and is issued again as the same story (table C, ERR-041)', async () => {
    const workItemId = await authorizeWork(stage, mission);
    const offerId = await offerWork(stage, mission, workItemId, worker);
    // The Worker is quicker by a moment.
    stage.beforeSending(stage.agent, () =>
      world.organization.mustAct(
        'work.accept_offer',
        worker,
        { workItemId, offerId },
        { groupId: mission.groupId },
      ),
    );
    const cancelled = await stage.sign({
      kind: 'work.cancel',
      groupId: mission.groupId,
      form: { workItemId, reason: 'no longer wanted' },
    });
    await stage.refused(cancelled);
    await stage.until(() => itemOf(workItemId)?.state === 'queued');

    const panel = await stage.fix(cancelled);
    expect(panel.code).toBe('REVISION_CONFLICT');
    expect(panel.cause.text).not.toBe('');
    expect(panel.facts.map(({ key, values }) => [key, values])).toEqual([
      ['fact.expected-revision', { revision: 2 }],
      ['fact.current-revision', { revision: 3 }],
    ]);
    expect(panel.diff.find(({ fact }) => fact === 'state')).toMatchObject({
      mine: 'cancelled',
      asDrafted: 'offered',
      now: 'queued',
    });
    expect(panel.refusedNow).toBeUndefined();
    const reissue = panel.options.find(({ id }) => id === 'reissue');
    expect(reissue).toMatchObject({ isEnabled: true, opensSheet: true, reissue: { kind: 'new-command' } });

    const again = await stage.takeAndSign(cancelled, 'reissue');
    await stage.accepted(again);
    expect(again).not.toBe(cancelled);
    expect(await stage.row(cancelled)).toMatchObject({ state: 'replaced', replacedByActionId: again });
    expect(await caused(cancelled)).toEqual([]);
    const [event] = await caused(again);
    expect(event).toMatchObject({ kind: 'work.cancelled', correlationId: cancelled });
    expect(itemOf(workItemId)?.state).toBe('cancelled');
  });

  test('is kept as a draft for later, which is about the same wish under another Action ID', async () => {
    const workItemId = await authorizeWork(stage, mission);
    const offerId = await offerWork(stage, mission, workItemId, worker);
    stage.beforeSending(stage.agent, () =>
      world.organization.mustAct(
        'work.accept_offer',
        worker,
        { workItemId, offerId },
        { groupId: mission.groupId },
      ),
    );
    const form = { workItemId, reason: 'perhaps later' };
    const cancelled = await stage.sign({ kind: 'work.cancel', groupId: mission.groupId, form });
    await stage.refused(cancelled);
    expect(await stage.take(cancelled, 'keep-as-draft')).toBeUndefined();
    expect((await stage.row(cancelled))?.state).toBe('abandoned');
    const drafts = await stateOf(
      stage.client,
      (options) => stage.client.intents.followDrafts(undefined, options),
      ({ rows }) => rows.length === 1,
    );
    const [draft] = drafts.rows;
    expect(draft?.intent).toMatchObject({ kind: 'work.cancel', form, correlationId: cancelled });
    expect(draft?.intent.actionId).toBeUndefined();
    world.organization.nowMs += 1;
    const sheet = await stage.openSheet({
      kind: 'work.cancel',
      groupId: mission.groupId,
      correlationId: cancelled,
      form,
    });
    expect(sheet.actionId).not.toBe(cancelled);
    const again = await stage.signSheet(sheet);
    await stage.accepted(again);
    expect(await caused(cancelled, again)).toMatchObject([{ correlationId: cancelled }]);
  });

  test('holds what is built on it, and lets it go once it is mended', async () => {
    const [workItemId, dependency] = [
      await authorizeWork(stage, mission),
      await authorizeWork(stage, mission),
    ];
    const offerId = await offerWork(stage, mission, workItemId, worker);
    // The clock stands still in these tests: what comes later has to be later.
    world.organization.nowMs += 1;
    const gate = Promise.withResolvers<void>();
    stage.beforeSending(stage.agent, async () => {
      await gate.promise;
      await world.organization.mustAct(
        'work.accept_offer',
        worker,
        { workItemId, offerId },
        { groupId: mission.groupId },
      );
    });
    const first = await stage.sign({
      kind: 'ext.missionweaveprotocol.core.work_dependency_add',
      groupId: mission.groupId,
      form: { workItemId, dependencyId: dependency },
    });
    const second = await stage.sign({
      kind: 'work.cancel',
      groupId: mission.groupId,
      form: { workItemId },
    });
    const note = await stage.sign({
      kind: 'message.post',
      groupId: mission.groupId,
      signer: COORDINATOR.actor,
      form: { conversationId: mission.conversationId, content: [{ type: 'text', text: 'a note' }] },
    });
    gate.resolve();
    await stage.refused(first);
    // A Message says nothing that depends on it.
    await stage.accepted(note);
    expect(await stage.row(second)).toMatchObject({ turn: 'held', becauseOfActionId: first });
    world.organization.nowMs += 1;
    await stage.take(first, 'drop');
    expect((await stage.row(first))?.state).toBe('abandoned');
    // Giving it up does not say that the other one may go without it: a person does.
    expect((await stage.row(second))?.turn).toBe('held');
    await stage.take(second, 'release');
    await stage.until(() => ['accepted', 'refused'].includes(stage.entry(second)?.state ?? ''));
    // The object is another one than was agreed to: our own rules stop it, and nothing was sent.
    expect(stage.entry(second)).toMatchObject({
      state: 'refused',
      error: { code: 'REVISION_CONFLICT', details: { decidedHere: true } },
    });
    world.organization.nowMs += 1;
    const again = await stage.takeAndSign(second, 'reissue');
    await stage.accepted(again);
    expect(await caused(first, second)).toEqual([]);
    expect(await caused(again)).toHaveLength(1);
  });
});

describe('MEMBERSHIP_STALE', () => {
  test('shows both epochs, and is signed anew with the current one (MEM-002)', async () => {
    // While it is on its way, the Membership of the human is renewed by the Coordinator.
    atIngress = () =>
      stage.act({
        kind: 'membership.change',
        groupId: mission.groupId,
        form: { member: OWNER.actor, role: 'mission_owner', state: 'active' },
      });
    const posted = await stage.sign({
      kind: 'message.post',
      groupId: mission.groupId,
      signer: OWNER.actor,
      form: { conversationId: mission.conversationId, content: [{ type: 'text', text: 'hello' }] },
    });
    await stage.refused(posted);
    await stage.until(
      () =>
        stage.human.world.get('member', mission.groupId, `human ${OWNER.actor.id}`)?.membershipEpoch === 2,
    );
    const panel = await stage.fix(posted);
    expect(panel.code).toBe('MEMBERSHIP_STALE');
    expect(panel.facts.map(({ values }) => values)).toContainEqual({ mine: 1, current: 2 });
    expect(await stage.enabledOptions(posted)).toEqual(['reissue', 'drop']);
    const again = await stage.takeAndSign(posted, 'reissue');
    await stage.accepted(again);
    expect(stage.entry(again)?.signed?.epochs.membershipEpoch).toBe(2);
    expect(await caused(posted)).toEqual([]);
    expect(await caused(again)).toHaveLength(1);
  });
});

describe('BUDGET_EXCEEDED', () => {
  test('names the dimension and what is free, and goes with a smaller budget (BUD)', async () => {
    const contractOf = (goal: string, financialLimit: number) =>
      world.organization.contractOf({ goal, budget: { currency: 'EUR', financialLimit } });
    // The owner spends first what the desk still takes for free.
    stage.beforeSending(stage.agent, () =>
      world.organization.mustAct(
        'work.authorize',
        OWNER,
        {
          workItemId: world.organization.newId('work-item'),
          contract: contractOf('the costly audit', 900),
          overrideReason: 'the audit cannot wait',
        },
        { groupId: poor.groupId },
      ),
    );
    const workItemId = world.organization.newId('work-item');
    const authorized = await stage.sign({
      kind: 'work.authorize',
      groupId: poor.groupId,
      form: { workItemId, contract: contractOf('the other audit', 500) },
    });
    await stage.refused(authorized);
    const panel = await stage.fix(authorized);
    expect(panel.code).toBe('BUDGET_EXCEEDED');
    expect(panel.facts.map(({ text }) => text)).toEqual([
      'dimension: money',
      'level: audit the input folder',
      'limit: 1000',
      'wanted: 1400',
      'free: 100',
    ]);
    await stage.until(async () => (await stage.fix(authorized)).refusedNow?.code === 'BUDGET_EXCEEDED');
    // The same again would be refused again.
    const reissue = (await stage.fix(authorized)).options.find(({ id }) => id === 'reissue');
    expect(reissue).toMatchObject({ isEnabled: false });

    const sheet = await stage.take(authorized, 'edit');
    if (sheet === undefined) throw new Error('an edited Command is looked at');
    expect(sheet).toMatchObject({ button: 'disabled', refusal: { code: 'BUDGET_EXCEEDED' } });
    const { sheetId, intent } = sheet;
    if (intent.kind !== 'work.authorize') throw new Error(intent.kind);
    const budget = { currency: 'EUR', financialLimit: 50 };
    const contract = { ...intent.form.contract, budget };
    const changed = await stage.client.intents.changeSheet({
      sheetId,
      intent: { ...intent, form: { ...intent.form, contract } },
    });
    if (!changed.ok) throw new Error(changed.fault.words.text);
    expect(changed.value.button).toBe('sign-and-send');
    const again = await stage.signSheet(changed.value);
    await stage.accepted(again);
    expect(stage.entry(authorized)?.state).toBe('replaced');
    expect(
      stage.connection.view().world.get('workItem', poor.groupId, workItemId)?.document.contract.budget,
    ).toEqual(budget);
  });
});

describe('RATE_LIMITED', () => {
  test('for the same work twice says that no override helps, and is given up (OPEN-068, ERR-032)', async () => {
    const contract = world.organization.contractOf({ goal: 'the same work' });
    stage.beforeSending(stage.agent, () =>
      world.organization.mustAct(
        'work.authorize',
        OWNER,
        { workItemId: world.organization.newId('work-item'), contract, overrideReason: 'I was quicker' },
        { groupId: mission.groupId },
      ),
    );
    const authorized = await stage.sign({
      kind: 'work.authorize',
      groupId: mission.groupId,
      form: { contract },
    });
    await stage.refused(authorized);
    await stage.until(async () => (await stage.fix(authorized)).refusedNow !== undefined);
    const panel = await stage.fix(authorized);
    expect(panel.code).toBe('RATE_LIMITED');
    expect(await stage.enabledOptions(authorized)).toEqual(['drop']);
    for (const optionId of ['resend-identical', 'reissue', 'request-override', 'send-with-override']) {
      const answer = await stage.client.outbox.act({
        connectionId: CONNECTION_ID,
        actionId: authorized,
        optionId,
      });
      expect([optionId, answer.ok]).toEqual([optionId, false]);
    }
    await stage.take(authorized, 'drop');
    expect((await stage.row(authorized))?.state).toBe('abandoned');
  });
});

describe('ACTION_ID_COLLISION', () => {
  test('shows that a copy of this computer is about, and goes under another Action ID (IDM-002)', async () => {
    // A copy of the store on another computer has used the same Action ID for something else.
    atIngress = async (bytes) => {
      const { actionId } = JSON.parse(Buffer.from(bytes).toString('utf8')) as { readonly actionId: string };
      return world.organization.mustAct(
        'message.post',
        OWNER,
        { messageId: world.organization.newId('message'), content: [{ type: 'text', text: 'the copy' }] },
        { groupId: mission.groupId, conversationId: mission.conversationId, actionId },
      );
    };
    const posted = await stage.sign({
      kind: 'message.post',
      groupId: mission.groupId,
      signer: OWNER.actor,
      form: { conversationId: mission.conversationId, content: [{ type: 'text', text: 'the original' }] },
    });
    await stage.refused(posted);
    expect((await stage.fix(posted)).code).toBe('ACTION_ID_COLLISION');
    expect(await stage.enabledOptions(posted)).toEqual([
      'reissue',
      'check-second-device',
      'save-report',
      'drop',
    ]);
    const again = await stage.takeAndSign(posted, 'reissue');
    await stage.accepted(again);
    const texts = (await caused(posted, again)).map(({ payload }) => JSON.stringify(payload));
    expect(texts).toHaveLength(2);
    expect(texts.filter((text) => text.includes('the original'))).toHaveLength(1);
  });
});

describe('AUTH_INVALID_SIGNATURE', () => {
  test('of bytes that came too late is told by their age, and helped by a new signature alone (ERR-012, ERR-041)', async () => {
    // The line was so slow that the bytes are too old when they arrive.
    atIngress = async () => world.organization.passSeconds(301);
    const posted = await stage.sign({
      kind: 'message.post',
      groupId: mission.groupId,
      signer: OWNER.actor,
      form: { conversationId: mission.conversationId, content: [{ type: 'text', text: 'late' }] },
    });
    await stage.refused(posted);
    // Whoever slept for so long connects anew.
    await stage.ready(mission.groupId);
    const panel = await stage.fix(posted);
    expect(panel.code).toBe('AUTH_INVALID_SIGNATURE');
    expect(panel.facts.find(({ key }) => key === 'fact.signing-age')?.values).toEqual({ ageMs: 301_000 });
    const again = panel.options.find(({ id }) => id === 'sign-again');
    expect(again).toMatchObject({ isEnabled: false, reasons: [{ key: 'hindrance.not-fresh' }] });
    const reissued = await stage.takeAndSign(posted, 'reissue');
    await stage.accepted(reissued);
    expect(await caused(posted, reissued)).toMatchObject([
      { cause: { id: reissued }, correlationId: posted },
    ]);
  });
});
