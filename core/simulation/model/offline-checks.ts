// Bounded offline execution as the model sees it (OFF-002…OFF-006): what was reported later had been done under a lease
// that was open then, by its holder, for the item that the holder still owns.
import { actorKey, demand, type GroupPicture, type Incident, ms } from './picture.ts';

const BINDING = 'urn:missionweaveprotocol:extension:bounded-offline-execution';

/** The data of the binding (section 6.4), as far as it is checked here. */
interface Binding {
  readonly agentId: string;
  readonly workItemId: string;
  readonly sessionEpoch: number;
  readonly ownershipEpoch: number;
  readonly executionLeaseId: string;
  readonly disconnectedAt: string;
  readonly bufferedAt: string;
  readonly graceDeadline: string;
}

/** An accepted Message or checkpoint that came with a binding. */
export function checkOffline({ picture, event, command }: Incident): void {
  const data = command.extensions?.[BINDING]?.data as Binding | undefined;
  const group = picture.groups.get(event.groupId ?? '');
  if (data === undefined || group === undefined || event.cause.type !== 'command') return;
  demand(
    command.kind === 'message.post' || command.kind === 'work.checkpoint',
    'OFF-003',
    `${command.kind} was accepted with an offline binding`,
  );
  demand(
    actorKey(command.actor) === `agent ${data.agentId}`,
    'OFF-006',
    'an offline binding of somebody else was accepted',
  );
  checkWindow(group, data);
  const owner = group.items.get(data.workItemId)?.document.owner;
  demand(
    owner?.agentId === data.agentId && owner.ownershipEpoch === data.ownershipEpoch,
    'INV-05',
    'offline work of a former owner was accepted',
  );
}

function checkWindow(group: GroupPicture, data: Binding): void {
  const lease = group.leases.get(data.executionLeaseId);
  demand(
    lease?.leaseType === 'execution' &&
      lease.workItemId === data.workItemId &&
      lease.holderAgentId === data.agentId &&
      lease.sessionEpoch === data.sessionEpoch,
    'OFF-006',
    'offline work was accepted under a lease that its Worker never held',
  );
  const bufferedMs = ms(data.bufferedAt);
  demand(
    ms(data.disconnectedAt) >= ms(lease.startsAt) &&
      bufferedMs >= ms(data.disconnectedAt) &&
      bufferedMs < ms(data.graceDeadline) &&
      bufferedMs < ms(lease.expiresAt) &&
      (lease.closedAt === undefined || bufferedMs <= ms(lease.closedAt)),
    'OFF-006',
    'offline work was accepted that was done outside its lease',
  );
}
