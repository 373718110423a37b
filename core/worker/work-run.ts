// One run of one WorkItem, from its slot to its result (WORK-T07…WORK-T13). It is driven by what is the case: after every
// change of the log, the Session, the clock or the process it looks again and takes the one step that comes next. So a lost
// connection, a replaced Session or a revised contract needs no path of its own.
import { addUsage, DIMENSIONS, NO_USAGE } from '../domain/budget.ts';
import type { WorkItemRecord } from '../domain/world.ts';
import type { Lease, Usage, UsageDelta } from '../protocol/generated/documents.ts';
import type { SessionChange } from './agent-link.ts';
import { bindingOf, type BufferedAction } from './offline-buffer.ts';
import { isReversible, OfflineWork } from './offline-work.ts';
import { standingOf, type Standing } from './own-work.ts';
import { concludeRun, type RunEnd } from './run-conclusion.ts';
import { prepareLaunch } from './run-launch.ts';
import type { RunEnvironment, WorkMemory } from './run-ports.ts';
import type { RunCheckpoint, RunHandle, RunProgress, RunResult, StopReason } from './runners/runner.ts';
import { RunLease } from './run-lease.ts';
import { settleWithin } from './settle-within.ts';
import { WorkCommands } from './work-commands.ts';

export interface RunListener {
  /** The run has a durable safe point (SCH-008). */
  onSafePoint(run: WorkRun): void;
  onPreemptionFailed(run: WorkRun): void;
  /** Once, when nothing of it runs any more and the log knows how it ended, or has taken the work away. */
  onEnd(run: WorkRun, end: RunEnd): void;
}

export interface RunFacts {
  /** As the Scheduler names it. */
  readonly runId: string;
  readonly groupId: string;
  readonly workItemId: string;
  /** The Ownership Epoch. */
  readonly term: number;
  readonly memory: WorkMemory;
  /** Whether an earlier run was lost that may have had effects outside: somebody has to look before it is repeated. */
  readonly isLossUncertain: boolean;
}

type Step = 'again' | 'wait';

/** How long to wait after a fault of the environment, such as a key that cannot be used. */
const FAULT_DELAY_MS = 5_000;
/** A start that the Authority refuses although the log would allow it is tried again after this. */
const REFUSED_DELAY_MS = 10_000;
const MAX_FAULTS = 5;

export class WorkRun {
  readonly facts: RunFacts;
  private readonly environment: RunEnvironment;
  private readonly listener: RunListener;
  private readonly commands: WorkCommands;
  private readonly offline: OfflineWork;
  private memory: WorkMemory;
  private readonly lease: RunLease;
  private handle: RunHandle | undefined;
  private result: RunResult | undefined;
  private progress: RunProgress | undefined;
  private isUsageCharged = false;
  /** Used through the tool gate, which the run itself does not know of. */
  private gateUsage: Usage = NO_USAGE;
  private wantsSlotBack: 'preempted' | 'shutting-down' | undefined;
  private end: RunEnd | undefined;
  private isDriving = false;
  private hasNews = false;
  private faults = 0;
  private cancelTimer: () => void = () => {};

  constructor(facts: RunFacts, environment: RunEnvironment, listener: RunListener) {
    this.facts = facts;
    this.environment = environment;
    this.listener = listener;
    this.memory = facts.memory;
    this.commands = new WorkCommands(environment.link, facts.groupId, facts.workItemId);
    this.offline = new OfflineWork(environment, facts.memory.stint, (stint) =>
      this.remember({ ...this.memory, stint }),
    );
    this.lease = new RunLease({
      ...facts,
      environment,
      commands: this.commands,
      progress: () => this.progress,
      onMustEnd: (why) => {
        this.interrupt(why).catch(environment.onFault);
      },
      onToolUsage: (delta) => {
        this.gateUsage = addUsage(this.gateUsage, delta);
      },
    });
  }

  get hasEnded(): boolean {
    return this.end !== undefined;
  }

  /** Looks at how things stand, and does what comes next. Call it whenever something may have changed. */
  look(): void {
    this.hasNews = true;
    if (this.isDriving) return;
    this.isDriving = true;
    this.drive().catch(this.environment.onFault);
  }

  onSession(change: SessionChange): void {
    if (change.kind === 'lost' || change.kind === 'replaced') this.onDisconnected(change.kind);
    if (change.kind === 'woke') this.lease.look();
    this.look();
  }

