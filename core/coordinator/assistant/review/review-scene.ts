// What the steps of a review look at: the submission, its manifests and terms of ownership, read once from the facts.
import { ORGANIZATION, type RecordKind, SINGLE, type WorkItemRecord } from '../../../domain/world.ts';
import type {
  Actor,
  Artifact,
  Evidence,
  WorkContract,
  WorkItem,
} from '../../../protocol/generated/documents.ts';
import { msOf } from '../../desk/moment.ts';
import type { Reference } from '../proposal.ts';
import {
  type ReviewFacts,
  type ReviewFinding,
  type ReviewReason,
  type ReviewReasonId,
  signatureKey,
} from './review-types.ts';

type Deliverable = WorkContract['requiredDeliverables'][number];

/** One submitted content with its manifest and the deliverable that it stands for. */
export interface SubmittedContent {
  readonly contentHash: string;
  /** The newest manifest of the item itself, or any other (ART-010). */
  readonly manifest: Artifact | undefined;
  readonly deliverable: Deliverable | undefined;
}

/** A time in which an Agent owned the item. */
export interface Term {
  readonly agentId: string;
  readonly epoch: number;
  readonly startedAtMs: number;
}

export interface ReviewScene {
  readonly facts: ReviewFacts;
  readonly record: WorkItemRecord;
  readonly item: WorkItem;
  readonly contract: WorkContract;
  readonly owner: NonNullable<WorkItem['owner']>;
  readonly submission: NonNullable<WorkItem['submission']>;
  readonly contents: readonly SubmittedContent[];
  /** The oldest first. */
  readonly terms: readonly Term[];
}

/** Undefined where nothing was submitted, or nobody owns it. */
export function openScene(facts: ReviewFacts): ReviewScene | undefined {
  const { world, groupId, workItemId } = facts;
  const record = world.get('workItem', groupId, workItemId);
  const { owner, submission, contract, state } = record?.document ?? {};
  if (record === undefined || owner === undefined || submission === undefined || contract === undefined)
    return undefined;
  if (state !== 'submitted') return undefined;
  return {
    facts,
    record,
    item: record.document,
    contract,
    owner,
    submission,
    contents: matchDeliverables(
      contract,
      submission.artifactHashes.map((contentHash) => ({
        contentHash,
        manifest: manifestOf(facts, contentHash, workItemId),
      })),
    ),
    terms: termsOf(facts),
  };
}

/** The manifest of a content; that of the item itself where it has one (ART-010). */
export function manifestOf(
  { world, groupId }: ReviewFacts,
  contentHash: string,
  workItemId: string,
): Artifact | undefined {
  const manifests = (world.get('content', groupId, contentHash)?.artifactIds ?? [])
    .map((id) => world.get('artifact', groupId, id))
    .filter((artifact) => artifact !== undefined);
  return manifests.findLast((artifact) => artifact.workItemId === workItemId) ?? manifests.at(-1);
}

/** Each deliverable takes the first content of its schema and media type that no other has taken. */
function matchDeliverables(
  { requiredDeliverables }: WorkContract,
  contents: readonly { readonly contentHash: string; readonly manifest: Artifact | undefined }[],
): readonly SubmittedContent[] {
  const open = [...requiredDeliverables];
  return contents.map(({ contentHash, manifest }) => {
    const fits = ({ schema, mediaType }: Deliverable) =>
      schema === manifest?.schemaUri && mediaType === manifest.mediaType;
    const at = open.findIndex(fits);
    const [deliverable] = at === -1 ? [requiredDeliverables.find(fits)] : open.splice(at, 1);
    return { contentHash, manifest, deliverable };
  });
}

function termsOf({ world, groupId, workItemId }: ReviewFacts): readonly Term[] {
  const terms = new Map<number, Term>();
  for (const [, lease] of world.list('lease', groupId)) {
    const { ownershipEpoch: epoch, holderAgentId: agentId } = lease;
    if (lease.workItemId !== workItemId || epoch === undefined) continue;
    const startedAtMs = Math.min(msOf(lease.issuedAt), terms.get(epoch)?.startedAtMs ?? Infinity);
    terms.set(epoch, { agentId, epoch, startedAtMs });
  }
  return [...terms.values()].sort((one, other) => one.epoch - other.epoch);
}

/** The term that a moment before the present term falls into; undefined where it lies before all of them. */
export function termAt({ terms, owner }: ReviewScene, atMs: number): Term | undefined {
  return terms.findLast(({ epoch, startedAtMs }) => epoch < owner.ownershipEpoch && startedAtMs <= atMs);
}

/** Who answers for an Agent, by its card; undefined where no card is known. */
export function ownerOfAgent({ world, cards }: ReviewFacts, agentId: string): Actor | undefined {
  return (world.get('agent', ORGANIZATION, agentId)?.card ?? cards.get(agentId))?.owner;
}

export function missionOf({ world, groupId }: ReviewFacts) {
  return world.get('mission', groupId, SINGLE)?.document;
}

/** Evidence that somebody can mean by its id: of the log, or handed over for this review. */
export function findEvidence(
  { world, groupId, offered }: Pick<ReviewFacts, 'world' | 'groupId' | 'offered'>,
  id: string,
): Evidence | undefined {
  return world.get('evidence', groupId, id) ?? offered.find(({ evidenceId }) => evidenceId === id);
}

export function signatureOf({ signatures }: ReviewFacts, document: 'artifact' | 'evidence', id: string) {
  return signatures.get(signatureKey(document, id));
}

/** A record of the Group on which a reason rests. */
export function recordIn({ groupId }: ReviewFacts, kind: RecordKind, id: string): Reference {
  return { type: 'record', kind, groupId, id };
}

export function reasonOf(
  id: ReviewReasonId,
  values: ReviewReason['values'],
  ...references: readonly Reference[]
): ReviewReason {
  return { id, verdict: 'unknown', values, references };
}

export function finding(weight: ReviewFinding['weight'], reason: ReviewReason): ReviewFinding {
  return { weight, reason: { ...reason, verdict: weight === 'wrong' ? 'unmet' : 'unknown' } };
}

/** How a content is called in reasons: by its deliverable, otherwise by its hash. */
export function nameOf({ deliverable, contentHash }: SubmittedContent): string {
  return deliverable?.deliverableId ?? contentHash;
}
