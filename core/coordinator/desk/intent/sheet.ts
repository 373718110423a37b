// The command sheet: everything that a person sees before signing, for every kind of Command. It is computed anew whenever
// the state moves and once more at the moment of signing.
import { nowAt } from '../../../domain/decision.ts';
import type { Rejection } from '../../../domain/rejection.ts';
import type { DocumentKind } from '../../../protocol/document-kinds.ts';
import { type DeskConnection, type DeskIdentity, type DeskRole, isSameActor, roleOf } from '../connection.ts';
import { compareViews, type FactChange, type ObjectView, viewObject } from '../fix/object-view.ts';
import { limitOf } from '../outbox/limits.ts';
import { type ObjectName, objectsOf } from '../outbox/objects.ts';
import type { ExpectedVerdict } from '../outbox/verdict-defects.ts';
import type { Check } from './check.ts';
import { contentProblem, runChecks, titleOfTarget } from './checks.ts';
import type { ComposedCommand } from './compose.ts';
import { type Effect, effectsOf } from './effects.ts';
import type { Intent } from './forms.ts';
import type { IdBook } from './id-book.ts';
import type { Lack } from './payload-input.ts';
import { type SignerChoice, weighSigners } from './signers.ts';
import { expectVerdict } from './trial.ts';

/** Why the main button does not simply sign and send. */
export type SheetObstacle =
  /** No identity on this computer belongs to the connection. */
  | { readonly id: 'no-identity'; readonly values: object }
  /** The signer may not do it, and this other local identity may. */
  | { readonly id: 'switch-signer'; readonly values: { readonly actorId: string; readonly name: string } }
  /** The rules refuse it. */
  | { readonly id: 'refused'; readonly values: { readonly code: string; readonly rule: string } }
  /** The Authority takes no Commands of humans from here. */
  | { readonly id: 'no-path'; readonly values: object }
  | { readonly id: 'not-connected'; readonly values: object }
  | { readonly id: 'key-locked'; readonly values: object }
  | { readonly id: 'key-missing'; readonly values: object }
  | { readonly id: 'key-backend-changed'; readonly values: object }
  /** A review by a human is to be signed, and no human identity is here. */
  | { readonly id: 'no-witness'; readonly values: object }
  | { readonly id: 'no-root-owner'; readonly values: object }
  /** Only the Agent that leads the Mission makes Context Packages, and it is not here. */
  | { readonly id: 'no-package-author'; readonly values: object }
  /** What a Context Package cites was not read yet. */
  | { readonly id: 'log-unread'; readonly values: object }
  /** The key of somebody else who signs a part of it. */
  | {
      readonly id: 'co-signer-locked' | 'co-signer-missing' | 'co-signer-backend-changed';
      readonly values: { readonly name: string };
    }
  /** The content of an Artifact is not what its hash says. */
  | { readonly id: 'content-differs'; readonly values: object }
  /** Nobody here has seen the content of an Artifact, and the owner has not said that this may be so. */
  | { readonly id: 'content-unseen'; readonly values: object };

export type SheetButton =
  | 'sign-and-send'
  | 'sign-when-connected'
  | 'sign-when-unlocked'
  /** A limit stands in the way that the owner can lift: nothing is signed before that (POL-010). */
  | 'keep-for-override'
  | 'disabled';

/** Somebody else whose signature goes into a Command. */
export interface CoSigner {
  readonly identity: DeskIdentity;
  readonly role: DeskRole;
  /** How many documents of which kind. */
  readonly documents: readonly { readonly kind: DocumentKind; readonly count: number }[];
}

/** What an object would become. */
export interface ObjectChange {
  readonly name: ObjectName;
  readonly changes: readonly FactChange[];
}

export interface CommandSheet {
  readonly intent: Intent;
  readonly connectionId: string;
  readonly groupId: string;
  readonly target: ObjectName;
  readonly title: string | undefined;
  /** Undefined only when this computer has no identity for the connection. */
  readonly signer: SignerChoice | undefined;
  /** All local identities, the chosen one first. */
  readonly signers: readonly SignerChoice[];
  /** Whoever signs a document inside it beside the signer. */
  readonly coSigners: readonly CoSigner[];
  readonly changes: readonly ObjectChange[];
  readonly expectedRevision: number | undefined;
  readonly effects: readonly Effect[];
  readonly checks: readonly Check[];
  /** The would-be verdict: undefined when the rules accept. */
  readonly rejection: Rejection | undefined;
  readonly obstacles: readonly SheetObstacle[];
  readonly button: SheetButton;
  /** To be kept with the entry of the outbox. */
  readonly basis: ObjectView;
  readonly expected: ExpectedVerdict | undefined;
}

/** The sheet of an intent at the connection's time. */
export function openSheet(connection: DeskConnection, intent: Intent, ids: IdBook): CommandSheet {
  const signers = weighSigners(connection, intent, ids);
  const [signer] = signers;
  const now = nowAt(connection.nowMs);
  const { connectionId, world } = connection;
  if (signer === undefined) {
    const groupId = intent.groupId ?? '';
    const target: ObjectName = { type: 'mission', groupId, id: groupId };
    return {
      intent,
      connectionId,
      groupId,
      target,
      title: undefined,
      signer,
      signers,
      coSigners: [],
      changes: [],
      expectedRevision: undefined,
      effects: [],
      checks: [],
      rejection: undefined,
      obstacles: [{ id: 'no-identity', values: {} }],
      button: 'disabled',
      basis: viewObject(world, target, now),
      expected: undefined,
    };
  }
  const { composed, trial } = signer;
  const { target, changes } = objectsOf(composed.draft);
  const { after } = trial.outcome();
  const checks = runChecks(connection, composed, trial.rejection);
  const obstacles = obstaclesOf(signer, signers, checks);
  return {
    intent,
    connectionId,
    groupId: composed.draft.groupId,
    target,
    title: titleOfTarget(connection, composed),
    signer,
    signers,
    coSigners: coSignersOf(connection, composed),
    changes: changes
      .map((name) => ({
        name,
        changes: compareViews(viewObject(trial.before, name, now), viewObject(after, name, now)),
      }))
      .filter((change) => change.changes.length > 0),
    expectedRevision: composed.draft.expectedRevision,
    effects: effectsOf(trial),
    checks,
    rejection: trial.rejection,
    obstacles,
    button: buttonOf(obstacles, trial.rejection),
    basis: viewObject(world, target, now),
    expected: expectVerdict(connection, composed, trial),
  };
}