  /** Asks the run to reach a safe point and give up its slot (SCH-008). */
  requestSlot(why: 'preempted' | 'shutting-down'): void {
    this.wantsSlotBack = why;
    this.look();
  }

  /** Ends the process at once, without a word to the Authority: for a shutdown that cannot wait. */
  async kill(): Promise<void> {
    await this.stopProcess('shutting-down');
  }

  private async drive(): Promise<void> {
    try {
      while (this.hasNews && this.end === undefined) {
        this.hasNews = false;
        let step: Step = 'again';
        while (step === 'again' && this.end === undefined) step = await this.takeStep();
      }
    } catch (error) {
      this.environment.onFault(error);
      this.faults += 1;
      if (this.faults < MAX_FAULTS) this.lookAfter(FAULT_DELAY_MS);
      else await this.finish({ kind: 'retry', delayMs: FAULT_DELAY_MS * MAX_FAULTS }, 'shutting-down');
    } finally {
      this.isDriving = false;
    }
  }

  private async takeStep(): Promise<Step> {
    const { session } = this.environment.link;
    if (session === undefined) return 'wait';
    const standing = this.standing();
    const record = recordOf(standing);
    if (record === undefined || record.document.owner?.ownershipEpoch !== this.facts.term) {
      const why = standing.kind === 'none' && standing.why === 'cancelled' ? 'cancelled' : 'ownership-lost';
      return this.finish({ kind: 'lost' }, why);
    }
    // What was done offline is told first: only then anything new (FLR-005).
    const message = this.offline.nextMessage();
    if (message !== undefined && standing.kind !== 'blocked') return this.flushMessage(message);
    const lease = this.lease.inSession(session.sessionEpoch);
    if (lease === undefined) return this.obtainLease(standing, session.sessionEpoch);
    const checkpoint = this.offline.checkpoint();
    const isOver = this.handle === undefined || this.result?.outcome === 'stopped';
    if (checkpoint !== undefined && isOver) return this.flushCheckpoint(checkpoint, record, lease);
    if (this.result !== undefined) return this.conclude(record, lease, this.result);
    if (this.handle === undefined) return this.launch(record, lease);
    return this.wantsSlotBack === undefined ? 'wait' : this.vacate(this.handle, this.wantsSlotBack);
  }

  private standing(): Standing {
    const { link, clock } = this.environment;
    return standingOf(link.world, link.agentId, this.facts, clock.read().wallMs);
  }

  private async obtainLease(standing: Standing, sessionEpoch: number): Promise<Step> {
    if (standing.kind === 'active') {
      // An earlier Session's lease is about to be revoked by the Events of the new one (LSE-004). Ours has lapsed, and
      // only the Coordinator can help now (LSE-011).
      const isOurs = standing.lease?.sessionEpoch === sessionEpoch;
      return isOurs ? this.finish({ kind: 'lost' }, 'lease-ended') : 'wait';
    }
    if (standing.kind === 'blocked') return this.finish({ kind: 'blocked' }, 'ownership-lost');
    if (standing.kind !== 'queued') return 'wait';
    if (this.result?.outcome === 'stopped' && this.offline.checkpoint() === undefined) {
      if (isReversible(standing.record)) return this.finish({ kind: 'released' }, 'lease-ended');
      // What was cut off may have had effects outside: that is told, not repeated.
      this.giveUp('the run was cut off', LOSS_RESOLUTION);
    }
    if (standing.obstacle !== undefined) return this.finish({ kind: 'blocked' }, 'lease-ended');
    const answer = await this.lease.start();
    if (answer.kind === 'offline') return 'wait';
    if (answer.kind === 'later')
      return this.finish({ kind: 'retry', delayMs: answer.afterMs }, 'lease-ended');
    if (answer.kind !== 'done') {
      return this.finish({ kind: 'retry', delayMs: REFUSED_DELAY_MS }, 'lease-ended');
    }
    this.report('worker.work_started');
    return 'again';
  }

