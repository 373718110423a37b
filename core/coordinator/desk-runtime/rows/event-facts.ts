// What an Event tells people: the facts of its sentence, and where something begins or ends with it. Only what stands in the
// Event counts, so that a file without any state can be read as well.
import type { Person } from '../../../contract/values.ts';
import type {
  Actor,
  AgentCard,
  Artifact,
  Event,
  GroupSnapshot,
  Membership,
  Message,
  Mission,
  WorkItem,
  WorkProposal,
} from '../../../protocol/generated/documents.ts';
import type { SentenceFacts } from '../words/event-sentences.ts';
import { shortId } from './row-context.ts';

/** How people call Principals and WorkItems where a history is read. */
export interface HistoryNames {
  person(actor: Actor): Person;
  itemTitle(groupId: string | undefined, workItemId: string): string | undefined;
}

/** Something that a history is divided by. */
export type EventMark =
  | { readonly type: 'coordinator-epoch'; readonly epoch: number; readonly fenced: string }
  | { readonly type: 'snapshot'; readonly throughSequence: number }
  | { readonly type: 'archived' };

/** Members of payloads, under whatever kind they stand. */
interface Told {
  readonly workItem?: WorkItem;
  readonly workProposal?: WorkProposal;
  readonly mission?: Mission;
  readonly membership?: Membership;
  readonly message?: Message;
  readonly artifact?: Artifact;
  readonly snapshot?: GroupSnapshot;
  readonly agentCard?: AgentCard;
  readonly agentId?: string;
  readonly sessionEpoch?: number;
  readonly ownershipEpoch?: number;
  readonly candidateAgentIds?: readonly string[];
  readonly assigneeId?: string;
  readonly delegationGrant?: { readonly granteeAgentId: string };
  readonly cooperationOverrideGrant?: { readonly beneficiary: Actor; readonly reason: string };
  readonly previousCoordinatorAgentId?: string;
  readonly lease?: { readonly coordinatorEpoch?: number; readonly ownershipEpoch?: number };
  readonly coordinatorEpoch?: number;
  readonly evidence?: readonly unknown[];
  readonly artifactHashes?: readonly string[];
  readonly approval?: { readonly missionRevision: number; readonly artifactHashes: readonly string[] };
  readonly checkpoint?: { readonly phase?: string };
  readonly missionRevision?: number;
  readonly title?: string;
  readonly reason?: string;
  readonly feedback?: string;
}

const SHOWN_LENGTH = 200;

export function factsOf(event: Omit<Event, 'signature'>, names: HistoryNames): SentenceFacts {
  const told = event.payload as Told;
  const { workItem, mission, membership, message } = told;
  return {
    who: names.person(event.actor).name,
    item: itemOf(event, told, names),
    whom: whomOf(told, names),
    what:
      told.title ??
      (message === undefined ? undefined : textOf(message)) ??
      (told.artifact === undefined ? undefined : nameOfArtifact(told.artifact)) ??
      told.checkpoint?.phase ??
      workItem?.progress?.currentPhase ??
      mission?.objective ??
      '',
    epoch: epochOf(event.kind, told),
    count: countOf(event.kind, told),
    reason: shorten(
      told.reason ?? told.feedback ?? message?.reason ?? told.cooperationOverrideGrant?.reason ?? '',
    ),
    role: membership?.role ?? '',
  };
}

export function markOf(
  { kind, payload }: Pick<Event, 'kind' | 'payload'>,
  names: HistoryNames,
): EventMark | undefined {
  const told = payload as Told;
  if (kind === 'mission.coordinator.assigned') {
    const fenced = told.previousCoordinatorAgentId;
    return {
      type: 'coordinator-epoch',
      epoch: epochOf(kind, told),
      fenced: fenced === undefined ? '' : names.person({ type: 'agent', id: fenced }).name,
    };
  }
  if (kind === 'group.snapshot.created') {
    return { type: 'snapshot', throughSequence: told.snapshot?.throughSequence ?? 0 };
  }
  return kind === 'group.archived' ? { type: 'archived' } : undefined;
}

function itemOf(
  { groupId, workItemId }: Pick<Event, 'groupId' | 'workItemId'>,
  told: Told,
  names: HistoryNames,
): string {
  const contract = told.workItem?.contract ?? told.workProposal?.contract;
  if (contract !== undefined) return contract.goal;
  if (workItemId === undefined) return '';
  return names.itemTitle(groupId, workItemId) ?? shortId(workItemId);
}

function whomOf(told: Told, names: HistoryNames): string {
  const agents =
    told.candidateAgentIds ??
    [
      told.assigneeId ??
        told.delegationGrant?.granteeAgentId ??
        told.agentId ??
        told.agentCard?.agentId ??
        (told.membership === undefined ? undefined : told.membership.member) ??
        told.cooperationOverrideGrant?.beneficiary ??
        (told.mission === undefined ? undefined : told.mission.coordinator.agentId) ??
        told.workItem?.owner?.agentId,
    ].filter((each) => each !== undefined);
  // Offers of an Event without a list of candidates stand in its WorkItem.
  const all = agents.length > 0 ? agents : (told.workItem?.offers ?? []).map(({ agentId }) => agentId);
  return all
    .map((each) => names.person(typeof each === 'string' ? { type: 'agent', id: each } : each).name)
    .join(', ');
}

function epochOf(kind: string, told: Told): number {
  const { mission, workItem, membership } = told;
  if (kind.startsWith('mission.coordinator.')) {
    return (
      told.coordinatorEpoch ?? mission?.coordinator.coordinatorEpoch ?? told.lease?.coordinatorEpoch ?? 0
    );
  }
  if (kind === 'work.contract.revised') return workItem?.contract.contractVersion ?? 0;
  if (kind.startsWith('mission.')) {
    return told.approval?.missionRevision ?? told.missionRevision ?? mission?.revision ?? 0;
  }
  return (
    told.sessionEpoch ??
    told.ownershipEpoch ??
    membership?.membershipEpoch ??
    workItem?.owner?.ownershipEpoch ??
    told.lease?.ownershipEpoch ??
    0
  );
}

function countOf(kind: string, told: Told): number {
  if (kind === 'group.snapshot.created') return told.snapshot?.throughSequence ?? 0;
  if (kind === 'work.result.accepted') return told.evidence?.length ?? 0;
  const hashes =
    told.artifactHashes ?? told.approval?.artifactHashes ?? told.workItem?.submission?.artifactHashes;
  return hashes?.length ?? 0;
}

function nameOfArtifact({ uri, contentHash }: Artifact): string {
  const name = uri.split('/').at(-1) ?? '';
  return name === '' ? contentHash.slice(0, 15) : name;
}

function textOf({ content }: Message): string {
  const texts = (content as readonly { readonly text?: unknown }[]).flatMap(({ text }) =>
    typeof text === 'string' ? [text] : [],
  );
  return shorten(texts.join(' '));
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= SHOWN_LENGTH ? line : `${line.slice(0, SHOWN_LENGTH - 1)}…`;
}
