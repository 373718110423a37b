import { describe, expect, test } from 'vitest';
import { CHILD_GROUP, promote } from '../../../domain/seeded-missions.test-data.ts';
import { setMission } from '../../../domain/seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MISSION,
  SeededOrganization,
  WORKER,
} from '../../../domain/seeded-world.test-data.ts';
import { memberKey } from '../../../domain/world.ts';
import { bringTo, ITEM } from '../../../domain/work-scenes.test-data.ts';
import type { WorkItemState } from '../../../domain/ownership.ts';
import { noteOf } from '../../../../test/assistant/autonomy/scenes.ts';
import { DELEGABLE_ACTS } from './acts.ts';
import { reversibilityOf } from './reversibility.ts';
import { describeReversibility } from './words.ts';

const item = { type: 'workItem', groupId: GROUP, id: ITEM } as const;
const cancel = { kind: 'by-command', command: 'work.cancel', by: 'coordinator' };

describe('what can still be undone', () => {
  test.each<readonly [WorkItemState, object]>([
    ['open', { kind: 'over' }],
    ['offered', { kind: 'by-itself' }],
    ['queued', cancel],
    ['submitted', cancel],
    ['verified', { kind: 'never' }],
    ['failed', { kind: 'never' }],
  ])('an offer whose WorkItem is %s', (state, expected) => {
    const organization = new SeededOrganization();
    bringTo(organization, state);
    const note = noteOf({ kind: 'work.offer', target: item });
    expect(reversibilityOf(organization.world, note)).toStrictEqual(expected);
  });

  test.each<readonly [WorkItemState, object]>([
    ['open', cancel],
    ['verified', { kind: 'never' }],
  ])('work that was authorized and is %s', (state, expected) => {
    const organization = new SeededOrganization();
    bringTo(organization, state);
    expect(
      reversibilityOf(organization.world, noteOf({ kind: 'work.authorize', target: item })),
    ).toStrictEqual(expected);
  });

  test('an invitation, while the member is there', () => {
    const organization = new SeededOrganization();
    const target = { type: 'member', groupId: GROUP, id: memberKey(WORKER) } as const;
    const note = noteOf({ kind: 'membership.change', target });
    expect(reversibilityOf(organization.world, note)).toMatchObject({ command: 'membership.end' });
    organization.mustAct('membership.end', COORDINATOR, { member: WORKER });
    expect(reversibilityOf(organization.world, note)).toStrictEqual({ kind: 'over' });
  });

  test('a child Mission, until it has ended', () => {
    const organization = new SeededOrganization();
    promote(organization);
    const made = [{ type: 'mission', groupId: CHILD_GROUP, id: CHILD_GROUP }] as const;
    const note = noteOf({ kind: 'mission.create_child', target: item, made });
    expect(reversibilityOf(organization.world, note)).toMatchObject({
      command: 'mission.cancel',
      by: 'owner',
    });
    setMission(organization, { state: 'approved' }, CHILD_GROUP);
    expect(reversibilityOf(organization.world, note)).toStrictEqual({ kind: 'never' });
  });

  test('a submission, while nobody has answered it', () => {
    const organization = new SeededOrganization();
    const note = noteOf({ kind: 'mission.submit_for_approval', missionId: MISSION });
    expect(reversibilityOf(organization.world, note)).toStrictEqual({ kind: 'over' });
    setMission(organization, { state: 'awaiting_approval' });
    expect(reversibilityOf(organization.world, note)).toMatchObject({ command: 'mission.request_changes' });
  });

  test('an accepted result never', () => {
    expect(
      reversibilityOf(new SeededOrganization().world, noteOf({ kind: 'work.accept_result', target: item })),
    ).toStrictEqual({ kind: 'never' });
  });

  test.each(DELEGABLE_ACTS)('%s has words in both languages', (kind) => {
    const { world } = new SeededOrganization();
    for (const language of ['en', 'de'] as const) {
      const found = reversibilityOf(world, noteOf({ kind }));
      expect(describeReversibility(found, language)).toMatch(/\.$/u);
    }
  });
});
