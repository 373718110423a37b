// A long log on the disk, and the desk on top of it. The log is a random history with many Messages after it: what a Group
// holds most of.
import { DeskRuntime } from '../../../core/coordinator/desk-runtime/desk-runtime.ts';
import type { RunningConnection } from '../../../core/coordinator/desk-runtime/desk-connections.ts';
import type { AgentDirectory } from '../../../core/coordinator/desk-runtime/ports.ts';
import type { DeskClient } from '../../../core/contract/contract.ts';
import type { Intent } from '../../../core/coordinator/desk/intent/forms.ts';
import { DEFAULT_POLICY } from '../../../core/domain/decision.ts';
import { SINGLE } from '../../../core/domain/world.ts';
import { createDeskRouter } from '../../../core/host/desk-router.ts';
import type { Event } from '../../../core/protocol/generated/documents.ts';
import { OWNER } from '../../../core/simulation/principals.ts';
import { recordHistory } from '../../../core/simulation/run.ts';
import { SqliteReplicaStore } from '../../../core/store/sqlite/replica-sqlite-store.ts';
import { createRouterClient } from '@orpc/server';
import { LogLink } from '../../desk/log-link.ts';
import { bareServices } from '../../desk/served-desk.ts';

export interface DeskFigures {
  readonly events: number;
  /** From opening the replica to the first part of the list of Missions. */
  readonly firstScreenMs: number;
  /** Until talk and places of the whole log are known. */
  readonly caughtUpMs: number;
  readonly sheetMs: number;
  readonly sheetWorstMs: number;
  /** Of all parts of six live queries together, while one Event after another is appended. */
  readonly bytesPerEvent: number;
  readonly eventMs: number;
}

const SEED = 7;
const STEPS = 400;
const APPENDED = 50;
const SHEETS = 60;
const BATCH = 500;

type Logged = { readonly event: Event; readonly text: string };

/** The history, and Messages in the style of one that it holds. */
async function makeLog(
  count: number,
): Promise<{ readonly log: readonly Logged[]; readonly more: readonly Logged[] }> {
  const { observations } = await recordHistory({ seed: SEED, steps: STEPS, mode: 'fast' });
  const log = observations.flatMap(({ added }) => added).filter(({ event }) => event.groupId !== undefined);
  const pattern = log.find(({ event }) => event.kind === 'message.posted')?.event;
  if (pattern === undefined) throw new Error('the history holds no Message');
  const { groupId } = pattern;
  const head = log.findLast(({ event }) => event.groupId === groupId)?.event.sequence ?? 0;
  const messages = Array.from({ length: count + APPENDED }, (_none, index) =>
    messageAfter(pattern, head + 1 + index),
  );
  return { log: [...log, ...messages.slice(0, count)], more: messages.slice(count) };
}

function messageAfter(pattern: Event, sequence: number): Logged {
  const { message } = pattern.payload as { readonly message: object };
  const event: Event = {
    ...pattern,
    eventId: `urn:heddle:bench:event:${sequence}`,
    sequence,
    payload: {
      ...pattern.payload,
      message: { ...message, messageId: `urn:heddle:bench:message:${sequence}` },
    },
  };
  return { event, text: JSON.stringify(event) };
}

export async function measureDesk(path: string, count: number): Promise<DeskFigures> {
  const { log, more } = await makeLog(count);
  const filling = await SqliteReplicaStore.open({ path });
  const filler = await LogLink.open(OWNER.actor, filling);
  for (let start = 0; start < log.length; start += BATCH) await filler.take(log.slice(start, start + BATCH));
  await filling.close();

  const startedAt = performance.now();
  const store = await SqliteReplicaStore.open({ path });
  const link = await LogLink.open(OWNER.actor, store);
  link.nowMs = Date.parse(more[0]?.event.occurredAt ?? '');
  const { desk, connection } = await openDesk(link);
  const client: DeskClient = createRouterClient(createDeskRouter(bareServices(desk, reportFault)));
  for await (const part of await client.missions.follow()) {
    if (part.type === 'reset') break;
  }
  const firstScreenMs = performance.now() - startedAt;
  const groupId = more[0]?.event.groupId ?? '';
  const last = (more[0]?.event.sequence ?? 1) - 1;
  while ((connection.logOf(groupId)?.upTo ?? 0) < last) await nextTurn();
  const caughtUpMs = performance.now() - startedAt;
  const sheets = measureSheets(desk, connection, groupId);
  const sent = await measureAppending(client, link, groupId, more);
  desk.stop();
  await store.close();
  return { events: log.length, firstScreenMs, caughtUpMs, ...sheets, ...sent };
}

