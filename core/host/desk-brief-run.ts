// One run of a brief on this computer: its Workers are enrolled and started, and what is due is signed by the identities of the
// desk, for as long as the host runs. What is kept is the record and the log; everything else begins anew with each start.
import { join } from 'node:path';
import type { BriefRunRow } from '../contract/briefs.ts';
import { reviewPortsOf } from '../coordinator/desk-runtime/assistant-ports.ts';
import type { RunningConnection } from '../coordinator/desk-runtime/desk-connections.ts';
import type { DeskPorts } from '../coordinator/desk-runtime/ports.ts';
import type { BriefAnswer, BriefQuestion, BriefRunStep } from '../coordinator/brief-run/run-types.ts';
import { stepBriefRun, stepByHand } from '../coordinator/brief-run/step.ts';
import { isTerminal } from '../domain/missions.ts';
import { SINGLE } from '../domain/world.ts';
import { findSigningObstacles } from './desk-brief-check.ts';
import { type BriefObstacle, briefObstacle } from './desk-brief-faults.ts';
import {
  type BriefLinks,
  canSign,
  coordinatorLinkOf,
  findLinks,
  ownerLinkOf,
  signerOf,
} from './desk-brief-links.ts';
import type { BriefRunFolder, BriefRunRecord, KeptActions } from './desk-brief-record.ts';
import { endLeftovers, enrolCrew, MissionCrew } from './mission-crew.ts';
import { moveWorkers } from './mission-connection.ts';
import { readHistory } from './mission-history.ts';
import { MissionLoop } from './mission-loop.ts';
import type { Operator } from './operator-acts.ts';
import { runtimeFolder } from './runtime-folder.ts';

/** A connection as a run needs it. */
export interface RunConnection {
  readonly connection: RunningConnection;
  /** Of an Authority that is ours: where its Workers find it, and who enrols them. */
  readonly ours: { readonly origin: string; readonly operator: Operator } | undefined;
}

export interface BriefRunOptions {
  readonly folder: BriefRunFolder;
  readonly record: BriefRunRecord;
  readonly ports: DeskPorts;
  /** Undefined while there is no such connection. */
  readonly findConnection: (connectionId: string) => RunConnection | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** Something that its row shows is another one. */
  readonly onChange: () => void;
}

/** How a Worker's process is. */
export type WorkerState = BriefRunRow['workers'][number]['state'];

interface OpenQuestion {
  readonly question: BriefQuestion;
  readonly resolve: (answer: BriefAnswer | undefined) => void;
}

/** Before a run that broke down is tried again. */
const FAULT_PAUSE_MS = 10_000;

export class DeskBriefRun {
  private readonly options: BriefRunOptions;
  private kept: BriefRunRecord;
  private loop: MissionLoop | undefined;
  private crew: MissionCrew | undefined;
  private ended: Promise<void> = Promise.resolve();
  private isStopping = false;
  private fault: string | undefined;
  private newest: BriefRunStep | undefined;
  private readonly open = new Map<string, OpenQuestion>();
  private readonly states = new Map<string, WorkerState>();
  private readonly givenUp = new Map<string, string>();
  private wakes: (() => void)[] = [];

  constructor(options: BriefRunOptions) {
    this.options = options;
    this.kept = options.record;
  }

  get folder(): BriefRunFolder {
    return this.options.folder;
  }

  get record(): BriefRunRecord {
    return this.kept;
  }

  /** As it was decided last; undefined before the first look. */
  get step(): BriefRunStep | undefined {
    return this.newest;
  }

  get questions(): readonly BriefQuestion[] {
    return [...this.open.values()].map(({ question }) => question);
  }

  stateOf(worker: string): WorkerState {
    return this.states.get(worker) ?? (this.kept.outcome === undefined ? 'starting' : 'ended');
  }

  /** What keeps it from going on, beside what the step says. */
  obstacles(): readonly BriefObstacle[] {
    const { kept } = this;
    if (kept.outcome !== undefined) return [];
    const found = this.options.findConnection(kept.connectionId);
    if (found === undefined) return [briefObstacle('no-connection', {})];
    const links = findLinks(found.connection, kept.plan);
    if (links === undefined) return [briefObstacle('no-owner', {})];
    return [
      ...findSigningObstacles(found.connection, [links.owner, links.coordinator]),
      ...[...this.givenUp].map(([worker, how]) => briefObstacle('worker-ended', { worker, how })),
      ...(this.fault === undefined ? [] : [briefObstacle('failed', { detail: this.fault })]),
    ];
  }

  /** Goes on where the log is, until it is stopped or the Mission has ended. */
  start(): void {
    if (this.kept.outcome === undefined) this.ended = this.run().catch(this.options.ports.onFault);
  }

  /** Ends the Workers in good order, and signs nothing any more; the run can be taken up again. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.loop?.stop();
    this.wake();
    await this.ended;
  }

  /** Keys, connections or anything else may be other ones. */
  wake(): void {
    this.loop?.look();
    for (const wake of this.wakes.splice(0)) wake();
    this.options.onChange();
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.keep({ isPaused });
    this.wake();
  }

  /** False when the question has no answer any more, or not this one. */
  answer(questionId: string, answer: BriefAnswer): boolean {
    const asked = this.open.get(questionId);
    const choices: readonly string[] = asked?.question.choices ?? [];
    if (asked === undefined || !choices.includes(answer.choice)) return false;
    this.open.delete(questionId);
    asked.resolve(answer);
    this.options.onChange();
    return true;
  }

