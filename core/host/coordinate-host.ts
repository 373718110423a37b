// A whole Coordinator without a window in this process: the client side with its replica, the assistant that leads its Missions, the
// policy, and the folder in which all of it keeps what has to survive. Used by `heddle coordinate`.
import { AutonomyGate } from '../coordinator/assistant/autonomy/gate.ts';
import { StopSwitch } from '../coordinator/assistant/autonomy/stop-switch.ts';
import { AssistantDriver } from '../coordinator/assistant/lead/assistant-driver.ts';
import type { ReviewPorts } from '../coordinator/assistant/review/prepare-review.ts';
import type { DeskConnection } from '../coordinator/desk/connection.ts';
import { reviewPortsOf } from '../coordinator/desk-runtime/assistant-ports.ts';
import { type ConnectionFacts, RunningConnection } from '../coordinator/desk-runtime/desk-connections.ts';
import type { DeskPorts } from '../coordinator/desk-runtime/ports.ts';
import { DEFAULT_POLICY } from '../domain/decision.ts';
import type { DocumentKind } from '../protocol/document-kinds.ts';
import { type LocalSigner, signDocument, type Unsigned } from '../protocol/sign.ts';
import { SqliteReplicaStore } from '../store/sqlite/replica-sqlite-store.ts';
import type { PresenceInput } from '../sync/agent-link.ts';
import type { SyncSettings } from '../sync/settings.ts';
import { openSyncClient, type SyncClient } from '../sync/sync-client.ts';
import { newId, SYSTEM_CLOCK } from '../sync/system-ports.ts';
import { AutonomyNoteFile, readStop } from './autonomy-files.ts';
import { createCheckRunner } from './check-runner.ts';
import {
  type CoordinateAuthority,
  CoordinateFault,
  type CoordinateIdentity,
  type CoordinateStatePaths,
  makeStateFolder,
} from './coordinate-folder.ts';
import { CoordinateMissions } from './coordinate-missions.ts';
import { CoordinateOrders } from './coordinate-orders.ts';
import { CoordinatePlans } from './coordinate-plan.ts';
import type { CoordinatePolicy } from './coordinate-policy.ts';
import type { CoordinateLanguage } from './coordinate-policy-words.ts';
import { type CoordinateParts, CoordinateRun, type RunningCoordinator } from './coordinate-run.ts';
import { type CoordinateEvent, CoordinateVoice } from './coordinate-voice.ts';
import { AgentDeskLink } from './desk-agent-link.ts';
import { DirectoryElsewhere } from './desk-directory.ts';
import { COORDINATION } from './desk-enrolment.ts';
import { claimFolder } from './worker-claim.ts';

export interface CoordinateHostOptions {
  /** Where it keeps its state; made when missing, for this user only. One runtime at a time. */
  readonly stateFolder: string;
  readonly identity: CoordinateIdentity;
  readonly authority: CoordinateAuthority;
  readonly policy: CoordinatePolicy;
  readonly language: CoordinateLanguage;
  /** Ends when nothing is due any more. */
  readonly isOnce: boolean;
  /** Whether it stays when another runtime takes the Session over, until somebody asks it to go on. */
  readonly waitsForSession: boolean;
  readonly onEvent: (event: CoordinateEvent) => void;
  readonly syncSettings?: Partial<SyncSettings>;
}

/** The most that an Authority may count as fresh (OPEN-012). */
const FRESH_MS = 300_000;

/** A Coordinator promises nobody slots: its capability says what it is. */
const PRESENCE: PresenceInput = {
  status: 'online',
  capacity: { maxSlots: 1, activeSlots: 0, availableSlots: 1, queuedItems: 0 },
  capabilityAvailability: [{ capability: COORDINATION, status: 'available' }],
};

/**
 * Starts a Coordinator. Throws a CoordinateFault, a WorkerHostFault (`running-already`), and a StoreFault when its replica
 * cannot be used.
 */
