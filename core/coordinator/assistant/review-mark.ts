// How a contract says that its work is the review of other work: an entry of its constraints, so that everybody who reads the
// log can tell whom the reviewer has to be independent of (CRD-006).
import type { WorkContract } from '../../protocol/generated/documents.ts';

const REVIEWED = 'reviewOfWorkItemId';

/** The entry for `constraints` of a review's contract. */
export function reviewConstraint(workItemId: string): Readonly<Record<string, unknown>> {
  return { [REVIEWED]: workItemId };
}

/** The WorkItem whose result a contract is to review; undefined for all other work. */
export function reviewedItemOf({ constraints }: WorkContract): string | undefined {
  const id = constraints?.[REVIEWED];
  return typeof id === 'string' ? id : undefined;
}
