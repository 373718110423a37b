// The inbox and the queue of one Group, as far as they concern this Worker (SCH-001): a projection of accepted Events that
// replay rebuilds. It tells the Scheduler what there is; the log decides.
import type { WorkItemRecord } from '../domain/world.ts';
import type { Event, Lease } from '../protocol/generated/documents.ts';
import type { AgentLink } from './agent-link.ts';
import type { Moment } from './clock.ts';
import { standingOf, type Standing } from './own-work.ts';
import type { WorkMemory } from './run-ports.ts';
import type { Scheduler } from './scheduler/scheduler.ts';
import type { ItemNote, SchedulerNotes } from './scheduler/scheduler-notes.ts';
import { scheduledItemOf, type WorkPlan } from './work-plan.ts';

/** What is kept of a Group beside its log. Losing it changes the order of work, and how often failed work is repeated. */
export interface GroupNotes extends SchedulerNotes {
  readonly memories: Readonly<Record<string, WorkMemory>>;
}

export const NO_NOTES: GroupNotes = { items: [], group: undefined, memories: {} };

export interface GroupQueueOptions {
  readonly groupId: string;
  readonly link: AgentLink;
  readonly scheduler: Scheduler;
  readonly planOf: (record: WorkItemRecord) => WorkPlan;
  /** Whether a run of the item is under way here: then the run looks after the Scheduler. */
  readonly hasRun: (workItemId: string) => boolean;
  readonly notes: GroupNotes;
}

/** Kinds of Event that can change what may start, beyond the WorkItem that they name. */
const WIDE_KINDS: ReadonlySet<string> = new Set([
  'work.result.accepted',
  'approval.execution.granted',
  'mission.created',
  'mission.submitted_for_approval',
  'mission.changes_requested',
  'mission.approved',
  'mission.cancelled',
  'mission.terminated',
  'group.archived',
]);

export class GroupQueue {
  readonly groupId: string;
  private readonly options: GroupQueueOptions;
  private readonly memories: Map<string, WorkMemory>;
  /** WorkItems that are ours, or offered to us. */
  private readonly own = new Map<string, Standing['kind']>();
  private readonly interrupted = new Set<string>();

  constructor(options: GroupQueueOptions) {
    this.groupId = options.groupId;
    this.options = options;
    this.memories = new Map(Object.entries(options.notes.memories));
  }

  /** What the log says of a WorkItem now. */
  standingOf(workItemId: string, now: Moment): Standing {
    const { link } = this.options;
    return standingOf(link.world, link.agentId, { groupId: this.groupId, workItemId }, now.wallMs);
  }

  offeredIds(): readonly string[] {
    return [...this.own].filter(([, kind]) => kind === 'offered').map(([workItemId]) => workItemId);
  }

  ownIds(): readonly string[] {
    return [...this.own.keys()];
  }

  memoryOf(workItemId: string, term: number): WorkMemory {
    const memory = this.memories.get(workItemId);
    return memory?.term === term ? memory : { term, failures: 0, checkpoint: undefined, stint: undefined };
  }

  remember(workItemId: string, memory: WorkMemory): void {
    this.memories.set(workItemId, memory);
  }

  forget(workItemId: string): void {
    this.memories.delete(workItemId);
  }

  memoriesNote(): Readonly<Record<string, WorkMemory>> {
    return Object.fromEntries(this.memories);
  }

  /** Whether the last execution was cut off by a new Session while no run of this process was there to tell of it. */
  wasInterrupted(workItemId: string): boolean {
    return this.interrupted.has(workItemId);
  }

  settleInterruption(workItemId: string): void {
    this.interrupted.delete(workItemId);
  }

