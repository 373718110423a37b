// A brief run to its end in one process: the step function, an Authority with the real rules, Workers that follow a
// script, a human who answers, and a clock that only this stage moves.
import { readBrief } from '../../core/coordinator/briefs/resolve-brief.ts';
import { formatFault } from '../../core/coordinator/briefs/words.ts';
import { type BriefPlan, planBrief } from '../../core/coordinator/briefs/plan-brief.ts';
import {
  emptyNotes,
  noteAnswer,
  noteFound,
  notePending,
  noteRefused,
  noteSettled,
} from '../../core/coordinator/brief-run/notes.ts';
import type {
  BriefAnswer,
  BriefIntent,
  BriefOutcome,
  BriefQuestion,
  BriefRunNotes,
  BriefRunStep,
} from '../../core/coordinator/brief-run/run-types.ts';
import {
  describeChoice,
  describeObstacle,
  describePhase,
  describeQuestion,
  describeReason,
} from '../../core/coordinator/brief-run/words.ts';
import {
  type FoundFact,
  meetNeed,
  type ReviewPorts,
} from '../../core/coordinator/assistant/review/prepare-review.ts';
import { AgentHistory } from '../../core/coordinator/assistant/offers/agent-history.ts';
import { BRIEF_RANKING } from '../../core/coordinator/brief-run/assistant-settings.ts';
import { awayPresence } from '../../core/coordinator/brief-run/away-presence.ts';
import { historyEntryOf } from '../../core/coordinator/brief-run/logged-events.ts';
import { signPayload } from '../../core/coordinator/brief-run/sign-payload.ts';
import { stepBriefRun } from '../../core/coordinator/brief-run/step.ts';
import { DEFAULT_POLICY, type OrganizationPolicy } from '../../core/domain/decision.ts';
import { memberKey, ORGANIZATION, SINGLE, type World } from '../../core/domain/world.ts';
import { refuseEvidence } from '../../core/protocol/registry.ts';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import type { DocumentKind } from '../../core/protocol/document-kinds.ts';
import type {
  AgentCard,
  CapabilityRef,
  Command,
  Event,
  PresenceRecord,
} from '../../core/protocol/generated/documents.ts';
import type { Unsigned } from '../../core/protocol/sign.ts';
import type { Answer, AuthorityUnderTest } from '../../core/simulation/authority-under-test.ts';
import { cardOf, timeText } from '../../core/simulation/documents.ts';
import { FastAuthority } from '../../core/simulation/fast-authority.ts';
import { FAST_NOTARY, type Notary, REAL_NOTARY, signerOf } from '../../core/simulation/notary.ts';
import {
  COORDINATORS,
  OWNER,
  type Principal,
  principalOfActor,
  SERVICE,
  WORKERS,
} from '../../core/simulation/principals.ts';
import { SIMULATION_START_MS, SimulatedClock } from '../../core/simulation/random.ts';
import { RealAuthority } from '../../core/simulation/real-authority.ts';
import { groupIdsOf } from '../../core/simulation/state-text.ts';
import { auditOffers } from './offer-audit.ts';
import { type Script, ScriptedWorker } from './scripted-worker.ts';

const ROLES = [SERVICE.actor.id];
const POLICY: OrganizationPolicy = {
  ...DEFAULT_POLICY,
  services: { registry: ROLES, identity: ROLES, archive: ROLES, policy: ROLES, metering: ROLES },
};

/** The Coordinator of every stage. */
export const COORDINATOR = COORDINATORS[0] as Principal;

export type Human = (question: BriefQuestion) => BriefAnswer | undefined;

export interface StageOptions {
  readonly brief: string;
  /** What is due; everything when left out. */
  readonly decide?: typeof stepBriefRun;
  /** What each Worker of the brief does, by its name. */
  readonly scripts?: Readonly<Record<string, Script>>;
  readonly human?: Human;
  readonly authority?: 'fast' | 'real';
  /** Nothing is known of what Agents say of themselves. */
  readonly isDeaf?: boolean;
  /** Is told of every step, and may do something to the stage between two of them. */
  readonly between?: (stage: RunStage, step: BriefRunStep) => void | Promise<void>;
  /** Happens after a step was decided and before it is carried out: what the step could not know. */
  readonly meanwhile?: (stage: RunStage) => void;
}

/** Approves everything and gives up on nothing that can be tried again. */
export function agreeable(question: BriefQuestion): BriefAnswer {
  switch (question.kind) {
    case 'final-approval':
    case 'execution-approval':
    case 'human-review':
      return { choice: 'approve', text: 'looked at' };
    case 'blocked':
      return { choice: 'unblock', text: 'it is there now' };
    default:
      return { choice: 'stop' };
  }
}

