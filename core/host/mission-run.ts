// Runs a Mission from its folder to its end: Authority, Coordinator and Workers are opened, the loop carries the plan out, and
// what came of it is put on top of the folder with the history that proves it.
import { setTimeout as delay } from 'node:timers/promises';
import type { BriefQuestion } from '../coordinator/brief-run/run-types.ts';
import type { DocumentKind } from '../protocol/document-kinds.ts';
import { type LocalSigner, signDocument, type Unsigned } from '../protocol/sign.ts';
import type { BegunMission } from './mission-begin.ts';
import type { MissionLanguage } from './mission-brief.ts';
import { type MissionConnection, openConnection } from './mission-connection.ts';
import { endLeftovers, MissionCrew } from './mission-crew.ts';
import type { BriefAnswer, MissionObserver } from './mission-events.ts';
import { type MissionEnding, saveEnding } from './mission-ending.ts';
import { missionFault, MissionRefusal } from './mission-faults.ts';
import { missionPathsOf } from './mission-folder.ts';
import { readHistory } from './mission-history.ts';
import { readKey } from './mission-keys.ts';
import { MissionLoop } from './mission-loop.ts';
import { createOwnerLink } from './mission-owner.ts';
import { prepareQuestion } from './mission-questions.ts';
import { hasSession, readBindings } from './mission-remote.ts';
import { createCheckRunner } from './check-runner.ts';
import { MissionVoice } from './mission-voice.ts';
import { newId } from '../sync/system-ports.ts';
import { reviewPortsOfClient } from './review-ports.ts';
import { claimFolder } from './worker-claim.ts';
import { WorkerHostFault } from './worker-folder.ts';

export interface RunMissionOptions {
  readonly mission: BegunMission;
  /** A key that has to be the MissionOwner's; the one of the Mission's folder when undefined. */
  readonly ownerKeyFile: string | undefined;
  readonly language: MissionLanguage;
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly observer: MissionObserver;
}

export type MissionEnd =
  | { readonly kind: 'ended'; readonly ending: MissionEnding }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'replaced' }
  /** The operator of the Organization has to enrol these Workers first. */
  | { readonly kind: 'to-enrol'; readonly workers: BegunMission['settings']['workers'] };

export interface RunningMission {
  /** How it ended; rejects for defects, after everything was let go of. */
  readonly ended: Promise<MissionEnd>;
  /** Ends everything in good order; the Mission can be taken up again. */
  stop(): void;
  /** For the last moment of this process. */
  killWorkers(): void;
}

/** When to say that there is still no connection. */
const PATIENCE_MS = 5_000;

/** Starts to run a Mission. Only one process at a time can, which `ended` says with a MissionRefusal. */
export function runMission(options: RunMissionOptions): RunningMission {
  const run = new MissionRun(options);
  return { ended: run.run(), stop: () => run.stop(), killWorkers: () => run.killWorkers() };
}

class MissionRun {
  private readonly options: RunMissionOptions;
  private readonly stopping = new AbortController();
  private crew: MissionCrew | undefined;
  private readonly closers: (() => Promise<unknown>)[] = [];
  private readonly voice: MissionVoice;

  constructor(options: RunMissionOptions) {
    this.options = options;
    const { language, now, observer, mission } = options;
    this.voice = new MissionVoice({ plan: mission.plan, language, now, observer });
  }

  stop(): void {
    if (!this.stopping.signal.aborted) this.voice.tell('mission.stopping', {});
    this.stopping.abort();
  }

  killWorkers(): void {
    this.crew?.killNow();
  }

  async run(): Promise<MissionEnd> {
    try {
      return await this.runOpened();
    } finally {
      for (const close of this.closers.splice(0).toReversed()) await close();
    }
  }

