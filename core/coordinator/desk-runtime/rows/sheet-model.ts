// A command sheet as a window shows it.
import type { ContractIntent } from '../../../contract/forms.ts';
import type { CommandSheetModel, SignerChoiceModel } from '../../../contract/intents.ts';
import type { FactChangeModel } from '../../../contract/values.ts';
import { ORGANIZATION } from '../../../domain/world.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { FactChange } from '../../desk/fix/object-view.ts';
import type { Effect } from '../../desk/intent/effects.ts';
import type { SheetObstacle } from '../../desk/intent/sheet.ts';
import type { SignerChoice } from '../../desk/intent/signers.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { OpenSheet } from '../sheet-desk.ts';
import { say, type Texts } from '../words/texts.ts';
import { commandName, copy } from './outbox-rows.ts';
import { addressOf, personOf, refusalOf, shortId, textsFor, titleOfObject } from './row-context.ts';

export function sheetModel(desk: DeskRuntime, open: OpenSheet): CommandSheetModel {
  const texts = textsFor(desk);
  const { connection, sheet, sheetId, version, computedAtMs, intent } = open;
  const view = connection.view();
  const { connectionId, groupId, target, title, signer, signers, coSigners, changes } = sheet;
  const { expectedRevision, effects, checks, rejection, obstacles, button } = sheet;
  return {
    sheetId,
    version,
    connectionId,
    groupId,
    // It came through the contract's own schema.
    intent: intent as unknown as ContractIntent,
    actionId: signer?.composed.command.actionId ?? '-',
    words: say(`command.${intent.kind}`, commandName(texts, intent.kind)),
    object: addressOf(connectionId, target),
    signers: signers.map((choice) => signerModel(texts, connection, view, choice)),
    changes: changes.map((change) => ({
      object: addressOf(connectionId, change.name),
      title: titleOfObject(view.world, change.name),
      changes: change.changes.map((each) => withPeople(factChangeModel(texts, each), connection, view)),
    })),
    effects: effects.map((effect) => {
      const named = { ...effect, values: peopleIn({ ...effect.values }, connection, view) } as Effect;
      return say(`effect.${effect.id}`, effectText(texts, named), named.values as Record<string, unknown>);
    }),
    checks: checks.map(({ id, status, values }) => ({
      id,
      status,
      words: say(`check.${id}`, checkText(texts, id, peopleIn(values, connection, view)), values),
    })),
    obstacles: obstacles.map((obstacle) => obstacleModel(texts, obstacle, signers, connection, view)),
    button,
    buttonWords: say(`button.${button}`, texts.desk.buttons[button]),
    unsignedText: signer === undefined ? '' : JSON.stringify(signer.composed.command, null, 2),
    computedAtMs,
    ...(title === undefined ? {} : { title }),
    ...(coSigners.length === 0
      ? {}
      : {
          furtherSigners: coSigners.map(({ identity, role, documents }) => ({
            person: personOf(connection, view, identity.actor),
            role,
            key: identity.key,
            documents: documents.map((each) => ({ ...each })),
          })),
        }),
    ...(signer === undefined ? {} : { signer: signerModel(texts, connection, view, signer) }),
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
    ...(rejection === undefined ? {} : { refusal: refusalOf(texts, rejection) }),
  };
}

export function factChangeModel({ desk }: Texts, { fact, before, after }: FactChange): FactChangeModel {
  return {
    fact,
    words: say(`fact.${fact}`, desk.facts[fact]),
    ...(before === undefined ? {} : { before: copy(before) }),
    ...(after === undefined ? {} : { after: copy(after) }),
  };
}

function effectText({ desk, format }: Texts, effect: Effect): string {
  // The text of an effect takes the values of its own kind.
  const text = desk.effects[effect.id] as (values: Effect['values'], format: Texts['format']) => string;
  return text(effect.values, format);
}

/** With the names of people behind their ids: the ids alone can be told apart, and the names alone are what somebody says. */
function withPeople(
  change: FactChangeModel,
  connection: RunningConnection,
  view: DeskConnection,
): FactChangeModel {
  const { before, after } = change;
  return {
    ...change,
    ...(before === undefined ? {} : { before: namedValue(before, connection, view) }),
    ...(after === undefined ? {} : { after: namedValue(after, connection, view) }),
  };
}

function peopleIn(
  values: Readonly<Record<string, string | number | boolean>>,
  connection: RunningConnection,
  view: DeskConnection,
): Readonly<Record<string, string | number | boolean>> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? namedId(value, connection, view) : value,
  ]);
  return Object.fromEntries(entries) as typeof values;
}

type FactValue = NonNullable<FactChangeModel['before']>;

function namedValue(value: FactValue, connection: RunningConnection, view: DeskConnection): FactValue {
  if (typeof value === 'string') return namedId(value, connection, view);
  return Array.isArray(value) ? value.map((each: string) => namedId(each, connection, view)) : value;
}

function namedId(id: string, connection: RunningConnection, view: DeskConnection): string {
  const own = connection.links.find(({ actor }) => actor.id === id)?.actor;
  const isAgent =
    view.cards.has(id) || view.world.get('agent', ORGANIZATION, id) !== undefined || own?.type === 'agent';
  if (own === undefined && !isAgent) return id;
  const { name } = personOf(connection, view, own ?? { type: 'agent', id });
  const end = shortId(id);
  return name === end ? end : `${name} (${end})`;
}

/** The name of a check with what it looked at. */
function checkText(
  { desk, format }: Texts,
  id: keyof Texts['desk']['checks'],
  values: Readonly<Record<string, string | number | boolean>>,
): string {
  const parts = Object.entries(values).map(([name, value]) => {
    if (name.endsWith('AtMs') && typeof value === 'number') return format.time(value);
    return name.endsWith('Ms') && typeof value === 'number' ? format.duration(value) : String(value);
  });
  return parts.length === 0 ? desk.checks[id] : `${desk.checks[id]} · ${parts.join(' · ')}`;
}

function obstacleModel(
  { desk }: Texts,
  obstacle: SheetObstacle,
  signers: readonly SignerChoice[],
  connection: RunningConnection,
  view: DeskConnection,
): CommandSheetModel['obstacles'][number] {
  const { id } = obstacle;
  const values = obstacle.values as Readonly<Record<string, unknown>>;
  const words = say(`obstacle.${id}`, desk.obstacles[id](values), values);
  if (obstacle.id !== 'switch-signer') return { id, words };
  const other = signers.find(({ identity }) => identity.actor.id === obstacle.values.actorId);
  return other === undefined
    ? { id, words }
    : { id, words, switchTo: personOf(connection, view, other.identity.actor) };
}

function signerModel(
  texts: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  { identity, role, composed, rejection, key, path }: SignerChoice,
): SignerChoiceModel {
  const { sessionEpoch, membershipEpoch, coordinatorEpoch } = composed.epochs;
  return {
    person: personOf(connection, view, identity.actor),
    role,
    epochs: {
      ...(sessionEpoch === undefined ? {} : { session: sessionEpoch }),
      ...(membershipEpoch === undefined ? {} : { membership: membershipEpoch }),
      ...(coordinatorEpoch === undefined ? {} : { coordinator: coordinatorEpoch }),
    },
    key,
    path,
    ...(rejection === undefined ? {} : { refusal: refusalOf(texts, rejection) }),
  };
}
