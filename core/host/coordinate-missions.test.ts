import { describe, expect, test } from 'vitest';
import { deskOf } from '../coordinator/desk/desk.test-data.ts';
import {
  CHILD_COORDINATOR,
  CHILD_GROUP,
  CHILD_MISSION,
  promote,
} from '../domain/seeded-missions.test-data.ts';
import { replaceCoordinator, seedWorkItem, setMission } from '../domain/seeded-work.test-data.ts';
import {
  COORDINATOR,
  GROUP,
  MISSION,
  SeededOrganization,
  STRANGER,
} from '../domain/seeded-world.test-data.ts';
import type { Note } from '../store/replica-store.ts';
import { CoordinateMissions } from './coordinate-missions.ts';
import type { CoordinatePolicy } from './coordinate-policy.ts';
import { type CoordinateEvent, CoordinateVoice } from './coordinate-voice.ts';

const NOTES = () => new Map<string, unknown>();

function missionsOf(
  agentId: string,
  missionIds: CoordinatePolicy['missionIds'] = 'all',
  notes = NOTES(),
  followed: readonly string[] = [GROUP, CHILD_GROUP],
) {
  const events: CoordinateEvent[] = [];
  const missions = new CoordinateMissions({
    agentId,
    missionIds,
    voice: new CoordinateVoice({ language: 'en', now: () => 0, onEvent: (event) => events.push(event) }),
    followed: () => followed,
    readNotes: async () => notes,
    writeNotes: async (written: readonly Note[]) => {
      for (const { name, value } of written) notes.set(name, value);
    },
  });
  return { missions, events, names: () => events.map(({ event }) => event) };
}

describe('the Missions that are led without a window', () => {
  test('are looked at only once it was told that they are led', async () => {
    const { missions, events } = missionsOf(COORDINATOR.id);
    const desk = deskOf(new SeededOrganization());
    expect(missions.visible(desk)).toEqual([]);
    await missions.look(desk);
    expect(missions.visible(desk)).toEqual([GROUP]);
    await missions.look(desk);
    expect(events).toMatchObject([{ event: 'mission.led', groupId: GROUP, coordinatorEpoch: 1 }]);
  });

  test('are those of the policy, their child Missions included', async () => {
    const organization = new SeededOrganization();
    promote(organization);
    const desk = deskOf(organization, { groupIds: [GROUP, CHILD_GROUP] });
    const { missions, names } = missionsOf(CHILD_COORDINATOR.id, new Set([MISSION]));
    await missions.look(desk);
    expect(names()).toEqual(['mission.led']);
    // Of the parent it is a member, and no Coordinator.
    expect(missions.visible(desk)).toEqual([GROUP, CHILD_GROUP]);
    const other = missionsOf(COORDINATOR.id, new Set([CHILD_MISSION]));
    await other.missions.look(desk);
    expect(other.names()).toEqual([]);
    expect(other.missions.visible(desk)).toEqual([CHILD_GROUP]);
  });

  test('CRD-005: where it comes in the place of another it tells what it found, once', async () => {
    const organization = new SeededOrganization();
    seedWorkItem(organization, { state: 'submitted' });
    replaceCoordinator(organization, STRANGER);
    const notes = NOTES();
    const { missions, events } = missionsOf(STRANGER.id, 'all', notes);
    await missions.look(deskOf(organization));
    expect(events).toMatchObject([
      { event: 'mission.taken_over', coordinatorEpoch: 2, items: 1, toDecide: 1 },
      { event: 'takeover.item', state: 'submitted', mustDecide: true },
    ]);
    const restarted = missionsOf(STRANGER.id, 'all', notes);
    await restarted.missions.look(deskOf(organization));
    expect(restarted.names()).toEqual(['mission.led']);
  });

  test('CRD-004, CRD-008: are let go of when another Agent is appointed, or nothing more is heard of them', async () => {
    const organization = new SeededOrganization();
    const { missions, events } = missionsOf(COORDINATOR.id);
    await missions.look(deskOf(organization));
    replaceCoordinator(organization, STRANGER);
    await missions.look(deskOf(organization));
    await missions.look(deskOf(organization));
    expect(events.slice(1)).toMatchObject([{ event: 'mission.left', coordinatorAgentId: STRANGER.id }]);

    const followed = [GROUP];
    const other = missionsOf(COORDINATOR.id, 'all', NOTES(), followed);
    const desk = deskOf(new SeededOrganization());
    await other.missions.look(desk);
    followed.pop();
    expect(other.missions.visible(desk)).toEqual([]);
    await other.missions.look(desk);
    expect(other.events.at(-1)).toMatchObject({ event: 'mission.left', coordinatorAgentId: undefined });
  });

  test('end with their Mission', async () => {
    const organization = new SeededOrganization();
    const { missions, events } = missionsOf(COORDINATOR.id);
    await missions.look(deskOf(organization));
    setMission(organization, { state: 'cancelled' });
    await missions.look(deskOf(organization));
    expect(events.at(-1)).toMatchObject({ event: 'mission.ended', state: 'cancelled' });
  });
});
