// The rankings of many items of a Group, kept while the log moves on: an Event changes what it touches and nothing else. What it
// says at any moment is what `rankCandidates` says.
import { DIMENSIONS, NO_USAGE } from '../../../domain/budget.ts';
import type { CapabilityRef, EventPayloads, Usage, WorkItem } from '../../../protocol/generated/documents.ts';
import { reviewedItemOf } from '../review-mark.ts';
import type { HistoryTouch, LoggedFact } from './agent-history.ts';
import { type AgentStanding, knownAgentIds, type OfferScene, standingOf } from './agent-standing.ts';
import { type CandidateFit, fitOf } from './candidate-fit.ts';
import { type ItemNeeds, needsOf, roomOf, type Rooms } from './item-needs.ts';
import { RankedKeys } from './ranked-keys.ts';
import { isOverBudget, orderOf, placeIn } from './score-candidate.ts';

/** Rankings move on in such steps while only time passes, so that a moment does not make all of them new. */
export const RANKING_STEP_MS = 60_000;

/** A place in a ranking. */
export interface BoardPlace {
  readonly agentId: string;
  readonly tier: number;
  readonly score: number;
}

/** What is worked out once for all items that ask for the same capabilities. */
interface Kind {
  readonly required: readonly CapabilityRef[];
  readonly fits: CandidateFit[];
  /** The most that any of them is expected to use. */
  readonly most: Usage;
}

interface BoardItem {
  needs: ItemNeeds;
  /** Whether some candidate may use more than there is: for all other items nobody has to look at budgets. */
  isTight: boolean;
  readonly kind: Kind;
  readonly keys: RankedKeys;
}

export class RankingBoard {
  private scene: OfferScene;
  private agentIds: readonly string[] = [];
  private indexes = new Map<string, number>();
  private standings: AgentStanding[] = [];
  private readonly kinds = new Map<string, Kind>();
  private readonly items = new Map<string, BoardItem>();
  private nextMs = 0;
  private isStale = true;

  /** State, presence and history of the scene are read again whenever something has changed; they may be live. */
  constructor(scene: OfferScene) {
    this.scene = scene;
  }

  /** The moment that all rankings are of, in milliseconds since 1970. */
  get atMs(): number {
    return this.scene.nowMs;
  }

  /** Goes on to a later moment. Rankings stay as they are until it makes a difference. */
  advance(nowMs: number): void {
    if (nowMs < this.nextMs && nowMs - this.scene.nowMs < RANKING_STEP_MS) return;
    this.scene = { ...this.scene, nowMs };
    this.isStale = true;
  }

  /** Takes an Event of any Group that state and history have taken already. */
  take(event: LoggedFact, touched: HistoryTouch | undefined): void {
    if (this.isStale) return;
    if (this.isAboutEverything(event)) {
      this.isStale = true;
      return;
    }
    for (const agentId of agentsIn(event, touched)) this.standAnew(agentId);
    if (event.groupId === this.scene.groupId) this.takeItem(event, touched);
    if (movesAccounts(event)) this.measureRooms();
  }

  /** An Agent was heard, or is no longer. */
  hear(agentId: string): void {
    if (!this.isStale) this.standAnew(agentId);
  }

  /** The best candidates of an item, the first one first; undefined where there is no such item. */
  best(workItemId: string, most: number): readonly BoardPlace[] | undefined {
    const keys = this.itemOf(workItemId)?.keys;
    if (keys === undefined) return undefined;
    const places: BoardPlace[] = [];
    for (let rank = 0; rank < Math.min(most, keys.size); rank += 1) {
      const found = keys.at(rank);
      const agentId = found === undefined ? undefined : this.agentIds[found.index];
      if (found === undefined || agentId === undefined) break;
      places.push({ agentId, ...placeIn(found.order) });
    }
    return places;
  }

  private itemOf(workItemId: string): BoardItem | undefined {
    this.refresh();
    const known = this.items.get(workItemId);
    if (known !== undefined) return known;
    const record = this.scene.world.get('workItem', this.scene.groupId, workItemId);
    if (record === undefined) return undefined;
    const needs = needsOf(this.scene, record);
    const kind = this.kindOf(needs);
    const isTight = isTightFor(kind, needs);
    const item: BoardItem = { needs, kind, isTight, keys: new RankedKeys(this.agentIds.length) };
    const { fits } = kind;
    const { ranking, nowMs } = this.scene;
    const placing = placingNeeds(item);
    item.keys.fill((index) => {
      const fit = fits[index];
      return fit === undefined ? undefined : orderOf(fit, placing, ranking, nowMs);
    });
    this.items.set(workItemId, item);
    this.nextMs = Math.min(this.nextMs, needs.nextMs);
    return item;
  }

  private refresh(): void {
    if (!this.isStale) return;
    this.isStale = false;
    this.items.clear();
    this.kinds.clear();
    this.agentIds = knownAgentIds(this.scene);
    this.indexes = new Map(this.agentIds.map((agentId, index) => [agentId, index]));
    this.standings = this.agentIds.map((agentId) => standingOf(this.scene, agentId));
    this.nextMs = this.standings.reduce((next, standing) => Math.min(next, standing.nextMs), Infinity);
  }

