// One Mission from its creation to its end, led by the assistant alone: everything that a seed determines, and all that is wrong.
import { DEFAULT_LEAD_SETTINGS } from '../../../core/coordinator/assistant/lead/lead-settings.ts';
import type { LeadSettings } from '../../../core/coordinator/assistant/lead/lead-types.ts';
import { DEFAULT_PROMOTION } from '../../../core/coordinator/assistant/children/promotion.ts';
import { DEFAULT_POLICY } from '../../../core/domain/decision.ts';
import { SINGLE } from '../../../core/domain/world.ts';
import type { AgentCard, Event, EventPayloads } from '../../../core/protocol/generated/documents.ts';
import { cardOf } from '../../../core/simulation/documents.ts';
import { BrokenInvariant } from '../../../core/simulation/model.ts';
import { signerOf } from '../../../core/simulation/notary.ts';
import { createRandom, type Random } from '../../../core/simulation/random.ts';
import { encodeBase64Url } from '../../../core/protocol/base64url.ts';
import { ActJudge } from './act-judge.ts';
import { AssistantDesk } from './assistant-desk.ts';
import { ChildLeads } from './child-leads.ts';
import { foreseeRefusal } from './foresight.ts';
import { FULL, randomMatrix, readWritten } from './matrices.ts';
import { type Flaw, HOUR_MS, MINUTE_MS, type MissionPlan, planMission } from './mission-plan.ts';
import { consultOracle } from './oracle.ts';
import { SimulatedOrganization } from './organization.ts';
import { GROUP, MissionOwner } from './owner.ts';
import { CHILD_LEADERS, HOUSES, LEADER, OWNER, type Principal, SERVICE } from './people.ts';
import { judgeAcceptance, judgeBasis, judgeSubmission } from './result-judge.ts';
import { Truth } from './truth.ts';
import { Workforce } from './workforce.ts';

export interface WorldSettings {
  readonly seed: number;
  readonly items: number;
  readonly flaw: Flaw;
  readonly autonomy: 'full' | 'random';
  /** Of so many offers one is audited. */
  readonly auditOneIn: number;
  /** Planted, to show that the judges see it: acts judged by another matrix, or rubbish that no review can see. */
  readonly sabotage?: 'other-matrix' | 'hidden-rubbish';
}

export interface WorldResult {
  readonly settings: WorldSettings;
  readonly isSolvable: boolean;
  readonly isSubmitted: boolean;
  /** What must never be; empty for a sound run. */
  readonly wrong: readonly string[];
  /** Questions and proposals that stand at the end. */
  readonly questions: readonly string[];
  readonly proposals: readonly string[];
  readonly unfinished: readonly string[];
  readonly counts: {
    readonly commands: number;
    readonly signed: number;
    readonly refused: number;
    readonly audited: number;
    readonly looks: number;
    readonly hours: number;
  };
  /** Refusals that nobody could foresee, by kind and rule. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly trace: readonly string[];
}

/** Everything that the assistant may do by itself. */
const SETTINGS: LeadSettings = {
  ...DEFAULT_LEAD_SETTINGS,
  promotion: DEFAULT_PROMOTION,
  blockers: [{ contains: 'spare key', act: 'unblock', answer: 'the spare key may be used' }],
  afterChild: ['replacement-child', 'own-work', 'offer-again'],
  retry: 'any-failure',
};

/** After so long without anything but renewed terms nothing will happen any more: no lease and no child takes longer. */
const STILLNESS_MS = 8 * HOUR_MS;

/** Runs one world. Whatever goes wrong stands in its result. */
export async function leadWorld(settings: WorldSettings): Promise<WorldResult> {
  const { seed, items, flaw } = settings;
  const plan = planMission(createRandom(seed, 1), { items, flaw });
  const world = new LedWorld(settings, plan);
  try {
    await world.run();
  } catch (error) {
    const text =
      error instanceof BrokenInvariant
        ? `${error.invariant}: ${error.message}`
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
    world.wrong.push(text);
  }
  return world.result();
}

class LedWorld {
  readonly wrong: string[] = [];
  private readonly settings: WorldSettings;
  private readonly plan: MissionPlan;
  private readonly organization: SimulatedOrganization;
  private readonly truth = new Truth();
  private readonly judge: ActJudge;
  private readonly matrix;
  private readonly groupEvents: Event[] = [];
  private readonly members = new Map<string, string>();
  private cards: ReadonlyMap<string, AgentCard> = new Map();
  /** Every version of every card. */
  private readonly issuedCards: AgentCard[] = [];
  private readonly refusals = new Map<string, number>();
  private readonly foreseen = new Map<string, string>();
  private desk: AssistantDesk | undefined;
  private isSubmitted = false;
  private signed = 0;
  private refused = 0;
  private audited = 0;

