// The Organization of the network tests: its folder, keys and cards, and one Mission with its workers.
import { readFile, writeFile } from 'node:fs/promises';
import { memberKey, SINGLE } from '../../core/domain/world.ts';
import { openHostedAuthority, openStore } from '../../core/host/authority-host.ts';
import { bindKey, type Operator, registerCard } from '../../core/host/operator-acts.ts';
import { createOrganization, pathsOf } from '../../core/host/organization-files.ts';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import type { AgentCard, Command, CommandPayloads } from '../../core/protocol/generated/documents.ts';
import { hashContent } from '../../core/protocol/hash.ts';
import { signDocument, type Unsigned } from '../../core/protocol/sign.ts';
import { bindingOf, CAPABILITY, OWNER, type Principal, principalOf } from '../harness/organization.ts';

export const ORGANIZATION = 'urn:heddle:test:organization:net';
export const COORDINATOR = principalOf('agent', 'coordinator');

export interface TestGroup {
  readonly missionId: string;
  readonly groupId: string;
  readonly conversationId: string;
}

export function contractOf(
  changes: Partial<CommandPayloads['work.authorize']['contract']> = {},
): CommandPayloads['work.authorize']['contract'] {
  return {
    contractVersion: 1,
    goal: 'be there when the line is not',
    requiredDeliverables: [
      {
        deliverableId: 'report',
        description: 'whatever there is to say',
        mediaType: 'text/plain',
        schema: 'urn:missionweaveprotocol:schema:opaque',
      },
    ],
    acceptanceCriteria: [
      { criterionId: 'done', description: 'it is', evidenceRequired: ['deterministic_test'] },
    ],
    inputArtifacts: [],
    dependencyWorkItemIds: [],
    allowedResources: [],
    requiredCapabilities: [CAPABILITY],
    deadline: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    requestedUrgency: 'normal',
    businessImpact: 'none',
    retryPolicy: { maxAttempts: 3, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
    budget: { currency: 'EUR', financialLimit: 1, toolCallLimit: 100, modelTokenLimit: 1_000 },
    sideEffectRisk: 'none',
    executionApproval: 'not_required',
    ...changes,
  };
}

/** An Agent's card as its operator describes it. */
export function cardOf({ actor, signer }: Principal): Unsigned<'agent-card'> {
  return {
    agentId: actor.id,
    organizationId: ORGANIZATION,
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
        validFrom: '2026-01-01T00:00:00Z',
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
        verifiedEvidence: ['urn:heddle:test:evidence:capability'],
      },
    ],
    maxConcurrency: 4,
    issuedAt: '2026-01-01T00:00:00Z',
  };
}

/** As the Authority registered it: for a Worker's own use. */
export function registeredCardOf(agent: Principal): AgentCard {
  const signed = signDocument('agent-card', cardOf(agent), OWNER.signer);
  if (!signed.ok) throw new Error(signed.fault.message);
  return signed.value.document;
}

export async function makeOrganization(folder: string): Promise<void> {
  const bindings = await createOrganization(folder, ORGANIZATION, '2026-01-01T00:00:00Z');
  const { settings } = pathsOf(folder);
  // These tests are about lines, not about limits on talking.
  const text = (await readFile(settings, 'utf8')).replace(
    /messagesPerMinute: \d+/,
    'messagesPerMinute: 100000',
  );
  await writeFile(settings, text);
  const store = await openStore({ folder });
  for (const binding of bindings) await store.writeBinding(binding);
  await store.close();
}

export async function makeMission(
  folder: string,
  agents: readonly Principal[],
  faults: unknown[],
): Promise<TestGroup> {
  const authority = await openHostedAuthority({
    folder,
    now: () => Date.now(),
    onFault: (error) => faults.push(error),
  });
  const operator: Operator = { folder, authority, now: () => Date.now() };
  for (const principal of [OWNER, COORDINATOR, ...agents]) {
    await bindKey(operator, bindingOf(principal));
    if (principal.actor.type !== 'agent') continue;
    const registered = await registerCard(operator, cardOf(principal));
    if (!registered.ok) throw new Error(registered.fault.message);
  }
  const groupId = 'urn:heddle:test:group:net';
  const missionId = 'urn:heddle:test:mission:net';
  let count = 0;
  const act = async <Kind extends keyof CommandPayloads>(kind: Kind, payload: CommandPayloads[Kind]) => {
    const membershipEpoch = await authority.look(
      (world) => world.get('member', groupId, memberKey(OWNER.actor))?.membershipEpoch,
    );
    const signed = signDocument(
      'command',
      {
        protocolVersion: '0.1',
        actionId: `urn:heddle:test:action:set-up-${(count += 1)}`,
        actor: OWNER.actor,
        groupId,
        correlationId: groupId,
        issuedAt: new Date().toISOString(),
        ...(membershipEpoch === undefined ? {} : { membershipEpoch }),
        kind,
        payload: payload as unknown as Command['payload'],
      },
      OWNER.signer,
    );
    if (!signed.ok) throw new Error(signed.fault.message);
    const result = await authority.submit(signed.value.bytes, { kind: 'ingress' });
    if (!result.ok) throw new Error(`${kind}: ${JSON.stringify(result.fault)}`);
  };
  await act('mission.create', {
    missionId,
    groupId,
    coordinatorAgentId: COORDINATOR.actor.id,
    objective: 'survive the network',
    definitionOfDone: [{ criterionId: 'done', description: 'it is', evidenceRequired: ['human_review'] }],
    budget: { currency: 'EUR', financialLimit: 1_000, toolCallLimit: 100_000, modelTokenLimit: 1_000_000 },
    deadline: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
    coordinatorLeaseSeconds: 604_800,
  });
  for (const { actor } of agents) {
    await act('membership.change', {
      member: actor,
      role: 'worker',
      state: 'active',
      scopes: ['message.post', 'work.execute'],
    });
  }
  const conversationId = await authority.look(
    (world) => world.get('group', groupId, SINGLE)?.mainConversationId ?? '',
  );
  await authority.close();
  return { missionId, groupId, conversationId };
}
