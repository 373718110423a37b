// What a completed run has achieved: out/result.json and the collected files, held against the contract and turned into
// Artifacts and drafts of Evidence.
import { readFile } from 'node:fs/promises';
import type {
  Deliverable,
  RunResultArtifact,
  RunResultEvidence,
  RunResultFile,
} from '../../protocol/generated/documents.ts';
import { parseJson } from '../../protocol/json.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import { checkParsed, describeSchemaFault } from '../../protocol/schema.ts';
import type { OutputFile } from './output-folder.ts';
import type { CollectedArtifact, EvidenceDraft, RunFailureCode, RunRequest } from './runner.ts';

export interface Conclusion {
  readonly artifacts: readonly CollectedArtifact[];
  readonly evidence: readonly EvidenceDraft[];
  readonly summary: string;
}

export interface ConclusionFault {
  readonly code: Extract<RunFailureCode, 'INVALID_RESULT' | 'DELIVERABLE_MISSING'>;
  readonly detail: string;
}

/** The file in the output folder that is no Artifact. */
export const RESULT_NAME = 'result.json';
/** For files that neither the contract nor the program says anything about. */
const UNKNOWN_MEDIA_TYPE = 'application/octet-stream';
const UNKNOWN_SCHEMA = 'urn:heddle:schema:unspecified';
const RESULT_LIMITS = { maxBytes: 8 * 1_024 * 1_024, maxDepth: 64 };

type Subject = Pick<RunRequest, 'workItemId' | 'contract' | 'inputs'>;

/** Reads the result among the collected files and judges everything together. */
export async function concludeRun(
  subject: Subject,
  files: readonly OutputFile[],
): Promise<Result<Conclusion, ConclusionFault>> {
  const stated = await readResult(files.find(({ name }) => name === RESULT_NAME));
  if (!stated.ok) return stated;
  const output = files.filter(({ name }) => name !== RESULT_NAME);
  const artifacts = describeArtifacts(subject, output, stated.value.artifacts ?? []);
  if (!artifacts.ok) return artifacts;
  const evidence = draftEvidence(subject, artifacts.value, stated.value.evidence);
  if (!evidence.ok) return evidence;
  return accept({ artifacts: artifacts.value, evidence: evidence.value, summary: stated.value.summary });
}

async function readResult(file: OutputFile | undefined): Promise<Result<RunResultFile, ConclusionFault>> {
  if (file === undefined) return invalid(`the run left no ${RESULT_NAME}`);
  if (file.sizeBytes > RESULT_LIMITS.maxBytes) return invalid(`${RESULT_NAME} is too large`);
  const parsed = parseJson(await readFile(file.path), { limits: RESULT_LIMITS });
  if (!parsed.ok) {
    const { line, column, message } = parsed.fault;
    return invalid(`${RESULT_NAME}, line ${line}, column ${column}: ${message}`);
  }
  const fault = checkParsed('run-result', parsed.value);
  if (fault !== undefined) return invalid(`${RESULT_NAME}: ${describeSchemaFault(fault)}`);
  return accept(parsed.value.value as unknown as RunResultFile);
}

