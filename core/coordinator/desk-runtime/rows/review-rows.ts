// The review desk: integrity first, then criterion by criterion, then what stands in the way of accepting.
import type { NoSummary } from '../../../contract/live.ts';
import type { ArtifactCheck, ReviewQueueRow, ReviewRow } from '../../../contract/review.ts';
import type { Words } from '../../../contract/values.ts';
import type { WorkItemRecord } from '../../../domain/world.ts';
import type { Artifact } from '../../../protocol/generated/documents.ts';
import { itemActions } from '../../desk/actions/item-actions.ts';
import { PlanGraph } from '../../desk/attention/plan-graph.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { say, type Texts } from '../words/texts.ts';
import { cellsOf, criterionStatus, evidenceForReview, evidenceOfItem, evidenceRow } from './proof.ts';
import {
  actionsOf,
  agentOf,
  sortDown,
  sortNumber,
  stateWords,
  textsFor,
  titleOfMission,
} from './row-context.ts';
import { preparedRow, verdictWords } from './prepared-review-rows.ts';
import { reasonScene } from './reason-models.ts';
import { titleOfArtifact } from './work-rows.ts';

const TINY_BYTES = 200;

export function reviewQueueSource(desk: DeskRuntime): LiveSource<ReviewQueueRow, NoSummary> {
  return {
    concerns: ({ kind }) => kind !== 'time',
    read: () => ({
      rows: desk.connections().flatMap((connection) => {
        const view = connection.view();
        return view.groupIds.flatMap((groupId) => queueOf(desk, connection, view, groupId));
      }),
      summary: {},
    }),
  };
}

function queueOf(
  desk: DeskRuntime,
  connection: RunningConnection,
  view: DeskConnection,
  groupId: string,
): readonly ReviewQueueRow[] {
  const texts = textsFor(desk);
  const items = [...view.world.list('workItem', groupId)].map(([, record]) => record);
  const submitted = items.filter(({ document }) => document.state === 'submitted');
  if (submitted.length === 0) return [];
  const graph = new PlanGraph(items);
  return submitted.map((record) => {
    const { workItemId, contract, owner, submission } = record.document;
    const evidence = evidenceForReview(record, evidenceOfItem(view.world, groupId, workItemId));
    const proven = contract.acceptanceCriteria.filter(
      (criterion) => criterionStatus(cellsOf(texts, criterion, evidence, owner?.agentId)) === 'passed',
    ).length;
    const submittedAtMs = submission === undefined ? undefined : msOf(submission.submittedAt);
    const blocksCount = graph.blocksCount(workItemId);
    const row: ReviewQueueRow = {
      id: `${view.connectionId} ${groupId} ${workItemId}`,
      sort: `${sortDown(blocksCount)}${sortNumber(submittedAtMs ?? 0)}`,
      connectionId: view.connectionId,
      groupId,
      workItemId,
      title: contract.goal,
      missionTitle: titleOfMission(view.world, groupId),
      criteria: { total: contract.acceptanceCriteria.length, proven },
      blocksCount,
    };
    if (owner !== undefined) row.submitter = agentOf(connection, view, owner.agentId);
    if (submittedAtMs !== undefined) row.submittedAtMs = submittedAtMs;
    const prepared = desk.reviews.peek(view, groupId, workItemId);
    if (prepared !== undefined) row.prepared = verdictWords(texts, prepared.verdict);
    return row;
  });
}

export function reviewSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
  workItemId: string,
): LiveSource<ReviewRow, NoSummary> {
  return {
    concerns: (topic) =>
      topic.kind === 'area' ||
      (topic.kind === 'group' && topic.connectionId === connectionId && topic.groupId === groupId),
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      const record = view?.world.get('workItem', groupId, workItemId);
      if (connection === undefined || view === undefined || record === undefined)
        return { rows: [], summary: {} };
      const texts = textsFor(desk);
      const prepared = desk.reviews.of(connection, view, groupId, workItemId);
      const { currency } = record.document.contract.budget;
      const scene = reasonScene(texts, connection, view, groupId, currency);
      const rows = [...reviewRows(texts, connection, view, record), preparedRow(scene, prepared)];
      return { rows, summary: {} };
    },
  };
}

