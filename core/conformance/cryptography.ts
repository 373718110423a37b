// The cryptography suite: canonical forms, complete verifications and their failures by stage (RUN-010…RUN-016).
import { isDeepStrictEqual } from 'node:util';
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64url.ts';
import { DOCUMENT_KINDS, type DocumentKind, isDocumentKind, profileOf } from '../protocol/document-kinds.ts';
import { exportPublicKey, importSeed, signMessage } from '../protocol/ed25519.ts';
import type {
  CanonicalizationEvaluation,
  CompleteEvaluation,
  CryptographyManifest,
  FailureEvaluation,
  SigningKeyFile,
} from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import { canonicalize } from '../protocol/jcs.ts';
import { parseJson } from '../protocol/json.ts';
import { openRegistry } from '../protocol/registry.ts';
import { checkSchema } from '../protocol/schema.ts';
import { hashSignedDocument, type VerifiedDocument, verifyDocument } from '../protocol/verify.ts';
import {
  type BundleReader,
  type CaseResult,
  checkArtifacts,
  checkFixtures,
  loadBundleSchema,
} from './bundle.ts';

const FOLDER = 'cryptography';

/** Runs `cryptography/manifest.json` of a bundle. */
export async function runCryptographySuite(reader: BundleReader): Promise<CaseResult[]> {
  const path = `${FOLDER}/manifest.json`;
  const manifest = await reader.requireManifest<CryptographyManifest>(path, 'cryptography-manifest');
  const results = await checkArtifacts(reader, 'cryptography', FOLDER, manifest);
  const manifestSchema = await loadBundleSchema(reader, `${FOLDER}/manifest.schema.json`);
  if (manifestSchema !== undefined) {
    results.push(
      line('artifact', `${path} by its own schema`, manifestSchema(await reader.requireJson(path))),
    );
  }
  results.push(line('artifact', `${FOLDER}: profiles`, compareProfiles(manifest)));
  results.push(line('artifact', `${FOLDER}: cases`, compareCases(manifest)));
  results.push(...(await checkCryptographyFixtures(reader, manifest)));

  for (const { id, evaluations } of manifest.cases) {
    for (const [index, evaluation] of evaluations.entries()) {
      const name = evaluations.length === 1 ? id : `${id} ${nameOf(evaluation, index)}`;
      results.push(line('case', name, await judge(reader, evaluation)));
    }
  }
  return results;
}

type Evaluation = CryptographyManifest['cases'][number]['evaluations'][number];

function line(subject: CaseResult['subject'], id: string, detail: string): CaseResult {
  return { suite: 'cryptography', subject, id, verdict: detail === '' ? 'passed' : 'failed', detail };
}

function nameOf(evaluation: Evaluation, index: number): string {
  if ('input' in evaluation) return `#${index + 1}`;
  return evaluation.fault === null ? evaluation.profileId : evaluation.fault.id;
}

/** The protocol's own table of kinds: what each protects, and by which rule its signer is found (SIG-010…SIG-018). */
const SIGNER_RULES: Readonly<
  Record<DocumentKind, CryptographyManifest['profiles'][number]['expectedSigner']>
> = {
  'agent-card': { rule: 'service-principal' },
  approval: { rule: 'principal-object', pointer: '/approver' },
  artifact: { rule: 'agent-id', idPointer: '/producer/agentId' },
  command: { rule: 'principal-object', pointer: '/actor' },
  'context-package': { rule: 'principal-object', pointer: '/generatedBy' },
  event: { rule: 'principal-object', pointer: '/acceptedBy' },
  evidence: { rule: 'principal-object', pointer: '/generatedBy' },
  'extension-profile': { rule: 'principal-object', pointer: '/approvedBy' },
  'group-snapshot': { rule: 'principal-object', pointer: '/createdBy' },
};

function compareProfiles({ profiles }: CryptographyManifest): string {
  const expected = DOCUMENT_KINDS.map((kind) => ({
    profileId: kind,
    schema: `schemas/${kind}.schema.json`,
    protectedTimePointer: `/${profileOf(kind).protectedTimeMember}`,
    expectedSigner: SIGNER_RULES[kind],
  }));
  const missing = expected.filter(
    (profile) => !profiles.some((given) => isDeepStrictEqual({ ...given }, profile)),
  );
  const extra = profiles.length - (expected.length - missing.length);
  if (missing.length === 0 && extra === 0) return '';
  return `differs from the protocol: ${missing.map(({ profileId }) => profileId).join(', ') || `${extra} too many`}`;
}

/** Case ids are unique, and every failure says which complete case it was made from. */
function compareCases({ cases }: CryptographyManifest): string {
  const ids = new Set(cases.map(({ id }) => id));
  if (ids.size !== cases.length) return 'case ids repeat';
  const complete = new Set<string>();
  for (const { id, evaluations } of cases) {
    for (const evaluation of evaluations)
      if ('signingKey' in evaluation) complete.add(`${id} ${evaluation.profileId}`);
  }
  for (const { id, evaluations } of cases) {
    for (const evaluation of evaluations) {
      if ('input' in evaluation || evaluation.fault === null) continue;
      const { caseId, profileId } = evaluation.fault.basis;
      if (!complete.has(`${caseId} ${profileId}`)) return `${id} names no complete case as its basis`;
    }
  }
  return '';
}

