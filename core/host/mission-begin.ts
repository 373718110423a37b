// Begins a Mission: checks everything, then makes the folder with its keys, its Organization where it has one of its own, and
// its Workers. Nothing of the Mission itself happens yet; that is for whoever runs it from the folder.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { encodeBase64Url } from '../protocol/base64url.ts';
import type { Actor, AgentCard } from '../protocol/generated/documents.ts';
import type { LocalSigner } from '../protocol/sign.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { openServerAddress } from '../sync/server-address.ts';
import { openHostedAuthority, openStore } from './authority-host.ts';
import {
  checkOut,
  type GivenInput,
  loadBrief,
  type LoadedBrief,
  matchInputs,
  type MissionLanguage,
  planMission,
} from './mission-brief.ts';
import {
  bindingOf,
  castAgents,
  COORDINATION,
  type CrewMember,
  enrolCrew,
  makeCrew,
  type MissionPeople,
  register,
} from './mission-crew.ts';
import { type MissionFault, missionFault, MissionRefusal, systemCodeOf } from './mission-faults.ts';
import {
  dataFolder,
  folderNameOf,
  type KeptMission,
  missionPathsOf,
  type MissionSettings,
  readMission,
  writeMission,
} from './mission-folder.ts';
import { makeKey, readKey } from './mission-keys.ts';
import { findOwner } from './mission-remote.ts';
import { newId } from '../sync/system-ports.ts';
import { bindKey, type Operator } from './operator-acts.ts';
import { createOrganization, pathsOf } from './organization-files.ts';
import { composeCard } from './worker-card.ts';
import { isCertificate } from './worker-config.ts';

