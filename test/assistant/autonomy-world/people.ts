// Who acts in a world of the autonomy tests, and how they sign: Commands with the placeholder of the fast Authority, results and
// Evidence with real keys, because the review verifies them.
import { openRegistry } from '../../../core/protocol/registry.ts';
import { bindingOf, FAST_NOTARY, type Notary, REAL_NOTARY } from '../../../core/simulation/notary.ts';
import {
  COORDINATORS,
  GROUP_AUTHORITY,
  ORGANIZATION_ID,
  OWNER,
  type Principal,
  SERVICE,
} from '../../../core/simulation/principals.ts';
import type { Actor } from '../../../core/protocol/generated/documents.ts';

export { GROUP_AUTHORITY, OWNER, SERVICE };
export type { Principal };

/** The Agent that the assistant acts for. */
export const LEADER = COORDINATORS[0] as Principal;
/** Agents that lead child Missions and do no work themselves. */
export const CHILD_LEADERS: readonly Principal[] = [1, 2].map((n) => agent(`child-leader-${n}`));
/** The most Workers that a world has. */
export const WORKERS: readonly Principal[] = Array.from({ length: 12 }, (_none, n) => agent(`hand-${n + 1}`));
/** Who answers for Workers: two houses, so that somebody independent can be found. */
export const HOUSES: readonly Actor[] = ['north', 'south'].map((name) => ({
  type: 'human',
  id: `urn:heddle:simulation:human:house-${name}`,
}));

const EVERYBODY = [OWNER, LEADER, SERVICE, GROUP_AUTHORITY, ...CHILD_LEADERS, ...WORKERS];
const BY_KEY_ID = new Map(EVERYBODY.map((each) => [each.keyId, each]));
const BY_ID = new Map(EVERYBODY.map((each) => [each.actor.id, each]));

export function principalOf(keyId: string): Principal | undefined {
  return BY_KEY_ID.get(keyId);
}

export function principalById(id: string): Principal {
  const found = BY_ID.get(id);
  if (found === undefined) throw new Error(`nobody here is ${id}`);
  return found;
}

function agent(label: string): Principal {
  return {
    actor: { type: 'agent', id: `urn:heddle:simulation:agent:${label}` },
    label,
    keyId: `urn:heddle:simulation:key:${label}`,
  };
}

/** The keys of everybody, as the Registry proves them. */
export const KEYS = openRegistry({
  organizationId: ORGANIZATION_ID,
  bindings: EVERYBODY.map((each) => bindingOf(each)),
});

/** Signs with keys what a review verifies. */
export const NOTARY: Notary = {
  sign(kind, unsigned, by) {
    const isVerified = kind === 'artifact' || kind === 'evidence';
    return (isVerified ? REAL_NOTARY : FAST_NOTARY).sign(kind, unsigned, by);
  },
  seal: (unsigned, by) => FAST_NOTARY.seal(unsigned, by),
};
