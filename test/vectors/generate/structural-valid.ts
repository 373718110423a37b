// Valid structural vectors: of every schema a minimal and a maximal document, and the edges of the common rules.
import { DOCUMENT_KINDS } from '../../../core/protocol/document-kinds.ts';
import { raw } from './bytes.ts';
import { drop, edit, set } from './edit.ts';
import * as unsigned from './documents-unsigned.ts';
import * as work from './documents-work.ts';
import * as frames from './frames.ts';
import { signedShape, type StructuralVector, vector } from './structural-vector.ts';
import { asActor, at, COORDINATOR, MISSION_OWNER, OTHER_SERVICE, REGISTRY_SERVICE, urn } from './world.ts';

const COMMAND = signedShape('command', 'minimal');
const EVENT = signedShape('event', 'minimal');
const APPROVAL = signedShape('approval', 'minimal');
const SESSION_OPEN = 'ext.missionweaveprotocol.identity.session_open';
const CARD_REGISTER = 'ext.missionweaveprotocol.registry.agent_card_register';

/** The smallest Command of a service: no Group and no epochs, so its kind must be an extension's. */
export const SERVICE_COMMAND = edit(
  COMMAND,
  set('/actor', asActor(OTHER_SERVICE)),
  set('/kind', 'ext.loomworks.thread.count'),
  drop('/groupId'),
  drop('/sessionEpoch'),
  drop('/membershipEpoch'),
);

/** The Command with which a human creates a Mission. */
export const MISSION_CREATE = edit(
  COMMAND,
  set('/actor', asActor(MISSION_OWNER)),
  set('/kind', 'mission.create'),
  drop('/sessionEpoch'),
  drop('/membershipEpoch'),
);

/** A Command of a human inside a Group. */
export const HUMAN_COMMAND = edit(
  COMMAND,
  set('/actor', asActor(MISSION_OWNER)),
  set('/kind', 'message.post'),
  drop('/sessionEpoch'),
);

/** An Event of the Organization, outside every Group. */
export const ORGANIZATION_EVENT = edit(
  EVENT,
  set('/kind', 'ext.missionweaveprotocol.registry.agent_card_registered'),
  set('/actor', asActor(REGISTRY_SERVICE)),
  drop('/groupId'),
  drop('/sequence'),
  drop('/aggregateRevision'),
);

function pairs(): StructuralVector[] {
  const signed = DOCUMENT_KINDS.flatMap((kind) => [
    vector(kind, `${kind}-minimal`, `minimal ${kind}`, signedShape(kind, 'minimal')),
    vector(kind, `${kind}-maximal`, `maximal ${kind}`, signedShape(kind, 'maximal')),
  ]);
  const others: readonly (readonly [schema: string, minimal: object, maximal: object])[] = [
    ['conversation', unsigned.MINIMAL_CONVERSATION, unsigned.MAXIMAL_CONVERSATION],
    ['error', unsigned.MINIMAL_ERROR, unsigned.MAXIMAL_ERROR],
    ['first-admission-record', unsigned.MINIMAL_RECORD, unsigned.MAXIMAL_RECORD],
    ['group', unsigned.MINIMAL_GROUP, unsigned.MAXIMAL_GROUP],
    ['lease', work.COORDINATOR_LEASE, work.OWNERSHIP_LEASE],
    ['membership', unsigned.MINIMAL_MEMBERSHIP, unsigned.MAXIMAL_MEMBERSHIP],
    ['message', unsigned.MINIMAL_MESSAGE, unsigned.MAXIMAL_MESSAGE],
    ['mission', unsigned.MINIMAL_MISSION, unsigned.MAXIMAL_MISSION],
    ['presence-record', unsigned.MINIMAL_PRESENCE, unsigned.MAXIMAL_PRESENCE],
    ['work-contract', work.MINIMAL_CONTRACT, work.MAXIMAL_CONTRACT],
    ['work-item', work.MINIMAL_WORK_ITEM, work.MAXIMAL_WORK_ITEM],
  ];
  return [
    ...signed,
    ...others.flatMap(([schema, minimal, maximal]) => [
      vector(schema, `${schema}-minimal`, `minimal ${schema}`, minimal),
      vector(schema, `${schema}-maximal`, `maximal ${schema}`, maximal),
    ]),
  ];
}

