// The assistant at work in a world: a projection that hears of Events late and in batches, Commands that travel, answers that get
// lost, a Session that somebody else takes now and then. The driver itself is the real one.
import { AutonomyGate } from '../../../core/coordinator/assistant/autonomy/gate.ts';
import type { AutonomyNote } from '../../../core/coordinator/assistant/autonomy/notes.ts';
import { StopSwitch } from '../../../core/coordinator/assistant/autonomy/stop-switch.ts';
import { AssistantDriver } from '../../../core/coordinator/assistant/lead/assistant-driver.ts';
import type {
  LeadOrder,
  LeadOutcome,
  LeadPorts,
} from '../../../core/coordinator/assistant/lead/driver-types.ts';
import type { LeadSettings, PlannedWork } from '../../../core/coordinator/assistant/lead/lead-types.ts';
import { AgentHistory } from '../../../core/coordinator/assistant/offers/agent-history.ts';
import type { DeskConnection, DeskIdentity } from '../../../core/coordinator/desk/connection.ts';
import { GroupLog } from '../../../core/coordinator/desk-runtime/group-log.ts';
import type { DeskLink } from '../../../core/coordinator/desk-runtime/ports.ts';
import { composeCommand } from '../../../core/coordinator/desk/intent/compose.ts';
import { IdBook } from '../../../core/coordinator/desk/intent/id-book.ts';
import { tryCommand } from '../../../core/coordinator/desk/intent/trial.ts';
import { signParts } from '../../../core/coordinator/payload-parts.ts';
import { evolve } from '../../../core/domain/evolve.ts';
import { memberKey, MemoryWorld, ORGANIZATION, SINGLE } from '../../../core/domain/world.ts';
import { accept } from '../../../core/protocol/result.ts';
import type { DocumentKind } from '../../../core/protocol/document-kinds.ts';
import type { AgentCard, Event, PresenceRecord } from '../../../core/protocol/generated/documents.ts';
import type { Unsigned } from '../../../core/protocol/sign.ts';
import type { SealedCommand } from '../../../core/simulation/notary.ts';
import type { Random } from '../../../core/simulation/random.ts';
import type { AutonomyMatrix } from '../../../core/coordinator/assistant/autonomy/matrix.ts';
import { MINUTE_MS } from './mission-plan.ts';
import type { SimulatedOrganization } from './organization.ts';
import { GROUP } from './owner.ts';
import { KEYS, LEADER, NOTARY, principalById, SERVICE } from './people.ts';

const CONNECTION = 'world';

/** Something that the assistant has signed, with all that it knew at that moment. */
export interface SignedOrder {
  /** A person may sign as well what waits for one. */
  readonly by: 'assistant' | 'person';
  readonly sealed: SealedCommand;
  readonly connection: DeskConnection;
  /** Its own Commands before it that the projection does not show yet, and that nobody has refused. */
  readonly underWay: readonly SealedCommand[];
}

export interface DeskHooks {
  /** Right after a signature. */
  readonly onSigned: (order: SignedOrder) => void;
  /** The Authority has refused what was signed. */
  readonly onRefused: (order: SignedOrder, refusal: { readonly code: string; readonly rule: string }) => void;
}

export interface DeskSetting {
  readonly organization: SimulatedOrganization;
  readonly random: Random;
  readonly plan: readonly PlannedWork[];
  readonly settings: LeadSettings;
  readonly matrix: AutonomyMatrix;
  /** As the Registry has them now. */
  readonly cards: () => ReadonlyMap<string, AgentCard>;
  /** How contents are read. */
  readonly readContent: (contentHash: string) => Uint8Array | undefined;
  readonly hooks: DeskHooks;
}

export class AssistantDesk {
  driver: AssistantDriver;
  readonly faults: unknown[] = [];
  readonly notes: AutonomyNote[] = [];
  looks = 0;
  private readonly setting: DeskSetting;
  private readonly world = new MemoryWorld();
  private readonly history: AgentHistory;
  private readonly logs = new Map<string, GroupLog>();
  private readonly seenActions = new Set<string>();
  private readonly sent = new Map<string, SignedOrder>();
  private readonly refused = new Set<string>();
  private presence: ReadonlyMap<string, PresenceRecord> = new Map();
  private identities: readonly DeskIdentity[];
  private status: DeskConnection['status'] = 'online';
  private offlineSinceMs: number | undefined;
  private incoming: Event[] = [];
  private isDelivering = false;
  /** One Command after another, as the outbox of a client sends them. */
  private line: Promise<unknown> = Promise.resolve();
  private lookAtMs = Infinity;
  /** Counts the beginnings of the driver: an older one is dead. */
  private life = 0;

