// A sample budget: a Mission, its items, and the child Mission below one of them; one dimension has reached its limit.
import type { AccountDimension, AccountRow, BudgetSummary } from '../../core/contract/budget.ts';
import {
  AUTH,
  AUTH_BUDGET,
  dimension,
  item,
  ITEM_TITLES,
  MINUTE,
  type SampleContext,
  SECURITY,
  TITLES,
} from './sample-world.ts';

function account(base: ReturnType<typeof dimension>, allocated: number, forecast?: number): AccountDimension {
  const { share = 0 } = base;
  const level = share >= 1 ? 'reached' : share >= 0.9 ? 'second' : share >= 0.75 ? 'first' : 'calm';
  const shown = { ...base, allocated: String(allocated), level } as const;
  return forecast === undefined ? shown : { ...shown, forecast: String(forecast) };
}

const UNSET = ['computeSeconds', 'wallClockSeconds'] as const;

export function sampleBudget({ nowMs, say }: SampleContext, groupId: string): readonly AccountRow[] {
  if (groupId !== AUTH) return [];
  const levelOf = (dimensions: readonly AccountDimension[]): AccountRow['level'] =>
    (['reached', 'second', 'first'] as const).find((level) =>
      dimensions.some((each) => each.level === level),
    ) ?? 'calm';
  const row = (
    index: number,
    start: Pick<AccountRow, 'type' | 'depth' | 'title' | 'state' | 'stateWords' | 'groupId'>,
    dimensions: AccountDimension[],
    more: Partial<AccountRow> = {},
  ): AccountRow => ({
    id: `${start.groupId} ${start.title}`,
    sort: String(index),
    isClosed: false,
    currency: 'EUR',
    dimensions,
    level: levelOf(dimensions),
    ...start,
    ...more,
  });
  const active = say('active', 'in Arbeit');
  const item4 = (
    used: number,
    held: number,
    limit: number,
    calls: number,
    external?: readonly [number, number],
  ) => [
    account(dimension('money', used, held, limit), 0),
    account(dimension('modelTokens', used * 6_000, 0, limit * 9_000), 0),
    account(dimension('toolCalls', calls, 0, 200), 0),
    ...UNSET.map((name) => account(dimension(name, 0, 0), 0)),
    external === undefined
      ? account(dimension('externalActions', 0, 0), 0)
      : account(dimension('externalActions', external[0], 0, external[1]), 0),
  ];
  const forecasts = [96, 780_000, 480, 1_700, 12_000, 6];
  const allocations = [140, 700_000, 700, 4_000, 11_000, 5];
  const mission = row(
    0,
    {
      type: 'mission',
      depth: 0,
      title: TITLES[AUTH] ?? '',
      state: 'active',
      stateWords: say('active', 'aktiv'),
      groupId: AUTH,
    },
    AUTH_BUDGET.map((each, index) => account(each, allocations[index] ?? 0, forecasts[index])),
    { lastUsage: { sequence: 1_480, atMs: nowMs - 2 * MINUTE } },
  );
  const ofItem = (
    index: number,
    name: string,
    state: readonly [string, string, string],
    dimensions: AccountDimension[],
    more: Partial<AccountRow> = {},
  ): AccountRow =>
    row(
      index,
      {
        type: 'item',
        depth: 1,
        title: ITEM_TITLES[item(name)] ?? '',
        state: state[0],
        stateWords: say(state[1], state[2]),
        groupId: AUTH,
      },
      dimensions,
      { workItemId: item(name), parentId: mission.id, ...more },
    );
  const threats = ofItem(3, 'threats', ['blocked', 'blocked', 'blockiert'], item4(12, 18, 30, 20));
  return [
    mission,
    ofItem(1, 'service', ['active', 'active', 'in Arbeit'], item4(18, 0, 25, 120), {
      lastUsage: { sequence: 1_480, atMs: nowMs - 2 * MINUTE },
    }),
    ofItem(2, 'staging', ['queued', 'queued', 'in Warteschlange'], item4(4, 0, 20, 12, [5, 5]), {
      pausedBy: 'externalActions',
      lastUsage: { sequence: 1_377, atMs: nowMs - 90 * MINUTE },
    }),
    threats,
    row(
      4,
      {
        type: 'child',
        depth: 2,
        title: TITLES[SECURITY] ?? '',
        state: 'active',
        stateWords: active,
        groupId: SECURITY,
      },
      item4(12, 6, 30, 20).map((each) =>
        each.limit === undefined ? each : { ...each, forecast: each.used },
      ),
      { parentId: threats.id, lastUsage: { sequence: 210, atMs: nowMs - 20 * MINUTE } },
    ),
    ofItem(5, 'sessions', ['verified', 'verified', 'bestätigt'], item4(20, 0, 22, 60), { isClosed: true }),
  ];
}

export function sampleBudgetSummary({ say }: SampleContext, groupId: string): BudgetSummary {
  return {
    title: TITLES[groupId] ?? '',
    currency: 'EUR',
    thresholds: [0.75, 0.9, 1],
    refusals:
      groupId === AUTH
        ? [
            {
              actionId: 'urn:acme:action:01J8ZP-auth',
              dimension: 'externalActions',
              accountId: `${AUTH} ${TITLES[AUTH] ?? ''}`,
              words: say(
                `“Authorise item” was refused: external actions of “${TITLES[AUTH] ?? ''}” would come to 7, and 5 is the limit.`,
                `„Item autorisieren“ wurde abgelehnt: externe Aktionen von „${TITLES[AUTH] ?? ''}“ kämen auf 7, und 5 ist die Grenze.`,
              ),
            },
          ]
        : [],
  };
}
