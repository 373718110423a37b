// A takeover as a window is told of it: who can lead, what was left, what has to be decided, and what a replaced one still holds.
import type { NoSummary } from '../../../contract/live.ts';
import type { ContextPackageModel, TakeoverRow } from '../../../contract/takeover.ts';
import type { Words } from '../../../contract/values.ts';
import { coordinatorLeaseOf } from '../../../domain/coordinator.ts';
import { isTerminal } from '../../../domain/missions.ts';
import { type MissionRecord, SINGLE } from '../../../domain/world.ts';
import type { AgentCard, ContextPackage, Lease } from '../../../protocol/generated/documents.ts';
import { planScene } from '../../assistant/planning/plan-scene.ts';
import { planTakeover, type ReconcileRow, type TakeoverPlan } from '../../assistant/planning/takeover.ts';
import { planningWords } from '../../assistant/planning/words.ts';
import {
  type DeskConnection,
  identityOf,
  isSameActor,
  localCoordinator,
  localOwner,
} from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import { isSettled, type OutboxEntry } from '../../desk/outbox/entry.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import { parseEvent } from '../group-log.ts';
import type { LiveSource } from '../live-queries.ts';
import { takeoverWords } from '../words/takeover-words.ts';
import { say } from '../words/texts.ts';
import { cardsOf } from './child-rows.ts';
import { commandName } from './outbox-rows.ts';
import { type LineScene, planningReasonWords } from './reason-lines.ts';
import {
  agentOf,
  personOf,
  sortNumber,
  stateWords,
  textsFor,
  titleOfMission,
  titleOfObject,
} from './row-context.ts';
import { titleOfArtifact } from './work-rows.ts';

export function takeoverSource(
  desk: DeskRuntime,
  connectionId: string,
  groupId: string,
  successorAgentId: string | undefined,
): LiveSource<TakeoverRow, NoSummary> {
  return {
    concerns: (topic) => topic.kind !== 'group' || topic.connectionId === connectionId,
    read: () => {
      const connection = desk.connection(connectionId);
      const view = connection?.view();
      if (connection === undefined || view === undefined) return { rows: [], summary: {} };
      const scene: TakeoverScene = { texts: textsFor(desk), connection, view, groupId };
      const left = leftBehind(desk, scene);
      return { rows: takeoverRows(scene, successorAgentId, left), summary: {} };
    },
  };
}

export interface TakeoverScene extends LineScene {
  readonly groupId: string;
}

type Section<Name extends TakeoverRow['section']> = Extract<TakeoverRow, { section: Name }>;
export type LeftBehind = Section<'stale'>['left'];

/** Every part; none for a Mission that is not known here or over. */
export function takeoverRows(
  scene: TakeoverScene,
  successorAgentId: string | undefined,
  left: LeftBehind,
): TakeoverRow[] {
  const { view, groupId } = scene;
  const plan = planScene(view, groupId);
  const stale = staleRow(scene, left);
  if (plan === undefined) return [];
  const { mission } = plan;
  const found = planTakeover(plan, successorAgentId ?? mission.document.coordinator.agentId);
  if (found === undefined) return stale === undefined ? [] : [stale];
  return [
    headerRow(scene, mission, found),
    candidatesRow(scene, mission),
    packageRow(scene, mission, found),
    logRow(scene),
    ...found.rows.map((row, index) => itemRow(scene, row, index)),
    ...(stale === undefined ? [] : [stale]),
  ];
}

function base(section: string, place: number): { readonly id: string; readonly sort: string } {
  return { id: section, sort: String(place) };
}

function standingOf(view: DeskConnection, mission: MissionRecord): Section<'header'>['standing'] {
  const owns = localOwner(view, mission) !== undefined;
  const leads = localCoordinator(view, mission) !== undefined;
  if (owns) return leads ? 'owner-and-coordinator' : 'owner';
  if (leads) return 'coordinator';
  return formerTerm(view, mission) === undefined ? 'none' : 'former';
}

