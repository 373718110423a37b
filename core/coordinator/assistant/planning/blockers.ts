// Drafts that get a blocked item going again (WORK-052, WORK-053): what was asked for is given, the sub-work that was proposed is
// authorized, somebody else takes it on, or it is given up.
import type { WorkItemRecord } from '../../../domain/world.ts';
import type { WorkProposal } from '../../../protocol/generated/documents.ts';
import { msOf } from '../../desk/moment.ts';
import type { Proposal, Reason } from '../proposal.ts';
import type { PlanScene } from './plan-scene.ts';
import { isFree, readinessOf } from './readiness.ts';
import { because, propose, recordOf } from './reasons.ts';

export type BlockerReasonId =
  | 'sub-work-proposed'
  | 'sub-work-open'
  | 'owner-waits'
  | 'hold-ended'
  | 'another-worker'
  | 'nobody-else';

export interface BlockerDraft {
  readonly workItemId: string;
  /** What the Worker says that it needs. */
  readonly resolution: string;
  readonly sinceMs: number;
  readonly blocksCount: number;
  readonly proposals: readonly Proposal<BlockerReasonId>[];
  /** Whether its Worker still holds it (WORK-052). */
  readonly isHeld: boolean;
  /** Why it can be offered to somebody else, as the ranking then says; undefined where it cannot. */
  readonly reassignment: readonly Reason<BlockerReasonId>[] | undefined;
  /** Sub-work that was authorized: how much there is, and how much of it is not done. */
  readonly subWork: { readonly authorized: number; readonly open: number };
}

/** The blocked items that a Worker or nobody holds, those first that hold up most. Items of a child have their own rows. */
export function draftResolutions(scene: PlanScene): readonly BlockerDraft[] {
  const drafts: BlockerDraft[] = [];
  const below = workBelow(scene);
  for (const item of scene.items) {
    if (item.document.state !== 'blocked') continue;
    const readiness = readinessOf(scene, item);
    if (typeof readiness !== 'object' || readiness.cause !== 'resolution-needed') continue;
    const { workItemId, updatedAt, createdAt } = item.document;
    const found = below.get(workItemId);
    drafts.push({
      workItemId,
      resolution: readiness.subject,
      sinceMs: msOf(updatedAt ?? createdAt),
      blocksCount: scene.graph.blocksCount(workItemId),
      ...answersFor(scene, item, found),
      subWork: { authorized: found?.authorized ?? 0, open: found?.open ?? 0 },
    });
  }
  return drafts.toSorted((a, b) => b.blocksCount - a.blocksCount || a.sinceMs - b.sinceMs);
}

function answersFor(
  scene: PlanScene,
  item: WorkItemRecord,
  below: WorkBelow | undefined,
): Pick<BlockerDraft, 'proposals' | 'isHeld' | 'reassignment'> {
  const { groupId } = scene;
  const { workItemId, contract, owner } = item.document;
  const reference = recordOf('workItem', groupId, workItemId);
  const isHeld = !isFree(scene, item);
  const state = because(
    isHeld ? ('owner-waits' as const) : ('hold-ended' as const),
    isHeld ? 'met' : 'unmet',
    { agentId: owner?.agentId ?? '', resolution: item.requiredResolution ?? '' },
    [reference],
  );
  const proposals = [
    ...(below === undefined ? [] : subWork(groupId, workItemId, below)),
    propose({ kind: 'work.unblock', groupId, form: { workItemId } }, [state]),
  ];
  if (isHeld) return { proposals, isHeld, reassignment: undefined };
  const other = scene.workers.candidatesFor(contract).find(({ agentId }) => agentId !== owner?.agentId);
  if (other === undefined) {
    const reason = because('nobody-else' as const, 'unmet', { goal: contract.goal }, [reference]);
    const cancel = propose({ kind: 'work.cancel', groupId, form: { workItemId } }, [state, reason]);
    return { proposals: [...proposals, cancel], isHeld, reassignment: undefined };
  }
  const reason = because('another-worker' as const, 'met', { agentId: other.agentId }, [
    { type: 'agent-card', agentId: other.agentId, cardVersion: other.cardVersion },
  ]);
  return { proposals, isHeld, reassignment: [state, reason] };
}

/** What stands below an item: open proposals, and how many items are not done. */
interface WorkBelow {
  readonly proposals: WorkProposal[];
  authorized: number;
  open: number;
}

function workBelow({ connection, groupId, items }: PlanScene): ReadonlyMap<string, WorkBelow> {
  const found = new Map<string, WorkBelow>();
  const of = (workItemId: string) => {
    const known = found.get(workItemId) ?? { proposals: [], authorized: 0, open: 0 };
    found.set(workItemId, known);
    return known;
  };
  for (const { parentWorkItemId, document } of items) {
    if (parentWorkItemId === undefined) continue;
    const below = of(parentWorkItemId);
    below.authorized += 1;
    if (document.state !== 'verified' && document.state !== 'cancelled') below.open += 1;
  }
  for (const [, { document }] of connection.world.list('proposal', groupId)) {
    if (document.state === 'open' && document.parentWorkItemId !== undefined)
      of(document.parentWorkItemId).proposals.push(document);
  }
  return found;
}

/** Proposals that name the blocked item as their parent: its Worker, or somebody else, says what would help. */
function* subWork(
  groupId: string,
  workItemId: string,
  { proposals, open }: WorkBelow,
): Generator<Proposal<BlockerReasonId>> {
  const pending =
    open === 0
      ? []
      : [
          because('sub-work-open' as const, 'unknown', { count: open }, [
            recordOf('workItem', groupId, workItemId),
          ]),
        ];
  for (const { proposalId, proposedBy, contract } of proposals) {
    const proposed = because(
      'sub-work-proposed' as const,
      'met',
      { by: proposedBy.id, goal: contract.goal },
      [recordOf('proposal', groupId, proposalId)],
    );
    const form = { contract, proposalId, parentWorkItemId: workItemId };
    yield propose({ kind: 'work.authorize', groupId, form }, [proposed, ...pending]);
  }
}
