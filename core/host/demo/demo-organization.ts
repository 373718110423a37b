// Founds the Organization of the demo: throw-away keys for everybody, bound and with their cards registered.
import { randomUUID } from 'node:crypto';
import type { CapabilityRef, RegistryBinding } from '../../protocol/generated/documents.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import { openHostedAuthority, openStore } from '../authority-host.ts';
import type { KeptConnection } from '../desk-profile.ts';
import { newId } from '../../sync/system-ports.ts';
import { registerCard } from '../operator-acts.ts';
import { createOrganization, OrganizationFault, serviceOf } from '../organization-files.ts';
import { composeCard } from '../worker-card.ts';
import { createSigningKey } from '../worker-signing-key.ts';
import { DEMO_ROLES, type DemoCast, type DemoPaths, type DemoPerson, type DemoRole } from './demo-folder.ts';

interface Part {
  readonly name: string;
  /** Where a brief names the Agent itself. */
  readonly id?: string;
  readonly capabilities: readonly CapabilityRef[];
  readonly slots: number;
}

const one = (id: string): readonly CapabilityRef[] => [{ id, version: '1.0.0' }];

/** Names are signed data: they stay as they are in every language. */
const PARTS: { readonly [Role in DemoRole]: Part } = {
  owner: { name: 'Demo owner', capabilities: [], slots: 1 },
  coordinator: { name: 'Demo coordinator', capabilities: one('heddle.coordination'), slots: 1 },
  deputy: { name: 'Second coordinator', capabilities: one('heddle.coordination'), slots: 1 },
  field: { name: 'Field worker', capabilities: one('heddle.demo-field-work'), slots: 8 },
  night: { name: 'Night worker', capabilities: one('heddle.demo-field-work'), slots: 8 },
  relief: { name: 'Relief worker', capabilities: one('heddle.demo-field-work'), slots: 8 },
  translator: {
    name: 'Translator',
    id: 'urn:heddle:demo:agent:translator',
    capabilities: one('heddle.demo-translation'),
    slots: 1,
  },
  inventory: { name: 'Inventory worker', capabilities: one('heddle.folder-inventory'), slots: 2 },
  checks: { name: 'File checker', capabilities: one('heddle.file-checks'), slots: 2 },
  writer: { name: 'Report writer', capabilities: one('heddle.report-writing'), slots: 2 },
  reviewer: { name: 'Reviewer', capabilities: one('heddle.independent-review'), slots: 2 },
  records: { name: 'Records clerk', capabilities: one('heddle.demo-records'), slots: 2 },
};

/** How many runs a Worker of the demo has at once: as its card says. */
export function demoSlotsOf(role: DemoRole): number {
  return PARTS[role].slots;
}

export interface FoundedDemo {
  readonly connection: KeptConnection;
  readonly cast: DemoCast;
}

const CONNECTION_ID = 'demo';

/** Makes the Organization in the demo's folder; nothing of it is outside. */
export async function foundDemo(
  paths: DemoPaths,
  name: string,
  onFault: (error: unknown) => void,
): Promise<FoundedDemo> {
  const now = () => Date.now();
  const at = formatTimestamp(now());
  const organizationId = `urn:uuid:${randomUUID()}`;
  const folder = paths.profile.organization(CONNECTION_ID);
  const cast = makeCast();
  const bindings = await createOrganization(folder, organizationId, at);
  const store = await openStore({ folder });
  try {
    for (const binding of [...bindings, ...DEMO_ROLES.map((role) => bindingOf(cast[role], at))]) {
      await store.writeBinding(binding);
    }
  } finally {
    await store.close();
  }
  const authority = await openHostedAuthority({ folder, now, onFault });
  try {
    const operator = { folder, authority, now };
    for (const role of DEMO_ROLES) {
      if (role === 'owner') continue;
      const { actor, key } = cast[role];
      const { capabilities, slots, name: displayName } = PARTS[role];
      const registered = await registerCard(
        operator,
        composeCard({
          agentId: actor.id,
          displayName,
          keyId: key.keyId,
          publicKey: key.publicKey,
          organizationId,
          origin: 'https://127.0.0.1',
          owner: cast.owner.actor,
          capabilities,
          slots,
          validFrom: at,
          issuedAt: at,
        }),
      );
      if (!registered.ok) {
        throw new OrganizationFault(`${registered.fault.code}: ${registered.fault.message}`);
      }
    }
  } finally {
    await authority.close();
  }
  const identities = [cast.owner, cast.coordinator].map(({ actor, name: its, key }) => ({
    actor,
    name: its,
    keyId: key.keyId,
  }));
  const connection: KeptConnection = {
    connectionId: CONNECTION_ID,
    name,
    kind: 'demo',
    origin: undefined,
    organizationId,
    groupAuthorityId: serviceOf(organizationId, 'group-authority').id,
    certificate: undefined,
    identities,
  };
  return { connection, cast };
}

function makeCast(): DemoCast {
  const person = (role: DemoRole): DemoPerson => {
    const { name, id = newId() } = PARTS[role];
    const type = role === 'owner' ? ('human' as const) : ('agent' as const);
    return { actor: { type, id }, name, key: { ...createSigningKey(), testOnly: true } };
  };
  // One entry for each role.
  return Object.fromEntries(DEMO_ROLES.map((role) => [role, person(role)])) as unknown as DemoCast;
}

function bindingOf({ actor, key }: DemoPerson, validFrom: string): RegistryBinding {
  const { keyId, publicKey } = key;
  return { keyId, principal: actor, algorithm: 'Ed25519', publicKey, validFrom, validityHistory: [] };
}
