// Carries a brief's run out: asks the step function what is due, has Commands signed and sent, contents fetched and people
// asked, and looks again whenever something has happened. One step at a time; it decides nothing itself.
import { isKeyUnknown, meetNeed, type ReviewPorts } from '../coordinator/assistant/review/prepare-review.ts';
import type { BriefPlan } from '../coordinator/briefs/plan-brief.ts';
import {
  emptyNotes,
  noteAnswer,
  noteFound,
  notePending,
  noteRefused,
  noteSettled,
} from '../coordinator/brief-run/notes.ts';
import {
  type BriefAnswer,
  type BriefAuthor,
  type BriefIntent,
  type BriefNeed,
  briefNeedKey,
  type BriefOutcome,
  type BriefQuestion,
  type BriefRunInput,
  type BriefRunNotes,
  type BriefRunStep,
} from '../coordinator/brief-run/run-types.ts';
import { type HistoryEntry, historyEntryOf } from '../coordinator/brief-run/logged-events.ts';
import { AgentHistory } from '../coordinator/assistant/offers/agent-history.ts';
import { awayPresence } from '../coordinator/brief-run/away-presence.ts';
import { BRIEF_RANKING } from '../coordinator/brief-run/assistant-settings.ts';
import { type SignPart, signPayload } from '../coordinator/brief-run/sign-payload.ts';
import { stepBriefRun } from '../coordinator/brief-run/step.ts';
import type { CommandDraft } from '../coordinator/command-draft.ts';
import { SINGLE } from '../domain/world.ts';
import type { AgentCard, Event, PresenceRecord, ProtocolError } from '../protocol/generated/documents.ts';
import type { AgentLink, CommandOutcome, SessionChange } from '../sync/agent-link.ts';
import type { OwnerOutcome } from './mission-owner.ts';

/** The Coordinator's own connection, as far as the loop needs it. */
export type CoordinatorLink = Pick<AgentLink, 'world' | 'onApplied'> & {
  onSession(listener: (change: Pick<SessionChange, 'kind'>) => void): () => void;
  /** The intent is told for whoever has to find the same Command again. */
  submit(draft: CommandDraft, intent: BriefIntent): Promise<CommandOutcome>;
  /** Milliseconds since 1970, by the Authority's clock. */
  now(): number;
};

/** What happened to a Command of the run. */
export type CommandReport =
  | { readonly status: 'accepted'; readonly intent: BriefIntent; readonly event: Event }
  | { readonly status: 'refused'; readonly intent: BriefIntent; readonly error: RefusalFacts };

type RefusalFacts = Pick<ProtocolError, 'code' | 'message' | 'retryable' | 'retryAfterMs'>;

export interface MissionLoopOptions {
  readonly plan: BriefPlan;
  /** What is due; everything, unless people lead the Mission. */
  readonly decide?: (input: BriefRunInput) => BriefRunStep;
  readonly link: CoordinatorLink;
  readonly owner: {
    submit(draft: CommandDraft, intent: BriefIntent): Promise<OwnerOutcome | CommandOutcome>;
  };
  readonly sign: SignPart;
  /** Cards of the Agents of the brief: the log of a Group holds none. */
  readonly cards: readonly AgentCard[];
  /** What Agents say of themselves, where that can be known. */
  readonly presence?: () => ReadonlyMap<string, PresenceRecord>;
  /** Events from before the start, per Group, from the first one on. */
  readonly history: ReadonlyMap<string, readonly Event[]>;
  /** What reviews reach of the world outside, in a Group. */
  readonly reviewPorts: (groupId: string) => ReviewPorts;
  /** Asks a person; the signal says that the question has no answer any more. Undefined then. */
  readonly ask: (question: BriefQuestion, signal: AbortSignal) => Promise<BriefAnswer | undefined>;
  /** Calls back after so many milliseconds, unless it is cancelled. */
  readonly after: (delayMs: number, action: () => void) => () => void;
  /**
   * Whether somebody can sign and send now; always when left out. What cannot go waits, and is decided anew after `look`.
   */
  readonly canSign?: (author: BriefAuthor) => boolean;
  /** Before anything of an intent is signed. */
  readonly keep?: (intent: BriefIntent) => Promise<void>;
  readonly onStep: (step: BriefRunStep) => void;
  readonly onCommand: (report: CommandReport) => void;
}

export type MissionLoopEnd =
  | { readonly kind: 'ended'; readonly outcome: BriefOutcome; readonly archiveGroupId: string | undefined }
  | { readonly kind: 'stopped' }
  /** Another process connects as this Coordinator (WS-016). */
  | { readonly kind: 'replaced' };

