// A host of a profile with an Organization of one's own, and a small folder for a brief: for tests that run briefs in it. The
// host runs in this process, or in one of its own that can be killed.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BriefPace, BriefRunRow } from '../../core/contract/briefs.ts';
import type { DeskClient } from '../../core/contract/contract.ts';
import type { LivePart, LiveRow, LiveState } from '../../core/contract/live.ts';
import { startDeskHost } from '../../core/host/desk-host.ts';
import { findClaimant } from '../../core/host/worker-claim.ts';
import { statePathsOf, workerPathsOf } from '../../core/host/worker-folder.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { ScenarioProcess } from '../scenario/scenario-process.ts';
import { openClient, PATIENCE_MS, stateOf, valueOf } from './desk-client.ts';
import type { DeathWish } from './desk-process.ts';

const PROGRAM = fileURLToPath(new URL('desk-process.ts', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../../examples/folder-audit/brief.yaml', import.meta.url));
/** For tests only. */
const PASSPHRASE = 'correct horse battery staple for tests';

interface RunningHost {
  readonly client: DeskClient;
  /** Undefined when it runs in this process. */
  readonly process: ScenarioProcess | undefined;
  /** In good order where it runs in this process, by force otherwise. */
  stop(): Promise<void>;
}

export class BriefHost {
  readonly root: string;
  readonly faults: unknown[] = [];
  connectionId = '';
  private readonly isApart: boolean;
  private running: RunningHost | undefined;

  private constructor(root: string, isApart: boolean) {
    this.root = root;
    this.isApart = isApart;
  }

  /** A profile that has just been made, with its Organization. */
  static async found({ isApart = false } = {}): Promise<BriefHost> {
    const stage = new BriefHost(await mkdtemp(join(tmpdir(), 'heddle-briefs-')), isApart);
    await stage.start();
    const { client } = stage;
    valueOf(await client.keys.unlock({ passphrase: PASSPHRASE }));
    const made = await client.connections.createLocal({ name: 'Mine', personName: 'Ada' });
    stage.connectionId = valueOf(made).connectionId;
    await stage.online();
    return stage;
  }

  get client(): DeskClient {
    if (this.running === undefined) throw new Error('the host does not run');
    return this.running.client;
  }

  async start(): Promise<void> {
    this.running = await (this.isApart ? this.startApart() : this.startHere());
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.root, { recursive: true, force: true });
  }

  /** The process is to kill itself at a moment. */
  async arm(wish: DeathWish): Promise<void> {
    const apart = this.running?.process;
    apart?.write(`die ${wish}`);
    await apart?.until(() => apart.lines.find((line) => line.startsWith('armed')), 'armed');
  }

  /** Until the process has killed itself; then the next one, with the keys locked. */
  async startAfterDeath(): Promise<void> {
    const end = await this.running?.process?.ended;
    if (end?.signal !== 'SIGKILL') throw new Error(`ended by ${String(end?.signal)}`);
    await this.stop();
    await this.start();
  }

  /** With the passphrase; until both identities can send. */
  async unlock(): Promise<void> {
    valueOf(await this.client.keys.unlock({ passphrase: PASSPHRASE }));
    await this.online();
  }

  /** Until both identities can send. */
  async online(): Promise<void> {
    await this.state(
      (options) => this.client.connections.follow(undefined, options),
      ({ rows }) =>
        rows.length > 0 && rows.every((row) => row.identities.every(({ path }) => path === 'open')),
    );
  }

  /** A folder with a few files and a fault. */
  async newInput(): Promise<string> {
    const folder = await mkdtemp(join(this.root, 'input-'));
    await mkdir(join(folder, 'docs'));
    await writeFile(join(folder, 'docs', 'a.md'), '# A\n\nSee [b](gone.md).\n');
    await writeFile(join(folder, 'data.json'), '{ "broken": ');
    return folder;
  }

  readExample(): Promise<string> {
    return readFile(EXAMPLE, 'utf8');
  }

  async wish(pace: BriefPace, input: string) {
    const { connectionId } = this;
    return { connectionId, text: await this.readExample(), format: 'yaml' as const, pace, inputs: { input } };
  }

  /** The first row of the run that is as wanted. */
  async row(runId: string, isWanted: (row: BriefRunRow) => boolean): Promise<BriefRunRow> {
    const state = await this.state(
      (options) => this.client.briefs.follow(undefined, options),
      ({ byId }) => {
        const row = byId.get(runId);
        return row !== undefined && isWanted(row);
      },
    );
    const row = state.byId.get(runId);
    if (row === undefined) throw new Error('it was there a moment ago');
    return row;
  }

  /** The first state of a live query that is as wanted. */
  state<Row extends LiveRow, Summary>(
    open: (options: { readonly signal: AbortSignal }) => Promise<AsyncIterable<LivePart<Row, Summary>>>,
    isWanted: (state: LiveState<Row, Summary>) => boolean,
  ): Promise<LiveState<Row, Summary>> {
    return stateOf(this.client, open, isWanted);
  }

  /** Of the Workers of a run, once each of them has claimed its folder. */
  async workerPids(runId: string): Promise<readonly number[]> {
    const limit = performance.now() + PATIENCE_MS;
    const pids: number[] = [];
    for (const claims of await this.claimsOf(runId)) {
      let pid = await findClaimant(claims);
      while (pid === undefined && performance.now() < limit) {
        await delay(20);
        pid = await findClaimant(claims);
      }
      if (pid !== undefined) pids.push(pid);
    }
    return pids;
  }

  /** Until no process of a Worker of a run is left. */
  async workersEnd(runId: string): Promise<void> {
    const limit = performance.now() + PATIENCE_MS;
    for (const claims of await this.claimsOf(runId)) {
      while ((await findClaimant(claims)) !== undefined) {
        if (performance.now() > limit) throw new Error(`${claims} has somebody left over`);
        await delay(20);
      }
    }
  }

  private async claimsOf(runId: string): Promise<readonly string[]> {
    const folder = join(this.root, 'profile', 'brief-runs', runId.replaceAll(':', '-'), 'workers');
    const names = await readdir(folder);
    return names.map((name) => statePathsOf(workerPathsOf(join(folder, name)).state).claims);
  }

  private async startHere(): Promise<RunningHost> {
    const host = await startDeskHost({
      profileFolder: join(this.root, 'profile'),
      shell: 'browser',
      appVersion: '0.0.0-test',
      onFault: (error) => this.faults.push(error),
      keyStore: 'passphrase-file',
      passphraseCostN: MIN_COST_N,
    });
    return { client: host.client, process: undefined, stop: () => host.stop() };
  }

  private async startApart(): Promise<RunningHost> {
    const rendererFolder = join(this.root, 'renderer');
    await mkdir(rendererFolder, { recursive: true });
    await writeFile(join(rendererFolder, 'index.html'), '<!doctype html><title>Heddle</title>');
    const settings = { profileFolder: join(this.root, 'profile'), rendererFolder };
    const apart = new ScenarioProcess('desk', [PROGRAM, JSON.stringify(settings)]);
    const { client, socket } = await openClient(await apart.until(() => apart.lines[0], 'an address'));
    return {
      client,
      process: apart,
      stop: async () => {
        await apart.kill();
        socket.terminate();
      },
    };
  }
}
