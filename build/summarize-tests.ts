// Turns the test runner's JSON report into the one plain line that ends a CI run. A missing or empty report counts
// as a failure: no tests are not good tests.
import { readFileSync } from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTestSuites: number;
}

function readReport(path: string | undefined): Report | undefined {
  if (path === undefined) return undefined;
  const text = readFileSync(path, 'utf8');
  return text === '' ? undefined : (JSON.parse(text) as Report);
}

const report = readReport(process.argv[2]);
const passed = report?.numPassedTests ?? 0;
// A file that cannot even be loaded has no failed test of its own, but it is no success either.
const failed = Math.max(
  report?.numFailedTests ?? 1,
  report !== undefined && report.numFailedTestSuites > 0 ? 1 : 0,
);
const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
