// Leads every Mission whose Coordinator is on this computer: looks at the state when it is told to, reviews what waits, asks the gate,
// and hands over what is allowed; the rest is kept for a person. Nothing is remembered that a crash could lose: the log, the outbox
// and the notes of the gate say where everything stands, and ids follow from the wishes.
import { isTerminal } from '../../../domain/missions.ts';
import { SINGLE } from '../../../domain/world.ts';
import {
  type DeskConnection,
  type DeskIdentity,
  identityOf,
  isSameActor,
  localCoordinator,
} from '../../desk/connection.ts';
import { type ComposedCommand, composeCommand } from '../../desk/intent/compose.ts';
import { tryCommand } from '../../desk/intent/trial.ts';
import type { Permission } from '../autonomy/gate.ts';
import { actOf } from '../autonomy/proposed-act.ts';
import type { Proposal } from '../proposal.ts';
import { deriveIds } from './derived-ids.ts';
import { DriverDesk } from './driver-desk.ts';
import type {
  LeadOrder,
  LeadOutcome,
  LeadPorts,
  StandingProposal,
  StandingQuestion,
  StandingReason,
} from './driver-types.ts';
import { leadGroup } from './lead-group.ts';
import type { LeadStep, Wish } from './lead-types.ts';
import { WishFates } from './wish-fates.ts';

/** Reviews and contents that are met in one look lead to another step; so often at most, then the next look goes on. */
const MAX_ROUNDS = 4;

export class AssistantDriver {
  private readonly ports: LeadPorts;
  private readonly desks = new Map<string, DriverDesk>();
  private readonly fates = new WishFates();
  private wanted: 'all' | Set<string> = new Set();
  private looking: Promise<void> | undefined;
  private readonly sending = new Set<Promise<void>>();

  constructor(ports: LeadPorts) {
    this.ports = ports;
  }

