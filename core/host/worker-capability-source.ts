// Capability tokens of a Worker from the Authority's control plane (TOK-001…TOK-008).
import { nowAt } from '../domain/decision.ts';
import { findExecutionApproval } from '../domain/execution-approvals.ts';
import type { Budget, ProtocolError, UsageDelta } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import { canonicalize } from '../protocol/jcs.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import type { ControlPlaneFault } from '../sync/control-plane-client.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import type {
  CapabilityRequest,
  CapabilitySource,
  GrantedCapability,
  ToolAct,
} from '../worker/capability-source.ts';

const MICROUNITS = 1_000_000;
/** A token that is only asked for to see whether it would be given. */
const CHECK_SECONDS = 1;

type Client = Pick<SyncClient, 'controlPlane' | 'world' | 'now'>;

export class ControlPlaneCapabilities implements CapabilitySource {
  private readonly client: Client;
  /** Of the contracts that tokens were issued for: one for all the work of a Group (OPEN-052). */
  private readonly currencies = new Map<string, string>();

  constructor(client: Client) {
    this.client = client;
  }

  async issue(request: CapabilityRequest): Promise<Result<GrantedCapability, ProtocolError>> {
    const { groupId, workItemId, ownershipEpoch, executionLeaseId, tools, operations, budget } = request;
    if (budget.currency !== undefined) this.currencies.set(groupId, budget.currency);
    const granted = await this.client.controlPlane.createCapabilityToken({
      groupId,
      workItemId,
      ownershipEpoch,
      executionLeaseId,
      tools,
      // Constraints come from the contract; the Authority puts them in.
      resources: request.resources.map(({ resource, operations: allowed }) => ({
        resource,
        operations: allowed,
      })),
      operations,
      budget,
      ...this.approvalFor(request),
    });
    if (!granted.ok) return refuse(this.errorOf(granted.fault));
    const { token, expiresAt } = granted.value;
    const permits = {
      tools: granted.value.tools,
      resources: granted.value.resources.map((grant) => ({ ...grant, operations: [...grant.operations] })),
      operations: granted.value.operations,
      budget: granted.value.budget,
    };
    return accept({ token, permits, expiresAt });
  }

  /** A token narrowed to exactly the act is issued under the checks that the act itself has to pass (TOK-007). */
  async check(groupId: string, token: string, act: ToolAct): Promise<Result<undefined, ProtocolError>> {
    const { tool, resource, operation, usage = {} } = act;
    const narrowed = await this.client.controlPlane.narrowCapabilityToken({
      token,
      tools: tool === undefined ? [] : [tool],
      resources:
        resource === undefined ? [] : [{ resource: resource.resource, operations: [resource.operation] }],
      operations: operation === undefined ? [] : [operation],
      budget: budgetOf(usage, this.currencies.get(groupId)),
      ttlSeconds: CHECK_SECONDS,
    });
    return narrowed.ok ? accept(undefined) : refuse(this.errorOf(narrowed.fault));
  }

  /** The Approval that opened the start gate, with the budget that it names by its hash (APV-004, OPEN-032). */
  private approvalFor({ groupId, workItemId }: CapabilityRequest) {
    const { world } = this.client;
    const record = world.get('workItem', groupId, workItemId);
    if (record === undefined || record.document.contract.executionApproval === 'not_required') return {};
    const approval = findExecutionApproval(world, record, nowAt(Math.floor(this.client.now())));
    const { budget } = record.document.contract;
    const canonical = canonicalize(budget);
    if (approval === undefined || !canonical.ok) return {};
    // A smaller budget than the contract's is not told to anybody; then the Authority says what is missing.
    const isApproved = approval.conditions.includes(`budgetHash:${hashContent(canonical.value)}`);
    return isApproved ? { approval: { approvalId: approval.approvalId, budget } } : {};
  }

  private errorOf(fault: ControlPlaneFault): ProtocolError {
    if (fault.kind === 'refused') return fault.error;
    const occurredAt = nowAt(Math.floor(this.client.now())).text;
    return { code: 'INTERNAL_ERROR', message: fault.message, retryable: true, occurredAt };
  }
}

/** Usage as the limits of a budget; what is not used is not in it (BUD-004). */
function budgetOf(usage: UsageDelta, currency: string | undefined): Budget {
  const { financialMicrounits = 0 } = usage;
  const limits: { [Name in keyof Budget]: Budget[Name] | undefined } = {
    ...(financialMicrounits === 0 ? {} : { currency, financialLimit: financialMicrounits / MICROUNITS }),
    modelTokenLimit: usage.modelTokens,
    toolCallLimit: usage.toolCalls,
    computeSecondsLimit: usage.computeSeconds,
    wallClockSecondsLimit: usage.wallClockSeconds,
    externalSideEffectLimit: usage.externalActions,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)) as Budget;
}
