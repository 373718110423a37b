// Whoever leads a child Mission in place of the assistant: plain, by the state of its Group alone. Some of them fail, as the plan has it.
import { isTerminal } from '../../../core/domain/missions.ts';
import { memberKey, SINGLE, type WorkItemRecord } from '../../../core/domain/world.ts';
import type { Event, Evidence } from '../../../core/protocol/generated/documents.ts';
import { evidenceOf } from '../../../core/simulation/documents.ts';
import { createRandom, type Random } from '../../../core/simulation/random.ts';
import { type MissionPlan, HOUR_MS, MINUTE_MS } from './mission-plan.ts';
import type { SimulatedOrganization } from './organization.ts';
import { LEADER, type Principal, principalById } from './people.ts';

const LEASE_SECONDS = 2 * 3_600;

export class ChildLeads {
  private readonly organization: SimulatedOrganization;
  private readonly plan: MissionPlan;
  private readonly random: Random;
  /** Child Missions that their leaders give up, by the item above them. */
  private readonly failures = new Map<string, ('given-up' | 'left-alone')[]>();
  private readonly doomed = new Set<string>();
  private readonly deserted = new Set<string>();
  private readonly waiting = new Set<string>();
  private readonly tried = new Map<string, number>();

  constructor(organization: SimulatedOrganization, plan: MissionPlan, seed: number) {
    this.organization = organization;
    this.plan = plan;
    this.random = createRandom(seed, 3);
    for (const { planned, childFailures } of plan.items)
      this.failures.set(planned.workItemId, [...childFailures]);
  }

  begin(): void {
    this.organization.onEvents((events) => {
      for (const event of events) this.hear(event);
    });
  }

  private hear({ groupId, kind }: Event): void {
    if (groupId === undefined) return;
    const mission = this.organization.authority.world.get('mission', groupId, SINGLE)?.document;
    const parent = mission?.parent;
    if (mission === undefined || parent === undefined || mission.coordinator.agentId === LEADER.actor.id)
      return;
    if (kind === 'mission.created') {
      const failure = this.failures.get(parent.workItemId)?.shift();
      if (failure === 'given-up') this.doomed.add(groupId);
      if (failure === 'left-alone') this.deserted.add(groupId);
      else this.watchTerm(groupId);
    }
    // A new leader takes up what the first one has left alone.
    if (kind === 'mission.coordinator.assigned' && this.deserted.delete(groupId)) this.watchTerm(groupId);
    if (this.deserted.has(groupId)) return;
    this.wake(groupId, (20 + this.random.below(120)) * 1_000);
  }

  private wake(groupId: string, delayMs: number): void {
    if (this.waiting.has(groupId)) return;
    this.waiting.add(groupId);
    this.organization.after(delayMs, async () => {
      this.waiting.delete(groupId);
      await this.step(groupId);
    });
  }

  private watchTerm(groupId: string): void {
    this.organization.after(HOUR_MS, async () => {
      const mission = this.organization.authority.world.get('mission', groupId, SINGLE)?.document;
      if (mission === undefined || isTerminal(mission.state)) return;
      await this.act('mission.renew_coordinator', groupId, { leaseSeconds: LEASE_SECONDS });
      this.watchTerm(groupId);
    });
  }

  private async step(groupId: string): Promise<void> {
    const { world } = this.organization.authority;
    const record = world.get('mission', groupId, SINGLE);
    if (record?.document.state !== 'active') return;
    if (this.doomed.has(groupId)) {
      this.doomed.delete(groupId);
      await this.act('mission.terminate', groupId, { reason: 'it cannot be done like this' });
      return;
    }
    const items = [...world.list('workItem', groupId)].map(([, each]) => each);
    if (items.length === 0) {
      await this.plant(groupId);
      return;
    }
    for (const item of items) await this.lead(groupId, item);
    if (items.every(({ document }) => document.state === 'verified')) {
      const artifactHashes = [
        ...new Set(items.flatMap(({ document }) => document.submission?.artifactHashes ?? [])),
      ];
      await this.act('mission.submit_for_approval', groupId, { artifactHashes });
    }
  }

