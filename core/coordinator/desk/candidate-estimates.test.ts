import { describe, expect, test } from 'vitest';
import { SECOND_WORKER, SeededOrganization } from '../../domain/seeded-world.test-data.ts';
import { bringTo, claimOf, ITEM } from '../../domain/work-scenes.test-data.ts';
import { ORGANIZATION, OverlayWorld } from '../../domain/world.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import type { AgentCard, PresenceRecord, WorkContract } from '../../protocol/generated/documents.ts';
import { AgentWork } from './candidate-estimates.ts';
import type { DeskConnection } from './connection.ts';
import { COORDINATOR, deskOf, GROUP, WORKER } from './desk.test-data.ts';

const OTHER_ITEM = 'urn:heddle:test:work:other';

function cardOf(organization: SeededOrganization, agentId: string = WORKER.id): AgentCard {
  const card = organization.world.get('agent', ORGANIZATION, agentId)?.card;
  if (card === undefined) throw new Error(`${agentId} has a card`);
  return card;
}

function contractOf(organization: SeededOrganization): WorkContract {
  const contract = organization.world.get('workItem', GROUP, ITEM)?.document.contract;
  if (contract === undefined) throw new Error('the WorkItem is there');
  return contract;
}

function heard(
  organization: SeededOrganization,
  capacity: Partial<PresenceRecord['capacity']> = {},
  changes: Partial<PresenceRecord> = {},
): Pick<DeskConnection, 'presence'> {
  const record: PresenceRecord = {
    agentId: WORKER.id,
    sessionEpoch: 1,
    status: 'online',
    capacity: { maxSlots: 1, activeSlots: 0, availableSlots: 1, queuedItems: 0, ...capacity },
    capabilityAvailability: [],
    lastHeartbeat: formatTimestamp(organization.nowMs),
    expiresAt: formatTimestamp(organization.nowMs + 30_000),
    ...changes,
  };
  return { presence: new Map([[WORKER.id, record]]) };
}

/** The Worker holds the item, and says when it will be done. */
function held(estimateMs: number | undefined): SeededOrganization {
  const organization = new SeededOrganization();
  bringTo(organization, 'active');
  if (estimateMs === undefined) return organization;
  const at = (ms: number) => formatTimestamp(organization.nowMs + ms);
  organization.mustAct('work.checkpoint', WORKER, {
    ...claimOf(organization),
    checkpoint: { phase: 'listing', completedMilestones: [] },
    scheduleEstimate: {
      estimatedStart: at(0),
      estimatedCompletion: at(estimateMs),
      confidence: 0.5,
      capacityStatus: 'available',
      lastCalculatedAt: at(0),
    },
  });
  return organization;
}

function startOf(
  organization: SeededOrganization,
  changes: Partial<DeskConnection>,
  contract: Partial<WorkContract> = {},
) {
  const work = new AgentWork(deskOf(organization, changes));
  return work.estimate(cardOf(organization), GROUP, { ...contractOf(organization), ...contract }).start;
}

const FULL = { activeSlots: 1, availableSlots: 0 };

describe('when an Agent could begin', () => {
  test('is now, while it is heard and has a free slot', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    const start = { atMs: organization.nowMs, basis: 'free-slot' };
    expect(startOf(organization, heard(organization))).toEqual(start);
  });

  test('is not known of one that is not heard, or says that it goes', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    expect(startOf(organization, {})).toBeUndefined();
    const old = heard(organization, {}, { expiresAt: formatTimestamp(organization.nowMs) });
    expect(startOf(organization, old)).toBeUndefined();
    expect(startOf(organization, heard(organization, {}, { status: 'draining' }))).toBeUndefined();
  });

  test('is when the first of what it holds is done, by its own estimate', () => {
    const organization = held(600_000);
    expect(startOf(organization, heard(organization, FULL))).toEqual({
      atMs: organization.nowMs + 600_000,
      basis: 'after-held-work',
    });
  });

  test('is not known while it has said nothing of what it holds, or holds what nobody here sees', () => {
    const silent = held(undefined);
    expect(startOf(silent, heard(silent, FULL))).toBeUndefined();
    const elsewhere = held(600_000);
    const more = { ...FULL, queuedItems: 2 };
    expect(startOf(elsewhere, heard(elsewhere, more))).toBeUndefined();
  });

  test('waits for the work that this work waits for, and is not known where that says nothing', () => {
    const organization = held(600_000);
    const dependent = { dependencyWorkItemIds: [ITEM] };
    expect(startOf(organization, heard(organization), dependent)).toEqual({
      atMs: organization.nowMs + 600_000,
      basis: 'after-dependencies',
    });
    const silent = held(undefined);
    expect(startOf(silent, heard(silent), dependent)).toBeUndefined();
    expect(startOf(silent, heard(silent), { dependencyWorkItemIds: [OTHER_ITEM] })).toBeUndefined();
  });
});

describe('what such work has cost', () => {
  const verified = () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'verified');
    return organization;
  };

  /** The state in which the work has cost so much. */
  const metered = ({ world }: SeededOrganization, financialMicrounits: number) => {
    const account = world.get('account', GROUP, ITEM);
    if (account === undefined) throw new Error('a WorkItem has an account');
    const overlay = new OverlayWorld(world);
    overlay.put('account', GROUP, ITEM, { ...account, usage: { ...account.usage, financialMicrounits } });
    return overlay;
  };

  const costOf = (
    organization: SeededOrganization,
    microunits: number,
    contract: Partial<WorkContract> = {},
    agentId?: string,
  ) =>
    new AgentWork(deskOf(organization, { world: metered(organization, microunits) })).estimate(
      cardOf(organization, agentId),
      GROUP,
      { ...contractOf(organization), ...contract },
    ).cost;

  test('is the cost of accepted work with the same capabilities in the same currency', () => {
    const organization = verified();
    expect(costOf(organization, 3_500_000)).toEqual({ microunits: 3_500_000, items: 1 });
    const { currency: _other, ...budget } = contractOf(organization).budget;
    expect(costOf(organization, 3_500_000, { budget: { ...budget, currency: 'CHF' } })).toBeUndefined();
    const other = [{ id: 'code.review', version: '1.0.0' }];
    expect(costOf(organization, 3_500_000, { requiredCapabilities: other })).toBeUndefined();
    expect(costOf(organization, 3_500_000, {}, SECOND_WORKER.id)).toBeUndefined();
  });

  test('is not known where nothing was metered', () => {
    expect(costOf(verified(), 0)).toBeUndefined();
  });
});

test('Evidence of the card speaks for the capabilities that are asked for, and for no others (EVI-008)', () => {
  const organization = new SeededOrganization();
  bringTo(organization, 'open');
  const card = cardOf(organization);
  const work = new AgentWork(deskOf(organization));
  const [first] = card.capabilities;
  const other = { ...first, id: 'code.review', verifiedEvidence: ['urn:heddle:test:evidence:other'] };
  const wider = { ...card, capabilities: [...card.capabilities, other] } as AgentCard;
  expect(work.estimate(wider, GROUP, contractOf(organization)).evidenceIds).toEqual(first?.verifiedEvidence);
});

test('how work has ended counts each Agent’s own', () => {
  const organization = new SeededOrganization();
  bringTo(organization, 'failed');
  const work = new AgentWork(deskOf(organization));
  expect(work.recordOf(WORKER.id)).toEqual({ verified: 0, failed: 1, late: 0 });
  expect(work.recordOf(COORDINATOR.id)).toEqual({ verified: 0, failed: 0, late: 0 });
  expect(work.freeSlotsOf(cardOf(organization))).toBe(cardOf(organization).maxConcurrency);
});
