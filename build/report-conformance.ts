// Writes docs/conformance.md from a test run: which requirement has which tests, and which has none yet (CONF-04).
// `npm run report:conformance` runs the tests and this. A test serves the requirements that its name cites.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LIST = new URL('../docs/requirements.txt', import.meta.url);
const OUTPUT = new URL('../docs/conformance.md', import.meta.url);

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

interface Coverage {
  passed: number;
  failed: number;
  skipped: number;
  readonly files: Set<string>;
}

const reportPath = process.argv[2];
if (reportPath === undefined) throw new Error('usage: node build/report-conformance.ts REPORT.json');
const report = JSON.parse(readFileSync(reportPath, 'utf8')) as Report;
const requirements = readFileSync(LIST, 'utf8').trim().split('\n');
const known = new Set(requirements);
const coverage = new Map<string, Coverage>();

for (const { name, assertionResults } of report.testResults) {
  const file = relative(ROOT, name);
  for (const { fullName, status } of assertionResults) {
    for (const requirement of citedIn(fullName)) {
      const entry = coverage.get(requirement) ?? {
        passed: 0,
        failed: 0,
        skipped: 0,
        files: new Set<string>(),
      };
      if (status === 'passed') entry.passed += 1;
      else if (status === 'failed') entry.failed += 1;
      else entry.skipped += 1;
      entry.files.add(file);
      coverage.set(requirement, entry);
    }
  }
}

writeFileSync(OUTPUT, render());

/** Requirement numbers in a test's name, ranges such as `WS-003…WS-006` or `WS-003…006` spelled out. */
function citedIn(name: string): ReadonlySet<string> {
  const cited = new Set<string>();
  const pattern = /\b([A-Z]+(?:-[A-Z]+)*-[A-Z]*)(\d+)(?:…(?:[A-Z]+(?:-[A-Z]+)*-[A-Z]*)?(\d+))?/g;
  for (const [, prefix = '', first = '', last = first] of name.matchAll(pattern)) {
    for (let n = Number(first); n <= Number(last); n += 1) {
      const requirement = `${prefix}${String(n).padStart(first.length, '0')}`;
      if (known.has(requirement)) cited.add(requirement);
    }
  }
  return cited;
}

function render(): string {
  const covered = requirements.filter((requirement) => (coverage.get(requirement)?.passed ?? 0) > 0);
  const lines = [
    '# Requirements and their tests',
    '',
    'Written by `npm run report:conformance` from a test run. A test serves the requirements that its name cites; one that',
    'no test cites may still be served by code. The field rows of the documents (DOC-…-01 and so on) are not listed: the',
    'oracle under `test/property/documents/` compares every one of them with the schemas.',
    '',
    `${covered.length} of ${requirements.length} requirements have passing tests.`,
  ];
  for (const area of new Set(requirements.map(areaOf))) {
    const own = requirements.filter((requirement) => areaOf(requirement) === area);
    const missing = own.filter((requirement) => !coverage.has(requirement));
    lines.push(
      '',
      `## ${area}`,
      '',
      '| requirement | passed | failed | skipped | in |',
      '| --- | --- | --- | --- | --- |',
    );
    for (const requirement of own) {
      const entry = coverage.get(requirement);
      if (entry === undefined) continue;
      const files = [...entry.files].sort().map((file) => `\`${file}\``);
      lines.push(
        `| ${requirement} | ${entry.passed} | ${entry.failed} | ${entry.skipped} | ${files.join(', ')} |`,
      );
    }
    if (missing.length > 0) lines.push('', `No test cites: ${missing.join(', ')}`);
  }
  return `${lines.join('\n')}\n`;
}

function areaOf(requirement: string): string {
  return requirement.slice(0, requirement.indexOf('-'));
}
