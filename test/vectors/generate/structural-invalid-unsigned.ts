// Invalid structural vectors of the unsigned documents and of the frames.
import { raw } from './bytes.ts';
import * as unsigned from './documents-unsigned.ts';
import * as work from './documents-work.ts';
import { type Change, drop, edit, set } from './edit.ts';
import * as frames from './frames.ts';
import { type Row, rows, type StructuralVector, vector } from './structural-vector.ts';
import { asActor, at, COORDINATOR, hashFor, MISSION_OWNER, urn, WORK_ITEM } from './world.ts';

/** What every closed object without signature refuses. */
function everySchema(): StructuralVector[] {
  const bases: readonly (readonly [schema: string, base: object, required: string])[] = [
    ['conversation', unsigned.MINIMAL_CONVERSATION, 'title'],
    ['error', unsigned.MINIMAL_ERROR, 'retryable'],
    ['first-admission-record', unsigned.MINIMAL_RECORD, 'trustedAcceptedAt'],
    ['group', unsigned.MINIMAL_GROUP, 'mainConversationId'],
    ['lease', work.COORDINATOR_LEASE, 'expiresAt'],
    ['membership', unsigned.MINIMAL_MEMBERSHIP, 'scopes'],
    ['message', unsigned.MINIMAL_MESSAGE, 'authority'],
    ['mission', unsigned.MINIMAL_MISSION, 'coordinator'],
    ['presence-record', unsigned.MINIMAL_PRESENCE, 'capacity'],
    ['work-contract', work.MINIMAL_CONTRACT, 'acceptanceCriteria'],
    ['work-item', work.MINIMAL_WORK_ITEM, 'contract'],
  ];
  return bases.flatMap(([schema, base, required]) =>
    rows(schema, base, [
      ['unknown-member', `DOC-002 ${schema} with an unknown member`, set('/note', 'not in the schema')],
      [`without-${required.toLowerCase()}`, `section 2 ${schema} without ${required}`, drop(`/${required}`)],
    ]),
  );
}

function missions(): StructuralVector[] {
  return [
    ...rows('mission', unsigned.MINIMAL_MISSION, [
      ['root-of-agent', 'DOC-MISN-C1 a root Mission of an agent', set('/missionOwner', asActor(COORDINATOR))],
      [
        'root-without-human-approval',
        'DOC-MISN-C1 a root Mission without final human approval',
        set('/approvalPolicy/finalHumanApproval', false),
      ],
      ['state-completed', 'DOC-MISN-12 unknown state', set('/state', 'completed')],
      ['budget-empty', 'DOC-COM-BUDGET-C1 an empty budget', set('/budget', {})],
      ['budget-currency-only', 'DOC-COM-BUDGET-C1 only a currency', set('/budget', { currency: 'EUR' })],
      [
        'budget-limit-only',
        'DOC-COM-BUDGET-C1 a limit without currency',
        set('/budget', { financialLimit: 5 }),
      ],
      [
        'budget-negative',
        'DOC-COM-BUDGET-02 a negative limit',
        set('/budget', { financialLimit: -0.01, currency: 'EUR' }),
      ],
      [
        'budget-currency-lower-case',
        'DOC-COM-BUDGET-01 a lower-case currency',
        set('/budget', { financialLimit: 1, currency: 'eur' }),
      ],
      ['criteria-empty', 'DOC-MISN-05 no definition of done', set('/definitionOfDone', [])],
      [
        'criterion-failure-report',
        'DOC-COM-ACCEPTANCECRITERION-03 failure_report cannot be required',
        set('/definitionOfDone/0/evidenceRequired', ['failure_report']),
      ],
      [
        'criterion-evidence-twice',
        'DOC-COM-ACCEPTANCECRITERION-03 an evidence type twice',
        set('/definitionOfDone/0/evidenceRequired', ['human_review', 'human_review']),
      ],
      [
        'profile-twice',
        'DOC-MISN-24 a pinned profile twice, with its members in another order',
        set('/pinnedProfiles', [
          { profileUri: urn('profile', 'x'), majorVersion: 1 },
          { majorVersion: 1, profileUri: urn('profile', 'x') },
        ]),
      ],
    ]),
    ...rows('mission', unsigned.CHILD_MISSION, [
      [
        'child-of-human',
        'DOC-MISN-C2 a child Mission of a human',
        set('/missionOwner', asActor(MISSION_OWNER)),
      ],
      ['child-depth-zero', 'DOC-MISN-22 a child of depth 0', set('/parent/depth', 0)],
    ]),
  ];
}

