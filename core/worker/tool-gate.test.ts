import { expect, test } from 'vitest';
import { accept, refuse } from '../protocol/result.ts';
import type { CapabilityRequest, ToolAct } from './capability-source.ts';
import { operationKeyOf } from './operation-key.ts';
import { ToolGate } from './tool-gate.ts';

const START_MS = Date.UTC(2026, 4, 4, 9);
const TOOL = 'urn:tool:mailer';
const FOLDER = 'urn:folder:input';
const REQUEST: CapabilityRequest = {
  sessionEpoch: 1,
  groupId: 'urn:group:1',
  workItemId: 'urn:work:1',
  ownershipEpoch: 2,
  executionLeaseId: 'urn:lease:1',
  tools: [TOOL],
  resources: [{ resource: FOLDER, operations: ['read'] }],
  operations: ['files.read'],
  budget: { toolCallLimit: 2 },
};
const ACT: ToolAct = { tool: TOOL, logicalOperationId: 'send' };

function gateOf() {
  const state = { leaseLeftMs: 60_000, isOnline: true, nowMs: 0, isTokenGood: true, canIssue: true };
  const issued: CapabilityRequest[] = [];
  const used: unknown[] = [];
  const error = { code: 'AUTH_FORBIDDEN', message: 'no', retryable: false, occurredAt: '' } as const;
  const gate = new ToolGate(
    {
      read: () => ({ wallMs: START_MS + state.nowMs, monotonicMs: state.nowMs }),
      setTimer: () => () => {},
    },
    {
      issue: async (request) => {
        issued.push(request);
        const expiresAt = new Date(START_MS + state.nowMs + 30_000).toISOString();
        return state.canIssue
          ? accept({ token: `t${issued.length}`, permits: REQUEST, expiresAt })
          : refuse(error);
      },
      check: async () => (state.isTokenGood ? accept(undefined) : refuse(error)),
    },
  );
  const run = {
    runId: 'r',
    missionId: 'urn:mission:1',
    request: REQUEST,
    leaseLeftMs: () => state.leaseLeftMs,
    isOnline: () => state.isOnline,
    onUsage: (delta: unknown) => used.push(delta),
  };
  gate.admit(run);
  const calls: string[] = [];
  const perform = (act: Partial<ToolAct> = {}, runId = 'r') =>
    gate.perform(runId, { ...ACT, ...act }, async ({ idempotencyKey }) => calls.push(idempotencyKey));
  return { gate, run, state, issued, used, calls, perform };
}

test('ART-020: a permitted call carries the key of its operation, the same at every attempt', async () => {
  const { perform, calls, gate } = gateOf();
  await perform();
  await perform();
  const key = operationKeyOf({ ...REQUEST, missionId: 'urn:mission:1', logicalOperationId: 'send' });
  expect(calls).toEqual([key, key]);
  expect(gate.counts).toEqual({ permitted: 2, refused: {} });
});

test('TOK-004: tools, resources and operations that are not permitted are refused', async () => {
  const { perform, calls, gate } = gateOf();
  const acts: Partial<ToolAct>[] = [
    { tool: 'urn:tool:other' },
    { resource: { resource: FOLDER, operation: 'write' } },
    { resource: { resource: 'urn:folder:other', operation: 'read' } },
    { operation: 'production.deploy' },
  ];
  for (const act of acts) expect(await perform(act)).toMatchObject({ fault: { reason: 'not-permitted' } });
  expect((await perform({ resource: { resource: FOLDER, operation: 'read' } })).ok).toBe(true);
  expect(calls).toHaveLength(1);
  expect(gate.counts.refused).toEqual({ 'not-permitted': 4 });
});

test('LSE-011, FLR-004: nothing goes out after the lease, without a connection, or for a run that is over', async () => {
  const { perform, state, gate, calls } = gateOf();
  state.leaseLeftMs = 0;
  expect(await perform()).toMatchObject({ fault: { reason: 'lease-ended' } });
  state.leaseLeftMs = 1;
  state.isOnline = false;
  expect(await perform()).toMatchObject({ fault: { reason: 'offline' } });
  state.isOnline = true;
  gate.dismiss('r');
  expect(await perform()).toMatchObject({ fault: { reason: 'unknown-run' } });
  expect(calls).toEqual([]);
});

