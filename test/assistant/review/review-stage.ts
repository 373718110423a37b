// Submissions for the decision cases of the review: results with real contents, Evidence of everybody, reviews by others; and
// the review itself, with what the world outside would have answered.
import { contentFact } from '../../../core/coordinator/assistant/review/content-facts.ts';
import { openFacts } from '../../../core/coordinator/assistant/review/review-facts.ts';
import { reviewSubmission } from '../../../core/coordinator/assistant/review/review-submission.ts';
import {
  type CheckOutcome,
  DEFAULT_REVIEW_POLICY,
  type Review,
  type ReviewFacts,
  type ReviewNeed,
  type ReviewPolicy,
  signatureKey,
} from '../../../core/coordinator/assistant/review/review-types.ts';
import { nowAt } from '../../../core/domain/decision.ts';
import { CAPABILITY, COORDINATOR, GROUP, MISSION } from '../../../core/domain/seeded-world.test-data.ts';
import { artifactOf, claimOf, evidenceOf, recordOf } from '../../../core/domain/work-scenes.test-data.ts';
import type { Actor, Artifact, Evidence, WorkContract } from '../../../core/protocol/generated/documents.ts';
import { hashContent } from '../../../core/protocol/hash.ts';
import { type Situation, worldOf } from '../corpus.ts';
import { agentOf, ANNA, BERT, CARA, Stage, TASK } from '../stage.ts';

export const OTHER_OWNER: Actor = { type: 'human', id: 'urn:heddle:test:human:other-owner' };
/** A reviewer of another owner than everybody else. */
export const RITA = agentOf('rita');
export const REVIEW = 'urn:heddle:test:work:review';
export const SCHEMA = 'https://example.org/schemas/inventory.json';

/** What Anna delivers when nothing else is said. */
export const TEXT = '{"rows":[{"path":"a"},{"path":"b"}],"total":2}';
export const HASH = hashContent(TEXT);
export const PLAIN_SCHEMA = JSON.stringify({
  type: 'object',
  properties: { rows: { type: 'array', minItems: 1 }, total: { type: 'integer' } },
  required: ['rows'],
});

type Criteria = WorkContract['acceptanceCriteria'];

export function criterion(
  criterionId: string,
  ...evidenceRequired: Criteria[number]['evidenceRequired']
): Criteria[number] {
  return { criterionId, description: `criterion ${criterionId}`, evidenceRequired };
}

/** A contract whose rejected work may be tried again. */
export const TERMS: Partial<WorkContract> = {
  acceptanceCriteria: [criterion('complete', 'artifact_integrity', 'deterministic_test')],
  retryPolicy: { maxAttempts: 3, backoff: 'none', maxDelay: 'PT0S', retryableFailures: ['REVIEW_REJECTED'] },
};

export interface DeliveredFile {
  readonly text: string;
  readonly manifest?: Partial<Artifact>;
}

export interface Delivery {
  readonly agent?: Actor;
  readonly workItemId?: string;
  readonly files?: readonly DeliveredFile[];
  /** Without any, one deterministic test that has passed, about every criterion. */
  readonly evidence?: readonly Partial<Evidence>[];
}

/** A stage with Workers of one owner and a reviewer of another. */
export function openStage(): Stage {
  const stage = new Stage().employ(ANNA, BERT, CARA);
  stage.register(RITA, { owner: OTHER_OWNER }).join(RITA).hear(RITA);
  return stage;
}

/** Work from its contract to the moment before its submission. */
export function assign(
  stage: Stage,
  contract: Partial<WorkContract> = {},
  agent: Actor = ANNA,
  workItemId = TASK,
): Stage {
  return stage
    .plan({ ...TERMS, ...contract }, workItemId)
    .offer(agent, workItemId)
    .accept(agent, workItemId)
    .begin(agent, workItemId)
    .wait(60);
}

export function publish(
  stage: Stage,
  { text, manifest = {} }: DeliveredFile,
  agent: Actor = ANNA,
  workItemId = TASK,
): Stage {
  const { ownershipEpoch, executionLeaseId } = claimOf(stage, workItemId);
  const contentHash = hashContent(text);
  stage.mustAct('artifact.publish', agent, {
    artifact: artifactOf({
      artifactId: stage.newId('artifact'),
      contentHash,
      sizeBytes: Buffer.byteLength(text),
      workItemId,
      producer: { agentId: agent.id, agentCardVersion: 1, capabilities: [CAPABILITY] },
      createdAt: nowAt(stage.nowMs).text,
      ...manifest,
    }),
    ownershipEpoch,
    executionLeaseId,
  });
  return stage;
}

export function hand(
  stage: Stage,
  { agent = ANNA, workItemId = TASK, files = [{ text: TEXT }], evidence = [{}] }: Delivery = {},
): Stage {
  const criterionIds = (
    stage.world.get('workItem', GROUP, workItemId)?.document.contract.acceptanceCriteria ?? []
  ).map((each) => each.criterionId);
  stage.mustAct('work.submit', agent, {
    ...claimOf(stage, workItemId),
    artifactHashes: [...new Set(files.map(({ text }) => hashContent(text)))],
    evidence: evidence.map((changes, index) =>
      evidenceOf({
        evidenceId: `${workItemId}:evidence:${index}`,
        workItemId,
        subject: { type: 'work_item', id: workItemId },
        criterionIds,
        generatedBy: agent,
        createdAt: nowAt(stage.nowMs).text,
        ...changes,
      }),
    ),
  });
  // Whoever reviews comes later.
  return stage.wait(60);
}

/** Publishes and hands in. */
export function deliver(stage: Stage, delivery: Delivery = {}): Stage {
  const { agent = ANNA, workItemId = TASK, files = [{ text: TEXT }] } = delivery;
  for (const file of files) publish(stage, file, agent, workItemId);
  return hand(stage, delivery);
}

