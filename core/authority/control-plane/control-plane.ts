// The HTTPS side of the Group Authority: Commands of humans and services, Artifact content, the log for auditors, health. It
// admits and answers requests; every decision is made by the Authority and the services behind it.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv } from 'ajv';
import {
  fastify,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
} from 'fastify';
import { parseJson } from '../../protocol/json.ts';
import { BlobFault } from '../../store/blobs/blob-store.ts';
import { StoreFault } from '../../store/authority-store.ts';
import { MembershipIndex } from '../membership-index.ts';
import { createChallengeHandler, createTokenHandler } from './access-routes.ts';
import { createDescribeHandler, createReadHandler, createUploadHandler } from './artifact-routes.ts';
import { bearerTokenOf } from './callers.ts';
import { createCapabilityHandler, createCheckHandler, createNarrowingHandler } from './capability-routes.ts';
import { createCommandHandler } from './command-route.ts';
import type {
  Admission,
  ControlPlaneEnvironment,
  ControlPlaneLimits,
  Handler,
} from './control-plane-ports.ts';
import {
  createEventsHandler,
  createGroupsHandler,
  createRegistryHandler,
  createSnapshotHandler,
} from './group-routes.ts';
import { createHealthHandler } from './health-route.ts';
import { HttpRefusal, refuseAsAbsent, refuseBody, refuseForNow, refuseToken } from './http-answers.ts';
import {
  createHttpServer,
  hasLoopbackHost,
  isAllowedHost,
  refuseConnection,
  type Transport,
} from './http-server.ts';
import { describeApi } from './openapi.ts';
import { createAgentsHandler, createPolicyHandler } from './organization-routes.ts';
import { readBody } from './request-body.ts';
import { DEFAULT_GATE_LIMITS, type Entry, RequestGate } from './request-gate.ts';
import { answersOf, type OperationId, type RouteDescription, ROUTES } from './route-table.ts';

export interface ControlPlaneOptions extends Omit<ControlPlaneEnvironment, 'limits' | 'memberships'> {
  readonly transport: Transport;
  readonly limits?: Partial<ControlPlaneLimits>;
  /** Addresses of proxies whose word on a client's address is taken; nobody's by default. */
  readonly trustedProxies?: readonly string[];
}

/** A control plane that does not listen yet. */
export interface ControlPlane {
  /** For the WebSocket gateway: `server.on('upgrade', …)`. */
  readonly server: Server;
  /** Binds the port. Plain connections are only ever bound to loopback. */
  listen(address: { readonly host: string; readonly port: number }): Promise<AddressInfo>;
  /** Takes no more connections, lets open requests finish for a while, and ends. */
  close(graceMs?: number): Promise<void>;
}

export const DEFAULT_CONTROL_PLANE_LIMITS: ControlPlaneLimits = {
  // Far above any Command of the protocol, far below what would hurt.
  maxCommandBytes: 1_048_576,
  maxWaitingCommands: 512,
  headersMs: 10_000,
  commandBodyMs: 10_000,
  uploadMs: 600_000,
  uploadIdleMs: 30_000,
  idleMs: 120_000,
  maxHeaderBytes: 16_384,
  maxConnections: 10_000,
  gate: DEFAULT_GATE_LIMITS,
};

/** A body of the access and token routes: ids, nonces, signatures, one token and what it is to permit. */
const MAX_SMALL_BODY_BYTES = 16_384;
/** A Group id of 512 characters, each written as a percent triplet. */
const MAX_PARAMETER_CHARACTERS = 1_536;
const DEFAULT_GRACE_MS = 5_000;

/** Everything that an answer needs so that no browser does anything with it. */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Builds the control plane; nothing listens yet. */
export async function createControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { transport } = options;
  const limits = { ...DEFAULT_CONTROL_PLANE_LIMITS, ...options.limits };
  const memberships = new MembershipIndex(options.authority, options.now);
  const environment: ControlPlaneEnvironment = { ...options, limits, memberships };
  const server = createHttpServer(transport, limits);
  const app = fastify<Server>({
    serverFactory: (handle) => server.on('request', handle),
    clientErrorHandler: refuseConnection,
    frameworkErrors: (_error, _request, reply) => {
      answerRefusal(reply, refuseBody(400, 'malformed URL'), environment);
    },
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARACTERS },
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
  });
  app.setValidatorCompiler(createValidatorCompiler());
  countConnections(server, environment);
  addHooks(app, environment, transport);
  addRoutes(app, environment);
  await app.ready();
  return {
    server,
    listen: ({ host, port }) => listen(server, transport, host, port),
    close: async (graceMs = DEFAULT_GRACE_MS) => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
      memberships.stop();
      await app.close();
    },
  };
}