function headerRow(scene: TakeoverScene, mission: MissionRecord, plan: TakeoverPlan): TakeoverRow {
  const { texts, connection, view, groupId } = scene;
  const { state, coordinator, missionOwner } = mission.document;
  const lease = coordinatorLeaseOf(view.world, mission);
  const endsAtMs = lease === undefined ? undefined : msOf(lease.expiresAt);
  const talk = [...view.world.list('conversation', groupId)].find(([, { type }]) => type === 'group');
  return {
    ...base('header', 0),
    section: 'header',
    missionTitle: titleOfMission(view.world, groupId),
    stateWords: say(`mission-state.${state}`, texts.desk.missionStates[state]),
    owner: personOf(connection, view, missionOwner),
    coordinator: agentOf(connection, view, coordinator.agentId),
    coordinatorEpoch: coordinator.coordinatorEpoch,
    isTermLive: lease?.state === 'active' && (endsAtMs ?? 0) > view.nowMs,
    standing: standingOf(view, mission),
    reasons: plan.reasons.map((reason) => ({
      words: planningReasonWords(scene, reason),
      verdict: reason.verdict,
    })),
    ...(endsAtMs === undefined ? {} : { termEndsAtMs: endsAtMs }),
    ...(talk === undefined ? {} : { conversationId: talk[0] }),
  };
}

/** Whoever is here first, then whoever is heard, then by how much is led already. */
function candidatesRow(scene: TakeoverScene, mission: MissionRecord): TakeoverRow {
  const { view } = scene;
  const candidates = cardsOf(view)
    .filter(({ status }) => status === 'active')
    .map((card) => candidateOf(scene, mission, card))
    .toSorted(
      (a, b) =>
        Number(b.isHere) - Number(a.isHere) ||
        PRESENCES.indexOf(a.presence) - PRESENCES.indexOf(b.presence) ||
        a.leads - b.leads ||
        (a.agent.id < b.agent.id ? -1 : 1),
    );
  return { ...base('candidates', 1), section: 'candidates', candidates };
}

const PRESENCES = ['online', 'stale', 'unknown'];

function candidateOf(
  { connection, view }: TakeoverScene,
  { document }: MissionRecord,
  { agentId, capabilities }: AgentCard,
): Section<'candidates'>['candidates'][number] {
  const presence = view.presence.get(agentId);
  const isFresh = presence !== undefined && msOf(presence.expiresAt) > view.nowMs;
  const leads = view.groupIds.filter((groupId) => {
    const other = view.world.get('mission', groupId, SINGLE)?.document;
    return other?.coordinator.agentId === agentId && !isTerminal(other.state);
  });
  return {
    agent: agentOf(connection, view, agentId),
    isHere: identityOf(view, { type: 'agent', id: agentId }) !== undefined,
    isCurrent: document.coordinator.agentId === agentId,
    presence: presence === undefined ? 'unknown' : isFresh ? 'online' : 'stale',
    capabilities: capabilities.map(({ id, version }) => `${id} ${version}`),
    leads: leads.length,
  };
}

function packageRow(scene: TakeoverScene, mission: MissionRecord, plan: TakeoverPlan): TakeoverRow {
  const { texts, connection, view, groupId } = scene;
  const places = connection.logOf(groupId)?.terms.packages() ?? [];
  const versions = places.filter(({ workItemId }) => workItemId === undefined);
  const head = view.world.get('head', groupId, SINGLE)?.sequence ?? 0;
  const author = localCoordinator(view, mission);
  const { reconcile } = planningWords(texts.language);
  const { objective, deadline, definitionOfDone } = mission.document;
  return {
    ...base('package', 2),
    section: 'package',
    versions: versions.map(({ contextPackageId, version, sequence, atMs }) => ({
      contextPackageId,
      version,
      sequence,
      atMs,
    })),
    uncovered: Math.max(0, head - (versions.at(-1)?.sequence ?? 0)),
    head,
    draft: {
      summary: objective,
      constraints: [
        takeoverWords(texts.language).draftDeadline(deadline),
        ...definitionOfDone.map(({ criterionId, description }) => `${criterionId}: ${description}`),
      ],
      unresolvedQuestions: plan.rows
        .filter(({ mustDecide }) => mustDecide)
        .map(({ cause, goal }) => `${goal}: ${reconcile[cause]}`),
      artifactHashes: [...plan.texts.artifactHashes],
    },
    artifacts: plan.texts.artifactHashes.map((contentHash) => ({
      contentHash,
      title: titleOfContent(view, groupId, contentHash),
    })),
    ...(author === undefined ? {} : { author: personOf(connection, view, author.actor) }),
  };
}

