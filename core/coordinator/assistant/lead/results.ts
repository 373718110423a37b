// The end of the work: its results are submitted (MIS-009, MIS-010), what the owner sends back is corrected first (MIS-012). That
// a Mission is given up is a person's decision.
import { fitBudget } from '../../brief-run/contract-terms.ts';
import { liveChildrenOf } from '../../../domain/mission-tree.ts';
import { SINGLE, type WorkItemRecord } from '../../../domain/world.ts';
import type { Approval, WorkContract } from '../../../protocol/generated/documents.ts';
import type { Intent } from '../../desk/intent/forms.ts';
import { msOf } from '../../desk/moment.ts';
import { because, propose, recordOf } from '../planning/reasons.ts';
import type { Proposal } from '../proposal.ts';
import { readReview } from '../review/declared-checks.ts';
import type { LeadReasonId } from './lead-reasons.ts';
import type { Leading } from './leading.ts';
import { isPlanDone } from './plans.ts';

/** An entry of the constraints of corrected work: whose result its own takes the place of. */
const CORRECTS = 'correctsWorkItemId';
const MAX_TEXT = 4_000;
const MAX_SUMMARY = 10_000;

export function wishSubmission(lead: Leading): void {
  const { scene, groupId, mission, openItems, step } = lead;
  if (mission.document.state !== 'active') return;
  if (openItems.length > 0 || !isPlanDone(lead)) {
    if (lead.moment.hasReached(msOf(mission.document.deadline))) askAboutEnd(lead, 'mission-late');
    return;
  }
  if (liveChildrenOf(scene.connection.world, groupId).length > 0) return;
  const items = [...scene.connection.world.list('workItem', groupId)].map(([, record]) => record);
  const results = resultsOf(items);
  const artifactHashes = hashesOf(results);
  const wanted = changesWanted(lead);
  if (wanted !== undefined && isUnanswered(items, wanted)) {
    correct(lead, items, results, wanted);
    return;
  }
  if (artifactHashes.length === 0) {
    if (items.length > 0) askAboutEnd(lead, 'no-result');
    return;
  }
  const reason = because<LeadReasonId>(
    'all-work-done',
    'met',
    { verified: items.filter(({ document }) => document.state === 'verified').length, of: items.length },
    results.map(({ document }) => recordOf('workItem', groupId, document.workItemId)),
  );
  const form = { artifactHashes, summary: summaryOf(lead) };
  step.wish({
    key: `submit ${groupId} ${mission.document.revision}`,
    area: 'submit',
    proposals: [propose({ kind: 'mission.submit_for_approval', groupId, form }, [reason])],
  });
}

/** Verified work on which no other work is built, reviews and corrected results left out. */
export function resultsOf(items: readonly WorkItemRecord[]): readonly WorkItemRecord[] {
  const verified = items.filter(({ document }) => document.state === 'verified');
  const replaced = new Set(verified.map(({ document }) => correctedItemOf(document.contract)));
  const current = verified.filter(
    ({ document }) => readReview(document.contract) === undefined && !replaced.has(document.workItemId),
  );
  const needed = new Set(current.flatMap(({ document }) => document.contract.dependencyWorkItemIds));
  const last = current.filter(({ document }) => !needed.has(document.workItemId));
  // Sub-work is part of what stands above it, unless nothing does.
  const ids = new Set(current.map(({ document }) => document.workItemId));
  return last.filter(({ parentWorkItemId }) => parentWorkItemId === undefined || !ids.has(parentWorkItemId));
}

function hashesOf(results: readonly WorkItemRecord[]): readonly string[] {
  return [...new Set(results.flatMap(({ document }) => document.submission?.artifactHashes ?? []))];
}

function correctedItemOf({ constraints }: WorkContract): string | undefined {
  const id = constraints?.[CORRECTS];
  return typeof id === 'string' ? id : undefined;
}

/** What is proven by how much, criterion by criterion; a person reads the Evidence itself. */
function summaryOf({ scene, groupId, mission }: Leading): string {
  const passed = [...scene.connection.world.list('evidence', groupId)].filter(
    ([, { result }]) => result === 'passed',
  );
  return mission.document.definitionOfDone
    .map(({ criterionId, description }) => {
      const count = passed.filter(([, each]) => each.criterionIds.includes(criterionId)).length;
      return `${criterionId}: ${description} (${count} pieces of Evidence)`;
    })
    .join('\n')
    .slice(0, MAX_SUMMARY)
    .toWellFormed();
}

