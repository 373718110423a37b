// The Coordinator's review of a submission, in the protocol's order (WORK-062): integrity and form of what was delivered,
// deterministic Evidence, the assessments of an independent reviewer, a human where one is asked for, and a verdict per
// criterion. Whatever it finds goes back to the Worker as corrections (OPEN-056).
import type { Evidence, WorkContract } from '../../protocol/generated/documents.ts';
import type { Unsigned } from '../../protocol/sign.ts';
import { LEASE_LAPSED, REVIEW_REJECTED } from '../briefs/resolve-contract.ts';
import { manifestOf } from './contract-terms.ts';
import type { Desk } from './desk.ts';
import { hasMember } from './inspect-content.ts';
import { labelOf, type MissionView, submittedEvidence, type Work } from './mission-view.ts';
import { unsignedPart } from '../desk/intent/payload-input.ts';
import {
  type BriefAuthor,
  type ContentFacts,
  contentKey,
  type ContentNeed,
  type DocumentToSign,
} from './run-types.ts';

type Criteria = WorkContract['acceptanceCriteria'];

/** Reviews what was submitted, as far as it can be by now; accepts it or sends it back. */
export function reviewResult(desk: Desk, view: MissionView, work: Work): void {
  const { record } = work;
  if (record?.document.submission === undefined) return;
  const contents = checkContents(desk, view, work);
  if (contents === undefined) return;
  const findings = [...contents, ...checkSubmitted(view, work)];
  if (findings.length > 0) {
    reject(desk, view, work, findings);
    return;
  }
  const drafts: Draft[] = [integrityDraft(view, work)];
  const schema = criteriaWith(record.document.contract, 'schema_validation');
  if (schema.length > 0) drafts.push(schemaDraft(view, work, schema));
  const assessed = checkAssessments(view, work);
  if (assessed === 'waiting') return;
  if (assessed.findings.length > 0) {
    reject(desk, view, work, assessed.findings);
    return;
  }
  drafts.push(...assessed.drafts);
  const human = askHuman(desk, view, work);
  if (human === 'waiting') return;
  if (human.findings.length > 0) reject(desk, view, work, human.findings);
  else accept(desk, view, work, [...drafts, ...human.drafts]);
}

/** Whether the reviewer can begin: what was submitted has no fault that makes an assessment pointless. */
export function isReviewable(desk: Desk, view: MissionView, work: Work): boolean {
  const contents = checkContents(desk, view, work);
  return contents !== undefined && contents.length === 0 && checkSubmitted(view, work).length === 0;
}

interface Draft {
  readonly by: BriefAuthor;
  readonly evidence: Unsigned<'evidence'>;
}

interface Judgement {
  readonly findings: readonly string[];
  readonly drafts: readonly Draft[];
}

function criteriaWith({ acceptanceCriteria }: WorkContract, type: Evidence['type']): Criteria {
  return acceptanceCriteria.filter(({ evidenceRequired }) =>
    evidenceRequired.some((required) => required === type),
  );
}

/** Everything delivered is there, intact and of its kind; undefined while contents have not been looked at. */
function checkContents(desk: Desk, view: MissionView, work: Work): readonly string[] | undefined {
  const { record, files } = work;
  const hashes = record?.document.submission?.artifactHashes ?? [];
  const findings: string[] = [];
  const delivered = new Set<string>();
  let isKnown = true;
  for (const contentHash of hashes) {
    const manifest = manifestOf(view, work, contentHash);
    if (manifest === undefined) continue;
    const { schemaUri, mediaType, sizeBytes } = manifest;
    const deliverable = work.contract.requiredDeliverables.find(
      (each) => each.schema === schemaUri && each.mediaType === mediaType,
    );
    const name = deliverable?.deliverableId ?? contentHash;
    const situation = `${work.workItemId} ${record?.ownershipEpoch ?? 0}`;
    const facts = knownFacts(desk, view, {
      situation,
      groupId: view.groupId,
      contentHash,
      sizeBytes,
      mediaType,
    });
    if (facts === undefined) {
      isKnown = false;
    } else if (facts.status === 'unavailable') {
      isKnown = false;
      const { problem } = facts;
      desk.obstruct({
        item: labelOf(work),
        obstacle: { code: 'content-unavailable', contentHash, problem },
      });
    } else if (facts.status === 'damaged') {
      if (deliverable !== undefined) delivered.add(deliverable.deliverableId);
      findings.push(`${name}: ${facts.problem}`);
    } else {
      if (deliverable !== undefined) delivered.add(deliverable.deliverableId);
      if (facts.sizeBytes !== sizeBytes) {
        findings.push(`${name}: the manifest says ${sizeBytes} bytes, the content has ${facts.sizeBytes}`);
      }
      const members = files.find(
        ({ deliverableId }) => deliverableId === deliverable?.deliverableId,
      )?.members;
      findings.push(...jsonFindings(name, facts.json, members ?? []));
    }
  }
  if (!isKnown) return undefined;
  for (const { deliverableId, mediaType, schema } of work.contract.requiredDeliverables) {
    if (delivered.has(deliverableId)) continue;
    findings.push(
      `${deliverableId} is missing: no Artifact has the schema ${schema} and the media type ${mediaType}`,
    );
  }
  return findings;
}

