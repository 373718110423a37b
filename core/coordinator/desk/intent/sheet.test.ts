import { describe, expect, test } from 'vitest';
import { ROLE_SCOPES } from './role-scopes.ts';
import { nowAt } from '../../../domain/decision.ts';
import {
  contractOf,
  SECOND_WORKER,
  SeededOrganization,
  STRANGER,
} from '../../../domain/seeded-world.test-data.ts';
import { bringTo, CONTENT, ITEM, start } from '../../../domain/work-scenes.test-data.ts';
import type { DeskConnection } from '../connection.ts';
import { COORDINATOR, deskOf, GROUP, identityFor, OWNER, WORKER } from '../desk.test-data.ts';
import type { Check } from './check.ts';
import type { Intent } from './forms.ts';
import { IdBook } from './id-book.ts';
import { openSheet, recheckSheet } from './sheet.ts';
import { expectVerdict, tryCommand } from './trial.ts';

const OFFER: Intent = {
  kind: 'work.offer',
  groupId: GROUP,
  form: { workItemId: ITEM, candidates: [{ agentId: WORKER.id }], offerSeconds: 1_200 },
};
const CANCEL: Intent = { kind: 'work.cancel', groupId: GROUP, form: { workItemId: ITEM } };

function sheetOf(organization: SeededOrganization, intent: Intent, changes: Partial<DeskConnection> = {}) {
  const ids = new IdBook((kind) => organization.newId(kind));
  return { ids, sheet: openSheet(deskOf(organization, changes), intent, ids) };
}

function checkOf(checks: readonly Check[], id: Check['id']): Check | undefined {
  return checks.find((check) => check.id === id);
}

