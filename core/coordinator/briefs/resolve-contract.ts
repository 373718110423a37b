// A Work Contract from what a brief says, with the defaults that nobody wants to write (WORK-001, DOC-CONT).
import type {
  BriefDeliverable,
  BriefRetry,
  BriefSettings,
  BriefWorkItem,
  Budget,
  WorkContract,
} from '../../protocol/generated/documents.ts';
import { isJsonMediaType } from '../../protocol/media-type.ts';
import { reviewConstraint } from '../assistant/review-mark.ts';
import type { BriefFile, BriefItem, BriefMission } from './brief.ts';
import { type FormedDeliverables, withChecks } from './declare-checks.ts';
import { durationText } from './durations.ts';
import type { BriefPath } from './faults.ts';
import { nearestName } from './nearest-name.ts';
import {
  type BriefContext,
  checkOperations,
  checkTools,
  leaseSeconds,
  type Permissions,
  resolveCapability,
} from './terms.ts';

/** Where an item stands, and what bounds it. */
export interface ItemPlace {
  readonly path: BriefPath;
  readonly permissions: Permissions;
  readonly budget: Budget;
  readonly deadline: string;
  /** 0 in the root Mission. */
  readonly depth: number;
}

/** What the Coordinator says when it takes work back itself; a brief may name them under `retry.on`. */
export const REVIEW_REJECTED = 'REVIEW_REJECTED';
export const LEASE_LAPSED = 'LEASE_LAPSED';

/** Failures after which doing it again may help: those of our runners, and the Coordinator's own. */
const RETRIED_FAILURES: readonly string[] = [
  'PREPARATION_FAILED',
  'INPUT_CORRUPT',
  'PROGRAM_FAILED',
  'COLLECTION_FAILED',
  LEASE_LAPSED,
  REVIEW_REJECTED,
];

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['jsonl', 'application/jsonl'],
  ['md', 'text/markdown'],
  ['txt', 'text/plain'],
  ['csv', 'text/csv'],
  ['html', 'text/html'],
  ['yaml', 'application/yaml'],
  ['xml', 'application/xml'],
  ['pdf', 'application/pdf'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['zip', 'application/zip'],
]);

/** A contract without ids: dependencies and input Artifacts come when they are known. */
export function resolveContract(
  context: BriefContext,
  item: BriefWorkItem,
  place: ItemPlace,
): Pick<BriefItem, 'contract' | 'files'> {
  const { path, budget, deadline } = place;
  const { capability, deliverables = [], accept = [], risk = 'none' } = item;
  const delivered = resolveDeliverables(context, [...path, 'deliverables'], deliverables);
  const criteria = resolveCriteria(context, place, accept);
  return {
    files: delivered.files,
    contract: {
      contractVersion: 1,
      goal: item.goal,
      requiredDeliverables: [...delivered.required],
      acceptanceCriteria: criteria,
      inputArtifacts: [],
      dependencyWorkItemIds: [],
      allowedResources: [...resolveResources(context, item, place)],
      requiredCapabilities:
        capability === undefined ? [] : [resolveCapability(context, [...path, 'capability'], capability)],
      deadline,
      requestedUrgency: item.urgency ?? 'normal',
      businessImpact: item.impact ?? 'The Mission is not complete without it.',
      retryPolicy: resolveRetry(context, [...path, 'retry'], item.retry ?? {}),
      budget,
      sideEffectRisk: risk,
      executionApproval: resolveApproval(context, place, item),
      ...withChecks(resolveSettings(context, [...path, 'settings'], item.settings), delivered, criteria),
    },
  };
}

