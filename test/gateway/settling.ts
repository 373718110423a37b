// Waiting until nothing more happens by itself. Turns of the event loop alone do not tell: the Authority checks and makes
// signatures on other threads.
let callsUnderWay = 0;

/** Counts a call as under way until it has an answer. */
export async function countCall<T>(call: Promise<T>): Promise<T> {
  callsUnderWay += 1;
  try {
    return await call;
  } finally {
    callsUnderWay -= 1;
  }
}

/** Lets everything happen that waits for nothing but the machine. */
export async function settle(): Promise<void> {
  for (let quietTurns = 0; quietTurns < 5; quietTurns += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    if (callsUnderWay > 0) quietTurns = 0;
  }
}
