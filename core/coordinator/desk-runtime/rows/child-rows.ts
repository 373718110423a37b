// The child Missions of a Mission as rows: where each stands, what it needs from above, what answers it, what follows its failure.
import type {
  ChildReviewRow,
  ChildRowModel,
  ChildrenSummary,
  ReplanRow,
} from '../../../contract/children.ts';
import type { NoSummary } from '../../../contract/live.ts';
import type { Person } from '../../../contract/values.ts';
import { isTerminal } from '../../../domain/missions.ts';
import { parentLinkOf, parentOf, rootOf } from '../../../domain/mission-tree.ts';
import { ORGANIZATION, SINGLE } from '../../../domain/world.ts';
import type { AgentCard } from '../../../protocol/generated/documents.ts';
import { type ChildRow, ChildWatch } from '../../assistant/children/follow-children.ts';
import { replanAfterChild } from '../../assistant/children/replan.ts';
import { reviewChild } from '../../assistant/children/review-child.ts';
import { childWords } from '../../assistant/children/words.ts';
import { planScene } from '../../assistant/planning/plan-scene.ts';
import { type DeskConnection, localOwner } from '../../desk/connection.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource, Topic } from '../live-queries.ts';
import { childRowWords } from '../words/child-row-words.ts';
import { say, type Texts } from '../words/texts.ts';
import { childReasonLine, childReasonWords, type LineScene } from './reason-lines.ts';
import {
  agentOf,
  budgetOf,
  personOf,
  sortNumber,
  stateWords,
  textsFor,
  titleOfMission,
  worstOf,
} from './row-context.ts';

/** A child moves with its own Group; which one that is only the state knows. */
function concernsConnection(connectionId: string): (topic: Topic) => boolean {
  return (topic) => topic.kind !== 'group' || topic.connectionId === connectionId;
}

export function childrenSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): LiveSource<ChildRowModel, ChildrenSummary> {
  const watch = new ChildWatch();
  return {
    concerns: concernsConnection(connectionId),
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      const texts = textsFor(desk);
      if (connection === undefined || view === undefined) return { rows: [], summary: emptySummary(texts) };
      const scene = { texts, connection, view };
      const rows = watch.rows(view, groupId).map((row, index) => childRowModel(scene, row, index));
      return { rows, summary: summaryOf(scene, groupId) };
    },
  };
}

function emptySummary(texts: Texts): ChildrenSummary {
  return {
    title: '',
    stateWords: say('mission-state.active', texts.desk.missionStates.active),
    depth: 0,
    depthLimit: 0,
  };
}

function summaryOf({ texts, view }: LineScene, groupId: string): ChildrenSummary {
  const mission = view.world.get('mission', groupId, SINGLE);
  if (mission === undefined) return emptySummary(texts);
  const { state, parent } = mission.document;
  const above = parentOf(view.world, mission)?.document.groupId;
  return {
    title: titleOfMission(view.world, groupId),
    stateWords: say(`mission-state.${state}`, texts.desk.missionStates[state]),
    depth: parent?.depth ?? 0,
    depthLimit: view.policy.cooperation.delegationDepth,
    ...(above === undefined ? {} : { parent: { groupId: above, title: titleOfMission(view.world, above) } }),
  };
}

export function childRowModel(scene: LineScene, row: ChildRow, index: number): ChildRowModel {
  const { texts, connection, view } = scene;
  const { world, connectionId } = view;
  const { childGroupId, state, failurePolicy, workItemId, coordinatorAgentId } = row;
  const child = world.get('mission', childGroupId, SINGLE);
  const isOver = isTerminal(state);
  const awaits = child === undefined ? [] : awaitsOf(scene, childGroupId);
  const words = childRowWords(texts.language);
  const budget = child?.document.budget;
  const worst =
    child === undefined || budget === undefined
      ? undefined
      : worstOf(budgetOf(world.get('account', childGroupId, child.document.missionId), budget));
  const parentGroupId = child === undefined ? undefined : parentOf(world, child)?.document.groupId;
  const item =
    workItemId === undefined || parentGroupId === undefined
      ? undefined
      : world.get('workItem', parentGroupId, workItemId);
  return {
    id: childGroupId,
    sort: sortNumber(index),
    connectionId,
    groupId: childGroupId,
    missionId: row.missionId,
    title: row.title,
    isSeen: child !== undefined,
    state,
    stateWords: say(`mission-state.${state}`, texts.desk.missionStates[state]),
    revision: row.revision,
    withoutEstimate: row.withoutEstimate,
    items: { total: row.items, verified: row.verified, blocked: row.blocked },
    failurePolicy,
    failurePolicyWords: say(`child-policy.${failurePolicy}`, words.policies[failurePolicy]),
    depth: row.depth,
    depthLimit: row.depthLimit,
    childCount: [...world.list('childMission', childGroupId)].length,
    needs: row.escalations.map((reason) => childReasonWords(scene, reason)),
    awaits,
    isMineToAnswer:
      child !== undefined && state === 'awaiting_approval' && localOwner(view, child) !== undefined,
    isOver,
    ...(coordinatorAgentId === '' ? {} : { coordinator: agentOf(connection, view, coordinatorAgentId) }),
    ...(child === undefined || isOver
      ? {}
      : {
          deadlineAtMs: row.deadlineAtMs,
          forecastAtMs: row.forecastAtMs,
          slackMs: row.deadlineAtMs - row.forecastAtMs,
        }),
    ...(worst === undefined ? {} : { worstBudget: worst }),
    ...(budget?.currency === undefined ? {} : { currency: budget.currency }),
    ...(item === undefined
      ? {}
      : {
          item: {
            workItemId: item.document.workItemId,
            title: item.document.contract.goal,
            state: item.document.state,
            stateWords: stateWords(texts, item.document.state),
            isWaiting: row.isLinked,
          },
        }),
  };
}