function describeArtifacts(
  { contract, inputs }: Subject,
  output: readonly OutputFile[],
  stated: readonly RunResultArtifact[],
): Result<CollectedArtifact[], ConclusionFault> {
  const statedByFile = new Map(stated.map((each) => [each.file, each]));
  if (statedByFile.size !== stated.length) return invalid(`${RESULT_NAME} describes a file twice`);
  const unknown = stated.find(({ file }) => !output.some(({ name }) => name === file));
  if (unknown !== undefined) return invalid(`${RESULT_NAME} describes ${unknown.file}, which does not exist`);

  const inputHashes = [...new Set(inputs.map(({ contentHash }) => contentHash))];
  const deliverables = new Map(contract.requiredDeliverables.map((each) => [each.deliverableId, each]));
  const claimed = new Set(stated.map(({ deliverableId }) => deliverableId));
  const delivered = new Set<string>();
  const artifacts: CollectedArtifact[] = [];
  for (const file of output) {
    const details = statedByFile.get(file.name);
    const deliverable =
      details?.deliverableId === undefined
        ? deliverableByName(file.name, deliverables, claimed)
        : deliverables.get(details.deliverableId);
    if (details?.deliverableId !== undefined && deliverable === undefined) {
      return invalid(`the contract has no deliverable ${details.deliverableId}`);
    }
    if (deliverable !== undefined && delivered.has(deliverable.deliverableId)) {
      return invalid(`two files claim to be the deliverable ${deliverable.deliverableId}`);
    }
    const sources = details?.sourceArtifactHashes ?? inputHashes;
    const foreign = sources.find((hash) => !inputHashes.includes(hash));
    if (foreign !== undefined) return invalid(`${file.name} names a source that is no input: ${foreign}`);
    if (deliverable !== undefined) delivered.add(deliverable.deliverableId);
    artifacts.push({
      ...file,
      ...(deliverable === undefined ? {} : { deliverableId: deliverable.deliverableId }),
      mediaType: details?.mediaType ?? deliverable?.mediaType ?? UNKNOWN_MEDIA_TYPE,
      schemaUri: details?.schemaUri ?? deliverable?.schema ?? UNKNOWN_SCHEMA,
      ...(details?.classification === undefined ? {} : { classification: details.classification }),
      sourceArtifactHashes: sources,
      toolVersions: details?.toolVersions ?? [],
      modelVersions: details?.modelVersions ?? [],
    });
  }
  const missing = [...deliverables.keys()].filter((id) => !delivered.has(id));
  if (missing.length === 0) return accept(artifacts);
  return refuse({ code: 'DELIVERABLE_MISSING', detail: `missing in the output: ${missing.join(', ')}` });
}

/** `inventory.json` is the deliverable `inventory`, unless the program says that another file is. */
function deliverableByName(
  name: string,
  deliverables: ReadonlyMap<string, Deliverable>,
  claimed: ReadonlySet<string | undefined>,
): Deliverable | undefined {
  const id = [name, name.replace(/\.[^/]*$/, '')].find((each) => deliverables.has(each));
  return id === undefined || claimed.has(id) ? undefined : deliverables.get(id);
}

function draftEvidence(
  { workItemId, contract, inputs }: Subject,
  artifacts: readonly CollectedArtifact[],
  stated: readonly RunResultEvidence[],
): Result<EvidenceDraft[], ConclusionFault> {
  const hashByFile = new Map(artifacts.map(({ name, contentHash }) => [name, contentHash]));
  const inputHashes = new Set(inputs.map(({ contentHash }) => contentHash));
  const criteria = contract.acceptanceCriteria.map(({ criterionId }) => criterionId);
  const drafts: EvidenceDraft[] = [];
  for (const { about, files = [], artifactHashes = [], ...evidence } of stated) {
    const foreign = evidence.criterionIds.find((id) => !criteria.includes(id));
    if (foreign !== undefined) return invalid(`the contract has no criterion ${foreign}`);
    const subjectHash =
      about === undefined ? undefined : (hashByFile.get(about) ?? hashIn(inputHashes, about));
    if (about !== undefined && subjectHash === undefined)
      return invalid(`Evidence is about unknown ${about}`);
    const absent = files.find((file) => !hashByFile.has(file));
    if (absent !== undefined) return invalid(`Evidence refers to ${absent}, which does not exist`);
    const unknown = artifactHashes.find((hash) => !inputHashes.has(hash));
    if (unknown !== undefined) return invalid(`Evidence refers to ${unknown}, which is no input`);
    drafts.push({
      ...evidence,
      subject:
        subjectHash === undefined
          ? { type: 'work_item', id: workItemId }
          : { type: 'artifact', id: subjectHash },
      artifactHashes: [
        ...new Set([...files.flatMap((file) => hashByFile.get(file) ?? []), ...artifactHashes]),
      ],
    });
  }
  const uncovered = criteria.filter((id) => !drafts.some(({ criterionIds }) => criterionIds.includes(id)));
  if (uncovered.length === 0) return accept(drafts);
  // The Authority would refuse the submission (EVI-005); here the reason is next to the program.
  return invalid(`no Evidence is given for: ${uncovered.join(', ')}`);
}

function hashIn(hashes: ReadonlySet<string>, hash: string): string | undefined {
  return hashes.has(hash) ? hash : undefined;
}

function invalid(detail: string): Result<never, ConclusionFault> {
  return refuse({ code: 'INVALID_RESULT', detail: detail.slice(0, 2_000) });
}