  /** The work of the item above, as one item of its own. */
  private async plant(groupId: string): Promise<void> {
    const { world } = this.organization.authority;
    const mission = world.get('mission', groupId, SINGLE)?.document;
    const parent = mission?.parent;
    const address = parent === undefined ? undefined : world.get('missionAddress', SINGLE, parent.missionId);
    const above =
      parent === undefined || address === undefined
        ? undefined
        : world.get('workItem', address.groupId, parent.workItemId)?.document.contract;
    if (mission === undefined || above === undefined) return;
    await this.act('work.authorize', groupId, {
      workItemId: this.organization.newId('work'),
      contract: {
        ...above,
        goal: `${above.goal}, as a Mission of its own`,
        contractVersion: 1,
        dependencyWorkItemIds: [],
        deadline: mission.deadline,
        budget: mission.budget,
      },
    });
  }

  private async lead(groupId: string, item: WorkItemRecord): Promise<void> {
    const { document } = item;
    const { nowMs } = this.organization;
    switch (document.state) {
      case 'submitted':
        await this.act('work.accept_result', groupId, {
          workItemId: document.workItemId,
          evidence: [...this.reviewOf(groupId, item)],
        });
        return;
      case 'blocked':
        await this.act('work.unblock', groupId, { workItemId: document.workItemId });
        return;
      case 'open':
      case 'failed':
        await this.offer(groupId, item);
        return;
      case 'offered': {
        const isRunning = document.offers?.some(
          ({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > nowMs,
        );
        if (isRunning === true) this.wake(groupId, 10 * MINUTE_MS);
        else await this.offer(groupId, item);
        return;
      }
      default:
    }
  }

  private async offer(groupId: string, { document }: WorkItemRecord): Promise<void> {
    const { organization, plan } = this;
    const { workItemId, contract } = document;
    const leader = this.leaderOf(groupId);
    const able = plan.hands.filter(
      ({ manner, capabilities, principal }) =>
        manner === 'reliable' &&
        principal !== leader &&
        contract.requiredCapabilities.every(({ id }) => capabilities.some((each) => each.id === id)),
    );
    const count = this.tried.get(workItemId) ?? this.random.below(able.length);
    this.tried.set(workItemId, count + 1);
    const hand = able[count % able.length];
    if (hand === undefined) {
      await this.act('mission.terminate', groupId, { reason: 'nobody can do it' });
      return;
    }
    const { actor } = hand.principal;
    if (organization.authority.world.get('member', groupId, memberKey(actor)) === undefined) {
      await this.act('membership.change', groupId, {
        member: actor,
        role: 'worker',
        state: 'active',
        scopes: ['message.post', 'work.accept_offer', 'work.execute'],
      });
    }
    await this.act('work.offer', groupId, {
      workItemId,
      offers: [{ offerId: organization.newId('offer'), agentId: actor.id }],
      offerExpiresInSeconds: 600,
      selectionBasis: {
        requiredCapabilities: contract.requiredCapabilities,
        verifiedMatches: contract.requiredCapabilities,
        authorizationEligible: true,
        availabilityEstimate: organization.nowText,
        expectedCost: 0,
        reliabilityEvidence: [],
        policyRulesApplied: ['the next one'],
      },
    });
    this.wake(groupId, 11 * MINUTE_MS);
  }

  /** Evidence for every criterion of the item, with every type that it asks for. */
  private *reviewOf(groupId: string, item: WorkItemRecord): Generator<Evidence> {
    const { contract, submission } = item.document;
    const types = new Set(contract.acceptanceCriteria.flatMap(({ evidenceRequired }) => evidenceRequired));
    for (const type of types) {
      const criterionIds = contract.acceptanceCriteria
        .filter(({ evidenceRequired }) => evidenceRequired.includes(type))
        .map(({ criterionId }) => criterionId);
      yield evidenceOf(this.organization.scene(), item, this.leaderOf(groupId), {
        type,
        criterionIds,
        artifactHashes: [...(submission?.artifactHashes ?? [])],
      });
    }
  }

  private leaderOf(groupId: string): Principal {
    const mission = this.organization.authority.world.get('mission', groupId, SINGLE)?.document;
    return principalById(mission?.coordinator.agentId ?? '');
  }

  private act<Kind extends Parameters<SimulatedOrganization['act']>[0]>(
    kind: Kind,
    groupId: string,
    payload: Parameters<SimulatedOrganization['act']>[2] & Parameters<typeof this.organization.act<Kind>>[2],
  ) {
    return this.organization.act(kind, this.leaderOf(groupId), payload, { groupId });
  }
}
