// A Worker: queues of all Groups, one Scheduler, runs in slots. It stands on the log of its Groups and on notes; everything
// else is made anew when it starts.
import type { WorkItemRecord } from '../domain/world.ts';
import type { AgentCard, Event, WorkContract } from '../protocol/generated/documents.ts';
import { type AdmissionPolicy, DEFAULT_ADMISSION_POLICY } from './admission-control.ts';
import type { AgentLink, PresenceInput, SessionChange } from './agent-link.ts';
import type { CapabilitySource } from './capability-source.ts';
import type { Moment, WorkerClock } from './clock.ts';
import { GroupQueue, type GroupNotes, NO_NOTES } from './group-queue.ts';
import { DEFAULT_LEASE_SETTINGS } from './lease-keeper.ts';
import { DEFAULT_OFFLINE_LIMITS } from './offline-buffer.ts';
import { OfferDesk } from './offer-desk.ts';
import { isReversible } from './offline-work.ts';
import type { RunEnd } from './run-conclusion.ts';
import type { NoteStore, RunEnvironment, RunSettings, WorkerEvent, WorkMemory } from './run-ports.ts';
import {
  DEFAULT_SCHEDULER_POLICY,
  type GroupPolicy,
  type SchedulerPolicy,
} from './scheduler/scheduler-policy.ts';
import { type RunStart, Scheduler } from './scheduler/scheduler.ts';
import { settleWithin } from './settle-within.ts';
import { ToolGate } from './tool-gate.ts';
import { defaultPlanOf, type WorkPlan } from './work-plan.ts';
import { WorkRun } from './work-run.ts';

export interface WorkerRuntimeOptions
  extends
    Pick<RunEnvironment, 'link' | 'clock' | 'newId' | 'signer' | 'content' | 'contentUri' | 'runnerFor'>,
    Partial<Pick<RunEnvironment, 'secretsFor' | 'foldersFor' | 'contextPackageOf' | 'onFault'>> {
  /** The Agent's current card: what it claims to be able to do. */
  readonly card: AgentCard;
  readonly capabilities: CapabilitySource;
  readonly notes: NoteStore;
  readonly scheduler?: Partial<SchedulerPolicy>;
  readonly admission?: Partial<AdmissionPolicy>;
  readonly settings?: Partial<RunSettings>;
  /** Effort, slots and whether a run may be asked for its slot; by the contract's metadata when not given. */
  readonly planOf?: (contract: WorkContract) => WorkPlan;
  readonly findAmbiguity?: (contract: WorkContract) => string | undefined;
  readonly onEvent?: (event: WorkerEvent) => void;
}

const DEFAULT_RUN_SETTINGS: RunSettings = {
  lease: DEFAULT_LEASE_SETTINGS,
  offline: DEFAULT_OFFLINE_LIMITS,
  limits: { wallClockMs: 3_600_000, cpuSeconds: 3_600, outputBytes: 1_073_741_824 },
  checkpointWaitMs: 30_000,
  resumeWithinSeconds: 900,
  blockedLeaseSeconds: 86_400,
};

/** What a person may want to know of a Worker, over all its Groups: its operator's view, never published. */
export interface WorkerStatus {
  readonly slots: number;
  readonly runs: readonly { readonly runId: string; readonly groupId: string; readonly workItemId: string }[];
  readonly groups: readonly {
    readonly groupId: string;
    readonly items: number;
    readonly offers: number;
  }[];
}

/** Notes follow changes after this: a crash in between costs some order, and nothing else. */
const NOTE_DELAY_MS = 2_000;
const NOTE_NAME = 'worker.queue';
/** How long runs get to give their slots back when the Worker stops. */
const STOP_WAIT_MS = 30_000;

export class WorkerRuntime {
  readonly gate: ToolGate;
  private readonly options: WorkerRuntimeOptions;
  private readonly link: AgentLink;
  private readonly clock: WorkerClock;
  private readonly scheduler: Scheduler;
  private readonly desk: OfferDesk;
  private readonly environment: RunEnvironment;
  private readonly queues = new Map<string, GroupQueue>();
  /** Groups whose notes are being read: their Events wait. */
  private readonly opening = new Map<string, Promise<GroupQueue>>();
  /** Current runs by WorkItem. */
  private readonly runs = new Map<string, WorkRun>();
  private readonly unnoted = new Set<string>();
  private writing: Promise<void> = Promise.resolve();
  private cancelNoteTimer: (() => void) | undefined;
  private cancelDispatchTimer: () => void = () => {};
  private stopListening: readonly (() => void)[] = [];
  private isStopping = false;
  private onRunEnded: () => void = () => {};
  private lastPresence = '';

