// A Work Contract while a person writes it: texts and choices, made from a document and turned into one again. Members that
// the form does not show (constraints, extensions) pass through unchanged.
import { budgetDocument, type BudgetTexts, budgetTexts, NO_BUDGET } from '../approvals/approval-budget.ts';
import { durationText, secondsOf } from './duration.ts';

export const RISKS = ['none', 'reversible', 'external', 'high_risk', 'destructive'] as const;
export const START_APPROVALS = ['not_required', 'policy_required', 'human_required'] as const;
export const URGENCIES = ['routine', 'normal', 'high', 'critical'] as const;
export const BACKOFFS = ['none', 'fixed', 'exponential'] as const;

export interface DeliverableForm {
  readonly deliverableId: string;
  readonly description: string;
  readonly mediaType: string;
  readonly schema: string;
}

export interface CriterionForm {
  readonly criterionId: string;
  readonly description: string;
  readonly evidenceRequired: readonly string[];
}

export interface ResourceForm {
  readonly resource: string;
  /** Separated by spaces or commas. */
  readonly operations: string;
}

export interface CapabilityForm {
  readonly id: string;
  readonly version: string;
}

export interface ContractForm {
  readonly contractVersion: number;
  readonly goal: string;
  readonly deliverables: readonly DeliverableForm[];
  readonly criteria: readonly CriterionForm[];
  readonly inputArtifacts: readonly string[];
  readonly dependencies: readonly string[];
  readonly resources: readonly ResourceForm[];
  readonly capabilities: readonly CapabilityForm[];
  /** RFC 3339 in UTC; '' while none is set. */
  readonly deadline: string;
  readonly urgency: (typeof URGENCIES)[number];
  readonly impact: string;
  readonly maxAttempts: string;
  readonly backoff: (typeof BACKOFFS)[number];
  /** As written: `15m`, `1h 30m`, `PT15M`. */
  readonly maxDelay: string;
  readonly retryableFailures: readonly string[];
  readonly budget: BudgetTexts;
  readonly currency: string;
  readonly risk: (typeof RISKS)[number];
  readonly startApproval: (typeof START_APPROVALS)[number];
  /** Members of the document that have no field. */
  readonly rest: Readonly<Record<string, unknown>>;
}

export type ContractDocument = Record<string, unknown>;

export const EMPTY_CONTRACT: ContractForm = {
  contractVersion: 1,
  goal: '',
  deliverables: [
    { deliverableId: 'D-1', description: '', mediaType: 'text/markdown', schema: 'urn:heddle:schema:text' },
  ],
  criteria: [{ criterionId: 'AC-1', description: '', evidenceRequired: ['reviewer_assessment'] }],
  inputArtifacts: [],
  dependencies: [],
  resources: [],
  capabilities: [{ id: '', version: '1.0.0' }],
  deadline: '',
  urgency: 'normal',
  impact: '',
  maxAttempts: '3',
  backoff: 'exponential',
  maxDelay: '15m',
  retryableFailures: [],
  budget: NO_BUDGET,
  currency: '',
  risk: 'none',
  startApproval: 'not_required',
  rest: {},
};

const FIELDS: ReadonlySet<string> = new Set([
  'contractVersion',
  'goal',
  'requiredDeliverables',
  'acceptanceCriteria',
  'inputArtifacts',
  'dependencyWorkItemIds',
  'allowedResources',
  'requiredCapabilities',
  'deadline',
  'requestedUrgency',
  'businessImpact',
  'retryPolicy',
  'budget',
  'sideEffectRisk',
  'executionApproval',
]);

type Loose = Readonly<Record<string, unknown>>;

function records(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.filter((each): each is Loose => isRecord(each)) : [];
}

function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function oneOf<Value extends string>(value: unknown, allowed: readonly Value[], otherwise: Value): Value {
  return allowed.find((each) => each === value) ?? otherwise;
}

