// Bringing work to a Worker: a provisional Membership with a Context Package first, then the offer (MEM-004, WORK-020).
import { SINGLE } from '../../domain/world.ts';
import { after } from '../../domain/leases.ts';
import { currentMemberships } from '../../domain/members.ts';
import { isRunning } from '../../domain/offers.ts';
import type { CommandPayloads, WorkContract } from '../../protocol/generated/documents.ts';
import { type Candidate, hasLeftUnanswered, rankWorkers, selectionBasisOf } from './choose-worker.ts';
import { createContextPackage } from './context-package.ts';
import { type ContractChange, correctedContract, dependencyIdsOf } from './contract-terms.ts';
import type { Desk } from './desk.ts';
import { labelOf, type MissionView, type Work } from './mission-view.ts';
import type { RunReason } from './run-types.ts';

/** Provisional Memberships outlast some offers, so that not every offer needs a new Context Package. */
const PROVISIONAL_OFFERS = 4;
/** Offers that nobody answers stand longer and longer, up to this. */
const MAX_OFFER_SECONDS = 3_600;
/** Work of this urgency is offered to several at once (WORK-022). */
const URGENT = new Set(['high', 'critical']);

type Because = Extract<RunReason, { readonly code: 'offer-again' }>['values']['because'];

/** Offers a WorkItem that nobody owns now, with the contract as it has to be by now. */
export function offerWork(
  desk: Desk,
  view: MissionView,
  work: Work,
  because: Because | 'new',
  change: ContractChange = {},
): void {
  const { record } = work;
  if (record === undefined) return;
  const corrected = correctedContract(view, work, change);
  const contract = corrected ?? record.document.contract;
  const ranked = rankWorkers(view, desk.rehearsal.world, work, contract);
  if (ranked.length === 0) {
    const capability = contract.requiredCapabilities.map(({ id, version }) => `${id}@${version}`).join(', ');
    desk.obstruct({ item: labelOf(work), obstacle: { code: 'no-worker', capability } });
    return;
  }
  const count = URGENT.has(contract.requestedUrgency) ? view.plan.brief.offers.atOnce : 1;
  const chosen = ranked.slice(0, count);
  const strangers = chosen.filter(({ worker }) => !isMember(view, worker.agentId));
  for (const candidate of strangers) invite(desk, view, work, candidate);
  if (strangers.length > 0) return;
  proposeOffer(desk, view, work, chosen, contract, corrected, because);
}

/** Adds the next Worker to a running offer, when everybody who has it so far has declined (OPEN-037). */
export function widenOffer(desk: Desk, view: MissionView, work: Work): void {
  const { offers = [] } = work.record?.document ?? {};
  const running = offers.filter((offer) => isRunning(offer, view.scene.now));
  const { declinedOfferIds } = view.scene.notes;
  const isDeclined = running.length > 0 && running.every(({ offerId }) => declinedOfferIds.has(offerId));
  if (!isDeclined) {
    desk.wake(Math.min(...running.map(({ expiresAt }) => Date.parse(expiresAt))));
    return;
  }
  const contract = work.record?.document.contract;
  if (contract === undefined) return;
  const asked = new Set(running.map(({ agentId }) => agentId));
  const next = rankWorkers(view, desk.rehearsal.world, work, contract).find(
    ({ worker }) => !asked.has(worker.agentId),
  );
  if (next === undefined) {
    // Nobody else is there: who declined is asked again when the offer has run out.
    desk.wake(Math.min(...running.map(({ expiresAt }) => Date.parse(expiresAt))));
  } else if (isMember(view, next.worker.agentId)) {
    proposeOffer(desk, view, work, [next], contract, undefined, 'declined');
  } else {
    invite(desk, view, work, next);
  }
}

/** A working role, and long enough for the offer to be answered under it. */
export function isMember({ world, groupId, scene, plan }: MissionView, agentId: string): boolean {
  const { now } = scene;
  const offerEnd = after(now, Math.max(plan.brief.offers.validForSeconds, MAX_OFFER_SECONDS));
  return currentMemberships(world, groupId, { type: 'agent', id: agentId }, now).some(
    ({ role, state, provisionalExpiresAt }) =>
      (role === 'worker' || role === 'reviewer') &&
      (state === 'active' || Date.parse(provisionalExpiresAt ?? '') >= Date.parse(offerEnd)),
  );
}

const SCOPES = {
  worker: ['message.post', 'work.accept_offer', 'work.execute'],
  reviewer: ['message.post', 'work.accept_offer', 'work.review'],
} as const;

