// Capability tokens over HTTP: a Worker gets one for its own work and nobody else does (TOK-001…TOK-008); a tool server
// hears of every reason why a token counts no more.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Budget } from '../../core/protocol/generated/documents.ts';
import { COORDINATOR, OWNER, type Principal, SERVICES, type TestMission } from '../harness/organization.ts';
import { type Answer, jsonOf } from './http-client.ts';
import { HttpWorld, type StartedWork } from './http-world.ts';

const FOLDER = 'urn:heddle:test:resource:input-folder';
const TOOL = 'urn:heddle:test:tool:hasher';
const BUDGET: Budget = { toolCallLimit: 5 };
const PERMITS = {
  tools: [TOOL],
  resources: [{ resource: FOLDER, operations: ['read'] }],
  operations: [],
  budget: BUDGET,
};
const PATH = '/v0.1/capability-tokens';

let world: HttpWorld;
let mission: TestMission;
let worker: Principal;
let other: Principal;
let work: StartedWork;
let openSessions: Set<string>;

beforeEach(async () => {
  openSessions = new Set();
  world = await HttpWorld.open({
    options: { isSessionOpen: (agentId, epoch) => openSessions.has(`${agentId} ${epoch}`) },
  });
  const [first = OWNER, second = OWNER] = world.organization.workers;
  [worker, other] = [first, second];
  for (const agent of [worker, other, COORDINATOR]) openSessions.add(`${agent.actor.id} 1`);
  mission = await world.organization.createMission('m');
  work = await world.startWork(mission, worker, {
    allowedResources: [
      { resource: FOLDER, operations: ['read', 'list'], constraints: { maxDepth: 2 } },
      { resource: TOOL, operations: ['execute'] },
    ],
  });
});
afterEach(() => world.close());

async function post(path: string, principal: Principal | undefined, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const token = principal === undefined ? {} : { token: await world.tokenOf(principal) };
  return world.send({ method: 'POST', path, headers, body: JSON.stringify(body), ...token });
}

function requestOf(changes: object = {}): object {
  return { groupId: mission.groupId, ...work, ...PERMITS, ...changes };
}

const issue = (changes: object = {}, principal: Principal = worker) =>
  post(PATH, principal, requestOf(changes));

async function mustIssue(changes: object = {}): Promise<string> {
  const answer = await issue(changes);
  expect(answer.status).toBe(200);
  return String(jsonOf(answer)['token']);
}

function check(token: string, use: object = {}, caller: Principal = SERVICES): Promise<Answer> {
  const presenter = { workerAgentId: worker.actor.id, sessionEpoch: 1 };
  return post(`${PATH}/checks`, caller, { token, ...presenter, ...use });
}

async function outcomeOf(answer: Promise<Answer>): Promise<unknown> {
  const { status, body } = await answer;
  const { code } = JSON.parse(body.toString('utf8')) as { readonly code?: string };
  return code === undefined ? status : [status, code];
}

const inGroup = () => ({ groupId: mission.groupId });