function groups(): StructuralVector[] {
  return [
    ...rows('group', unsigned.MAXIMAL_GROUP, [
      ['archived-without-time', 'DOC-GRP-C1 archived without archivedAt', drop('/archivedAt')],
      ['archived-without-snapshot', 'DOC-GRP-C1 archived without snapshot', drop('/archiveSnapshotId')],
    ]),
    ...rows('group', unsigned.MINIMAL_GROUP, [
      ['active-with-time', 'DOC-GRP-C2 active with archivedAt', set('/archivedAt', at('18:00:00'))],
      [
        'active-with-snapshot',
        'DOC-GRP-C2 active with snapshot',
        set('/archiveSnapshotId', urn('snapshot', 'x')),
      ],
      ['state-unknown', 'DOC-GRP-03 unknown state', set('/state', 'paused')],
    ]),
    ...rows('membership', unsigned.PROVISIONAL_MEMBERSHIP, [
      ['provisional-without-context', 'DOC-MEMB-C1 provisional without context', drop('/contextPackageId')],
      ['provisional-without-expiry', 'DOC-MEMB-C1 provisional without expiry', drop('/provisionalExpiresAt')],
    ]),
    ...rows('membership', unsigned.MINIMAL_MEMBERSHIP, [
      ['active-without-time', 'DOC-MEMB-C2 active without activatedAt', drop('/activatedAt')],
      ['ended-without-time', 'DOC-MEMB-C3 ended without endedAt', set('/state', 'ended')],
      ['scopes-empty', 'DOC-MEMB-08 no scope', set('/scopes', [])],
      ['scope-twice', 'DOC-MEMB-08 a scope twice', set('/scopes', ['a', 'a'])],
      ['scope-upper-case', 'DOC-MEMB-08 an upper-case scope', set('/scopes', ['Work'])],
      ['role-unknown', 'DOC-MEMB-05 unknown role', set('/role', 'guest')],
      ['role-list', 'DOC-MEMB-05 a role is a single value', set('/role', ['worker'])],
    ]),
    ...rows(
      'membership',
      unsigned.MAXIMAL_MEMBERSHIP,
      Object.keys(unsigned.FULL_BUDGET).map((name): Row => [
        `grant-budget-without-${name.toLowerCase()}`,
        `DOC-MEMB-C4 a grant whose budget lacks ${name}`,
        drop(`/delegationGrants/0/budget/${name}`),
      ]),
    ),
    ...rows('conversation', unsigned.RESTRICTED_CONVERSATION, [
      ['restricted-without-members', 'DOC-CONV-C1 restricted without members', drop('/access/members')],
      ['members-empty', 'DOC-CONV-09 an empty list of members', set('/access/members', [])],
      ['restricted-type-open', 'DOC-CONV-C3 restricted with open access', set('/access/mode', 'group')],
    ]),
    ...rows('conversation', unsigned.MINIMAL_CONVERSATION, [
      [
        'work-item-without-primary',
        'DOC-CONV-C2 work_item without primaryWorkItemId',
        set('/type', 'work_item'),
      ],
      ['title-501-characters', 'DOC-CONV-06 a title of 501 characters', set('/title', 't'.repeat(501))],
    ]),
    ...rows('message', unsigned.MINIMAL_MESSAGE, [
      ['with-authority', 'DOC-MSG-07 a Message with authority', set('/authority', true)],
      ['authority-zero', 'DOC-MSG-07 0 is not false', set('/authority', 0)],
      ['content-empty', 'DOC-MSG-09 no content', set('/content', [])],
      [
        'content-unknown',
        'DOC-MSG-C1 unknown type of content',
        set('/content/0', { type: 'html', text: '<p>' }),
      ],
      ['content-mixed', 'DOC-MSG-C1 text with a hash', set('/content/0/artifactHash', hashFor('x'))],
      ['content-data-missing', 'DOC-MSG-16 data must be present', set('/content/0', dataRefWithoutData())],
      [
        'correction-without-target',
        'DOC-MSG-C2 correction without target',
        set('/kind', 'correction'),
        set('/reason', 'wrong'),
      ],
      [
        'retraction-without-reason',
        'DOC-MSG-C2 retraction without reason',
        set('/kind', 'retraction'),
        set('/targetMessageId', urn('message', 'x')),
      ],
      ['redaction-bare', 'DOC-MSG-C2 redaction without target and reason', set('/kind', 'redaction')],
    ]),
  ];
}

