// The Organization in which a Mission is led: the real rules on a virtual clock, a judge of every step, and whoever wants to hear
// of Events. Nothing here knows the assistant.
import type { CommandKind, OrganizationPolicy } from '../../../core/domain/decision.ts';
import { memberKey, ORGANIZATION, SINGLE } from '../../../core/domain/world.ts';
import type { CommandPayloads, Event } from '../../../core/protocol/generated/documents.ts';
import type { Unsigned } from '../../../core/protocol/sign.ts';
import type { Answer, Delivery } from '../../../core/simulation/authority-under-test.ts';
import { timeText } from '../../../core/simulation/documents.ts';
import { FastAuthority } from '../../../core/simulation/fast-authority.ts';
import { checkLiveState } from '../../../core/simulation/model/compare.ts';
import { BrokenInvariant, Model } from '../../../core/simulation/model.ts';
import { type Random, SimulatedClock } from '../../../core/simulation/random.ts';
import type { Envelope, Scene } from '../../../core/simulation/scene.ts';
import { NOTARY, type Principal, principalOf, SERVICE } from './people.ts';

type Act = () => void | Promise<void>;

interface Due {
  readonly atMs: number;
  readonly act: Act;
}

export class SimulatedOrganization {
  readonly clock = new SimulatedClock();
  readonly authority: FastAuthority;
  readonly policy: OrganizationPolicy;
  readonly random: Random;
  /** Every Command with what came of it, for the trace of a failure. */
  readonly trace: string[] = [];
  private readonly model = new Model([SERVICE.actor.id]);
  private readonly listeners: ((events: readonly Event[]) => void)[] = [];
  /** Ascending by time; of equal times the older first. */
  private readonly agenda: Due[] = [];
  /** The last Command that was more than the renewal of a term. */
  lastActAtMs = 0;
  private lastId = 0;

  constructor(random: Random, policy: OrganizationPolicy) {
    this.random = random;
    this.policy = policy;
    this.authority = new FastAuthority({ clock: this.clock, policy, principalOf });
  }

  get nowMs(): number {
    return this.clock.nowMs;
  }

  get nowText(): string {
    return timeText(this.clock.nowMs);
  }

  newId(kind: string): string {
    this.lastId += 1;
    return `urn:heddle:simulation:${kind}:w${this.lastId}`;
  }

  /** What the makers of simulated documents look at. */
  scene(): Scene {
    const { authority, clock, random, policy } = this;
    return {
      world: authority.world,
      log: authority.log,
      nowMs: clock.nowMs,
      random,
      notary: NOTARY,
      policy,
      memory: { stints: [], promises: [] },
      newId: (kind) => this.newId(kind),
    };
  }

  onEvents(hear: (events: readonly Event[]) => void): void {
    this.listeners.push(hear);
  }

  at(atMs: number, act: Act): void {
    const due: Due = { atMs: Math.max(atMs, this.nowMs), act };
    let from = 0;
    let to = this.agenda.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.agenda[middle] as Due).atMs <= due.atMs) from = middle + 1;
      else to = middle;
    }
    this.agenda.splice(from, 0, due);
  }

  after(delayMs: number, act: Act): void {
    this.at(this.nowMs + delayMs, act);
  }

  /** Jumps from one moment at which something happens to the next. */
  async run(untilMs: number, isOver: () => boolean): Promise<void> {
    for (;;) {
      const next = this.agenda[0];
      if (isOver() || next === undefined || next.atMs > untilMs) return;
      this.agenda.shift();
      this.clock.jumpTo(next.atMs);
      await next.act();
    }
  }

  /** A Command as an honest client signs it now: with the epochs that are current, unless the envelope says otherwise. */
  async act<Kind extends CommandKind>(
    kind: Kind,
    by: Principal,
    payload: CommandPayloads[Kind],
    envelope: Envelope = {},
  ): Promise<Answer> {
    const { world } = this.authority;
    const { actor } = by;
    const { groupId } = envelope;
    const isAgent = actor.type === 'agent';
    const sessionEpoch = isAgent ? world.get('session', ORGANIZATION, actor.id)?.sessionEpoch : undefined;
    const member =
      groupId === undefined || actor.type === 'service'
        ? undefined
        : world.get('member', groupId, memberKey(actor));
    const mission = groupId === undefined ? undefined : world.get('mission', groupId, SINGLE)?.document;
    const isCoordinator = isAgent && mission?.coordinator.agentId === actor.id;
    const actionId = this.newId('action');
    return this.submit(
      {
        protocolVersion: '0.1',
        actionId,
        actor,
        ...(sessionEpoch === undefined ? {} : { sessionEpoch }),
        ...(member === undefined ? {} : { membershipEpoch: member.membershipEpoch }),
        ...(isCoordinator ? { coordinatorEpoch: mission.coordinator.coordinatorEpoch } : {}),
        correlationId: actionId,
        issuedAt: this.nowText,
        ...envelope,
        kind,
        payload: payload as unknown as Unsigned<'command'>['payload'],
      },
      by,
    );
  }

  /** The same for what has to succeed. */
  async mustAct<Kind extends CommandKind>(
    kind: Kind,
    by: Principal,
    payload: CommandPayloads[Kind],
    envelope: Envelope = {},
  ): Promise<void> {
    const answer = await this.act(kind, by, payload, envelope);
    if (answer.kind !== 'accepted') throw new Error(`${kind}: ${JSON.stringify(answer)}`);
  }

  /** Signs and delivers; the judge looks on. */
  async submit(unsigned: Unsigned<'command'>, by: Principal): Promise<Answer> {
    return this.deliver({
      sealed: NOTARY.seal(unsigned, by),
      from: by,
      sessionEpoch: unsigned.sessionEpoch,
      note: '',
    });
  }

  async deliver(delivery: Delivery): Promise<Answer> {
    const before = this.authority.log.length;
    const answer = await this.authority.submit(delivery, undefined);
    const added = this.authority.log.slice(before);
    const { command, signingHash } = delivery.sealed;
    this.note(command, answer);
    this.model.observe({ command, signingHash, answer, added, nowMs: this.nowMs });
    const [defect] = this.authority.faults;
    if (defect !== undefined) throw new BrokenInvariant('DEFECT', defect);
    const events = added.map(({ event }) => event);
    if (events.length > 0) for (const hear of this.listeners) hear(events);
    return answer;
  }

  /** Everything that can only be seen from outside: the stored log, and the state against it. */
  async checkState(): Promise<void> {
    this.model.checkTexts(await this.authority.readTexts());
    const difference = await this.authority.findStateDifference();
    if (difference !== undefined) throw new BrokenInvariant('REBUILD', difference);
    checkLiveState(this.model.picture, this.authority.world);
  }

  private note(command: Unsigned<'command'>, answer: Answer): void {
    const { kind, actor, payload } = command;
    const member = payload['member'] as { readonly id?: string } | undefined;
    const about = payload['workItemId'] ?? payload['parentWorkItemId'] ?? member?.id;
    const subject = typeof about === 'string' ? about.split(':').at(-1) : undefined;
    if (kind !== 'mission.renew_coordinator' && !kind.includes('session_open')) this.lastActAtMs = this.nowMs;
    const outcome =
      answer.kind === 'refused' ? `${answer.code} ${answer.rule} ${answer.message}` : answer.kind;
    this.trace.push(
      `${this.nowText} ${actor.id.split(':').at(-1) ?? ''} ${kind} ${subject ?? ''} → ${outcome}`,
    );
  }
}
