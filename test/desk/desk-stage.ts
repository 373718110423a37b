// A desk in front of a whole Authority on a loopback port: the human owner and the Coordinator Agent as its identities, with
// the very parts that the host puts together.
import { createRouterClient } from '@orpc/server';
import type { DeskClient } from '../../core/contract/contract.ts';
import type { ContractIntent } from '../../core/contract/forms.ts';
import type { CommandSheetModel } from '../../core/contract/intents.ts';
import type { FixPanelModel } from '../../core/contract/outbox.ts';
import type { Fault } from '../../core/contract/values.ts';
import { followLive } from '../../core/contract/live.ts';
import { DEFAULT_POLICY, type OrganizationPolicy } from '../../core/domain/decision.ts';
import { ORGANIZATION, SINGLE } from '../../core/domain/world.ts';
import { DeskRuntime } from '../../core/coordinator/desk-runtime/desk-runtime.ts';
import type { RunningConnection } from '../../core/coordinator/desk-runtime/desk-connections.ts';
import type { AgentDirectory, DeskKeys } from '../../core/coordinator/desk-runtime/ports.ts';
import type { KeyCondition } from '../../core/coordinator/desk/connection.ts';
import type { Intent } from '../../core/coordinator/desk/intent/forms.ts';
import { createCheckRunner } from '../../core/host/check-runner.ts';
import { AgentDeskLink } from '../../core/host/desk-agent-link.ts';
import { HumanLink } from '../../core/host/desk-human-link.ts';
import { createDeskRouter } from '../../core/host/desk-router.ts';
import { signDocument } from '../../core/protocol/sign.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import type { ReplicaStore } from '../../core/store/replica-store.ts';
import { ControlPlaneClient } from '../../core/sync/control-plane-client.ts';
import { accessCredentials } from '../../core/sync/credentials.ts';
import { signerOfLocalKey } from '../../core/sync/key-signer.ts';
import { openServerAddress } from '../../core/sync/server-address.ts';
import { openSyncClient } from '../../core/sync/sync-client.ts';
import { SYSTEM_CLOCK, SYSTEM_RANDOM } from '../../core/sync/system-ports.ts';
import { COORDINATOR, OWNER, type Principal, TEST_ORGANIZATION } from '../harness/organization.ts';
import { bareServices } from './served-desk.ts';
import { createTestClock, QUICK, type SyncWorld, until } from '../sync/sync-world.ts';

export const CONNECTION_ID = 'test';

/** Keys of this process, which a test can lock. */
export class TestKeys implements DeskKeys {
  readonly conditions = new Map<string, KeyCondition>();
  private readonly byId: ReadonlyMap<string, Principal>;

  constructor(principals: readonly Principal[]) {
    this.byId = new Map(principals.map((principal) => [principal.signer.keyId, principal]));
  }

  readonly conditionOf = (keyId: string): KeyCondition => this.conditions.get(keyId) ?? 'usable';

  readonly signDocument: DeskKeys['signDocument'] = async (keyId, kind, unsigned) => {
    const principal = this.byId.get(keyId);
    if (principal === undefined || this.conditionOf(keyId) !== 'usable')
      throw new Error(`${keyId} cannot sign`);
    const signed = signDocument(kind, unsigned as never, principal.signer);
    if (!signed.ok) throw new Error(signed.fault.message);
    return signed.value.document;
  };
}

/** The cards that the Authority has registered. */
async function readDirectory({ organization }: SyncWorld): Promise<AgentDirectory> {
  const cards = await organization.authority.look(
    (state) => new Map([...state.list('agent', ORGANIZATION)].map(([agentId, { card }]) => [agentId, card])),
  );
  const presence = new Map();
  return { cards: () => cards, presence: () => presence, listen: () => () => {} };
}

export interface StageOptions {
  /** What the human keeps; a new one when left out. */
  readonly humanStore?: ReplicaStore;
  readonly agentStore?: ReplicaStore;
  /** Stands between the human's Commands and the ingress. */
  readonly ingress?: (
    bytes: Uint8Array,
    submit: ControlPlaneClient['submitCommand'],
  ) => ReturnType<ControlPlaneClient['submitCommand']>;
  /** What the desk takes for the policy of the Organization. */
  readonly policy?: OrganizationPolicy;
  /** Where the Agent reaches the Authority instead: through a proxy, in tests that cut the line. */
  readonly agentPort?: number;
}