  constructor(setting: DeskSetting) {
    this.setting = setting;
    const { organization, settings } = setting;
    this.history = new AgentHistory(settings.ranking.fairnessWindow);
    this.identities = [this.identityWith(1)];
    this.driver = this.begin();
    organization.onEvents((events) => this.hear(events));
  }

  /** The computer of the leader goes down and comes back: what is left is what was kept, the log, the notes and the outbox. */
  crash(): void {
    this.driver = this.begin();
    this.lookSoon(5_000 + this.setting.random.below(60_000));
  }

  private begin(): AssistantDriver {
    const { organization, matrix } = this.setting;
    this.life += 1;
    const gate = new AutonomyGate(
      new StopSwitch(),
      {
        write: (note) => {
          if (this.notes.every(({ actionId }) => actionId !== note.actionId)) this.notes.push(note);
          return Promise.resolve(accept(undefined));
        },
      },
      this.notes,
      () => organization.nowMs,
    );
    gate.use(matrix);
    return new AssistantDriver(this.ports(gate, this.life));
  }

  hearPresence(record: PresenceRecord): void {
    const { organization, random } = this.setting;
    organization.after(500 + random.below(4_000), () => {
      const before = this.presence.get(record.agentId);
      this.presence = new Map(this.presence).set(record.agentId, record);
      // Who only says again that it is there is looked at with whatever comes next.
      this.lookSoon(saysTheSame(before, record) ? 60_000 : 1_000);
    });
  }

  /** Somebody else takes the Session of the leader, and gives it back after a while. */
  async losesSession(): Promise<void> {
    const { organization, random } = this.setting;
    await this.openSession();
    organization.after(1_000 + random.below(8_000), () => {
      this.identities = [this.identityWith(undefined)];
      this.status = 'replaced';
      this.offlineSinceMs = organization.nowMs;
    });
    organization.after((2 + random.below(20)) * MINUTE_MS, async () => {
      await this.openSession();
      const epoch = organization.authority.world.get('session', ORGANIZATION, LEADER.actor.id)?.sessionEpoch;
      this.identities = [this.identityWith(epoch)];
      this.status = 'online';
      this.offlineSinceMs = undefined;
      this.lookSoon(1_000);
    });
  }

  connection(): DeskConnection {
    const { organization, cards } = this.setting;
    return {
      connectionId: CONNECTION,
      world: this.world,
      nowMs: organization.nowMs,
      policy: organization.policy,
      identities: this.identities,
      groupIds: [...this.logs.keys()],
      status: this.status,
      offlineSinceMs: this.offlineSinceMs,
      cards: cards(),
      health: new Map(),
      presence: this.presence,
      talk: new Map([...this.logs].map(([groupId, log]) => [groupId, log.talk])),
      history: this.logs,
      contents: new Map(),
    };
  }

  /** Looks in so many milliseconds, unless it does so earlier anyway. */
  lookSoon(delayMs: number): void {
    const { organization } = this.setting;
    const atMs = organization.nowMs + delayMs;
    if (this.lookAtMs <= atMs) return;
    this.lookAtMs = atMs;
    organization.at(atMs, async () => {
      if (this.lookAtMs !== atMs) return;
      this.lookAtMs = Infinity;
      this.looks += 1;
      await this.driver.look();
      const { recheckAtMs } = this.driver;
      if (recheckAtMs !== undefined) this.lookSoon(Math.max(1, recheckAtMs - organization.nowMs));
    });
  }

