// A whole Worker in this process: the client side with its replica, the runtime, runners, and the folder in which all of
// them keep what has to survive. Used by `heddle worker run`, and by whoever starts Workers of its own.
import { mkdir } from 'node:fs/promises';
import { encodeBase64Url } from '../protocol/base64url.ts';
import type { DocumentKind, DocumentOfKind } from '../protocol/document-kinds.ts';
import type { AgentCard } from '../protocol/generated/documents.ts';
import { type LocalSigner, signDocument, type Unsigned } from '../protocol/sign.ts';
import { SqliteReplicaStore } from '../store/sqlite/replica-sqlite-store.ts';
import type { SessionChange } from '../sync/agent-link.ts';
import type { SyncSettings } from '../sync/settings.ts';
import { openSyncClient, type SyncClient } from '../sync/sync-client.ts';
import { FolderContent } from '../worker/folder-content.ts';
import type { DocumentSigner, NoteStore } from '../worker/run-ports.ts';
import { recoverRuns } from '../worker/runners/run-recovery.ts';
import { WorkerRuntime } from '../worker/worker-runtime.ts';
import { newId } from '../sync/system-ports.ts';
import { ControlPlaneCapabilities } from './worker-capability-source.ts';
import { composeCard } from './worker-card.ts';
import { claimFolder } from './worker-claim.ts';
import type { WorkerAuthority, WorkerConfig, WorkerIdentity } from './worker-config.ts';
import { statePathsOf, type WorkerStatePaths } from './worker-folder.ts';
import { WorkerGrants } from './worker-grants.ts';
import { RUNNER_CLOCK, WorkerRunners } from './worker-runners.ts';
import { StatusFile, type WorkerEndReason, type WorkerHostStatus } from './worker-status.ts';
import { WorkerTimers } from './worker-timers.ts';
import { type WorkerHostEvent, WorkerVoice } from './worker-voice.ts';

export interface WorkerHostOptions {
  /** Where this Worker keeps its state; made when missing, for this user only. One runtime at a time. */
  readonly stateFolder: string;
  readonly config: WorkerConfig;
  readonly identity: WorkerIdentity;
  readonly authority: WorkerAuthority;
  /** Name → absolute path, over those of the configuration: `input` stands for the resource `folder:input`. */
  readonly folders?: ReadonlyMap<string, string>;
  /** Over that of the configuration. */
  readonly slots?: number;
  readonly onEvent: (event: WorkerHostEvent) => void;
  /** Hears what programs say: their own words, without the secrets of their run. */
  readonly onRunText?: (workItemId: string, text: string) => void;
  readonly syncSettings?: Partial<SyncSettings>;
}

export interface RunningWorker {
  status(): WorkerHostStatus;
  /** Takes on nothing new, lets runs save where they stand and gives them back, then lets go of everything. */
  stop(): Promise<void>;
  /** Ends runs at once, also while `stop` waits for them, then stops. */
  kill(): Promise<void>;
  /** Settles when it has ended, and everything is let go of; never rejects. */
  readonly ended: Promise<WorkerEndReason>;
}

/** When to say that there is still no connection. */
const PATIENCE_MS = 5_000;
/** How long killed runs get to be given back. */
const KILL_WAIT_MS = 3_000;
/** Content that was not needed for so long is fetched again if it ever is. */
const CONTENT_KEEP_MS = 30 * 86_400_000;