function dataRefWithoutData() {
  return { type: 'data_ref', schema: urn('schema', 'x') };
}

function workDocuments(): StructuralVector[] {
  return [
    ...rows('work-contract', work.MINIMAL_CONTRACT, [
      ['no-criteria', 'DOC-CONT-08 no acceptance criteria', set('/acceptanceCriteria', [])],
      ['no-capability', 'DOC-CONT-12 no required capability', set('/requiredCapabilities', [])],
      ['duration-p', 'DOC-COM-10 P is no duration', set('/retryPolicy/maxDelay', 'P')],
      ['duration-pt', 'DOC-COM-10 PT is no duration', set('/retryPolicy/maxDelay', 'PT')],
      ['duration-month', 'DOC-COM-10 months are no duration', set('/retryPolicy/maxDelay', 'P1M')],
      [
        'duration-fraction',
        'DOC-COM-10 only seconds have a fraction',
        set('/retryPolicy/maxDelay', 'PT1.5H'),
      ],
      [
        'failure-lower-case',
        'DOC-CONT-20 a lower-case failure code',
        set('/retryPolicy/retryableFailures', ['no']),
      ],
      ['attempts-zero', 'DOC-CONT-17 no attempt', set('/retryPolicy/maxAttempts', 0)],
      [
        'operations-empty',
        'DOC-COM-RESOURCEGRANT-02 a resource without operation',
        set('/allowedResources', [{ resource: urn('resource', 'loom'), operations: [] }]),
      ],
      ['risk-unknown', 'DOC-CONT-22 unknown risk', set('/sideEffectRisk', 'some')],
    ]),
    ...['queued', 'active', 'blocked', 'submitted', 'verified'].flatMap((state) =>
      rows('work-item', { ...work.MAXIMAL_WORK_ITEM, state }, [
        [`${state}-without-owner`, `DOC-WORK-C1 ${state} without owner`, drop('/owner')],
        [
          `${state}-without-selection`,
          `DOC-WORK-C1 ${state} without selectionBasis`,
          drop('/selectionBasis'),
        ],
      ]),
    ),
    ...['submitted', 'verified'].flatMap((state) =>
      rows('work-item', { ...work.MAXIMAL_WORK_ITEM, state }, [
        [`${state}-without-submission`, `DOC-WORK-C2 ${state} without submission`, drop('/submission')],
      ]),
    ),
    ...rows('work-item', work.MAXIMAL_WORK_ITEM, [
      ['state-accepted', 'DOC-WORK-06 unknown state', set('/state', 'accepted')],
      [
        'confidence-above-one',
        'DOC-WORK-34 a confidence above 1',
        set('/scheduleEstimate/confidence', 1.0001),
      ],
      [
        'confidence-out-of-range',
        'DATA-004 1e400 is above 1',
        set('/scheduleEstimate/confidence', raw('1e400')),
      ],
      ['cost-out-of-range', 'DATA-004 -1e400 is below 0', set('/selectionBasis/expectedCost', raw('-1e400'))],
      ['cost-negative', 'DOC-WORK-28 a negative cost', set('/selectionBasis/expectedCost', -1)],
      ['contract-broken', 'DOC-WORK-08 a broken contract inside', drop('/contract/goal')],
      [
        'evidence-twice',
        'DOC-WORK-43 an evidence id twice',
        set('/progress/evidenceIds', [WORK_ITEM, WORK_ITEM]),
      ],
    ]),
    ...rows('lease', work.COORDINATOR_LEASE, [
      ['coordinator-without-epoch', 'DOC-LEASE-C1 coordinator without its epoch', drop('/coordinatorEpoch')],
      ['renewed-without-time', 'DOC-LEASE-C5 renewed without lastRenewedAt', set('/renewalCount', 1)],
      [
        'never-renewed-with-time',
        'DOC-LEASE-C5 lastRenewedAt without renewal',
        set('/lastRenewedAt', at('08:00:00')),
      ],
      ['active-with-closed-at', 'DOC-LEASE-C6 active with closedAt', set('/closedAt', at('08:00:00'))],
      ['active-with-reason', 'DOC-LEASE-C6 active with closureReason', set('/closureReason', 'none')],
      ['type-unknown', 'DOC-LEASE-02 unknown type', set('/leaseType', 'review')],
    ]),
    ...rows('lease', work.OWNERSHIP_LEASE, [
      ['ownership-without-start-by', 'DOC-LEASE-C3 ownership without startBy', drop('/startBy')],
      ['ownership-without-work-item', 'DOC-LEASE-C2 ownership without workItemId', drop('/workItemId')],
      ['closed-without-time', 'DOC-LEASE-C6 released without closedAt', drop('/closedAt')],
      ['closed-without-reason', 'DOC-LEASE-C6 released without closureReason', drop('/closureReason')],
      ['reason-blank', 'DOC-LEASE-19 a blank closureReason', set('/closureReason', ' \t ')],
      [
        'blocked-without-ownership-epoch',
        'DOC-LEASE-C2 blocked without ownershipEpoch',
        set('/leaseType', 'blocked'),
        drop('/ownershipEpoch'),
      ],
    ]),
    ...rows('lease', work.EXECUTION_LEASE, [
      ['execution-without-epoch', 'DOC-LEASE-C2 execution without ownershipEpoch', drop('/ownershipEpoch')],
      [
        'execution-with-coordinator',
        'DOC-LEASE-C4 execution with coordinatorEpoch',
        set('/coordinatorEpoch', 1),
      ],
      ['execution-with-start-by', 'DOC-LEASE-C4 execution with startBy', set('/startBy', at('08:40:00'))],
      [
        'execution-with-grace',
        'DOC-LEASE-C4 execution with graceExpiresAt',
        set('/graceExpiresAt', at('09:35:00')),
      ],
      [
        'execution-with-token',
        'DOC-LEASE-C4 execution with capabilityTokenId',
        set('/capabilityTokenId', 'x:'),
      ],
    ]),
  ];
}