  /** A person looks in and signs some of what waits for it, as it was proposed. */
  async personSigns(most: number): Promise<void> {
    if (this.status !== 'online') return;
    const standing = this.driver.proposals().filter(({ why }) => why.kind === 'not-allowed');
    for (const { proposal, groupId } of standing.slice(0, most)) {
      const connection = this.connection();
      const identity = this.identities[0];
      if (identity === undefined) return;
      const composed = composeCommand(connection, proposal.intent, identity, new IdBook(this.newId));
      if (composed.lacks !== undefined || tryCommand(connection, composed).rejection !== undefined) continue;
      const { draft, signs, command, signer } = composed;
      const order = {
        connectionId: CONNECTION,
        actionId: command.actionId,
        draft,
        signer: signer.actor,
        signs,
        isStanding: () => true,
      };
      const signed = await this.sign(order, 'person');
      this.sent.set(order.actionId, signed);
      const answered = this.line.then(() => this.travel(signed));
      this.line = answered.catch(() => undefined);
      this.setting.organization.trace.push(`a person signs ${draft.kind} in ${groupId}`);
    }
  }

  private readonly newId = (kind: string): string => this.setting.organization.newId(kind);

  private ports(gate: AutonomyGate, life: number): LeadPorts {
    const { organization, plan, settings, readContent } = this.setting;
    return {
      connections: () => (life === this.life ? [this.connection()] : []),
      nowMs: () => organization.nowMs,
      historyOf: () => this.history,
      planOf: (_connectionId, groupId) => (groupId === GROUP ? plan : []),
      settingsOf: () => settings,
      gate,
      reviewPorts: () => ({
        fetchContent: (contentHash, maxBytes) => {
          const bytes = readContent(contentHash);
          return Promise.resolve(
            bytes === undefined
              ? { ok: false as const, problem: 'nobody has it' }
              : { ok: true as const, bytes: bytes.subarray(0, maxBytes + 1) },
          );
        },
        keys: () => KEYS,
        runCheck: () => Promise.resolve({ status: 'broken', detail: 'there are no programs here' }),
      }),
      submit: (order) => this.submit(order),
      onFault: (error) => this.faults.push(error),
    };
  }

  private identityWith(sessionEpoch: number | undefined): DeskIdentity {
    return {
      actor: LEADER.actor,
      name: 'the leader',
      sessionEpoch,
      key: 'usable',
      path: sessionEpoch === undefined ? 'closed' : 'open',
    };
  }

  private openSession(): Promise<void> {
    return this.setting.organization.mustAct('ext.missionweaveprotocol.identity.session_open', SERVICE, {
      agentId: LEADER.actor.id,
    });
  }

  /** Events of Groups only: what the Organization says of Agents comes another way (EVT-002). */
  private hear(events: readonly Event[]): void {
    this.incoming.push(...events.filter(({ groupId }) => groupId !== undefined));
    if (this.isDelivering || this.incoming.length === 0) return;
    this.isDelivering = true;
    const { organization, random } = this.setting;
    // Mostly at once, sometimes after a hole in the line.
    const delayMs = random.chance(0.02) ? random.below(180_000) : 500 + random.below(9_000);
    organization.after(delayMs, () => this.take());
  }

  private async take(): Promise<void> {
    if (this.status !== 'online') {
      this.setting.organization.after(30_000, () => this.take());
      return;
    }
    this.isDelivering = false;
    const events = this.incoming;
    this.incoming = [];
    for (const event of events) {
      this.world.apply(evolve(this.world, event));
      this.history.take(event);
      const { groupId = '', cause } = event;
      if (cause.type === 'command') this.seenActions.add(cause.id);
      let log = this.logs.get(groupId);
      if (log === undefined) {
        log = new GroupLog(groupId, () => {});
        await log.catchUp(emptyLink(groupId), () => Promise.resolve(true));
        this.logs.set(groupId, log);
      }
      if (!log.take([event])) throw new Error(`a hole in the log of ${groupId}`);
    }
    this.lookSoon(0);
  }

  private async submit(order: LeadOrder): Promise<LeadOutcome> {
    if (this.status !== 'online' || !order.isStanding()) return { status: 'abandoned' };
    const known = this.sent.get(order.actionId);
    const signed = known ?? (await this.sign(order, 'assistant'));
    this.sent.set(order.actionId, signed);
    const answered = this.line.then(() => this.travel(signed));
    this.line = answered.catch(() => undefined);
    return answered;
  }

