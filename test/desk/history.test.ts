// The history of a Group as a window asks for it, at a whole host: places in the log, filters, single Events, and what leaves
// the index again.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import Database from 'better-sqlite3';
import type { DeskClient } from '../../core/contract/contract.ts';
import type { VerificationSummary } from '../../core/contract/history.ts';
import { type DeskHost, startDeskHost } from '../../core/host/desk-host.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { actIn, createMission, PATIENCE_MS, sayIn, stateOf, valueOf } from './desk-client.ts';

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

async function rowsFor(filter: string) {
  return valueOf(await client.history.window({ ...place, filter, from: 0, limit: 100 }));
}

/** A WorkItem that is open; answers with its id. */
async function authorize(goal: string, dependencyWorkItemIds: readonly string[] = []): Promise<string> {
  await actIn(client, place, 'work.authorize', {
    contract: {
      contractVersion: 1,
      goal,
      requiredDeliverables: [
        {
          deliverableId: 'list',
          description: 'one',
          mediaType: 'text/plain',
          schema: 'urn:missionweaveprotocol:schema:opaque',
        },
      ],
      acceptanceCriteria: [
        { criterionId: 'done', description: 'it is there', evidenceRequired: ['human_review'] },
      ],
      inputArtifacts: [],
      dependencyWorkItemIds,
      allowedResources: [],
      requiredCapabilities: [{ id: 'files.inventory', version: '1.0.0' }],
      deadline: new Date(Date.now() + 3_600_000).toISOString(),
      requestedUrgency: 'normal',
      businessImpact: 'none',
      retryPolicy: { maxAttempts: 1, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
      budget: { modelTokenLimit: 1 },
      sideEffectRisk: 'none',
      executionApproval: 'not_required',
    },
  });
  const { rows } = await stateOf(
    client,
    (options) => client.plan.follow(place, options),
    (state) => state.rows.some(({ title }) => title === goal),
  );
  return rows.find(({ title }) => title === goal)?.workItemId ?? '';
}

async function verifiedState(isWanted: (summary: VerificationSummary) => boolean = () => true) {
  if (
    (
      await stateOf(
        client,
        (options) => client.history.followVerification(place, options),
        () => true,
      )
    ).summary?.state === 'none'
  ) {
    valueOf(await client.history.verify(place));
  }
  return stateOf(
    client,
    (options) => client.history.followVerification(place, options),
    ({ summary }) => summary?.state === 'done' && isWanted(summary),
  );
}

async function verified(isWanted?: (summary: VerificationSummary) => boolean) {
  return (await verifiedState(isWanted)).summary;
}

beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'heddle-history-'));
  host = await start();
  ({ client } = host);
  valueOf(await client.keys.unlock({ passphrase: PASSPHRASE }));
  const { connectionId } = valueOf(await client.connections.createLocal({ name: 'Mine', personName: 'Ada' }));
  place = { connectionId, groupId: await createMission(client, connectionId) };
  await sayIn(client, place, 'The token stays out of the logs');
  await sayIn(client, place, 'Nobody needs a Größenangabe here');
}, PATIENCE_MS);

afterAll(async () => {
  await host.stop();
  await rm(profile, { recursive: true, force: true });
});

