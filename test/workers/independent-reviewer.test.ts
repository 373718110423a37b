// A reviewer that accepts whatever it is shown is worth nothing: every kind of tampering has to make it fail.
import { createHash } from 'node:crypto';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFiles } from '../../examples/workers/file-checks/file-checks.ts';
import type {
  Findings,
  Inventory,
  Report,
  Review,
} from '../../examples/workers/folder-audit/audit-documents.ts';
import { takeInventory } from '../../examples/workers/folder-inventory/folder-inventory.ts';
import { review } from '../../examples/workers/independent-reviewer/independent-reviewer.ts';
import { writeReport } from '../../examples/workers/report-writer/report-writer.ts';
import { makeFolder } from '../../core/worker/runners/run-request.test-data.ts';
import type { RunInput } from '../../core/worker/runners/runner.ts';
import {
  asInputs,
  type AuditRunOptions,
  buildTroubledFolder,
  completed,
  contentOf,
  documentOf,
  startFunction,
} from './audit-programs.ts';

interface Audit {
  readonly folder: string;
  inventory: Inventory;
  findings: Findings;
  report: Report;
  text: string;
}

async function makeAudit(): Promise<Audit> {
  const folder = buildTroubledFolder();
  const inventory = await completed(startFunction('folder-inventory', takeInventory, { folder }));
  const inputs = asInputs(inventory);
  const checks = await completed(startFunction('file-checks', checkFiles, { folder, inputs }));
  const report = await completed(
    startFunction('report-writer', writeReport, { inputs: asInputs(inventory, checks) }),
  );
  return {
    folder,
    inventory: await documentOf<Inventory>(inventory, 'inventory.json'),
    findings: await documentOf<Findings>(checks, 'findings.json'),
    report: await documentOf<Report>(report, 'report.json'),
    text: await contentOf(report, 'report.md'),
  };
}

function hashOf(content: string): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** The documents of an audit as inputs, all references between them right, whatever was done to their content. */
function consistentInputs(audit: Audit): RunInput[] {
  const folder = makeFolder();
  const input = (name: string, mediaType: string, content: string): RunInput => {
    writeFileSync(join(folder, name), content);
    return { name, mediaType, path: join(folder, name), contentHash: hashOf(content) };
  };
  const json = (name: string, value: object) => input(name, 'application/json', JSON.stringify(value));
  const inventory = json('inventory.json', audit.inventory);
  const findings = json('findings.json', { ...audit.findings, inventoryHash: inventory.contentHash });
  const text = input('report.md', 'text/markdown', audit.text);
  const report = json('report.json', {
    ...audit.report,
    textHash: text.contentHash,
    sources: { inventory: inventory.contentHash, findings: findings.contentHash },
  });
  return [inventory, findings, text, report];
}

async function judge(
  options: AuditRunOptions,
): Promise<{ failed: string[]; reasons: string; document: Review }> {
  const result = await completed(startFunction('independent-reviewer', review, options));
  const document = await documentOf<Review>(result, 'review.json');
  const assessments = result.evidence.filter(({ type }) => type === 'reviewer_assessment');
  // The Evidence says what the document says.
  expect(assessments.map(({ criterionIds, result: verdict }) => [criterionIds[0], verdict])).toEqual(
    document.verdicts.map(({ criterionId, result: verdict }) => [criterionId, verdict]),
  );
  return {
    failed: document.verdicts
      .filter(({ result: verdict }) => verdict === 'failed')
      .map((each) => each.criterionId),
    reasons: document.verdicts.flatMap((each) => each.reasons).join('\n'),
    document,
  };
}

describe('an honest audit', () => {
  it('passes, also without the folder, where only documents are compared', async () => {
    const audit = await makeAudit();
    expect(await judge({ folder: audit.folder, inputs: consistentInputs(audit) })).toMatchObject({
      failed: [],
    });
    const { failed, document } = await judge({ inputs: consistentInputs(audit) });
    expect(failed).toEqual([]);
    expect(document.checks.map(({ check }) => check)).toEqual(['hashes', 'figures', 'text', 'readable']);
  });

  it('passes whatever its documents are called, also among others (ART-010)', async () => {
    const audit = await makeAudit();
    const inputs = consistentInputs(audit).map((input, index) =>
      Object.assign({}, input, { name: `input-${index + 1}`, mediaType: 'application/octet-stream' }),
    );
    const path = join(makeFolder(), 'other');
    writeFileSync(path, 'something else');
    const other = { name: 'other', mediaType: 'text/markdown', path, contentHash: hashOf('something else') };
    expect(await judge({ folder: audit.folder, inputs: [other, ...inputs] })).toMatchObject({ failed: [] });
  });

  it('is judged by the check that a criterion is called like', async () => {
    const audit = await makeAudit();
    audit.text = audit.text.replace('## What to do first', '## Introduction');
    const { failed } = await judge({
      inputs: consistentInputs(audit),
      criteria: ['figures', 'hashes', 'readable', 'text', 'anything-else'],
    });
    expect(failed).toEqual(['readable', 'text', 'anything-else']);
  });

  it('is reviewed in a sample when it is large, the same one each time', async () => {
    const audit = await makeAudit();
    const options = { folder: audit.folder, inputs: consistentInputs(audit), settings: { sample: 3 } };
    const { document } = await judge(options);
    expect(document.checks.find(({ check }) => check === 'inventory')).toMatchObject({ examined: 13 + 3 });
    expect((await judge(options)).document).toEqual(document);
  });
});