function coSignersOf({ world }: DeskConnection, composed: ComposedCommand): readonly CoSigner[] {
  const { coSigners, signs, draft } = composed;
  return coSigners.map((identity) => {
    const kinds = signs.filter(({ by }) => isSameActor(by, identity.actor)).map(({ kind }) => kind);
    return {
      identity,
      role: roleOf(world, draft.groupId, identity.actor),
      documents: [...new Set(kinds)].map((kind) => ({
        kind,
        count: kinds.filter((each) => each === kind).length,
      })),
    };
  });
}

function obstaclesOf(
  { rejection, identity, key, path, composed }: SignerChoice,
  signers: readonly SignerChoice[],
  checks: readonly Check[],
): readonly SheetObstacle[] {
  const obstacles: SheetObstacle[] = [];
  if (rejection !== undefined) {
    obstacles.push({ id: 'refused', values: { code: rejection.code, rule: rejection.rule } });
  }
  const isHindered = rejection !== undefined || path === 'none';
  const other = isHindered
    ? signers.find(
        (each) => each.identity !== identity && each.rejection === undefined && each.path !== 'none',
      )
    : undefined;
  if (other !== undefined) {
    const { actor, name } = other.identity;
    obstacles.push({ id: 'switch-signer', values: { actorId: actor.id, name } });
  }
  if (path === 'none') obstacles.push({ id: 'no-path', values: {} });
  if (path === 'closed') obstacles.push({ id: 'not-connected', values: {} });
  if (key !== 'usable') obstacles.push({ id: `key-${key}`, values: {} });
  if (composed.lacks !== undefined) obstacles.push({ id: OBSTACLE_OF_LACK[composed.lacks], values: {} });
  for (const coSigner of composed.coSigners) {
    if (coSigner.key !== 'usable')
      obstacles.push({ id: `co-signer-${coSigner.key}`, values: { name: coSigner.name } });
  }
  const content = contentProblem(checks);
  if (content !== undefined) obstacles.push({ id: content, values: {} });
  return obstacles;
}

const OBSTACLE_OF_LACK = {
  witness: 'no-witness',
  'package-author': 'no-package-author',
  'root-owner': 'no-root-owner',
  log: 'log-unread',
} as const satisfies Record<Lack, SheetObstacle['id']>;

/** What waiting for a key or a connection cures. */
const CURABLE: ReadonlySet<SheetObstacle['id']> = new Set([
  'not-connected',
  'key-locked',
  'co-signer-locked',
]);

/** What waiting can cure gives a button that waits; everything else disables it. */
function buttonOf(obstacles: readonly SheetObstacle[], rejection: Rejection | undefined): SheetButton {
  const ids = new Set(obstacles.map(({ id }) => id));
  const isLiftable = limitOf({ error: rejection }) !== undefined;
  const isStuck = [...ids].some((id) => !CURABLE.has(id) && !(id === 'refused' && isLiftable));
  if (isStuck) return 'disabled';
  if (isLiftable) return 'keep-for-override';
  // The key first, which a person can unlock: without it there is no connection either.
  if (ids.has('key-locked') || ids.has('co-signer-locked')) return 'sign-when-unlocked';
  return ids.has('not-connected') ? 'sign-when-connected' : 'sign-and-send';
}

/** What has happened to a sheet that was open, found at the moment of signing. */
export interface SheetRecheck {
  readonly sheet: CommandSheet;
  /** What has changed at the object since the sheet was shown. */
  readonly changes: readonly FactChange[];
  /** Whether the would-be verdict is another one. */
  readonly isVerdictOther: boolean;
  /** Whether a person has to look again before anything is signed. */
  readonly mustAskAgain: boolean;
  /** To be signed now; undefined when it must not be. */
  readonly composed: ComposedCommand | undefined;
}

/** The same intent once more, on the state and at the time of now, compared with what a person has seen. */
export function recheckSheet(connection: DeskConnection, shown: CommandSheet, ids: IdBook): SheetRecheck {
  const { signer, intent } = shown;
  // Whoever was shown is who signs, whatever else would fit better by now.
  const pinned = signer === undefined ? intent : pinSigners(intent, signer.composed);
  const sheet = openSheet(connection, pinned, ids);
  const changes = compareViews(shown.basis, sheet.basis);
  const isVerdictOther =
    shown.rejection?.code !== sheet.rejection?.code || shown.rejection?.rule !== sheet.rejection?.rule;
  const mustAskAgain = changes.length > 0 || isVerdictOther;
  const isReady = !mustAskAgain && sheet.button === 'sign-and-send';
  return {
    sheet,
    changes,
    isVerdictOther,
    mustAskAgain,
    composed: isReady ? sheet.signer?.composed : undefined,
  };
}

/** The intent with everybody who signs it as they are now. */
export function pinSigners(intent: Intent, { signer, coSigners }: ComposedCommand): Intent {
  const witness = coSigners.find(({ actor }) => actor.type === 'human')?.actor;
  return { ...intent, signer: signer.actor, ...(witness === undefined ? {} : { witness }) };
}