describe('a token', () => {
  it('is issued to the Worker for its lease, with the constraints of the contract (TOK-002)', async () => {
    const answer = await issue({ ttlSeconds: 60 });
    expect([answer.status, jsonOf(answer)]).toMatchObject([
      200,
      {
        expiresAt: '2026-05-04T09:01:00.000Z',
        tools: [TOOL],
        resources: [{ resource: FOLDER, operations: ['read'], constraints: { maxDepth: 2 } }],
        budget: BUDGET,
      },
    ]);
    const checked = await check(String(jsonOf(answer)['token']), { tool: TOOL, usage: { toolCalls: 1 } });
    expect([checked.status, jsonOf(checked)]).toMatchObject([
      200,
      { workerAgentId: worker.actor.id, ...inGroup(), ...work, grantId: jsonOf(answer)['grantId'] },
    ]);
    expect(checked.body.toString('utf8')).not.toContain(String(jsonOf(answer)['token']));
  });

  it('is for its own work only, whoever asks (TOK-003)', async () => {
    expect(await outcomeOf(issue({}, COORDINATOR))).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(await outcomeOf(issue({}, other))).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(await outcomeOf(issue({}, OWNER))).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(await outcomeOf(issue({}, SERVICES))).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(await outcomeOf(post(PATH, undefined, requestOf()))).toEqual([401, 'AUTH_REQUIRED']);
    // There is no way to name another Worker or Session.
    for (const extra of [{ workerAgentId: worker.actor.id }, { sessionEpoch: 1 }]) {
      expect(await outcomeOf(issue(extra, COORDINATOR))).toEqual([400, 'PROTOCOL_VIOLATION']);
    }
  });

  it('is not given for a body whose members have other types than they should', async () => {
    for (const changes of [
      { ownershipEpoch: '1' },
      { ttlSeconds: '60' },
      { tools: TOOL },
      { budget: { toolCallLimit: '5' } },
      { operations: null },
    ]) {
      expect(await outcomeOf(issue(changes))).toStrictEqual([400, 'PROTOCOL_VIOLATION']);
    }
  });

  it('is for the Session that is open now', async () => {
    openSessions.delete(`${worker.actor.id} 1`);
    expect(await outcomeOf(issue())).toEqual([409, 'AUTH_STALE_SESSION']);
    const former = await world.sessionTokenOf(worker);
    await world.organization.openSession(worker);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(requestOf());
    const answer = await world.send({ method: 'POST', path: PATH, headers, body, token: former });
    expect(answer.status).toBe(401);
  });

  it.each([
    ['a tool beyond the contract', { tools: ['urn:x:other'] }, 403, 'AUTH_FORBIDDEN'],
    [
      'an operation beyond the contract',
      { resources: [{ resource: FOLDER, operations: ['write'] }] },
      403,
      'AUTH_FORBIDDEN',
    ],
    ['an operation beyond the Mission', { operations: ['files.read'] }, 403, 'AUTH_FORBIDDEN'],
    ['more budget than the contract has', { budget: { toolCallLimit: 11 } }, 409, 'BUDGET_EXCEEDED'],
    ['another lease', { executionLeaseId: 'urn:x:lease' }, 409, 'WORK_LEASE_EXPIRED'],
    ['a later term', { ownershipEpoch: 99 }, 409, 'WORK_STALE_OWNERSHIP'],
    ['other work', { workItemId: 'urn:x:work' }, 422, 'INVALID_COMMAND'],
    ['an absent Group', { groupId: 'urn:x:group' }, 404, 'GROUP_NOT_FOUND'],
    [
      'an Approval where none is needed',
      { approval: { approvalId: 'urn:x:a', budget: BUDGET } },
      422,
      'INVALID_COMMAND',
    ],
    ['a longer life than there is', { ttlSeconds: 901 }, 400, 'PROTOCOL_VIOLATION'],
    ['no budget', { budget: undefined }, 400, 'PROTOCOL_VIOLATION'],
    ['a negative budget', { budget: { toolCallLimit: -1 } }, 400, 'PROTOCOL_VIOLATION'],
  ])('is refused for %s (TOK-004, TOK-006)', async (_what, changes, status, code) => {
    expect(await outcomeOf(issue(changes))).toEqual([status, code]);
  });

  it('is refused for more than fits into one', async () => {
    const operations = Array.from({ length: 200 }, (_none, n) => `operation-${'x'.repeat(20)}${n}`);
    work = await world.startWork(mission, worker, { allowedResources: [{ resource: FOLDER, operations }] });
    const wanted = { tools: [], resources: [{ resource: FOLDER, operations }] };
    expect(await outcomeOf(issue(wanted))).toEqual([422, 'INVALID_COMMAND']);
  });
});

describe('a narrower token', () => {
  const narrow = (token: string, changes: object = {}, principal: Principal = worker) =>
    post(`${PATH}/narrowed`, principal, { token, ...PERMITS, ...changes });

  it('permits less, and the first one stays valid (LSE-005)', async () => {
    const first = await mustIssue();
    const answer = await narrow(first, { tools: [], budget: { toolCallLimit: 1 } });
    expect(answer.status).toBe(200);
    const second = String(jsonOf(answer)['token']);
    expect(await outcomeOf(check(second, { tool: TOOL }))).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(await outcomeOf(check(second, { usage: { toolCalls: 2 } }))).toEqual([409, 'BUDGET_EXCEEDED']);
    expect(await outcomeOf(check(first, { tool: TOOL }))).toBe(200);
  });

  it('cannot permit more, and is for nobody else', async () => {
    const first = await mustIssue({ tools: [] });
    expect(await outcomeOf(narrow(first))).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(await outcomeOf(narrow(first, { tools: [] }, other))).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(await outcomeOf(narrow(first, { tools: [] }, COORDINATOR))).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(await outcomeOf(narrow('forged', { tools: [] }))).toEqual([401, 'AUTH_REQUIRED']);
  });
});

