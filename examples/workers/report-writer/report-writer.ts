// Worker: writes the report of a folder audit.
//
//   program     node report-writer.ts
//   capability  heddle.report-writing 1.0.0
//   inputs      an inventory and the findings about it
//   leaves      report.md for people, report.json with the figures (format urn:heddle:example:report:1)
//   Evidence    artifact_integrity, schema_validation, deterministic_test for every criterion
//   checkpoint  no: it takes a moment
import {
  criteriaOf,
  hashOf,
  readDocument,
  type Report,
  writeChecked,
  writeDocument,
} from '../folder-audit/audit-documents.ts';
import { renderReport, wastedBytes } from '../folder-audit/report-text.ts';
import { runWorker, WorkFailed, type WorkerResult, type WorkerRun } from '../run-protocol.ts';

export async function writeReport(run: WorkerRun): Promise<WorkerResult> {
  const { document: inventory, input: inventoryInput } = await readDocument(run, 'inventory');
  const { document: findings, input: findingsInput } = await readDocument(run, 'findings');
  if (findings.inventoryHash !== inventoryInput.contentHash) {
    throw new WorkFailed('INPUT_MISMATCH', 'the findings are about another inventory');
  }
  run.progress('writing', 'the report is written');
  const text = renderReport(run.contract.goal, inventory, findings);
  const report: Report = {
    format: 'urn:heddle:example:report:1',
    goal: run.contract.goal,
    sources: { inventory: inventoryInput.contentHash, findings: findingsInput.contentHash },
    textHash: hashOf(text),
    totals: inventory.totals,
    types: inventory.types,
    findings: findings.totals,
    wastedBytes: wastedBytes(inventory, findings),
    unchecked: inventory.skipped.length + findings.unchecked.length,
  };
  const documents = [
    await writeChecked(run, 'report.md', text),
    ...(await writeDocument(run, 'report', report)),
  ];
  const isConsistent =
    inventory.totals.files === inventory.files.length &&
    findings.totals.findings === findings.findings.length &&
    findings.totals.files === inventory.totals.files;
  const toolVersions = [{ name: 'report-writer', version: '1.0.0' }];
  return {
    summary: `Report on ${inventory.totals.files} files with ${findings.totals.findings} findings.`,
    artifacts: [
      { file: 'report.md', ...deliverable(run, 'text/markdown'), toolVersions },
      {
        file: 'report.json',
        ...deliverable(run, 'application/json'),
        toolVersions,
      },
    ],
    evidence: [
      ...documents,
      {
        type: 'deterministic_test',
        criterionIds: criteriaOf(run),
        method:
          'The figures are those of the two sources, whose own totals were counted again, and the text has the hash that the figures name.',
        result: isConsistent ? 'passed' : 'failed',
        details: { totals: inventory.totals, findings: findings.totals },
        about: 'report.md',
        files: ['report.md', 'report.json'],
        artifactHashes: [inventoryInput.contentHash, findingsInput.contentHash],
        toolVersion: 'report-writer 1.0.0',
      },
    ],
  };
}

/** The contract decides what its deliverables are called; one of each media type is what this program makes. */
function deliverable({ contract }: WorkerRun, mediaType: string): { readonly deliverableId?: string } {
  const found = contract.requiredDeliverables.find((each) => each.mediaType === mediaType);
  return found === undefined ? {} : { deliverableId: found.deliverableId };
}

if (import.meta.main) await runWorker(writeReport);
