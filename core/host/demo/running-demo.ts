// A demo that runs: its Authority, its Workers, the line to the person's identities, and what scenarios need of all of it.
import { readFile } from 'node:fs/promises';
import type { RunningConnection } from '../../coordinator/desk-runtime/desk-connections.ts';
import type { DeskRuntime } from '../../coordinator/desk-runtime/desk-runtime.ts';
import type { DeskLink } from '../../coordinator/desk-runtime/ports.ts';
import type { Intent } from '../../coordinator/desk/intent/forms.ts';
import type { World } from '../../domain/world.ts';
import type { ServerSettings } from '../../sync/server-address.ts';
import { openContent } from '../authority-host.ts';
import { type AuthorityServer, startAuthorityServer } from '../authority-server.ts';
import type { ProfileKeys } from '../desk-keys.ts';
import { openConnection } from '../desk-links.ts';
import { pathsOf } from '../organization-files.ts';
import { createCarelessContent } from './careless-content.ts';
import { DemoAgent, DemoRefusal } from './demo-agent.ts';
import {
  contentPathOf,
  type DemoCast,
  type DemoPaths,
  type DemoRole,
  type KeptDemo,
  writeDemo,
} from './demo-folder.ts';
import { openDemoKeys } from './demo-keys.ts';
import { beginDemoMissions, type BeginningStep } from './demo-missions.ts';
import type { FoundedDemo } from './demo-organization.ts';
import { untilTrue } from './demo-waiting.ts';
import { demoWordsIn } from './demo-words.ts';
import { DemoWire } from './demo-wire.ts';
import { DemoWorkers } from './demo-workers.ts';

export interface DemoSurroundings {
  readonly desk: DeskRuntime;
  /** The profile's, which let those of the demo sign beside them. */
  readonly keys: ProfileKeys;
  readonly paths: DemoPaths;
  readonly onFault: (error: unknown) => void;
  /** Resolves when a person has had time to look at what passes by itself; rejects when the demo is stopped. */
  readonly look: (signal: AbortSignal) => Promise<void>;
}

const HOST = '127.0.0.1';
/** A sheet that changes under the hand is looked at so often. */
const SHEET_TRIES = 5;

type Closers = (() => Promise<unknown>)[];

export class RunningDemo {
  readonly kept: KeptDemo;
  readonly connection: RunningConnection;
  readonly wire: DemoWire;
  readonly organizationFolder: string;
  private readonly surroundings: DemoSurroundings;
  private readonly server: ServerSettings;
  private readonly stopping: AbortController;
  private readonly closers: Closers;

  private constructor(
    parts: Pick<RunningDemo, 'kept' | 'connection' | 'wire' | 'organizationFolder'> & {
      readonly surroundings: DemoSurroundings;
      readonly server: ServerSettings;
      readonly stopping: AbortController;
      readonly closers: Closers;
    },
  ) {
    this.kept = parts.kept;
    this.connection = parts.connection;
    this.wire = parts.wire;
    this.organizationFolder = parts.organizationFolder;
    this.surroundings = parts.surroundings;
    this.server = parts.server;
    this.stopping = parts.stopping;
    this.closers = parts.closers;
  }

  /** Takes up a demo as it was left, or brings a founded one to where a person is needed first. */
  static async open(
    surroundings: DemoSurroundings,
    demo: KeptDemo | FoundedDemo,
    stopping: AbortController,
    onStep: (step: BeginningStep) => void,
  ): Promise<RunningDemo> {
    const { paths, onFault, desk, keys } = surroundings;
    const { connection: facts, cast } = demo;
    const { organizationId, groupAuthorityId, connectionId } = facts;
    const organizationFolder = paths.profile.organization(connectionId);
    // Undone in the opposite order, whatever was reached when something fails.
    const closers: Closers = [];
    try {
      const now = () => Date.now();
      const content = createCarelessContent(
        await openContent({ folder: organizationFolder, now }),
        (contentHash) => contentPathOf(organizationFolder, contentHash),
      );
      const authority = await startAuthorityServer({
        folder: organizationFolder,
        content,
        now,
        onFault,
        host: HOST,
        port: 0,
      });
      closers.push(() => authority.close());
      const wire = await DemoWire.open(authority.port);
      closers.push(() => wire.close());
      const ca = await readFile(pathsOf(organizationFolder).certificate, 'utf8');
      const server = { origin: `https://${HOST}:${authority.port}`, ca, servername: 'localhost' };
      const workers = await DemoWorkers.start(
        paths,
        cast,
        { organizationId, origin: server.origin, ca, serverName: 'localhost' },
        onFault,
      );
      closers.push(() => workers.stop());
      const kept =
        'missions' in demo
          ? demo
          : await begin({ paths, demo, authority, server, stopping, onStep, onFault, groupAuthorityId });
      const guests = await openDemoKeys(cast);
      keys.lodge(guests, () => demoWordsIn(desk.language).key);
      closers.push(async () => keys.lodge(undefined));
      const opened = await openConnection({
        kept: facts,
        paths: paths.profile,
        keys: guests,
        // That nothing gets through a line that was cut, or that is being closed, is no fault.
        onFault: (error) => {
          if (!wire.isDisturbed && !stopping.signal.aborted) onFault(error);
        },
        running: { server: authority, port: wire.port },
      });
      closers.push(() => opened.close());
      const connection = await desk.addConnection(opened.facts, opened.links, opened.agents);
      closers.push(async () => desk.removeConnection(connectionId));
      opened.start();
      desk.tell({ kind: 'area', area: 'connections' });
      const parts = { kept, connection, wire, organizationFolder, surroundings, server, stopping, closers };
      return new RunningDemo(parts);
    } catch (error) {
      await closeAll(closers);
      throw error;
    }
  }