describe('the command sheet', () => {
  test('shows signer, change, effects and verdict of an offer', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    const { sheet } = sheetOf(organization, OFFER);
    expect(sheet.signer?.identity.actor).toEqual(COORDINATOR);
    expect(sheet.signer?.role).toBe('coordinator');
    expect(sheet.rejection).toBeUndefined();
    expect(sheet.button).toBe('sign-and-send');
    const [change] = sheet.changes;
    expect(change?.changes).toContainEqual({ fact: 'state', before: 'open', after: 'offered' });
    expect(change?.changes).toContainEqual({ fact: 'offered-to', before: undefined, after: [WORKER.id] });
    expect(sheet.effects).toContainEqual({
      id: 'offer-ends',
      values: { at: nowAt(organization.nowMs + 1_200_000).text, candidates: 1 },
    });
    expect(sheet.effects).toContainEqual({ id: 'nothing-reserved', values: {} });
    expect(sheet.expectedRevision).toBe(1);
    expect(sheet.title).toBe('list every file with its hash');
  });

  test('nothing is changed by looking', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    const before = JSON.stringify([...organization.world.entries()]);
    sheetOf(organization, OFFER);
    expect(JSON.stringify([...organization.world.entries()])).toBe(before);
    expect(organization.world.get('workItem', GROUP, ITEM)?.document.state).toBe('open');
  });

  test('CMD-002: a human’s Command carries no Session, an Agent’s carries all its epochs', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    const { sheet } = sheetOf(organization, CANCEL);
    const [agent, human] = [COORDINATOR, OWNER].map((actor) =>
      sheet.signers.find(({ identity }) => identity.actor === actor),
    );
    expect(agent?.composed.epochs).toEqual({ sessionEpoch: 1, membershipEpoch: 1, coordinatorEpoch: 1 });
    expect(human?.composed.epochs).toEqual({
      sessionEpoch: undefined,
      membershipEpoch: 1,
      coordinatorEpoch: undefined,
    });
  });

  test('a signer that may not is shown with the reason, and who may is named', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    const { sheet } = sheetOf(
      organization,
      { ...CANCEL, signer: WORKER },
      {
        identities: [identityFor(OWNER), identityFor(COORDINATOR), identityFor(WORKER)],
      },
    );
    expect(sheet.signer?.identity.actor).toEqual(WORKER);
    expect(sheet.rejection).toMatchObject({ code: 'AUTH_FORBIDDEN', rule: 'WORK-T14' });
    expect(sheet.obstacles.map(({ id }) => id)).toEqual(['refused', 'switch-signer']);
    expect(sheet.button).toBe('disabled');
    expect(sheet.signers.map(({ rejection }) => rejection === undefined)).toEqual([false, true, true]);
  });

  test('without an identity nothing can be signed', () => {
    const { sheet } = sheetOf(new SeededOrganization(), CANCEL, { identities: [] });
    expect([sheet.button, sheet.obstacles[0]?.id, sheet.signer]).toEqual([
      'disabled',
      'no-identity',
      undefined,
    ]);
  });

  const MISSION: Intent = { kind: 'mission.cancel', groupId: GROUP, form: { reason: 'enough' } };
  const BUTTONS = [
    ['offline', { path: 'closed' }, 'sign-when-connected', 'not-connected'],
    ['with a locked key', { key: 'locked' }, 'sign-when-unlocked', 'key-locked'],
    ['without a key', { key: 'missing' }, 'disabled', 'key-missing'],
    ['with another key store', { key: 'backend-changed' }, 'disabled', 'key-backend-changed'],
    ['where no human gets in', { path: 'none' }, 'disabled', 'no-path'],
  ] as const;
  for (const [name, changes, button, obstacle] of BUTTONS) {
    test(`${name}: ${button}`, () => {
      const { sheet } = sheetOf(new SeededOrganization(), MISSION, {
        identities: [identityFor(OWNER, changes)],
      });
      expect([sheet.button, sheet.obstacles.map(({ id }) => id)]).toEqual([button, [obstacle]]);
      expect(sheet.rejection).toBeUndefined();
    });
  }

  test('offline an Agent’s verdict is that of its next Session', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    const identities = [{ ...identityFor(COORDINATOR, { path: 'closed' }), sessionEpoch: undefined }];
    const { sheet } = sheetOf(organization, OFFER, { identities });
    expect(sheet.rejection).toBeUndefined();
    expect(sheet.button).toBe('sign-when-connected');
    expect(sheet.signer?.composed.command.sessionEpoch).toBeUndefined();
  });

  test('cards that the state does not hold are taken from whoever has them', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    const card = organization.world.get('agent', '', WORKER.id)?.card;
    organization.world.apply([{ kind: 'agent', groupId: '', id: WORKER.id, value: undefined }]);
    expect(sheetOf(organization, OFFER).sheet.rejection).toMatchObject({ rule: 'WORK-024' });
    if (card === undefined) throw new Error('the seed has cards');
    expect(
      sheetOf(organization, OFFER, { cards: new Map([[WORKER.id, card]]) }).sheet.rejection,
    ).toBeUndefined();
  });

  test('a cancelled Mission tells how much ends with it', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'active');
    const { sheet } = sheetOf(organization, MISSION);
    expect(sheet.effects).toContainEqual({ id: 'items-end', values: { count: 1, state: 'cancelled' } });
    expect(sheet.effects).toContainEqual({
      id: 'lease-closed',
      values: { type: 'execution', agentId: WORKER.id },
    });
  });

  test('membership.change takes the usual scopes of the role (MEM-010)', () => {
    const organization = new SeededOrganization();
    const { sheet } = sheetOf(organization, {
      kind: 'membership.change',
      groupId: GROUP,
      form: { member: STRANGER, role: 'reviewer', state: 'active' },
    });
    expect(sheet.signer?.composed.draft.payload).toMatchObject({ scopes: ROLE_SCOPES.reviewer });
    expect(sheet.effects).toContainEqual({
      id: 'membership-changes',
      values: { member: STRANGER.id, role: 'reviewer', state: 'active' },
    });
  });
});

