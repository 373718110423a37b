// The ingress for Commands of humans and services (OPEN-010): bytes in, the exact bytes of the primary Event or an Error
// document out. Nothing here parses either of them.
import { refuseAsBusy, refuseBody, statusOf } from './http-answers.ts';
import type { ControlPlaneEnvironment, Handler } from './control-plane-ports.ts';

/** Codes of Commands that proved nothing: not even whose they are. */
const UNPROVEN: readonly string[] = [
  'PROTOCOL_VIOLATION',
  'SCHEMA_VALIDATION_FAILED',
  'AUTH_INVALID_SIGNATURE',
];

const OPENING = Buffer.from('{"event":');
const CLOSING = Buffer.from('}');
/** A commit takes milliseconds; whoever comes when hundreds wait should come back after some of them. */
const BUSY_RETRY_MS = 1_000;

export function createCommandHandler({ authority, limits }: ControlPlaneEnvironment): Handler {
  let waiting = 0;
  return async ({ body }, reply, { pass }) => {
    if (!Buffer.isBuffer(body)) throw refuseBody(415, 'a Command is application/json');
    if (waiting >= limits.maxWaitingCommands) throw refuseAsBusy(BUSY_RETRY_MS);
    waiting += 1;
    try {
      const result = await authority.submit(body, { kind: 'ingress' });
      if (result.ok) {
        pass.prove();
        const { bytes } = result.value.primary;
        return await reply.type('application/json').send(Buffer.concat([OPENING, bytes, CLOSING]));
      }
      const { fault } = result;
      if (UNPROVEN.includes(fault.code)) pass.fail();
      else pass.prove();
      if (fault.retryAfterMs !== undefined)
        reply.header('retry-after', Math.ceil(fault.retryAfterMs / 1_000));
      return await reply.code(statusOf(fault.code)).type('application/json').send(JSON.stringify(fault));
    } finally {
      waiting -= 1;
    }
  };
}
