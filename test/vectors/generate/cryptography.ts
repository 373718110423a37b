// The cryptography suite of the bundle: cryptography/ (RUN-010…RUN-016).
import type { Bundle } from './bundle.ts';
import { addAcceptCases, type StoredDocuments } from './cryptography-accept.ts';
import { CryptographyCases } from './cryptography-cases.ts';
import { addKeyCases } from './cryptography-reject-keys.ts';
import { addSignatureValueCases } from './cryptography-reject-signatures.ts';
import { addTextCases } from './cryptography-reject-text.ts';
import { REGISTRY_FIXTURE_SCHEMA, SIGNING_KEY_FIXTURE_SCHEMA } from './fixture-schemas.ts';
import { PROFILES } from './profiles.ts';
import { REGISTRY } from './registries.ts';

export const REGISTRY_FIXTURE_PATH = 'cryptography/registry-fixture.schema.json';

/** Where the good Registry lies in the bundle. */
export const REGISTRY_PATH = 'cryptography/keys/registry-valid.json';

/** Adds the suite; returns what the admission suite pins and admits. */
export function addCryptographySuite(bundle: Bundle): {
  readonly artifactDigest: string;
  readonly documents: StoredDocuments;
} {
  const fixtureSchemas = {
    registry: bundle.addJson(REGISTRY_FIXTURE_PATH, REGISTRY_FIXTURE_SCHEMA),
    signingKey: bundle.addJson('cryptography/signing-key-fixture.schema.json', SIGNING_KEY_FIXTURE_SCHEMA),
  };
  const registry = bundle.addJson(REGISTRY_PATH, REGISTRY);
  const suite = new CryptographyCases(bundle);
  const documents = addAcceptCases(suite, registry);
  addTextCases(suite, registry);
  addSignatureValueCases(suite, registry);
  addKeyCases(suite, documents.command.path);
  const members = {
    $schema: 'urn:heddle:schema:cryptography-manifest',
    manifestVersion: 1,
    protocolVersion: '0.1',
    profileId: 'missionweaveprotocol.signed-document-verification.v0.1',
    semanticStages: [
      'parse',
      'schema',
      'signature-envelope',
      'key-resolution',
      'canonicalization',
      'signature',
      'complete',
    ],
    fixtureSchemas,
    profiles: PROFILES,
  };
  return { artifactDigest: bundle.addManifest('cryptography', members, suite.cases), documents };
}