  /** There, an answer, and back. */
  private travel(signed: SignedOrder): Promise<LeadOutcome> {
    const { organization, random, hooks } = this.setting;
    return new Promise((resolve, reject) => {
      const arrive = async (): Promise<void> => {
        try {
          const { sealed } = signed;
          const sessionEpoch = this.identities[0]?.sessionEpoch ?? sealed.command.sessionEpoch;
          const answer = await organization.deliver({ sealed, from: LEADER, sessionEpoch, note: '' });
          if (answer.kind === 'refused') {
            this.refused.add(sealed.command.actionId);
            hooks.onRefused(signed, answer);
          }
          const fate = random.next();
          if (fate < 0.03) {
            // The answer is lost on its way: the same bytes go out again.
            organization.after(20_000 + random.below(30_000), arrive);
            return;
          }
          organization.after(100 + random.below(1_500), () => {
            resolve(fate < 0.04 ? { status: 'unknown' } : outcomeOf(answer, organization));
            // The driver looks by itself; this is for the time that it names then.
            this.lookSoon(5_000);
          });
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      organization.after(100 + random.below(1_500), arrive);
    });
  }

  private async sign(
    { draft, actionId, signer, signs }: LeadOrder,
    whose: SignedOrder['by'],
  ): Promise<SignedOrder> {
    const { organization, hooks } = this.setting;
    const connection = this.connection();
    const by = principalById(signer.id);
    const { kind, groupId, payload, conversationId, workItemId, expectedRevision, extensions } = draft;
    const mission = this.world.get('mission', groupId, SINGLE)?.document;
    const member = this.world.get('member', groupId, memberKey(signer));
    const whole = await signParts(payload, signs, (document: DocumentKind, unsigned: object, author) =>
      NOTARY.sign(document, unsigned as never, principalById(author.id)),
    );
    const command: Unsigned<'command'> = {
      protocolVersion: '0.1',
      actionId,
      actor: signer,
      kind,
      groupId,
      ...(conversationId === undefined ? {} : { conversationId }),
      ...(workItemId === undefined ? {} : { workItemId }),
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
      ...(extensions === undefined ? {} : { extensions }),
      sessionEpoch: this.identities[0]?.sessionEpoch ?? 1,
      ...(member === undefined ? {} : { membershipEpoch: member.membershipEpoch }),
      ...(mission?.coordinator.agentId === signer.id
        ? { coordinatorEpoch: mission.coordinator.coordinatorEpoch }
        : {}),
      correlationId: draft.correlationId ?? actionId,
      issuedAt: organization.nowText,
      payload: whole as unknown as Unsigned<'command'>['payload'],
    };
    const underWay = [...this.sent.values()]
      .map(({ sealed }) => sealed)
      .filter(({ command: { actionId: id } }) => !this.seenActions.has(id) && !this.refused.has(id));
    const order = { by: whose, sealed: NOTARY.seal(command, by), connection, underWay };
    hooks.onSigned(order);
    return order;
  }
}

function saysTheSame(before: PresenceRecord | undefined, after: PresenceRecord): boolean {
  return (
    before?.status === after.status &&
    before.capacity.availableSlots === after.capacity.availableSlots &&
    before.capacity.queuedItems === after.capacity.queuedItems
  );
}

function outcomeOf(
  answer: Awaited<ReturnType<SimulatedOrganization['deliver']>>,
  { nowText, authority }: SimulatedOrganization,
): LeadOutcome {
  if (answer.kind === 'silence') return { status: 'unknown' };
  if (answer.kind === 'refused') {
    const { code, message } = answer;
    return { status: 'refused', error: { code, message, retryable: false, occurredAt: nowText } };
  }
  const { primaryEventId: eventId } = answer;
  const primary = authority.log.findLast(({ event }) => event.eventId === eventId);
  if (primary?.event.sequence === undefined) throw new Error('an accepted Command has an Event in its Group');
  return { status: 'accepted', event: { eventId, sequence: primary.event.sequence } };
}

/** A log that begins with its first Event, of which nothing was kept before. */
function emptyLink(groupId: string): DeskLink {
  const link = { groups: () => [{ groupId, startsAfter: 0 }], readEvents: () => Promise.resolve([]) };
  return link as unknown as DeskLink;
}
