import { describe, expect, test } from 'vitest';
import { ERROR_RULES, type ErrorCode } from '../../../protocol/error-codes.ts';
import { SECOND_WORKER, type SeededOrganization, SERVICE } from '../../../domain/seeded-world.test-data.ts';
import { block, bringTo, inSeconds, ITEM, offerTo } from '../../../domain/work-scenes.test-data.ts';
import { identityOf } from '../connection.ts';
import { COORDINATOR, deskOf, errorOf, GROUP, identityFor, OWNER, WORKER } from '../desk.test-data.ts';
import { composeCommand } from '../intent/compose.ts';
import { Affair, affair, CANCEL, option } from './affair.test-data.ts';
import { FIX_RULES } from './fix-rules.ts';
import type { FixCode } from './reissue.ts';

describe('the fix panel, code by code', () => {
  for (const code of Object.keys(FIX_RULES) as readonly FixCode[]) {
    test(`${code}: begins with what helps, and drops only what has no effect`, () => {
      const error =
        code === 'NO_ANSWER' ? undefined : errorOf(code, { retryable: ERROR_RULES[code].retryable });
      const panel = affair().fix(error);
      expect(panel.code).toBe(code);
      expect(panel.options.map(({ id }) => id)).toEqual(FIX_RULES[code].options);
      const ends = panel.options.at(-1)?.id;
      expect(ends === 'drop').toBe(code !== 'NO_ANSWER');
      // Something can always be done.
      expect(panel.options.some(({ isEnabled }) => isEnabled)).toBe(true);
    });
  }
});

describe('REVISION_CONFLICT', () => {
  const ERROR = errorOf('REVISION_CONFLICT', { expectedRevision: 1, currentRevision: 2 });

  test('shows mine, accepted then and accepted now, and a re-issue on what is there now', () => {
    const one = affair();
    offerTo(one.organization, [SECOND_WORKER]);
    const panel = one.fix(ERROR);
    expect(panel.facts).toEqual([
      { id: 'expected-revision', values: { revision: 1 } },
      { id: 'current-revision', values: { revision: 2 } },
    ]);
    expect(panel.diff).toContainEqual({
      fact: 'state',
      mine: 'cancelled',
      acceptedThen: 'open',
      acceptedNow: 'offered',
      isMoved: true,
    });
    expect(panel.rejectionNow).toBeUndefined();
    const reissue = option(panel, 'reissue');
    expect(reissue.isEnabled).toBe(true);
    expect(reissue.reissue?.identity).toMatchObject({ actionId: 'new', expectedRevision: 'current' });
  });

  test('F6: the revision of the Authority counts, not the one that is known here', () => {
    const error = errorOf('REVISION_CONFLICT', { expectedRevision: 1, currentRevision: 17 });
    expect(affair().fix(error).facts[1]).toEqual({ id: 'current-revision', values: { revision: 17 } });
    const silent = errorOf('REVISION_CONFLICT');
    expect(affair().fix(silent).facts[1]).toEqual({ id: 'current-revision', values: { revision: 1 } });
  });

  test('what would be refused now is not offered, and says why', () => {
    const one = affair();
    one.organization.mustAct('work.cancel', COORDINATOR, { workItemId: ITEM });
    const panel = one.fix(ERROR);
    expect(panel.rejectionNow).toMatchObject({ code: 'INVALID_STATE_TRANSITION', rule: 'WORK-T14' });
    expect(option(panel, 'reissue')).toMatchObject({ isEnabled: false, hindrances: ['would-be-refused'] });
    expect(option(panel, 'keep-as-draft').isEnabled).toBe(true);
  });
});

