// Rankings of WorkItems for windows, each worked out once for as long as nothing that it looks at has changed.
import { type OfferScene, knownAgentIds, standingOf } from '../assistant/offers/agent-standing.ts';
import type { RankingSettings } from '../assistant/offers/offer-settings.ts';
import { type Ranking, rankCandidates } from '../assistant/offers/rank-candidates.ts';
import { RANKING_STEP_MS } from '../assistant/offers/ranking-board.ts';
import { SINGLE } from '../../domain/world.ts';
import type { DeskConnection } from '../desk/connection.ts';
import { msOf } from '../desk/moment.ts';
import { offerSceneOf } from './assistant-ports.ts';
import type { RunningConnection } from './desk-connections.ts';

export interface ItemRanking {
  readonly scene: OfferScene;
  readonly ranking: Ranking;
}

interface KeptRanking extends ItemRanking {
  readonly atMs: number;
  readonly movedCount: number;
  /** Time alone changes it no earlier. */
  readonly nextMs: number;
}

/** Items that are kept at once. */
const MAX_KEPT = 64;

export class ItemRankings {
  private readonly kept = new Map<string, KeptRanking>();

  /** The ranking of an item; undefined where there is no such item. */
  of(
    connection: RunningConnection,
    view: DeskConnection,
    { groupId, workItemId }: { readonly groupId: string; readonly workItemId: string },
    settings: RankingSettings,
  ): ItemRanking | undefined {
    const key = `${view.connectionId} ${groupId} ${workItemId}`;
    const known = this.kept.get(key);
    if (known !== undefined && isStanding(known, connection, view, settings)) return known;
    const scene = notBeforeLog(offerSceneOf(connection, view, groupId, settings));
    const ranking = rankCandidates(scene, workItemId);
    this.kept.delete(key);
    if (ranking === undefined) return undefined;
    const { movedCount } = connection;
    const made = { scene, ranking, movedCount, atMs: view.nowMs, nextMs: nextMsOf(scene, ranking) };
    this.kept.set(key, made);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MAX_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return made;
  }
}

/** A basis that claims a time before its own log would be contradicted by it: a clock that is behind has no say. */
function notBeforeLog(scene: OfferScene): OfferScene {
  const { world, groupId, nowMs } = scene;
  const lastOccurredAt = world.get('head', groupId, SINGLE)?.lastOccurredAt;
  return lastOccurredAt === undefined ? scene : { ...scene, nowMs: Math.max(nowMs, msOf(lastOccurredAt)) };
}

function isStanding(
  { scene, atMs, movedCount, nextMs }: KeptRanking,
  connection: RunningConnection,
  { presence, cards, nowMs }: DeskConnection,
  settings: RankingSettings,
): boolean {
  return (
    movedCount === connection.movedCount &&
    scene.presence === presence &&
    scene.cards === cards &&
    scene.ranking === settings &&
    nowMs >= atMs &&
    nowMs < nextMs
  );
}

function nextMsOf(scene: OfferScene, { needs }: Ranking): number {
  return knownAgentIds(scene).reduce(
    (next, agentId) => Math.min(next, standingOf(scene, agentId).nextMs),
    Math.min(needs.nextMs, scene.nowMs + RANKING_STEP_MS),
  );
}