function frameVectors(): StructuralVector[] {
  const frame = (file: string, name: string, document: object) =>
    vector('websocket-frame', `frame-${file}`, `DOC-WS-C1 ${name}`, document);
  return [
    frame('hello-client-init', 'HELLO client_init', frames.CLIENT_INIT),
    frame(
      'hello-server-challenge',
      'HELLO server_challenge with the longest challenge',
      frames.SERVER_CHALLENGE,
    ),
    frame('hello-client-response', 'HELLO client_response', frames.CLIENT_RESPONSE),
    frame('hello-server-accept', 'HELLO server_accept with the shortest token', frames.SERVER_ACCEPT),
    frame('subscribe-minimal', 'SUBSCRIBE to one Group without a filter', frames.MINIMAL_SUBSCRIBE),
    frame('subscribe-maximal', 'SUBSCRIBE with a full and an empty filter', frames.MAXIMAL_SUBSCRIBE),
    frame('command-minimal', 'COMMAND with a minimal Command', frames.COMMAND_FRAME),
    frame('command-maximal', 'COMMAND with a maximal Command', frames.MAXIMAL_COMMAND_FRAME),
    frame('event-minimal', 'EVENT with a minimal Event', frames.EVENT_FRAME),
    frame('event-maximal', 'EVENT with a maximal Event', frames.MAXIMAL_EVENT_FRAME),
    frame('ack-minimal', 'ACK of sequence 0', frames.MINIMAL_ACK),
    frame('ack-repeated', 'ACK may name a Group twice: its list is not a set', frames.MAXIMAL_ACK),
    frame('ping-minimal', 'PING with a nonce', frames.MINIMAL_PING),
    frame('ping-maximal', 'PING with an answer and presence', frames.MAXIMAL_PING),
    frame('error-minimal', 'ERROR with a minimal error', frames.MINIMAL_ERROR_FRAME),
    frame('error-maximal', 'ERROR with a maximal error', frames.MAXIMAL_ERROR_FRAME),
  ];
}

