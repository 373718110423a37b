// From an intent to a complete Command that lacks nothing but signatures (CMD-001…CMD-014): ids, epochs, revision, time.
import { type Now, nowAt } from '../../../domain/decision.ts';
import { currentMemberships } from '../../../domain/members.ts';
import { memberKey, type MissionRecord, ORGANIZATION, SINGLE } from '../../../domain/world.ts';
import { PROTOCOL_VERSION } from '../../../protocol/frame.ts';
import type { Actor, AgentCard, Command } from '../../../protocol/generated/documents.ts';
import type { Unsigned } from '../../../protocol/sign.ts';
import type { CommandDraft } from '../../command-draft.ts';
import { AgentWork } from '../candidate-estimates.ts';
import {
  type DeskConnection,
  type DeskIdentity,
  identityOf,
  isSameActor,
  localCoordinator,
  roleOf,
} from '../connection.ts';
import type { CarriedEpochs } from '../outbox/entry.ts';
import type { DeskCommandKind, Intent } from './forms.ts';
import type { IdBook } from './id-book.ts';
import { MISSION_PAYLOADS } from './mission-payloads.ts';
import type { BuiltPayload, Lack, PayloadBuilder, PayloadInput } from './payload-input.ts';
import type { PartToSign } from '../../payload-parts.ts';
import { WORK_PAYLOADS } from './work-payloads.ts';

/** A Command that lacks its signature, and those of the documents in it that `signs` names. */
export interface ComposedCommand {
  readonly signer: DeskIdentity;
  /** For the client of the signer: it adds what is known only when it signs. */
  readonly draft: CommandDraft;
  readonly signs: readonly PartToSign[];
  /** Whoever signs one of those beside the signer of the Command. */
  readonly coSigners: readonly DeskIdentity[];
  /** What is missing here; with it nothing may be signed. */
  readonly lacks: Lack | undefined;
  /** As it would be signed now. An Agent that is not connected has no Session Epoch, and nothing can be signed. */
  readonly command: Unsigned<'command'>;
  readonly epochs: CarriedEpochs;
}

const BUILDERS: { readonly [Kind in DeskCommandKind]: PayloadBuilder<Kind> } = {
  ...MISSION_PAYLOADS,
  ...WORK_PAYLOADS,
};

/** The Command that an identity would sign for an intent at the connection's time. Equal ids for an equal `ids`. */
export function composeCommand(
  connection: DeskConnection,
  intent: Intent,
  signer: DeskIdentity,
  ids: IdBook,
): ComposedCommand {
  const now = nowAt(connection.nowMs);
  const groupId = groupOf(intent, ids);
  const built = buildPayload(connection, intent, groupId, signer.actor, now, ids);
  const { payload, signs = [], lacks, conversationId, workItemId, expectedRevision } = built;
  const actionId = intent.actionId ?? ids.get('action');
  const { cooperationOverrideGrantId, causationId, correlationId, kind } = intent;
  const rest = {
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(workItemId === undefined ? {} : { workItemId }),
    ...(cooperationOverrideGrantId === undefined ? {} : { cooperationOverrideGrantId }),
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
  };
  const epochs = carriedEpochs(connection, signer, groupId);
  return {
    signer,
    signs,
    coSigners: coSignersOf(connection, signer, signs),
    lacks,
    epochs,
    // Kind and payload belong together by the table of builders.
    draft: {
      kind,
      groupId,
      payload,
      actionId,
      ...rest,
      ...(causationId === undefined ? {} : { causationId }),
      ...(correlationId === undefined ? {} : { correlationId }),
    } as CommandDraft,
    command: {
      protocolVersion: PROTOCOL_VERSION,
      actionId,
      actor: signer.actor,
      kind,
      groupId,
      ...(epochs.sessionEpoch === undefined ? {} : { sessionEpoch: epochs.sessionEpoch }),
      ...(epochs.membershipEpoch === undefined ? {} : { membershipEpoch: epochs.membershipEpoch }),
      ...(epochs.coordinatorEpoch === undefined ? {} : { coordinatorEpoch: epochs.coordinatorEpoch }),
      ...rest,
      correlationId: correlationId ?? actionId,
      ...(causationId === undefined ? {} : { causedByEventId: causationId }),
      issuedAt: now.text,
      // Payload types are closed interfaces; on the wire a payload is any object.
      payload: payload as unknown as Command['payload'],
    },
  };
}

