// Conversations at a whole host: what the assistant makes of a Message, which only a person signs.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeskClient } from '../../core/contract/contract.ts';
import type { ContractIntent } from '../../core/contract/forms.ts';
import { type DeskHost, startDeskHost } from '../../core/host/desk-host.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { actIn, createMission, sayIn, stateOf, valueOf } from './desk-client.ts';

/** For tests only. */
const PASSPHRASE = 'correct horse battery staple for tests';

let profile: string;
let host: DeskHost;
let client: DeskClient;
let place: { readonly connectionId: string; readonly groupId: string };
const faults: unknown[] = [];

function start(): Promise<DeskHost> {
  return startDeskHost({
    profileFolder: profile,
    shell: 'browser',
    appVersion: '0.0.0-test',
    onFault: (error) => faults.push(error),
    keyStore: 'passphrase-file',
    passphraseCostN: MIN_COST_N,
  });
}

beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'heddle-talk-'));
  host = await start();
  ({ client } = host);
  valueOf(await client.keys.unlock({ passphrase: PASSPHRASE }));
  const { connectionId } = valueOf(await client.connections.createLocal({ name: 'Talk', personName: 'Ada' }));
  place = { connectionId, groupId: await createMission(client, connectionId) };
}, 120_000);
afterAll(async () => {
  await host.stop();
  await rm(profile, { recursive: true, force: true });
});

async function messageSaying(text: string) {
  const { rows } = await stateOf(
    client,
    (options) => client.conversations.follow(place, options),
    (state) => state.rows.length > 0,
  );
  const conversationId = rows[0]?.conversationId ?? '';
  const said = await stateOf(
    client,
    (options) => client.conversations.messages({ ...place, conversationId }, options),
    (state) => state.rows.some(({ content }) => JSON.stringify(content).includes(text)),
  );
  const message = said.rows.find(({ content }) => JSON.stringify(content).includes(text));
  if (message === undefined) throw new Error('the Message is in the log');
  return message;
}

describe('a proposal out of a Message', () => {
  test('is drafted and signed by nobody; what a person signs answers its Event (WORK-T01)', async () => {
    await sayIn(client, place, 'Write the release notes.\n\n- each change has a line');
    const message = await messageSaying('release notes');
    const before = valueOf(await client.history.window({ ...place, filter: '', from: 0, limit: 1 })).total;
    const { drafts } = valueOf(await client.conversations.drafts({ ...place, messageId: message.messageId }));
    expect(drafts.map(({ kind }) => kind)).toEqual(['new-work']);
    const [draft] = drafts;
    expect(draft?.reasons[0]?.sources).toMatchObject([{ type: 'event', sequence: message.sequence }]);
    // Nothing has happened by asking.
    const outbox = await stateOf(
      client,
      (options) => client.outbox.follow(undefined, options),
      () => true,
    );
    expect(outbox.rows.filter(({ state }) => state !== 'accepted')).toEqual([]);
    expect(valueOf(await client.history.window({ ...place, filter: '', from: 0, limit: 1 })).total).toBe(
      before,
    );

    const intent = draft?.intent as ContractIntent;
    if (intent.kind !== 'work.propose') throw new Error('new work is proposed');
    // What only a person can say: nobody here has a card with a capability.
    const contract = {
      ...intent.form.contract,
      requiredCapabilities: [{ id: 'text.write', version: '1.0.0' }],
    };
    const { causationId = '' } = intent;
    const actionId = await actIn(
      client,
      place,
      'work.propose',
      { ...intent.form, contract },
      { causationId },
    );
    const { rows } = valueOf(
      await client.history.window({ ...place, filter: 'kind:work.proposed', from: 0, limit: 10 }),
    );
    const detail = valueOf(await client.history.read({ ...place, sequence: rows[0]?.sequence ?? 0 }));
    const event = JSON.parse(detail.signedText ?? '{}');
    expect(event.payload.workProposal.contract.acceptanceCriteria).toMatchObject([
      { description: 'each change has a line' },
    ]);
    const cause = valueOf(await client.history.read({ ...place, sequence: message.sequence }));
    expect(JSON.parse(cause.signedText ?? '{}').eventId).toBe(causationId);
    const command = valueOf(await client.outbox.read({ connectionId: place.connectionId, actionId }));
    expect(JSON.parse(command.signedText ?? '{}')).toMatchObject({ causedByEventId: causationId });
  }, 120_000);

  test('nothing follows from a Message that was taken back, and an unknown one is said to be none', async () => {
    await sayIn(client, place, 'Delete everything.');
    const { messageId } = await messageSaying('Delete everything');
    await actIn(client, place, 'message.redact', { targetMessageId: messageId, reason: 'wrong place' });
    expect(valueOf(await client.conversations.drafts({ ...place, messageId })).drafts).toEqual([]);
    const unknown = await client.conversations.drafts({ ...place, messageId: 'urn:heddle:test:none' });
    expect(unknown).toMatchObject({ ok: false, fault: { code: 'no-row' } });
    expect(faults).toEqual([]);
  }, 120_000);
});

describe('what of a Group comes at once', () => {
  test("is a filter that is kept, leaves out nothing for good, and nothing of one's own (WS-042)", async () => {
    const before = valueOf(await client.conversations.liveFilter(place));
    expect([before.filter, before.listeners.map(({ name }) => name)]).toEqual([
      undefined,
      ['Talk Coordinator'],
    ]);
    const filter = { mentionsOnly: true, announcements: true };
    valueOf(await client.conversations.setLiveFilter({ ...place, filter }));
    expect(valueOf(await client.conversations.liveFilter(place)).filter).toEqual(filter);
    await sayIn(client, place, 'One of my own.');
    await messageSaying('One of my own');
    valueOf(await client.conversations.fetchRest(place));
    await host.stop();
    host = await start();
    ({ client } = host);
    valueOf(await client.keys.unlock({ passphrase: PASSPHRASE }));
    expect(valueOf(await client.conversations.liveFilter(place)).filter).toEqual(filter);
    // Announcements alone leave nothing out.
    valueOf(await client.conversations.setLiveFilter({ ...place, filter: { announcements: true } }));
    expect(valueOf(await client.conversations.liveFilter(place)).filter).toBeUndefined();
    await sayIn(client, place, 'Everything again.');
    await messageSaying('Everything again');
    expect(faults).toEqual([]);
  }, 120_000);
});
