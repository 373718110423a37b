// A host of a profile with an Organization of one's own, and a small folder for a brief: for tests that run briefs in it.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BriefPace, BriefRunRow } from '../../core/contract/briefs.ts';
import type { DeskClient } from '../../core/contract/contract.ts';
import { followLive, type LivePart, type LiveRow, type LiveState } from '../../core/contract/live.ts';
import { type DeskHost, startDeskHost } from '../../core/host/desk-host.ts';
import { findClaimant } from '../../core/host/worker-claim.ts';
import { statePathsOf, workerPathsOf } from '../../core/host/worker-folder.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';

/** For tests only. */
export const PASSPHRASE = 'correct horse battery staple for tests';
/** Processes start and other tests run beside: the conditions are awaited, the time is a limit. */
export const PATIENCE_MS = 60_000;
const EXAMPLE = fileURLToPath(new URL('../../examples/folder-audit/brief.yaml', import.meta.url));

export class BriefHost {
  readonly root: string;
  readonly faults: unknown[] = [];
  connectionId = '';
  private running: DeskHost | undefined;

  private constructor(root: string) {
    this.root = root;
  }

  /** A profile that has just been made, with its Organization. */
  static async found(): Promise<BriefHost> {
    const stage = new BriefHost(await mkdtemp(join(tmpdir(), 'heddle-briefs-')));
    await stage.start();
    const { client } = stage;
    stage.value(await client.keys.unlock({ passphrase: PASSPHRASE }));
    const made = await client.connections.createLocal({ name: 'Mine', personName: 'Ada' });
    stage.connectionId = stage.value(made).connectionId;
    await stage.online();
    return stage;
  }

  get client(): DeskClient {
    if (this.running === undefined) throw new Error('the host does not run');
    return this.running.client;
  }

  async start(): Promise<void> {
    this.running = await startDeskHost({
      profileFolder: join(this.root, 'profile'),
      shell: 'browser',
      appVersion: '0.0.0-test',
      onFault: (error) => this.faults.push(error),
      keyStore: 'passphrase-file',
      passphraseCostN: MIN_COST_N,
    });
  }

  /** With the passphrase; until both identities can send. */
  async unlock(): Promise<void> {
    this.value(await this.client.keys.unlock({ passphrase: PASSPHRASE }));
    await this.online();
  }

  /** Until no process of a Worker of a run is left. */
  async workersEnd(runId: string): Promise<void> {
    const folder = join(this.root, 'profile', 'brief-runs', runId.replaceAll(':', '-'), 'workers');
    const limit = performance.now() + PATIENCE_MS;
    for (const name of await readdir(folder)) {
      const { claims } = statePathsOf(workerPathsOf(join(folder, name)).state);
      while ((await findClaimant(claims)) !== undefined) {
        if (performance.now() > limit) throw new Error(`${name} is left over`);
        await delay(20);
      }
    }
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.root, { recursive: true, force: true });
  }

  /** Until both identities can send. */
  async online(): Promise<void> {
    await this.state(
      (options) => this.client.connections.follow(undefined, options),
      ({ rows }) => rows[0]?.identities.every(({ path }) => path === 'open') === true,
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
  async state<Row extends LiveRow, Summary>(
    open: (options: { readonly signal: AbortSignal }) => Promise<AsyncIterable<LivePart<Row, Summary>>>,
    isWanted: (state: LiveState<Row, Summary>) => boolean,
  ): Promise<LiveState<Row, Summary>> {
    const controller = new AbortController();
    let newest: LiveState<Row, Summary> | undefined;
    const limit = setTimeout(() => controller.abort(), PATIENCE_MS);
    try {
      const parts = await open({ signal: controller.signal });
      for await (const state of followLive(parts, (ack) => this.client.system.acknowledge(ack))) {
        newest = state;
        if (state.isComplete && isWanted(state)) return state;
      }
      throw new Error(
        `it did not come: ${JSON.stringify(newest?.rows)} ${this.faults.map(String).join('; ')}`,
      );
    } finally {
      clearTimeout(limit);
      controller.abort();
    }
  }

  value<Value>(
    answer: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: object },
  ): Value {
    if (!answer.ok) throw new Error(JSON.stringify(answer.fault));
    return answer.value;
  }
}
