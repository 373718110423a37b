// The routes of the control plane as data: what the server mounts and what the OpenAPI description says come from here.
import { COMMAND_STATUSES } from './http-answers.ts';
import {
  BASE64URL,
  documentOf,
  GRANTED,
  HASH,
  ID,
  type JsonSchema,
  MEMBER_GROUP,
  objectOf,
  OPAQUE,
  OPERATION,
  PERMITS,
  POSITIVE,
  SEQUENCE,
  TOKEN,
  TTL,
  USAGE,
  BUDGET,
} from './route-schemas.ts';

export interface AnswerDescription {
  readonly description: string;
  readonly contentType?: string;
  readonly schema?: JsonSchema;
}

export interface RouteDescription {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST';
  /** With parameters in the server's spelling, `:name`. */
  readonly path: string;
  readonly summary: string;
  /**
   * `open` asks for nothing, `bearer` for a valid token, `signed` for a body that proves itself; a token is taken there
   * too and lifts the limits for strangers.
   */
  readonly access: 'open' | 'bearer' | 'signed';
  readonly pathParameters: Readonly<Record<string, JsonSchema>>;
  readonly query: Readonly<Record<string, JsonSchema>>;
  readonly requiredQuery: readonly string[];
  readonly body?: { readonly contentType: string; readonly schema: JsonSchema };
  /** What this route answers beside what every route may answer. */
  readonly answers: Readonly<Record<number, AnswerDescription>>;
}

export type OperationId =
  | 'submitCommand'
  | 'createAccessChallenge'
  | 'createAccessToken'
  | 'createCapabilityToken'
  | 'narrowCapabilityToken'
  | 'checkCapabilityToken'
  | 'readArtifact'
  | 'describeArtifact'
  | 'uploadArtifact'
  | 'readRegistry'
  | 'listAgents'
  | 'readPolicy'
  | 'listGroups'
  | 'readGroupEvents'
  | 'readGroupSnapshot'
  | 'readHealth'
  | 'readDescription';

const JSON_TYPE = 'application/json';
const ERROR: JsonSchema = { $ref: '#/components/schemas/Error' };

function refusal(description: string): AnswerDescription {
  return { description, contentType: JSON_TYPE, schema: ERROR };
}

const ARTIFACT = {
  pathParameters: { contentHash: HASH },
  query: { groupId: ID },
  requiredQuery: ['groupId'],
  access: 'bearer',
  path: '/v0.1/artifacts/:contentHash',
} as const;

const CAPABILITY_ANSWERS: RouteDescription['answers'] = {
  200: {
    description: 'the token, what it permits with the constraints of the contract, and until when',
    contentType: JSON_TYPE,
    schema: objectOf({ token: TOKEN, ...GRANTED }),
  },
  403: refusal('not for this caller, or not within contract, Mission or the token that is narrowed'),
  404: refusal('no such Group, or none of the caller'),
  409: refusal('Session, term, lease, Approval or budget do not allow it now'),
  422: refusal('there is no such work, or the request makes no sense'),
};

const NO_PARAMETERS = { pathParameters: {}, query: {}, requiredQuery: [] } as const;

const ABSENT = refusal('no such thing, or nothing that the caller may know');

/** What any route may answer. */
export const COMMON_ANSWERS: Readonly<Record<number, AnswerDescription>> = {
  400: refusal('the request is malformed'),
  401: refusal('a valid access token is required, or the one that was shown is not valid'),
  429: refusal('too many requests; see Retry-After'),
  500: refusal('the Authority failed'),
  503: refusal('not now; the same request may be sent again'),
};

/** Added to every route with a body. */
const BODY_ANSWERS: Readonly<Record<number, AnswerDescription>> = {
  408: refusal('the body is too slow'),
  413: refusal('the body is too large'),
  415: refusal('the body has another media type or an encoding'),
};

