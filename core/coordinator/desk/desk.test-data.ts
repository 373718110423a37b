// A desk over the small Organization of the domain's tests: the owner and the Coordinator on one computer.
import {
  GROUP,
  COORDINATOR,
  OWNER,
  type SeededOrganization,
  WORKER,
} from '../../domain/seeded-world.test-data.ts';
import type { Actor, ContextPackage, ProtocolError } from '../../protocol/generated/documents.ts';
import type { CommandDraft } from '../command-draft.ts';
import { type AttentionInput, attend } from './attention/attend.ts';
import type { AttentionRow } from './attention/group-rows.ts';
import { NO_MARKS } from './attention/marks.ts';
import type { AttentionRuleName } from './attention/rules.ts';
import { type GroupTalk, TalkFold } from './attention/talk.ts';
import type { DeskConnection, DeskIdentity, GroupHistory } from './connection.ts';
import type { OutboxEntry } from './outbox/entry.ts';

export const CONNECTION = 'acme';

export function identityFor(actor: Actor, changes: Partial<DeskIdentity> = {}): DeskIdentity {
  return {
    actor,
    name: actor.id,
    sessionEpoch: actor.type === 'agent' ? 1 : undefined,
    key: 'usable',
    path: 'open',
    ...changes,
  };
}

/** The talk of the Group as its log has it. */
export function talkOf({ log }: SeededOrganization): GroupTalk {
  const fold = new TalkFold();
  fold.take(log);
  return fold.talk;
}

/** What the log says beside its state, as whoever runs the desk reads it. */
export function historyOf({ log }: SeededOrganization): GroupHistory {
  const results = log.filter(({ kind }) => kind === 'work.result.accepted');
  const packages = log.flatMap(
    ({ payload }) => (payload as { contextPackage?: ContextPackage }).contextPackage ?? [],
  );
  return {
    recent: log.filter(({ groupId }) => groupId === GROUP),
    packageFor: (workItemId) => packages.findLast((each) => each.workItemId === workItemId),
    resultAt: (workItemId) => results.findLast((each) => each.workItemId === workItemId)?.sequence,
  };
}

/** The connection as the organization stands now. */
export function deskOf(
  organization: SeededOrganization,
  changes: Partial<DeskConnection> = {},
): DeskConnection {
  return {
    connectionId: CONNECTION,
    world: organization.world,
    nowMs: organization.nowMs,
    policy: organization.policy,
    identities: [identityFor(OWNER), identityFor(COORDINATOR)],
    groupIds: [GROUP],
    status: 'online',
    offlineSinceMs: undefined,
    cards: new Map(),
    health: new Map(),
    presence: new Map(),
    talk: new Map([[GROUP, talkOf(organization)]]),
    history: new Map([[GROUP, historyOf(organization)]]),
    contents: new Map(),
    ...changes,
  };
}

/** Everything that the list looks at, with one connection. */
export function inputOf(
  organization: SeededOrganization,
  changes: Partial<AttentionInput> & { readonly connection?: Partial<DeskConnection> } = {},
): AttentionInput {
  const { connection, ...rest } = changes;
  return {
    connections: [deskOf(organization, connection)],
    outbox: [],
    keys: [],
    marks: NO_MARKS,
    nowMs: organization.nowMs,
    dayStartMs: organization.nowMs - 3_600_000,
    ...rest,
  };
}

/** The rows of a rule. */
export function rowsFor(input: AttentionInput, rule: AttentionRuleName): readonly AttentionRow[] {
  const { now, decide, watch } = attend(input);
  return [...now, ...decide, ...watch].filter((row) => row.rule === rule);
}

export const RENEWAL: CommandDraft = { kind: 'mission.renew_coordinator', groupId: GROUP, payload: {} };

let lastEntry = 0;

/** An entry of the outbox, by the Coordinator. */
export function entryOf(nowMs: number, changes: Partial<OutboxEntry> = {}): OutboxEntry {
  lastEntry += 1;
  return {
    connectionId: CONNECTION,
    actionId: `urn:heddle:test:action:e${lastEntry}`,
    signer: COORDINATOR,
    draft: RENEWAL,
    state: 'draft',
    position: lastEntry,
    createdAtMs: nowMs,
    changedAtMs: nowMs,
    attempts: 1,
    signed: undefined,
    error: undefined,
    event: undefined,
    dependsOn: [],
    replacedBy: undefined,
    replaces: undefined,
    isReleased: false,
    basis: undefined,
    expected: undefined,
    ...changes,
  };
}

/** A draft about a WorkItem. */
export function cancelDraft(workItemId: string): CommandDraft {
  return { kind: 'work.cancel', groupId: GROUP, payload: { workItemId } };
}

export function errorOf(code: ProtocolError['code'], changes: Partial<ProtocolError> = {}): ProtocolError {
  return { code, message: code, retryable: false, occurredAt: '2026-05-04T09:00:00Z', ...changes };
}

export { GROUP, COORDINATOR, OWNER, WORKER };