  constructor(settings: WorldSettings, plan: MissionPlan) {
    this.settings = settings;
    this.plan = plan;
    const services = [SERVICE.actor.id];
    this.organization = new SimulatedOrganization(createRandom(settings.seed, 4), {
      ...DEFAULT_POLICY,
      cooperation: { ...DEFAULT_POLICY.cooperation, messagesPerMinute: 10_000 },
      seconds: { ...DEFAULT_POLICY.seconds, coordinatorLease: 2 * 3_600 },
      services: {
        registry: services,
        identity: services,
        archive: services,
        policy: services,
        metering: services,
      },
    });
    const other = randomMatrix(createRandom(settings.seed, 5));
    const written = settings.autonomy === 'full' ? FULL : other;
    this.matrix = readWritten(written);
    this.judge = new ActJudge(settings.sabotage === 'other-matrix' ? other : written);
  }

  async run(): Promise<void> {
    const { organization, plan, truth, settings } = this;
    const { seed } = settings;
    await this.register();
    const desk = new AssistantDesk({
      organization,
      random: createRandom(seed, 6),
      readContent: (hash) =>
        settings.sabotage === 'hidden-rubbish' ? truth.readPromised(hash) : truth.read(hash),
      plan: plan.items.map(({ planned }) => planned),
      settings: SETTINGS,
      matrix: this.matrix,
      cards: () => this.cards,
      hooks: {
        onSigned: (order) => {
          if (order.by === 'person') return;
          this.signed += 1;
          const { command } = order.sealed;
          this.wrong.push(...this.judge.judge(command, order.connection.world, order.connection.nowMs));
          const foreseen = foreseeRefusal(order);
          if (foreseen !== undefined) this.foreseen.set(command.actionId, foreseen);
        },
        onRefused: ({ sealed, by }, { code, rule }) => {
          if (by === 'person') return;
          this.refused += 1;
          const { kind, actionId } = sealed.command;
          const foreseen = this.foreseen.get(actionId);
          if (foreseen !== undefined)
            this.wrong.push(`${kind} was signed and refused as foreseen: ${foreseen}`);
          const name = `${kind} ${code} ${rule}`;
          this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1);
        },
      },
    });
    this.desk = desk;
    organization.onEvents((events) => this.watch(events));
    const owner = new MissionOwner(organization);
    const workforce = new Workforce(organization, plan, truth, seed, (record) => desk.hearPresence(record));
    new ChildLeads(organization, plan, seed).begin();
    await owner.create(plan);
    workforce.begin();
    for (const atMs of plan.takeovers) organization.at(atMs, () => desk.losesSession());
    const cardDice = createRandom(seed, 8);
    for (const atMs of plan.newCards) organization.at(atMs, () => this.renewCard(cardDice));
    for (const atMs of plan.crashes) organization.at(atMs, () => desk.crash());
    if (settings.autonomy === 'random') this.callPerson(desk, createRandom(seed, 7));
    const isOver = () =>
      this.isSubmitted ||
      this.wrong.length > 0 ||
      desk.faults.length > 0 ||
      this.isEnded() ||
      organization.nowMs > organization.lastActAtMs + STILLNESS_MS;
    await organization.run(plan.deadlineMs + HOUR_MS, isOver);
    // What is on its way when the Mission ends must not change that anything is right.
    await organization.run(organization.nowMs + 10 * MINUTE_MS, () => false);
    for (const fault of desk.faults)
      this.wrong.push(`fault: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`);
    await organization.checkState();
  }

  result(): WorldResult {
    const { settings, plan, organization, desk } = this;
    const items = [...organization.authority.world.list('workItem', GROUP)];
    return {
      settings,
      isSolvable: consultOracle(plan).isSolvable,
      isSubmitted: this.isSubmitted,
      wrong: this.wrong,
      questions: (desk?.driver.questions() ?? []).map(
        ({ question }) =>
          `${question.area} ${question.workItemId ?? ''}: ${question.reasons.map(({ id, values }) => `${id} ${JSON.stringify(values)}`).join('; ')}`,
      ),
      proposals: (desk?.driver.proposals() ?? []).map(
        ({ proposal, why, wish }) =>
          `${proposal.intent.kind} ${wish.workItemId ?? ''}: ${JSON.stringify(why)}`,
      ),
      unfinished: items
        .map(([, { document }]) => document)
        .filter(({ state }) => state !== 'verified' && state !== 'cancelled')
        .map(({ workItemId, state }) => `${workItemId.split(':').at(-1) ?? ''} ${state}`),
      counts: {
        commands: organization.trace.length,
        signed: this.signed,
        refused: this.refused,
        audited: this.audited,
        looks: desk?.looks ?? 0,
        hours: Math.round((organization.nowMs - plan.startMs) / HOUR_MS),
      },
      refusals: this.refusals,
      trace: organization.trace,
    };
  }

