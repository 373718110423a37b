// A window of a desk as a test has it: the procedures of the contract over the loopback socket, and ways to wait for rows.
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import type { DeskClient } from '../../core/contract/contract.ts';
import { followLive, type LivePart, type LiveRow, type LiveState } from '../../core/contract/live.ts';

/** Two busy cores, and several processes. */
export const PATIENCE_MS = 60_000;

/** Opens a window by a launch URL, as a browser does. */
export async function openClient(
  launchUrl: string,
): Promise<{ readonly client: DeskClient; readonly socket: WebSocket }> {
  const answer = await fetch(launchUrl, { redirect: 'manual' });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  const { host, origin } = new URL(launchUrl);
  const socket = new WebSocket(`ws://${host}/desk`, { headers: { cookie, origin } });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  // A host that is killed is what some tests are about.
  socket.on('error', () => {});
  const client: DeskClient = createORPCClient(
    new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }),
  );
  return { client, socket };
}

export function valueOf<Value>(
  answer: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: object },
): Value {
  if (!answer.ok) throw new Error(JSON.stringify(answer.fault));
  return answer.value;
}

/** The first state of a live query that is as wanted. */
export async function stateOf<Row extends LiveRow, Summary>(
  client: DeskClient,
  open: (options: { readonly signal: AbortSignal }) => Promise<AsyncIterable<LivePart<Row, Summary>>>,
  isWanted: (state: LiveState<Row, Summary>) => boolean,
  patienceMs: number = PATIENCE_MS,
): Promise<LiveState<Row, Summary>> {
  const controller = new AbortController();
  let last: LiveState<Row, Summary> | undefined;
  const timer = setTimeout(() => controller.abort(), patienceMs);
  try {
    for await (const state of followLive(await open({ signal: controller.signal }), (ack) =>
      client.system.acknowledge(ack),
    )) {
      last = state;
      if (state.isComplete && isWanted(state)) return state;
    }
    throw new Error('the query has ended');
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    const seen = JSON.stringify({ rows: last?.rows, summary: last?.summary });
    throw new Error(`what was waited for never came: ${seen.slice(0, 4_000)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** Creates a Mission as its owner, with the only Coordinator that there is; answers with its Group once it is accepted. */
export async function createMission(client: DeskClient, connectionId: string): Promise<string> {
  const { rows: agents } = await stateOf(
    client,
    (options) => client.people.agents(undefined, options),
    ({ rows }) => rows.length === 1,
  );
  await stateOf(
    client,
    (options) => client.connections.follow(undefined, options),
    ({ rows }) => rows[0]?.identities.every(({ path }) => path === 'open') === true,
  );
  const sheet = valueOf(
    await client.intents.sheet({
      connectionId,
      intent: {
        kind: 'mission.create',
        form: {
          title: 'Audit',
          objective: 'Know what is there',
          definitionOfDone: [
            { criterionId: 'done', description: 'it is known', evidenceRequired: ['human_review'] },
          ],
          budget: { modelTokenLimit: 1_000 },
          deadline: new Date(Date.now() + 86_400_000).toISOString(),
          approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
          coordinatorAgentId: agents[0]?.agent.id ?? '',
        },
      },
    }),
  );
  const signed = valueOf(await client.intents.sign({ sheetId: sheet.sheetId, version: sheet.version }));
  if (signed.kind !== 'kept') throw new Error(signed.kind);
  const { rows } = await stateOf(
    client,
    (options) => client.outbox.follow(undefined, options),
    (outbox) => outbox.rows.some((row) => row.actionId === signed.actionId && row.state === 'accepted'),
  );
  const groupId = rows.find(({ actionId }) => actionId === signed.actionId)?.groupId;
  if (groupId === undefined) throw new Error('the Mission has no Group');
  return groupId;
}

/** Signs an intent and waits until the Authority has accepted it; answers with its Action ID. */
export async function actIn(
  client: DeskClient,
  { connectionId, groupId }: { readonly connectionId: string; readonly groupId: string },
  kind: string,
  form: Readonly<Record<string, unknown>>,
  /** Such as the Event that it answers. */
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const sheet = valueOf(
    await client.intents.sheet({ connectionId, intent: { ...more, kind, groupId, form } as never }),
  );
  const signed = valueOf(await client.intents.sign({ sheetId: sheet.sheetId, version: sheet.version }));
  if (signed.kind !== 'kept') throw new Error(signed.kind);
  await stateOf(
    client,
    (options) => client.outbox.follow(undefined, options),
    ({ rows }) => rows.some((row) => row.actionId === signed.actionId && row.state === 'accepted'),
  );
  return signed.actionId;
}

/** Posts a Message into the main Conversation of a Mission. */
export async function sayIn(
  client: DeskClient,
  place: { readonly connectionId: string; readonly groupId: string },
  text: string,
): Promise<void> {
  const { rows } = await stateOf(
    client,
    (options) => client.conversations.follow(place, options),
    (state) => state.rows.length > 0,
  );
  const conversationId = rows[0]?.conversationId ?? '';
  await actIn(client, place, 'message.post', { conversationId, content: [{ type: 'text', text }] });
}