describe('facts', () => {
  test('states: what is accepted, and where it would be possible', () => {
    const one = affair();
    one.organization.mustAct('work.cancel', COORDINATOR, { workItemId: ITEM });
    const error = errorOf('INVALID_STATE_TRANSITION', {
      details: { workItemState: 'cancelled', allowedStates: ['open', 'offered'], rule: 'WORK-T14' },
    });
    expect(one.fix(error).facts).toEqual([
      { id: 'accepted-state', values: { state: 'cancelled' } },
      { id: 'allowed-states', values: { states: ['open', 'offered'] } },
      { id: 'rule', values: { rule: 'WORK-T14', message: 'INVALID_STATE_TRANSITION' } },
    ]);
  });

  test('epochs: mine beside the current one', () => {
    const one = affair();
    const identities = [identityFor(COORDINATOR, { sessionEpoch: 8 })];
    expect(one.fix(errorOf('AUTH_STALE_SESSION'), { identities }).facts[0]).toEqual({
      id: 'session-epochs',
      values: { mine: 1, current: 8 },
    });
  });

  test('ownership: whose it is, until when', () => {
    const one = affair();
    bringFurther(one.organization);
    const facts = one.fix(errorOf('WORK_ALREADY_OWNED')).facts;
    expect(facts).toEqual([
      { id: 'owner', values: { agentId: WORKER.id } },
      { id: 'ownership-epochs', values: { current: 1 } },
      { id: 'lease-ends', values: { endsAt: inSeconds(one.organization, 900) } },
    ]);
  });

  test('a budget names the dimension, the level of the ancestry, and what is free there', () => {
    const details = {
      dimension: 'toolCalls',
      account: { groupId: GROUP, id: 'urn:heddle:test:mission:1' },
      limit: 1_000,
      wanted: 1_050,
    };
    expect(affair().fix(errorOf('BUDGET_EXCEEDED', { details })).facts).toEqual([
      { id: 'dimension', values: { dimension: 'toolCalls' } },
      { id: 'level', values: { accountId: 'urn:heddle:test:mission:1' } },
      { id: 'limit', values: { limit: 1_000 } },
      { id: 'usage', values: { wanted: 1_050 } },
      { id: 'free', values: { free: 900 } },
    ]);
  });

  test('ERR-042: a refused signature is looked for here: age, key', () => {
    const one = affair();
    one.organization.passSeconds(300);
    const panel = one.fix(errorOf('AUTH_INVALID_SIGNATURE'), {
      identities: [identityFor(COORDINATOR, { key: 'locked' })],
    });
    expect(panel.facts).toEqual([
      { id: 'signing-age', values: { ageMs: 300_000 } },
      { id: 'key-condition', values: { condition: 'locked' } },
    ]);
    expect(option(panel, 'sign-again')).toMatchObject({ isEnabled: false, hindrances: ['not-fresh'] });
    expect(option(panel, 'reissue').isEnabled).toBe(true);
  });

  test('details of any shape harm nothing', () => {
    for (const details of [{ account: 7 }, { account: null, dimension: [] }, { dimension: { a: 1 } }, {}]) {
      expect(affair().fix(errorOf('BUDGET_EXCEEDED', { details })).facts).toEqual([]);
    }
  });
});

describe('options', () => {
  test('AUTH_FORBIDDEN: another identity here that may, is named', () => {
    const one = new Affair({ ...CANCEL, signer: WORKER });
    bringTo(one.organization, 'open');
    one.sign();
    const both = { identities: [identityFor(WORKER), identityFor(OWNER)] };
    expect(option(one.fix(errorOf('AUTH_FORBIDDEN'), both), 'switch-signer').isEnabled).toBe(true);
    const alone = { identities: [identityFor(WORKER)] };
    expect(option(one.fix(errorOf('AUTH_FORBIDDEN'), alone), 'switch-signer')).toMatchObject({
      isEnabled: false,
      hindrances: ['no-other-signer'],
    });
  });

  test('AUTH_STALE_COORDINATOR: who is still Coordinator goes on, who is not hands over', () => {
    const one = affair();
    const mine = one.fix(errorOf('AUTH_STALE_COORDINATOR'));
    expect([option(mine, 'reissue').isEnabled, option(mine, 'hand-over-drafts').isEnabled]).toEqual([
      true,
      false,
    ]);
    one.organization.mustAct('mission.assign_coordinator', OWNER, { coordinatorAgentId: SECOND_WORKER.id });
    const lost = one.fix(errorOf('AUTH_STALE_COORDINATOR'));
    expect([option(lost, 'reissue').isEnabled, option(lost, 'hand-over-drafts').isEnabled]).toEqual([
      false,
      true,
    ]);
    expect(lost.facts[0]).toEqual({ id: 'coordinator', values: { agentId: SECOND_WORKER.id } });
  });

  test('what its signer can no longer sign is sent again only as it is', () => {
    const gone = affair().fix(errorOf('AUTH_REQUIRED'), { identities: [] });
    expect(option(gone, 'reissue').hindrances).toEqual(['no-signer']);
    expect(option(gone, 'resend-identical').hindrances).not.toContain('no-signer');
  });

  test('BACKPRESSURE: waits for the time that was given, then sends the same', () => {
    const one = affair();
    const error = errorOf('BACKPRESSURE', { retryable: true, retryAfterMs: 5_000 });
    const early = one.fix(error);
    expect(option(early, 'wait-until')).toMatchObject({
      isEnabled: true,
      atMs: one.organization.nowMs + 5_000,
    });
    expect(option(early, 'resend-identical').hindrances).toEqual(['too-early']);
    one.organization.passSeconds(5);
    const then = one.fix(error);
    expect(option(then, 'wait-until').hindrances).toEqual(['time-has-come']);
    expect(option(then, 'resend-identical')).toMatchObject({
      isEnabled: true,
      reissue: { isAutomatic: true },
    });
  });

  test('RATE_LIMITED: a rate is waited for, a depth is asked for, and the grant names this Command (POL-010)', () => {
    const one = affair();
    const rate = one.fix(
      errorOf('RATE_LIMITED', {
        retryable: true,
        retryAfterMs: 60_000,
        details: { policyName: 'message_rate' },
      }),
    );
    expect(option(rate, 'request-override').hindrances).toEqual(['not-this-limit']);
    const DEPTH = errorOf('RATE_LIMITED', {
      details: { policyName: 'delegation_depth', limit: 3, wanted: 4 },
    });
    const asked = one.fix(DEPTH);
    expect(option(asked, 'request-override').isEnabled).toBe(true);
    expect(option(asked, 'send-with-override').hindrances).toEqual(['no-grant']);
    one.organization.mustAct('policy.grant_cooperation_override', OWNER, {
      grantId: 'urn:heddle:test:override:1',
      policyName: 'delegation_depth',
      beneficiary: COORDINATOR,
      targetCommandKind: 'work.authorize',
      targetActionId: one.ids.get('action'),
      reason: 'just this once',
      expiresAt: inSeconds(one.organization, 60),
    });
    const granted = one.fix(DEPTH);
    expect(granted.overrideGrantId).toBe('urn:heddle:test:override:1');
    expect(option(granted, 'send-with-override')).toMatchObject({
      isEnabled: true,
      reissue: { identity: { actionId: 'same', signature: 'new' } },
    });
    one.organization.passSeconds(60);
    expect(one.fix(DEPTH).overrideGrantId).toBeUndefined();
  });

  test('NO_ANSWER: the log is asked, the same bytes are safe, another Command waits for proof', () => {
    const one = affair();
    const open = one.fix(undefined);
    expect([option(open, 'ask-authority').isEnabled, option(open, 'resend-identical').isEnabled]).toEqual([
      true,
      true,
    ]);
    expect(option(open, 'reissue').hindrances).toContain('effect-possible');
    const { nowMs } = one.organization;
    one.organization.passSeconds(300);
    const absent = one.fix(undefined, {}, { isFound: false, readToHeadAtMs: nowMs + 240_001 });
    expect(option(absent, 'reissue').isEnabled).toBe(true);
    expect(absent.facts).toContainEqual({ id: 'absence', values: { absence: 'absent' } });
  });
});

