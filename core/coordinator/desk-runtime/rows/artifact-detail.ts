// One Artifact in full: where it comes from, what was made of it, who submitted, proved and approved exactly this content.
import {
  type ArtifactDetail,
  MAX_PROVENANCE_NODES,
  type ProvenanceNode,
} from '../../../contract/artifacts.ts';
import type { NoSummary } from '../../../contract/live.ts';
import { SINGLE } from '../../../domain/world.ts';
import type { Approval, Artifact } from '../../../protocol/generated/documents.ts';
import { msOf } from '../../desk/moment.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { type ArtifactWords, artifactWords } from '../words/artifact-words.ts';
import { say } from '../words/texts.ts';
import {
  type ArtifactScene,
  artifactRow,
  concernsContents,
  type ContentCopies,
  standingApprovals,
  usesIn,
} from './artifact-rows.ts';
import { indexManifests, type ManifestIndex, provenanceOf } from './provenance.ts';
import { agentOf, personOf, shortId, textsFor, titleOfItem, titleOfMission } from './row-context.ts';
import { titleOfArtifact } from './work-rows.ts';

export function artifactDetailSource(
  desk: DeskRuntime,
  address: { readonly connectionId: string; readonly groupId: string; readonly artifactId: string },
  copies: ContentCopies,
): LiveSource<ArtifactDetail, NoSummary> {
  const { connectionId, groupId, artifactId } = address;
  return {
    // Sources, submissions and Approvals may lie in other Groups of the connection.
    concerns: (topic) => concernsContents(topic, connectionId, undefined),
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      const artifact = view?.world.get('artifact', groupId, artifactId);
      if (connection === undefined || view === undefined || artifact === undefined)
        return { rows: [], summary: {} };
      const texts = textsFor(desk);
      const uses = usesIn(connection, view.world, view.groupIds);
      const scene: ArtifactScene = { texts, connection, view, copies, uses };
      return { rows: [detailOf(scene, artifact)], summary: {} };
    },
  };
}

function detailOf(scene: ArtifactScene, artifact: Artifact): ArtifactDetail {
  const { texts, connection, view, copies } = scene;
  const { contentHash, groupId, artifactId, sizeBytes, producer } = artifact;
  const words = artifactWords(texts.language);
  const index = indexManifests(view.world, view.groupIds);
  const check = connection.checkOf(contentHash);
  const copyPath = copies.pathOf(contentHash);
  const sequence = connection.logOf(groupId)?.records.sequenceOf('artifact', artifactId);
  const { number } = texts.format;
  return {
    ...artifactRow(scene, artifact, { left: 1 }),
    uri: artifact.uri,
    schemaUri: artifact.schemaUri,
    capabilities: producer.capabilities.map(({ id, version }) => ({ id, version })),
    toolVersions: artifact.toolVersions.map(({ name, version }) => ({ name, version })),
    modelVersions: artifact.modelVersions.map(({ provider, model, version }) => ({
      provider,
      model,
      version,
    })),
    ...(check?.found === undefined ? {} : { found: check.found }),
    ...(check?.sizeBytes === undefined || check.sizeBytes === sizeBytes
      ? {}
      : {
          sizeWarning: say(
            'artifact.wrong-size',
            words.wrongSize(number(sizeBytes), number(check.sizeBytes)),
            { manifest: sizeBytes, found: check.sizeBytes },
          ),
        }),
    ...(copyPath === undefined ? {} : { copyPath }),
    keyId: artifact.signature.keyId,
    ...(sequence === undefined ? {} : { sequence }),
    manifests: (index.byHash.get(contentHash) ?? [])
      .filter((other) => other.artifactId !== artifactId || other.groupId !== groupId)
      .map((other) => ({
        connectionId: view.connectionId,
        groupId: other.groupId,
        artifactId: other.artifactId,
        title: titleOfArtifact(view.world, other),
        publishedAtMs: msOf(other.createdAt),
        producer: agentOf(connection, view, other.producer.agentId),
      })),
    provenance: provenanceModel(scene, index, contentHash),
    submittedIn: [...submissionsWith(scene, words, contentHash)],
    approvedBy: approvalsOf(scene, words, contentHash),
    inputOf: [...inputsWith(scene, contentHash)],
    evidence: [...evidenceAbout(scene, contentHash)],
  };
}

