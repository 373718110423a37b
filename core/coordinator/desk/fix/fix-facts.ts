// The facts of a fix panel, each read from where it stands: the Error document, the entry, or the state of now.
import { ancestry, DIMENSIONS, limitsOf, NO_USAGE } from '../../../domain/budget.ts';
import { currentMemberships } from '../../../domain/members.ts';
import { nowAt } from '../../../domain/decision.ts';
import { SINGLE } from '../../../domain/world.ts';
import { PROTOCOL_VERSION } from '../../../protocol/frame.ts';
import { type DeskConnection, identityOf } from '../connection.ts';
import { carriedEpochs } from '../intent/compose.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import { objectsOf } from '../outbox/objects.ts';
import type { Absence } from '../outbox/absence.ts';
import type { FixFactId } from './fix-rules.ts';

export type FixValue = string | number | readonly string[];

/** One line of a fix panel; times are timestamps or, with `Ms` in the name of a value, milliseconds. */
export interface FixFact {
  readonly id: FixFactId;
  readonly values: Readonly<Record<string, FixValue>>;
}

export interface FactInput {
  readonly entry: OutboxEntry;
  readonly connection: DeskConnection;
  readonly absence: Absence;
}

type Values = Readonly<Record<string, FixValue | undefined>>;
type Reader = (input: FactInput) => Values | undefined;

/** A detail of the error, where it has a plain form. */
function detailOf({ entry }: FactInput, name: string): FixValue | undefined {
  const value = entry.error?.details?.[name];
  if (typeof value === 'string' || typeof value === 'number') return value;
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
  return isList ? value : undefined;
}

/** An epoch that was signed beside the one that would be signed now. */
function epochsOf(input: FactInput, member: 'sessionEpoch' | 'membershipEpoch' | 'coordinatorEpoch'): Values {
  const { entry, connection } = input;
  const identity = identityOf(connection, entry.signer);
  const now = carriedEpochs(
    connection,
    { actor: entry.signer, sessionEpoch: identity?.sessionEpoch },
    entry.draft.groupId,
  );
  return { mine: entry.signed?.epochs[member], current: now[member] };
}

function itemOf({ entry, connection }: FactInput) {
  const { target } = objectsOf(entry.draft);
  return target.type === 'workItem' ? connection.world.get('workItem', target.groupId, target.id) : undefined;
}

function missionOf({ entry, connection }: FactInput) {
  return connection.world.get('mission', entry.draft.groupId, SINGLE);
}

