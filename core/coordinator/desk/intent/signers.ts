// Who on this computer can sign an intent: every local identity with the verdict on its Command, and the one to begin with.
import type { Rejection } from '../../../domain/rejection.ts';
import {
  type CommandPath,
  type DeskConnection,
  type DeskIdentity,
  type DeskRole,
  isSameActor,
  type KeyCondition,
  roleOf,
} from '../connection.ts';
import { type ComposedCommand, composeCommand } from './compose.ts';
import type { DeskCommandKind, Intent } from './forms.ts';
import type { IdBook } from './id-book.ts';
import { type Trial, tryCommand } from './trial.ts';

/** One line of "signs as". */
export interface SignerChoice {
  readonly identity: DeskIdentity;
  readonly role: DeskRole;
  readonly composed: ComposedCommand;
  readonly trial: Trial;
  /** Why the rules refuse this signer's Command; undefined when they accept it. */
  readonly rejection: Rejection | undefined;
  readonly key: KeyCondition;
  readonly path: CommandPath;
}

/** For each kind the role in which it is usually signed: the human owner where the protocol asks for one. */
const USUAL_ROLES: { readonly [Kind in DeskCommandKind]: DeskRole } = {
  'mission.create': 'owner',
  'mission.create_follow_up': 'owner',
  'mission.create_child': 'coordinator',
  'mission.assign_coordinator': 'owner',
  'mission.renew_coordinator': 'coordinator',
  'mission.submit_for_approval': 'coordinator',
  'mission.approve': 'owner',
  'mission.request_changes': 'owner',
  'mission.cancel': 'owner',
  'mission.terminate': 'coordinator',
  'membership.change': 'coordinator',
  'membership.end': 'coordinator',
  'membership.grant_delegation': 'coordinator',
  'message.post': 'coordinator',
  'message.correct': 'coordinator',
  'message.retract': 'coordinator',
  'message.redact': 'coordinator',
  'work.propose': 'coordinator',
  'work.authorize': 'coordinator',
  'work.offer': 'coordinator',
  'work.accept_offer': 'member',
  'work.start': 'member',
  'work.checkpoint': 'member',
  'work.block': 'member',
  'work.unblock': 'coordinator',
  'work.submit': 'member',
  'work.accept_result': 'coordinator',
  'work.fail': 'coordinator',
  'work.cancel': 'coordinator',
  'artifact.publish': 'member',
  'approval.grant_execution': 'owner',
  'policy.grant_cooperation_override': 'owner',
  'ext.missionweaveprotocol.core.work_dependency_add': 'coordinator',
  'ext.missionweaveprotocol.core.work_execution_lease_renew': 'member',
};

/** Every local identity with its verdict; the one that an intent names, or that fits best, comes first. */
export function weighSigners(
  connection: DeskConnection,
  intent: Intent,
  ids: IdBook,
): readonly SignerChoice[] {
  const choices = connection.identities.map((identity) => weighSigner(connection, intent, identity, ids));
  return choices.toSorted((a, b) => rankOf(intent, a) - rankOf(intent, b));
}

function weighSigner(
  connection: DeskConnection,
  intent: Intent,
  identity: DeskIdentity,
  ids: IdBook,
): SignerChoice {
  const composed = composeCommand(connection, intent, identity, ids);
  const trial = tryCommand(connection, composed);
  return {
    identity,
    role: roleOf(connection.world, composed.draft.groupId, identity.actor),
    composed,
    trial,
    rejection: trial.rejection,
    key: identity.key,
    path: identity.path,
  };
}

/** The smaller, the better. Who was chosen stays chosen, also where it may not: the sheet then says why. */
function rankOf({ kind, signer }: Intent, { identity, role, rejection, path }: SignerChoice): number {
  if (signer !== undefined && isSameActor(signer, identity.actor)) return -1;
  const isCreation = kind === 'mission.create' || kind === 'mission.create_follow_up';
  const isUsual = isCreation ? identity.actor.type === 'human' : role === USUAL_ROLES[kind];
  return (rejection === undefined ? 0 : 4) + (isUsual ? 0 : 2) + (path === 'none' ? 1 : 0);
}