/** Makes a Worker a member for some hours, with what it has to know about a WorkItem (CTX-001). */
export function invite(
  desk: Desk,
  view: MissionView,
  work: Work,
  { worker }: Pick<Candidate, 'worker'>,
): void {
  const { scene, groupId, plan, world } = view;
  const head = world.get('head', groupId, SINGLE)?.sequence ?? 0;
  const index = plan.workers.indexOf(worker) + 1;
  const contextPackage = createContextPackage(view, work, `${groupId}:context:${index}-${head}`);
  // Without the log there is nothing to cite; it is there before long.
  if (contextPackage === undefined) return;
  const role = work.kind === 'review' ? 'reviewer' : 'worker';
  const seconds = PROVISIONAL_OFFERS * Math.max(plan.brief.offers.validForSeconds, MAX_OFFER_SECONDS);
  desk.propose({
    situation: `${groupId} ${worker.agentId} ${membershipEpochOf(view, worker.agentId)}`,
    author: 'coordinator',
    item: labelOf(work),
    reason: { code: 'invite-worker', values: { item: labelOf(work), worker: worker.name } },
    signs: [{ kind: 'context-package', path: ['contextPackage'], by: 'coordinator' }],
    draft: {
      kind: 'membership.change',
      groupId,
      payload: {
        member: { type: 'agent', id: worker.agentId },
        role,
        state: 'provisional',
        scopes: [...SCOPES[role]],
        ...visibilityOf(view, work),
        provisionalExpiresAt: after(scene.now, seconds),
        contextPackageId: contextPackage.contextPackageId,
        contextPackage: unsignedPart(contextPackage),
      },
    },
  });
}

/** A newcomer sees what comes next; and from the first result on that its work builds on, which it has to know (MEM-005). */
function visibilityOf(view: MissionView, work: Work): { readonly visibilityStartSequence?: number } {
  const needed = new Set(dependencyIdsOf(view, work));
  const source = view.scene
    .history(view.groupId)
    .find(
      ({ kind, workItemId }) => kind === 'work.result.accepted' && needed.has(workItemId ?? ''),
    )?.sequence;
  return source === undefined ? {} : { visibilityStartSequence: source };
}

function membershipEpochOf({ world, groupId }: MissionView, agentId: string): number {
  return world.get('member', groupId, `agent ${agentId}`)?.membershipEpoch ?? 0;
}

/** A document in a payload that gets its signature before the Command gets its own (`signs` names it). */
export function unsignedPart<Document>(document: Omit<Document, 'signature'>): Document {
  return document as Document;
}

/**
 * How long an offer stands: as the brief says, and twice as long as the last one when everybody has left that unanswered.
 * So an Organization that is away does not fill the log with offers.
 */
function validitySeconds(view: MissionView, work: Work, chosen: readonly Candidate[]): number {
  const { validForSeconds } = view.plan.brief.offers;
  const { offers = [], updatedAt } = work.record?.document ?? {};
  const isNew = chosen.some(({ worker }) => !hasLeftUnanswered(view, work, worker.agentId));
  const last = Math.max(...offers.map(({ expiresAt }) => Date.parse(expiresAt)));
  if (isNew || updatedAt === undefined || !Number.isFinite(last)) return validForSeconds;
  const lastSeconds = Math.round((last - Date.parse(updatedAt)) / 1_000);
  return Math.max(validForSeconds, Math.min(MAX_OFFER_SECONDS, 2 * lastSeconds));
}

function proposeOffer(
  desk: Desk,
  view: MissionView,
  work: Work,
  chosen: readonly Candidate[],
  contract: WorkContract,
  corrected: WorkContract | undefined,
  because: Because | 'new',
): void {
  const { groupId, scene } = view;
  const { workItemId, record } = work;
  if (record === undefined) return;
  const { revision } = record.document;
  const workers = chosen.map(({ worker }) => worker.name);
  const item = labelOf(work);
  const payload: CommandPayloads['work.offer'] = {
    workItemId,
    offers: chosen.map(({ worker }, index) => ({
      offerId: `${workItemId}:offer-${revision}-${index + 1}`,
      agentId: worker.agentId,
    })),
    selectionBasis: selectionBasisOf(contract, chosen, scene.now.text),
    offerExpiresInSeconds: validitySeconds(view, work, chosen),
    ...(corrected === undefined ? {} : { contract: corrected }),
  };
  desk.propose({
    situation: `${workItemId} ${revision}`,
    author: 'coordinator',
    item,
    reason:
      because === 'new'
        ? { code: 'offer-work', values: { item, workers, rules: payload.selectionBasis.policyRulesApplied } }
        : { code: 'offer-again', values: { item, workers, because } },
    draft: { kind: 'work.offer', groupId, workItemId, expectedRevision: revision, payload },
  });
}