/** Starts a Worker. Throws a WorkerHostFault when it runs already, and a StoreFault when its replica cannot be used. */
export async function startWorker(options: WorkerHostOptions): Promise<RunningWorker> {
  const paths = statePathsOf(options.stateFolder);
  await mkdir(options.stateFolder, { recursive: true, mode: 0o700 });
  const claim = await claimFolder(paths.claims);
  // Undone in the opposite order, whatever was reached when something fails.
  const closers: (() => Promise<unknown>)[] = [() => claim.release()];
  const closeAll = async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const { config } = options;
    let client: SyncClient | undefined;
    const voice = new WorkerVoice({
      secrets: config.capabilities.flatMap(({ secrets }) => Array.from(secrets.values())),
      now: () => client?.now() ?? RUNNER_CLOCK.now(),
      onEvent: options.onEvent,
    });
    // Before anything can start: what an earlier runtime has left works under a lease that is not ours.
    for (const { runId, survivingProcessIds } of await recoverRuns({
      root: paths.runs,
      clock: RUNNER_CLOCK,
    })) {
      const survivors = survivingProcessIds.join(' ');
      voice.say('run.recovered', {
        detail: survivors === '' ? runId : `${runId}, still alive: ${survivors}`,
      });
    }
    const runners = await openRunners(options, paths);
    const store = await SqliteReplicaStore.open({ path: paths.replica });
    closers.push(() => store.close());
    client = await openClient(options, store, voice);
    const timers = new WorkerTimers(() => client?.now() ?? RUNNER_CLOCK.now());
    const runtime = await createRuntime(options, { paths, client, voice, runners, timers });
    const host = new WorkerHost(options, { paths, client, voice, runners, timers, runtime, closeAll });
    await host.begin();
    return host;
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function openRunners(
  { config, onRunText }: WorkerHostOptions,
  { runs }: WorkerStatePaths,
): Promise<WorkerRunners> {
  return WorkerRunners.open({
    root: runs,
    capabilities: config.capabilities,
    ...(onRunText === undefined ? {} : { onRunText: ({ workItemId }, text) => onRunText(workItemId, text) }),
  });
}

function openClient(
  { identity, authority, syncSettings = {} }: WorkerHostOptions,
  store: SqliteReplicaStore,
  voice: WorkerVoice,
): Promise<SyncClient> {
  const { origin, organizationId, ca, serverName } = authority;
  return openSyncClient({
    organizationId,
    agentId: identity.agentId,
    signer: identity.signer,
    server: {
      origin,
      ...(ca === undefined ? {} : { ca }),
      ...(serverName === undefined ? {} : { servername: serverName }),
    },
    store,
    newId,
    settings: syncSettings,
    onFault: (error) => voice.fault(error),
  });
}

/** Everything that a Worker is made of. */
interface WorkerParts {
  readonly paths: WorkerStatePaths;
  readonly client: SyncClient;
  readonly voice: WorkerVoice;
  readonly runners: WorkerRunners;
  readonly timers: WorkerTimers;
  readonly runtime: WorkerRuntime;
  readonly closeAll: () => Promise<void>;
}

async function createRuntime(
  options: WorkerHostOptions,
  { paths, client, voice, runners, timers }: Omit<WorkerParts, 'runtime' | 'closeAll'>,
): Promise<WorkerRuntime> {
  const { config, authority } = options;
  const slots = options.slots ?? config.slots;
  const grants = new WorkerGrants(config, options.folders);
  const content = new FolderContent(paths.content);
  await content.prune(RUNNER_CLOCK.now() - CONTENT_KEEP_MS);
  return new WorkerRuntime({
    link: client,
    clock: timers,
    newId,
    card: cardOf(options, slots, voice.nowText),
    signer: createDocumentSigner(options.identity.signer),
    capabilities: new ControlPlaneCapabilities(client),
    notes: notesOf(client),
    content,
    contentUri: (groupId, contentHash) =>
      `${authority.origin}/v0.1/artifacts/${contentHash}?groupId=${encodeURIComponent(groupId)}`,
    runnerFor: (contract) => runners.runnerFor(contract),
    secretsFor: (_groupId, contract) => runners.secretsFor(contract),
    foldersFor: (groupId, resources) => grants.foldersFor(groupId, resources),
    scheduler: { slots, ...config.shares },
    admission: {
      maxActive: slots,
      ...config.admission,
      capabilities: new Set(config.capabilities.map(({ id }) => id)),
      allowsResource: (resource, operation) => grants.allows(resource, operation),
      leastBudget: new Map(config.capabilities.map(({ id, leastBudget }) => [id, leastBudget])),
    },
    settings: config.settings,
    onEvent: ({ name, ...facts }) => voice.say(name, facts),
    onFault: (error) => voice.fault(error),
  });
}

/** The card as this Worker would have it. What is registered is what the Authority goes by; this is for itself. */
function cardOf(
  { identity, authority, config }: WorkerHostOptions,
  slots: number,
  nowText: string,
): AgentCard {
  const { agentId, signer } = identity;
  const unsigned = composeCard({
    agentId,
    displayName: agentId.slice(-200),
    keyId: signer.keyId,
    publicKey: encodeBase64Url(signer.publicKey),
    organizationId: authority.organizationId,
    origin: authority.origin,
    owner: { type: 'agent', id: agentId },
    capabilities: config.capabilities,
    slots,
    validFrom: nowText,
    issuedAt: nowText,
  });
  return sign('agent-card', unsigned, signer);
}

function sign<Kind extends DocumentKind>(
  kind: Kind,
  unsigned: Unsigned<Kind>,
  signer: LocalSigner,
): DocumentOfKind[Kind] {
  const signed = signDocument(kind, unsigned, signer);
  if (!signed.ok) throw new Error(`${kind} was not signed: ${signed.fault.message}`);
  return signed.value.document;
}

function createDocumentSigner(signer: LocalSigner): DocumentSigner {
  return {
    sign: async (kind: 'artifact' | 'evidence', unsigned: Unsigned<'artifact'> | Unsigned<'evidence'>) =>
      // Kind and document belong together by the port's overloads.
      sign(kind, unsigned as never, signer) as never,
  };
}

function notesOf(client: SyncClient): NoteStore {
  return {
    read: async (groupId, name) => (await client.readNotes(groupId)).get(name),
    write: (groupId, name, value) => client.writeNotes([{ groupId, name, value }]),
  };
}

class WorkerHost implements RunningWorker {
  readonly ended: Promise<WorkerEndReason>;
  private readonly options: WorkerHostOptions;
  private readonly parts: WorkerParts;
  private readonly file: StatusFile;
  private readonly startedAt: string;
  private readonly resolveEnded: (reason: WorkerEndReason) => void;
  /** Whoever kills the Worker does not wait for what its runs still have to say. */
  private readonly cutOff = Promise.withResolvers<void>();
  private connectionSince: string;
  private endedAs: WorkerHostStatus['ended'];
  private stopping: Promise<void> | undefined;
  private cancelPatience = () => {};
  private stopListening = () => {};

  constructor(options: WorkerHostOptions, parts: WorkerParts) {
    const { promise, resolve } = Promise.withResolvers<WorkerEndReason>();
    this.ended = promise;
    this.resolveEnded = resolve;
    this.options = options;
    this.parts = parts;
    this.startedAt = parts.voice.nowText;
    this.connectionSince = this.startedAt;
    this.file = new StatusFile(
      parts.paths.status,
      () => this.status(),
      (error) => parts.voice.fault(error),
    );
  }

  async begin(): Promise<void> {
    const { client, runtime, timers } = this.parts;
    const stops = [
      client.onSession((change) => this.onSession(change)),
      client.onApplied(() => this.file.changed()),
    ];
    this.stopListening = () => {
      for (const stop of stops) stop();
    };
    await runtime.start();
    client.start();
    this.cancelPatience = timers.setTimer(PATIENCE_MS, () => this.sayWaiting());
    await this.file.write();
  }

  status(): WorkerHostStatus {
    const { client, runtime, voice } = this.parts;
    const { identity, authority } = this.options;
    return {
      pid: process.pid,
      agentId: identity.agentId,
      organizationId: authority.organizationId,
      origin: authority.origin,
      startedAt: this.startedAt,
      writtenAt: voice.nowText,
      ended: this.endedAs,
      connection: {
        state: client.state,
        sessionEpoch: client.session?.sessionEpoch,
        since: this.connectionSince,
      },
      ...runtime.status(),
      pendingCommands: client.pendingCommands,
      lastFault: voice.lastFault,
    };
  }

  stop(): Promise<void> {
    return this.end('stopped');
  }

  async kill(): Promise<void> {
    const { runners, voice } = this.parts;
    const stopped = this.end('stopped');
    await runners.stopAll().catch((error: unknown) => voice.fault(error));
    const timer = setTimeout(() => this.cutOff.resolve(), KILL_WAIT_MS);
    await stopped;
    clearTimeout(timer);
  }

  private end(reason: WorkerEndReason): Promise<void> {
    this.stopping ??= this.shutDown(reason);
    return this.stopping;
  }

  private async shutDown(reason: WorkerEndReason): Promise<void> {
    const { client, runtime, timers, voice, closeAll } = this.parts;
    voice.say('host.stopping');
    this.cancelPatience();
    const tell = (error: unknown) => voice.fault(error);
    // A drain that is cut off goes on to fail, and is heard of.
    await Promise.race([runtime.stop().catch(tell), this.cutOff.promise]);
    this.stopListening();
    await client.stop().catch(tell);
    timers.cancelAll();
    this.endedAs = { at: voice.nowText, reason };
    await this.file.close().catch(tell);
    await closeAll().catch(tell);
    this.resolveEnded(reason);
  }

  private onSession(change: SessionChange): void {
    const { voice, timers } = this.parts;
    this.file.changed();
    switch (change.kind) {
      case 'opened':
        this.cancelPatience();
        this.connectionSince = voice.nowText;
        voice.forgetFaults();
        voice.say('connection.opened', { detail: String(change.session.sessionEpoch) });
        break;
      case 'lost':
        this.connectionSince = voice.nowText;
        voice.say('connection.lost', { detail: change.reason });
        this.cancelPatience();
        this.cancelPatience = timers.setTimer(PATIENCE_MS, () => this.sayWaiting());
        break;
      case 'replaced':
        voice.say('connection.replaced');
        // Its own listener has to hear of it first: runs of a Session that is over must not go on.
        queueMicrotask(() => {
          this.end('replaced').catch((error: unknown) => voice.fault(error));
        });
        break;
      case 'woke':
        break;
    }
  }

  /** Once for each time without a connection; the client goes on trying, and its faults say why. */
  private sayWaiting(): void {
    const { client, voice } = this.parts;
    if (client.session === undefined)
      voice.say('connection.waiting', { detail: this.options.authority.origin });
  }
}
