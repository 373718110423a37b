// Invalid structural vectors of Commands: every conditional rule, and through Commands the faults of common types.
import { raw } from './bytes.ts';
import { drop, edit, set } from './edit.ts';
import { HUMAN_COMMAND, MISSION_CREATE, SERVICE_COMMAND } from './structural-valid.ts';
import { type Row, rows, signedShape, type StructuralVector, vector } from './structural-vector.ts';
import { asActor, OTHER_SERVICE, urn } from './world.ts';

const COMMAND = signedShape('command', 'minimal');
const OVERLONG_ID = `urn:heddle:${'a'.repeat(502)}`;
const COORDINATOR_KINDS = [
  'mission.renew_coordinator',
  'mission.submit_for_approval',
  'mission.create_child',
  'membership.grant_delegation',
  'work.accept_result',
] as const;

function commandConditions(): StructuralVector[] {
  return [
    ...rows('command', COMMAND, [
      ['agent-without-group', 'DOC-CMD-C1 agent without groupId', drop('/groupId')],
      ['agent-without-session-epoch', 'DOC-CMD-C1 agent without sessionEpoch', drop('/sessionEpoch')],
      [
        'agent-without-membership-epoch',
        'DOC-CMD-C1 agent without membershipEpoch',
        drop('/membershipEpoch'),
      ],
      [
        'agent-extension-without-group',
        'DOC-CMD-C1 agent with an extension kind and no groupId',
        set('/kind', 'ext.loomworks.thread.count'),
        drop('/groupId'),
      ],
      [
        'agent-extension-without-session-epoch',
        'DOC-CMD-C1 agent with an extension kind and no sessionEpoch',
        set('/kind', 'ext.loomworks.thread.count'),
        drop('/sessionEpoch'),
      ],
      [
        'mission-create-by-agent',
        'DOC-CMD-C5 an agent cannot create a Mission',
        set('/kind', 'mission.create'),
      ],
      [
        'session-open-by-agent',
        'DOC-CMD-C6 an agent cannot open a session',
        set('/kind', 'ext.missionweaveprotocol.identity.session_open'),
      ],
      [
        'terminate-by-agent-without-epoch',
        'DOC-CMD-C8 an agent terminates only with a coordinatorEpoch',
        set('/kind', 'mission.terminate'),
      ],
      ...COORDINATOR_KINDS.map((kind): Row => [
        `${kind.replaceAll(/[._]/g, '-')}-without-coordinator-epoch`,
        `DOC-CMD-C7 ${kind} without coordinatorEpoch`,
        set('/kind', kind),
      ]),
    ]),
    ...rows('command', HUMAN_COMMAND, [
      ['human-with-session-epoch', 'DOC-CMD-C1 human with sessionEpoch', set('/sessionEpoch', 1)],
      [
        'human-without-membership-epoch',
        'DOC-CMD-C4 human without membershipEpoch',
        drop('/membershipEpoch'),
      ],
      [
        'human-extension-without-group',
        'DOC-CMD-C4 human with an extension kind and no groupId',
        set('/kind', 'ext.loomworks.thread.count'),
        drop('/groupId'),
      ],
      [
        'terminate-by-human',
        'DOC-CMD-C8 a human cannot terminate',
        set('/kind', 'mission.terminate'),
        set('/coordinatorEpoch', 1),
      ],
      ...COORDINATOR_KINDS.map((kind): Row => [
        `${kind.replaceAll(/[._]/g, '-')}-by-human`,
        `DOC-CMD-C7 ${kind} by a human`,
        set('/kind', kind),
        set('/coordinatorEpoch', 1),
      ]),
    ]),
    ...rows('command', SERVICE_COMMAND, [
      ['actor-type', 'DOC-COM-ACTOR-01 unknown type of actor', set('/actor/type', 'robot')],
      ['service-with-session-epoch', 'DOC-CMD-C1 service with sessionEpoch', set('/sessionEpoch', 1)],
      [
        'service-with-membership-epoch',
        'DOC-CMD-C2 service with membershipEpoch',
        set('/membershipEpoch', 1),
      ],
      [
        'service-with-coordinator-epoch',
        'DOC-CMD-C2 service with coordinatorEpoch',
        set('/coordinatorEpoch', 1),
      ],
      [
        'service-core-kind-without-group',
        'DOC-CMD-C3 core kind without groupId',
        set('/kind', 'mission.cancel'),
      ],
      [
        'card-register-in-group',
        'DOC-CMD-C6 Agent Card registration in a Group',
        set('/kind', 'ext.missionweaveprotocol.registry.agent_card_register'),
        set('/groupId', urn('group', 'any')),
      ],
      [
        'session-open-with-coordinator-epoch',
        'DOC-CMD-C6 session opening with a coordinatorEpoch',
        set('/kind', 'ext.missionweaveprotocol.identity.session_open'),
        set('/coordinatorEpoch', 1),
      ],
    ]),
    ...rows('command', MISSION_CREATE, [
      ['mission-create-without-group', 'DOC-CMD-C3 Mission creation without groupId', drop('/groupId')],
      [
        'mission-create-with-membership-epoch',
        'DOC-CMD-C5 Mission creation with membershipEpoch',
        set('/membershipEpoch', 1),
      ],
      [
        'follow-up-with-coordinator-epoch',
        'DOC-CMD-C5 follow-up creation with coordinatorEpoch',
        set('/kind', 'mission.create_follow_up'),
        set('/coordinatorEpoch', 1),
      ],
      [
        'follow-up-by-service',
        'DOC-CMD-C5 a service cannot create a follow-up',
        set('/kind', 'mission.create_follow_up'),
        set('/actor', asActor(OTHER_SERVICE)),
      ],
    ]),
  ];
}