describe('checks', () => {
  const contract = (changes: Parameters<typeof contractOf>[0]): Intent => ({
    kind: 'work.authorize',
    groupId: GROUP,
    form: { contract: contractOf({ goal: 'something else', ...changes }) },
  });

  test('a good contract passes every one', () => {
    const { sheet } = sheetOf(new SeededOrganization(), contract({}));
    expect(sheet.checks.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(checkOf(sheet.checks, 'able-agents')?.values).toEqual({ count: 2 });
  });

  test('everything that is wrong is shown, not only what is refused first (WORK-006)', () => {
    const { sheet } = sheetOf(
      new SeededOrganization(),
      contract({
        deadline: '2027-01-01T00:00:00Z',
        budget: { currency: 'USD', financialLimit: 1_000, toolCallLimit: 5_000, computeSecondsLimit: 10 },
        sideEffectRisk: 'destructive',
        dependencyWorkItemIds: ['urn:heddle:test:work:nowhere'],
        allowedResources: [{ resource: 'urn:heddle:test:resource:x', operations: ['delete'] }],
      }),
    );
    const failed = sheet.checks
      .filter(({ status }) => status === 'failed')
      .map(({ id, values }) => [id, values['dimension'] ?? '']);
    expect(failed).toEqual([
      ['content', ''],
      ['contract-gate', ''],
      ['contract-deadline', ''],
      ['contract-permissions', ''],
      ['contract-dependencies', ''],
      ['contract-currency', ''],
      ['budget-fits', 'financialMicrounits'],
      ['budget-fits', 'toolCalls'],
    ]);
    expect(checkOf(sheet.checks, 'budget-fits')?.values).toMatchObject({ free: 100_000_000 });
  });

  test('a refusal leaves open what nobody has looked at', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'cancelled');
    const { sheet } = sheetOf(organization, CANCEL);
    expect(checkOf(sheet.checks, 'state')).toMatchObject({ status: 'failed', values: { rule: 'WORK-T14' } });
    expect(checkOf(sheet.checks, 'signer')?.status).toBe('open');
  });

  test('candidates: capabilities are hard, presence is a warning', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open', { requiredCapabilities: [{ id: 'files.inventory', version: '1.9.0' }] });
    const { sheet } = sheetOf(organization, OFFER);
    expect(checkOf(sheet.checks, 'candidate-capabilities')).toMatchObject({
      status: 'failed',
      values: { agentId: WORKER.id, missing: 'files.inventory 1.9.0' },
    });
    expect(checkOf(sheet.checks, 'candidate-presence')).toMatchObject({ status: 'warning' });
    const seen = {
      agentId: WORKER.id,
      sessionEpoch: 1,
      status: 'online' as const,
      capacity: { maxSlots: 1, activeSlots: 0, availableSlots: 1, queuedItems: 0 },
      capabilityAvailability: [],
      lastHeartbeat: nowAt(organization.nowMs).text,
      expiresAt: nowAt(organization.nowMs + 1_000).text,
    };
    const fresh = sheetOf(organization, OFFER, { presence: new Map([[WORKER.id, seen]]) }).sheet;
    expect(checkOf(fresh.checks, 'candidate-presence')?.status).toBe('passed');
  });

  test('what an owner approves is pinned, and content that differs blocks it (MIS-011, ART-003)', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'verified');
    organization.mustAct('mission.submit_for_approval', COORDINATOR, { artifactHashes: [CONTENT] });
    const approve: Intent = { kind: 'mission.approve', groupId: GROUP, form: { comments: 'seen' } };
    const known = sheetOf(organization, approve, { contents: new Map([[CONTENT, 'intact']]) }).sheet;
    expect(checkOf(known.checks, 'artifacts-pinned')?.values).toEqual({ revision: 3, artifacts: 1 });
    expect([known.button, known.rejection]).toEqual(['sign-and-send', undefined]);
    const broken = sheetOf(organization, approve, { contents: new Map([[CONTENT, 'differs']]) }).sheet;
    expect([broken.button, broken.obstacles.at(-1)?.id]).toEqual(['disabled', 'content-differs']);
    const unseen = sheetOf(organization, approve).sheet;
    expect([unseen.button, unseen.obstacles.map(({ id }) => id)]).toEqual(['disabled', ['content-unseen']]);
    const said = { ...approve, form: { comments: 'seen', unseenArtifactHashes: [CONTENT] } };
    const taken = sheetOf(organization, said).sheet;
    expect([taken.button, checkOf(taken.checks, 'artifact-content')?.status]).toEqual([
      'sign-and-send',
      'warning',
    ]);
    expect(taken.signer?.composed.draft.payload).toMatchObject({
      approval: { comments: `seen\nhash known, content not available: ${CONTENT}` },
    });
    const lie = sheetOf(organization, said, { contents: new Map([[CONTENT, 'differs']]) }).sheet;
    expect(lie.button).toBe('disabled');
  });
});

