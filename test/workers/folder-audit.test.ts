// The whole audit as child processes that can reach nothing but their own directory and the folder.
import { describe, expect, it } from 'vitest';
import type {
  Findings,
  Inventory,
  Report,
  Review,
} from '../../examples/workers/folder-audit/audit-documents.ts';
import {
  asInputs,
  buildTroubledFolder,
  completed,
  contentOf,
  documentOf,
  startProgram,
} from './audit-programs.ts';

describe('the audit of a folder', () => {
  it('finds what is wrong with it, reports it, and is reviewed by somebody else (EVI-001, ART-004)', async () => {
    const folder = buildTroubledFolder();
    const inventory = await completed(startProgram('folder-inventory', { folder }));
    const list = await documentOf<Inventory>(inventory, 'inventory.json');
    expect(list.files.map(({ path }) => path)).toEqual([
      'README.md',
      'config/bad.json',
      'config/bad.yml',
      'config/good.json',
      'config/good.yaml',
      'copy.txt',
      'deep/er/copy.txt',
      'docs/a.md',
      'empty-1',
      'empty-2',
      'picture.bin',
    ]);
    expect(list.skipped).toEqual([
      { path: 'loop', reason: 'symbolic link' },
      { path: 'stolen.json', reason: 'symbolic link' },
    ]);
    expect(list.totals).toMatchObject({ files: 11, folders: 5, skipped: 2 });
    expect(inventory.artifacts).toMatchObject([
      { deliverableId: 'inventory', schemaUri: 'urn:heddle:deliverable:inventory' },
    ]);

    const checks = await completed(startProgram('file-checks', { folder, inputs: asInputs(inventory) }));
    const findings = await documentOf<Findings>(checks, 'findings.json');
    expect(findings.findings.map(({ kind, files, line, target }) => [kind, files, line, target])).toEqual([
      ['link-missing', ['README.md'], 3, 'docs/gone.md'],
      ['anchor-missing', ['README.md'], 3, 'docs/a.md#part-two'],
      ['link-outside', ['README.md'], 4, '../other.md'],
      ['json-invalid', ['config/bad.json'], 3, undefined],
      ['yaml-invalid', ['config/bad.yml'], 3, undefined],
      ['duplicate', ['copy.txt', 'deep/er/copy.txt'], undefined, undefined],
    ]);
    expect(findings.totals).toMatchObject({ files: 11, parsed: 6, findings: 6 });
    expect(findings.unchecked).toEqual([]);

    const report = await completed(startProgram('report-writer', { inputs: asInputs(inventory, checks) }));
    expect(report.artifacts).toMatchObject([
      { name: 'report.json', deliverableId: 'report-data' },
      { name: 'report.md', deliverableId: 'report', mediaType: 'text/markdown' },
    ]);
    expect(await documentOf<Report>(report, 'report.json')).toMatchObject({ wastedBytes: 8, unchecked: 2 });
    const text = await contentOf(report, 'report.md');
    expect(text).toContain('11 files with');
    expect(text).toContain('1. **JSON files that do not parse** (1)');
    expect(text).toContain('`deep/er/copy.txt`');

    const review = await completed(
      startProgram('independent-reviewer', { folder, inputs: asInputs(inventory, checks, report) }),
    );
    expect(review.summary).toBe('All 2 criteria are met; 6 checks found nothing.');
    const assessments = review.evidence.filter(({ type }) => type === 'reviewer_assessment');
    expect(assessments.map(({ criterionIds, result }) => [criterionIds, result])).toEqual([
      [['agrees-with-findings'], 'passed'],
      [['readable'], 'passed'],
    ]);
    expect(assessments[0]?.subject).toEqual({
      type: 'artifact',
      id: report.artifacts.find(({ name }) => name === 'report.md')?.contentHash,
    });
    const { checks: made } = await documentOf<Review>(review, 'review.json');
    expect(made.map(({ check, result }) => [check, result])).toEqual([
      ['hashes', 'passed'],
      ['figures', 'passed'],
      ['text', 'passed'],
      ['readable', 'passed'],
      ['inventory', 'passed'],
      ['findings', 'passed'],
    ]);
    for (const { evidence } of [inventory, checks, report]) {
      expect(evidence.map(({ type, result }) => `${type} ${result}`).sort()).toEqual(
        [
          ...(evidence.length === 4 ? ['artifact_integrity passed'] : []),
          'artifact_integrity passed',
          'deterministic_test passed',
          'schema_validation passed',
        ].sort(),
      );
    }
  });
});