async function openDesk(
  link: LogLink,
): Promise<{ readonly desk: DeskRuntime; readonly connection: RunningConnection }> {
  let lastId = 0;
  const desk = new DeskRuntime({
    ports: {
      clock: {
        nowMs: () => link.nowMs,
        after: (_delayMs, action) => {
          const handle = setImmediate(action);
          return () => clearImmediate(handle);
        },
      },
      keys: { conditionOf: () => 'usable', signDocument: () => Promise.reject(new Error('no key')) },
      newId: (kind) => `urn:heddle:bench:${kind}:${(lastId += 1)}`,
      runCheck: async () => ({ status: 'broken', detail: 'nothing is run here' }),
      onFault: reportFault,
    },
    language: 'en',
    keyStatuses: () => [],
    dayStartMs: () => 0,
  });
  const nobody = new Map<string, never>();
  const agents: AgentDirectory = { cards: () => nobody, presence: () => nobody, listen: () => () => {} };
  const connection = await desk.addConnection(
    {
      connectionId: 'c',
      name: 'Bench',
      kind: 'embedded',
      origin: 'http://127.0.0.1',
      organizationId: 'urn:heddle:bench:organization',
      policy: DEFAULT_POLICY,
      freshMs: 300_000,
      isTls: false,
    },
    [link],
    agents,
  );
  return { desk, connection };
}

function measureSheets(desk: DeskRuntime, connection: RunningConnection, groupId: string) {
  const conversationId = connection.view().world.get('group', groupId, SINGLE)?.mainConversationId ?? '';
  const intents: readonly Intent[] = [
    { kind: 'message.post', groupId, form: { conversationId, content: [{ type: 'text', text: 'hello' }] } },
    { kind: 'mission.cancel', groupId, form: { reason: 'over' } },
  ];
  const times: number[] = [];
  for (let index = 0; index < SHEETS; index += 1) {
    const intent = intents[index % intents.length];
    if (intent === undefined) continue;
    const startedAt = performance.now();
    const open = desk.sheets.open(connection, intent);
    times.push(performance.now() - startedAt);
    desk.sheets.close(open.sheetId);
  }
  times.sort((a, b) => a - b);
  return { sheetMs: times[Math.floor(times.length / 2)] ?? 0, sheetWorstMs: times.at(-1) ?? 0 };
}

/** Six screens are open while Events come one by one; every part is acknowledged at once. */
async function measureAppending(client: DeskClient, link: LogLink, groupId: string, more: readonly Logged[]) {
  const place = { connectionId: 'c', groupId };
  const controller = new AbortController();
  const { signal } = controller;
  let bytes = 0;
  let settled = 0;
  const follow = async (
    open: Promise<AsyncIterable<{ readonly liveId: string; readonly number: number }>>,
  ) => {
    for await (const part of await open) {
      bytes += JSON.stringify(part).length;
      settled += 1;
      await client.system.acknowledge({ liveId: part.liveId, number: part.number });
    }
  };
  const following = [
    follow(client.system.status(undefined, { signal })),
    follow(client.attention.follow(undefined, { signal })),
    follow(client.missions.follow(undefined, { signal })),
    follow(client.missions.overview(place, { signal })),
    follow(client.plan.follow(place, { signal })),
    follow(client.history.follow(place, { signal })),
  ];
  await quiet(() => settled);
  bytes = 0;
  const startedAt = performance.now();
  for (const logged of more) {
    await link.take([logged]);
    await quiet(() => settled);
  }
  const eventMs = (performance.now() - startedAt) / more.length;
  controller.abort();
  await Promise.all(following);
  return { bytesPerEvent: bytes / more.length, eventMs };
}

/** Resolves when some turns of the event loop have brought nothing more. */
async function quiet(count: () => number): Promise<void> {
  for (let still = 0, last = count(); still < 12; still += 1) {
    await nextTurn();
    if (count() !== last) still = 0;
    last = count();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function reportFault(error: unknown): void {
  console.error(error);
}
