// What a run may do right now. Every use of a tool goes through here: token, live lease, permits and budget are looked at
// at that moment (TOK-004, LSE-011), and nothing goes out after the lease has ended or while it is unknown whether it
// still holds (FLR-004).
import { addUsage, DIMENSIONS, limitsOf, NO_USAGE } from '../domain/budget.ts';
import type { ProtocolError, Usage, UsageDelta } from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { cutBudget, remainingIn } from './budget-left.ts';
import type { CapabilityRequest, CapabilitySource, GrantedCapability, ToolAct } from './capability-source.ts';
import type { Moment, WorkerClock } from './clock.ts';
import { operationKeyOf } from './operation-key.ts';

export type GateReason =
  | 'unknown-run'
  | 'lease-ended'
  | 'offline'
  | 'not-permitted'
  | 'over-budget'
  | 'no-token'
  | 'token-refused';

export interface GateRefusal {
  readonly reason: GateReason;
  readonly message: string;
}

/** What goes along with a call that is permitted. */
export interface Permission {
  readonly idempotencyKey: string;
  readonly token: string;
  /** The call must not begin with less than nothing left; a caller may abort it after so long. */
  readonly leaseLeftMs: number;
}

/** A run as the gate knows it. */
export interface GatedRun {
  readonly runId: string;
  readonly missionId: string;
  readonly request: CapabilityRequest;
  /** What is left of the Execution Lease; zero or less once it has ended. */
  readonly leaseLeftMs: (now: Moment) => number;
  readonly isOnline: () => boolean;
  /** Told of what a permitted call has used. */
  readonly onUsage: (delta: UsageDelta) => void;
}

interface Admitted {
  run: GatedRun;
  capability: GrantedCapability | undefined;
  spent: Usage;
}

export interface GateCounts {
  readonly permitted: number;
  readonly refused: Readonly<Partial<Record<GateReason, number>>>;
}

/** A token that ends sooner than this is replaced before it is used. */
const TOKEN_MARGIN_MS = 10_000;

export class ToolGate {
  private readonly clock: WorkerClock;
  private readonly capabilities: CapabilitySource;
  private readonly runs = new Map<string, Admitted>();
  private permitted = 0;
  private readonly refused = new Map<GateReason, number>();

  constructor(clock: WorkerClock, capabilities: CapabilitySource) {
    this.clock = clock;
    this.capabilities = capabilities;
  }

  get counts(): GateCounts {
    return { permitted: this.permitted, refused: Object.fromEntries(this.refused) };
  }

  /** Lets a run in, in the place of what was known of it under an earlier lease. Usage goes on counting. */
  admit(run: GatedRun): void {
    const spent = this.runs.get(run.runId)?.spent ?? NO_USAGE;
    this.runs.set(run.runId, { run, capability: undefined, spent });
  }

  /** Shuts the gate for a run. Calls that are under way are its own to end. */
  dismiss(runId: string): void {
    this.runs.delete(runId);
  }

  /** A token for the run as it stands, new where the one at hand ends soon (LSE-005). */
  async tokenOf(runId: string): Promise<Result<GrantedCapability, GateRefusal>> {
    const admitted = this.runs.get(runId);
    if (admitted === undefined) return this.refuseAct('unknown-run', 'no such run');
    const { capability } = admitted;
    const leftMs = capability === undefined ? 0 : Date.parse(capability.expiresAt) - this.clock.read().wallMs;
    if (capability !== undefined && leftMs > TOKEN_MARGIN_MS) return accept(capability);
    const issued = await this.issue(admitted);
    if (!issued.ok) return this.refuseAct('no-token', issued.fault.message);
    // A run whose lease has changed meanwhile has another entry, and this token is not for it.
    if (this.runs.get(runId) === admitted) admitted.capability = issued.value;
    return accept(issued.value);
  }