export class RunStage {
  readonly clock: SimulatedClock;
  readonly plan: BriefPlan;
  /** Every Command with its answer, in the order in which they were sent. */
  readonly sent: { readonly kind: string; readonly by: string; readonly answer: Answer }[] = [];
  readonly questions: BriefQuestion[] = [];
  readonly reasons: string[] = [];
  /** Everything that the run has said, in both languages. */
  readonly texts = new Set<string>();
  readonly contents = new Map<string, Uint8Array>();
  notes: BriefRunNotes = emptyNotes();
  /** Workers that say that they are away; all others say that they are there. */
  absentAgentIds: ReadonlySet<string> = new Set();
  private readonly known = new AgentHistory(BRIEF_RANKING.fairnessWindow);
  private folded = 0;
  private readonly authority: AuthorityUnderTest;
  private readonly notary: Notary;
  private readonly workers: readonly ScriptedWorker[];
  private readonly options: StageOptions;
  private lastId = 0;

  private constructor(
    options: StageOptions,
    plan: BriefPlan,
    authority: AuthorityUnderTest,
    clock: SimulatedClock,
  ) {
    this.clock = clock;
    this.options = options;
    this.plan = plan;
    this.authority = authority;
    this.notary = authority instanceof RealAuthority ? REAL_NOTARY : FAST_NOTARY;
    this.workers = plan.workers.map(
      ({ name }, index) =>
        new ScriptedWorker(this, workerOf(index), options.scripts?.[name] ?? (() => 'complete')),
    );
  }

  static async open(options: StageOptions): Promise<RunStage> {
    const read = readBrief(Buffer.from(options.brief), { format: 'yaml', startMs: SIMULATION_START_MS });
    if (!read.ok) throw new Error(read.fault.map((fault) => formatFault('brief', fault, 'en')).join('\n'));
    const planned = planBrief(read.value, {
      missionId: 'urn:heddle:test:mission:1',
      ownerId: OWNER.actor.id,
      coordinatorAgentId: COORDINATOR.actor.id,
      agentIds: new Map(read.value.workers.map(({ name }, index) => [name, workerOf(index).actor.id])),
    });
    if (!planned.ok) throw new Error(JSON.stringify(planned.fault));
    const clock = new SimulatedClock();
    const setting = { clock, policy: POLICY };
    const authority =
      options.authority === 'real' ? await RealAuthority.open(setting) : new FastAuthority(setting);
    const stage = new RunStage(options, planned.value, authority, clock);
    await stage.register(COORDINATOR, [{ id: 'heddle.coordination', version: '1.0.0' }]);
    for (const [index, worker] of read.value.workers.entries()) {
      await stage.register(workerOf(index), worker.capabilities);
    }
    return stage;
  }

  get world(): World {
    return this.authority.world;
  }

  get faults(): readonly string[] {
    return this.authority.faults;
  }

  /** The refusals that anybody got. */
  get refusals(): readonly string[] {
    return this.sent.flatMap(({ kind, by, answer }) =>
      answer.kind === 'refused' ? [`${by} ${kind}: ${answer.code} ${answer.rule} ${answer.message}`] : [],
    );
  }

  look(): BriefRunStep {
    const { decide = stepBriefRun } = this.options;
    return decide({
      world: this.world,
      plan: this.plan,
      notes: this.notes,
      nowMs: this.clock.nowMs,
      cards: [],
      presence: this.presence,
      history: (groupId) => this.logOf(groupId).map(historyEntryOf),
      agentHistory: this.agentHistory,
    });
  }

  /** The Events of a Group. */
  logOf(groupId: string): readonly Event[] {
    return this.authority.log.map(({ event }) => event).filter((event) => event.groupId === groupId);
  }

  /** What an auditor says of every offer, in all Groups. */
  get audits(): ReturnType<typeof auditOffers> {
    const cards = [...this.world.list('agent', ORGANIZATION)].map(([, { card }]) => card);
    return groupIdsOf(this.world).flatMap((groupId) => auditOffers(this.logOf(groupId), cards));
  }

  private get presence(): ReadonlyMap<string, PresenceRecord> {
    const { nowMs } = this.clock;
    if (this.options.isDeaf === true) return new Map();
    return new Map(
      this.plan.workers.map(({ agentId }) => [
        agentId,
        this.absentAgentIds.has(agentId)
          ? awayPresence(agentId, nowMs)
          : {
              agentId,
              sessionEpoch: Number.MAX_SAFE_INTEGER,
              status: 'online',
              capacity: { maxSlots: 1, activeSlots: 0, availableSlots: 1, queuedItems: 0 },
              capabilityAvailability: [],
              lastHeartbeat: timeText(nowMs),
              expiresAt: timeText(nowMs + 1_000),
            },
      ]),
    );
  }

