// Capability tokens: each check of TOK-006 in turn, and that every later change of the state ends a token.
import { beforeEach, describe, expect, it } from 'vitest';
import { conditionsOf } from '../domain/execution-approvals.ts';
import { ITEM, leaseIdOf, seedWorkItem } from '../domain/seeded-work.test-data.ts';
import {
  contractOf,
  COORDINATOR,
  GROUP,
  MISSION,
  OWNER,
  SeededOrganization,
  START_MS,
  STRANGER,
  WORKER,
} from '../domain/seeded-world.test-data.ts';
import { nowAt } from '../domain/decision.ts';
import { memberKey, ORGANIZATION, type RecordKind, type Records, SINGLE } from '../domain/world.ts';
import { AGENT_KEY, bindingOf, faultOf, testKey, valueOf } from '../protocol/fixtures.test-data.ts';
import type { Actor, Approval, Budget, Usage, WorkContract } from '../protocol/generated/documents.ts';
import { type KeyEvidence, openRegistry } from '../protocol/registry.ts';
import { signDocument } from '../protocol/sign.ts';
import { type CapabilityRequest, CapabilityTokens, type TokenGround } from './capability-tokens.ts';

const FOLDER = 'urn:heddle:test:resource:input-folder';
const TOOL = 'urn:heddle:test:tool:hasher';
const SECRET = new Uint8Array(32).fill(7);
const LEASE = leaseIdOf(ITEM, 'execution');
const OWNER_KEY = testKey('mission-owner');
const APPROVED: Budget = { currency: 'EUR', financialLimit: 2, toolCallLimit: 5 };
const APPROVAL_ID = 'urn:heddle:test:approval:1';

const KEYS: KeyEvidence = openRegistry({
  organizationId: 'urn:heddle:test:organization:1',
  bindings: [
    [OWNER_KEY, OWNER] as const,
    // Agents have keys too: it is not the signature that makes an approver.
    [AGENT_KEY, WORKER] as const,
  ].map(([key, principal]) => bindingOf(key, principal)),
});

const REQUEST: CapabilityRequest = {
  workerAgentId: WORKER.id,
  sessionEpoch: 1,
  groupId: GROUP,
  workItemId: ITEM,
  ownershipEpoch: 1,
  executionLeaseId: LEASE,
  tools: [TOOL],
  resources: [{ resource: FOLDER, operations: ['read'] }],
  operations: ['files.read'],
  budget: { currency: 'EUR', financialLimit: 1, toolCallLimit: 5 },
};
const USE = { workerAgentId: WORKER.id, sessionEpoch: 1 };

let organization: SeededOrganization;
let tokens: CapabilityTokens;
let ground: TokenGround;

function contract(changes: Partial<WorkContract> = {}): WorkContract {
  return contractOf({
    allowedResources: [
      { resource: FOLDER, operations: ['read', 'list'], constraints: { maxDepth: 2 } },
      { resource: TOOL, operations: ['execute'] },
    ],
    ...changes,
  });
}

function open(changes: Partial<WorkContract> = {}): void {
  organization = new SeededOrganization();
  seedWorkItem(organization, { state: 'active', contract: contract(changes), executionSeconds: 600 });
  tokens = new CapabilityTokens({
    secret: SECRET,
    now: () => organization.nowMs,
    newId: (kind) => organization.newId(kind),
  });
  ground = { world: organization.world, keys: KEYS };
}

function put<Kind extends RecordKind>(
  kind: Kind,
  id: string,
  change: (record: Records[Kind]) => Records[Kind],
  groupId = GROUP,
): void {
  const record = organization.world.get(kind, groupId, id);
  if (record === undefined) throw new Error(`no ${kind} ${id}`);
  organization.world.apply([{ kind, groupId, id, value: change(record) } as never]);
}

function spend(usage: Partial<Usage>): void {
  for (const id of [ITEM, MISSION]) {
    put('account', id, (record) => ({ ...record, usage: { ...record.usage, ...usage } }));
  }
}