describe('by the rules of our own Authority', () => {
  /** What happens meanwhile, how what was signed is refused then, and what the same wish would meet now. */
  const REFUSALS: readonly (readonly [
    ErrorCode,
    ErrorCode | undefined,
    (organization: SeededOrganization) => unknown,
  ])[] = [
    [
      'REVISION_CONFLICT',
      'INVALID_STATE_TRANSITION',
      (organization) => organization.mustAct('work.cancel', OWNER, { workItemId: ITEM }),
    ],
    ['REVISION_CONFLICT', undefined, (organization) => offerTo(organization)],
    [
      'MEMBERSHIP_STALE',
      undefined,
      (organization) =>
        organization.mustAct('membership.change', OWNER, {
          member: COORDINATOR,
          role: 'observer',
          state: 'active',
          scopes: ['message.read'],
        }),
    ],
    [
      'MEMBERSHIP_STALE',
      'MEMBERSHIP_REQUIRED',
      (organization) =>
        organization.mustAct('mission.assign_coordinator', OWNER, { coordinatorAgentId: SECOND_WORKER.id }),
    ],
    [
      'AUTH_STALE_SESSION',
      undefined,
      (organization) =>
        organization.mustAct('ext.missionweaveprotocol.identity.session_open', SERVICE, {
          agentId: COORDINATOR.id,
        }),
    ],
  ];
  for (const [code, now, happen] of REFUSALS) {
    test(`${code}: ${now === undefined ? 'issued anew it is accepted' : `issued anew it is ${now}`}`, () => {
      const one = affair();
      const identity = identityOf(deskOf(one.organization), COORDINATOR);
      if (identity === undefined) throw new Error('the Coordinator is here');
      const { command } = composeCommand(deskOf(one.organization), CANCEL, identity, one.ids);
      const signature = {
        algorithm: 'Ed25519' as const,
        keyId: 'urn:k',
        createdAt: command.issuedAt,
        value: 'A'.repeat(86),
      };
      happen(one.organization);
      const outcome = one.organization.submit({ ...command, signature });
      expect(outcome).toMatchObject({ ok: false, rejection: { code } });
      const sessionEpoch = one.organization.world.get('session', '', COORDINATOR.id)?.sessionEpoch;
      const panel = one.fix(errorOf(code), { identities: [{ ...identity, sessionEpoch }] });
      expect(panel.rejectionNow?.code).toBe(now);
      expect(option(panel, 'reissue').isEnabled).toBe(now === undefined);
    });
  }
});

function bringFurther(organization: SeededOrganization): void {
  offerTo(organization);
  organization.mustAct('work.accept_offer', WORKER, {
    workItemId: ITEM,
    offerId: 'urn:heddle:test:offer:worker',
  });
}

test('a blocked item keeps what it needs in sight', () => {
  const one = new Affair({ kind: 'work.unblock', groupId: GROUP, form: { workItemId: ITEM } });
  bringTo(one.organization, 'active');
  one.sign();
  block(one.organization);
  const panel = one.fix(errorOf('INVALID_STATE_TRANSITION'));
  expect(panel.rejectionNow).toBeUndefined();
  expect(panel.diff).toContainEqual({
    fact: 'required-resolution',
    mine: undefined,
    acceptedThen: undefined,
    acceptedNow: 'somebody unlocks the folder',
    isMoved: true,
  });
});