  private async launch(record: WorkItemRecord, lease: Lease): Promise<Step> {
    const { environment, facts, memory } = this;
    const runner = environment.runnerFor(record.document.contract);
    if (facts.isLossUncertain) return this.giveUp('an earlier run was lost', LOSS_RESOLUTION);
    if (runner === undefined) return this.giveUp('the capability is not available', 'another Worker');
    const prepared = await prepareLaunch(environment, { ...facts, record, lease, memory });
    if (prepared.kind === 'no-token') {
      return this.giveUp('no capability token was issued', prepared.message);
    }
    if (prepared.kind === 'failed') return this.conclude(record, lease, prepared.result);
    // All that took time: the right to start is looked at again.
    const held = this.lease.inSession(environment.link.session?.sessionEpoch);
    if (held?.leaseId !== lease.leaseId) return 'again';
    this.attach(runner.start(prepared.request));
    return 'again';
  }

  private attach(handle: RunHandle): void {
    this.handle = handle;
    handle.onProgress((progress) => {
      this.progress = progress;
    });
    handle.onUsage((delta) => this.bufferUsage(delta));
    handle.onCheckpoint((checkpoint) => {
      this.keepCheckpoint(checkpoint).catch(this.environment.onFault);
    });
    this.awaitResult(handle).catch(this.environment.onFault);
  }

  private async awaitResult(handle: RunHandle): Promise<void> {
    this.result = await handle.finished;
    this.report(`worker.run_${this.result.outcome}`);
    this.look();
  }

  /** Blocks the work with what has to happen first (WORK-052). */
  private giveUp(reason: string, requiredResolution: string): Step {
    this.result = {
      outcome: 'blocked',
      reason,
      requiredResolution,
      usage: NO_USAGE,
      survivingProcessIds: [],
    };
    return 'again';
  }

  /** Copies a checkpoint out of the run's own directory; only then it is a safe point. */
  private async keepCheckpoint(checkpoint: RunCheckpoint): Promise<void> {
    const { content } = this.environment;
    const { state } = checkpoint;
    const kept =
      state === undefined
        ? checkpoint
        : {
            ...checkpoint,
            state: { ...state, path: await content.keep(state.contentHash, await content.read(state.path)) },
          };
    await this.remember({ ...this.memory, checkpoint: kept });
    if (this.end === undefined) this.listener.onSafePoint(this);
  }

  private async vacate(handle: RunHandle, why: 'preempted' | 'shutting-down'): Promise<Step> {
    const { clock, settings } = this.environment;
    const answer = await settleWithin(handle.requestCheckpoint(), settings.checkpointWaitMs, clock);
    const isSaved = answer !== undefined && answer !== 'not-supported' && answer.status === 'saved';
    if (isSaved) await this.keepCheckpoint(answer.checkpoint);
    if (!isSaved && why === 'preempted' && this.result === undefined) {
      this.wantsSlotBack = undefined;
      this.listener.onPreemptionFailed(this);
      return 'wait';
    }
    await this.stopProcess(why);
    return this.result === undefined ? 'wait' : 'again';
  }

  private async stopProcess(why: StopReason): Promise<void> {
    if (this.handle === undefined) return;
    await this.handle.stop(why);
    this.result ??= await this.handle.finished;
  }

  /** The lease ends, or has been taken: nothing of the run may go on (LSE-001, FLR-004). */
  private async interrupt(why: 'lease-ended' | 'ownership-lost'): Promise<void> {
    this.report(`worker.${why === 'lease-ended' ? 'lease_ended' : 'ownership_lost'}`);
    const { handle } = this;
    if (handle !== undefined && this.result === undefined) {
      // Without a stint there is nobody to tell of a checkpoint, and no moment to lose.
      if (why === 'lease-ended' && this.offline.stint !== undefined) {
        await this.offline.saveCheckpoint(handle, (point) => this.keepCheckpoint(point));
      }
      await this.stopProcess(why);
    }
    this.lease.markOver();
    this.look();
  }

  private onDisconnected(kind: 'lost' | 'replaced'): void {
    const { link } = this.environment;
    const record = link.world.get('workItem', this.facts.groupId, this.facts.workItemId);
    const lease = this.lease.last;
    if (
      this.handle === undefined ||
      this.result !== undefined ||
      lease === undefined ||
      record === undefined
    ) {
      return;
    }
    // Another runtime of this Agent may be working on it already (WS-016).
    const deadline = kind === 'replaced' ? undefined : this.offline.begin(record, lease);
    if (deadline !== undefined) this.lease.limitTo(deadline);
    else this.interrupt('lease-ended').catch(this.environment.onFault);
  }

