// What a Command is about: the objects that it makes or changes, and those that it only relies on. Commands that share one
// depend on each other.
import type { CommandKind } from '../../../domain/decision.ts';
import { memberKey } from '../../../domain/world.ts';
import type { CommandPayloads } from '../../../protocol/generated/documents.ts';
import type { CommandDraft } from '../../command-draft.ts';

/** An object by its kind and id. A Mission is named by its Group. */
export interface ObjectName {
  readonly type: 'mission' | 'workItem' | 'member' | 'proposal' | 'message' | 'grant' | 'override' | 'agent';
  readonly groupId: string;
  readonly id: string;
}

/** The objects of one Command. */
export interface CommandObjects {
  /** The one that a sheet is about and whose revision it expects. */
  readonly target: ObjectName;
  /** All that it makes or changes. */
  readonly changes: readonly ObjectName[];
  /** All that has to be there as it is. */
  readonly needs: readonly ObjectName[];
}

interface Reading<Kind extends CommandKind> {
  readonly groupId: string;
  readonly payload: CommandPayloads[Kind];
  readonly name: (type: ObjectName['type'], id: string) => ObjectName;
}

type Reader<Kind extends CommandKind> = (reading: Reading<Kind>) => {
  readonly target: ObjectName;
  readonly changes?: readonly ObjectName[];
  readonly needs?: readonly (ObjectName | undefined)[];
};

const onMission: Reader<CommandKind> = ({ name, groupId }) => ({ target: name('mission', groupId) });

const onItem = ({
  name,
  payload,
}: {
  readonly name: Reading<CommandKind>['name'];
  readonly payload: { readonly workItemId: string };
}) => ({ target: name('workItem', payload.workItemId) });

const onNewMission: Reader<'mission.create' | 'mission.create_follow_up'> = ({ payload }) => ({
  target: { type: 'mission', groupId: payload.groupId, id: payload.groupId },
});

/** A correction is about the Message that it corrects. */
const onAmendment: Reader<'message.correct' | 'message.retract' | 'message.redact'> = ({
  name,
  payload,
}) => ({
  target: name('message', payload.targetMessageId),
  changes: [name('message', payload.messageId)],
});

const READERS: { readonly [Kind in CommandKind]: Reader<Kind> } = {
  'mission.create': onNewMission,
  'mission.create_follow_up': onNewMission,
  'mission.create_child': ({ name, payload }) => ({
    target: name('workItem', payload.parentWorkItemId),
    changes: [{ type: 'mission', groupId: payload.groupId, id: payload.groupId }],
  }),
  'mission.assign_coordinator': onMission,
  'mission.renew_coordinator': onMission,
  'mission.submit_for_approval': onMission,
  'mission.approve': onMission,
  'mission.request_changes': onMission,
  'mission.cancel': onMission,
  'mission.terminate': onMission,
  'membership.change': ({ name, payload }) => ({ target: name('member', memberKey(payload.member)) }),
  'membership.end': ({ name, payload }) => ({ target: name('member', memberKey(payload.member)) }),
  'membership.grant_delegation': ({ name, payload }) => ({
    target: name('grant', payload.grantId),
    needs: [
      name('workItem', payload.targetWorkItemId),
      name('member', memberKey({ type: 'agent', id: payload.granteeAgentId })),
    ],
  }),
  'message.post': ({ name, payload }) => ({ target: name('message', payload.messageId) }),
  'message.correct': onAmendment,
  'message.retract': onAmendment,
  'message.redact': onAmendment,
  'work.propose': ({ name, payload }) => ({
    target: name('proposal', payload.proposalId),
    needs: [
      ...payload.contract.dependencyWorkItemIds.map((id) => name('workItem', id)),
      payload.parentWorkItemId === undefined ? undefined : name('workItem', payload.parentWorkItemId),
    ],
  }),
  'work.authorize': ({ name, payload }) => ({
    target: name('workItem', payload.workItemId),
    changes: payload.proposalId === undefined ? [] : [name('proposal', payload.proposalId)],
    needs: [
      ...payload.contract.dependencyWorkItemIds.map((id) => name('workItem', id)),
      payload.parentWorkItemId === undefined ? undefined : name('workItem', payload.parentWorkItemId),
      payload.delegationGrantId === undefined ? undefined : name('grant', payload.delegationGrantId),
    ],
  }),
  'work.offer': ({ name, payload }) => ({
    target: name('workItem', payload.workItemId),
    needs: [
      ...payload.offers.map(({ agentId }) => name('member', memberKey({ type: 'agent', id: agentId }))),
      ...(payload.contract?.dependencyWorkItemIds ?? []).map((id) => name('workItem', id)),
      payload.delegationGrantId === undefined ? undefined : name('grant', payload.delegationGrantId),
    ],
  }),
  'work.accept_offer': onItem,
  'work.start': onItem,
  'work.checkpoint': onItem,
  'work.block': onItem,
  'work.unblock': onItem,
  'work.submit': onItem,
  'work.accept_result': onItem,
  'work.fail': onItem,
  'work.cancel': onItem,
  'artifact.publish': ({ name, payload }) => ({ target: name('workItem', payload.artifact.workItemId) }),
  'approval.grant_execution': ({ name, payload }) => ({
    target: name('workItem', payload.approval.workItemId ?? ''),
  }),
  'policy.grant_cooperation_override': ({ name, payload }) => ({
    target: name('override', payload.grantId),
    needs: [name('member', memberKey(payload.beneficiary))],
  }),
  'ext.missionweaveprotocol.core.work_dependency_add': ({ name, payload }) => ({
    target: name('workItem', payload.workItemId),
    needs: [name('workItem', payload.dependencyId)],
  }),
  'ext.missionweaveprotocol.core.work_execution_lease_renew': onItem,
  'ext.missionweaveprotocol.core.resource_usage_record': onItem,
  'ext.missionweaveprotocol.core.group_archive': onMission,
  'ext.missionweaveprotocol.identity.session_open': ({ name, payload }) => ({
    target: name('agent', payload.agentId),
  }),
  'ext.missionweaveprotocol.registry.agent_card_register': ({ name, payload }) => ({
    target: name('agent', payload.card.agentId),
  }),
};

/** The objects that a Command is about. */
export function objectsOf({ kind, groupId, payload }: CommandDraft): CommandObjects {
  // The payload's type follows from the kind, which the table ties to its reader.
  const read = READERS[kind] as Reader<never>;
  const name = (type: ObjectName['type'], id: string): ObjectName => ({ type, groupId, id });
  const { target, changes = [], needs = [] } = read({ groupId, payload: payload as never, name });
  return {
    target,
    changes: [target, ...changes],
    needs: needs.filter((need) => need !== undefined),
  };
}

/** Objects as keys of a map; identifiers hold no space, so the join is unambiguous. */
export function objectKey({ type, groupId, id }: ObjectName): string {
  return `${type} ${groupId} ${id}`;
}

/** Messages oblige nobody and stand for themselves (MSG-003), so a refusal before them does not hold them. */
export function isIndependent(kind: CommandKind): boolean {
  return kind === 'message.post';
}
