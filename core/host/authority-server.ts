// A Group Authority as a server: WebSocket gateway and HTTPS control plane on one port, metrics on another that only an
// operator reaches. Built from the Organization's folder; it decides nothing itself.
import { readFile } from 'node:fs/promises';
import { AccessTokens } from '../authority/access-tokens.ts';
import { ArtifactService } from '../authority/artifact-service.ts';
import { CapabilityTokens } from '../authority/capability-tokens.ts';
import { createCallerReader, createSessionCallers } from '../authority/control-plane/callers.ts';
import { ContentSweeper } from '../authority/content-sweeper.ts';
import { createControlPlane } from '../authority/control-plane/control-plane.ts';
import { createOperatorServer } from '../authority/control-plane/operator-server.ts';
import { createGateway, type Gateway } from '../authority/gateway/gateway.ts';
import { createReplayWindow } from '../authority/gateway/replay-window.ts';
import { AuthorityMetrics } from '../authority/metrics.ts';
import type { Authority } from '../authority/authority.ts';
import type { PresenceRecord } from '../protocol/generated/documents.ts';
import { type HostOptions, openContent, openHostedAuthority } from './authority-host.ts';
import { LivePolicy } from './live-policy.ts';
import { newId } from '../sync/system-ports.ts';
import { pathsOf, readSettings, readTokenSecret } from './organization-files.ts';

export interface ServerOptions extends HostOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** For GET /metrics on loopback; no such port when undefined. */
  readonly operatorPort?: number;
  /** Without TLS, on loopback only (WS-001). */
  readonly plainLoopback?: boolean;
  readonly maxUploadBytes?: number;
}

export interface AuthorityServer {
  readonly host: string;
  readonly port: number;
  readonly operatorPort: number | undefined;
  readonly organizationId: string;
  /** For whoever runs both in one process: to enrol, and to look at what no Group's log tells. */
  readonly authority: Authority;
  /** The policy that Commands are judged by; it follows the settings file. */
  readonly policy: Pick<LivePolicy, 'current' | 'listen' | 'reload'>;
  /** What GET /metrics tells, in the text format of Prometheus. */
  metricsText(): Promise<string>;
  /** What an Agent last said of itself (WS-061). */
  presenceOf(agentId: string): PresenceRecord | undefined;
  /** Takes nobody new, answers what is under way, and lets go of everything. */
  close(): Promise<void>;
}

/** 4 GiB: large enough for what agents produce, small enough that one upload does not fill a disk unseen. */
const DEFAULT_MAX_UPLOAD_BYTES = 4 * 1024 ** 3;

/** Opens the store and both ports, and answers when Commands can come. */
export async function startAuthorityServer(options: ServerOptions): Promise<AuthorityServer> {
  const { folder, now } = options;
  const paths = pathsOf(folder);
  const secret = await readTokenSecret(folder);
  const { replayWindowEvents } = await readSettings(folder);
  const metrics = new AuthorityMetrics();
  const onFault = (error: unknown) => {
    metrics.faulted(error);
    options.onFault(error);
  };
  const blobs = options.content ?? (await openContent({ folder, now }));
  const live = await LivePolicy.open(folder, onFault);
  // Undone in the opposite order, whatever was reached when something fails.
  const closers: (() => Promise<unknown>)[] = [() => live.close()];
  const closeAll = async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const { policy } = live;
    const authority = await openHostedAuthority({
      ...options,
      onFault,
      observer: metrics,
      content: blobs,
      policy,
    });
    closers.push(() => authority.close());
    authority.onCommit((events) => metrics.eventsCommitted(events));
    metrics.trackWaiting(() => authority.waitingCount);
    metrics.trackAuditDrops(() => authority.droppedAuditCount);
    closers.push(startSweeping(new ContentSweeper({ store: authority.store, blobs, now }), onFault));
    const isStored = async (contentHash: string) => (await blobs.sizeOf(contentHash)) !== undefined;
    const artifacts = new ArtifactService({
      authority,
      blobs,
      now,
      maxUploadBytes: options.maxUploadBytes ?? DEFAULT_MAX_UPLOAD_BYTES,
    });
    const accessTokens = new AccessTokens({ secret, now, keys: () => authority.keys });
    let gateway: Gateway | undefined;
    const isSessionOpen = (agentId: string, sessionEpoch: number) =>
      gateway?.isSessionOpen(agentId, sessionEpoch) === true;
    const sessions = createSessionCallers({ authority, secret, now, isOpen: isSessionOpen });
    const isPlain = options.plainLoopback === true;
    const plane = await createControlPlane({
      authority,
      artifacts,
      accessTokens,
      capabilities: new CapabilityTokens({ secret, now, newId }),
      isSessionOpen,
      presenceOf: (agentId) => gateway?.presenceOf(agentId),
      policy,
      readCaller: createCallerReader(accessTokens, sessions),
      now,
      metrics,
      onFault,
      transport: isPlain
        ? { kind: 'plain-loopback' }
        : { kind: 'tls', key: await readFile(paths.certificateKey), cert: await readFile(paths.certificate) },
    });
    closers.push(() => plane.close());
    gateway = await createGateway({
      authority,
      binding: { kind: 'shared', server: plane.server, allowPlainLoopback: isPlain },
      tokenSecret: secret,
      onFault,
      ...(replayWindowEvents === undefined
        ? {}
        : { history: createReplayWindow({ authority, windowEvents: replayWindowEvents, isStored }) }),
    });
    metrics.trackSockets(() => gateway?.connectionCount ?? 0);
    closers.push(() => (gateway === undefined ? Promise.resolve() : gateway.close()));
    const address = await plane.listen({ host: options.host, port: options.port });
    const operatorPort =
      options.operatorPort === undefined
        ? undefined
        : await listenForOperator(options.operatorPort, metrics, onFault, closers);
    return {
      host: options.host,
      port: address.port,
      operatorPort,
      organizationId: authority.organizationId,
      authority,
      policy: live,
      metricsText: () => metrics.text(),
      presenceOf: (agentId) => gateway?.presenceOf(agentId),
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** How long after a step the next one begins: a round through a million contents takes a week, and disturbs nobody. */
const SWEEP_PAUSE_MS = 5 * 60_000;

/** Collects, step by step, content that nobody published. Returns the way to stop, which waits for a step under way. */
function startSweeping(sweeper: ContentSweeper, onFault: (error: unknown) => void): () => Promise<void> {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let step = Promise.resolve();
  const schedule = () => {
    if (isOver) return;
    timer = setTimeout(() => {
      step = sweeper
        .step()
        .then(() => undefined, onFault)
        .finally(schedule);
    }, SWEEP_PAUSE_MS);
    timer.unref();
  };
  schedule();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await step;
  };
}

async function listenForOperator(
  port: number,
  metrics: AuthorityMetrics,
  onFault: (error: unknown) => void,
  closers: (() => Promise<unknown>)[],
): Promise<number> {
  const server = createOperatorServer({ metrics, onFault });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port }, resolve);
  });
  closers.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
