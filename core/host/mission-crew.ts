// The Workers that are started for a brief: who they are, their folders with their keys, their enrolment at an Authority of
// ours, and their processes, all together.
import { join } from 'node:path';
import type { Brief } from '../coordinator/briefs/brief.ts';
import { ORGANIZATION } from '../domain/world.ts';
import { encodeBase64Url } from '../protocol/base64url.ts';
import { SIGNATURE_BYTES } from '../protocol/ed25519.ts';
import type { Actor, AgentCard, RegistryBinding } from '../protocol/generated/documents.ts';
import type { Unsigned } from '../protocol/sign.ts';
import type { LoadedBrief } from './mission-brief.ts';
import type { StartedWorker } from './mission-folder.ts';
import { endLeftover, MissionWorker, type WorkerChange } from './mission-workers.ts';
import { newId } from '../sync/system-ports.ts';
import { bindKey, type Operator, registerCard } from './operator-acts.ts';
import { OrganizationFault } from './organization-files.ts';
import { composeCard } from './worker-card.ts';
import { makeWorker } from './worker-init.ts';
import type { WorkerHostEvent } from './worker-voice.ts';

/** Who stands behind a Mission. */
export interface MissionPeople {
  readonly organizationId: string;
  readonly ownerId: string;
  readonly coordinatorAgentId: string;
}

/** The Coordinator of a Mission needs a capability on its card like every Agent. */
export const COORDINATION = { id: 'heddle.coordination', version: '1.0.0' };

export interface Cast {
  /** Of the Workers that are started, by their name in the brief. */
  readonly agentIds: ReadonlyMap<string, string>;
  readonly cards: readonly AgentCard[];
}

/** Who is who: ids for the Workers that are started, and what is expected of everybody's card. */
export function castAgents(
  { brief, configs }: Pick<LoadedBrief, 'configs'> & { readonly brief: Pick<Brief, 'workers'> },
  people: MissionPeople,
  startedAt: string,
): Cast {
  const agentIds = new Map<string, string>();
  const cards = [cardOf(people.coordinatorAgentId, [COORDINATION], 1, people, startedAt)];
  // Among equals the ranking takes the lowest id: so the Worker comes first that the brief names first.
  const freshIds = brief.workers.map(() => newId()).toSorted();
  for (const [index, { name, source, capabilities, slots }] of brief.workers.entries()) {
    const config = configs.get(name)?.config;
    const agentId = 'agentId' in source ? source.agentId : (freshIds[index] ?? newId());
    if (config !== undefined) agentIds.set(name, agentId);
    cards.push(
      cardOf(agentId, config?.capabilities ?? capabilities, config?.slots ?? slots, people, startedAt),
    );
  }
  return { agentIds, cards };
}

type Capabilities = readonly { readonly id: string; readonly version: string }[];

/** As much of a card as plans are made from; the signature under it is nobody's. */
function cardOf(
  agentId: string,
  capabilities: Capabilities,
  slots: number,
  { organizationId, ownerId }: MissionPeople,
  startedAt: string,
): AgentCard {
  const unsigned = composeCard({
    agentId,
    displayName: 'planned',
    keyId: newId(),
    publicKey: encodeBase64Url(new Uint8Array(32)),
    organizationId,
    origin: 'https://localhost',
    owner: { type: 'human', id: ownerId },
    capabilities,
    slots,
    validFrom: startedAt,
    issuedAt: startedAt,
  });
  const value = encodeBase64Url(new Uint8Array(SIGNATURE_BYTES));
  return { ...unsigned, signature: { algorithm: 'Ed25519', keyId: agentId, createdAt: startedAt, value } };
}

