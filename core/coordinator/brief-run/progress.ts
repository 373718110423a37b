// Where every WorkItem stands, computed from the log and nothing else (MIS-013).
import { findExecutionApproval } from '../../domain/execution-approvals.ts';
import { liveHoldingLease } from '../../domain/ownership.ts';
import { isRunning } from '../../domain/offers.ts';
import { attemptsOf, judgeRetry, lastFailureOf } from './attempts.ts';
import { dependencyIdsOf } from './contract-terms.ts';
import { proposalIdOf } from '../briefs/plan-brief.ts';
import { labelOf, type MissionView, type Work } from './mission-view.ts';
import type { ItemPhase, ItemProgress } from './run-types.ts';

export function progressOf(view: MissionView): readonly ItemProgress[] {
  return view.works.map((work) => {
    const { document, requiredResolution } = work.record ?? {};
    const progress = document?.progress;
    const blockers = [
      ...(requiredResolution === undefined ? [] : [requiredResolution]),
      ...(document?.state === 'active' ? (progress?.blockers ?? []) : []),
    ];
    return {
      item: labelOf(work),
      groupId: view.groupId,
      workItemId: work.workItemId,
      kind: work.kind,
      phase: phaseOf(view, work),
      agentId: work.kind === 'child' ? undefined : document?.owner?.agentId,
      attempts: attemptsOf(view, work),
      activity: document?.state === 'active' ? progress?.currentPhase : undefined,
      blockers,
      needs: work.kind === 'review' ? [] : work.item.needs,
    };
  });
}

/** The state of a WorkItem as people think of it. */
export function phaseOf(view: MissionView, work: Work): ItemPhase {
  const { record } = work;
  const { world, scene, groupId } = view;
  if (record === undefined) {
    const proposal = world.get('proposal', groupId, proposalIdOf(work.plannedId));
    return proposal?.document.state === 'open' ? 'proposed' : 'planned';
  }
  const { state, offers = [], contract } = record.document;
  switch (state) {
    case 'open':
    case 'offered': {
      if (offers.some((offer) => isRunning(offer, scene.now))) return 'offered';
      const isReady = dependencyIdsOf(view, work).every(
        (id) => world.get('workItem', groupId, id)?.document.state === 'verified',
      );
      return isReady ? 'ready' : 'waiting';
    }
    case 'queued': {
      if (liveHoldingLease(world, record, scene.now) === undefined) return 'ready';
      const isGated =
        contract.executionApproval !== 'not_required' &&
        findExecutionApproval(world, record, scene.now) === undefined;
      return isGated ? 'awaiting-approval' : 'queued';
    }
    case 'active':
      return liveHoldingLease(world, record, scene.now) === undefined ? 'ready' : 'active';
    case 'blocked':
      return record.childGroupId === undefined ? 'blocked' : 'in-child';
    case 'submitted':
      return 'in-review';
    case 'failed': {
      const failure = lastFailureOf(view, work);
      if (failure === undefined) return 'failed';
      const verdict = judgeRetry(contract, failure, attemptsOf(view, work));
      return verdict.kind === 'again' ? 'pausing' : 'failed';
    }
    default:
      return state;
  }
}
