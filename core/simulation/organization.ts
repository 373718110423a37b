// A whole Organization in one process under a seed: an Authority, everybody who acts, a network that loses and repeats,
// a clock that jumps, and the model that judges every step.
import { type CommandKind, DEFAULT_POLICY, type OrganizationPolicy } from '../domain/decision.ts';
import { memberKey, ORGANIZATION, SINGLE } from '../domain/world.ts';
import { encodeBase64Url } from '../protocol/base64url.ts';
import type { Unsigned } from '../protocol/sign.ts';
import { coordinatorMoves } from './actors/coordinator.ts';
import { foundingMoves, newMission, ownerMoves } from './actors/owner.ts';
import { serviceMoves } from './actors/service.ts';
import { talkMoves } from './actors/talk.ts';
import { workerMoves } from './actors/worker.ts';
import type {
  Answer,
  AuthorityUnderTest,
  CommitFault,
  Delivery,
  LoggedEvent,
} from './authority-under-test.ts';
import { cardOf, timeText } from './documents.ts';
import { FastAuthority } from './fast-authority.ts';
import { type Intention, misbehave } from './mischief.ts';
import { checkLiveState } from './model/compare.ts';
import { BrokenInvariant, Model, type Observation } from './model.ts';
import { FAST_NOTARY, type Notary, REAL_NOTARY, type SealedCommand, signerOf } from './notary.ts';
import {
  AGENTS,
  COORDINATORS,
  OWNER,
  type Principal,
  principalOfActor,
  SERVICE,
  WORKERS,
} from './principals.ts';
import { createRandom, type Random, SimulatedClock, StepIds } from './random.ts';
import { RealAuthority } from './real-authority.ts';
import {
  type Draft,
  type Memory,
  type Move,
  pickMove,
  type Room,
  roomsOf,
  type Scene,
  sessionOf,
} from './scene.ts';
import { countAnswer, emptyTally } from './tally.ts';
import { moveClock } from './time-faults.ts';

/** Rules alone, or the real Authority with real signatures. */
export type SimulationMode = 'fast' | 'real';

/** Who the model takes for authorized services. */
export const MODEL_SERVICES: readonly string[] = [SERVICE.actor.id];

/** How often the live state is compared with the log. */
const CHECK_EVERY = 100;
/** The prologue uses a stream of dice of its own. */
const PROLOGUE_STREAM = 0x7fffffff;

/** One simulated Organization, from its first card on. */
export class Organization {
  readonly tally = emptyTally();
  readonly trace: string[] = [];
  readonly model = new Model(MODEL_SERVICES);
  /** Hears of everything that the model is shown. */
  private onObservation: (observation: Observation) => void = () => {};
  private readonly seed: number;
  private readonly clock: SimulatedClock;
  private readonly ids = new StepIds();
  private readonly memory: Memory = { stints: [], promises: [] };
  private readonly sent: SealedCommand[] = [];
  private readonly inFlight: Delivery[] = [];
  private readonly authority: AuthorityUnderTest;
  private readonly notary: Notary;
  private readonly policy: OrganizationPolicy;
  private random: Random;
  private step = 0;

  private constructor(
    seed: number,
    random: Random,
    clock: SimulatedClock,
    policy: OrganizationPolicy,
    authority: AuthorityUnderTest,
  ) {
    this.seed = seed;
    this.random = random;
    this.clock = clock;
    this.policy = policy;
    this.authority = authority;
    this.notary = authority instanceof RealAuthority ? REAL_NOTARY : FAST_NOTARY;
  }

  /** An Organization with registered Agents, open Sessions and a first Mission. */
  static async open(
    seed: number,
    mode: SimulationMode,
    onObservation: (observation: Observation) => void = () => {},
  ): Promise<Organization> {
    const random = createRandom(seed, PROLOGUE_STREAM);
    const clock = new SimulatedClock();
    const policy = policyOf(random);
    const setting = { clock, policy };
    const authority = mode === 'real' ? await RealAuthority.open(setting) : new FastAuthority(setting);
    const organization = new Organization(seed, random, clock, policy, authority);
    organization.onObservation = onObservation;
    await organization.runPrologue();
    return organization;
  }

