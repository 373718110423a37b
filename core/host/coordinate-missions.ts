// Which Missions a Coordinator without a window leads: those of its policy where it is the Coordinator by the log. What changes of
// that is told, and what it found where it came in the place of another one (CRD-005).
import { planScene } from '../coordinator/assistant/planning/plan-scene.ts';
import { planTakeover } from '../coordinator/assistant/planning/takeover.ts';
import type { DeskConnection } from '../coordinator/desk/connection.ts';
import { parentOf } from '../domain/mission-tree.ts';
import { isTerminal } from '../domain/missions.ts';
import { type MissionRecord, SINGLE, type World } from '../domain/world.ts';
import type { Note } from '../store/replica-store.ts';
import type { CoordinatePolicy } from './coordinate-policy.ts';
import type { CoordinateVoice } from './coordinate-voice.ts';

export interface CoordinateMissionsOptions {
  readonly agentId: string;
  readonly missionIds: CoordinatePolicy['missionIds'];
  readonly voice: CoordinateVoice;
  /** Groups of which this Agent is a member now. */
  readonly followed: () => readonly string[];
  readonly readNotes: (groupId: string) => Promise<ReadonlyMap<string, unknown>>;
  readonly writeNotes: (notes: readonly Note[]) => Promise<void>;
}

/** Holds the newest Coordinator Epoch in which a Mission was led from here. */
const NOTE = 'coordinate-epoch';

export class CoordinateMissions {
  private readonly options: CoordinateMissionsOptions;
  /** By Group: the epoch in which it is led. */
  private readonly led = new Map<string, number>();

  constructor(options: CoordinateMissionsOptions) {
    this.options = options;
  }

  /**
   * The Groups of a connection that may be looked at: of the Missions that this Agent coordinates those that were taken up
   * here in the epoch of now, which none is that the policy leaves out; and all Groups of others.
   */
  visible(connection: DeskConnection): readonly string[] {
    const { world, groupIds } = connection;
    const followed = new Set(this.options.followed());
    return groupIds.filter((groupId) => {
      const mission = world.get('mission', groupId, SINGLE);
      if (mission === undefined || !this.isOurs(mission)) return true;
      return followed.has(groupId) && this.led.get(groupId) === mission.document.coordinator.coordinatorEpoch;
    });
  }

  /** Tells what is another one than before. Nothing is to be signed for a Mission before it was looked at here. */
  async look(connection: DeskConnection): Promise<void> {
    const { world } = connection;
    const followed = new Set(this.options.followed());
    for (const groupId of connection.groupIds) {
      const mission = world.get('mission', groupId, SINGLE);
      if (mission === undefined || !this.isCovered(world, mission)) continue;
      const { missionId, state, coordinator } = mission.document;
      const { coordinatorEpoch, agentId } = coordinator;
      const before = this.led.get(groupId);
      if (isTerminal(state)) {
        if (this.led.delete(groupId)) this.options.voice.say('mission.ended', { groupId, missionId, state });
      } else if (this.isOurs(mission) && followed.has(groupId)) {
        if (before !== coordinatorEpoch) await this.take(connection, groupId, mission);
      } else if (this.led.delete(groupId)) {
        // Whoever was nothing but the Coordinator is no member any more, and hears of no successor (CRD-008).
        const successor = this.isOurs(mission) ? undefined : agentId;
        this.options.voice.say('mission.left', { groupId, missionId, coordinatorAgentId: successor });
      }
    }
  }

  private async take(connection: DeskConnection, groupId: string, mission: MissionRecord): Promise<void> {
    const { voice, readNotes, writeNotes, agentId } = this.options;
    const { missionId, coordinator } = mission.document;
    const { coordinatorEpoch } = coordinator;
    const known = (await readNotes(groupId)).get(NOTE);
    const scene = planScene(connection, groupId);
    // The first Coordinator of a Mission comes in nobody's place.
    const isNew = coordinatorEpoch > 1 && known !== coordinatorEpoch;
    const takeover = isNew && scene !== undefined ? planTakeover(scene, agentId) : undefined;
    if (takeover === undefined) voice.say('mission.led', { groupId, missionId, coordinatorEpoch });
    else {
      const { rows } = takeover;
      voice.say('mission.taken_over', {
        groupId,
        missionId,
        coordinatorEpoch,
        items: rows.length,
        toDecide: rows.filter(({ mustDecide }) => mustDecide).length,
      });
      for (const { workItemId, state, cause, mustDecide } of rows)
        voice.say('takeover.item', { groupId, workItemId, state, cause, mustDecide });
    }
    if (known !== coordinatorEpoch) await writeNotes([{ groupId, name: NOTE, value: coordinatorEpoch }]);
    this.led.set(groupId, coordinatorEpoch);
  }

  private isOurs({ document }: MissionRecord): boolean {
    return document.coordinator.agentId === this.options.agentId;
  }

  /** A policy for a Mission is one for its child Missions, too. */
  private isCovered(world: World, mission: MissionRecord): boolean {
    const { missionIds } = this.options;
    if (missionIds === 'all') return true;
    let above: MissionRecord | undefined = mission;
    while (above !== undefined) {
      if (missionIds.has(above.document.missionId)) return true;
      above = parentOf(world, above);
    }
    return false;
  }
}