/** Who has to approve what a child has submitted: its owner, and the human at the root where its policy says so (CHD-005). */
function awaitsOf({ connection, view }: LineScene, groupId: string): Person[] {
  const child = view.world.get('mission', groupId, SINGLE);
  if (child === undefined || child.document.state !== 'awaiting_approval') return [];
  const { missionOwner, approvalPolicy, coordinator } = child.document;
  const owner = personOf(connection, view, missionOwner);
  const asksHuman = approvalPolicy.finalHumanApproval || missionOwner.id === coordinator.agentId;
  if (!asksHuman) return [owner];
  return [owner, personOf(connection, view, rootOf(view.world, child).document.missionOwner)];
}

export function childReviewSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): LiveSource<ChildReviewRow, NoSummary> {
  return {
    concerns: concernsConnection(connectionId),
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      if (connection === undefined || view === undefined) return { rows: [], summary: {} };
      const row = childReviewRow({ texts: textsFor(desk), connection, view }, groupId);
      return { rows: row === undefined ? [] : [row], summary: {} };
    },
  };
}

export function childReviewRow(scene: LineScene, groupId: string): ChildReviewRow | undefined {
  const { texts, view } = scene;
  const review = reviewChild(view, groupId);
  const child = view.world.get('mission', groupId, SINGLE);
  if (review === undefined || child === undefined) return undefined;
  const words = childRowWords(texts.language);
  const link = parentLinkOf(view.world, child);
  return {
    id: 'review',
    sort: '0',
    verdict: review.verdict,
    words: say(`child-review.${review.verdict}`, childWords(texts.language).reviews[review.verdict]),
    reasons: review.reasons.map((reason) => childReasonLine(scene, reason)),
    result:
      link === undefined
        ? say('child-review.nothing', words.completesNothing)
        : say('child-review.completes', words.completes(link.item.document.contract.goal)),
  };
}

export function replanSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
  workItemId: string,
): LiveSource<ReplanRow, NoSummary> {
  return {
    concerns: concernsConnection(connectionId),
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      if (connection === undefined || view === undefined) return { rows: [], summary: {} };
      const row = replanRow({ texts: textsFor(desk), connection, view }, groupId, workItemId);
      return { rows: row === undefined ? [] : [row], summary: {} };
    },
  };
}

export function replanRow(scene: LineScene, groupId: string, workItemId: string): ReplanRow | undefined {
  const { texts, view } = scene;
  const plan = planScene(view, groupId);
  const item = view.world.get('workItem', groupId, workItemId);
  const replan =
    plan === undefined || item === undefined ? undefined : replanAfterChild(plan, item, cardsOf(view));
  if (item === undefined || replan === undefined) return undefined;
  const words = childRowWords(texts.language);
  const { replans } = childWords(texts.language);
  return {
    id: 'replan',
    sort: '0',
    workItemId,
    title: item.document.contract.goal,
    policyWords: say(`child-policy.${replan.policy}`, words.policies[replan.policy]),
    reasons: replan.reasons.map((reason) => childReasonLine(scene, reason)),
    options: replan.options.map(({ kind, proposals, obstacles, offer }) => {
      const option = {
        kind,
        words: say(`replan.${kind}`, replans[kind]),
        isOpen: obstacles.length === 0,
        obstacles: obstacles.map((reason) => childReasonWords(scene, reason)),
        intents: proposals.map(({ intent }) => ({
          // Forms of the desk are forms of the contract.
          intent: intent as ReplanRow['options'][number]['intents'][number]['intent'],
          words: say(`command.${intent.kind}`, texts.row.commands[intent.kind]),
        })),
      };
      return offer === undefined ? option : Object.assign(option, { offer });
    }),
  };
}

/** Every Agent whose card is known here. */
export function cardsOf({ cards, world }: DeskConnection): readonly AgentCard[] {
  const known = new Map(cards);
  for (const [agentId, { card }] of world.list('agent', ORGANIZATION)) known.set(agentId, card);
  return [...known.values()];
}
