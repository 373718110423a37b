// The course of a Coordinator without a window: looks whenever something has happened, tells what waits for a person, lets go of the
// Session when another runtime has it, and ends in good order. It decides nothing about Missions.
import { setTimeout as delay } from 'node:timers/promises';
import type { AssistantDriver } from '../coordinator/assistant/lead/assistant-driver.ts';
import type { StopSwitch } from '../coordinator/assistant/autonomy/stop-switch.ts';
import type { RunningConnection } from '../coordinator/desk-runtime/desk-connections.ts';
import { SINGLE } from '../domain/world.ts';
import type { SessionChange } from '../sync/agent-link.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import { SYSTEM_CLOCK } from '../sync/system-ports.ts';
import { readStop } from './autonomy-files.ts';
import type { CoordinateAuthority, CoordinateIdentity, CoordinateStatePaths } from './coordinate-folder.ts';
import type { CoordinateMissions } from './coordinate-missions.ts';
import type { CoordinateOrders } from './coordinate-orders.ts';
import type { CoordinatePolicy } from './coordinate-policy.ts';
import type { CoordinateLanguage } from './coordinate-policy-words.ts';
import { tellProposal, tellQuestion } from './coordinate-reasons.ts';
import type { CoordinateVoice } from './coordinate-voice.ts';
import type { AgentDeskLink } from './desk-agent-link.ts';
import type { DirectoryElsewhere } from './desk-directory.ts';

/** Everything that a run is made of. */
export interface CoordinateParts {
  readonly identity: CoordinateIdentity;
  readonly authority: CoordinateAuthority;
  readonly policy: CoordinatePolicy;
  readonly language: CoordinateLanguage;
  readonly isOnce: boolean;
  readonly waitsForSession: boolean;
  readonly paths: CoordinateStatePaths;
  readonly voice: CoordinateVoice;
  readonly stop: StopSwitch;
  readonly client: SyncClient;
  readonly link: AgentDeskLink;
  readonly directory: DirectoryElsewhere;
  readonly connection: RunningConnection;
  readonly missions: CoordinateMissions;
  readonly orders: CoordinateOrders;
  readonly driver: AssistantDriver;
  readonly onRun: (run: CoordinateRun) => void;
  readonly closeAll: () => Promise<void>;
}

/** Why a Coordinator has ended: it was asked to, another runtime has its Session, or nothing was due any more. */
export type CoordinateEndReason = 'stopped' | 'replaced' | 'idle';

export interface RunningCoordinator {
  /** Signs nothing new, waits a while for what is under way, then lets go of everything. */
  stop(): Promise<void>;
  /** Settles when it has ended, and everything is let go of; never rejects. */
  readonly ended: Promise<CoordinateEndReason>;
}

/** When to say that there is still no connection. */
const PATIENCE_MS = 5_000;
/** How long Commands that were sent get to be answered at the end; later ones are asked for in the next run. */
const SETTLE_MS = 5_000;
/** How often it is looked whether somebody has said stop or go on. */
const TICK_MS = 500;
/** An Authority that tells no cards is led without them after this time. */
const CARDS_PATIENCE_MS = 10_000;
/** No timer is longer: clocks jump. */
const LONGEST_PAUSE_MS = 60_000;

export class CoordinateRun implements RunningCoordinator {
  readonly ended: Promise<CoordinateEndReason>;
  private readonly parts: CoordinateParts;
  private readonly resolveEnded: (reason: CoordinateEndReason) => void;
  private looking: Promise<void> | undefined;
  private hasNews = false;
  /** What the last look found of the Groups, or that it could not look. */
  private lookedAt: string | undefined;
  private ending: Promise<void> | undefined;
  private isReplaced = false;
  /** What an earlier run has left on its way is over. */
  private isSettled = false;
  private lastEpoch: number | undefined;
  private openedAtMs = 0;
  private saidStopAtMs: number | undefined;
  private readonly whenOpen: (() => void)[] = [];
  private cancelPatience = () => {};
  private cancelTick = () => {};
  private cancelRecheck = () => {};
  private stopListening = () => {};