export async function startCoordinator(options: CoordinateHostOptions): Promise<RunningCoordinator> {
  const paths = await makeStateFolder(options.stateFolder);
  const claim = await claimFolder(paths.claims);
  // Undone in the opposite order, whatever was reached when something fails.
  const closers: (() => Promise<unknown>)[] = [() => claim.release()];
  const closeAll = async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const parts = await openParts(options, paths, closers);
    const run = new CoordinateRun({ ...parts, closeAll });
    run.begin();
    return run;
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function openParts(
  options: CoordinateHostOptions,
  paths: CoordinateStatePaths,
  closers: (() => Promise<unknown>)[],
): Promise<Omit<CoordinateParts, 'closeAll'>> {
  const { identity, authority, policy, language, isOnce, waitsForSession, onEvent } = options;
  let client: SyncClient | undefined;
  const voice = new CoordinateVoice({ language, now: () => client?.now() ?? Date.now(), onEvent });
  const onFault = (error: unknown) => voice.fault(error);
  const stop = new StopSwitch(await readStop(paths.stop));
  const gate = await openGate(paths, stop, policy);
  const store = await SqliteReplicaStore.open({ path: paths.replica });
  closers.push(() => store.close());
  client = await openClient(options, store, onFault);
  const opened = client;
  const link = await AgentDeskLink.open({
    name: identity.name,
    keyId: identity.signer.keyId,
    openClient: async () => opened,
    store,
    wallMs: () => Date.now(),
    onFault,
  });
  closers.push(() => link.stop());
  const directory = await DirectoryElsewhere.open(authority.organizationId, [link], onFault);
  closers.push(() => directory.stop());
  const runCheck = createCheckRunner();
  const ports: DeskPorts = {
    clock: { nowMs: () => Date.now(), after: (delayMs, action) => SYSTEM_CLOCK.after(delayMs, action) },
    keys: {
      conditionOf: () => 'usable',
      signDocument: async (_keyId, kind, unsigned) => sign(kind, unsigned, identity.signer),
    },
    newId,
    runCheck,
    onFault,
  };
  let run: CoordinateRun | undefined;
  const wake = () => run?.wake();
  const connection = new RunningConnection(factsOf(options), [link], directory, ports, {
    groupMoved: wake,
    connectionChanged: wake,
    contentsChanged: wake,
    settled: () => {},
  });
  closers.push(async () => connection.stop());
  const { readNotes, writeNotes } = notesOf(opened);
  const plans = new CoordinatePlans({
    source: policy.plan,
    language,
    readNotes,
    writeNotes,
    onChange: wake,
    onFault,
  });
  const { agentId } = identity;
  const missions = new CoordinateMissions({
    agentId,
    missionIds: policy.missionIds,
    voice,
    followed: () => opened.groupIds(),
    readNotes,
    writeNotes,
  });
  const orders = new CoordinateOrders({
    agentId,
    voice,
    maySign: () => run?.maySign === true,
    signPart: (kind, unsigned) => ports.keys.signDocument(link.keyId, kind, unsigned),
    readKept: (actionId) => store.readOutboxEntry(actionId),
    submit: (draft) => opened.submit(draft),
  });
  const visible = (view: DeskConnection) => ({ ...view, groupIds: missions.visible(view) });
  const driver = new AssistantDriver({
    connections: () => (run?.mayAct === true ? [visible(connection.view())] : []),
    historyOf: () => connection.agentHistory,
    planOf: (_connectionId, groupId) => plans.planOf(connection.view(), groupId),
    settingsOf: () => policy.lead,
    gate,
    reviewPorts: (_connectionId, groupId) => {
      const reach = reviewPortsOf(connection, groupId, runCheck, onFault);
      return {
        ...reach,
        fetchContent: (...wanted) =>
          fetchInSession(
            opened,
            () => run?.untilOpen(),
            () => reach.fetchContent(...wanted),
          ),
      };
    },
    submit: (order) => orders.carryOut(order),
    nowMs: () => Date.now(),
    onChange: () => run?.looked(),
    onFault,
  });
  return {
    identity,
    authority,
    policy,
    language,
    isOnce,
    waitsForSession,
    paths,
    voice,
    stop,
    client: opened,
    link,
    directory,
    connection,
    missions,
    orders,
    driver,
    /** Whoever is woken is known only now. */
    onRun: (made) => {
      run = made;
      opened.setPresence(PRESENCE);
    },
  };
}

async function openGate(
  paths: CoordinateStatePaths,
  stop: StopSwitch,
  { matrix }: CoordinatePolicy,
): Promise<AutonomyGate> {
  const kept = await AutonomyNoteFile.open(paths.notes);
  if (!kept.ok) throw new CoordinateFault('unreadable-notes', paths.notes, kept.fault);
  const gate = new AutonomyGate(stop, kept.value.book, kept.value.notes, () => Date.now());
  gate.use(matrix);
  return gate;
}

function openClient(
  { identity, authority, syncSettings = {} }: CoordinateHostOptions,
  store: SqliteReplicaStore,
  onFault: (error: unknown) => void,
): Promise<SyncClient> {
  const { origin, organizationId, ca } = authority;
  return openSyncClient({
    organizationId,
    agentId: identity.agentId,
    signer: identity.signer,
    server: { origin, ...(ca === undefined ? {} : { ca }) },
    store,
    newId,
    settings: syncSettings,
    onFault,
  });
}

/** Until the Authority has told its policy, the usual one stands for it. */
function factsOf({ identity, authority }: CoordinateHostOptions): ConnectionFacts {
  const { origin, organizationId } = authority;
  return {
    // Action IDs follow from it: those of another Agent in the same Mission are others.
    connectionId: identity.agentId,
    name: identity.name,
    kind: 'remote',
    origin,
    organizationId,
    policy: DEFAULT_POLICY,
    freshMs: FRESH_MS,
    isTls: origin.startsWith('https:'),
  };
}

/** What could not be had because the Session went away is fetched in the next one: that says nothing about a submission. */
async function fetchInSession(
  client: Pick<SyncClient, 'session'>,
  untilOpen: () => Promise<void> | undefined,
  fetch: () => ReturnType<ReviewPorts['fetchContent']>,
): ReturnType<ReviewPorts['fetchContent']> {
  for (;;) {
    const epoch = client.session?.sessionEpoch;
    const found = await fetch();
    const isSameSession = epoch !== undefined && client.session?.sessionEpoch === epoch;
    const opening = found.ok || isSameSession ? undefined : untilOpen();
    if (opening === undefined) return found;
    await opening;
  }
}

function notesOf(client: SyncClient) {
  return {
    readNotes: (groupId: string) => client.readNotes(groupId),
    writeNotes: (notes: Parameters<SyncClient['writeNotes']>[0]) => client.writeNotes(notes),
  };
}

function sign(kind: DocumentKind, unsigned: object, signer: LocalSigner): object {
  // The composer says which kind it is; signing checks it against the schema.
  const signed = signDocument(kind, unsigned as Unsigned<typeof kind>, signer);
  if (!signed.ok) throw new Error(`${kind} was not signed: ${signed.fault.message}`);
  return signed.value.document;
}
