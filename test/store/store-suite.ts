// The acceptance suite of the AuthorityStore port: every adapter passes all of it.
import type { StoreSuiteOptions } from './store-under-test.ts';
import { runLogSuite } from './suite-log.ts';
import { runRecordsSuite, runReopenSuite } from './suite-records.ts';
import { runStepSuite, runWriteSuite } from './suite-write.ts';

export function runStoreSuite(name: string, options: StoreSuiteOptions): void {
  runLogSuite(name, options);
  runWriteSuite(name, options);
  runRecordsSuite(name, options);
  if (options.hasSteps) runStepSuite(name, options);
  if (options.isDurable) runReopenSuite(name, options);
}