/**
 * Parameters are text whatever they mean, and are taken as the type that the route asks for; the members of a JSON body
 * have types of their own, and `"1"` is not 1.
 */
function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const ofText = new Ajv({ coerceTypes: true, useDefaults: true });
  const ofJson = new Ajv();
  return ({ schema, httpPart }) => (httpPart === 'body' ? ofJson : ofText).compile(schema);
}

async function listen(
  server: Server,
  transport: Transport,
  host: string,
  port: number,
): Promise<AddressInfo> {
  if (!isAllowedHost(transport, host)) throw new RangeError('plain connections are for loopback only');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address;
}

function countConnections(server: Server, { metrics }: ControlPlaneEnvironment): void {
  let open = 0;
  const count = (change: number) => {
    open += change;
    metrics?.connectionsChanged(open);
  };
  server.on('connection', (socket) => {
    count(1);
    socket.once('close', () => count(-1));
  });
}

function addHooks(app: FastifyInstance, environment: ControlPlaneEnvironment, transport: Transport): void {
  const gate = new RequestGate(environment.limits.gate, environment.now);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    if (transport.kind === 'tls') reply.header('strict-transport-security', 'max-age=31536000');
    else if (!hasLoopbackHost(request.raw)) {
      environment.metrics?.requestRefused('host');
      throw refuseBody(400, 'this name is not served here');
    }
    watch(request, reply, environment);
    await admit(request, reply, gate, environment);
  });
  app.setErrorHandler((error, request, reply) => {
    // What is still on its way of a refused body is not waited for.
    if (!request.raw.complete) reply.header('connection', 'close');
    return answerRefusal(reply, toRefusal(error, environment), environment);
  });
  app.setNotFoundHandler((_request, reply) => answerRefusal(reply, refuseAsAbsent(), environment));
}

/** Admissions by request: what the hook found out, for the handler. */
const admissions = new WeakMap<FastifyRequest, Admission>();

/** Lets a request in, before its body is read: by its token, or by the allowance of its address. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  gate: RequestGate,
  environment: ControlPlaneEnvironment,
): Promise<void> {
  const route = routeOf(request);
  const { authorization } = request.headers;
  const token = bearerTokenOf(authorization);
  const caller = token === undefined ? undefined : await environment.readCaller(token);
  const entry =
    caller === undefined
      ? gate.enter(request.ip)
      : gate.enterAsCaller(`${caller.principal.type} ${caller.principal.id}`);
  const { pass } = requireEntry(entry, environment);
  reply.raw.once('close', () => pass.leave());
  if (caller === undefined && (authorization !== undefined || route?.access === 'bearer')) {
    pass.fail();
    throw refuseToken();
  }
  // Somebody tries paths.
  if (route === undefined) pass.fail();
  admissions.set(request, { pass, caller });
}

function requireEntry(entry: Entry, { metrics }: ControlPlaneEnvironment): Extract<Entry, { ok: true }> {
  if (entry.ok) return entry;
  metrics?.requestRefused(entry.reason);
  throw refuseForNow(entry.retryAfterMs);
}

/** Measures a request, and notices when it was answered with what the description does not say. */
function watch(
  request: FastifyRequest,
  reply: FastifyReply,
  { metrics, onFault }: ControlPlaneEnvironment,
): void {
  const startedAt = performance.now();
  reply.raw.once('close', () => {
    const route = routeOf(request);
    // Nobody was answered when the client left first; logs of other servers write that so too.
    const status = reply.raw.headersSent ? reply.statusCode : CLIENT_LEFT;
    const seconds = (performance.now() - startedAt) / 1_000;
    metrics?.requestAnswered(route?.operationId ?? 'unknown', status, seconds);
    if (route !== undefined && status !== CLIENT_LEFT && answersOf(route)[status] === undefined) {
      onFault(new Error(`${route.operationId} answered ${status}, which is not described`));
    }
  });
}

const CLIENT_LEFT = 499;

function routeOf({ routeOptions }: FastifyRequest): RouteDescription | undefined {
  return ROUTES.find(({ method, path }) => path === routeOptions.url && method === routeOptions.method);
}

