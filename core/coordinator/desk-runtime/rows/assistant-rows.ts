// The assistant for people: what it proposes and why it may not do it alone, what only a person can decide, and what it has done
// alone, with the rule that allowed it and whether it can be undone.
import type { AssistantRow, AssistantSummary } from '../../../contract/assistant.ts';
import type { ReasonModel } from '../../../contract/reasons.ts';
import type { Words } from '../../../contract/values.ts';
import type { AutonomyNote } from '../../assistant/autonomy/notes.ts';
import { reversibilityOf } from '../../assistant/autonomy/reversibility.ts';
import { describeReversibility, describeWhyNot } from '../../assistant/autonomy/words.ts';
import { type ChildMatterId, childWords } from '../../assistant/children/words.ts';
import type {
  StandingProposal,
  StandingQuestion,
  StandingReason,
} from '../../assistant/lead/driver-types.ts';
import type { LeadReasonId } from '../../assistant/lead/lead-reasons.ts';
import type { LeadArea } from '../../assistant/lead/lead-types.ts';
import { leadWords } from '../../assistant/lead/words.ts';
import type { OfferReasonId } from '../../assistant/offers/offer-reasons.ts';
import { offerWords } from '../../assistant/offers/words.ts';
import { type PlanningReasonId, planningWords } from '../../assistant/planning/words.ts';
import type { Proposal, Reason } from '../../assistant/proposal.ts';
import type { ReviewReasonId } from '../../assistant/review/review-types.ts';
import { reviewWords } from '../../assistant/review/words.ts';
import type { AssistantDesk } from '../assistant-desk.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { say, type Texts } from '../words/texts.ts';
import { childReasonWords, planningReasonWords } from './reason-lines.ts';
import {
  offerReasonModel,
  reasonModelOf,
  type ReasonScene,
  reasonScene,
  reviewReasonModel,
  sourcesOf,
} from './reason-models.ts';
import { refusalOf, sortDown, sortNumber, textsFor, titleOfItem, titleOfMission } from './row-context.ts';

/** Of what was done alone, the newest ones. */
const MAX_ACTS = 200;

type Draft = Extract<AssistantRow, { type: 'proposal' }>['draft'];

export interface AssistantState {
  readonly assistant: AssistantDesk;
  /** How many rules let it sign alone. */
  readonly rules: () => number;
  /** Files of it that cannot be used, in words. */
  readonly faults: (texts: Texts) => readonly Words[];
}

export function assistantSource(
  desk: DeskRuntime,
  { assistant, rules, faults }: AssistantState,
): LiveSource<AssistantRow, AssistantSummary> {
  return {
    // It says so itself whenever it has looked; logs alone change nothing that it shows.
    concerns: (topic) =>
      topic.kind === 'area' && (topic.area === 'assistant' || topic.area === 'connections'),
    read: () => {
      const texts = textsFor(desk);
      const proposals = assistant.driver
        .proposals()
        .flatMap((each, index) => proposalRow(desk, texts, each, index));
      const questions = assistant.driver
        .questions()
        .flatMap((each, index) => questionRow(desk, texts, each, index));
      const acts = assistant.gate.notes.slice(-MAX_ACTS).flatMap((note) => actRow(desk, texts, note));
      const { isStopped, sinceMs } = assistant.stopSwitch.record;
      const summary: AssistantSummary = {
        isStopped,
        proposals: proposals.length,
        questions: questions.length,
        acts: assistant.gate.notes.length,
        rules: rules(),
        faults: [...faults(texts)],
      };
      if (isStopped && sinceMs !== undefined) summary.stoppedSinceMs = sinceMs;
      return { rows: [...proposals, ...questions, ...acts], summary };
    },
  };
}

interface Place {
  readonly scene: ReasonScene;
  readonly row: {
    readonly connectionId: string;
    readonly groupId: string;
    readonly missionTitle: string;
    readonly workItemId?: string;
    readonly title?: string;
  };
}

/** Undefined once the connection is gone. */
function placeOf(
  desk: DeskRuntime,
  texts: Texts,
  { connectionId, groupId }: { readonly connectionId: string; readonly groupId: string },
  workItemId: string | undefined,
): Place | undefined {
  const connection = desk.connection(connectionId);
  if (connection === undefined) return undefined;
  const view = connection.view();
  const item = workItemId === undefined ? undefined : view.world.get('workItem', groupId, workItemId);
  const scene = reasonScene(texts, connection, view, groupId, item?.document.contract.budget.currency);
  const row = { connectionId, groupId, missionTitle: titleOfMission(view.world, groupId) };
  if (workItemId === undefined || item === undefined) return { scene, row };
  return { scene, row: { ...row, workItemId, title: titleOfItem(view.world, groupId, workItemId) } };
}