export interface BeginMissionOptions {
  readonly briefPath: string;
  readonly inputs: readonly GivenInput[];
  /** A new or empty folder; one in the user's data folder when undefined. */
  readonly out: string | undefined;
  /** Key file of the MissionOwner; made when undefined. */
  readonly ownerKeyFile: string | undefined;
  /** An Authority that is there already; the Mission gets one of its own when undefined. */
  readonly remote: RemoteAuthority | undefined;
  readonly language: MissionLanguage;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

export interface RemoteAuthority {
  readonly origin: string;
  /** PEM. */
  readonly caFile: string;
  readonly organizationId: string;
  readonly coordinatorAgentId: string;
  readonly coordinatorKeyFile: string;
}

/** A Mission that can be run from its folder. */
export interface BegunMission extends KeptMission {
  readonly folder: string;
}

/** Throws a MissionRefusal with all that is wrong; then nothing was made. */
export async function beginMission(options: BeginMissionOptions): Promise<BegunMission> {
  const startedAt = formatTimestamp(options.now());
  const loaded = await loadBrief({ ...options, path: options.briefPath, startMs: options.now() });
  if (!loaded.ok) throw new MissionRefusal(loaded.fault);
  const { brief } = loaded.value;
  const faults: MissionFault[] = [];
  const inputs = await matchInputs(brief, options.inputs);
  if (!inputs.ok) faults.push(...inputs.fault);
  const folder = resolve(
    options.out ?? join(dataFolder(options.environment), folderNameOf(brief.title, startedAt)),
  );
  const outFault =
    (inputs.ok ? await checkOut(folder, inputs.value) : undefined) ?? (await checkEmpty(folder));
  if (outFault !== undefined) faults.push(outFault);
  const ownerSigner = await readGivenKey(options.ownerKeyFile, faults);
  const coordinatorSigner = await readGivenKey(options.remote?.coordinatorKeyFile, faults);
  await checkRemote(options.remote, faults);
  if (options.remote === undefined) {
    for (const { name, source } of brief.workers) {
      // An Organization that is made for the Mission has no Agents but those that are made with it.
      if ('agentId' in source) faults.push(missionFault('agent-unreachable', { worker: name }));
    }
  }
  if (faults.length > 0 || !inputs.ok) throw new MissionRefusal(faults);

  const people = await choosePeople(options, ownerSigner, coordinatorSigner);
  const cast = castAgents(loaded.value, people, startedAt);
  const planned = planMission(brief, { ...people, ...cast, missionId: newId(), nowMs: options.now() });
  if (!planned.ok) throw new MissionRefusal([planned.fault]);
  const scene: MakingScene = {
    options,
    folder,
    loaded: loaded.value,
    inputs: inputs.value,
    people,
    agentIds: cast.agentIds,
    cards: cast.cards,
    ownerSigner,
    coordinatorSigner,
    startedAt,
  };
  try {
    const settings = await makeMission(scene);
    await writeMission(folder, settings, planned.value);
    return { folder, settings, plan: planned.value };
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const path = 'path' in error ? String(error.path) : folder;
    throw new MissionRefusal([missionFault('unwritable', { path, systemCode: systemCodeOf(error) })], {
      cause: error,
    });
  }
}

async function checkEmpty(folder: string): Promise<MissionFault | undefined> {
  try {
    if ((await readdir(folder)).length === 0) return undefined;
  } catch (error) {
    const systemCode = systemCodeOf(error);
    return systemCode === 'ENOENT' ? undefined : missionFault('unwritable', { path: folder, systemCode });
  }
  const isMission = (await readMission(folder)) !== undefined;
  return missionFault(isMission ? 'out-holds-mission' : 'out-not-empty', { out: folder });
}

async function readGivenKey(
  path: string | undefined,
  faults: MissionFault[],
): Promise<LocalSigner | undefined> {
  if (path === undefined) return undefined;
  const key = await readKey(path);
  if (key.ok) return key.value;
  faults.push(key.fault);
  return undefined;
}

async function checkRemote(remote: RemoteAuthority | undefined, faults: MissionFault[]): Promise<void> {
  if (remote === undefined) return;
  const address = openServerAddress({ origin: remote.origin });
  if (!address.ok) faults.push(missionFault('address-unusable', { reason: address.fault }));
  try {
    const text = await readFile(remote.caFile, 'utf8');
    if (!isCertificate(text)) faults.push(missionFault('certificate-unusable', { path: remote.caFile }));
  } catch (error) {
    faults.push(missionFault('unreadable', { path: remote.caFile, systemCode: systemCodeOf(error) }));
  }
}

async function choosePeople(
  { remote, now, onFault }: BeginMissionOptions,
  owner: LocalSigner | undefined,
  coordinator: LocalSigner | undefined,
): Promise<MissionPeople> {
  if (remote === undefined) {
    const organizationId = `urn:uuid:${randomUUID()}`;
    return { organizationId, ownerId: newId(), coordinatorAgentId: newId() };
  }
  if (owner === undefined || coordinator === undefined)
    throw new Error('an Authority elsewhere knows its keys');
  const { organizationId, coordinatorAgentId } = remote;
  const found = await findOwner({ remote, coordinator, ownerKeyId: owner.keyId, now, onFault });
  if (!found.ok) throw new MissionRefusal([found.fault]);
  return { organizationId, ownerId: found.value, coordinatorAgentId };
}

interface MakingScene {
  readonly options: BeginMissionOptions;
  readonly folder: string;
  readonly loaded: LoadedBrief;
  readonly inputs: Readonly<Record<string, string>>;
  readonly people: MissionPeople;
  readonly agentIds: ReadonlyMap<string, string>;
  readonly cards: readonly AgentCard[];
  readonly ownerSigner: LocalSigner | undefined;
  readonly coordinatorSigner: LocalSigner | undefined;
  readonly startedAt: string;
}

async function makeMission(scene: MakingScene): Promise<MissionSettings> {
  const { options, folder, people, inputs, cards, startedAt } = scene;
  const { remote, ownerKeyFile } = options;
  const paths = missionPathsOf(folder);
  await mkdir(folder, { recursive: true });
  await mkdir(paths.state, { mode: 0o700 });
  const owner = scene.ownerSigner ?? (await makeKey(paths.ownerKey));
  const coordinator = scene.coordinatorSigner ?? (await makeKey(paths.coordinatorKey));
  const common = {
    version: 1 as const,
    organizationId: people.organizationId,
    ownerKeyFile: ownerKeyFile === undefined ? paths.ownerKey : resolve(ownerKeyFile),
    ownerKeyId: owner.keyId,
    inputs,
    cards,
    startedAt,
  };
  if (remote !== undefined) {
    const { origin, caFile, coordinatorKeyFile } = remote;
    const ca = await readFile(caFile, 'utf8');
    const made = await makeWorkers(scene, origin.replace(/\/$/, ''), ca);
    return {
      ...common,
      authority: { kind: 'remote', origin: origin.replace(/\/$/, ''), caFile: resolve(caFile) },
      coordinatorKeyFile: resolve(coordinatorKeyFile),
      workers: made.map(({ worker }) => worker),
    };
  }
  const bindings = await createOrganization(paths.organization, people.organizationId, startedAt);
  const store = await openStore({ folder: paths.organization });
  try {
    for (const binding of bindings) await store.writeBinding(binding);
  } finally {
    await store.close();
  }
  const port = await findFreePort();
  const ca = await readFile(pathsOf(paths.organization).certificate, 'utf8');
  const made = await makeWorkers(scene, `https://127.0.0.1:${port}`, ca);
  await enrolAll(scene, made, { owner, coordinator });
  return {
    ...common,
    authority: { kind: 'embedded', port },
    coordinatorKeyFile: paths.coordinatorKey,
    workers: made.map(({ worker }) => worker),
  };
}

function makeWorkers(scene: MakingScene, origin: string, ca: string): Promise<readonly CrewMember[]> {
  const { options, folder, loaded, people, agentIds, startedAt } = scene;
  return makeCrew({
    folder: missionPathsOf(folder).workers,
    agentIds,
    configs: loaded.configs,
    organizationId: people.organizationId,
    ownerId: people.ownerId,
    origin,
    ca,
    validFrom: startedAt,
    environment: options.environment,
  });
}

/** Binds everybody's key and registers every card, before anybody connects. */
async function enrolAll(
  { options, folder, people, startedAt }: MakingScene,
  made: readonly CrewMember[],
  { owner, coordinator }: { readonly owner: LocalSigner; readonly coordinator: LocalSigner },
): Promise<void> {
  const organizationFolder = missionPathsOf(folder).organization;
  const { now, onFault } = options;
  const authority = await openHostedAuthority({ folder: organizationFolder, now, onFault });
  try {
    const operator: Operator = { folder: organizationFolder, authority, now };
    const human: Actor = { type: 'human', id: people.ownerId };
    const agent: Actor = { type: 'agent', id: people.coordinatorAgentId };
    await bindKey(operator, bindingOf(human, owner.keyId, encodeBase64Url(owner.publicKey), startedAt));
    const coordinatorKey = encodeBase64Url(coordinator.publicKey);
    await bindKey(operator, bindingOf(agent, coordinator.keyId, coordinatorKey, startedAt));
    const card = composeCard({
      agentId: people.coordinatorAgentId,
      displayName: 'Coordinator',
      keyId: coordinator.keyId,
      publicKey: coordinatorKey,
      organizationId: people.organizationId,
      origin: 'https://127.0.0.1',
      owner: human,
      capabilities: [COORDINATION],
      slots: 1,
      validFrom: startedAt,
      issuedAt: startedAt,
    });
    await register(operator, card);
    await enrolCrew(operator, made);
  } finally {
    await authority.close();
  }
}

/** Somebody else may take it before it is used; then another one is found. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ host: '127.0.0.1', port: 0 }, done);
  });
  const address = server.address();
  await new Promise<void>((done) => {
    server.close(() => done());
  });
  if (typeof address !== 'object' || address === null) throw new Error('a listening server has an address');
  return address.port;
}

/** Takes up a Mission that was begun in a folder. */
export async function resumeMission(folder: string): Promise<BegunMission> {
  const absolute = resolve(folder);
  const kept = await readMission(absolute);
  if (kept === undefined) throw new MissionRefusal([missionFault('not-a-mission', { folder })]);
  return { folder: absolute, ...kept };
}
