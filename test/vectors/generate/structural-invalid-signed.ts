// Invalid structural vectors of the Signed Documents: faults of every kind, and the rules of all kinds but Command.
import { DOCUMENT_KINDS, type DocumentKind } from '../../../core/protocol/document-kinds.ts';
import { type Change, drop, set } from './edit.ts';
import { ORGANIZATION_EVENT } from './structural-valid.ts';
import { rows, signedShape, type StructuralVector } from './structural-vector.ts';
import {
  asActor,
  at,
  COORDINATOR,
  hashFor,
  INSPECTOR,
  MISSION_OWNER,
  OTHER_SERVICE,
  urn,
  WORK_ITEM,
} from './world.ts';

function everyKind(): StructuralVector[] {
  return DOCUMENT_KINDS.flatMap((kind: DocumentKind) => {
    const base = signedShape(kind, 'minimal');
    return rows(kind, base, [
      ['unknown-member', `DOC-002 ${kind} with an unknown member`, set('/permissions', ['everything'])],
      ['without-signature', `SIG-001 ${kind} without signature`, drop('/signature')],
      [
        'signature-unknown-member',
        `SIG-020 ${kind} with a fifth signature member`,
        set('/signature/alg', 'x'),
      ],
    ]);
  });
}

function otherSigned(): StructuralVector[] {
  const card = signedShape('agent-card', 'minimal');
  return [
    ...rows('event', signedShape('event', 'minimal'), [
      ['without-group', 'DOC-EVT-C2 Group Event without groupId', drop('/groupId')],
      ['without-sequence', 'DOC-EVT-C2 Group Event without sequence', drop('/sequence')],
      ['without-revision', 'DOC-EVT-C2 Group Event without aggregateRevision', drop('/aggregateRevision')],
      ['sequence-zero', 'DATA-052 sequences start at 1', set('/sequence', 0)],
      ['cause-type', 'DOC-EVT-09 unknown cause', set('/cause/type', 'whim')],
      ['command-kind', 'DOC-EVT-06 a Command kind is no Event kind', set('/kind', 'work.propose')],
      [
        'command-hash-upper-case',
        'DOC-COM-09 upper-case hash',
        set('/commandHash', hashFor('x').toUpperCase()),
      ],
      ['command-hash-short', 'DOC-COM-09 hash of 63 digits', set('/commandHash', hashFor('x').slice(0, -1))],
    ]),
    ...rows('event', ORGANIZATION_EVENT, [
      [
        'organization-by-agent',
        'DOC-EVT-C1 Organization Event by an agent',
        set('/actor', asActor(COORDINATOR)),
      ],
      [
        'organization-with-group',
        'DOC-EVT-C1 Organization Event with groupId',
        set('/groupId', urn('group', 'x')),
      ],
      ['organization-with-sequence', 'DOC-EVT-C1 Organization Event with sequence', set('/sequence', 1)],
      [
        'organization-with-revision',
        'DOC-EVT-C1 Organization Event with aggregateRevision',
        set('/aggregateRevision', 0),
      ],
    ]),
    ...rows('agent-card', card, [
      ['version-zero', 'DOC-CARD-03 cardVersion starts at 1', set('/cardVersion', 0)],
      ['name-empty', 'DOC-CARD-04 an empty displayName', set('/displayName', '')],
      [
        'name-201-code-points',
        'DOC-CARD-04 a displayName of 201 code points',
        set('/displayName', '🧵'.repeat(201)),
      ],
      ['status-unknown', 'DOC-CARD-07 unknown status', set('/status', 'retired')],
      [
        'endpoint-plain',
        'DOC-CARD-11 an endpoint without TLS',
        set('/endpoints/0/uri', 'ws://loom.example/'),
      ],
      ['endpoints-empty', 'DOC-CARD-09 no endpoint', set('/endpoints', [])],
      [
        'capability-one-segment',
        'DOC-CARD-14 a capability of one segment',
        set('/capabilities/0/id', 'weaving'),
      ],
      [
        'evidence-empty',
        'DOC-CARD-21 a capability without evidence',
        set('/capabilities/0/verifiedEvidence', []),
      ],
      ['versions-repeated', 'DOC-CARD-08 a version twice', set('/protocolVersions', ['0.1', '0.1'])],
      [
        'valid-until-leap-second',
        'DATA-021 validUntil with a leap second',
        set('/validUntil', '2027-12-31T23:59:60Z'),
      ],
      ['protocol-version', 'DOC-002 an Agent Card has no protocolVersion', set('/protocolVersion', '0.1')],
      [
        'key-expired-date',
        'DOC-COM-PUBLICKEY-05 validUntil is a date-time',
        set('/publicKeys/0/validUntil', '2028'),
      ],
    ]),
    ...rows('approval', signedShape('approval', 'minimal'), [
      ['final-without-artifact', 'DOC-APPR-C1 final approval without Artifact', set('/decision', 'approved')],
      [
        'child-without-artifact',
        'DOC-APPR-C1 child approval without Artifact',
        set('/kind', 'child_mission'),
        set('/decision', 'approved'),
      ],
      ['final-by-agent', 'DOC-APPR-C2 final decision by an agent', set('/approver', asActor(COORDINATOR))],
      [
        'final-by-service',
        'DOC-APPR-C2 final decision by a service',
        set('/approver', asActor(OTHER_SERVICE)),
      ],
      [
        'execution-without-work-item',
        'DOC-APPR-C3 execution without workItemId',
        set('/kind', 'work_execution'),
      ],
      ['revoked-without-target', 'DOC-APPR-C4 revocation without target', set('/decision', 'revoked')],
      ['decision-unknown', 'DOC-APPR-03 unknown decision', set('/decision', 'maybe')],
      ['without-comments', 'DOC-APPR-11 comments is required', drop('/comments')],
      ['condition-empty', 'DOC-APPR-12 an empty condition', set('/conditions', [''])],
      ['hash-twice', 'DOC-APPR-08 a hash twice', set('/artifactHashes', [hashFor('x'), hashFor('x')])],
    ]),
    ...rows('artifact', signedShape('artifact', 'minimal'), [
      ['inline-content', 'DOC-002 an Artifact has no content', set('/content', 'aGVsbG8')],
      [
        'producer-without-capability',
        'DOC-ART-10 a producer without capability',
        set('/producer/capabilities', []),
      ],
      [
        'media-type',
        'DOC-ART-05 a media type with a parameter',
        set('/mediaType', 'text/plain; charset=utf-8'),
      ],
      ['classification-unknown', 'DOC-ART-22 unknown classification', set('/classification', 'secret')],
      ['uri-relative', 'DOC-ART-03 a relative uri', set('/uri', 'warp-plan.json')],
      ['size-negative', 'DOC-ART-04 a negative size', set('/sizeBytes', -1)],
    ]),
    ...rows('context-package', signedShape('context-package', 'minimal'), [
      ['no-events', 'DOC-CTX-10 no event ids', set('/sourceEventRange/eventIds', [])],
      ['by-human', 'DOC-CTX-18 generated by a human', set('/generatedBy', asActor(MISSION_OWNER))],
      ['summary-empty', 'DOC-CTX-12 an empty summary', set('/summary', '')],
      ['decision-without-source', 'DOC-CTX-15 a decision without source', decisionWithoutSource()],
    ]),
    ...rows('evidence', signedShape('evidence', 'minimal'), [
      ['no-criteria', 'DOC-EVID-09 no criteria', set('/criterionIds', [])],
      [
        'criterion-dash',
        'DOC-EVID-09 a criterion id that starts with a hyphen',
        set('/criterionIds', ['-x']),
      ],
      ['result-unknown', 'DOC-EVID-11 unknown result', set('/result', 'accepted')],
      ['subject-relative', 'DOC-EVID-08 a subject that is neither Id nor hash', set('/subject/id', 'warp')],
      ['extensions', 'DOC-COM-EXT-1 Evidence has no extensions', set('/extensions', {})],
    ]),
    ...rows('extension-profile', signedShape('extension-profile', 'minimal'), [
      ['overrides-core', 'DATA-066 a profile that overrides the core', set('/overridesCoreInvariants', true)],
      ['core-command-kind', 'DOC-PROF-08 a core kind in a profile', set('/commandKinds', ['work.propose'])],
      ['kind-twice', 'DOC-PROF-09 a kind twice', set('/eventKinds', ['ext.a.b.c', 'ext.a.b.c'])],
      ['critical-text', 'DOC-PROF-07 critical is a boolean', set('/critical', 'false')],
    ]),
    ...rows('group-snapshot', signedShape('group-snapshot', 'minimal'), [
      ['no-policy-log', 'DOC-SNAP-06 an empty policy log', set('/policyLog', [])],
      ['by-agent', 'DOC-SNAP-13 created by an agent', set('/createdBy', asActor(INSPECTOR))],
      ['no-events', 'DOC-SNAP-04 no event ids', set('/eventIds', [])],
      [
        'policy-time',
        'DATA-023 a policy entry at -00:00',
        set('/policyLog/0/occurredAt', '2027-03-01T08:00:00-00:00'),
      ],
    ]),
  ];
}

function decisionWithoutSource(): Change {
  return set('/decisions', [{ description: `about ${WORK_ITEM} at ${at('08:00:00')}`, sourceEventIds: [] }]);
}

/** All invalid structural vectors of the Signed Documents, Commands apart. */
export function invalidSignedVectors(): StructuralVector[] {
  return [...everyKind(), ...otherSigned()];
}
