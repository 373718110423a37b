// Artifacts of a Group, or of all Groups, with what is known of their content, their signatures, and where they were used.
import type { ArtifactRow } from '../../../contract/artifacts.ts';
import type { NoSummary } from '../../../contract/live.ts';
import { SINGLE, type World } from '../../../domain/world.ts';
import type { Approval, Artifact } from '../../../protocol/generated/documents.ts';
import type { KeyEvidence } from '../../../protocol/registry.ts';
import { verifyDocument, type VerificationReason } from '../../../protocol/verify.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource, Topic } from '../live-queries.ts';
import { type ArtifactWords, artifactWords } from '../words/artifact-words.ts';
import { say, type Texts } from '../words/texts.ts';
import { agentOf, sortDown, textsFor, titleOfMission } from './row-context.ts';
import { titleOfArtifact } from './work-rows.ts';

/** Which contents lie in this profile, and where. */
export interface ContentCopies {
  pathOf(contentHash: string): string | undefined;
}

/** Signatures that one look at the list may verify; the rest is for the next ones. */
const VERIFIED_PER_LOOK = 200;
const NEXT_LOOK_MS = 20;

export function artifactsSource(
  desk: DeskRuntime,
  place: { readonly connectionId?: string | undefined; readonly groupId?: string | undefined },
  copies: ContentCopies,
): LiveSource<ArtifactRow, NoSummary> {
  const { connectionId, groupId } = place;
  return {
    concerns: (topic) => concernsContents(topic, connectionId, groupId),
    read: () => {
      const texts = textsFor(desk);
      const budget = { left: VERIFIED_PER_LOOK };
      const rows: ArtifactRow[] = [];
      for (const connection of desk.connections()) {
        if (connectionId !== undefined && connection.facts.connectionId !== connectionId) continue;
        const view = connection.view();
        const groupIds = groupId === undefined ? view.groupIds : [groupId];
        const uses = usesIn(connection, view.world, groupIds);
        const scene: ArtifactScene = { texts, connection, view, copies, uses };
        for (const each of groupIds) {
          for (const [, artifact] of view.world.list('artifact', each))
            rows.push(artifactRow(scene, artifact, budget));
        }
      }
      if (budget.left <= 0)
        desk.ports.clock.after(NEXT_LOOK_MS, () => desk.tell({ kind: 'area', area: 'contents' }));
      return { rows, summary: {} };
    },
  };
}

/** Whether news can change what is said of Artifacts; a place that is left out stands for all. */
export function concernsContents(
  topic: Topic,
  connectionId: string | undefined,
  groupId: string | undefined,
): boolean {
  if (topic.kind === 'area')
    return topic.area === 'contents' || topic.area === 'connections' || topic.area === 'keys';
  return (
    topic.kind === 'group' &&
    (connectionId === undefined || topic.connectionId === connectionId) &&
    (groupId === undefined || topic.groupId === groupId)
  );
}

/** A use of a content that a manifest may not know of. */
export interface ContentUses {
  /** By content hash: how many submissions name it, the ones that were replaced included. */
  readonly submissions: ReadonlyMap<string, number>;
  /** Those that stand. */
  readonly submitted: ReadonlySet<string>;
  /** Approvals that stand, by the hashes that they pin. */
  readonly approvals: ReadonlyMap<string, readonly Approval[]>;
}

export function usesIn(
  connection: RunningConnection,
  world: World,
  groupIds: readonly string[],
): ContentUses {
  const submissions = new Map<string, number>();
  const submitted = new Set<string>();
  const approvals = new Map<string, Approval[]>();
  const count = (hashes: readonly string[]) => {
    for (const hash of hashes) submissions.set(hash, (submissions.get(hash) ?? 0) + 1);
  };
  for (const groupId of groupIds) {
    const log = connection.logOf(groupId);
    for (const [workItemId, { document }] of world.list('workItem', groupId)) {
      const current = document.submission?.artifactHashes ?? [];
      for (const hash of current) submitted.add(hash);
      const known = log?.submissionsOf(workItemId) ?? [];
      if (known.length === 0) count(current);
      for (const { artifactHashes } of known) count(artifactHashes);
    }
    const mission = world.get('mission', groupId, SINGLE)?.submission?.artifactHashes ?? [];
    for (const hash of mission) submitted.add(hash);
    count(mission);
    for (const approval of standingApprovals(world, groupId)) {
      for (const hash of approval.artifactHashes) {
        const known = approvals.get(hash);
        if (known === undefined) approvals.set(hash, [approval]);
        else known.push(approval);
      }
    }
  }
  return { submissions, submitted, approvals };
}