  constructor(options: WorkerRuntimeOptions) {
    this.options = options;
    this.link = options.link;
    this.clock = options.clock;
    const admission = { ...DEFAULT_ADMISSION_POLICY, ...options.admission };
    this.scheduler = new Scheduler({
      ...DEFAULT_SCHEDULER_POLICY,
      slots: options.card.maxConcurrency,
      ...options.scheduler,
    });
    this.gate = new ToolGate(options.clock, options.capabilities);
    const report = options.onEvent ?? (() => {});
    this.environment = {
      secretsFor: () => ({}),
      foldersFor: () => [],
      contextPackageOf: () => undefined,
      onFault: () => report({ name: 'worker.fault', groupId: '', workItemId: '', detail: '' }),
      ...options,
      gate: this.gate,
      settings: { ...DEFAULT_RUN_SETTINGS, ...options.settings },
      remember: (groupId, workItemId, memory) => this.remember(groupId, workItemId, memory),
      forget: (groupId, workItemId) => this.remember(groupId, workItemId, undefined),
      report,
    };
    this.desk = new OfferDesk({
      link: options.link,
      clock: options.clock,
      card: options.card,
      policy: admission,
      scheduler: this.scheduler,
      planOf: (record) => this.planOf(record),
      findAmbiguity: options.findAmbiguity ?? (() => undefined),
      report,
    });
  }

  /** Rebuilds the queues from the state and the notes, and begins to work. */
  async start(): Promise<void> {
    this.stopListening = [
      this.link.onApplied((groupId, events) => this.onApplied(groupId, events)),
      this.link.onSession((change) => this.onSession(change)),
    ];
    for (const groupId of this.link.groupIds()) await this.openQueue(groupId);
    this.proceed();
    for (const queue of this.queues.values()) this.considerOffers(queue);
  }

