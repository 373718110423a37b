// Planned work is authorized as soon as what it waits for exists (WORK-006, WORK-T02). Whatever is too much for the budget, or late,
// becomes a question.
import { because, propose, recordOf } from '../planning/reasons.ts';
import type { LeadReasonId } from './lead-reasons.ts';
import type { Leading } from './leading.ts';

export function wishPlan(lead: Leading): void {
  const { scene, groupId, step } = lead;
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
    if (missing.length > 0) continue;
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

/** Whether all planned work stands in the log. */
export function isPlanDone(lead: Leading): boolean {
  return lead.scene.plan.every(({ workItemId }) => lead.item(workItemId) !== undefined);
}
