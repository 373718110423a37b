// Rules about a Mission as a whole: children (19), deadline (22), budget (23), Delegation Grants (33), and what is said to
// people (16, 36).
import { type Dimension, DIMENSIONS, limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import { memberKey, SINGLE, type WorkItemRecord, type World } from '../../../domain/world.ts';
import type { Usage } from '../../../protocol/generated/documents.ts';
import { identityOf } from '../connection.ts';
import { msOf } from '../moment.ts';
import { grantStanding } from '../policy/grant-standing.ts';
import type { Finding, GroupScene } from './attention-types.ts';
import { endsSoon, itemObject, missionObject } from './lease-rules.ts';
import { FORECAST_STEP_MS } from './plan-graph.ts';
import { isLeftByChild } from './review-rules.ts';

/** 19: a child Mission has come to nothing, or cannot go on without its parent. */
export function* findChildTrouble(scene: GroupScene): Generator<Finding> {
  for (const item of scene.items) {
    if (item.document.state !== 'blocked') continue;
    const finding = isLeftByChild(item) ? endedChildOf(scene, item) : hinderedChildOf(scene, item);
    if (finding !== undefined) yield finding;
  }
}

function endedChildOf({ connection }: GroupScene, item: WorkItemRecord): Finding | undefined {
  const groupId = item.formerChildGroupIds.at(-1);
  if (groupId === undefined) return undefined;
  const state = connection.world.get('mission', groupId, SINGLE)?.document.state ?? '';
  return {
    object: itemObject(item),
    workItemId: item.document.workItemId,
    epoch: groupId,
    values: { childGroupId: groupId, because: 'ended', state },
  };
}

/** A child that still runs, as far as its Group can be seen from here. */
function hinderedChildOf({ connection, settings }: GroupScene, item: WorkItemRecord): Finding | undefined {
  const { world } = connection;
  const child = item.childGroupId === undefined ? undefined : world.get('mission', item.childGroupId, SINGLE);
  if (child === undefined || child.document.state !== 'active') return undefined;
  const { missionId, groupId } = child.document;
  const base = { object: itemObject(item), workItemId: item.document.workItemId };
  const threshold = settings.budgetShares.at(-2) ?? 1;
  const full = sharesOf(world, groupId, missionId).find(({ share }) => share >= threshold);
  if (full !== undefined) {
    const { dimension, share } = full;
    const percent = Math.floor(share * 100);
    return {
      ...base,
      epoch: `${groupId} ${dimension}`,
      values: { childGroupId: groupId, because: 'budget', dimension, percent },
    };
  }
  let count = 0;
  for (const [, each] of world.list('workItem', groupId)) {
    if (each.document.state === 'blocked' && each.requiredResolution !== undefined) count += 1;
  }
  if (count === 0) return undefined;
  return { ...base, epoch: groupId, values: { childGroupId: groupId, because: 'blocked', count } };
}

interface Share {
  readonly dimension: Dimension;
  readonly used: number;
  readonly limit: number;
  readonly share: number;
}

/** How much of each dimension of an account is used, of those that have a limit. */
function sharesOf(world: World, groupId: string, id: string): readonly Share[] {
  const account = world.get('account', groupId, id);
  const limits = account === undefined ? undefined : limitsOf(account.limit);
  if (account === undefined || limits === undefined) return [];
  return DIMENSIONS.filter((dimension) => limits[dimension] > 0).map((dimension) => {
    const used = account.usage[dimension];
    const limit = limits[dimension];
    return { dimension, used, limit, share: used / limit };
  });
}

/** 22: by the estimates it will not be done in time, or hardly. */
export function* findDeadlineRisk(scene: GroupScene): Generator<Finding> {
  const { mission, items, forecast, moment, settings } = scene;
  const deadlineMs = msOf(mission.document.deadline);
  const slackMs = (deadlineMs - msOf(mission.document.createdAt)) * settings.slackShare;
  const hasWork = items.some(
    ({ document }) => document.state !== 'verified' && document.state !== 'cancelled',
  );
  if (forecast.late > 0)
    moment.hasReached((Math.floor(moment.nowMs / FORECAST_STEP_MS) + 1) * FORECAST_STEP_MS);
  const isLate = forecast.endMs > deadlineMs || moment.hasReached(deadlineMs);
  const isTight = forecast.endMs > deadlineMs - slackMs || moment.hasReached(deadlineMs - slackMs);
  if (hasWork && (isLate || isTight)) {
    yield {
      object: missionObject(scene),
      epoch: isLate ? 'late' : 'tight',
      values: {
        deadlineAt: deadlineMs,
        ...(forecast.endMs > moment.nowMs ? { forecastAt: forecast.endMs } : {}),
        withoutEstimate: forecast.withoutEstimate,
        late: forecast.late,
      },
      ...(moment.hasReached(deadlineMs) ? { sinceMs: deadlineMs } : { endsAtMs: deadlineMs }),
    };
  }
  yield* findLateItems(scene, deadlineMs);
}

/** Items whose own deadline lies before that of the Mission. */
function* findLateItems({ items, moment }: GroupScene, missionDeadlineMs: number): Generator<Finding> {
  for (const item of items) {
    const { state, contract, progress, scheduleEstimate, workItemId } = item.document;
    if (state === 'verified' || state === 'cancelled' || state === 'failed' || state === 'submitted')
      continue;
    const deadlineMs = msOf(contract.deadline);
    if (deadlineMs >= missionDeadlineMs) continue;
    const estimate = progress?.updatedCompletionEstimate ?? scheduleEstimate?.estimatedCompletion;
    const estimateMs = estimate === undefined ? undefined : msOf(estimate);
    const isLate = estimateMs !== undefined && estimateMs > deadlineMs;
    const isOver = moment.hasReached(deadlineMs);
    if (!isLate && !isOver) continue;
    yield {
      object: itemObject(item),
      epoch: contract.contractVersion,
      workItemId,
      values: { deadlineAt: deadlineMs, ...(estimateMs === undefined ? {} : { forecastAt: estimateMs }) },
      ...(isOver ? { sinceMs: deadlineMs } : { endsAtMs: deadlineMs }),
    };
  }
}

/** 23: a budget is used up to one of the marks, or will be by what finished work has taken. */
export function* findBudgetMarks(scene: GroupScene): Generator<Finding> {
  const { connection, groupId, mission, items, settings } = scene;
  const { missionId } = mission.document;
  const { budgetShares } = settings;
  const top = budgetShares.at(-1) ?? 1;
  const forecast = forecastUsage(scene);
  for (const { dimension, used, limit, share } of sharesOf(connection.world, groupId, missionId)) {
    const mark = budgetShares.findLast((each) => share >= each);
    const expected = forecast?.[dimension] ?? used;
    const values = { dimension, used, limit, percent: Math.floor(share * 100) };
    if (mark !== undefined) {
      const severity = mark >= top ? 'now' : mark === budgetShares[0] ? 'watch' : 'decide';
      yield { object: missionObject(scene), epoch: `${dimension} ${mark}`, values, severity };
    } else if (expected > limit) {
      const outlook = { ...values, forecast: Math.round(expected) };
      yield {
        object: missionObject(scene),
        epoch: `${dimension} forecast`,
        values: outlook,
        severity: 'watch',
      };
    }
  }
  for (const item of items) {
    const { workItemId, state } = item.document;
    if (state !== 'active' && state !== 'queued' && state !== 'blocked') continue;
    const full = sharesOf(connection.world, groupId, workItemId).find(({ share }) => share >= top);
    if (full === undefined) continue;
    const { dimension, used, limit } = full;
    yield {
      object: itemObject(item),
      epoch: `${dimension} ${top}`,
      workItemId,
      values: { dimension, used, limit, percent: Math.floor((used / limit) * 100) },
      severity: 'now',
    };
  }
}

/** Finished items that a forecast rests on: fewer say nothing. */
const FORECAST_ITEMS = 3;

/** What all items will have used together if the rest takes as much as the finished ones did on average. */
export function forecastUsage({
  connection,
  groupId,
  mission,
  items,
}: Pick<GroupScene, 'connection' | 'groupId' | 'mission' | 'items'>): Usage | undefined {
  const done = items.filter(({ document }) => document.state === 'verified');
  const left = items.filter(
    ({ document }) => document.state !== 'verified' && document.state !== 'cancelled',
  );
  const account = connection.world.get('account', groupId, mission.document.missionId);
  if (account === undefined || done.length < FORECAST_ITEMS || left.length === 0) return undefined;
  const usages = (of: readonly WorkItemRecord[]) =>
    of.map(
      ({ document }) => connection.world.get('account', groupId, document.workItemId)?.usage ?? NO_USAGE,
    );
  const doneUsages = usages(done);
  const leftUsages = usages(left);
  const sum = (of: typeof doneUsages, dimension: Dimension) =>
    of.reduce((total, usage) => total + usage[dimension], 0);
  const forecast = { ...account.usage };
  for (const dimension of DIMENSIONS) {
    const mean = sum(doneUsages, dimension) / done.length;
    const rest = leftUsages.reduce((total, usage) => total + Math.max(0, mean - usage[dimension]), 0);
    forecast[dimension] = account.usage[dimension] + rest;
  }
  return forecast;
}

/** 33: a Delegation Grant that is used runs out, or is nearly used up. */
export function* findGrantEnds({ connection, groupId, moment, settings }: GroupScene): Generator<Finding> {
  const { world } = connection;
  for (const [grantId, { grant, committed }] of world.list('grant', groupId)) {
    const endMs = msOf(grant.expiresAt);
    if (grantStanding(world, groupId, grant, moment.nowMs) !== 'holds' || moment.hasReached(endMs)) continue;
    const ceilings = limitsOf(grant.budget) ?? NO_USAGE;
    const full = DIMENSIONS.find(
      (dimension) =>
        ceilings[dimension] > 0 && committed[dimension] >= ceilings[dimension] * settings.grantShare,
    );
    const isClose = endsSoon(moment, msOf(grant.grantedAt), endMs, settings.endShare);
    if (full === undefined && !isClose) continue;
    yield {
      object: { type: 'grant', groupId, id: grantId },
      epoch: full ?? 'time',
      workItemId: grant.targetWorkItemId,
      values: {
        agentId: grant.granteeAgentId,
        endsAt: endMs,
        ...(full === undefined ? {} : { dimension: full }),
      },
      ...(isClose ? { endsAtMs: endMs } : {}),
    };
  }
}

/** 16: somebody asked something before the work can be promised (WORK-002), and nobody has answered. */
export function* findOpenQuestions({
  items,
  talk,
  moment,
  settings,
  groupId,
}: GroupScene): Generator<Finding> {
  for (const item of items) {
    const { state, workItemId } = item.document;
    if (state !== 'open' && state !== 'offered') continue;
    for (const { messageId, author, atMs } of talk.questions.get(workItemId) ?? []) {
      if (!moment.hasReached(atMs + settings.questionMs)) continue;
      yield {
        object: { type: 'message', groupId, id: messageId },
        epoch: '',
        workItemId,
        values: { by: author.id },
        sinceMs: atMs,
      };
    }
  }
}

/** 36: somebody speaks to one of us. What was read is left out by whoever asks: reading changes no state. */
export function* findMentions({ connection, groupId, talk }: GroupScene): Generator<Finding> {
  const found = new Set<string>();
  for (const { actor: mentioned } of connection.identities) {
    for (const said of talk.mentions.get(memberKey(mentioned))?.values() ?? []) {
      const { messageId, sequence, author, mentions, atMs, workItemId } = said;
      if (found.has(messageId)) continue;
      found.add(messageId);
      // Whoever is named first answers.
      const signer = mentions.find((actor) => identityOf(connection, actor) !== undefined) ?? mentioned;
      yield {
        object: { type: 'message', groupId, id: messageId },
        epoch: sequence,
        ...(workItemId === undefined ? {} : { workItemId }),
        values: { by: author.id, sequence },
        sinceMs: atMs,
        signer,
      };
    }
  }
}
