// From a checked brief to a plan: who does what under which ids. A plan is plain data; whoever runs it keeps it, and
// every id of the run follows from it, so a run can be taken up again from the log alone.
import { checkSchema } from '../../protocol/schema.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import type { CommandPayloads } from '../../protocol/generated/documents.ts';
import type { Brief, BriefMission } from './brief.ts';

export interface BriefPlan {
  readonly brief: Brief;
  readonly missionId: string;
  readonly groupId: string;
  /** The human who owns the Mission. */
  readonly ownerId: string;
  readonly coordinatorAgentId: string;
  /** In the order of the brief. */
  readonly workers: readonly PlannedWorker[];
}

export interface PlannedWorker {
  readonly name: string;
  readonly agentId: string;
  readonly slots: number;
}

export interface PlanBriefOptions {
  /** A new id; all others are made from it. */
  readonly missionId: string;
  readonly ownerId: string;
  readonly coordinatorAgentId: string;
  /** The Agent behind each Worker of the brief that is started for it, by its name. */
  readonly agentIds: ReadonlyMap<string, string>;
}

/** Why a brief cannot be planned; none of this comes from the brief's own text. */
export type PlanFault =
  | { readonly reason: 'invalid-id'; readonly id: string }
  | { readonly reason: 'no-agent'; readonly worker: string }
  /** Two Workers of a brief are two Agents: a reviewer would be its own producer otherwise. */
  | { readonly reason: 'same-agent'; readonly workers: readonly [string, string] };

/** Binds a brief to ids and Agents. */
export function planBrief(brief: Brief, options: PlanBriefOptions): Result<BriefPlan, PlanFault> {
  const { missionId, ownerId, coordinatorAgentId, agentIds } = options;
  const workers: PlannedWorker[] = [];
  for (const { name, source, slots } of brief.workers) {
    const agentId = 'agentId' in source ? source.agentId : agentIds.get(name);
    if (agentId === undefined) return refuse({ reason: 'no-agent', worker: name });
    const other = workers.find((each) => each.agentId === agentId);
    if (other !== undefined) return refuse({ reason: 'same-agent', workers: [other.name, name] });
    workers.push({ name, agentId, slots });
  }
  const longest = proposalIdOf(reviewIdOf(longestIdOf(missionId, brief.mission), 9_999));
  for (const id of [ownerId, coordinatorAgentId, missionId, longest]) {
    if (checkSchema('id', id) !== undefined) return refuse({ reason: 'invalid-id', id });
  }
  return accept({ brief, missionId, groupId: groupIdOf(missionId), ownerId, coordinatorAgentId, workers });
}

function longestIdOf(missionId: string, { work }: BriefMission): string {
  const ids = work.map(({ name, child }) => {
    const workItemId = workItemIdOf(missionId, name, 999);
    return child === undefined ? workItemId : longestIdOf(childIdOf(workItemId, 999), child.mission);
  });
  return ids.toSorted((a, b) => b.length - a.length)[0] ?? missionId;
}

/** The Group of a Mission. */
export function groupIdOf(missionId: string): string {
  return `${missionId}:group`;
}

/** A WorkItem of a Mission; `generation` counts how often it was asked for anew after the result was sent back. */
export function workItemIdOf(missionId: string, name: string, generation: number): string {
  return `${missionId}:work:${name}${generation === 0 ? '' : `:again-${generation}`}`;
}

/** The review of what an owner of a WorkItem has submitted. */
export function reviewIdOf(workItemId: string, ownershipEpoch: number): string {
  return `${workItemId}:review-${ownershipEpoch}`;
}

/** The Work Proposal by which a person is asked to authorize a WorkItem of the plan. */
export function proposalIdOf(workItemId: string): string {
  return `${workItemId}:proposal`;
}

/** The child Mission of a WorkItem; `former` counts those that came to nothing. */
export function childIdOf(workItemId: string, former: number): string {
  return `${workItemId}:mission${former === 0 ? '' : `-${former + 1}`}`;
}

/** The Command with which the human begins the Mission (CMD-101). */
export function missionPayloadOf(plan: BriefPlan): CommandPayloads['mission.create'] {
  const { brief, missionId, groupId, coordinatorAgentId } = plan;
  return {
    missionId,
    groupId,
    coordinatorAgentId,
    title: brief.title,
    ...describeMission(plan, brief.mission),
    approvalPolicy: approvalPolicyOf(brief, true),
    coordinatorLeaseSeconds: brief.coordinatorLeaseSeconds,
  };
}

/** What root and child say alike. */
export function describeMission({ brief }: BriefPlan, mission: BriefMission) {
  return {
    objective: mission.objective,
    definitionOfDone: mission.definitionOfDone.map(({ id, text, evidence }) => ({
      criterionId: id,
      description: text,
      evidenceRequired: [...evidence],
    })),
    budget: mission.budget,
    deadline: mission.deadline,
    permissions: [...mission.permissions],
    coordinatorLeaseSeconds: brief.coordinatorLeaseSeconds,
  };
}

/** A root is approved by a human; a child by its parent's Coordinator with the human beside it where that is the same. */
export function approvalPolicyOf(
  { approvalPolicyVersion }: Brief,
  finalHumanApproval: boolean,
): CommandPayloads['mission.create']['approvalPolicy'] {
  return {
    finalHumanApproval,
    highRiskExecutionApproval: true,
    ...(approvalPolicyVersion === undefined ? {} : { policyVersion: approvalPolicyVersion }),
  };
}