/** The contract of an item that a child Mission carries out: what the child promises is what the item promises. */
export function resolveChildContract(
  item: BriefWorkItem,
  { budget, deadline }: ItemPlace,
  { definitionOfDone, work }: BriefMission,
): WorkContract {
  const results = work.filter(({ isResult }) => isResult);
  const capabilities = new Map(
    work.flatMap(({ contract }) => contract.requiredCapabilities).map((each) => [each.id, each]),
  );
  return {
    contractVersion: 1,
    goal: item.goal,
    requiredDeliverables: results.flatMap(({ name, contract }) =>
      contract.requiredDeliverables.map((each) => ({
        ...each,
        deliverableId: `${name}.${each.deliverableId}`.slice(0, 128),
      })),
    ),
    acceptanceCriteria: definitionOfDone.map(({ id, text, evidence }) => ({
      criterionId: id,
      description: text,
      evidenceRequired: [...evidence],
    })),
    inputArtifacts: [],
    dependencyWorkItemIds: [],
    allowedResources: [],
    requiredCapabilities: [...capabilities.values()],
    deadline,
    requestedUrgency: item.urgency ?? 'normal',
    businessImpact: item.impact ?? 'The Mission is not complete without it.',
    retryPolicy: { maxAttempts: 1, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
    budget,
    sideEffectRisk: item.risk === 'high_risk' || item.risk === 'destructive' ? 'none' : (item.risk ?? 'none'),
    executionApproval: 'not_required',
  };
}

export function resolveRetry(
  { findings }: BriefContext,
  path: BriefPath,
  { attempts = 3, backoff = 'exponential', maxDelay, on = [...RETRIED_FAILURES] }: BriefRetry,
): WorkContract['retryPolicy'] {
  const seconds = backoff === 'none' ? 0 : leaseSeconds(findings, [...path, 'maxDelay'], maxDelay ?? '1m');
  return { maxAttempts: attempts, backoff, maxDelay: durationText(seconds), retryableFailures: on };
}

/** A deliverable is known by its schema in the log, so schemas differ within an item. */
export function resolveDeliverables(
  { findings }: BriefContext,
  path: BriefPath,
  written: readonly BriefDeliverable[],
): FormedDeliverables & { readonly files: readonly BriefFile[] } {
  const members = new Map<string, readonly string[]>();
  const used = new Set<string>();
  const required: WorkContract['requiredDeliverables'][number][] = [];
  const files: BriefFile[] = [];
  written.forEach((each, index) => {
    const more = typeof each === 'string' ? { file: each } : each;
    const { file } = more;
    const deliverableId = more.id ?? file.split('.')[0] ?? file;
    const schema = more.schema ?? `urn:heddle:deliverable:${deliverableId}`;
    const clash = [deliverableId, schema].find((id) => used.has(id));
    if (clash !== undefined) findings.add([...path, index], 'repeated-id', { id: clash });
    used.add(deliverableId).add(schema);
    const mediaType = more.mediaType ?? mediaTypeOf(file);
    if (more.members !== undefined && !isJsonMediaType(mediaType)) {
      findings.add([...path, index, 'members'], 'members-need-json', { file, mediaType });
    }
    required.push({
      deliverableId,
      description: more.description ?? file,
      mediaType,
      schema,
    });
    files.push({ deliverableId, file });
    members.set(deliverableId, more.members ?? []);
  });
  return { required, files, members };
}

function mediaTypeOf(file: string): string {
  return MEDIA_TYPES.get(file.slice(file.lastIndexOf('.') + 1).toLowerCase()) ?? 'application/octet-stream';
}

function resolveCriteria(
  { findings }: BriefContext,
  { path, depth }: ItemPlace,
  written: NonNullable<BriefWorkItem['accept']>,
): WorkContract['acceptanceCriteria'] {
  const ids = new Set<string>();
  return written.map(({ id, text, evidence = ['deterministic_test'] }, index) => {
    const at = [...path, 'accept', index];
    if (ids.has(id)) findings.add([...at, 'id'], 'repeated-id', { id });
    ids.add(id);
    if (depth > 0 && evidence.includes('human_review')) {
      findings.add([...at, 'evidence', evidence.indexOf('human_review')], 'human-in-child', {});
    }
    return { criterionId: id, description: text, evidenceRequired: evidence };
  });
}

/** Constraints that the Coordinator sets itself, by what it learns on the way. */
const OWN_CONSTRAINTS: readonly string[] = [
  'inputs',
  'corrections',
  'changes',
  'review',
  'resumeFrom',
  'checks',
  'schemas',
  ...Object.keys(reviewConstraint('')),
];

/** Settings for the Worker become constraints of the contract, each under its name. */
export function resolveSettings(
  { findings }: BriefContext,
  path: BriefPath,
  settings: BriefSettings | undefined,
): Pick<WorkContract, 'constraints'> {
  if (settings === undefined) return {};
  for (const name of Object.keys(settings).filter((each) => OWN_CONSTRAINTS.includes(each))) {
    findings.add([...path, name], 'reserved-name', { name, reserved: OWN_CONSTRAINTS }, 'name');
  }
  return { constraints: settings };
}

/** Inputs, tools (OPEN-071) and other resources, all within the Mission's permissions. */
function resolveResources(
  context: BriefContext,
  item: BriefWorkItem,
  { path, permissions }: ItemPlace,
): WorkContract['allowedResources'] {
  const { findings } = context;
  const { inputs: names = [], operations = ['read'], tools = [], resources = [] } = item;
  checkInputs(context, [...path, 'inputs'], names);
  if (item.operations !== undefined || names.length > 0) {
    checkOperations(findings, [...path, 'operations'], operations, permissions);
  }
  checkTools(findings, [...path, 'tools'], tools, permissions);
  resources.forEach((resource, index) => {
    const at = [...path, 'resources', index, 'operations'];
    checkOperations(findings, at, resource.operations, permissions);
  });
  return [
    ...names.map((name) => ({ resource: `folder:${name}`, operations: [...operations] })),
    ...tools.map((tool) => ({ resource: `tool:${tool}`, operations: ['execute'] })),
    ...resources.map((each) => ({ resource: each.resource, operations: [...each.operations] })),
  ];
}

/** Names of inputs that the brief has. */
export function checkInputs(
  { findings, inputs }: BriefContext,
  path: BriefPath,
  names: readonly string[],
): void {
  const known = inputs.map(({ name }) => name);
  names.forEach((name, index) => {
    if (known.includes(name)) return;
    const nearest = nearestName(name, known);
    findings.add([...path, index], 'unknown-name', { kind: 'input', name, known, nearest });
  });
}

function resolveApproval(
  { findings, isApprovalForAll }: BriefContext,
  { path, depth }: ItemPlace,
  { risk = 'none', approval }: BriefWorkItem,
): WorkContract['executionApproval'] {
  const isRisky = risk === 'high_risk' || risk === 'destructive';
  if (isRisky && approval === 'not_required') {
    findings.add([...path, 'approval'], 'approval-needed', { risk });
  } else if (depth > 0 && (isRisky || approval === 'human_required')) {
    findings.add([...path, isRisky ? 'risk' : 'approval'], 'human-in-child', {});
  }
  const isGated = isRisky || (isApprovalForAll && depth === 0);
  return approval ?? (isGated ? 'human_required' : 'not_required');
}
