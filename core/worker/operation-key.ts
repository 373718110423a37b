// Keys that make a call to an outside tool recognizable when it is repeated (ART-020, ART-021).
import { hashContent } from '../protocol/hash.ts';
import { canonicalize } from '../protocol/jcs.ts';

/** What makes an operation the same one. Attempts of it share a key; another owner has a key of its own (ART-022). */
export interface LogicalOperation {
  readonly missionId: string;
  readonly workItemId: string;
  readonly ownershipEpoch: number;
  readonly logicalOperationId: string;
}

/** The idempotency key: a hash over the JCS form of the four members. */
export function operationKeyOf(operation: LogicalOperation): string {
  const { missionId, workItemId, ownershipEpoch, logicalOperationId } = operation;
  const text = canonicalize({ logicalOperationId, missionId, ownershipEpoch, workItemId });
  if (!text.ok) throw new Error('ids and an epoch have a canonical form');
  return hashContent(text.value);
}
