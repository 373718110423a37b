// Section 2.1 of the document specification: the shared definitions, in the oracle's schema language.

import { has, isObject, member, withMember, withoutMembers } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import {
  anyValue,
  arr,
  bool,
  dictionary,
  id,
  num,
  obj,
  oneOf,
  openObject,
  optional,
  required,
  safeInt,
  str,
  timestamp,
} from './model.ts';
import type { Field, Node, ObjectNode, Repair } from './model.ts';
import {
  base64url as base64urlRule,
  capabilityId,
  currency,
  dottedKind as dottedKindRule,
  duration as durationRule,
  localId,
  mediaType as mediaTypeRule,
  scopeName,
  semanticVersion,
  sha256 as sha256Rule,
} from './patterns.ts';

/** DOC-COM-01. */
export const protocolVersion: Node = oneOf('0.1');
/** DOC-COM-03. */
export const dottedKind: Node = str({ max: 160, rule: dottedKindRule });
/** DOC-COM-07. */
export const semver: Node = str({ max: 128, rule: semanticVersion });
/** DOC-COM-08. */
export const base64url: Node = str({ min: 2, max: 4096, rule: base64urlRule });
/** DOC-COM-09. */
export const sha256: Node = str({ rule: sha256Rule });
/** DOC-COM-10. */
export const duration: Node = str({ max: 64, rule: durationRule });
/** DOC-COM-11. */
export const classification: Node = oneOf('public', 'internal', 'confidential', 'restricted');
/** P-MEDIA. */
export const mediaType: Node = str({ rule: mediaTypeRule });
/** P-LOCALID. */
export const localIdentifier: Node = str({ rule: localId });

/** DOC-COM-ACTOR. */
export const actor: ObjectNode = obj('Actor', {
  type: required(oneOf('agent', 'human', 'service')),
  id: required(id),
});
/** DOC-COM-AGENTACTOR. */
export const agentActor: ObjectNode = obj('AgentActor', { type: required(oneOf('agent')), id: required(id) });
/** An Actor that can only be a service. */
export const serviceActor: ObjectNode = obj('service Actor', {
  type: required(oneOf('service')),
  id: required(id),
});

/** DOC-COM-SIGNATURE. */
export const signature: ObjectNode = obj('Signature', {
  algorithm: required(oneOf('Ed25519')),
  keyId: required(id),
  createdAt: required(timestamp),
  value: required(base64url),
});

/** DOC-COM-PUBLICKEY. */
export const publicKey: ObjectNode = obj('PublicKey', {
  keyId: required(id),
  algorithm: required(oneOf('Ed25519')),
  publicKey: required(base64url),
  validFrom: required(timestamp),
  validUntil: optional(timestamp),
  revokedAt: optional(timestamp),
});

/** DOC-COM-CAPABILITYREF. */
export const capabilityRef: ObjectNode = obj('CapabilityRef', {
  id: required(str({ max: 200, rule: capabilityId })),
  version: required(semver),
});

const currencyCode = str({ rule: currency });
const LIMITS = [
  'modelTokenLimit',
  'toolCallLimit',
  'computeSecondsLimit',
  'wallClockSecondsLimit',
  'externalSideEffectLimit',
];

function budgetFields(field: (node: Node) => Field): Record<string, Field> {
  return {
    currency: field(currencyCode),
    financialLimit: field(num({ min: 0 })),
    modelTokenLimit: field(safeInt),
    toolCallLimit: field(safeInt),
    computeSecondsLimit: field(safeInt),
    wallClockSecondsLimit: field(safeInt),
    externalSideEffectLimit: field(safeInt),
  };
}

function budgetLimits(value: JsonObject): boolean {
  const money = has(value, 'financialLimit') && has(value, 'currency');
  return money || LIMITS.some((name) => has(value, name));
}

