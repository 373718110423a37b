// Live checks of a Work Contract, each by itself, by the very rules that judge the whole (WORK-006). A rule that looks at one
// member is asked with everything else replaced by what certainly passes.
import {
  type Dimension,
  DIMENSIONS,
  findReservationExcess,
  limitsOf,
  NO_USAGE,
} from '../../../domain/budget.ts';
import { matchCapabilities } from '../../../domain/capabilities.ts';
import { checkContract } from '../../../domain/contracts.ts';
import type { GroupInput, Now } from '../../../domain/decision.ts';
import { checkDependencies } from '../../../domain/dependencies.ts';
import { currentMemberships } from '../../../domain/members.ts';
import { type MissionRecord, SINGLE } from '../../../domain/world.ts';
import { checkSchema, describeSchemaFault } from '../../../protocol/schema.ts';
import type { Command, WorkContract } from '../../../protocol/generated/documents.ts';
import type { DeskConnection } from '../connection.ts';
import { cardOf, type ComposedCommand } from './compose.ts';
import type { Check } from './check.ts';

/** A contract that passes every rule of its Mission but for what a check puts into it. */
function neutralContract(contract: WorkContract, { document }: MissionRecord): WorkContract {
  return {
    ...contract,
    requiredCapabilities: contract.requiredCapabilities.slice(0, 1),
    sideEffectRisk: 'none',
    executionApproval: 'not_required',
    deadline: document.deadline,
    allowedResources: [],
    budget: {},
  };
}

const ISOLATED = {
  'contract-capabilities': ['requiredCapabilities'],
  'contract-gate': ['sideEffectRisk', 'executionApproval'],
  'contract-deadline': ['deadline'],
  'contract-permissions': ['allowedResources'],
} as const satisfies { readonly [id: string]: readonly (keyof WorkContract)[] };

/** Where the contract is to be used. */
export interface ContractPlace {
  /** Of an item that exists; its own reservation counts as free. */
  readonly workItemId: string | undefined;
  readonly parentWorkItemId: string | undefined;
}

export function checkContractLive(
  connection: DeskConnection,
  { command, draft }: ComposedCommand,
  contract: WorkContract,
  place: ContractPlace,
  now: Now,
): readonly Check[] {
  const { world } = connection;
  const { groupId } = draft;
  const mission = world.get('mission', groupId, SINGLE);
  if (mission === undefined) return [];
  const shape = checkSchema('work-contract', contract);
  if (shape !== undefined) {
    return [{ id: 'contract-shape', status: 'failed', values: { problem: describeSchemaFault(shape) } }];
  }
  // The rules of a contract look at the Mission and at nothing that is signed.
  const input = {
    world,
    groupId,
    mission,
    command: command as Command,
    payload: command.payload,
    context: {
      now,
      policy: connection.policy,
      newId: (kind: string) => kind,
      acceptedBy: command.actor,
    },
  } as unknown as GroupInput;
  const neutral = neutralContract(contract, mission);
  const isolated = Object.entries(ISOLATED).map(([id, members]): Check => {
    const own = Object.fromEntries(members.map((member) => [member, contract[member]]));
    const result = checkContract(input, { ...neutral, ...own });
    const checkId = id as keyof typeof ISOLATED;
    return result.ok
      ? { id: checkId, status: 'passed', values: {} }
      : {
          id: checkId,
          status: 'failed',
          values: { rule: result.fault.rule, ...plainValues(result.fault.details) },
        };
  });
  const graph = checkDependencies(input, place.workItemId, contract.dependencyWorkItemIds);
  return [
    { id: 'contract-shape', status: 'passed', values: {} },
    ...isolated,
    graph.ok
      ? { id: 'contract-dependencies', status: 'passed', values: {} }
      : {
          id: 'contract-dependencies',
          status: 'failed',
          values: { rule: graph.fault.rule, ...plainValues(graph.fault.details) },
        },
    checkCurrencyOf(input, neutral, contract),
    ...checkBudgetOf(connection, mission, contract, place),
    countAble(connection, groupId, contract, now),
  ];
}

function checkCurrencyOf(input: GroupInput, neutral: WorkContract, { budget }: WorkContract): Check {
  const money = {
    ...(budget.financialLimit === undefined ? {} : { financialLimit: budget.financialLimit }),
    ...(budget.currency === undefined ? {} : { currency: budget.currency }),
  };
  const result = checkContract(input, { ...neutral, budget: money });
  if (result.ok || result.fault.code === 'BUDGET_EXCEEDED') {
    return { id: 'contract-currency', status: 'passed', values: {} };
  }
  return {
    id: 'contract-currency',
    status: 'failed',
    values: { rule: result.fault.rule, ...plainValues(result.fault.details) },
  };
}

/** One check for each dimension that the contract names: whether the account above has room for it (BUD-006). */
function checkBudgetOf(
  { world }: DeskConnection,
  { document }: MissionRecord,
  { budget }: WorkContract,
  { workItemId, parentWorkItemId }: ContractPlace,
): readonly Check[] {
  const limits = limitsOf(budget);
  if (limits === undefined) return [{ id: 'budget-exact', status: 'failed', values: {} }];
  const { groupId, missionId } = document;
  const parent = { groupId, id: parentWorkItemId ?? missionId };
  const own = workItemId === undefined ? undefined : { groupId, id: workItemId };
  return DIMENSIONS.filter((dimension) => limits[dimension] > 0).map((dimension: Dimension): Check => {
    const alone = { ...NO_USAGE, [dimension]: limits[dimension] };
    const excess = findReservationExcess(world, parent, alone, own);
    // Asked with one dimension alone, another one can still be full of others: that is not this contract's excess.
    const isOwn = excess?.dimension === dimension;
    return isOwn
      ? {
          id: 'budget-fits',
          status: 'failed',
          values: {
            dimension,
            wanted: limits[dimension],
            free: excess.limit - (excess.wanted - limits[dimension]),
          },
        }
      : { id: 'budget-fits', status: 'passed', values: { dimension, wanted: limits[dimension] } };
  });
}

/** How many members could do it now: none is a warning, since others can be invited. */
function countAble(
  connection: DeskConnection,
  groupId: string,
  { requiredCapabilities }: WorkContract,
  now: Now,
): Check {
  let count = 0;
  for (const [, { member }] of connection.world.list('member', groupId)) {
    if (member.type !== 'agent') continue;
    const works = currentMemberships(connection.world, groupId, member, now).some(
      ({ role }) => role === 'worker' || role === 'reviewer',
    );
    const card = works ? cardOf(connection, member.id) : undefined;
    if (card?.status !== 'active') continue;
    if (matchCapabilities(card, requiredCapabilities).missing === undefined) count += 1;
  }
  return { id: 'able-agents', status: count === 0 ? 'warning' : 'passed', values: { count } };
}

/** What of a rule's details a text can show. */
export function plainValues(details: {
  readonly [name: string]: unknown;
}): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    Object.entries(details).filter(
      (entry): entry is [string, string | number | boolean] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
    ),
  );
}
