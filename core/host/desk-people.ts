// The procedures about Agents, members, grants, policy and overrides.
import type { implement } from '@orpc/server';
import type { deskContract } from '../contract/contract.ts';
import type { LivePart, LiveRow } from '../contract/live.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import { basisSource } from '../coordinator/desk-runtime/rows/basis-rows.ts';
import { grantsSource } from '../coordinator/desk-runtime/rows/grant-rows.ts';
import { limitsSource } from '../coordinator/desk-runtime/rows/limit-rows.ts';
import { overridesSource } from '../coordinator/desk-runtime/rows/override-rows.ts';
import { agentsSource, membersSource } from '../coordinator/desk-runtime/rows/people-rows.ts';
import { policyLogSource } from '../coordinator/desk-runtime/rows/policy-rows.ts';
import { recordsSource } from '../coordinator/desk-runtime/rows/record-rows.ts';

type Procedures = ReturnType<typeof implement<typeof deskContract>>;

/** Opens a live query for as long as its window wants it. */
type OpenLive = <Row extends LiveRow, Summary>(
  source: LiveSource<Row, Summary>,
  signal: AbortSignal | undefined,
) => AsyncGenerator<LivePart<Row, Summary>, void, void>;

export function peopleProcedures(
  os: Pick<Procedures, 'people' | 'policy'>,
  desk: DeskRuntime,
  live: OpenLive,
) {
  return {
    people: {
      agents: os.people.agents.handler(({ signal }) => live(agentsSource(desk), signal)),
      records: os.people.records.handler(({ input, signal }) => live(recordsSource(desk, input), signal)),
      members: os.people.members.handler(({ input, signal }) => live(membersSource(desk, input), signal)),
      grants: os.people.grants.handler(({ input, signal }) => live(grantsSource(desk, input), signal)),
      basis: os.people.basis.handler(({ input: { connectionId, groupId }, signal }) =>
        live(basisSource(desk, connectionId, groupId), signal),
      ),
    },
    policy: {
      log: os.policy.log.handler(({ input, signal }) => live(policyLogSource(desk, input), signal)),
      limits: os.policy.limits.handler(({ input, signal }) => live(limitsSource(desk, input), signal)),
      overrides: os.policy.overrides.handler(({ input, signal }) =>
        live(overridesSource(desk, input), signal),
      ),
    },
  };
}
