// Payloads of the Commands that are about a Mission, its members and its Messages.
import type {
  Actor,
  Approval,
  CommandPayloads,
  ContextPackage,
  MessageContent,
} from '../../../protocol/generated/documents.ts';
import type { PartToSign } from '../../payload-parts.ts';
import { rootOf } from '../../../domain/mission-tree.ts';
import { type ContextTexts, createContextPackage } from '../../context-package.ts';
import type { DeskCommandKind } from './forms.ts';
import {
  type BuiltPayload,
  type PayloadBuilder,
  type PayloadInput,
  placeOfItem,
  unsignedPart,
} from './payload-input.ts';
import { ROLE_SCOPES } from './role-scopes.ts';

/** Begins the line of an Approval's comments that names a hash whose content was not looked at. */
export const UNSEEN_CONTENT = 'hash known, content not available: ';

/** As much of a goal as names a WorkItem in a sentence. */
const MAX_TITLE_CHARACTERS = 200;

/** Where a Mission does not name a version of its acceptance policy. */
const FIRST_POLICY_VERSION = '1.0.0';

type MissionPart = Extract<
  DeskCommandKind,
  `mission.${string}` | `membership.${string}` | `message.${string}`
>;

export const MISSION_PAYLOADS: { readonly [Kind in MissionPart]: PayloadBuilder<Kind> } = {
  'mission.create': (input) => ({ payload: newMission(input) }),
  'mission.create_follow_up': (input) => ({
    payload: { ...newMission(input), followUpToMissionId: input.form.followUpToMissionId },
  }),
  'mission.create_child': (input) => {
    const { parentWorkItemId, childFailurePolicy } = input.form;
    const { conversationId } = placeOfItem(input, parentWorkItemId);
    return {
      workItemId: parentWorkItemId,
      conversationId,
      payload: {
        ...newMission(input),
        parentWorkItemId,
        ...(childFailurePolicy === undefined ? {} : { childFailurePolicy }),
      },
    };
  },
  'mission.assign_coordinator': (input) => {
    const { contextPackage: texts, ...rest } = input.form;
    const made = texts === undefined ? undefined : completePackage(input, texts);
    if (made?.contextPackage === undefined) return { lacks: made?.lacks, payload: rest };
    const contextPackage = unsignedPart<ContextPackage>(made.contextPackage);
    return { signs: signedBy(input.packageAuthor), payload: { ...rest, contextPackage } };
  },
  'mission.renew_coordinator': ({ form }) => ({ payload: { ...form } }),
  'mission.submit_for_approval': ({ form, mission }) => ({
    expectedRevision: mission?.document.revision,
    payload: { ...form, artifactHashes: [...form.artifactHashes] },
  }),
  'mission.approve': (input) => {
    const { comments, rootApproval, unseenArtifactHashes = [] } = input.form;
    // Signed with the Approval: whoever reads it later knows what was looked at.
    const unseen = unseenArtifactHashes.map((hash) => `${UNSEEN_CONTENT}${hash}`);
    const answer = answerTo(
      input,
      'approved',
      [comments, ...unseen].filter((line) => line !== '').join('\n'),
      [],
    );
    if (rootApproval !== undefined) return { ...answer, payload: { ...answer.payload, rootApproval } };
    return withRootApproval(input, answer);
  },
  'mission.request_changes': (input) =>
    answerTo(input, 'changes_requested', input.form.feedback, input.form.conditions ?? []),
  'mission.cancel': ({ form }) => ({ payload: { ...form } }),
  'mission.terminate': ({ form }) => ({ payload: { ...form } }),
  'membership.change': changeMembership,
  'membership.end': ({ form }) => ({ payload: { ...form } }),
  'membership.grant_delegation': ({ form, ids }) => ({
    workItemId: form.targetWorkItemId,
    payload: {
      ...form,
      allowedCapabilities: [...form.allowedCapabilities],
      grantId: form.grantId ?? ids.get('grant'),
    },
  }),
  'message.post': ({ form, ids }) => {
    const { conversationId, mentions, references, ...rest } = form;
    return {
      conversationId,
      payload: {
        ...rest,
        messageId: form.messageId ?? ids.get('message'),
        ...(mentions === undefined ? {} : { mentions: [...mentions] }),
        ...(references === undefined ? {} : { references: [...references] }),
      },
    };
  },
  'message.correct': (input) => amend(input, input.form.content),
  'message.retract': (input) => amend(input, [{ type: 'text', text: input.form.reason }]),
  'message.redact': (input) => amend(input, [{ type: 'text', text: input.form.reason }]),
};

function newMission({
  form,
  ids,
}: PayloadInput<
  'mission.create' | 'mission.create_follow_up' | 'mission.create_child'
>): CommandPayloads['mission.create'] {
  const { title, permissions, coordinatorLeaseSeconds } = form;
  return {
    missionId: form.missionId ?? ids.get('mission'),
    groupId: form.newGroupId ?? ids.get('group'),
    coordinatorAgentId: form.coordinatorAgentId,
    objective: form.objective,
    definitionOfDone: [...form.definitionOfDone],
    budget: form.budget,
    deadline: form.deadline,
    approvalPolicy: form.approvalPolicy,
    ...(title === undefined ? {} : { title }),
    ...(permissions === undefined ? {} : { permissions: [...permissions] }),
    ...(coordinatorLeaseSeconds === undefined ? {} : { coordinatorLeaseSeconds }),
  };
}

