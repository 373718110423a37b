// What all rows are made with: names of people and objects, addresses, times, texts of one language.
import type {
  ActionModel,
  BudgetDimension,
  Fault,
  ObjectAddress,
  Person,
  Words,
} from '../../../contract/values.ts';
import type { Rejection } from '../../../domain/rejection.ts';
import { limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import { ORGANIZATION, SINGLE, type AccountRecord, type World } from '../../../domain/world.ts';
import type { Actor, Budget, ProtocolError } from '../../../protocol/generated/documents.ts';
import type { DeskAction } from '../../desk/actions/action-types.ts';
import { type DeskConnection, isSameActor } from '../../desk/connection.ts';
import type { ObjectName } from '../../desk/outbox/objects.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import { say, type Texts, textsOf } from '../words/texts.ts';

/** The texts of the language that is set now. */
export function textsFor({ language }: DeskRuntime): Texts {
  return textsOf(language);
}

/** Sorts numbers as texts: those of rows are whole and below 10^15. */
export function sortNumber(value: number): string {
  return Math.max(0, Math.min(value, 999_999_999_999_999)).toFixed(0).padStart(15, '0');
}

/** The newest first. */
export function sortDown(value: number): string {
  return sortNumber(999_999_999_999_999 - value);
}

/** As people know somebody: by what this computer calls it, by its card, or by the end of its id. */
export function personOf({ links }: RunningConnection, view: DeskConnection, actor: Actor): Person {
  const name = links.find((link) => isSameActor(link.actor, actor))?.name;
  const own = name === actor.id ? undefined : name;
  const card =
    actor.type === 'agent'
      ? (view.world.get('agent', ORGANIZATION, actor.id)?.card ?? view.cards.get(actor.id))
      : undefined;
  return { type: actor.type, id: actor.id, name: own ?? card?.displayName ?? shortId(actor.id) };
}

export function agentOf(connection: RunningConnection, view: DeskConnection, agentId: string): Person {
  return personOf(connection, view, { type: 'agent', id: agentId });
}

/** The last eight characters say enough for people. */
export function shortId(id: string): string {
  return id.length <= 8 ? id : `…${id.slice(-8)}`;
}

export function titleOfMission(world: World, groupId: string): string {
  const mission = world.get('mission', groupId, SINGLE);
  return mission?.title ?? mission?.document.objective ?? shortId(groupId);
}

export function titleOfItem(world: World, groupId: string, workItemId: string): string {
  return world.get('workItem', groupId, workItemId)?.document.contract.goal ?? shortId(workItemId);
}

export function titleOfObject(world: World, { type, groupId, id }: ObjectName): string {
  if (type === 'workItem') return titleOfItem(world, groupId, id);
  if (type === 'proposal') return world.get('proposal', groupId, id)?.document.contract.goal ?? shortId(id);
  return type === 'mission' ? titleOfMission(world, groupId) : shortId(id);
}

export function addressOf(
  connectionId: string,
  {
    type,
    groupId,
    id,
  }: { readonly type: ObjectAddress['type']; readonly groupId: string; readonly id: string },
): ObjectAddress {
  return { connectionId, type, groupId, id };
}

/** A refusal by the rules, or by the Authority, in words. */
export function refusalOf(
  texts: Texts,
  {
    code,
    message,
    details,
    retryAfterMs,
  }: Pick<Rejection | ProtocolError, 'code' | 'message' | 'details'> & {
    readonly retryAfterMs?: number | undefined;
  },
): Fault {
  const { cause } = texts.desk.codes[code];
  return {
    code,
    words: say(`code.${code}`, cause, { message, ...details }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    // Details of our rules and of Error documents are JSON.
    ...(details === undefined ? {} : { details: details as NonNullable<Fault['details']> }),
  };
}

export function actionsOf<Id extends string>(
  { desk, format }: Texts,
  actions: readonly DeskAction<Id>[],
  names: { readonly [Each in Id]: string },
): ActionModel[] {
  return actions.map(({ id, kind, by, isEnabled, reason, warnings }) => ({
    id,
    words: say(`action.${id}`, names[id]),
    ...(kind === undefined ? {} : { kind }),
    by,
    isEnabled,
    ...(reason === undefined
      ? {}
      : {
          reason: say(
            `reason.${reason.id}`,
            desk.actionReasons[reason.id](reason.values, format),
            reason.values,
          ),
        }),
    warnings: warnings.map((warning) => say(`warning.${warning}`, desk.warnings[warning])),
  }));
}

const DIMENSIONS = [
  ['money', 'financialMicrounits', 'financialLimit'],
  ['modelTokens', 'modelTokens', 'modelTokenLimit'],
  ['toolCalls', 'toolCalls', 'toolCallLimit'],
  ['computeSeconds', 'computeSeconds', 'computeSecondsLimit'],
  ['wallClockSeconds', 'wallClockSeconds', 'wallClockSecondsLimit'],
  ['externalActions', 'externalActions', 'externalSideEffectLimit'],
] as const;

/** An account in all six dimensions, the ones that were never set included. */
export function budgetOf(account: AccountRecord | undefined, budget: Budget): BudgetDimension[] {
  const limits = limitsOf(account?.limit ?? budget) ?? NO_USAGE;
  const usage = account?.usage ?? NO_USAGE;
  // What the children hold together; their usage is in it as well.
  const held = account?.reserved ?? NO_USAGE;
  return DIMENSIONS.map(([dimension, member, limitMember]): BudgetDimension => {
    const text = (amount: number) => amountText(dimension, amount);
    const used = text(usage[member]);
    const reserved = text(Math.max(0, held[member] - usage[member]));
    if ((account?.limit ?? budget)[limitMember] === undefined) return { dimension, used, reserved };
    const limit = limits[member];
    const taken = Math.max(usage[member], held[member]);
    return {
      dimension,
      used,
      reserved,
      limit: text(limit),
      free: text(Math.max(0, limit - taken)),
      share: limit === 0 ? 1 : taken / limit,
    };
  });
}

function amountText(dimension: (typeof DIMENSIONS)[number][0], amount: number): string {
  return dimension === 'money' ? moneyText(amount) : String(amount);
}

/** Millionths of a currency unit as a decimal. */
export function moneyText(amount: number): string {
  const whole = Math.floor(amount / 1_000_000);
  const fraction = String(amount % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/u, '');
  return fraction === '' ? String(whole) : `${whole}.${fraction}`;
}

/** The dimension of which the largest share is gone. */
export function worstOf(dimensions: readonly BudgetDimension[]): BudgetDimension | undefined {
  return dimensions
    .filter(({ share }) => share !== undefined)
    .toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))
    .at(0);
}

export function stateWords({ desk }: Texts, state: keyof Texts['desk']['itemStates']): Words {
  return say(`state.${state}`, desk.itemStates[state]);
}
