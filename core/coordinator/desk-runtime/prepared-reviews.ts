// Reviews that are prepared for people to look at: begun when somebody looks, kept while nothing has changed, prepared anew
// when something has. Nothing is signed here.
import { SINGLE } from '../../domain/world.ts';
import { openFacts } from '../assistant/review/review-facts.ts';
import { prepareWithFacts } from '../assistant/review/prepare-review.ts';
import type { Review, ReviewFacts } from '../assistant/review/review-types.ts';
import type { DeskConnection } from '../desk/connection.ts';
import { type CheckRunner, reviewPortsOf } from './assistant-ports.ts';
import type { RunningConnection } from './desk-connections.ts';

export interface PreparedReview {
  /** Undefined while the first one is under way, and where nothing waits for a review. */
  readonly review: Review | undefined;
  /** What is shown is of before: another one is on its way. */
  readonly isUnderWay: boolean;
}

interface KeptReview {
  /** What the review was prepared from. */
  cause: string;
  review: Review | undefined;
  running: boolean;
  found: ReviewFacts | undefined;
}

/** Reviews that are kept at once. */
const MAX_KEPT = 12;
/** Larger contents are fetched again. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

export class PreparedReviews {
  private readonly runCheck: CheckRunner;
  private readonly onReady: () => void;
  private readonly onFault: (error: unknown) => void;
  private readonly kept = new Map<string, KeptReview>();

  constructor(runCheck: CheckRunner, onReady: () => void, onFault: (error: unknown) => void) {
    this.runCheck = runCheck;
    this.onReady = onReady;
    this.onFault = onFault;
  }

  /** The review of what was submitted; one is begun where none is there that fits. */
  of(
    connection: RunningConnection,
    view: DeskConnection,
    groupId: string,
    workItemId: string,
  ): PreparedReview {
    const document = view.world.get('workItem', groupId, workItemId)?.document;
    if (document?.state !== 'submitted') return { review: undefined, isUnderWay: false };
    const cause = causeOf(connection, view, groupId, document.revision);
    const key = `${view.connectionId} ${groupId} ${workItemId}`;
    const known = this.kept.get(key) ?? this.keep(key);
    if (known.cause !== cause && !known.running)
      this.prepare(known, connection, view, { groupId, workItemId });
    // With another revision the review is void, however little has changed.
    const review = known.review?.revision === document.revision ? known.review : undefined;
    return { review, isUnderWay: known.running };
  }

  /** The review that is there already; nothing is begun. */
  peek(view: DeskConnection, groupId: string, workItemId: string): Review | undefined {
    const review = this.kept.get(`${view.connectionId} ${groupId} ${workItemId}`)?.review;
    const document = view.world.get('workItem', groupId, workItemId)?.document;
    return document?.state === 'submitted' && review?.revision === document.revision ? review : undefined;
  }

  private keep(key: string): KeptReview {
    const made: KeptReview = {
      cause: '',
      review: undefined,
      running: false,
      found: undefined,
    };
    this.kept.set(key, made);
    for (const [oldest, { running }] of this.kept) {
      if (this.kept.size <= MAX_KEPT) break;
      if (!running) this.kept.delete(oldest);
    }
    return made;
  }

  private prepare(
    kept: KeptReview,
    connection: RunningConnection,
    view: DeskConnection,
    { groupId, workItemId }: { readonly groupId: string; readonly workItemId: string },
  ): void {
    const facts = openFacts(view, groupId, workItemId);
    if (facts === undefined) return;
    const { revision = 0 } = view.world.get('workItem', groupId, workItemId)?.document ?? {};
    kept.cause = causeOf(connection, view, groupId, revision);
    kept.running = true;
    const ports = reviewPortsOf(connection, groupId, this.runCheck, this.onFault);
    prepareWithFacts(withFound(facts, kept.found), ports)
      .then(({ review, facts: found }) => {
        kept.review = review;
        kept.found = found;
        return undefined;
      })
      .catch(this.onFault)
      .finally(() => {
        kept.running = false;
        this.onReady();
      });
  }
}

/** A review rests on the item, on Evidence anywhere in its Group, and on what can be reached. */
function causeOf(
  connection: RunningConnection,
  { world, status }: DeskConnection,
  groupId: string,
  revision: number,
): string {
  const head = world.get('head', groupId, SINGLE)?.sequence ?? 0;
  return `${revision} ${head} ${status} ${connection.evidence().ok}`;
}

/** What was found before, as far as it holds: what could not be had may be there by now. */
function withFound(facts: ReviewFacts, found: ReviewFacts | undefined): ReviewFacts {
  if (found === undefined) return facts;
  const contents = [...found.contents].filter(
    ([, fact]) => fact.status === 'intact' && fact.sizeBytes <= MAX_KEPT_BYTES,
  );
  const signatures = [...found.signatures].filter(([, fact]) => fact.status === 'valid');
  return {
    ...facts,
    contents: new Map(contents),
    signatures: new Map(signatures),
    checks: new Map([...found.checks].filter(([, outcome]) => outcome.status === 'finished')),
  };
}