  /** Lets go of everything; what is kept stays. */
  async close(): Promise<void> {
    this.stopping.abort();
    await closeAll(this.closers);
  }

  /** Time for a person to look. */
  look(): Promise<void> {
    return this.surroundings.look(this.signal);
  }

  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  get cast(): DemoCast {
    return this.kept.cast;
  }

  get world(): World {
    return this.connection.view().world;
  }

  /** The Authority's time, in milliseconds since 1970. */
  nowMs(): number {
    return this.connection.nowMs();
  }

  until(isTrue: () => boolean): Promise<void> {
    return untilTrue(isTrue, this.signal);
  }

  /** The way of one of the person's identities. */
  linkOf(role: 'owner' | 'coordinator'): DeskLink {
    const link = this.connection.linkOf(this.cast[role].actor);
    if (link === undefined) throw new Error(`there is no ${role} at the desk`);
    return link;
  }

  /** Lets an Agent act while `play` runs; its connection does not go over the person's line. */
  async withAgent<Value>(role: DemoRole, play: (agent: DemoAgent) => Promise<Value>): Promise<Value> {
    const { connection } = this.kept;
    const agent = await DemoAgent.connect({
      person: this.cast[role],
      organizationId: connection.organizationId,
      groupAuthorityId: connection.groupAuthorityId,
      server: this.server,
      signal: this.signal,
      onFault: this.surroundings.onFault,
    });
    try {
      return await play(agent);
    } finally {
      await agent.leave();
    }
  }

  /** Signs for one of the person's identities as a window does: sheet, then signature. The Action ID. */
  async sign(intent: Intent): Promise<string> {
    const { sheets } = this.surroundings.desk;
    const open = sheets.open(this.connection, intent);
    for (let tries = 0; tries < SHEET_TRIES; tries += 1) {
      const signed = await sheets.sign(open, open.version);
      if (signed.kind === 'kept') return signed.actionId;
      if (signed.kind === 'disabled') {
        const { rejection, obstacles } = open.sheet;
        sheets.close(open.sheetId);
        throw new DemoRefusal(intent.kind, {
          code: rejection?.code ?? 'INVALID_COMMAND',
          message: rejection?.message ?? obstacles.map(({ id }) => id).join(', '),
        });
      }
    }
    throw new Error(`${intent.kind}: its object does not keep still`);
  }

  /** Signs a Command that has to be accepted, and waits until it can be seen here. */
  async act(intent: Intent): Promise<void> {
    const actionId = await this.sign(intent);
    const { entry } = await this.settled(actionId);
    if (entry.state === 'accepted') return;
    throw new DemoRefusal(intent.kind, entry.error ?? { code: 'INTERNAL_ERROR', message: entry.state });
  }

  /** The fate of a Command of the person's identities. */
  async settled(actionId: string) {
    const { commands } = this.surroundings.desk;
    const find = () => commands.entry(this.kept.connection.connectionId, actionId);
    await this.until(() => {
      const state = find()?.state;
      return state === 'accepted' || state === 'refused';
    });
    const entry = find();
    if (entry === undefined) throw new Error(`${actionId} is gone`);
    return { entry };
  }
}

interface Begun {
  readonly paths: DemoPaths;
  readonly demo: FoundedDemo;
  readonly authority: AuthorityServer;
  readonly server: ServerSettings;
  readonly stopping: AbortController;
  readonly onStep: (step: BeginningStep) => void;
  readonly onFault: (error: unknown) => void;
  readonly groupAuthorityId: string | undefined;
}

async function begin({ paths, demo, authority, server, stopping, ...rest }: Begun): Promise<KeptDemo> {
  const { connection, cast } = demo;
  const missions = await beginDemoMissions({
    ...rest,
    cast,
    organizationId: connection.organizationId,
    server: authority,
    reached: server,
    signal: stopping.signal,
  });
  const kept: KeptDemo = { version: 1, connection, cast, missions };
  await writeDemo(paths, kept);
  return kept;
}

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}