/** Approvals that approve, and that no other one has taken back. */
export function standingApprovals(world: World, groupId: string): readonly Approval[] {
  const all = [...world.list('approval', groupId)].map(([, approval]) => approval);
  const revoked = new Set(all.flatMap(({ revokesApprovalId }) => revokesApprovalId ?? []));
  return all.filter(({ decision, approvalId }) => decision === 'approved' && !revoked.has(approvalId));
}

export interface ArtifactScene {
  readonly texts: Texts;
  readonly connection: RunningConnection;
  readonly view: DeskConnection;
  readonly copies: ContentCopies;
  readonly uses: ContentUses;
}

/** One Artifact as a list shows it. `budget` says how many signatures may still be verified now. */
export function artifactRow(
  { texts, connection, view, copies, uses }: ArtifactScene,
  artifact: Artifact,
  budget: { left: number },
): ArtifactRow {
  const { artifactId, contentHash, groupId, mediaType, sizeBytes, classification, producer } = artifact;
  const { workItemId, createdAt } = artifact;
  const words = artifactWords(texts.language);
  const content = view.contents.get(contentHash) ?? 'unchecked';
  const checkedAtMs = connection.checkOf(contentHash)?.atMs;
  const approvals = uses.approvals.get(contentHash)?.length ?? 0;
  const publishedAtMs = msOf(createdAt);
  return {
    id: `${view.connectionId} ${groupId} ${artifactId}`,
    sort: `${sortDown(publishedAtMs)} ${artifactId}`,
    connectionId: view.connectionId,
    groupId,
    missionTitle: titleOfMission(view.world, groupId),
    artifactId,
    title: titleOfArtifact(view.world, artifact),
    contentHash,
    mediaType,
    sizeBytes,
    classification,
    classificationWords: say(`class.${classification}`, words.classes[classification]),
    isPreviewForbidden: isPreviewForbidden(artifact),
    producer: agentOf(connection, view, producer.agentId),
    cardVersion: producer.agentCardVersion,
    workItemId,
    workItemTitle: view.world.get('workItem', groupId, workItemId)?.document.contract.goal ?? '',
    publishedAtMs,
    content,
    contentWords: say(`content.${content}`, texts.row.contents[content]),
    ...(checkedAtMs === undefined ? {} : { checkedAtMs }),
    isFetching: connection.isFetching(contentHash),
    hasCopy: copies.pathOf(contentHash) !== undefined,
    ...signatureOf(words, artifact, connection.evidence(), budget),
    submissions: uses.submissions.get(contentHash) ?? 0,
    approvals,
    isSubmitted: uses.submitted.has(contentHash),
    isApproved: approvals > 0,
  };
}

/** The highest class is for programs that a person opens on purpose, and for no window. */
export function isPreviewForbidden({ classification }: Pick<Artifact, 'classification'>): boolean {
  return classification === 'restricted';
}

type Verdict = 'valid' | 'unknown' | VerificationReason;

/** A manifest never changes, so its verdict holds as long as the keys are the same. */
const verdicts = new WeakMap<Artifact, { readonly keys: KeyEvidence; readonly verdict: Verdict }>();

function signatureOf(
  words: ArtifactWords,
  artifact: Artifact,
  keys: KeyEvidence,
  budget: { left: number },
): Pick<ArtifactRow, 'signature' | 'signatureWords'> {
  const known = verdicts.get(artifact);
  const isCurrent = known?.keys === keys;
  if (!isCurrent && budget.left <= 0)
    return { signature: 'unchecked', signatureWords: say('signature.unchecked', words.signatures.unchecked) };
  const verdict = isCurrent ? known.verdict : verify(artifact, keys);
  if (!isCurrent) {
    budget.left -= 1;
    verdicts.set(artifact, { keys, verdict });
  }
  if (verdict === 'valid' || verdict === 'unknown')
    return { signature: verdict, signatureWords: say(`signature.${verdict}`, words.signatures[verdict]) };
  return {
    signature: 'invalid',
    signatureWords: say('signature.invalid', words.invalid(verdict), { reason: verdict }),
  };
}

function verify(artifact: Artifact, keys: KeyEvidence): Verdict {
  if (!keys.ok) return 'unknown';
  const verified = verifyDocument('artifact', new TextEncoder().encode(JSON.stringify(artifact)), keys);
  if (verified.ok) return 'valid';
  const { reason } = verified.fault;
  return reason === 'unknown-key' || reason === 'registry-refused' ? 'unknown' : reason;
}