const READERS: { readonly [Id in FixFactId]: Reader } = {
  'expected-revision': ({ entry }) => ({
    revision: entry.error?.expectedRevision ?? entry.draft.expectedRevision,
  }),
  // The Authority knows best; what it does not say, the state does (F6).
  'current-revision': (input) => ({
    revision:
      input.entry.error?.currentRevision ??
      itemOf(input)?.document.revision ??
      missionOf(input)?.document.revision,
  }),
  'session-epochs': (input) => epochsOf(input, 'sessionEpoch'),
  'membership-epochs': (input) => epochsOf(input, 'membershipEpoch'),
  'coordinator-epochs': (input) => ({
    ...epochsOf(input, 'coordinatorEpoch'),
    current: missionOf(input)?.document.coordinator.coordinatorEpoch,
  }),
  'ownership-epochs': (input) => ({
    mine: detailOf(input, 'ownershipEpoch'),
    current: detailOf(input, 'currentOwnershipEpoch') ?? itemOf(input)?.ownershipEpoch,
  }),
  coordinator: (input) => ({ agentId: missionOf(input)?.document.coordinator.agentId }),
  'coordinator-lease': (input) => {
    const { connection, entry } = input;
    const leaseId = missionOf(input)?.document.coordinator.leaseId;
    const lease =
      leaseId === undefined ? undefined : connection.world.get('lease', entry.draft.groupId, leaseId);
    return { endsAt: lease?.expiresAt };
  },
  owner: (input) => ({ agentId: itemOf(input)?.document.owner?.agentId }),
  'lease-ends': (input) => {
    const record = itemOf(input);
    const leaseId = record?.executionLeaseId ?? record?.holdingLeaseId;
    const lease =
      leaseId === undefined
        ? undefined
        : input.connection.world.get('lease', input.entry.draft.groupId, leaseId);
    return { endsAt: detailOf(input, 'expiresAt') ?? detailOf(input, 'leaseExpiresAt') ?? lease?.expiresAt };
  },
  'accepted-state': (input) => ({
    state:
      itemOf(input)?.document.state ??
      missionOf(input)?.document.state ??
      detailOf(input, 'workItemState') ??
      detailOf(input, 'missionState'),
  }),
  'allowed-states': (input) => ({ states: detailOf(input, 'allowedStates') }),
  'own-roles': ({ entry, connection }) => ({
    roles: currentMemberships(
      connection.world,
      entry.draft.groupId,
      entry.signer,
      nowAt(connection.nowMs),
    ).map(({ role }) => role),
  }),
  'required-role': (input) => ({
    permissions: detailOf(input, 'permissions'),
    operation: detailOf(input, 'operation'),
  }),
  rule: (input) => ({ rule: detailOf(input, 'rule'), message: input.entry.error?.message }),
  path: (input) => ({ path: detailOf(input, 'path') }),
  profile: (input) => ({ profile: detailOf(input, 'profileUri'), version: detailOf(input, 'version') }),
  versions: (input) => ({ mine: PROTOCOL_VERSION, offered: detailOf(input, 'supportedVersions') }),
  'signing-age': ({ entry, connection }) => ({
    ageMs: entry.signed === undefined ? undefined : connection.nowMs - entry.signed.issuedAtMs,
  }),
  'key-condition': ({ entry, connection }) => ({ condition: identityOf(connection, entry.signer)?.key }),
  'connection-state': ({ connection }) => ({
    status: connection.status,
    offlineSinceMs: connection.offlineSinceMs,
  }),
  hashes: (input) => ({ mine: detailOf(input, 'signingHash'), known: detailOf(input, 'knownSigningHash') }),
  'offer-ends': (input) => ({
    endsAt: detailOf(input, 'expiresAt') ?? itemOf(input)?.document.offers?.at(-1)?.expiresAt,
  }),
  gate: (input) => ({
    approval: itemOf(input)?.document.contract.executionApproval,
    missing: detailOf(input, 'missing'),
    policyName: detailOf(input, 'policyName'),
  }),
  'gate-opener': (input) => ({ ownerId: missionOf(input)?.document.missionOwner.id }),
  dimension: (input) => ({ dimension: detailOf(input, 'dimension') }),
  level: (input) => ({ accountId: accountOf(input)?.id }),
  free: (input) => freeOf(input),
  limit: (input) => ({ limit: detailOf(input, 'limit'), policyName: detailOf(input, 'policyName') }),
  usage: (input) => ({ wanted: detailOf(input, 'wanted') }),
  'retry-after': ({ entry }) => ({ retryAtMs: retryAtMs(entry) }),
  snapshot: ({ entry }) => ({ hash: entry.error?.snapshotArtifactHash }),
  'sent-at': ({ entry }) => ({ sentAtMs: entry.signed?.issuedAtMs }),
  attempts: ({ entry }) => ({ count: entry.attempts }),
  absence: ({ absence }) => ({ absence }),
};

/** From when on the same may be sent again, if the Authority has named a time. */
export function retryAtMs({
  error,
  changedAtMs,
}: Pick<OutboxEntry, 'error' | 'changedAtMs'>): number | undefined {
  return error?.retryAfterMs === undefined ? undefined : changedAtMs + error.retryAfterMs;
}

/** The account that had no room: the Mission or WorkItem of the ancestry that refused. */
function accountOf({ entry }: FactInput): { readonly groupId: string; readonly id: string } | undefined {
  const account = entry.error?.details?.['account'];
  if (typeof account !== 'object' || account === null) return undefined;
  const groupId: unknown = Reflect.get(account, 'groupId');
  const id: unknown = Reflect.get(account, 'id');
  return typeof groupId === 'string' && typeof id === 'string' ? { groupId, id } : undefined;
}

/** What is left in the dimension at the level that refused. */
function freeOf(input: FactInput): Values | undefined {
  const address = accountOf(input);
  const dimension = DIMENSIONS.find((each) => each === detailOf(input, 'dimension'));
  if (address === undefined || dimension === undefined) return undefined;
  for (const [, account] of ancestry(input.connection.world, address)) {
    const limits = limitsOf(account.limit) ?? NO_USAGE;
    return {
      free: Math.max(0, limits[dimension] - Math.max(account.reserved[dimension], account.usage[dimension])),
    };
  }
  return undefined;
}

/** The facts of a rule that are known; the others are left out. */
export function readFacts(ids: readonly FixFactId[], input: FactInput): readonly FixFact[] {
  return ids.flatMap((id) => {
    const values = READERS[id](input) ?? {};
    const known = Object.entries(values).filter((each): each is [string, FixValue] => each[1] !== undefined);
    return known.length === 0 ? [] : [{ id, values: Object.fromEntries(known) }];
  });
}
