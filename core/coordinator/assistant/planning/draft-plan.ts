// From an objective to the draft of a whole plan: items with complete contracts, in an order in which nothing stands before what it
// needs (WORK-001, WORK-006, WORK-040). Rules and patterns alone; what they cannot know is asked, not guessed.
import {
  addUsage,
  DIMENSIONS,
  type Limits,
  limitsOf,
  NO_USAGE,
  subtractUsage,
} from '../../../domain/budget.ts';
import { SINGLE } from '../../../domain/world.ts';
import { formatTimestamp } from '../../../protocol/timestamp.ts';
import type {
  AcceptanceCriterion,
  CapabilityRef,
  Mission,
  WorkContract,
} from '../../../protocol/generated/documents.ts';
import type { BriefMission } from '../../briefs/brief.ts';
import { budgetOf } from '../../briefs/share-budget.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { IdBook } from '../../desk/intent/id-book.ts';
import { msOf } from '../../desk/moment.ts';
import type { Proposal, Reason } from '../proposal.ts';
import {
  chooseTemplate,
  type PlanLanguage,
  type PlanStep,
  type PlanTemplate,
  wordsOf,
} from './plan-templates.ts';
import { because, propose, recordOf } from './reasons.ts';

export type DraftReasonId =
  | 'pattern-by-word'
  | 'pattern-by-default'
  | 'from-brief'
  | 'proves-criterion'
  | 'prepares-others'
  | 'combines-results'
  | 'capability-by-words'
  | 'capability-only-one'
  | 'capability-unknown'
  | 'criterion-by-human'
  | 'time-over'
  | 'no-budget';

export interface DraftItem {
  readonly workItemId: string;
  readonly contract: WorkContract;
  readonly needs: readonly string[];
  /** The Command with its reasons. */
  readonly proposal: Proposal<DraftReasonId>;
}

export interface PlanDraft {
  readonly items: readonly DraftItem[];
  readonly reasons: readonly Reason<DraftReasonId>[];
  /** What a person has to answer before the plan can be signed; with any of these, `items` is only a sketch. */
  readonly questions: readonly Reason<DraftReasonId>[];
}

export interface PlanRequest {
  readonly connection: DeskConnection;
  readonly groupId: string;
  /** What can be had: of the cards that are known, or of those that a person has chosen. */
  readonly capabilities: readonly CapabilityRef[];
  readonly language: PlanLanguage;
  readonly ids: IdBook;
  readonly templates?: readonly PlanTemplate[];
}

/** What is kept back of budget and time, for coordination and for the owner's answer (CRD-006). */
const RESERVE_SHARE = 0.1;
/** More than a text has words. */
const OWN_WORD_WEIGHT = 10_000;
const SCHEMA = 'urn:missionweaveprotocol:schema:opaque';

interface Step {
  readonly name: string;
  readonly step: PlanStep;
  readonly criterion: AcceptanceCriterion | undefined;
  readonly about: string;
  readonly needs: readonly string[];
  readonly level: number;
}

