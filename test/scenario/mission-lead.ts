// What a Coordinator does with one Mission: plans work, offers it, reviews results, submits.
import type {
  ContextPackage,
  Event,
  Evidence,
  WorkContract,
} from '../../core/protocol/generated/documents.ts';
import { signDocument } from '../../core/protocol/sign.ts';
import { formatTimestamp } from '../../core/protocol/timestamp.ts';
import { newId } from '../../core/sync/system-ports.ts';
import type { CoordinatorAgent } from './coordinator-agent.ts';
import type { MissionIds } from './mission-owner.ts';
import { reportContractOf } from './report-contract.ts';
import type { Principal } from './principals.ts';
import { CAPABILITY, type StagedWorker } from './scenario-stage.ts';

/** When all work ends, that of the child Mission too. */
export const WORK_DEADLINE = formatTimestamp(Date.now() + 7 * 86_400_000);

export class MissionLead {
  readonly agent: CoordinatorAgent;
  readonly mission: MissionIds;

  constructor(agent: CoordinatorAgent, mission: MissionIds) {
    this.agent = agent;
    this.mission = mission;
  }

  act(kind: string, payload: object): Promise<Event> {
    return this.agent.act(this.mission.groupId, kind, payload);
  }

  until(kind: string, workItemId?: string): Promise<Event> {
    return this.agent.until(
      this.mission.groupId,
      kind,
      (event) => event.kind === kind && (workItemId === undefined || event.workItemId === workItemId),
    );
  }

  async admit({ actor }: Pick<Principal, 'actor'>, role: 'worker' | 'observer'): Promise<void> {
    const scopes = role === 'worker' ? ['message.post', 'work.execute'] : ['message.read'];
    await this.act('membership.change', { member: actor, role, state: 'active', scopes });
  }

  /** A new WorkItem whose program takes its orders under `name`. */
  async authorize(name: string, requestedUrgency: WorkContract['requestedUrgency']): Promise<string> {
    const workItemId = newId();
    await this.act('work.authorize', {
      workItemId,
      contract: reportContractOf(name, ['deterministic_test', 'reviewer_assessment'], {
        deadline: WORK_DEADLINE,
        requestedUrgency,
      }),
    });
    return workItemId;
  }

  async offer(workItemId: string, { actor }: StagedWorker): Promise<void> {
    await this.act('work.offer', {
      workItemId,
      offers: [{ offerId: newId(), agentId: actor.id }],
      selectionBasis: {
        requiredCapabilities: [CAPABILITY],
        verifiedMatches: [CAPABILITY],
        authorizationEligible: true,
        availabilityEstimate: formatTimestamp(Date.now()),
        expectedCost: 0,
        reliabilityEvidence: [],
        policyRulesApplied: ['first eligible'],
      },
    });
  }

  async assign(
    name: string,
    requestedUrgency: WorkContract['requestedUrgency'],
    worker: StagedWorker,
  ): Promise<string> {
    const workItemId = await this.authorize(name, requestedUrgency);
    await this.offer(workItemId, worker);
    return workItemId;
  }

  /** Reviews what was submitted and accepts it; the hashes of its Artifacts. */
  async accept(workItemId: string): Promise<readonly string[]> {
    const { payload } = await this.until('work.submitted', workItemId);
    const artifactHashes = (payload as { readonly artifactHashes: readonly string[] }).artifactHashes;
    const evidence = this.evidenceOf(workItemId, artifactHashes);
    await this.act('work.accept_result', { workItemId, evidence: [evidence] });
    return artifactHashes;
  }

  async submit(artifactHashes: readonly string[]): Promise<void> {
    await this.act('mission.submit_for_approval', { artifactHashes });
  }

  /** What a successor needs to know, as this Coordinator has left it (CTX-002). */
  handOver(summary: string): ContextPackage {
    const { missionId, groupId } = this.mission;
    const events = this.agent.eventsOf(groupId);
    const signed = signDocument(
      'context-package',
      {
        contextPackageId: newId(),
        version: 1,
        missionId,
        groupId,
        sourceEventRange: {
          fromSequence: 1,
          toSequence: events.length,
          eventIds: events.map(({ eventId }) => eventId),
        },
        artifactHashes: [],
        summary,
        decisions: [],
        constraints: [],
        unresolvedQuestions: [],
        generatedBy: { type: 'agent', id: this.agent.actor.id },
        generatedAt: formatTimestamp(Date.now()),
      },
      this.agent.signer,
    );
    if (!signed.ok) throw new Error(signed.fault.message);
    return signed.value.document;
  }

  private evidenceOf(workItemId: string, artifactHashes: readonly string[]): Evidence {
    const { missionId, groupId } = this.mission;
    const signed = signDocument(
      'evidence',
      {
        evidenceId: newId(),
        missionId,
        groupId,
        workItemId,
        type: 'reviewer_assessment',
        subject: { type: 'work_item', id: workItemId },
        criterionIds: ['complete'],
        method: 'read it',
        result: 'passed',
        artifactHashes: [...artifactHashes],
        generatedBy: { type: 'agent', id: this.agent.actor.id },
        createdAt: formatTimestamp(Date.now()),
      },
      this.agent.signer,
    );
    if (!signed.ok) throw new Error(signed.fault.message);
    return signed.value.document;
  }
}
