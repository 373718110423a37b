// The independent review of an item: a WorkItem of its own, carried out by somebody who did not make what is reviewed.
import { satisfies } from '../../domain/capabilities.ts';
import type {
  BriefWorkItem,
  Budget,
  CapabilityRef,
  WorkContract,
} from '../../protocol/generated/documents.ts';
import type { BriefItemReview, BriefWorkerEntry } from './brief.ts';
import {
  checkInputs,
  type ItemPlace,
  resolveDeliverables,
  resolveRetry,
  resolveSettings,
} from './resolve-contract.ts';
import { withChecks } from './declare-checks.ts';
import { type BriefContext, resolveCapability } from './terms.ts';

/** The review that a brief asks for; undefined where no criterion needs one. */
export function resolveReview(
  context: BriefContext,
  name: string,
  item: BriefWorkItem,
  contract: WorkContract,
  { path, deadline }: ItemPlace,
  budget: Budget | undefined,
): BriefItemReview | undefined {
  const { findings, workers } = context;
  const reviewed = contract.acceptanceCriteria.filter(({ evidenceRequired }) =>
    evidenceRequired.includes('reviewer_assessment'),
  );
  const at = [...path, 'review'];
  if (item.review === undefined || budget === undefined) {
    const [criterion] = reviewed;
    if (criterion !== undefined) {
      const index = contract.acceptanceCriteria.indexOf(criterion);
      findings.add([...path, 'accept', index], 'review-needed', { criterion: criterion.criterionId });
    }
    return undefined;
  }
  if (reviewed.length === 0) findings.add(at, 'review-unused', {}, 'name');
  const capability = resolveCapability(context, [...at, 'capability'], item.review.capability);
  const reviewers = serving(workers, [capability]);
  const [reviewer] = reviewers;
  const isProducer = serving(workers, contract.requiredCapabilities).some((each) => each === reviewer);
  if (reviewers.length === 1 && reviewer !== undefined && isProducer) {
    findings.add([...at, 'capability'], 'reviewer-not-independent', { worker: reviewer.name });
  }
  // Reviewers read; whatever else the item may do is its own.
  const inputs = item.review.inputs ?? item.inputs ?? [];
  checkInputs(context, [...at, 'inputs'], item.review.inputs ?? []);
  const written = item.review.deliverables ?? ['review.json'];
  const delivered = resolveDeliverables(context, [...at, 'deliverables'], written);
  // The same criteria: the assessments that the reviewer submits are its verdicts, good or bad. Its own work is complete
  // with them.
  const criteria = reviewed.map(
    ({ criterionId, description }): WorkContract['acceptanceCriteria'][number] => ({
      criterionId,
      description,
      evidenceRequired: ['artifact_integrity'],
    }),
  );
  return {
    files: delivered.files,
    contract: {
      contractVersion: 1,
      goal: item.review.goal ?? `Review the result of "${name}" independently of whoever made it.`,
      requiredDeliverables: [...delivered.required],
      acceptanceCriteria: criteria,
      inputArtifacts: [],
      dependencyWorkItemIds: [],
      allowedResources: inputs.map((input) => ({ resource: `folder:${input}`, operations: ['read'] })),
      ...withChecks(resolveSettings(context, [...at, 'settings'], item.review.settings), delivered, criteria),
      requiredCapabilities: [capability],
      deadline,
      requestedUrgency: contract.requestedUrgency,
      businessImpact: contract.businessImpact,
      retryPolicy: resolveRetry(context, [...at, 'retry'], item.review.retry ?? {}),
      budget,
      sideEffectRisk: 'none',
      executionApproval: 'not_required',
    },
  };
}

/** The Workers of the brief that have all of some capabilities. */
function serving(
  workers: readonly BriefWorkerEntry[],
  required: readonly CapabilityRef[],
): readonly BriefWorkerEntry[] {
  return workers.filter(({ capabilities }) =>
    required.every((each) => capabilities.some((offered) => satisfies(offered, each))),
  );
}
