// Planned work is authorized as soon as what it waits for exists (WORK-006, WORK-T02). Whatever is too much for the budget, or late,
// becomes a question.
import { because, propose, recordOf } from '../planning/reasons.ts';
import { replacementFor } from '../planning/standstill.ts';
import type { LeadReasonId } from './lead-reasons.ts';
import type { Leading } from './leading.ts';

/** So many items are authorized in one step; the others follow when these are there. */
const MOST_PER_STEP = 50;

export function wishPlan(lead: Leading): void {
  const { scene, groupId, step } = lead;
  let wished = 0;
  const planned = new Set(scene.plan.map(({ workItemId }) => workItemId));
  for (const { workItemId, contract, parentWorkItemId, proposalId } of scene.plan) {
    if (lead.item(workItemId) !== undefined) continue;
    const needed = [
      ...contract.dependencyWorkItemIds,
      ...(parentWorkItemId === undefined ? [] : [parentWorkItemId]),
    ];
    const missing = needed.filter((id) => lead.item(id) === undefined);
    const unplanned = missing.find((id) => !planned.has(id));
    const key = `plan ${groupId} ${workItemId}`;
    if (unplanned !== undefined) {
      const reason = because<LeadReasonId>('dependency-unplanned', 'unmet', { needed: unplanned });
      step.ask({ key, area: 'plan', workItemId, reasons: [reason] });
    }
    if (missing.length > 0 || wished >= MOST_PER_STEP) continue;
    wished += 1;
    const reason = because<LeadReasonId>(
      'plan-next',
      'met',
      { goal: contract.goal, needs: needed.length },
      needed.map((id) => recordOf('workItem', groupId, id)),
    );
    const form = {
      workItemId,
      contract,
      ...(parentWorkItemId === undefined ? {} : { parentWorkItemId }),
      ...(proposalId === undefined ? {} : { proposalId }),
    };
    const proposals = [propose({ kind: 'work.authorize', groupId, form }, [reason])];
    step.wish({ key, area: 'plan', workItemId, proposals });
  }
}

/** Work that waits for what was given up never starts (WORK-042): a person says what becomes of it. */
export function askAboutCancelled(lead: Leading): void {
  const { openItems, groupId, step, hasCancelled } = lead;
  if (!hasCancelled) return;
  for (const record of openItems) {
    const { workItemId, state, revision, contract } = record.document;
    if (state !== 'open' && state !== 'offered') continue;
    const cancelled = contract.dependencyWorkItemIds.find(
      (id) => lead.item(id)?.document.state === 'cancelled',
    );
    if (cancelled === undefined) continue;
    const reason = because<LeadReasonId>('dependency-given-up', 'unmet', { needed: cancelled }, [
      recordOf('workItem', groupId, cancelled),
    ]);
    const drafts = [...replacementFor(lead.planScene, record)].map((intent) => propose(intent, [reason]));
    const key = `replace ${groupId} ${workItemId} ${revision}`;
    step.ask({ key, area: 'plan', workItemId, reasons: [reason], drafts });
  }
}

/** Whether all planned work stands in the log. */
export function isPlanDone(lead: Leading): boolean {
  return lead.scene.plan.every(({ workItemId }) => lead.item(workItemId) !== undefined);
}
