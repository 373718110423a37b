// Sample rows of one WorkItem: the service that is being written.
import type { WorkItemRowModel } from '../../core/contract/work.ts';
import { sampleEvidence } from './sample-review.ts';
import {
  action,
  AUTH,
  CODER,
  dimension,
  HOUR,
  item,
  ITEM_TITLES,
  MINUTE,
  type SampleContext,
  SEC_1,
  SEC_2,
  TITLES,
  WRITER,
} from './sample-world.ts';

/** A contract as the protocol has it. */
function sampleContract(nowMs: number) {
  return {
    contractVersion: 2,
    goal: 'A service that signs customers in with e-mail and password, and ends sessions when they should end.',
    requiredDeliverables: [
      {
        deliverableId: 'service',
        description: 'Source code with tests',
        mediaType: 'application/zip',
        schema: 'urn:acme:schema:source-tree',
      },
      {
        deliverableId: 'openapi.json',
        description: 'Description of the endpoints',
        mediaType: 'application/json',
        schema: 'urn:acme:schema:openapi-3.1',
      },
    ],
    acceptanceCriteria: [
      {
        criterionId: 'AC-1',
        description: 'All endpoints answer as described',
        evidenceRequired: ['schema_validation', 'deterministic_test'],
      },
      {
        criterionId: 'AC-2',
        description: 'p95 below 200 ms at 500 requests a second',
        evidenceRequired: ['deterministic_test'],
      },
      {
        criterionId: 'AC-3',
        description: 'A reviewer has read the session handling',
        evidenceRequired: ['reviewer_assessment'],
      },
    ],
    inputArtifacts: [`sha256:${'9f2c'.repeat(16)}`],
    dependencyWorkItemIds: [item('requirements')],
    allowedResources: [{ resource: 'urn:acme:repo:portal', operations: ['repo.read', 'repo.write'] }],
    requiredCapabilities: [
      { id: 'code.service', version: '1.0.0' },
      { id: 'security.threat-model', version: '1.2.0' },
    ],
    deadline: new Date(nowMs + 26 * HOUR).toISOString(),
    requestedUrgency: 'high',
    businessImpact: 'Nobody can sign in to the new portal without it.',
    retryPolicy: {
      maxAttempts: 3,
      backoff: 'exponential',
      maxDelay: 'PT15M',
      retryableFailures: ['TOOL_TIMEOUT'],
    },
    budget: { financialLimit: 25, currency: 'EUR', modelTokenLimit: 200_000, toolCallLimit: 200 },
    sideEffectRisk: 'reversible',
    executionApproval: 'not_required',
  };
}