function commandMembers(): StructuralVector[] {
  return rows('command', COMMAND, [
    ['without-action-id', 'DOC-CMD-02 actionId is required', drop('/actionId')],
    ['without-payload', 'DOC-CMD-16 payload is required', drop('/payload')],
    ['payload-array', 'DOC-CMD-16 payload is an object', set('/payload', [])],
    ['protocol-version', 'DOC-COM-01 another protocolVersion', set('/protocolVersion', '0.2')],
    ['actor-unknown-member', 'DOC-002 actor with an unknown member', set('/actor/role', 'coordinator')],
    ['kind-unknown', 'DOC-CMD-11 unknown core kind', set('/kind', 'work.dance')],
    ['kind-event', 'DOC-CMD-11 an Event kind is no Command kind', set('/kind', 'work.proposed')],
    [
      'kind-extension-too-short',
      'DOC-CMD-11 ext and only two segments',
      set('/kind', 'ext.loomworks.thread'),
    ],
    [
      'kind-extension-line-feed',
      'DOC-CMD-11 a kind with a final line feed',
      set('/kind', 'ext.loom.thread.count\n'),
    ],
    [
      'kind-extension-too-long',
      'DOC-CMD-11 an extension kind of 161 characters',
      set('/kind', `ext.loomworks.thread.${'c'.repeat(140)}`),
    ],
    ['session-epoch-zero', 'DATA-052 epochs start at 1', set('/sessionEpoch', 0)],
    ['session-epoch-text', 'DOC-CMD-04 an epoch is no text', set('/sessionEpoch', '1')],
    ['revision-negative', 'DATA-052 a revision below 0', set('/expectedRevision', -1)],
    ['revision-fraction', 'DATA-007 7.5 is no integer', set('/expectedRevision', 7.5)],
    [
      'revision-too-large',
      'DATA-052 an integer above 2^53-1',
      set('/expectedRevision', raw('9007199254740992')),
    ],
    [
      'revision-out-of-range',
      'DATA-004 1e400 where an integer is asked for',
      set('/expectedRevision', raw('1e400')),
    ],
    ['revision-null', 'DOC-CMD-12 null is no integer', set('/expectedRevision', null)],
    [
      'extension-name',
      'DOC-COM-EXT-1 an extension name is an Id',
      set('/extensions', { selvage: extension() }),
    ],
    [
      'extension-without-critical',
      'DOC-COM-EXT-1 critical is required',
      set('/extensions', { [urn('extension', 'x')]: { version: '1.0.0', data: null } }),
    ],
    [
      'extension-without-data',
      'DOC-COM-EXT-1 data is required',
      set('/extensions', { [urn('extension', 'x')]: { version: '1.0.0', critical: false } }),
    ],
    [
      'extension-version',
      'DOC-COM-07 a version with a leading zero',
      set('/extensions', { [urn('extension', 'x')]: { ...extension(), version: '1.02.0' } }),
    ],
    ['signature-algorithm', 'DOC-COM-SIGNATURE-01 another algorithm', set('/signature/algorithm', 'Ed448')],
    ['signature-value-padded', 'DOC-COM-08 padded base64url', set('/signature/value', 'AAA=')],
    ['signature-value-alphabet', 'DOC-COM-08 base64 instead of base64url', set('/signature/value', 'A+/A')],
    ['signature-value-short', 'DOC-COM-08 base64url of one character', set('/signature/value', 'A')],
    [
      'signature-value-long',
      'DOC-COM-08 base64url of 4097 characters',
      set('/signature/value', 'A'.repeat(4097)),
    ],
  ]);
}

