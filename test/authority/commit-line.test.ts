// Commands that are decided ahead of the disk: nobody is answered early, and when a commit did not happen, all that rested on
// it is decided again in the order in which it arrived.
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SubmitResult } from '../../core/authority/answers.ts';
import type { CommittedEvent } from '../../core/authority/commit-batch.ts';
import { StoreFault } from '../../core/store/authority-store.ts';
import { MemoryStore } from '../../core/store/memory/memory-store.ts';
import { memberKey } from '../../core/domain/world.ts';
import {
  COORDINATOR,
  OWNER,
  type Principal,
  SERVICES,
  type TestMission,
  TestOrganization,
} from '../harness/organization.ts';
import { createRandom, seedFromEnvironment } from '../harness/random.ts';

let store: MemoryStore;
let organization: TestOrganization;
let mission: TestMission;
let worker: Principal;
let told: CommittedEvent[];

beforeEach(async () => {
  store = new MemoryStore({ writer: SERVICES.actor });
  organization = await TestOrganization.open(store);
  mission = await organization.createMission('m');
  worker = organization.workers[0] as Principal;
  told = [];
  organization.authority.onCommit((events) => told.push(...events));
});
afterEach(async () => {
  if (organization.faults.length > 0) throw new AggregateError(organization.faults, 'unexpected faults');
  await organization.authority.close();
});

function messageBytes(text: string): Promise<Uint8Array> {
  const { groupId, conversationId } = mission;
  const messageId = organization.newId('message');
  return organization.commandOf(
    'message.post',
    worker,
    { messageId, content: [{ type: 'text', text }] },
    { groupId, conversationId },
  );
}

const ELSEWHERE = 'from elsewhere';

/** What a commit gets instead of its own way. */
type Turn = (commit: () => Promise<boolean>) => Promise<boolean>;

/** The next commits, one turn each; those after them are left alone. */
function takeTurns(...turns: readonly Turn[]): { readonly sizes: number[] } {
  const commitAt = store.commitAt.bind(store);
  const left = [...turns];
  const sizes: number[] = [];
  store.commitAt = (position, batch) => {
    sizes.push(batch.events.length);
    const turn = left.shift();
    const commit = () => commitAt(position, batch);
    return turn === undefined ? commit() : turn(commit);
  };
  return { sizes };
}

function held(): { readonly turn: Turn; readonly begun: Promise<void>; readonly open: () => void } {
  const begun = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const turn: Turn = async (commit) => {
    begun.resolve();
    await opened.promise;
    return commit();
  };
  return { turn, begun: begun.promise, open: opened.resolve };
}

async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

async function textsOfLog(): Promise<readonly string[]> {
  const events = await store.readGroupEvents(mission.groupId, 0, 10_000);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, index) => index + 1));
  return events.flatMap(({ bytes }) => /"text":"([^"]*)"/u.exec(Buffer.from(bytes).toString())?.[1] ?? []);
}

function outcomeOf(result: SubmitResult): string {
  return result.ok ? (result.value.isRepeat ? 'repeated' : 'accepted') : result.fault.code;
}

/** Every commit once and in order, whoever made it. */
async function expectAllTold(after: number): Promise<void> {
  const stored = await store.readCommits(after, 10_000);
  expect(told.map((each) => each.stored.position)).toEqual(stored.map(({ position }) => position));
}

describe('while a commit is on its way', () => {
  test('later Commands are decided, and nobody is answered before the own commit (INV-01)', async () => {
    const after = await store.readPosition();
    const first = held();
    const { sizes } = takeTurns(first.turn);
    const answered: string[] = [];
    const send = async (bytes: Uint8Array, name: string) => {
      const result = await organization.submit(bytes, worker);
      answered.push(`${name} ${outcomeOf(result)}`);
    };
    const one = await messageBytes('one');
    const sent = [send(one, 'one')];
    await first.begun;
    // The same bytes again, while nobody knows yet whether they are a fact (IDM-001).
    sent.push(send(one, 'one again'), send(await messageBytes('two'), 'two'));
    await turnsOfTheLoop(50);
    expect(answered).toEqual([]);
    expect(told).toEqual([]);
    first.open();
    await Promise.all(sent);
    expect(answered).toEqual(['one accepted', 'one again repeated', 'two accepted']);
    expect(sizes).toEqual([1, 1]);
    expect(await textsOfLog()).toEqual(['one', 'two']);
    await expectAllTold(after);
  });

  test('a second commit queues behind it as soon as it is worth one', async () => {
    const first = held();
    const { sizes } = takeTurns(first.turn);
    const sent = [organization.submit(await messageBytes('first'), worker)];
    await first.begun;
    for (let n = 0; n < 40; n += 1) sent.push(organization.submit(await messageBytes(`m${n}`), worker));
    await expect.poll(() => sizes.length, { timeout: 30_000 }).toBe(2);
    expect(sizes[1]).toBeGreaterThanOrEqual(16);
    first.open();
    expect((await Promise.all(sent)).map(outcomeOf)).toEqual(sent.map(() => 'accepted'));
    expect(await textsOfLog()).toEqual(['first', ...Array.from({ length: 40 }, (_none, n) => `m${n}`)]);
  });
});

