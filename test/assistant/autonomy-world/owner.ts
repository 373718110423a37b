// The human who owns the Mission: creates it, and opens the start gates of risky work some minutes after somebody has taken it.
import { conditionsOf } from '../../../core/domain/execution-approvals.ts';
import { SINGLE } from '../../../core/domain/world.ts';
import type { Event, WorkItem } from '../../../core/protocol/generated/documents.ts';
import { approvalOf, timeText } from '../../../core/simulation/documents.ts';
import { liveHoldingOf, roomsOf } from '../../../core/simulation/scene.ts';
import { type MissionPlan, MINUTE_MS } from './mission-plan.ts';
import type { SimulatedOrganization } from './organization.ts';
import { LEADER, OWNER } from './people.ts';

export const MISSION = 'urn:heddle:simulation:mission:led';
export const GROUP = 'urn:heddle:simulation:group:led';
/** The term that the leader begins with; it has to look after the rest. */
const TERM_SECONDS = 4 * 3_600;

export class MissionOwner {
  private readonly organization: SimulatedOrganization;

  constructor(organization: SimulatedOrganization) {
    this.organization = organization;
    organization.onEvents((events) => {
      for (const event of events) this.hear(event);
    });
  }

  async create({ budget, deadlineMs }: MissionPlan): Promise<void> {
    await this.organization.mustAct(
      'mission.create',
      OWNER,
      {
        missionId: MISSION,
        groupId: GROUP,
        coordinatorAgentId: LEADER.actor.id,
        objective: 'bring the survey to its end',
        definitionOfDone: [
          { criterionId: 'done', description: 'the survey is complete', evidenceRequired: ['human_review'] },
        ],
        budget,
        deadline: timeText(deadlineMs),
        approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
        permissions: ['read', 'files.read'],
        coordinatorLeaseSeconds: TERM_SECONDS,
      },
      { groupId: GROUP },
    );
  }

  private hear({ kind, payload, groupId }: Event): void {
    if (kind !== 'work.offer.accepted' || groupId === undefined) return;
    const { workItem } = payload as unknown as { readonly workItem: WorkItem };
    if (workItem.contract.executionApproval === 'not_required') return;
    const { workItemId } = workItem;
    const { random } = this.organization;
    this.organization.after((1 + random.below(12)) * MINUTE_MS, () => this.permit(groupId, workItemId));
  }

  private async permit(groupId: string, workItemId: string): Promise<void> {
    const { organization } = this;
    const scene = organization.scene();
    const record = scene.world.get('workItem', groupId, workItemId);
    const mission = scene.world.get('mission', groupId, SINGLE);
    const lease = record === undefined ? undefined : liveHoldingOf(scene, record);
    const room = roomsOf(scene).find((each) => each.groupId === groupId);
    if (record?.document.state !== 'queued' || lease === undefined) return;
    if (mission?.document.state !== 'active' || room === undefined) return;
    const terms = {
      operations: ['read'],
      resources: [],
      ownershipEpoch: record.ownershipEpoch,
      budget: record.document.contract.budget,
      expiresAt: lease.expiresAt,
    };
    const approval = approvalOf(scene, room, OWNER, {
      kind: 'work_execution',
      workItemId,
      missionRevision: mission.document.revision,
      artifactHashes: [],
      conditions: [...(conditionsOf(terms) ?? [])],
    });
    await organization.act('approval.grant_execution', OWNER, { approval, ...terms }, { groupId });
  }
}
