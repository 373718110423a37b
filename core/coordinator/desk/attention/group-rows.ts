// What all rules together say about one Group at one moment, and for how long that holds.
import { isTerminal } from '../../../domain/missions.ts';
import { SINGLE, type WorkItemRecord } from '../../../domain/world.ts';
import type { Actor, Evidence, Lease } from '../../../protocol/generated/documents.ts';
import { type DeskConnection, localCoordinator, localOwner } from '../connection.ts';
import { endsIn, type GroupEnd } from '../group-ends.ts';
import { Moment } from '../moment.ts';
import type {
  AttentionAction,
  AttentionRule,
  AttentionSettings,
  Finding,
  GroupScene,
  RowValues,
  Severity,
} from './attention-types.ts';
import { FORECAST_STEP_MS, PlanGraph } from './plan-graph.ts';
import { ATTENTION_RULES, type AttentionRuleName } from './rules.ts';
import { EMPTY_TALK } from './talk.ts';

/** One row of the list. */
export interface AttentionRow {
  /** The same as long as it is about the same situation of the same object. */
  readonly key: string;
  readonly rule: AttentionRuleName;
  readonly number: number;
  readonly severity: Severity;
  readonly connectionId: string;
  readonly groupId: string | undefined;
  readonly object: Finding['object'];
  readonly workItemId: string | undefined;
  /** The goal of the item, or the title of the Mission. */
  readonly label: string;
  readonly values: RowValues;
  readonly action: AttentionAction;
  /** The local identity that acts on it; undefined where others do. */
  readonly signer: Actor | undefined;
  /** Unfinished items that wait for this one. */
  readonly blocksCount: number;
  readonly isOnCriticalPath: boolean;
  readonly endsAtMs: number | undefined;
  readonly sinceMs: number | undefined;
  readonly isByClock: boolean;
}

/** The rows of a Group with the time that they hold. */
export interface GroupRows {
  readonly rows: readonly AttentionRow[];
  /** When time alone changes them, in the Authority's time. */
  readonly holdsUntilMs: number;
  /** What will end first of all that is known. */
  readonly nextEnd: GroupEnd | undefined;
}

const NOTHING: GroupRows = { rows: [], holdsUntilMs: Infinity, nextEnd: undefined };

/** Everything that a Group asks for. `connection.world` is looked at through whatever the caller has put there. */
export function rowsOfGroup(
  connection: DeskConnection,
  groupId: string,
  settings: AttentionSettings,
): GroupRows {
  const scene = sceneOf(connection, groupId, settings);
  if (scene === undefined) return NOTHING;
  const { moment, mission, isLed } = scene;
  const rows: AttentionRow[] = [];
  for (const [name, rule] of Object.entries(ATTENTION_RULES)) {
    if (rule.scope !== 'group' || !rule.missionStates.includes(mission.document.state)) continue;
    if (!isLed && name !== 'mention') continue;
    // The table's names are its keys.
    for (const finding of rule.find(scene)) rows.push(rowOf(scene, name as AttentionRuleName, rule, finding));
  }
  const nextEnd = isLed && !isTerminal(mission.document.state) ? nextEndOf(scene) : undefined;
  if (nextEnd !== undefined) moment.hasReached(nextEnd.atMs);
  return { rows, holdsUntilMs: moment.nextMs, nextEnd };
}

