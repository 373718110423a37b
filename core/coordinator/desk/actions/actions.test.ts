import { describe, expect, test } from 'vitest';
import type { WorkItemState } from '../../../domain/ownership.ts';
import {
  approvalOf,
  childPayload,
  CHILD_COORDINATOR,
  CHILD_GROUP,
  missionPayload,
} from '../../../domain/seeded-missions.test-data.ts';
import { contractOf, SECOND_WORKER, SeededOrganization } from '../../../domain/seeded-world.test-data.ts';
import {
  authorize,
  bringTo,
  CONTENT,
  inSeconds,
  ITEM,
  reviewOf,
} from '../../../domain/work-scenes.test-data.ts';
import type { DeskConnection } from '../connection.ts';
import { COORDINATOR, deskOf, GROUP, identityFor, OWNER, WORKER } from '../desk.test-data.ts';
import type { Intent } from '../intent/forms.ts';
import { IdBook } from '../intent/id-book.ts';
import { openSheet } from '../intent/sheet.ts';
import type { DeskAction } from './action-types.ts';
import { itemActions, proposalActions } from './item-actions.ts';
import { missionActions } from './mission-actions.ts';

const OTHER = 'urn:heddle:test:work:other';

const names = (actions: readonly DeskAction[]) =>
  actions.filter(({ isEnabled }) => isEnabled).map(({ id }) => id);
const reasonOf = (actions: readonly DeskAction[], id: string) =>
  actions.find((action) => action.id === id)?.reason?.id;

/** The item in a state, and a second one for dependencies. */
function world(state: WorkItemState, contract: Parameters<typeof contractOf>[0] = {}): SeededOrganization {
  const organization = new SeededOrganization();
  bringTo(organization, state, contract);
  authorize(organization, { goal: 'something else' }, { workItemId: OTHER });
  return organization;
}

function later(organization: SeededOrganization, seconds = 2_000): SeededOrganization {
  organization.passSeconds(seconds);
  return organization;
}

function withChild(): SeededOrganization {
  const organization = world('open');
  organization.mustAct('mission.create_child', COORDINATOR, childPayload({ parentWorkItemId: ITEM }));
  return organization;
}

function withFailedChild(): SeededOrganization {
  const organization = withChild();
  organization.mustAct(
    'mission.terminate',
    CHILD_COORDINATOR,
    { reason: 'no way' },
    { groupId: CHILD_GROUP },
  );
  return organization;
}

/** For each action the plainest wish: what a form can get wrong is not what is asked here. */
function probe(id: string, organization: SeededOrganization): Intent | undefined {
  const failure = {
    type: 'failure_report',
    criterionIds: ['complete'],
    method: 'seen',
    result: 'failed',
  } as const;
  const intents: Readonly<Record<string, Intent>> = {
    'edit-contract': {
      kind: 'work.offer',
      groupId: GROUP,
      form: {
        workItemId: ITEM,
        candidates: [{ agentId: SECOND_WORKER.id }],
        contract: { ...contractOf(), contractVersion: 2 },
      },
    },
    'add-dependency': {
      kind: 'ext.missionweaveprotocol.core.work_dependency_add',
      groupId: GROUP,
      form: { workItemId: ITEM, dependencyId: OTHER },
    },
    promote: {
      kind: 'mission.create_child',
      groupId: GROUP,
      form: {
        ...childPayload({ parentWorkItemId: ITEM }),
        missionId: 'urn:heddle:test:mission:next',
        newGroupId: 'urn:heddle:test:group:next',
      },
    },
    cancel: { kind: 'work.cancel', groupId: GROUP, form: { workItemId: ITEM } },
    unblock: { kind: 'work.unblock', groupId: GROUP, form: { workItemId: ITEM } },
    'accept-result': {
      kind: 'work.accept_result',
      groupId: GROUP,
      form: { workItemId: ITEM, signedEvidence: [reviewOf({ createdAt: inSeconds(organization, 0) })] },
    },
    'grant-start': {
      kind: 'approval.grant_execution',
      groupId: GROUP,
      form: {
        workItemId: ITEM,
        operations: ['read'],
        resources: [],
        budget: { toolCallLimit: 1 },
        expiresAt: inSeconds(organization, 60),
      },
    },
  };
  const offer: Intent = {
    kind: 'work.offer',
    groupId: GROUP,
    form: { workItemId: ITEM, candidates: [{ agentId: SECOND_WORKER.id }] },
  };
  const fail: Intent = {
    kind: 'work.fail',
    groupId: GROUP,
    form: { workItemId: ITEM, reason: 'gone', evidence: [failure] },
  };
  if (['offer', 'extend-offer', 'offer-again', 'reassign'].includes(id)) return offer;
  return id === 'fail' || id === 'send-back' ? fail : intents[id];
}

