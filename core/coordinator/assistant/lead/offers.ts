// Offers of everything that can run: first ones, the next after a no or an expiry, again after failures and lost leases. All of
// them come from the ranking (WORK-022, WORK-023).
import { liveHoldingLease } from '../../../domain/ownership.ts';
import { findExecutionApproval } from '../../../domain/execution-approvals.ts';
import { memberKey, type WorkItemRecord } from '../../../domain/world.ts';
import type { WorkContract } from '../../../protocol/generated/documents.ts';
import { isRunning } from '../../../domain/offers.ts';
import { msOf } from '../../desk/moment.ts';
import type { OfferScene } from '../offers/agent-standing.ts';
import { planOffer } from '../offers/plan-offer.ts';
import { promisedIn, withoutPromised } from '../offers/promised-slots.ts';
import { RankingMemo } from '../offers/ranking-memo.ts';
import { because, recordOf } from '../planning/reasons.ts';
import type { Proposal } from '../proposal.ts';
import { readReview } from '../review/declared-checks.ts';
import type { LeadReasonId } from './lead-reasons.ts';
import type { Leading } from './leading.ts';
import type { LeadArea } from './lead-types.ts';
import { wishPromotion } from './promotions.ts';
import { judgeFailed } from './retries.ts';
import { isPointlessReview } from './reviews.ts';

export function wishOffers(lead: Leading, room: Rooms): void {
  const { scene, step, openItems, moment } = lead;
  const most = scene.settings.maxOffersPerStep;
  let ranked = 0;
  for (const record of openItems) {
    const { workItemId, state } = record.document;
    if (state === 'submitted' || state === 'blocked' || step.isBusyWith(workItemId)) continue;
    askForStart(lead, record);
    if (!isOfferable(lead, record)) continue;
    if (isReviewTooEarly(lead, record)) continue;
    ranked += 1;
    if (ranked > most) continue;
    if (wishPromotion(lead, record)) continue;
    const contract = contractFor(lead, record);
    if (contract.kind === 'offer') offerItem(lead, record, room, 'offer', contract.contract);
  }
  step.recheck(moment.nextMs);
}

/** The cheap part of what `planOffer` looks at, for thousands of items. */
function isOfferable({ scene, moment, mission }: Leading, record: WorkItemRecord): boolean {
  const { connection, settings, history } = scene;
  const { state, offers = [], contract, groupId, workItemId } = record.document;
  if (mission.document.state !== 'active' || record.childGroupId !== undefined) return false;
  if (state === 'queued' || state === 'active') {
    const lease = liveHoldingLease(connection.world, record, moment.now);
    if (lease === undefined) return true;
    moment.hasReached(msOf(lease.expiresAt));
    return false;
  }
  if (state === 'offered') {
    const asks = history.asksOf(groupId, workItemId);
    const open = offers.filter(
      (each) => isRunning(each, moment.now) && asks.get(each.agentId)?.declinedBy === undefined,
    );
    for (const { expiresAt } of open) moment.hasReached(msOf(expiresAt));
    if (open.length > 0) return false;
  }
  if (settings.offers.isOfferedAhead) return true;
  return contract.dependencyWorkItemIds.every(
    (id) => connection.world.get('workItem', groupId, id)?.document.state === 'verified',
  );
}

/** Nobody can review what was not handed in; who would be independent is known only then (CRD-006). */
function isReviewTooEarly(lead: Leading, record: WorkItemRecord): boolean {
  const { contract } = record.document;
  const about = readReview(contract);
  if (about === undefined || contract.dependencyWorkItemIds.includes(about.workItemId)) return false;
  return lead.item(about.workItemId)?.document.state !== 'submitted' && !isPointlessReview(lead, record);
}

/** An owner that may not start before a human has approved (APV-003). */
function askForStart({ scene, step, groupId, moment }: Leading, record: WorkItemRecord): void {
  const { state, contract, workItemId, owner } = record.document;
  if (state !== 'queued' || contract.executionApproval === 'not_required') return;
  if (findExecutionApproval(scene.connection.world, record, moment.now) !== undefined) return;
  const reason = because<LeadReasonId>(
    'start-needs-approval',
    'unmet',
    { agentId: owner?.agentId ?? '', risk: contract.sideEffectRisk },
    [recordOf('workItem', groupId, workItemId)],
  );
  const key = `start ${groupId} ${workItemId} ${record.ownershipEpoch}`;
  step.ask({ key, area: 'offer', workItemId, reasons: [reason] });
}

