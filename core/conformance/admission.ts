// The admission suite: first admission and historical replay against a scripted log (RUN-020…RUN-024).
import {
  admitFirst,
  type AdmissionAppend,
  type AdmissionLog,
  type AdmissionLookup,
  replayAdmission,
  type TrustedContext,
} from '../protocol/admission.ts';
import { isDocumentKind } from '../protocol/document-kinds.ts';
import type {
  AdmissionEvaluation,
  AdmissionManifest,
  CryptographyManifest,
  ScriptedAppend,
  ScriptedLookup,
} from '../protocol/generated/documents.ts';
import { canonicalize } from '../protocol/jcs.ts';
import { openRegistry } from '../protocol/registry.ts';
import { verifyDocument } from '../protocol/verify.ts';
import {
  type BundleReader,
  type CaseResult,
  checkArtifacts,
  checkFixtures,
  loadBundleSchema,
} from './bundle.ts';

const FOLDER = 'admission';

/** Runs `admission/manifest.json` of a bundle. */
export async function runAdmissionSuite(reader: BundleReader): Promise<CaseResult[]> {
  const path = `${FOLDER}/manifest.json`;
  const manifest = await reader.requireManifest<AdmissionManifest>(path, 'admission-manifest');
  const results = await checkArtifacts(reader, 'admission', FOLDER, manifest);
  const schema = await loadBundleSchema(reader, `${FOLDER}/manifest.schema.json`);
  if (schema !== undefined) {
    results.push(line('artifact', `${path} by its own schema`, schema(await reader.requireJson(path))));
  }
  const { manifest: pinnedPath, artifactDigest } = manifest.cryptography;
  const pinned = await reader.requireManifest<CryptographyManifest>(pinnedPath, 'cryptography-manifest');
  const isPinned = pinned.artifactDigest === artifactDigest;
  results.push(
    line('artifact', `${pinnedPath} as pinned`, isPinned ? '' : 'another digest than the pinned one'),
  );

  const registries = new Set(
    manifest.cases.flatMap(({ evaluations }) => evaluations.map(({ registry }) => registry)),
  );
  results.push(...(await checkFixtures(reader, 'admission', registries, manifest.fixtureSchemas.registry)));

  for (const evaluation of manifest.cases.flatMap(({ evaluations }) => evaluations)) {
    results.push(line('case', evaluation.id, await judge(reader, evaluation)));
  }
  return results;
}

function line(subject: CaseResult['subject'], id: string, detail: string): CaseResult {
  return { suite: 'admission', subject, id, verdict: detail === '' ? 'passed' : 'failed', detail };
}

async function judge(reader: BundleReader, evaluation: AdmissionEvaluation): Promise<string> {
  if (!isDocumentKind(evaluation.profileId)) return `unknown profile ${evaluation.profileId}`;
  const verified = verifyDocument(
    evaluation.profileId,
    await reader.require(evaluation.document),
    openRegistry(await reader.requireJson(evaluation.registry)),
  );
  if (!verified.ok) return `the six stages refuse it at ${verified.fault.stage}`;

  const log = new ScriptedLog(reader, evaluation);
  const outcome =
    evaluation.mode === 'first-admission'
      ? await admitFirst(verified.value, log, () => log.issueContext())
      : await replayAdmission(verified.value, log);
  const calls = [log.lookups, log.contexts, log.appends].join(', ');
  const expectedCalls = expectedCallsOf(evaluation).join(', ');
  if (calls !== expectedCalls)
    return `called lookup, context, append ${calls} times instead of ${expectedCalls}`;
  if (log.trouble !== '') return log.trouble;

  const { expect } = evaluation;
  if (expect.stage === 'complete') {
    if (!outcome.ok) return `refused: ${outcome.fault.reason}`;
    const expected = await reader.requireJson(expect.record);
    return isSameValue(outcome.value, expected) ? '' : 'returned another record';
  }
  if (outcome.ok) return 'accepted';
  const { stage, reason, wireCode } = outcome.fault;
  return stage === expect.stage && reason === expect.reason && wireCode === expect.wireCode
    ? ''
    : `refused with ${reason} instead of ${expect.reason}`;
}

/** How often lookup, context and append must have been called (RUN-022). */
function expectedCallsOf({ mode, lookup, append }: AdmissionEvaluation): readonly number[] {
  if (mode === 'historical-replay' || lookup.status !== 'authoritative-absence') return [1, 0, 0];
  return [1, 1, append === null ? 0 : 1];
}

function isSameValue(a: unknown, b: unknown): boolean {
  const left = canonicalize(a);
  const right = canonicalize(b);
  return left.ok && right.ok && left.value === right.value;
}

/** Plays the log and the trusted context of one evaluation, and counts the calls. */
class ScriptedLog implements AdmissionLog {
  lookups = 0;
  contexts = 0;
  appends = 0;
  trouble = '';
  private readonly reader: BundleReader;
  private readonly evaluation: AdmissionEvaluation;

  constructor(reader: BundleReader, evaluation: AdmissionEvaluation) {
    this.reader = reader;
    this.evaluation = evaluation;
  }

  async lookup(): Promise<AdmissionLookup> {
    this.lookups += 1;
    return (await this.answer(this.evaluation.lookup)) as AdmissionLookup;
  }

  issueContext(): TrustedContext {
    this.contexts += 1;
    const { trustedContext } = this.evaluation;
    if (trustedContext !== null) return trustedContext;
    this.trouble = 'asked for a trusted context that the evaluation does not have';
    return { admissionRecordId: '', trustedAcceptedAt: '', acceptedBy: { type: 'service', id: '' } };
  }

  async appendOrReturnExisting(candidate: unknown): Promise<AdmissionAppend> {
    this.appends += 1;
    const { append } = this.evaluation;
    // A log without a result has not committed.
    if (append === null) return { status: 'commit-failed' };
    if (append.status === 'committed' && append.record !== undefined) {
      // Values, not bytes: implementations write their records differently (RUN-023).
      const expected = await this.reader.requireJson(append.record);
      if (!isSameValue(candidate, expected))
        this.trouble = 'prepared another candidate than the committed record';
    }
    return (await this.answer(append)) as AdmissionAppend;
  }

  private async answer({
    status,
    record,
    authenticatedService,
  }: ScriptedLookup | ScriptedAppend): Promise<unknown> {
    if (record === undefined) return { status };
    return { status, recordBytes: await this.reader.require(record), authenticatedService };
  }
}
