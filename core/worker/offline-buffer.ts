// Bounded work without a connection (FLR-003, OFF-001…OFF-009): what may be buffered, until when, and the critical binding
// that each buffered Command carries. A stint is one stretch of one run between a lost connection and the next Session.
import { addUsage, DIMENSIONS, NO_USAGE } from '../domain/budget.ts';
import { OFFLINE_EXTENSION } from '../domain/offline.ts';
import type { Checkpoint, Command, Lease, Usage, UsageDelta } from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { Moment } from './clock.ts';

export interface OfflineLimits {
  /** How long work goes on without a connection; the lease ends it earlier. */
  readonly graceMs: number;
  readonly maxActions: number;
  /** The most that may be used in one stint, per dimension; what is not named may not be used at all. */
  readonly maxUsage: UsageDelta;
}

export const DEFAULT_OFFLINE_LIMITS: OfflineLimits = {
  graceMs: 120_000,
  maxActions: 32,
  maxUsage: { modelTokens: 100_000, toolCalls: 100, computeSeconds: 600, wallClockSeconds: 600 },
};

export type OfflineRefusal =
  | 'grace-over'
  | 'too-many-actions'
  | 'too-much-usage'
  | 'external-action'
  | 'collision';

/** One Command that waits for the connection. Its binding and its Action ID stay; the rest is made when it is signed. */
export interface BufferedAction {
  readonly actionId: string;
  readonly content:
    | { readonly kind: 'message.post'; readonly messageId: string; readonly text: string }
    | { readonly kind: 'work.checkpoint'; readonly checkpoint: Checkpoint };
  readonly bufferedAt: string;
  readonly usage: UsageDelta;
}

/** Everything that outlives a crash of the Worker, as JSON. */
export interface OfflineStint {
  readonly agentId: string;
  readonly groupId: string;
  readonly workItemId: string;
  readonly conversationId: string;
  readonly ownershipEpoch: number;
  readonly lease: Lease;
  readonly disconnectedAt: string;
  readonly graceDeadline: string;
  readonly actions: readonly BufferedAction[];
}

export interface StintStart {
  readonly agentId: string;
  readonly conversationId: string;
  readonly lease: Lease;
}

/** Begins a stint; undefined when the lease has ended already, or no grace is given (OFF-009). */
export function beginStint(
  { agentId, conversationId, lease }: StintStart,
  limits: OfflineLimits,
  now: Moment,
): OfflineStint | undefined {
  const { groupId, workItemId, ownershipEpoch, expiresAt, startsAt } = lease;
  if (workItemId === undefined || ownershipEpoch === undefined) return undefined;
  // The connection cannot have been lost before the lease began, whatever the clocks of two machines say.
  const disconnectedMs = Math.max(Math.floor(now.wallMs), Date.parse(startsAt));
  const deadlineMs = Math.min(disconnectedMs + limits.graceMs, Date.parse(expiresAt));
  if (deadlineMs <= disconnectedMs) return undefined;
  return {
    agentId,
    groupId,
    workItemId,
    conversationId,
    ownershipEpoch,
    lease,
    disconnectedAt: formatTimestamp(disconnectedMs),
    graceDeadline: deadlineMs === Date.parse(expiresAt) ? expiresAt : formatTimestamp(deadlineMs),
    actions: [],
  };
}

/** What one stint adds, before its time is known. */
export type NewAction = Omit<BufferedAction, 'bufferedAt'>;

/** Adds an action within all limits. The same Action ID again is accepted when it says the same (OFF-009). */
export function bufferAction(
  stint: OfflineStint,
  action: NewAction,
  limits: OfflineLimits,
  now: Moment,
): Result<OfflineStint, OfflineRefusal> {
  const known = stint.actions.find(({ actionId }) => actionId === action.actionId);
  if (known !== undefined) {
    const { bufferedAt: _bufferedAt, ...before } = known;
    return JSON.stringify(before) === JSON.stringify(sortMembers(action))
      ? accept(stint)
      : refuse('collision');
  }
  const bufferedMs = Math.max(Math.floor(now.wallMs), Date.parse(stint.disconnectedAt));
  if (bufferedMs >= Date.parse(stint.graceDeadline)) return refuse('grace-over');
  if (stint.actions.length >= limits.maxActions) return refuse('too-many-actions');
  if ((action.usage.externalActions ?? 0) > 0) return refuse('external-action');
  const total = addUsage(usageOf(stint), action.usage);
  const excess = DIMENSIONS.find((dimension) => total[dimension] > (limits.maxUsage[dimension] ?? 0));
  if (excess !== undefined) return refuse('too-much-usage');
  const { actionId, content, usage } = action;
  const buffered = { actionId, content, usage, bufferedAt: formatTimestamp(bufferedMs) };
  return accept({ ...stint, actions: [...stint.actions, buffered] });
}

function sortMembers({ actionId, content, usage }: NewAction): NewAction {
  return { actionId, content, usage };
}

/** All that was used in a stint so far. */
export function usageOf(stint: OfflineStint): Usage {
  return stint.actions.reduce((total, { usage }) => addUsage(total, usage), NO_USAGE);
}

/** The extension with the binding of an action (OFF-F01…OFF-F11); it never changes once the action is buffered. */
export function bindingOf(stint: OfflineStint, action: BufferedAction): NonNullable<Command['extensions']> {
  return {
    [OFFLINE_EXTENSION]: {
      version: '0.1.0',
      critical: true,
      data: {
        agentId: stint.agentId,
        groupId: stint.groupId,
        workItemId: stint.workItemId,
        sessionEpoch: stint.lease.sessionEpoch,
        ownershipEpoch: stint.ownershipEpoch,
        executionLeaseId: stint.lease.leaseId,
        disconnectedAt: stint.disconnectedAt,
        bufferedAt: action.bufferedAt,
        graceDeadline: stint.graceDeadline,
        executionLeaseExpiresAt: stint.lease.expiresAt,
        resourceUsageDelta: action.usage,
      },
    },
  };
}