  constructor(parts: CoordinateParts) {
    const { promise, resolve } = Promise.withResolvers<CoordinateEndReason>();
    this.ended = promise;
    this.resolveEnded = resolve;
    this.parts = parts;
    this.saidStopAtMs = parts.stop.record.sinceMs;
    parts.onRun(this);
  }

  /** Whether anything may be signed now: the Session is ours, and nothing of an earlier run is open. */
  get maySign(): boolean {
    const isOurs = !this.isReplaced && this.parts.link.status === 'online';
    return this.ending === undefined && isOurs && this.isSettled;
  }

  /** Whether anything may be decided now: what is known is the state of the log. */
  get mayAct(): boolean {
    return this.maySign && this.isReady;
  }

  begin(): void {
    const { client, connection, voice, identity, authority, policy, stop } = this.parts;
    voice.say('coordinator.started', {
      agentId: identity.agentId,
      origin: authority.origin,
      rules: policy.matrix.rules.length,
      policyHash: policy.matrix.hash,
    });
    if (stop.isStopped) voice.say('assistant.stopped', {});
    const stops = [client.onSession((change) => this.onSession(change)), client.onOutcome(() => this.wake())];
    this.stopListening = () => {
      for (const each of stops) each();
    };
    connection.start();
    client.start();
    this.beImpatient();
    this.tick();
  }

  /** Something has happened: it looks as soon as it can. */
  wake(): void {
    this.hasNews = true;
    if (this.looking !== undefined || this.ending !== undefined) return;
    this.looking = this.lookOn()
      .catch((error: unknown) => this.parts.voice.fault(error))
      .finally(() => {
        this.looking = undefined;
        // News that came with the last word of a look.
        if (this.hasNews) this.wake();
      });
  }

  stop(): Promise<void> {
    return this.end('stopped');
  }

  /** Until there is a Session of this runtime; undefined when there is going to be none. */
  untilOpen(): Promise<void> | undefined {
    if (this.ending !== undefined) return undefined;
    if (this.parts.client.session !== undefined) return Promise.resolve();
    return new Promise((resolve) => this.whenOpen.push(resolve));
  }

  private async lookOn(): Promise<void> {
    const { driver, missions, connection, client, voice, isOnce } = this.parts;
    while (this.hasNews && this.ending === undefined) {
      this.hasNews = false;
      this.isSettled ||= this.isReady && client.pendingCommands === 0;
      this.lookedAt = this.groupsText();
      if (this.lookedAt === undefined) return;
      await missions.look(connection.view());
      await driver.look();
      if (!isOnce) continue;
      await driver.settled();
      if (this.hasNews || !this.mayAct) continue;
      voice.say('coordinator.idle', { waiting: driver.proposals().length + driver.questions().length });
      this.endSoon('idle');
    }
  }

  /** The assistant has looked: what it found is told, and when it is to look again. */
  looked(): void {
    if (!this.mayAct) return;
    const { driver, voice, language } = this.parts;
    const proposals = driver.proposals().flatMap((each) => tellProposal(each, language) ?? []);
    voice.wait(
      proposals,
      driver.questions().map((each) => tellQuestion(each, language)),
    );
    this.planRecheck();
  }

  private get isReady(): boolean {
    const { link, client, connection, directory } = this.parts;
    if (link.status !== 'online') return false;
    const isKnown =
      directory.cards().size > 0 || SYSTEM_CLOCK.monotonicMs() - this.openedAtMs > CARDS_PATIENCE_MS;
    const isRead = client.groupIds().every((groupId) => {
      const head = client.world.get('head', groupId, SINGLE)?.sequence ?? 0;
      return client.isCaughtUp(groupId) && (connection.logOf(groupId)?.upTo ?? -1) >= head;
    });
    return isKnown && isRead;
  }