function records(): StructuralVector[] {
  return [
    ...rows('first-admission-record', unsigned.MINIMAL_RECORD, [
      ['with-signature', 'DOC-FAR-C1 a record with a signature', set('/signature', { algorithm: 'Ed25519' })],
      ['accepted-by-agent', 'DOC-FAR-09 accepted by an agent', set('/acceptedBy', asActor(COORDINATOR))],
      ['kind-message', 'DOC-FAR-04 a Message is no Signed Document', set('/documentKind', 'message')],
      ['time-leap-second', 'DATA-021 a leap second', set('/trustedAcceptedAt', '2027-06-30T23:59:60Z')],
    ]),
    ...rows('error', unsigned.MINIMAL_ERROR, [
      ['code-internal', 'DOC-ERR-C1 an internal code', set('/code', 'STALE_COORDINATOR_EPOCH')],
      ['code-lower-case', 'DOC-ERR-C1 a lower-case code', set('/code', 'auth_required')],
      ['message-empty', 'DOC-ERR-02 an empty message', set('/message', '')],
      ['retry-after-fraction', 'DOC-ERR-10 a fraction of a millisecond', set('/retryAfterMs', 0.5)],
    ]),
    ...rows('presence-record', unsigned.MINIMAL_PRESENCE, [
      ['credentials', 'DOC-002 presence with credentials', set('/credentials', { token: 'x' })],
      ['status-unknown', 'DOC-PRES-03 unknown status', set('/status', 'asleep')],
      ['slots-zero', 'DOC-PRES-05 no slot', set('/capacity/maxSlots', 0)],
    ]),
  ];
}

