// The Execution Lease of one run: taken with a start, kept alive, and the ground of everything that the run may do.
import type { Lease, UsageDelta } from '../protocol/generated/documents.ts';
import type { Moment } from './clock.ts';
import { LeaseKeeper, type Renewal } from './lease-keeper.ts';
import { reportOf } from './progress-report.ts';
import { permitsOf } from './run-launch.ts';
import type { RunEnvironment } from './run-ports.ts';
import type { RunProgress } from './runners/runner.ts';
import type { OwnerAnswer, WorkCommands } from './work-commands.ts';

export interface RunLeaseOptions {
  readonly runId: string;
  readonly groupId: string;
  readonly workItemId: string;
  readonly term: number;
  readonly environment: RunEnvironment;
  readonly commands: WorkCommands;
  /** The newest word of the run, to go along with a renewal (OPEN-038). */
  readonly progress: () => RunProgress | undefined;
  readonly onMustEnd: (why: 'lease-ended' | 'ownership-lost') => void;
  /** Used through the tool gate, which the run itself does not know of. */
  readonly onToolUsage: (delta: UsageDelta) => void;
}

export class RunLease {
  private readonly options: RunLeaseOptions;
  private keeper: LeaseKeeper | undefined;
  private isOver = true;

  constructor(options: RunLeaseOptions) {
    this.options = options;
  }

  /** The last lease, whether it still holds or not. */
  get last(): Lease | undefined {
    return this.keeper?.lease;
  }

  /** The lease under which Commands can be sent in a Session; undefined when there is none. */
  inSession(sessionEpoch: number | undefined): Lease | undefined {
    const lease = this.keeper?.lease;
    return !this.isOver && lease?.sessionEpoch === sessionEpoch ? lease : undefined;
  }

  /** Starts the work (WORK-T07); from `done` on the lease is held. */
  async start(): Promise<OwnerAnswer> {
    const { environment, commands, workItemId, term } = this.options;
    const askedAt = environment.clock.read();
    const answer = await commands.send('work.start', {
      workItemId,
      ownershipEpoch: term,
      executionLeaseSeconds: environment.settings.lease.leaseSeconds,
    });
    if (answer.kind === 'done') this.hold(leaseIn(answer.event.payload), askedAt);
    return answer;
  }

  look(): void {
    this.keeper?.look();
  }

  limitTo(monotonicMs: number): void {
    this.keeper?.limitTo(monotonicMs);
  }

  /** Nothing more can be sent under it. The keeper goes on watching over a process that has not ended yet. */
  markOver(): void {
    this.isOver = true;
  }

  release(): void {
    this.isOver = true;
    this.keeper?.stop();
  }

  private hold(lease: Lease, askedAt: Moment): void {
    const { environment, onMustEnd, onToolUsage, runId, groupId, workItemId, term } = this.options;
    const { clock, settings, gate, link } = environment;
    this.keeper?.stop();
    this.isOver = false;
    const keeper = new LeaseKeeper(lease, askedAt, {
      clock,
      settings: settings.lease,
      renew: () => this.renew(keeper.lease),
      onMustEnd: (why) => {
        if (this.keeper === keeper) onMustEnd(why);
      },
    });
    this.keeper = keeper;
    const record = link.world.get('workItem', groupId, workItemId);
    if (record === undefined) return;
    gate.admit({
      runId,
      missionId: record.document.missionId,
      request: {
        ...permitsOf(link.world, record, clock.read()),
        sessionEpoch: lease.sessionEpoch,
        groupId,
        workItemId,
        ownershipEpoch: term,
        executionLeaseId: lease.leaseId,
      },
      leaseLeftMs: (now) => (this.keeper === keeper ? keeper.remainingMs(now) : 0),
      isOnline: () => link.session?.sessionEpoch === lease.sessionEpoch,
      onUsage: onToolUsage,
    });
  }

  private async renew(lease: Lease): Promise<Renewal> {
    const { environment, commands, progress, workItemId, term } = this.options;
    const { link, settings, clock } = environment;
    if (link.session?.sessionEpoch !== lease.sessionEpoch) return { kind: 'later' };
    const latest = progress();
    const answer = await commands.send('ext.missionweaveprotocol.core.work_execution_lease_renew', {
      workItemId,
      ownershipEpoch: term,
      executionLeaseId: lease.leaseId,
      leaseSeconds: settings.lease.leaseSeconds,
      ...(latest === undefined ? {} : reportOf(link.world, this.options, latest, clock.read().wallMs)),
    });
    if (answer.kind === 'done') return { kind: 'renewed', lease: leaseIn(answer.event.payload) };
    // A Session that was replaced meanwhile is not the end of the ownership: the run goes on under the next lease.
    const isReplaced = answer.kind === 'fenced' && answer.error.code === 'AUTH_STALE_SESSION';
    return answer.kind === 'fenced' && !isReplaced ? { kind: 'fenced' } : { kind: 'later' };
  }
}

/** The Authority has checked the payload of its own Event. */
function leaseIn(payload: object): Lease {
  return (payload as { readonly lease: Lease }).lease;
}
