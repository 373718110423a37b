// What the cases of the autonomy corpus are made of.
import type { AutonomySettings } from '../../../core/coordinator/assistant/autonomy/decide.ts';
import type {
  AutonomyConnection,
  ProposedAct,
} from '../../../core/coordinator/assistant/autonomy/proposed-act.ts';

import { promote } from '../../../core/domain/seeded-missions.test-data.ts';

import type { SeededOrganization } from '../../../core/domain/seeded-world.test-data.ts';

import { bringTo } from '../../../core/domain/work-scenes.test-data.ts';
import type { WorkContract } from '../../../core/protocol/generated/documents.ts';
import { organizationWith } from './scenes.ts';

export interface AutonomyCase {
  readonly name: string;
  readonly make: () => readonly [ProposedAct, AutonomyConnection, AutonomySettings];
  /** The rule that it is signed under, or the ids of everything that stands against it. */
  readonly expected: { readonly rule: string } | { readonly why: readonly object[] };
}

/** Everything that a rule can allow, up to the highest risk and any cost: what is left is never done alone. */
export const EVERYTHING = {
  acts: [
    'mission.create_child',
    'mission.assign_coordinator',
    'mission.renew_coordinator',
    'mission.submit_for_approval',
    'mission.approve',
    'mission.request_changes',
    'mission.cancel',
    'mission.terminate',
    'membership.change',
    'membership.end',
    'message.post',
    'work.propose',
    'work.authorize',
    'work.offer',
    'work.unblock',
    'work.accept_result',
    'work.fail',
    'work.cancel',
  ],
  risk: 'destructive',
  each: {
    money: 1_000_000,
    currency: 'EUR',
    modelTokens: 1e12,
    toolCalls: 1e12,
    computeSeconds: 1e12,
    wallClockSeconds: 1e12,
    externalActions: 1e12,
  },
};

/** An organization with one WorkItem that is open. */
export const open = (contract: Partial<WorkContract> = {}) =>
  organizationWith((organization) => bringTo(organization, 'open', contract));

/** A child Mission that has submitted its result. */
export function child(prepare: (organization: SeededOrganization) => void = () => {}): SeededOrganization {
  return organizationWith((organization) => {
    promote(organization);
    prepare(organization);
  });
}