/** Before something is looked at again that could not be had, or not be verified. */
const NEED_PAUSE_MS = 5_000;
/** So often a signature is looked at whose key the Registry does not name: it may have been bound a moment ago. */
const MAX_KEY_TRIES = 6;
const NO_SESSION: RefusalFacts = {
  code: 'AUTH_STALE_SESSION',
  message: 'there is no Session now',
  retryable: true,
  retryAfterMs: 1_000,
};

export class MissionLoop {
  private readonly options: MissionLoopOptions;
  private readonly histories = new Map<string, HistoryEntry[]>();
  private readonly agentHistory = new AgentHistory(BRIEF_RANKING.fairnessWindow);
  /** Needs that are being met, with how often a key was missing for them. */
  private readonly meeting = new Map<string, number>();
  private readonly asking = new Map<string, AbortController>();
  private absent: ReadonlySet<string> = new Set();
  private notes: BriefRunNotes = emptyNotes();
  private end: Exclude<MissionLoopEnd['kind'], 'ended'> | undefined;
  private fault: { readonly error: unknown } | undefined;
  private readonly left = Promise.withResolvers<undefined>();
  /** Counts what has happened, so that nobody waits for what was before. */
  private newsCount = 0;
  private readonly waiting = new Set<() => void>();

  constructor(options: MissionLoopOptions) {
    this.options = options;
    for (const [groupId, events] of options.history) this.take(groupId, events);
  }

  /** Runs until the Mission has ended, or until it is told to stop. Rejects only for defects. */
  async run(): Promise<MissionLoopEnd> {
    const { link } = this.options;
    const stops = [
      link.onApplied((groupId, events) => {
        this.take(groupId, events);
        this.look();
      }),
      link.onSession(({ kind }) => {
        if (kind === 'replaced') this.leave('replaced');
        else this.look();
      }),
    ];
    try {
      return await this.turn();
    } finally {
      for (const stop of stops) stop();
      for (const controller of this.asking.values()) controller.abort();
    }
  }

  /** Takes no further step; what is on its way is not waited for. */
  stop(): void {
    this.leave('stopped');
  }

  /** Which Agents are known to be away. */
  setAbsent(agentIds: Iterable<string>): void {
    this.absent = new Set(agentIds);
    this.look();
  }

  private async turn(): Promise<MissionLoopEnd> {
    for (;;) {
      if (this.fault !== undefined) throw this.fault.error;
      if (this.end !== undefined) return { kind: this.end };
      const seen = this.newsCount;
      const step = this.step();
      this.options.onStep(step);
      this.meetNeeds(step.needs);
      this.askPeople(step.questions);
      const [first] = step.intents;
      if (first !== undefined && this.canSign(first)) await this.carryOut(step.intents);
      else if (step.outcome !== undefined && first === undefined) {
        return { kind: 'ended', outcome: step.outcome, archiveGroupId: step.archiveGroupId };
      } else await this.news(seen, step.wakeAtMs);
    }
  }

  private step(): BriefRunStep {
    const { link, plan, cards, presence, decide = stepBriefRun } = this.options;
    return decide({
      world: link.world,
      plan,
      notes: this.notes,
      nowMs: this.nowMs,
      cards,
      presence: presenceWithout(presence?.() ?? new Map(), this.absent, this.nowMs),
      history: (groupId) => this.histories.get(groupId) ?? [],
      agentHistory: this.agentHistory,
    });
  }

  private get nowMs(): number {
    return Math.floor(this.options.link.now());
  }

  /** Something has happened: the next step may be another one. */
  look(): void {
    this.newsCount += 1;
    for (const wake of this.waiting) wake();
  }

  private leave(end: 'stopped' | 'replaced'): void {
    this.end ??= end;
    this.left.resolve(undefined);
    this.look();
  }

  private fail(error: unknown): void {
    this.fault ??= { error };
    this.look();
  }