test('LSE-011: a lease that ends while the token is being checked stops the call', async () => {
  const { perform, state, calls } = gateOf();
  const call = perform();
  state.leaseLeftMs = 0;
  expect(await call).toMatchObject({ fault: { reason: 'lease-ended' } });
  expect(calls).toEqual([]);
});

test('LSE-005: a token that ends soon is replaced, and one that was refused stops the call', async () => {
  const { perform, state, issued, calls } = gateOf();
  await perform();
  await perform();
  expect(issued).toHaveLength(1);
  state.nowMs = 21_000;
  await perform();
  expect(issued).toHaveLength(2);
  state.isTokenGood = false;
  expect(await perform()).toMatchObject({ fault: { reason: 'token-refused' } });
  state.nowMs = 60_000;
  state.canIssue = false;
  expect(await perform()).toMatchObject({ fault: { reason: 'no-token' } });
  expect(calls).toHaveLength(3);
});

test('BUD-002: what is under way counts, also under the next lease', async () => {
  const { perform, gate, run, used } = gateOf();
  const usage = { toolCalls: 1 };
  expect((await perform({ usage })).ok).toBe(true);
  gate.admit(run);
  expect((await perform({ usage })).ok).toBe(true);
  expect(await perform({ usage })).toMatchObject({ fault: { reason: 'over-budget' } });
  expect(await perform({ usage: { modelTokens: 1 } })).toMatchObject({ fault: { reason: 'over-budget' } });
  expect(used).toEqual([usage, usage]);
});

test('TOK-004, BUD-008: who cannot see the account asks for all of the contract, and then for what the refusal says is left', async () => {
  const issued: CapabilityRequest[] = [];
  const gate = new ToolGate(
    { read: () => ({ wallMs: START_MS, monotonicMs: 0 }), setTimer: () => () => {} },
    {
      issue: async (request) => {
        issued.push(request);
        const details = { dimension: 'computeSeconds', remaining: { computeSeconds: 7, toolCalls: 1 } };
        return issued.length === 1
          ? refuse({ code: 'BUDGET_EXCEEDED', message: 'no', retryable: false, occurredAt: '', details })
          : accept({ token: 't', permits: request, expiresAt: new Date(START_MS + 30_000).toISOString() });
      },
      check: async () => accept(undefined),
    },
  );
  const budget = { toolCallLimit: 2, computeSecondsLimit: 10 };
  gate.admit({
    runId: 'r',
    missionId: 'urn:mission:1',
    request: { ...REQUEST, budget },
    leaseLeftMs: () => 60_000,
    isOnline: () => true,
    onUsage: () => {},
  });
  const token = await gate.tokenOf('r');
  const left = { toolCallLimit: 1, computeSecondsLimit: 7 };
  expect(issued.map((request) => request.budget)).toEqual([budget, left]);
  expect(token).toMatchObject({ ok: true, value: { permits: { budget: left } } });
});

test.each([undefined, { remaining: 'all' }, {}])(
  'TOK-004: a refusal that does not say what is left (%j) is final',
  async (details) => {
    let asked = 0;
    const refusal = { code: 'BUDGET_EXCEEDED', message: 'no', retryable: false, occurredAt: '' } as const;
    const gate = new ToolGate(
      { read: () => ({ wallMs: START_MS, monotonicMs: 0 }), setTimer: () => () => {} },
      {
        issue: async () => {
          asked += 1;
          return refuse(details === undefined ? refusal : { ...refusal, details });
        },
        check: async () => accept(undefined),
      },
    );
    gate.admit({
      runId: 'r',
      missionId: 'urn:mission:1',
      request: REQUEST,
      leaseLeftMs: () => 60_000,
      isOnline: () => true,
      onUsage: () => {},
    });
    expect(await gate.tokenOf('r')).toMatchObject({ ok: false, fault: { reason: 'no-token' } });
    expect(asked).toBe(1);
  },
);
