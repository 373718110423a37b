// The attention list over all connections: the rows of every Group, of the outbox, of connections and keys, in their order
// and without what a person has put off. Groups in which nothing has changed are not looked at again.
import { SINGLE } from '../../../domain/world.ts';
import type { DeskConnection } from '../connection.ts';
import type { EndKind } from '../group-ends.ts';
import { Moment } from '../moment.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import {
  type AttentionAction,
  type AttentionSettings,
  DEFAULT_ATTENTION,
  type DeskFinding,
  type KeyStatus,
  type Severity,
} from './attention-types.ts';
import { type AttentionRow, type GroupRows, keyOf, rowsOfGroup } from './group-rows.ts';
import { type AttentionMarks, compareRows, isHidden } from './marks.ts';
import { ATTENTION_RULES, type AttentionRuleName } from './rules.ts';
import { TrackedWorld } from './tracked-world.ts';

export interface AttentionInput {
  readonly connections: readonly DeskConnection[];
  readonly outbox: readonly OutboxEntry[];
  readonly keys: readonly KeyStatus[];
  readonly marks: AttentionMarks;
  /** Of this computer, in milliseconds since 1970. */
  readonly nowMs: number;
  /** When the day of the person began. */
  readonly dayStartMs: number;
  readonly settings?: AttentionSettings;
}

/** For an empty list: what will happen next by itself. */
export interface NextMoment {
  readonly kind: EndKind;
  /** In the time of its Authority. */
  readonly atMs: number;
  readonly connectionId: string;
  readonly groupId: string;
  readonly workItemId: string | undefined;
  /** The title of the Mission. */
  readonly label: string;
}

export interface AttentionList {
  readonly now: readonly AttentionRow[];
  readonly decide: readonly AttentionRow[];
  readonly watch: readonly AttentionRow[];
  /** What was accepted of ours since the day began. */
  readonly done: readonly OutboxEntry[];
  /** Rows that a person has put off. */
  readonly hiddenCount: number;
  readonly next: NextMoment | undefined;
  /** After so many milliseconds time alone changes the list; Infinity when it does not. */
  readonly recheckInMs: number;
}

/** What is known of a Group, and on what it rests. */
interface KnownGroup {
  readonly result: GroupRows;
  readonly world: TrackedWorld;
  readonly basis: Basis;
  readonly atMs: number;
}

/** Everything beside the state that the rules of a Group look at. */
type Basis = readonly unknown[];

/** Remembers Groups from one look to the next. */
export class AttentionCache {
  private readonly known = new Map<string, KnownGroup>();
  private lookCount = 0;

  /** How many Groups had to be looked at anew so far. */
  get looks(): number {
    return this.lookCount;
  }

  rowsOf(connection: DeskConnection, groupId: string, settings: AttentionSettings): GroupRows {
    const key = `${connection.connectionId} ${groupId}`;
    const basis: Basis = [
      settings,
      connection.status,
      connection.identities,
      connection.contents,
      connection.talk.get(groupId),
    ];
    const before = this.known.get(key);
    const { nowMs } = connection;
    if (
      before !== undefined &&
      nowMs >= before.atMs &&
      nowMs < before.result.holdsUntilMs &&
      basis.every((each, index) => each === before.basis[index]) &&
      before.world.isCurrent(connection.world)
    ) {
      return before.result;
    }
    this.lookCount += 1;
    const world = new TrackedWorld(connection.world);
    const result = rowsOfGroup({ ...connection, world }, groupId, settings);
    this.known.set(key, { result, world, basis, atMs: nowMs });
    return result;
  }
}

/**
 * The list at this moment. Maps and identities of a connection are compared by identity: whoever changes one hands in
 * another.
 */
