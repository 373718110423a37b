// Breaking the rules on purpose: a Command that somebody meant well becomes one that has to be refused, or at least
// must not do harm.
import { SINGLE, type World } from '../domain/world.ts';
import type { Command } from '../protocol/generated/documents.ts';
import type { Unsigned } from '../protocol/sign.ts';
import { RESOURCE } from './documents.ts';
import type { SealedCommand } from './notary.ts';
import {
  BYSTANDER,
  COORDINATORS,
  EVERYBODY,
  OTHER_SERVICE,
  OWNER,
  type Principal,
  STRANGER,
  WORKERS,
} from './principals.ts';
import type { Random } from './random.ts';

/** A Command before it is signed, with who signs it and over whose connection it will travel. */
export interface Intention {
  readonly unsigned: Unsigned<'command'>;
  readonly signer: Principal;
  readonly from: Principal;
  readonly sessionEpoch: number | undefined;
  readonly note: string;
}

/** What a trick may look at beside the intention. */
export interface Occasion {
  readonly random: Random;
  readonly world: World;
  readonly nowMs: number;
  /** Commands that were sent before, the latest last. */
  readonly sent: readonly SealedCommand[];
  readonly timeText: (ms: number) => string;
  readonly newId: (kind: string) => string;
}

type Trick = (intention: Intention, occasion: Occasion) => Intention | undefined;

/** Breaks one rule; the intention itself where the trick that was drawn has nothing to work on. */
export function misbehave(intention: Intention, occasion: Occasion): Intention {
  const [name, trick] = occasion.random.pick(TRICKS);
  const changed = trick(intention, occasion);
  return changed === undefined ? intention : { ...changed, note: name };
}

const TRICKS: readonly (readonly [name: string, trick: Trick])[] = [
  ['stale session', staleSession],
  ['stale session on an old socket', staleSocket],
  ['stale membership', ({ unsigned, ...rest }) => shiftEpoch({ unsigned, ...rest }, 'membershipEpoch', -1)],
  ['future membership', ({ unsigned, ...rest }) => shiftEpoch({ unsigned, ...rest }, 'membershipEpoch', 1)],
  ['stale Coordinator', ({ unsigned, ...rest }) => shiftEpoch({ unsigned, ...rest }, 'coordinatorEpoch', -1)],
  ['wrong revision', wrongRevision],
  ['wrong revision', wrongRevision],
  ['stale ownership', (intention) => shiftPayload(intention, 'ownershipEpoch', -1)],
  ['ownership of the future', (intention) => shiftPayload(intention, 'ownershipEpoch', 1)],
  ['foreign lease', foreignLease],
  ['forged role', forgedRole],
  ['forged role', forgedRole],
  ['forged signature', forgedSignature],
  [
    'foreign connection',
    (intention, { random }) => ({ ...intention, from: random.pick(EVERYBODY), sessionEpoch: 1 }),
  ],
  ['over budget', overBudget],
  ['more than is permitted', morePermissions],
  ['same Action ID, other content', otherContent],
  ['same Action ID, other content', otherContent],
  ['unknown member of the payload', (intention) => withPayload(intention, { surprise: true })],
  ['unknown target', unknownTarget],
  ['foreign Group', foreignGroup],
  ['no such Group', (intention, { newId }) => withEnvelope(intention, { groupId: newId('group') })],
  ['incomplete contract', incompleteContract],
  ['incomplete contract', incompleteContract],
  ['unknown critical extension', unknownExtension],
  ['unknown kind', (intention) => withEnvelope(intention, { kind: 'ext.heddle.simulation.magic' })],
  [
    'old times',
    (intention, { nowMs, timeText }) => withEnvelope(intention, { issuedAt: timeText(nowMs - 400_000) }),
  ],
  [
    'times ahead',
    (intention, { nowMs, timeText }) => withEnvelope(intention, { issuedAt: timeText(nowMs + 40_000) }),
  ],
  [
    'override that is not there',
    (intention, { newId }) => withEnvelope(intention, { cooperationOverrideGrantId: newId('override') }),
  ],
  ['known id again', knownIdAgain],
  ['deadline of the past', (intention, { nowMs, timeText }) => replaceTimes(intention, timeText(nowMs))],
  [
    'deadline too late',
    (intention, { nowMs, timeText }) => replaceTimes(intention, timeText(nowMs + 90_000_000)),
  ],
];

function withEnvelope(intention: Intention, changes: Partial<Command>): Intention {
  return { ...intention, unsigned: { ...intention.unsigned, ...changes } };
}

