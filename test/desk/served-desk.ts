// A running desk behind the loopback server, and windows as a test opens them.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import type { DeskClient } from '../../core/contract/contract.ts';
import type { DeskRuntime } from '../../core/coordinator/desk-runtime/desk-runtime.ts';
import { createDeskRouter } from '../../core/host/desk-router.ts';
import { createDeskRpc } from '../../core/host/desk-rpc.ts';
import { type DeskServer, startDeskServer } from '../../core/host/desk-server.ts';
import type { DeskServices } from '../../core/host/desk-services.ts';

/** The services beside the desk are not what these tests are about. */
export function bareServices(desk: DeskRuntime, onFault: (error: unknown) => void): DeskServices {
  const absent = new Proxy(
    {},
    {
      get: (_target, name) => () => {
        throw new Error(`${String(name)} is not part of this test`);
      },
    },
  );
  const settings = {
    language: 'en' as const,
    appearance: 'system' as const,
    density: 'comfortable' as const,
    textScale: 1,
    reducedMotion: false,
    singleKeyShortcuts: true,
    isFirstRunDone: false,
  };
  return {
    desk,
    onFault,
    system: {
      capabilities: () => {
        throw new Error('a secret path: /home/somebody');
      },
      settings: () => settings,
      changeSettings: async () => settings,
    },
    // Nothing of them is asked for.
    connections: absent as DeskServices['connections'],
    keys: absent as DeskServices['keys'],
    operator: absent as DeskServices['operator'],
    assistant: absent as DeskServices['assistant'],
    briefs: absent as DeskServices['briefs'],
    templates: absent as DeskServices['templates'],
    demo: absent as DeskServices['demo'],
    profile: absent as DeskServices['profile'],
    history: absent as DeskServices['history'],
    verifications: absent as DeskServices['verifications'],
    bundles: absent as DeskServices['bundles'],
    contents: { ...(absent as DeskServices['contents']), pathOf: () => undefined },
    search: absent as DeskServices['search'],
    notices: absent as DeskServices['notices'],
    views: absent as DeskServices['views'],
  };
}

export interface ServedDesk {
  readonly server: DeskServer;
  readonly folder: string;
  readonly faults: unknown[];
  nowMs: number;
  close(): Promise<void>;
}

export async function serveDesk(desk: DeskRuntime): Promise<ServedDesk> {
  const base = await mkdtemp(join(tmpdir(), 'heddle-desk-'));
  const folder = join(base, 'renderer');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Heddle</title>');
  await writeFile(join(folder, 'assets', 'main.js'), 'export {};');
  await writeFile(join(base, 'secret.json'), '{"secret":true}');
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  const rpc = createDeskRpc(createDeskRouter(bareServices(desk, onFault)), onFault);
  const served: ServedDesk = {
    server: await startDeskServer({ folder, rpc, onFault, monotonicMs: () => served.nowMs }),
    folder,
    faults,
    nowMs: 0,
    close: async () => {
      await served.server.close();
      await rm(base, { recursive: true, force: true });
    },
  };
  return served;
}

/** Exchanges a launch token for the cookie, as a browser does. */
export async function launch({ server }: ServedDesk): Promise<string> {
  const answer = await fetch(server.newLaunchUrl(), { redirect: 'manual' });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return cookie;
}

/** A window of the desk. */
export async function openWindow(
  served: ServedDesk,
): Promise<{ readonly client: DeskClient; readonly socket: WebSocket }> {
  const cookie = await launch(served);
  const socket = await openSocket(served, { cookie, origin: served.server.origin });
  const client: DeskClient = createORPCClient(
    new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }),
  );
  return { client, socket };
}

/** Resolves when it is open; rejects with the status of a refusal. */
export function openSocket(
  { server }: ServedDesk,
  headers: Readonly<Record<string, string>>,
  path = '/desk',
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers });
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => {
      reject(new Error(String(response.statusCode)));
      socket.terminate();
    });
    socket.once('error', reject);
  });
}
