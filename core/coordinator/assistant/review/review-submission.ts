// The review of a submission in the protocol's order (WORK-062): integrity and output schemas, the checks that the contract
// declares, Evidence of reviewers, and a verdict per criterion. A pure function of its facts: what is missing comes back as
// needs, and texts of contents, Evidence and Messages are compared, never read as instructions.
import { judgeChecks } from './contract-checks.ts';
import { judgeCriteria } from './criteria.ts';
import { readDeclaration } from './declared-checks.ts';
import { decideVerdict } from './decide-verdict.ts';
import { weighEvidence } from './evidence-standing.ts';
import { judgeIntegrity } from './integrity.ts';
import { judgeSchemas } from './output-schemas.ts';
import { findMissingAssessments, findReviewItems } from './review-items.ts';
import { finding, openScene, reasonOf, recordIn } from './review-scene.ts';
import type { Review, ReviewFacts, ReviewNeed, StepResult } from './review-types.ts';

/** Reviews what was submitted, as far as the facts go; undefined where nothing waits for a review. */
export function reviewSubmission(facts: ReviewFacts): Review | undefined {
  const scene = openScene(facts);
  if (scene === undefined) return undefined;
  const { contract, item, owner } = scene;
  const declared = readDeclaration(contract);
  const { checks, schemas } = declared.ok ? declared.value : { checks: [], schemas: [] };
  const steps: StepResult[] = [
    judgeIntegrity(scene),
    judgeSchemas(scene, schemas, checks),
    judgeChecks(scene, checks),
  ];
  if (!declared.ok) {
    const reason = reasonOf(
      'declaration-broken',
      { problem: declared.fault.problem, at: declared.fault.at },
      recordIn(facts, 'workItem', item.workItemId),
    );
    steps.push({ findings: [finding('doubtful', reason)], results: [], needs: [] });
  }
  steps.push({ findings: findMissingAssessments(scene), results: [], needs: [] });
  const reviews = findReviewItems(scene);
  const weighed = weighEvidence(scene, reviews);
  const own = steps.flatMap(({ results }) => results);
  const criteria = judgeCriteria(scene, own, weighed.evidence);
  const findings = [...steps.flatMap((step) => step.findings), ...weighed.findings];
  const needs = distinct([...steps.flatMap((step) => step.needs), ...weighed.needs]);
  const decision = decideVerdict({
    scene,
    findings,
    criteria,
    own,
    weighed: weighed.evidence,
    reviews,
    needs,
  });
  return {
    workItemId: item.workItemId,
    revision: item.revision,
    contractVersion: contract.contractVersion,
    ownershipEpoch: owner.ownershipEpoch,
    ...decision,
    criteria,
    evidence: weighed.evidence,
    needs,
  };
}

/** A program or a content may be wanted by several checks. */
function distinct(needs: readonly ReviewNeed[]): readonly ReviewNeed[] {
  const found = new Map<string, ReviewNeed>();
  for (const need of needs) found.set(needKey(need), need);
  return [...found.values()];
}

/** What a need is known by while it is being met. */
export function needKey(need: ReviewNeed): string {
  switch (need.kind) {
    case 'content':
      return `content ${need.contentHash}`;
    case 'signature':
      return `signature ${need.document} ${need.id}`;
    default:
      return `run ${need.key}`;
  }
}