  private planRecheck(): void {
    const { driver, client } = this.parts;
    this.cancelRecheck();
    const { recheckAtMs } = driver;
    if (recheckAtMs === undefined) return;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(1, recheckAtMs - client.now()));
    this.cancelRecheck = SYSTEM_CLOCK.after(pauseMs, () => this.wake());
  }

  private onSession(change: SessionChange): void {
    const { voice, client, waitsForSession } = this.parts;
    switch (change.kind) {
      case 'opened': {
        const { sessionEpoch } = change.session;
        this.cancelPatience();
        this.isReplaced = false;
        this.lastEpoch = sessionEpoch;
        this.openedAtMs = SYSTEM_CLOCK.monotonicMs();
        voice.forgetFaults();
        voice.say('connection.opened', { sessionEpoch });
        for (const resolve of this.whenOpen.splice(0)) resolve();
        this.wake();
        client
          .caughtUp()
          .then(() => this.wake())
          .catch((error: unknown) => voice.fault(error));
        break;
      }
      case 'lost':
        if (this.ending !== undefined) break;
        voice.say('connection.lost', { reason: change.reason });
        this.beImpatient();
        break;
      case 'replaced':
        this.isReplaced = true;
        this.cancelPatience();
        voice.say('session.taken_over', { sessionEpoch: this.lastEpoch, waits: waitsForSession });
        if (!waitsForSession) this.endSoon('replaced');
        break;
      case 'woke':
        this.wake();
        break;
    }
  }

  private beImpatient(): void {
    const { client, voice, authority } = this.parts;
    this.cancelPatience();
    this.cancelPatience = SYSTEM_CLOCK.after(PATIENCE_MS, () => {
      if (client.session === undefined) voice.say('connection.waiting', { origin: authority.origin });
    });
  }

  private tick(): void {
    this.cancelTick = SYSTEM_CLOCK.after(TICK_MS, () => {
      this.hear()
        .catch((error: unknown) => this.parts.voice.fault(error))
        .finally(() => {
          if (this.ending === undefined) this.tick();
        });
      // Logs are folded, cards told and Groups left without a word.
      if (!this.isSettled || this.groupsText() !== this.lookedAt) this.wake();
    });
  }

  /** Undefined while it may not act. */
  private groupsText(): string | undefined {
    return this.mayAct ? this.parts.client.groupIds().join(' ') : undefined;
  }

  /** Whether somebody has said stop or go on since it was last looked. */
  private async hear(): Promise<void> {
    const { paths, stop, voice, link } = this.parts;
    const record = await readStop(paths.stop);
    const isStopped = record === 'unreadable' || record.isStopped;
    if (isStopped && !stop.isStopped) {
      stop.stop(Date.now());
      voice.say('assistant.stopped', {});
      this.wake();
    }
    if (record === 'unreadable' || record.sinceMs === this.saidStopAtMs) return;
    this.saidStopAtMs = record.sinceMs;
    if (isStopped) return;
    if (stop.isStopped) {
      stop.release(Date.now());
      voice.say('assistant.released', {});
    }
    if (this.isReplaced) {
      voice.say('session.reclaiming', {});
      link.reclaim();
    }
    this.wake();
  }

  /** Everybody else has to hear of what has just happened first. */
  private endSoon(reason: CoordinateEndReason): void {
    queueMicrotask(() => {
      this.end(reason).catch((error: unknown) => this.parts.voice.fault(error));
    });
  }

  private end(reason: CoordinateEndReason): Promise<void> {
    this.ending ??= this.shutDown(reason);
    return this.ending;
  }

  private async shutDown(reason: CoordinateEndReason): Promise<void> {
    const { voice, orders, client, closeAll } = this.parts;
    const tell = (error: unknown) => voice.fault(error);
    if (reason === 'stopped') voice.say('coordinator.stopping', {});
    this.cancelPatience();
    this.cancelTick();
    this.cancelRecheck();
    for (const resolve of this.whenOpen.splice(0)) resolve();
    const hurry = new AbortController();
    // Without a Session no answer comes: the next run asks for it.
    const patience =
      client.session === undefined
        ? Promise.resolve()
        : delay(SETTLE_MS, undefined, { signal: hurry.signal }).catch(() => {});
    await Promise.race([orders.settled(), patience]);
    hurry.abort();
    this.stopListening();
    await closeAll().catch(tell);
    this.resolveEnded(reason);
  }
}
