// From a Message to the Commands that a person may want to make of it: new work, a corrected contract, an offer to its author. The
// text is quoted and never obeyed: nothing in it chooses a kind of Command, a budget, a permission or a signer (MSG-003).
import { DIMENSIONS } from '../../../domain/budget.ts';
import { matchCapabilities } from '../../../domain/capabilities.ts';
import { SINGLE, type WorkItemRecord } from '../../../domain/world.ts';
import type {
  Actor,
  AgentCard,
  CapabilityRef,
  Mission,
  WorkContract,
} from '../../../protocol/generated/documents.ts';
import { formatTimestamp } from '../../../protocol/timestamp.ts';
import { withoutHiddenCharacters } from '../../briefs/hidden-characters.ts';
import { budgetOf } from '../../briefs/share-budget.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { Moment, msOf } from '../../desk/moment.ts';
import type { EventReference, Proposal, Reason } from '../proposal.ts';
import { chooseCapability, type DraftReasonId, roomOf, shareOf } from './draft-plan.ts';
import type { PlanLanguage } from './plan-templates.ts';
import { WorkerPool } from './plan-scene.ts';
import { because, propose, recordOf } from './reasons.ts';

export type MessageDraftReasonId =
  | DraftReasonId
  | 'from-message'
  | 'criteria-listed'
  | 'criterion-whole'
  | 'deadline-of-mission'
  | 'budget-part'
  | 'contract-next-offer'
  | 'author-fits'
  | 'author-lacks';

/** A Message as it stands in the log; of one that was corrected the newest text. */
export interface SaidMessage {
  readonly event: EventReference;
  readonly author: Actor;
  readonly text: string;
  /** Of a conversation about one. */
  readonly workItemId: string | undefined;
}

/**
 * - `new-work`: a Work Proposal, which anybody may sign and only the Coordinator can authorize.
 * - `change`: the corrected contract of the item that is talked about; it goes out with its next offer (OPEN-048).
 * - `offer`: the item to the Agent that has spoken.
 */
export type MessageDraftKind = 'new-work' | 'change' | 'offer';

export interface MessageDraft {
  readonly kind: MessageDraftKind;
  readonly proposal: Proposal<MessageDraftReasonId>;
  /** What a person has to answer before it can be signed. */
  readonly questions: readonly Reason<MessageDraftReasonId>[];
}

export interface MessageDraftRequest {
  readonly connection: DeskConnection;
  readonly groupId: string;
  readonly message: SaidMessage;
  readonly language: PlanLanguage;
}

/** Of a text that anybody may have written, no more than this is looked at. */
const MAX_TEXT = 20_000;
const MAX_GOAL = 300;
const MAX_IMPACT = 4_000;
const MAX_CRITERIA = 20;
/** Of the budget that is free; a person knows better. */
const BUDGET_PERCENT = 25;
const TIME_PERCENT = 90;
const SCHEMA = 'urn:missionweaveprotocol:schema:opaque';
const RESULT: { readonly [Each in PlanLanguage]: string } = { en: 'the result', de: 'das Ergebnis' };

/** What can be made of a Message, the likeliest first; nothing where the Mission is over or the text is empty. */
export function draftFromMessage(request: MessageDraftRequest): readonly MessageDraft[] {
  const { connection, groupId, message } = request;
  const mission = connection.world.get('mission', groupId, SINGLE)?.document;
  const said = readText(message.text);
  if (mission?.state !== 'active' || said === undefined) return [];
  const item =
    message.workItemId === undefined
      ? undefined
      : connection.world.get('workItem', groupId, message.workItemId);
  return [
    ...(item === undefined ? [] : offerDrafts(request, item)),
    ...(item === undefined ? [] : changeDrafts(request, item, said)),
    newWork(request, mission, said),
  ];
}

interface ReadText {
  readonly whole: string;
  readonly goal: string;
  /** What stands in a list. */
  readonly points: readonly string[];
}