/** A plan for what the definition of done asks for; undefined for a Mission that is not known. */
export function draftPlan(request: PlanRequest): PlanDraft | undefined {
  const { connection, groupId, ids, templates } = request;
  const mission = connection.world.get('mission', groupId, SINGLE)?.document;
  if (mission === undefined) return undefined;
  const { template, word } = chooseTemplate(mission.objective, templates);
  const chosen =
    word === undefined
      ? because('pattern-by-default' as const, 'met', { pattern: template.name })
      : because('pattern-by-word' as const, 'met', { pattern: template.name, word });
  const questions: Reason<DraftReasonId>[] = [];
  const steps = [...stepsOf(mission, template, questions)];
  const startMs = connection.nowMs;
  const endMs = startMs + Math.floor((msOf(mission.deadline) - startMs) * (1 - RESERVE_SHARE));
  const reference = [recordOf('mission', groupId, '')];
  if (endMs <= startMs)
    questions.push(because('time-over', 'unmet', { deadlineAtMs: msOf(mission.deadline) }, reference));
  const room = roomOf(connection, mission);
  if (DIMENSIONS.every((each) => room[each] === 0))
    questions.push(because('no-budget', 'unmet', {}, reference));
  const levels = Math.max(1, ...steps.map(({ level }) => level + 1));
  const weight = steps.reduce((sum, { step }) => sum + step.weight, 0);
  const workItemIds = new Map(steps.map(({ name }, index) => [name, ids.get('work-item', index + 1)]));
  const items = steps.map((planned): DraftItem => {
    const { name, step, level } = planned;
    const found = chooseCapability(planned.about, step.words, request.capabilities);
    if (found.capability === undefined) questions.push(found.reason);
    const needs = planned.needs.map((each) => workItemIds.get(each) ?? each);
    const limits = shareOf(room, step.weight / weight);
    const deadlineMs = startMs + Math.ceil(((endMs - startMs) * (level + 1)) / levels);
    const contract = contractFor(request, mission, planned, {
      capability: found.capability,
      needs,
      limits,
      deadline: formatTimestamp(Math.max(startMs + 1, deadlineMs)),
      urgency: template.urgency,
    });
    const workItemId = workItemIds.get(name) ?? name;
    const reasons = [purposeOf(planned), found.reason];
    return itemOf(groupId, workItemId, contract, needs, reasons);
  });
  return { items, reasons: [chosen], questions };
}

/** The plan of a brief as the same kind of draft: its contracts are complete, only the ids were missing. */
export function draftFromBrief(groupId: string, { work }: BriefMission, ids: IdBook): PlanDraft {
  const workItemIds = new Map(work.map(({ name }, index) => [name, ids.get('work-item', index + 1)]));
  const items = work.map(({ name, needs: names, contract }): DraftItem => {
    const needs = names.map((each) => workItemIds.get(each) ?? each);
    const reason = because('from-brief' as const, 'met', { name });
    return itemOf(
      groupId,
      workItemIds.get(name) ?? name,
      { ...contract, dependencyWorkItemIds: needs },
      needs,
      [reason],
    );
  });
  return { items, reasons: [because('from-brief', 'met', { name: '' })], questions: [] };
}

function itemOf(
  groupId: string,
  workItemId: string,
  contract: WorkContract,
  needs: readonly string[],
  reasons: readonly Reason<DraftReasonId>[],
): DraftItem {
  const intent = { kind: 'work.authorize' as const, groupId, form: { workItemId, contract } };
  return { workItemId, contract, needs, proposal: propose(intent, reasons) };
}

/** The steps of a pattern for a definition of done, each after what it needs. */
function* stepsOf(
  { objective, definitionOfDone }: Mission,
  { steps }: PlanTemplate,
  questions: Reason<DraftReasonId>[],
): Generator<Step> {
  const [prepare, produce, review, combine] = (['prepare', 'produce', 'review', 'combine'] as const).map(
    (role) => steps.find((each) => each.role === role),
  );
  let level = 0;
  const first: string[] = [];
  if (prepare !== undefined) {
    yield { name: 'prepare', step: prepare, criterion: undefined, about: objective, needs: [], level };
    first.push('prepare');
    level += 1;
  }
  const results: string[] = [];
  for (const criterion of definitionOfDone) {
    const { criterionId, description, evidenceRequired } = criterion;
    // A human's word comes with the approval of the whole; what only a human proves still has to be made.
    if (evidenceRequired.every((type) => type === 'human_review'))
      questions.push(because('criterion-by-human', 'unknown', { criterion: criterionId, description }));
    if (produce === undefined) continue;
    const name = `produce ${criterionId}`;
    yield { name, step: produce, criterion, about: description, needs: first, level };
    if (review !== undefined && evidenceRequired.includes('reviewer_assessment')) {
      const reviewName = `review ${criterionId}`;
      yield {
        name: reviewName,
        step: review,
        criterion,
        about: description,
        needs: [name],
        level: level + 1,
      };
      results.push(reviewName);
    } else results.push(name);
  }
  if (combine === undefined || results.length < 2) return;
  yield {
    name: 'combine',
    step: combine,
    criterion: undefined,
    about: objective,
    needs: results,
    level: level + 2,
  };
}