  private get agentHistory(): AgentHistory {
    const { log } = this.authority;
    for (const { event } of log.slice(this.folded)) this.known.take(event);
    this.folded = log.length;
    return this.known;
  }

  /** Runs until the Mission has ended and nothing is left to do. */
  async run(mostSteps = 3_000): Promise<BriefOutcome> {
    for (let count = 0; count < mostSteps; count += 1) {
      await this.options.between?.(this, this.look());
      const step = this.look();
      this.options.meanwhile?.(this);
      const isIdle = await this.take(step);
      if (step.outcome !== undefined && isIdle) return step.outcome;
      if (isIdle) this.pass(step);
    }
    throw new Error(`no end after ${mostSteps} steps:\n${JSON.stringify(this.look(), undefined, 1)}`);
  }

  /** The Coordinator's process dies, and another one goes on from the log. */
  forget(): void {
    this.notes = emptyNotes();
  }

  newId(kind: string): string {
    return `urn:heddle:test:${kind}:${(this.lastId += 1)}`;
  }

  sign<Kind extends DocumentKind>(kind: Kind, unsigned: Unsigned<Kind>, by: Principal) {
    return this.notary.sign(kind, unsigned, by);
  }

  /** Sends a Command with the epochs of now. */
  async send(
    by: Principal,
    draft: Pick<Command, 'kind'> & { readonly payload: object } & Partial<
        Pick<Command, 'groupId' | 'expectedRevision' | 'conversationId'>
      >,
  ): Promise<Answer> {
    const { actor } = by;
    const { groupId } = draft;
    const sessionEpoch =
      actor.type === 'agent' ? this.world.get('session', ORGANIZATION, actor.id)?.sessionEpoch : undefined;
    const membershipEpoch =
      groupId === undefined
        ? undefined
        : this.world.get('member', groupId, memberKey(actor))?.membershipEpoch;
    const coordinator =
      groupId === undefined ? undefined : this.world.get('mission', groupId, SINGLE)?.document.coordinator;
    const unsigned: Unsigned<'command'> = {
      protocolVersion: '0.1',
      actionId: this.newId('action'),
      actor,
      kind: draft.kind,
      correlationId: this.newId('correlation'),
      issuedAt: timeText(this.clock.nowMs),
      payload: draft.payload as Command['payload'],
      ...(groupId === undefined ? {} : { groupId }),
      ...(draft.conversationId === undefined ? {} : { conversationId: draft.conversationId }),
      ...(draft.expectedRevision === undefined ? {} : { expectedRevision: draft.expectedRevision }),
      ...(sessionEpoch === undefined ? {} : { sessionEpoch }),
      ...(membershipEpoch === undefined || actor.type === 'service' ? {} : { membershipEpoch }),
      ...(coordinator?.agentId === actor.id ? { coordinatorEpoch: coordinator.coordinatorEpoch } : {}),
    };
    const sealed = this.notary.seal(unsigned, by);
    const answer = await this.authority.submit({ sealed, from: by, sessionEpoch, note: '' }, undefined);
    this.sent.push({ kind: draft.kind, by: by.label, answer });
    return answer;
  }

  private async register(agent: Principal, capabilities: readonly CapabilityRef[]): Promise<void> {
    const publicKey = this.notary === REAL_NOTARY ? encodeBase64Url(signerOf(agent).publicKey) : undefined;
    const scene = { notary: this.notary, nowMs: this.clock.nowMs };
    const [pattern] = cardOf(scene, agent, {}, publicKey).capabilities;
    if (pattern === undefined) throw new Error('the pattern card has a capability');
    const card: AgentCard = cardOf(
      scene,
      agent,
      { capabilities: capabilities.map((each) => ({ ...pattern, ...each })) },
      publicKey,
    );
    await this.send(SERVICE, {
      kind: 'ext.missionweaveprotocol.registry.agent_card_register',
      payload: { card },
    });
    await this.openSession(agent);
  }

  async takeStep(): Promise<void> {
    await this.take(this.look());
  }

  /** Does what is due until nothing is, and nobody has anything to do. */
  async settle(): Promise<void> {
    while (!(await this.take(this.look())));
  }