/** The first sentence outside of a list is the goal, the points of lists are what is checked. */
function readText(text: string): ReadText | undefined {
  const whole = withoutHiddenCharacters(text.slice(0, MAX_TEXT)).trim();
  if (whole === '') return undefined;
  const points: string[] = [];
  const prose: string[] = [];
  for (const line of whole.split('\n')) {
    const point = /^\s{0,8}(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/u.exec(line)?.[1];
    if (point === undefined) prose.push(line.trim());
    else if (points.length < MAX_CRITERIA) points.push(cut(point.trim(), MAX_GOAL));
  }
  const paragraph = prose.find((line) => line !== '') ?? points[0] ?? whole;
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(paragraph)?.[0] ?? paragraph;
  return { whole, goal: cut(sentence.trim(), MAX_GOAL), points };
}

/** Whole characters only. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text
    .slice(0, length - 1)
    .replace(/[\ud800-\udbff]$/u, '')
    .trimEnd()}…`;
}

function newWork(request: MessageDraftRequest, mission: Mission, said: ReadText): MessageDraft {
  const { connection, groupId, message } = request;
  const { nowMs } = connection;
  const missionPlace = [recordOf('mission', groupId, '')];
  const deadlineMs = msOf(mission.deadline);
  const room = roomOf(connection, mission);
  const found = chooseCapability(said.whole, [], capabilitiesOf(workersIn(request)));
  const questions: Reason<MessageDraftReasonId>[] = [];
  if (deadlineMs <= nowMs)
    questions.push(because('time-over', 'unmet', { deadlineAtMs: deadlineMs }, missionPlace));
  if (DIMENSIONS.every((each) => room[each] === 0))
    questions.push(because('no-budget', 'unmet', {}, missionPlace));
  if (found.capability === undefined) questions.push(found.reason);
  const endMs = nowMs + Math.max(1, Math.floor(((deadlineMs - nowMs) * TIME_PERCENT) / 100));
  const points = said.points.length === 0 ? [said.goal] : said.points;
  const contract: WorkContract = {
    contractVersion: 1,
    goal: said.goal,
    requiredDeliverables: [
      {
        deliverableId: 'D-1',
        description: RESULT[request.language],
        mediaType: 'text/markdown',
        schema: SCHEMA,
      },
    ],
    acceptanceCriteria: points.map((description, index) => ({
      criterionId: `AC-${index + 1}`,
      description,
      evidenceRequired: ['reviewer_assessment'],
    })),
    inputArtifacts: [],
    dependencyWorkItemIds: [],
    allowedResources: [],
    requiredCapabilities: found.capability === undefined ? [] : [found.capability],
    deadline: formatTimestamp(Math.min(deadlineMs, endMs)),
    requestedUrgency: 'normal',
    businessImpact: cut(said.whole, MAX_IMPACT),
    retryPolicy: { maxAttempts: 2, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
    budget: budgetOf(mission.budget, shareOf(room, BUDGET_PERCENT / 100)),
    sideEffectRisk: 'none',
    executionApproval: 'not_required',
  };
  const reasons = [
    from(message),
    said.points.length === 0
      ? because('criterion-whole' as const, 'met')
      : because('criteria-listed' as const, 'met', { count: said.points.length }),
    ...(found.capability === undefined ? [] : [found.reason]),
    because('deadline-of-mission' as const, 'met', { deadlineAtMs: deadlineMs }, missionPlace),
    because('budget-part' as const, 'met', { percent: BUDGET_PERCENT }, missionPlace),
  ];
  const causationId = message.event.eventId;
  const proposal = propose<MessageDraftReasonId>(
    { kind: 'work.propose', groupId, causationId, form: { contract } },
    reasons,
  );
  return { kind: 'new-work', proposal, questions };
}

/** Only where a corrected contract may go out: before somebody holds the work, or after it has failed. */
function changeDrafts(
  { groupId, message }: MessageDraftRequest,
  { document }: WorkItemRecord,
  { whole }: ReadText,
): readonly MessageDraft[] {
  const { state, workItemId, contract: current } = document;
  if (state !== 'open' && state !== 'offered' && state !== 'failed') return [];
  const { changes } = current.constraints ?? {};
  const before = Array.isArray(changes) ? changes.filter((each) => typeof each === 'string') : [];
  const contract: WorkContract = {
    ...current,
    contractVersion: current.contractVersion + 1,
    constraints: { ...current.constraints, changes: [...before, cut(whole, MAX_IMPACT)] },
  };
  const place = [recordOf('workItem', groupId, workItemId)];
  const version = because(
    'contract-next-offer' as const,
    'met',
    { version: current.contractVersion + 1 },
    place,
  );
  const proposal = propose<MessageDraftReasonId>(
    {
      kind: 'work.offer',
      groupId,
      causationId: message.event.eventId,
      form: { workItemId, candidates: [], contract },
    },
    [from(message), version],
  );
  return [{ kind: 'change', proposal, questions: [] }];
}

/** To an Agent that has spoken about open work, whatever it said: whether it is asked, a person decides. */
function offerDrafts(request: MessageDraftRequest, { document }: WorkItemRecord): readonly MessageDraft[] {
  const { groupId, message } = request;
  const { author } = message;
  const { state, workItemId, contract } = document;
  const card = workersIn(request).find(({ agentId }) => author.type === 'agent' && agentId === author.id);
  if (state !== 'open' || card === undefined) return [];
  const { missing } = matchCapabilities(card, contract.requiredCapabilities);
  const fits =
    missing === undefined
      ? because('author-fits' as const, 'met', { agentId: author.id })
      : because('author-lacks' as const, 'unmet', { agentId: author.id, capability: missing.id });
  const proposal = propose<MessageDraftReasonId>(
    {
      kind: 'work.offer',
      groupId,
      causationId: message.event.eventId,
      form: { workItemId, candidates: [{ agentId: author.id }] },
    },
    [from(message), fits],
  );
  return [{ kind: 'offer', proposal, questions: [] }];
}

function from({ event, author }: SaidMessage): Reason<MessageDraftReasonId> {
  return because('from-message', 'met', { authorId: author.id }, [event]);
}

function workersIn({ connection, groupId }: MessageDraftRequest): readonly AgentCard[] {
  return new WorkerPool(connection, groupId, new Moment(connection.nowMs)).workers();
}

/** What is had by several stands there once. */
function capabilitiesOf(cards: readonly AgentCard[]): readonly CapabilityRef[] {
  const found = new Map<string, CapabilityRef>();
  for (const { capabilities } of cards)
    for (const { id, version } of capabilities) found.set(`${id}@${version}`, { id, version });
  return [...found.values()];
}