  private async runOpened(): Promise<MissionEnd> {
    const { mission, now } = this.options;
    const { folder, plan, settings } = mission;
    await this.claim();
    const owner = await this.openOwnerKey();
    const coordinator = await readKey(settings.coordinatorKeyFile);
    if (!coordinator.ok) throw new MissionRefusal([coordinator.fault]);
    await endLeftovers(settings.workers);
    const connection = await openConnection({
      folder,
      settings,
      ownerId: plan.ownerId,
      coordinatorAgentId: plan.coordinatorAgentId,
      owner,
      coordinator: coordinator.value,
      now,
      onFault: (error) => this.voice.fault(error),
    });
    this.closers.push(() => connection.close());
    this.voice.tell('mission.opened', {
      missionId: plan.missionId,
      groupId: plan.groupId,
      organizationId: settings.organizationId,
      origin: connection.origin,
      folder,
    });
    if (!(await this.connect(connection))) return { kind: 'stopped' };
    const unknown = await this.findUnknownWorkers(connection);
    if (unknown.length > 0) return { kind: 'to-enrol', workers: unknown };
    return this.carryOut(connection, owner, coordinator.value);
  }

  private async claim(): Promise<void> {
    const { claims } = missionPathsOf(this.options.mission.folder);
    try {
      const claim = await claimFolder(claims);
      this.closers.push(() => claim.release());
    } catch (error) {
      if (!(error instanceof WorkerHostFault)) throw error;
      throw new MissionRefusal([missionFault('running', { pid: Number(error.about) })], { cause: error });
    }
  }

  /** The key with which the Mission was begun: another one cannot approve it. */
  private async openOwnerKey(): Promise<LocalSigner> {
    const { mission, ownerKeyFile } = this.options;
    const kept = mission.settings.ownerKeyFile;
    const path = ownerKeyFile ?? kept;
    const key = await readKey(path);
    if (!key.ok) throw new MissionRefusal([key.fault]);
    const { ownerKeyId } = mission.settings;
    if (key.value.keyId !== ownerKeyId) {
      throw new MissionRefusal([missionFault('other-key', { path, keyId: ownerKeyId })]);
    }
    return key.value;
  }

  /** Until everything is known that happened so far. False when it was stopped meanwhile. */
  private async connect({ client, origin }: MissionConnection): Promise<boolean> {
    const { signal } = this.stopping;
    const stop = client.onSession((change) => this.voice.session(change));
    this.closers.push(async () => stop());
    client.start();
    if (!(await hasSession(client, PATIENCE_MS, signal))) {
      if (!signal.aborted) this.voice.tell('connection.waiting', { origin });
      while (!signal.aborted && !(await hasSession(client, PATIENCE_MS, signal)));
    }
    await Promise.race([client.caughtUp(), aborted(signal)]);
    // What an earlier process wanted is decided before anything new is.
    while (client.pendingCommands > 0 && !signal.aborted) await delay(50);
    return !signal.aborted;
  }

  /** Workers that the Organization does not know yet; in one of its own it knows them all. */
  private async findUnknownWorkers({ client }: MissionConnection) {
    const { authority, workers } = this.options.mission.settings;
    if (authority.kind === 'embedded' || workers.length === 0) return [];
    const bindings = await readBindings(client);
    if (!bindings.ok) {
      throw new MissionRefusal([
        missionFault('remote-unreachable', { origin: authority.origin, detail: bindings.fault }),
      ]);
    }
    const known = new Set(bindings.value.map(({ keyId }) => keyId));
    return workers.filter(({ keyId }) => !known.has(keyId));
  }

