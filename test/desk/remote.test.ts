// A whole Mission under an Authority elsewhere, with the network cut in the middle and the desk killed at every point of a
// Command's way out: what a person has written and signed is still there, and each Command is settled exactly once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractIntent } from '../../core/contract/forms.ts';
import type { FixPanelModel } from '../../core/contract/outbox.ts';
import { profilePathsOf } from '../../core/host/desk-profile.ts';
import { formatTimestamp } from '../../core/protocol/timestamp.ts';
import { SqliteReplicaStore } from '../../core/store/sqlite/replica-sqlite-store.ts';
import { newId } from '../../core/sync/system-ports.ts';
import type { MissionOwner } from '../scenario/mission-owner.ts';
import { reportContractOf } from '../scenario/report-contract.ts';
import { type StagedWorker } from '../scenario/scenario-stage.ts';
import type { SignedLog } from '../scenario/signed-log.ts';
import { stateOf, valueOf } from './desk-client.ts';
import { type DeskOfTest, RemoteStage } from './remote-stage.ts';

const ASSISTANT = { type: 'agent', id: 'urn:heddle:test:agent:assistant' } as const;
const DAY_MS = 86_400_000;

let stage: RemoteStage;
let desk: DeskOfTest;
/** Another computer of the same person: another process, with another key, and no cut in its network. */
let phone: DeskOfTest;
/** Reads the log past all desks. */
let reader: MissionOwner;
let worker: StagedWorker;
/** Enrolled, and not running: what it is offered stays open. */
let absent: StagedWorker;
let connectionId: string;
let phoneConnectionId: string;
let groupId: string;
let conversationId: string;

beforeAll(async () => {
  stage = await RemoteStage.open();
  const { scenario } = stage;
  reader = await scenario.owner('ada');
  [desk, phone] = [await stage.desk('desk'), await stage.desk('phone')];
  const [owner, assistant] = [await desk.createKey(reader.actor), await desk.createKey(ASSISTANT)];
  await stage.enrol(reader.actor, owner);
  await stage.enrol(ASSISTANT, assistant, 'Ada’s assistant');
  const pocket = await phone.createKey(reader.actor);
  await stage.enrol(reader.actor, pocket);
  worker = await scenario.worker('builder', 'slots: 2\n');
  absent = await scenario.worker('absent', '');
  await worker.process.until('connection.opened');
  await absent.process.until('connection.opened');
  await absent.process.kill();
  connectionId = await desk.connect([owner, assistant]);
  phoneConnectionId = await phone.connect([pocket], { origin: scenario.origin });
  await desk.online(connectionId);
  await phone.online(phoneConnectionId);
  // Whom a Mission can be given to is known as soon as the Authority has told it.
  await stateOf(
    desk.client,
    (options) => desk.client.people.agents(undefined, options),
    ({ rows }) => rows.length === 3,
  );
}, 180_000);

afterAll(async () => {
  await stage.close();
}, 60_000);

function message(text: string): ContractIntent {
  const form = { conversationId, content: [{ type: 'text', text }] };
  return { kind: 'message.post', groupId, signer: reader.actor, form };
}

function offer(workItemId: string, { actor }: StagedWorker, overrideReason?: string): ContractIntent {
  const form = { workItemId, candidates: [{ agentId: actor.id }] };
  if (overrideReason === undefined) return { kind: 'work.offer', groupId, form };
  return { kind: 'work.offer', groupId, signer: reader.actor, form: { ...form, overrideReason } };
}

function follow(workItemId: string) {
  return { connectionId, groupId, workItemId };
}

/** Until a WorkItem is in a state, as a desk sees it. */
async function untilItem(workItemId: string, state: string, on: 'desk' | 'phone' = 'desk') {
  const { client } = on === 'desk' ? desk : phone;
  const place = { connectionId: on === 'desk' ? connectionId : phoneConnectionId, groupId, workItemId };
  await stateOf(
    client,
    (options) => client.work.follow(place, options),
    ({ byId }) => {
      const header = byId.get('header');
      return header?.section === 'header' && header.state === state;
    },
  );
}

/** The same person decides otherwise, at the other computer. */
async function offerElsewhere(workItemId: string): Promise<void> {
  await untilItem(workItemId, 'open', 'phone');
  await phone.act(phoneConnectionId, offer(workItemId, absent, 'the assistant cannot be reached'));
}

/** The network is back, and nobody waits for the next try. */
async function joinNetwork(): Promise<void> {
  stage.joinNetwork();
  valueOf(await desk.client.connections.retry({ connectionId }));
}

