// A Command tried out on the projection by the rules that the Authority applies, before anybody signs it. What it would
// change is read from the state that its Events would leave.
import { decide } from '../../../domain/decide.ts';
import { composeEvents, type DecisionContext, nowAt } from '../../../domain/decision.ts';
import { evolve } from '../../../domain/evolve.ts';
import type { Rejection } from '../../../domain/rejection.ts';
import { ORGANIZATION, OverlayWorld, SINGLE, type World } from '../../../domain/world.ts';
import type { Actor, Command, Signature } from '../../../protocol/generated/documents.ts';
import type { Unsigned } from '../../../protocol/sign.ts';
import type { DeskConnection } from '../connection.ts';
import { nextEndMs } from '../group-ends.ts';
import type { ExpectedVerdict } from '../outbox/verdict-defects.ts';
import type { ComposedCommand } from './compose.ts';
import { fillParts } from '../../payload-parts.ts';

/** Ids of a trial never leave it. */
const TRIAL = 'urn:heddle:trial';
const AUTHORITY: Actor = { type: 'service', id: `${TRIAL}:authority` };
const NO_HASH = `sha256:${'0'.repeat(64)}`;
/** The first Session of an Agent has this epoch at least. */
const FIRST_EPOCH = 1;

export interface Trial {
  /** Why the Authority would refuse it; undefined when it would accept. */
  readonly rejection: Rejection | undefined;
  readonly before: World;
  /** What it would append, and the state afterwards: nothing, and `before`, when refused. */
  readonly outcome: () => { readonly events: readonly Unsigned<'event'>[]; readonly after: World };
}

/** What would become of a Command if the Authority decided it at the connection's time. */
export function tryCommand(connection: DeskConnection, composed: ComposedCommand): Trial {
  const now = nowAt(connection.nowMs);
  const before = trialWorld(connection, composed);
  let lastId = 0;
  const context: DecisionContext = {
    now,
    newId: (kind) => `${TRIAL}:${kind}:${(lastId += 1)}`,
    policy: connection.policy,
    acceptedBy: AUTHORITY,
  };
  const command = signedForTrial(before, composed, now.text);
  const decision = decide(before, command, context);
  if (!decision.ok) {
    return { rejection: decision.fault, before, outcome: () => ({ events: [], after: before }) };
  }
  // The end of a large Mission is many Events: folded only for the signer that is shown.
  let outcome: ReturnType<Trial['outcome']> | undefined;
  return {
    rejection: undefined,
    before,
    outcome: () =>
      (outcome ??= fold(before, composeEvents(before, command, NO_HASH, decision.value, context))),
  };
}

function fold(before: World, events: readonly Unsigned<'event'>[]): ReturnType<Trial['outcome']> {
  const after = new OverlayWorld(before);
  for (const event of events) after.apply(evolve(after, event));
  return { events, after };
}

/** The projection, with what it cannot hold and the Authority knows: cards, and the Session of the signer. */
function trialWorld({ world, cards }: DeskConnection, { signer }: ComposedCommand): OverlayWorld {
  const trial = new OverlayWorld(world);
  for (const [agentId, card] of cards) {
    if (world.get('agent', ORGANIZATION, agentId) === undefined)
      trial.put('agent', ORGANIZATION, agentId, { card });
  }
  const { actor, sessionEpoch } = signer;
  if (actor.type === 'agent') {
    const known = world.get('session', ORGANIZATION, actor.id);
    trial.put('session', ORGANIZATION, actor.id, {
      sessionEpoch: sessionEpoch ?? known?.sessionEpoch ?? FIRST_EPOCH,
      openedAt: known?.openedAt ?? '',
    });
  }
  return trial;
}

/** Signatures and, while there is no Session, its epoch are no matter of the rules: those of then will be right. */
function signedForTrial(world: World, { command, signs, signer }: ComposedCommand, nowText: string): Command {
  const signature: Signature = {
    algorithm: 'Ed25519',
    keyId: `${TRIAL}:key`,
    createdAt: nowText,
    value: 'A'.repeat(86),
  };
  const payload = fillParts(command.payload, signs, signature);
  const sessionEpoch =
    signer.actor.type === 'agent'
      ? world.get('session', ORGANIZATION, signer.actor.id)?.sessionEpoch
      : undefined;
  return { ...command, payload, ...(sessionEpoch === undefined ? {} : { sessionEpoch }), signature };
}

/** The verdict as it is kept with an entry of the outbox, to be compared with the Authority's. */
export function expectVerdict(
  connection: DeskConnection,
  { command }: ComposedCommand,
  { rejection }: Trial,
): ExpectedVerdict {
  const { world, nowMs } = connection;
  const { groupId = '' } = command;
  return {
    rejection:
      rejection === undefined
        ? undefined
        : { code: rejection.code, rule: rejection.rule, details: rejection.details },
    atMs: nowMs,
    headSequence: world.get('head', groupId, SINGLE)?.sequence ?? 0,
    holdsUntilMs: nextEndMs(world, groupId, nowMs),
  };
}