  private async carryOut(
    connection: MissionConnection,
    owner: LocalSigner,
    coordinator: LocalSigner,
  ): Promise<MissionEnd> {
    const { mission, now } = this.options;
    const { plan, settings, folder } = mission;
    const { client, controlPlane, store } = connection;
    const { signal } = this.stopping;
    const runCheck = createCheckRunner();
    const loop: MissionLoop = new MissionLoop({
      plan,
      link: client,
      owner: createOwnerLink({
        ownerId: plan.ownerId,
        signer: owner,
        controlPlane,
        world: client.world,
        now: () => client.now(),
        newId,
        pause: (delayMs) => delay(delayMs, undefined, { signal }).catch(() => {}),
        signal,
      }),
      sign: (kind, unsigned, by) => sign(kind, unsigned, by === 'owner' ? owner : coordinator),
      cards: settings.cards,
      presence: () =>
        new Map(
          plan.workers.flatMap(({ agentId }) => {
            const said = connection.presenceOf(agentId);
            return said === undefined ? [] : [[agentId, said] as const];
          }),
        ),
      history: await readHistory(store, plan.missionId),
      reviewPorts: (groupId) => reviewPortsOfClient(client, groupId, runCheck),
      ask: (question, abort) => this.ask(connection, question, abort),
      after: (delayMs, action) => {
        const timer = setTimeout(action, Math.min(delayMs, MAX_DELAY_MS));
        return () => clearTimeout(timer);
      },
      onStep: (step) => {
        this.voice.step(step);
        // A Mission that is over needs nobody.
        if (step.outcome === undefined && this.crew === undefined) this.startWorkers(loop);
      },
      onCommand: (report) => this.voice.command(report),
    });
    signal.addEventListener('abort', () => loop.stop(), { once: true });
    if (signal.aborted) loop.stop();
    const end = await loop.run();
    if (end.kind !== 'ended') return end;
    await this.crew?.stop();
    const { outcome, archiveGroupId } = end;
    const ending = await saveEnding({
      folder,
      plan,
      settings,
      outcome,
      connection,
      archiveGroupId,
      now,
      tell: (name, facts) => this.voice.tell(name, facts),
      onFault: (error) => this.voice.fault(error),
    });
    return { kind: 'ended', ending };
  }

  private startWorkers(loop: MissionLoop): void {
    const { mission, environment } = this.options;
    const { workers, inputs } = mission.settings;
    const crew: MissionCrew = new MissionCrew({
      workers,
      inputs,
      environment,
      onEvent: ({ name: worker }, { name, ...facts }) =>
        this.voice.tell('worker.event', { worker, name, ...facts }),
      onText: ({ name: worker }, detail) =>
        this.voice.tell('worker.event', { worker, name: 'process.text', detail }),
      onChange: ({ name: worker, agentId }, { kind, ...facts }) => {
        this.voice.tell(kind === 'given-up' ? 'worker.given_up' : `worker.${kind}`, {
          worker,
          agentId,
          ...facts,
        });
        loop.setAbsent(crew.absentAgentIds());
      },
    });
    this.crew = crew;
    this.closers.push(() => crew.stop());
    crew.start();
  }

  private async ask(
    { client }: MissionConnection,
    question: BriefQuestion,
    signal: AbortSignal,
  ): Promise<BriefAnswer | undefined> {
    const { observer, language, mission } = this.options;
    const { questionId, groupId, kind, choices, unattended } = question;
    const { plan, folder } = mission;
    const prepared = await prepareQuestion(question, {
      folder,
      plan,
      language,
      client,
      onFault: (error) => this.voice.fault(error),
    });
    this.voice.tell('question.asked', {
      questionId,
      kind,
      groupId,
      choices,
      unattended: unattended.choice,
      artifacts: prepared.artifacts.map(({ file, contentHash }) => ({ file, contentHash })),
      ...(prepared.folder === undefined ? {} : { folder: prepared.folder }),
      text: prepared.text,
    });
    const answer = await observer.ask(prepared, signal);
    if (answer !== undefined) {
      this.voice.tell('question.answered', { questionId, kind, groupId, choice: answer.choice });
    }
    return answer;
  }
}

/** The longest delay that the machine's timers can take; the loop looks again, and waits anew. */
const MAX_DELAY_MS = 0x7fff_ffff;

function sign(kind: DocumentKind, unsigned: object, signer: LocalSigner): object {
  // The step function says which kind a document is of; signing checks it against the schema.
  const signed = signDocument(kind, unsigned as Unsigned<typeof kind>, signer);
  if (!signed.ok) throw new Error(`${kind} was not signed: ${signed.fault.message}`);
  return signed.value.document;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
