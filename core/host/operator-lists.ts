// Agents, keys and sessions of an administered Authority as rows, from its records and its Registry.
import {
  type KeyBindingRow,
  MAX_OPERATOR_ROWS,
  type RegisteredAgentRow,
  type SessionRow,
} from '../contract/operator.ts';
import type { Language, Person } from '../contract/values.ts';
import type { LiveContent } from '../coordinator/desk-runtime/live-queries.ts';
import { operatorWords } from '../coordinator/desk-runtime/words/operator-words.ts';
import { say } from '../coordinator/desk-runtime/words/texts.ts';
import { ORGANIZATION, type RecordKind, type Records } from '../domain/world.ts';
import type {
  Actor,
  AgentCard,
  RegistryBinding,
  RegistryValidityStatus,
} from '../protocol/generated/documents.ts';
import type { AuthorityStore } from '../store/authority-store.ts';
import { millisecondsOf } from '../sync/sync-ports.ts';
import { fingerprintOf } from './key-fingerprint.ts';
import type { Administered } from './operator-authorities.ts';

export interface ListSummary {
  readonly total: number;
}

/** Records of the Organization of one kind, by id. */
export async function organizationRecords<Kind extends RecordKind>(
  store: Pick<AuthorityStore, 'readRecords'>,
  kind: Kind,
): Promise<ReadonlyMap<string, Records[Kind]>> {
  const records = await store.readRecords(ORGANIZATION, [kind]);
  // Only records of this kind were asked for.
  return new Map(records.map(({ id, value }) => [id, value as Records[Kind]]));
}

/** How people know somebody: Agents by their card, services by their role. */
export function personOf(
  { type, id }: Actor,
  cards: ReadonlyMap<string, { readonly card: AgentCard }>,
): Person {
  const role = /:service:([\w-]+)$/u.exec(id)?.[1];
  const name = type === 'agent' ? cards.get(id)?.card.displayName : type === 'service' ? role : undefined;
  return { type, id, name: name ?? id };
}

/** The boundary that counts: statuses only ever move it earlier (REG-007). */
function boundaryOf(
  { validityHistory }: RegistryBinding,
  name: 'validUntil' | 'revokedAt',
): number | undefined {
  const told = validityHistory.findLast((status) => status[name] !== undefined)?.[name];
  return told === undefined ? undefined : millisecondsOf(told);
}

/** How a key stands at a moment (REG-009). */
export function keyStatusAt(binding: RegistryBinding, nowMs: number): KeyBindingRow['status'] {
  const revokedAtMs = boundaryOf(binding, 'revokedAt');
  const validUntilMs = boundaryOf(binding, 'validUntil');
  if (revokedAtMs !== undefined && revokedAtMs <= nowMs) return 'revoked';
  if (validUntilMs !== undefined && validUntilMs <= nowMs) return 'ended';
  return millisecondsOf(binding.validFrom) > nowMs ? 'not-yet' : 'valid';
}

function bounded<Row extends { readonly sort: string }>(
  rows: readonly Row[],
): LiveContent<Row & { id: string }, ListSummary> {
  const sorted = rows.toSorted((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : 0));
  // Every row of this file has an id.
  const shown = sorted.slice(0, MAX_OPERATOR_ROWS) as unknown as readonly (Row & { id: string })[];
  return { rows: shown, summary: { total: rows.length } };
}

export async function listAgents(
  { store }: Administered,
  language: Language,
  nowMs: number,
): Promise<LiveContent<RegisteredAgentRow, ListSummary>> {
  const cards = await organizationRecords(store, 'agent');
  const workloads = await organizationRecords(store, 'workload');
  const bindings = new Map((await store.readBindings()).map((binding) => [binding.keyId, binding]));
  const { validity } = operatorWords(language);
  const rowOf = (agentId: string, card: AgentCard): RegisteredAgentRow => {
    const validUntilMs = card.validUntil === undefined ? undefined : millisecondsOf(card.validUntil);
    const keyIds = card.publicKeys.map(({ keyId }) => keyId);
    const hasKey = keyIds.some((keyId) => {
      const binding = bindings.get(keyId);
      return binding?.principal.id === agentId && keyStatusAt(binding, nowMs) === 'valid';
    });
    const state =
      validUntilMs !== undefined && validUntilMs <= nowMs
        ? 'ended'
        : card.status !== 'active'
          ? 'not-usable'
          : hasKey
            ? 'valid'
            : 'no-key';
    return {
      id: agentId,
      sort: `${card.displayName.toLowerCase()} ${agentId}`,
      agent: { type: 'agent', id: agentId, name: card.displayName },
      owner: personOf(card.owner, cards),
      cardVersion: card.cardVersion,
      status: card.status,
      validity: state,
      validityWords: say(`operator.validity.${state}`, validity[state]),
      issuedAtMs: millisecondsOf(card.issuedAt),
      ...(validUntilMs === undefined ? {} : { validUntilMs }),
      capabilities: card.capabilities.map(({ id, version }) => ({ id, version })),
      maxConcurrency: card.maxConcurrency,
      keyIds,
      queued: workloads.get(agentId)?.queued ?? 0,
      active: workloads.get(agentId)?.active ?? 0,
    };
  };
  return bounded([...cards].map(([agentId, { card }]) => rowOf(agentId, card)));
}