export interface NewCrew {
  /** Each Worker gets a folder of its name below it. */
  readonly folder: string;
  readonly agentIds: ReadonlyMap<string, string>;
  readonly configs: LoadedBrief['configs'];
  readonly organizationId: string;
  /** Who answers for the Agents. */
  readonly ownerId: string;
  readonly origin: string;
  /** Certificate of the Authority, PEM. */
  readonly ca: string;
  /** Timestamp from which their keys count. */
  readonly validFrom: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface CrewMember {
  readonly worker: StartedWorker;
  readonly card: Unsigned<'agent-card'>;
}

/** Makes the folders of Workers, each with its key. Nothing that exists is overwritten. */
export async function makeCrew(crew: NewCrew): Promise<readonly CrewMember[]> {
  const { folder, agentIds, configs, organizationId, ownerId, origin, ca, validFrom, environment } = crew;
  const made: CrewMember[] = [];
  for (const [name, agentId] of agentIds) {
    const workerFolder = join(folder, name);
    const result = await makeWorker({
      folder: workerFolder,
      agentId,
      name,
      origin,
      organizationId,
      capabilities: [],
      base: configs.get(name)?.path,
      ca,
      owner: { type: 'human', id: ownerId },
      validFrom,
      environment,
    });
    // Its base was read and found right a moment ago.
    if (!result.ok) throw new Error(`${name}: ${result.fault.map(({ code }) => code).join(', ')}`);
    const { keyId, publicKey, card } = result.value;
    made.push({ worker: { name, agentId, keyId, publicKey, validFrom, folder: workerFolder }, card });
  }
  return made;
}

/** Binds the keys of Workers and registers their cards. Done again, it does what is left to do. */
export async function enrolCrew(operator: Operator, crew: readonly CrewMember[]): Promise<void> {
  const { authority } = operator;
  const isBound = (keyId: string) =>
    authority.keys.ok && authority.keys.value.findBinding(keyId) !== undefined;
  for (const { worker, card } of crew) {
    const { agentId, keyId, publicKey, validFrom } = worker;
    const agent: Actor = { type: 'agent', id: agentId };
    if (!isBound(keyId)) {
      await bindKey(operator, bindingOf(agent, keyId, publicKey, validFrom));
    }
    const isRegistered = await authority.look(
      (world) => world.get('agent', ORGANIZATION, agentId) !== undefined,
    );
    if (!isRegistered) await register(operator, card);
  }
}

/** Registers a card, or throws what is wrong with it. */
export async function register(operator: Operator, card: Unsigned<'agent-card'>): Promise<void> {
  const registered = await registerCard(operator, card);
  if (!registered.ok) throw new OrganizationFault(`${registered.fault.code}: ${registered.fault.message}`);
}

export function bindingOf(
  principal: Actor,
  keyId: string,
  publicKey: string,
  validFrom: string,
): RegistryBinding {
  return { keyId, principal, algorithm: 'Ed25519', publicKey, validFrom, validityHistory: [] };
}

export interface RunCrewOptions {
  readonly workers: readonly StartedWorker[];
  /** Name → absolute path, for the resources `folder:<name>`. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly environment: NodeJS.ProcessEnv;
  readonly onEvent: (worker: StartedWorker, event: WorkerHostEvent) => void;
  /** What a process says that is no event. */
  readonly onText: (worker: StartedWorker, line: string) => void;
  readonly onChange: (worker: StartedWorker, change: WorkerChange) => void;
}

/** The processes of Workers. */
export class MissionCrew {
  private readonly options: RunCrewOptions;
  private readonly running: readonly MissionWorker[];

  constructor(options: RunCrewOptions) {
    this.options = options;
    const { workers, inputs, environment, onEvent, onText, onChange } = options;
    this.running = workers.map(
      (worker) =>
        new MissionWorker({
          name: worker.name,
          folder: worker.folder,
          inputs,
          environment,
          onEvent: (event) => onEvent(worker, event),
          onText: (line) => onText(worker, line),
          onChange: (change) => onChange(worker, change),
        }),
    );
  }

  start(): void {
    for (const worker of this.running) worker.start();
  }

  /** Ends all of them with order, and by force when that takes too long. */
  async stop(): Promise<void> {
    await Promise.all(this.running.map((worker) => worker.stop()));
  }

  /** For the last moment of this process. */
  killNow(): void {
    for (const worker of this.running) worker.killNow();
  }

  /** Agents whose process does not run. */
  absentAgentIds(): readonly string[] {
    return this.options.workers
      .filter((_each, index) => this.running[index]?.isRunning === false)
      .map(({ agentId }) => agentId);
  }
}

/** Ends what an earlier process has left running in the folders of Workers. */
export async function endLeftovers(workers: readonly StartedWorker[]): Promise<void> {
  await Promise.all(workers.map(({ folder }) => endLeftover(folder)));
}
