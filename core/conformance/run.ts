// Runs the three suites of a protocol bundle (CONF-02) through the same code that production uses.
import { runAdmissionSuite } from './admission.ts';
import { BundleReader, type CaseResult } from './bundle.ts';
import { runCryptographySuite } from './cryptography.ts';
import { runStructuralSuite } from './structural.ts';

/** Everything that a bundle tests, in the order of its suites. Throws a `BundleFault` when it cannot be run at all. */
export async function runBundle(root: string): Promise<CaseResult[]> {
  const reader = new BundleReader(root);
  return [
    ...(await runStructuralSuite(reader)),
    ...(await runCryptographySuite(reader)),
    ...(await runAdmissionSuite(reader)),
  ];
}

/** Counts by verdict. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly absent: number;
}

export function countVerdicts(results: readonly CaseResult[]): Tally {
  const count = (verdict: CaseResult['verdict']) =>
    results.filter((result) => result.verdict === verdict).length;
  return { passed: count('passed'), failed: count('failed'), absent: count('absent') };
}