function approve(changes: Partial<Approval> = {}, signer = OWNER_KEY.signer): Approval {
  const conditions = conditionsOf({
    operations: ['files.read', 'production.deploy'],
    resources: [FOLDER, TOOL],
    ownershipEpoch: 1,
    expiresAt: nowAt(START_MS + 120_000).text,
    budget: APPROVED,
  });
  const unsigned = {
    approvalId: APPROVAL_ID,
    kind: 'work_execution' as const,
    decision: 'approved' as const,
    missionId: MISSION,
    groupId: GROUP,
    workItemId: ITEM,
    missionRevision: 1,
    artifactHashes: [],
    acceptancePolicyVersion: '1.0.0',
    approver: OWNER,
    comments: 'go',
    conditions: [...(conditions ?? [])],
    occurredAt: nowAt(START_MS).text,
    ...changes,
  };
  const signed = valueOf(signDocument('approval', unsigned, signer)).document;
  const { approvalId, decision, revokesApprovalId } = signed;
  const item = organization.world.get('workItem', GROUP, ITEM);
  if (item === undefined) throw new Error('there is no WorkItem to approve');
  // As the Event of the Approval is folded.
  const others = item.executionApprovalIds.filter((id) => id !== revokesApprovalId && id !== approvalId);
  const executionApprovalIds = decision === 'approved' ? [...others, approvalId] : others;
  organization.world.apply([
    { kind: 'approval', groupId: GROUP, id: approvalId, value: signed },
    { kind: 'workItem', groupId: GROUP, id: ITEM, value: { ...item, executionApprovalIds } },
  ]);
  return signed;
}

const WITH_APPROVAL = { ...REQUEST, approval: { approvalId: APPROVAL_ID, budget: APPROVED } };

function issue(request: CapabilityRequest = REQUEST): string {
  return valueOf(tokens.issue(request, ground)).token;
}

beforeEach(() => open());

describe('issue', () => {
  it('binds to Session, WorkItem, term and lease, and ends with the lease (TOK-002)', () => {
    const { claims } = valueOf(tokens.issue(REQUEST, ground));
    expect(claims).toMatchObject({
      workerAgentId: WORKER.id,
      sessionEpoch: 1,
      workItemId: ITEM,
      ownershipEpoch: 1,
      executionLeaseId: LEASE,
      expiresAt: nowAt(START_MS + 600_000).text,
      executionLeaseExpiresAt: nowAt(START_MS + 600_000).text,
      tools: [TOOL],
      operations: ['files.read'],
    });
  });

  it('keeps the constraints of the contract with each resource', () => {
    const { claims } = valueOf(tokens.issue(REQUEST, ground));
    expect(claims.resources).toEqual([
      { resource: FOLDER, operations: ['read'], constraints: { maxDepth: 2 } },
    ]);
  });

  it('ends after 15 minutes under a longer lease (TOK-005)', () => {
    put('lease', LEASE, (lease) => ({ ...lease, expiresAt: nowAt(START_MS + 3_600_000).text }));
    expect(valueOf(tokens.issue(REQUEST, ground)).claims.expiresAt).toBe(nowAt(START_MS + 900_000).text);
    expect(valueOf(tokens.issue({ ...REQUEST, ttlSeconds: 30 }, ground)).claims.expiresAt).toBe(
      nowAt(START_MS + 30_000).text,
    );
  });

  const refusals: readonly (readonly [string, Partial<CapabilityRequest>, string])[] = [
    ['another Session', { sessionEpoch: 2 }, 'AUTH_STALE_SESSION'],
    ['an Agent without a Session', { workerAgentId: 'urn:heddle:test:agent:none' }, 'AUTH_STALE_SESSION'],
    ['an Agent that is no member', { workerAgentId: STRANGER.id }, 'GROUP_NOT_FOUND'],
    ['another Group', { groupId: 'urn:heddle:test:group:2' }, 'GROUP_NOT_FOUND'],
    ['the Coordinator (TOK-003)', { workerAgentId: COORDINATOR.id }, 'AUTH_FORBIDDEN'],
    ['another WorkItem', { workItemId: 'urn:heddle:test:work:2' }, 'INVALID_COMMAND'],
    ['a former term', { ownershipEpoch: 0 }, 'WORK_STALE_OWNERSHIP'],
    ['a term that never was', { ownershipEpoch: 2 }, 'WORK_STALE_OWNERSHIP'],
    ['another lease', { executionLeaseId: leaseIdOf(ITEM, 'holding') }, 'WORK_LEASE_EXPIRED'],
    ['a tool that the contract does not allow', { tools: [FOLDER] }, 'AUTH_FORBIDDEN'],
    [
      'an operation on a resource that the contract does not allow',
      { resources: [{ resource: FOLDER, operations: ['read', 'write'] }] },
      'AUTH_FORBIDDEN',
    ],
    ['an operation that the Mission does not permit', { operations: ['mail.send'] }, 'AUTH_FORBIDDEN'],
    ['more than the contract has', { budget: { toolCallLimit: 101 } }, 'BUDGET_EXCEEDED'],
    ['what the contract has nothing of (BUD-004)', { budget: { computeSecondsLimit: 1 } }, 'BUDGET_EXCEEDED'],
    ['another currency', { budget: { currency: 'USD', financialLimit: 1 } }, 'INVALID_COMMAND'],
    ['seven decimals', { budget: { currency: 'EUR', financialLimit: 0.000_000_1 } }, 'INVALID_COMMAND'],
    ['no time', { ttlSeconds: 0 }, 'INVALID_COMMAND'],
    ['too much time', { ttlSeconds: 901 }, 'INVALID_COMMAND'],
    ['part of a second', { ttlSeconds: 1.5 }, 'INVALID_COMMAND'],
    ['an operation of high risk (APV-006)', { operations: ['production.deploy'] }, 'APPROVAL_REQUIRED'],
    [
      'an Approval that is not needed',
      { approval: { approvalId: APPROVAL_ID, budget: APPROVED } },
      'INVALID_COMMAND',
    ],
  ];
  it.each(refusals)('refuses %s', (_name, changes, code) => {
    approve();
    expect(faultOf(tokens.issue({ ...REQUEST, ...changes }, ground)).code).toBe(code);
  });

  it('refuses more than the ledger has left (TOK-004)', () => {
    spend({ toolCalls: 96 });
    expect(faultOf(tokens.issue(REQUEST, ground))).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      details: { dimension: 'toolCalls' },
    });
    expect(tokens.issue({ ...REQUEST, budget: { toolCallLimit: 4 } }, ground).ok).toBe(true);
  });

  it('refuses an item that is not active, and one whose leases have ended', () => {
    put('workItem', ITEM, (record) => ({ ...record, document: { ...record.document, state: 'blocked' } }));
    expect(faultOf(tokens.issue(REQUEST, ground)).code).toBe('INVALID_STATE_TRANSITION');
    open();
    organization.passSeconds(600);
    expect(faultOf(tokens.issue(REQUEST, ground)).code).toBe('WORK_LEASE_EXPIRED');
    open();
    put('lease', leaseIdOf(ITEM, 'holding'), (lease) => ({ ...lease, state: 'revoked' }));
    expect(faultOf(tokens.issue(REQUEST, ground)).code).toBe('WORK_LEASE_EXPIRED');
  });

  it('refuses a lease of another Session, holder, term or item than the state says (LSE-006)', () => {
    for (const changes of [
      { sessionEpoch: 2 },
      { holderAgentId: COORDINATOR.id },
      { ownershipEpoch: 2 },
      { workItemId: 'urn:heddle:test:work:2' },
      { leaseType: 'ownership' as const },
    ]) {
      open();
      put('lease', LEASE, (lease) => ({ ...lease, ...changes }));
      expect(faultOf(tokens.issue(REQUEST, ground)).code).toBe('WORK_LEASE_EXPIRED');
    }
  });

  it('needs 32 bytes of secret', () => {
    const options = { secret: new Uint8Array(31), now: () => 0, newId: () => '' };
    expect(() => new CapabilityTokens(options)).toThrow(RangeError);
  });
});