function addRoutes(app: FastifyInstance, environment: ControlPlaneEnvironment): void {
  const { limits } = environment;
  const description = describeApi();
  const handlers: Readonly<Record<OperationId, Handler>> = {
    submitCommand: createCommandHandler(environment),
    createAccessChallenge: createChallengeHandler(environment),
    createAccessToken: createTokenHandler(environment),
    createCapabilityToken: createCapabilityHandler(environment),
    narrowCapabilityToken: createNarrowingHandler(environment),
    checkCapabilityToken: createCheckHandler(environment),
    readArtifact: createReadHandler(environment),
    describeArtifact: createDescribeHandler(environment),
    uploadArtifact: createUploadHandler(environment),
    readRegistry: createRegistryHandler(environment),
    listAgents: createAgentsHandler(environment),
    readPolicy: createPolicyHandler(environment),
    listGroups: createGroupsHandler(environment),
    readGroupEvents: createEventsHandler(environment),
    readGroupSnapshot: createSnapshotHandler(environment),
    readHealth: createHealthHandler(environment),
    readDescription: async (_request, reply) => reply.send(description),
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const isCommand = routeOf(request)?.operationId === 'submitCommand';
    const body = await readBody(request.raw, {
      maxBytes: isCommand ? limits.maxCommandBytes : MAX_SMALL_BODY_BYTES,
      totalMs: limits.commandBodyMs,
      idleMs: limits.commandBodyMs,
    });
    // A Command stays the bytes that it is: the Authority parses them, once.
    if (isCommand) return body;
    const parsed = parseJson(body);
    if (!parsed.ok) throw refuseBody(400, 'the body is not strict JSON');
    return parsed.value.value;
  });
  // Content is read by its handler, after the caller was found to be allowed to bring it.
  app.addContentTypeParser('application/octet-stream', async () => undefined);
  for (const route of ROUTES) addRoute(app, route, handlers[route.operationId]);
}

function addRoute(app: FastifyInstance, route: RouteDescription, handle: Handler): void {
  const { method, path, pathParameters, query, requiredQuery, body } = route;
  app.route({
    method,
    url: path,
    schema: {
      params: strictObject(pathParameters, Object.keys(pathParameters)),
      querystring: strictObject(query, requiredQuery),
      // Commands and content are judged by whoever understands them.
      ...(route.access !== 'signed' && body?.contentType === 'application/json' ? { body: body.schema } : {}),
    },
    onRequest: async (request) => requireMediaType(request, route),
    handler: async (request, reply) => {
      const admission = admissions.get(request);
      if (admission === undefined) throw new Error('a request came past the gate');
      return handle(request, reply, admission);
    },
  });
}

/** Each route takes one media type: another one would reach a handler that does not expect it. */
async function requireMediaType({ headers }: FastifyRequest, { body }: RouteDescription): Promise<void> {
  if (body === undefined) return;
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  if (mediaType.trim().toLowerCase() === body.contentType) return;
  throw refuseBody(415, `the body has to be ${body.contentType}`);
}

function strictObject(properties: object, required: readonly string[]): object {
  return { type: 'object', additionalProperties: false, properties, required };
}

function toRefusal(error: unknown, { onFault }: ControlPlaneEnvironment): HttpRefusal {
  if (error instanceof HttpRefusal) return error;
  if (isRequestError(error))
    return refuseBody(error.statusCode === 415 ? 415 : 400, 'the request is malformed');
  onFault(error);
  const isRetryable = (error instanceof StoreFault || error instanceof BlobFault) && error.retryable;
  return new HttpRefusal(isRetryable ? 503 : 500, 'INTERNAL_ERROR', 'the authority failed');
}

/** What the framework found wrong with a request by itself: its words stay inside. */
function isRequestError(error: unknown): error is Error & { readonly statusCode: number } {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return false;
  return error.statusCode >= 400 && error.statusCode < 500;
}

function answerRefusal(
  reply: FastifyReply,
  refusal: HttpRefusal,
  { now }: ControlPlaneEnvironment,
): FastifyReply {
  return (
    reply
      .code(refusal.status)
      // Again, for what is refused before any hook has run.
      .headers(SECURITY_HEADERS)
      .headers(refusal.headers)
      .removeHeader('content-length')
      .removeHeader('etag')
      .type('application/json')
      .send(JSON.stringify(refusal.toDocument(now())))
  );
}
