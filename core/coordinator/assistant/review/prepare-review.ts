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
  /** Reads the Registry anew, for documents whose key was bound after it was read. */
  readonly refreshKeys?: () => Promise<unknown>;
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
    const found = await Promise.all(review.needs.map((need) => meetNeed(need, known, ports)));
    for (const fact of found) storeFact(fact, { contents, signatures, checks });
    review = reviewSubmission(known);
  }
  return { review, facts: known };
}

/** What was found out for a need, and where it belongs in the facts. */
export type FoundFact =
  | { readonly kind: 'content'; readonly key: string; readonly fact: ContentFact }
  | { readonly kind: 'signature'; readonly key: string; readonly fact: SignatureFact }
  | { readonly kind: 'check'; readonly key: string; readonly fact: CheckOutcome };

/** Meets one need. Rejects only where the review wants what its own facts do not have. */
export async function meetNeed(
  need: ReviewNeed,
  facts: Pick<ReviewFacts, 'world' | 'groupId' | 'offered'>,
  ports: ReviewPorts,
): Promise<FoundFact> {
  switch (need.kind) {
    case 'content': {
      const fetched = await ports.fetchContent(need.contentHash, need.maxBytes);
      const fact: ContentFact = fetched.ok
        ? contentFact(fetched.bytes, need)
        : fetched.differs === true
          ? { status: 'differs', foundHash: undefined }
          : { status: 'unavailable', problem: fetched.problem };
      return { kind: 'content', key: need.contentHash, fact };
    }
    case 'signature': {
      const document =
        need.document === 'artifact'
          ? facts.world.get('artifact', facts.groupId, need.id)
          : findEvidence(facts, need.id);
      if (document === undefined) throw new Error(`the review wants ${needKey(need)}, which its facts lack`);
      let fact = signatureFact(need.document, document, ports.keys());
      if (isKeyUnknown(fact) && ports.refreshKeys !== undefined) {
        await ports.refreshKeys();
        fact = signatureFact(need.document, document, ports.keys());
      }
      return { kind: 'signature', key: signatureKey(need.document, need.id), fact };
    }
    default:
      return { kind: 'check', key: need.key, fact: await ports.runCheck(need.program) };
  }
}

/** Nothing is wrong with the signature, as far as anybody here can tell: the key may have been bound a moment ago. */
export function isKeyUnknown(fact: SignatureFact): boolean {
  return fact.status === 'invalid' && (fact.reason === 'unknown-key' || fact.reason === 'registry-refused');
}

/** Puts what was found where the next round of the review looks for it. */
export function storeFact(
  { kind, key, fact }: FoundFact,
  facts: {
    readonly contents: Map<string, ContentFact>;
    readonly signatures: Map<string, SignatureFact>;
    readonly checks: Map<string, CheckOutcome>;
  },
): void {
  // Kind and fact belong together by the type of what was found.
  if (kind === 'content') facts.contents.set(key, fact);
  else if (kind === 'signature') facts.signatures.set(key, fact);
  else facts.checks.set(key, fact);
}
