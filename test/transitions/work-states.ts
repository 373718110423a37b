// How a WorkItem gets into each state of the table: by real Commands, from a fresh world.
import {
  acceptAs,
  authorize,
  block,
  blockPayload,
  claimOf,
  failureOf,
  ITEM,
  offerTo,
  publish,
  reviewOf,
  start,
  submit,
} from '../../core/domain/work-scenes.test-data.ts';
import { CHILD_GROUP, childPayload } from '../../core/domain/seeded-missions.test-data.ts';
import {
  COORDINATOR,
  contractOf,
  GROUP,
  OBSERVER,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  WORKER,
} from '../../core/domain/seeded-world.test-data.ts';
import type { ChildFailurePolicy } from '../../core/protocol/generated/documents.ts';
import type { WorkTableState } from './work-axes.ts';

export const PROPOSAL = 'urn:heddle:test:proposal:inventory';

/** What a Worker knows of its term: it may be over by now. */
export type Claim = ReturnType<typeof claimOf>;

export interface WorkScene {
  readonly organization: SeededOrganization;
  /** The last claim of the Worker, where it ever owned the item. */
  readonly owner: Claim | undefined;
  /** The claim of the second Worker, where it owned the item earlier. */
  readonly former: Claim | undefined;
}

/** Who took part besides the Worker. */
export interface Cast {
  readonly hasFormerOwner?: boolean;
  readonly hasRival?: boolean;
}

/** Longer than any lease of a Worker, and far shorter than the Coordinator's term. */
const PAST_LEASES = 901;
/** Longer than an offer or an Execution Lease, shorter than ownership (LSE-009). */
const PAST_EXECUTION = 301;

export function createWorkScene(state: WorkTableState, cast: Cast = {}): WorkScene {
  const organization = new SeededOrganization();
  const base = baseOf(state);
  if (base === 'none') return { organization, owner: undefined, former: undefined };
  if (base === 'proposed') {
    const payload = { proposalId: PROPOSAL, contract: contractOf() };
    organization.mustAct('work.propose', OBSERVER, payload);
    return { organization, owner: undefined, former: undefined };
  }
  authorize(organization);
  const former = cast.hasFormerOwner === true ? passThroughSecondWorker(organization) : undefined;
  const owner = bring(organization, base, cast.hasRival === true);
  if (state.endsWith('lease ended')) organization.passSeconds(PAST_LEASES);
  if (state.endsWith('run out') || state.endsWith('execution ended'))
    organization.passSeconds(PAST_EXECUTION);
  if (state === 'blocked, child ended') {
    organization.mustAct('mission.cancel', COORDINATOR, { reason: 'another way' }, { groupId: CHILD_GROUP });
  }
  return { organization, owner, former };
}

type Base = 'none' | 'proposed' | 'open' | 'offered' | 'queued' | 'active' | 'blocked' | 'promoted' | Result;
type Result = 'submitted' | 'verified' | 'failed' | 'cancelled';

/** The state without what time or a child Mission has made of it. */
function baseOf(state: WorkTableState): Base {
  switch (state) {
    case 'offered, run out':
      return 'offered';
    case 'queued, lease ended':
      return 'queued';
    case 'active, execution ended':
    case 'active, lease ended':
      return 'active';
    case 'blocked, lease ended':
      return 'blocked';
    case 'blocked, child live':
    case 'blocked, child ended':
      return 'promoted';
    case 'submitted, lease ended':
      return 'submitted';
    default:
      return state;
  }
}

/** Owned by the second Worker until its lease ran out, and open again under the next epoch (WORK-T10, WORK-014). */
function passThroughSecondWorker(organization: SeededOrganization): Claim {
  offerTo(organization, [SECOND_WORKER]);
  acceptAs(organization, SECOND_WORKER);
  start(organization, {}, SECOND_WORKER);
  const claim = claimOf(organization);
  organization.mustAct('work.block', SECOND_WORKER, blockPayload(organization));
  organization.passSeconds(PAST_LEASES);
  organization.mustAct('work.unblock', COORDINATOR, { workItemId: ITEM });
  return claim;
}

/** Answers with the Worker's claim where it came to own the item. */
function bring(organization: SeededOrganization, base: Base, hasRival: boolean): Claim | undefined {
  if (base === 'open') return undefined;
  offerTo(organization, hasRival ? [WORKER, SECOND_WORKER] : [WORKER]);
  if (base === 'offered') return undefined;
  acceptAs(organization);
  const queued = claimOf(organization);
  if (base === 'queued') return queued;
  if (base === 'promoted') {
    promote(organization, 'block_parent_work_item');
    return queued;
  }
  start(organization);
  const active = claimOf(organization);
  if (base === 'blocked') block(organization);
  else if (base === 'failed') fail(organization);
  else if (base === 'cancelled') organization.mustAct('work.cancel', OWNER, { workItemId: ITEM });
  else if (base === 'submitted' || base === 'verified') deliver(organization, base);
  return active;
}

function fail(organization: SeededOrganization): void {
  const payload = { ...claimOf(organization), reason: 'the folder is gone', evidence: [failureOf()] };
  organization.mustAct('work.fail', WORKER, payload);
}

function deliver(organization: SeededOrganization, base: 'submitted' | 'verified'): void {
  publish(organization);
  submit(organization);
  if (base === 'submitted') return;
  organization.mustAct('work.accept_result', COORDINATOR, { workItemId: ITEM, evidence: [reviewOf()] });
}

/** Makes the item a child Mission, coordinated by the second Worker. */
export function promote(organization: SeededOrganization, childFailurePolicy: ChildFailurePolicy): void {
  const payload = childPayload({ parentWorkItemId: ITEM, childFailurePolicy });
  organization.mustAct('mission.create_child', COORDINATOR, payload);
}

/** The state of the item as the table names it: none, proposed, or the document's. */
export function workStateOf({ world }: SeededOrganization): string {
  const item = world.get('workItem', GROUP, ITEM);
  if (item !== undefined) return item.document.state;
  return world.get('proposal', GROUP, PROPOSAL)?.document.state === 'open' ? 'proposed' : 'none';
}