  /** One step: somebody acts, something arrives, time passes, or something breaks. */
  async runStep(step: number): Promise<void> {
    this.step = step;
    this.ids.beginStep(step);
    this.random = createRandom(this.seed, step);
    this.clock.pass(this.random.below(3_000));
    const dice = this.random.next();
    if (dice < 0.79) await this.act();
    else if (dice < 0.86 && this.inFlight.length > 0) await this.deliverLate();
    else if (dice < 0.93) this.note(moveClock(this.clock, this.authority.world, this.random));
    else if (dice < 0.975 && this.sent.length > 0) await this.replay();
    else if (dice < 0.98) await this.restart();
    else await this.act();
    if (step % CHECK_EVERY === 0) await this.checkState();
  }

  /** Everything that can only be seen from outside: the log as it is stored, and the state against it. */
  async checkState(): Promise<void> {
    this.model.checkTexts(await this.authority.readTexts());
    const difference = await this.authority.findStateDifference();
    if (difference !== undefined) throw new BrokenInvariant('REBUILD', difference);
    checkLiveState(this.model.picture, this.authority.world);
  }

  private async runPrologue(): Promise<void> {
    this.ids.beginStep(0);
    const scene = this.scene();
    for (const agent of AGENTS) {
      const publicKey = this.notary === REAL_NOTARY ? encodeBase64Url(signerOf(agent).publicKey) : undefined;
      const card = cardOf(scene, agent, {}, publicKey);
      await this.mustDeliver('ext.missionweaveprotocol.registry.agent_card_register', SERVICE, { card });
      const agentId = agent.actor.id;
      await this.mustDeliver('ext.missionweaveprotocol.identity.session_open', SERVICE, { agentId });
    }
    const groupId = this.ids.newId('group');
    const mission = newMission(scene, this.ids.newId('mission'), groupId);
    await this.mustDeliver('mission.create', OWNER, mission, groupId);
  }

  private async mustDeliver(
    kind: CommandKind,
    by: Principal,
    payload: object,
    groupId?: string,
  ): Promise<void> {
    const intention = this.intend({ kind, by, payload, envelope: groupId === undefined ? {} : { groupId } });
    const sealed = this.notary.seal(intention.unsigned, intention.signer);
    await this.deliver({ ...intention, sealed, note: 'prologue' }, undefined);
    if (this.trace.at(-1)?.includes('accepted') !== true)
      throw new Error(`prologue: ${this.trace.at(-1) ?? ''}`);
  }

  private async act(): Promise<void> {
    const draft = pickMove(this.moves(), this.random)?.draft();
    if (draft === undefined) {
      this.note('somebody loses the connection, or nobody can do anything');
      return;
    }
    const meant = this.promisedForm(this.intend(draft));
    const intention = this.random.chance(0.2)
      ? misbehave(meant, {
          random: this.random,
          world: this.authority.world,
          nowMs: this.clock.nowMs,
          sent: this.sent,
          timeText,
          newId: (kind) => this.ids.newId(kind),
        })
      : meant;
    const sealed = this.notary.seal(intention.unsigned, intention.signer);
    this.sent.push(sealed);
    await this.send({
      sealed,
      from: intention.from,
      sessionEpoch: intention.sessionEpoch,
      note: intention.note,
    });
  }

  /** The network: most Commands arrive at once, some late, some twice; of some the answer is lost. */
  private async send(delivery: Delivery): Promise<void> {
    const fate = this.random.next();
    if (fate < 0.06) {
      this.inFlight.push({ ...delivery, note: joinNotes(delivery.note, 'late') });
      this.note(`${delivery.sealed.command.kind} of ${delivery.from.label} is on its way`);
      return;
    }
    if (fate < 0.1) this.inFlight.push({ ...delivery, note: joinNotes(delivery.note, 'duplicate') });
    else if (fate < 0.14)
      this.inFlight.push({ ...delivery, note: joinNotes(delivery.note, 'answer lost, again') });
    if (fate > 0.99) {
      await this.deliver({ ...delivery, sealed: tear(delivery.sealed), note: 'torn' }, undefined);
      return;
    }
    if (fate > 0.96) {
      await this.deliverTogether(delivery);
      return;
    }
    const faults: readonly CommitFault[] = [
      'crash before the commit',
      'crash after the commit',
      'store refuses',
    ];
    const fault = this.random.chance(0.02) ? this.random.pick(faults) : undefined;
    // Whoever got no answer sends the same bytes again, later.
    if (fault !== undefined) this.inFlight.push({ ...delivery, note: `again after ${fault}` });
    await this.deliver(delivery, fault);
  }

