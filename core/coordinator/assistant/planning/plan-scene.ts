// One Mission at one moment, as everything in planning looks at it: its items, their graph, and who could do the work.
import { matchCapabilities } from '../../../domain/capabilities.ts';
import { currentMemberships } from '../../../domain/members.ts';
import {
  type MissionRecord,
  ORGANIZATION,
  SINGLE,
  type WorkItemRecord,
  type World,
} from '../../../domain/world.ts';
import type { AgentCard, CapabilityRef, WorkContract } from '../../../protocol/generated/documents.ts';
import { type Estimate, estimateOf, FORECAST_STEP_MS, PlanGraph } from '../../desk/attention/plan-graph.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { cardOf } from '../../desk/intent/compose.ts';
import { Moment, msOf } from '../../desk/moment.ts';

export interface PlanScene {
  readonly connection: DeskConnection;
  readonly groupId: string;
  readonly mission: MissionRecord;
  readonly items: readonly WorkItemRecord[];
  readonly graph: PlanGraph;
  /** Every time that a result depends on is compared through it. */
  readonly moment: Moment;
  /** The moment of forecasts: now, at a whole step of time. */
  readonly stepMs: number;
  readonly workers: WorkerPool;
  /**
   * The state for reading the accounts of items, of which there are many. Whoever notes what was looked at need not note
   * them: a charge to one is a charge to its Mission's as well (BUD-008), and nothing else changes them without an Event.
   */
  readonly itemAccounts: World;
}

/** The Mission of a Group; undefined when it is not known here. `former` is its graph from before. */
export function planScene(
  connection: DeskConnection,
  groupId: string,
  former?: PlanGraph,
  itemAccounts: World = connection.world,
): PlanScene | undefined {
  const mission = connection.world.get('mission', groupId, SINGLE);
  if (mission === undefined) return undefined;
  const items: WorkItemRecord[] = [];
  for (const [, record] of connection.world.list('workItem', groupId)) items.push(record);
  const moment = new Moment(connection.nowMs);
  return {
    connection,
    groupId,
    mission,
    items,
    graph: new PlanGraph(items, keptEstimateOf, former),
    moment,
    stepMs: Math.floor(connection.nowMs / FORECAST_STEP_MS) * FORECAST_STEP_MS,
    workers: new WorkerPool(connection, groupId, moment),
    itemAccounts,
  };
}

const estimates = new WeakMap<WorkItemRecord, { readonly estimate: Estimate | undefined }>();

/** What the Worker says last. Records never change, so each is read once. */
export function keptEstimateOf(record: WorkItemRecord): Estimate | undefined {
  let kept = estimates.get(record);
  if (kept === undefined) {
    kept = { estimate: estimateOf(record) };
    estimates.set(record, kept);
  }
  return kept.estimate;
}

/** Whether a card holds at a moment and gets new offers (IDN-006). */
export function isUsableCard({ status, validUntil }: AgentCard, moment: Moment): boolean {
  return status === 'active' && (validUntil === undefined || !moment.hasReached(msOf(validUntil)));
}

/** Who could do the work of a Group: its working members, and everybody whose card is known here. */
export class WorkerPool {
  private readonly connection: DeskConnection;
  private readonly groupId: string;
  private readonly moment: Moment;
  private cards: readonly AgentCard[] | undefined;
  private readonly found = new Map<string, readonly AgentCard[]>();

  constructor(connection: DeskConnection, groupId: string, moment: Moment) {
    this.connection = connection;
    this.groupId = groupId;
    this.moment = moment;
  }

  /** The members whose cards satisfy everything that a contract requires (WORK-024). */
  candidatesFor({ requiredCapabilities }: WorkContract): readonly AgentCard[] {
    const key = requiredCapabilities.map(({ id, version }) => `${id}@${version}`).join(' ');
    let found = this.found.get(key);
    if (found === undefined) {
      found = this.workers().filter((card) => canDo(card, requiredCapabilities));
      this.found.set(key, found);
    }
    return found;
  }

  /** The capabilities of a contract that no working member has, each by itself. */
  missingFor({ requiredCapabilities }: WorkContract): readonly CapabilityRef[] {
    return requiredCapabilities.filter((each) => !this.workers().some((card) => canDo(card, [each])));
  }

  /** Whether any known Agent satisfies a contract, member or not: a Membership can be granted with the offer (MEM-004). */
  isKnownFor({ requiredCapabilities }: WorkContract): boolean {
    return this.everybody().some((card) => canDo(card, requiredCapabilities));
  }

  /** The capabilities of a contract that no known Agent has, each by itself. */
  unknownFor({ requiredCapabilities }: WorkContract): readonly CapabilityRef[] {
    return requiredCapabilities.filter((each) => !this.everybody().some((card) => canDo(card, [each])));
  }

  private everybody(): readonly AgentCard[] {
    const { connection, groupId, moment } = this;
    const coordinatorId = connection.world.get('mission', groupId, SINGLE)?.document.coordinator.agentId;
    const known = new Map(connection.cards);
    for (const [agentId, { card }] of connection.world.list('agent', ORGANIZATION)) known.set(agentId, card);
    return [...known.values()].filter((card) => card.agentId !== coordinatorId && isUsableCard(card, moment));
  }

  /** The cards of the Group's working members. */
  workers(): readonly AgentCard[] {
    this.cards ??= this.findWorkers();
    return this.cards;
  }

  private findWorkers(): readonly AgentCard[] {
    const { connection, groupId, moment } = this;
    const found: AgentCard[] = [];
    for (const [, { member }] of connection.world.list('member', groupId)) {
      const card = member.type === 'agent' ? cardOf(connection, member.id) : undefined;
      if (card === undefined || !isUsableCard(card, moment)) continue;
      const memberships = currentMemberships(connection.world, groupId, member, moment.now);
      for (const { provisionalExpiresAt, state } of memberships) {
        if (state === 'provisional' && provisionalExpiresAt !== undefined)
          moment.hasReached(msOf(provisionalExpiresAt));
      }
      if (memberships.some(({ role }) => role === 'worker' || role === 'reviewer')) found.push(card);
    }
    return found;
  }
}

/** Whether a card satisfies capabilities (OPEN-053). */
export function canDo(card: AgentCard, required: readonly CapabilityRef[]): boolean {
  return matchCapabilities(card, required).missing === undefined;
}
