// How often one Agent may open a session: each one is an Event in the log for ever and revokes the leases of the one
// before (LSE-004), so a Worker that crashes in a loop must not go on without end. Asked only after a key was proven,
// so that nobody can use up what belongs to somebody else.
import type { GatewayLimits } from './limits.ts';
import { TokenBucket } from './token-bucket.ts';

export class SessionOpenings {
  private readonly limits: Pick<GatewayLimits, 'sessionBurst' | 'sessionRefillMs' | 'rememberedAgents'>;
  /** The Agent that asked last is the last. */
  private readonly bucketsByAgentId = new Map<string, TokenBucket>();

  constructor(limits: SessionOpenings['limits']) {
    this.limits = limits;
  }

  /** Counts an opening and answers 0, or answers how long the Agent has to wait for the next one. */
  take(agentId: string, nowMs: number): number {
    const { sessionBurst, sessionRefillMs, rememberedAgents } = this.limits;
    const bucket =
      this.bucketsByAgentId.get(agentId) ?? new TokenBucket(sessionBurst, sessionRefillMs, nowMs);
    this.bucketsByAgentId.delete(agentId);
    this.bucketsByAgentId.set(agentId, bucket);
    const [longestAgo] = this.bucketsByAgentId.keys();
    if (this.bucketsByAgentId.size > rememberedAgents && longestAgo !== undefined)
      this.bucketsByAgentId.delete(longestAgo);
    return bucket.take(nowMs);
  }
}