/** What is known of a content; asked for where it is not known, or not in this situation. */
function knownFacts(desk: Desk, { scene }: MissionView, need: ContentNeed): ContentFacts | undefined {
  const known = scene.notes.contents.get(contentKey(need));
  if (known?.facts.status === 'intact') return known.facts;
  const isOld = known === undefined || known.situation !== need.situation;
  const retryAtMs = known?.facts.status === 'unavailable' ? known.facts.retryAtMs : undefined;
  if (isOld || (retryAtMs !== undefined && retryAtMs <= scene.now.epochMs)) {
    desk.need(need);
    return undefined;
  }
  desk.wake(retryAtMs);
  return known.facts;
}

function jsonFindings(
  name: string,
  json:
    | { readonly ok: true; readonly value: unknown }
    | { readonly ok: false; readonly problem: string }
    | undefined,
  members: readonly string[],
): readonly string[] {
  if (json === undefined) return members.length === 0 ? [] : [`${name} is no JSON that could be looked into`];
  if (!json.ok) return [`${name} is no JSON: ${json.problem}`];
  return members
    .filter((pointer) => !hasMember(json.value, pointer))
    .map((pointer) => `${name} has no member ${pointer}`);
}

/** Types of Evidence that only the Worker can bring. */
const WORKER_TYPES = ['deterministic_test', 'business_rule', 'policy_check'] as const;

/** The Worker's own Evidence: what the contract asks of it is there, and none of it has failed (EVI-005). */
function checkSubmitted(view: MissionView, work: Work): readonly string[] {
  const contract = work.record?.document.contract ?? work.contract;
  const evidence = submittedEvidence(view, work);
  const findings: string[] = [];
  for (const { criterionId } of contract.acceptanceCriteria) {
    const named = evidence.filter(({ criterionIds }) => criterionIds.includes(criterionId));
    for (const type of WORKER_TYPES) {
      const ofType = named.filter((each) => each.type === type);
      const failed = ofType.find(({ result }) => result !== 'passed');
      if (failed !== undefined) findings.push(`${criterionId}: ${type} ${failed.result}: ${failed.method}`);
      const isRequired = criteriaWith(contract, type).some((each) => each.criterionId === criterionId);
      if (isRequired && failed === undefined && ofType.length === 0) {
        findings.push(`${criterionId}: no ${type} was submitted`);
      }
    }
    if (work.kind === 'review' && !named.some(({ type }) => type === 'reviewer_assessment')) {
      findings.push(`${criterionId}: no reviewer_assessment was submitted`);
    }
  }
  return findings;
}