export function sampleWork(context: SampleContext): readonly WorkItemRowModel[] {
  const { say, nowMs } = context;
  const reason = say(
    'The item is in work; that is for an open one.',
    'Das WorkItem ist in Arbeit; das geht bei einem offenen.',
  );
  return [
    {
      id: 'header',
      sort: '0',
      section: 'header',
      workItemId: item('service'),
      title: ITEM_TITLES[item('service')] ?? '',
      state: 'active',
      stateWords: say('active', 'in Arbeit'),
      revision: 14,
      contractVersion: 2,
      owner: CODER,
      ownershipEpoch: 4,
      risk: 'reversible',
      deadlineAtMs: nowMs + 26 * HOUR,
      attempts: 2,
      missionTitle: TITLES[AUTH] ?? '',
      lease: { type: 'execution', endsAtMs: nowMs + 161_000 },
    },
    {
      id: 'contract',
      sort: '1',
      section: 'contract',
      contract: sampleContract(nowMs),
    },
    {
      id: 'offers',
      sort: '2',
      section: 'offers',
      offers: [
        {
          offerId: 'urn:acme:offer:service-2',
          agent: CODER,
          status: 'accepted',
          words: say('accepted', 'angenommen'),
          endsAtMs: nowMs - 3 * HOUR,
          isOverByClock: true,
          hasSaidNo: false,
        },
        {
          offerId: 'urn:acme:offer:service-1',
          agent: WRITER,
          status: 'declined',
          words: say('declined', 'abgelehnt'),
          endsAtMs: nowMs - 5 * HOUR,
          isOverByClock: true,
          declineReason: 'No slot before tomorrow.',
          hasSaidNo: true,
        },
      ],
      candidates: [
        {
          agent: SEC_1,
          rank: 1,
          isEligible: true,
          matches: 2,
          required: 2,
          freeSlots: 2,
          presence: 'online',
          presenceAtMs: nowMs - 20_000,
          isMember: true,
          record: { verified: 11, failed: 0, late: 1 },
          estimatedStart: {
            atMs: nowMs,
            basis: 'free-slot',
            words: say('at once', 'sofort'),
          },
          estimatedCost: {
            amount: '4.10',
            currency: 'EUR',
            items: 11,
            words: say('4.10 EUR, the middle of 11', '4,10 EUR, die Mitte von 11'),
          },
          obstacles: [],
        },
        {
          agent: SEC_2,
          rank: 2,
          isEligible: true,
          matches: 2,
          required: 2,
          freeSlots: 0,
          presence: 'stale',
          presenceAtMs: nowMs - 9 * MINUTE,
          isMember: false,
          record: { verified: 3, failed: 0, late: 0 },
          estimatedStart: {
            atMs: nowMs + 100 * MINUTE,
            basis: 'after-held-work',
            words: say('16:00, after what it holds', '16:00, nach dem, was er hat'),
          },
          estimatedCost: {
            amount: '3.20',
            currency: 'EUR',
            items: 3,
            words: say('3.20 EUR, the middle of 3', '3,20 EUR, die Mitte von 3'),
          },
          obstacles: [say('presence is 9 minutes old', 'Anwesenheit ist 9 Minuten alt')],
        },
        {
          agent: WRITER,
          rank: 3,
          isEligible: false,
          matches: 1,
          required: 2,
          presence: 'unknown',
          isMember: true,
          record: { verified: 4, failed: 1, late: 0 },
          obstacles: [say('lacks security.threat-model', 'ohne security.threat-model')],
        },
      ],
    },
    {
      id: 'execution',
      sort: '3',
      section: 'execution',
      leases: [
        {
          leaseId: 'urn:acme:lease:own-4',
          type: 'ownership',
          state: 'active',
          holder: CODER,
          ownershipEpoch: 4,
          startsAtMs: nowMs - 2 * HOUR,
          endsAtMs: nowMs + 2 * HOUR,
          renewals: 0,
          isOverByClock: false,
        },
        {
          leaseId: 'urn:acme:lease:exec-a91f',
          type: 'execution',
          state: 'active',
          holder: CODER,
          ownershipEpoch: 4,
          startsAtMs: nowMs - 70 * MINUTE,
          endsAtMs: nowMs + 161_000,
          renewals: 3,
          isOverByClock: false,
        },
        {
          leaseId: 'urn:acme:lease:own-3',
          type: 'ownership',
          state: 'expired',
          holder: WRITER,
          ownershipEpoch: 3,
          startsAtMs: nowMs - 7 * HOUR,
          endsAtMs: nowMs - 3 * HOUR,
          renewals: 0,
          isOverByClock: true,
        },
      ],
      checkpoint: {
        phase: 'endpoints',
        completedMilestones: ['data model', 'sign-in endpoint'],
        nextStep: 'session expiry',
        stateArtifactHash: `sha256:${'41b0'.repeat(16)}`,
      },
      approvalIds: [],
    },
    { id: 'evidence', sort: '4', section: 'evidence', evidence: sampleEvidence(context) },
    {
      id: 'artifacts',
      sort: '5',
      section: 'artifacts',
      artifacts: [
        {
          artifactId: 'urn:acme:artifact:openapi',
          title: 'openapi.json',
          contentHash: `sha256:${'3c'.repeat(32)}`,
          mediaType: 'application/json',
          sizeBytes: 22_410,
          condition: 'intact',
        },
      ],
    },
    {
      id: 'budget',
      sort: '6',
      section: 'budget',
      currency: 'EUR',
      dimensions: [
        dimension('money', 18.2, 0, 25),
        dimension('modelTokens', 141_000, 0, 200_000),
        dimension('toolCalls', 88, 0, 200),
        dimension('computeSeconds', 900, 0, 3_600),
        dimension('wallClockSeconds', 7_900, 0, 14_400),
        dimension('externalActions', 0, 0),
      ],
    },
    {
      id: 'actions',
      sort: '7',
      section: 'actions',
      actions: [
        action('message', say('Write a Message', 'Message schreiben'), {
          kind: 'message.post',
          by: 'member',
        }),
        action('offer', say('Offer', 'Anbieten'), { kind: 'work.offer', reason }),
        action('promote', say('Turn into a Child Mission', 'Zur Unteraufgabe machen'), {
          kind: 'mission.create_child',
          warnings: [say('coder-1 loses the item.', 'coder-1 verliert das WorkItem.')],
        }),
        action('fail', say('Fail…', 'Scheitern lassen…'), {
          kind: 'work.fail',
          warnings: [
            say(
              'The work is under way, and nobody knows where it stands.',
              'Die Arbeit läuft, und niemand weiß, wo sie steht.',
            ),
          ],
        }),
        action('cancel', say('Cancel…', 'Abbrechen…'), { kind: 'work.cancel' }),
        action('unblock', say('Unblock', 'Blockade lösen'), {
          kind: 'work.unblock',
          reason: say('It is not blocked.', 'Es ist nicht blockiert.'),
        }),
        action('review', say('Review', 'Prüfen'), {
          reason: say('Nothing was submitted.', 'Es wurde nichts vorgelegt.'),
        }),
      ],
    },
  ];
}

