// Loaded into the process of a Worker that somebody else has started: when that one is gone, by whatever end, the pipe to
// its standard input breaks, and the Worker ends as if it had been asked to: first with order, then at once.
import { isMainThread } from 'node:worker_threads';

const ORDERLY_MS = 6_000;
const AT_ONCE_MS = 6_000;

function letGo(): void {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), AT_ONCE_MS).unref();
  }, ORDERLY_MS).unref();
}

// Threads of the process load it too, and have an input of their own.
if (isMainThread) {
  process.stdin.once('close', letGo);
  process.stdin.once('error', () => {});
  process.stdin.resume();
  // By itself it keeps nobody alive.
  process.stdin.unref();
}