function provenanceModel(
  { view, connection }: ArtifactScene,
  index: ManifestIndex,
  contentHash: string,
): ArtifactDetail['provenance'] {
  const graph = provenanceOf(index, contentHash, MAX_PROVENANCE_NODES);
  return {
    nodes: graph.nodes.map((node): ProvenanceNode => {
      const known = index.byHash.get(node.contentHash)?.[0];
      const content = view.contents.get(node.contentHash) ?? 'unchecked';
      if (known === undefined) return { ...node, title: shortId(node.contentHash), content };
      const { groupId, artifactId, producer } = known;
      return {
        ...node,
        title: titleOfArtifact(view.world, known),
        address: { connectionId: view.connectionId, groupId, artifactId },
        missionTitle: titleOfMission(view.world, groupId),
        producerName: agentOf(connection, view, producer.agentId).name,
        content,
      };
    }),
    edges: [...graph.edges],
    isCut: graph.isCut,
  };
}

function* submissionsWith(
  { view, connection }: ArtifactScene,
  words: ArtifactWords,
  contentHash: string,
): Generator<ArtifactDetail['submittedIn'][number]> {
  const { world, connectionId } = view;
  for (const groupId of view.groupIds) {
    const mission = world.get('mission', groupId, SINGLE)?.submission;
    if (mission?.artifactHashes.includes(contentHash) === true) {
      const text = words.submittedMission(mission.missionRevision);
      yield {
        connectionId,
        groupId,
        title: titleOfMission(world, groupId),
        words: say('artifact.submitted-mission', text, { revision: mission.missionRevision }),
        isCurrent: true,
      };
    }
    const log = connection.logOf(groupId);
    for (const [workItemId, { document, ownershipEpoch }] of world.list('workItem', groupId)) {
      const current = document.submission;
      const known = log?.submissionsOf(workItemId) ?? [];
      const told =
        known.length > 0 || current === undefined
          ? known
          : [
              {
                artifactHashes: current.artifactHashes,
                atMs: msOf(current.submittedAt),
                ownershipEpoch,
                sequence: undefined,
              },
            ];
      for (const { artifactHashes, atMs, ownershipEpoch: epoch, sequence } of told) {
        if (!artifactHashes.includes(contentHash)) continue;
        yield {
          connectionId,
          groupId,
          workItemId,
          title: document.contract.goal,
          words: say('artifact.submitted', words.submittedItem(epoch ?? 0), { epoch: epoch ?? 0 }),
          ...(sequence === undefined ? {} : { sequence }),
          atMs,
          isCurrent: current !== undefined && msOf(current.submittedAt) === atMs,
        };
      }
    }
  }
}

function approvalsOf(
  { view, connection }: ArtifactScene,
  words: ArtifactWords,
  contentHash: string,
): ArtifactDetail['approvedBy'] {
  const { world, connectionId } = view;
  const rows = view.groupIds.flatMap((groupId) => {
    const standing = new Set(standingApprovals(world, groupId));
    return [...world.list('approval', groupId)]
      .map(([, approval]): Approval => approval)
      .filter(({ artifactHashes }) => artifactHashes.includes(contentHash))
      .map((approval) => {
        const { approvalId, approver, decision, kind, missionRevision, occurredAt } = approval;
        const sequence = connection.logOf(groupId)?.records.sequenceOf('approval', approvalId);
        const text = `${words.approvals[kind]}: ${words.decisions[decision]}`;
        const row: ArtifactDetail['approvedBy'][number] = {
          connectionId,
          groupId,
          approvalId,
          approver: personOf(connection, view, approver),
          words: say(`artifact.approval.${decision}`, text, { kind, decision }),
          decision,
          isStanding: standing.has(approval),
          missionTitle: titleOfMission(world, groupId),
          missionRevision,
          atMs: msOf(occurredAt),
        };
        return sequence === undefined ? row : Object.assign(row, { sequence });
      });
  });
  return rows.toSorted((a, b) => b.atMs - a.atMs);
}

function* inputsWith(
  { view }: ArtifactScene,
  contentHash: string,
): Generator<ArtifactDetail['inputOf'][number]> {
  for (const groupId of view.groupIds) {
    for (const [workItemId, { document }] of view.world.list('workItem', groupId)) {
      if (!document.contract.inputArtifacts.includes(contentHash)) continue;
      const title = titleOfItem(view.world, groupId, workItemId);
      yield { connectionId: view.connectionId, groupId, workItemId, title };
    }
  }
}

function* evidenceAbout(
  { view, connection }: ArtifactScene,
  contentHash: string,
): Generator<ArtifactDetail['evidence'][number]> {
  for (const groupId of view.groupIds) {
    for (const [evidenceId, evidence] of view.world.list('evidence', groupId)) {
      const { artifactHashes, type, result, generatedBy, workItemId, createdAt } = evidence;
      if (!artifactHashes.includes(contentHash)) continue;
      yield {
        connectionId: view.connectionId,
        groupId,
        evidenceId,
        type,
        result,
        by: personOf(connection, view, generatedBy),
        ...(workItemId === undefined ? {} : { workItemId }),
        atMs: msOf(createdAt),
      };
    }
  }
}