describe('under an Execution Approval', () => {
  beforeEach(() => open({ executionApproval: 'human_required' }));

  it('is issued until the Approval ends', () => {
    approve();
    const { claims } = valueOf(tokens.issue(WITH_APPROVAL, ground));
    expect(claims.expiresAt).toBe(nowAt(START_MS + 120_000).text);
    expect(claims.approval).toEqual({ approvalId: APPROVAL_ID, budget: APPROVED });
  });

  it('is refused without one', () => {
    expect(faultOf(tokens.issue(REQUEST, ground)).code).toBe('APPROVAL_REQUIRED');
    expect(faultOf(tokens.issue(WITH_APPROVAL, ground)).code).toBe('APPROVAL_REQUIRED');
  });

  const agent: Actor = WORKER;
  const wrong: readonly (readonly [string, () => void])[] = [
    ['of another item', () => approve({ workItemId: 'urn:heddle:test:work:2' })],
    [
      'of another kind',
      () => approve({ kind: 'mission_final', artifactHashes: [`sha256:${'a'.repeat(64)}`] }),
    ],
    ['that denies', () => approve({ decision: 'denied' })],
    ['of an Agent', () => approve({ approver: agent }, AGENT_KEY.signer)],
    ['signed by somebody else', () => approve({}, testKey('somebody').signer)],
    [
      'of another term',
      () => approve({ conditions: ['ownershipEpoch:2', 'expiresAt:2027-01-01T00:00:00Z'] }),
    ],
    ['without an end', () => approve({ conditions: ['ownershipEpoch:1', 'operation:files.read'] })],
    [
      'that covers less',
      () =>
        approve({ conditions: approve().conditions.filter((each) => !each.startsWith('operation:files')) }),
    ],
    [
      'for no such tool',
      () => approve({ conditions: approve().conditions.filter((each) => each !== `resource:${TOOL}`) }),
    ],
    [
      'that was revoked',
      () => {
        approve();
        approve({
          approvalId: 'urn:heddle:test:approval:2',
          decision: 'revoked',
          revokesApprovalId: APPROVAL_ID,
        });
      },
    ],
    [
      'that has ended',
      () => {
        approve();
        organization.passSeconds(120);
      },
    ],
  ];
  it.each(wrong)('is refused under one %s', (_name, prepare) => {
    prepare();
    expect(faultOf(tokens.issue(WITH_APPROVAL, ground)).code).toBe('APPROVAL_REQUIRED');
  });

  it('is refused for more than was approved, or for another budget than was signed', () => {
    approve();
    const more = { ...WITH_APPROVAL, budget: { ...REQUEST.budget, toolCallLimit: 6 } };
    expect(faultOf(tokens.issue(more, ground)).code).toBe('APPROVAL_REQUIRED');
    const other = { ...APPROVED, toolCallLimit: 50 };
    const forged = { ...more, approval: { approvalId: APPROVAL_ID, budget: other } };
    expect(faultOf(tokens.issue(forged, ground)).code).toBe('APPROVAL_REQUIRED');
  });

  it('dies with the Approval', () => {
    approve();
    const token = issue(WITH_APPROVAL);
    expect(tokens.verify(token, USE, ground).ok).toBe(true);
    approve({
      approvalId: 'urn:heddle:test:approval:2',
      decision: 'revoked',
      revokesApprovalId: APPROVAL_ID,
    });
    expect(faultOf(tokens.verify(token, USE, ground)).code).toBe('APPROVAL_REQUIRED');
  });
});

