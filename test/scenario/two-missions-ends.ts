// How the Missions of the story end: the child's by its parent's Coordinator, those of the humans by exact Approvals, one of
// them after changes.
import type { Approval, Event } from '../../core/protocol/generated/documents.ts';
import { MissionLead } from './mission-lead.ts';
import { approvalOf } from './mission-owner.ts';
import type { ScenarioStage } from './scenario-stage.ts';
import type { Cast, Child } from './two-missions.ts';

/** The Coordinator of amber, as the MissionOwner of cobalt, approves it; nobody else can. */
export async function approveChild(deputy: MissionLead, { part, lead, deep }: Child) {
  const artifactHashes = await lead.accept(part);
  await lead.submit(artifactHashes);
  const owned = new MissionLead(deputy.agent, lead.mission);
  const { payload } = await owned.until('mission.submitted_for_approval');
  const { missionRevision } = payload as { readonly missionRevision: number };
  const answer: Partial<Approval> = {
    kind: 'child_mission',
    missionRevision,
    artifactHashes: [...artifactHashes],
  };
  const ownWork = await lead.agent.submit({
    kind: 'mission.approve',
    groupId: lead.mission.groupId,
    payload: { approval: approvalOf(lead.agent, lead.mission, answer) },
  });
  const approval = approvalOf(deputy.agent, lead.mission, answer);
  await owned.act('mission.approve', { approval });
  await deputy.until('work.result.accepted', deep);
  return { artifactHashes, approval, ownWork };
}

/** Submitted with everything; approved as it is and not otherwise. */
export async function finishAmber(
  { amberOwner, basaltOwner }: Cast,
  deputy: MissionLead,
  artifactHashes: readonly string[],
) {
  const { mission } = deputy;
  const { groupId } = mission;
  await deputy.submit(artifactHashes);
  const fewer = await amberOwner.answer(mission, { artifactHashes: artifactHashes.slice(1) });
  const { missionRevision } = fewer.approval;
  const whole = { missionRevision, artifactHashes: [...artifactHashes] };
  const other = { approval: approvalOf(basaltOwner, mission, whole) };
  const refused = {
    fewer: await amberOwner.refusalOf(groupId, 'mission.approve', fewer),
    stranger: await basaltOwner.refusalOf(groupId, 'mission.approve', other),
  };
  // A set has no order.
  const exact = await amberOwner.answer(mission, { artifactHashes: artifactHashes.toReversed() });
  const approved: Event = await amberOwner.act(groupId, 'mission.approve', exact, 1);
  return { artifactHashes, refused, approved, approval: exact.approval };
}

/** Submitted, sent back, done anew in part, submitted again; only the second submission can still be approved. */
export async function finishBasalt(
  stage: ScenarioStage,
  { basaltOwner, shared }: Cast,
  {
    basalt,
    first,
    urgent,
  }: { readonly basalt: MissionLead; readonly first: string; readonly urgent: string },
) {
  const { mission } = basalt;
  const { groupId } = mission;
  const kept = await basalt.accept(urgent);
  const replaced = await basalt.accept(first);
  await basalt.submit([...replaced, ...kept]);
  // Would have been right; it comes too late.
  const early = await basaltOwner.answer(mission);
  const comments = 'say it again, and shorter';
  const changes = await basaltOwner.answer(mission, { decision: 'changes_requested', comments });
  await basaltOwner.act(groupId, 'mission.request_changes', changes, 1);
  await basalt.until('mission.changes_requested');
  const between = await basaltOwner.refusalOf(groupId, 'mission.approve', early);

  await stage.order('basalt-again', 'write it shorter', 'finish');
  const again = await basalt.assign('basalt-again', 'high', shared);
  const artifactHashes = [...kept, ...(await basalt.accept(again))];
  await basalt.submit(artifactHashes);
  const oldSet = await basaltOwner.answer(mission, { artifactHashes: early.approval.artifactHashes });
  const { missionRevision } = early.approval;
  const oldRevision = await basaltOwner.answer(mission, { missionRevision });
  const refused = {
    between,
    early: await basaltOwner.refusalOf(groupId, 'mission.approve', early),
    oldRevision: await basaltOwner.refusalOf(groupId, 'mission.approve', oldRevision),
    oldSet: await basaltOwner.refusalOf(groupId, 'mission.approve', oldSet),
  };
  const exact = await basaltOwner.answer(mission);
  await basaltOwner.act(groupId, 'mission.approve', exact, 1);
  return { again, artifactHashes, refused, changes: changes.approval, approval: exact.approval };
}