  private bufferUsage(delta: UsageDelta): void {
    if (this.environment.link.session === undefined) this.offline.bufferUsage(delta, this.progress);
  }

  private async flushMessage(action: BufferedAction): Promise<Step> {
    const outcome = await this.offline.sendMessage(action);
    if (outcome === 'wait') return 'wait';
    if (typeof outcome === 'number') {
      this.lookAfter(outcome);
      return 'wait';
    }
    return 'again';
  }

  /** The checkpoint of the stint, under the lease of now, with the binding to the one of then (OFF-005). */
  private async flushCheckpoint(action: BufferedAction, record: WorkItemRecord, lease: Lease): Promise<Step> {
    const { stint } = this.offline;
    if (stint === undefined || action.content.kind !== 'work.checkpoint') return 'again';
    const answer = await this.commands.send(
      'work.checkpoint',
      {
        workItemId: record.document.workItemId,
        ownershipEpoch: this.facts.term,
        executionLeaseId: lease.leaseId,
        checkpoint: action.content.checkpoint,
        resumeWithinSeconds: this.environment.settings.resumeWithinSeconds,
      },
      { extensions: bindingOf(stint, action), actionId: action.actionId },
    );
    if (answer.kind === 'offline') return 'wait';
    if (answer.kind === 'later') {
      this.lookAfter(answer.afterMs);
      return 'wait';
    }
    await this.offline.forget(action);
    // Refused, the work is given back without the binding, by the ordinary way.
    return answer.kind === 'done' ? this.finish({ kind: 'released' }, 'lease-ended') : 'again';
  }

  private async conclude(record: WorkItemRecord, lease: Lease, result: RunResult): Promise<Step> {
    this.result = result;
    // A run that got further than the checkpoint of its stint needs it no longer.
    const passed = this.offline.checkpoint();
    if (passed !== undefined) await this.offline.forget(passed);
    const step = await concludeRun({
      environment: this.environment,
      commands: this.commands,
      record,
      lease,
      result,
      memory: this.memory,
      uncharged: this.isUsageCharged ? undefined : this.unchargedUsage(result),
    });
    switch (step.kind) {
      case 'end':
        if (step.memory !== undefined) await this.remember(step.memory);
        return this.finish(step.end, 'lease-ended');
      case 'instead':
        this.result = step.result;
        this.isUsageCharged = true;
        return 'again';
      case 'usage-recorded':
        this.isUsageCharged = true;
        return 'again';
      case 'lease-lost':
        this.lease.release();
        return 'again';
      case 'later':
        this.lookAfter(step.afterMs);
        return 'wait';
      default:
        return 'wait';
    }
  }

  private unchargedUsage(result: RunResult): Usage {
    const total = addUsage(result.usage, this.gateUsage);
    const charged = this.offline.chargedUsage;
    for (const dimension of DIMENSIONS) total[dimension] = Math.max(0, total[dimension] - charged[dimension]);
    return total;
  }

  private async finish(end: RunEnd, why: StopReason): Promise<Step> {
    if (this.end !== undefined) return 'wait';
    this.end = end;
    this.cancelTimer();
    this.environment.gate.dismiss(this.facts.runId);
    if (this.result === undefined) await this.stopProcess(why);
    // Only now: until the process has ended, the keeper watches over it.
    this.lease.release();
    if (end.kind === 'completed' || end.kind === 'lost') {
      await this.environment.forget(this.facts.groupId, this.facts.workItemId);
    }
    await this.handle?.discard();
    this.report(`worker.work_${end.kind}`);
    this.listener.onEnd(this, end);
    return 'wait';
  }

  private async remember(memory: WorkMemory): Promise<void> {
    this.memory = memory;
    await this.environment.remember(this.facts.groupId, this.facts.workItemId, memory);
  }

  private lookAfter(delayMs: number): void {
    this.cancelTimer();
    this.cancelTimer = this.environment.clock.setTimer(delayMs, () => this.look());
  }

  private report(name: string): void {
    const { groupId, workItemId, runId } = this.facts;
    this.environment.report({ name, groupId, workItemId, detail: runId });
  }
}

const LOSS_RESOLUTION = 'somebody has to find out which effects outside the interrupted run has had';

function recordOf(standing: Standing): WorkItemRecord | undefined {
  return standing.kind === 'none' ? undefined : standing.record;
}