describe('the history of a Group', () => {
  test('is read by place from the oldest on, with a sentence for each Event', async () => {
    const all = await rowsFor('');
    expect(all.rows.map(({ sequence }) => sequence)).toEqual(all.rows.map((_row, index) => index + 1));
    expect(all.total).toBe(all.rows.length);
    expect(all.rows[0]).toMatchObject({
      kind: 'mission.created',
      sentence: 'Ada creates the Mission “Audit”.',
      actor: { name: 'Ada' },
    });
    const second = valueOf(await client.history.window({ ...place, filter: '', from: 1, limit: 1 }));
    expect(second.rows).toEqual([all.rows[1]]);
    expect(faults).toEqual([]);
  });

  test('is filtered by kind, person, words and range', async () => {
    const all = await rowsFor('');
    const messages = await rowsFor('kind:message.*');
    expect(messages.rows.map(({ kind }) => kind)).toEqual(['message.posted', 'message.posted']);
    const others = await rowsFor('-kind:message.*');
    expect(others.total + messages.total).toBe(all.total);
    expect((await rowsFor('text:"token stays"')).rows.map(({ sentence }) => sentence)).toEqual([
      'Mine Coordinator: The token stays out of the logs',
    ]);
    // From the beginning of a word.
    expect((await rowsFor('größen')).total).toBe(1);
    expect((await rowsFor('angabe')).total).toBe(0);
    expect((await rowsFor('actor:coordinator kind:message.*')).total).toBe(2);
    expect((await rowsFor('actor:nobody')).total).toBe(0);
    expect((await rowsFor('seq:1')).rows.map(({ sequence }) => sequence)).toEqual([1]);
    const last = messages.rows.at(-1)?.sequence ?? 0;
    const located = valueOf(
      await client.history.locate({ ...place, filter: 'kind:message.*', sequence: last }),
    );
    expect(located).toEqual({ place: 1, total: 2 });
  });

  test('tells of one Event what caused it, who accepted it, and what its signature proves (SIG-031)', async () => {
    const [message] = (await rowsFor('text:token')).rows;
    const detail = valueOf(await client.history.read({ ...place, sequence: message?.sequence ?? 0 }));
    expect(detail.acceptedBy.type).toBe('service');
    expect(detail.signature).toMatchObject({
      verdict: 'verified',
      verdictWords: { text: 'verified with pinned registry' },
      signer: { type: 'service' },
    });
    expect(detail.signature.signingHash).toMatch(/^sha256:[0-9a-f]{64}$/u);
    expect(detail.sameCause.map(({ sequence }) => sequence)).toContain(message?.sequence);
    expect(JSON.parse(detail.signedText ?? '{}')).toMatchObject({ eventId: message?.eventId });
    const none = await client.history.read({ ...place, sequence: 9_999 });
    expect(none).toMatchObject({ ok: false, fault: { code: 'no-event' } });
  });

  test('comes to something by WorkItem and by time', async () => {
    const all = await rowsFor('');
    const { items } = valueOf(await client.history.items({ ...place, filter: '' }));
    expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
    const { lanes, fromMs, throughMs } = valueOf(await client.history.times({ ...place, filter: '' }));
    expect(lanes.flatMap(({ buckets }) => buckets).reduce((sum, { count }) => sum + count, 0)).toBe(
      all.total,
    );
    expect(fromMs).toBeLessThanOrEqual(throughMs);
    const { kinds } = valueOf(await client.history.kinds(place));
    expect(kinds.find(({ kind }) => kind === 'message.posted')).toMatchObject({ count: 2 });
  });

  test('hides what was redacted, and forgets its words (MSG-015)', async () => {
    const { rows: conversations } = await stateOf(
      client,
      (options) => client.conversations.follow(place, options),
      (state) => state.rows.length > 0,
    );
    const conversationId = conversations[0]?.conversationId ?? '';
    const { rows: messages } = await stateOf(
      client,
      (options) => client.conversations.messages({ ...place, conversationId }, options),
      (state) => state.rows.length === 2,
    );
    const target = messages.find(({ content }) => JSON.stringify(content).includes('token'));
    const posted = (await rowsFor('text:token')).rows[0]?.sequence ?? 0;
    await actIn(client, place, 'message.redact', {
      targetMessageId: target?.messageId ?? '',
      reason: 'wrong place',
    });
    expect((await rowsFor('text:token')).total).toBe(0);
    const { rows } = await rowsFor(`seq:${posted}`);
    expect(rows[0]?.takenBackAt).toBeGreaterThan(posted);
    expect(rows[0]?.sentence).toBeUndefined();
    const detail = valueOf(await client.history.read({ ...place, sequence: posted }));
    expect(detail.signedText).toBeUndefined();
    expect(detail.signature.verdict).toBe('verified');
  });

  test('is searched by words, offline as well, and forgets what was redacted', async () => {
    const found = valueOf(await client.search.find({ text: 'nobody needs', limit: 10 }));
    expect(found).toMatchObject({ count: 1, isComplete: true });
    expect(found.hits[0]).toMatchObject({
      ...place,
      missionTitle: 'Audit',
      kind: 'message.posted',
      area: 'message',
      actor: { name: 'Mine Coordinator' },
      excerpt: [
        { text: 'Nobody needs', isMatch: true },
        { text: ' a Größenangabe here', isMatch: false },
      ],
    });
    const contract = valueOf(await client.search.find({ text: 'know what', area: 'contract', limit: 10 }));
    expect(contract.hits.map(({ kind, sequence }) => [kind, sequence])).toEqual([['mission.created', 1]]);
    expect(valueOf(await client.search.find({ text: 'know what', area: 'message', limit: 10 })).count).toBe(
      0,
    );
    // Redacted above.
    expect(valueOf(await client.search.find({ text: 'token', limit: 10 })).count).toBe(0);
    expect(valueOf(await client.search.find({ text: '!?', limit: 10 })).hits).toEqual([]);
    const { connections } = await client.search.health();
    expect(connections[0]?.indexed).toBe(connections[0]?.events);
  });

  test('keeps views under their names, one of each place', async () => {
    const quiet = { name: 'quiet', place: 'history' as const };
    valueOf(await client.views.save({ ...quiet, values: { filter: '-kind:message.*' } }));
    valueOf(await client.views.save({ ...quiet, values: { filter: '-kind:work.*' } }));
    valueOf(await client.views.save({ name: 'quiet', place: 'outbox', values: { show: 'all' } }));
    expect(await client.views.list()).toEqual({
      views: [
        { ...quiet, values: { filter: '-kind:work.*' } },
        { name: 'quiet', place: 'outbox', values: { show: 'all' } },
      ],
    });
    valueOf(await client.views.remove(quiet));
    expect((await client.views.list()).views.map((view) => view.place)).toEqual(['outbox']);
    // A part that the place does not have is no view of it.
    await expect(client.views.save({ ...quiet, values: { groupId: 'urn:x' } })).rejects.toThrow(
      'Input validation failed',
    );
  });

  test('tells the state as it was after an Event', async () => {
    const first = valueOf(await client.history.stateAt({ ...place, sequence: 1 }));
    expect(first).toMatchObject({
      sequence: 1,
      isPartial: false,
      mission: { title: 'Audit', coordinatorEpoch: 1 },
      items: [],
    });
    const before = valueOf(await client.history.stateAt({ ...place, sequence: 0 }));
    expect(before.mission).toBeUndefined();
  });

  test('shows the plan as it was after an Event, by the clock of then, and all Missions on one time axis', async () => {
    const first = await authorize('count the rooms');
    const second = await authorize('draw the map', [first]);
    const sequenceOf = async (workItemId: string) =>
      (await rowsFor(`kind:work.authorized item:${workItemId}`)).rows[0]?.sequence ?? 0;
    const [before, after] = [await sequenceOf(first), await sequenceOf(second)];
    await actIn(client, place, 'work.cancel', { workItemId: second, reason: 'nobody needs it' });

    const then = valueOf(await client.plan.at({ ...place, sequence: before }));
    expect(then.rows.map(({ title, state }) => [title, state])).toEqual([['count the rooms', 'open']]);
    expect(then).toMatchObject({ sequence: before, isPartial: false, fromSequence: 1, moreCount: 0 });
    expect(then.eventWords).toContain('count the rooms');
    const [event] = (await rowsFor(`seq:${before}`)).rows;
    expect(then.atMs).toBe(event?.occurredAtMs);

    const later = valueOf(await client.plan.at({ ...place, sequence: after }));
    expect(later.rows.at(-1)).toMatchObject({ state: 'open', dependsOn: [first], waitsFor: [first] });
    const empty = valueOf(await client.plan.at({ ...place, sequence: 0 }));
    expect(empty).toMatchObject({ sequence: 0, rows: [] });
    expect(empty.missionTitle).toBeUndefined();

    // After the newest Event it is what the live plan shows.
    const now = valueOf(await client.plan.at(place));
    const live = await stateOf(
      client,
      (options) => client.plan.follow(place, options),
      ({ rows }) => rows.some(({ state }) => state === 'cancelled'),
    );
    expect(now.sequence).toBe(now.throughSequence);
    expect(now.rows).toEqual(live.rows);
    expect(await client.plan.at({ ...place, groupId: 'urn:x:none' })).toMatchObject({
      ok: false,
      fault: { code: 'no-group' },
    });

    const { rows, summary } = await stateOf(
      client,
      (options) => client.plan.timeline({ withEnded: false }, options),
      (state) => state.rows.length === 2,
    );
    expect(summary).toEqual({ missions: 1, endedMissions: 0 });
    expect(rows.map(({ missionTitle, title, state }) => [missionTitle, title, state])).toEqual([
      ['Audit', 'count the rooms', 'open'],
      ['Audit', 'draw the map', 'cancelled'],
    ]);
    expect(rows[0]).toMatchObject({ ...place, workItemId: first });
    expect(faults).toEqual([]);
  });

  test('says that there is no such Group', async () => {
    const answer = await client.history.window({
      ...place,
      groupId: 'urn:x:none',
      filter: '',
      from: 0,
      limit: 1,
    });
    expect(answer).toMatchObject({ ok: false, fault: { code: 'no-group' } });
  });

  test('makes an index anew that is damaged', async () => {
    const before = await rowsFor('kind:message.*');
    const path = host.desk.connection(place.connectionId)?.sourceOf(place.groupId)?.logPath ?? '';
    await host.stop();
    await rm(`${path}.history-wal`, { force: true });
    await rm(`${path}.history-shm`, { force: true });
    await writeFile(
      `${path}.history`,
      'no index at all, but long enough to be taken for something'.repeat(40),
    );
    host = await start();
    ({ client } = host);
    expect(await rowsFor('kind:message.*')).toEqual(before);
  });

  test('is verified here, with a verdict that names its basis (SIG-031…SIG-037)', async () => {
    const { total } = await rowsFor('');
    const summary = await verified();
    expect(summary).toMatchObject({
      state: 'done',
      checked: total,
      verified: total,
      failureCount: 0,
      verdict: 'verified',
      verdictWords: { text: 'verified with pinned registry' },
    });
    expect(summary?.basisWords?.text).toContain(`signatures ${total}/${total} · no gaps`);
    expect(summary?.keys.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    valueOf(await client.history.verify({ ...place, fromSequence: 2, throughSequence: 3 }));
    const part = await verified((state) => state.fromSequence === 2);
    expect(part).toMatchObject({ checked: 2, through: 3 });
  });

  test('names the first Event that is not what was signed, and what is missing (SIG-038)', async () => {
    const before = await rowsFor('kind:message.posted');
    const forged = before.rows.at(-1)?.sequence ?? 0;
    const path = host.desk.connection(place.connectionId)?.sourceOf(place.groupId)?.logPath ?? '';
    await host.stop();
    const database = new Database(path);
    const change = database.prepare(
      `UPDATE replica_events SET bytes = CAST(replace(CAST(bytes AS TEXT), 'here', 'hare') AS BLOB) WHERE sequence = ?`,
    );
    expect(change.run(forged).changes).toBe(1);
    database.prepare('DELETE FROM replica_events WHERE sequence = 2').run();
    database.close();
    host = await start();
    ({ client } = host);
    const { rows, summary } = await verifiedState();
    expect(rows.map(({ sequence, check }) => [sequence, check])).toEqual([
      [3, 'order'],
      [forged, 'signature'],
    ]);
    expect(summary?.verdict).toBe('failed');
    expect(summary?.verdictWords?.text).toBe('first failure at #3: order and gaps (local diagnostic)');
    const detail = valueOf(await client.history.read({ ...place, sequence: forged }));
    expect(detail.signature.verdictWords.text).toBe(
      `first failure at #${forged}, stage 6: signature (local diagnostic)`,
    );
  });
});
