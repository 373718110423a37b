import { describe, expect, test } from 'vitest';
import type { ReasonValues } from '../proposal.ts';
import { AUDIT_FINDING_IDS } from './audit-selection.ts';
import { OFFER_REASON_IDS } from './offer-reasons.ts';
import { type OfferFormat, offerWords } from './words.ts';

const FORMAT: OfferFormat = {
  time: (atMs) => `<${atMs}>`,
  duration: (ms) => `${ms} ms`,
  number: String,
  name: (id) => id.toUpperCase(),
  money: (microunits) => `€${microunits}`,
};

/** Every value that any text asks for. */
const VALUES: ReasonValues = {
  accepted: 4,
  accountId: 'mission',
  agentId: 'anna',
  artifacts: 2,
  assigned: 3,
  availableSlots: 1,
  capability: 'files.sort',
  cardVersion: 2,
  computed: 7,
  considered: 5,
  count: 2,
  deadlineAtMs: 9,
  declined: 1,
  dimension: 'toolCalls',
  durationMs: 60,
  eligible: 3,
  endAtMs: 8,
  endedAtMs: 6,
  endsAtMs: 7,
  eventId: 'e1',
  expected: 12,
  failed: 1,
  first: 'list',
  heardAtMs: 5,
  held: 2,
  isHeard: true,
  items: 4,
  late: 1,
  left: 3,
  limit: 10,
  lostLease: 1,
  maxSlots: 2,
  membershipEpoch: 3,
  microunits: 40,
  most: 3,
  nextStep: 'hash',
  offered: '1.2.0',
  ownershipEpoch: 2,
  parentWorkItemId: 'audit',
  phase: 'listing',
  points: 700,
  queued: 10,
  queuedItems: 2,
  reason: 'no-slot',
  required: '1.0.0',
  reviewedItemId: 'report',
  role: 'worker',
  scope: 'work.execute',
  score: 812,
  sequence: 14,
  size: 2,
  slots: 4,
  stated: 8,
  state: 'failed',
  status: 'online',
  weight: 30,
  window: 20,
  workItemId: 'report',
};

describe.each(['en', 'de'] as const)('texts about offers in %s', (language) => {
  const words = offerWords(language);

  test('every reason says something complete, with all its values and with none', () => {
    for (const values of [VALUES, {}]) {
      const texts = [
        ...OFFER_REASON_IDS.map((id) => words.reasons[id](values, FORMAT)),
        ...AUDIT_FINDING_IDS.map((id) => words.findings[id](values, FORMAT)),
      ];
      for (const text of texts) {
        expect(text.trim().length).toBeGreaterThan(3);
        expect(text).not.toMatch(/undefined|NaN|\[object/);
      }
    }
  });

  test('no two reasons read the same', () => {
    const texts = OFFER_REASON_IDS.map((id) => words.reasons[id](VALUES, FORMAT));
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('names, times and amounts are written as the window writes them', () => {
    expect(words.reasons['item-owned'](VALUES, FORMAT)).toContain('ANNA');
    expect(words.reasons['item-owned'](VALUES, FORMAT)).toContain('<7>');
    const money = { ...VALUES, dimension: 'financialMicrounits' };
    expect(words.reasons['budget-overflow'](money, FORMAT)).toContain('€12');
  });
});

test('the languages differ wherever they say a sentence', () => {
  for (const id of OFFER_REASON_IDS) {
    expect(offerWords('de').reasons[id](VALUES, FORMAT)).not.toBe(
      offerWords('en').reasons[id](VALUES, FORMAT),
    );
  }
});
