// Who acts in a simulated Organization. Keys follow from public labels: they protect nothing and are for simulation only.
import type { Actor } from '../protocol/generated/documents.ts';

/** Somebody who can sign. */
export interface Principal {
  readonly actor: Actor;
  readonly label: string;
  readonly keyId: string;
}

/** The trust root of everybody here. */
export const ORGANIZATION_ID = 'urn:heddle:simulation:organization:1';

function principalOf(type: Actor['type'], label: string): Principal {
  return {
    actor: { type, id: `urn:heddle:simulation:${type}:${label}` },
    label,
    keyId: `urn:heddle:simulation:key:${label}`,
  };
}

/** The human who owns every root Mission. */
export const OWNER = principalOf('human', 'owner');
/** A human of the Organization who owns no Mission. */
export const BYSTANDER = principalOf('human', 'bystander');
/** Either can be appointed in place of the other. */
export const COORDINATORS: readonly Principal[] = [
  principalOf('agent', 'coordinator-1'),
  principalOf('agent', 'coordinator-2'),
];
/** They compete for offers. */
export const WORKERS: readonly Principal[] = [
  principalOf('agent', 'worker-1'),
  principalOf('agent', 'worker-2'),
  principalOf('agent', 'worker-3'),
];
/** A member that only reads and talks. */
export const OBSERVER = principalOf('agent', 'observer');
/** A registered Agent that no Mission knows. */
export const STRANGER = principalOf('agent', 'stranger');
/** The service that policy lets act in every role. */
export const SERVICE = principalOf('service', 'services');
/** A service without any right. */
export const OTHER_SERVICE = principalOf('service', 'other');
/** Signs the Events. */
export const GROUP_AUTHORITY = principalOf('service', 'group-authority');

/** Everybody with an Agent Card. */
export const AGENTS: readonly Principal[] = [...COORDINATORS, ...WORKERS, OBSERVER, STRANGER];
/** Everybody with a key. */
export const EVERYBODY: readonly Principal[] = [
  OWNER,
  BYSTANDER,
  ...AGENTS,
  SERVICE,
  OTHER_SERVICE,
  GROUP_AUTHORITY,
];

const BY_KEY_ID: ReadonlyMap<string, Principal> = new Map(EVERYBODY.map((each) => [each.keyId, each]));
const BY_ACTOR: ReadonlyMap<string, Principal> = new Map(
  EVERYBODY.map((each) => [`${each.actor.type} ${each.actor.id}`, each]),
);

/** Whose key this is. */
export function principalByKeyId(keyId: string): Principal | undefined {
  return BY_KEY_ID.get(keyId);
}

/** The Principal of an actor of this Organization. */
export function principalOfActor({ type, id }: Actor): Principal {
  const found = BY_ACTOR.get(`${type} ${id}`);
  if (found === undefined) throw new Error(`nobody here is ${type} ${id}`);
  return found;
}

/** The Principal of an Agent of this Organization. */
export function agentOf(id: string): Principal {
  return principalOfActor({ type: 'agent', id });
}