  /** Builds the queue from the state alone, in the order of the notes where there are some, else of acceptance. */
  rebuild(now: Moment): void {
    const { link, notes, scheduler } = this.options;
    if (notes.group !== undefined) scheduler.restoreGroup(notes.group, now);
    const order = new Map(
      notes.items.map(({ item }, index) => [item.workId, { index, note: notes.items[index] }]),
    );
    const records = [...link.world.list('workItem', this.groupId)]
      .map(([workItemId, { document }]) => ({
        workItemId,
        index: order.get(workItemId)?.index ?? Number.MAX_SAFE_INTEGER,
        acceptedAt: document.owner?.acceptedAt ?? '',
      }))
      .toSorted((a, b) => a.index - b.index || compareTexts(a.acceptedAt, b.acceptedAt));
    const lastLeases = this.lastExecutionLeases();
    for (const { workItemId } of records) {
      const record = link.world.get('workItem', this.groupId, workItemId);
      const last = lastLeases.get(workItemId);
      const isOurs = last?.holderAgentId === link.agentId && last.ownershipEpoch === record?.ownershipEpoch;
      // An owner that stopped by itself has released its lease.
      if (isOurs && last.state !== 'released') this.interrupted.add(workItemId);
      this.refresh(workItemId, now, order.get(workItemId)?.note);
    }
  }

  /** Takes over Events; the same ones again change nothing. Answers with the WorkItems that they may concern. */
  apply(events: readonly Event[], now: Moment): readonly string[] {
    const ids = new Set<string>();
    for (const { kind, workItemId } of events) {
      if (workItemId !== undefined) ids.add(workItemId);
      if (WIDE_KINDS.has(kind)) for (const id of this.own.keys()) ids.add(id);
    }
    for (const workItemId of ids) this.refresh(workItemId, now);
    return [...ids];
  }

  /** Brings the Scheduler in line with what the log says of one WorkItem. */
  refresh(workItemId: string, now: Moment, note?: ItemNote): Standing {
    const { scheduler, hasRun } = this.options;
    const standing = this.standingOf(workItemId, now);
    if (standing.kind === 'none') this.own.delete(workItemId);
    else this.own.set(workItemId, standing.kind);
    // A run finds out by itself, and ends in an orderly way.
    if (hasRun(workItemId)) return standing;
    if (standing.kind === 'none' || standing.kind === 'offered') {
      scheduler.remove(workItemId, now);
      return standing;
    }
    this.adopt(standing.record, now, note);
    scheduler.setEligible(workItemId, standing.kind === 'queued' && standing.obstacle === undefined, now);
    return standing;
  }

  private adopt(record: WorkItemRecord, now: Moment, note: ItemNote | undefined): void {
    const { scheduler, planOf } = this.options;
    const { workItemId, owner } = record.document;
    const item = scheduledItemOf(record, owner?.ownershipEpoch ?? record.ownershipEpoch, planOf(record));
    if (scheduler.termOf(workItemId) === item.term) {
      scheduler.revise(item, now);
      return;
    }
    const isKnown = note?.item.term === item.term;
    // Waiting counts from acceptance where nobody has noted it.
    const waitedMs = Math.max(0, now.wallMs - Date.parse(owner?.acceptedAt ?? ''));
    scheduler.adopt(item, now, {
      // What may start is for the log to say, what ran before is over, and only the memory of it counts.
      state: note?.retryAfterMs === undefined ? 'ready' : 'blocked',
      waitedMs: isKnown ? note.waitedMs : waitedMs,
      generation: Math.max(isKnown ? note.generation : 0, record.attempts),
      ...(isKnown && note.retryAfterMs !== undefined ? { retryAfterMs: note.retryAfterMs } : {}),
    });
  }

  private lastExecutionLeases(): ReadonlyMap<string, Lease> {
    const last = new Map<string, Lease>();
    for (const [, lease] of this.options.link.world.list('lease', this.groupId)) {
      // Leases come in the order in which they were first written.
      if (lease.leaseType === 'execution' && lease.workItemId !== undefined)
        last.set(lease.workItemId, lease);
    }
    return last;
  }
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
