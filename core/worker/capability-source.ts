// The port to the Authorization Service (TOK-001…TOK-008): it issues capability tokens to this Worker, and says whether
// one still permits an act. The host stands the control plane behind it.
import type { ProtocolError, UsageDelta } from '../protocol/generated/documents.ts';
import type { Result } from '../protocol/result.ts';
import type { RunPermits } from './runners/runner.ts';

/** What the token is bound to (TOK-002). The Worker and its Session follow from who asks. */
export interface CapabilityRequest extends RunPermits {
  readonly sessionEpoch: number;
  readonly groupId: string;
  readonly workItemId: string;
  readonly ownershipEpoch: number;
  readonly executionLeaseId: string;
}

export interface GrantedCapability {
  readonly token: string;
  readonly permits: RunPermits;
  readonly expiresAt: string;
}

/** One act that a run wants to do with a tool or a resource. */
export interface ToolAct {
  readonly tool?: string;
  readonly resource?: { readonly resource: string; readonly operation: string };
  readonly operation?: string;
  /** What the act costs at most. */
  readonly usage?: UsageDelta;
  /** Names the operation within the work: its attempts share an idempotency key (ART-020). */
  readonly logicalOperationId: string;
}

export interface CapabilitySource {
  issue(request: CapabilityRequest): Promise<Result<GrantedCapability, ProtocolError>>;
  /** Whether the token permits the act now, by the state of the Authority (TOK-007). */
  check(groupId: string, token: string, act: ToolAct): Promise<Result<undefined, ProtocolError>>;
}
