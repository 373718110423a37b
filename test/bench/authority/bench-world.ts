// Who and what there is in a benchmark's Organization: Principals with keys from public labels, and Groups with their
// members. Both processes derive the same from the same numbers; what the Authority chose is in `BenchWorld`.
import { createHash } from 'node:crypto';
import { encodeBase64Url } from '../../../core/protocol/base64url.ts';
import { importSeed } from '../../../core/protocol/ed25519.ts';
import type { Actor, RegistryBinding } from '../../../core/protocol/generated/documents.ts';
import { openSigner } from '../../../core/protocol/ed25519-equation.ts';
import { createLocalSigner, type LocalSigner } from '../../../core/protocol/sign.ts';

/** Somebody who can sign. */
export interface Principal {
  readonly actor: Actor;
  readonly signer: LocalSigner;
}

const principals = new Map<string, Principal>();

/** The Principal of a label, the same one each time. */
export function principalOf(type: 'agent' | 'human', label: string): Principal {
  const id = `urn:heddle:bench:${type}:${label}`;
  const known = principals.get(id);
  if (known !== undefined) return known;
  const seed = createHash('sha256').update(`heddle benchmark key: ${id}`).digest();
  const signer = createLocalSigner(`urn:heddle:bench:key:${label}`, importSeed(seed));
  if (!signer.ok) throw new Error(signer.fault.message);
  // A client that signs slowly would take from the server what it needs: both share the machine.
  const sign = openSigner(signer.value.privateKey);
  const principal: Principal = { actor: { type, id }, signer: { ...signer.value, sign } };
  principals.set(id, principal);
  return principal;
}

export function bindingOf({ actor, signer }: Principal, validFrom: string): RegistryBinding {
  return {
    keyId: signer.keyId,
    principal: actor,
    algorithm: 'Ed25519',
    publicKey: encodeBase64Url(signer.publicKey),
    validFrom,
    validityHistory: [],
  };
}

export const OWNER = principalOf('human', 'mission-owner');
/** A member of every Group that only reads. */
export const READER = principalOf('agent', 'reader');
export const CAPABILITY = { id: 'files.inventory', version: '1.0.0' };

/** How large an Organization is. */
export interface WorldShape {
  readonly groups: number;
  readonly coordinators: number;
  readonly workers: number;
  /** Workers in one Group; the Coordinator, the owner and the reader come on top. */
  readonly workersPerGroup: number;
}

/** One Group as the Authority has made it. */
export interface BenchGroup {
  readonly missionId: string;
  readonly groupId: string;
  readonly conversationId: string;
  readonly coordinator: BenchMember;
  readonly coordinatorEpoch: number;
  readonly workers: readonly BenchMember[];
}

export interface BenchMember {
  readonly label: string;
  readonly membershipEpoch: number;
}

/** A whole Organization, as the load needs to know it. */
export interface BenchWorld {
  readonly shape: WorldShape;
  readonly groups: readonly BenchGroup[];
  /** How many Events the reader may see, over all Groups. */
  readonly eventsForReader: number;
}

export function coordinatorLabels({ coordinators }: WorldShape): readonly string[] {
  return Array.from({ length: coordinators }, (_none, n) => `coordinator-${n}`);
}

export function workerLabels({ workers }: WorldShape): readonly string[] {
  return Array.from({ length: workers }, (_none, n) => `worker-${n}`);
}

/** Labels of the workers in one Group: they go around, so that every worker is in as many Groups as any other. */
export function workersOf({ workers, workersPerGroup }: WorldShape, group: number): readonly string[] {
  return Array.from(
    { length: workersPerGroup },
    (_none, n) => `worker-${(group * workersPerGroup + n) % workers}`,
  );
}
