// For what runs on its own, such as the handler of a button: nobody waits for it, and a bug in it is told.

/** Runs without anybody waiting. */
export function drop(run: () => Promise<unknown>): void {
  run().catch((bug: unknown) => console.error('Something that nobody waited for has failed', bug));
}