test('a result is not accepted while its content is another than its hash says (WORK-062)', () => {
  const organization = new SeededOrganization();
  bringTo(organization, 'submitted');
  const accept: Intent = {
    kind: 'work.accept_result',
    groupId: GROUP,
    form: {
      workItemId: ITEM,
      evidence: [
        { type: 'reviewer_assessment', criterionIds: ['complete'], method: 'read', result: 'passed' },
      ],
    },
  };
  expect(sheetOf(organization, accept).sheet.button).toBe('sign-and-send');
  const broken = sheetOf(organization, accept, { contents: new Map([[CONTENT, 'differs']]) }).sheet;
  expect([broken.button, broken.rejection, broken.obstacles.at(-1)?.id]).toEqual([
    'disabled',
    undefined,
    'content-differs',
  ]);
});

describe('at the moment of signing', () => {
  test('an unchanged object is signed as it was shown', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    const { ids, sheet } = sheetOf(organization, OFFER);
    organization.passSeconds(3);
    const again = recheckSheet(deskOf(organization), sheet, ids);
    expect([again.mustAskAgain, again.changes]).toEqual([false, []]);
    expect(again.composed?.command.issuedAt).toBe(nowAt(organization.nowMs).text);
    expect(again.composed?.command.actionId).toBe(sheet.signer?.composed.command.actionId);
  });

  test('what changed meanwhile is shown, and nothing is signed before a person has seen it', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    const { ids, sheet } = sheetOf(organization, OFFER);
    organization.mustAct('work.offer', COORDINATOR, {
      workItemId: ITEM,
      offers: [{ offerId: 'urn:heddle:test:offer:other', agentId: SECOND_WORKER.id }],
      selectionBasis: { ...sheetBasis },
    });
    const again = recheckSheet(deskOf(organization), sheet, ids);
    expect(again.mustAskAgain).toBe(true);
    expect(again.composed).toBeUndefined();
    expect(again.changes).toContainEqual({ fact: 'state', before: 'open', after: 'offered' });
    expect(again.sheet.expectedRevision).toBe(2);
  });

  test('a verdict that time alone has turned asks again', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'queued', { executionApproval: 'human_required' });
    const grant: Intent = {
      kind: 'approval.grant_execution',
      groupId: GROUP,
      form: {
        workItemId: ITEM,
        operations: ['read'],
        resources: [],
        budget: { toolCallLimit: 1 },
        expiresAt: nowAt(organization.nowMs + 600_000).text,
      },
    };
    const { ids, sheet } = sheetOf(organization, grant);
    expect(sheet.rejection).toBeUndefined();
    organization.passSeconds(900);
    const again = recheckSheet(deskOf(organization), sheet, ids);
    expect(again).toMatchObject({ isVerdictOther: true, mustAskAgain: true, composed: undefined });
    expect(again.sheet.rejection).toMatchObject({ code: 'WORK_LEASE_EXPIRED' });
  });

  test('the verdict is kept with the state and the time that it holds for', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'queued');
    const { sheet } = sheetOf(organization, CANCEL);
    expect(sheet.expected).toEqual({
      rejection: undefined,
      atMs: organization.nowMs,
      headSequence: organization.world.get('head', GROUP, '')?.sequence,
      // The ownership lease of the acceptance ends first.
      holdsUntilMs: organization.nowMs + 900_000,
    });
    start(organization);
    const connection = deskOf(organization);
    const composed = sheet.signer?.composed;
    if (composed === undefined) throw new Error('the sheet has a signer');
    const stale = expectVerdict(connection, composed, tryCommand(connection, composed));
    expect(stale.rejection).toMatchObject({ code: 'REVISION_CONFLICT', rule: 'REV-001' });
  });
});

const sheetBasis = {
  requiredCapabilities: [{ id: 'files.inventory', version: '1.2.0' }],
  verifiedMatches: [{ id: 'files.inventory', version: '1.2.0' }],
  authorizationEligible: true,
  availabilityEstimate: '2026-05-04T09:05:00Z',
  expectedCost: 2,
  reliabilityEvidence: [],
  policyRulesApplied: ['capability-match'],
};
