// Liveness for load balancers and supervisors: the process answers and its store takes writes. It tells nothing else.
import type { ControlPlaneEnvironment, Handler } from './control-plane-ports.ts';
import { HttpRefusal } from './http-answers.ts';

/** A probe waits for the write lock like any commit: one in this time is enough for everybody who asks. */
const PROBE_EVERY_MS = 1_000;

type Health = { readonly status: 'ok'; readonly position: number } | { readonly status: 'failing' };

export function createHealthHandler({ authority, now, onFault }: ControlPlaneEnvironment): Handler {
  let probedAtMs = -Infinity;
  let isProbing = false;
  let probe: Promise<Health> | undefined;
  const ask = async (): Promise<Health> => {
    try {
      // An empty transaction takes the right to write and gives it back.
      await authority.store.write(async () => undefined);
      return { status: 'ok', position: await authority.store.readPosition() };
    } catch (error) {
      onFault(error);
      return { status: 'failing' };
    } finally {
      isProbing = false;
    }
  };
  return async (_request, reply) => {
    const nowMs = now();
    // One at a time: probes of a store that hangs must not pile up. A clock that was set back must not silence them.
    const isDue = !isProbing && Math.abs(nowMs - probedAtMs) >= PROBE_EVERY_MS;
    if (probe === undefined || isDue) {
      probedAtMs = nowMs;
      isProbing = true;
      probe = ask();
    }
    const health = await probe;
    if (health.status === 'ok') return reply.send(health);
    throw new HttpRefusal(503, 'INTERNAL_ERROR', 'the store takes no writes');
  };
}
