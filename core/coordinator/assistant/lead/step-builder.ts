// Where the areas of a step put what they wish for, ask and want. A wish that the Authority would refuse after those before it
// becomes a question: it is never left out in silence.
import type { DeskIdentity } from '../../desk/connection.ts';
import { because } from '../planning/reasons.ts';
import type { Proposal, Reason } from '../proposal.ts';
import type { LeadReasonId } from './lead-reasons.ts';
import type { LeadArea, LeadQuestion, LeadScene, LeadStep, Wish } from './lead-types.ts';
import { type Refusal, Rehearsal } from './rehearsal.ts';

export interface WishDraft {
  readonly key: string;
  readonly area: LeadArea;
  readonly workItemId?: string | undefined;
  readonly proposals: readonly Proposal[];
}

export class StepBuilder {
  private readonly wishes: Wish[] = [];
  private readonly questions: LeadQuestion[] = [];
  private readonly reviewsWanted: LeadStep['reviewsWanted'][number][] = [];
  private readonly contentsWanted: LeadStep['contentsWanted'][number][] = [];
  private readonly rehearsal: Rehearsal;
  private readonly nowMs: number;
  private recheckAtMs: number | undefined;

  constructor({ connection }: LeadScene, coordinator: DeskIdentity) {
    this.rehearsal = new Rehearsal(connection, coordinator.actor);
    this.nowMs = connection.nowMs;
  }

  /** Whether anything beside the term itself waits to be done. */
  get hasUnsettled(): boolean {
    return this.reviewsWanted.length > 0 || this.wishes.some(({ area }) => area !== 'term');
  }

  /** Whether something is wished for, asked or wanted about an item already. */
  isBusyWith(workItemId: string): boolean {
    return (
      this.wishes.some((each) => each.workItemId === workItemId) ||
      this.reviewsWanted.some((each) => each.workItemId === workItemId)
    );
  }

  /** Puts a wish at the end. Answers whether it stands; otherwise why it was made a question. */
  wish({ key, area, workItemId, proposals }: WishDraft): Refusal | undefined {
    const refusal = this.rehearsal.try(proposals);
    if (refusal === undefined) {
      this.wishes.push({ key, area, workItemId, proposals });
      return undefined;
    }
    const { code, rule } = refusal;
    const reason = because<LeadReasonId>('would-be-refused', 'unmet', { code, rule });
    const reasons = proposals.flatMap((each) => each.reasons);
    this.ask({ key: `${key} ${code}`, area, workItemId, reasons: [reason, ...reasons], drafts: proposals });
    return refusal;
  }

  ask(question: {
    readonly key: string;
    readonly area: LeadArea;
    readonly workItemId?: string | undefined;
    readonly reasons: readonly Reason[];
    readonly drafts?: readonly Proposal[];
  }): void {
    this.questions.push({
      key: question.key,
      area: question.area,
      workItemId: question.workItemId,
      reasons: question.reasons,
      drafts: question.drafts ?? [],
    });
  }

  wantReview(workItemId: string, revision: number): void {
    this.reviewsWanted.push({ workItemId, revision });
  }

  wantContent(groupId: string, contentHash: string): void {
    this.contentsWanted.push({ groupId, contentHash });
  }

  /** Time alone may change the step then. */
  recheck(atMs: number | undefined): void {
    if (atMs === undefined || !Number.isFinite(atMs) || atMs <= this.nowMs) return;
    this.recheckAtMs = Math.min(atMs, this.recheckAtMs ?? Infinity);
  }

  build(): LeadStep {
    const { wishes, questions, reviewsWanted, contentsWanted, recheckAtMs } = this;
    return { wishes, questions, reviewsWanted, contentsWanted, recheckAtMs };
  }
}