describe('verify', () => {
  it('permits what the token names', () => {
    const use = {
      ...USE,
      tool: TOOL,
      operation: 'files.read',
      resource: { resource: FOLDER, operation: 'read' },
      usage: { toolCalls: 5 },
    };
    expect(tokens.verify(issue(), use, ground).ok).toBe(true);
  });

  it.each([
    [{ tool: FOLDER }, 'AUTH_FORBIDDEN'],
    [{ operation: 'production.deploy' }, 'AUTH_FORBIDDEN'],
    [{ resource: { resource: FOLDER, operation: 'list' } }, 'AUTH_FORBIDDEN'],
    [{ usage: { toolCalls: 6 } }, 'BUDGET_EXCEEDED'],
    [{ usage: { modelTokens: 1 } }, 'BUDGET_EXCEEDED'],
    [{ workerAgentId: STRANGER.id }, 'AUTH_FORBIDDEN'],
    [{ sessionEpoch: 2 }, 'AUTH_STALE_SESSION'],
  ])('refuses %j', (changes, code) => {
    expect(faultOf(tokens.verify(issue(), { ...USE, ...changes }, ground)).code).toBe(code);
  });

  it('counts what was used since the token was issued, and nothing from before', () => {
    spend({ toolCalls: 50 });
    const token = issue();
    spend({ toolCalls: 54 });
    expect(tokens.verify(token, { ...USE, usage: { toolCalls: 1 } }, ground).ok).toBe(true);
    expect(faultOf(tokens.verify(token, { ...USE, usage: { toolCalls: 2 } }, ground)).code).toBe(
      'BUDGET_EXCEEDED',
    );
  });

  it('refuses what the ledger no longer has, whatever the token says', () => {
    const token = issue();
    put('account', MISSION, (record) => ({ ...record, usage: { ...record.usage, toolCalls: 1_000 } }));
    expect(faultOf(tokens.verify(token, { ...USE, usage: { toolCalls: 1 } }, ground)).code).toBe(
      'BUDGET_EXCEEDED',
    );
  });

  const ends: readonly (readonly [string, string, () => void])[] = [
    ['its time', 'AUTH_REQUIRED', () => organization.passSeconds(600)],
    [
      'a new Session',
      'AUTH_STALE_SESSION',
      () => put('session', WORKER.id, (session) => ({ ...session, sessionEpoch: 2 }), ORGANIZATION),
    ],
    [
      'another owner',
      'WORK_STALE_OWNERSHIP',
      () => put('workItem', ITEM, (record) => ({ ...record, ownershipEpoch: 2 })),
    ],
    [
      'the revocation of its lease (TOK-007, TOK-008)',
      'WORK_LEASE_EXPIRED',
      () => put('lease', LEASE, (lease) => ({ ...lease, state: 'revoked' })),
    ],
    [
      'another lease of the same item (LSE-002)',
      'WORK_LEASE_EXPIRED',
      () => put('workItem', ITEM, (record) => ({ ...record, executionLeaseId: 'urn:heddle:test:lease:new' })),
    ],
    [
      'the end of its Membership',
      'GROUP_NOT_FOUND',
      () => put('member', memberKey(WORKER), (record) => ({ ...record, membershipIds: [] })),
    ],
  ];
  it.each(ends)('ends with %s', (_name, code, change) => {
    const token = issue();
    change();
    expect(faultOf(tokens.verify(token, USE, ground)).code).toBe(code);
  });

  it('survives the renewal of its lease, but not beyond its own time (TOK-007)', () => {
    const token = issue();
    put('lease', LEASE, (lease) => ({ ...lease, expiresAt: nowAt(START_MS + 3_600_000).text }));
    expect(tokens.verify(token, USE, ground).ok).toBe(true);
    organization.passSeconds(600);
    expect(faultOf(tokens.verify(token, USE, ground)).code).toBe('AUTH_REQUIRED');
  });

  it('refuses what was not sealed here', () => {
    const token = issue();
    const other = new CapabilityTokens({
      secret: new Uint8Array(32).fill(8),
      now: () => organization.nowMs,
      newId: () => 'urn:x:y',
    });
    const [claims = '', mac = ''] = token.split('.');
    const forged = [
      valueOf(other.issue(REQUEST, ground)).token,
      `${claims}.${mac.slice(0, -2)}AA`,
      `${claims}x.${mac}`,
      `${claims}.${mac}.${mac}`,
      claims,
      '',
      'x'.repeat(10_000),
    ];
    for (const each of forged) expect(faultOf(tokens.verify(each, USE, ground)).code).toBe('AUTH_REQUIRED');
  });
});

