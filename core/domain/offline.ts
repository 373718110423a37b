// The binding of Commands that were buffered offline (OFF-001…OFF-009): a Message or checkpoint reports work done under
// a lease of an earlier session, and is charged for it in the same transaction.
import type { Lease, UsageDelta } from '../protocol/generated/documents.ts';
import { isAbsoluteUri } from '../protocol/identifier.ts';
import { accept, type Result } from '../protocol/result.ts';
import { isTimestamp } from '../protocol/timestamp.ts';
import { DIMENSIONS } from './budget.ts';
import type { CommandKind, EventDraft, GroupInput } from './decision.ts';
import { findWorkItem, requireOwner, requireWorkItemState } from './ownership.ts';
import { reject, type Rejection } from './rejection.ts';
import { isBefore } from './times.ts';
import { type ChargeDraft, chargeUsage, isNonzero } from './usage-charge.ts';
import type { WorkItemRecord } from './world.ts';

/** The extension that carries the binding. */
export const OFFLINE_EXTENSION = 'urn:missionweaveprotocol:extension:bounded-offline-execution';
const OFFLINE_VERSION = '0.1.0';

/** Whether a Command of this kind may carry the extension in this version; a core rule, whatever policy says (OFF-003). */
export function understandsOfflineBinding(kind: CommandKind, version: string): boolean {
  return (kind === 'message.post' || kind === 'work.checkpoint') && version === OFFLINE_VERSION;
}

/** What an accepted binding adds to the Events of its Command. */
export interface OfflineBinding {
  /** To be put before the primary Event with `chargeFirst`; empty for a zero delta. */
  readonly usageDrafts: readonly ChargeDraft[];
}

/**
 * The drafts of a Command with what its binding charges in front of them (OFF-007). The charge follows from the Message
 * or checkpoint, which stays the primary Event and thereby the receipt (IDM-007).
 */
export function chargeFirst(
  binding: OfflineBinding | undefined,
  drafts: readonly [primary: EventDraft, ...rest: EventDraft[]],
): readonly EventDraft[] {
  const sourceEventId = drafts[0].eventId;
  return [...(binding?.usageDrafts ?? []).map((charge) => deriveFrom(sourceEventId, charge)), ...drafts];
}

function deriveFrom(sourceEventId: string, charge: ChargeDraft): ChargeDraft {
  return { ...charge, sourceEventId, payload: { ...charge.payload, sourceEventId } };
}

/** The data of the extension (OFF-F01…OFF-F11). */
interface BindingData {
  readonly agentId: string;
  readonly groupId: string;
  readonly workItemId: string;
  readonly sessionEpoch: number;
  readonly ownershipEpoch: number;
  readonly executionLeaseId: string;
  readonly disconnectedAt: string;
  readonly bufferedAt: string;
  readonly graceDeadline: string;
  readonly executionLeaseExpiresAt: string;
  readonly resourceUsageDelta: UsageDelta;
}

type BufferedInput = GroupInput<'message.post' | 'work.checkpoint'>;

/**
 * The binding of a Command, checked in the order of section 6.4; undefined when the Command has none. The Command's own
 * rules still apply: a checkpoint names the current Execution Lease in its payload (OFF-005).
 */
export function checkOfflineBinding(input: BufferedInput): Result<OfflineBinding | undefined, Rejection> {
  const extension = input.command.extensions?.[OFFLINE_EXTENSION];
  if (extension === undefined) return accept(undefined);
  if (extension.version !== OFFLINE_VERSION || !extension.critical) {
    return refuseData('OFF-001', 'the binding must be critical and of version 0.1.0');
  }
  const data = readBinding(extension.data);
  if (data === undefined) return refuseData('OFF-001', 'the data of the binding is incomplete or malformed');
  for (const check of [checkOrder, checkParties]) {
    const result = check(input, data);
    if (!result.ok) return result;
  }
  const record = requireBoundItem(input, data);
  if (!record.ok) return record;
  const lease = requireHistoricalLease(input, data);
  if (!lease.ok) return lease;
  const window = requireWindow(data, lease.value);
  if (!window.ok) return window;
  return chargeBinding(input, record.value, data);
}

function refuseData(rule: string, message: string) {
  return reject('INVALID_COMMAND', rule, message, { profileUri: OFFLINE_EXTENSION });
}

const IDS = ['agentId', 'groupId', 'workItemId', 'executionLeaseId'] as const;
const EPOCHS = ['sessionEpoch', 'ownershipEpoch'] as const;
const TIMES = ['disconnectedAt', 'bufferedAt', 'graceDeadline', 'executionLeaseExpiresAt'] as const;
const MEMBERS: ReadonlySet<string> = new Set([...IDS, ...EPOCHS, ...TIMES, 'resourceUsageDelta']);

