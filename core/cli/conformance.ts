// `heddle conformance`: runs a protocol bundle and prints one line per case and a total (CONF-02).
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BundleFault, type CaseResult } from '../conformance/bundle.ts';
import { countVerdicts, runBundle } from '../conformance/run.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';

export interface ConformanceOptions {
  readonly bundle?: string;
  readonly failuresOnly?: boolean;
  readonly json?: boolean;
}

const OWN_BUNDLE = fileURLToPath(new URL('../../test/vectors/bundle', import.meta.url));

/** Answers yes when nothing failed. Absent schema files are reported and do not count against the bundle. */
export async function runConformance(
  terminal: Terminal,
  options: ConformanceOptions,
  environment: { readonly MWP_BUNDLE?: string },
): Promise<ExitCode> {
  const root = options.bundle ?? environment.MWP_BUNDLE ?? OWN_BUNDLE;
  if (options.bundle === undefined && !existsSync(root)) throw new UserFault(terminal.words.noBundle());
  const results = await run(terminal, root);
  for (const result of results) {
    if (options.failuresOnly !== true || result.verdict !== 'passed') {
      terminal.out(options.json === true ? JSON.stringify(result) : describe(terminal, result));
    }
  }
  const { failed } = countVerdicts(results);
  if (options.json !== true) printTotals(terminal, results);
  return failed === 0 ? EXIT_CODES.yes : EXIT_CODES.no;
}

async function run(terminal: Terminal, root: string): Promise<CaseResult[]> {
  try {
    return await runBundle(root);
  } catch (error) {
    if (error instanceof BundleFault)
      throw new UserFault(terminal.words.unusableBundle(error.message), { cause: error });
    throw error;
  }
}

function describe(terminal: Terminal, { suite, id, verdict, detail }: CaseResult): string {
  const line = `${terminal.words.verdicts[verdict].padEnd(6)} ${suite.padEnd(12)} ${id}`;
  return detail === '' ? line : `${line}: ${detail}`;
}

function printTotals(terminal: Terminal, results: readonly CaseResult[]): void {
  for (const suite of ['structural', 'cryptography', 'admission'] as const) {
    const cases = results.filter((result) => result.suite === suite && result.subject === 'case');
    terminal.out(terminal.words.suiteTotal(suite, countVerdicts(cases).passed, cases.length));
  }
  const artifacts = countVerdicts(results.filter(({ subject }) => subject === 'artifact'));
  terminal.out(terminal.words.artifactTotal(artifacts.passed, artifacts.failed, artifacts.absent));
}
