// The admission suite of the bundle: admission/ (RUN-020…RUN-024).
import { addAcceptedAdmissions } from './admission-accept.ts';
import { AdmissionCases } from './admission-cases.ts';
import { addRefusedAdmissions } from './admission-reject.ts';
import type { Bundle } from './bundle.ts';
import type { StoredDocuments } from './cryptography-accept.ts';
import { REGISTRY_FIXTURE_PATH } from './cryptography.ts';

export function addAdmissionSuite(bundle: Bundle, artifactDigest: string, documents: StoredDocuments): void {
  const suite = new AdmissionCases(bundle, documents);
  const right = addAcceptedAdmissions(suite);
  addRefusedAdmissions(suite, right);
  const members = {
    $schema: 'urn:heddle:schema:admission-manifest',
    manifestVersion: 1,
    protocolVersion: '0.1',
    profileId: 'missionweaveprotocol.first-admission-historical-trust.v0.1',
    semanticStage: 'admission',
    wireCode: 'AUTH_INVALID_SIGNATURE',
    cryptography: { manifest: 'cryptography/manifest.json', artifactDigest },
    fixtureSchemas: { record: 'schemas/first-admission-record.schema.json', registry: REGISTRY_FIXTURE_PATH },
  };
  bundle.addManifest('admission', members, suite.cases);
}