/** The verdicts of the independent reviewer, as far as the contract wants them. */
function checkAssessments(view: MissionView, work: Work): Judgement | 'waiting' {
  const contract = work.record?.document.contract ?? work.contract;
  const wanted = work.kind === 'review' ? [] : criteriaWith(contract, 'reviewer_assessment');
  if (wanted.length === 0) return { findings: [], drafts: [] };
  const review = view.works.find(({ reviewed }) => reviewed?.workItemId === work.workItemId);
  if (review?.record?.document.state !== 'verified') return 'waiting';
  const assessments = submittedEvidence(view, review).filter(({ type }) => type === 'reviewer_assessment');
  const findings = wanted.flatMap(({ criterionId }) =>
    assessments
      .filter(({ criterionIds, result }) => criterionIds.includes(criterionId) && result !== 'passed')
      .map(({ result, method }) => `${criterionId}: the reviewer says ${result}: ${method}`),
  );
  const draft = evidenceDraft(view, work, 'coordinator', 'assessment', {
    type: 'reviewer_assessment',
    criterionIds: wanted.map(({ criterionId }) => criterionId),
    method: `assessed by ${review.record.document.owner?.agentId ?? ''} in the WorkItem ${review.workItemId}, whose signed Evidence is cited`,
    details: {
      reviewWorkItemId: review.workItemId,
      reviewerAgentId: review.record.document.owner?.agentId ?? '',
      reviewerEvidenceIds: assessments.map(({ evidenceId }) => evidenceId),
    },
    artifactHashes: [
      ...new Set([
        ...(work.record?.document.submission?.artifactHashes ?? []),
        ...(review.record.document.submission?.artifactHashes ?? []),
      ]),
    ],
  });
  return { findings, drafts: [draft] };
}

/** A human looks at it where the contract wants that (INV-10). */
function askHuman(desk: Desk, view: MissionView, work: Work): Judgement | 'waiting' {
  const contract = work.record?.document.contract ?? work.contract;
  const criteria = criteriaWith(contract, 'human_review');
  if (criteria.length === 0) return { findings: [], drafts: [] };
  const { workItemId, record } = work;
  const answer = desk.ask({
    kind: 'human-review',
    questionId: `human-review ${workItemId} ${record?.ownershipEpoch ?? 0}`,
    groupId: view.groupId,
    item: labelOf(work),
    workItemId,
    artifactHashes: record?.document.submission?.artifactHashes ?? [],
    criteria: criteria.map(({ criterionId, description }) => ({ criterionId, text: description })),
    choices: ['approve', 'request-changes'],
    unattended: { choice: 'request-changes', text: 'Nobody was there to review it.' },
  });
  if (answer === undefined) return 'waiting';
  if (answer.choice !== 'approve') {
    return { findings: [`a human asks for changes: ${answer.text ?? ''}`], drafts: [] };
  }
  const draft = evidenceDraft(view, work, 'owner', 'human', {
    type: 'human_review',
    criterionIds: criteria.map(({ criterionId }) => criterionId),
    method: answer.text === undefined || answer.text === '' ? 'looked at' : answer.text,
    artifactHashes: record?.document.submission?.artifactHashes ?? [],
  });
  return { findings: [], drafts: [draft] };
}

function integrityDraft(view: MissionView, work: Work): Draft {
  const contract = work.record?.document.contract ?? work.contract;
  return evidenceDraft(view, work, 'coordinator', 'integrity', {
    type: 'artifact_integrity',
    criterionIds: contract.acceptanceCriteria.map(({ criterionId }) => criterionId),
    method: 'content fetched anew, hash and size compared with the signed manifest',
    artifactHashes: work.record?.document.submission?.artifactHashes ?? [],
  });
}

function schemaDraft(view: MissionView, work: Work, criteria: Criteria): Draft {
  return evidenceDraft(view, work, 'coordinator', 'schema', {
    type: 'schema_validation',
    criterionIds: criteria.map(({ criterionId }) => criterionId),
    method:
      'deliverables by schema and media type; JSON parsed strictly and searched for its required members',
    artifactHashes: work.record?.document.submission?.artifactHashes ?? [],
  });
}

type EvidenceFacts = Pick<Unsigned<'evidence'>, 'type' | 'criterionIds' | 'method' | 'artifactHashes'> &
  Partial<Pick<Unsigned<'evidence'>, 'details' | 'result'>>;