/** The owner's answer names exactly what was submitted (MIS-011): nothing of it is for a person to type. */
function answerTo<Kind extends 'mission.approve' | 'mission.request_changes'>(
  { form, ids, mission, groupId, signer, now }: PayloadInput<Kind>,
  decision: 'approved' | 'changes_requested',
  comments: string,
  conditions: readonly string[],
): BuiltPayload<Kind> {
  const { document, submission } = mission ?? {};
  const approval = unsignedPart<Approval>({
    approvalId: form.approvalId ?? ids.get('approval'),
    kind: document?.parent === undefined ? 'mission_final' : 'child_mission',
    decision,
    missionId: document?.missionId ?? '',
    groupId,
    missionRevision: submission?.missionRevision ?? document?.revision ?? 0,
    artifactHashes: [...(submission?.artifactHashes ?? [])],
    acceptancePolicyVersion: document?.approvalPolicy.policyVersion ?? FIRST_POLICY_VERSION,
    approver: signer,
    comments,
    conditions: [...conditions],
    occurredAt: now.text,
  });
  return {
    expectedRevision: document?.revision,
    signs: [{ kind: 'approval', path: ['approval'], by: signer }],
    payload: { approval },
  };
}

/**
 * A child needs the human at the root beside its owner where its policy says so, and where its owner is its Coordinator
 * (CHD-005, CRD-006): where that human is here, it signs with the same Command.
 */
function withRootApproval(
  { world, mission, ids, isHere }: PayloadInput<'mission.approve'>,
  answer: BuiltPayload<'mission.approve'>,
): BuiltPayload<'mission.approve'> {
  if (mission?.document.parent === undefined) return answer;
  const { approvalPolicy, missionOwner, coordinator } = mission.document;
  if (!approvalPolicy.finalHumanApproval && missionOwner.id !== coordinator.agentId) return answer;
  const approver = rootOf(world, mission).document.missionOwner;
  if (!isHere(approver)) return { ...answer, lacks: 'root-owner' };
  const rootApproval: Approval = {
    ...answer.payload.approval,
    approvalId: ids.get('root-approval'),
    kind: 'mission_final',
    approver,
  };
  return {
    ...answer,
    signs: [...(answer.signs ?? []), { kind: 'approval', path: ['rootApproval'], by: approver }],
    payload: { ...answer.payload, rootApproval },
  };
}

function changeMembership(input: PayloadInput<'membership.change'>): BuiltPayload<'membership.change'> {
  const { contextPackage: texts, signedContextPackage, scopes, ...rest } = input.form;
  const made = texts === undefined ? undefined : completePackage(input, texts);
  const given = signedContextPackage ?? made?.contextPackage;
  const { packageAuthor } = input;
  return {
    ...(made?.contextPackage === undefined ? {} : { signs: signedBy(packageAuthor) }),
    lacks: made?.lacks,
    payload: {
      ...rest,
      scopes: [...(scopes ?? ROLE_SCOPES[rest.role])],
      ...(made?.visibilityStartSequence === undefined || rest.visibilityStartSequence !== undefined
        ? {}
        : { visibilityStartSequence: made.visibilityStartSequence }),
      ...(given === undefined
        ? {}
        : {
            contextPackageId: given.contextPackageId,
            contextPackage: unsignedPart<ContextPackage>(given),
          }),
    },
  };
}

function signedBy(packageAuthor: Actor | undefined): readonly PartToSign[] {
  return packageAuthor === undefined
    ? []
    : [{ kind: 'context-package', path: ['contextPackage'], by: packageAuthor }];
}

/** A package from what a person has written, and from where on its reader has to see the log (MEM-005). */
function completePackage(
  { world, groupId, mission, ids, now, history, packageAuthor }: Omit<PayloadInput<DeskCommandKind>, 'form'>,
  texts: ContextTexts,
) {
  if (packageAuthor === undefined) return { lacks: 'package-author' as const };
  const { workItemId } = texts;
  const contractOf = (id: string) => world.get('workItem', groupId, id)?.document.contract;
  const contextPackage = createContextPackage(texts, {
    world,
    groupId,
    missionId: mission?.document.missionId ?? '',
    history: history?.recent ?? [],
    previous: history?.packageFor(workItemId),
    contextPackageId: ids.get('context-package'),
    generatedBy: packageAuthor.id,
    now,
    titleOf: (id) => (contractOf(id)?.goal ?? id).slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
  });
  if (contextPackage === undefined) return { lacks: 'log' as const };
  const needed = workItemId === undefined ? [] : (contractOf(workItemId)?.dependencyWorkItemIds ?? []);
  const results = needed.flatMap((id) => history?.resultAt(id) ?? []);
  const visibilityStartSequence = results.length === 0 ? undefined : Math.min(...results);
  return { contextPackage, visibilityStartSequence };
}

type Amendment = 'message.correct' | 'message.retract' | 'message.redact';

function amend<Kind extends Amendment, Content extends MessageContent>(
  { form, ids, world, groupId }: PayloadInput<Kind>,
  content: Content,
) {
  const { targetMessageId, reason } = form;
  return {
    conversationId: world.get('message', groupId, targetMessageId)?.conversationId,
    payload: { messageId: form.messageId ?? ids.get('message'), targetMessageId, reason, content },
  };
}