describe('a tampered audit fails', () => {
  const cases: Readonly<Record<string, [(audit: Audit) => void, string]>> = {
    'a file was hidden': [
      (audit) => {
        const files = audit.inventory.files.filter(({ path }) => path !== 'config/good.yaml');
        audit.inventory = { ...audit.inventory, files };
      },
      'inventory: "config/good.yaml" is not in the inventory',
    ],
    'a file was invented': [
      (audit) => {
        const [first] = audit.inventory.files;
        if (first === undefined) throw new Error('no file');
        const files = [...audit.inventory.files, { ...first, path: 'invented.md' }];
        audit.inventory = { ...audit.inventory, files };
      },
      'inventory: "invented.md" is in the inventory and not in the folder',
    ],
    'a hash was changed': [
      (audit) => {
        const files = audit.inventory.files.map((file) =>
          file.path === 'picture.bin' ? Object.assign({}, file, { contentHash: hashOf('?') }) : file,
        );
        audit.inventory = { ...audit.inventory, files };
      },
      'inventory: "picture.bin" has other content than the inventory says',
    ],
    'more was left out than agreed': [
      (audit) => {
        audit.inventory = { ...audit.inventory, excluded: [...audit.inventory.excluded, 'docs'] };
      },
      'inventory: the list of left out names differ',
    ],
    'a total was changed': [
      (audit) => {
        const totals = { ...audit.inventory.totals, bytes: 1 };
        audit.inventory = { ...audit.inventory, totals };
      },
      'figures: bytes in the inventory: 1 stated',
    ],
    'a finding was suppressed': [
      (audit) => {
        const kept = audit.findings.findings.filter(({ kind }) => kind !== 'json-invalid');
        const byKind = { ...audit.findings.totals.byKind, 'json-invalid': 0 };
        const totals = { ...audit.findings.totals, findings: kept.length, byKind };
        audit.findings = { ...audit.findings, findings: kept, totals };
        audit.report = { ...audit.report, findings: totals };
      },
      'findings: the findings in "config/bad.json" differ: 1 left out, 0 made up',
    ],
    'a finding was made up': [
      (audit) => {
        const made = { kind: 'json-invalid' as const, files: ['config/good.json'], line: 1, message: 'x' };
        audit.findings = { ...audit.findings, findings: [...audit.findings.findings, made] };
      },
      'findings: the findings in "config/good.json" differ: 0 left out, 1 made up',
    ],
    'a duplicate was suppressed': [
      (audit) => {
        const kept = audit.findings.findings.filter(({ kind }) => kind !== 'duplicate');
        audit.findings = { ...audit.findings, findings: kept };
      },
      'findings: the duplicates differ: 1 left out',
    ],
    'a figure of the report was changed': [
      (audit) => {
        audit.report = { ...audit.report, wastedBytes: 0 };
      },
      'figures: wasted bytes in the report: 0 stated, 8 counted',
    ],
    'the text says something else': [
      (audit) => {
        audit.text = audit.text.replace('11 files', '12 files');
      },
      'text: 1 lines are not what the documents give, the first is line 5',
    ],
  };

  it.each(Object.entries(cases))('%s', async (_name, [tamper, reason]) => {
    const audit = await makeAudit();
    tamper(audit);
    const { failed, reasons } = await judge({ folder: audit.folder, inputs: consistentInputs(audit) });
    expect(failed).toContain('agrees-with-findings');
    expect(reasons).toContain(reason);
  });

  it('documents that are not about each other', async () => {
    const audit = await makeAudit();
    const inputs = consistentInputs(audit);
    const path = join(makeFolder(), 'inventory.json');
    const other = JSON.stringify({ ...audit.inventory, excluded: ['.git', 'node_modules', 'x'] });
    writeFileSync(path, other);
    const swapped = inputs.map((input) =>
      input.name === 'inventory.json'
        ? Object.assign({}, input, { path, contentHash: hashOf(other) })
        : input,
    );
    const { failed, reasons } = await judge({ inputs: swapped });
    expect(failed).toContain('agrees-with-findings');
    expect(reasons).toContain('hashes: the findings name another inventory');
    expect(reasons).toContain('hashes: the report names another inventory');
  });

  it('a folder that is not what it was', async () => {
    const audit = await makeAudit();
    const inputs = consistentInputs(audit);
    appendFileSync(join(audit.folder, 'copy.txt'), '!');
    rmSync(join(audit.folder, 'docs', 'a.md'));
    const { failed, reasons } = await judge({ folder: audit.folder, inputs });
    expect(failed).toEqual(['agrees-with-findings']);
    expect(reasons).toContain('"copy.txt" has other content than the inventory says');
    expect(reasons).toContain('"docs/a.md" is in the inventory and not in the folder');
  });
});

describe('a review that cannot be made', () => {
  it('says what is missing', async () => {
    const inputs = consistentInputs(await makeAudit());
    const without = (name: string) => inputs.filter((input) => input.name !== name);
    for (const [name, detail] of [
      ['inventory.json', 'no input is a inventory'],
      ['report.md', 'exactly one input has to be the text of the report'],
    ] as const) {
      const { handle } = startFunction('independent-reviewer', review, { inputs: without(name) });
      expect(await handle.finished).toMatchObject({
        outcome: 'failed',
        failureCode: 'INPUT_MISSING',
        retryable: false,
        detail,
      });
    }
  });
});
