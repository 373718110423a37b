// The panel of a Command that was refused or that nobody answered, as a window shows it.
import type { EntryOption, FixPanelModel } from '../../../contract/outbox.ts';
import type { FactComparisonModel, Words } from '../../../contract/values.ts';
import type { Dimension } from '../../../domain/budget.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { FixFact, FixValue } from '../../desk/fix/fix-facts.ts';
import type { DiffRow, FixOption, FixPanel } from '../../desk/fix/fix-panel.ts';
import type { FixOptionId } from '../../desk/fix/fix-rules.ts';
import type { FactName, FactValue } from '../../desk/fix/object-view.ts';
import { msOf } from '../../desk/moment.ts';
import type { Absence } from '../../desk/outbox/absence.ts';
import type { OutboxEntry } from '../../desk/outbox/entry.ts';
import type { Turn } from '../../desk/outbox/order.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LinkStatus } from '../ports.ts';
import { say, type Texts } from '../words/texts.ts';
import { outboxRow } from './outbox-rows.ts';
import {
  agentOf,
  moneyText,
  personOf,
  refusalOf,
  textsFor,
  titleOfItem,
  titleOfMission,
} from './row-context.ts';

/** The panel of an entry, in words. */
export function fixModel(
  desk: DeskRuntime,
  connection: RunningConnection,
  { entry, turn }: { readonly entry: OutboxEntry; readonly turn: Turn },
  panel: FixPanel,
): FixPanelModel {
  const texts = textsFor(desk);
  const { cause, advice } = texts.desk.codes[panel.code];
  const view = connection.view();
  const { groupId } = entry.draft;
  const dimension = panel.facts.find(({ id }) => id === 'dimension')?.values['dimension'];
  const scene: FactScene = { texts, connection, view, groupId, dimension };
  return {
    entry: outboxRow(desk, entry, turn),
    code: panel.code,
    cause: say(`code.${panel.code}`, cause),
    advice: say(`advice.${panel.code}`, advice),
    facts: panel.facts.map((fact) => factWords(scene, fact)),
    diff: panel.diff.map((row) => comparison(scene, row)),
    options: panel.options.map((option) => fixOption(texts, option)),
    ...(panel.rejectionNow === undefined ? {} : { refusedNow: refusalOf(texts, panel.rejectionNow) }),
  };
}

/** What the values of facts are about. */
interface FactScene {
  readonly texts: Texts;
  readonly connection: RunningConnection;
  readonly view: DeskConnection;
  readonly groupId: string;
  /** Of the budget that had no room. */
  readonly dimension: FixValue | undefined;
}

function factWords(scene: FactScene, { id, values }: FixFact): Words {
  const { fixFacts } = scene.texts.desk;
  const parts = Object.entries(values).map(([name, value]) => valueText(scene, name, value));
  return say(`fact.${id}`, `${fixFacts[id]}: ${parts.join(' → ')}`, values);
}

/** A value for people: by its name, since facts are about many things. */
function valueText(scene: FactScene, name: string, value: FixValue): string {
  const { texts, connection, view, groupId, dimension } = scene;
  const { desk, format } = texts;
  if (typeof value === 'object') return value.map((each) => valueText(scene, name, each)).join(', ');
  if (typeof value === 'number') {
    if (name.endsWith('AtMs')) return format.time(value);
    if (name.endsWith('Ms')) return format.duration(value);
    return AMOUNTS.has(name) && dimension === 'financialMicrounits' ? moneyText(value) : format.number(value);
  }
  switch (name) {
    case 'dimension':
      return Object.hasOwn(FACT_OF_DIMENSION, value)
        ? desk.facts[FACT_OF_DIMENSION[value as keyof typeof FACT_OF_DIMENSION]]
        : value;
    case 'accountId':
      return view.world.get('workItem', groupId, value) === undefined
        ? titleOfMission(view.world, view.world.get('missionAddress', '', value)?.groupId ?? groupId)
        : titleOfItem(view.world, groupId, value);
    case 'agentId':
      return agentOf(connection, view, value).name;
    case 'workItemId':
      return titleOfItem(view.world, groupId, value);
    case 'ownerId':
      return personOf(connection, view, { type: 'human', id: value }).name;
    case 'state':
    case 'states':
      return stateText(texts, value);
    case 'endsAt':
      return format.time(msOf(value));
    case 'absence':
      return desk.absences[value as Absence];
    case 'status':
      return texts.row.linkStatuses[value as LinkStatus];
    default:
      return desk.names[value] ?? value;
  }
}