function titleOfContent({ world }: DeskConnection, groupId: string, contentHash: string): string {
  const [artifactId] = world.get('content', groupId, contentHash)?.artifactIds ?? [];
  const artifact = artifactId === undefined ? undefined : world.get('artifact', groupId, artifactId);
  return artifact === undefined ? contentHash : titleOfArtifact(world, artifact);
}

function logRow({ texts, connection, view, groupId }: TakeoverScene): TakeoverRow {
  const health = view.health.get(groupId);
  const head = view.world.get('head', groupId, SINGLE)?.sequence ?? 0;
  const startsAfter =
    connection
      .sourceOf(groupId)
      ?.groups()
      .find((each) => each.groupId === groupId)?.startsAfter ?? 0;
  const { log } = takeoverWords(texts.language);
  const isWhole = health?.gap === undefined && health?.isCursorTooOld !== true;
  const words = (): Words => {
    if (health?.isVerificationFailed === true) return say('takeover.log-failed', log.failed);
    if (health?.gap !== undefined)
      return say('takeover.log-gap', log.gap(health.gap.fromSequence, health.gap.toSequence));
    if (health?.isCursorTooOld === true) return say('takeover.log-snapshot', log.snapshot);
    return startsAfter === 0
      ? say('takeover.log-complete', log.complete(head))
      : say('takeover.log-partly', log.partly(startsAfter + 1, head));
  };
  return {
    ...base('log', 3),
    section: 'log',
    head,
    startsAfter,
    isComplete: isWhole && health?.isVerificationFailed !== true && startsAfter === 0,
    words: words(),
  };
}

function itemRow({ texts }: TakeoverScene, row: ReconcileRow, index: number): TakeoverRow {
  const { workItemId, goal, state, cause, endsAtMs, questions, mustDecide } = row;
  return {
    id: `item ${workItemId}`,
    sort: `4${sortNumber(index)}`,
    section: 'item',
    workItemId,
    title: goal,
    state,
    stateWords: stateWords(texts, state),
    cause,
    words: say(`reconcile.${cause}`, planningWords(texts.language).reconcile[cause]),
    questions,
    mustDecide,
    ...(endsAtMs === undefined ? {} : { endsAtMs }),
  };
}

/** The last term of an Agent of this computer that somebody else has ended by taking over. */
function formerTerm({ world, identities }: DeskConnection, { document }: MissionRecord): Lease | undefined {
  const isOurs = (agentId: string) =>
    identities.some(({ actor }) => isSameActor(actor, { type: 'agent', id: agentId }));
  if (isOurs(document.coordinator.agentId)) return undefined;
  return [...world.list('lease', document.groupId)]
    .map(([, lease]) => lease)
    .findLast(
      ({ leaseType, state, holderAgentId }) =>
        leaseType === 'coordinator' && state !== 'active' && isOurs(holderAgentId),
    );
}

function staleRow(scene: TakeoverScene, left: LeftBehind): TakeoverRow | undefined {
  const { connection, view, groupId } = scene;
  const mission = view.world.get('mission', groupId, SINGLE);
  const term = mission === undefined ? undefined : formerTerm(view, mission);
  if (mission === undefined || term === undefined) return undefined;
  const { coordinator } = mission.document;
  const current = coordinatorLeaseOf(view.world, mission);
  return {
    ...base('stale', 9),
    section: 'stale',
    former: agentOf(connection, view, term.holderAgentId),
    successor: agentOf(connection, view, coordinator.agentId),
    coordinatorEpoch: coordinator.coordinatorEpoch,
    atMs: msOf(current?.issuedAt ?? term.closedAt ?? term.expiresAt),
    left,
  };
}

