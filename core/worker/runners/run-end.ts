// How a run that is over becomes its result: what ended it comes first, then what the run declared, then what it left.
import type { Usage } from '../../protocol/generated/documents.ts';
import type { KeepRules } from './kept-file.ts';
import { collectOutput, type OutputLimits } from './output-folder.ts';
import { concludeRun } from './run-conclusion.ts';
import type { RunDirectory } from './run-directory.ts';
import type { RunJournal } from './run-journal.ts';
import {
  type FailedRun,
  RUN_FAILURES,
  type RunFailureCode,
  type RunRequest,
  type RunResult,
  type StopReason,
} from './runner.ts';

/** What made the runner end a run, or keep it from beginning. */
export type EndCause =
  | { readonly kind: 'stop'; readonly reason: StopReason }
  | { readonly kind: 'failure'; readonly code: RunFailureCode; readonly detail: string };

export interface EndedRun {
  readonly request: RunRequest;
  readonly directory: RunDirectory;
  readonly journal: RunJournal;
  readonly keepRules: Omit<KeepRules, 'maxBytes'>;
  readonly outputLimits: OutputLimits;
  readonly cause: EndCause | undefined;
  readonly measured: Pick<Usage, 'computeSeconds' | 'wallClockSeconds'>;
  readonly survivingProcessIds: readonly number[];
}

/** Never throws: what cannot be read is a failure of the run. */
export async function endRun(run: EndedRun): Promise<RunResult> {
  const { journal, cause, survivingProcessIds } = run;
  await journal.settle();
  const end = { usage: journal.usageWith(run.measured), survivingProcessIds };
  const checkpoint = journal.newestCheckpoint;
  const withCheckpoint = checkpoint === undefined ? {} : { checkpoint };
  const fail = (
    failureCode: string,
    detail: string,
    retryable = RUN_FAILURES[failureCode as RunFailureCode].retryable,
  ): FailedRun => ({
    ...end,
    outcome: 'failed',
    failureCode,
    retryable,
    detail: journal.toPlainText(detail),
    ...withCheckpoint,
  });

  if (cause?.kind === 'stop') {
    return { ...end, outcome: 'stopped', reason: cause.reason, ...withCheckpoint };
  }
  if (survivingProcessIds.length > 0) {
    return fail('PROCESS_SURVIVED', `still alive: ${survivingProcessIds.join(', ')}`);
  }
  if (cause !== undefined) return fail(cause.code, cause.detail);
  const declared = journal.declaredEnd;
  if (declared?.type === 'blocked') {
    const { reason, requiredResolution } = declared;
    return { ...end, outcome: 'blocked', reason, requiredResolution, ...withCheckpoint };
  }
  if (declared?.type === 'failed') {
    return fail(declared.failureCode, declared.detail, declared.retryable ?? false);
  }
  try {
    const { directory, outputLimits, keepRules, request } = run;
    const files = await collectOutput(directory.out, directory.kept, outputLimits, keepRules);
    if (!files.ok) return fail(files.fault.code, files.fault.detail);
    const conclusion = await concludeRun(request, files.value);
    if (!conclusion.ok) return fail(conclusion.fault.code, conclusion.fault.detail);
    return { ...end, outcome: 'completed', ...conclusion.value };
  } catch (error) {
    return fail('COLLECTION_FAILED', describeTrouble(error));
  }
}

/** The kind of trouble, without the paths that messages of the file system contain. */
export function describeTrouble(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown trouble';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
