// Compares the documents of an audit with each other: every figure is counted again from the entries that it sums up.
import {
  type Findings,
  FINDING_KINDS,
  type FoundDocument,
  type Inventory,
  type Report,
  type ReviewCheck,
} from '../folder-audit/audit-documents.ts';
import { renderReport, REQUIRED_HEADINGS } from '../folder-audit/report-text.ts';

export interface ReviewedDocuments {
  readonly inventory: FoundDocument<Inventory>;
  readonly findings: FoundDocument<Findings>;
  readonly report: FoundDocument<Report>;
  readonly text: string;
  readonly textHash: string;
}

const MAX_REASONS = 50;

/** Totals are the sums of their entries, and those of the report are the same. */
export function checkFigures({ inventory, findings, report }: ReviewedDocuments): ReviewCheck {
  const { files, skipped, totals, types } = inventory.document;
  const reported = report.document;
  const list = findings.document.findings;
  const sizes = new Map(files.map(({ path, sizeBytes }) => [path, sizeBytes]));
  const wasted = list
    .filter(({ kind }) => kind === 'duplicate')
    .reduce((sum, each) => sum + (each.files.length - 1) * (sizes.get(each.files[0] ?? '') ?? 0), 0);
  const perType = Map.groupBy(files, ({ type }) => type);
  const comparisons: [string, number, number][] = [
    ['files in the inventory', totals.files, files.length],
    [
      'different paths in the inventory',
      new Set(files.map((file) => file.pathBase64 ?? file.path)).size,
      files.length,
    ],
    ['bytes in the inventory', totals.bytes, files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)],
    ['skipped entries in the inventory', totals.skipped, skipped.length],
    ['types in the inventory', types.length, perType.size],
    ...types.flatMap(({ type, files: count, bytes }): [string, number, number][] => {
      const own = perType.get(type) ?? [];
      return [
        [`files of type "${type}"`, count, own.length],
        [`bytes of type "${type}"`, bytes, own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)],
      ];
    }),
    ['files in the findings', findings.document.totals.files, files.length],
    ['findings', findings.document.totals.findings, list.length],
    ...FINDING_KINDS.map((kind): [string, number, number] => [
      `findings of kind ${kind}`,
      findings.document.totals.byKind[kind],
      list.filter((each) => each.kind === kind).length,
    ]),
    ['files in the report', reported.totals.files, files.length],
    ['bytes in the report', reported.totals.bytes, totals.bytes],
    ['folders in the report', reported.totals.folders, totals.folders],
    ['skipped entries in the report', reported.totals.skipped, skipped.length],
    ['findings in the report', reported.findings.findings, list.length],
    ...FINDING_KINDS.map((kind): [string, number, number] => [
      `findings of kind ${kind} in the report`,
      reported.findings.byKind[kind],
      findings.document.totals.byKind[kind],
    ]),
    ['wasted bytes in the report', reported.wastedBytes, wasted],
    [
      'unchecked entries in the report',
      reported.unchecked,
      skipped.length + findings.document.unchecked.length,
    ],
  ];
  const reasons = comparisons
    .filter(([, stated, counted]) => stated !== counted)
    .map(([what, stated, counted]) => `${what}: ${stated} stated, ${counted} counted`);
  if (JSON.stringify(reported.types) !== JSON.stringify(types))
    reasons.push('the types of the report differ');
  return concludeCheck('figures', comparisons.length + 1, reasons);
}

/** The text is what the documents give, line by line. */
export function checkText({ inventory, findings, report, text }: ReviewedDocuments): ReviewCheck {
  const expected = renderReport(report.document.goal, inventory.document, findings.document).split('\n');
  const actual = text.split('\n');
  const differing = Array.from(
    { length: Math.max(expected.length, actual.length) },
    (_, index) => index + 1,
  ).filter((line) => expected[line - 1] !== actual[line - 1]);
  const [first] = differing;
  const reasons =
    first === undefined
      ? []
      : [`${differing.length} lines are not what the documents give, the first is line ${first}`];
  return concludeCheck('text', expected.length, reasons);
}

/** Somebody who knows nothing else finds what to do: the sections are there, and each kind of finding is addressed. */
export function checkReadable({ findings, text }: ReviewedDocuments): ReviewCheck {
  const lines = text.split('\n');
  const reasons = REQUIRED_HEADINGS.filter((heading) => !lines.includes(`## ${heading}`)).map(
    (heading) => `there is no section "${heading}"`,
  );
  if (!text.startsWith('# ')) reasons.push('it does not begin with a title');
  const kinds = FINDING_KINDS.filter((kind) => findings.document.totals.byKind[kind] > 0);
  const advised = lines.filter((line) => /^\d+\. \*\*/.test(line)).length;
  if (advised !== kinds.length)
    reasons.push(`${kinds.length} kinds of findings, but ${advised} things to do`);
  if (/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text)) reasons.push('it contains control characters');
  return concludeCheck('readable', REQUIRED_HEADINGS.length + kinds.length + 2, reasons);
}

export function concludeCheck(
  check: string,
  examined: number,
  reasons: readonly string[],
  doubts: readonly string[] = [],
): ReviewCheck {
  const result = reasons.length > 0 ? 'failed' : doubts.length > 0 ? 'inconclusive' : 'passed';
  return { check, result, examined, reasons: boundReasons([...reasons, ...doubts]) };
}

/** Enough to see what is wrong; the rest is counted. */
export function boundReasons(reasons: readonly string[]): string[] {
  const shown = reasons.slice(0, MAX_REASONS).map((reason) => reason.slice(0, 500));
  return reasons.length > MAX_REASONS ? [...shown, `and ${reasons.length - MAX_REASONS} more`] : shown;
}