  private async register(): Promise<void> {
    const { organization, plan } = this;
    const [template] = cardOf(organization.scene(), LEADER).capabilities;
    if (template === undefined) throw new Error('a card has capabilities');
    const can = (id: string, version: string) => ({ ...template, id, version });
    const leads = { owner: OWNER.actor, capabilities: [can('works.lead', '1.0.0')] };
    const everybody: (readonly [Principal, Partial<AgentCard>])[] = [
      ...[LEADER, ...CHILD_LEADERS].map((each) => [each, leads] as const),
      ...plan.hands.map(({ principal, house, capabilities, slots }) => {
        const owner = HOUSES.find((each) => each.id === house.id) ?? OWNER.actor;
        const all = capabilities.map(({ id, version }) => can(id, version));
        return [principal, { owner, capabilities: all, maxConcurrency: slots }] as const;
      }),
    ];
    for (const [agent, changes] of everybody) {
      await this.issueCard(agent, changes);
      await organization.mustAct('ext.missionweaveprotocol.identity.session_open', SERVICE, {
        agentId: agent.actor.id,
      });
    }
  }

  private async issueCard(agent: Principal, changes: Partial<AgentCard>): Promise<void> {
    const { organization } = this;
    const publicKey = encodeBase64Url(signerOf(agent).publicKey);
    const card = cardOf(organization.scene(), agent, changes, publicKey);
    await organization.mustAct('ext.missionweaveprotocol.registry.agent_card_register', SERVICE, { card });
    this.cards = new Map(this.cards).set(agent.actor.id, card);
    this.issuedCards.push(card);
  }

  /** A newer version of what a Worker can do; one of those who are no loss is sometimes barred. */
  private async renewCard(random: Random): Promise<void> {
    const { principal, manner } = random.pick(this.plan.hands);
    const card = this.cards.get(principal.actor.id);
    if (card === undefined || card.status === 'revoked') return;
    const { signature: _former, issuedAt: _then, ...former } = card;
    await this.issueCard(principal, {
      ...former,
      cardVersion: card.cardVersion + 1,
      status: manner !== 'reliable' && random.chance(0.5) ? 'revoked' : 'active',
      capabilities: card.capabilities.map((each) =>
        Object.assign({}, each, { version: nextMinor(each.version) }),
      ),
    });
  }

  private watch(events: readonly Event[]): void {
    const { truth, organization, settings, plan } = this;
    const { world } = organization.authority;
    for (const event of events) {
      if (event.groupId !== GROUP) continue;
      this.groupEvents.push(event);
      const isOwn = event.actor.id === LEADER.actor.id;
      if (event.kind === 'work.result.accepted' && isOwn && event.cause.type === 'command') {
        const payload = event.payload as unknown as EventPayloads['work.result.accepted'];
        this.wrong.push(...judgeAcceptance(world, truth, payload));
      }
      if (event.kind === 'work.offer.created' && isOwn && this.signed % settings.auditOneIn === 0) {
        this.audited += 1;
        const payload = event.payload as unknown as EventPayloads['work.offer.created'];
        this.wrong.push(...judgeBasis(this.groupEvents.slice(0, -1), this.issuedCards, payload));
      }
      if (event.kind === 'membership.changed') this.watchMember(event, isOwn);
      if (event.kind === 'mission.submitted_for_approval') {
        this.isSubmitted = true;
        const payload = event.payload as unknown as EventPayloads['mission.submitted_for_approval'];
        this.wrong.push(...judgeSubmission(world, truth, plan, payload));
      }
    }
  }

  /**
   * Nobody who works is made a candidate again: it could not go on. Where a person signs beside the assistant, neither knows
   * of what the other has under way, so only what is led at full autonomy is judged by it.
   */
  private watchMember({ payload }: Event, isOwn: boolean): void {
    const { membership } = payload as unknown as EventPayloads['membership.changed'];
    const { member, state } = membership;
    const before = this.members.get(member.id);
    this.members.set(member.id, state);
    const isAlone = isOwn && this.settings.autonomy === 'full';
    if (isAlone && before === 'active' && state === 'provisional')
      this.wrong.push(`${member.id} was an active member and is a provisional one again`);
  }

  /** Somebody comes by from time to time, as long as the Mission lasts. */
  private callPerson(desk: AssistantDesk, random: Random): void {
    this.organization.after((2 + random.below(15)) * MINUTE_MS, async () => {
      await desk.personSigns(1 + random.below(10));
      this.callPerson(desk, random);
    });
  }

  private isEnded(): boolean {
    const state = this.organization.authority.world.get('mission', GROUP, SINGLE)?.document.state;
    return state === 'failed' || state === 'cancelled';
  }
}

function nextMinor(version: string): string {
  const [major = '1', minor = '0'] = version.split('.');
  return `${major}.${Number(minor) + 1}.0`;
}