describe('narrow', () => {
  const less = { ...USE, tools: [], resources: [], operations: [], budget: { toolCallLimit: 2 } };

  it('gives a token for less, which ends no later (LSE-005)', () => {
    const wide = issue();
    organization.passSeconds(60);
    const narrow = valueOf(tokens.narrow(wide, less, ground));
    expect(narrow.claims.expiresAt).toBe(nowAt(START_MS + 600_000).text);
    expect(tokens.verify(narrow.token, { ...USE, usage: { toolCalls: 2 } }, ground).ok).toBe(true);
    expect(faultOf(tokens.verify(narrow.token, { ...USE, tool: TOOL }, ground)).code).toBe('AUTH_FORBIDDEN');
    expect(tokens.verify(wide, { ...USE, tool: TOOL }, ground).ok).toBe(true);
  });

  it.each([
    [{ tools: [FOLDER] }, 'AUTH_FORBIDDEN'],
    [{ operations: ['production.deploy'] }, 'AUTH_FORBIDDEN'],
    [{ resources: [{ resource: FOLDER, operations: ['list'] }] }, 'AUTH_FORBIDDEN'],
    [{ budget: { toolCallLimit: 6 } }, 'BUDGET_EXCEEDED'],
    [{ budget: { modelTokenLimit: 1 } }, 'BUDGET_EXCEEDED'],
  ])('never gives more: %j', (changes, code) => {
    expect(faultOf(tokens.narrow(issue(), { ...less, ...changes }, ground)).code).toBe(code);
  });

  it('gives no budget a second time', () => {
    const wide = issue();
    spend({ toolCalls: 4 });
    expect(faultOf(tokens.narrow(wide, less, ground)).code).toBe('BUDGET_EXCEEDED');
    expect(tokens.narrow(wide, { ...less, budget: { toolCallLimit: 1 } }, ground).ok).toBe(true);
  });

  it('drops an Approval that the rest does not need', () => {
    approve();
    const wide = issue({ ...WITH_APPROVAL, operations: ['files.read', 'production.deploy'] });
    expect(valueOf(tokens.narrow(wide, less, ground)).claims.approval).toBeUndefined();
    const risky = { ...less, operations: ['production.deploy'] };
    expect(valueOf(tokens.narrow(wide, risky, ground)).claims.approval).toBeDefined();
  });
});

it('reads the permissions of the Mission as they are now', () => {
  put('mission', SINGLE, (mission) => ({ ...mission, permissions: [] }));
  expect(faultOf(tokens.issue(REQUEST, ground)).code).toBe('AUTH_FORBIDDEN');
});
