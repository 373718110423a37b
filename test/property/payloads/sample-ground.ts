// The ground of the sample documents: identifiers, Principals, times, hashes and dummy signatures.
import { hashContent } from '../../../core/protocol/hash.ts';
import { canonicalize } from '../../../core/protocol/jcs.ts';
import type {
  Actor,
  AgentActor,
  CapabilityRef,
  Extensions,
  HumanActor,
  ServiceActor,
  Signature,
} from '../../../core/protocol/generated/documents.ts';

/** An identifier of the sample world. */
export function urn(kind: string, name: string): string {
  return `urn:heddle:test:${kind}:${name}`;
}

/** A time on the one day on which everything happens. */
export function at(time: string): string {
  return `2026-03-02T${time}:00Z`;
}

/** The content hash of a named piece of content. */
export function hashOf(content: string): string {
  return hashContent(content);
}

/** The hash of a JSON value over its canonical form. */
export function hashOfValue(value: unknown): string {
  const canonical = canonicalize(value);
  if (!canonical.ok) throw new Error(`a sample has no canonical form: ${canonical.fault.reason}`);
  return hashContent(canonical.value);
}

/** A signature of the right shape that verifies under no key. */
export function dummySignature(signer: Actor, createdAt: string): Signature {
  return {
    algorithm: 'Ed25519',
    keyId: urn('key', signer.id.split(':').at(-1) ?? signer.type),
    createdAt,
    value: 'A'.repeat(86),
  };
}

export const ORGANIZATION_ID = urn('organization', 'heddle');

export const MISSION_OWNER: HumanActor = { type: 'human', id: urn('human', 'mission-owner') };
export const COORDINATOR: AgentActor = { type: 'agent', id: urn('agent', 'coordinator') };
export const SECOND_COORDINATOR: AgentActor = { type: 'agent', id: urn('agent', 'second-coordinator') };
export const WORKER: AgentActor = { type: 'agent', id: urn('agent', 'worker') };
export const SECOND_WORKER: AgentActor = { type: 'agent', id: urn('agent', 'second-worker') };
export const DELEGATE: AgentActor = { type: 'agent', id: urn('agent', 'delegate') };
export const REVIEWER: AgentActor = { type: 'agent', id: urn('agent', 'reviewer') };
export const AUTHORITY: ServiceActor = { type: 'service', id: urn('service', 'group-authority') };

export const MISSION_ID = urn('mission', 'supplier-audit');
export const GROUP_ID = urn('group', 'supplier-audit');
export const CHILD_MISSION_ID = urn('mission', 'certificate-check');
export const CHILD_GROUP_ID = urn('group', 'certificate-check');
export const FOLLOW_UP_MISSION_ID = urn('mission', 'supplier-audit-follow-up');
export const FOLLOW_UP_GROUP_ID = urn('group', 'supplier-audit-follow-up');

export const MAIN_CONVERSATION_ID = `${GROUP_ID}:mission`;
export const WORK_ITEM_ID = urn('work-item', 'collect-certificates');
export const WORK_CONVERSATION_ID = `${GROUP_ID}:work:${WORK_ITEM_ID}`;
export const PARENT_WORK_ITEM_ID = urn('work-item', 'audit-suppliers');
export const DEPENDENCY_ID = urn('work-item', 'list-suppliers');
export const PROPOSAL_ID = urn('proposal', 'collect-certificates');

export const OFFER_ID = urn('offer', 'to-worker');
export const SECOND_OFFER_ID = urn('offer', 'to-second-worker');
export const COORDINATOR_LEASE_ID = urn('lease', 'coordinator-1');
export const OWNERSHIP_LEASE_ID = urn('lease', 'ownership-1');
export const EXECUTION_LEASE_ID = urn('lease', 'execution-1');
export const BLOCKED_LEASE_ID = urn('lease', 'blocked-1');

export const CONTEXT_PACKAGE_ID = urn('context-package', 'worker-start');
export const DELEGATION_GRANT_ID = urn('delegation-grant', 'certificates');
export const OVERRIDE_GRANT_ID = urn('override-grant', 'one-more-message');
export const SNAPSHOT_ID = urn('snapshot', 'final');
export const SOURCE_EVENT_ID = urn('event', 'source');

export const REPORT_HASH = hashOf('certificate report');
export const TABLE_HASH = hashOf('certificate table');
export const SUPPLIER_LIST_HASH = hashOf('supplier list');

export const OWNERSHIP_EPOCH = 1;
export const COORDINATOR_EPOCH = 1;
export const AGENT_CARD_VERSION = 4;

export const RESEARCH: CapabilityRef = { id: 'document.research', version: '1.2.0' };
export const EXTRACTION: CapabilityRef = { id: 'table.extraction', version: '2.0.1' };

/** One noncritical extension. */
export const EXTENSIONS: Extensions = {
  [urn('extension', 'cost-center')]: { version: '1.0.0', critical: false, data: { costCenter: '4711' } },
};