/** The accessibility check: open, offered once in vain. */
export function sampleOpenWork(context: SampleContext): readonly WorkItemRowModel[] {
  const { say, nowMs } = context;
  const reason = say('Nobody has it.', 'Niemand hat es.');
  return sampleWork(context).map((row): WorkItemRowModel => {
    switch (row.section) {
      case 'header': {
        const { owner: _owner, lease: _lease, ...rest } = row;
        return Object.assign(rest, {
          workItemId: item('a11y'),
          title: ITEM_TITLES[item('a11y')] ?? '',
          state: 'open',
          stateWords: say('open', 'offen'),
          byClock: say('offer ended', 'Angebot abgelaufen'),
          ownershipEpoch: 0,
          attempts: 1,
        });
      }
      case 'offers':
        return Object.assign(
          { ...row },
          {
            offers: [
              {
                offerId: 'urn:acme:offer:a11y-1',
                agent: WRITER,
                status: 'pending',
                words: say('pending', 'offen'),
                endsAtMs: nowMs - 12 * MINUTE,
                isOverByClock: true,
                hasSaidNo: true,
              },
            ],
          },
        );
      case 'execution':
        return { id: row.id, sort: row.sort, section: 'execution', leases: [], approvalIds: [] };
      case 'evidence':
        return Object.assign({ ...row }, { evidence: [] });
      case 'actions':
        return Object.assign(
          { ...row },
          {
            actions: [
              action('offer', say('Offer', 'Anbieten'), { kind: 'work.offer' }),
              action('edit-contract', say('Edit contract', 'Vertrag bearbeiten'), { kind: 'work.offer' }),
              action('add-dependency', say('Add dependency', 'Abhängigkeit hinzufügen'), {
                kind: 'ext.missionweaveprotocol.core.work_dependency_add',
              }),
              action('cancel', say('Cancel…', 'Abbrechen…'), { kind: 'work.cancel' }),
              action('unblock', say('Unblock', 'Blockade lösen'), { kind: 'work.unblock', reason }),
            ],
          },
        );
      default:
        return row;
    }
  });
}
