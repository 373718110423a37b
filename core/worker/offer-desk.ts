// Offers: each is looked at once, and accepted, declined or asked about (WORK-002, WORK-020…WORK-032). One at a time, so
// that what was accepted a moment ago counts for the next.
import type { AgentCard, WorkContract } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import { OFFER_DECLINE_SCHEMA } from '../protocol/offer-decline.ts';
import { type AdmissionPolicy, decideOffer } from './admission-control.ts';
import type { AgentLink, CommandDraft } from './agent-link.ts';
import type { WorkerClock } from './clock.ts';
import type { GroupQueue } from './group-queue.ts';
import type { Standing } from './own-work.ts';
import type { WorkerEvent } from './run-ports.ts';
import { estimateSchedule } from './schedule-estimate.ts';
import type { Scheduler } from './scheduler/scheduler.ts';
import { EXPECTED_RUN_MS, scheduledItemOf, type WorkPlan } from './work-plan.ts';
import type { WorkItemRecord } from '../domain/world.ts';

export interface OfferDeskOptions {
  readonly link: AgentLink;
  readonly clock: WorkerClock;
  readonly card: AgentCard;
  readonly policy: AdmissionPolicy;
  readonly scheduler: Scheduler;
  readonly planOf: (record: WorkItemRecord) => WorkPlan;
  /** A question that has to be answered before the work can be promised; undefined when the contract is clear. */
  readonly findAmbiguity: (contract: WorkContract) => string | undefined;
  readonly report: (event: WorkerEvent) => void;
}

type Offered = Extract<Standing, { kind: 'offered' }>;

const REMEMBERED_OFFERS = 10_000;
/** Refusals that say nothing about the offer itself. */
const PASSING: ReadonlySet<string> = new Set([
  'REVISION_CONFLICT',
  'RATE_LIMITED',
  'AUTH_STALE_SESSION',
  'MEMBERSHIP_STALE',
]);
/** Ownership is asked for at least this long, since plans are guesses. */
const LEAST_OWNERSHIP_SECONDS = 900;

export class OfferDesk {
  private readonly options: OfferDeskOptions;
  /** Offers that were answered, for as long as the log may still show them. */
  private readonly answered = new Set<string>();
  private working: Promise<void> = Promise.resolve();

  constructor(options: OfferDeskOptions) {
    this.options = options;
  }

  /** Looks at the offers of a Group. Settles when they are answered, as far as that is possible now. */
  consider(queue: GroupQueue): Promise<void> {
    this.working = this.working.then(() => this.considerAll(queue));
    return this.working;
  }

  private async considerAll(queue: GroupQueue): Promise<void> {
    for (const workItemId of queue.offeredIds()) {
      if (this.options.link.session === undefined) return;
      const standing = queue.standingOf(workItemId, this.options.clock.read());
      if (standing.kind !== 'offered' || this.answered.has(standing.offer.offerId)) continue;
      this.markAnswered(standing.offer.offerId);
      const isAnswered = await this.answer(standing);
      // Nobody has heard it: it is looked at again, with what has changed by then.
      if (!isAnswered) this.answered.delete(standing.offer.offerId);
    }
  }

  private markAnswered(offerId: string): void {
    this.answered.add(offerId);
    const [oldest] = this.answered;
    // An offer ends within minutes; what is forgotten here is long over.
    if (this.answered.size > REMEMBERED_OFFERS && oldest !== undefined) this.answered.delete(oldest);
  }

  private async answer({ record, offer }: Offered): Promise<boolean> {
    const { link, clock, card, policy, scheduler, planOf, findAmbiguity } = this.options;
    const { groupId, workItemId, contract } = record.document;
    const question = findAmbiguity(contract);
    if (question !== undefined) {
      this.tell('worker.offer_questioned', record, offer.offerId);
      return this.say(record, `question ${offer.offerId}`, [{ type: 'text', text: question }]);
    }
    const now = clock.read();
    const plan = planOf(record);
    const expectedRunMs = EXPECTED_RUN_MS[plan.effort];
    const item = scheduledItemOf(record, record.ownershipEpoch + 1, plan);
    const isHeld = contract.dependencyWorkItemIds.some(
      (id) => link.world.get('workItem', groupId, id)?.document.state !== 'verified',
    );
    const estimate = estimateSchedule(
      scheduler.policy,
      {
        groupId,
        itemsAhead: scheduler.countIn(groupId),
        meanRunMs: expectedRunMs,
        expectedRunMs,
        slots: plan.slots,
        deadlineMs: Date.parse(contract.deadline),
        isHeld,
      },
      now.wallMs,
    );
    const decision = decideOffer({ world: link.world, card, policy, scheduler, record, item, estimate, now });
    if (decision.kind === 'decline') {
      this.tell('worker.offer_declined', record, `${decision.reason}: ${decision.detail}`);
      const { offerId } = offer;
      const data = { workItemId, offerId, reason: decision.reason };
      return this.say(record, `decline ${offerId}`, [
        { type: 'data_ref', schema: OFFER_DECLINE_SCHEMA, data },
      ]);
    }
    const waitMs = Date.parse(estimate.estimatedStart) - now.wallMs;
    // Work that waits for others is held as long as this Worker is willing to; else for twice the expected wait.
    const ownershipMs = Math.min(policy.maxWaitMs, isHeld ? policy.maxWaitMs : 2 * waitMs);
    const outcome = await link.submit({
      kind: 'work.accept_offer',
      groupId,
      workItemId,
      expectedRevision: record.document.revision,
      payload: {
        workItemId,
        offerId: offer.offerId,
        scheduleEstimate: estimate,
        ownershipLeaseSeconds: Math.max(LEAST_OWNERSHIP_SECONDS, Math.ceil(ownershipMs / 1_000)),
      },
      mustBeNow: true,
    });
    this.tell(
      'worker.offer_accepted',
      record,
      outcome.status === 'refused' ? outcome.error.code : outcome.status,
    );
    if (outcome.status === 'accepted') return true;
    // Refused for good, it is not asked again; what may change, such as a revision or a limit, is looked at again.
    return outcome.status === 'refused' && !outcome.error.retryable && !PASSING.has(outcome.error.code);
  }

  /** A Message in the WorkItem's Conversation. Its id follows from its occasion: a restart does not say it twice. */
  private async say(
    { document }: WorkItemRecord,
    occasion: string,
    content: readonly object[],
  ): Promise<boolean> {
    const { link } = this.options;
    const { groupId, conversationId, workItemId } = document;
    const name = hashContent(`${link.agentId} ${occasion}`).slice('sha256:'.length, 'sha256:'.length + 32);
    const messageId = `urn:heddle:message:${name}`;
    if (link.world.get('message', groupId, messageId) !== undefined) return true;
    const draft: CommandDraft = {
      kind: 'message.post',
      groupId,
      conversationId,
      payload: { messageId, content, references: [workItemId] },
      mustBeNow: true,
    };
    const outcome = await link.submit(draft);
    return outcome.status === 'accepted' || (outcome.status === 'refused' && !outcome.error.retryable);
  }

  private tell(name: string, { document }: WorkItemRecord, detail: string): void {
    const { groupId, workItemId } = document;
    this.options.report({ name, groupId, workItemId, detail });
  }
}
