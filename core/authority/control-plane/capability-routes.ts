// Capability tokens over HTTP (TOK-001…TOK-008): the Worker gets one for its own work, may have it narrowed, and a tool
// server asks before each act whether the token that it was shown permits it. Tokens travel in bodies only, never in an
// address or a header that somebody logs.
import type { Rejection } from '../../domain/rejection.ts';
import type { Result } from '../../protocol/result.ts';
import type {
  CapabilityClaims,
  CapabilityRequest,
  CapabilityUse,
  IssuedCapability,
  Permits,
  TokenGround,
} from '../capability-tokens.ts';
import { requireCaller } from './artifact-routes.ts';
import type { Admission, ControlPlaneEnvironment, Handler } from './control-plane-ports.ts';
import { HttpRefusal, refuseRejection } from './http-answers.ts';

/** Who shows a token: only the Session that it was issued to is ever the right one. */
type Presenter = Pick<CapabilityUse, 'workerAgentId' | 'sessionEpoch'>;

export function createCapabilityHandler(environment: ControlPlaneEnvironment): Handler {
  return async ({ body }, reply, admission) => {
    const worker = requireWorker(environment, admission);
    // The route's schema has proven the shape, which has no place for another Worker (TOK-003).
    const wanted = body as Omit<CapabilityRequest, keyof Presenter>;
    const issued = await judge(environment, (ground) =>
      environment.capabilities.issue({ ...wanted, ...worker }, ground),
    );
    return reply.send(answerOf(issued));
  };
}

export function createNarrowingHandler(environment: ControlPlaneEnvironment): Handler {
  return async ({ body }, reply, admission) => {
    const worker = requireWorker(environment, admission);
    const { token, ...wanted } = body as Permits & { readonly token: string; readonly ttlSeconds?: number };
    const issued = await judge(environment, (ground) =>
      environment.capabilities.narrow(token, { ...wanted, ...worker }, ground),
    );
    return reply.send(answerOf(issued));
  };
}

export function createCheckHandler(environment: ControlPlaneEnvironment): Handler {
  return async ({ body }, reply, admission) => {
    const { token, ...use } = body as CapabilityUse & { readonly token: string };
    requireTeller(admission, use);
    const claims = await judge(environment, (ground) => environment.capabilities.verify(token, use, ground));
    const { workerAgentId, groupId, workItemId, ownershipEpoch, executionLeaseId } = claims;
    return reply.send({
      workerAgentId,
      groupId,
      workItemId,
      ownershipEpoch,
      executionLeaseId,
      ...describe(claims),
    });
  };
}

/** The Worker itself, in the Session that it has open now: nobody asks for somebody else (TOK-003). */
function requireWorker({ isSessionOpen }: ControlPlaneEnvironment, admission: Admission): Presenter {
  const { principal, sessionEpoch } = requireCaller(admission);
  if (principal.type !== 'agent' || sessionEpoch === undefined) {
    throw new HttpRefusal(403, 'AUTH_FORBIDDEN', 'only an Agent gets capability tokens, for its own work');
  }
  if (!isSessionOpen(principal.id, sessionEpoch)) {
    throw new HttpRefusal(409, 'AUTH_STALE_SESSION', 'this Session is not open on any connection');
  }
  return { workerAgentId: principal.id, sessionEpoch };
}

/** A service may say who has shown it a token; an Agent only that it was itself. */
function requireTeller(admission: Admission, presenter: Presenter): void {
  const { principal, sessionEpoch } = requireCaller(admission);
  const isItself =
    principal.type === 'agent' &&
    principal.id === presenter.workerAgentId &&
    sessionEpoch === presenter.sessionEpoch;
  if (principal.type === 'service' || isItself) return;
  throw new HttpRefusal(403, 'AUTH_FORBIDDEN', 'only a service checks what others have shown it');
}

/** One look at the state of this moment: live lease, Session, Membership and ledger (TOK-007). */
async function judge<Answer>(
  { authority }: ControlPlaneEnvironment,
  decide: (ground: TokenGround) => Result<Answer, Rejection>,
): Promise<Answer> {
  const result = await authority.look((world) => decide({ world, keys: authority.keys }));
  if (!result.ok) throw refuseRejection(result.fault);
  return result.value;
}

function answerOf({ token, claims }: IssuedCapability): object {
  return { token, ...describe(claims) };
}

function describe({ grantId, expiresAt, tools, resources, operations, budget }: CapabilityClaims): object {
  return { grantId, expiresAt, tools, resources, operations, budget };
}