const SCENES: Readonly<Record<string, () => SeededOrganization>> = {
  open: () => world('open'),
  offered: () => world('offered'),
  'offered, ended': () => later(world('offered')),
  queued: () => world('queued'),
  'queued behind a gate': () => world('queued', { executionApproval: 'human_required' }),
  'queued behind a gate, hold ended': () => later(world('queued', { executionApproval: 'human_required' })),
  'queued, hold ended': () => later(world('queued')),
  active: () => world('active'),
  'active, lease ended': () => later(world('active')),
  blocked: () => world('blocked'),
  'blocked, hold ended': () => later(world('blocked')),
  'blocked by a child': withChild,
  'blocked, child failed': withFailedChild,
  submitted: () => world('submitted'),
  verified: () => world('verified'),
  failed: () => world('failed'),
  cancelled: () => world('cancelled'),
  'in a Mission that has ended': () => {
    const organization = world('active');
    organization.mustAct('mission.cancel', OWNER, { reason: 'enough' });
    return organization;
  },
};

describe('actions of a WorkItem', () => {
  for (const [name, scene] of Object.entries(SCENES)) {
    test(`${name}: what is enabled would be accepted, what is disabled refused`, () => {
      const organization = scene();
      const connection = deskOf(organization);
      for (const { id, isEnabled, reason } of itemActions(connection, GROUP, ITEM)) {
        const intent = probe(id, organization);
        if (intent === undefined) continue;
        const ids = new IdBook((kind) => organization.newId(kind));
        const { rejection } = openSheet(connection, intent, ids);
        // Several actions share the offer; each is for states of its own, which together are those of the rule. And an
        // Approval that the contract does not ask for is allowed, but opens nothing.
        const isShared =
          intent.kind === 'work.offer' || id === 'send-back' || reason?.id === 'no-approval-needed';
        const isAccepted = rejection === undefined;
        expect([id, isEnabled && !isAccepted ? rejection : reason?.id]).toEqual([id, reason?.id]);
        expect([id, isShared || isEnabled === isAccepted]).toEqual([id, true]);
      }
    });

    test(`${name}: where an offer would be accepted, some action makes it`, () => {
      const organization = scene();
      const connection = deskOf(organization);
      const intent = probe('offer', organization);
      if (intent === undefined) throw new Error('offers can be probed');
      const sheet = openSheet(connection, intent, new IdBook((kind) => organization.newId(kind)));
      const offers = itemActions(connection, GROUP, ITEM).filter(
        ({ kind, by, isEnabled }) => kind === 'work.offer' && by === 'coordinator' && isEnabled,
      );
      expect(offers.length > 0).toBe(sheet.rejection === undefined);
    });
  }

  test('by state, as a person reads them (screen 7)', () => {
    const enabled = (name: string) =>
      names(itemActions(deskOf((SCENES[name] ?? SCENES['open'] ?? withChild)()), GROUP, ITEM));
    expect(enabled('open')).toEqual([
      'offer',
      'edit-contract',
      'add-dependency',
      'promote',
      'cancel',
      'fail',
      'override-offer',
      'message',
    ]);
    expect(enabled('queued behind a gate')).toEqual(['promote', 'cancel', 'fail', 'grant-start', 'message']);
    expect(enabled('active')).toEqual(['promote', 'cancel', 'fail', 'message']);
    expect(enabled('active, lease ended')).toEqual(['promote', 'cancel', 'fail', 'reassign', 'message']);
    expect(enabled('submitted')).toEqual([
      'cancel',
      'fail',
      'message',
      'review',
      'accept-result',
      'send-back',
    ]);
    expect(enabled('failed')).toEqual(['edit-contract', 'message', 'offer-again', 'replace-item']);
    expect(enabled('verified')).toEqual(['message', 'follow-up-item']);
  });

  test('reasons name what stands in the way, not who asks', () => {
    const reason = (scene: () => SeededOrganization, id: string, changes: Partial<DeskConnection> = {}) =>
      reasonOf(itemActions(deskOf(scene(), changes), GROUP, ITEM), id);
    expect(reason(() => world('queued'), 'reassign')).toBe('owner-holds');
    expect(reason(() => world('queued'), 'grant-start')).toBe('no-approval-needed');
    expect(reason(() => world('verified'), 'offer')).toBe('state');
    expect(reason(withChild, 'unblock')).toBe('child-runs');
    expect(reason(() => world('open'), 'offer', { identities: [identityFor(OWNER)] })).toBe(
      'not-coordinator',
    );
    expect(reason(() => world('open'), 'override-offer', { identities: [identityFor(COORDINATOR)] })).toBe(
      'not-owner',
    );
    expect(reason(() => world('open'), 'cancel', { identities: [identityFor(OWNER)] })).toBeUndefined();
    expect(reason(() => world('open'), 'message', { identities: [] })).toBe('not-member');
    expect(reason(() => later(world('open'), 172_800), 'offer')).toBe('coordinator-lease-ended');
  });

  test('warnings say what is lost, and what an unblocked item becomes', () => {
    const warnings = (scene: () => SeededOrganization, id: string) =>
      itemActions(deskOf(scene()), GROUP, ITEM).find((action) => action.id === id)?.warnings;
    expect(warnings(() => world('active'), 'cancel')).toEqual(['unsafe-point', 'fences-owner']);
    expect(warnings(() => world('blocked'), 'unblock')).toEqual(['becomes-queued']);
    expect(warnings(() => later(world('blocked')), 'unblock')).toEqual(['becomes-open']);
    expect(warnings(() => world('submitted'), 'send-back')).toEqual(['two-steps', 'fences-owner']);
    expect(warnings(() => world('open'), 'override-offer')).toEqual(['audited']);
    expect(warnings(() => world('verified'), 'cancel')).toEqual([]);
  });

  test('the prediction of unblock is the rule’s own', () => {
    for (const scene of [() => world('blocked'), () => later(world('blocked'))]) {
      const organization = scene();
      const [warning] =
        itemActions(deskOf(organization), GROUP, ITEM).find(({ id }) => id === 'unblock')?.warnings ?? [];
      organization.mustAct('work.unblock', COORDINATOR, { workItemId: ITEM });
      const state = organization.world.get('workItem', GROUP, ITEM)?.document.state ?? '';
      expect(warning).toBe(`becomes-${state}`);
    }
  });

  test('what is not known has no actions', () => {
    const connection = deskOf(new SeededOrganization());
    expect(itemActions(connection, GROUP, 'urn:nothing')).toEqual([]);
    expect(itemActions(connection, 'urn:nowhere', ITEM)).toEqual([]);
    expect(proposalActions(connection, GROUP, 'urn:nothing')).toEqual([]);
    expect(missionActions(connection, 'urn:nowhere')).toEqual([]);
  });
});

