// The composition root of the app: everything of one profile, put together and let go of again. Windows are served over
// MessagePorts (Electron) or by the loopback server; both see the same router.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRouterClient } from '@orpc/server';
import type { DeskClient } from '../contract/contract.ts';
import { MAX_PREVIEW_BYTES } from '../contract/artifacts.ts';
import type { Capabilities, Settings } from '../contract/system.ts';
import { LANGUAGES } from '../contract/values.ts';
import { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import { PROTOCOL_VERSION } from '../protocol/frame.ts';
import { openFileBlobStore } from '../store/blobs/file-blob-store.ts';
import { newId, SYSTEM_CLOCK } from '../sync/system-ports.ts';
import { createCheckRunner } from './check-runner.ts';
import { DeskAssistant } from './desk-assistant.ts';
import { BriefTemplates } from './brief-templates.ts';
import { BriefRuns } from './desk-briefs.ts';
import { DeskContents } from './desk-contents.ts';
import { ProfileConnections } from './desk-connection-service.ts';
import { createAbsentDemo } from './desk-demo.ts';
import {
  createKeyService,
  keychainServiceOf,
  keyStatusesOf,
  type KeyStoreChoice,
  openKeyStore,
  ProfileKeys,
} from './desk-keys.ts';
import { DeskNotices } from './desk-notices.ts';
import { profilePathsOf, writeMarks, writeSettings } from './desk-profile.ts';
import { createDeskRouter } from './desk-router.ts';
import { createDeskRpc, type DeskPort, type DeskRpc, MAX_FRAME_BYTES } from './desk-rpc.ts';
import { type DeskServer, startDeskServer } from './desk-server.ts';
import type { DemoHost, DeskServices, SystemService } from './desk-services.ts';
import { BundleDesk } from './bundle-desk.ts';
import { HistoryDesk } from './history-desk.ts';
import { HistoryReader } from './history-reader.ts';
import { sourceAt } from './history-sources.ts';
import { HistoryVerifications } from './history-verifications.ts';
import { PlaceViews } from './place-views.ts';
import { SearchDesk } from './search-desk.ts';
import { fileModelKey, keychainModelKey } from './model-key.ts';
import { DataDesk } from './profile/data-desk.ts';
import { DiagnosticsDesk } from './profile/diagnostics-desk.ts';
import { DiagnosticsLog, procedureNames } from './profile/diagnostics-log.ts';
import { readKeptForStart } from './profile/kept-for-start.ts';
import { isStorageFault, ProfileFault } from './profile/profile-problem.ts';
import { rebuildWhereMarked, takeSafeModeMark } from './profile/start-marks.ts';
import { OperatorDesk } from './operator-desk.ts';
import { claimFolder } from './worker-claim.ts';

export interface DeskHostOptions {
  readonly profileFolder: string;
  readonly shell: 'electron' | 'browser';
  readonly appVersion: string;
  readonly onFault: (error: unknown) => void;
  /** Where the keys of a new profile go; what the system offers when left out. */
  readonly keyStore?: KeyStoreChoice;
  /** The scrypt cost of a new passphrase when it is not the usual one: tests do with the least. */
  readonly passphraseCostN?: number;
  /** The demo organization, by whoever brings it. */
  readonly createDemo?: (parts: DemoParts) => DemoHost;
  /** Opens what can be opened, sends nothing, and lets nobody act but a person. */
  readonly isSafeMode?: boolean;
}

export interface DemoParts {
  readonly desk: DeskRuntime;
  readonly keys: ProfileKeys;
  readonly profileFolder: string;
  readonly onFault: (error: unknown) => void;
}

export interface DeskHost {
  /** Serves one window over a port until it is closed. */
  serveWindow(port: DeskPort): void;
  /** Serves windows on loopback: the built files, and the socket at `/desk`. */
  listen(options: { readonly rendererFolder: string; readonly port?: number }): Promise<DeskServer>;
  readonly rpc: DeskRpc;
  /** The same procedures in this process, for tray, badge and notifications. */
  readonly client: DeskClient;
  readonly desk: DeskRuntime;
  /** The machine goes to sleep: nothing is to be done, since connections notice by themselves. */
  suspend(): void;
  /** The machine is awake: connections look at once. */
  resume(): void;
  /** Takes nothing new, and lets go of everything; what is kept is taken up by the next run. */
  stop(): Promise<void>;
}

/**
 * Rejects with a WorkerHostFault (`running-already`) when another process has the profile, and with a ProfileFault when a
 * database of it cannot be opened and this is not safe mode.
 */
export async function startDeskHost(options: DeskHostOptions): Promise<DeskHost> {
  const { profileFolder } = options;
  const log = new DiagnosticsLog(() => Date.now(), procedureNames());
  const onFault = (error: unknown) => {
    log.fault(error);
    options.onFault(error);
  };
  const paths = profilePathsOf(profileFolder);
  await mkdir(profileFolder, { recursive: true, mode: 0o700 });
  // Undone in the opposite order, whatever was reached when something fails.
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const claim = await claimFolder(paths.claims);
    closers.push(() => claim.release());
    const isSafeMode = (await takeSafeModeMark(profileFolder)) || options.isSafeMode === true;
    await rebuildWhereMarked(profileFolder);
    const kept = await readKeptForStart(paths, isSafeMode);
    let { settings } = kept;
    const store = await openKeyStore(paths, profileFolder, options.keyStore, options.passphraseCostN);
    const keys = await ProfileKeys.open(store);
    const desk: DeskRuntime = new DeskRuntime({
      ports: {
        clock: { nowMs: () => Date.now(), after: (delayMs, action) => SYSTEM_CLOCK.after(delayMs, action) },
        keys,
        newId,
        runCheck: createCheckRunner(),
        onFault,
      },
      language: settings.language,
      marks: kept.marks,
      onMarks: (marks) => {
        if (kept.areMarksSound) writeMarks(paths, marks).catch(onFault);
      },
      keyStatuses: () => keyStatusesOf(keys, desk),
      dayStartMs: () => new Date().setHours(0, 0, 0, 0),
    });
    closers.push(async () => desk.stop());
    const stopWatch = keys.watch(() => {
      desk.keysChanged();
      briefs.wake();
      // Who could not prove a key may be able to now.
      for (const { links } of desk.connections()) {
        for (const link of links) if (link.lastFault?.reason === 'key-unusable') link.retry();
      }
    }, onFault);
    closers.push(async () => stopWatch());
    const reader = new HistoryReader();
    closers.push(() => reader.close());
    const folder = new HistoryReader();
    closers.push(() => folder.close());
    const connections = new ProfileConnections({
      keys,
      desk,
      paths,
      onFault,
      isSafeMode,
      users: {
        opened: (connectionId) => briefs.takeUp(connectionId),
        closing: async (connectionId, forget) => {
          await briefs.leave(connectionId, forget);
          // A file that is open here could not be deleted everywhere.
          const { links = [] } = desk.connection(connectionId) ?? {};
          const logPaths = links.flatMap(({ logPath }) => logPath ?? []);
          await reader.release(logPaths);
          await folder.release(logPaths);
        },
      },
    });
    closers.push(() => connections.closeAll());
    const briefs = new BriefRuns({
      desk,
      folder: paths.briefRuns,
      findOpened: (connectionId) => connections.find(connectionId),
      organizationFolder: (connectionId) => paths.organization(connectionId),
      environment: process.env,
      onFault,
    });
    // Before connections are closed: Workers give back what they hold.
    closers.push(() => briefs.stop());
    const assistant = await DeskAssistant.open({
      desk,
      profileFolder,
      isLedElsewhere: (connectionId, groupId) => briefs.leads(connectionId, groupId),
      modelKeyAt: (origin, path) =>
        store.kind === 'os-keychain'
          ? keychainModelKey(keychainServiceOf(profileFolder), origin)
          : fileModelKey(path),
      onFault,
    });
    // Before connections are closed: nothing new is signed.
    closers.push(async () => assistant.close());
    const system: SystemService = {
      capabilities: () => ({ ...capabilitiesOf(options), mode: isSafeMode ? 'safe' : 'desk' }),
      settings: () => settings,
      changeSettings: async (changes) => {
        const given = Object.entries(changes).filter(([, value]) => value !== undefined);
        // The contract has just proven each of them.
        settings = { ...settings, ...(Object.fromEntries(given) as Partial<Settings>) };
        if (kept.areSettingsSound) await writeSettings(paths, settings);
        desk.setLanguage(settings.language);
        desk.tell({ kind: 'area', area: 'settings' });
        return settings;
      },
    };
    const demo = options.createDemo?.({ desk, keys, profileFolder, onFault });
    if (demo !== undefined) closers.push(() => demo.close());
    const bundles: BundleDesk = new BundleDesk({
      desk,
      reader,
      release: async (replicaPaths) => {
        await reader.release(replicaPaths);
        await folder.release(replicaPaths);
      },
      folder: paths.openedFiles,
      exports: paths.exports,
      nowMs: () => Date.now(),
      onFault,
    });
    closers.push(() => bundles.closeAll());
    const findSource = (connectionId: string, groupId: string) =>
      bundles.sourceOf(connectionId, groupId) ?? sourceAt(desk, connectionId, groupId);
    const history = new HistoryDesk(desk, reader, folder, findSource);
    const verifications = new HistoryVerifications(desk, reader, findSource, onFault);
    closers.push(() => verifications.close());
    const contents = await DeskContents.open({
      desk,
      store: await openFileBlobStore({
        root: paths.contents,
        now: () => Date.now(),
        newName: randomUUID,
      }),
      exports: paths.exports,
      nowMs: () => Date.now(),
    });
    const operator = new OperatorDesk({
      desk,
      profileFolder,
      organizationFolder: (connectionId) => paths.organization(connectionId),
      serverOf: (connectionId) => connections.find(connectionId)?.server,
      onFault,
    });
    // Before connections are closed: what it has open may be theirs.
    closers.push(() => operator.closeAll());
    const search = new SearchDesk(desk, reader);
    const { appVersion, shell } = options;
    const data = await DataDesk.open({
      desk,
      profileFolder,
      keys: store,
      bundles,
      appVersion,
      passphraseCostN: options.passphraseCostN,
      nowMs: () => Date.now(),
      onFault,
    });
    closers.push(() => data.close());
    const diagnostics = new DiagnosticsDesk({
      desk,
      profileFolder,
      keys,
      search,
      log,
      appVersion,
      shell,
      isSafeMode,
      settings: () => settings,
      exports: paths.exports,
      nowMs: () => Date.now(),
    });
    const notices = await DeskNotices.open({ desk, profileFolder, onFault });
    closers.push(() => notices.close());
    const services: DeskServices = {
      notices,
      profile: { data, diagnostics },
      operator,
      history,
      verifications,
      search,
      bundles,
      contents,
      views: new PlaceViews(paths),
      desk,
      system,
      connections,
      keys: createKeyService({ keys, desk, paths }),
      assistant,
      briefs,
      templates: new BriefTemplates({
        desk,
        path: paths.briefTemplates,
        newId,
        nowMs: () => Date.now(),
        onFault,
      }),
      demo: demo ?? createAbsentDemo(desk),
      onFault,
    };
    const router = createDeskRouter(services);
    const rpc = createDeskRpc(router, onFault, (name, isOk) => log.step(name, isOk));
    await briefs.removeHalfMade();
    const broken = (await connections.openAll()).filter(({ error }) => isStorageFault(error));
    if (broken.length > 0 && !isSafeMode) throw new ProfileFault(broken);
    desk.start();
    if (!isSafeMode) {
      assistant.start();
      notices.start();
      demo?.open();
      data.start();
    }
    return {
      desk,
      rpc,
      client: createRouterClient(router),
      serveWindow: (port) => rpc.servePort(port),
      listen: async ({ rendererFolder, port }) => {
        const secret = randomBytes(32).toString('base64url');
        const server = await startDeskServer({
          folder: rendererFolder,
          rpc,
          onFault,
          instanceSecret: secret,
          ...(port === undefined ? {} : { port }),
        });
        closers.push(() => server.close());
        // For a second start of the app: it asks this process for a window instead.
        const instance = { pid: process.pid, origin: server.origin, secret };
        await writeFile(paths.instance, `${JSON.stringify(instance)}\n`, { mode: 0o600, flush: true });
        closers.push(() => rm(paths.instance, { force: true }));
        return server;
      },
      suspend: () => {},
      resume: () => {
        for (const { links } of desk.connections()) for (const link of links) link.retry();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What an installation can do, whether or not its profile can be opened. */
export function capabilitiesOf({ shell, appVersion, createDemo }: DeskHostOptions): Capabilities {
  return {
    appVersion,
    protocolVersion: PROTOCOL_VERSION,
    shell,
    mode: 'desk',
    platform: process.platform,
    languages: [...LANGUAGES],
    features: {
      osKeychain: process.platform !== 'linux' || (process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '') !== '',
      passphraseFile: true,
      embeddedAuthority: true,
      demo: createDemo !== undefined,
      briefs: true,
      nativeDialogs: shell === 'electron',
      systemNotifications: shell === 'electron',
    },
    limits: { frameBytes: MAX_FRAME_BYTES, previewBytes: MAX_PREVIEW_BYTES, pageRows: 500 },
  };
}
