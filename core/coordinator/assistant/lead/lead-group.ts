// One step in leading a Mission: what its Coordinator could sign now, by everything that the rules of the assistant say of the state.
// A pure function: the log, the clock and what was reviewed decide; asked again it goes on wherever things stand.
import { isTerminal } from '../../../domain/missions.ts';
import { answerBlockers } from './blockers.ts';
import { answerChildren, replanChildren } from './children.ts';
import { type Leading, openLeading } from './leading.ts';
import { type LeadScene, type LeadStep, NO_STEP } from './lead-types.ts';
import { Rooms, wishOffers } from './offers.ts';
import { askAboutCancelled, wishPlan } from './plans.ts';
import { wishSubmission } from './results.ts';
import { wishReviews } from './reviews.ts';
import { isLogIncomplete, isNewInOffice, keepTerm } from './term.ts';

/** What is due in a Group; nothing where its Mission is over, or led by nobody on this computer. */
export function leadGroup(scene: LeadScene, groupId: string): LeadStep {
  const lead = openLeading(scene, groupId);
  if (lead === undefined || isTerminal(lead.mission.document.state)) return NO_STEP;
  const { step, assessment, moment } = lead;
  step.recheck(assessment.holdsUntilMs);
  // Outside of a term every Command would be refused, and on half a log every decision may be wrong.
  if (keepTerm(lead) && !isLogIncomplete(lead) && lead.mission.document.state === 'active') leadWork(lead);
  step.recheck(moment.nextMs);
  return step.build();
}

function leadWork(lead: Leading): void {
  const room = new Rooms(lead);
  answerChildren(lead);
  wishReviews(lead);
  answerBlockers(lead, room);
  replanChildren(lead);
  // What the former Coordinator left is settled before anything new is assigned (CRD-005).
  if (isNewInOffice(lead) && lead.step.hasUnsettled) return;
  wishOffers(lead, room);
  wishPlan(lead);
  askAboutCancelled(lead);
  wishSubmission(lead);
  askAboutStandstill(lead);
}

/** What no area has an answer to: work that nobody has planned, budgets that are used up. */
function askAboutStandstill({ scene, step, assessment, mission, groupId, openItems }: Leading): void {
  const { revision } = mission.document;
  for (const { kind, workItemId, reason, proposals } of assessment.standstill?.waysOut ?? []) {
    // Where there was work, that it has no result is asked with the Mission's end.
    const isUntouched = openItems.length === 0 && reason.values['verified'] === undefined;
    const isUnplanned = kind === 'plan' && isUntouched && scene.plan.length === 0;
    if (kind !== 'raise-budget' && !isUnplanned) continue;
    const key = `standstill ${groupId} ${workItemId ?? revision} ${reason.id}`;
    step.ask({ key, area: 'plan', workItemId, reasons: [reason], drafts: proposals });
  }
}
