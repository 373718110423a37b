// Bodies of requests as they arrive: never more than allowed, never slower than allowed, and exactly the bytes that came.
import type { IncomingMessage } from 'node:http';
import { HttpRefusal, refuseBody } from './http-answers.ts';

/** How a body may arrive. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** For the whole body. */
  readonly totalMs: number;
  /** Between two pieces. */
  readonly idleMs: number;
}

/** All of a body. */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of streamBody(request, limits)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A body piece by piece. Ends with a refusal when it is too large, too slow, or breaks off. */
export async function* streamBody(
  request: IncomingMessage,
  { maxBytes, totalMs, idleMs }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  requireLength(request, maxBytes);
  const iterator: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  const deadline = performance.now() + totalMs;
  let sizeBytes = 0;
  for (;;) {
    const waitMs = Math.min(idleMs, deadline - performance.now());
    const step = await withTimeout(iterator.next(), waitMs);
    if (step.done === true) return;
    sizeBytes += step.value.length;
    if (sizeBytes > maxBytes) throw refuseBody(413, 'the body is too large');
    yield step.value;
  }
}

/** A length that is announced is judged before anything is read. */
export function requireLength({ headers }: Pick<IncomingMessage, 'headers'>, maxBytes: number): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw refuseBody(415, 'bodies are not encoded');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw refuseBody(413, 'the body is too large');
}

async function withTimeout<Value>(step: Promise<Value>, waitMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(refuseBody(408, 'the body is too slow')), Math.max(0, waitMs));
  });
  try {
    return await Promise.race([step, late]);
  } catch (error) {
    // The step that lost the race fails by itself when the connection goes; nobody waits for it any more.
    step.catch(() => undefined);
    throw error instanceof HttpRefusal ? error : refuseBody(400, 'the body broke off');
  } finally {
    clearTimeout(timer);
  }
}