/** A submission under a contract. */
export function submitted(contract: Partial<WorkContract> = {}, delivery: Delivery = {}): Stage {
  return deliver(assign(openStage(), contract, delivery.agent), delivery);
}

/** The WorkItem of a review as the assistant drafts it, with assessments of whoever takes it. */
export function reviewed(
  stage: Stage,
  reviewer: Actor,
  assessments: readonly Partial<Evidence>[],
  isVerified = true,
  workItemId = REVIEW,
): Stage {
  const [draft] = reviewOf(stage.situation, {}).drafts;
  if (draft?.intent.kind !== 'work.authorize') throw new Error('no review was drafted');
  const { contract } = draft.intent.form;
  stage
    .plan({ ...contract, goal: `${contract.goal} (${workItemId})` }, workItemId)
    .offer(reviewer, workItemId)
    .accept(reviewer, workItemId)
    .begin(reviewer, workItemId);
  const report = { text: `{"by":"${reviewer.id} in ${workItemId}"}` };
  deliver(stage, {
    agent: reviewer,
    workItemId,
    files: [report],
    evidence: assessments.map((changes) => ({
      type: 'reviewer_assessment',
      artifactHashes: [...contract.inputArtifacts],
      ...changes,
    })),
  });
  return isVerified ? acceptReview(stage, workItemId) : stage;
}

/** The result of a review is accepted: its report is intact, whatever it says. */
export function acceptReview(stage: Stage, workItemId: string): Stage {
  const { contract } = recordOf(stage, workItemId).document;
  const integrity = evidenceOf({
    evidenceId: stage.newId('evidence'),
    workItemId,
    subject: { type: 'work_item', id: workItemId },
    type: 'artifact_integrity',
    criterionIds: contract.acceptanceCriteria.map((each) => each.criterionId),
    generatedBy: COORDINATOR,
    createdAt: nowAt(stage.nowMs).text,
  });
  stage.mustAct('work.accept_result', COORDINATOR, { workItemId, evidence: [integrity] });
  return stage;
}

/** Signed Evidence that is in no log yet. */
export function offeredBy(generatedBy: Actor, changes: Partial<Evidence> = {}): Evidence {
  return evidenceOf({
    evidenceId: `urn:heddle:test:evidence:offered:${changes.type ?? 'assessment'}`,
    missionId: MISSION,
    workItemId: TASK,
    subject: { type: 'work_item', id: TASK },
    type: 'reviewer_assessment',
    artifactHashes: [HASH],
    generatedBy,
    createdAt: '2026-05-04T09:01:30Z',
    ...changes,
  });
}

/** What the world outside answers: contents by their text, signatures that hold, checks that nobody could run. */
export interface Outside {
  readonly contents?: readonly string[];
  /** What a hash leads to instead of its content. */
  readonly replaced?: Readonly<Record<string, string>>;
  readonly lost?: readonly string[];
  /** Documents whose signature does not hold, with the reason of the verifier; by id. */
  readonly invalid?: Readonly<Record<string, string>>;
  readonly checks?: Readonly<Record<string, CheckOutcome>>;
  readonly offered?: readonly Evidence[];
  readonly policy?: Partial<ReviewPolicy>;
  /** Nobody has fetched anything yet. */
  readonly isBlind?: boolean;
}

export function factsOf({ log, nowMs }: Situation, { offered = [], policy = {} }: Outside): ReviewFacts {
  const facts = openFacts({ world: worldOf(log), nowMs, cards: new Map() }, GROUP, TASK, {
    offered,
    policy: { ...DEFAULT_REVIEW_POLICY, ...policy },
  });
  if (facts === undefined) throw new Error('no Mission');
  return facts;
}

/** The review of the task, with all that it needs. */
export function reviewOf(situation: Situation, outside: Outside): Review {
  const facts = factsOf(situation, outside);
  const known = {
    ...facts,
    contents: new Map(facts.contents),
    signatures: new Map(facts.signatures),
    checks: new Map(facts.checks),
  };
  const texts = new Map(
    [TEXT, PLAIN_SCHEMA, ...(outside.contents ?? [])].map((text) => [hashContent(text), text]),
  );
  for (let round = 0; round < 8; round += 1) {
    const review = reviewSubmission(known);
    if (review === undefined) throw new Error('nothing waits for a review');
    if (review.needs.length === 0 || outside.isBlind === true) return review;
    for (const need of review.needs) meet(need, known, texts, outside);
  }
  throw new Error('the review wants more and more');
}

function meet(
  need: ReviewNeed,
  known: {
    readonly contents: Map<string, ReturnType<typeof contentFact>>;
    readonly signatures: Map<string, { status: 'valid' } | { status: 'invalid'; reason: string }>;
    readonly checks: Map<string, CheckOutcome>;
  },
  texts: ReadonlyMap<string, string>,
  { replaced = {}, lost = [], invalid = {}, checks = {} }: Outside,
): void {
  switch (need.kind) {
    case 'content': {
      const text = replaced[need.contentHash] ?? texts.get(need.contentHash);
      const isLost = text === undefined || lost.includes(need.contentHash);
      known.contents.set(
        need.contentHash,
        isLost ? { status: 'unavailable', problem: 'gone' } : contentFact(Buffer.from(text), need),
      );
      return;
    }
    case 'signature': {
      const reason = invalid[need.id];
      known.signatures.set(
        signatureKey(need.document, need.id),
        reason === undefined ? { status: 'valid' } : { status: 'invalid', reason },
      );
      return;
    }
    default:
      known.checks.set(need.key, checks[need.key] ?? { status: 'broken', detail: 'nobody runs it' });
  }
}
