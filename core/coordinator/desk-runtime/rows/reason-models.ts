// Reasons of the assistant as a window shows them: in words, each with the Events that it rests on.
import type { FigureModel, ReasonModel, ReasonSource } from '../../../contract/reasons.ts';
import { ORGANIZATION, SINGLE } from '../../../domain/world.ts';
import type { OfferReason } from '../../assistant/offers/offer-reasons.ts';
import { type OfferFormat, offerWords } from '../../assistant/offers/words.ts';
import type { Reason, Reference } from '../../assistant/proposal.ts';
import type { ReviewReason } from '../../assistant/review/review-types.ts';
import { reviewWords } from '../../assistant/review/words.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import { say, type Texts } from '../words/texts.ts';
import { agentOf, moneyText, shortId } from './row-context.ts';

/** What reasons are told with. */
export interface ReasonScene {
  readonly texts: Texts;
  readonly connection: RunningConnection;
  readonly view: DeskConnection;
  readonly groupId: string;
  readonly format: OfferFormat;
}

/** Sources of one reason that are sent; a window leads to the newest ones. */
const MAX_SOURCES = 20;

export function reasonScene(
  texts: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  groupId: string,
  currency: string | undefined,
): ReasonScene {
  const format: OfferFormat = {
    ...texts.format,
    name: (id) => nameOf(connection, view, groupId, id),
    money: (microunits) => `${moneyText(microunits)} ${currency ?? ''}`.trim(),
  };
  return { texts, connection, view, groupId, format };
}

/** Of an Agent, a WorkItem or a Mission, as people know it. */
function nameOf(connection: RunningConnection, view: DeskConnection, groupId: string, id: string): string {
  const { world } = view;
  const item = world.get('workItem', groupId, id)?.document.contract.goal;
  if (item !== undefined) return item;
  const mission = world.get('mission', groupId, SINGLE);
  if (mission?.document.missionId === id) return mission.title ?? mission.document.objective;
  const isAgent = world.get('agent', ORGANIZATION, id) !== undefined || view.cards.has(id);
  return isAgent ? agentOf(connection, view, id).name : shortId(id);
}

export function offerReasonModel(scene: ReasonScene, reason: OfferReason): ReasonModel {
  const text = offerWords(scene.texts.language).reasons[reason.id](reason.values, scene.format);
  return reasonModelOf(scene, reason, `offer.${reason.id}`, text);
}

export function reviewReasonModel(scene: ReasonScene, reason: ReviewReason): ReasonModel {
  const text = reviewWords(scene.texts.language).reasons[reason.id](reason.values);
  return reasonModelOf(scene, reason, `review.${reason.id}`, text);
}

export function reasonModelOf(scene: ReasonScene, reason: Reason, key: string, text: string): ReasonModel {
  const { id, verdict, values, references } = reason;
  return { id, verdict, words: say(key, text, values), ...sourcesOf(scene, references) };
}

/** A number with what it counts. */
export function figureOf(
  scene: ReasonScene,
  key: string,
  text: string,
  references: readonly Reference[],
): FigureModel {
  return { words: say(key, text), ...sourcesOf(scene, references) };
}

export function sourcesOf(
  scene: ReasonScene,
  references: readonly Reference[],
): { readonly sources: ReasonSource[]; readonly more: number } {
  // Logs go on at the end: the last ones are the newest.
  const sources = references.slice(-MAX_SOURCES).map((reference) => sourceOf(scene, reference));
  return { sources, more: references.length - sources.length };
}

function sourceOf({ texts, connection }: ReasonScene, reference: Reference): ReasonSource {
  const { sources, records, otherRecord } = texts.assistant;
  switch (reference.type) {
    case 'event': {
      const { groupId, sequence } = reference;
      const words = say('source.event', sources.event(sequence), { sequence });
      return { type: 'event', words, groupId, sequence };
    }
    case 'record': {
      const { kind, groupId, id } = reference;
      const sequence = connection.logOf(groupId)?.records.sequenceOf(kind, id);
      const words = say(`source.${kind}`, sources.record(records[kind] ?? otherRecord, sequence), { id });
      return sequence === undefined
        ? { type: 'record', words }
        : { type: 'record', words, groupId, sequence };
    }
    case 'agent-card': {
      const { agentId, cardVersion } = reference;
      return { type: 'agent-card', words: say('source.card', sources.card(cardVersion)), agentId };
    }
    default: {
      const { agentId, lastHeartbeat } = reference;
      const heardAt = texts.format.time(msOf(lastHeartbeat));
      return { type: 'presence', words: say('source.presence', sources.presence(heardAt)), agentId };
    }
  }
}