function variants(): StructuralVector[] {
  return [
    vector('command', 'command-mission-create', 'DOC-CMD-C5 a human creates a Mission', MISSION_CREATE),
    vector(
      'command',
      'command-mission-create-follow-up',
      'DOC-CMD-C5 a human creates a follow-up Mission',
      edit(MISSION_CREATE, set('/kind', 'mission.create_follow_up')),
    ),
    vector('command', 'command-human-message', 'DOC-CMD-C4 a human posts a Message', HUMAN_COMMAND),
    vector(
      'command',
      'command-human-with-coordinator-epoch',
      'DOC-CMD-C4 a human Command may carry a coordinatorEpoch',
      edit(HUMAN_COMMAND, set('/coordinatorEpoch', 1)),
    ),
    vector('command', 'command-service-extension', 'DOC-CMD-C2 a service without Group', SERVICE_COMMAND),
    vector(
      'command',
      'command-service-core-kind',
      'DOC-CMD-C3 a service cancels a Mission in its Group',
      edit(SERVICE_COMMAND, set('/kind', 'mission.cancel'), set('/groupId', COMMAND.groupId)),
    ),
    vector(
      'command',
      'command-service-terminates',
      'DOC-CMD-C8 a service terminates a Mission without a coordinatorEpoch',
      edit(SERVICE_COMMAND, set('/kind', 'mission.terminate'), set('/groupId', COMMAND.groupId)),
    ),
    vector(
      'command',
      'command-agent-terminates',
      'DOC-CMD-C8 an agent terminates a Mission with its coordinatorEpoch',
      edit(COMMAND, set('/kind', 'mission.terminate'), set('/coordinatorEpoch', 1)),
    ),
    vector(
      'command',
      'command-session-open',
      'DOC-CMD-C6 a service opens a session',
      edit(SERVICE_COMMAND, set('/kind', SESSION_OPEN)),
    ),
    vector(
      'command',
      'command-card-register',
      'DOC-CMD-C6 a service registers an Agent Card',
      edit(SERVICE_COMMAND, set('/kind', CARD_REGISTER)),
    ),
    vector(
      'command',
      'command-longest-kind',
      'DOC-CMD-11 an extension kind of 160 characters',
      edit(SERVICE_COMMAND, set('/kind', `ext.loomworks.thread.${'c'.repeat(139)}`)),
    ),
    vector('event', 'event-organization', 'DOC-EVT-C1 an Event of the Organization', ORGANIZATION_EVENT),
    vector(
      'event',
      'event-session-opened',
      'DOC-EVT-C1 the Event of an opened session',
      edit(ORGANIZATION_EVENT, set('/kind', 'ext.missionweaveprotocol.identity.session_opened')),
    ),
    vector(
      'event',
      'event-extension-kind',
      'DOC-EVT-C2 an extension Event in a Group',
      edit(EVENT, set('/kind', 'ext.loomworks.thread.counted')),
    ),
    vector(
      'approval',
      'approval-final-approved',
      'DOC-APPR-C1 a final approval names an Artifact',
      edit(
        APPROVAL,
        set('/decision', 'approved'),
        set('/artifactHashes', [unsigned.MINIMAL_RECORD.signingHash]),
      ),
    ),
    vector(
      'approval',
      'approval-child-by-agent',
      'DOC-APPR-C2 an agent decides about a child Mission',
      edit(APPROVAL, set('/kind', 'child_mission'), set('/approver', asActor(COORDINATOR))),
    ),
    vector(
      'approval',
      'approval-execution-approved-without-artifact',
      'DOC-APPR-C1 an execution approval needs no Artifact',
      edit(
        APPROVAL,
        set('/kind', 'work_execution'),
        set('/decision', 'approved'),
        set('/workItemId', urn('work-item', 'dye')),
      ),
    ),
    vector('mission', 'mission-child', 'DOC-MISN-C2 a child Mission of an agent', unsigned.CHILD_MISSION),
    vector(
      'mission',
      'mission-child-final-human',
      'DOC-MISN-C2 a child Mission may ask for a human too',
      edit(unsigned.CHILD_MISSION, set('/approvalPolicy/finalHumanApproval', true)),
    ),
    vector(
      'membership',
      'membership-provisional',
      'DOC-MEMB-C1 a provisional Membership',
      unsigned.PROVISIONAL_MEMBERSHIP,
    ),
    vector(
      'conversation',
      'conversation-restricted',
      'DOC-CONV-C3 a restricted Conversation',
      unsigned.RESTRICTED_CONVERSATION,
    ),
    vector('work-item', 'work-item-active', 'DOC-WORK-C1 an active WorkItem', work.ACTIVE_WORK_ITEM),
    vector('lease', 'lease-execution', 'DOC-LEASE-C4 an execution lease', work.EXECUTION_LEASE),
    vector(
      'lease',
      'lease-blocked-expired',
      'DOC-LEASE-C2 an expired blocked lease',
      edit(
        work.OWNERSHIP_LEASE,
        set('/leaseType', 'blocked'),
        set('/state', 'expired'),
        drop('/startBy'),
        set('/closedAt', at('09:20:00')),
      ),
    ),
  ];
}