/** The Group that an intent acts in; the one to be created where it creates one of its own (CMD-003). */
function groupOf({ kind, groupId, form }: Intent, ids: IdBook): string {
  if (kind === 'mission.create' || kind === 'mission.create_follow_up')
    return form.newGroupId ?? ids.get('group');
  if (groupId === undefined) throw new Error(`${kind} names no Group`);
  return groupId;
}

function buildPayload(
  connection: DeskConnection,
  { kind, form, witness }: Intent,
  groupId: string,
  signer: Actor,
  now: Now,
  ids: IdBook,
): BuiltPayload<DeskCommandKind> {
  // Kind and form belong together by the type of the intent.
  const build = BUILDERS[kind] as (input: never) => BuiltPayload<DeskCommandKind>;
  const { world } = connection;
  const mission = world.get('mission', groupId, SINGLE);
  let work: AgentWork | undefined;
  const input: PayloadInput<DeskCommandKind> = {
    form,
    world,
    groupId,
    signer,
    now,
    ids,
    mission,
    cardOf: (agentId) => cardOf(connection, agentId),
    estimateOf: (agentId, contract) => {
      const card = cardOf(connection, agentId);
      // Looked at once, and only where a choice is to be explained.
      work ??= new AgentWork(connection);
      return card === undefined ? undefined : work.estimate(card, groupId, contract);
    },
    isHere: (actor) => identityOf(connection, actor) !== undefined,
    witness: witnessFor(connection, groupId, signer, now, witness),
    packageAuthor: packageAuthorFor(connection, signer, mission),
    history: connection.history.get(groupId),
  };
  return build(input as never);
}

/**
 * The human who testifies: the signer where it is one, or who was chosen; otherwise the one of this computer who belongs to
 * the Group, the owner first.
 */
function witnessFor(
  connection: DeskConnection,
  groupId: string,
  signer: Actor,
  now: Now,
  chosen: Actor | undefined,
): Actor | undefined {
  if (signer.type === 'human') return signer;
  if (chosen !== undefined) return identityOf(connection, chosen)?.actor;
  const { world, identities } = connection;
  const rank = ({ actor, key }: DeskIdentity) =>
    (currentMemberships(world, groupId, actor, now).some(({ state }) => state === 'active') ? 0 : 4) +
    (key === 'usable' ? 0 : 2) +
    (roleOf(world, groupId, actor) === 'owner' ? 0 : 1);
  return identities.filter(({ actor }) => actor.type === 'human').toSorted((a, b) => rank(a) - rank(b))[0]
    ?.actor;
}

/** Agents make Context Packages: the signer, or for a human the Coordinator, where it is here (SIG-060). */
function packageAuthorFor(
  connection: DeskConnection,
  signer: Actor,
  mission: MissionRecord | undefined,
): Actor | undefined {
  if (signer.type === 'agent') return signer;
  return mission === undefined ? undefined : localCoordinator(connection, mission)?.actor;
}

function coSignersOf(
  connection: DeskConnection,
  signer: DeskIdentity,
  signs: readonly PartToSign[],
): readonly DeskIdentity[] {
  return connection.identities.filter(
    ({ actor }) => !isSameActor(actor, signer.actor) && signs.some(({ by }) => isSameActor(by, actor)),
  );
}

/** The card of an Agent, from the log or from whoever runs the desk. */
export function cardOf({ world, cards }: DeskConnection, agentId: string): AgentCard | undefined {
  return world.get('agent', ORGANIZATION, agentId)?.card ?? cards.get(agentId);
}

/**
 * The epochs that an identity's Command in a Group carries now: an Agent's Session and Membership, and its term where it
 * is the Coordinator (CMD-010, CMD-012); a human's Membership alone (CMD-002).
 */
export function carriedEpochs(
  { world }: Pick<DeskConnection, 'world'>,
  { actor, sessionEpoch }: Pick<DeskIdentity, 'actor' | 'sessionEpoch'>,
  groupId: string,
): CarriedEpochs {
  const mission = world.get('mission', groupId, SINGLE)?.document;
  const isCoordinator =
    mission !== undefined && isSameActor(actor, { type: 'agent', id: mission.coordinator.agentId });
  return {
    sessionEpoch: actor.type === 'agent' ? sessionEpoch : undefined,
    membershipEpoch: world.get('member', groupId, memberKey(actor))?.membershipEpoch,
    coordinatorEpoch: isCoordinator ? mission.coordinator.coordinatorEpoch : undefined,
  };
}