  private async deliverLate(): Promise<void> {
    const [delivery] = this.inFlight.splice(this.random.below(this.inFlight.length), 1);
    if (delivery === undefined) return;
    const isReconnected = this.random.chance(0.5);
    await this.deliver(isReconnected ? this.reconnected(delivery) : delivery, undefined);
  }

  /** Bytes from long ago arrive once more. */
  private async replay(): Promise<void> {
    const sealed = this.random.pick(this.sent);
    const from = principalOfActor(sealed.command.actor);
    await this.deliver(
      this.reconnected({ sealed, from, sessionEpoch: undefined, note: 'replay' }),
      undefined,
    );
  }

  private async restart(): Promise<void> {
    await this.checkState();
    await this.authority.restart();
    this.note('the Authority is restarted');
  }

  private reconnected(delivery: Delivery): Delivery {
    return { ...delivery, sessionEpoch: sessionOf(this.scene(), delivery.from.actor.id) };
  }

  private async deliver(delivery: Delivery, fault: CommitFault | undefined): Promise<void> {
    const before = this.authority.log.length;
    const answer = await this.authority.submit(delivery, fault);
    this.judge(
      { ...delivery, note: joinNotes(delivery.note, fault ?? '') },
      answer,
      this.authority.log.slice(before),
    );
  }

  /** The same Command several times at once, and others that were on their way: some of them share a commit. */
  private async deliverTogether(delivery: Delivery): Promise<void> {
    const late = this.inFlight.splice(0, this.random.below(3)).map((each) => this.reconnected(each));
    const arrivals = [delivery, ...late, { ...delivery, note: 'twice at once' }, delivery];
    const before = this.authority.log.length;
    const answers = await this.authority.submitTogether(arrivals);
    let added = this.authority.log.slice(before);
    for (const [index, arrival] of arrivals.entries()) {
      const answer = answers[index];
      if (answer === undefined) throw new Error('an arrival was not answered');
      const { signingHash } = arrival.sealed;
      const rest = added.findIndex(({ event }) => event.commandHash !== signingHash);
      const isNew = answer.kind === 'accepted' && !answer.isRepeat;
      const own = isNew ? added.slice(0, rest === -1 ? added.length : rest) : [];
      added = added.slice(own.length);
      this.judge(arrival, answer, own);
    }
    if (added.length > 0) throw new BrokenInvariant('INV-08', `${added.length} Events belong to no arrival`);
  }

  private judge({ sealed, from, note }: Delivery, answer: Answer, added: readonly LoggedEvent[]): void {
    const { command, signingHash } = sealed;
    const { kind, actionId } = command;
    const outcome =
      answer.kind === 'refused'
        ? `refused ${answer.code} ${answer.rule}`
        : `${answer.kind}${answer.kind === 'accepted' && answer.isRepeat ? ' before' : ''} ${added.map(({ event }) => event.kind).join(' ')}`;
    this.note(`${from.label} ${kind} ${actionId}${note === '' ? '' : ` (${note})`}: ${outcome.trimEnd()}`);
    countAnswer(this.tally, kind, answer, added.length);
    const observation: Observation = { command, signingHash, answer, added, nowMs: this.clock.nowMs };
    this.onObservation(observation);
    this.model.observe(observation);
    const [defect] = this.authority.faults;
    if (defect !== undefined) throw new BrokenInvariant('DEFECT', defect);
  }

  private note(text: string): void {
    this.trace.push(`${this.step} ${timeText(this.clock.nowMs)} ${text}`);
  }

  private scene(): Scene {
    const { authority, clock, random, notary, policy, memory, ids } = this;
    return {
      world: authority.world,
      log: authority.log,
      nowMs: clock.nowMs,
      random,
      notary,
      policy,
      memory,
      newId: (kind) => ids.newId(kind),
    };
  }

