// Carries a review to its end: meets its needs by the ports, one round after another, until only the verdict is left.
import { contentFact, signatureFact } from './content-facts.ts';
import { findEvidence } from './review-scene.ts';
import { needKey, reviewSubmission } from './review-submission.ts';
import {
  type CheckOutcome,
  type CheckProgram,
  type ContentFact,
  type Review,
  type ReviewFacts,
  type ReviewNeed,
  type SignatureFact,
  signatureKey,
} from './review-types.ts';
import type { KeyEvidence } from '../../../protocol/registry.ts';

/** What a review reaches of the world outside. None of them rejects; whatever goes wrong is an answer. */
export interface ReviewPorts {
  /** At most `maxBytes` and one more, so that too much can be told from enough. */
  readonly fetchContent: (
    contentHash: string,
    maxBytes: number,
  ) => Promise<
    | { readonly ok: true; readonly bytes: Uint8Array }
    /** `differs`: whoever fetched it has compared it with its hash, and hands nothing on. */
    | { readonly ok: false; readonly problem: string; readonly differs?: boolean }
  >;
  /** The Registry evidence of the time of the documents. */
  readonly keys: () => KeyEvidence;
  readonly runCheck: (program: CheckProgram) => Promise<CheckOutcome>;
}

/** The longest chain of needs: contents, then a schema or a program, then its run. One round more finds no needs. */
const MAX_ROUNDS = 6;

/** A review with everything that was found for it. */
export interface PreparedReview {
  /** Undefined where nothing waits for a review. */
  readonly review: Review | undefined;
  /** To begin with when the state has moved: what was found for contents, signatures and checks holds for good. */
  readonly facts: ReviewFacts;
}

/**
 * Reviews with whatever has to be fetched, verified and run; undefined where nothing waits for a review. The review itself
 * holds only for its revision.
 */
export async function prepareReview(facts: ReviewFacts, ports: ReviewPorts): Promise<Review | undefined> {
  return (await prepareWithFacts(facts, ports)).review;
}

/** The same, with the facts that were found. */
export async function prepareWithFacts(facts: ReviewFacts, ports: ReviewPorts): Promise<PreparedReview> {
  const contents = new Map(facts.contents);
  const signatures = new Map(facts.signatures);
  const checks = new Map(facts.checks);
  const known = { ...facts, contents, signatures, checks };
  let review = reviewSubmission(known);
  for (let round = 1; review !== undefined && review.needs.length > 0 && round <= MAX_ROUNDS; round += 1) {
    const met = await Promise.all(
      review.needs.map(async (need) => ({ need, found: await meet(need, known, ports) })),
    );
    for (const { need, found } of met) store(need, found, { contents, signatures, checks });
    review = reviewSubmission(known);
  }
  return { review, facts: known };
}

type Found =
  | { readonly kind: 'content'; readonly fact: ContentFact }
  | { readonly kind: 'signature'; readonly fact: SignatureFact }
  | { readonly kind: 'check'; readonly fact: CheckOutcome };

async function meet(need: ReviewNeed, facts: ReviewFacts, ports: ReviewPorts): Promise<Found> {
  switch (need.kind) {
    case 'content': {
      const fetched = await ports.fetchContent(need.contentHash, need.maxBytes);
      const fact: ContentFact = fetched.ok
        ? contentFact(fetched.bytes, need)
        : fetched.differs === true
          ? { status: 'differs', foundHash: undefined }
          : { status: 'unavailable', problem: fetched.problem };
      return { kind: 'content', fact };
    }
    case 'signature': {
      const document =
        need.document === 'artifact'
          ? facts.world.get('artifact', facts.groupId, need.id)
          : findEvidence(facts, need.id);
      if (document === undefined) throw new Error(`the review wants ${needKey(need)}, which its facts lack`);
      return { kind: 'signature', fact: signatureFact(need.document, document, ports.keys()) };
    }
    default:
      return { kind: 'check', fact: await ports.runCheck(need.program) };
  }
}

function store(
  need: ReviewNeed,
  found: Found,
  facts: {
    readonly contents: Map<string, ContentFact>;
    readonly signatures: Map<string, SignatureFact>;
    readonly checks: Map<string, CheckOutcome>;
  },
): void {
  if (need.kind === 'content' && found.kind === 'content') facts.contents.set(need.contentHash, found.fact);
  if (need.kind === 'signature' && found.kind === 'signature')
    facts.signatures.set(signatureKey(need.document, need.id), found.fact);
  if (need.kind === 'check' && found.kind === 'check') facts.checks.set(need.key, found.fact);
}
