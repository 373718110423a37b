// First step: every submitted content is there, is what its hash and its manifest say, and its signed manifest comes from
// the producer, for this item, in this term (ART-003…ART-006).
import { findSource } from '../../../domain/artifact-sources.ts';
import type { Artifact } from '../../../protocol/generated/documents.ts';
import { msOf } from '../../desk/moment.ts';
import {
  finding,
  nameOf,
  reasonOf,
  recordIn,
  type ReviewScene,
  signatureOf,
  type SubmittedContent,
  termAt,
} from './review-scene.ts';
import type { ReviewFinding, ReviewNeed, StepResult } from './review-types.ts';

export function judgeIntegrity(scene: ReviewScene): StepResult {
  const findings: ReviewFinding[] = [];
  const needs: ReviewNeed[] = [];
  for (const content of scene.contents) {
    findings.push(...judgeContent(scene, content, needs), ...judgeManifest(scene, content, needs));
  }
  findings.push(...findMissing(scene));
  if (needs.length > 0) return { findings, results: [], needs };
  const result = findings.some(({ weight }) => weight === 'wrong')
    ? 'failed'
    : findings.some(({ weight }) => weight === 'doubtful')
      ? 'inconclusive'
      : 'passed';
  return {
    findings,
    needs,
    results: [
      {
        type: 'artifact_integrity',
        criterionIds: scene.contract.acceptanceCriteria.map(({ criterionId }) => criterionId),
        result,
        method:
          'contents fetched anew, hashes and sizes compared with the signed manifests, their signatures and origin verified',
        artifactHashes: scene.submission.artifactHashes,
        details: {},
      },
    ],
  };
}

function* judgeContent(
  { facts }: ReviewScene,
  content: SubmittedContent,
  needs: ReviewNeed[],
): Generator<ReviewFinding> {
  const { contentHash, manifest } = content;
  if (manifest === undefined) return;
  const name = nameOf(content);
  const reference = recordIn(facts, 'content', contentHash);
  const { sizeBytes, mediaType } = manifest;
  const limitBytes = facts.policy.maxContentBytes;
  if (sizeBytes > limitBytes) {
    yield finding('doubtful', reasonOf('content-oversized', { name, sizeBytes, limitBytes }, reference));
    return;
  }
  const fact = facts.contents.get(contentHash);
  if (fact === undefined) {
    // One byte more than announced is enough to see that there are too many.
    needs.push({ kind: 'content', contentHash, mediaType, maxBytes: sizeBytes });
    return;
  }
  switch (fact.status) {
    case 'differs':
      yield finding(
        'wrong',
        reasonOf(
          'content-differs',
          { name, contentHash, ...(fact.foundHash === undefined ? {} : { foundHash: fact.foundHash }) },
          reference,
        ),
      );
      return;
    case 'oversized':
      yield finding('wrong', reasonOf('size-differs', { name, sizeBytes, isLarger: true }, reference));
      return;
    case 'unavailable':
      yield finding('doubtful', reasonOf('content-unavailable', { name, contentHash }, reference));
      return;
    case 'intact':
      if (fact.sizeBytes !== sizeBytes) {
        const values = { name, sizeBytes, foundBytes: fact.sizeBytes };
        yield finding('wrong', reasonOf('size-differs', values, reference));
      }
  }
}

function* judgeManifest(
  scene: ReviewScene,
  content: SubmittedContent,
  needs: ReviewNeed[],
): Generator<ReviewFinding> {
  const { facts, item, owner } = scene;
  const { contentHash, manifest } = content;
  const name = nameOf(content);
  if (manifest === undefined) {
    yield finding(
      'wrong',
      reasonOf('manifest-missing', { contentHash }, recordIn(facts, 'content', contentHash)),
    );
    return;
  }
  const { artifactId, workItemId, producer, createdAt } = manifest;
  const reference = recordIn(facts, 'artifact', artifactId);
  const signature = signatureOf(facts, 'artifact', artifactId);
  if (signature === undefined) needs.push({ kind: 'signature', document: 'artifact', id: artifactId });
  else if (signature.status === 'invalid') {
    const values = { name, artifactId, because: signature.reason };
    yield finding('doubtful', reasonOf('manifest-unsigned', values, reference));
  }
  if (workItemId !== item.workItemId) {
    yield finding('wrong', reasonOf('manifest-of-other-item', { name, artifactId, workItemId }, reference));
  } else if (msOf(createdAt) < msOf(owner.acceptedAt)) {
    const epoch = termAt(scene, msOf(createdAt))?.epoch ?? 0;
    const values = { name, artifactId, epoch, currentEpoch: owner.ownershipEpoch };
    yield finding('wrong', reasonOf('manifest-of-old-epoch', values, reference));
  } else if (!isByOwner(scene, manifest)) {
    const values = { name, artifactId, agentId: producer.agentId, ownerId: owner.agentId };
    yield finding('wrong', reasonOf('manifest-of-other-producer', values, reference));
  }
  yield* judgeSources(scene, name, manifest);
}

/** The producer with the card and the capabilities that were pinned at assignment (ART-005). */
function isByOwner({ owner }: ReviewScene, { producer }: Artifact): boolean {
  return (
    producer.agentId === owner.agentId &&
    producer.agentCardVersion === owner.agentCardVersion &&
    producer.capabilities.every(({ id, version }) =>
      owner.capabilityPins.some((pin) => pin.id === id && pin.version === version),
    )
  );
}

function* judgeSources(
  { facts, contract }: ReviewScene,
  name: string,
  { artifactId, sourceArtifactHashes }: Artifact,
): Generator<ReviewFinding> {
  for (const sourceHash of sourceArtifactHashes) {
    if (contract.inputArtifacts.includes(sourceHash)) continue;
    if (findSource(facts.world, facts.groupId, sourceHash).manifests.length > 0) continue;
    yield finding(
      'doubtful',
      reasonOf('source-unknown', { name, artifactId, sourceHash }, recordIn(facts, 'artifact', artifactId)),
    );
  }
}

function* findMissing({ contract, contents }: ReviewScene): Generator<ReviewFinding> {
  const delivered = new Set(contents.map(({ deliverable }) => deliverable?.deliverableId));
  for (const { deliverableId, schema, mediaType } of contract.requiredDeliverables) {
    if (delivered.has(deliverableId)) continue;
    yield finding('wrong', reasonOf('deliverable-missing', { deliverableId, schema, mediaType }));
  }
}
