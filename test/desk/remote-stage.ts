// The stage of the tests with an Authority elsewhere: `heddle authority serve` in a process of its own with TLS 1.3, a network
// in front of it that can be cut, and desks in processes of their own that can be killed.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WebSocket } from 'ws';
import type { DeskClient } from '../../core/contract/contract.ts';
import type { ConnectionRow } from '../../core/contract/connections.ts';
import type { ContractIntent } from '../../core/contract/forms.ts';
import type { OutboxRow } from '../../core/contract/outbox.ts';
import { composeCard } from '../../core/host/worker-card.ts';
import type { Actor } from '../../core/protocol/generated/documents.ts';
import { formatTimestamp } from '../../core/protocol/timestamp.ts';
import { FaultProxy } from '../net/fault-proxy.ts';
import { ScenarioProcess } from '../scenario/scenario-process.ts';
import { ORGANIZATION, ScenarioStage } from '../scenario/scenario-stage.ts';
import { openClient, stateOf, valueOf } from './desk-client.ts';
import type { DeathWish, DeskProcessSettings } from './desk-process.ts';

const PROGRAM = fileURLToPath(new URL('desk-process.ts', import.meta.url));
/** For tests only. */
const PASSPHRASE = 'correct horse battery staple for tests';
const VALID_FROM = '2026-01-01T00:00:00Z';

export const COORDINATION = { id: 'heddle.coordination', version: '1.0.0' };

export class RemoteStage {
  readonly scenario: ScenarioStage;
  /** Between desks and Authority; Workers and further devices go past it. */
  readonly proxy: FaultProxy;
  private readonly desks: DeskOfTest[] = [];

  private constructor(scenario: ScenarioStage, proxy: FaultProxy) {
    this.scenario = scenario;
    this.proxy = proxy;
  }

  static async open(): Promise<RemoteStage> {
    const scenario = await ScenarioStage.open();
    const { port } = new URL(scenario.origin);
    return new RemoteStage(scenario, await FaultProxy.open(() => Number(port)));
  }

  /** Where desks find the Authority. */
  get origin(): string {
    return `https://127.0.0.1:${this.proxy.port}`;
  }

  cutNetwork(): void {
    this.proxy.plan = () => 'refused';
    this.proxy.cut();
  }

  joinNetwork(): void {
    this.proxy.plan = () => ({});
  }

  /** A desk on a new profile, with nobody in it. */
  async desk(name: string): Promise<DeskOfTest> {
    const rendererFolder = join(this.scenario.folder, 'renderer');
    await mkdir(rendererFolder, { recursive: true });
    await writeFile(join(rendererFolder, 'index.html'), '<!doctype html><title>Heddle</title>');
    const profileFolder = join(this.scenario.folder, `profile-${name}`);
    const desk = new DeskOfTest(this, { profileFolder, rendererFolder });
    this.desks.push(desk);
    await desk.start();
    valueOf(await desk.client.keys.unlock({ passphrase: PASSPHRASE }));
    return desk;
  }

  /** What an operator does with the public half of a key, and with the card of an Agent. */
  async enrol(actor: Actor, { keyId, publicKey }: PublicKey, displayName = actor.id): Promise<void> {
    const { scenario } = this;
    const card: string[] = [];
    if (actor.type === 'agent') {
      const path = join(scenario.folder, `card-${keyId.slice(-8)}.json`);
      const unsigned = composeCard({
        agentId: actor.id,
        displayName,
        keyId,
        publicKey,
        organizationId: ORGANIZATION,
        origin: scenario.origin,
        owner: actor,
        capabilities: [COORDINATION],
        slots: 1,
        validFrom: VALID_FROM,
        issuedAt: formatTimestamp(Date.now()),
      });
      await writeFile(path, JSON.stringify(unsigned));
      card.push('--card', path);
    }
    const whose = ['--principal', `${actor.type}:${actor.id}`, '--valid-from', VALID_FROM];
    const key = ['--key-id', keyId, '--public-key', publicKey];
    await scenario.heddle('authority', 'enrol', scenario.organizationFolder, ...whose, ...key, ...card);
  }

  async close(): Promise<void> {
    for (const desk of this.desks) await desk.kill();
    await this.proxy.close();
    await this.scenario.close();
  }
}

export interface PublicKey {
  readonly keyId: string;
  readonly publicKey: string;
}

/** A desk, and a window of it. */
export class DeskOfTest {
  private readonly stage: RemoteStage;
  private readonly settings: DeskProcessSettings;
  private running:
    | { readonly process: ScenarioProcess; readonly client: DeskClient; readonly socket: WebSocket }
    | undefined;

  constructor(stage: RemoteStage, settings: DeskProcessSettings) {
    this.stage = stage;
    this.settings = settings;
  }

  get client(): DeskClient {
    if (this.running === undefined) throw new Error('the desk does not run');
    return this.running.client;
  }

  get process(): ScenarioProcess {
    if (this.running === undefined) throw new Error('the desk does not run');
    return this.running.process;
  }