export const ROUTES: readonly RouteDescription[] = [
  {
    ...NO_PARAMETERS,
    operationId: 'submitCommand',
    method: 'POST',
    path: '/v0.1/commands',
    summary: 'Submit one signed Command of a human or a service, in exactly the bytes that were signed over',
    access: 'signed',
    body: { contentType: JSON_TYPE, schema: documentOf('command') },
    answers: {
      200: {
        description: 'accepted, now or before: the primary Event, byte for byte',
        contentType: JSON_TYPE,
        schema: objectOf({ event: documentOf('event') }),
      },
      ...Object.fromEntries(COMMAND_STATUSES.map((status) => [status, refusal('the Command is refused')])),
    },
  },
  {
    ...NO_PARAMETERS,
    operationId: 'createAccessChallenge',
    method: 'POST',
    path: '/v0.1/access/challenges',
    summary: 'Ask for a challenge to prove a key with; it can be answered once and for 30 seconds',
    access: 'open',
    body: {
      contentType: JSON_TYPE,
      schema: objectOf({
        principal: objectOf({ type: { enum: ['human', 'service'] }, id: ID }),
        keyId: ID,
        clientNonce: BASE64URL,
      }),
    },
    answers: {
      200: {
        description: 'the transcript to sign, in base64url: seven members as in the WebSocket handshake',
        contentType: JSON_TYPE,
        schema: objectOf({ clientNonce: BASE64URL, serverNonce: BASE64URL, challenge: BASE64URL }),
      },
    },
  },
  {
    ...NO_PARAMETERS,
    operationId: 'createAccessToken',
    method: 'POST',
    path: '/v0.1/access',
    summary: 'Exchange a signed challenge for a bearer token',
    access: 'open',
    body: { contentType: JSON_TYPE, schema: objectOf({ challenge: BASE64URL, signature: BASE64URL }) },
    answers: {
      200: {
        description: 'the token',
        contentType: JSON_TYPE,
        schema: objectOf({
          accessToken: { type: 'string' },
          expiresAt: { type: 'string', format: 'date-time' },
        }),
      },
      401: refusal('the challenge was not answered rightly'),
    },
  },
  {
    ...NO_PARAMETERS,
    operationId: 'createCapabilityToken',
    method: 'POST',
    path: '/v0.1/capability-tokens',
    summary: 'Get a token for what the calling Agent works on, in the Session that it has open',
    access: 'bearer',
    body: {
      contentType: JSON_TYPE,
      schema: objectOf(
        { groupId: ID, workItemId: ID, ownershipEpoch: POSITIVE, executionLeaseId: ID, ...PERMITS },
        { ...TTL, approval: objectOf({ approvalId: ID, budget: BUDGET }) },
      ),
    },
    answers: CAPABILITY_ANSWERS,
  },
  {
    ...NO_PARAMETERS,
    operationId: 'narrowCapabilityToken',
    method: 'POST',
    path: '/v0.1/capability-tokens/narrowed',
    summary: 'Get a token for less than another one of the calling Agent, which stays valid',
    access: 'bearer',
    body: { contentType: JSON_TYPE, schema: objectOf({ token: TOKEN, ...PERMITS }, TTL) },
    answers: { ...CAPABILITY_ANSWERS, 401: refusal('caller or token are not valid, or have expired') },
  },
  {
    ...NO_PARAMETERS,
    operationId: 'checkCapabilityToken',
    method: 'POST',
    path: '/v0.1/capability-tokens/checks',
    summary:
      'Ask before an act whether a token that was shown permits it now; for services, and for its Worker',
    access: 'bearer',
    body: {
      contentType: JSON_TYPE,
      schema: objectOf(
        { token: TOKEN, workerAgentId: ID, sessionEpoch: POSITIVE },
        {
          tool: ID,
          resource: objectOf({ resource: ID, operation: OPERATION }),
          operation: OPERATION,
          usage: USAGE,
        },
      ),
    },
    answers: {
      200: {
        description: 'it does; what it permits altogether, and for which work',
        contentType: JSON_TYPE,
        schema: objectOf({
          workerAgentId: ID,
          groupId: ID,
          workItemId: ID,
          ownershipEpoch: POSITIVE,
          executionLeaseId: ID,
          ...GRANTED,
        }),
      },
      401: refusal('caller or token are not valid, or have expired'),
      403: refusal(
        'the caller may not ask, or the token does not permit this act or belongs to another Agent',
      ),
      404: refusal('the Worker is no member of the Group any more'),
      409: refusal('Session, term, lease, Approval or budget do not allow it now'),
      422: refusal('the work is gone, or the act makes no sense'),
    },
  },
  {
    ...ARTIFACT,
    operationId: 'readArtifact',
    method: 'GET',
    summary: 'Read content by its hash, whole or one range of bytes',
    answers: {
      200: { description: 'the content', contentType: 'application/octet-stream', schema: OPAQUE },
      206: { description: 'one range of it', contentType: 'application/octet-stream', schema: OPAQUE },
      304: { description: 'the caller has it already' },
      404: ABSENT,
      416: refusal('the range lies outside the content'),
    },
  },
  {
    ...ARTIFACT,
    operationId: 'describeArtifact',
    method: 'HEAD',
    summary: 'Size, media type and classification of content',
    answers: {
      200: { description: 'it is there' },
      304: { description: 'the caller has it already' },
      404: { description: 'no such thing, or nothing that the caller may know' },
    },
  },
  {
    ...ARTIFACT,
    operationId: 'uploadArtifact',
    method: 'PUT',
    summary: 'Store content under its hash, before its manifest is published',
    body: { contentType: 'application/octet-stream', schema: OPAQUE },
    answers: {
      201: {
        description: 'stored, now or before',
        contentType: JSON_TYPE,
        schema: objectOf({ contentHash: HASH, sizeBytes: SEQUENCE }),
      },
      404: ABSENT,
      422: refusal('the content has another hash'),
    },
  },
  {
    ...NO_PARAMETERS,
    operationId: 'readRegistry',
    method: 'GET',
    path: '/v0.1/registry',
    summary: 'All key bindings of the Organization with their history',
    access: 'bearer',
    answers: {
      200: { description: 'the evidence', contentType: JSON_TYPE, schema: documentOf('registry-evidence') },
    },
  },
  {
    ...NO_PARAMETERS,
    operationId: 'listAgents',
    method: 'GET',
    path: '/v0.1/agents',
    summary:
      'The Agents of the Organization: their signed cards, and the Presence of those that are connected',
    access: 'bearer',
    answers: {
      200: {
        description: 'the Agents, in the order of their ids',
        contentType: JSON_TYPE,
        schema: objectOf({
          agents: {
            type: 'array',
            items: objectOf({ card: documentOf('agent-card') }, { presence: documentOf('presence-record') }),
          },
        }),
      },
    },
  },
  {
    ...NO_PARAMETERS,
    operationId: 'readPolicy',
    method: 'GET',
    path: '/v0.1/policy',
    summary: 'The policy of the Organization that Commands are judged by',
    access: 'bearer',
    answers: {
      200: {
        description: 'limits, defaults in seconds, services by role, and extensions',
        contentType: JSON_TYPE,
        schema: objectOf({ organizationId: ID, policy: { type: 'object' } }),
      },
    },
  },
  {
    ...NO_PARAMETERS,
    operationId: 'listGroups',
    method: 'GET',
    path: '/v0.1/groups',
    summary:
      'The Groups in which the caller is a member now, also provisionally, in the order of their creation',
    access: 'bearer',
    answers: {
      200: {
        description: 'the Groups; none for whoever is a member of nothing',
        contentType: JSON_TYPE,
        schema: objectOf({ groups: { type: 'array', items: MEMBER_GROUP } }),
      },
    },
  },
  {
    operationId: 'readGroupEvents',
    method: 'GET',
    path: '/v0.1/groups/:groupId/events',
    summary:
      'Events of a Group in order, from the first that the caller may see, one to a line, byte for byte',
    access: 'bearer',
    pathParameters: { groupId: ID },
    query: {
      after: { ...SEQUENCE, default: 0 },
      limit: { type: 'integer', minimum: 1, maximum: 10_000, default: 1_000 },
    },
    requiredQuery: [],
    answers: {
      200: { description: 'the Events', contentType: 'application/x-ndjson', schema: { type: 'string' } },
      404: ABSENT,
    },
  },
  {
    operationId: 'readGroupSnapshot',
    method: 'GET',
    path: '/v0.1/groups/:groupId/snapshot',
    summary: 'The newest signed snapshot of a Group, for members who see all of its history',
    access: 'bearer',
    pathParameters: { groupId: ID },
    query: {},
    requiredQuery: [],
    answers: {
      200: { description: 'the snapshot', contentType: JSON_TYPE, schema: documentOf('group-snapshot') },
      404: ABSENT,
    },
  },
  {
    ...NO_PARAMETERS,
    operationId: 'readHealth',
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the Authority is alive and its store takes writes',
    access: 'open',
    answers: {
      200: {
        description: 'it is',
        contentType: JSON_TYPE,
        schema: objectOf({ status: { const: 'ok' }, position: SEQUENCE }),
      },
    },
  },
  {
    ...NO_PARAMETERS,
    operationId: 'readDescription',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    access: 'open',
    answers: { 200: { description: 'OpenAPI 3.1', contentType: JSON_TYPE, schema: { type: 'object' } } },
  },
];

/** Everything that a route may answer, by status. */
export function answersOf(route: RouteDescription): Readonly<Record<number, AnswerDescription>> {
  return {
    ...COMMON_ANSWERS,
    ...(route.body === undefined ? {} : BODY_ANSWERS),
    ...route.answers,
  };
}
