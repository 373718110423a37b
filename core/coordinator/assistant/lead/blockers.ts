// Blocked Workers (WORK-053): a rule of the settings answers, or a person does.
import type { BlockerDraft } from '../planning/blockers.ts';
import { because, propose, recordOf } from '../planning/reasons.ts';
import type { LeadReasonId } from './lead-reasons.ts';
import type { Leading } from './leading.ts';
import type { BlockerRule } from './lead-types.ts';
import { offerItem, type Rooms } from './offers.ts';

export function answerBlockers(lead: Leading, room: Rooms): void {
  const { scene, assessment, step, groupId } = lead;
  for (const draft of assessment.blockers) {
    const { workItemId, resolution, proposals } = draft;
    const wanted = resolution.toLowerCase();
    const rule = scene.settings.blockers.find(({ contains }) => wanted.includes(contains.toLowerCase()));
    if (rule !== undefined && follow(lead, room, draft, rule)) continue;
    const revision = lead.item(workItemId)?.document.revision ?? 0;
    const reason = because<LeadReasonId>('no-blocker-rule', 'unmet', { resolution }, [
      recordOf('workItem', groupId, workItemId),
    ]);
    const reasons = [reason, ...proposals.flatMap((each) => each.reasons)];
    const key = `blocked ${groupId} ${workItemId} ${revision}`;
    step.ask({ key, area: 'blocker', workItemId, reasons, drafts: proposals });
  }
}

/** Whether the rule has an answer here. */
function follow(lead: Leading, room: Rooms, draft: BlockerDraft, rule: BlockerRule): boolean {
  const { step, groupId } = lead;
  const { workItemId, proposals, isHeld, subWork: below } = draft;
  const record = lead.item(workItemId);
  if (record === undefined) return false;
  const answered = ruleReason(lead, draft, rule);
  const { revision } = record.document;
  if (rule.act === 'another-worker') {
    // Until its hold has ended it is the Worker's (WORK-052).
    if (!isHeld) offerItem(lead, record, room, 'blocker', undefined);
    return true;
  }
  const subWork = proposals.filter(({ intent }) => intent.kind === 'work.authorize');
  if (rule.act === 'authorize-sub-work' && (below.authorized === 0 || subWork.length > 0)) {
    const [first] = subWork;
    if (first?.intent.kind !== 'work.authorize') return false;
    const key = `sub-work ${groupId} ${workItemId} ${first.intent.form.proposalId ?? ''}`;
    const reasons = [answered, ...first.reasons];
    step.wish({ key, area: 'blocker', workItemId, proposals: [{ ...first, reasons }] });
    return true;
  }
  if (rule.act === 'authorize-sub-work' && below.open > 0) return true;
  const form = { workItemId, ...(rule.answer === undefined ? {} : { reason: rule.answer }) };
  const key = `unblock ${groupId} ${workItemId} ${revision}`;
  const unblock = propose({ kind: 'work.unblock', groupId, form }, [answered]);
  step.wish({ key, area: 'blocker', workItemId, proposals: [unblock] });
  return true;
}

function ruleReason({ groupId }: Leading, { workItemId, resolution }: BlockerDraft, rule: BlockerRule) {
  const { contains, act } = rule;
  return because<LeadReasonId>('blocker-rule', 'met', { contains, act, resolution }, [
    recordOf('workItem', groupId, workItemId),
  ]);
}