export class DeskStage {
  readonly world: SyncWorld;
  readonly desk: DeskRuntime;
  readonly connection: RunningConnection;
  readonly human: HumanLink;
  readonly agent: AgentDeskLink;
  readonly keys: TestKeys;
  readonly faults: unknown[];
  /** The desk as a window has it. */
  readonly client: DeskClient;

  private constructor(
    parts: Pick<DeskStage, 'world' | 'desk' | 'connection' | 'human' | 'agent' | 'keys' | 'faults'>,
  ) {
    this.world = parts.world;
    this.desk = parts.desk;
    this.connection = parts.connection;
    this.human = parts.human;
    this.agent = parts.agent;
    this.keys = parts.keys;
    this.faults = parts.faults;
    this.client = createRouterClient(
      createDeskRouter(bareServices(parts.desk, (error) => parts.faults.push(error))),
    );
  }

  static async open(world: SyncWorld, options: StageOptions = {}): Promise<DeskStage> {
    const faults: unknown[] = [];
    const onFault = (error: unknown) => faults.push(error);
    const clock = createTestClock(() => world.organization.nowMs);
    const server = { origin: `http://127.0.0.1:${world.port}` };
    const address = openServerAddress(server);
    if (!address.ok) throw new Error(address.fault);
    const agentStore = options.agentStore ?? new MemoryReplicaStore();
    const agent = await AgentDeskLink.open({
      name: 'Assistant',
      keyId: COORDINATOR.signer.keyId,
      store: agentStore,
      wallMs: () => world.organization.nowMs,
      onFault,
      openClient: () =>
        openSyncClient({
          organizationId: TEST_ORGANIZATION,
          agentId: COORDINATOR.actor.id,
          signer: COORDINATOR.signer,
          server: { origin: `http://127.0.0.1:${options.agentPort ?? world.port}` },
          store: agentStore,
          clock,
          onFault,
          settings: QUICK,
        }),
    });
    const controlPlane = new ControlPlaneClient({
      address: address.value,
      credentials: accessCredentials({
        principal: { type: 'human', id: OWNER.actor.id },
        signer: signerOfLocalKey(OWNER.signer),
        clock,
        random: SYSTEM_RANDOM,
      }),
    });
    const { ingress } = options;
    if (ingress !== undefined) {
      const submit = controlPlane.submitCommand.bind(controlPlane);
      controlPlane.submitCommand = (bytes) => ingress(bytes, submit);
    }
    const human = await HumanLink.open({
      actor: OWNER.actor,
      name: 'Ada',
      signer: signerOfLocalKey(OWNER.signer),
      organizationId: TEST_ORGANIZATION,
      store: options.humanStore ?? new MemoryReplicaStore(),
      controlPlane,
      freshMs: 300_000,
      hasIngress: true,
      now: () => world.organization.nowMs,
      onFault,
      pollMs: 20,
      clock,
      settings: QUICK,
    });
    const keys = new TestKeys([OWNER, COORDINATOR]);
    let lastId = 0;
    const desk = new DeskRuntime({
      ports: {
        clock: {
          nowMs: () => world.organization.nowMs,
          after: (ms, action) => SYSTEM_CLOCK.after(ms, action),
        },
        keys,
        newId: (kind) => `urn:heddle:test:desk:${kind}:${process.pid}-${performance.now()}-${(lastId += 1)}`,
        runCheck: createCheckRunner(),
        onFault,
      },
      language: 'en',
      keyStatuses: () => [],
      dayStartMs: () => 0,
    });
    const connection = await desk.addConnection(
      {
        connectionId: CONNECTION_ID,
        name: 'Test',
        kind: 'embedded',
        origin: server.origin,
        organizationId: TEST_ORGANIZATION,
        policy: options.policy ?? DEFAULT_POLICY,
        freshMs: 300_000,
        isTls: false,
      },
      [human, agent],
      await readDirectory(world),
    );
    const stage = new DeskStage({ world, desk, connection, human, agent, keys, faults });
    human.start();
    agent.start();
    return stage;
  }

  /** Until both identities are connected and have everything. */
  async ready(groupId?: string): Promise<void> {
    await this.until(
      () =>
        this.human.status === 'online' &&
        this.agent.status === 'online' &&
        this.desk
          .connection(CONNECTION_ID)
          ?.links.every((link) =>
            link.groups().every(({ isCaughtUp, isFollowed }) => isCaughtUp || !isFollowed),
          ) === true &&
        (groupId === undefined || this.connection.groupIds().includes(groupId)),
    );
  }

  sheet(intent: Intent) {
    return this.desk.sheets.open(this.connection, intent);
  }

