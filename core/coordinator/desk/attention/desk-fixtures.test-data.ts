// Fixtures for the rules about Missions, the outbox, connections, keys and Messages.
import { CHILD_GROUP, CHILD_COORDINATOR } from '../../../domain/seeded-missions.test-data.ts';
import { contractOf, SECOND_WORKER } from '../../../domain/seeded-world.test-data.ts';
import {
  BASIS,
  acceptAs,
  authorize,
  bringTo,
  CONTENT,
  grantTo,
  inSeconds,
  ITEM,
} from '../../../domain/work-scenes.test-data.ts';
import { cancelDraft, COORDINATOR, errorOf, GROUP, OWNER, WORKER } from '../desk.test-data.ts';
import {
  SECOND,
  NOTHING,
  pass,
  cancel,
  reach,
  verify,
  say,
  ANSWER,
  submitMission,
  key,
  estimate,
  charge,
  limit,
  LIMITED,
  stateOf,
  reassignLate,
  lastMessage,
  health,
  child,
  bringToActive,
  type RuleFixture,
} from './fixture-steps.test-data.ts';
import { bringChildTo, finishChild, seedUsage } from './seeded-fixtures.test-data.ts';

export const DESK_FIXTURES: readonly RuleFixture[] = [
  {
    rule: 'final-approval-waits',
    name: 'a root Mission',
    before: reach('verified'),
    begin: submitMission,
    end: (organization) => {
      organization.mustAct('mission.approve', OWNER, ANSWER(organization, 'approved'));
      return {};
    },
    says: {
      severity: 'decide',
      action: 'answer-submission',
      values: { revision: 3, artifacts: 1, isChild: false },
    },
  },
  {
    rule: 'changes-requested',
    name: 'nothing has followed yet',
    before: (organization) => ({ ...reach('verified')(organization), ...submitMission(organization) }),
    begin: (organization) => {
      organization.mustAct('mission.request_changes', OWNER, ANSWER(organization, 'changes_requested'));
      return {};
    },
    end: (organization) => {
      authorize(organization, { goal: 'add the dates' }, { workItemId: SECOND });
      return {};
    },
    says: { severity: 'decide', action: 'plan-corrections', values: { feedback: 'the list lacks dates' } },
  },
  {
    rule: 'child-trouble',
    name: 'the child has failed',
    before: child,
    begin: (organization) => {
      organization.mustAct(
        'mission.terminate',
        CHILD_COORDINATOR,
        { reason: 'no way' },
        { groupId: CHILD_GROUP },
      );
      return {};
    },
    end: (organization) => cancel(organization),
    says: { severity: 'decide', action: 'replan', values: { because: 'ended', state: 'failed' } },
  },
  {
    rule: 'deadline-at-risk',
    name: 'by the estimate of the Worker',
    before: reach('offered', { deadline: '2026-05-06T09:00:00Z' }),
    begin: (organization) => {
      acceptAs(organization, WORKER, { scheduleEstimate: estimate(organization, 172_801) });
      return {};
    },
    end: (organization) => cancel(organization),
    says: {
      severity: 'decide',
      action: 'replan',
      values: { withoutEstimate: 0, late: 0, deadlineAt: Date.parse('2026-05-06T09:00:00Z') },
    },
  },
  {
    rule: 'deadline-at-risk',
    name: 'by the clock, with less than a tenth left',
    before: (organization) => ({
      ...reach('open', { deadline: '2026-05-06T09:00:00Z' })(organization),
      ...pass(155_519)(organization, {}),
    }),
    begin: pass(1),
    end: (organization) => cancel(organization),
    says: { severity: 'decide', action: 'replan', values: { withoutEstimate: 1 }, endsIn: 17_280 },
  },
  {
    rule: 'deadline-at-risk',
    name: 'an item that has a deadline of its own',
    before: (organization) => ({ ...reach('active')(organization), ...pass(86_399)(organization, {}) }),
    begin: pass(1),
    end: (organization) => cancel(organization),
    says: {
      severity: 'decide',
      action: 'replan',
      values: { deadlineAt: Date.parse('2026-05-05T09:00:00Z') },
    },
  },
  {
    rule: 'budget-mark',
    name: 'three quarters of a dimension',
    before: (organization) => {
      bringTo(organization, 'active', { budget: { toolCallLimit: 1_000 } });
      return charge(organization, 749);
    },
    begin: (organization) => charge(organization, 1),
    end: (organization) => {
      organization.mustAct('mission.cancel', OWNER, { reason: 'enough' });
      return {};
    },
    says: {
      severity: 'watch',
      action: 'open-budget',
      values: { dimension: 'toolCalls', used: 750, limit: 1_000, percent: 75 },
    },
  },
  {
    rule: 'budget-mark',
    name: 'all of it, for the Mission and its item',
    before: (organization) => bringToActive(organization),
    begin: (organization) => charge(organization, 1_000),
    end: (organization) => {
      organization.mustAct('mission.cancel', OWNER, { reason: 'enough' });
      return {};
    },
    says: { severity: 'now', action: 'open-budget', values: { percent: 100 }, count: 2 },
  },
  {
    rule: 'command-refused',
    name: 'with both revisions',
    before: stateOf({ state: 'sent' }),
    begin: stateOf({
      state: 'refused',
      draft: cancelDraft(ITEM),
      error: errorOf('REVISION_CONFLICT', { expectedRevision: 9, currentRevision: 11 }),
    }),
    end: stateOf({ state: 'replaced', error: errorOf('REVISION_CONFLICT') }),
    says: {
      severity: 'now',
      action: 'fix',
      values: { code: 'REVISION_CONFLICT', kind: 'work.cancel', expectedRevision: 9, currentRevision: 11 },
    },
  },
  {
    rule: 'command-unanswered',
    name: 'for half a minute',
    before: (organization) => {
      const input = stateOf({ state: 'unknown' })(organization);
      return pass(29)(organization, input);
    },
    begin: pass(1),
    end: stateOf({ state: 'accepted' }),
    says: { severity: 'now', action: 'ask-authority', values: { state: 'unknown' } },
  },
  {
    rule: 'epoch-stale',
    name: 'one row for all Commands that a fenced epoch has cost',
    before: stateOf({ state: 'sent' }),
    begin: stateOf(
      { state: 'refused', error: errorOf('MEMBERSHIP_STALE') },
      { state: 'refused', error: errorOf('MEMBERSHIP_STALE') },
    ),
    end: stateOf({ state: 'abandoned', error: errorOf('MEMBERSHIP_STALE') }),
    says: { severity: 'now', action: 'reconnect', values: { code: 'MEMBERSHIP_STALE' } },
  },
  {
    rule: 'epoch-stale',
    name: 'somebody else is Coordinator',
    before: stateOf({ state: 'sent' }),
    begin: (organization) => {
      organization.mustAct('mission.assign_coordinator', OWNER, { coordinatorAgentId: SECOND_WORKER.id });
      return stateOf({ state: 'refused', error: errorOf('AUTH_STALE_COORDINATOR') })(organization);
    },
    end: stateOf({ state: 'abandoned', error: errorOf('AUTH_STALE_COORDINATOR') }),
    says: { severity: 'now', action: 'hand-over', values: { coordinator: SECOND_WORKER.id, epoch: 2 } },
  },
  {
    rule: 'epoch-stale',
    name: 'another runtime holds the Session',
    before: NOTHING,
    begin: () => ({ connection: { status: 'replaced' } }),
    end: () => ({ connection: { status: 'online' } }),
    says: { severity: 'now', action: 'reconnect', values: { code: 'AUTH_STALE_SESSION' } },
  },
  {
    rule: 'late-result',
    name: 'a former owner names an Artifact',
    before: reassignLate,
    begin: (organization) => {
      say(organization, '', { content: [{ type: 'artifact_ref', artifactHash: CONTENT }] });
      return {};
    },
    end: (organization, input) => {
      organization.mustAct('message.retract', WORKER, {
        messageId: organization.newId('message'),
        targetMessageId: lastMessage(organization),
        reason: 'too late',
        content: [{ type: 'text', text: 'too late' }],
      });
      return input;
    },
    says: {
      severity: 'watch',
      action: 'open-item',
      values: { agentId: WORKER.id, epoch: 1, currentEpoch: 3 },
    },
  },
  {
    rule: 'log-trouble',
    name: 'a gap',
    before: NOTHING,
    begin: () => ({
      connection: { health: new Map([[GROUP, health({ gap: { fromSequence: 3, toSequence: 7 } })]]) },
    }),
    end: () => ({ connection: { health: new Map([[GROUP, health({})]]) } }),
    says: {
      severity: 'watch',
      action: 'open-connections',
      values: { because: 'gap', fromSequence: 3, toSequence: 7 },
    },
  },
  {
    rule: 'log-trouble',
    name: 'a signature does not hold',
    before: NOTHING,
    begin: () => ({ connection: { health: new Map([[GROUP, health({ isVerificationFailed: true })]]) } }),
    end: () => ({ connection: { health: new Map([[GROUP, health({})]]) } }),
    says: { severity: 'now', action: 'open-connections', values: { because: 'verification' } },
  },
  {
    rule: 'authority-unreachable',
    name: 'for five minutes, with work that waits',
    before: (organization) => {
      const input = stateOf({ state: 'waiting-for-connection' })(organization);
      const connection = { status: 'offline' as const, offlineSinceMs: organization.nowMs };
      return pass(299)(organization, { ...input, connection });
    },
    begin: pass(1),
    end: (_organization, input) => ({ ...input, outbox: [] }),
    says: { severity: 'watch', action: 'open-connections', values: { waiting: 1 } },
  },
  {
    rule: 'override-needed',
    name: 'a limit stands in the way',
    before: stateOf({ state: 'sent' }),
    begin: () => ({ outbox: [limit(LIMITED)] }),
    end: stateOf({ state: 'abandoned' }),
    says: { severity: 'decide', action: 'ask-override', values: { policyName: 'delegation_depth' } },
  },
  {
    rule: 'override-needed',
    name: 'the owner has lifted it',
    before: NOTHING,
    begin: (organization) => {
      organization.mustAct('policy.grant_cooperation_override', OWNER, {
        grantId: 'urn:heddle:test:override:1',
        policyName: 'delegation_depth',
        beneficiary: COORDINATOR,
        targetCommandKind: 'work.authorize',
        targetActionId: LIMITED,
        reason: 'just this once',
        expiresAt: inSeconds(organization, 3_600),
      });
      return { outbox: [limit(LIMITED)] };
    },
    end: stateOf({ state: 'accepted' }),
    says: { severity: 'decide', action: 'send-with-override', endsIn: 3_600 },
  },
  {
    rule: 'grant-ends',
    name: 'its time runs out',
    before: (organization) => {
      bringTo(organization, 'open');
      grantTo(organization, SECOND_WORKER);
      return pass(69_119)(organization, {});
    },
    begin: pass(1),
    end: (organization) => cancel(organization),
    says: {
      severity: 'decide',
      action: 'renew-grant',
      endsIn: 17_280,
      values: { agentId: SECOND_WORKER.id },
    },
  },
  {
    rule: 'mission-ready',
    name: 'everything is verified',
    before: reach('submitted'),
    begin: verify,
    end: submitMission,
    says: { severity: 'decide', action: 'submit-mission', values: { verified: 1 } },
  },
  {
    rule: 'key-trouble',
    name: 'locked while a Command waits for it',
    before: () => ({ keys: key({}) }),
    begin: (organization) => ({
      keys: key({ condition: 'locked' }),
      ...stateOf({ state: 'waiting-for-key' })(organization),
    }),
    end: () => ({ keys: key({}) }),
    says: { severity: 'now', action: 'open-keys', values: { because: 'locked', waiting: 1 } },
  },
  {
    rule: 'key-trouble',
    name: 'ends within two weeks',
    before: (organization) => ({ keys: key({ validUntilMs: organization.nowMs + 14 * 86_400_000 + 1_000 }) }),
    begin: pass(1),
    end: () => ({ keys: key({}) }),
    says: { severity: 'watch', action: 'open-keys', values: { because: 'expiry' }, endsIn: 14 * 86_400 },
  },
  {
    rule: 'key-trouble',
    name: 'has no tested backup',
    before: () => ({ keys: key({}) }),
    begin: () => ({ keys: key({ hasTestedBackup: false }) }),
    end: () => ({ keys: key({}) }),
    says: { severity: 'watch', action: 'open-keys', values: { because: 'backup' } },
  },
  {
    rule: 'mention',
    name: 'of one of ours',
    before: reach('open'),
    begin: (organization) => {
      say(organization, 'please look', { mentions: [OWNER] });
      return {};
    },
    end: (organization) => {
      organization.mustAct('message.retract', WORKER, {
        messageId: organization.newId('message'),
        targetMessageId: lastMessage(organization),
        reason: 'solved',
        content: [{ type: 'text', text: 'solved' }],
      });
      return {};
    },
    says: { severity: 'watch', action: 'read-message', values: { by: WORKER.id } },
  },
  {
    rule: 'final-approval-waits',
    name: 'a child Mission, whose owner is the Coordinator of its parent',
    before: child,
    begin: (organization) => finishChild(organization),
    end: (organization) => {
      organization.mustAct('mission.cancel', COORDINATOR, { reason: 'enough' }, { groupId: CHILD_GROUP });
      return { connection: { groupIds: [GROUP, CHILD_GROUP] } };
    },
    says: { severity: 'decide', action: 'answer-submission', values: { isChild: true, artifacts: 1 } },
  },
  {
    rule: 'child-trouble',
    name: 'the child is blocked',
    before: child,
    begin: (organization) => {
      bringChildTo(organization, 'blocked');
      return {};
    },
    end: (organization) => {
      organization.mustAct('mission.cancel', OWNER, { reason: 'enough' });
      return {};
    },
    says: { severity: 'decide', action: 'replan', values: { because: 'blocked', count: 1 } },
  },
  {
    rule: 'child-trouble',
    name: 'the child has used nine tenths of a dimension',
    before: child,
    begin: (organization) => {
      bringChildTo(organization, 'active', 45);
      return {};
    },
    end: (organization) => {
      organization.mustAct('mission.cancel', OWNER, { reason: 'enough' });
      return {};
    },
    says: {
      severity: 'decide',
      action: 'replan',
      values: { because: 'budget', dimension: 'toolCalls', percent: 90 },
    },
  },
  {
    rule: 'budget-mark',
    name: 'the rest will take more than is left',
    before: (organization) => seedUsage(organization, 100),
    begin: (organization) => seedUsage(organization, 230),
    end: (organization) => seedUsage(organization, 100),
    says: {
      severity: 'watch',
      action: 'open-budget',
      values: { dimension: 'toolCalls', used: 690, limit: 1_000, percent: 69, forecast: 1_150 },
    },
  },
  {
    rule: 'grant-ends',
    name: 'it is nearly used up',
    before: (organization) => {
      bringTo(organization, 'open', { budget: { toolCallLimit: 100 } });
      grantTo(organization, SECOND_WORKER);
      return {};
    },
    begin: (organization) => {
      const grantId = 'urn:heddle:test:grant:1';
      const contract = contractOf({ goal: 'a part', budget: { toolCallLimit: 95 } });
      organization.mustAct('work.authorize', SECOND_WORKER, {
        workItemId: SECOND,
        contract,
        parentWorkItemId: ITEM,
        delegationGrantId: grantId,
      });
      organization.mustAct('work.offer', SECOND_WORKER, {
        workItemId: SECOND,
        offers: [{ offerId: 'urn:heddle:test:offer:part', agentId: WORKER.id }],
        selectionBasis: BASIS,
        delegationGrantId: grantId,
      });
      return {};
    },
    end: (organization) => cancel(organization),
    says: { severity: 'decide', action: 'renew-grant', values: { dimension: 'toolCalls' } },
  },
  {
    rule: 'log-trouble',
    name: 'too far behind',
    before: NOTHING,
    begin: () => ({ connection: { health: new Map([[GROUP, health({ isCursorTooOld: true })]]) } }),
    end: () => ({ connection: { health: new Map([[GROUP, health({})]]) } }),
    says: { severity: 'watch', action: 'open-connections', values: { because: 'cursor' } },
  },
];