function withPayload(intention: Intention, changes: Record<string, unknown>): Intention {
  const { unsigned } = intention;
  return { ...intention, unsigned: { ...unsigned, payload: { ...unsigned.payload, ...changes } } };
}

function staleSession(intention: Intention): Intention | undefined {
  const { sessionEpoch } = intention.unsigned;
  if (sessionEpoch === undefined) return undefined;
  return withEnvelope(intention, { sessionEpoch: sessionEpoch > 1 ? sessionEpoch - 1 : sessionEpoch + 1 });
}

/** As from a socket that nobody has closed yet (INV-04). */
function staleSocket(intention: Intention): Intention | undefined {
  const { sessionEpoch } = intention.unsigned;
  if (sessionEpoch === undefined) return undefined;
  const former = sessionEpoch > 1 ? sessionEpoch - 1 : sessionEpoch + 1;
  return { ...withEnvelope(intention, { sessionEpoch: former }), sessionEpoch: former };
}

function shiftEpoch(
  intention: Intention,
  name: 'membershipEpoch' | 'coordinatorEpoch',
  by: number,
): Intention | undefined {
  const epoch = intention.unsigned[name];
  if (epoch === undefined || epoch + by < 1) return undefined;
  return withEnvelope(intention, { [name]: epoch + by });
}

function shiftPayload(intention: Intention, name: string, by: number): Intention | undefined {
  const value = intention.unsigned.payload[name];
  if (typeof value !== 'number' || value + by < 1) return undefined;
  return withPayload(intention, { [name]: value + by });
}

function wrongRevision(intention: Intention, { random }: Occasion): Intention {
  const known = intention.unsigned.expectedRevision ?? 1;
  const shift = random.chance(0.5) ? 1 : -1;
  return withEnvelope(intention, { expectedRevision: Math.max(0, known + shift * (1 + random.below(2))) });
}

/** A lease of somebody else, or one that is over. */
function foreignLease(intention: Intention, { random, world }: Occasion): Intention | undefined {
  const { groupId = '', payload } = intention.unsigned;
  const current = payload['executionLeaseId'];
  const others = [...world.list('lease', groupId)].map(([id]) => id).filter((id) => id !== current);
  if (current === undefined || others.length === 0) return undefined;
  return withPayload(intention, { executionLeaseId: random.pick(others) });
}

/** Somebody else sends it, with an own signature, own Session and own membership: only the right is missing. */
function forgedRole(intention: Intention, { random, world }: Occasion): Intention {
  const thief = random.pick([OWNER, BYSTANDER, OTHER_SERVICE, STRANGER, ...COORDINATORS, ...WORKERS]);
  const { sessionEpoch: _s, membershipEpoch: _m, ...unsigned } = intention.unsigned;
  const { actor } = thief;
  const sessionEpoch =
    actor.type === 'agent' ? (world.get('session', '', actor.id)?.sessionEpoch ?? 1) : undefined;
  const member = world.get('member', unsigned.groupId ?? '', `${actor.type} ${actor.id}`);
  const { coordinatorEpoch, ...rest } = unsigned;
  const forged = {
    ...rest,
    ...(coordinatorEpoch === undefined || actor.type !== 'agent' ? {} : { coordinatorEpoch }),
    ...(unsigned.groupId === undefined || actor.type === 'service'
      ? {}
      : { membershipEpoch: member?.membershipEpoch ?? 1 }),
    ...(sessionEpoch === undefined ? {} : { sessionEpoch }),
    actor,
  };
  return { ...intention, unsigned: forged, signer: thief, from: thief, sessionEpoch };
}

/** It says one name and bears the signature of another. */
function forgedSignature(intention: Intention, { random }: Occasion): Intention {
  return { ...intention, signer: random.pick(EVERYBODY) };
}

function overBudget(intention: Intention): Intention | undefined {
  const { payload } = intention.unsigned;
  const contract = payload['contract'] as { readonly budget: object } | undefined;
  if (contract !== undefined) {
    return withPayload(intention, {
      contract: { ...contract, budget: { ...contract.budget, toolCallLimit: 401 } },
    });
  }
  if (payload['budget'] !== undefined) {
    return withPayload(intention, { budget: { ...(payload['budget'] as object), modelTokenLimit: 10_001 } });
  }
  if (payload['usageDelta'] === undefined) return undefined;
  return withPayload(intention, { usageDelta: { wallClockSeconds: 1 } });
}

