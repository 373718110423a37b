// Makes the Organization of a benchmark in a temporary folder: real keys, cards and Sessions through the Authority,
// then Missions, members and as many Messages as are wanted through `HistoryWriter`.
import { readFile, writeFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { nowAt } from '../../../core/domain/decision.ts';
import { memberKey, SINGLE } from '../../../core/domain/world.ts';
import { openHostedAuthority, openStore } from '../../../core/host/authority-host.ts';
import { type Operator, registerCard } from '../../../core/host/operator-acts.ts';
import { createOrganization, pathsOf } from '../../../core/host/organization-files.ts';
import { encodeBase64Url } from '../../../core/protocol/base64url.ts';
import { hashContent } from '../../../core/protocol/hash.ts';
import {
  bindingOf,
  type BenchGroup,
  type BenchMember,
  type BenchWorld,
  CAPABILITY,
  coordinatorLabels,
  OWNER,
  type Principal,
  principalOf,
  READER,
  workerLabels,
  type WorldShape,
  workersOf,
} from './bench-world.ts';
import { authorOf, HistoryWriter, mustOk } from './history-writer.ts';

export const ORGANIZATION_ID = 'urn:heddle:bench:organization';
/** What one member may send to one Group within a minute; by default it is 120. */
export const MESSAGES_PER_MINUTE = 1_000_000;
/** History begins so long ago and is spread evenly up to a minute ago. */
const HISTORY_MS = 24 * 3_600_000;
const GAP_BEFORE_NOW_MS = 60_000;

/** The first commit of an Organization: keys, cards, one Session for each Agent, no Group yet. */
export async function createBenchOrganization(folder: string, shape: WorldShape): Promise<void> {
  const startMs = Date.now() - HISTORY_MS;
  const validFrom = nowAt(startMs - 3_600_000).text;
  const agents = [...coordinatorLabels(shape), ...workerLabels(shape)].map((label) =>
    principalOf('agent', label),
  );
  agents.push(READER);
  const bindings = await createOrganization(folder, ORGANIZATION_ID, validFrom);
  await raiseLimits(folder);
  let nowMs = startMs;
  const now = () => (nowMs += 10);
  // The Authority needs its own key in the Registry before it opens.
  const store = await openStore({ folder });
  for (const binding of bindings) await store.writeBinding(binding);
  for (const principal of [OWNER, ...agents]) await store.writeBinding(bindingOf(principal, validFrom));
  await store.close();
  const authority = await openHostedAuthority({ folder, now, onFault: (error) => console.error(error) });
  try {
    const operator: Operator = { folder, authority, now };
    for (const agent of agents) {
      await enrol(operator, agent, validFrom);
      mustOk(await authority.openSession(agent.actor.id));
    }
  } finally {
    await authority.close();
  }
}

/** What has to be there before any load: Missions with their members, and then Messages up to a number of Events. */
export async function fillHistory(
  folder: string,
  shape: WorldShape,
  events: number,
  onProgress: (position: number) => void = () => {},
): Promise<BenchWorld> {
  const startMs = Date.now() - HISTORY_MS + 60_000;
  const writer = await HistoryWriter.open(folder, startMs);
  try {
    const stepMs = (Date.now() - GAP_BEFORE_NOW_MS - startMs) / (events + 1);
    const groups: BenchGroup[] = [];
    for (let index = 0; index < shape.groups; index += 1) {
      groups.push(await createGroup(writer, shape, index, stepMs));
    }
    const posts = groups.flatMap((group) => group.workers.map((worker) => ({ group, worker })));
    let reported = 0;
    for (let turn = 0; writer.position < events; turn += 1) {
      // Around the Groups first, so that each one's Events lie far apart in the log, as they do in real use.
      const perGroup = shape.workersPerGroup;
      const at =
        ((turn % shape.groups) * perGroup + (Math.trunc(turn / shape.groups) % perGroup)) % posts.length;
      const post = posts[at];
      if (post === undefined) break;
      writer.nowMs += stepMs;
      await writer.act(
        'message.post',
        authorOf(principalOf('agent', post.worker.label)),
        { messageId: `urn:heddle:bench:history:${turn}`, content: [{ type: 'text', text: textOf(turn) }] },
        { groupId: post.group.groupId, conversationId: post.group.conversationId },
      );
      if (writer.position - reported >= 50_000) {
        reported = writer.position;
        onProgress(reported);
      }
    }
    return { shape, groups, eventsForReader: countForReader(writer, groups) };
  } finally {
    await writer.close();
  }
}

/** A short message between colleagues. */
export function textOf(turn: number): string {
  return `The inventory of folder ${turn} is complete: every file is listed with its hash, and the three duplicates are marked.`;
}

async function createGroup(
  writer: HistoryWriter,
  shape: WorldShape,
  index: number,
  stepMs: number,
): Promise<BenchGroup> {
  const missionId = `urn:heddle:bench:mission:${index}`;
  const groupId = `urn:heddle:bench:group:${index}`;
  const coordinatorLabel = `coordinator-${index % shape.coordinators}`;
  const coordinator = principalOf('agent', coordinatorLabel);
  writer.nowMs += stepMs;
  await writer.act(
    'mission.create',
    authorOf(OWNER),
    {
      missionId,
      groupId,
      coordinatorAgentId: coordinator.actor.id,
      objective: 'audit the input folder',
      definitionOfDone: [
        { criterionId: 'done', description: 'it is complete', evidenceRequired: ['human_review'] },
      ],
      budget: { currency: 'EUR', financialLimit: 1e9, toolCallLimit: 1e9, modelTokenLimit: 1e12 },
      deadline: nowAt(Date.now() + 30 * 86_400_000).text,
      approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
      coordinatorLeaseSeconds: 604_800,
    },
    { groupId },
  );
  const labels = workersOf(shape, index);
  for (const member of [...labels.map((label) => principalOf('agent', label)), READER]) {
    writer.nowMs += stepMs;
    const isReader = member === READER;
    await writer.act(
      'membership.change',
      authorOf(coordinator),
      {
        member: member.actor,
        role: isReader ? 'observer' : 'worker',
        state: 'active',
        scopes: isReader ? ['message.read'] : ['message.post', 'work.execute'],
      },
      { groupId },
    );
  }
  const memberOf = (label: string): BenchMember => ({
    label,
    membershipEpoch: epochOf(writer, groupId, principalOf('agent', label)),
  });
  const mission = writer.world.get('mission', groupId, SINGLE)?.document;
  return {
    missionId,
    groupId,
    conversationId: writer.world.get('group', groupId, SINGLE)?.mainConversationId ?? '',
    coordinator: memberOf(coordinatorLabel),
    coordinatorEpoch: mission?.coordinator.coordinatorEpoch ?? 0,
    workers: labels.map(memberOf),
  };
}

function epochOf({ world }: HistoryWriter, groupId: string, { actor }: Principal): number {
  return world.get('member', groupId, memberKey(actor))?.membershipEpoch ?? 0;
}

/** From the reader's own membership on (DEL-010), in every Group. */
function countForReader({ world }: HistoryWriter, groups: readonly BenchGroup[]): number {
  let count = 0;
  for (const { groupId } of groups) {
    const [membershipId = ''] = world.get('member', groupId, memberKey(READER.actor))?.membershipIds ?? [];
    const start = world.get('membership', groupId, membershipId)?.visibilityStartSequence ?? 1;
    count += (world.get('head', groupId, SINGLE)?.sequence ?? 0) - start + 1;
  }
  return count;
}

async function enrol(operator: Operator, { actor, signer }: Principal, validFrom: string): Promise<void> {
  const registered = await registerCard(operator, {
    agentId: actor.id,
    organizationId: ORGANIZATION_ID,
    cardVersion: 1,
    displayName: actor.id,
    owner: OWNER.actor,
    status: 'active',
    protocolVersions: ['0.1'],
    endpoints: [{ transport: 'wss', uri: 'wss://localhost/ws' }],
    publicKeys: [
      {
        keyId: signer.keyId,
        algorithm: 'Ed25519',
        publicKey: encodeBase64Url(signer.publicKey),
        validFrom,
      },
    ],
    capabilities: [
      {
        ...CAPABILITY,
        inputSchema: 'urn:missionweaveprotocol:schema:opaque',
        inputSchemaHash: hashContent('input'),
        outputSchema: 'urn:missionweaveprotocol:schema:opaque',
        outputSchemaHash: hashContent('output'),
        constraints: {},
        verifiedEvidence: ['urn:heddle:bench:evidence:capability'],
      },
    ],
    maxConcurrency: 4,
    issuedAt: nowAt(operator.now()).text,
  });
  mustOk(registered);
}

/** Lets a member send as many Messages as a benchmark wants. */
export async function raiseLimits(folder: string): Promise<void> {
  const path = pathsOf(folder).settings;
  const document = parseDocument(await readFile(path, 'utf8'));
  document.setIn(['policy', 'cooperation', 'messagesPerMinute'], MESSAGES_PER_MINUTE);
  await writeFile(path, document.toString());
}
