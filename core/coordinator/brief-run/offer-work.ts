// Bringing work to a Worker, as the assistant plans it: who gets it, the provisional Membership with its Context Package first,
// then the offer with the basis of the choice (MEM-004, WORK-020…WORK-023).
import { after } from '../../domain/leases.ts';
import { currentMemberships } from '../../domain/members.ts';
import { SINGLE } from '../../domain/world.ts';
import type { OfferReason, OfferReasonId } from '../assistant/offers/offer-reasons.ts';
import { type OfferPlan, planOffer } from '../assistant/offers/plan-offer.ts';
import type { Ranking } from '../assistant/offers/rank-candidates.ts';
import type { BriefPlan, PlannedWorker } from '../briefs/plan-brief.ts';
import type { Intent } from '../desk/intent/forms.ts';
import { ROLE_SCOPES } from '../desk/intent/role-scopes.ts';
import { lastFailureOf } from './attempts.ts';
import { offerSceneOf, offerSettingsOf } from './assistant-settings.ts';
import { composeAsCoordinator } from './compose-proposal.ts';
import { contextTextsOf } from './context-texts.ts';
import { type ContractChange, correctedContract } from './contract-terms.ts';
import type { Desk } from './desk.ts';
import { labelOf, type MissionView, type Work } from './mission-view.ts';
import type { RunReason } from './run-types.ts';

/** What is known of Agents beside the log comes without notice: they are looked at again after so long. */
const PRESENCE_PAUSE_MS = 5_000;
/** Whoever is invited before there is work for it has so long to get an offer. */
const INVITED_SECONDS = 4 * 3_600;
/** Offers are answered under a Membership that lasts so long at least. */
const LEFT_SECONDS = 3_600;

/** What no further offer helps against: a person gives more, or ends it. */
const SPENT: ReadonlySet<OfferReasonId> = new Set([
  'attempts-spent',
  'budget-exhausted',
  'budget-reserved',
] as const);

/** Offers a WorkItem that nobody owns now, with the contract as it has to be by now. `spent`: a person has to decide. */
export function offerWork(
  desk: Desk,
  view: MissionView,
  work: Work,
  change: ContractChange = {},
): 'spent' | undefined {
  const { record, workItemId } = work;
  if (record === undefined) return undefined;
  const contract = correctedContract(view, work, change);
  const plan = planOffer(offerSceneOf(view), workItemId, offerSettingsOf(view, work), contract);
  if (plan === undefined) return undefined;
  desk.wake(plan.recheckAtMs);
  if (plan.verdict === 'offer') proposeChain(desk, view, work, plan);
  else if (plan.ranking !== undefined) {
    desk.wake(view.scene.now.epochMs + PRESENCE_PAUSE_MS);
    obstruct(desk, view, work, plan.ranking);
  } else if (plan.verdict === 'escalate') {
    const [because] = plan.reasons;
    if (because === undefined) return undefined;
    desk.obstruct({ item: labelOf(work), obstacle: { code: 'no-offer', because } });
    if (SPENT.has(because.id)) return 'spent';
  }
  return undefined;
}

/** Says why nobody can be asked, unless somebody is only busy: that passes. */
function obstruct(desk: Desk, { plan }: MissionView, work: Work, { needs, refused }: Ranking): void {
  const capability = needs.required.map(({ id, version }) => `${id}@${version}`).join(', ');
  const refusals = refused.flatMap(({ agentId, reasons }) => {
    const isCapable = reasons.filter(({ id }) => id === 'capability-met').length === needs.required.length;
    const because = reasons.find(({ verdict }) => verdict === 'unmet');
    const isWorker = plan.workers.some((worker) => worker.agentId === agentId);
    return isCapable && isWorker && because !== undefined ? [{ worker: nameOf(plan, agentId), because }] : [];
  });
  const item = labelOf(work);
  if (refusals.length === 0) desk.obstruct({ item, obstacle: { code: 'no-worker', capability } });
  else if (!refusals.some(({ because }) => because.id === 'no-slot')) {
    desk.obstruct({ item, obstacle: { code: 'nobody-eligible', capability, refusals } });
  }
}

