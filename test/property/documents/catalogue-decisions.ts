// Sections 2.16 to 2.19: Approval, Context Package, Group Snapshot and Extension Profile.

import {
  actor,
  agentActor,
  capabilityRef,
  extensions,
  hashSet,
  idSet,
  innerMember,
  inTurn,
  isIn,
  need,
  semver,
  serviceActor,
  setInner,
  sha256,
  signature,
  words,
} from './catalogue-common.ts';
import { exampleOf } from './examples.ts';
import { has, isArray, member, withMember } from './json.ts';
import type { JsonObject } from './json.ts';
import {
  arr,
  bool,
  id,
  obj,
  oneOf,
  openObject,
  optional,
  posInt,
  required,
  safeInt,
  str,
  timestamp,
  uri,
} from './model.ts';
import type { ObjectNode } from './model.ts';
import { extensionKind } from './patterns.ts';

function lacksApprovedArtifacts(value: JsonObject): boolean {
  const hashes = member(value, 'artifactHashes');
  return (
    isIn(value, 'kind', 'mission_final', 'child_mission') &&
    isIn(value, 'decision', 'approved') &&
    isArray(hashes) &&
    hashes.length === 0
  );
}

/** 2.16. */
export const approval: ObjectNode = obj(
  'Approval',
  {
    approvalId: required(id),
    kind: required(oneOf('mission_final', 'child_mission', 'work_execution')),
    decision: required(oneOf('approved', 'changes_requested', 'denied', 'revoked')),
    missionId: required(id),
    groupId: required(id),
    workItemId: optional(id),
    missionRevision: required(safeInt),
    artifactHashes: required(hashSet()),
    acceptancePolicyVersion: required(semver),
    approver: required(actor),
    comments: required(str({ max: 10000 })),
    conditions: required(arr(words(2000))),
    revokesApprovalId: optional(id),
    occurredAt: required(timestamp),
    signature: required(signature),
  },
  {
    rules: [
      { number: 'DOC-APPR-C1', holds: (value) => !lacksApprovedArtifacts(value) },
      {
        number: 'DOC-APPR-C2',
        holds: (value) =>
          !isIn(value, 'kind', 'mission_final') || innerMember(value, 'approver', 'type') === 'human',
      },
      {
        number: 'DOC-APPR-C3',
        holds: (value) => !isIn(value, 'kind', 'work_execution') || has(value, 'workItemId'),
      },
      {
        number: 'DOC-APPR-C4',
        holds: (value) => !isIn(value, 'decision', 'revoked') || has(value, 'revokesApprovalId'),
      },
    ],
    repair: inTurn(
      (draft) =>
        lacksApprovedArtifacts(draft) ? withMember(draft, 'artifactHashes', [exampleOf(sha256)]) : draft,
      (draft) =>
        isIn(draft, 'kind', 'mission_final') ? setInner(draft, 'approver', 'type', 'human') : draft,
      (draft, full) => (isIn(draft, 'kind', 'work_execution') ? need(draft, full, 'workItemId') : draft),
      (draft, full) => (isIn(draft, 'decision', 'revoked') ? need(draft, full, 'revokesApprovalId') : draft),
    ),
  },
);

/** 2.17. */
export const contextPackage: ObjectNode = obj('Context Package', {
  contextPackageId: required(id),
  version: required(posInt),
  previousContextPackageId: optional(id),
  missionId: required(id),
  groupId: required(id),
  workItemId: optional(id),
  sourceEventRange: required(
    obj('sourceEventRange', {
      fromSequence: required(posInt),
      toSequence: required(posInt),
      eventIds: required(idSet(1)),
    }),
  ),
  artifactHashes: required(hashSet()),
  summary: required(words(50000)),
  decisions: required(
    arr(obj('decision', { description: required(words(4000)), sourceEventIds: required(idSet(1)) })),
  ),
  constraints: required(arr(words(4000))),
  unresolvedQuestions: required(arr(words(4000))),
  generatedBy: required(agentActor),
  generatedAt: required(timestamp),
  extensions: optional(extensions),
  signature: required(signature),
});

/** 2.18. */
export const groupSnapshot: ObjectNode = obj('Group Snapshot', {
  snapshotId: required(id),
  groupId: required(id),
  throughSequence: required(posInt),
  eventIds: required(idSet(1)),
  stateHash: required(sha256),
  policyLog: required(
    arr(
      obj('policyLog entry', {
        entryId: required(id),
        decision: required(words(4000)),
        actor: required(actor),
        occurredAt: required(timestamp),
        details: required(openObject),
      }),
      { min: 1 },
    ),
  ),
  createdBy: required(serviceActor),
  createdAt: required(timestamp),
  signature: required(signature),
});

const extensionKinds = arr(str({ max: 160, rule: extensionKind }), { unique: true });

/** 2.19. */
export const extensionProfile: ObjectNode = obj('Extension Profile', {
  profileUri: required(id),
  name: required(words(200)),
  version: required(semver),
  schemaUri: required(uri),
  schemaHash: required(sha256),
  requiredCapabilities: required(arr(capabilityRef)),
  critical: required(bool),
  commandKinds: required(extensionKinds),
  eventKinds: required(extensionKinds),
  overridesCoreInvariants: required(oneOf(false)),
  approvedBy: required(actor),
  approvedAt: required(timestamp),
  signature: required(signature),
});
