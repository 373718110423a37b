// Executes one row of the child table: a WorkItem is promoted, the child ends or not, and both sides are compared.
import { CHILD_GROUP, CHILD_MISSION, approvalOf } from '../../core/domain/seeded-missions.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  OWNER,
  SECOND_WORKER,
  type SeededOrganization,
} from '../../core/domain/seeded-world.test-data.ts';
import { CONTENT, ITEM } from '../../core/domain/work-scenes.test-data.ts';
import type { Actor, Command } from '../../core/protocol/generated/documents.ts';
import { itemRevisionOf, missionRevisionOf, missionStateOf } from './cell-runs.ts';
import type { ChildCause, ChildRefusal, ChildRow } from './child-table.ts';
import { compareWithCell, type Comparison, run } from './outcome.ts';
import { createWorkScene, promote, workStateOf } from './work-states.ts';

export function runChildRow(row: ChildRow): Comparison {
  const { organization } = createWorkScene('queued');
  promote(organization, row.policy);
  // A child is approved on the strength of a reviewed result of its own (MIS-009).
  if (row.cause === 'mission.approve') submitChild(organization);
  const itemBefore = itemRevisionOf(organization);
  const missionBefore = missionRevisionOf(organization);
  const { outcome } = run(organization, causeOf(organization, row.cause));
  return {
    actual: {
      events: outcome.ok ? outcome.events.map(({ kind }) => kind).toSorted() : outcome.rejection,
      child: missionStateOf(organization, CHILD_GROUP),
      parentItem: workStateOf(organization),
      parentMission: missionStateOf(organization),
      itemStep: itemRevisionOf(organization) - itemBefore,
      missionStep: missionRevisionOf(organization) - missionBefore,
    },
    expected: {
      events: [...row.events].toSorted(),
      child: row.child,
      parentItem: row.parentItem,
      parentMission: row.parentMission,
      itemStep: 1,
      missionStep: row.movesParent ? 1 : 0,
    },
  };
}

export function runChildRefusal({ cause, by, refused }: ChildRefusal): Comparison {
  const { organization } = createWorkScene('blocked, child live');
  const actor = by === 'Parent Coordinator' ? COORDINATOR : SECOND_WORKER;
  const { actual, expected } = compareWithCell(
    refused,
    run(organization, causeOf(organization, cause, actor)),
  );
  const states = [workStateOf(organization), missionStateOf(organization, CHILD_GROUP)];
  return { actual: [actual, ...states], expected: [expected, 'blocked', 'active'] };
}

/** Who ends a child in which way. */
const ENDS_BY: Readonly<Record<ChildCause, Actor>> = {
  'mission.approve': COORDINATOR,
  'mission.terminate': SECOND_WORKER,
  'mission.cancel': COORDINATOR,
  'mission.cancel of the parent': OWNER,
};

function causeOf(organization: SeededOrganization, cause: ChildCause, actor = ENDS_BY[cause]): Command {
  const inChild = { groupId: CHILD_GROUP };
  const reason = { reason: 'as agreed' };
  if (cause === 'mission.approve') {
    const approval = approvalOf({
      kind: 'child_mission',
      missionId: CHILD_MISSION,
      groupId: CHILD_GROUP,
      approver: COORDINATOR,
      artifactHashes: [CONTENT],
    });
    return organization.commandOf(cause, actor, { approval }, inChild);
  }
  return cause === 'mission.cancel of the parent'
    ? organization.commandOf('mission.cancel', actor, reason)
    : organization.commandOf(cause, actor, reason, inChild);
}

/** Another world lends the child its reviewed WorkItem and Artifact, which come about alike in every Group. */
function submitChild(organization: SeededOrganization): void {
  const lender = createWorkScene('verified').organization;
  const item = lender.world.get('workItem', GROUP, ITEM);
  const artifact = lender.world.get('artifact', GROUP, 'urn:heddle:test:artifact:inventory');
  if (item === undefined || artifact === undefined) throw new Error('the lender has a result');
  const place = { missionId: CHILD_MISSION, groupId: CHILD_GROUP };
  const workItemId = 'urn:heddle:test:work:of-child';
  organization.world.apply([
    {
      kind: 'workItem',
      groupId: CHILD_GROUP,
      id: workItemId,
      value: { ...item, document: { ...item.document, ...place, workItemId } },
    },
    {
      kind: 'artifact',
      groupId: CHILD_GROUP,
      id: artifact.artifactId,
      value: { ...artifact, ...place, workItemId },
    },
    { kind: 'content', groupId: CHILD_GROUP, id: CONTENT, value: { artifactIds: [artifact.artifactId] } },
  ]);
  const payload = { artifactHashes: [CONTENT] };
  organization.mustAct('mission.submit_for_approval', SECOND_WORKER, payload, { groupId: CHILD_GROUP });
}
