// Work that becomes a child Mission instead of an offer (CHD-001…CHD-007): only where the settings say so, and once for each item.
import type { WorkItemRecord } from '../../../domain/world.ts';
import { draftChild } from '../children/draft-child.ts';
import { weighPromotion } from '../children/promotion.ts';
import type { Leading } from './leading.ts';

/** Whether the item is to be promoted; it is not offered then. */
export function wishPromotion(lead: Leading, record: WorkItemRecord): boolean {
  const { scene, groupId, step } = lead;
  const { promotion, child } = scene.settings;
  const { state, workItemId, revision } = record.document;
  // What a child could not do is not given to the next one by itself.
  if (promotion === undefined || state !== 'open' || record.formerChildGroupIds.length > 0) return false;
  const advice = weighPromotion(lead.planScene, record, promotion);
  if (advice.verdict !== 'promote') return false;
  const draft = draftChild(lead.planScene, record, lead.cards, {}, child);
  if (!draft.ok) return false;
  const proposals = [{ ...draft.value, reasons: [...advice.reasons, ...draft.value.reasons] }];
  const key = `child ${groupId} ${workItemId} ${revision}`;
  step.wish({ key, area: 'child', workItemId, proposals });
  return true;
}