  /** What somebody of one circle could do; the circle is drawn first, so that nobody drowns out the others. */
  private moves(): readonly Move[] {
    const scene = this.scene();
    const rooms = roomsOf(scene);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const moves = this.movesOfCircle(scene, rooms);
      const weight = moves.reduce((sum, move) => sum + move.weight, 0);
      // Whoever has nothing sensible to do rather waits, mostly.
      if (weight >= 3 || (weight > 0 && scene.random.chance(0.25))) return moves;
    }
    return [];
  }

  private movesOfCircle(scene: Scene, rooms: readonly Room[]): readonly Move[] {
    const dice = scene.random.next();
    if (dice < 0.45) return WORKERS.flatMap((each) => workerMoves(scene, each, rooms));
    if (dice < 0.75) return COORDINATORS.flatMap((each) => coordinatorMoves(scene, each, rooms));
    if (dice < 0.8) return COORDINATORS.flatMap((each) => ownerMoves(scene, each, rooms));
    if (dice < 0.88) return [...foundingMoves(scene, rooms), ...ownerMoves(scene, OWNER, rooms)];
    return dice < 0.94 ? serviceMoves(scene, rooms) : talkMoves(scene, rooms);
  }

  /** A complete Command with the epochs that are current, as an honest client fills them in. */
  private intend({ kind, by, payload, envelope }: Draft): Intention {
    const { world } = this.authority;
    const { actor } = by;
    const { groupId } = envelope;
    const sessionEpoch =
      actor.type === 'agent' ? (world.get('session', ORGANIZATION, actor.id)?.sessionEpoch ?? 1) : undefined;
    const member = groupId === undefined ? undefined : world.get('member', groupId, memberKey(actor));
    const mission = groupId === undefined ? undefined : world.get('mission', groupId, SINGLE)?.document;
    const isCoordinator = actor.type === 'agent' && mission?.coordinator.agentId === actor.id;
    const revision = this.expectedRevisionOf(kind, groupId, payload);
    const unsigned: Unsigned<'command'> = {
      protocolVersion: '0.1',
      actionId: this.ids.newId('action'),
      actor,
      ...(sessionEpoch === undefined ? {} : { sessionEpoch }),
      ...(member === undefined || actor.type === 'service'
        ? {}
        : { membershipEpoch: member.membershipEpoch }),
      ...(isCoordinator ? { coordinatorEpoch: mission.coordinator.coordinatorEpoch } : {}),
      ...(revision !== undefined && this.random.chance(0.4) ? { expectedRevision: revision } : {}),
      correlationId: 'urn:heddle:simulation:correlation:1',
      issuedAt: timeText(this.clock.nowMs),
      ...envelope,
      kind,
      payload: payload as Unsigned<'command'>['payload'],
    };
    return { unsigned, signer: by, from: by, sessionEpoch, note: '' };
  }

  private expectedRevisionOf(
    kind: CommandKind,
    groupId: string | undefined,
    payload: object,
  ): number | undefined {
    const { world } = this.authority;
    const mission = groupId === undefined ? undefined : world.get('mission', groupId, SINGLE)?.document;
    if (groupId === undefined || mission === undefined) return undefined;
    const artifact: unknown = Reflect.get(payload, 'artifact');
    const workItemId: unknown =
      typeof artifact === 'object' && artifact !== null
        ? Reflect.get(artifact, 'workItemId')
        : Reflect.get(payload, 'workItemId');
    const item = typeof workItemId === 'string' ? world.get('workItem', groupId, workItemId) : undefined;
    if (item === undefined) return mission.revision;
    // An Execution Approval is about the Mission as its approver saw it.
    return kind === 'approval.grant_execution' ? mission.revision : item.document.revision;
  }

  /** Uses an override that was promised for such a Command, when the limit is reached by now or just to see. */
  private promisedForm(intention: Intention): Intention {
    const { kind, groupId, actor } = intention.unsigned;
    const promise = this.memory.promises.find(
      (each) => each.kind === kind && each.groupId === groupId && each.beneficiaryId === actor.id,
    );
    if (promise === undefined || !this.random.chance(0.35)) return intention;
    this.memory.promises.splice(this.memory.promises.indexOf(promise), 1);
    const { actionId, grantId } = promise;
    const unsigned = { ...intention.unsigned, actionId, cooperationOverrideGrantId: grantId };
    return { ...intention, unsigned, note: 'override' };
  }
}

/** Limits small enough to be reached. */
function policyOf(random: Random): OrganizationPolicy {
  const services = [SERVICE.actor.id];
  return {
    ...DEFAULT_POLICY,
    cooperation: {
      delegationDepth: 1 + random.below(2),
      queuedWorkItems: 2 + random.below(4),
      activeWorkItems: 1 + random.below(3),
      messagesPerMinute: 1 + random.below(6),
      proposalsPerMinute: 1 + random.below(3),
    },
    services: {
      registry: services,
      identity: services,
      archive: services,
      policy: services,
      metering: services,
    },
  };
}

function joinNotes(a: string, b: string): string {
  return a === '' || b === '' ? a + b : `${a}, ${b}`;
}

function tear(sealed: SealedCommand): SealedCommand {
  return { ...sealed, text: sealed.text.slice(0, sealed.text.length / 2) };
}
