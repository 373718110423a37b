// What the log says of a Command that is about to be signed: how risky the work is that it is about, and what it commits.
// Never what the proposal says of itself.
import { limitsOf, type Limits } from '../../../domain/budget.ts';
import { SINGLE, type World } from '../../../domain/world.ts';
import type { Budget, SideEffectRisk, WorkContract } from '../../../protocol/generated/documents.ts';
import type { CommandDraft } from '../../command-draft.ts';
import { highestRisk } from './matrix.ts';

/** A budget that a Command makes available to somebody. */
export interface Commitment {
  /** Whatever the budget is for: offers of one WorkItem commit it once. */
  readonly subject: string;
  readonly currency: string | undefined;
  readonly amount: Limits;
}

/** What a Command commits; undefined for one that commits nothing, and `inexact` for a budget that has no exact form. */
export function commitmentOf(world: World, draft: CommandDraft): Commitment | 'inexact' | undefined {
  switch (draft.kind) {
    case 'work.authorize':
      return commit(draft.payload.workItemId, draft.payload.contract.budget);
    case 'work.offer': {
      const { workItemId, contract } = draft.payload;
      const known = contract ?? contractIn(world, draft.groupId, workItemId);
      return known === undefined ? 'inexact' : commit(workItemId, known.budget);
    }
    case 'mission.create_child':
      return commit(draft.payload.parentWorkItemId, draft.payload.budget);
    default:
      return undefined;
  }
}

function commit(subject: string, budget: Budget): Commitment | 'inexact' {
  const amount = limitsOf(budget);
  return amount === undefined ? 'inexact' : { subject, currency: budget.currency, amount };
}

/** The highest risk of the work that a Command is about: of one WorkItem, or of all of a Mission as a whole. */
export function riskOf(world: World, draft: CommandDraft): SideEffectRisk {
  const { kind, groupId, payload } = draft;
  switch (kind) {
    case 'work.propose':
      return payload.contract.sideEffectRisk;
    case 'work.authorize':
      return payload.contract.sideEffectRisk;
    case 'mission.create_child':
      return contractIn(world, groupId, payload.parentWorkItemId)?.sideEffectRisk ?? 'destructive';
    case 'mission.submit_for_approval':
    case 'mission.approve':
    case 'mission.request_changes':
    case 'mission.cancel':
    case 'mission.terminate':
    case 'mission.assign_coordinator':
      return riskOfMission(world, groupId);
    default: {
      const workItemId = 'workItemId' in payload ? payload.workItemId : draft.workItemId;
      if (workItemId === undefined) return 'none';
      // Work that is not known here may be anything.
      const known = contractIn(world, groupId, workItemId)?.sideEffectRisk ?? 'destructive';
      const revised = kind === 'work.offer' ? payload.contract?.sideEffectRisk : undefined;
      return highestRisk([known, revised ?? 'none']);
    }
  }
}

function riskOfMission(world: World, groupId: string): SideEffectRisk {
  const risks: SideEffectRisk[] = [];
  for (const [, { document }] of world.list('workItem', groupId)) {
    if (document.state !== 'cancelled') risks.push(document.contract.sideEffectRisk);
  }
  return highestRisk(risks);
}

export function contractIn(world: World, groupId: string, workItemId: string): WorkContract | undefined {
  return world.get('workItem', groupId, workItemId)?.document.contract;
}

/** The Mission of a Group; undefined while the Group is not known here. */
export function missionIn(world: World, groupId: string) {
  return world.get('mission', groupId, SINGLE);
}
