// The named steps of a commit: where a test can stop, delay or kill the writer. Production code passes no hook.

export type CommitStep =
  | 'before-begin'
  | 'after-begin'
  | 'after-admissions'
  | 'after-events'
  | 'after-receipts'
  | 'after-changes'
  | 'before-commit'
  | 'after-commit';

/** Called at every step of `write`. What it throws is treated as if the step had failed. */
export type StepHook = (step: CommitStep) => void | Promise<void>;
