// One WorkItem with everything about it, part by part.
import type { NoSummary } from '../../../contract/live.ts';
import type { WorkItemRowModel } from '../../../contract/work.ts';
import type { WorkItemRecord, World } from '../../../domain/world.ts';
import type { Artifact } from '../../../protocol/generated/documents.ts';
import { itemActions } from '../../desk/actions/item-actions.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { ItemRanking } from '../item-rankings.ts';
import type { LiveSource } from '../live-queries.ts';
import { say, type Texts } from '../words/texts.ts';
import { candidatesOf } from './candidate-rows.ts';
import { byClockOf, leaseOf, pendingByItem, pendingWords } from './item-facts.ts';
import { reasonScene } from './reason-models.ts';
import { proposalRows } from './proposal-rows.ts';
import { evidenceOfItem, evidenceRow } from './proof.ts';
import {
  actionsOf,
  agentOf,
  budgetOf,
  shortId,
  stateWords,
  textsFor,
  titleOfMission,
} from './row-context.ts';

interface Scene {
  readonly texts: Texts;
  readonly connection: RunningConnection;
  readonly view: DeskConnection;
  readonly record: WorkItemRecord;
  readonly groupId: string;
  readonly workItemId: string;
  readonly ranking: ItemRanking | undefined;
}

/** Of a WorkItem; by the id of a proposal, of that, and of the WorkItem that it has become. */
export function workItemSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
  id: string,
): LiveSource<WorkItemRowModel, NoSummary> {
  return {
    concerns: (topic) =>
      topic.kind !== 'group' || (topic.connectionId === connectionId && topic.groupId === groupId),
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      if (connection === undefined || view === undefined) return { rows: [], summary: {} };
      const texts = textsFor(desk);
      const proposal = view.world.get('proposal', groupId, id);
      const workItemId = proposal?.document.workItemId ?? id;
      const record = view.world.get('workItem', groupId, workItemId);
      if (record === undefined) {
        const isOpen = proposal?.document.state === 'open';
        return { rows: isOpen ? proposalRows(texts, view, groupId, proposal) : [], summary: {} };
      }
      const ranking = desk.rankings.of(connection, view, { groupId, workItemId }, desk.ranking);
      const scene: Scene = { texts, connection, view, record, groupId, workItemId, ranking };
      const kind = pendingByItem(desk, connectionId, groupId).get(workItemId);
      return { rows: workItemRows(scene, kind), summary: {} };
    },
  };
}

function workItemRows(scene: Scene, pendingKind: string | undefined): WorkItemRowModel[] {
  const { texts, view, record, groupId, workItemId } = scene;
  const { contract } = record.document;
  const evidence = evidenceOfItem(view.world, groupId, workItemId);
  const currentIds = new Set(record.document.submission?.evidenceIds ?? []);
  return [
    headerRow(scene, pendingKind),
    // A document of the log: JSON.
    { ...base('contract', 1), section: 'contract', contract: contract as unknown as ContractJson },
    offersRow(scene),
    executionRow(scene),
    {
      ...base('evidence', 4),
      section: 'evidence',
      evidence: evidence.map((each) =>
        evidenceRow(scene.connection, view, each, { owner: record.document.owner?.agentId, currentIds }),
      ),
    },
    artifactsRow(scene),
    {
      ...base('budget', 6),
      section: 'budget',
      dimensions: budgetOf(view.world.get('account', groupId, workItemId), contract.budget),
      ...(contract.budget.currency === undefined ? {} : { currency: contract.budget.currency }),
    },
    {
      ...base('actions', 7),
      section: 'actions',
      actions: actionsOf(texts, itemActions(view, groupId, workItemId), texts.desk.itemActions),
    },
  ];
}

type ContractJson = Extract<WorkItemRowModel, { section: 'contract' }>['contract'];

function base(section: string, place: number): { readonly id: string; readonly sort: string } {
  return { id: section, sort: String(place) };
}