function planOf(name: string): { readonly workItemId: string; readonly intent: ContractIntent } {
  const workItemId = newId();
  const contract = reportContractOf(name, ['deterministic_test', 'reviewer_assessment']);
  const intent = { kind: 'work.authorize', groupId, form: { workItemId, contract } };
  // The contract is a document: JSON.
  return { workItemId, intent: intent as unknown as ContractIntent };
}

async function authorize(name: string): Promise<string> {
  const { workItemId, intent } = planOf(name);
  await desk.act(connectionId, intent);
  return workItemId;
}

function readLog(): Promise<SignedLog> {
  return reader.readLog(groupId);
}

/** How often the log says that a Command was accepted (IDM-001). */
async function timesIn(actionId: string): Promise<number> {
  const { events } = await readLog();
  return events.filter(({ cause }) => cause.type === 'command' && cause.id === actionId).length;
}

async function fixPanel(actionId: string): Promise<FixPanelModel> {
  return valueOf(await desk.client.outbox.fix({ connectionId, actionId }));
}

/** What the human's outbox of a desk that does not run has not settled yet. */
async function readPending() {
  const path = profilePathsOf(desk.profileFolder).replica(connectionId, reader.actor);
  const store = await SqliteReplicaStore.open({ path });
  const entries = await store.readPendingOutbox();
  await store.close();
  return entries;
}

/** The facts of the object that are other ones than when the Command was drafted. */
function movedIn({ diff }: FixPanelModel): readonly string[] {
  return diff
    .filter(({ asDrafted, now }) => JSON.stringify(asDrafted) !== JSON.stringify(now))
    .map(({ fact }) => fact);
}

/** Takes an option of the panel that leads to a sheet, and signs that; answers with the new Action ID. */
async function reissue(actionId: string): Promise<string> {
  const taken = valueOf(await desk.client.outbox.act({ connectionId, actionId, optionId: 'reissue' }));
  if (taken.kind !== 'sheet') throw new Error(taken.kind);
  expect(taken.sheet.refusal).toBeUndefined();
  return desk.signSheet(taken.sheet.sheetId, taken.sheet.version);
}

