// The rotation of a key against a real Registry: the new one signs and is accepted, what the old one signed stays verified, and after
// the overlap the old one is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeskClient } from '../../core/contract/contract.ts';
import { stateOf, valueOf } from '../desk/desk-client.ts';
import { LivedProfile } from './lived-profile.ts';

let lived: LivedProfile;
let client: DeskClient;

beforeAll(async () => {
  lived = await LivedProfile.open();
  ({ client } = lived.host);
}, 120_000);

afterAll(async () => {
  await lived.close();
});

async function keyOf(type: 'human' | 'agent') {
  const { rows } = await stateOf(
    client,
    (options) => client.keys.follow(undefined, options),
    (state) => state.rows.some((row) => row.principal.type === type && row.connections.length > 0),
  );
  const row = rows.find((each) => each.principal.type === type && each.connections.length > 0);
  if (row === undefined) throw new Error('there is no such key');
  return row;
}

/** Until every identity may send. */
async function open(): Promise<void> {
  await stateOf(
    client,
    (options) => client.connections.follow(undefined, options),
    ({ rows }) => rows[0]?.identities.every(({ path }) => path === 'open') === true,
  );
}

/** Signs as Ada; answers with the entry as it is settled. */
async function sign(kind: string, form: object) {
  await open();
  const intent = { kind, groupId: lived.groupId, form } as never;
  const sheet = valueOf(await client.intents.sheet({ connectionId: lived.connectionId, intent }));
  const signed = valueOf(await client.intents.sign({ sheetId: sheet.sheetId, version: sheet.version }));
  if (signed.kind !== 'kept') throw new Error(signed.kind);
  const { actionId } = signed;
  const { rows } = await stateOf(
    client,
    (options) => client.outbox.follow(undefined, options),
    (state) =>
      state.rows.some((row) => row.actionId === actionId && ['accepted', 'refused'].includes(row.state)),
  );
  const { signedText = '{}' } = valueOf(
    await client.outbox.read({ connectionId: lived.connectionId, actionId }),
  );
  const command = JSON.parse(signedText) as { signature: { keyId: string } };
  return { state: rows.find((row) => row.actionId === actionId)?.state, keyId: command.signature.keyId };
}

describe('the rotation of a key', () => {
  it('tells what stops working without the old one', async () => {
    const { keyId } = await keyOf('human');
    const { effects } = valueOf(await client.keys.removalEffects({ keyId }));
    expect(effects.map(({ key }) => key)).toEqual([
      'removal.connection',
      'removal.owned',
      // The draft that lies in the profile is told with the rest.
      'removal.drafts',
      'removal.only-key',
    ]);
    const agent = await keyOf('agent');
    const ofAgent = valueOf(await client.keys.removalEffects({ keyId: agent.keyId })).effects;
    expect(ofAgent.map(({ key }) => key)).toContain('removal.led');
  }, 60_000);

  it('lets the new key of a person sign, and what the old one signed stay verified (REG-009)', async () => {
    const old = await keyOf('human');
    const { keyId } = valueOf(await client.keys.rotate({ keyId: old.keyId }));
    valueOf(await client.keys.takeOver({ keyId }));
    expect((await keyOf('human')).keyId).toBe(keyId);
    expect(await sign('mission.cancel', { reason: 'by the new key' })).toEqual({ state: 'accepted', keyId });
    // Every signature of the log, by the old key and the new one, and every record.
    expect(valueOf(await client.data.check()).isSound).toBe(true);
    // The old one is used by nobody, and lies there still.
    const { rows } = await stateOf(
      client,
      (options) => client.keys.follow(undefined, options),
      (state) => state.rows.length === 3,
    );
    expect(rows.find((row) => row.keyId === old.keyId)?.connections).toEqual([]);
  }, 90_000);

  it('has the old key refused after the overlap (REG-007)', async () => {
    await open();
    const { rows } = await stateOf(
      client,
      (options) => client.keys.follow(undefined, options),
      (state) => state.rows.length === 3,
    );
    const old = rows.find(({ connections }) => connections.length === 0)?.keyId ?? '';
    const current = await keyOf('human');
    valueOf(await client.operator.revokeKey({ authorityId: lived.connectionId, keyId: old }));
    valueOf(await client.keys.takeOver({ keyId: old }));
    const refused = await stateOf(
      client,
      (options) => client.connections.follow(undefined, options),
      (state) => state.rows[0]?.lastFault !== undefined,
    );
    expect(refused.rows[0]?.identities.find(({ keyId }) => keyId === old)?.path).toBe('closed');
    // What it signed while it was valid is verified as before, and the way back is open.
    expect(valueOf(await client.data.check()).isSound).toBe(true);
    valueOf(await client.keys.takeOver({ keyId: current.keyId }));
    await open();
  }, 90_000);

  it('lets the new key of an Agent open its Session', async () => {
    const old = await keyOf('agent');
    const { keyId } = valueOf(await client.keys.rotate({ keyId: old.keyId }));
    valueOf(await client.keys.takeOver({ keyId }));
    expect((await keyOf('agent')).keyId).toBe(keyId);
    await open();
  }, 90_000);
});