  private kindOf({ signature, required }: ItemNeeds): Kind {
    const known = this.kinds.get(signature);
    if (known !== undefined) return known;
    const fits = this.standings.map((standing) => fitOf(this.scene, standing, required));
    const most = { ...NO_USAGE };
    const kind: Kind = { required, fits, most };
    for (const fit of fits) raise(most, fit.usage);
    this.kinds.set(signature, kind);
    return kind;
  }

  private placeAnew(item: BoardItem, index: number): void {
    const fit = item.kind.fits[index];
    if (fit === undefined) return;
    item.keys.move(index, orderOf(fit, item.needs, this.scene.ranking, this.scene.nowMs));
  }

  /** One Agent is looked at anew, in all rankings. */
  private standAnew(agentId: string): void {
    const index = this.indexes.get(agentId);
    if (index === undefined) return;
    const standing = standingOf(this.scene, agentId);
    this.standings[index] = standing;
    this.nextMs = Math.min(this.nextMs, standing.nextMs);
    for (const kind of this.kinds.values()) {
      const fit = fitOf(this.scene, standing, kind.required);
      kind.fits[index] = fit;
      raise(kind.most, fit.usage);
    }
    for (const item of this.items.values()) this.placeAnew(item, index);
  }

  /** The item of an Event, those that wait for it, and reviews of it. */
  private takeItem({ payload, workItemId = '' }: LoggedFact, touched: HistoryTouch | undefined): void {
    const { workItem } = payload as { readonly workItem?: WorkItem };
    const changed = new Set([workItemId, workItem?.workItemId ?? '', touched?.workItemId ?? '']);
    for (const [id, { needs }] of this.items) {
      const { contract } = needs.record.document;
      const waits = contract.dependencyWorkItemIds.some((each) => changed.has(each));
      if (waits || changed.has(reviewedItemOf(contract) ?? ' ')) changed.add(id);
    }
    for (const id of changed) this.items.delete(id);
  }

  /** What is left in the accounts has changed: only those move for whom that makes the difference. */
  private measureRooms(): void {
    const { world, groupId } = this.scene;
    const known = new Map<string, Rooms | undefined>();
    for (const [workItemId, item] of this.items) {
      const { needs, kind, isTight } = item;
      const room = roomOf(world, { groupId, id: workItemId }, known);
      const before = needs.room;
      item.needs = { ...needs, room };
      item.isTight = isTightFor(kind, { room });
      if (!isTight && !item.isTight) continue;
      for (const [index, fit] of kind.fits.entries()) {
        if (isOverBudget(fit, { room }) !== isOverBudget(fit, { room: before })) this.placeAnew(item, index);
      }
    }
  }

  /** A new Agent takes a place among the others; another Coordinator changes who may be asked. */
  private isAboutEverything({ kind, groupId, payload }: LoggedFact): boolean {
    if (kind === 'ext.missionweaveprotocol.registry.agent_card_registered') {
      const { agentCard } = payload as unknown as EventPayloads[typeof kind];
      return !this.indexes.has(agentCard.agentId);
    }
    return kind === 'mission.coordinator.assigned' && groupId === this.scene.groupId;
  }
}

/** The Agents whose standing an Event may change. */
function agentsIn({ payload }: LoggedFact, touched: HistoryTouch | undefined): ReadonlySet<string> {
  const ids = new Set(touched?.agentIds);
  const {
    membership,
    memberships = [],
    agentCard,
    agentId,
  } = payload as {
    readonly membership?: { readonly member: { readonly id: string } };
    readonly memberships?: readonly { readonly member: { readonly id: string } }[];
    readonly agentCard?: { readonly agentId: string };
    readonly agentId?: unknown;
  };
  if (membership !== undefined) ids.add(membership.member.id);
  for (const { member } of memberships) ids.add(member.id);
  if (agentCard !== undefined) ids.add(agentCard.agentId);
  if (typeof agentId === 'string') ids.add(agentId);
  return ids;
}

/** Events after which an account has another limit or another usage, in whatever Group. */
function movesAccounts({ kind }: LoggedFact): boolean {
  return kind === 'ext.missionweaveprotocol.core.resource_usage_recorded' || kind === 'work.contract.revised';
}

/** Whether the most expensive candidate would not fit. */
function isTightFor({ most }: Kind, { room }: Pick<ItemNeeds, 'room'>): boolean {
  return room === undefined || DIMENSIONS.some((each) => most[each] > room[each].left);
}

/** What places a candidate: without the budgets where they refuse nobody. */
function placingNeeds({ needs, isTight }: BoardItem): ItemNeeds {
  return isTight ? needs : { ...needs, room: undefined };
}

function raise(most: { -readonly [Each in keyof Usage]: number }, usage: Usage | undefined): void {
  if (usage === undefined) return;
  for (const dimension of DIMENSIONS) most[dimension] = Math.max(most[dimension], usage[dimension]);
}
