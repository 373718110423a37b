// The shapes of the Registry and signing-key fixtures (RUN-011, RUN-012). The Registry's checks shape alone, so that
// malformed identifiers, keys and times reach the stage that must refuse them.
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

function closed(properties: Record<string, object>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const SOME_TEXT = { type: 'string', minLength: 1 };

export const REGISTRY_FIXTURE_SCHEMA = {
  $schema: DIALECT,
  $id: 'urn:heddle:test:schema:registry-fixture',
  title: 'Registry fixture of the Heddle test bundle',
  ...closed({
    organizationId: SOME_TEXT,
    bindings: {
      type: 'array',
      minItems: 1,
      items: closed({
        keyId: SOME_TEXT,
        principal: closed({ type: { enum: ['agent', 'human', 'service'] }, id: SOME_TEXT }),
        algorithm: SOME_TEXT,
        publicKey: SOME_TEXT,
        validFrom: SOME_TEXT,
        validityHistory: {
          type: 'array',
          items: closed(
            {
              sequence: { type: 'integer', minimum: 1 },
              recordedAt: SOME_TEXT,
              validUntil: SOME_TEXT,
              revokedAt: SOME_TEXT,
            },
            ['validUntil', 'revokedAt'],
          ),
        },
      }),
    },
  }),
};

const THIRTY_TWO_BYTES = { type: 'string', minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]*$' };

export const SIGNING_KEY_FIXTURE_SCHEMA = {
  $schema: DIALECT,
  $id: 'urn:heddle:test:schema:signing-key-fixture',
  title: 'Signing key of the Heddle test bundle, for tests only',
  ...closed({
    testOnly: { const: true },
    keyId: { type: 'string', format: 'uri' },
    algorithm: { const: 'Ed25519' },
    seed: THIRTY_TWO_BYTES,
    publicKey: THIRTY_TWO_BYTES,
  }),
};