  private async run(): Promise<void> {
    const actions = await this.options.folder.readActions();
    while (!this.isStopping && this.kept.outcome === undefined) {
      try {
        await this.runOnce(actions);
        this.fault = undefined;
      } catch (error) {
        // Nothing of it is lost: it goes on from the log after a while, or when something has changed.
        this.options.ports.onFault(error);
        this.fault = error instanceof Error ? error.message : String(error);
      }
      this.loop = undefined;
      this.options.onChange();
      if (!this.isStopping && this.kept.outcome === undefined) await this.news(FAULT_PAUSE_MS);
    }
    await this.crew?.stop();
    for (const { worker } of this.kept.crew) this.states.set(worker.name, 'ended');
    this.options.onChange();
  }

  /** Until the Mission has ended, or something has to be opened anew. */
  private async runOnce(actions: KeptActions): Promise<void> {
    const { kept } = this;
    const { ports, findConnection } = this.options;
    const found = findConnection(kept.connectionId);
    const links = found === undefined ? undefined : findLinks(found.connection, kept.plan);
    if (found === undefined || links === undefined) return;
    const mission = links.coordinator.world.get('mission', kept.plan.groupId, SINGLE);
    // A Mission that has ended meanwhile needs nobody.
    if (mission === undefined || !isTerminal(mission.document.state)) await this.startWorkers(found);
    const history = await readHistory(
      {
        readGroups: () => Promise.resolve(links.coordinator.groups()),
        readEvents: (groupId, after, limit) => links.coordinator.readEvents(groupId, after, limit),
      },
      kept.plan.missionId,
    );
    const loop = new MissionLoop({
      plan: kept.plan,
      decide: kept.pace === 'by-hand' ? stepByHand : stepBriefRun,
      link: coordinatorLinkOf(links, actions),
      owner: ownerLinkOf(links, actions),
      sign: signerOf(links, ports.keys),
      cards: this.cardsOf(found),
      reviewPorts: (groupId) =>
        reviewPortsOf(
          {
            fetchContent: (...address) => links.coordinator.fetchContent(...address),
            evidence: () => links.coordinator.evidence,
            refreshKeys: async () => {
              await links.coordinator.refreshKeys?.();
            },
          },
          groupId,
          ports.runCheck,
          ports.onFault,
        ),
      presence: () => found.connection.view().presence,
      history,
      ask: (question, signal) => this.ask(question, signal),
      after: (delayMs, action) => ports.clock.after(Math.min(delayMs, MAX_DELAY_MS), action),
      canSign: (author) => !this.kept.isPaused && canSign(links, author, ports.keys),
      keep: ({ intentId }) => actions.keep(intentId),
      onStep: (step) => this.show(step),
      onCommand: ({ intent }) => {
        // Whatever became of it is in the log by now, or nothing did.
        actions.forget(intent.intentId).catch(ports.onFault);
      },
    });
    const stopListening = this.listenTo(links);
    this.loop = loop;
    loop.setAbsent(this.crew?.absentAgentIds() ?? []);
    if (this.isStopping) loop.stop();
    try {
      const end = await loop.run();
      if (end.kind === 'ended') await this.keep({ outcome: end.outcome.result });
    } finally {
      stopListening();
    }
  }

  /** The human's side counts as well: a key that was unlocked, a connection that is back. */
  private listenTo({ owner }: BriefLinks): () => void {
    return owner.listen({
      applied: () => {},
      changed: () => this.loop?.look(),
      settled: () => {},
    });
  }

  /** What is registered counts before what was expected. */
  private cardsOf({ connection }: RunConnection) {
    const { cards } = connection.view();
    return this.kept.cards.map((card) => cards.get(card.agentId) ?? card);
  }

  /** Enrols and starts the Workers, once for each start of the host. */
  private async startWorkers({ ours }: RunConnection): Promise<void> {
    const { crew } = this.kept;
    if (crew.length === 0 || this.crew !== undefined || ours === undefined) return;
    const workers = crew.map(({ worker }) => worker);
    await endLeftovers(workers);
    const bases = Object.entries(this.kept.bases).map(
      ([name, path]) => [name, join(runtimeFolder(), path)] as const,
    );
    await moveWorkers(workers, ours.origin, new Map(bases));
    await enrolCrew(ours.operator, crew);
    if (this.isStopping) return;
    const started: MissionCrew = new MissionCrew({
      workers,
      inputs: this.kept.inputs,
      environment: this.options.environment,
      onEvent: () => {},
      onText: () => {},
      onChange: ({ name }, change) => {
        this.states.set(name, change.kind === 'started' ? 'running' : 'ended');
        if (change.kind === 'given-up') this.givenUp.set(name, change.how);
        this.loop?.setAbsent(started.absentAgentIds());
        this.options.onChange();
      },
    });
    this.crew = started;
    started.start();
  }

  private ask(question: BriefQuestion, signal: AbortSignal): Promise<BriefAnswer | undefined> {
    return new Promise((resolve) => {
      const { questionId } = question;
      this.open.set(questionId, { question, resolve });
      signal.addEventListener(
        'abort',
        () => {
          this.open.delete(questionId);
          resolve(undefined);
          this.options.onChange();
        },
        { once: true },
      );
      this.options.onChange();
    });
  }

  private show(step: BriefRunStep): void {
    this.newest = step;
    this.options.onChange();
  }

  private async keep(changes: Partial<BriefRunRecord>): Promise<void> {
    // It holds from now on, and is kept when this is answered: two changes at a time lose nothing of each other.
    this.kept = { ...this.kept, ...changes };
    await this.options.folder.write(this.kept);
    this.options.onChange();
  }

  /** Until something may be another one, or some time has passed. */
  private news(patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.options.ports.clock.after(patienceMs, resolve);
      this.wakes.push(() => {
        cancel();
        resolve();
      });
    });
  }
}

/** The longest delay that the machine's timers can take; the loop looks again, and waits anew. */
const MAX_DELAY_MS = 0x7fff_ffff;
