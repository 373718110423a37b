// Fixtures for the rules about leases, offers, items and results.
import { contractOf, SECOND_WORKER } from '../../../domain/seeded-world.test-data.ts';
import {
  acceptAs,
  authorize,
  block,
  bringTo,
  claimOf,
  CONTENT,
  failureOf,
  ITEM,
  offerTo,
  offerIdOf,
  start,
} from '../../../domain/work-scenes.test-data.ts';
import { COORDINATOR, OWNER, WORKER } from '../desk.test-data.ts';
import {
  SECOND,
  NOTHING,
  pass,
  shortTerm,
  cancel,
  reach,
  renewLease,
  verify,
  say,
  grantStart,
  publishAndSubmit,
  type RuleFixture,
} from './fixture-steps.test-data.ts';

export const WORK_FIXTURES: readonly RuleFixture[] = [
  {
    rule: 'coordinator-lease-ends',
    name: 'less than a minute is left',
    before: (organization) => ({ ...shortTerm(organization), ...pass(539)(organization, {}) }),
    begin: pass(1),
    end: (organization) => shortTerm(organization),
    says: { severity: 'now', action: 'renew-coordinator', endsIn: 60, values: { canRenew: true } },
  },
  {
    rule: 'coordinator-lease-ends',
    name: 'half of it is gone and nothing can be sent',
    before: (organization) => ({
      ...shortTerm(organization),
      ...pass(299)(organization, {}),
      connection: { status: 'offline' },
    }),
    begin: pass(1),
    end: (_organization, input) => ({ ...input, connection: { status: 'online' } }),
    says: { severity: 'now', action: 'renew-coordinator', endsIn: 300, values: { canRenew: false } },
  },
  {
    rule: 'coordinator-lease-ended',
    name: 'its end has passed',
    before: (organization) => ({ ...shortTerm(organization), ...pass(599)(organization, {}) }),
    begin: pass(1),
    end: (organization) => {
      organization.mustAct('mission.assign_coordinator', OWNER, { coordinatorAgentId: SECOND_WORKER.id });
      return {};
    },
    says: { severity: 'now', action: 'replace-coordinator', values: { agentId: COORDINATOR.id } },
  },
  {
    rule: 'execution-lease-ends',
    name: 'less than two minutes are left',
    before: (organization) => ({ ...reach('active')(organization), ...pass(179)(organization, {}) }),
    begin: pass(1),
    end: renewLease,
    says: { severity: 'now', action: 'open-item', endsIn: 120, values: { agentId: WORKER.id, renewals: 0 } },
  },
  {
    rule: 'execution-lease-ended',
    name: 'the item is still active',
    before: (organization) => ({ ...reach('active')(organization), ...pass(299)(organization, {}) }),
    begin: pass(1),
    end: (organization) => cancel(organization),
    says: { severity: 'decide', action: 'reassign', values: { agentId: WORKER.id } },
  },
  {
    rule: 'start-by-missed',
    name: 'queued beyond its start-by',
    before: (organization) => ({ ...reach('queued')(organization), ...pass(899)(organization, {}) }),
    begin: pass(1),
    end: (organization) => {
      offerTo(organization, [SECOND_WORKER]);
      return {};
    },
    says: { severity: 'decide', action: 'reassign', values: { agentId: WORKER.id } },
  },
  {
    rule: 'hold-ends',
    name: 'a queued item',
    before: (organization) => ({ ...reach('queued')(organization), ...pass(719)(organization, {}) }),
    begin: pass(1),
    end: (organization) => {
      start(organization);
      return {};
    },
    says: {
      severity: 'now',
      action: 'resolve-or-extend',
      endsIn: 180,
      values: { type: 'ownership', state: 'queued' },
    },
  },
  {
    rule: 'hold-ends',
    name: 'a blocked item',
    before: (organization) => ({ ...reach('blocked')(organization), ...pass(719)(organization, {}) }),
    begin: pass(1),
    end: (organization) => {
      organization.mustAct('work.unblock', COORDINATOR, { workItemId: ITEM });
      return {};
    },
    says: {
      severity: 'now',
      action: 'resolve-or-extend',
      endsIn: 180,
      values: { type: 'blocked', state: 'blocked' },
    },
  },
  {
    rule: 'offer-ends',
    name: 'nobody has answered',
    before: (organization) => ({ ...reach('offered')(organization), ...pass(239)(organization, {}) }),
    begin: pass(1),
    end: (organization) => {
      acceptAs(organization);
      return {};
    },
    says: { severity: 'now', action: 'extend-offer', endsIn: 60, values: { candidates: 1, declined: 0 } },
  },
  {
    rule: 'offer-ended',
    name: 'by the clock alone',
    before: (organization) => ({ ...reach('offered')(organization), ...pass(299)(organization, {}) }),
    begin: pass(1),
    end: (organization) => {
      offerTo(organization, [SECOND_WORKER]);
      return {};
    },
    says: { severity: 'decide', action: 'next-candidate', values: { candidates: 1 } },
  },
  {
    rule: 'all-declined',
    name: 'said in a Message, not recorded',
    before: reach('offered'),
    begin: (organization) => {
      say(organization, '', {
        content: [
          {
            type: 'data_ref',
            schema: 'urn:heddle:schema:offer-decline:1',
            data: { workItemId: ITEM, offerId: offerIdOf(WORKER.id), reason: 'capacity' },
          },
        ],
      });
      return {};
    },
    end: (organization) => {
      offerTo(organization, [SECOND_WORKER]);
      return {};
    },
    says: { severity: 'decide', action: 'widen-offer', values: { candidates: 1, isRecorded: false } },
  },
  {
    rule: 'submission-waits',
    name: 'a result is there',
    before: reach('active'),
    begin: (organization) => {
      publishAndSubmit(organization);
      return {};
    },
    end: verify,
    says: { severity: 'decide', action: 'review', values: { criteria: 1, covered: 1, agentId: WORKER.id } },
  },
  {
    rule: 'start-approval-waits',
    name: 'the contract asks for one',
    before: reach('offered', { executionApproval: 'human_required' }),
    begin: (organization) => {
      acceptAs(organization, WORKER, { ownershipLeaseSeconds: 3_600 });
      return {};
    },
    end: (organization) => grantStart(organization, 600),
    says: { severity: 'decide', action: 'grant-start', endsIn: 3_600, values: { risk: 'none' } },
  },
  {
    rule: 'start-approval-ends',
    name: 'not used yet',
    before: (organization) => {
      bringTo(organization, 'queued', { executionApproval: 'human_required' });
      grantStart(organization, 600);
      return pass(479)(organization, {});
    },
    begin: pass(1),
    end: (organization) => {
      start(organization);
      return {};
    },
    says: { severity: 'now', action: 'grant-start', endsIn: 120 },
  },
  {
    rule: 'item-blocked',
    name: 'with a required resolution',
    before: reach('active'),
    begin: (organization) => {
      block(organization);
      return {};
    },
    end: (organization) => {
      organization.mustAct('work.unblock', COORDINATOR, { workItemId: ITEM });
      return {};
    },
    says: { severity: 'decide', action: 'unblock', values: { resolution: 'somebody unlocks the folder' } },
  },
  {
    rule: 'question-open',
    name: 'for ten minutes',
    before: (organization) => {
      bringTo(organization, 'open');
      say(organization, 'Which folder is meant?');
      return pass(599)(organization, {});
    },
    begin: pass(1),
    end: (organization) => {
      say(organization, 'the one below', {}, COORDINATOR);
      return {};
    },
    says: { severity: 'decide', action: 'answer-question', values: { by: WORKER.id } },
  },
  {
    rule: 'proposal-open',
    name: 'somebody asks for work',
    before: NOTHING,
    begin: (organization) => {
      organization.mustAct('work.propose', WORKER, {
        proposalId: 'urn:heddle:test:proposal:1',
        contract: contractOf(),
      });
      return {};
    },
    end: (organization) => {
      authorize(organization, {}, { proposalId: 'urn:heddle:test:proposal:1' });
      return {};
    },
    says: { severity: 'decide', action: 'authorize-proposal', values: { by: WORKER.id } },
  },
  {
    rule: 'item-failed',
    name: 'no new offer yet',
    before: reach('active'),
    begin: (organization) => {
      organization.mustAct('work.fail', WORKER, {
        ...claimOf(organization),
        reason: 'the folder is gone',
        evidence: [failureOf()],
      });
      return {};
    },
    end: (organization) => {
      offerTo(organization, [SECOND_WORKER]);
      return {};
    },
    says: {
      severity: 'decide',
      action: 'offer-again',
      values: { attempts: 1, because: 'compared with a directory listing' },
    },
  },
  {
    rule: 'nothing-runs',
    name: 'everything waits for one approval',
    before: (organization) => {
      bringTo(organization, 'offered', { executionApproval: 'human_required' });
      authorize(
        organization,
        { goal: 'sort the list', dependencyWorkItemIds: [ITEM] },
        { workItemId: SECOND },
      );
      return {};
    },
    begin: (organization) => {
      acceptAs(organization);
      return {};
    },
    end: (organization) => grantStart(organization, 600),
    says: {
      severity: 'watch',
      action: 'show-why',
      values: { waiting: 1, rootId: ITEM, rootState: 'queued' },
    },
  },
  {
    rule: 'item-ready',
    name: 'for five minutes',
    before: (organization) => ({ ...reach('open')(organization), ...pass(299)(organization, {}) }),
    begin: pass(1),
    end: (organization) => {
      offerTo(organization);
      return {};
    },
    says: { severity: 'decide', action: 'offer' },
  },
  {
    rule: 'evidence-gap',
    name: 'a test has failed',
    before: reach('active'),
    begin: (organization) => publishAndSubmit(organization, { result: 'failed' }),
    end: (organization) => cancel(organization),
    says: {
      severity: 'decide',
      action: 'send-back',
      values: { failed: 1, missing: 0, first: 'complete deterministic_test' },
    },
  },
  {
    rule: 'evidence-gap',
    name: 'only the reviewer’s part is missing',
    before: reach('active', {
      acceptanceCriteria: [
        {
          criterionId: 'complete',
          description: 'all',
          evidenceRequired: ['deterministic_test', 'reviewer_assessment'],
        },
      ],
    }),
    begin: (organization) => publishAndSubmit(organization),
    end: verify,
    says: { severity: 'decide', action: 'ask-reviewer', values: { failed: 0, missing: 1 } },
  },
  {
    rule: 'content-broken',
    name: 'the hash differs',
    before: (organization) => ({
      ...reach('submitted')(organization),
      connection: { contents: new Map([[CONTENT, 'intact']]) },
    }),
    begin: (_organization, input) => ({
      ...input,
      connection: { contents: new Map([[CONTENT, 'differs']]) },
    }),
    end: (_organization, input) => ({ ...input, connection: { contents: new Map([[CONTENT, 'intact']]) } }),
    says: { severity: 'decide', action: 'open-artifact', values: { hash: CONTENT, condition: 'differs' } },
  },
];
