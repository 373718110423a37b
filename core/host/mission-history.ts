// The history of a Mission as a bundle: everything from the Authority's own answers, so that it is the same whoever runs it.
import type { Event, RegistryEvidence } from '../protocol/generated/documents.ts';
import type { ReplicaStore } from '../store/replica-store.ts';
import {
  type ControlPlaneClient,
  type ControlPlaneFault,
  describeFault,
} from '../sync/control-plane-client.ts';
import type { BundleSource } from './bundle-writer.ts';

const PAGE = 500;
const NOT_FOUND = 404;

/** What the Authority answers to somebody who may see all of these Groups. */
export async function sourceOfControlPlane(
  controlPlane: ControlPlaneClient,
  groupIds: readonly string[],
): Promise<BundleSource> {
  const registry = await controlPlane.readRegistry();
  if (!registry.ok) throw failure('the Registry', registry.fault);
  return {
    // Whoever reads the bundle judges it.
    registry: registry.value as RegistryEvidence,
    groupIds,
    async *events(groupId) {
      let after = 0;
      for (;;) {
        const page = await controlPlane.readGroupEvents(groupId, after, PAGE);
        if (!page.ok) throw failure(groupId, page.fault);
        for (const bytes of page.value) yield bytes;
        const last = page.value.at(-1);
        if (last === undefined) return;
        const { sequence } = decodeEvent(last);
        // Otherwise the same page would come for ever.
        if (sequence === undefined || sequence <= after) throw new Error(`${groupId} does not come in order`);
        after = sequence;
      }
    },
    async snapshot(groupId) {
      const snapshot = await controlPlane.readSnapshot(groupId);
      if (snapshot.ok) return snapshot.value;
      if (snapshot.fault.kind === 'refused' && snapshot.fault.status === NOT_FOUND) return undefined;
      throw failure(groupId, snapshot.fault);
    },
  };
}

function failure(what: string, fault: ControlPlaneFault): Error {
  return new Error(`${what} could not be read: ${describeFault(fault)}`);
}

/** The Events that a replica holds of a Mission's Groups, whose ids all begin with that of the Mission. */
export async function readHistory(
  store: Pick<ReplicaStore, 'readEvents'> & {
    readGroups(): Promise<readonly { readonly groupId: string }[]>;
  },
  missionId: string,
): Promise<ReadonlyMap<string, readonly Event[]>> {
  const history = new Map<string, readonly Event[]>();
  for (const { groupId } of await store.readGroups()) {
    if (!groupId.startsWith(`${missionId}:`)) continue;
    const events: Event[] = [];
    for (;;) {
      const page = await store.readEvents(groupId, events.at(-1)?.sequence ?? 0, PAGE);
      if (page.length === 0) break;
      events.push(...page.map(({ bytes }) => decodeEvent(bytes)));
    }
    history.set(groupId, events);
  }
  return history;
}

/** They were verified before they were kept. */
function decodeEvent(bytes: Uint8Array): Event {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Event;
}
