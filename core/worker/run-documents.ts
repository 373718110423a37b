// The signed documents in which a run's result becomes known: manifests of Artifacts (ART-002) and Evidence (EVI-002).
import type {
  Artifact,
  Classification,
  Evidence,
  WorkContract,
  WorkOwner,
} from '../protocol/generated/documents.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { WorkItemRecord, World } from '../domain/world.ts';
import type { RunEnvironment } from './run-ports.ts';
import type { CollectedArtifact, EvidenceDraft } from './runners/runner.ts';

type Environment = Pick<RunEnvironment, 'link' | 'clock' | 'newId' | 'signer' | 'contentUri'>;
type ArtifactFacts = Omit<CollectedArtifact, 'path' | 'name' | 'deliverableId'>;

/** From the least to the most protected (ART-007). */
const CLASSIFICATIONS: readonly Classification[] = ['public', 'internal', 'confidential', 'restricted'];
const DEFAULT_CLASSIFICATION: Classification = 'internal';
const OPAQUE_SCHEMA = 'urn:missionweaveprotocol:schema:opaque';

/** The manifest of one content, with the pins of the assignment as its producer (ART-005). */
export function signManifest(
  { link, clock, newId, signer, contentUri }: Environment,
  { document }: WorkItemRecord,
  owner: WorkOwner,
  facts: ArtifactFacts,
): Promise<Artifact> {
  const { groupId, missionId, workItemId } = document;
  return signer.sign('artifact', {
    artifactId: newId('artifact'),
    contentHash: facts.contentHash,
    uri: contentUri(groupId, facts.contentHash),
    sizeBytes: facts.sizeBytes,
    mediaType: facts.mediaType,
    schemaUri: facts.schemaUri,
    producer: {
      agentId: owner.agentId,
      agentCardVersion: owner.agentCardVersion,
      capabilities: owner.capabilityPins,
    },
    missionId,
    groupId,
    workItemId,
    sourceArtifactHashes: [...facts.sourceArtifactHashes],
    toolVersions: [...facts.toolVersions],
    modelVersions: [...facts.modelVersions],
    classification: classify(link.world, groupId, facts),
    createdAt: formatTimestamp(Math.floor(clock.read().wallMs)),
  });
}

/** Never less protected than the sources that are known here (ART-007). */
function classify(
  world: World,
  groupId: string,
  { classification = DEFAULT_CLASSIFICATION, sourceArtifactHashes }: ArtifactFacts,
): Classification {
  const ranks = sourceArtifactHashes
    .flatMap((hash) => world.get('content', groupId, hash)?.artifactIds ?? [])
    .map((id) => CLASSIFICATIONS.indexOf(world.get('artifact', groupId, id)?.classification ?? 'public'));
  const rank = Math.max(CLASSIFICATIONS.indexOf(classification), ...ranks);
  return CLASSIFICATIONS[rank] ?? 'restricted';
}

/** Facts of a checkpoint's state, which is published so that another Worker can resume (WORK-054). */
export function stateFacts(contentHash: string, sizeBytes: number): ArtifactFacts {
  return {
    contentHash,
    sizeBytes,
    mediaType: 'application/octet-stream',
    schemaUri: OPAQUE_SCHEMA,
    sourceArtifactHashes: [],
    toolVersions: [],
    modelVersions: [],
  };
}

/** Evidence as a run has drafted it, by this Agent, now (EVI-004). */
export function signEvidence(
  { link, clock, newId, signer }: Environment,
  { document }: WorkItemRecord,
  draft: EvidenceDraft,
): Promise<Evidence> {
  const { groupId, missionId, workItemId } = document;
  return signer.sign('evidence', {
    ...draft,
    evidenceId: newId('evidence'),
    missionId,
    groupId,
    workItemId,
    generatedBy: { type: 'agent', id: link.agentId },
    createdAt: formatTimestamp(Math.floor(clock.read().wallMs)),
  });
}

/** A failure, for every criterion that it leaves unmet (EVI-006). */
export function failureDraft(
  workItemId: string,
  { acceptanceCriteria }: WorkContract,
  failure: { readonly failureCode: string; readonly reason: string; readonly attempts: number },
): EvidenceDraft {
  const { failureCode, reason, attempts } = failure;
  return {
    type: 'failure_report',
    subject: { type: 'work_item', id: workItemId },
    criterionIds: acceptanceCriteria.map(({ criterionId }) => criterionId),
    method: 'reported by the runtime that executed the work',
    result: 'failed',
    details: { failureCode, reason, attempts },
    artifactHashes: [],
  };
}