export function attend(input: AttentionInput, cache = new AttentionCache()): AttentionList {
  const { connections, outbox, marks, settings = DEFAULT_ATTENTION } = input;
  const rows: AttentionRow[] = [];
  let hiddenCount = 0;
  let next: NextMoment | undefined;
  let nextInMs = Infinity;
  let recheckInMs = Infinity;
  const add = (row: AttentionRow, authorityMs: number) => {
    if (isHidden(row, marks, authorityMs, input.nowMs)) hiddenCount += 1;
    else rows.push(row);
  };
  for (const connection of connections) {
    const { nowMs, groupIds } = connection;
    for (const groupId of groupIds) {
      const { rows: found, holdsUntilMs, nextEnd } = cache.rowsOf(connection, groupId, settings);
      for (const row of found) add(row, nowMs);
      recheckInMs = Math.min(recheckInMs, holdsUntilMs - nowMs);
      if (nextEnd !== undefined && nextEnd.atMs - nowMs < nextInMs) {
        nextInMs = nextEnd.atMs - nowMs;
        next = {
          ...nextEnd,
          connectionId: connection.connectionId,
          groupId,
          label: titleOf(connection, groupId),
        };
      }
    }
  }
  const moment = new Moment(input.nowMs);
  for (const row of deskRows(input, moment, settings)) {
    const connection = connections.find(({ connectionId }) => connectionId === row.connectionId);
    add(row, connection?.nowMs ?? input.nowMs);
  }
  // A snooze that ends shows its row again.
  for (const { untilMs } of marks.snoozes.values()) if (untilMs !== undefined) moment.hasReached(untilMs);
  rows.sort(compareRows);
  const ofSeverity = (severity: Severity) => rows.filter((row) => row.severity === severity);
  return {
    now: ofSeverity('now'),
    decide: ofSeverity('decide'),
    watch: ofSeverity('watch'),
    done: outbox.filter(({ state, changedAtMs }) => state === 'accepted' && changedAtMs >= input.dayStartMs),
    hiddenCount,
    next,
    recheckInMs: Math.min(recheckInMs, moment.nextMs - input.nowMs),
  };
}

function* deskRows(
  { connections, outbox, keys }: AttentionInput,
  moment: Moment,
  settings: AttentionSettings,
): Generator<AttentionRow> {
  const scene = { connections, outbox, keys, moment, settings };
  for (const [name, rule] of Object.entries(ATTENTION_RULES)) {
    if (rule.scope !== 'desk') continue;
    for (const finding of rule.find(scene)) {
      yield deskRow(name as AttentionRuleName, finding, scene);
    }
  }
}

function deskRow(
  name: AttentionRuleName,
  finding: DeskFinding,
  {
    connections,
    moment,
    settings,
  }: Pick<AttentionInput, 'connections'> & {
    readonly moment: Moment;
    readonly settings: AttentionSettings;
  },
): AttentionRow {
  const rule = ATTENTION_RULES[name];
  const { connectionId, groupId, object, values, endsAtMs, sinceMs, signer, action, workItemId } = finding;
  const connection = connections.find((each) => each.connectionId === connectionId);
  const isClose = endsAtMs !== undefined && moment.hasReached(endsAtMs - settings.nowMs);
  return {
    key: keyOf(name, connectionId, finding),
    rule: name,
    number: rule.number,
    severity: isClose ? 'now' : (finding.severity ?? rule.severity),
    connectionId,
    groupId,
    object,
    workItemId,
    label: connection === undefined || groupId === undefined ? connectionId : titleOf(connection, groupId),
    values,
    action: action ?? rule.action,
    signer,
    blocksCount: 0,
    isOnCriticalPath: false,
    endsAtMs,
    sinceMs,
    isByClock: rule.isByClock,
  };
}

function titleOf({ world }: DeskConnection, groupId: string): string {
  const mission = world.get('mission', groupId, SINGLE);
  return mission?.title ?? mission?.document.objective ?? groupId;
}

/** Actions that a person may take for several rows at once: each is small, and each can be followed by another. */
const BATCH_ACTIONS: ReadonlySet<AttentionAction> = new Set<AttentionAction>([
  'renew-coordinator',
  'extend-offer',
  'ask-authority',
  'read-message',
]);

/** Whether rows can be dealt with together: of one rule, and nothing that deserves a look of its own. */
export function canBatch(rows: readonly AttentionRow[]): boolean {
  const [first] = rows;
  return (
    first !== undefined && rows.every(({ rule, action }) => rule === first.rule && BATCH_ACTIONS.has(action))
  );
}
