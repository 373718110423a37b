// The budget of a Mission as a tree of accounts (BUD-005…BUD-009): what each was given, has given away, has used, and will come to.
import type { AccountDimension, AccountRow, BudgetSummary } from '../../../contract/budget.ts';
import type { BudgetDimension } from '../../../contract/values.ts';
import { ancestry, type Dimension } from '../../../domain/budget.ts';
import {
  type AccountRecord,
  type MissionRecord,
  SINGLE,
  type WorkItemRecord,
} from '../../../domain/world.ts';
import type { Budget } from '../../../protocol/generated/documents.ts';
import { budgetOutlook } from '../../assistant/planning/budget-outlook.ts';
import { planScene } from '../../assistant/planning/plan-scene.ts';
import { DEFAULT_ATTENTION } from '../../desk/attention/attention-types.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { OutboxEntry } from '../../desk/outbox/entry.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { budgetWords } from '../words/budget-words.ts';
import { say, type Texts } from '../words/texts.ts';
import { commandName } from './outbox-rows.ts';
import type { LineScene } from './reason-lines.ts';
import { budgetOf, moneyText, sortNumber, stateWords, textsFor, titleOfMission } from './row-context.ts';

type Level = AccountRow['level'];

const [FIRST = 0.75, SECOND = 0.9, REACHED = 1] = DEFAULT_ATTENTION.budgetShares;

export function budgetSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
): LiveSource<AccountRow, BudgetSummary> {
  return {
    // A charge to a child is a charge to all above it (BUD-008).
    concerns: (topic) =>
      topic.kind === 'group'
        ? topic.connectionId === connectionId
        : topic.kind === 'area' && (topic.area === 'outbox' || topic.area === 'connections'),
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      if (connection === undefined || view === undefined) return { rows: [], summary: emptySummary('') };
      const scene = { texts: textsFor(desk), connection, view };
      const refused = desk.commands
        .entries()
        .filter((entry) => entry.connectionId === connectionId && entry.draft.groupId === groupId);
      return { rows: accountRows(scene, groupId), summary: summaryOf(scene, groupId, refused) };
    },
  };
}

function emptySummary(title: string): BudgetSummary {
  return { title, thresholds: [...DEFAULT_ATTENTION.budgetShares], refusals: [] };
}

/** The Mission, its items, and below an item the child Mission that works on it, with all that is below that. */
export function accountRows(scene: LineScene, groupId: string): AccountRow[] {
  const rows: AccountRow[] = [];
  addMission(scene, groupId, { rows, parentId: undefined, depth: 0 });
  return rows;
}

interface Place {
  readonly rows: AccountRow[];
  readonly parentId: string | undefined;
  readonly depth: number;
}

function addMission(scene: LineScene, groupId: string, { rows, parentId, depth }: Place): void {
  const { view } = scene;
  const mission = view.world.get('mission', groupId, SINGLE);
  if (mission === undefined) return;
  const row = missionRow(scene, mission, rows.length, parentId, depth);
  rows.push(row);
  const items = [...view.world.list('workItem', groupId)].map(([, item]) => item);
  const below = Map.groupBy(items, ({ parentWorkItemId }) => parentWorkItemId);
  const addItems = (workItemId: string | undefined, above: string, level: number): void => {
    for (const item of below.get(workItemId) ?? []) {
      const itemRow = rowOfItem(scene, item, rows.length, above, level);
      rows.push(itemRow);
      addItems(item.document.workItemId, itemRow.id, level + 1);
      for (const childGroupId of childrenOf(item))
        addMission(scene, childGroupId, { rows, parentId: itemRow.id, depth: level + 1 });
    }
  };
  addItems(undefined, row.id, depth + 1);
}

function childrenOf({ formerChildGroupIds, childGroupId }: WorkItemRecord): readonly string[] {
  return childGroupId === undefined ? formerChildGroupIds : [...formerChildGroupIds, childGroupId];
}

function missionRow(
  scene: LineScene,
  mission: MissionRecord,
  index: number,
  parentId: string | undefined,
  depth: number,
): AccountRow {
  const { texts, connection, view } = scene;
  const { groupId, missionId, state, budget } = mission.document;
  const plan = planScene(view, groupId);
  const expected = new Map(
    (plan === undefined ? [] : budgetOutlook(plan)).map((each) => [each.dimension, each.expected]),
  );
  const row = {
    ...dimensionsOf(view, groupId, missionId, budget, expected),
    id: `${groupId} ${missionId}`,
    sort: sortNumber(index),
    type: parentId === undefined ? ('mission' as const) : ('child' as const),
    groupId,
    depth,
    title: titleOfMission(view.world, groupId),
    state,
    stateWords: say(`mission-state.${state}`, texts.desk.missionStates[state]),
  };
  return withOptions(row, {
    parentId,
    currency: budget.currency,
    lastUsage: connection.logOf(groupId)?.terms.lastUsage(undefined),
  });
}

function rowOfItem(
  scene: LineScene,
  item: WorkItemRecord,
  index: number,
  parentId: string,
  depth: number,
): AccountRow {
  const { texts, connection, view } = scene;
  const { groupId, workItemId, state, contract } = item.document;
  const row = {
    ...dimensionsOf(view, groupId, workItemId, contract.budget, new Map()),
    id: `${groupId} ${workItemId}`,
    sort: sortNumber(index),
    type: 'item' as const,
    groupId,
    workItemId,
    depth,
    title: contract.goal,
    state,
    stateWords: stateWords(texts, state),
  };
  return withOptions(row, {
    parentId,
    currency: contract.budget.currency,
    lastUsage: connection.logOf(groupId)?.terms.lastUsage(workItemId),
    pausedBy: pausedBy(view, item),
  });
}