describe('actions of a Work Proposal', () => {
  test('open: authorised as it is, written anew, answered; it cannot be refused', () => {
    const organization = new SeededOrganization();
    const proposalId = 'urn:heddle:test:proposal:1';
    organization.mustAct('work.propose', WORKER, { proposalId, contract: contractOf() });
    const actions = () => proposalActions(deskOf(organization), GROUP, proposalId);
    expect(names(actions())).toEqual(['authorize-as-proposed', 'write-own', 'reply']);
    authorize(organization, {}, { proposalId });
    expect(names(actions())).toEqual(['write-own', 'reply']);
    expect(reasonOf(actions(), 'authorize-as-proposed')).toBe('proposal-closed');
  });
});

describe('actions of a Mission', () => {
  const submitted = () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'verified');
    organization.mustAct('mission.submit_for_approval', COORDINATOR, { artifactHashes: [CONTENT] });
    return organization;
  };
  const MISSIONS: Readonly<Record<string, () => SeededOrganization>> = {
    'without work': () => new SeededOrganization(),
    'with work': () => world('active'),
    'with finished work': () => {
      const organization = new SeededOrganization();
      bringTo(organization, 'verified');
      return organization;
    },
    submitted,
    cancelled: () => {
      const organization = submitted();
      organization.mustAct('mission.cancel', OWNER, { reason: 'enough' });
      return organization;
    },
    approved: () => {
      const organization = submitted();
      const missionRevision = organization.world.get('mission', GROUP, '')?.document.revision ?? 0;
      organization.mustAct('mission.approve', OWNER, { approval: approvalOf({ missionRevision }) });
      return organization;
    },
  };
  const PROBES: Readonly<Record<string, Intent>> = {
    'new-item': { kind: 'work.authorize', groupId: GROUP, form: { contract: contractOf({ goal: 'new' }) } },
    'propose-item': { kind: 'work.propose', groupId: GROUP, form: { contract: contractOf({ goal: 'new' }) } },
    'submit-mission': {
      kind: 'mission.submit_for_approval',
      groupId: GROUP,
      form: { artifactHashes: [CONTENT] },
    },
    'renew-coordinator': { kind: 'mission.renew_coordinator', groupId: GROUP, form: {} },
    'replace-coordinator': {
      kind: 'mission.assign_coordinator',
      groupId: GROUP,
      form: { coordinatorAgentId: SECOND_WORKER.id },
    },
    terminate: { kind: 'mission.terminate', groupId: GROUP, form: { reason: 'no way' } },
    'cancel-mission': { kind: 'mission.cancel', groupId: GROUP, form: { reason: 'enough' } },
    approve: { kind: 'mission.approve', groupId: GROUP, form: { comments: 'seen' } },
    'request-changes': { kind: 'mission.request_changes', groupId: GROUP, form: { feedback: 'more' } },
    'change-members': {
      kind: 'membership.change',
      groupId: GROUP,
      form: { member: SECOND_WORKER, role: 'observer', state: 'active' },
    },
    'post-message': {
      kind: 'message.post',
      groupId: GROUP,
      form: { conversationId: `${GROUP}:mission`, content: [{ type: 'text', text: 'hello' }] },
    },
    'follow-up': {
      kind: 'mission.create_follow_up',
      form: {
        ...missionPayload(),
        missionId: 'urn:heddle:test:mission:follow-up',
        newGroupId: 'urn:heddle:test:group:follow-up',
        followUpToMissionId: 'urn:heddle:test:mission:1',
      },
    },
  };
  for (const [name, scene] of Object.entries(MISSIONS)) {
    test(`${name}: enabled is what the rules accept`, () => {
      const organization = scene();
      const connection = deskOf(organization);
      const actions = missionActions(connection, GROUP);
      for (const { id, isEnabled } of actions) {
        const intent = PROBES[id];
        if (intent === undefined) continue;
        const { rejection } = openSheet(connection, intent, new IdBook((kind) => organization.newId(kind)));
        expect([id, rejection?.rule, isEnabled]).toEqual([id, rejection?.rule, rejection === undefined]);
      }
    });
  }

  test('reasons count what is left (F11)', () => {
    const organization = world('active');
    const submit = missionActions(deskOf(organization), GROUP).find(({ id }) => id === 'submit-mission');
    expect(submit?.reason).toEqual({ id: 'work-unfinished', values: { active: 1, open: 1 } });
    const empty = missionActions(deskOf(new SeededOrganization()), GROUP);
    expect(reasonOf(empty, 'submit-mission')).toBe('no-work');
    expect(reasonOf(empty, 'approve')).toBe('nothing-submitted');
    expect(reasonOf(empty, 'follow-up')).toBe('mission-not-approved');
  });
});