export async function listKeys(
  { store, serviceKeyIds }: Administered,
  language: Language,
  nowMs: number,
): Promise<LiveContent<KeyBindingRow, ListSummary>> {
  const cards = await organizationRecords(store, 'agent');
  const bindings = await store.readBindings();
  const byPrincipal = Map.groupBy(bindings, ({ principal }) => `${principal.type} ${principal.id}`);
  const { keyStatus } = operatorWords(language);
  const rowOf = (binding: RegistryBinding): KeyBindingRow => {
    const { keyId, principal, publicKey, validFrom, validityHistory } = binding;
    const status = keyStatusAt(binding, nowMs);
    const validUntilMs = boundaryOf(binding, 'validUntil');
    const revokedAtMs = boundaryOf(binding, 'revokedAt');
    const person = personOf(principal, cards);
    const others = byPrincipal.get(`${principal.type} ${principal.id}`) ?? [];
    return {
      id: keyId,
      sort: `${principal.type === 'service' ? 1 : 0} ${person.name.toLowerCase()} ${principal.id} ${validFrom} ${keyId}`,
      keyId,
      principal: person,
      publicKey,
      fingerprint: fingerprintOf(publicKey),
      validFromMs: millisecondsOf(validFrom),
      ...(validUntilMs === undefined ? {} : { validUntilMs }),
      ...(revokedAtMs === undefined ? {} : { revokedAtMs }),
      status,
      statusWords: say(`operator.key-status.${status}`, keyStatus[status]),
      overlapsWith:
        status === 'valid'
          ? others
              .filter((each) => each.keyId !== keyId && keyStatusAt(each, nowMs) === 'valid')
              .map((each) => each.keyId)
          : [],
      isService: serviceKeyIds.has(keyId),
      history: validityHistory.map(historyEntry),
    };
  };
  return bounded(bindings.map(rowOf));
}

function historyEntry({
  sequence,
  recordedAt,
  validUntil,
  revokedAt,
}: RegistryValidityStatus): KeyBindingRow['history'][number] {
  return {
    sequence,
    recordedAtMs: millisecondsOf(recordedAt),
    ...(validUntil === undefined ? {} : { validUntilMs: millisecondsOf(validUntil) }),
    ...(revokedAt === undefined ? {} : { revokedAtMs: millisecondsOf(revokedAt) }),
  };
}

/** Newest first; whether somebody is there only the process that serves can tell. */
export async function listSessions({
  store,
  server,
}: Administered): Promise<LiveContent<SessionRow, ListSummary>> {
  const cards = await organizationRecords(store, 'agent');
  const sessions = await organizationRecords(store, 'session');
  const executions = await organizationRecords(store, 'execution');
  const rowOf = (agentId: string, { sessionEpoch, openedAt }: Records['session']): SessionRow => {
    const presence = server?.presenceOf(agentId);
    const openedAtMs = millisecondsOf(openedAt);
    return {
      id: agentId,
      sort: `${String(Number.MAX_SAFE_INTEGER - openedAtMs).padStart(16, '0')} ${agentId}`,
      agent: personOf({ type: 'agent', id: agentId }, cards),
      sessionEpoch,
      openedAtMs,
      presence: server === undefined ? 'unknown' : presence === undefined ? 'offline' : 'online',
      ...(presence === undefined ? {} : { heartbeatAtMs: millisecondsOf(presence.lastHeartbeat) }),
      executing: executions.get(agentId)?.items.length ?? 0,
    };
  };
  return bounded([...sessions].map(([agentId, session]) => rowOf(agentId, session)));
}