describe('a commit that does not happen', () => {
  test('refuses its own Commands; those decided on top of it are decided again, in order (ERR-036)', async () => {
    const after = await store.readPosition();
    const opened = held();
    takeTurns(async () => {
      await opened.turn(async () => true);
      throw new StoreFault('full', 'the disk is full');
    });
    const lost = await messageBytes('lost');
    const first = organization.submit(lost, worker);
    await opened.begun;
    const later = await Promise.all(
      Array.from({ length: 40 }, async (_none, n) => messageBytes(`later ${n}`)),
    );
    // The same Action ID as the one that is going to fail: what it repeats never comes to be, so it is the first.
    const sent = [
      organization.submit(lost, worker),
      ...later.map((bytes) => organization.submit(bytes, worker)),
    ];
    await turnsOfTheLoop(50);
    opened.open();
    expect(outcomeOf(await first)).toBe('INTERNAL_ERROR');
    expect((await Promise.all(sent)).map(outcomeOf)).toEqual(sent.map(() => 'accepted'));
    expect(await textsOfLog()).toEqual(['lost', ...later.map((_bytes, n) => `later ${n}`)]);
    await expectAllTold(after);
    expect(organization.faults.splice(0)).toEqual([expect.objectContaining({ kind: 'full' })]);
  });

  test('one that happened although nobody knew is told once, and found by its receipt (IDM-001)', async () => {
    const after = await store.readPosition();
    const opened = held();
    takeTurns(async (commit) => {
      await opened.turn(commit);
      throw new StoreFault('commit-unknown', 'the connection broke during the commit');
    });
    const unknown = await messageBytes('unknown');
    const first = organization.submit(unknown, worker);
    await opened.begun;
    const sent = await Promise.all(
      Array.from({ length: 40 }, async (_none, n) =>
        organization.submit.bind(organization, await messageBytes(`later ${n}`), worker),
      ),
    );
    const answers = sent.map((send) => send());
    await turnsOfTheLoop(50);
    opened.open();
    expect(outcomeOf(await first)).toBe('INTERNAL_ERROR');
    expect((await Promise.all(answers)).map(outcomeOf)).toEqual(answers.map(() => 'accepted'));
    expect(outcomeOf(await organization.submit(unknown, worker))).toBe('repeated');
    expect(await textsOfLog()).toEqual(['unknown', ...answers.map((_answer, n) => `later ${n}`)]);
    await expectAllTold(after);
    expect(organization.faults.splice(0)).toEqual([expect.objectContaining({ kind: 'commit-unknown' })]);
  });

  test('because another process was first: all is decided again on what that one did', async () => {
    const after = await store.readPosition();
    const other = await TestOrganization.open(store, { prefix: 'b', sessions: false });
    const foreign = async () =>
      other.mustAct('mission.cancel', SERVICES, { reason: 'policy' }, { groupId: mission.groupId });
    takeTurns(async (commit) => {
      await foreign();
      return commit();
    });
    const results = await Promise.all([
      organization.submit(await messageBytes('late'), worker),
      organization.submit(await messageBytes('later'), worker),
    ]);
    // The Mission is over, so no conversation in it goes on.
    expect(results.map(outcomeOf)).not.toContain('accepted');
    expect(await textsOfLog()).toEqual([]);
    await expectAllTold(after);
    await other.authority.close();
  });
});

