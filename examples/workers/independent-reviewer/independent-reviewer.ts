// Worker: reviews the report of a folder audit by doing the sums, and where it may the reading, again.
//
//   program     node independent-reviewer.ts
//   capability  heddle.independent-review 1.0.0
//   folder      the audited one with the operation `read`, if it is granted; without it documents alone are compared
//   inputs      the inventory, the findings, report.json and report.md
//   settings    constraints.audit of the contract: sample, maxParseBytes (folder-audit/folder-listing.ts)
//   leaves      review.json (format urn:heddle:example:review:1)
//   Evidence    one reviewer_assessment for each criterion, passed or failed with reasons; artifact_integrity and
//               schema_validation of review.json
//   checkpoint  no: it starts again
//
// A criterion called like a check (`figures`, `readable`…) is judged by that check, every other one by all checks but
// `readable`.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  hashOf,
  type Inventory,
  readDocument,
  type Review,
  type ReviewCheck,
  writeDocument,
} from '../folder-audit/audit-documents.ts';
import { auditSettings } from '../folder-audit/folder-listing.ts';
import {
  runWorker,
  WorkFailed,
  type WorkerEvidence,
  type WorkerResult,
  type WorkerRun,
} from '../run-protocol.ts';
import {
  boundReasons,
  checkFigures,
  checkReadable,
  checkText,
  concludeCheck,
  type ReviewedDocuments,
} from './document-review.ts';
import { checkFindings, checkInventory } from './folder-review.ts';

export async function review(run: WorkerRun): Promise<WorkerResult> {
  const documents = await readAll(run);
  run.progress('comparing documents', 'all checks are done');
  const checks: ReviewCheck[] = [
    await checkHashes(run, documents),
    checkFigures(documents),
    checkText(documents),
    checkReadable(documents),
  ];
  const folder = run.description.folders.find(({ operations }) => operations.includes('read'))?.path;
  if (folder === undefined) run.log('no folder was granted: only documents were compared');
  else {
    const settings = auditSettings(run.contract);
    const sampled = sampleOf(run, documents.inventory.document, settings.sample);
    run.progress('reading files again', 'all checks are done', ['compared documents']);
    checks.push(await checkInventory(run, folder, documents.inventory.document, settings, sampled));
    checks.push(await checkFindings(run, folder, documents, settings, sampled));
  }
  const verdicts = run.contract.acceptanceCriteria.map(({ criterionId }) => judge(criterionId, checks));
  const document: Review = { format: 'urn:heddle:example:review:1', verdicts, checks };
  const written = await writeDocument(run, 'review', document);
  const failed = verdicts.filter(({ result }) => result !== 'passed');
  return {
    summary:
      failed.length === 0
        ? `All ${verdicts.length} criteria are met; ${checks.length} checks found nothing.`
        : `Not met: ${failed.map(({ criterionId }) => criterionId).join(', ')}.`,
    artifacts: [{ file: 'review.json', toolVersions: [{ name: 'independent-reviewer', version: '1.0.0' }] }],
    evidence: [
      ...written,
      ...verdicts.map(({ criterionId, result, reasons }): WorkerEvidence => ({
        type: 'reviewer_assessment',
        criterionIds: [criterionId],
        method: `Checks made again by somebody who did not make the result: ${checksFor(criterionId, checks)
          .map(({ check, examined }) => `${check} (${examined})`)
          .join(', ')}`,
        result,
        details: { reasons },
        about: documents.textHash,
        files: ['review.json'],
        artifactHashes: [
          documents.textHash,
          documents.report.input.contentHash,
          documents.inventory.input.contentHash,
          documents.findings.input.contentHash,
        ],
        toolVersion: 'independent-reviewer 1.0.0',
      })),
    ],
  };
}

async function readAll(run: WorkerRun): Promise<ReviewedDocuments> {
  const inventory = await readDocument(run, 'inventory');
  const findings = await readDocument(run, 'findings');
  const report = await readDocument(run, 'report');
  // By the hash that the figures name; where that fits nothing, by being the only input that is no document.
  const documents = [inventory, findings, report].map(({ input }) => input.name);
  const others = run.description.inputs.filter(({ name }) => !documents.includes(name));
  const named = others.find(({ contentHash }) => contentHash === report.document.textHash);
  const only = named ?? (others.length === 1 ? others[0] : undefined);
  if (only === undefined) {
    throw new WorkFailed('INPUT_MISSING', 'exactly one input has to be the text of the report');
  }
  const text = await readFile(run.inputPath(only.name), 'utf8');
  return { inventory, findings, report, text, textHash: only.contentHash };
}

/** Every Artifact is what its hash says, and the documents name each other by these hashes. */
async function checkHashes(run: WorkerRun, documents: ReviewedDocuments): Promise<ReviewCheck> {
  const reasons: string[] = [];
  for (const { name, contentHash } of run.description.inputs) {
    if (hashOf(await readFile(run.inputPath(name))) !== contentHash) {
      reasons.push(`the content of ${name} is not ${contentHash}`);
    }
  }
  const { inventory, findings, report, textHash } = documents;
  const references: [string, string, string][] = [
    ['the findings name another inventory', findings.document.inventoryHash, inventory.input.contentHash],
    ['the report names another inventory', report.document.sources.inventory, inventory.input.contentHash],
    ['the report names other findings', report.document.sources.findings, findings.input.contentHash],
    ['the figures name another text of the report', report.document.textHash, textHash],
  ];
  for (const [reason, stated, actual] of references) if (stated !== actual) reasons.push(reason);
  return concludeCheck('hashes', run.description.inputs.length + references.length, reasons);
}

/** Which files are looked at again: nobody else chooses them, and the same review chooses the same ones. */
function sampleOf({ description }: WorkerRun, { files }: Inventory, count: number): Inventory['files'] {
  if (files.length <= count) return files;
  const rank = (path: string) =>
    createHash('sha256').update(`${description.workItemId}\n${path}`).digest('hex');
  return files
    .map((file) => ({ file, rank: rank(file.path) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ file }) => file);
}

function judge(criterionId: string, checks: readonly ReviewCheck[]): Review['verdicts'][number] {
  const relevant = checksFor(criterionId, checks);
  const results = relevant.map(({ result }) => result);
  const result = results.includes('failed')
    ? 'failed'
    : results.includes('inconclusive')
      ? 'inconclusive'
      : 'passed';
  const reasons = relevant
    .filter((each) => each.result !== 'passed')
    .flatMap(({ check, reasons: why }) => why.map((reason) => `${check}: ${reason}`));
  return {
    criterionId,
    result,
    reasons:
      reasons.length > 0
        ? boundReasons(reasons)
        : relevant.map(({ check, examined }) => `${check}: ${examined} examined, nothing wrong`),
  };
}

function checksFor(criterionId: string, checks: readonly ReviewCheck[]): readonly ReviewCheck[] {
  const own = checks.filter(({ check }) => check === criterionId);
  return own.length > 0 ? own : checks.filter(({ check }) => check !== 'readable');
}

if (import.meta.main) await runWorker(review);
