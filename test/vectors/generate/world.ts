// The small world that all vectors are about: its Principals, identifiers, hashes and times.
import type {
  Actor,
  AgentActor,
  HumanActor,
  ServiceActor,
} from '../../../core/protocol/generated/documents.ts';
import { sha256 } from './bytes.ts';

/** An identifier of the world: `urn:heddle:test:<kind>:<name>`. */
export function urn(kind: string, name: string): string {
  return `urn:heddle:test:${kind}:${name}`;
}

/** The content hash of something that a vector only refers to. */
export function hashFor(label: string): string {
  return sha256(Buffer.from(`heddle test content: ${label}`));
}

export const ORGANIZATION = urn('organization', 'loomworks');

export const COORDINATOR: AgentActor = { type: 'agent', id: urn('agent', 'coordinator') };
export const WEAVER: AgentActor = { type: 'agent', id: urn('agent', 'weaver') };
export const INSPECTOR: AgentActor = { type: 'agent', id: urn('agent', 'inspector') };
export const MISSION_OWNER: HumanActor = { type: 'human', id: urn('human', 'mission-owner') };
export const SECURITY_OFFICER: HumanActor = { type: 'human', id: urn('human', 'security-officer') };
export const REGISTRY_SERVICE: ServiceActor = { type: 'service', id: urn('service', 'registry') };
export const GROUP_AUTHORITY: ServiceActor = { type: 'service', id: urn('service', 'group-authority') };
export const ARCHIVE: ServiceActor = { type: 'service', id: urn('service', 'archive') };
export const ADMISSION_SERVICE: ServiceActor = { type: 'service', id: urn('service', 'admission') };
export const OTHER_SERVICE: ServiceActor = { type: 'service', id: urn('service', 'dye-house') };

export const MISSION = urn('mission', 'sample-cloth');
export const PARENT_MISSION = urn('mission', 'spring-collection');
export const GROUP = urn('group', 'sample-cloth');
export const CONVERSATION = urn('conversation', 'sample-cloth-main');
export const WORK_ITEM = urn('work-item', 'warp-plan');

/** When every key of the world starts and stops to count. */
export const KEYS_FROM = '2027-01-01T00:00:00Z';
export const KEYS_UNTIL = '2028-01-01T00:00:00Z';

/** A time of the working day on which everything happens. */
export function at(clock: string): string {
  return `2027-03-01T${clock}Z`;
}

/** A copy of an Actor under the wider type, for documents that accept any type of Principal. */
export function asActor({ type, id }: Actor): Actor {
  return { type, id };
}