function withOptions(
  row: AccountRow,
  {
    parentId,
    currency,
    lastUsage,
    pausedBy: dimension,
  }: {
    readonly parentId: string | undefined;
    readonly currency: string | undefined;
    readonly lastUsage: { readonly sequence: number; readonly atMs: number } | undefined;
    readonly pausedBy?: AccountRow['pausedBy'];
  },
): AccountRow {
  return {
    ...row,
    ...(parentId === undefined ? {} : { parentId }),
    ...(currency === undefined ? {} : { currency }),
    ...(lastUsage === undefined ? {} : { lastUsage: { sequence: lastUsage.sequence, atMs: lastUsage.atMs } }),
    ...(dimension === undefined ? {} : { pausedBy: dimension }),
  };
}

const NAMES = {
  financialMicrounits: 'money',
  modelTokens: 'modelTokens',
  toolCalls: 'toolCalls',
  computeSeconds: 'computeSeconds',
  wallClockSeconds: 'wallClockSeconds',
  externalActions: 'externalActions',
} as const satisfies { readonly [Each in Dimension]: AccountDimension['dimension'] };

const MEMBERS = new Map(Object.entries(NAMES).map(([member, name]) => [name, member as Dimension]));

function dimensionsOf(
  { world }: DeskConnection,
  groupId: string,
  id: string,
  budget: Budget,
  expected: ReadonlyMap<Dimension, number>,
): Pick<AccountRow, 'dimensions' | 'level' | 'isClosed'> {
  const account = world.get('account', groupId, id);
  const dimensions = budgetOf(account, budget).map((each) => dimensionOf(each, account, expected));
  const level = LEVELS.findLast((name) => dimensions.some((each) => each.level === name)) ?? 'calm';
  return { dimensions, level, isClosed: account?.isClosed === true };
}

function dimensionOf(
  base: BudgetDimension,
  account: AccountRecord | undefined,
  expected: ReadonlyMap<Dimension, number>,
): AccountDimension {
  const member = MEMBERS.get(base.dimension) ?? 'externalActions';
  const text = (amount: number) => (base.dimension === 'money' ? moneyText(amount) : String(amount));
  const forecast = expected.get(member);
  return {
    ...base,
    allocated: text(account?.reserved[member] ?? 0),
    level: levelOf(base.share),
    ...(forecast === undefined ? {} : { forecast: text(forecast) }),
  };
}

const LEVELS: readonly Level[] = ['calm', 'first', 'second', 'reached'];

function levelOf(share: number | undefined): Level {
  if (share === undefined || share < FIRST) return 'calm';
  if (share < SECOND) return 'first';
  return share < REACHED ? 'second' : 'reached';
}

/** Work that is held and has nothing left of a dimension that its contract gives it, at any account above it (BUD-008). */
function pausedBy({ world }: DeskConnection, { document }: WorkItemRecord): AccountRow['pausedBy'] {
  const { groupId, workItemId, state, contract } = document;
  if (state !== 'queued' && state !== 'active' && state !== 'blocked') return undefined;
  const given = budgetOf(undefined, contract.budget);
  for (const { dimension, limit } of given) {
    if (limit === undefined || Number(limit) === 0) continue;
    const member = MEMBERS.get(dimension);
    for (const [, account] of ancestry(world, { groupId, id: workItemId })) {
      const own = budgetOf(account, account.limit).find((each) => each.dimension === dimension);
      if (member !== undefined && own?.limit !== undefined && Number(own.used) >= Number(own.limit))
        return dimension;
    }
  }
  return undefined;
}

export function summaryOf(
  { texts, view }: LineScene,
  groupId: string,
  entries: readonly OutboxEntry[],
): BudgetSummary {
  const mission = view.world.get('mission', groupId, SINGLE)?.document;
  const currency = mission?.budget.currency;
  return {
    ...emptySummary(titleOfMission(view.world, groupId)),
    refusals: entries
      .filter(({ state, error }) => state === 'refused' && error?.code === 'BUDGET_EXCEEDED')
      .map((entry) => refusalOf(texts, view, entry)),
    ...(currency === undefined ? {} : { currency }),
  };
}

/** Which limit has refused it, and at which level of the ancestry. */
function refusalOf(
  texts: Texts,
  view: DeskConnection,
  { actionId, draft, error }: OutboxEntry,
): BudgetSummary['refusals'][number] {
  const details = (error?.details ?? {}) as {
    readonly dimension?: string;
    readonly account?: { readonly groupId: string; readonly id: string };
    readonly limit?: number;
    readonly wanted?: number;
  };
  const { dimension, account, limit, wanted } = details;
  const name = Object.hasOwn(NAMES, dimension ?? '') ? NAMES[dimension as Dimension] : undefined;
  const words = budgetWords(texts.language);
  const amount = (value: number | undefined) =>
    value === undefined ? '?' : name === 'money' ? moneyText(value) : texts.format.number(value);
  const level = account === undefined ? '' : levelName(view, account);
  const text = words.refused(commandName(texts, draft.kind), {
    dimension: name === undefined ? '?' : words.dimensions[name],
    level,
    wanted: amount(wanted),
    limit: amount(limit),
  });
  return {
    actionId,
    words: say('budget.refused', text, { dimension, level }),
    ...(name === undefined ? {} : { dimension: name }),
    ...(account === undefined ? {} : { accountId: `${account.groupId} ${account.id}` }),
  };
}

function levelName(
  { world }: DeskConnection,
  account: { readonly groupId: string; readonly id: string },
): string {
  const item = world.get('workItem', account.groupId, account.id);
  return item?.document.contract.goal ?? titleOfMission(world, account.groupId);
}