function reviewRows(
  texts: Texts,
  connection: RunningConnection,
  view: DeskConnection,
  record: WorkItemRecord,
): ReviewRow[] {
  const { groupId, workItemId, contract, owner, submission, state } = record.document;
  const evidence = evidenceOfItem(view.world, groupId, workItemId);
  const counted = evidenceForReview(record, evidence);
  const countedIds = new Set(counted.map(({ evidenceId }) => evidenceId));
  const artifacts = (submission?.artifactHashes ?? []).map((hash) =>
    checkArtifact(texts, view, groupId, hash),
  );
  const matrix = contract.acceptanceCriteria.map((criterion) => ({
    criterion,
    cells: cellsOf(texts, criterion, counted, owner?.agentId),
  }));
  return [
    {
      id: 'submission',
      sort: '0',
      section: 'submission',
      title: contract.goal,
      missionTitle: titleOfMission(view.world, groupId),
      contractVersion: contract.contractVersion,
      ownershipEpoch: record.ownershipEpoch,
      state,
      stateWords: stateWords(texts, state),
      ...(owner === undefined ? {} : { submitter: agentOf(connection, view, owner.agentId) }),
      ...(submission === undefined ? {} : { submittedAtMs: msOf(submission.submittedAt) }),
    },
    { id: 'integrity', sort: '1', section: 'integrity', artifacts },
    ...matrix.map(({ criterion, cells }, index): ReviewRow => ({
      id: `criterion:${criterion.criterionId}`,
      sort: `2${sortNumber(index)}`,
      section: 'criterion',
      criterionId: criterion.criterionId,
      description: criterion.description,
      cells,
      isProven: criterionStatus(cells) === 'passed',
    })),
    {
      id: 'evidence',
      sort: '3',
      section: 'evidence',
      evidence: evidence.map((each) =>
        evidenceRow(connection, view, each, { owner: owner?.agentId, currentIds: countedIds }),
      ),
    },
    {
      id: 'decision',
      sort: '4',
      section: 'decision',
      obstacles: [...obstaclesOf(texts, artifacts, matrix)],
      warnings: [...warningsOf(texts, matrix)],
      actions: actionsOf(texts, itemActions(view, groupId, workItemId), texts.desk.itemActions).filter(
        ({ id }) => REVIEW_ACTIONS.has(id),
      ),
    },
    earlierRow(texts, connection, groupId, workItemId),
  ];
}

const REVIEW_ACTIONS: ReadonlySet<string> = new Set(['accept-result', 'send-back', 'cancel', 'message']);

type Matrix = readonly {
  readonly criterion: WorkItemRecord['document']['contract']['acceptanceCriteria'][number];
  readonly cells: ReturnType<typeof cellsOf>;
}[];

function* obstaclesOf({ row }: Texts, artifacts: readonly ArtifactCheck[], matrix: Matrix): Generator<Words> {
  for (const { criterion, cells } of matrix) {
    for (const { type, status } of cells) {
      const values = { criterionId: criterion.criterionId, type };
      if (status === 'failed') {
        yield say('review.failed', row.review.failed(criterion.criterionId, type), values);
      } else if (status === 'missing' || status === 'inconclusive') {
        yield say('review.missing', row.review.missing(criterion.criterionId, type), values);
      }
    }
  }
  for (const { title, content, contentHash } of artifacts) {
    if (content === 'differs')
      yield say('review.hash-differs', row.review.hashDiffers(title), { contentHash });
    if (content === 'unavailable')
      yield say('review.unavailable', row.review.unavailable(title), { contentHash });
  }
}

function* warningsOf({ row }: Texts, matrix: Matrix): Generator<Words> {
  const claims = matrix.filter(({ cells }) =>
    cells.some(({ isClaimOfWorker, status }) => isClaimOfWorker && status === 'passed'),
  );
  for (const { criterion } of claims) {
    yield say('review.by-producer', `${criterion.criterionId}: ${row.review.byProducer}`, {
      criterionId: criterion.criterionId,
    });
  }
}

/** What is known of a content: by its manifest, and by looking at it. */
export function checkArtifact(
  { row }: Texts,
  { world, contents }: DeskConnection,
  groupId: string,
  contentHash: string,
): ArtifactCheck {
  const [artifactId = contentHash] = world.get('content', groupId, contentHash)?.artifactIds ?? [];
  const artifact: Artifact | undefined = world.get('artifact', groupId, artifactId);
  const content = contents.get(contentHash) ?? 'unchecked';
  const isTiny = artifact !== undefined && artifact.sizeBytes < TINY_BYTES;
  return {
    artifactId,
    title: artifact === undefined ? contentHash : titleOfArtifact(world, artifact),
    contentHash,
    mediaType: artifact?.mediaType ?? 'application/octet-stream',
    sizeBytes: artifact?.sizeBytes ?? 0,
    content,
    words: say(`content.${content}`, row.contents[content]),
    warnings: isTiny ? [say('review.tiny', row.review.tinyArtifact)] : [],
    ...(artifact === undefined ? {} : { classification: artifact.classification }),
  };
}

function earlierRow(
  texts: Texts,
  connection: RunningConnection,
  groupId: string,
  workItemId: string,
): ReviewRow {
  const submissions = (connection.logOf(groupId)?.submissionsOf(workItemId) ?? []).slice(0, -1);
  return {
    id: 'earlier',
    sort: '5',
    section: 'earlier',
    submissions: submissions.map(({ sequence, ownershipEpoch, atMs, artifactHashes }) => {
      const row = {
        sequence,
        submittedAtMs: atMs,
        artifactHashes: [...artifactHashes],
        words: say('review.earlier', texts.row.review.earlier(ownershipEpoch ?? 0), { sequence }),
      };
      return ownershipEpoch === undefined ? row : Object.assign(row, { ownershipEpoch });
    }),
  };
}
