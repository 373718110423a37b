// What an owner tells of running work on the side (WORK-050, SCH-010): its progress, and a new estimate once the old one no
// longer holds.
import type { World } from '../domain/world.ts';
import type { ScheduleEstimate, WorkProgress } from '../protocol/generated/documents.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { RunProgress } from './runners/runner.ts';
import { isMaterialChange } from './schedule-estimate.ts';

/** Members of a renewal. Without an estimate of the run itself, the one that was promised stands. */
export function reportOf(
  world: World,
  { groupId, workItemId }: { readonly groupId: string; readonly workItemId: string },
  progress: RunProgress,
  wallMs: number,
): { readonly progress?: WorkProgress; readonly scheduleEstimate?: ScheduleEstimate } {
  const document = world.get('workItem', groupId, workItemId)?.document;
  if (document === undefined) return {};
  const promised = document.scheduleEstimate;
  const updatedCompletionEstimate =
    progress.updatedCompletionEstimate ?? promised?.estimatedCompletion ?? document.contract.deadline;
  const lastCalculatedAt = formatTimestamp(Math.floor(wallMs));
  const estimate: ScheduleEstimate = {
    estimatedStart: promised?.estimatedStart ?? lastCalculatedAt,
    estimatedCompletion: updatedCompletionEstimate,
    confidence: 0.8,
    capacityStatus: 'available',
    lastCalculatedAt,
  };
  return {
    progress: { ...progress, updatedCompletionEstimate, evidenceIds: [] },
    ...(isMaterialChange(promised, estimate) ? { scheduleEstimate: estimate } : {}),
  };
}