function sceneOf(
  connection: DeskConnection,
  groupId: string,
  settings: AttentionSettings,
): GroupScene | undefined {
  const { world } = connection;
  const mission = world.get('mission', groupId, SINGLE);
  if (mission === undefined || world.get('group', groupId, SINGLE)?.state === 'archived') return undefined;
  const items: WorkItemRecord[] = [];
  for (const [, record] of world.list('workItem', groupId)) items.push(record);
  const graph = new PlanGraph(items);
  const moment = new Moment(connection.nowMs);
  const owner = localOwner(connection, mission);
  const coordinator = localCoordinator(connection, mission);
  const byItem = {
    evidence: lazily(() =>
      groupBy<Evidence>(world.list('evidence', groupId), ({ workItemId }) => workItemId),
    ),
    leases: lazily(() => groupBy<Lease>(world.list('lease', groupId), ({ workItemId }) => workItemId ?? '')),
  };
  return {
    connection,
    groupId,
    mission,
    items,
    graph,
    forecast: graph.forecast(Math.floor(connection.nowMs / FORECAST_STEP_MS) * FORECAST_STEP_MS),
    talk: connection.talk.get(groupId) ?? EMPTY_TALK,
    evidenceOf: (workItemId) => byItem.evidence().get(workItemId) ?? [],
    leasesOf: (workItemId) => byItem.leases().get(workItemId) ?? [],
    moment,
    owner,
    coordinator,
    isLed: owner !== undefined || coordinator !== undefined,
    settings,
  };
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function groupBy<Each>(
  entries: Iterable<readonly [string, Each]>,
  nameOf: (each: Each) => string,
): ReadonlyMap<string, readonly Each[]> {
  const groups = new Map<string, Each[]>();
  for (const [, each] of entries) {
    const group = groups.get(nameOf(each));
    if (group === undefined) groups.set(nameOf(each), [each]);
    else group.push(each);
  }
  return groups;
}

function rowOf(
  scene: GroupScene,
  name: AttentionRuleName,
  rule: AttentionRule,
  finding: Finding,
): AttentionRow {
  const { connection, groupId, mission, graph, forecast } = scene;
  const { object, values, workItemId, endsAtMs, sinceMs } = finding;
  const blocksCount = workItemId === undefined ? 0 : graph.blocksCount(workItemId);
  const isOnCriticalPath =
    workItemId !== undefined && blocksCount > 0 && forecast.criticalPath.includes(workItemId);
  const signer = finding.signer ?? actingIdentity(scene, rule);
  const item = workItemId === undefined ? undefined : connection.world.get('workItem', groupId, workItemId);
  return {
    key: keyOf(name, connection.connectionId, finding),
    rule: name,
    number: rule.number,
    severity: severityOf(scene, rule, finding, signer, isOnCriticalPath),
    connectionId: connection.connectionId,
    groupId,
    object,
    workItemId,
    label: item?.document.contract.goal ?? mission.title ?? mission.document.objective,
    values,
    action: finding.action ?? rule.action,
    signer,
    blocksCount,
    isOnCriticalPath,
    endsAtMs,
    sinceMs,
    isByClock: rule.isByClock,
  };
}

/** Identifiers hold no space; the epoch stands last, so the join is unambiguous. */
export function keyOf(
  name: string,
  connectionId: string,
  { object, epoch }: Pick<Finding, 'object' | 'epoch'>,
): string {
  return `${name} ${connectionId} ${object.type} ${object.groupId} ${object.id} ${epoch}`;
}

function actingIdentity({ owner, coordinator }: GroupScene, { by }: AttentionRule): Actor | undefined {
  if (by === 'owner') return owner?.actor;
  if (by === 'coordinator') return coordinator?.actor;
  return coordinator?.actor ?? owner?.actor;
}

function severityOf(
  { moment, settings }: GroupScene,
  rule: AttentionRule,
  { endsAtMs, severity: given }: Finding,
  signer: Actor | undefined,
  isOnCriticalPath: boolean,
): Severity {
  const severity = given ?? rule.severity;
  if (severity === 'now' || (isOnCriticalPath && settings.criticalPathIsNow)) return 'now';
  if (endsAtMs !== undefined && moment.hasReached(endsAtMs - settings.nowMs)) return 'now';
  // Nobody here can sign: others have to.
  return severity === 'decide' && signer === undefined ? 'watch' : severity;
}

function nextEndOf({ connection, groupId, moment }: GroupScene): GroupEnd | undefined {
  let next: GroupEnd | undefined;
  for (const end of endsIn(connection.world, groupId)) {
    if (end.atMs > moment.nowMs && (next === undefined || end.atMs < next.atMs)) next = end;
  }
  return next;
}
