// A form whose changes can be taken back, as long as it is open. What was signed or sent is no form any more.
import { useState } from 'react';

/** Enough to come back from anything, and little to keep. */
const MOST_STEPS = 200;

interface Steps<Form> {
  readonly form: Form;
  readonly before: readonly Form[];
}

export function useUndo<Form>(first: () => Form) {
  const [steps, setSteps] = useState<Steps<Form>>(() => ({ form: first(), before: [] }));
  return {
    form: steps.form,
    canUndo: steps.before.length > 0,
    setForm: (form: Form): void =>
      setSteps((now) => ({ form, before: [...now.before, now.form].slice(-MOST_STEPS) })),
    undo: (): void =>
      setSteps((now) => ({ form: now.before.at(-1) ?? now.form, before: now.before.slice(0, -1) })),
  };
}