/** DOC-COM-BUDGET. */
export const budget: ObjectNode = obj('Budget', budgetFields(optional), {
  rules: [{ number: 'DOC-COM-BUDGET-C1', holds: budgetLimits }],
  repair: (draft, full) => {
    if (budgetLimits(draft)) {
      return draft;
    }
    if (has(draft, 'financialLimit') || has(draft, 'currency')) {
      return need(draft, full, 'financialLimit', 'currency');
    }
    // Any single limit will do; the value itself decides which, so that all of them occur.
    const pick = Number(member(full, 'toolCallLimit') ?? 0) % LIMITS.length;
    return need(draft, full, LIMITS[pick] ?? 'modelTokenLimit');
  },
});

/** DOC-MEMB-16 and DOC-MEMB-C4: a Budget with all seven members. */
export const fullBudget: ObjectNode = obj('Budget with all members', budgetFields(required), {
  rules: [{ number: 'DOC-COM-BUDGET-C1', holds: budgetLimits }],
});

/** The values of DOC-COM-ACCEPTANCECRITERION-03. */
export const evidenceKinds = [
  'artifact_integrity',
  'schema_validation',
  'deterministic_test',
  'business_rule',
  'reviewer_assessment',
  'human_review',
  'policy_check',
] as const;

/** DOC-COM-ACCEPTANCECRITERION. */
export const acceptanceCriterion: ObjectNode = obj('AcceptanceCriterion', {
  criterionId: required(localIdentifier),
  description: required(str({ min: 1, max: 4000 })),
  evidenceRequired: required(arr(oneOf(...evidenceKinds), { min: 1, unique: true })),
});

/** DOC-COM-RESOURCEGRANT. */
export const resourceGrant: ObjectNode = obj('ResourceGrant', {
  resource: required(id),
  operations: required(arr(str({ max: 128, rule: scopeName }), { min: 1, unique: true })),
  constraints: optional(openObject),
});

/** DOC-COM-EXT-1. */
export const extensions: Node = dictionary(
  id,
  obj('extension', { version: required(semver), critical: required(bool), data: required(anyValue) }),
);

/** Text of at least one character. */
export function words(max: number): Node {
  return str({ min: 1, max });
}

/** An array of Ids without repetition. */
export function idSet(min = 0): Node {
  return arr(id, { min, unique: true });
}

/** An array of hashes without repetition. */
export function hashSet(min = 0): Node {
  return arr(sha256, { min, unique: true });
}

/** Takes the named members from `full` where the draft lacks them. */
export function need(draft: JsonObject, full: JsonObject, ...names: readonly string[]): JsonObject {
  return names.reduce((result, name) => {
    const value = member(full, name);
    return has(result, name) || value === undefined ? result : withMember(result, name, value);
  }, draft);
}

/** Removes the named members. */
export function drop(draft: JsonObject, ...names: readonly string[]): JsonObject {
  return withoutMembers(draft, ...names);
}

/** Sets a member of an object that is itself a member. */
export function setInner(draft: JsonObject, name: string, inner: string, value: Json): JsonObject {
  const object = member(draft, name);
  return isObject(object) ? withMember(draft, name, withMember(object, inner, value)) : draft;
}

/** A member of an object that is itself a member. */
export function innerMember(value: JsonObject, name: string, inner: string): Json | undefined {
  const object = member(value, name);
  return isObject(object) ? member(object, inner) : undefined;
}

/** True when all named members are present. */
export function hasAll(value: JsonObject, ...names: readonly string[]): boolean {
  return names.every((name) => has(value, name));
}

/** True when none of the named members is present. */
export function hasNone(value: JsonObject, ...names: readonly string[]): boolean {
  return !names.some((name) => has(value, name));
}

/** True when the member holds one of the values. */
export function isIn(value: JsonObject, name: string, ...values: readonly Json[]): boolean {
  const held = member(value, name);
  return held !== undefined && values.includes(held);
}

/** Runs one repair after the other. */
export function inTurn(...repairs: readonly Repair[]): Repair {
  return (draft, full) => repairs.reduce((result, repair) => repair(result, full), draft);
}
