// Reasons of the assistant's rules about plans and child Missions in words, with people and things by the names that people know.
import type { ReasonLine } from '../../../contract/children.ts';
import type { Words } from '../../../contract/values.ts';
import { ORGANIZATION } from '../../../domain/world.ts';
import { type ChildMatterId, childWords } from '../../assistant/children/words.ts';
import { type PlanningReasonId, planningWords } from '../../assistant/planning/words.ts';
import type { Reason, ReasonValues } from '../../assistant/proposal.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { RunningConnection } from '../desk-connections.ts';
import { budgetWords } from '../words/budget-words.ts';
import { say, type Texts } from '../words/texts.ts';
import { personOf, shortId, titleOfMission } from './row-context.ts';

export interface LineScene {
  readonly texts: Texts;
  readonly connection: RunningConnection;
  readonly view: DeskConnection;
}

export function childReasonWords(scene: LineScene, { id, values }: Reason<ChildMatterId>): Words {
  const { texts } = scene;
  const named = nameValues(scene, values);
  return say(`child.${id}`, childWords(texts.language).reasons[id](named, texts.format), named);
}

export function planningReasonWords(scene: LineScene, { id, values }: Reason<PlanningReasonId>): Words {
  const { texts } = scene;
  const named = nameValues(scene, values);
  return say(`planning.${id}`, planningWords(texts.language).reasons[id](named, texts.format), named);
}

export function childReasonLine(scene: LineScene, reason: Reason<ChildMatterId>): ReasonLine {
  return { words: childReasonWords(scene, reason), verdict: reason.verdict };
}

/** The name of a dimension; the sentence for an amount still has to know which one it is. */
function nameValues({ texts, connection, view }: LineScene, values: ReasonValues): ReasonValues {
  const named: Record<string, string | number | boolean> = { ...values };
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string') continue;
    if (name === 'agentId') named[name] = personOf(connection, view, { type: 'agent', id: value }).name;
    else if (['humanId', 'ownerId', 'authorId'].includes(name))
      named[name] = nameOfOwner(connection, view, value);
    else if (name === 'missionId') named[name] = titleOfMissionId(view, value);
    else if (name === 'accountId' || name === 'workItemId') named[name] = titleOfAccount(view, value);
    else if (name === 'dimension') named[name] = nameOfDimension(texts, value);
  }
  // Money is told in whole units of its currency, which the sentence knows by the name of the dimension.
  if (values['dimension'] === 'financialMicrounits')
    for (const name of AMOUNTS) {
      const value = named[name];
      if (typeof value === 'number') named[name] = value / MICROUNITS;
    }
  return named;
}

function nameOfDimension({ language }: Texts, dimension: string): string {
  const { dimensions } = budgetWords(language);
  if (dimension === 'financialMicrounits') return dimensions.money;
  return Object.hasOwn(dimensions, dimension) ? dimensions[dimension as keyof typeof dimensions] : dimension;
}

const MICROUNITS = 1_000_000;

/** Values that are amounts of the dimension that stands beside them. */
const AMOUNTS = ['expected', 'limit', 'left', 'wanted', 'allowed', 'used'];

/** An owner is a human, or for a child the Agent that leads its parent. */
function nameOfOwner(connection: RunningConnection, view: DeskConnection, id: string): string {
  const isAgent = view.world.get('agent', ORGANIZATION, id) !== undefined || view.cards.has(id);
  return personOf(connection, view, { type: isAgent ? 'agent' : 'human', id }).name;
}

function titleOfMissionId({ world }: DeskConnection, missionId: string): string {
  const address = world.get('missionAddress', ORGANIZATION, missionId);
  return address === undefined ? shortId(missionId) : titleOfMission(world, address.groupId);
}

function titleOfAccount(view: DeskConnection, id: string): string {
  for (const groupId of view.groupIds) {
    const item = view.world.get('workItem', groupId, id);
    if (item !== undefined) return item.document.contract.goal;
  }
  return titleOfMissionId(view, id);
}
