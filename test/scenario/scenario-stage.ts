// The stage of a scenario: an Authority, Coordinators and Workers, each a process of its own on loopback with TLS 1.3, and
// humans at the control plane. Everything lies in one folder, by which what is left of it can be found.
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeCard } from '../../core/host/worker-card.ts';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import type { AgentCard } from '../../core/protocol/generated/documents.ts';
import { formatTimestamp } from '../../core/protocol/timestamp.ts';
import { openServerAddress } from '../../core/sync/server-address.ts';
import { runHeddle } from '../cli/cli-runner.ts';
import { WorkerProcess } from '../worker-host/worker-process.ts';
import { CoordinatorAgent, type CoordinatorConfig } from './coordinator-agent.ts';
import { MissionOwner } from './mission-owner.ts';
import { type Principal, principalOf } from './principals.ts';
import { ScenarioProcess } from './scenario-process.ts';

export const ORGANIZATION = 'urn:heddle:test:organization:scenario';
export const CAPABILITY = { id: 'scenario.report', version: '1.0.0' };
const HEDDLE = fileURLToPath(new URL('../../core/cli/heddle.ts', import.meta.url));
const PROGRAM = fileURLToPath(new URL('ordered-work.ts', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** A Worker process, with the Agent that it is. */
export interface StagedWorker {
  readonly actor: Principal['actor'];
  readonly keyId: string;
  readonly process: WorkerProcess;
}

export class ScenarioStage {
  readonly folder: string;
  readonly organizationFolder: string;
  /** Where Workers' programs find their orders. */
  private readonly ordersFolder: string;
  private readonly processesToDescribe: { describe(): string }[] = [];
  private readonly closers: (() => unknown)[] = [];
  private server: ScenarioProcess | undefined;
  private address = '';

  private constructor(folder: string) {
    this.folder = folder;
    this.organizationFolder = join(folder, 'organization');
    this.ordersFolder = join(folder, 'orders');
  }

  /** With an Authority that serves. */
  static async open(): Promise<ScenarioStage> {
    const stage = new ScenarioStage(await mkdtemp(join(tmpdir(), 'heddle-scenario-')));
    await mkdir(stage.ordersFolder);
    await stage.heddle('authority', 'init', stage.organizationFolder, '--organization-id', ORGANIZATION);
    const serve = ['authority', 'serve', stage.organizationFolder, '--host', '127.0.0.1', '--port', '0'];
    const server = new ScenarioProcess('authority', [HEDDLE, ...serve]);
    stage.closers.push(() => server.kill());
    stage.processesToDescribe.push(server);
    stage.server = server;
    try {
      const find = () => /https:\/\/127\.0\.0\.1:\d+/.exec(server.lines.join(' '))?.[0];
      stage.address = await server.until(find, 'an address');
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  get authority(): ScenarioProcess {
    if (this.server === undefined) throw new Error('the stage is not open');
    return this.server;
  }

  get origin(): string {
    return this.address;
  }

  async certificate(): Promise<string> {
    return readFile(join(this.organizationFolder, 'tls', 'certificate.pem'), 'utf8');
  }

  /** A command line of `heddle` in this process that has to succeed. */
  async heddle(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await runHeddle(args, { nowMs: Date.now() });
    if (code !== 0) throw new Error(`${args.join(' ')}: ${code}\n${out}\n${err}`);
    return out;
  }

  async owner(label: string): Promise<MissionOwner> {
    const address = openServerAddress({ origin: this.origin, ca: await this.certificate() });
    if (!address.ok) throw new Error(address.fault);
    const owner = new MissionOwner(label, address.value);
    await this.enrol(owner);
    this.closers.push(() => owner.close());
    return owner;
  }

  async coordinator(label: string): Promise<CoordinatorAgent> {
    const principal = principalOf('agent', label);
    const card = join(this.folder, `${label}-card.json`);
    const unsigned = composeCard({
      agentId: principal.actor.id,
      displayName: label,
      keyId: principal.signer.keyId,
      publicKey: encodeBase64Url(principal.signer.publicKey),
      organizationId: ORGANIZATION,
      origin: this.origin,
      owner: principal.actor,
      capabilities: [CAPABILITY],
      slots: 1,
      validFrom: VALID_FROM,
      issuedAt: formatTimestamp(Date.now()),
    });
    await writeFile(card, JSON.stringify(unsigned));
    await this.enrol(principal, '--card', card);
    const config: CoordinatorConfig = {
      label,
      organizationId: ORGANIZATION,
      origin: this.origin,
      ca: await this.certificate(),
      replica: join(this.folder, `${label}.db`),
    };
    const file = join(this.folder, `${label}.json`);
    await writeFile(file, JSON.stringify(config));
    const agent = new CoordinatorAgent(label, file);
    this.closers.push(() => agent.process.kill());
    this.processesToDescribe.push(agent.process);
    return agent;
  }

  /** `heddle worker init` and `heddle worker run` with the program that follows orders. */
  async worker(label: string, settings: string): Promise<StagedWorker> {
    const folder = join(this.folder, label);
    const base = join(this.folder, `${label}.yaml`);
    const code = [PROGRAM, join(REPOSITORY, 'examples', 'workers'), join(REPOSITORY, 'package.json')];
    await writeFile(
      base,
      `worker: 1
capabilities:
  ${CAPABILITY.id}@${CAPABILITY.version}:
    node: ${JSON.stringify(PROGRAM)}
    args: [${JSON.stringify(this.ordersFolder)}]
    code: ${JSON.stringify([...code, this.ordersFolder])}
    checkpoints: true
${settings}`,
    );
    const actor = { type: 'agent', id: `urn:heddle:test:agent:${label}` } as const;
    const about = ['--authority', this.origin, '--name', label, '--agent-id', actor.id];
    const enrolment = ['--organization-folder', this.organizationFolder, '--base', base];
    await this.heddle('worker', 'init', folder, ...about, ...enrolment);
    const worker = new WorkerProcess(folder, ['--verbose'], {});
    this.closers.push(() => worker.kill());
    this.processesToDescribe.push(worker);
    const card = JSON.parse(await readFile(join(folder, 'agent-card.json'), 'utf8')) as AgentCard;
    return { actor, keyId: card.publicKeys[0]?.keyId ?? '', process: worker };
  }

  /** What the program of a WorkItem is to do next. */
  async order(name: string, ...orders: readonly string[]): Promise<void> {
    await appendFile(join(this.ordersFolder, name), orders.map((order) => `${order}\n`).join(''));
  }

  /** Command lines of all processes that have to do with the folder of this stage; empty where /proc is not there. */
  async processes(): Promise<readonly string[]> {
    const found: string[] = [];
    const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
    for (const pid of pids) {
      if (Number(pid) === process.pid) continue;
      // It may have ended by now, or be somebody else's.
      const read = (file: string) => readFile(join('/proc', pid, file), 'utf8').catch(() => '');
      const [commandLine, environment] = await Promise.all([read('cmdline'), read('environ')]);
      const isOurs = commandLine.includes(this.folder) || environment.includes(this.folder);
      if (isOurs) found.push(commandLine.replaceAll('\0', ' '));
    }
    return found;
  }

  /** What all processes have said lately. */
  describe(): string {
    return this.processesToDescribe.map((each) => each.describe()).join('\n\n');
  }

  /** Ends whatever still runs, and removes the folder. */
  async close(): Promise<void> {
    for (const close of this.closers.toReversed()) await close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async enrol({ actor, signer }: Principal, ...more: readonly string[]): Promise<void> {
    const whose = ['--principal', `${actor.type}:${actor.id}`, '--valid-from', VALID_FROM];
    const key = ['--key-id', signer.keyId, '--public-key', encodeBase64Url(signer.publicKey)];
    await this.heddle('authority', 'enrol', this.organizationFolder, ...whose, ...key, ...more);
  }
}

const VALID_FROM = '2026-01-01T00:00:00Z';
