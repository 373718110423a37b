// A profile with everything that can be lost: an Organization with a Mission, settings, a draft, and a Command of a person that is
// signed and not sent yet. Its host runs.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeskClient } from '../../core/contract/contract.ts';
import { type DeskHost, startDeskHost } from '../../core/host/desk-host.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { SqliteReplicaStore } from '../../core/store/sqlite/replica-sqlite-store.ts';
import { createMission, stateOf, valueOf } from '../desk/desk-client.ts';

/** For tests only. */
export const KEY_PASSPHRASE = 'correct horse battery staple for tests';
export const BACKUP_PASSPHRASE = 'another horse, for backups in tests';
export const SECRET_TITLE = 'Audit';
export const DRAFT_TEXT = 'a draft that nobody has signed yet';

export function startProfile(profileFolder: string, onFault: (error: unknown) => void): Promise<DeskHost> {
  return startDeskHost({
    profileFolder,
    shell: 'browser',
    appVersion: '0.0.0-test',
    onFault,
    keyStore: 'passphrase-file',
    passphraseCostN: MIN_COST_N,
  });
}

export class LivedProfile {
  readonly root: string;
  readonly folder: string;
  readonly host: DeskHost;
  readonly connectionId: string;
  readonly groupId: string;
  readonly faults: unknown[];
  /** Of the Command that is signed and not sent. */
  actionId = '';
  private letGo = () => {};

  private constructor(
    parts: Pick<LivedProfile, 'root' | 'folder' | 'host' | 'connectionId' | 'groupId' | 'faults'>,
  ) {
    this.root = parts.root;
    this.folder = parts.folder;
    this.host = parts.host;
    this.connectionId = parts.connectionId;
    this.groupId = parts.groupId;
    this.faults = parts.faults;
  }

  static async open(): Promise<LivedProfile> {
    const root = await mkdtemp(join(tmpdir(), 'heddle-lived-'));
    const folder = join(root, 'profile');
    const faults: unknown[] = [];
    const host = await startProfile(folder, (error) => faults.push(error));
    const { client } = host;
    valueOf(await client.keys.unlock({ passphrase: KEY_PASSPHRASE }));
    const { connectionId } = valueOf(
      await client.connections.createLocal({ name: 'Mine', personName: 'Ada' }),
    );
    const groupId = await createMission(client, connectionId);
    await client.system.changeSettings({ language: 'de', textScale: 1.3 });
    valueOf(
      await client.intents.saveDraft({
        connectionId,
        draftId: 'urn:test:draft:1',
        intent: { kind: 'mission.cancel', groupId, form: { reason: DRAFT_TEXT } },
      } as never),
    );
    return new LivedProfile({ root, folder, host, connectionId, groupId, faults });
  }

  /** Signs a Command as Ada and holds it between "signed" and "sent" until `release`. */
  async holdSigned(): Promise<void> {
    const store = SqliteReplicaStore.prototype;
    const change = Reflect.get(store, 'changeOutbox');
    const { promise: isReleased, resolve } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: onHeld } = Promise.withResolvers<void>();
    this.letGo = () => {
      store.changeOutbox = change;
      resolve();
    };
    store.changeOutbox = async function hold(this: SqliteReplicaStore, changes, added) {
      if (changes.some(({ state }) => state === 'sent')) {
        onHeld();
        await isReleased;
      }
      return change.call(this, changes, added);
    };
    const { client } = this.host;
    const sheet = valueOf(
      await client.intents.sheet({
        connectionId: this.connectionId,
        intent: { kind: 'mission.cancel', groupId: this.groupId, form: { reason: 'for a test' } },
      }),
    );
    const signed = valueOf(await client.intents.sign({ sheetId: sheet.sheetId, version: sheet.version }));
    if (signed.kind !== 'kept') throw new Error(signed.kind);
    this.actionId = signed.actionId;
    await isHeld;
  }

  async release(): Promise<void> {
    this.letGo();
    await accepted(this.host.client, this.actionId);
  }

  async close(): Promise<void> {
    this.letGo();
    await this.host.stop();
    await rm(this.root, { recursive: true, force: true });
  }
}

export async function accepted(client: DeskClient, actionId: string): Promise<void> {
  await stateOf(
    client,
    (options) => client.outbox.follow(undefined, options),
    ({ rows }) => rows.some((row) => row.actionId === actionId && row.state === 'accepted'),
  );
}
