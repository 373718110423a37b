// A control plane on a loopback port around a real Authority, with everybody's tokens at hand.
import { createHash } from 'node:crypto';
import { AccessTokens } from '../../core/authority/access-tokens.ts';
import { ArtifactService } from '../../core/authority/artifact-service.ts';
import { CapabilityTokens } from '../../core/authority/capability-tokens.ts';
import { createCallerReader, createSessionCallers } from '../../core/authority/control-plane/callers.ts';
import type { ControlPlaneLimits } from '../../core/authority/control-plane/control-plane-ports.ts';
import {
  type ControlPlane,
  type ControlPlaneOptions,
  createControlPlane,
} from '../../core/authority/control-plane/control-plane.ts';
import { createSessionToken } from '../../core/authority/gateway/session-token.ts';
import { AuthorityMetrics } from '../../core/authority/metrics.ts';
import { nowAt } from '../../core/domain/decision.ts';
import { decodeBase64Url, encodeBase64Url } from '../../core/protocol/base64url.ts';
import { signMessage } from '../../core/protocol/ed25519.ts';
import type { Artifact, WorkContract } from '../../core/protocol/generated/documents.ts';
import { hashContent } from '../../core/protocol/hash.ts';
import type { BlobStore } from '../../core/store/blobs/blob-store.ts';
import { MemoryBlobStore } from '../../core/store/blobs/memory-blob-store.ts';
import { MemoryStore } from '../../core/store/memory/memory-store.ts';
import {
  bindingOf,
  CAPABILITY,
  COORDINATOR,
  POLICY,
  type Principal,
  principalOf,
  SERVICES,
  type TestMission,
  TestOrganization,
} from '../harness/organization.ts';
import { type Answer, jsonOf, send, type Sent } from './http-client.ts';

export const TOKEN_SECRET = createHash('sha256').update('heddle test token secret').digest();
export const MAX_UPLOAD_BYTES = 3_000_000;

export interface HttpWorldOptions {
  readonly limits?: Partial<ControlPlaneLimits>;
  readonly blobs?: BlobStore;
  readonly maxUploadBytes?: number;
  readonly options?: Partial<ControlPlaneOptions>;
}

/** A WorkItem that its owner works on. */
export interface StartedWork {
  readonly workItemId: string;
  readonly ownershipEpoch: number;
  readonly executionLeaseId: string;
}

export class HttpWorld {
  readonly organization: TestOrganization;
  readonly store: MemoryStore;
  /** What the memory store of content holds, for tests that damage it. */
  readonly blobs: Map<string, Uint8Array>;
  readonly metrics = new AuthorityMetrics();
  readonly faults: unknown[] = [];
  plane: ControlPlane | undefined;
  port = 0;

  private constructor(organization: TestOrganization, store: MemoryStore, blobs: Map<string, Uint8Array>) {
    this.organization = organization;
    this.store = store;
    this.blobs = blobs;
  }

  static async open(options: HttpWorldOptions = {}): Promise<HttpWorld> {
    const store = new MemoryStore({ writer: SERVICES.actor });
    const organization = await TestOrganization.open(store);
    const blobs = new Map<string, Uint8Array>();
    const world = new HttpWorld(organization, store, blobs);
    const { authority } = organization;
    const now = () => organization.nowMs;
    const accessTokens = new AccessTokens({ secret: TOKEN_SECRET, now, keys: () => authority.keys });
    const { maxUploadBytes = MAX_UPLOAD_BYTES } = options;
    const contentStore = options.blobs ?? new MemoryBlobStore(blobs);
    world.plane = await createControlPlane({
      authority,
      artifacts: new ArtifactService({ authority, blobs: contentStore, now, maxUploadBytes }),
      accessTokens,
      readCaller: createCallerReader(
        accessTokens,
        createSessionCallers({ authority, secret: TOKEN_SECRET, now }),
      ),
      capabilities: new CapabilityTokens({
        secret: TOKEN_SECRET,
        now,
        newId: (kind) => organization.newId(kind),
      }),
      isSessionOpen: () => true,
      presenceOf: () => undefined,
      policy: POLICY,
      now,
      metrics: world.metrics,
      onFault: (error) => world.faults.push(error),
      transport: { kind: 'plain-loopback' },
      ...(options.limits === undefined ? {} : { limits: options.limits }),
      ...options.options,
    });
    world.port = (await world.plane.listen({ host: '127.0.0.1', port: 0 })).port;
    return world;
  }

  /** Ends everything, and lets no fault that nobody asked for go unnoticed. */
  async close(): Promise<void> {
    await this.plane?.close(0);
    await this.organization.authority.close();
    const faults = [...this.faults, ...this.organization.faults];
    if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '));
  }

  send(sent: Sent): Promise<Answer> {
    return send(this.port, sent);
  }

  /** A bearer token: an access token for humans and services, the token of its current Session for an Agent. */
  async tokenOf(principal: Principal): Promise<string> {
    const { actor, signer } = principal;
    if (actor.type === 'agent') return this.sessionTokenOf(principal);
    const challenge = await this.challengeFor(principal);
    const bytes = decodeBase64Url(challenge) ?? new Uint8Array();
    const signature = encodeBase64Url(signMessage(signer.privateKey, bytes));
    const answer = await this.postJson('/v0.1/access', { challenge, signature });
    return String(jsonOf(answer)['accessToken']);
  }