  /**
   * Looks at one connection, or at all: to be called after Events, presence, settings, a release of the stop switch, and at
   * `recheckAtMs`. Resolves when everything that is due now was reviewed, judged and handed over; never waits for answers.
   */
  async look(connectionId?: string): Promise<void> {
    if (connectionId === undefined) this.wanted = 'all';
    else if (this.wanted !== 'all') this.wanted.add(connectionId);
    this.looking ??= this.lookOn().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  /** Resolves when every Command that was handed over has been answered, and what follows from that was looked at. */
  async settled(): Promise<void> {
    while (this.looking !== undefined || this.sending.size > 0) {
      await this.looking;
      await Promise.all(this.sending);
    }
  }

  /** When time alone may change something, in the Authority's time; undefined: only when something happens. */
  get recheckAtMs(): number | undefined {
    const times = [...this.desks.values()].flatMap((desk) => desk.recheckAtMs ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** What waits for a person, and why it was not done. */
  proposals(): readonly StandingProposal[] {
    return [...this.desks.values()].flatMap((desk) => desk.proposals);
  }

  questions(): readonly StandingQuestion[] {
    return [...this.desks.values()].flatMap((desk) => desk.questions);
  }

  private async lookOn(): Promise<void> {
    for (;;) {
      const { wanted } = this;
      if (wanted !== 'all' && wanted.size === 0) return;
      this.wanted = new Set();
      const ids = this.ports.connections().map((each) => each.connectionId);
      for (const id of this.desks.keys()) if (!ids.includes(id)) this.desks.delete(id);
      for (const id of ids) {
        if (wanted !== 'all' && !wanted.has(id)) continue;
        try {
          await this.lookAt(id);
        } catch (error) {
          // One connection that fails keeps none of the others from being led.
          this.ports.onFault(error);
        }
      }
    }
  }

  private async lookAt(connectionId: string): Promise<void> {
    const desk = this.desks.get(connectionId) ?? new DriverDesk();
    this.desks.set(connectionId, desk);
    desk.recheckAtMs = undefined;
    const proposals: StandingProposal[] = [];
    const questions: StandingQuestion[] = [];
    for (const groupId of this.view(connectionId)?.groupIds ?? []) {
      const led = await this.leadTo(connectionId, groupId, desk);
      proposals.push(...led.standing);
      questions.push(...led.questions);
    }
    desk.proposals = proposals;
    desk.questions = questions;
    this.ports.onChange?.();
  }

  /** Steps in one Group until nothing more is wanted for the next one. */
  private async leadTo(
    connectionId: string,
    groupId: string,
    desk: DriverDesk,
  ): Promise<{
    readonly standing: readonly StandingProposal[];
    readonly questions: readonly StandingQuestion[];
  }> {
    for (let round = 1; ; round += 1) {
      const connection = this.view(connectionId);
      const step = connection === undefined ? undefined : this.stepIn(connection, groupId, desk);
      if (connection === undefined || step === undefined) return { standing: [], questions: [] };
      desk.note(step.recheckAtMs);
      const standing = await this.follow(connection, groupId, step, desk);
      const questions = step.questions.map((question) => ({ connectionId, groupId, question }));
      if (round === MAX_ROUNDS || !(await this.meetWants(connection, groupId, step, desk))) {
        desk.note(desk.reviews.recheckAtMs(groupId, connection.nowMs));
        return { standing, questions };
      }
    }
  }

  private stepIn(connection: DeskConnection, groupId: string, desk: DriverDesk): LeadStep | undefined {
    const { connectionId, world } = connection;
    const mission = world.get('mission', groupId, SINGLE);
    if (mission === undefined || isTerminal(mission.document.state)) return undefined;
    if (localCoordinator(connection, mission) === undefined) return undefined;
    const history = this.ports.historyOf(connectionId);
    if (history === undefined) return undefined;
    const settings = this.ports.settingsOf(connectionId, groupId);
    const step = leadGroup(
      {
        connection: desk.withContents(connection),
        history,
        planWatch: desk.planWatchOf(groupId, settings.care),
        childWatch: desk.childWatch,
        reviews: desk.reviews.reviewsOf(connection, groupId),
        plan: this.ports.planOf(connectionId, groupId),
        settings,
      },
      groupId,
    );
    const keys = new Set(step.wishes.map(({ key }) => keyIn(connectionId, groupId, key)));
    const prefix = keyIn(connectionId, groupId, '');
    this.fates.tidy(
      prefix,
      (id) => headOf(connection, id),
      connection.nowMs,
      (key) => keys.has(key),
    );
    return step;
  }

  /** Hands over what may be, in order; answers with what is left for a person. */
  private async follow(
    connection: DeskConnection,
    groupId: string,
    { wishes }: LeadStep,
    desk: DriverDesk,
  ): Promise<readonly StandingProposal[]> {
    const { connectionId } = connection;
    const standing: StandingProposal[] = [];
    for (const wish of wishes) {
      const [proposal] = wish.proposals;
      if (proposal === undefined) continue;
      const why = await this.tryWish(connectionId, groupId, wish, proposal, desk);
      if (why !== undefined) standing.push({ connectionId, groupId, wish, proposal, why });
    }
    return standing;
  }

  /** Undefined when the wish is under way, or is to be looked at again by itself. */
  private async tryWish(
    connectionId: string,
    groupId: string,
    wish: Wish,
    proposal: Proposal,
    desk: DriverDesk,
  ): Promise<StandingReason | undefined> {
    // The one before it may have taken time.
    const connection = this.view(connectionId);
    if (connection === undefined) return undefined;
    const key = keyIn(connectionId, groupId, wish.key);
    const readiness = this.fates.readinessOf(key, connection.nowMs, situationOf(connection));
    if (readiness.kind === 'under-way') return undefined;
    if (readiness.kind === 'rest') {
      desk.note(readiness.fromMs);
      return readiness.error === undefined
        ? { kind: 'not-ready' }
        : { kind: 'refused', error: readiness.error };
    }
    const signer = signerOf(connection, groupId, proposal);
    if (signer === undefined || connection.status !== 'online') return { kind: 'not-ready' };
    if (signer.key !== 'usable' || signer.path !== 'open') return { kind: 'not-ready' };
    const ids = deriveIds(`${key}\n${readiness.number}`);
    const composed = composeCommand(connection, proposal.intent, signer, ids);
    const { rejection } = tryCommand(connection, composed);
    // It builds on what is under way, or comes too late after it: once that has arrived, it is looked at again.
    const underWay = this.underWayBeside(connectionId, key);
    if (underWay.length > 0) {
      if (rejection !== undefined || crossesMembership(composed, underWay)) return undefined;
      const later = desk.later.over(connection, situationOf(connection), underWay);
      const again = composeCommand(later, proposal.intent, signer, deriveIds(`${key}\n${readiness.number}`));
      if (tryCommand(later, again).rejection !== undefined) return undefined;
    }
    const act = actOf(composed, { reasons: proposal.reasons, hasModelText: false, rejection });
    const before = situationOf(connection);
    const answer = await this.ports.gate.ask(act, connection);
    if (!answer.ok) {
      for (const each of answer.fault) {
        if (each.id === 'too-often') desk.note(connection.nowMs + each.values.retryAtMs - this.ports.nowMs());
      }
      return { kind: 'not-allowed', why: answer.fault };
    }
    const now = this.view(connectionId);
    const isOther = this.underWayBeside(connectionId, key).length !== underWay.length;
    if (now === undefined || situationOf(now) !== before || isOther) {
      // What was judged is not what is there now; the permission was noted under the Action ID of the next try.
      this.wantAgain(connectionId);
      return undefined;
    }
    this.handOver(key, connectionId, composed, answer.value);
    return undefined;
  }

  private handOver(
    key: string,
    connectionId: string,
    composed: ComposedCommand,
    { draft, isStanding }: Permission,
  ): void {
    const { command, signer, signs } = composed;
    const order: LeadOrder = {
      connectionId,
      actionId: command.actionId,
      draft,
      signer: signer.actor,
      signs,
      isStanding,
    };
    this.fates.begin(key, composed);
    const sent = this.send(key, order).catch(this.ports.onFault);
    this.sending.add(sent);
    sent.finally(() => this.sending.delete(sent)).catch(this.ports.onFault);
  }

  private async send(key: string, order: LeadOrder): Promise<void> {
    const { connectionId } = order;
    const outcome = await this.submit(order);
    const connection = this.view(connectionId);
    const situation = connection === undefined ? '' : situationOf(connection);
    this.fates.end(key, outcome, connection?.nowMs ?? 0, situation);
    // Nobody waits for this look here: another answer may be what it waits for.
    this.look(connectionId).catch(this.ports.onFault);
  }

  /** A way out that fails says nothing of the Command: it may have gone. */
  private async submit(order: LeadOrder): Promise<LeadOutcome> {
    try {
      return await this.ports.submit(order);
    } catch (error) {
      this.ports.onFault(error);
      return { status: 'unknown' };
    }
  }

  /** Whether something was found that the next step is to know. */
  private async meetWants(
    connection: DeskConnection,
    groupId: string,
    { reviewsWanted, contentsWanted }: LeadStep,
    desk: DriverDesk,
  ): Promise<boolean> {
    if (reviewsWanted.length === 0 && contentsWanted.length === 0) return false;
    const { connectionId, nowMs } = connection;
    const { review: policy } = this.ports.settingsOf(connectionId, groupId);
    const ports = this.ports.reviewPorts(connectionId, groupId);
    await Promise.all(
      reviewsWanted.map(({ workItemId }) =>
        desk.reviews.prepare(connection, groupId, workItemId, policy, ports),
      ),
    );
    const fetched = await Promise.all(
      contentsWanted.map(({ groupId: id, contentHash }) =>
        desk.fetch(contentHash, nowMs, this.ports.reviewPorts(connectionId, id)),
      ),
    );
    return reviewsWanted.length > 0 || fetched.includes(true);
  }

  /** What may still change the state without being in it, of this driver and of people. */
  private underWayBeside(connectionId: string, key: string): readonly ComposedCommand[] {
    const own = this.fates.underWayBeside(key, keyIn(connectionId, '', ''));
    return [...own, ...(this.ports.underWay?.(connectionId) ?? [])];
  }

  private view(connectionId: string): DeskConnection | undefined {
    return this.ports.connections().find((each) => each.connectionId === connectionId);
  }

  private wantAgain(connectionId: string): void {
    if (this.wanted !== 'all') this.wanted.add(connectionId);
  }
}

/**
 * Whether a Membership would be granted to somebody about whom another one, or an offer, is under way: accepted meanwhile, that
 * makes an active member, and what comes after it would make a provisional one of it again (MEM-006, MEM-008).
 */
function crossesMembership({ draft }: ComposedCommand, underWay: readonly ComposedCommand[]): boolean {
  if (draft.kind !== 'membership.change') return false;
  const { groupId, payload } = draft;
  return underWay.some(({ draft: other }) => {
    if (other.groupId !== groupId) return false;
    if (other.kind === 'membership.change') return isSameActor(other.payload.member, payload.member);
    if (other.kind !== 'work.offer') return false;
    return other.payload.offers.some(({ agentId }) => agentId === payload.member.id);
  });
}

/** Whoever the proposal names, otherwise the Coordinator. */
function signerOf(
  connection: DeskConnection,
  groupId: string,
  { intent }: Proposal,
): DeskIdentity | undefined {
  if (intent.signer !== undefined) return identityOf(connection, intent.signer);
  const mission = connection.world.get('mission', groupId, SINGLE);
  return mission === undefined ? undefined : localCoordinator(connection, mission);
}

/** Everything by which the Authority may come to another answer than before, beside time. */
function situationOf(connection: DeskConnection): string {
  const heads = connection.groupIds.map((groupId) => headOf(connection, groupId));
  const sessions = connection.identities.map(({ sessionEpoch }) => sessionEpoch ?? 0);
  return [...heads, '', ...sessions].join(' ');
}

function headOf({ world }: DeskConnection, groupId: string): number {
  return world.get('head', groupId, SINGLE)?.sequence ?? 0;
}

function keyIn(connectionId: string, groupId: string, key: string): string {
  return `${connectionId}\n${groupId}${groupId === '' ? '' : '\n'}${key}`;
}
