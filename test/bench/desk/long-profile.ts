// A profile with a long log, made as a person makes one: keys, an Organization of one's own, a Mission. Then many Messages are
// written into its Authority while nothing runs, and the host takes them over in a run of its own.
import { randomBytes } from 'node:crypto';
import type { DeskClient } from '../../../core/contract/contract.ts';
import { SINGLE } from '../../../core/domain/world.ts';
import { type DeskHost, startDeskHost } from '../../../core/host/desk-host.ts';
import { profilePathsOf } from '../../../core/host/desk-profile.ts';
import { MIN_COST_N } from '../../../core/keys/passphrase.ts';
import { signerFor } from '../../../core/keys/key-signer.ts';
import { PassphraseFileKeyStore } from '../../../core/keys/passphrase-file-key-store.ts';
import type { Actor } from '../../../core/protocol/generated/documents.ts';
import { createMission, stateOf, valueOf } from '../../desk/desk-client.ts';
import { raiseLimits, textOf } from '../authority/bench-organization.ts';
import { type Author, HistoryWriter, mustOk } from '../authority/history-writer.ts';

/** For benchmarks only. */
const PASSPHRASE = 'correct horse battery staple for benchmarks';
/** Milliseconds between two Messages: the log ends no later than the writing of it. */
const STEP_MS = 0.1;

export interface LongProfile {
  readonly connectionId: string;
  readonly groupId: string;
}

/** Longer than a busy machine takes. */
const TAKING_OVER_MS = 120_000;
const TAKING_OVER_MS_PER_EVENT = 5;

/** Makes a profile whose Mission has `events` Messages, all of them taken over. */
export async function makeLongProfile(folder: string, events: number): Promise<LongProfile> {
  const host = await openHost(folder);
  const { connectionId, actor, keyId } = await found(host.client);
  const groupId = await createMission(host.client, connectionId);
  await host.stop();
  await writeMessages(folder, connectionId, groupId, { actor, keyId }, events);
  const again = await openHost(folder);
  valueOf(await again.client.keys.unlock({ passphrase: PASSPHRASE }));
  await stateOf(
    again.client,
    (options) => again.client.missions.follow(undefined, options),
    () => (again.desk.connection(connectionId)?.logOf(groupId)?.upTo ?? 0) >= events,
    TAKING_OVER_MS + events * TAKING_OVER_MS_PER_EVENT,
  );
  await again.stop();
  return { connectionId, groupId };
}

function openHost(profileFolder: string): Promise<DeskHost> {
  return startDeskHost({
    profileFolder,
    shell: 'browser',
    appVersion: '0.0.0-bench',
    onFault: (error) => console.error(error),
    keyStore: 'passphrase-file',
    passphraseCostN: MIN_COST_N,
  });
}

async function found(client: DeskClient) {
  await client.system.changeSettings({ isFirstRunDone: true });
  valueOf(await client.keys.unlock({ passphrase: PASSPHRASE }));
  const { connectionId } = valueOf(await client.connections.createLocal({ name: 'Mine', personName: 'Ada' }));
  const { rows } = await stateOf(
    client,
    (options) => client.connections.follow(undefined, options),
    (state) => state.rows[0]?.identities.every(({ path }) => path === 'open') === true,
  );
  const identity = rows[0]?.identities.find(({ person: { type } }) => type === 'human');
  if (identity === undefined) throw new Error('the Organization has no person');
  const { person, keyId } = identity;
  const { type, id } = person;
  return { connectionId, actor: { type, id }, keyId };
}

async function writeMessages(
  folder: string,
  connectionId: string,
  groupId: string,
  person: { readonly actor: Actor; readonly keyId: string },
  events: number,
): Promise<void> {
  const paths = profilePathsOf(folder);
  const ports = { nowMs: () => Date.now(), randomBytes: (count: number) => randomBytes(count) };
  const keys = await PassphraseFileKeyStore.open(paths.keyVault, ports);
  mustOk(await keys.unlock(PASSPHRASE));
  const signer = mustOk(await signerFor(keys, person.keyId));
  const author: Author = {
    ...person,
    sign: async (command) => mustOk(await signer.signDocument('command', command)),
  };
  const organization = paths.organization(connectionId);
  await raiseLimits(organization);
  const writer = await HistoryWriter.open(organization, Date.now());
  const conversationId = writer.world.get('group', groupId, SINGLE)?.mainConversationId ?? '';
  for (let turn = 0; turn < events; turn += 1) {
    writer.nowMs += STEP_MS;
    await writer.act(
      'message.post',
      author,
      { messageId: `urn:heddle:bench:history:${turn}`, content: [{ type: 'text', text: textOf(turn) }] },
      { groupId, conversationId },
    );
  }
  await writer.close();
}