/** Reads any document; what does not fit a field is left empty, and the checks say that it is missing. */
export function formOfContract(document: Loose): ContractForm {
  const retry = isRecord(document['retryPolicy']) ? document['retryPolicy'] : {};
  const budget = isRecord(document['budget']) ? document['budget'] : {};
  const { contractVersion } = document;
  const seconds = secondsOf(text(retry['maxDelay']));
  return {
    contractVersion: typeof contractVersion === 'number' ? contractVersion : 1,
    goal: text(document['goal']),
    deliverables: records(document['requiredDeliverables']).map((each) => ({
      deliverableId: text(each['deliverableId']),
      description: text(each['description']),
      mediaType: text(each['mediaType']),
      schema: text(each['schema']),
    })),
    criteria: records(document['acceptanceCriteria']).map((each) => ({
      criterionId: text(each['criterionId']),
      description: text(each['description']),
      evidenceRequired: texts(each['evidenceRequired']),
    })),
    inputArtifacts: texts(document['inputArtifacts']),
    dependencies: texts(document['dependencyWorkItemIds']),
    resources: records(document['allowedResources']).map((each) => ({
      resource: text(each['resource']),
      operations: texts(each['operations']).join(' '),
    })),
    capabilities: records(document['requiredCapabilities']).map((each) => ({
      id: text(each['id']),
      version: text(each['version']),
    })),
    deadline: text(document['deadline']),
    urgency: oneOf(document['requestedUrgency'], URGENCIES, 'normal'),
    impact: text(document['businessImpact']),
    maxAttempts: typeof retry['maxAttempts'] === 'number' ? String(retry['maxAttempts']) : '',
    backoff: oneOf(retry['backoff'], BACKOFFS, 'none'),
    maxDelay: seconds === undefined ? text(retry['maxDelay']) : durationText(seconds),
    retryableFailures: texts(retry['retryableFailures']),
    budget: budgetTexts(budget),
    currency: text(budget['currency']),
    risk: oneOf(document['sideEffectRisk'], RISKS, 'none'),
    startApproval: oneOf(document['executionApproval'], START_APPROVALS, 'not_required'),
    rest: Object.fromEntries(Object.entries(document).filter(([name]) => !FIELDS.has(name))),
  };
}

function words(operations: string): string[] {
  return [...new Set(operations.split(/[\s,]+/u).filter((each) => each !== ''))];
}

/** The document as it would be signed. Rows in which nothing was written are left out. */
export function contractOfForm(form: ContractForm): ContractDocument {
  const delay = secondsOf(form.maxDelay);
  return {
    contractVersion: form.contractVersion,
    goal: form.goal.trim(),
    requiredDeliverables: form.deliverables.filter(
      ({ description, deliverableId }) => description.trim() !== '' || deliverableId.trim() !== '',
    ),
    acceptanceCriteria: form.criteria.filter(
      ({ description, criterionId }) => description.trim() !== '' || criterionId.trim() !== '',
    ),
    inputArtifacts: [...new Set(form.inputArtifacts)],
    dependencyWorkItemIds: [...new Set(form.dependencies)],
    allowedResources: form.resources
      .filter(({ resource }) => resource.trim() !== '')
      .map(({ resource, operations }) => ({ resource: resource.trim(), operations: words(operations) })),
    requiredCapabilities: form.capabilities
      .filter(({ id }) => id.trim() !== '')
      .map(({ id, version }) => ({ id: id.trim(), version: version.trim() })),
    deadline: form.deadline,
    requestedUrgency: form.urgency,
    businessImpact: form.impact.trim(),
    retryPolicy: {
      maxAttempts: Number(form.maxAttempts),
      backoff: form.backoff,
      maxDelay: delay === undefined ? form.maxDelay : `PT${delay}S`,
      retryableFailures: [...form.retryableFailures],
    },
    budget: budgetDocument(form.budget, form.currency),
    sideEffectRisk: form.risk,
    executionApproval: form.startApproval,
    ...form.rest,
  };
}

/** Risks under which a human has to approve the start (WORK-009). */
export function needsHuman(risk: ContractForm['risk']): boolean {
  return risk === 'high_risk' || risk === 'destructive';
}

/** Another risk brings the start approval that it needs. */
export function withRisk(form: ContractForm, risk: ContractForm['risk']): ContractForm {
  return { ...form, risk, startApproval: needsHuman(risk) ? 'human_required' : form.startApproval };
}

/** The next free id of a row: `AC-3` after `AC-2`. */
export function nextId(prefix: string, taken: readonly string[]): string {
  let number = taken.length + 1;
  while (taken.includes(`${prefix}-${number}`)) number += 1;
  return `${prefix}-${number}`;
}
