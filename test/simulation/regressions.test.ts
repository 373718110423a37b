// Histories that once broke an invariant, each in a file of regressions/ with what was wrong, and the defects behind
// them as scenes of their own, since the steps of a seed change with the simulation.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  CAPABILITY,
  contractOf,
  COORDINATOR,
  GROUP,
  OBSERVER,
  OWNER,
  SeededOrganization,
  SERVICE,
  WORKER,
} from '../../core/domain/seeded-world.test-data.ts';
import { nowAt } from '../../core/domain/decision.ts';
import { type HistorySettings, runHistory } from '../../core/simulation/run.ts';

const FOLDER = new URL('regressions/', import.meta.url);

interface Regression extends HistorySettings {
  readonly about: string;
}

describe('seeds that once broke an invariant', () => {
  for (const name of readdirSync(FOLDER).filter((each) => each.endsWith('.json'))) {
    const { about, ...settings } = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Regression;
    test(`${name}: ${about}`, async () => {
      const { failure } = await runHistory(settings);
      expect(failure).toBeUndefined();
    });
  }
});

/** One WorkItem in execution, with the id of its Execution Lease. */
function startWork(organization: SeededOrganization, workItemId: string, toolCallLimit: number): string {
  const offerId = organization.newId('offer');
  const contract = contractOf({ budget: { currency: 'EUR', toolCallLimit } });
  organization.mustAct('work.authorize', COORDINATOR, { workItemId, contract });
  organization.mustAct('work.offer', COORDINATOR, {
    workItemId,
    offers: [{ offerId, agentId: WORKER.id }],
    selectionBasis: {
      requiredCapabilities: [CAPABILITY],
      verifiedMatches: [CAPABILITY],
      authorizationEligible: true,
      availabilityEstimate: nowAt(organization.nowMs).text,
      expectedCost: 0,
      reliabilityEvidence: [],
      policyRulesApplied: ['first eligible'],
    },
  });
  organization.mustAct('work.accept_offer', WORKER, { workItemId, offerId });
  organization.mustAct('work.start', WORKER, { workItemId, ownershipEpoch: 1 });
  return organization.world.get('workItem', GROUP, workItemId)?.executionLeaseId ?? '';
}

describe('defects that histories have found', () => {
  test('late metering of cancelled work takes no budget that others have reserved since (BUD-006, OPEN-051)', () => {
    const organization = new SeededOrganization();
    const workItemId = 'urn:heddle:test:work-item:cancelled';
    const executionLeaseId = startWork(organization, workItemId, 600);
    organization.mustAct('work.cancel', COORDINATOR, { workItemId });
    organization.mustAct('work.authorize', COORDINATOR, {
      workItemId: 'urn:heddle:test:work-item:next',
      contract: contractOf({ goal: 'something else', budget: { currency: 'EUR', toolCallLimit: 1_000 } }),
    });
    const outcome = organization.act('ext.missionweaveprotocol.core.resource_usage_record', SERVICE, {
      workItemId,
      ownershipEpoch: 1,
      executionLeaseId,
      usageDelta: { toolCalls: 300 },
    });
    expect(outcome).toMatchObject({ ok: false, rejection: { code: 'BUDGET_EXCEEDED' } });
  });

  test('a Coordinator ends no membership after the end of its Mission (CRD-007, MIS-006)', () => {
    const organization = new SeededOrganization();
    organization.mustAct('mission.cancel', OWNER, { reason: 'the plans have changed' });
    expect(organization.act('membership.end', COORDINATOR, { member: OBSERVER }).ok).toBe(false);
  });
});