/** Operations that nobody above was ever permitted (INV-11). */
function morePermissions(intention: Intention): Intention | undefined {
  const { payload } = intention.unsigned;
  const name = ['permissions', 'operations'].find((each) => payload[each] !== undefined);
  if (name !== undefined) return withPayload(intention, { [name]: ['payment.send'] });
  if (payload['contract'] === undefined) return undefined;
  const allowedResources = [{ resource: RESOURCE, operations: ['read', 'payment.send'] }];
  return withPayload(intention, { contract: { ...(payload['contract'] as object), allowedResources } });
}

/** An Action ID that was used already: a collision, whether or not it was accepted then (IDM-002, IDM-004). */
function otherContent(intention: Intention, { random, sent }: Occasion): Intention | undefined {
  const own = sent.filter(({ command }) => command.actor.id === intention.unsigned.actor.id);
  if (own.length === 0) return undefined;
  return withEnvelope(intention, { actionId: random.pick(own).command.actionId });
}

const TARGETS = [
  'workItemId',
  'targetMessageId',
  'offerId',
  'targetWorkItemId',
  'parentWorkItemId',
  'proposalId',
  'dependencyId',
];

function unknownTarget(intention: Intention, { random, newId }: Occasion): Intention | undefined {
  const names = TARGETS.filter((name) => intention.unsigned.payload[name] !== undefined);
  if (names.length === 0) return undefined;
  return withPayload(intention, { [random.pick(names)]: newId('nothing') });
}

function foreignGroup(intention: Intention, { random, world }: Occasion): Intention | undefined {
  const { groupId, actor } = intention.unsigned;
  const groups = [...world.list('missionAddress', '')].map(([, address]) => address.groupId);
  const others = groups.filter((each) => each !== groupId);
  if (groupId === undefined || others.length === 0) return undefined;
  const elsewhere = random.pick(others);
  const member = world.get('member', elsewhere, `${actor.type} ${actor.id}`);
  const coordinatorEpoch = world.get('mission', elsewhere, SINGLE)?.document.coordinator.coordinatorEpoch;
  const { unsigned } = intention;
  return withEnvelope(intention, {
    groupId: elsewhere,
    ...(unsigned.membershipEpoch === undefined ? {} : { membershipEpoch: member?.membershipEpoch ?? 1 }),
    ...(unsigned.coordinatorEpoch === undefined || coordinatorEpoch === undefined
      ? {}
      : { coordinatorEpoch }),
  });
}

function incompleteContract(intention: Intention): Intention | undefined {
  const contract = intention.unsigned.payload['contract'];
  if (contract === undefined) return undefined;
  const { goal: _goal, ...rest } = contract as { readonly goal: string };
  return withPayload(intention, { contract: rest });
}

function unknownExtension(intention: Intention): Intention {
  return withEnvelope(intention, {
    extensions: { 'urn:heddle:simulation:extension:magic': { version: '1.0.0', critical: true, data: {} } },
  });
}

/** An id of something that is there already takes the place of a new one. */
function knownIdAgain(intention: Intention, { random, world }: Occasion): Intention | undefined {
  const { payload, groupId = '' } = intention.unsigned;
  const pools = [
    ['messageId', world.list('message', groupId)],
    ['proposalId', world.list('proposal', groupId)],
    ['grantId', world.list('grant', groupId)],
  ] as const;
  for (const [name, records] of pools) {
    const ids = [...records].map(([id]) => id);
    if (payload[name] !== undefined && ids.length > 0)
      return withPayload(intention, { [name]: random.pick(ids) });
  }
  const missions = [...world.list('missionAddress', '')];
  if (payload['missionId'] === undefined || missions.length === 0) return undefined;
  const [missionId, address] = random.pick(missions);
  if (random.chance(0.5)) return withPayload(intention, { missionId });
  const changed = withPayload(intention, { groupId: address.groupId });
  return payload['parentWorkItemId'] === undefined
    ? withEnvelope(changed, { groupId: address.groupId })
    : changed;
}

function replaceTimes(intention: Intention, time: string): Intention | undefined {
  const { payload } = intention.unsigned;
  if (payload['deadline'] !== undefined) return withPayload(intention, { deadline: time });
  if (payload['expiresAt'] !== undefined) return withPayload(intention, { expiresAt: time });
  if (payload['contract'] === undefined) return undefined;
  return withPayload(intention, { contract: { ...(payload['contract'] as object), deadline: time } });
}