describe('a Command that comes again', () => {
  /** The rules would let it change the member once more. */
  const changeOf = (actionId: string, ...scopes: readonly string[]) =>
    organization.commandOf(
      'membership.change',
      COORDINATOR,
      { member: worker.actor, role: 'worker', state: 'active', scopes: ['message.post', ...scopes] },
      { groupId: mission.groupId, actionId },
    );
  const send = (bytes: Uint8Array) => organization.submit(bytes, COORDINATOR);

  test('gets its first answer, however welcome it would be now (IDM-001, IDM-005)', async () => {
    const after = await store.readPosition();
    const narrowed = await changeOf('urn:heddle:test:action:narrow');
    const first = await send(narrowed);
    const widened = await send(await changeOf('urn:heddle:test:action:widen', 'work.execute'));
    expect(outcomeOf(widened)).toBe('accepted');
    const epochBefore = await epochOfWorker();
    const messages = await Promise.all(
      Array.from({ length: 40 }, async (_none, n) => messageBytes(`beside ${n}`)),
    );
    const { sizes } = takeTurns();
    const sent = [...messages.map((bytes) => organization.submit(bytes, worker)), send(narrowed)];
    const results = await Promise.all(sent);
    // The messages name the epoch that the repeated Command does not change.
    expect(results.map(outcomeOf)).toEqual([...messages.map(() => 'accepted'), 'repeated']);
    expect(results.at(-1)).toMatchObject({ value: { primary: first.ok ? first.value.primary : undefined } });
    expect(sizes.length).toBeGreaterThan(0);
    expect(await epochOfWorker()).toBe(epochBefore);
    await expectAllTold(after);
  });

  test('with other content is a collision, and what came beside it is accepted (IDM-002)', async () => {
    const actionId = 'urn:heddle:test:action:twice';
    expect(outcomeOf(await send(await changeOf(actionId)))).toBe('accepted');
    const beside = await messageBytes('beside');
    const results = await Promise.all([
      organization.submit(beside, worker),
      send(await changeOf(actionId, 'work.execute')),
    ]);
    expect(results.map(outcomeOf)).toEqual(['accepted', 'ACTION_ID_COLLISION']);
    expect(await textsOfLog()).toEqual(['beside']);
  });

  test('and would be refused now gets its first answer all the same (IDM-005)', async () => {
    const posted = await messageBytes('once');
    expect(outcomeOf(await organization.submit(posted, worker))).toBe('accepted');
    const stale = await changeOf('urn:heddle:test:action:old');
    expect(outcomeOf(await send(stale))).toBe('accepted');
    organization.nowMs += 3_600_000;
    const refusals = organization.faults.length;
    const again = await Promise.all([organization.submit(posted, worker), send(stale)]);
    expect(again.map(outcomeOf)).toEqual(['repeated', 'repeated']);
    // Nothing that was accepted stands in the protected log as a failure.
    expect(await store.readAudit(10)).toEqual([]);
    expect(organization.faults.length).toBe(refusals);
  });

  const epochOfWorker = () =>
    organization.authority.look(
      (world) => world.get('member', mission.groupId, memberKey(worker.actor))?.membershipEpoch,
    );
});

describe('any mixture of faults', () => {
  const seed = seedFromEnvironment();

  test(`every Command is one fact, in an unbroken log that everybody hears of (HEDDLE_SEED=${seed})`, async () => {
    const random = createRandom(seed);
    const after = await store.readPosition();
    const other = await TestOrganization.open(store, { prefix: 'b', sessions: false });
    const names = Array.from({ length: 100 }, (_none, n) => `m${n}`);
    const messages = await Promise.all(names.map(messageBytes));
    const commitAt = store.commitAt.bind(store);
    const write = store.write.bind(store);
    let faultsLeft = 30;
    const before = async (): Promise<void> => {
      await turnsOfTheLoop(random.below(4));
      if (faultsLeft > 0 && random.chance(0.1)) {
        faultsLeft -= 1;
        throw new StoreFault('full', 'the disk is full');
      }
    };
    const afterwards = (): void => {
      if (faultsLeft === 0 || !random.chance(0.1)) return;
      faultsLeft -= 1;
      throw new StoreFault('commit-unknown', 'nobody heard of the end of the commit');
    };
    let isForeign = false;
    store.commitAt = async (position, batch) => {
      if (isForeign) return commitAt(position, batch);
      await before();
      if (random.chance(0.15)) {
        isForeign = true;
        await other.postMessage(OWNER, mission, ELSEWHERE).finally(() => {
          isForeign = false;
        });
      }
      const isCommitted = await commitAt(position, batch);
      afterwards();
      return isCommitted;
    };
    store.write = async (work) => {
      if (isForeign) return write(work);
      await before();
      const answer = await write(work);
      afterwards();
      return answer;
    };

    const sendUntilDone = async (bytes: Uint8Array): Promise<string> => {
      for (;;) {
        const outcome = outcomeOf(await organization.submit(bytes, worker));
        if (outcome !== 'INTERNAL_ERROR') return outcome;
      }
    };
    const outcomes: Promise<string>[] = [];
    for (const bytes of messages) {
      outcomes.push(sendUntilDone(bytes));
      if (random.chance(0.2)) await turnsOfTheLoop(1 + random.below(6));
    }
    for (const outcome of await Promise.all(outcomes)) expect(['accepted', 'repeated']).toContain(outcome);
    const own = (await textsOfLog()).filter((text) => text !== ELSEWHERE);
    expect(own.toSorted()).toEqual(names.toSorted());
    store.commitAt = commitAt;
    store.write = write;
    await organization.authority.followOthers();
    // A reader is told with the next look at the latest.
    await organization.postMessage(worker, mission, 'the last');
    await expectAllTold(after);
    organization.faults.splice(0);
    await other.authority.close();
  });
});