function frameVectors(): StructuralVector[] {
  const frame = (file: string, name: string, base: object, ...changes: readonly Change[]) =>
    vector('websocket-frame', `frame-${file}`, name, edit(base, ...changes));
  const { CLIENT_INIT, SERVER_ACCEPT, MINIMAL_SUBSCRIBE, MINIMAL_ACK, MINIMAL_PING } = frames;
  return [
    frame('type-unknown', 'DOC-WS-C1 unknown frameType', MINIMAL_PING, set('/frameType', 'MESSAGE_DELTA')),
    frame('type-missing', 'DOC-WS-C1 no frameType', MINIMAL_PING, drop('/frameType')),
    frame('phase-unknown', 'DOC-WS-C1 unknown phase', CLIENT_INIT, set('/phase', 'client_goodbye')),
    frame(
      'phase-swapped',
      'DOC-WS-C1 members of another phase',
      CLIENT_INIT,
      set('/phase', 'client_response'),
    ),
    frame(
      'two-alternatives',
      'DOC-WS-C1 PING with an error',
      MINIMAL_PING,
      set('/error', unsigned.MINIMAL_ERROR),
    ),
    frame('without-frame-id', 'DOC-WS-C2 no frameId', MINIMAL_ACK, drop('/frameId')),
    frame('without-version', 'DOC-WS-C2 no protocolVersion', MINIMAL_ACK, drop('/protocolVersion')),
    frame('version', 'DOC-WS-C2 another protocolVersion', MINIMAL_ACK, set('/protocolVersion', '1.0')),
    frame(
      'hello-no-version',
      'DOC-WS-HELLOCLIENTINIT-08 no version',
      CLIENT_INIT,
      set('/supportedVersions', []),
    ),
    frame(
      'hello-nonce',
      'DOC-WS-HELLOCLIENTINIT-07 a padded nonce',
      CLIENT_INIT,
      set('/clientNonce', 'AA=='),
    ),
    frame(
      'hello-challenge-too-long',
      'DOC-WS-HELLOSERVERCHALLENGE-08 a challenge of 4097 characters',
      frames.SERVER_CHALLENGE,
      set('/challenge', 'x'.repeat(4097)),
    ),
    frame(
      'hello-response-without-signature',
      'DOC-WS-HELLOCLIENTRESPONSE-09 no challengeSignature',
      frames.CLIENT_RESPONSE,
      drop('/challengeSignature'),
    ),
    frame(
      'hello-token',
      'DOC-WS-HELLOSERVERACCEPT-06 a token of 15',
      SERVER_ACCEPT,
      set('/sessionToken', 'x'.repeat(15)),
    ),
    frame('hello-epoch', 'DOC-WS-HELLOSERVERACCEPT-07 epoch 0', SERVER_ACCEPT, set('/sessionEpoch', 0)),
    frame('subscribe-nothing', 'DOC-WS-SUBSCRIBE-05 no Group', MINIMAL_SUBSCRIBE, set('/groups', [])),
    frame(
      'subscribe-negative',
      'DOC-WS-SUBSCRIBE-07 below 0',
      MINIMAL_SUBSCRIBE,
      set('/groups/0/afterSequence', -1),
    ),
    frame(
      'subscribe-kind-hyphen',
      'DOC-COM-03 a hyphen in a kind',
      MINIMAL_SUBSCRIBE,
      set('/groups/0/attention', { eventKinds: ['work.re-started'] }),
    ),
    frame(
      'command-unsigned',
      'DOC-WS-COMMAND-04 an unsigned Command',
      frames.COMMAND_FRAME,
      drop('/command/signature'),
    ),
    frame(
      'event-in-command',
      'DOC-WS-COMMAND-04 an Event',
      frames.COMMAND_FRAME,
      set('/command', frames.EVENT_FRAME.event),
    ),
    frame(
      'event-sequence-zero',
      'DOC-WS-EVENT-04 a broken Event',
      frames.EVENT_FRAME,
      set('/event/sequence', 0),
    ),
    frame('ack-nothing', 'DOC-WS-ACK-04 no acknowledgement', MINIMAL_ACK, set('/acknowledgements', [])),
    frame('ping-without-nonce', 'DOC-WS-PING-04 no nonce', MINIMAL_PING, drop('/nonce')),
    frame('ping-presence', 'DOC-WS-PING-07 a broken presence', frames.MAXIMAL_PING, drop('/presence/status')),
    frame(
      'error-code',
      'DOC-WS-ERROR-04 a broken error',
      frames.MINIMAL_ERROR_FRAME,
      set('/error/code', 'OOPS'),
    ),
    frame(
      'error-extensions',
      'DOC-COM-EXT-1 a frame has no extensions',
      MINIMAL_PING,
      set('/extensions', {}),
    ),
  ];
}

/** All invalid structural vectors of unsigned documents and frames. */
export function invalidUnsignedVectors(): StructuralVector[] {
  return [...everySchema(), ...missions(), ...groups(), ...workDocuments(), ...records(), ...frameVectors()];
}