function extension() {
  return { version: '1.0.0', critical: false, data: null };
}

function identifiers(): StructuralVector[] {
  const list: readonly (readonly [file: string, text: string, what: string])[] = [
    ['empty', '', 'the empty text'],
    ['relative', 'warp/plan', 'a relative reference'],
    ['scheme-digit', '7loom:warp', 'a scheme that starts with a digit'],
    ['iri', 'https://kettfäden.example/', 'an IRI'],
    ['percent', 'urn:heddle:test:%ZZ', 'a malformed percent triplet'],
    ['percent-cut', 'urn:heddle:test:%A', 'a percent triplet cut short'],
    ['line-feed', 'loom:/warp\n', 'a final line feed'],
    ['space', 'loom:/warp plan', 'a space'],
    ['host-literal', 'https://[seven]/', 'a bracketed host that is no address'],
    ['ipv4-leading-zero', 'l://[::ffff:10.0.0.07]/', 'an embedded IPv4 octet with a leading zero'],
    ['ipv4-too-large', 'l://[::ffff:10.0.0.256]/', 'an embedded IPv4 octet above 255'],
    ['ipv6-two-gaps', 'l://[2001::db8::7]/', 'an IPv6 address with two gaps'],
    ['backslash', 'loom:\\warp', 'a backslash'],
    ['bracket-in-path', 'loom:/warp[7]', 'a bracket outside the host'],
    ['two-fragments', 'loom:warp#a#b', 'a second number sign'],
    ['port-letters', 'loom://host:x/', 'a port of letters'],
    ['control-character', 'loom:\u0007', 'a control character'],
    ['513-characters', OVERLONG_ID, '513 characters'],
  ];
  return list.map(([file, text, what]) =>
    vector(
      'command',
      `command-uri-${file}`,
      `${file === '513-characters' ? 'DATA-044' : 'DATA-043'} actionId with ${what}`,
      edit(COMMAND, set('/actionId', text)),
    ),
  );
}

function timestamps(): StructuralVector[] {
  const list: readonly (readonly [file: string, text: string, what: string])[] = [
    ['leap-second', '2027-06-30T23:59:60Z', 'a leap second'],
    ['year-zero', '0000-01-01T00:00:00Z', 'the year 0000'],
    ['february-29', '2027-02-29T08:00:00Z', '29 February of a common year'],
    ['february-29-1900', '1900-02-29T08:00:00Z', '29 February 1900'],
    ['month-13', '2027-13-01T08:00:00Z', 'a thirteenth month'],
    ['hour-24', '2027-03-01T24:00:00Z', 'hour 24'],
    ['minute-60', '2027-03-01T08:60:00Z', 'minute 60'],
    ['minus-zero', '2027-03-01T08:00:00-00:00', 'the offset -00:00'],
    ['offset-24', '2027-03-01T08:00:00+24:00', 'an offset of 24 hours'],
    ['offset-minute-60', '2027-03-01T08:00:00+01:60', 'an offset minute of 60'],
    ['offset-without-colon', '2027-03-01T08:00:00+0100', 'an offset without colon'],
    ['without-offset', '2027-03-01T08:00:00', 'no offset'],
    ['space', '2027-03-01 08:00:00Z', 'a space instead of T'],
    ['empty-fraction', '2027-03-01T08:00:00.Z', 'a fraction without digits'],
    ['comma-fraction', '2027-03-01T08:00:00,5Z', 'a comma before the fraction'],
    ['line-feed', '2027-03-01T08:00:00Z\n', 'a final line feed'],
    ['arabic-digits', '٢٠٢٧-03-01T08:00:00Z', 'digits outside ASCII'],
    ['five-digit-year', '12027-03-01T08:00:00Z', 'a year of five digits'],
    ['date-only', '2027-03-01', 'only a date'],
  ];
  return list.map(([file, text, what]) =>
    vector(
      'command',
      `command-time-${file}`,
      `DATA-021…024 issuedAt with ${what}`,
      edit(COMMAND, set('/issuedAt', text)),
    ),
  );
}

/** All invalid structural vectors of Commands. */
export function invalidCommandVectors(): StructuralVector[] {
  return [...commandConditions(), ...commandMembers(), ...identifiers(), ...timestamps()];
}