/** Extension data is open on the wire, so its shape is proven here: closed, and complete but for the delta's members. */
function readBinding(data: unknown): BindingData | undefined {
  if (!isObject(data) || Object.keys(data).some((name) => !MEMBERS.has(name))) return undefined;
  const isComplete =
    IDS.every((name) => isId(data[name])) &&
    EPOCHS.every((name) => isCount(data[name]) && data[name] !== 0) &&
    TIMES.every((name) => typeof data[name] === 'string' && isTimestamp(data[name])) &&
    isDelta(data['resourceUsageDelta']);
  return isComplete ? (data as unknown as BindingData) : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 512 && isAbsoluteUri(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isDelta(value: unknown): boolean {
  if (!isObject(value)) return false;
  const names: readonly string[] = DIMENSIONS;
  return Object.entries(value).every(([name, amount]) => names.includes(name) && isCount(amount));
}

/** OFF-002. A Command may be issued slightly ahead of the authority's clock (OPEN-012); what it reports may not. */
function checkOrder({ command, context }: BufferedInput, data: BindingData): Result<undefined, Rejection> {
  const { disconnectedAt, bufferedAt, graceDeadline, executionLeaseExpiresAt, resourceUsageDelta } = data;
  if (
    isBefore(bufferedAt, disconnectedAt) ||
    !isBefore(bufferedAt, graceDeadline) ||
    isBefore(executionLeaseExpiresAt, graceDeadline)
  ) {
    return refuseData('OFF-002', 'the times of the binding are out of order');
  }
  if ((resourceUsageDelta.externalActions ?? 0) !== 0) {
    return refuseData('OFF-002', 'offline work has no external actions');
  }
  if (isBefore(command.issuedAt, bufferedAt) || isBefore(context.now.text, bufferedAt)) {
    return refuseData('OFF-002', 'the Command was buffered later than it was issued');
  }
  return accept(undefined);
}

function checkParties({ command, groupId }: BufferedInput, data: BindingData): Result<undefined, Rejection> {
  if (command.actor.type === 'agent' && command.actor.id === data.agentId && groupId === data.groupId) {
    return accept(undefined);
  }
  return reject('AUTH_FORBIDDEN', 'OFF-006', 'the binding is for another Agent or Group', {
    agentId: data.agentId,
    groupId: data.groupId,
  });
}

/** The item still belongs to the Agent under the same epoch, and the Command is about that item (OFF-006). */
function requireBoundItem(input: BufferedInput, data: BindingData): Result<WorkItemRecord, Rejection> {
  const { workItemId, ownershipEpoch } = data;
  const record = findWorkItem(input, workItemId);
  if (!record.ok) return record;
  const { document } = record.value;
  const state = requireWorkItemState(record.value, ['active', 'queued'], 'OFF-006');
  if (!state.ok) return state;
  const owner = requireOwner(input, record.value, ownershipEpoch);
  if (!owner.ok) return owner;
  const { payload } = input;
  const isAboutItem =
    'checkpoint' in payload
      ? payload.workItemId === workItemId && payload.ownershipEpoch === ownershipEpoch
      : input.command.conversationId === document.conversationId;
  if (isAboutItem) return record;
  return reject('AUTH_FORBIDDEN', 'OFF-006', 'the Command is not about the WorkItem of its binding', {
    workItemId,
    conversationId: document.conversationId,
  });
}

function requireHistoricalLease(input: BufferedInput, data: BindingData): Result<Lease, Rejection> {
  const { world, groupId, command } = input;
  const { workItemId, ownershipEpoch, executionLeaseId, sessionEpoch } = data;
  const lease = world.get('lease', groupId, executionLeaseId);
  const details = { workItemId, executionLeaseId };
  if (
    lease?.leaseType !== 'execution' ||
    lease.workItemId !== workItemId ||
    lease.ownershipEpoch !== ownershipEpoch
  ) {
    return reject('AUTH_FORBIDDEN', 'OFF-006', 'no such Execution Lease of the WorkItem and epoch', details);
  }
  if (lease.holderAgentId !== command.actor.id) {
    return reject('AUTH_FORBIDDEN', 'OFF-006', 'the Execution Lease belonged to another Agent', details);
  }
  if (lease.sessionEpoch !== sessionEpoch) {
    return reject('AUTH_STALE_SESSION', 'OFF-006', 'the Execution Lease belonged to another Session', {
      ...details,
      sessionEpoch,
      leaseSessionEpoch: lease.sessionEpoch,
    });
  }
  return accept(lease);
}

/** The work was buffered inside the lease as it was, and before the lease was closed (OFF-006). */
function requireWindow(data: BindingData, lease: Lease): Result<undefined, Rejection> {
  const { disconnectedAt, bufferedAt, executionLeaseExpiresAt } = data;
  const isInside =
    isSameTime(executionLeaseExpiresAt, lease.expiresAt) &&
    !isBefore(disconnectedAt, lease.startsAt) &&
    isBefore(disconnectedAt, lease.expiresAt) &&
    isBefore(bufferedAt, lease.expiresAt) &&
    (lease.closedAt === undefined || !isBefore(lease.closedAt, bufferedAt));
  if (isInside) return accept(undefined);
  return reject('WORK_LEASE_EXPIRED', 'OFF-006', 'the work was buffered outside its Execution Lease', {
    executionLeaseId: lease.leaseId,
    bufferedAt,
    expiresAt: lease.expiresAt,
    closedAt: lease.closedAt ?? null,
  });
}

function isSameTime(a: string, b: string): boolean {
  return !isBefore(a, b) && !isBefore(b, a);
}

/** OFF-007, OFF-008: an overflow refuses the Command with the charge. */
function chargeBinding(
  input: BufferedInput,
  record: WorkItemRecord,
  data: BindingData,
): Result<OfflineBinding, Rejection> {
  const { command, context } = input;
  if (!isNonzero(data.resourceUsageDelta)) return accept({ usageDrafts: [] });
  const draft = chargeUsage(input, record, {
    executionLeaseId: data.executionLeaseId,
    ownershipEpoch: data.ownershipEpoch,
    usageDelta: data.resourceUsageDelta,
    offlineReconciliation: {
      disconnectedAt: data.disconnectedAt,
      bufferedAt: data.bufferedAt,
      graceDeadline: data.graceDeadline,
      executionSessionEpoch: data.sessionEpoch,
      reconciliationSessionEpoch: command.sessionEpoch ?? data.sessionEpoch,
      reconciledAt: context.now.text,
      progressActionId: command.actionId,
    },
  });
  return draft.ok ? accept({ usageDrafts: [draft.value] }) : draft;
}
