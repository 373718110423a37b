// The driver: what it hands over and when, crashes at every point, refusals, the stop switch, limits, several connections.
import { describe, expect, test } from 'vitest';
import { AutonomyGate } from '../../../core/coordinator/assistant/autonomy/gate.ts';
import { StopSwitch } from '../../../core/coordinator/assistant/autonomy/stop-switch.ts';
import { AssistantDriver } from '../../../core/coordinator/assistant/lead/assistant-driver.ts';
import type {
  LeadOrder,
  LeadOutcome,
  LeadPorts,
} from '../../../core/coordinator/assistant/lead/driver-types.ts';
import { DEFAULT_LEAD_SETTINGS } from '../../../core/coordinator/assistant/lead/lead-settings.ts';
import { AgentHistory } from '../../../core/coordinator/assistant/offers/agent-history.ts';
import { composeCommand } from '../../../core/coordinator/desk/intent/compose.ts';
import { IdBook } from '../../../core/coordinator/desk/intent/id-book.ts';
import { nowAt } from '../../../core/domain/decision.ts';
import { GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import type { ErrorCode } from '../../../core/protocol/error-codes.ts';
import { accept, refuse, type Result } from '../../../core/protocol/result.ts';
import { connectionOf, EVERYTHING, LedStage, planned, WORKERS, workId } from './led-stage.ts';

function staffed(...names: readonly string[]): LedStage {
  const stage = new LedStage();
  stage.employ(...WORKERS);
  stage.wanted = names.map((name) => planned(name));
  return stage;
}

/** A driver whose Commands are never answered. */
function driverOn(
  stage: LedStage,
  changes: Partial<LeadPorts> = {},
  written: Result<void, string> = accept(undefined),
) {
  const orders: LeadOrder[] = [];
  const faults: unknown[] = [];
  const book = { write: () => Promise.resolve(written) };
  const gate = new AutonomyGate(new StopSwitch(), book, [], () => stage.nowMs);
  gate.use(EVERYTHING);
  const driver = new AssistantDriver({
    connections: () => [connectionOf(stage)],
    historyOf: () => new AgentHistory(20),
    planOf: () => stage.wanted,
    settingsOf: () => DEFAULT_LEAD_SETTINGS,
    gate,
    reviewPorts: () => {
      throw new Error('nothing waits for a review');
    },
    submit: (order) => {
      orders.push(order);
      return new Promise(() => {});
    },
    nowMs: () => stage.nowMs,
    onFault: (error) => faults.push(error),
    ...changes,
  });
  return { driver, orders, faults };
}

function refusal(stage: LedStage, code: ErrorCode, retryable = false): LeadOutcome {
  const occurredAt = nowAt(stage.nowMs).text;
  return { status: 'refused', error: { code, message: code, retryable, occurredAt } };
}

describe('what goes out', () => {
  test('one Command at a time for one wish, however often it looks', async () => {
    const stage = staffed('a1');
    const answer = Promise.withResolvers<LeadOutcome>();
    stage.answer = () => answer.promise;
    await Promise.all([stage.driver.look(), stage.driver.look('acme')]);
    await stage.driver.look();
    expect(stage.orderedKinds).toEqual(['work.authorize']);
    // Under way, it waits for nobody.
    expect(stage.driver.proposals()).toEqual([]);
    stage.answer = () => undefined;
    const [order] = stage.orders;
    if (order !== undefined) answer.resolve(stage.decide(order));
    await stage.settle();
    expect(stage.orderedKinds).toEqual(['work.authorize', 'work.offer']);
  });

  test('an acceptance holds its wish until the state shows it', async () => {
    const stage = staffed('a1');
    stage.answer = () => Promise.resolve({ status: 'accepted', event: { eventId: 'e', sequence: 1_000 } });
    await stage.settle();
    await stage.driver.look();
    expect(stage.orders).toHaveLength(1);
  });

  test('an acceptance that changes nothing is no reason to go round in circles', async () => {
    const stage = staffed('a1');
    stage.answer = () => Promise.resolve({ status: 'accepted', event: { eventId: 'old', sequence: 1 } });
    await stage.settle();
    expect(stage.orders).toHaveLength(1);
    for (let round = 1; round <= 10; round += 1) await stage.wait(600).settle();
    expect(stage.orders).toHaveLength(5);
    expect(new Set(stage.orders.map(({ actionId }) => actionId)).size).toBe(5);
  });

  test('BUD-006: what is under way takes its part of the budget before the state shows it', async () => {
    const stage = staffed();
    const half = { budget: { currency: 'EUR', financialLimit: 60 } };
    stage.wanted = [planned('a1', half)];
    const answers: (() => void)[] = [];
    stage.answer = (order) => new Promise((resolve) => answers.push(() => resolve(stage.decide(order))));
    await stage.driver.look();
    stage.wanted = [planned('a2', half), planned('a3')];
    await stage.driver.look();
    const authorized = () =>
      stage.orders.flatMap(({ draft }) =>
        draft.kind === 'work.authorize' ? [draft.payload.workItemId] : [],
      );
    expect(authorized()).toEqual([workId('a1'), workId('a3')]);
    stage.answer = () => undefined;
    for (const answer of answers) answer();
    await stage.driver.settled();
    expect(authorized()).toEqual([workId('a1'), workId('a3')]);
    expect(stage.driver.questions().map(({ question }) => question.workItemId)).toEqual([workId('a2')]);
  });

  test('what a person has signed is not signed again while it is under way', async () => {
    const stage = staffed('a1');
    const asked = driverOn(stage);
    await asked.driver.look();
    const connection = connectionOf(stage);
    const [identity] = connection.identities;
    if (identity === undefined) throw new Error('the Coordinator is here');
    const form = { workItemId: workId('a1'), contract: planned('a1').contract };
    const byPerson = composeCommand(
      connection,
      { kind: 'work.authorize', groupId: GROUP, form },
      identity,
      new IdBook((kind) => stage.newId(kind)),
    );
    const { driver, orders } = driverOn(stage, { underWay: () => [byPerson] });
    await driver.look();
    expect([asked.orders.length, orders.length, driver.proposals()]).toEqual([1, 0, []]);
  });

  test('MEM-006, MEM-008: nobody becomes a provisional member while another Membership is under way', async () => {
    const stage = new LedStage();
    stage.wanted = [planned('a1')];
    await stage.settle();
    const [agent] = WORKERS;
    if (agent === undefined) throw new Error('there are Workers');
    stage.register(agent).hear(agent);
    const alone = driverOn(stage);
    await alone.driver.look();
    expect(alone.orders.map(({ draft }) => draft.kind)).toEqual(['membership.change']);
    const connection = connectionOf(stage);
    const [identity] = connection.identities;
    if (identity === undefined) throw new Error('the Coordinator is here');
    const scopes = ['work.accept_offer', 'work.execute'] as const;
    const form = { member: agent, role: 'worker', state: 'active', scopes } as const;
    const byPerson = composeCommand(
      connection,
      { kind: 'membership.change', groupId: GROUP, form: { ...form, scopes: [...scopes] } },
      identity,
      new IdBook((kind) => stage.newId(kind)),
    );
    const beside = driverOn(stage, { underWay: () => [byPerson] });
    await beside.driver.look();
    expect(beside.orders).toEqual([]);
  });

  test('nothing goes out without a connection, and all of it is proposed', async () => {
    const stage = staffed('a1');
    stage.status = 'offline';
    await stage.settle();
    expect([stage.orders.length, stage.driver.proposals().map(({ why }) => why.kind)]).toEqual([
      0,
      ['not-ready'],
    ]);
  });

  test('Context Packages of new members are left to be signed by the Coordinator (CTX-001)', async () => {
    const stage = new LedStage();
    for (const agent of WORKERS) stage.register(agent).hear(agent);
    stage.wanted = [planned('a1')];
    await stage.settle();
    expect(stage.orderedKinds).toEqual(['work.authorize', 'membership.change', 'work.offer']);
    expect(stage.orders[1]?.signs.map(({ kind, path }) => [kind, ...path])).toEqual([
      ['context-package', 'contextPackage'],
    ]);
    expect(stage.stateOf('a1')).toBe('offered');
  });
});

describe('a crash leaves nothing wrong', () => {
  test.each([
    ['before the Command has gone', false],
    ['after it was decided, before the answer', true],
  ])('%s: the same Command is handed over, and counts once', async (_point, isDecided) => {
    const stage = staffed('a1');
    // Never answered: the computer goes down meanwhile.
    stage.answer = (order) => {
      if (isDecided) stage.decide(order);
      return new Promise<LeadOutcome>(() => {});
    };
    await stage.driver.look();
    stage.answer = () => undefined;
    const before = stage.orders.map(({ actionId }) => actionId);
    expect(before).toHaveLength(1);
    stage.restart();
    await stage.driver.look();
    const again = stage.orders.slice(1).filter(({ draft }) => draft.kind === 'work.authorize');
    expect(again.map(({ actionId }) => actionId)).toEqual(isDecided ? [] : before);
    expect(stage.log.filter(({ kind }) => kind === 'work.authorized')).toHaveLength(1);
    const noted = stage.notes.filter(({ kind }) => kind === 'work.authorize');
    expect(new Set(noted.map(({ actionId }) => actionId)).size).toBe(1);
  });

  test('IDM-001: between the answer and the state the Command is joined, and nothing is made twice', async () => {
    const stage = staffed('a1');
    // A projection that stands still: what was decided is not seen yet.
    const connection = connectionOf(stage);
    const runs = [1, 2].map(() => driverOn(stage, { connections: () => [connection] }));
    for (const { driver } of runs) await driver.look();
    const orders = runs.flatMap((run) => run.orders);
    const [first, second] = orders;
    expect(orders).toHaveLength(2);
    expect(second?.actionId).toBe(first?.actionId);
    expect(second?.draft.payload).toEqual(first?.draft.payload);
  });

  test('a fate that nobody knows is asked for again, under the same Action ID', async () => {
    const stage = staffed('a1');
    let unknown = 2;
    stage.answer = () => {
      unknown -= 1;
      return unknown >= 0 ? Promise.resolve({ status: 'unknown' }) : undefined;
    };
    await stage.settle();
    expect(stage.orders).toHaveLength(1);
    expect(stage.driver.recheckAtMs).toBe(stage.nowMs + 1_000);
    await stage.wait(1).settle();
    await stage.wait(2).settle();
    const ids = stage.orders.filter(({ draft }) => draft.kind === 'work.authorize');
    expect(ids).toHaveLength(3);
    expect(new Set(ids.map(({ actionId }) => actionId)).size).toBe(1);
    expect(stage.stateOf('a1')).toBe('offered');
  });

  test('a way out that breaks is a fault, and the fate of the Command unknown', async () => {
    const stage = staffed('a1');
    stage.answer = () => Promise.reject(new Error('the disk is full'));
    await stage.settle();
    expect(stage.faults).toEqual([new Error('the disk is full')]);
    stage.answer = () => undefined;
    await stage.wait(1).settle();
    expect(stage.stateOf('a1')).toBe('offered');
    expect(stage.orders[0]?.actionId).toBe(stage.orders[1]?.actionId);
  });

  test('ERR-036: a note that cannot be kept is no permission', async () => {
    const stage = staffed('a1');
    const { driver, orders } = driverOn(stage, {}, refuse('the disk is full'));
    await driver.look();
    expect(driver.proposals().map(({ why }) => why)).toEqual([
      { kind: 'not-allowed', why: [{ id: 'not-noted', values: { detail: 'the disk is full' } }] },
    ]);
    expect(orders).toEqual([]);
  });
});

describe('refusals', () => {
  test('ERR-041: never the same again in the same situation; in another one with a new Action ID', async () => {
    const stage = staffed('a1');
    stage.answer = () => Promise.resolve(refusal(stage, 'REVISION_CONFLICT'));
    await stage.settle();
    await stage.wait(3_600).settle();
    expect(stage.orders).toHaveLength(1);
    expect(stage.driver.proposals().map(({ why }) => why)).toMatchObject([
      { kind: 'refused', error: { code: 'REVISION_CONFLICT' } },
    ]);
    stage.answer = () => undefined;
    stage.plan({ goal: 'something else' }, workId('other'));
    await stage.settle();
    const [first, second] = stage.orders.filter(
      ({ draft }) => draft.kind === 'work.authorize' && draft.payload.workItemId === workId('a1'),
    );
    expect(second?.actionId).not.toBe(first?.actionId);
    expect(stage.stateOf('a1')).toBe('offered');
  });

  test('ERR-040: what is only too early goes out again later, unchanged', async () => {
    const stage = staffed('a1');
    stage.answer = () => {
      const outcome = refusal(stage, 'BACKPRESSURE', true);
      if (outcome.status !== 'refused') return undefined;
      return Promise.resolve({ ...outcome, error: { ...outcome.error, retryAfterMs: 60_000 } });
    };
    await stage.settle();
    expect(stage.driver.recheckAtMs).toBe(stage.nowMs + 60_000);
    await stage.wait(59).settle();
    expect(stage.orders).toHaveLength(1);
    stage.answer = () => undefined;
    await stage.wait(1).settle();
    expect(stage.orders[1]?.actionId).toBe(stage.orders[0]?.actionId);
    expect(stage.stateOf('a1')).toBe('offered');
  });

  test('a wish that is refused again and again is left to a person', async () => {
    const stage = staffed('a1');
    stage.answer = () => Promise.resolve(refusal(stage, 'AUTH_FORBIDDEN'));
    for (let round = 1; round <= 12; round += 1) {
      stage
        .plan(
          { goal: `something else ${round}`, budget: { currency: 'EUR', financialLimit: 1 } },
          workId(`other-${round}`),
        )
        .wait(600);
      for (const agent of WORKERS) stage.hear(agent);
      await stage.settle();
    }
    const tries = stage.orders.filter(
      ({ draft }) => draft.kind === 'work.authorize' && draft.payload.workItemId === workId('a1'),
    );
    expect(tries).toHaveLength(5);
    expect(new Set(tries.map(({ actionId }) => actionId)).size).toBe(5);
  });
});

describe('reviews', () => {
  /** An item that was delivered; its content is put away. */
  async function delivered() {
    const stage = staffed('a1');
    await stage.settle();
    stage.work().work().work();
    const [[hash = '', text = ''] = []] = stage.contents;
    return { stage, hash, text };
  }

  test('ART-003: a content that cannot be had is a question, and is asked for again later', async () => {
    const { stage, hash, text } = await delivered();
    stage.contents.delete(hash);
    await stage.settle();
    expect(stage.driver.questions().map(({ question }) => question.reasons[0]?.id)).toEqual([
      'content-unavailable',
    ]);
    expect(stage.driver.recheckAtMs).toBe(stage.nowMs + 60_000);
    stage.contents.set(hash, text);
    await stage.wait(59).settle();
    expect(stage.stateOf('a1')).toBe('submitted');
    await stage.wait(1).settle();
    expect(stage.stateOf('a1')).toBe('verified');
    expect(stage.driver.questions()).toEqual([]);
  });

  test('what was fetched once is not fetched again when the log moves on', async () => {
    const { stage, hash, text } = await delivered();
    stage.contents.set(hash, `${text} and more`);
    stage.matrix = { ...EVERYTHING, rules: [] };
    await stage.settle();
    stage.plan({ goal: 'something else' }, workId('other'));
    await stage.settle();
    expect(stage.fetches).toEqual([hash]);
    expect(stage.driver.proposals().map(({ proposal }) => proposal.intent.kind)).toContain('work.fail');
  });
});

describe('stop and limits', () => {
  test('the stop ends it at once: also what was allowed and is not signed', async () => {
    const stage = staffed('a1');
    let standing: boolean | undefined;
    stage.answer = (order) => {
      stage.stop.stop(stage.nowMs);
      standing = order.isStanding();
      return Promise.resolve({ status: 'abandoned' });
    };
    await stage.settle();
    await stage.wait(600).settle();
    expect([standing, stage.orders.length]).toEqual([false, 1]);
    expect(stage.driver.proposals().map(({ why }) => why)).toEqual([
      { kind: 'not-allowed', why: [{ id: 'stopped', values: {} }] },
    ]);
    stage.answer = () => undefined;
    stage.stop.release(stage.nowMs);
    await stage.settle();
    // Nothing was signed under it, so it is the same Command.
    expect(stage.orders[1]?.actionId).toBe(stage.orders[0]?.actionId);
    expect(stage.stateOf('a1')).toBe('offered');
  });

  test('limits are kept, and it looks again when there is room', async () => {
    const stage = staffed('a1', 'a2', 'a3');
    stage.matrix = { ...EVERYTHING, limits: { perMinute: 2, perHour: 100, perDay: 100 } };
    await stage.settle();
    expect(stage.orders).toHaveLength(2);
    expect(stage.driver.recheckAtMs).toBe(stage.nowMs + 60_000);
    await stage.wait(60).settle();
    expect(stage.orders).toHaveLength(4);
  });
});

describe('several connections', () => {
  test('each by itself: one that fails keeps the other from nothing', async () => {
    const one = staffed('a1');
    const other = staffed('a2');
    const { driver, orders, faults } = driverOn(one, {
      connections: () => [
        connectionOf(one, { connectionId: 'one' }),
        connectionOf(other, { connectionId: 'other' }),
      ],
      historyOf: (id) => {
        if (id === 'one') throw new Error('its log cannot be read');
        return new AgentHistory(20);
      },
      planOf: (id) => (id === 'one' ? one.wanted : other.wanted),
    });
    await driver.look();
    expect(orders.map(({ connectionId }) => connectionId)).toEqual(['other']);
    expect(faults).toEqual([new Error('its log cannot be read')]);
  });

  test('equal Missions of two Authorities have Commands of their own', async () => {
    const stage = staffed('a1');
    const { driver, orders } = driverOn(stage, {
      connections: () => ['one', 'other'].map((connectionId) => connectionOf(stage, { connectionId })),
    });
    await driver.look('one');
    expect(orders).toHaveLength(1);
    await driver.look('other');
    expect(orders.map(({ connectionId }) => connectionId)).toEqual(['one', 'other']);
    expect(orders[0]?.actionId).not.toBe(orders[1]?.actionId);
  });
});
