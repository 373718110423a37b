// INV-11: budgets, permissions, deadlines and delegations never exceed what lies above them.
import { checkAccount, findMore, plus, sixOfBudget, sixOfUsage } from './budget-picture.ts';
import { demand, type GroupPicture, type Incident, ms, NOTHING, type Picture, type Six } from './picture.ts';

/** One Event before it is applied. */
export function checkLimits(incident: Incident): void {
  const { picture, event, told } = incident;
  const group = picture.groups.get(event.groupId ?? '');
  if (event.kind === 'mission.created') checkChild(incident);
  if (group === undefined) return;
  if (told.usageDelta !== undefined) checkUsage(incident, group);
  if (told.delegationGrant !== undefined) checkNewGrant(incident, group);
  const isPlanned = event.kind === 'work.authorized' || event.kind === 'work.contract.revised';
  if (isPlanned && told.workItem !== undefined) {
    const { deadline, allowedResources } = told.workItem.contract;
    demand(ms(deadline) <= ms(group.mission.deadline), 'INV-11', 'a contract ends later than its Mission');
    const bounds = boundsOf(picture, group);
    const wanted = allowedResources.flatMap(({ operations }) => operations);
    demand(
      bounds.length === 0 || wanted.every((operation) => bounds.includes(operation)),
      'INV-11',
      'a contract allows what its Mission is not permitted',
    );
  }
}

/** The first permissions that are named from a Mission upwards; none at all bind nothing. */
function boundsOf(picture: Picture, group: GroupPicture): readonly string[] {
  for (let each: GroupPicture | undefined = group; each !== undefined;) {
    if (each.permissions.length > 0) return each.permissions;
    each = picture.groups.get(each.parentGroupId ?? '');
  }
  return [];
}

function checkChild({ picture, told }: Incident): void {
  const parent = told.mission?.parent;
  if (parent === undefined || told.mission === undefined) return;
  const above = picture.groups.get(picture.groupIdByMissionId.get(parent.missionId) ?? '');
  const item = above?.items.get(parent.workItemId);
  demand(above !== undefined && item !== undefined, 'INV-11', 'a child Mission hangs below nothing');
  demand(
    ms(told.mission.deadline) <= ms(above.mission.deadline) &&
      ms(told.mission.deadline) <= ms(item.document.contract.deadline),
    'INV-11',
    'a child Mission ends later than what it is for',
  );
  demand(
    (told.permissions ?? []).every((each) => above.permissions.includes(each)),
    'INV-11',
    'a child Mission is permitted what its parent is not',
  );
}

/** BUD-008, BUD-012: the charge names what it changes, and fits everywhere above. */
function checkUsage({ picture, told, event, command }: Incident, group: GroupPicture): void {
  const id = told.workItemId ?? '';
  const account = picture.accounts.get(id);
  demand(account !== undefined, 'INV-11', `usage was charged to the unknown ${id}`);
  const delta = sixOfUsage(told.usageDelta ?? {});
  demand(
    delta.some((each) => each > 0) && delta.every((each) => each >= 0),
    'BUD-010',
    'a charge charges nothing',
  );
  const after = plus(account.usage, delta);
  demand(
    told.cumulativeUsage !== undefined && sixOfUsage(told.cumulativeUsage).join(' ') === after.join(' '),
    'INV-11',
    `the usage of ${id} is not the sum of its charges`,
  );
  const lease = group.leases.get(told.executionLeaseId ?? '');
  demand(
    lease?.leaseType === 'execution' &&
      lease.workItemId === id &&
      lease.ownershipEpoch === told.ownershipEpoch,
    'INV-03',
    `${event.kind} names a lease under which nothing ran`,
  );
  const isMetered = command.actor.type === 'service';
  demand(
    isMetered || lease.holderAgentId === command.actor.id,
    'INV-03',
    'usage was reported under the lease of somebody else',
  );
}

function checkNewGrant({ told }: Incident, group: GroupPicture): void {
  const grant = told.delegationGrant;
  if (grant === undefined) return;
  const more = findMore(sixOfBudget(grant.budget), sixOfBudget(group.mission.budget));
  demand(more === undefined, 'INV-11', () => `a Delegation Grant has more ${more ?? ''} than its Mission`);
  demand(
    ms(grant.expiresAt) <= ms(group.mission.deadline),
    'INV-11',
    'a Delegation Grant outlives its Mission',
  );
}

/** After the Events of a Command: all accounts, and the ceilings of the Grant that was used. */
export function checkAccounts(picture: Picture): void {
  for (const [id, account] of picture.accounts) checkAccount(id, account);
}

/** DLG-006: everything for which a Grant was used stays below its ceilings together. */
export function checkGrantCeiling(group: GroupPicture, grantId: string): void {
  const grant = group.grants.get(grantId);
  demand(grant !== undefined, 'DLG-001', 'work was planned under an unknown Delegation Grant');
  let total: Six = NOTHING;
  for (const item of group.items.values()) {
    if (item.grantId === grantId) total = plus(total, sixOfBudget(item.document.contract.budget));
  }
  const more = findMore(total, sixOfBudget(grant.budget));
  demand(more === undefined, 'INV-11', () => `work under ${grantId} has more ${more ?? ''} than the Grant`);
}