function headerRow(
  { texts, connection, view, record, groupId }: Scene,
  pendingKind: string | undefined,
): WorkItemRowModel {
  const { workItemId, state, revision, contract, owner } = record.document;
  const { ownershipEpoch, parentWorkItemId, childGroupId, attempts, requiredResolution } = record;
  const lease = leaseOf(view, record);
  const byClock = byClockOf(texts, view, record);
  return {
    ...base('header', 0),
    section: 'header',
    workItemId,
    title: contract.goal,
    state,
    stateWords: stateWords(texts, state),
    revision,
    contractVersion: contract.contractVersion,
    ownershipEpoch,
    risk: contract.sideEffectRisk,
    deadlineAtMs: msOf(contract.deadline),
    missionTitle: titleOfMission(view.world, groupId),
    attempts,
    ...(byClock === undefined ? {} : { byClock }),
    ...(owner === undefined ? {} : { owner: agentOf(connection, view, owner.agentId) }),
    ...(lease === undefined ? {} : { lease }),
    ...(parentWorkItemId === undefined ? {} : { parentWorkItemId }),
    ...(childGroupId === undefined ? {} : { childGroupId }),
    ...(requiredResolution === undefined ? {} : { requiredResolution }),
    ...(pendingKind === undefined ? {} : { pending: pendingWords(texts, pendingKind) }),
  };
}

function offersRow(scene: Scene): WorkItemRowModel {
  const { texts, connection, view, record, groupId, ranking } = scene;
  const declines = view.talk.get(groupId)?.declines;
  return {
    ...base('offers', 2),
    section: 'offers',
    offers: (record.document.offers ?? []).map(({ offerId, agentId, status, expiresAt, declineReason }) => {
      const endsAtMs = msOf(expiresAt);
      const reason = declineReason ?? declines?.get(offerId);
      const offer = {
        offerId,
        agent: agentOf(connection, view, agentId),
        status,
        words: say(`offer.${status}`, texts.row.offerStatuses[status]),
        endsAtMs,
        isOverByClock: status === 'pending' && endsAtMs <= view.nowMs,
        hasSaidNo: status === 'pending' && declines?.has(offerId) === true,
      };
      return reason === undefined ? offer : Object.assign(offer, { declineReason: reason });
    }),
    candidates:
      ranking === undefined
        ? []
        : candidatesOf(
            reasonScene(texts, connection, view, groupId, record.document.contract.budget.currency),
            ranking,
          ),
  };
}

function executionRow({ connection, view, record, groupId, workItemId }: Scene): WorkItemRowModel {
  const leases = [...view.world.list('lease', groupId)]
    .map(([, lease]) => lease)
    .filter((lease) => lease.workItemId === workItemId)
    .map((lease) => {
      const { leaseId, leaseType, state, holderAgentId, ownershipEpoch, startsAt, expiresAt, renewalCount } =
        lease;
      const endsAtMs = msOf(expiresAt);
      const row = {
        leaseId,
        type: leaseType,
        state,
        holder: agentOf(connection, view, holderAgentId),
        startsAtMs: msOf(startsAt),
        endsAtMs,
        renewals: renewalCount,
        isOverByClock: state === 'active' && endsAtMs <= view.nowMs,
      };
      return ownershipEpoch === undefined ? row : Object.assign(row, { ownershipEpoch });
    });
  const { checkpoint, executionApprovalIds } = record;
  return {
    ...base('execution', 3),
    section: 'execution',
    leases,
    approvalIds: [...executionApprovalIds],
    ...(checkpoint === undefined
      ? {}
      : { checkpoint: { ...checkpoint, completedMilestones: [...checkpoint.completedMilestones] } }),
  };
}

function artifactsRow({ view, groupId, workItemId }: Scene): WorkItemRowModel {
  return {
    ...base('artifacts', 5),
    section: 'artifacts',
    artifacts: [...view.world.list('artifact', groupId)]
      .map(([, artifact]) => artifact)
      .filter((artifact) => artifact.workItemId === workItemId)
      .map((artifact) => ({
        artifactId: artifact.artifactId,
        title: titleOfArtifact(view.world, artifact),
        contentHash: artifact.contentHash,
        mediaType: artifact.mediaType,
        sizeBytes: artifact.sizeBytes,
        condition: view.contents.get(artifact.contentHash) ?? 'unchecked',
      })),
  };
}

/** The deliverable that it is, else the last part of where it was published; a location, never an identity (ART-004). */
export function titleOfArtifact(
  world: World,
  { artifactId, groupId, workItemId, schemaUri, mediaType, uri }: Artifact,
): string {
  const contract = world.get('workItem', groupId, workItemId)?.document.contract;
  const deliverable = contract?.requiredDeliverables.find(
    (each) => each.schema === schemaUri && each.mediaType === mediaType,
  );
  if (deliverable !== undefined) return deliverable.deliverableId;
  const [path = ''] = uri.split(/[?#]/u);
  const last = path.split(/[/:]/u).findLast((part) => part !== '');
  return last === undefined || /^[0-9a-f]{32,}$/u.test(last) ? shortId(artifactId) : last;
}