  /** Until something has happened that was not `seen`, or a moment has come. */
  private news(seen: number, wakeAtMs?: number): Promise<void> {
    if (this.newsCount !== seen) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        cancel();
        this.waiting.delete(wake);
        resolve();
      };
      const cancel =
        wakeAtMs === undefined
          ? () => {}
          : this.options.after(Math.max(1, wakeAtMs - this.nowMs), () => wake());
      this.waiting.add(wake);
    });
  }

  /** In their order; what follows one that was refused was planned without that, and is planned anew. */
  private async carryOut(intents: readonly BriefIntent[]): Promise<void> {
    for (const intent of intents) {
      if (this.end !== undefined || !this.canSign(intent)) return;
      if (!(await this.send(intent))) return;
    }
  }

  /** Its author, and whoever else signs something in it. */
  private canSign({ author, signs }: BriefIntent): boolean {
    const { canSign } = this.options;
    return canSign === undefined || [author, ...signs.map(({ by }) => by)].every((each) => canSign(each));
  }

  private async send(intent: BriefIntent): Promise<boolean> {
    const { link, owner, sign } = this.options;
    this.notes = notePending(this.notes, intent);
    let draft: CommandDraft;
    await this.options.keep?.(intent);
    try {
      draft = await signPayload(intent, sign);
    } catch (error) {
      // A key that was locked a moment ago: nothing was signed, and it is decided anew when it can be.
      if (this.canSign(intent)) throw error;
      this.notes = noteSettled(this.notes, intent);
      return false;
    }
    const sending = intent.author === 'owner' ? owner.submit(draft, intent) : link.submit(draft, intent);
    const outcome = await Promise.race([sending, this.left.promise]);
    if (outcome === undefined) return false;
    switch (outcome.status) {
      case 'accepted':
        if (!(await this.applied(outcome.event))) return false;
        this.notes = noteSettled(this.notes, intent);
        this.options.onCommand({ status: 'accepted', intent, event: outcome.event });
        return true;
      case 'refused':
        this.refuse(intent, outcome.error);
        return false;
      case 'abandoned':
        this.refuse(intent, NO_SESSION);
        return false;
      default:
        // Its fate is known after the next start.
        this.leave('stopped');
        return false;
    }
  }

  private refuse(intent: BriefIntent, error: RefusalFacts): void {
    const { groupId } = intent.draft;
    const headSequence = this.options.link.world.get('head', groupId, SINGLE)?.sequence ?? 0;
    this.notes = noteRefused(this.notes, intent, error, { nowMs: this.nowMs, headSequence });
    this.options.onCommand({ status: 'refused', intent, error });
  }

  /** Until the next step can see what was accepted. False when the loop was left meanwhile. */
  private async applied({ groupId = '', sequence = 0 }: Event): Promise<boolean> {
    const { link } = this.options;
    while ((link.world.get('head', groupId, SINGLE)?.sequence ?? 0) < sequence) {
      if (this.end !== undefined) return false;
      await this.news(this.newsCount);
    }
    return true;
  }

  private meetNeeds(needs: readonly BriefNeed[]): void {
    for (const need of needs) {
      const key = briefNeedKey(need);
      if (this.meeting.has(key)) continue;
      this.meeting.set(key, 1);
      this.meet(need, key).catch((error: unknown) => this.fail(error));
    }
  }

  private async meet(need: BriefNeed, key: string): Promise<void> {
    const { link, reviewPorts, after } = this.options;
    const { groupId } = need;
    const found = await meetNeed(
      need.need,
      { world: link.world, groupId, offered: [] },
      reviewPorts(groupId),
    );
    const tries = this.meeting.get(key) ?? 1;
    if (found.kind === 'signature' && isKeyUnknown(found.fact) && tries < MAX_KEY_TRIES) {
      this.meeting.set(key, tries + 1);
      after(NEED_PAUSE_MS, () => {
        this.meet(need, key).catch((error: unknown) => this.fail(error));
      });
      return;
    }
    this.meeting.delete(key);
    const isMissing = found.kind === 'content' && found.fact.status === 'unavailable';
    this.notes = noteFound(this.notes, need, found, isMissing ? this.nowMs + NEED_PAUSE_MS : undefined);
    this.look();
  }

  private askPeople(questions: readonly BriefQuestion[]): void {
    const open = new Set(questions.map(({ questionId }) => questionId));
    for (const [questionId, controller] of this.asking) {
      if (!open.has(questionId)) controller.abort();
    }
    for (const question of questions) {
      if (this.asking.has(question.questionId)) continue;
      this.askPerson(question).catch((error: unknown) => this.fail(error));
    }
  }

  private async askPerson(question: BriefQuestion): Promise<void> {
    const { questionId } = question;
    const controller = new AbortController();
    this.asking.set(questionId, controller);
    const answer = await this.options.ask(question, controller.signal);
    this.asking.delete(questionId);
    if (answer === undefined) return;
    this.notes = noteAnswer(this.notes, questionId, answer);
    this.look();
  }

  private take(groupId: string, events: readonly Event[]): void {
    const history = this.histories.get(groupId) ?? [];
    this.histories.set(groupId, history);
    for (const event of events) {
      history.push(historyEntryOf(event));
      this.agentHistory.take(event);
    }
  }
}

/** What Agents say of themselves, and of those whose process has ended that they are away. */
function presenceWithout(
  said: ReadonlyMap<string, PresenceRecord>,
  absent: ReadonlySet<string>,
  nowMs: number,
): ReadonlyMap<string, PresenceRecord> {
  if (absent.size === 0) return said;
  const known = new Map(said);
  for (const agentId of absent) known.set(agentId, awayPresence(agentId, nowMs));
  return known;
}
