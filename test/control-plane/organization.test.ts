// The Organization over HTTP: its Agents with cards and Presence, and the policy that Commands are judged by.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRegistry } from '../../core/protocol/registry.ts';
import type { AgentCard, PresenceRecord } from '../../core/protocol/generated/documents.ts';
import { readAgentList, verifyAgents } from '../../core/sync/agent-list.ts';
import { readPolicyAnswer } from '../../core/sync/policy-answer.ts';
import { COORDINATOR, OWNER, POLICY, TEST_ORGANIZATION } from '../harness/organization.ts';
import { jsonOf } from './http-client.ts';
import { HttpWorld } from './http-world.ts';

const presence: PresenceRecord = {
  agentId: COORDINATOR.actor.id,
  sessionEpoch: 1,
  status: 'busy',
  capacity: { maxSlots: 2, activeSlots: 1, availableSlots: 1, queuedItems: 0 },
  capabilityAvailability: [],
  lastHeartbeat: '2026-01-01T00:00:00Z',
  expiresAt: '2026-01-01T00:00:30Z',
};

let world: HttpWorld;
beforeEach(async () => {
  const presenceOf = (agentId: string) => (agentId === COORDINATOR.actor.id ? presence : undefined);
  world = await HttpWorld.open({ options: { presenceOf } });
});
afterEach(() => world.close());

async function readAs(path: string) {
  return jsonOf(await world.send({ path, token: await world.tokenOf(OWNER) }));
}

async function readRegistry() {
  return openRegistry(await readAs('/v0.1/registry'));
}

describe('the Agents of the Organization', () => {
  it('are told with their signed cards, also those that are members of nothing, and their Presence (IDN-004, WS-061)', async () => {
    const loner = await world.newAgent('loner');
    const listed = readAgentList(await readAs('/v0.1/agents')) ?? [];
    const agents = await verifyAgents(listed, await readRegistry(), new Map());
    expect([...agents.cards.keys()].toSorted()).toEqual([...agents.cards.keys()]);
    expect(agents.cards.get(loner.actor.id)?.agentId).toBe(loner.actor.id);
    expect([...agents.presence]).toEqual([[COORDINATOR.actor.id, presence]]);
  });

  it('are told to whoever proves a key, and to nobody else', async () => {
    for (const path of ['/v0.1/agents', '/v0.1/policy']) {
      expect((await world.send({ path })).status).toBe(401);
      expect((await world.send({ path, token: 'nonsense' })).status).toBe(401);
    }
  });

  it('are believed only where a service of the Organization has signed the card (SIG-010)', async () => {
    const listed = readAgentList(await readAs('/v0.1/agents')) ?? [];
    const keys = await readRegistry();
    const forged = listed.map(({ card, presence: said }) => ({
      card: { ...(card as AgentCard), maxConcurrency: 99 },
      presence: said,
    }));
    const nobody = { cards: new Map(), presence: new Map() };
    expect(await verifyAgents(forged, keys, new Map())).toEqual(nobody);
    expect(await verifyAgents([{ card: undefined, presence }], keys, new Map())).toEqual(nobody);
    // What somebody says of another one counts for neither.
    const first = listed.find(({ presence: said }) => said !== undefined);
    const another = [{ card: first?.card, presence: { ...presence, agentId: 'urn:heddle:test:agent:x' } }];
    expect((await verifyAgents(another, keys, new Map())).presence.size).toBe(0);
  });

  it.each([{}, { agents: 1 }, 'agents', null])('are none in %j', (answer) => {
    expect(readAgentList(answer)).toBeUndefined();
  });
});

describe('the policy of the Organization', () => {
  it('is told as it is in force (CMD-011)', async () => {
    expect(readPolicyAnswer(await readAs('/v0.1/policy'), TEST_ORGANIZATION)).toEqual(POLICY);
  });

  it('counts only for the Organization that was asked for, whole and in shape', () => {
    const answer = { organizationId: TEST_ORGANIZATION, policy: POLICY };
    expect(readPolicyAnswer(answer, 'urn:heddle:test:organization:other')).toBeUndefined();
    const { cooperation, seconds } = POLICY;
    for (const policy of [
      undefined,
      { ...POLICY, seconds: { ...seconds, offer: '300' } },
      { ...POLICY, cooperation: { delegationDepth: cooperation.delegationDepth } },
      { ...POLICY, services: { ...POLICY.services, policy: [1] } },
    ]) {
      expect(
        readPolicyAnswer({ organizationId: TEST_ORGANIZATION, policy }, TEST_ORGANIZATION),
      ).toBeUndefined();
    }
  });
});
