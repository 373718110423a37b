import { describe, expect, it } from 'vitest';
import { createContext, item } from '../../dev/sample-world.ts';
import { sampleBasis, sampleGrants } from '../../dev/sample-people.ts';
import { sampleOverrides } from '../../dev/sample-policy.ts';
import { askOverrideIntent, overrideDraft, overrideFaults, withPolicy } from '../policy/override-form.ts';
import { grantDraft, grantFaults, grantIntent, needsOverride, renewedDraft } from './grant-form.ts';
import { membershipDraft, membershipFaults, membershipIntent } from './membership-form.ts';

const NOW_MS = Date.parse('2026-05-04T09:00:00Z');
const HOUR_MS = 3_600_000;
const context = createContext(NOW_MS, 'en');
const GROUP = 'urn:acme:group:01J8ZK4T9X-auth0001';
const [basis] = sampleBasis(context, GROUP);
if (basis === undefined) throw new Error('the sample has a basis');
const later = (ms: number): string => new Date(NOW_MS + ms).toISOString();

describe('the form of a Delegation Grant', () => {
  const draft = grantDraft(basis, item('threats'), NOW_MS);
  const ids = (more: Partial<typeof draft>): string[] =>
    grantFaults({ ...draft, ...more }, basis, NOW_MS).map(({ id }) => id);

  it('DLG-003: begins with a delegate, the capabilities of its WorkItem, and nothing to spend', () => {
    expect(grantFaults(draft, basis, NOW_MS)).toEqual([]);
    expect(grantIntent(draft, basis)).toMatchObject({
      kind: 'membership.grant_delegation',
      form: {
        granteeAgentId: 'urn:acme:agent:sec-1',
        budget: {
          currency: 'EUR',
          financialLimit: 0,
          modelTokenLimit: 0,
          toolCallLimit: 0,
          computeSecondsLimit: 0,
          wallClockSecondsLimit: 0,
          externalSideEffectLimit: 0,
        },
      },
    });
  });

  it('DLG-011: says what the rules would refuse', () => {
    expect(ids({ granteeId: 'urn:acme:agent:coder-1' })).toEqual(['grantee']);
    expect(ids({ targetId: item('sessions') })).toEqual(['target']);
    expect(ids({ targetId: '', granteeId: '' })).toEqual(['no-grantee', 'no-target']);
    expect(ids({ capabilities: [] })).toEqual(['no-capability']);
    expect(ids({ capabilities: [{ id: 'code.service', version: '1.2' }] })).toEqual(['bad-version']);
    expect(ids({ endsAt: later(-1) })).toEqual(['end-past']);
    expect(ids({ endsAt: later(100 * 24 * HOUR_MS) })).toEqual(['end-late']);
    expect(ids({ depth: 'two' })).toEqual(['bad-depth']);
  });

  it('DLG-003, DLG-011: wants all six ceilings, each within what the Mission was given', () => {
    const faultsOf = (budget: Partial<typeof draft.budget>, currency = 'EUR') =>
      grantFaults({ ...draft, currency, budget: { ...draft.budget, ...budget } }, basis, NOW_MS);
    expect(faultsOf({ toolCalls: '' })).toEqual([{ id: 'amount', dimension: 'toolCalls', fault: 'missing' }]);
    // Others have used some of it, which narrows no Grant.
    expect(faultsOf({ toolCalls: '1000' })).toEqual([]);
    expect(faultsOf({ toolCalls: '1001' })).toMatchObject([{ fault: 'over-limit' }]);
    expect(faultsOf({ money: '1' }, 'USD')).toMatchObject([{ dimension: 'money', fault: 'no-currency' }]);
    expect(faultsOf({ money: '0' }, 'USD')).toEqual([]);
  });

  it('DLG-007: a depth beyond the Organization’s needs an override, and is no fault', () => {
    expect(needsOverride({ ...draft, depth: '3' }, basis)).toBe(false);
    expect(needsOverride({ ...draft, depth: '4' }, basis)).toBe(true);
    expect(ids({ depth: '4' })).toEqual([]);
  });

  it('renews with what is left of the former one', () => {
    const [former] = sampleGrants(context);
    if (former === undefined) throw new Error('the sample has a Grant');
    const renewed = renewedDraft(basis, former, NOW_MS);
    expect(renewed).toMatchObject({ granteeId: former.grantee.id, depth: '2', budget: { money: '17.5' } });
    expect(grantFaults(renewed, basis, NOW_MS)).toEqual([]);
  });
});

describe('the form of a Membership', () => {
  const draft = membershipDraft('urn:acme:agent:coder-1', NOW_MS);
  const ids = (more: Partial<typeof draft>): string[] =>
    membershipFaults({ ...draft, ...more }, basis, NOW_MS).map(({ id }) => id);

  it('MEM-009: knows whose the leading roles are, and members by their id', () => {
    expect(ids({})).toEqual([]);
    expect(ids({ role: 'coordinator' })).toEqual(['role']);
    expect(ids({ personId: '' })).toEqual(['no-person']);
    expect(ids({ personId: '', humanId: 'urn:acme:human:bo' })).toEqual([]);
  });

  it('MEM-004: a provisional one has its end and what its member starts from', () => {
    expect(ids({ state: 'provisional' })).toEqual(['no-summary']);
    expect(ids({ state: 'provisional', summary: 'Look', endsAt: later(0) })).toEqual(['end-past']);
    const whole = { ...draft, state: 'provisional' as const, summary: ' Look ', endsAt: later(HOUR_MS) };
    expect(membershipIntent(whole, basis)).toMatchObject({
      form: { provisionalExpiresAt: later(HOUR_MS), contextPackage: { summary: 'Look' } },
    });
  });

  it('MEM-005: sight begins now, or at an Event that there is', () => {
    expect(membershipIntent(draft, basis)).not.toHaveProperty('form.visibilityStartSequence');
    expect(ids({ sight: 'from', fromSequence: '1484' })).toEqual(['bad-sequence']);
    expect(membershipIntent({ ...draft, sight: 'from', fromSequence: '1483' }, basis)).toMatchObject({
      form: { visibilityStartSequence: 1_483 },
    });
  });
});

describe('the form of an override', () => {
  const needed = sampleOverrides(context).find(({ stage }) => stage === 'needed');

  it('POL-010: names one Command, a reason and an end within the Mission', () => {
    const draft = overrideDraft(basis, needed, NOW_MS);
    expect(overrideFaults(draft, basis, NOW_MS)).toEqual(['no-reason']);
    const whole = { ...draft, reason: 'once' };
    expect(overrideFaults({ ...whole, expiresAt: later(100 * 24 * HOUR_MS) }, basis, NOW_MS)).toEqual([
      'end-late',
    ]);
    expect(overrideFaults({ ...whole, targetKind: 'message.post' }, basis, NOW_MS)).toEqual(['no-kind']);
    expect(withPolicy(whole, basis, 'message_rate').targetKind).toBe('message.post');
    expect(overrideFaults({ ...whole, beneficiaryId: 'urn:acme:agent:analyst' }, basis, NOW_MS)).toEqual([
      'no-beneficiary',
    ]);
  });

  it('asks the owner in the name of the beneficiary', () => {
    const draft = { ...overrideDraft(basis, needed, NOW_MS), reason: 'once' };
    expect(askOverrideIntent(draft, basis, 'Please')).toMatchObject({
      kind: 'message.post',
      signer: { id: 'urn:acme:agent:assistant' },
      form: { mentions: [{ id: 'urn:acme:human:ada' }] },
    });
  });
});