function commonRules(): StructuralVector[] {
  const command = (file: string, name: string, ...changes: Parameters<typeof edit>[1][]) =>
    vector('command', `command-${file}`, name, edit(COMMAND, ...changes));
  const uri = (file: string, text: string) =>
    command(`uri-${file}`, `DATA-042 ${text} is an absolute URI`, set('/actionId', text));
  return [
    uri('empty-hier-part', 'loom:'),
    uri('path-absolute', 'loom:/warp'),
    uri('percent-encoded', 'urn:heddle:test:%C3%A4'),
    uri('ipv6', 'https://[2001:db8::7]/warp'),
    uri('ipv6-with-ipv4', 'l://[::ffff:10.0.255.7]/'),
    uri('ip-future', 'l://[vF.loom:7]/'),
    uri('ip-future-upper-case', 'l://[VF.loom]/'),
    uri('user-and-port', 'loom://shuttle:x@host.example:/a;b=1/../c?q=/?&r#/?'),
    command(
      'id-512-characters',
      'DOC-COM-02 an Id of 512 characters',
      set('/actionId', `urn:heddle:${'a'.repeat(501)}`),
    ),
    command('integer-as-fraction', 'DATA-007 7.0 is an integer', set('/expectedRevision', raw('7.0'))),
    command('integer-as-exponent', 'DATA-007 7e0 is an integer', set('/sessionEpoch', raw('7e0'))),
    command(
      'time-with-offset',
      'DATA-023 an offset of +23:59 and lower-case t',
      set('/issuedAt', '2027-03-01t08:00:00.000+23:59'),
      set('/signature/createdAt', at('08:00:00')),
    ),
    command('time-plus-zero', 'DATA-023 +00:00 is an offset', set('/issuedAt', '2027-03-01T08:00:00+00:00')),
    command('time-leap-day', 'DATA-021 29 February of a leap year', set('/issuedAt', '2000-02-29T23:59:59z')),
    command('time-first-year', 'DATA-021 the year 0001', set('/issuedAt', '0001-01-01T00:00:00Z')),
    command(
      'payload-number-out-of-range',
      'DATA-004 1e400 where the schema allows any value',
      set('/payload/huge', raw('1e400')),
    ),
    command(
      'payload-lone-surrogate',
      'DATA-004 a lone surrogate where the schema allows any value',
      set('/payload/broken', raw(String.raw`"\ud83e"`)),
    ),
    command(
      'payload-member-proto',
      'DATA-006 __proto__ is an ordinary member name',
      set('/payload/__proto__', { polluted: true }),
    ),
    vector(
      'agent-card',
      'agent-card-name-200-code-points',
      'DOC-CARD-04 length counts code points, not UTF-16 units',
      edit(signedShape('agent-card', 'minimal'), set('/displayName', '🧵'.repeat(200))),
    ),
    vector(
      'evidence',
      'evidence-subject-is-hash',
      'DOC-EVID-08 the subject may be a content hash',
      edit(signedShape('evidence', 'minimal'), set('/subject/id', unsigned.MINIMAL_RECORD.signingHash)),
    ),
    vector(
      'mission',
      'mission-budget-limit-without-currency',
      'DOC-COM-BUDGET-C1 a financialLimit without currency beside another limit',
      edit(unsigned.MINIMAL_MISSION, set('/budget', { financialLimit: 5, toolCallLimit: 1 })),
    ),
    vector(
      'mission',
      'mission-budget-money-only',
      'DOC-COM-BUDGET-C1 a financialLimit with its currency',
      edit(unsigned.MINIMAL_MISSION, set('/budget', { financialLimit: 0, currency: 'EUR' })),
    ),
    vector(
      'mission',
      'mission-budget-out-of-range',
      'DATA-004 1e400 is a number of at least 0',
      edit(unsigned.MINIMAL_MISSION, set('/budget', { financialLimit: raw('1e400'), currency: 'EUR' })),
    ),
    vector(
      'work-contract',
      'work-contract-one-day',
      'DOC-COM-10 P1D is a duration',
      edit(work.MINIMAL_CONTRACT, set('/retryPolicy/maxDelay', 'P1D')),
    ),
    vector(
      'work-item',
      'work-item-confidence-zero',
      'DOC-WORK-34 a confidence of exactly 0',
      edit(work.MAXIMAL_WORK_ITEM, set('/scheduleEstimate/confidence', 0)),
    ),
  ];
}

/** All valid structural vectors. */
export function validVectors(): StructuralVector[] {
  return [...pairs(), ...frameVectors(), ...variants(), ...commonRules()];
}
