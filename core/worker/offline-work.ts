// What one run does while there is no connection, and how that is told afterwards (FLR-003, OFF-004).
import { addUsage, NO_USAGE } from '../domain/budget.ts';
import type { WorkItemRecord } from '../domain/world.ts';
import type { Lease, Usage, UsageDelta } from '../protocol/generated/documents.ts';
import {
  beginStint,
  bindingOf,
  bufferAction,
  type BufferedAction,
  type OfflineStint,
} from './offline-buffer.ts';
import type { RunEnvironment } from './run-ports.ts';
import type { RunCheckpoint, RunHandle, RunProgress } from './runners/runner.ts';
import { settleWithin } from './settle-within.ts';

/** Work with these risks can be undone: only it may go on unseen (FLR-003, FLR-004). */
const REVERSIBLE: ReadonlySet<string> = new Set(['none', 'reversible']);

export function isReversible({ document }: WorkItemRecord): boolean {
  return REVERSIBLE.has(document.contract.sideEffectRisk);
}

const DEFAULT_WAIT_MS = 5_000;

export class OfflineWork {
  private readonly environment: RunEnvironment;
  private readonly save: (stint: OfflineStint | undefined) => Promise<void>;
  private current: OfflineStint | undefined;
  private saving: Promise<void> = Promise.resolve();
  private charged: Usage = NO_USAGE;

  constructor(
    environment: RunEnvironment,
    stint: OfflineStint | undefined,
    save: (stint: OfflineStint | undefined) => Promise<void>,
  ) {
    this.environment = environment;
    this.current = stint;
    this.save = save;
  }

  get stint(): OfflineStint | undefined {
    return this.current;
  }

  /** What reconciliation has charged, so that it is not charged again with the result. */
  get chargedUsage(): Usage {
    return this.charged;
  }

  /**
   * Begins a stint. Answers with where the monotonic clock stands when the work has to stop, or undefined where none of
   * it may go on. A second loss of the connection before the first was reconciled goes on in the same stint.
   */
  begin(record: WorkItemRecord, lease: Lease): number | undefined {
    const { conversationId } = record.document;
    const { clock, link, settings } = this.environment;
    if (!isReversible(record)) return undefined;
    const now = clock.read();
    const isSameLease = this.current?.lease.leaseId === lease.leaseId;
    const stint = isSameLease
      ? this.current
      : beginStint({ agentId: link.agentId, conversationId, lease }, settings.offline, now);
    if (stint === undefined) return undefined;
    this.store(stint);
    return now.monotonicMs + Date.parse(stint.graceDeadline) - now.wallMs;
  }

  /** Notes what the run has used, within the limits of the stint; beyond them it is charged with the result. */
  bufferUsage(delta: UsageDelta, progress: RunProgress | undefined): void {
    const { newId } = this.environment;
    this.add({
      actionId: newId('action'),
      content: {
        kind: 'message.post',
        messageId: newId('message'),
        text: `Went on without a connection: ${progress?.currentPhase ?? 'no phase was reported'}.`,
      },
      usage: delta,
    });
  }

  /**
   * Saves where the work stands before it is stopped, while there is a moment left for it. Whatever becomes of that, the
   * process has to be stopped afterwards: so this rejects nothing, and waits neither for a program nor for a disk.
   */
  async saveCheckpoint(handle: RunHandle, keep: (checkpoint: RunCheckpoint) => Promise<void>): Promise<void> {
    const { clock, settings, onFault } = this.environment;
    // A quarter of the margin: half of it is the grace that a program may use to end, and to kill it takes a moment too.
    const waitMs = Math.min(settings.checkpointWaitMs, settings.lease.stopMarginMs / 4);
    await settleWithin(this.keepLastCheckpoint(handle, keep).catch(onFault), waitMs, clock);
  }

  private async keepLastCheckpoint(
    handle: RunHandle,
    keep: (checkpoint: RunCheckpoint) => Promise<void>,
  ): Promise<void> {
    if (this.current === undefined) return;
    const answer = await handle.requestCheckpoint();
    if (answer === 'not-supported' || answer.status !== 'saved') return;
    await keep(answer.checkpoint);
    // The state itself stays on this machine: it cannot be published without a connection.
    const { state: _state, ...checkpoint } = answer.checkpoint;
    this.add({
      actionId: this.environment.newId('action'),
      content: { kind: 'work.checkpoint', checkpoint },
      usage: {},
    });
    await this.saving;
  }

  nextMessage(): BufferedAction | undefined {
    return this.current?.actions.find(({ content }) => content.kind === 'message.post');
  }

  checkpoint(): BufferedAction | undefined {
    return this.current?.actions.findLast(({ content }) => content.kind === 'work.checkpoint');
  }

  /**
   * Sends a buffered Message, signed anew with its binding unchanged (OFF-004). One that is refused is dropped, and what
   * it would have charged is charged with the result. A number says how long to wait.
   */
  async sendMessage(action: BufferedAction): Promise<'settled' | 'wait' | number> {
    const stint = this.current;
    const { content } = action;
    if (stint === undefined || content.kind !== 'message.post') return 'settled';
    const { link } = this.environment;
    const before = link.session?.sessionEpoch;
    const outcome = await link.submit({
      kind: 'message.post',
      groupId: stint.groupId,
      conversationId: stint.conversationId,
      payload: { messageId: content.messageId, content: [{ type: 'text', text: content.text }] },
      extensions: bindingOf(stint, action),
      actionId: action.actionId,
      mustBeNow: true,
    });
    if (outcome.status === 'unknown' || outcome.status === 'abandoned') return 'wait';
    const isOfEarlierSession =
      outcome.status === 'refused' &&
      outcome.error.code === 'AUTH_STALE_SESSION' &&
      link.session?.sessionEpoch !== before;
    // It was cut off before it arrived: in the Session of now it can be signed anew.
    if (isOfEarlierSession) return 'wait';
    if (outcome.status === 'accepted') this.charged = addUsage(this.charged, action.usage);
    else if (outcome.error.retryable) return outcome.error.retryAfterMs ?? DEFAULT_WAIT_MS;
    else this.reportRefusal(stint, outcome.error.code);
    await this.forget(action);
    return 'settled';
  }

  /** An action is settled, or needs telling no longer. With the last one the stint is over. */
  async forget({ actionId }: BufferedAction): Promise<void> {
    if (this.current === undefined) return;
    const actions = this.current.actions.filter((each) => each.actionId !== actionId);
    this.store(actions.length === 0 ? undefined : { ...this.current, actions });
    await this.saving;
  }

  private add(action: Parameters<typeof bufferAction>[1]): void {
    const { clock, settings } = this.environment;
    if (this.current === undefined) return;
    const buffered = bufferAction(this.current, action, settings.offline, clock.read());
    if (buffered.ok) this.store(buffered.value);
    else this.reportRefusal(this.current, buffered.fault);
  }

  private store(stint: OfflineStint | undefined): void {
    this.current = stint;
    this.saving = this.saving.then(() => this.save(stint)).catch(this.environment.onFault);
  }

  private reportRefusal({ groupId, workItemId }: OfflineStint, detail: string): void {
    this.environment.report({ name: 'worker.offline_refused', groupId, workItemId, detail });
  }
}
