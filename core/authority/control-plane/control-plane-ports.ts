// What the control plane is made of: the Authority and the services behind its routes, its limits, and what a route gets to see.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OrganizationPolicy } from '../../domain/decision.ts';
import type { PresenceRecord } from '../../protocol/generated/documents.ts';
import type { AuthorityStore } from '../../store/authority-store.ts';
import type { AccessTokens, Caller } from '../access-tokens.ts';
import type { ArtifactService } from '../artifact-service.ts';
import type { Authority } from '../authority.ts';
import type { CapabilityTokens } from '../capability-tokens.ts';
import type { MembershipIndex } from '../membership-index.ts';
import type { AuthorityMetrics } from '../metrics.ts';
import type { CallerReader } from './callers.ts';
import type { GateLimits, Pass } from './request-gate.ts';

/** The part of an Authority that the control plane uses. */
export type ControlPlaneAuthority = Pick<
  Authority,
  'organizationId' | 'keys' | 'submit' | 'look' | 'followOthers' | 'visibleFrom' | 'onCommit'
> & {
  readonly store: Pick<
    AuthorityStore,
    'readBindings' | 'readGroupEvents' | 'readGroupIds' | 'readRecords' | 'readPosition' | 'write'
  >;
};

export interface ControlPlaneLimits {
  readonly maxCommandBytes: number;
  /** Commands that may wait for their commit at once. */
  readonly maxWaitingCommands: number;
  /** For the headers of a request, and for the body of a Command. */
  readonly headersMs: number;
  readonly commandBodyMs: number;
  /** For a whole upload, and between two pieces of it. */
  readonly uploadMs: number;
  readonly uploadIdleMs: number;
  /** For a connection on which nothing moves, such as a download that nobody reads. */
  readonly idleMs: number;
  readonly maxHeaderBytes: number;
  readonly maxConnections: number;
  readonly gate: GateLimits;
}

export interface ControlPlaneEnvironment {
  readonly authority: ControlPlaneAuthority;
  readonly memberships: MembershipIndex;
  readonly artifacts: ArtifactService;
  readonly accessTokens: AccessTokens;
  readonly capabilities: CapabilityTokens;
  /** Whether an Agent's Session is live on a connection to this process. */
  readonly isSessionOpen: (agentId: string, sessionEpoch: number) => boolean;
  /** What an Agent last said of itself, while that counts (WS-061). */
  readonly presenceOf: (agentId: string) => PresenceRecord | undefined;
  readonly policy: OrganizationPolicy;
  readonly readCaller: CallerReader;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly limits: ControlPlaneLimits;
  readonly metrics: AuthorityMetrics | undefined;
  /** Hears of faults that no caller may hear about. */
  readonly onFault: (error: unknown) => void;
}

/** What the hooks found out about a request before its handler runs. */
export interface Admission {
  readonly pass: Pass;
  /** Undefined on routes that need no token and got none. */
  readonly caller: Caller | undefined;
}

/** A handler. It answers through `reply`, or throws a refusal. */
export type Handler = (
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission,
) => Promise<FastifyReply>;