function contractFor(
  lead: Leading,
  record: WorkItemRecord,
): { readonly kind: 'offer'; readonly contract: WorkContract | undefined } | { readonly kind: 'none' } {
  const { state, workItemId, revision } = record.document;
  if (state !== 'failed') return { kind: 'offer', contract: undefined };
  const retry = judgeFailed(lead, record);
  if (retry.kind === 'again') return { kind: 'offer', contract: retry.contract };
  if (retry.kind === 'after-child') {
    // Without the settings' leave the replan has asked about it already.
    const isAllowed = lead.scene.settings.afterChild.includes('offer-again');
    return isAllowed ? { kind: 'offer', contract: undefined } : { kind: 'none' };
  }
  if (retry.kind === 'later') lead.step.recheck(retry.atMs);
  else {
    const key = `failed ${lead.groupId} ${workItemId} ${revision}`;
    lead.step.ask({ key, area: 'offer', workItemId, reasons: [retry.reason] });
  }
  return { kind: 'none' };
}

/** The chain for one item, as a wish; a question where there is nobody, or nothing left to try. */
export function offerItem(
  lead: Leading,
  record: WorkItemRecord,
  room: Rooms,
  area: LeadArea,
  contract: WorkContract | undefined,
): void {
  const { scene, step, groupId } = lead;
  const { workItemId, revision } = record.document;
  const plan = planOffer(room.sceneOf(), workItemId, scene.settings.offers, contract);
  if (plan === undefined) return;
  step.recheck(plan.recheckAtMs);
  if (plan.verdict === 'escalate') {
    const [first] = plan.reasons;
    const key = `offer ${groupId} ${workItemId} ${revision} ${first?.id ?? ''}`;
    step.ask({ key, area, workItemId, reasons: plan.reasons });
    return;
  }
  if (plan.verdict !== 'offer') return;
  const candidates = candidatesIn(plan.chain);
  // Somebody who gets its Membership with another offer of this step is offered this one afterwards.
  if (candidates.some((agentId) => room.isJoining(agentId))) return;
  const key = `offer ${groupId} ${workItemId} ${revision} ${nextStepOf(lead, plan.chain)}`;
  const refusal = step.wish({ key, area, workItemId, proposals: plan.chain });
  if (refusal === undefined) room.take(plan.chain);
}

function candidatesIn(chain: readonly Proposal[]): readonly string[] {
  return chain.flatMap(({ intent }) =>
    intent.kind === 'work.offer' ? intent.form.candidates.map(({ agentId }) => agentId) : [],
  );
}

/** What is due of the chain. A Membership that has ended meanwhile is another one than before. */
function nextStepOf({ scene, groupId }: Leading, [first]: readonly Proposal[]): string {
  if (first?.intent.kind !== 'membership.change') return 'offer';
  const { member } = first.intent.form;
  const known = scene.connection.world.get('member', groupId, memberKey(member));
  return `member ${member.id} ${known?.membershipEpoch ?? 0}`;
}

/** What offers that stand, and wishes of this step, leave of the slots that Agents say are free. */
export class Rooms {
  private readonly scene: OfferScene;
  private readonly promised: Map<string, number>;
  /** Nothing moves within a step but what it promises itself. */
  private readonly memo = new RankingMemo();
  private readonly joining = new Set<string>();
  private current: OfferScene | undefined;

  constructor({ offerScene }: Leading) {
    this.scene = offerScene;
    this.promised = new Map(promisedIn(offerScene));
  }

  isJoining(agentId: string): boolean {
    return this.joining.has(agentId);
  }

  /** The scene in which nobody has a slot that was offered already. */
  sceneOf(): OfferScene {
    if (this.current !== undefined) return this.current;
    const presence = withoutPromised(this.scene.presence, this.promised);
    this.current = { ...this.scene, presence, memo: this.memo };
    return this.current;
  }

  take(chain: readonly Proposal[]): void {
    for (const { intent } of chain) {
      if (intent.kind === 'membership.change') this.joining.add(intent.form.member.id);
    }
    for (const agentId of candidatesIn(chain)) this.promise(agentId);
  }

  private promise(agentId: string): void {
    this.promised.set(agentId, (this.promised.get(agentId) ?? 0) + 1);
    this.memo.forget(agentId);
    this.current = undefined;
  }
}