describe('a Mission under an Authority elsewhere', { timeout: 180_000 }, () => {
  let first: string;
  let second: string;

  test('is created, planned and offered to an Agent that was no member; the Worker begins', async () => {
    const created = await desk.act(connectionId, {
      kind: 'mission.create',
      form: {
        title: 'Reports',
        objective: 'Know what there is to say',
        definitionOfDone: [
          { criterionId: 'done', description: 'it is complete', evidenceRequired: ['human_review'] },
        ],
        budget: { toolCallLimit: 1_000, wallClockSecondsLimit: 100_000, computeSecondsLimit: 100_000 },
        deadline: formatTimestamp(Date.now() + 30 * DAY_MS),
        approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
        coordinatorAgentId: ASSISTANT.id,
        coordinatorLeaseSeconds: 86_400,
      },
    });
    ({ groupId } = created);
    await stateOf(
      desk.client,
      (options) => desk.client.missions.follow(undefined, options),
      ({ rows }) => rows[0]?.groupId === groupId && rows[0].myRoles.length === 2,
    );
    const { world } = await readLog();
    conversationId = world.get('group', groupId, '')?.mainConversationId ?? '';
    first = await authorize('first');
    // Known by the Authority's list of Agents alone, with what they say of themselves (WS-061).
    const { byId } = await stateOf(
      desk.client,
      (options) => desk.client.work.follow(follow(first), options),
      (state) => {
        const row = state.byId.get('offers');
        return row?.section === 'offers' && row.candidates.some(({ presence }) => presence === 'online');
      },
    );
    const offers = byId.get('offers');
    const candidates = offers?.section === 'offers' ? offers.candidates : [];
    expect(candidates[0]).toMatchObject({
      agent: { id: worker.actor.id, name: 'builder' },
      isMember: false,
      presence: 'online',
      freeSlots: 2,
      matches: 1,
    });
    for (const { actor } of [worker, absent]) {
      await desk.act(connectionId, {
        kind: 'membership.change',
        groupId,
        signer: ASSISTANT,
        form: { member: actor, role: 'worker', state: 'active', scopes: ['message.post', 'work.execute'] },
      });
    }
    await desk.act(connectionId, offer(first, worker));
    await untilItem(first, 'active');
    second = await authorize('second');
  });

  test('goes on offline: verdicts, drafts and signed Commands, and all of them are there after a SIGKILL', async () => {
    stage.cutNetwork();
    const row = await desk.connection(
      connectionId,
      ({ status, identities }) => status === 'offline' && identities.every(({ path }) => path === 'closed'),
    );
    expect(row.lastFault?.key).toBe('link-trouble.cut-off');
    // What the rules would say is said without a connection.
    const refused = await desk.sheet(connectionId, {
      kind: 'work.unblock',
      groupId,
      form: { workItemId: first },
    });
    expect(refused.refusal).toMatchObject({ code: 'INVALID_STATE_TRANSITION' });
    const { workItemId: third, intent } = planOf('third');
    const planned = await desk.sheet(connectionId, intent);
    expect(planned).toMatchObject({ button: 'sign-when-connected' });
    expect(planned.refusal).toBeUndefined();
    const draft = { kind: 'message.post' as const, groupId, form: { content: 'not sure yet' } };
    const { draftId } = valueOf(await desk.client.intents.saveDraft({ connectionId, intent: draft }));
    const waiting = [
      await desk.sign(connectionId, message('written on the train')),
      await desk.signSheet(planned.sheetId, planned.version),
      await desk.sign(connectionId, message('written on the train, too')),
    ];

    await desk.crash();
    await desk.unlock();
    for (const actionId of waiting) await desk.settled(actionId, 'waiting-for-connection');
    const drafts = await stateOf(
      desk.client,
      (options) => desk.client.intents.followDrafts(undefined, options),
      ({ rows }) => rows.length > 0,
    );
    expect(drafts.rows).toMatchObject([{ draftId, intent: draft }]);
    const missions = await stateOf(
      desk.client,
      (options) => desk.client.missions.follow(undefined, options),
      ({ rows }) => rows.length === 1,
    );
    expect(missions.rows[0]).toMatchObject({ title: 'Reports', groupId });

    // The Worker goes on meanwhile: it has a network.
    await stage.scenario.order('first', 'write all of it', 'finish');
    await worker.process.until('worker.run_completed');
    await joinNetwork();
    for (const actionId of waiting) await desk.settled(actionId, 'accepted');
    expect(await Promise.all(waiting.map((actionId) => timesIn(actionId)))).toEqual([1, 1, 1]);
    // What one person has said stands in the order in which it was said.
    const said = [waiting[0], waiting[2]];
    const { events } = await readLog();
    expect(events.map(({ cause }) => cause.id).filter((id) => said.includes(id))).toEqual(said);
    await untilItem(first, 'submitted');
    valueOf(await desk.client.intents.removeDraft({ connectionId, draftId }));
    await desk.act(connectionId, {
      kind: 'work.cancel',
      groupId,
      signer: ASSISTANT,
      form: { workItemId: third, reason: 'not needed' },
    });
  });

  // What each moment is, `desk-process.ts` says.
  test.each(['signed', 'sent', 'answered'] as const)(
    'a desk that is killed when a Command of a human is "%s" settles it once (IDM-001, IDM-008)',
    async (wish) => {
      await desk.online(connectionId);
      await desk.arm(wish);
      const actionId = await desk
        .sign(connectionId, message(`said while it dies: ${wish}`))
        .catch(() => undefined);
      await desk.death();
      const [entry, ...others] = await readPending();
      expect(others).toEqual([]);
      const kept = entry?.actionId ?? '';
      // Whether the window still hears of its Action ID is a matter of chance.
      expect([kept, undefined]).toContain(actionId);
      expect(entry?.state).toBe(wish === 'signed' ? 'signed' : 'sent');
      expect(await timesIn(kept)).toBe(wish === 'answered' ? 1 : 0);
      await desk.start();
      await desk.unlock();
      await desk.settled(kept, 'accepted');
      expect(await timesIn(kept)).toBe(1);
    },
  );

  test('a Command of an Agent whose answer never came is found in the log, and not sent again (IDM-001)', async () => {
    await desk.online(connectionId);
    for (const connection of stage.proxy.open) connection.hold('down');
    const actionId = await desk.sign(connectionId, {
      ...message('said by the assistant'),
      signer: ASSISTANT,
    });
    await expect.poll(() => timesIn(actionId), { timeout: 60_000 }).toBe(1);
    await desk.settled(actionId, 'sent');
    await desk.kill();
    stage.proxy.release();
    await desk.start();
    await desk.unlock();
    await desk.settled(actionId, 'accepted');
    expect(await timesIn(actionId)).toBe(1);
  });

  test('a Command of an Agent that never arrived belongs to a Session that is over: a person issues it anew (ERR-041)', async () => {
    await desk.online(connectionId);
    for (const connection of stage.proxy.open) connection.hold('up');
    const lost = await desk.sign(connectionId, { ...message('never heard'), signer: ASSISTANT });
    await desk.settled(lost, 'sent');
    await desk.crash();
    await desk.unlock();
    const row = await desk.settled(lost, 'refused');
    expect(row.error?.code).toBe('AUTH_STALE_SESSION');
    expect((await fixPanel(lost)).cause.text).toBe('This Session was replaced by another one.');
    const again = await reissue(lost);
    await desk.settled(again, 'accepted');
    expect([await timesIn(lost), await timesIn(again)]).toEqual([0, 1]);
  });

  test('a Command that the Authority refuses after the cut is explained, mended and issued again (ERR-041)', async () => {
    await desk.online(connectionId);
    for (const connection of stage.proxy.open) connection.hold('up');
    stage.proxy.plan = () => ({ held: ['up'] });
    const stale = await desk.sign(connectionId, offer(second, worker, 'the assistant cannot be reached'));
    await stateOf(
      desk.client,
      (options) => desk.client.outbox.follow(undefined, options),
      ({ rows }) => rows.some(({ actionId, state }) => actionId === stale && state === 'sent'),
    );
    await offerElsewhere(second);
    await desk.kill();
    stage.cutNetwork();
    await desk.start();
    await desk.unlock();
    await joinNetwork();
    const row = await desk.settled(stale, 'refused');
    expect(row.error?.code).toBe('REVISION_CONFLICT');
    const panel = await fixPanel(stale);
    expect(panel).toMatchObject({ code: 'REVISION_CONFLICT' });
    expect(panel.cause.text).not.toBe('');
    expect(movedIn(panel)).not.toEqual([]);
    expect(panel.refusedNow).toBeUndefined();
    const again = await reissue(stale);
    expect(again).not.toBe(stale);
    await desk.settled(again, 'accepted');
    expect((await desk.states()).get(stale)).toBe('replaced');
    expect([await timesIn(stale), await timesIn(again)]).toEqual([0, 1]);
    await untilItem(second, 'active');
  });

  test('a Command that waited is not even sent when its object is another one by then; re-issued, it holds', async () => {
    const fourth = await authorize('fourth');
    stage.cutNetwork();
    await desk.connection(connectionId, ({ status }) => status === 'offline');
    const waited = await desk.sign(connectionId, offer(fourth, worker));
    await offerElsewhere(fourth);
    await desk.crash();
    await desk.unlock();
    await joinNetwork();
    const row = await desk.settled(waited, 'refused');
    expect(row.error?.code).toBe('REVISION_CONFLICT');
    expect(movedIn(await fixPanel(waited))).not.toEqual([]);
    const again = await reissue(waited);
    await desk.settled(again, 'accepted');
    expect([await timesIn(waited), await timesIn(again)]).toEqual([0, 1]);
    await untilItem(fourth, 'active');
    await stage.scenario.order('fourth', 'write all of it', 'finish');
    await untilItem(fourth, 'submitted');
    await acceptResult(fourth);
  });

  test('is reviewed, accepted, submitted and approved', async () => {
    await stage.scenario.order('second', 'write all of it', 'finish');
    await untilItem(second, 'submitted');
    await acceptResult(first);
    await acceptResult(second);
    const { world } = await readLog();
    const artifactHashes = [...world.list('workItem', groupId)].flatMap(
      ([, { document }]) => document.submission?.artifactHashes ?? [],
    );
    await desk.act(connectionId, {
      kind: 'mission.submit_for_approval',
      groupId,
      form: { artifactHashes: [...new Set(artifactHashes)] },
    });
    const comments = 'as it should be';
    await desk.act(connectionId, {
      kind: 'mission.approve',
      groupId,
      form: { comments, unseenArtifactHashes: [...new Set(artifactHashes)] },
    });
    const log = await readLog();
    expect(log.world.get('mission', groupId, '')?.document.state).toBe('approved');
    expect(log.only('mission.approved').actor).toEqual(reader.actor);
  });
});

async function acceptResult(workItemId: string): Promise<void> {
  const { world } = await readLog();
  const submission = world.get('workItem', groupId, workItemId)?.document.submission;
  await desk.act(connectionId, {
    kind: 'work.accept_result',
    groupId,
    form: {
      workItemId,
      evidence: [
        {
          type: 'reviewer_assessment',
          criterionIds: ['complete'],
          method: 'read it',
          result: 'passed',
          artifactHashes: [...(submission?.artifactHashes ?? [])],
        },
      ],
    },
  });
}
