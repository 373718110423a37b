// Reviews of everything that waits for one, each made once: what was fetched and run for it holds for good, and only what others may
// still add is looked at again when the log has moved.
import { SINGLE } from '../../../domain/world.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { prepareWithFacts, type ReviewPorts } from '../review/prepare-review.ts';
import { openFacts } from '../review/review-facts.ts';
import type { ContentFact, Review, ReviewFacts, ReviewPolicy } from '../review/review-types.ts';

/** A content that could not be had is asked for again after this time. */
const FETCH_AGAIN_MS = 60_000;

interface Kept {
  readonly review: Review;
  readonly facts: ReviewFacts;
  readonly headSequence: number;
  readonly cards: DeskConnection['cards'];
  readonly atMs: number;
}

export class ReviewDesk {
  private readonly kept = new Map<string, Map<string, Kept>>();

  /** The reviews of a Group that hold in this state, by WorkItem. */
  reviewsOf(connection: DeskConnection, groupId: string): ReadonlyMap<string, Review> {
    const found = new Map<string, Review>();
    const kept = this.kept.get(groupId) ?? new Map<string, Kept>();
    for (const [workItemId, each] of kept) {
      const record = connection.world.get('workItem', groupId, workItemId)?.document;
      if (record?.state !== 'submitted' || record.revision !== each.review.revision) kept.delete(workItemId);
      else if (isCurrent(each, connection, groupId)) found.set(workItemId, each.review);
    }
    return found;
  }

  /** Makes the review of a submission, or makes it again. */
  async prepare(
    connection: DeskConnection,
    groupId: string,
    workItemId: string,
    policy: ReviewPolicy,
    ports: ReviewPorts,
  ): Promise<void> {
    const fresh = openFacts(connection, groupId, workItemId, { policy });
    if (fresh === undefined) return;
    const kept = this.kept.get(groupId) ?? new Map<string, Kept>();
    const before = kept.get(workItemId)?.facts;
    const facts: ReviewFacts =
      before === undefined
        ? fresh
        : {
            ...fresh,
            contents: availableIn(before.contents),
            signatures: before.signatures,
            checks: before.checks,
          };
    const headSequence = headOf(connection, groupId);
    const { cards, nowMs } = connection;
    const prepared = await prepareWithFacts(facts, ports);
    const { review } = prepared;
    if (review === undefined) return;
    kept.set(workItemId, { review, facts: prepared.facts, headSequence, cards, atMs: nowMs });
    this.kept.set(groupId, kept);
  }

  /** When, after now, a review that lacks a content is to be made again; undefined where none does. */
  recheckAtMs(groupId: string, nowMs: number): number | undefined {
    let first: number | undefined;
    for (const each of this.kept.get(groupId)?.values() ?? []) {
      const atMs = each.atMs + FETCH_AGAIN_MS;
      const isDue = !isFinal(each) && lacksContent(each) && atMs > nowMs;
      if (isDue) first = Math.min(first ?? Infinity, atMs);
    }
    return first;
  }
}

/** An acceptance and a refusal rest on the submission alone; for the others somebody may add what was missing. */
function isFinal({ review }: Kept): boolean {
  return review.verdict === 'accept' || review.verdict === 'send-back';
}

function isCurrent(kept: Kept, connection: DeskConnection, groupId: string): boolean {
  if (isFinal(kept)) return true;
  if (lacksContent(kept) && connection.nowMs >= kept.atMs + FETCH_AGAIN_MS) return false;
  return kept.headSequence === headOf(connection, groupId) && kept.cards === connection.cards;
}

function lacksContent({ facts }: Kept): boolean {
  return [...facts.contents.values()].some(({ status }) => status === 'unavailable');
}

function availableIn(contents: ReadonlyMap<string, ContentFact>): ReadonlyMap<string, ContentFact> {
  return new Map([...contents].filter(([, { status }]) => status !== 'unavailable'));
}

function headOf({ world }: DeskConnection, groupId: string): number {
  return world.get('head', groupId, SINGLE)?.sequence ?? 0;
}