/** Every Registry and signing-key fixture against the bundle's fixture schema, before anything runs (RUN-011). */
async function checkCryptographyFixtures(
  reader: BundleReader,
  { cases, fixtureSchemas }: CryptographyManifest,
): Promise<CaseResult[]> {
  const registries = new Set<string>();
  const signingKeys = new Set<string>();
  for (const evaluation of cases.flatMap(({ evaluations }): readonly Evaluation[] => evaluations)) {
    if ('input' in evaluation) continue;
    registries.add(evaluation.registry);
    if ('signingKey' in evaluation) signingKeys.add(evaluation.signingKey);
  }
  return [
    ...(await checkFixtures(reader, 'cryptography', registries, fixtureSchemas.registry)),
    ...(await checkFixtures(reader, 'cryptography', signingKeys, fixtureSchemas.signingKey)),
  ];
}

async function judge(reader: BundleReader, evaluation: Evaluation): Promise<string> {
  if ('input' in evaluation) return judgeCanonicalization(reader, evaluation);
  if (!isDocumentKind(evaluation.profileId)) return `unknown profile ${evaluation.profileId}`;
  const verified = verifyDocument(
    evaluation.profileId,
    await reader.require(evaluation.document),
    openRegistry(await reader.requireJson(evaluation.registry)),
  );
  if ('signingKey' in evaluation) {
    if (!verified.ok) return `refused at ${verified.fault.stage}: ${verified.fault.reason}`;
    return judgeComplete(reader, evaluation, verified.value);
  }
  const failure: FailureEvaluation = evaluation;
  if (verified.ok) return 'accepted';
  const { stage, wireCode } = verified.fault;
  const { expect } = failure;
  return stage === expect.stage && wireCode === expect.wireCode
    ? ''
    : `refused at ${stage} with ${wireCode} instead of ${expect.stage} with ${expect.wireCode}`;
}

async function judgeCanonicalization(
  reader: BundleReader,
  evaluation: CanonicalizationEvaluation,
): Promise<string> {
  const parsed = parseJson(await reader.require(evaluation.input));
  if (!parsed.ok) return `not strict JSON: ${parsed.fault.message}`;
  const canonical = canonicalize(parsed.value.value);
  if (!canonical.ok) return `no canonical form: ${canonical.fault.message}`;
  const bytes = Buffer.from(canonical.value);
  if (Buffer.compare(bytes, await reader.require(evaluation.expectedJcs)) !== 0)
    return 'other canonical bytes';
  return hashContent(bytes) === evaluation.sha256 ? '' : 'other hash';
}

async function judgeComplete(
  reader: BundleReader,
  evaluation: CompleteEvaluation,
  verified: VerifiedDocument,
): Promise<string> {
  const expected = evaluation.expect.verified;
  const differences: string[] = [];
  const compare = (what: string, isEqual: boolean) => isEqual || differences.push(what);
  compare('keyId', verified.keyId === expected.keyId);
  compare('principal', isDeepStrictEqual({ ...verified.principal }, { ...expected.principal }));
  compare('protectedTime', verified.protectedTime === expected.protectedTime);
  compare(
    'signingBytes',
    Buffer.compare(verified.signingBytes, await reader.require(expected.signingBytes)) === 0,
  );
  compare('signingHash', verified.signingHash === expected.signingHash);
  compare('signature', verified.document.signature.value === expected.signature);
  compare('signedDocumentHash', hashSignedDocument(verified) === expected.signedDocumentHash);

  // Ed25519 is deterministic: the fixture's seed must give this very signature again (RUN-012).
  const fixture = await reader.requireJson(evaluation.signingKey);
  const fault = checkSchema('signing-key', fixture);
  if (fault !== undefined) return `${evaluation.signingKey} ${fault.path}: ${fault.message}`;
  const signingKey = fixture as SigningKeyFile;
  const seed = decodeBase64Url(signingKey.seed);
  if (seed === undefined) return `${evaluation.signingKey} has a malformed seed`;
  const privateKey = importSeed(seed);
  compare('key id of the fixture', signingKey.keyId === verified.keyId);
  const publicKey = encodeBase64Url(exportPublicKey(privateKey));
  compare('public key of the seed', publicKey === signingKey.publicKey);
  compare('public key of the Registry', publicKey === encodeBase64Url(verified.binding.publicKey));
  compare(
    'signature made again',
    encodeBase64Url(signMessage(privateKey, verified.signingBytes)) === expected.signature,
  );
  return differences.length === 0 ? '' : `differs in ${differences.join(', ')}`;
}