describe('a check', () => {
  it('is for services, and for the Worker itself', async () => {
    const token = await mustIssue();
    expect(await outcomeOf(check(token, { tool: TOOL }, worker))).toBe(200);
    for (const caller of [OWNER, COORDINATOR, other]) {
      expect(await outcomeOf(check(token, {}, caller))).toEqual([403, 'AUTH_FORBIDDEN']);
    }
  });

  it.each([
    ['a tool that is not permitted', { tool: 'urn:x:other' }, 403, 'AUTH_FORBIDDEN'],
    ['a resource', { resource: { resource: FOLDER, operation: 'list' } }, 403, 'AUTH_FORBIDDEN'],
    ['an operation', { operation: 'files.read' }, 403, 'AUTH_FORBIDDEN'],
    ['more than is left', { usage: { toolCalls: 6 } }, 409, 'BUDGET_EXCEEDED'],
    ['what has no budget', { usage: { externalActions: 1 } }, 409, 'BUDGET_EXCEEDED'],
    ['another Agent', { workerAgentId: 'urn:x:agent' }, 403, 'AUTH_FORBIDDEN'],
    ['another Session', { sessionEpoch: 2 }, 409, 'AUTH_STALE_SESSION'],
    ['less than nothing', { usage: { toolCalls: -1 } }, 400, 'PROTOCOL_VIOLATION'],
  ])('refuses %s (TOK-004)', async (_what, use, status, code) => {
    expect(await outcomeOf(check(await mustIssue(), use))).toEqual([status, code]);
  });

  it('refuses what was not sealed here for this purpose, in one answer (ERR-042)', async () => {
    const token = await mustIssue();
    const messages = new Set<unknown>();
    const others = [await world.tokenOf(worker), await world.tokenOf(SERVICES)];
    for (const forged of ['x', `${token}x`, `x${token}`, ...others]) {
      const answer = await check(forged);
      expect(answer.status).toBe(401);
      messages.add(jsonOf(answer)['message']);
    }
    world.organization.passSeconds(301);
    messages.add(jsonOf(await check(token))['message']);
    expect(messages.size).toBe(1);
  });

  it('counts what was used since the token was issued (TOK-004)', async () => {
    const token = await mustIssue();
    await world.organization.mustAct(
      'ext.missionweaveprotocol.core.resource_usage_record',
      worker,
      { ...work, usageDelta: { toolCalls: 4 } },
      inGroup(),
    );
    expect(await outcomeOf(check(token, { usage: { toolCalls: 1 } }))).toBe(200);
    expect(await outcomeOf(check(token, { usage: { toolCalls: 2 } }))).toEqual([409, 'BUDGET_EXCEEDED']);
  });

  it('follows the lease through its renewals (TOK-007)', async () => {
    const token = await mustIssue();
    world.organization.passSeconds(200);
    await world.organization.mustAct(
      'ext.missionweaveprotocol.core.work_execution_lease_renew',
      worker,
      work,
      inGroup(),
    );
    expect(await outcomeOf(check(token))).toBe(200);
    world.organization.passSeconds(101);
    // The token ends with the lease as it was when it was issued; the lease gives a new one.
    expect(await outcomeOf(check(token))).toEqual([401, 'AUTH_REQUIRED']);
    expect(await outcomeOf(check(await mustIssue()))).toBe(200);
  });

  it('refuses after a cancellation, the end of the Membership, and a new Session (TOK-008)', async () => {
    const { organization } = world;
    const { workItemId } = work;
    const cancelled = await mustIssue();
    await organization.mustAct('work.cancel', COORDINATOR, { workItemId, reason: 'enough' }, inGroup());
    expect(await outcomeOf(check(cancelled))).toEqual([409, 'WORK_STALE_OWNERSHIP']);
    const allowedResources = [{ resource: TOOL, operations: ['execute'] }];
    work = await world.startWork(mission, worker, { allowedResources });
    const token = await mustIssue({ resources: [] });
    await organization.openSession(worker);
    expect(await outcomeOf(check(token))).toEqual([409, 'AUTH_STALE_SESSION']);
    expect(await outcomeOf(check(token, { sessionEpoch: 2 }))).toEqual([409, 'AUTH_STALE_SESSION']);
    openSessions.add(`${worker.actor.id} 2`);
    work = await world.startWork(mission, worker, { allowedResources, goal: 'list the rest' });
    const last = await mustIssue({ resources: [] });
    expect(await outcomeOf(check(last, { sessionEpoch: 2 }))).toBe(200);
    await organization.mustAct('membership.end', COORDINATOR, { member: worker.actor }, inGroup());
    expect(await outcomeOf(check(last, { sessionEpoch: 2 }))).toEqual([404, 'GROUP_NOT_FOUND']);
  });
});

it('leaves no token in Events, Commands, the protected log or metrics (TOK-003)', async () => {
  const token = await mustIssue();
  await check(token, { tool: 'urn:x:other' });
  await check(`${token}x`);
  await world.organization.postMessage(worker, mission, 'on it');
  const { store } = world;
  const events = await store.readCommits(0, 10_000);
  const kept = [
    ...events.map(({ bytes }) => Buffer.from(bytes).toString('utf8')),
    JSON.stringify(await store.readRecords(mission.groupId)),
    JSON.stringify(await store.readAudit(1_000)),
    await world.metrics.text(),
    ...world.faults.map(String),
  ];
  const [claims = ''] = token.split('.');
  expect(kept.filter((text) => text.includes(claims))).toEqual([]);
});
