// The JSON Schemas that the routes are described and checked with: data, named once.
import { DIMENSIONS } from '../../domain/budget.ts';
import { MAX_TOKEN_SECONDS } from '../capability-tokens.ts';

/** JSON Schema, as both the server's validator and OpenAPI 3.1 read it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const ID: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 512,
  description: 'an absolute URI',
};
export const HASH: JsonSchema = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' };
export const BASE64URL: JsonSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{2,4096}$' };
export const OPAQUE: JsonSchema = { type: 'string', contentEncoding: 'binary' };
export const SEQUENCE: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
export const POSITIVE: JsonSchema = { ...SEQUENCE, minimum: 1 };

export function objectOf(
  required: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const properties = { ...required, ...optional };
  return { type: 'object', additionalProperties: false, required: Object.keys(required), properties };
}

export function documentOf(name: string): JsonSchema {
  return { type: 'object', description: `a document of ${name}.schema.json` };
}

export const MEMBER_GROUP = objectOf({
  groupId: ID,
  missionId: ID,
  groupState: { enum: ['active', 'archived'] },
  roles: {
    type: 'array',
    minItems: 1,
    items: { enum: ['mission_owner', 'coordinator', 'worker', 'reviewer', 'observer', 'work_delegate'] },
    description: 'all roles that hold now',
  },
  state: { enum: ['active', 'provisional'] },
  membershipEpoch: POSITIVE,
  visibilityStartSequence: {
    ...POSITIVE,
    description: 'the first sequence that the caller sees: SUBSCRIBE after the one before it',
  },
  headSequence: POSITIVE,
});

export const OPERATION: JsonSchema = { type: 'string', maxLength: 128, pattern: '^[a-z][a-z0-9._:-]*$' };

function listOf(items: JsonSchema, bounds: JsonSchema = {}): JsonSchema {
  return { type: 'array', maxItems: 256, uniqueItems: true, items, ...bounds };
}

export const BUDGET = objectOf(
  {},
  {
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    financialLimit: { type: 'number', minimum: 0 },
    modelTokenLimit: SEQUENCE,
    toolCallLimit: SEQUENCE,
    computeSecondsLimit: SEQUENCE,
    wallClockSecondsLimit: SEQUENCE,
    externalSideEffectLimit: SEQUENCE,
  },
);

/** What a capability token is to permit, and nothing else (TOK-002). */
export const PERMITS = {
  tools: listOf(ID),
  resources: listOf(objectOf({ resource: ID, operations: listOf(OPERATION, { minItems: 1 }) })),
  operations: listOf(OPERATION),
  budget: BUDGET,
};
export const TTL = { ttlSeconds: { type: 'integer', minimum: 1, maximum: MAX_TOKEN_SECONDS } };
export const TOKEN: JsonSchema = { type: 'string', minLength: 1, maxLength: 8_192 };

export const GRANTED = {
  grantId: ID,
  expiresAt: { type: 'string', format: 'date-time' },
  tools: { type: 'array', items: ID },
  resources: {
    type: 'array',
    items: objectOf(
      { resource: ID, operations: { type: 'array', items: OPERATION } },
      { constraints: { type: 'object' } },
    ),
  },
  operations: { type: 'array', items: OPERATION },
  budget: BUDGET,
};

/** Amounts in the dimensions of the ledger; what is left out is zero (BUD-004). */
export const USAGE = objectOf({}, Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, SEQUENCE])));