  /**
   * Who joined a Group late has never seen the account of its work, and asks for all that the contract allows; what is left
   * of that the refusal tells.
   */
  private async issue(admitted: Admitted): Promise<Result<GrantedCapability, ProtocolError>> {
    const { run } = admitted;
    const issued = await this.capabilities.issue(run.request);
    const isTooMuch = !issued.ok && issued.fault.code === 'BUDGET_EXCEEDED';
    const remaining = isTooMuch ? remainingIn(issued.fault.details) : undefined;
    if (remaining === undefined) return issued;
    const request = { ...run.request, budget: cutBudget(run.request.budget, remaining) };
    admitted.run = { ...run, request };
    return this.capabilities.issue(request);
  }

  /**
   * Calls a tool for a run: only if it may, with the key that makes a repetition recognizable. The lease is looked at
   * again right before the call, since asking for a token takes time.
   */
  async perform<Answer>(
    runId: string,
    act: ToolAct,
    call: (permission: Permission) => Promise<Answer>,
  ): Promise<Result<Answer, GateRefusal>> {
    const before = this.examine(runId, act);
    if (!before.ok) return before;
    const capability = await this.tokenOf(runId);
    if (!capability.ok) return capability;
    const { token, permits } = capability.value;
    if (!covers(permits, act)) return this.refuseAct('not-permitted', 'the token does not permit this');
    const { groupId } = before.value.run.request;
    const checked = await this.capabilities.check(groupId, token, act);
    if (!checked.ok) return this.refuseAct('token-refused', checked.fault.message);
    const admitted = this.examine(runId, act);
    if (!admitted.ok) return admitted;
    const { run } = admitted.value;
    // Charged before the call: what is under way counts against the budget of the next one.
    admitted.value.spent = addUsage(admitted.value.spent, act.usage ?? {});
    this.permitted += 1;
    const { missionId, request } = run;
    const answer = await call({
      idempotencyKey: operationKeyOf({ ...request, missionId, logicalOperationId: act.logicalOperationId }),
      token,
      leaseLeftMs: run.leaseLeftMs(this.clock.read()),
    });
    if (act.usage !== undefined) run.onUsage(act.usage);
    return accept(answer);
  }

  /** What can be told without asking anybody. */
  private examine(runId: string, act: ToolAct): Result<Admitted, GateRefusal> {
    const admitted = this.runs.get(runId);
    if (admitted === undefined) return this.refuseAct('unknown-run', 'no such run');
    const { run, spent } = admitted;
    if (run.leaseLeftMs(this.clock.read()) <= 0) {
      return this.refuseAct('lease-ended', 'the Execution Lease has ended');
    }
    if (!run.isOnline()) return this.refuseAct('offline', 'nothing is called without a connection');
    if (!covers(run.request, act))
      return this.refuseAct('not-permitted', 'the contract does not permit this');
    const limits = limitsOf(run.request.budget) ?? NO_USAGE;
    const total = addUsage(spent, act.usage ?? {});
    const excess = DIMENSIONS.find(
      (dimension) => (act.usage?.[dimension] ?? 0) > 0 && total[dimension] > limits[dimension],
    );
    if (excess !== undefined) return this.refuseAct('over-budget', `not that much is left of ${excess}`);
    return accept(admitted);
  }

  private refuseAct(
    reason: GateReason,
    message: string,
  ): { readonly ok: false; readonly fault: GateRefusal } {
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1);
    return refuse({ reason, message });
  }
}

function covers(
  permits: Pick<CapabilityRequest, 'tools' | 'resources' | 'operations'>,
  act: ToolAct,
): boolean {
  const { tool, resource, operation } = act;
  return (
    (tool === undefined || permits.tools.includes(tool)) &&
    (operation === undefined || permits.operations.includes(operation)) &&
    (resource === undefined ||
      permits.resources.some(
        (grant) => grant.resource === resource.resource && grant.operations.includes(resource.operation),
      ))
  );
}