function stateText({ desk }: Texts, state: string): string {
  const names: Readonly<Record<string, string>> = { ...desk.missionStates, ...desk.itemStates };
  return names[state] ?? state;
}

/** Values that are amounts of a dimension. */
const AMOUNTS: ReadonlySet<string> = new Set(['free', 'limit', 'wanted']);

const FACT_OF_DIMENSION = {
  financialMicrounits: 'money',
  modelTokens: 'model-tokens',
  toolCalls: 'tool-calls',
  computeSeconds: 'compute-seconds',
  wallClockSeconds: 'wall-seconds',
  externalActions: 'external-actions',
} as const satisfies Record<Dimension, FactName>;

function comparison(
  scene: FactScene,
  { fact, mine, acceptedThen, acceptedNow }: DiffRow,
): FactComparisonModel {
  const { desk } = scene.texts;
  return {
    fact,
    words: say(`fact.${fact}`, desk.facts[fact]),
    ...(mine === undefined ? {} : { mine: stateOfObject(scene, fact, mine) }),
    ...(acceptedThen === undefined ? {} : { asDrafted: stateOfObject(scene, fact, acceptedThen) }),
    ...(acceptedNow === undefined ? {} : { now: stateOfObject(scene, fact, acceptedNow) }),
  };
}

/** Facts of an object by how the panel's own facts of that kind are called. */
const VALUE_NAMES: { readonly [Fact in FactName]?: string } = {
  state: 'state',
  owner: 'agentId',
  coordinator: 'agentId',
  grantee: 'agentId',
  'offered-to': 'agentId',
  'mission-owner': 'ownerId',
  deadline: 'endsAt',
  'lease-ends': 'endsAt',
  'offer-ends': 'endsAt',
  'coordinator-lease-ends': 'endsAt',
  expires: 'endsAt',
  dependencies: 'workItemId',
};

/** What stands in a comparison: numbers as they are, everything else as people read it. */
function stateOfObject(
  scene: FactScene,
  fact: FactName,
  value: FactValue,
): string | number | boolean | string[] {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const name = VALUE_NAMES[fact] ?? fact;
  return typeof value === 'object'
    ? value.map((each) => valueText(scene, name, each))
    : valueText(scene, name, value);
}

/** Options that lead to a sheet: nothing is sent before that is signed. */
const SHEET_OPTIONS: ReadonlySet<FixOptionId> = new Set<FixOptionId>([
  'reissue',
  'edit',
  'sign-again',
  'send-with-override',
  'switch-signer',
  'request-override',
  'new-offer',
]);

function fixOption(
  { desk, row }: Texts,
  { id, isEnabled, hindrances, reissue, atMs }: FixOption,
): EntryOption {
  return {
    id,
    words: say(`option.${id}`, desk.fixOptions[id]),
    opensSheet: SHEET_OPTIONS.has(id),
    isEnabled,
    reasons: hindrances.map((hindrance) => say(`hindrance.${hindrance}`, desk.hindrances[hindrance])),
    ...(atMs === undefined ? {} : { atMs }),
    ...(reissue === undefined
      ? {}
      : {
          reissue: {
            kind: reissue.kind,
            changes: Object.entries(row.reissueChanges).flatMap(([part, text]) => {
              const what = reissue.identity[part as keyof typeof row.reissueChanges];
              return what === 'same' ? [] : [say(`reissue.${part}`, text)];
            }),
          },
        }),
  };
}
