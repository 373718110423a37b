// The Agent Card of a Worker, as its operator gives it to the registry service to sign and register (CMD-140).
import type { Actor } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import type { Unsigned } from '../protocol/sign.ts';

export interface CardFacts {
  readonly agentId: string;
  readonly displayName: string;
  readonly keyId: string;
  /** Base64url. */
  readonly publicKey: string;
  readonly organizationId: string;
  readonly origin: string;
  /** Who answers for the Agent. */
  readonly owner: Actor;
  readonly capabilities: readonly { readonly id: string; readonly version: string }[];
  readonly slots: number;
  readonly validFrom: string;
  readonly issuedAt: string;
}

/** Contracts say what goes in and out of a piece of work; the capability itself promises nothing about it. */
const OPAQUE_SCHEMA = 'urn:missionweaveprotocol:schema:opaque';
/** That the operator says so; an Organization that asks for more replaces it in the file. */
const DECLARED = 'urn:heddle:evidence:declared-by-operator';

export function composeCard(facts: CardFacts): Unsigned<'agent-card'> {
  const schemaHash = hashContent(OPAQUE_SCHEMA);
  return {
    agentId: facts.agentId,
    organizationId: facts.organizationId,
    cardVersion: 1,
    displayName: facts.displayName,
    owner: facts.owner,
    status: 'active',
    protocolVersions: ['0.1'],
    endpoints: [{ transport: 'wss', uri: `${facts.origin.replace(/^https?:/, 'wss:')}/ws` }],
    publicKeys: [
      { keyId: facts.keyId, algorithm: 'Ed25519', publicKey: facts.publicKey, validFrom: facts.validFrom },
    ],
    capabilities: facts.capabilities.map(({ id, version }) => ({
      id,
      version,
      inputSchema: OPAQUE_SCHEMA,
      inputSchemaHash: schemaHash,
      outputSchema: OPAQUE_SCHEMA,
      outputSchemaHash: schemaHash,
      constraints: {},
      verifiedEvidence: [DECLARED],
    })),
    maxConcurrency: facts.slots,
    issuedAt: facts.issuedAt,
  };
}
