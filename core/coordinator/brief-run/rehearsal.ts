// Tries a Command out on a state before anybody signs it, by the very rules that the Authority will apply.
import { decide } from '../../domain/decide.ts';
import {
  composeEvents,
  type DecisionContext,
  DEFAULT_POLICY,
  type Now,
  nowAt,
  type OrganizationPolicy,
} from '../../domain/decision.ts';
import { evolve } from '../../domain/evolve.ts';
import type { Rejection } from '../../domain/rejection.ts';
import { memberKey, ORGANIZATION, OverlayWorld, SINGLE, type World } from '../../domain/world.ts';
import type { Actor, AgentCard, Command, Signature } from '../../protocol/generated/documents.ts';
import type { CommandDraft } from '../command-draft.ts';
import type { DocumentToSign } from './run-types.ts';
import { fillSignatures } from './sign-payload.ts';

/** Ids of a rehearsal never leave it. */
const REHEARSED = 'urn:heddle:rehearsal';
const AUTHORITY: Actor = { type: 'service', id: `${REHEARSED}:authority` };
const NO_HASH = `sha256:${'0'.repeat(64)}`;

/** A state on which Commands can be tried out, each on what the ones before it left. */
export class Rehearsal {
  readonly world: OverlayWorld;
  private readonly now: Now;
  private readonly policy: OrganizationPolicy;
  /** Signatures are no matter of the rules. */
  private readonly signature: Signature;
  private lastId = 0;

  /** `cards` stand in for those that the state does not hold. */
  constructor(
    world: World,
    cards: readonly AgentCard[],
    nowMs: number,
    policy: OrganizationPolicy = DEFAULT_POLICY,
  ) {
    this.policy = policy;
    this.world = new OverlayWorld(world);
    this.now = nowAt(nowMs);
    this.signature = {
      algorithm: 'Ed25519',
      keyId: `${REHEARSED}:key`,
      createdAt: this.now.text,
      value: 'A'.repeat(86),
    };
    for (const card of cards) {
      if (world.get('agent', ORGANIZATION, card.agentId) === undefined) {
        this.world.put('agent', ORGANIZATION, card.agentId, { card });
      }
    }
  }

  /** Why the Authority would refuse it; undefined when it would accept, which is then part of the state. */
  try(actor: Actor, draft: CommandDraft, signs: readonly DocumentToSign[] = []): Rejection | undefined {
    const command = this.commandOf(actor, fillSignatures(draft, signs, this.signature));
    const context: DecisionContext = {
      now: this.now,
      newId: (kind) => `${REHEARSED}:${kind}:${(this.lastId += 1)}`,
      policy: this.policy,
      acceptedBy: AUTHORITY,
    };
    const decision = decide(this.world, command, context);
    if (!decision.ok) return decision.fault;
    for (const event of composeEvents(this.world, command, NO_HASH, decision.value, context)) {
      this.world.apply(evolve(this.world, event));
    }
    return undefined;
  }

  /** The Command with the epochs of now; a client fills in the same (CMD-002, CMD-010). */
  private commandOf(actor: Actor, { kind, groupId, payload, ...rest }: CommandDraft): Command {
    const { world, now } = this;
    const isAgent = actor.type === 'agent';
    const sessionEpoch = isAgent ? world.get('session', ORGANIZATION, actor.id)?.sessionEpoch : undefined;
    const membershipEpoch = world.get('member', groupId, memberKey(actor))?.membershipEpoch;
    const coordinator = world.get('mission', groupId, SINGLE)?.document.coordinator;
    const isCoordinator = isAgent && coordinator?.agentId === actor.id;
    return {
      protocolVersion: '0.1',
      actionId: `${REHEARSED}:action`,
      actor,
      groupId,
      kind,
      correlationId: `${REHEARSED}:correlation`,
      issuedAt: now.text,
      // Payload types are closed interfaces; on the wire a payload is any object.
      payload: payload as unknown as Command['payload'],
      signature: this.signature,
      ...(rest.expectedRevision === undefined ? {} : { expectedRevision: rest.expectedRevision }),
      ...(sessionEpoch === undefined ? {} : { sessionEpoch }),
      ...(membershipEpoch === undefined ? {} : { membershipEpoch }),
      ...(isCoordinator ? { coordinatorEpoch: coordinator.coordinatorEpoch } : {}),
    };
  }
}