/** Commands that only a Coordinator signs, by Agents of this computer, that are not over; and the drafts of such. */
function leftBehind(desk: DeskRuntime, scene: TakeoverScene): LeftBehind {
  const { texts, connection, view, groupId } = scene;
  const { connectionId } = view;
  const entries = desk.commands
    .entries()
    .filter((entry) => entry.connectionId === connectionId && entry.draft.groupId === groupId)
    .filter((entry) => isLeft(entry));
  const drafts = desk.sheets
    .listDrafts()
    .filter((each) => each.connection === connection && each.draft.intent.groupId === groupId);
  return [
    ...entries.map((entry) => entryLeft(scene, entry)),
    ...drafts.map(({ draft }) => ({
      id: draft.draftId,
      kind: draft.intent.kind,
      words: say(`command.${draft.intent.kind}`, commandName(texts, draft.intent.kind)),
      title: '',
      stateWords: say('takeover.draft', takeoverWords(texts.language).draft),
      // Kept as JSON.
      form: draft.intent.form as LeftBehind[number]['form'],
    })),
  ];
}

function isLeft({ state, signer, error }: OutboxEntry): boolean {
  if (signer.type !== 'agent' || isSettled(state)) return false;
  return state !== 'refused' || error?.code === 'AUTH_STALE_COORDINATOR';
}

function entryLeft({ texts, view, groupId }: TakeoverScene, entry: OutboxEntry): LeftBehind[number] {
  const { actionId, draft, state } = entry;
  const { kind, payload, workItemId } = draft;
  return {
    id: actionId,
    kind,
    words: say(`command.${kind}`, commandName(texts, kind)),
    title:
      workItemId === undefined
        ? ''
        : titleOfObject(view.world, { type: 'workItem', groupId, id: workItemId }),
    stateWords: say(`entry.${state}`, texts.desk.entryStates[state]),
    // The payload of a draft is JSON.
    form: payload as unknown as LeftBehind[number]['form'],
  };
}

/** A package from its Event; undefined where there is none. */
export async function readPackage(
  connection: RunningConnection,
  groupId: string,
  sequence: number,
): Promise<ContextPackageModel | undefined> {
  const [kept] = (await connection.sourceOf(groupId)?.readEvents(groupId, sequence - 1, 1)) ?? [];
  if (kept?.sequence !== sequence) return undefined;
  const { payload, occurredAt } = parseEvent(kept.bytes);
  const { contextPackage } = payload as { readonly contextPackage?: ContextPackage };
  if (contextPackage === undefined) return undefined;
  return packageModel(connection, connection.view(), contextPackage, { sequence, atMs: msOf(occurredAt) });
}

export function packageModel(
  connection: RunningConnection,
  view: DeskConnection,
  given: ContextPackage,
  place: { readonly sequence: number; readonly atMs: number },
): ContextPackageModel {
  const { contextPackageId, version, workItemId, sourceEventRange, generatedBy, generatedAt } = given;
  const { fromSequence, toSequence, eventIds } = sourceEventRange;
  // The ids are those of the range, in its order (CTX-007).
  const sequenceOf = (eventId: string) => {
    const index = eventIds.indexOf(eventId);
    return index === -1 ? [] : [fromSequence + index];
  };
  return {
    contextPackageId,
    version,
    sequence: place.sequence,
    atMs: place.atMs,
    summary: given.summary,
    constraints: [...given.constraints],
    unresolvedQuestions: [...given.unresolvedQuestions],
    artifactHashes: [...given.artifactHashes],
    decisions: given.decisions.map(({ description, sourceEventIds }) => ({
      description,
      sequences: sourceEventIds.flatMap(sequenceOf),
    })),
    fromSequence,
    toSequence,
    generatedBy: personOf(connection, view, generatedBy),
    generatedAtMs: msOf(generatedAt),
    ...(workItemId === undefined ? {} : { workItemId }),
  };
}
