import { describe, expect, it } from 'vitest';
import { CANDIDATES, candidate, NOW_MS, PLACE } from '../work-item/work-item-rows.test-data.ts';
import {
  candidatesOfOffer,
  canBeOffered,
  chainOf,
  FIRST_CHOICE,
  isRunning,
  membershipForm,
  moveCandidate,
  nextCandidate,
  nextStep,
  offerFaults,
  type OfferChoice,
  offerForm,
  rankedCandidates,
} from './offer-model.ts';

const names = (rows: readonly { readonly agent: { readonly name: string } }[]) =>
  rows.map(({ agent }) => agent.name);
const idOf = (name: string) => `urn:heddle:agent:${name}`;
const ranked = rankedCandidates(CANDIDATES, []);

function choose(...chosen: readonly string[]): OfferChoice {
  return { ...FIRST_CHOICE, chosen: new Set(chosen.map(idOf)) };
}

describe('the ranking', () => {
  it('keeps the order of the host, those out of the question last', () => {
    expect(names(ranked)).toEqual(['sec-1', 'sec-2', 'old-3', 'rev-9']);
    expect(ranked.map(canBeOffered)).toEqual([true, true, false, false]);
  });

  it('follows an order by hand, which never lets a candidate in who is out', () => {
    const byHand = moveCandidate(ranked, idOf('sec-2'), -1);
    expect(byHand).toEqual([idOf('sec-2'), idOf('sec-1')]);
    expect(names(rankedCandidates(CANDIDATES, [idOf('old-3'), ...(byHand ?? [])]))).toEqual([
      'sec-2',
      'sec-1',
      'old-3',
      'rev-9',
    ]);
    expect(moveCandidate(ranked, idOf('sec-1'), -1)).toBeUndefined();
    expect(moveCandidate(ranked, idOf('old-3'), -1)).toBeUndefined();
  });
});

describe('the choice', () => {
  it('asks one after another, or a small set at once', () => {
    const choice = choose('sec-2', 'sec-1', 'old-3');
    expect(names(candidatesOfOffer(ranked, choice))).toEqual(['sec-1']);
    expect(names(candidatesOfOffer(ranked, { ...choice, mode: 'set' }))).toEqual(['sec-1', 'sec-2']);
    expect(names(candidatesOfOffer(ranked, { ...choice, mode: 'set', maxAtOnce: 1 }))).toEqual(['sec-1']);
  });

  it('wants a rule for an order by hand and a reason for a set', () => {
    expect(offerFaults(ranked, choose(), false)).toEqual(['nobody']);
    expect(offerFaults(ranked, choose('old-3'), false)).toEqual(['nobody']);
    expect(offerFaults(ranked, choose('sec-1'), true)).toEqual(['order-needs-rule']);
    expect(offerFaults(ranked, { ...choose('sec-1', 'sec-2'), mode: 'set', maxAtOnce: 1 }, false)).toEqual([
      'set-needs-reason',
      'too-many',
    ]);
    expect(
      offerFaults(ranked, { ...choose('sec-1', 'sec-2'), mode: 'set', setReason: 'deadline in 2 h' }, false),
    ).toEqual([]);
  });

  it('goes into history with the basis that the host has composed (WORK-023)', () => {
    const choice: OfferChoice = {
      ...choose('sec-1', 'sec-2'),
      mode: 'set',
      setReason: 'urgent',
      orderRule: 'same reviewer as before',
    };
    const offered = candidatesOfOffer(ranked, choice);
    const basis = { policyRulesApplied: ['heddle.offers/1'] };
    expect(offerForm(PLACE.workItemId, offered, choice, basis, undefined)).toEqual({
      workItemId: PLACE.workItemId,
      selectionBasis: basis,
      candidates: [{ agentId: idOf('sec-1') }, { agentId: idOf('sec-2') }],
      offerSeconds: 1200,
    });
  });
});

describe('the chain of Commands', () => {
  it('begins with a Membership for each who is none, and goes on where it stopped', () => {
    const offered = [candidate('sec-1', 1), candidate('sec-2', 2, { isMember: false })];
    const chain = chainOf(offered, false);
    expect(chain.map(({ id, isDone }) => [id, isDone])).toEqual([
      ['membership urn:heddle:agent:sec-1', true],
      ['membership urn:heddle:agent:sec-2', false],
      ['offer', false],
    ]);
    expect(nextStep(chain)?.id).toBe('membership urn:heddle:agent:sec-2');
    expect(nextStep(chainOf([candidate('sec-1', 1)], false))?.id).toBe('offer');
    expect(nextStep(chainOf([candidate('sec-1', 1)], true))).toBeUndefined();
  });

  it('makes a Membership that ends with the offer', () => {
    const [first] = CANDIDATES;
    if (first === undefined) throw new Error('There is one.');
    expect(membershipForm(first.agent, 'worker', NOW_MS)).toEqual({
      member: { type: 'agent', id: idOf('old-3') },
      role: 'worker',
      state: 'provisional',
      provisionalExpiresAt: '2026-03-05T14:12:00.000Z',
    });
  });

  it('knows who is next, and which offers can still be accepted', () => {
    const offer = { agent: { type: 'agent' as const, id: idOf('sec-1'), name: 'sec-1' }, hasSaidNo: true };
    const ended = { ...offer, status: 'pending', isOverByClock: true };
    expect(nextCandidate(ranked, [ended])?.agent.name).toBe('sec-2');
    expect(nextCandidate(ranked, [])?.agent.name).toBe('sec-1');
    expect(isRunning(ended)).toBe(false);
    expect(isRunning({ status: 'pending', isOverByClock: false })).toBe(true);
    expect(isRunning({ status: 'declined', isOverByClock: false })).toBe(false);
  });
});