function proposalRow(
  desk: DeskRuntime,
  texts: Texts,
  standing: StandingProposal,
  index: number,
): AssistantRow[] {
  const { wish, proposal, why } = standing;
  const place = placeOf(desk, texts, standing, wish.workItemId);
  if (place === undefined) return [];
  const at = wish.proposals.indexOf(proposal);
  return [
    {
      id: `proposal ${standing.connectionId} ${wish.key}`,
      sort: `1${sortNumber(index)}`,
      type: 'proposal',
      ...place.row,
      area: areaWords(texts, wish.area),
      draft: draftOf(texts, proposal),
      later: wish.proposals.slice(at + 1).map((each) => commandWords(texts, each)),
      reasons: proposal.reasons.map((reason) => anyReasonModel(place.scene, reason)),
      waits: why.kind,
      why: whyOf(texts, why),
    },
  ];
}

function questionRow(
  desk: DeskRuntime,
  texts: Texts,
  standing: StandingQuestion,
  index: number,
): AssistantRow[] {
  const { question } = standing;
  const place = placeOf(desk, texts, standing, question.workItemId);
  if (place === undefined) return [];
  return [
    {
      id: `question ${standing.connectionId} ${question.key}`,
      sort: `0${sortNumber(index)}`,
      type: 'question',
      ...place.row,
      area: areaWords(texts, question.area),
      reasons: question.reasons.map((reason) => anyReasonModel(place.scene, reason)),
      drafts: question.drafts.map((proposal) => draftOf(texts, proposal)),
    },
  ];
}

function actRow(desk: DeskRuntime, texts: Texts, note: AutonomyNote): AssistantRow[] {
  const { actionId, kind, groupId, target, ruleId, decidedAtMs, reasons } = note;
  const place = placeOf(desk, texts, note, target.type === 'workItem' ? target.id : undefined);
  if (place === undefined) return [];
  const { scene, row } = place;
  const sequence = scene.connection.logOf(groupId)?.autonomousActAt(actionId);
  const reversibility = reversibilityOf(scene.view.world, note);
  const act = {
    id: `act ${note.connectionId} ${actionId}`,
    sort: `2${sortDown(decidedAtMs)}`,
    type: 'act' as const,
    ...row,
    actionId,
    words: say(`command.${kind}`, texts.row.commands[kind]),
    ruleId,
    decidedAtMs,
    reasons: reasons.map((reason) => anyReasonModel(scene, reason)),
    isInLog: sequence !== undefined,
    reversible: reversibility.kind,
    reversibility: say(
      `reversibility.${reversibility.kind}`,
      describeReversibility(reversibility, texts.language),
    ),
  };
  if (sequence === undefined) return [act];
  const [source] = sourcesOf(scene, [{ type: 'event', groupId, eventId: actionId, sequence }]).sources;
  return [source === undefined ? act : Object.assign(act, { source })];
}

function areaWords({ language }: Texts, area: LeadArea): Words {
  return say(`area.${area}`, leadWords(language).areas[area]);
}

function commandWords({ row }: Texts, { intent }: Proposal): Words {
  return say(`command.${intent.kind}`, row.commands[intent.kind]);
}

function draftOf(texts: Texts, proposal: Proposal): Draft {
  // Proposals are intents of the desk, whose forms are those of the contract.
  return { words: commandWords(texts, proposal), intent: proposal.intent as unknown as Draft['intent'] };
}

function whyOf(texts: Texts, why: StandingReason): Words[] {
  const first = say(`standing.${why.kind}`, leadWords(texts.language).standing[why.kind]);
  if (why.kind === 'refused') return [first, refusalOf(texts, why.error).words];
  if (why.kind === 'not-ready') return [first];
  return why.why.map((each) => say(`why-not.${each.id}`, describeWhyNot(each, texts.language)));
}

/** A reason of whichever of the assistant's rules; each table knows its own. */
function anyReasonModel(scene: ReasonScene, reason: Reason): ReasonModel {
  const { language } = scene.texts;
  const { id } = reason;
  if (id in leadWords(language).reasons) {
    const { reasons } = leadWords(language);
    const text = reasons[id as LeadReasonId](namedValues(scene, reason), scene.format);
    return reasonModelOf(scene, reason, `lead.${id}`, text);
  }
  if (id in offerWords(language).reasons) return offerReasonModel(scene, reason as Reason<OfferReasonId>);
  if (id in reviewWords(language).reasons) return reviewReasonModel(scene, reason as Reason<ReviewReasonId>);
  if (id in planningWords(language).reasons) {
    const { text } = planningReasonWords(scene, reason as Reason<PlanningReasonId>);
    return reasonModelOf(scene, reason, `planning.${id}`, text);
  }
  if (id in childWords(language).reasons) {
    const { text } = childReasonWords(scene, reason as Reason<ChildMatterId>);
    return reasonModelOf(scene, reason, `child.${id}`, text);
  }
  return reasonModelOf(scene, reason, `reason.${id}`, id);
}

/** Ids of Agents and items by the names that people know. */
function namedValues({ format }: ReasonScene, { values }: Reason): Reason['values'] {
  const named = { ...values };
  for (const name of ['agentId', 'workItemId', 'needed', 'reviewedItemId']) {
    const id = values[name];
    if (typeof id === 'string') named[name] = format.name(id);
  }
  return named;
}
