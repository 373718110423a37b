// The sample desk's answers about Agents, members, grants, policy and overrides.
import type { implement } from '@orpc/server';
import type { deskContract } from '../../core/contract/contract.ts';
import { MockRows } from './mock-live.ts';
import { sampleAgents, sampleBasis, sampleGrants, sampleMembers, sampleRecords } from './sample-people.ts';
import {
  sampleLimits,
  sampleLimitSummary,
  sampleOverrides,
  samplePolicyLog,
  samplePolicySummary,
} from './sample-policy.ts';
import type { SampleContext } from './sample-world.ts';

type Procedures = ReturnType<typeof implement<typeof deskContract>>;

/** Made anew for every query: in the language that is set by then. */
export function mockPeople(
  os: Pick<Procedures, 'people' | 'policy'>,
  contextOf: () => SampleContext,
  isEmpty: boolean,
) {
  const none: Record<string, never> = {};
  const some = <Row extends object>(rows: readonly Row[], groupId?: string): readonly Row[] =>
    isEmpty
      ? []
      : rows.filter((row) => groupId === undefined || !('groupId' in row) || row.groupId === groupId);
  return {
    people: {
      agents: os.people.agents.handler(({ signal }) =>
        new MockRows(some(sampleAgents(contextOf())), none).follow(signal),
      ),
      records: os.people.records.handler(({ input, signal }) =>
        new MockRows(some(sampleRecords(contextOf(), input.agentId)), none).follow(signal),
      ),
      members: os.people.members.handler(({ input, signal }) =>
        new MockRows(some(sampleMembers(contextOf()), input.groupId), none).follow(signal),
      ),
      grants: os.people.grants.handler(({ input, signal }) =>
        new MockRows(some(sampleGrants(contextOf()), input.groupId), none).follow(signal),
      ),
      basis: os.people.basis.handler(({ input, signal }) =>
        new MockRows(some(sampleBasis(contextOf(), input.groupId)), none).follow(signal),
      ),
    },
    policy: {
      log: os.policy.log.handler(({ input, signal }) =>
        new MockRows(
          some(samplePolicyLog(contextOf()), input.groupId),
          samplePolicySummary(contextOf(), input.groupId),
        ).follow(signal),
      ),
      limits: os.policy.limits.handler(({ input, signal }) =>
        new MockRows(some(sampleLimits(contextOf()), input.groupId), sampleLimitSummary(contextOf())).follow(
          signal,
        ),
      ),
      overrides: os.policy.overrides.handler(({ input, signal }) =>
        new MockRows(some(sampleOverrides(contextOf()), input.groupId), none).follow(signal),
      ),
    },
  };
}