  /** The human appoints another Coordinator, which no brief knows of. */
  async replaceCoordinator(): Promise<void> {
    const other = COORDINATORS[1] as Principal;
    await this.register(other, [{ id: 'heddle.coordination', version: '1.0.0' }]);
    const payload = { coordinatorAgentId: other.actor.id };
    await this.send(OWNER, { kind: 'mission.assign_coordinator', groupId: this.plan.groupId, payload });
  }

  /** An Agent of the stage comes back under a new Session. */
  async reconnect(agentId: string): Promise<void> {
    await this.openSession(principalOfActor({ type: 'agent', id: agentId }));
  }

  private async openSession({ actor }: Principal): Promise<void> {
    const kind = 'ext.missionweaveprotocol.identity.session_open';
    await this.send(SERVICE, { kind, payload: { agentId: actor.id } });
  }

  /** Does what a step asks for, then lets the Workers act. True when nothing happened at all. */
  private async take(step: BriefRunStep): Promise<boolean> {
    this.listen(step);
    let isIdle = true;
    for (const intent of step.intents) {
      isIdle = false;
      await this.submit(intent);
    }
    for (const need of step.needs) {
      isIdle = false;
      const { groupId } = need;
      const found = await meetNeed(need.need, { world: this.world, groupId, offered: [] }, this.ports);
      const isMissing = found.kind === 'content' && found.fact.status === 'unavailable';
      const retryAtMs = isMissing ? this.clock.nowMs + 60_000 : undefined;
      this.notes = noteFound(this.notes, need, this.trust(found), retryAtMs);
    }
    for (const question of step.questions) {
      this.questions.push(question);
      const answer = (this.options.human ?? agreeable)(question);
      if (answer === undefined) continue;
      isIdle = false;
      this.notes = noteAnswer(this.notes, question.questionId, answer);
    }
    for (const worker of this.workers) {
      if (await worker.act()) isIdle = false;
    }
    this.clock.pass(1_000);
    return isIdle;
  }

  private get ports(): ReviewPorts {
    return {
      fetchContent: async (contentHash) => {
        const bytes = this.contents.get(contentHash);
        return bytes === undefined ? { ok: false, problem: 'nobody has it' } : { ok: true, bytes };
      },
      keys: () => refuseEvidence('unavailable', 'this stage has no Registry'),
      runCheck: async () => ({ status: 'broken', detail: 'this stage runs no programs' }),
    };
  }

  /** Documents of this stage are signed, or stand for signed ones: none of them is forged. */
  private trust(found: FoundFact): FoundFact {
    return found.kind === 'signature' ? { ...found, fact: { status: 'valid' } } : found;
  }

  private listen({ intents, questions, obstacles, progress }: BriefRunStep): void {
    for (const language of ['en', 'de'] as const) {
      for (const { reason } of intents) this.texts.add(describeReason(reason, language));
      for (const question of questions) {
        this.texts.add(describeQuestion(question, language));
        for (const choice of question.choices) this.texts.add(describeChoice(choice, language));
      }
      for (const obstacle of obstacles) this.texts.add(describeObstacle(obstacle, language));
      for (const { phase } of progress) this.texts.add(describePhase(phase, language));
    }
  }

  private async submit(intent: BriefIntent): Promise<void> {
    this.reasons.push(intent.reason.code);
    this.notes = notePending(this.notes, intent);
    const principal = { owner: OWNER, coordinator: COORDINATOR };
    const draft = await signPayload(intent, (kind, unsigned, by) =>
      this.notary.sign(kind, unsigned as Unsigned<typeof kind>, principal[by]),
    );
    const answer = await this.send(principal[intent.author], draft);
    if (answer.kind === 'refused') {
      const { code, message } = answer;
      this.notes = noteRefused(
        this.notes,
        intent,
        { code, message, retryable: false },
        {
          nowMs: this.clock.nowMs,
          headSequence: this.world.get('head', intent.draft.groupId, SINGLE)?.sequence ?? 0,
        },
      );
    } else {
      this.notes = noteSettled(this.notes, intent);
    }
  }

  /** Nothing can happen before the next moment that somebody waits for. */
  private pass({ wakeAtMs }: BriefRunStep): void {
    if (wakeAtMs === undefined) {
      throw new Error(`nobody waits for anything:\n${JSON.stringify(this.look(), undefined, 1)}`);
    }
    this.clock.jumpTo(Math.max(this.clock.nowMs, wakeAtMs));
  }
}

function workerOf(index: number): Principal {
  const worker = WORKERS[index];
  if (worker === undefined) throw new Error('a stage has three Workers');
  return worker;
}