function purposeOf({ step, criterion }: Step): Reason<DraftReasonId> {
  if (criterion !== undefined)
    return because('proves-criterion', 'met', {
      criterion: criterion.criterionId,
      description: criterion.description,
    });
  return because(step.role === 'prepare' ? 'prepares-others' : 'combines-results', 'met');
}

/**
 * The capability whose name shares most words with what is to be done, `ownWords` before all others; the only one there is; or
 * nothing, and a person is asked.
 */
export function chooseCapability(
  about: string,
  ownWords: readonly string[],
  capabilities: readonly CapabilityRef[],
): { readonly capability: CapabilityRef | undefined; readonly reason: Reason<DraftReasonId> } {
  const own = new Set(ownWords);
  const said = new Set(wordsOf(about));
  let best:
    | { readonly capability: CapabilityRef; readonly score: number; readonly words: string }
    | undefined;
  for (const capability of capabilities) {
    const words = wordsOf(capability.id);
    const shared = words.filter((word) => own.has(word) || said.has(word));
    // One of the step's own words decides over any number of the criterion's: a review of an inventory is a review.
    const score = shared.reduce((sum, word) => sum + (own.has(word) ? OWN_WORD_WEIGHT : 1), 0);
    if (score > 0 && (best === undefined || score > best.score))
      best = { capability, score, words: shared.join(', ') };
  }
  if (best !== undefined) {
    const values = { capability: best.capability.id, words: best.words };
    return { capability: best.capability, reason: because('capability-by-words', 'met', values) };
  }
  const [only, second] = capabilities;
  if (only !== undefined && second === undefined)
    return { capability: only, reason: because('capability-only-one', 'met', { capability: only.id }) };
  return {
    capability: undefined,
    reason: because('capability-unknown', 'unknown', { about, known: capabilities.length }),
  };
}

function contractFor(
  { language }: PlanRequest,
  { budget }: Mission,
  { step, criterion, about }: Step,
  {
    capability,
    needs,
    limits,
    deadline,
    urgency,
  }: {
    readonly capability: CapabilityRef | undefined;
    readonly needs: readonly string[];
    readonly limits: Limits;
    readonly deadline: string;
    readonly urgency: PlanTemplate['urgency'];
  },
): WorkContract {
  return {
    contractVersion: 1,
    goal: step.goal[language](about),
    requiredDeliverables: [
      {
        deliverableId: 'result',
        description: step.deliverable[language],
        mediaType: 'application/json',
        schema: SCHEMA,
      },
    ],
    acceptanceCriteria: [
      {
        criterionId: criterion?.criterionId ?? 'complete',
        description: about,
        evidenceRequired: [...evidenceFor(step, criterion)],
      },
    ],
    inputArtifacts: [],
    dependencyWorkItemIds: [...needs],
    allowedResources: [],
    requiredCapabilities:
      capability === undefined ? [] : [{ id: capability.id, version: capability.version }],
    deadline,
    requestedUrgency: urgency,
    businessImpact: about,
    retryPolicy: { maxAttempts: 2, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
    budget: budgetOf(budget, limits),
    sideEffectRisk: 'none',
    executionApproval: 'not_required',
  };
}

/** What a Worker can prove of a criterion by itself; what the step usually proves where that is nothing. */
function evidenceFor(step: PlanStep, criterion: AcceptanceCriterion | undefined): PlanStep['evidence'] {
  if (step.role !== 'produce' || criterion === undefined) return step.evidence;
  const own = criterion.evidenceRequired.filter(
    (type) => type !== 'human_review' && type !== 'reviewer_assessment' && type !== 'policy_check',
  );
  return own.length === 0 ? step.evidence : own;
}

/** What is neither used nor set aside, less the reserve. */
export function roomOf({ world }: DeskConnection, { groupId, missionId, budget }: Mission): Limits {
  const account = world.get('account', groupId, missionId);
  const limits = limitsOf(account?.limit ?? budget) ?? NO_USAGE;
  const room = subtractUsage(limits, account?.reserved ?? NO_USAGE);
  return shareOf(room, 1 - RESERVE_SHARE);
}

export function shareOf(limits: Limits, share: number): Limits {
  const part = addUsage(NO_USAGE, limits);
  for (const dimension of DIMENSIONS) part[dimension] = Math.max(0, Math.floor(limits[dimension] * share));
  return part;
}