  /**
   * Takes on nothing new, and lets runs save where they stand and give their slots back. What does not within a while, or
   * has no connection to say so, is ended; the log lets it be resumed.
   */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.tellPresence();
    for (const run of this.runs.values()) run.requestSlot('shutting-down');
    const emptied = new Promise<void>((resolve) => {
      this.onRunEnded = () => {
        if (this.runs.size === 0) resolve();
      };
      this.onRunEnded();
    });
    if (this.link.session !== undefined) await settleWithin(emptied, STOP_WAIT_MS, this.clock);
    await Promise.all([...this.runs.values()].map((run) => run.kill()));
    for (const stop of this.stopListening) stop();
    this.cancelDispatchTimer();
    this.cancelNoteTimer?.();
    await this.writeNotes();
  }

  /** Another policy for a Group, as its operator has set it; what waits is ordered by it at once (SCH-007). */
  setGroupPolicy(groupId: string, policy: GroupPolicy): void {
    this.scheduler.setGroupPolicy(groupId, policy, this.clock.read());
    this.proceed();
  }

  status(): WorkerStatus {
    return {
      slots: this.scheduler.policy.slots,
      runs: [...this.runs.values()].map(({ facts }) => ({
        runId: facts.runId,
        groupId: facts.groupId,
        workItemId: facts.workItemId,
      })),
      groups: [...this.queues.values()].map((queue) => ({
        groupId: queue.groupId,
        items: this.scheduler.countIn(queue.groupId),
        offers: queue.offeredIds().length,
      })),
    };
  }

  private onApplied(groupId: string, events: readonly Event[]): void {
    const queue = this.queues.get(groupId);
    if (queue === undefined) {
      // The state holds these Events already, and the queue is built from the state.
      this.openQueue(groupId)
        .then((opened) => {
          this.proceed();
          this.considerOffers(opened);
          return undefined;
        })
        .catch(this.environment.onFault);
      return;
    }
    const concerned = queue.apply(events, this.clock.read());
    if (concerned.length === 0) return;
    this.noteLater(groupId);
    for (const workItemId of concerned) this.runs.get(workItemId)?.look();
    this.proceed();
    this.considerOffers(queue);
  }

  private onSession(change: SessionChange): void {
    for (const run of this.runs.values()) run.onSession(change);
    if (change.kind !== 'opened') return;
    this.lastPresence = '';
    this.proceed();
    for (const queue of this.queues.values()) this.considerOffers(queue);
  }

  private considerOffers(queue: GroupQueue): void {
    if (this.isStopping || this.link.session === undefined) return;
    this.desk.consider(queue).catch(this.environment.onFault);
  }

  /** Starts what can start. Without a Session nothing new begins (FLR-004). */
  private proceed(): void {
    if (!this.isStopping && this.link.session !== undefined) {
      const now = this.clock.read();
      const { starts, preemption } = this.scheduler.dispatch(now);
      for (const start of starts) this.startRun(start);
      if (preemption !== undefined) this.runs.get(preemption.workId)?.requestSlot('preempted');
      this.scheduleDispatch(now);
    }
    this.tellPresence();
  }

  private startRun({ runId, workId, groupId }: RunStart): void {
    const queue = this.queues.get(groupId);
    const record = this.link.world.get('workItem', groupId, workId);
    if (queue === undefined || record === undefined)
      throw new Error('the Scheduler knows work without a Group');
    const term = this.scheduler.termOf(workId) ?? 0;
    const run = new WorkRun(
      {
        runId,
        groupId,
        workItemId: workId,
        term,
        memory: queue.memoryOf(workId, term),
        isLossUncertain: queue.wasInterrupted(workId) && !isReversible(record),
      },
      this.environment,
      {
        onSafePoint: () => {
          this.scheduler.checkpointSaved(runId);
          this.proceed();
        },
        onPreemptionFailed: () => this.scheduler.preemptionFailed(runId),
        onEnd: (_run, end) => this.onEnd({ runId, workId, groupId }, end),
      },
    );
    this.runs.set(workId, run);
    run.look();
  }

  private onEnd({ runId, workId, groupId }: RunStart, end: RunEnd): void {
    const now = this.clock.read();
    const queue = this.queues.get(groupId);
    this.runs.delete(workId);
    queue?.settleInterruption(workId);
    switch (end.kind) {
      case 'completed':
        this.scheduler.completed(runId, now);
        break;
      case 'retry':
        this.scheduler.blocked(runId, now, end.delayMs);
        break;
      case 'blocked':
        this.scheduler.blocked(runId, now);
        break;
      case 'lost':
        this.scheduler.remove(workId, now);
        break;
      default:
        this.scheduler.released(runId, now);
        break;
    }
    queue?.refresh(workId, now);
    this.noteLater(groupId);
    this.onRunEnded();
    this.proceed();
    if (queue !== undefined) this.considerOffers(queue);
  }

  private planOf({ document }: WorkItemRecord): WorkPlan {
    return (this.options.planOf ?? defaultPlanOf)(document.contract);
  }

  private async openQueue(groupId: string): Promise<GroupQueue> {
    const opening = this.opening.get(groupId) ?? this.buildQueue(groupId);
    this.opening.set(groupId, opening);
    return opening;
  }

  private async buildQueue(groupId: string): Promise<GroupQueue> {
    const notes = ((await this.options.notes.read(groupId, NOTE_NAME)) ?? NO_NOTES) as GroupNotes;
    const queue = new GroupQueue({
      groupId,
      link: this.link,
      scheduler: this.scheduler,
      planOf: (record) => this.planOf(record),
      hasRun: (workItemId) => this.runs.has(workItemId),
      notes,
    });
    queue.rebuild(this.clock.read());
    this.queues.set(groupId, queue);
    return queue;
  }

  private async remember(groupId: string, workItemId: string, memory?: WorkMemory): Promise<void> {
    const queue = this.queues.get(groupId);
    if (memory === undefined) queue?.forget(workItemId);
    else queue?.remember(workItemId, memory);
    this.unnoted.add(groupId);
    await this.writeNotes();
  }

  private noteLater(groupId: string): void {
    this.unnoted.add(groupId);
    this.cancelNoteTimer ??= this.clock.setTimer(NOTE_DELAY_MS, () => {
      this.cancelNoteTimer = undefined;
      this.writeNotes().catch(this.environment.onFault);
    });
  }

  /** Writes what has changed, one Group after another; a Group of which nothing changed is left alone. */
  private writeNotes(): Promise<void> {
    this.writing = this.writing.catch(() => undefined).then(() => this.writeUnnoted());
    return this.writing;
  }

  private async writeUnnoted(): Promise<void> {
    if (this.unnoted.size === 0) return;
    const groupIds = [...this.unnoted];
    this.unnoted.clear();
    for (const groupId of groupIds) {
      const value: GroupNotes = {
        ...this.scheduler.toNotes(groupId, this.clock.read()),
        memories: this.queues.get(groupId)?.memoriesNote() ?? {},
      };
      await this.options.notes.write(groupId, NOTE_NAME, value);
    }
  }

  /** By the same moment as the last decision: what has become due since then was not looked at yet. */
  private scheduleDispatch(now: Moment): void {
    this.cancelDispatchTimer();
    const delayMs = this.scheduler.nextDispatchInMs(now);
    if (delayMs === undefined) return;
    this.cancelDispatchTimer = this.clock.setTimer(Math.max(1, delayMs), () => this.proceed());
  }

  /** Slots and queue as a whole: nothing of it tells one Group about another (SCH-006, SCH-011). */
  private tellPresence(): void {
    if (this.link.session === undefined) return;
    const { slots } = this.scheduler.policy;
    const activeSlots = slots - this.scheduler.freeSlots;
    const presence: PresenceInput = {
      status: this.isStopping ? 'draining' : activeSlots === slots ? 'busy' : 'online',
      capacity: {
        maxSlots: slots,
        activeSlots,
        availableSlots: this.isStopping ? 0 : slots - activeSlots,
        queuedItems: this.scheduler.countReady(),
      },
      capabilityAvailability: this.options.card.capabilities.map(({ id, version }) => ({
        capability: { id, version },
        status: this.options.admission?.capabilities?.has(id) === true ? 'available' : 'unavailable',
      })),
    };
    const text = JSON.stringify(presence);
    if (text === this.lastPresence) return;
    this.lastPresence = text;
    this.link.setPresence(presence);
  }
}
