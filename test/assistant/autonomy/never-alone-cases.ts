// The half of the autonomy corpus about what is never done alone, under a matrix that allows everything it can.

import type {
  AutonomyConnection,
  ProposedAct,
} from '../../../core/coordinator/assistant/autonomy/proposed-act.ts';

import { identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import { ROLE_SCOPES } from '../../../core/coordinator/desk/intent/role-scopes.ts';

import {
  approvalOf,
  CHILD_COORDINATOR,
  CHILD_GROUP,
  childPayload,
} from '../../../core/domain/seeded-missions.test-data.ts';
import { ITEM as SEEDED_ITEM, seedWorkItem, setMission } from '../../../core/domain/seeded-work.test-data.ts';
import {
  COORDINATOR,
  contractOf,
  GROUP,
  membershipOf,
  OWNER,
  STRANGER,
  WORKER,
  SeededOrganization,
} from '../../../core/domain/seeded-world.test-data.ts';
import {
  bringTo,
  evidenceOf,
  ITEM,
  offerPayload,
  reviewOf,
  CONTENT,
  OTHER_CONTENT,
} from '../../../core/domain/work-scenes.test-data.ts';
import type { CommandPayloads, WorkContract } from '../../../core/protocol/generated/documents.ts';
import { reviewConstraint } from '../../../core/coordinator/assistant/review-mark.ts';
import { OverlayWorld } from '../../../core/domain/world.ts';
import { actFor, connectionOf, matrixOf, organizationWith, settingsOf } from './scenes.ts';

import { type AutonomyCase, child, EVERYTHING, open } from './cases.ts';

function contractChange(changes: Partial<WorkContract>): ProposedAct {
  const contract = contractOf({ contractVersion: 2, ...changes });
  return actFor('work.offer', offerPayload([WORKER], { contract }));
}

/** The whole matrix, about an open WorkItem. */
const everything = (act: ProposedAct): ReturnType<AutonomyCase['make']> => [
  act,
  connectionOf(open()),
  settingsOf(matrixOf([EVERYTHING])),
];

const widens = (what: string) => ({ why: [{ id: 'widens', values: { what } }] });

function membership(
  changes: Partial<CommandPayloads['membership.change']>,
): CommandPayloads['membership.change'] {
  return {
    member: STRANGER,
    role: 'worker',
    state: 'provisional',
    scopes: [...ROLE_SCOPES.worker],
    ...changes,
  };
}

/** An acceptance of the submitted item. */
function acceptance(
  evidence: CommandPayloads['work.accept_result']['evidence'],
  contract: Partial<WorkContract> = {},
  connection: Partial<AutonomyConnection> = {},
): ReturnType<AutonomyCase['make']> {
  const organization = organizationWith((each) => bringTo(each, 'submitted', contract));
  return [
    actFor('work.accept_result', { workItemId: ITEM, evidence }),
    connectionOf(organization, connection),
    settingsOf(matrixOf([EVERYTHING])),
  ];
}

const REVIEW = 'urn:heddle:test:work:review';
const ASSESSMENT = 'urn:heddle:test:evidence:assessment';

const JUDGED: Partial<WorkContract> = {
  acceptanceCriteria: [
    { criterionId: 'complete', description: 'no file is missing', evidenceRequired: ['reviewer_assessment'] },
  ],
};

const childApproval = (changes: Partial<CommandPayloads['mission.approve']> = {}) =>
  actFor(
    'mission.approve',
    {
      approval: approvalOf({ kind: 'child_mission', groupId: CHILD_GROUP, approver: COORDINATOR }),
      ...changes,
    },
    { groupId: CHILD_GROUP },
  );

/** An acceptance whose own Evidence cites the assessment of a reviewer, in a WorkItem of its own. */
function cited({
  state = 'verified',
  inputArtifacts = [CONTENT],
  evidenceIds = [ASSESSMENT],
}: {
  readonly state?: 'verified' | 'submitted';
  readonly inputArtifacts?: string[];
  readonly evidenceIds?: string[];
}): ReturnType<AutonomyCase['make']> {
  const [act, connection, settings] = acceptance(
    [reviewOf({ details: { evidenceIds: [ASSESSMENT] } })],
    JUDGED,
  );
  const organization = new SeededOrganization();
  const contract = contractOf({ inputArtifacts, constraints: reviewConstraint(ITEM) });
  const owner = CHILD_COORDINATOR;
  const record = seedWorkItem(organization, { state, workItemId: REVIEW, owner, contract });
  const { document } = record;
  const submission = { artifactHashes: [OTHER_CONTENT], evidenceIds, submittedAt: document.createdAt };
  const world = new OverlayWorld(connection.world);
  world.put('workItem', GROUP, REVIEW, { ...record, document: { ...document, submission } });
  const assessment = reviewOf({ evidenceId: ASSESSMENT, workItemId: REVIEW, generatedBy: owner });
  world.put('evidence', GROUP, ASSESSMENT, assessment);
  return [act, { ...connection, world }, settings];
}

/** Work that was submitted with nothing but an assessment that speaks against something; the review of other work where so said. */
function condemned(constraints: WorkContract['constraints']): ReturnType<AutonomyCase['make']> {
  const [act, connection, settings] = acceptance(
    [reviewOf()],
    constraints === undefined ? {} : { constraints },
  );
  const world = new OverlayWorld(connection.world);
  const record = world.get('workItem', GROUP, ITEM);
  if (record === undefined) throw new Error('the work was submitted');
  const { document } = record;
  const submission = {
    artifactHashes: [CONTENT],
    evidenceIds: [ASSESSMENT],
    submittedAt: document.createdAt,
  };
  world.put('workItem', GROUP, ITEM, { ...record, document: { ...document, submission } });
  const assessment = reviewOf({ evidenceId: ASSESSMENT, generatedBy: WORKER, result: 'failed' });
  world.put('evidence', GROUP, ASSESSMENT, assessment);
  return [act, { ...connection, world }, settings];
}

export const NEVER_ALONE_CASES: readonly AutonomyCase[] = [
  {
    name: 'APV-001: the final Approval of a Mission is never given alone',
    make: () => everything(actFor('mission.approve', { approval: approvalOf() }, { signer: OWNER })),
    expected: {
      why: [
        { id: 'human-signature', values: { actorId: OWNER.id } },
        { id: 'final-approval', values: {} },
        { id: 'own-output', values: { criterionId: undefined } },
      ],
    },
  },
  {
    name: 'MIS-011: the Coordinator approves the child that it has ordered from another',
    make: () => [childApproval(), connectionOf(child()), settingsOf(matrixOf([EVERYTHING]))],
    expected: { rule: 'rule-1' },
  },
  {
    name: 'OPEN-058: a child whose root human has to agree is not approved alone',
    make: () => [
      childApproval(),
      connectionOf(
        child((organization) => {
          setMission(
            organization,
            { approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true } },
            CHILD_GROUP,
          );
        }),
      ),
      settingsOf(matrixOf([EVERYTHING])),
    ],
    expected: { why: [{ id: 'final-approval', values: {} }] },
  },
  {
    name: 'a child that is coordinated from here too is not approved from here alone',
    make: () => [
      childApproval(),
      connectionOf(child(), { identities: [identityFor(COORDINATOR), identityFor(CHILD_COORDINATOR)] }),
      settingsOf(matrixOf([EVERYTHING])),
    ],
    expected: { why: [{ id: 'own-output', values: { criterionId: undefined } }] },
  },
  {
    name: 'EVI-004: a review by a human is never made alone',
    make: () =>
      acceptance([reviewOf({ type: 'human_review', generatedBy: OWNER })], {
        acceptanceCriteria: [
          { criterionId: 'complete', description: 'no file is missing', evidenceRequired: ['human_review'] },
        ],
      }),
    expected: { why: [{ id: 'human-review', values: {} }] },
  },
  {
    name: 'a document inside that a human signs needs the human',
    make: () =>
      everything(
        actFor('mission.renew_coordinator', {}, { signs: [{ kind: 'evidence', path: [], by: OWNER }] }),
      ),
    expected: { why: [{ id: 'human-signature', values: { actorId: OWNER.id } }] },
  },
  {
    name: 'REG-001: cards and keys are never touched',
    make: () =>
      everything(actFor('ext.missionweaveprotocol.identity.session_open', { agentId: COORDINATOR.id })),
    expected: { why: [{ id: 'act-class', values: { because: 'identity' } }] },
  },
  {
    name: 'APV-004: an Execution Approval is given by a human',
    make: () =>
      everything(
        actFor('approval.grant_execution', {
          approval: approvalOf({ kind: 'work_execution' }),
          ownershipEpoch: 1,
          operations: ['read'],
          resources: [],
          budget: { toolCallLimit: 1 },
          expiresAt: '2026-05-04T10:00:00Z',
        }),
      ),
    expected: { why: [{ id: 'act-class', values: { because: 'human' } }] },
  },
  {
    name: 'POL-010: an override lifts a limit, so it is never granted alone',
    make: () =>
      everything(
        actFor('policy.grant_cooperation_override', {
          grantId: 'urn:heddle:test:override:1',
          policyName: 'message_rate',
          beneficiary: WORKER,
          targetCommandKind: 'message.post',
          targetActionId: 'urn:heddle:test:action:later',
          reason: 'it is urgent',
          expiresAt: '2026-05-04T10:00:00Z',
        }),
      ),
    expected: { why: [{ id: 'act-class', values: { because: 'hands-on-rights' } }] },
  },
  {
    name: 'MEM-010: a Worker with its usual scopes is invited',
    make: () => everything(actFor('membership.change', membership({}))),
    expected: { rule: 'rule-1' },
  },
  {
    name: 'MEM-010: a Worker with more than the usual scopes is not',
    make: () =>
      everything(actFor('membership.change', membership({ scopes: ['message.post', 'work.authorize'] }))),
    expected: widens('scopes'),
  },
  {
    name: 'nobody is made a delegate alone',
    make: () =>
      everything(
        actFor('membership.change', membership({ role: 'work_delegate', scopes: ['work.propose'] })),
      ),
    expected: widens('role'),
  },
  {
    name: 'MEM-005: a member is not shown more of the log than before',
    make: () => [
      actFor('membership.change', membership({ member: WORKER, visibilityStartSequence: 3 })),
      connectionOf(
        organizationWith((organization) => {
          const value = membershipOf(WORKER, 'worker', { visibilityStartSequence: 7 });
          const { membershipId: id } = value;
          organization.world.apply([{ kind: 'membership', groupId: GROUP, id, value }]);
        }),
      ),
      settingsOf(matrixOf([EVERYTHING])),
    ],
    expected: widens('history'),
  },
  {
    name: 'a revised contract with more money is not offered alone',
    make: () =>
      everything(
        contractChange({
          budget: { currency: 'EUR', financialLimit: 10.5, toolCallLimit: 100, modelTokenLimit: 1_000 },
        }),
      ),
    expected: widens('budget'),
  },
  {
    name: 'a revised contract with a later deadline is not offered alone',
    make: () => everything(contractChange({ deadline: '2026-05-05T09:00:01Z' })),
    expected: widens('deadline'),
  },
  {
    name: 'a revised contract with one more operation is not offered alone',
    make: () =>
      everything(
        contractChange({
          allowedResources: [
            { resource: 'urn:heddle:test:resource:input-folder', operations: ['read', 'files.read'] },
          ],
        }),
      ),
    expected: widens('resources'),
  },
  {
    name: 'a revised contract with less proof is not offered alone',
    make: () =>
      everything(
        contractChange({
          acceptanceCriteria: [
            {
              criterionId: 'complete',
              description: 'some files are listed',
              evidenceRequired: ['deterministic_test'],
            },
          ],
        }),
      ),
    expected: widens('proof'),
  },
  {
    name: 'a revised contract that only narrows is offered',
    make: () =>
      everything(
        contractChange({
          deadline: '2026-05-05T08:00:00Z',
          budget: { currency: 'EUR', financialLimit: 9, toolCallLimit: 100 },
        }),
      ),
    expected: { rule: 'rule-1' },
  },
  {
    name: 'a revised contract may say what to correct and where to go on',
    make: () =>
      everything(
        contractChange({ constraints: { corrections: ['a row is missing'], resumeFrom: 'urn:a:1' } }),
      ),
    expected: { rule: 'rule-1' },
  },
  {
    name: 'a revised contract with other checks is not offered alone',
    make: () => everything(contractChange({ constraints: { checks: [] } })),
    expected: widens('constraints'),
  },
  {
    name: 'CHD-002: a child that is permitted more than its parent is not created alone',
    make: () => [
      actFor('mission.create_child', childPayload({ permissions: ['read', 'payment.send'] })),
      connectionOf(organizationWith((each) => seedWorkItem(each, { state: 'open' }))),
      settingsOf(matrixOf([EVERYTHING])),
    ],
    expected: widens('permissions'),
  },
  {
    name: 'a child without the gate before risky work is not created alone',
    make: () => [
      actFor(
        'mission.create_child',
        childPayload({ approvalPolicy: { finalHumanApproval: false, highRiskExecutionApproval: false } }),
      ),
      connectionOf(organizationWith((each) => seedWorkItem(each, { state: 'open' }))),
      settingsOf(matrixOf([EVERYTHING])),
    ],
    expected: widens('approvals'),
  },
  {
    name: 'CHD-002: a child that narrows is created, and commits its budget for the parent WorkItem',
    make: () => [
      actFor('mission.create_child', childPayload({ permissions: ['read'] })),
      connectionOf(
        organizationWith((each) => seedWorkItem(each, { state: 'open', workItemId: SEEDED_ITEM })),
      ),
      settingsOf(
        matrixOf([{ acts: ['mission.create_child'], each: { money: 5, currency: 'EUR', toolCalls: 50 } }]),
      ),
    ],
    expected: { rule: 'rule-1' },
  },
  {
    name: 'EVI-005: a result that its Worker has proven is accepted',
    make: () => acceptance([reviewOf()]),
    expected: { rule: 'rule-1' },
  },
  {
    name: 'CRD-006: an acceptance that rests on the own judgement alone is left to a person',
    make: () => acceptance([reviewOf()], JUDGED),
    expected: { why: [{ id: 'own-output', values: { criterionId: 'complete' } }] },
  },
  {
    name: 'CRD-006: the judgement of the producer does not count either',
    make: () =>
      acceptance(
        [
          reviewOf(),
          evidenceOf({ evidenceId: 'urn:heddle:test:evidence:self', type: 'reviewer_assessment' }),
        ],
        JUDGED,
      ),
    expected: { why: [{ id: 'own-output', values: { criterionId: 'complete' } }] },
  },
  {
    name: 'CRD-006: an independent judgement does',
    make: () =>
      acceptance(
        [reviewOf({ evidenceId: 'urn:heddle:test:evidence:other', generatedBy: CHILD_COORDINATOR })],
        JUDGED,
      ),
    expected: { rule: 'rule-1' },
  },
  {
    name: 'CRD-006: nor does a citation of a review that nobody has accepted',
    make: () => cited({ state: 'submitted' }),
    expected: { why: [{ id: 'own-output', values: { criterionId: 'complete' } }] },
  },
  {
    name: 'CRD-006: nor one of a review of an earlier submission',
    make: () => cited({ inputArtifacts: [OTHER_CONTENT] }),
    expected: { why: [{ id: 'own-output', values: { criterionId: 'complete' } }] },
  },
  {
    name: 'CRD-006: nor one of Evidence that the review has not submitted',
    make: () => cited({ evidenceIds: ['urn:heddle:test:evidence:another'] }),
    expected: { why: [{ id: 'own-output', values: { criterionId: 'complete' } }] },
  },
  {
    name: 'CRD-006: an accepted review of this submission may be cited',
    make: () => cited({}),
    expected: { rule: 'rule-1' },
  },
  {
    name: 'CRD-006: a review is the work of its reviewer, also where it speaks against what it is about',
    make: () => condemned(reviewConstraint('urn:heddle:test:work:reviewed')),
    expected: { rule: 'rule-1' },
  },
  {
    name: 'CRD-006: an assessment against other work does not speak for it',
    make: () => condemned(undefined),
    expected: { why: [{ id: 'own-output', values: { criterionId: 'complete' } }] },
  },
  {
    name: 'a result of an Agent on this desk is not accepted here alone',
    make: () => acceptance([reviewOf()], {}, { identities: [identityFor(COORDINATOR), identityFor(WORKER)] }),
    expected: { why: [{ id: 'own-output', values: { criterionId: undefined } }] },
  },
  {
    name: 'a text of a language model is never sent alone',
    make: () =>
      everything(
        actFor(
          'message.post',
          {
            messageId: 'urn:heddle:test:message:1',
            content: [{ type: 'text', text: 'Please begin.' }],
          },
          { hasModelText: true },
        ),
      ),
    expected: { why: [{ id: 'model-text', values: {} }] },
  },
];