  async challengeFor({ actor, signer }: Principal): Promise<string> {
    const body = { principal: actor, keyId: signer.keyId, clientNonce: 'AAAAAAAAAAAA' };
    return String(jsonOf(await this.postJson('/v0.1/access/challenges', body))['challenge']);
  }

  async sessionTokenOf(
    agent: Principal,
    changes: object = {},
    secret: Uint8Array = TOKEN_SECRET,
  ): Promise<string> {
    const { nowMs } = this.organization;
    const claims = {
      agentId: agent.actor.id,
      keyId: agent.signer.keyId,
      sessionEpoch: (await this.organization.sessionOf(agent)) ?? 0,
      protocolVersion: '0.1',
      issuedAt: nowAt(nowMs).text,
      expiresAt: nowAt(nowMs + 900_000).text,
      ...changes,
    };
    return createSessionToken(claims, secret);
  }

  postJson(path: string, body: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return this.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
  }

  postCommand(bytes: Uint8Array, more: Partial<Sent> = {}): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return this.send({ method: 'POST', path: '/v0.1/commands', body: bytes, headers, ...more });
  }

  putContent(
    mission: Pick<TestMission, 'groupId'>,
    content: Uint8Array | string,
    token: string,
    contentHash = hashContent(content),
  ): Promise<Answer> {
    const headers = { 'content-type': 'application/octet-stream' };
    return this.send({
      method: 'PUT',
      path: artifactPath(mission, contentHash),
      body: content,
      headers,
      token,
    });
  }

  getContent(
    mission: Pick<TestMission, 'groupId'>,
    contentHash: string,
    token: string,
    more: Partial<Sent> = {},
  ): Promise<Answer> {
    return this.send({ path: artifactPath(mission, contentHash), token, ...more });
  }

  /** An Agent that is registered with an open Session, and a member of nothing. */
  async newAgent(label: string): Promise<Principal> {
    const agent = principalOf('agent', label);
    const bound = await this.organization.authority.registerBinding(bindingOf(agent));
    if (!bound.ok) throw new Error(bound.fault);
    await this.organization.register(agent);
    await this.organization.openSession(agent);
    return agent;
  }

  async join(mission: TestMission, member: Principal): Promise<void> {
    const { groupId } = mission;
    await this.organization.mustAct(
      'membership.change',
      COORDINATOR,
      { member: member.actor, role: 'worker', state: 'active', scopes: ['work.execute'] },
      { groupId },
    );
  }

  /** A WorkItem in the hands of a Worker, with a current Execution Lease. */
  async startWork(
    mission: TestMission,
    worker: Principal,
    changes: Partial<WorkContract> = {},
  ): Promise<StartedWork> {
    const { organization } = this;
    const { groupId } = mission;
    const workItemId = organization.newId('work-item');
    const offerId = organization.newId('offer');
    const contract = organization.contractOf(changes);
    await organization.mustAct('work.authorize', COORDINATOR, { workItemId, contract }, { groupId });
    await organization.mustAct(
      'work.offer',
      COORDINATOR,
      {
        workItemId,
        offers: [{ offerId, agentId: worker.actor.id }],
        selectionBasis: {
          requiredCapabilities: [CAPABILITY],
          verifiedMatches: [CAPABILITY],
          authorizationEligible: true,
          availabilityEstimate: organization.nowText,
          expectedCost: 0,
          reliabilityEvidence: [],
          policyRulesApplied: ['first eligible'],
        },
      },
      { groupId },
    );
    await organization.mustAct('work.accept_offer', worker, { workItemId, offerId }, { groupId });
    const ownershipEpoch = await organization.authority.look(
      (world) => world.get('workItem', groupId, workItemId)?.ownershipEpoch ?? 0,
    );
    await organization.mustAct('work.start', worker, { workItemId, ownershipEpoch }, { groupId });
    const executionLeaseId = await organization.authority.look(
      (world) => world.get('workItem', groupId, workItemId)?.executionLeaseId ?? '',
    );
    return { workItemId, ownershipEpoch, executionLeaseId };
  }

  async publish(
    mission: TestMission,
    worker: Principal,
    { workItemId, ownershipEpoch, executionLeaseId }: StartedWork,
    content: string,
    changes: Partial<Artifact> = {},
  ): Promise<Artifact> {
    const { signature: _signature, ...manifest } = {
      ...this.organization.artifactOf(mission, workItemId, worker, content),
      ...changes,
    };
    const artifact = this.organization.sign('artifact', manifest, worker);
    await this.organization.mustAct(
      'artifact.publish',
      worker,
      { artifact, ownershipEpoch, executionLeaseId },
      { groupId: mission.groupId },
    );
    return artifact;
  }
}

export function artifactPath({ groupId }: Pick<TestMission, 'groupId'>, contentHash: string): string {
  return `/v0.1/artifacts/${contentHash}?groupId=${encodeURIComponent(groupId)}`;
}

export function groupPath({ groupId }: Pick<TestMission, 'groupId'>, rest: string): string {
  return `/v0.1/groups/${encodeURIComponent(groupId)}/${rest}`;
}