/** Evidence about a WorkItem. Its id follows from the revision, so a repeated review makes the same. */
function evidenceDraft(
  { plan, scene, groupId, missionId }: MissionView,
  { workItemId, record }: Work,
  by: BriefAuthor,
  part: string,
  facts: EvidenceFacts,
): Draft {
  const generatedBy =
    by === 'owner'
      ? { type: 'human' as const, id: plan.ownerId }
      : { type: 'agent' as const, id: plan.coordinatorAgentId };
  return {
    by,
    evidence: {
      evidenceId: `${workItemId}:evidence-${record?.document.revision ?? 0}-${part}`,
      missionId,
      groupId,
      workItemId,
      subject: { type: 'work_item', id: workItemId },
      result: 'passed',
      ...facts,
      method: facts.method.slice(0, 4_000).toWellFormed(),
      artifactHashes: [...facts.artifactHashes],
      generatedBy,
      createdAt: scene.now.text,
    },
  };
}

function partsOf(drafts: readonly Draft[]): {
  readonly evidence: Evidence[];
  readonly signs: readonly DocumentToSign[];
} {
  return {
    evidence: drafts.map(({ evidence }) => unsignedPart<Evidence>(evidence)),
    signs: drafts.map(({ by }, index) => ({ kind: 'evidence', path: ['evidence', index], by })),
  };
}

function accept(desk: Desk, view: MissionView, work: Work, drafts: readonly Draft[]): void {
  const { workItemId, record } = work;
  const revision = record?.document.revision ?? 0;
  const { evidence, signs } = partsOf(drafts);
  const criteria = (record?.document.contract ?? work.contract).acceptanceCriteria;
  desk.propose({
    situation: `${workItemId} ${revision}`,
    author: 'coordinator',
    item: labelOf(work),
    signs,
    reason: {
      code: 'accept-result',
      values: { item: labelOf(work), criteria: criteria.map(({ criterionId }) => criterionId) },
    },
    draft: {
      kind: 'work.accept_result',
      groupId: view.groupId,
      workItemId,
      expectedRevision: revision,
      payload: { workItemId, evidence },
    },
  });
}

function reject(desk: Desk, view: MissionView, work: Work, findings: readonly string[]): void {
  failWork(desk, view, work, {
    failureCode: REVIEW_REJECTED,
    detail: findings.join('; '),
    findings,
    method: 'review by the Coordinator: integrity and form, submitted Evidence, assessments',
  });
}

/** The owner has let its lease run out, and the contract allows no further attempt after that. */
export function failLapsed(desk: Desk, view: MissionView, work: Work): void {
  failWork(desk, view, work, {
    failureCode: LEASE_LAPSED,
    detail: 'The Worker has let its lease run out.',
    findings: [],
    method: 'the lease under which the work was held has ended',
  });
}

interface DeclaredFailure {
  readonly failureCode: string;
  readonly detail: string;
  readonly findings: readonly string[];
  readonly method: string;
}

/** The Coordinator declares work failed, with Evidence (WORK-T13, EVI-006). */
export function failWork(
  desk: Desk,
  view: MissionView,
  work: Work,
  { failureCode, detail, findings, method }: DeclaredFailure,
): void {
  const { workItemId, record } = work;
  const revision = record?.document.revision ?? 0;
  const criteria = (record?.document.contract ?? work.contract).acceptanceCriteria;
  const { evidence, signs } = partsOf([
    evidenceDraft(view, work, 'coordinator', 'failure', {
      type: 'failure_report',
      result: 'failed',
      criterionIds: criteria.map(({ criterionId }) => criterionId),
      method,
      details: {
        failureCode,
        reason: detail.slice(0, 4_000).toWellFormed(),
        findings: findings.slice(0, 50),
      },
      artifactHashes: [],
    }),
  ]);
  desk.propose({
    situation: `${workItemId} ${revision}`,
    author: 'coordinator',
    item: labelOf(work),
    signs,
    reason: {
      code: 'reject-result',
      values: { item: labelOf(work), findings: findings.length > 0 ? findings : [detail] },
    },
    draft: {
      kind: 'work.fail',
      groupId: view.groupId,
      workItemId,
      expectedRevision: revision,
      payload: {
        workItemId,
        reason: (detail === '' ? failureCode : detail).slice(0, 4_000).toWellFormed(),
        evidence,
      },
    },
  });
}