  /** Opens a sheet and signs it as it is; answers with the Action ID. */
  async sign(intent: Intent): Promise<string> {
    const open = this.sheet(intent);
    const result = await this.desk.sheets.sign(open, open.version);
    if (result.kind !== 'kept')
      throw new Error(`${result.kind}: ${JSON.stringify([open.sheet.obstacles, open.sheet.rejection])}`);
    return result.actionId;
  }

  /** As `sign`, until it is accepted and seen. */
  async act(intent: Intent): Promise<string> {
    const actionId = await this.sign(intent);
    await this.accepted(actionId);
    return actionId;
  }

  /** Until a Command is accepted, and the desk goes by a state that knows of it. */
  async accepted(actionId: string): Promise<void> {
    await this.until(() => {
      const entry = this.entry(actionId);
      if (entry?.state !== 'accepted') return false;
      const { world } = this.connection.view();
      const head = world.get('head', entry.draft.groupId, SINGLE)?.sequence ?? 0;
      return head >= (entry.event?.sequence ?? 0);
    });
  }

  /** A sheet as a window opens it. */
  async openSheet(intent: ContractIntent): Promise<CommandSheetModel> {
    return valueOf(await this.client.intents.sheet({ connectionId: CONNECTION_ID, intent }));
  }

  /** Signs a sheet as it was seen; answers with the Action ID. */
  async signSheet({ sheetId, version, obstacles, refusal }: CommandSheetModel): Promise<string> {
    const answer = await this.client.intents.sign({ sheetId, version });
    if (!answer.ok || answer.value.kind !== 'kept')
      throw new Error(JSON.stringify([answer, obstacles, refusal]));
    return answer.value.actionId;
  }

  /** Lets something happen after a link was handed its next Command, and before that is signed. */
  beforeSending(link: HumanLink | AgentDeskLink, act: () => Promise<unknown>): void {
    const submit = link.submit.bind(link);
    link.submit = async (draft) => {
      link.submit = submit;
      await act();
      return submit(draft);
    };
  }

  /** The panel of an entry as a window has it. */
  async fix(actionId: string): Promise<FixPanelModel> {
    return valueOf(await this.client.outbox.fix({ connectionId: CONNECTION_ID, actionId }));
  }

  /** The options of a panel that can be taken now. */
  async enabledOptions(actionId: string): Promise<readonly string[]> {
    const { options } = await this.fix(actionId);
    return options.filter(({ isEnabled }) => isEnabled).map(({ id }) => id);
  }

  /** Takes an option of an entry: with the sheet that follows, or undefined. */
  async take(actionId: string, optionId: string): Promise<CommandSheetModel | undefined> {
    const taken = valueOf(await this.client.outbox.act({ connectionId: CONNECTION_ID, actionId, optionId }));
    return taken.kind === 'sheet' ? taken.sheet : undefined;
  }

  /** Takes an option that opens a sheet, and signs that; answers with the Action ID. */
  async takeAndSign(actionId: string, optionId: string): Promise<string> {
    const sheet = await this.take(actionId, optionId);
    if (sheet === undefined) throw new Error(`${optionId} opens no sheet`);
    return this.signSheet(sheet);
  }

  /** Until an entry is refused. */
  async refused(actionId: string): Promise<void> {
    await this.until(() => this.entry(actionId)?.state === 'refused');
  }

  /** What a window sees of an entry of the outbox. */
  async row(actionId: string) {
    const stop = new AbortController();
    const parts = await this.client.outbox.follow(undefined, { signal: stop.signal });
    try {
      for await (const { rows } of followLive(parts, (ack) => this.client.system.acknowledge(ack))) {
        return rows.find((row) => row.actionId === actionId);
      }
      return undefined;
    } finally {
      stop.abort();
    }
  }

  entry(actionId: string) {
    return this.desk.commands.entry(CONNECTION_ID, actionId);
  }

  async until(isWanted: () => boolean | Promise<boolean>): Promise<void> {
    await until(
      isWanted,
      () =>
        `${this.human.status}/${this.agent.status} ${JSON.stringify(this.desk.commands.entries().map(({ state, error }) => [state, error?.code, error?.message]))} ${this.faults.map(String).join('; ')}`,
    );
  }

  /** Ends the desk, as at the end of a run; the Authority lives on. */
  async leave(): Promise<void> {
    this.desk.stop();
    await this.agent.stop();
    await this.human.stop();
  }
}

/** What a procedure answers that is not to refuse here. */
export function valueOf<Value>(
  answer: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: Fault },
): Value {
  if (!answer.ok) throw new Error(`${answer.fault.code}: ${answer.fault.words.text}`);
  return answer.value;
}