/** The newest answer of the owner, where it asked for changes. */
function changesWanted({ scene, groupId }: Leading): Approval | undefined {
  let newest: Approval | undefined;
  for (const [, approval] of scene.connection.world.list('approval', groupId)) {
    if (approval.kind !== 'work_execution' && approval.decision === 'changes_requested') newest = approval;
  }
  return newest;
}

/** Whether nothing that was planned since has a result. */
function isUnanswered(items: readonly WorkItemRecord[], { occurredAt }: Approval): boolean {
  const sinceMs = msOf(occurredAt);
  return !items.some(({ document }) => document.state === 'verified' && msOf(document.createdAt) >= sinceMs);
}

/** Anew what the owner names by its id, or the only result that there is; otherwise a person says what is meant. */
function correct(
  lead: Leading,
  items: readonly WorkItemRecord[],
  results: readonly WorkItemRecord[],
  wanted: Approval,
): void {
  const { groupId, step } = lead;
  const { approvalId, comments, conditions, missionRevision } = wanted;
  const named = results.filter(({ document }) =>
    conditions.some((condition) => condition.includes(document.workItemId)),
  );
  const meant = named.length > 0 ? named : results.length === 1 ? results : [];
  const reasons = [
    because<LeadReasonId>('changes-wanted', 'unmet', { comments, conditions: conditions.length }, [
      recordOf('approval', groupId, approvalId),
    ]),
  ];
  if (meant.length === 0) {
    const drafts = results.map((record) => correction(lead, record, wanted));
    step.ask({ key: `changes ${groupId} ${missionRevision}`, area: 'plan', reasons, drafts });
    return;
  }
  for (const record of meant) {
    const { workItemId } = record.document;
    const former = items.filter(({ document }) => correctedItemOf(document.contract) === workItemId);
    const key = `correct ${groupId} ${workItemId} ${missionRevision} ${former.length + 1}`;
    const proposal = correction(lead, record, wanted);
    step.wish({ key, area: 'plan', workItemId, proposals: [proposal] });
  }
}

function correction(
  { scene, groupId, mission }: Leading,
  { document, parentWorkItemId }: WorkItemRecord,
  { approvalId, comments, conditions }: Approval,
): Proposal {
  const { world, nowMs } = scene.connection;
  const { contract, workItemId, submission } = document;
  const { resumeFrom: _former, ...constraints } = contract.constraints ?? {};
  const budget = fitBudget(world, { groupId, id: mission.document.missionId }, contract.budget);
  const isLate = msOf(contract.deadline) <= nowMs;
  const corrections = [comments, ...conditions]
    .filter((text) => text.trim() !== '')
    .map((text) => text.slice(0, MAX_TEXT).toWellFormed());
  const reason = because<LeadReasonId>('correct-result', 'met', { goal: contract.goal }, [
    recordOf('approval', groupId, approvalId),
    recordOf('workItem', groupId, workItemId),
  ]);
  const form = {
    contract: {
      ...contract,
      contractVersion: 1,
      inputArtifacts: [...new Set([...contract.inputArtifacts, ...(submission?.artifactHashes ?? [])])],
      deadline: isLate ? mission.document.deadline : contract.deadline,
      budget: budget ?? contract.budget,
      constraints: { ...constraints, corrections, [CORRECTS]: workItemId },
    },
    ...(parentWorkItemId === undefined ? {} : { parentWorkItemId }),
  };
  return propose({ kind: 'work.authorize', groupId, form }, [reason]);
}

/** Time is over, or nothing has come of the work: a person decides whether the Mission ends (MIS-T8). */
function askAboutEnd({ groupId, mission, step }: Leading, id: 'mission-late' | 'no-result'): void {
  const { deadline, revision } = mission.document;
  const reason = because<LeadReasonId>(id, 'unmet', { deadlineAtMs: msOf(deadline) }, [
    recordOf('mission', groupId, SINGLE),
  ]);
  const intent: Intent = { kind: 'mission.terminate', groupId, form: { reason: `deadline ${deadline}` } };
  const drafts = [propose(intent, [reason])];
  step.ask({ key: `end ${groupId} ${revision} ${id}`, area: 'submit', reasons: [reason], drafts });
}
