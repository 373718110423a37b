// What a click begins: work that nobody waits for, and the focus in what it has opened.

/** Lets it run. Requests tell of their refusals themselves, so what rejects here is a bug, and goes to the console. */
export function runInBackground(work: Promise<unknown>): void {
  work.catch((fault: unknown) => console.error('Something that a click began has failed', fault));
}

/** As a `ref`: what a person has just opened has the focus. */
export function focusField(element: HTMLElement | null): void {
  element?.focus();
}
