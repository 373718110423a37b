// The start of the app: the host of a profile, or, where that cannot be opened, the recovery window in its place, from which it can be
// started after all.
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Language } from '../contract/values.ts';
import { capabilitiesOf, type DeskHost, type DeskHostOptions, startDeskHost } from './desk-host.ts';
import { profilePathsOf } from './desk-profile.ts';
import { createDeskRpc, type DeskPort, type DeskRpc } from './desk-rpc.ts';
import { type DeskServer, startDeskServer } from './desk-server.ts';
import { finishRestore, RecoveryDesk } from './profile/recovery-desk.ts';
import { WorkerHostFault } from './worker-folder.ts';

export interface StartOptions extends DeskHostOptions {
  /** For a recovery window that cannot read which one was chosen. */
  readonly language: Language;
  /** Told when only the recovery window is there, with what stood against the start. */
  readonly onRecovery: (error: unknown) => void;
}

export interface StartedDesk {
  /** The host; undefined as long as only the recovery window is there. */
  readonly host: DeskHost | undefined;
  /** Resolves when there is a host after all. */
  readonly recovered: Promise<DeskHost>;
  serveWindow(port: DeskPort): void;
  /** Serves windows on loopback, of the host or of the recovery; they load anew when one follows the other. */
  listen(options: { readonly rendererFolder: string; readonly port?: number }): Promise<DeskServer>;
  stop(): Promise<void>;
}

/** Rejects with a WorkerHostFault (`running-already`) when another process has the profile. */
export async function startDesk(options: StartOptions): Promise<StartedDesk> {
  const { profileFolder, onFault } = options;
  let host: DeskHost | undefined;
  let rpc: DeskRpc;
  const { promise: recovered, resolve: onRecovered } = Promise.withResolvers<DeskHost>();
  const open = async (isSafeMode: boolean) => {
    host = await startDeskHost({ ...options, isSafeMode: isSafeMode || options.isSafeMode === true });
    rpc = host.rpc;
  };
  try {
    await finishRestore(profileFolder);
    await open(false);
  } catch (error) {
    if (error instanceof WorkerHostFault && error.reason === 'running-already') throw error;
    options.onRecovery(error);
    const recovery = await RecoveryDesk.open(
      {
        profileFolder,
        appVersion: options.appVersion,
        capabilities: { ...capabilitiesOf(options), mode: 'recovery' },
        passphraseCostN: options.passphraseCostN,
        nowMs: () => Date.now(),
        start: async (isSafeMode) => {
          if (host === undefined) await open(isSafeMode);
          if (host !== undefined) onRecovered(host);
        },
      },
      error,
      options.language,
    );
    rpc = createDeskRpc(recovery.router(), onFault);
  }
  const closers: (() => Promise<unknown>)[] = [];
  return {
    get host() {
      return host;
    },
    recovered,
    serveWindow: (port) => rpc.servePort(port),
    listen: async ({ rendererFolder, port }) => {
      const secret = randomBytes(32).toString('base64url');
      const server = await startDeskServer({
        folder: rendererFolder,
        rpc: {
          serveSocket: (socket) => rpc.serveSocket(socket),
          servePort: (each) => rpc.servePort(each),
        },
        onFault,
        instanceSecret: secret,
        ...(port === undefined ? {} : { port }),
      });
      closers.push(() => server.close());
      const { instance } = profilePathsOf(profileFolder);
      const tell = async () => {
        // For a second start of the app: it asks this process for a window instead.
        const told = { pid: process.pid, origin: server.origin, secret };
        await mkdir(profileFolder, { recursive: true, mode: 0o700 });
        await writeFile(instance, `${JSON.stringify(told)}\n`, { mode: 0o600, flush: true });
      };
      closers.push(() => rm(instance, { force: true }));
      if (host === undefined) {
        // Where nothing can be written, a second start has to open its own window.
        await tell().catch(() => {});
        recovered.then(tell).catch(onFault);
      } else await tell();
      return server;
    },
    stop: async () => {
      for (const close of closers.splice(0).toReversed()) await close();
      await host?.stop();
    },
  };
}
