// Child Missions as their MissionOwner sees them: their submissions are answered (CHD-005, CHD-006), one without a Coordinator gets
// one again, and one that came to nothing is replanned as far as the settings allow (CHD-007).
import { parentLinkOf } from '../../../domain/mission-tree.ts';
import { type MissionRecord, SINGLE } from '../../../domain/world.ts';
import { identityOf } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import type { ChildRow } from '../children/follow-children.ts';
import { replanAfterChild, type ReplanOption } from '../children/replan.ts';
import { reviewChild } from '../children/review-child.ts';
import { because, propose, recordOf } from '../planning/reasons.ts';
import type { LeadReasonId } from './lead-reasons.ts';
import type { Leading } from './leading.ts';

/** Answers to what children have submitted. */
export function answerChildren(lead: Leading): void {
  const { scene } = lead;
  const { connection, childWatch } = scene;
  for (const row of childWatch.rows(connection, lead.groupId)) {
    const child = connection.world.get('mission', row.childGroupId, SINGLE);
    // A child may have another owner by now, or one that is not on this computer.
    if (child === undefined || identityOf(connection, child.document.missionOwner) === undefined) continue;
    if (row.state === 'awaiting_approval') answer(lead, child);
    if (row.escalations.some(({ id }) => id === 'child-term-ended')) reappoint(lead, child, row);
  }
}

function answer({ scene, step, groupId }: Leading, child: MissionRecord): void {
  const { connection } = scene;
  const { groupId: childGroupId, parent, revision } = child.document;
  const review = reviewChild(connection, childGroupId);
  if (review === undefined) return;
  const workItemId = parent?.workItemId;
  const { verdict, reasons, proposals } = review;
  const key = `child-answer ${groupId} ${childGroupId} ${revision} ${verdict}`;
  if (verdict === 'approve' || verdict === 'send-back') {
    step.wish({ key, area: 'child-answer', workItemId, proposals });
    return;
  }
  for (const { id, values } of reasons) {
    if (id === 'content-unseen') step.wantContent(childGroupId, String(values['contentHash']));
  }
  if (verdict === 'wait') return;
  const isLost = parentLinkOf(connection.world, child) === undefined;
  const form = { reason: 'no WorkItem waits for its result any more' };
  const intent = {
    kind: 'mission.cancel' as const,
    groupId: childGroupId,
    form,
    signer: child.document.missionOwner,
  };
  step.ask({
    key,
    area: 'child-answer',
    workItemId,
    // What stands in the way before what is all right.
    reasons: reasons.toSorted((a, b) => Number(a.verdict === 'met') - Number(b.verdict === 'met')),
    drafts: isLost ? [propose(intent, reasons)] : [],
  });
}

/** The Coordinator of a child has let its term end: its owner may appoint the same Agent, where that is there (OPEN-035). */
function reappoint({ scene, step, groupId }: Leading, child: MissionRecord, row: ChildRow): void {
  const { connection } = scene;
  const { childGroupId, coordinatorAgentId, workItemId } = row;
  const { coordinatorEpoch } = child.document.coordinator;
  const heard = connection.presence.get(coordinatorAgentId);
  const isThere =
    heard !== undefined &&
    msOf(heard.expiresAt) > connection.nowMs &&
    (heard.status === 'online' || heard.status === 'busy');
  const reason = because<LeadReasonId>(
    isThere ? 'child-coordinator-back' : 'child-coordinator-gone',
    isThere ? 'met' : 'unmet',
    { agentId: coordinatorAgentId },
    [recordOf('mission', childGroupId, SINGLE)],
  );
  const form = { coordinatorAgentId };
  const draft = propose(
    {
      kind: 'mission.assign_coordinator',
      groupId: childGroupId,
      form,
      signer: child.document.missionOwner,
    },
    [reason],
  );
  const key = `child-term ${groupId} ${childGroupId} ${coordinatorEpoch}`;
  if (isThere) step.wish({ key, area: 'child', workItemId, proposals: [draft] });
  else step.ask({ key, area: 'child', workItemId, reasons: [reason], drafts: [draft] });
}

/** Items whose child has failed or was cancelled. */
export function replanChildren(lead: Leading): void {
  const { openItems, step, groupId } = lead;
  for (const record of openItems) {
    const { state, workItemId, revision } = record.document;
    const isLeft = record.childGroupId ?? record.formerChildGroupIds.at(-1);
    if (isLeft === undefined || (state !== 'blocked' && state !== 'failed')) continue;
    if (state === 'blocked' && record.holdingLeaseId !== undefined) continue;
    const replan = replanAfterChild(lead.planScene, record, lead.cards);
    if (replan === undefined) continue;
    const key = `replan ${groupId} ${workItemId} ${revision}`;
    const chosen = replan.options.find((option) => isOpenTo(lead, option));
    // Failed work is offered with all other failed work, by its retry policy.
    if (chosen?.kind === 'offer-again') continue;
    const [first] = chosen?.proposals ?? [];
    if (chosen === undefined || first === undefined) {
      const drafts = replan.options.flatMap(({ obstacles, proposals }) =>
        obstacles.length === 0 ? proposals : [],
      );
      step.ask({ key, area: 'child', workItemId, reasons: replan.reasons, drafts });
    } else step.wish({ key: `${key} ${chosen.kind}`, area: 'child', workItemId, proposals: [first] });
  }
}

function isOpenTo({ scene }: Leading, { kind, obstacles }: ReplanOption): boolean {
  return obstacles.length === 0 && scene.settings.afterChild.includes(kind);
}