  async start(): Promise<void> {
    const process = new ScenarioProcess('desk', [PROGRAM, JSON.stringify(this.settings)]);
    try {
      const launchUrl = await process.until(() => process.lines[0], 'an address');
      this.running = { process, ...(await openClient(launchUrl)) };
    } catch (error) {
      await process.kill();
      throw new Error(process.describe(), { cause: error });
    }
  }

  /** SIGKILL, and the next run on the same profile, with the keys locked. */
  async crash(): Promise<void> {
    await this.kill();
    await this.start();
  }

  get profileFolder(): string {
    return this.settings.profileFolder;
  }

  /** Until the process has killed itself. */
  async death(): Promise<void> {
    const { signal } = await this.process.ended;
    if (signal !== 'SIGKILL') throw new Error(`ended by ${signal}: ${this.process.describe()}`);
    await this.kill();
  }

  async arm(wish: DeathWish): Promise<void> {
    const { process } = this;
    process.write(`die ${wish}`);
    await process.until(() => process.lines.find((line) => line.startsWith('armed')), 'armed');
  }

  async kill(): Promise<void> {
    await this.running?.process.kill();
    this.running?.socket.terminate();
    this.running = undefined;
  }

  async unlock(): Promise<void> {
    valueOf(await this.client.keys.unlock({ passphrase: PASSPHRASE }));
  }

  /** A new key for somebody, in the key store of this desk. */
  async createKey(principal: Actor): Promise<PublicKey> {
    const { keyId } = valueOf(await this.client.keys.create({ principal }));
    const { byId } = await stateOf(
      this.client,
      (options) => this.client.keys.follow(undefined, options),
      (state) => state.byId.has(keyId),
    );
    return { keyId, publicKey: byId.get(keyId)?.publicKey ?? '' };
  }

  /** Connects identities whose keys are here; where and whom to believe can be other ones than those that are right. */
  async connect(
    keys: readonly PublicKey[],
    changes: Partial<Parameters<DeskClient['connections']['add']>[0]> = {},
  ): Promise<string> {
    const certificate = await this.stage.scenario.certificate();
    const added = await this.client.connections.add({
      name: 'Works',
      origin: this.stage.origin,
      organizationId: ORGANIZATION,
      certificate,
      keyIds: keys.map(({ keyId }) => keyId),
      personName: 'Ada',
      ...changes,
    });
    return valueOf(added).connectionId;
  }

  async connection(connectionId: string, isWanted: (row: ConnectionRow) => boolean): Promise<ConnectionRow> {
    const { byId } = await stateOf(
      this.client,
      (options) => this.client.connections.follow(undefined, options),
      (state) => {
        const row = state.byId.get(connectionId);
        return row !== undefined && isWanted(row);
      },
    );
    const row = byId.get(connectionId);
    if (row === undefined) throw new Error('it was there a moment ago');
    return row;
  }

  /** Until all identities can act. */
  online(connectionId: string): Promise<ConnectionRow> {
    return this.connection(connectionId, ({ identities }) =>
      identities.every(({ path, trouble }) => path === 'open' && trouble === undefined),
    );
  }

  async sheet(connectionId: string, intent: ContractIntent) {
    return valueOf(await this.client.intents.sheet({ connectionId, intent }));
  }

  /** Opens a sheet and signs it as it is; answers with the Action ID. */
  async sign(connectionId: string, intent: ContractIntent): Promise<string> {
    const { sheetId, version } = await this.sheet(connectionId, intent);
    return this.signSheet(sheetId, version);
  }

  async signSheet(sheetId: string, version: number): Promise<string> {
    const signed = valueOf(await this.client.intents.sign({ sheetId, version }));
    if (signed.kind === 'kept') return signed.actionId;
    throw new Error(
      `${signed.kind}: ${JSON.stringify([signed.changes, signed.sheet.obstacles, signed.sheet.refusal])}`,
    );
  }

  async act(connectionId: string, intent: ContractIntent): Promise<OutboxRow> {
    return this.settled(await this.sign(connectionId, intent), 'accepted');
  }

  async settled(actionId: string, state: OutboxRow['state']): Promise<OutboxRow> {
    const outbox = await stateOf(
      this.client,
      (options) => this.client.outbox.follow(undefined, options),
      ({ rows }) => {
        const row = rows.find((each) => each.actionId === actionId);
        if (row?.state === 'refused' && state === 'accepted') throw new Error(JSON.stringify(row.error));
        return row?.state === state;
      },
    );
    const row = outbox.rows.find((each) => each.actionId === actionId);
    if (row === undefined) throw new Error('it was there a moment ago');
    return row;
  }

  /** The states of all entries of the outbox at this moment. */
  async states(): Promise<ReadonlyMap<string, OutboxRow['state']>> {
    const { rows } = await stateOf(
      this.client,
      (options) => this.client.outbox.follow(undefined, options),
      () => true,
    );
    return new Map(rows.map(({ actionId, state }) => [actionId, state]));
  }
}
