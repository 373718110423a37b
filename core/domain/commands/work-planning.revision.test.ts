import { beforeEach, describe, expect, test } from 'vitest';
import type { CommandPayloads, WorkContract } from '../../protocol/generated/documents.ts';
import { primaryOf } from '../decision.ts';
import {
  contractOf,
  COORDINATOR,
  GROUP,
  SECOND_WORKER,
  SeededOrganization,
  WORKER,
} from '../seeded-world.test-data.ts';
import {
  acceptAs,
  authorize,
  bringTo,
  claimOf,
  refusedWith,
  ITEM,
  offerIdOf,
  offerPayload,
  recordOf,
} from '../work-scenes.test-data.ts';
import { SINGLE } from '../world.ts';
import { decide } from '../decide.ts';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

const AGAIN = { offers: [{ offerId: 'urn:heddle:test:offer:again', agentId: WORKER.id }] };

function tryOffer(
  changes: Partial<CommandPayloads['work.offer']> = {},
  actor = COORDINATOR,
  envelope: object = {},
) {
  return organization.act('work.offer', actor, offerPayload([WORKER], changes), envelope);
}

/** Past every lease and offer of these scenes, inside the coordinator lease. */
function passAllLeases(): void {
  organization.passSeconds(3_600);
}

describe('work.offer with a corrected contract', () => {
  const corrected = (changes: Partial<WorkContract> = {}) =>
    contractOf({ contractVersion: 2, goal: 'list every file twice', ...changes });

  test('OPEN-048, WORK-004 revises the contract before the offer; IDM-007 the offer is the receipt', () => {
    bringTo(organization, 'failed');
    const { revision } = recordOf(organization).document;
    const command = organization.commandOf(
      'work.offer',
      COORDINATOR,
      offerPayload([WORKER], { ...AGAIN, contract: corrected({ budget: { toolCallLimit: 7 } }) }),
    );
    const decision = decide(organization.world, command, organization.context);
    expect(decision.ok && primaryOf(decision.value)?.kind).toBe('work.offer.created');
    const outcome = organization.submit(command);
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.contract.revised',
          cause: { type: 'event' },
          aggregateRevision: revision + 1,
          payload: {
            contractVersion: 2,
            revision: revision + 1,
            workItem: { state: 'failed', contract: { goal: 'list every file twice' } },
          },
        },
        {
          kind: 'work.offer.created',
          cause: { type: 'command', id: command.actionId },
          aggregateRevision: revision + 2,
          payload: { workItem: { state: 'offered', contract: { contractVersion: 2 } } },
        },
      ],
    });
    const [revised, offered] = outcome.ok ? outcome.events : [];
    expect(revised?.cause.id).toBe(offered?.eventId);
    expect(organization.world.get('account', GROUP, ITEM)).toMatchObject({
      limit: { toolCallLimit: 7 },
      isClosed: false,
    });
    // MIS-014: neither an offer nor the contract that comes with it moves the Mission on.
    expect(organization.world.get('mission', GROUP, SINGLE)?.document.revision).toBe(3);
  });

  test('OPEN-049 owned work is revised once its owner is gone, and needs a new acceptance', () => {
    bringTo(organization, 'queued');
    passAllLeases();
    expect(tryOffer({ ...AGAIN, contract: corrected() }).ok).toBe(true);
    acceptAs(organization, WORKER, { offerId: 'urn:heddle:test:offer:again' });
    expect(recordOf(organization).document).toMatchObject({
      contract: { contractVersion: 2 },
      owner: { ownershipEpoch: 3 },
    });
  });

  test('WORK-004 withdraws what was offered on other terms', () => {
    bringTo(organization, 'offered');
    expect(
      tryOffer({
        offers: [{ offerId: 'urn:heddle:test:offer:second', agentId: SECOND_WORKER.id }],
        contract: corrected(),
      }).ok,
    ).toBe(true);
    expect(recordOf(organization).document.offers).toMatchObject([
      { agentId: WORKER.id, status: 'withdrawn' },
      { agentId: SECOND_WORKER.id, status: 'pending' },
    ]);
    const former = { workItemId: ITEM, offerId: offerIdOf(WORKER.id) };
    expect(organization.act('work.accept_offer', WORKER, former)).toMatchObject(
      refusedWith('WORK_OFFER_EXPIRED', 'WORK-T05', { offerStatus: 'withdrawn' }),
    );
  });

  test.each([1, 3])('OPEN-048 contractVersion %i does not follow 1', (contractVersion) => {
    authorize(organization);
    expect(tryOffer({ contract: corrected({ contractVersion }) })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'OPEN-048', {
        contractVersion,
        expectedContractVersion: 2,
      }),
    );
  });

  test('WORK-006, WORK-041, OPEN-050, OPEN-052 the corrected contract is checked as the first one was', () => {
    authorize(organization);
    const refusals: readonly (readonly [Partial<WorkContract>, string, string])[] = [
      [{ deadline: '2026-05-07T09:00:00Z' }, 'INVALID_COMMAND', 'WORK-006'],
      [{ dependencyWorkItemIds: [ITEM] }, 'INVALID_COMMAND', 'WORK-041'],
      [{ dependencyWorkItemIds: ['urn:heddle:test:work:unknown'] }, 'INVALID_COMMAND', 'WORK-006'],
      [{ sideEffectRisk: 'destructive' }, 'INVALID_COMMAND', 'DOC-CONT'],
      [{ budget: { currency: 'EUR', financialLimit: 0.1234567 } }, 'INVALID_COMMAND', 'OPEN-050'],
      [{ budget: { currency: 'USD', financialLimit: 1 } }, 'INVALID_COMMAND', 'OPEN-052'],
      [{ budget: { toolCallLimit: 1_001 } }, 'BUDGET_EXCEEDED', 'WORK-006'],
    ];
    for (const [changes, code, rule] of refusals) {
      expect(tryOffer({ contract: corrected(changes) })).toMatchObject(refusedWith(code, rule));
    }
    const gap: Record<string, unknown> = { ...corrected() };
    delete gap['deadline'];
    const outcome = tryOffer({ contract: gap as unknown as WorkContract });
    expect(outcome).toMatchObject(refusedWith('WORK_CONTRACT_INCOMPLETE', 'WORK-001'));
  });

  test('BUD-006 the own reservation makes room for the corrected one', () => {
    authorize(organization, { budget: { toolCallLimit: 600 } });
    authorize(
      organization,
      { goal: 'another', budget: { toolCallLimit: 300 } },
      { workItemId: 'urn:heddle:test:work:second' },
    );
    const tooMuch = tryOffer({ contract: corrected({ budget: { toolCallLimit: 701 } }) });
    expect(tooMuch).toMatchObject(refusedWith('BUDGET_EXCEEDED', 'BUD-006', { limit: 1_000, wanted: 1_001 }));
    expect(tryOffer({ contract: corrected({ budget: { toolCallLimit: 700 } }) }).ok).toBe(true);
  });

  test('BUD-007 a budget is not cut below what was used or passed on', () => {
    bringTo(organization, 'active');
    const { workItemId, ownershipEpoch, executionLeaseId } = claimOf(organization);
    organization.mustAct('ext.missionweaveprotocol.core.resource_usage_record', WORKER, {
      workItemId,
      ownershipEpoch,
      executionLeaseId,
      usageDelta: { toolCalls: 5 },
    });
    authorize(
      organization,
      { goal: 'a part', budget: { modelTokenLimit: 50 } },
      { workItemId: 'urn:heddle:test:work:part', parentWorkItemId: ITEM },
    );
    passAllLeases();
    const account = { groupId: GROUP, id: ITEM };
    const cases = [
      [
        { toolCallLimit: 4, modelTokenLimit: 50 },
        { dimension: 'toolCalls', account, limit: 4, wanted: 5 },
      ],
      [
        { toolCallLimit: 5, modelTokenLimit: 49 },
        { dimension: 'modelTokens', account, limit: 49, wanted: 50 },
      ],
    ] as const;
    for (const [budget, details] of cases) {
      const outcome = tryOffer({ ...AGAIN, contract: corrected({ budget }) });
      expect(outcome).toMatchObject(refusedWith('BUDGET_EXCEEDED', 'BUD-007', details));
    }
    const kept = corrected({ budget: { toolCallLimit: 5, modelTokenLimit: 50 } });
    expect(tryOffer({ ...AGAIN, contract: kept }).ok).toBe(true);
  });
});