/** One offer in a Group at a time: the next choice is made from the log in which this one stands. */
function proposeChain(desk: Desk, view: MissionView, work: Work, { chain, reasons }: OfferPlan): void {
  const { groupId, plan, scene } = view;
  const { record, workItemId } = work;
  if (desk.hasOffered(groupId)) return;
  const revision = record?.document.revision ?? 0;
  const head = headOf(view);
  for (const [index, { intent }] of chain.entries()) {
    const composed = composeAsCoordinator(view, intent, `${workItemId}:at-${head}-${index}`);
    // Without the log there is nothing to cite; it is there before long.
    if (composed === undefined) {
      desk.wake(scene.now.epochMs + PRESENCE_PAUSE_MS);
      return;
    }
    const isDone = desk.propose({
      ...composed,
      situation:
        intent.kind === 'membership.change'
          ? `${groupId} ${intent.form.member.id} ${membershipEpochOf(view, intent.form.member.id)}`
          : `${workItemId} ${revision}`,
      author: 'coordinator',
      item: labelOf(work),
      reason: reasonOf(view, work, intent, reasons, plan),
    });
    if (!isDone) return;
  }
}

function reasonOf(
  view: MissionView,
  work: Work,
  intent: Intent,
  reasons: readonly OfferReason[],
  plan: BriefPlan,
): RunReason {
  const item = labelOf(work);
  if (intent.kind === 'membership.change') {
    return { code: 'invite-worker', values: { item, worker: nameOf(plan, intent.form.member.id) } };
  }
  const { candidates = [], selectionBasis } = intent.kind === 'work.offer' ? intent.form : {};
  const workers = candidates.map(({ agentId }) => nameOf(plan, agentId));
  const because = becauseOf(view, work, reasons);
  if (because !== undefined) return { code: 'offer-again', values: { item, workers, because } };
  return {
    code: 'offer-work',
    values: { item, workers, rules: selectionBasis?.policyRulesApplied ?? [] },
  };
}

type Because = Extract<RunReason, { readonly code: 'offer-again' }>['values']['because'];

/** Why it is offered once more; undefined for the first time. */
function becauseOf(view: MissionView, work: Work, [cause]: readonly OfferReason[]): Because | undefined {
  switch (cause?.id) {
    case 'next-after-expiry':
      return 'offer-ended';
    case 'next-after-decline':
      return 'declined';
    case 'after-lost-lease':
      return 'lease-lapsed';
    case 'after-failure':
      return (lastFailureOf(view, work)?.findings.length ?? 0) > 0 ? 'rejected' : 'failed';
    default:
      return undefined;
  }
}

function nameOf({ workers }: BriefPlan, agentId: string): string {
  return workers.find((worker) => worker.agentId === agentId)?.name ?? agentId;
}

function headOf({ world, groupId }: MissionView): number {
  return world.get('head', groupId, SINGLE)?.sequence ?? 0;
}

/** A working role, and long enough for an offer to be answered under it. */
export function isMember({ world, groupId, scene }: MissionView, agentId: string): boolean {
  const { now } = scene;
  const offerEnd = after(now, LEFT_SECONDS);
  return currentMemberships(world, groupId, { type: 'agent', id: agentId }, now).some(
    ({ role, state, provisionalExpiresAt }) =>
      (role === 'worker' || role === 'reviewer') &&
      (state === 'active' || Date.parse(provisionalExpiresAt ?? '') >= Date.parse(offerEnd)),
  );
}

/** Makes a Worker a member for some hours before anybody offers it anything, with what the plan says of its work (CTX-001). */
export function invite(desk: Desk, view: MissionView, work: Work, { agentId, name }: PlannedWorker): void {
  const { scene, groupId } = view;
  const role = work.kind === 'review' ? 'reviewer' : 'worker';
  const intent: Intent = {
    kind: 'membership.change',
    groupId,
    form: {
      member: { type: 'agent', id: agentId },
      role,
      state: 'provisional',
      scopes: ROLE_SCOPES[role],
      provisionalExpiresAt: after(scene.now, INVITED_SECONDS),
      contextPackage: contextTextsOf(view, work),
    },
  };
  const index = view.plan.workers.findIndex((worker) => worker.agentId === agentId) + 1;
  const composed = composeAsCoordinator(view, intent, `${groupId}:invited-${index}-${headOf(view)}`);
  if (composed === undefined) return;
  desk.propose({
    ...composed,
    situation: `${groupId} ${agentId} ${membershipEpochOf(view, agentId)}`,
    author: 'coordinator',
    item: labelOf(work),
    reason: { code: 'invite-worker', values: { item: labelOf(work), worker: name } },
  });
}

function membershipEpochOf({ world, groupId }: MissionView, agentId: string): number {
  return world.get('member', groupId, `agent ${agentId}`)?.membershipEpoch ?? 0;
}
