// What an Event is found by in the index of a history, and which of its words people may look for. Events carry whole
// documents; a text is taken from the Event that brought it, so that each stands in the index once.
import { parseEvent } from '../coordinator/desk-runtime/group-log.ts';
import { msOf } from '../coordinator/desk/moment.ts';
import type {
  ContextPackage,
  Event,
  Evidence,
  Message,
  Mission,
  WorkContract,
} from '../protocol/generated/documents.ts';
import { type HistoryEntry, principalKey, type TextArea } from '../store/history-entry.ts';
import type { ReplicaEvent } from '../store/replica-store.ts';

/** Members of payloads that hold words of people, under whatever kind. */
interface Wordy {
  readonly message?: Message;
  readonly mission?: Mission;
  readonly workItem?: { readonly contract: WorkContract; readonly progress?: { readonly summary?: string } };
  readonly workProposal?: { readonly contract: WorkContract };
  readonly evidence?: readonly Evidence[];
  readonly contextPackage?: ContextPackage;
  readonly approval?: { readonly comments: string; readonly conditions: readonly string[] };
  readonly checkpoint?: unknown;
  readonly title?: string;
  readonly reason?: unknown;
  readonly summary?: string;
  readonly feedback?: string;
  readonly requiredResolution?: string;
  readonly overrideReason?: string;
  readonly cooperationOverrideGrant?: { readonly reason?: string };
}

/** Kinds whose Event is the one that brought the contract. */
const CONTRACT_KINDS = new Set(['work.proposed', 'work.authorized', 'work.contract.revised']);
const MISSION_KINDS = new Set(['mission.created', 'mission.follow_up.created']);
/** A text that is longer is found by its beginning. */
const MAX_TEXT_LENGTH = 20_000;

/** A line of a file that nobody verified may be anything: then it is found by its place alone. */
export function describeKept(kept: ReplicaEvent): HistoryEntry {
  try {
    return describeEvent(kept);
  } catch {
    const { groupId, sequence, eventId } = kept;
    return {
      groupId,
      sequence,
      eventId,
      kind: UNREADABLE,
      principal: principalKey({ type: 'service', id: '-' }),
      workItemId: undefined,
      causeId: '-',
      occurredAtMs: 0,
      messageId: undefined,
      takesBack: false,
      area: 'event',
      text: '',
    };
  }
}

/** The kind that stands for what is no Event. */
export const UNREADABLE = 'unreadable';

function describeEvent(kept: ReplicaEvent): HistoryEntry {
  const event = parseEvent(kept.bytes);
  const { kind, actor, cause, occurredAt } = event;
  const { message } = event.payload as Wordy;
  const { area, texts } = wordsOf(event);
  return {
    groupId: kept.groupId,
    sequence: kept.sequence,
    eventId: kept.eventId,
    kind,
    principal: principalKey(actor),
    workItemId: event.workItemId,
    causeId: cause.id,
    occurredAtMs: Math.floor(msOf(occurredAt)),
    messageId: message === undefined ? undefined : (message.targetMessageId ?? message.messageId),
    takesBack: kind === 'message.redacted' || kind === 'message.retracted',
    area,
    text: texts
      .filter((text) => text.trim() !== '')
      .join('\n')
      .slice(0, MAX_TEXT_LENGTH),
  };
}

function wordsOf({ kind, payload }: Event): { readonly area: TextArea; readonly texts: readonly string[] } {
  const wordy = payload as Wordy;
  const { message, mission, workItem, workProposal, evidence } = wordy;
  if (message !== undefined)
    return { area: 'message', texts: [...textsIn(message.content), message.reason ?? ''] };
  const contract = workProposal?.contract ?? workItem?.contract;
  if (CONTRACT_KINDS.has(kind) && contract !== undefined) {
    return { area: 'contract', texts: [...contractWords(contract), wordy.overrideReason ?? ''] };
  }
  if (MISSION_KINDS.has(kind) && mission !== undefined) {
    const { objective, definitionOfDone } = mission;
    return {
      area: 'contract',
      texts: [wordy.title ?? '', objective, ...definitionOfDone.map(({ description }) => description)],
    };
  }
  const said = [
    ...textsIn(wordy.reason),
    ...textsIn(wordy.checkpoint),
    ...textsIn(wordy.contextPackage?.summary),
    ...textsIn(wordy.contextPackage?.constraints),
    ...textsIn(wordy.contextPackage?.unresolvedQuestions),
    wordy.summary ?? '',
    wordy.feedback ?? '',
    wordy.requiredResolution ?? '',
    wordy.cooperationOverrideGrant?.reason ?? '',
    wordy.approval?.comments ?? '',
    ...(wordy.approval?.conditions ?? []),
  ];
  if (evidence === undefined || evidence.length === 0) return { area: 'event', texts: said };
  const found = evidence.flatMap(({ method, details }) => [method].concat(textsIn(details)));
  return { area: 'evidence', texts: [...said, ...found] };
}

function contractWords({
  goal,
  businessImpact,
  requiredDeliverables,
  acceptanceCriteria,
  constraints,
}: WorkContract): readonly string[] {
  return [
    goal,
    businessImpact,
    ...textsIn(requiredDeliverables),
    ...acceptanceCriteria.map(({ description }) => description),
    ...textsIn(constraints),
  ];
}

/** Names under which no words of people stand: ids, hashes and media types would only be in the way. */
const NO_WORDS = /(?:Id|Ids|Hash|Hashes|Uri|uri|type|mediaType|At)$/u;

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => (NO_WORDS.test(name) ? [] : textsIn(each)));
}
