// A parent Mission with a child that goes through its life by Commands alone: planned, done, submitted, failed.
import { nowAt, type CommandKind } from '../../../core/domain/decision.ts';
import { CHILD_GROUP, CHILD_MISSION, childPayload } from '../../../core/domain/seeded-missions.test-data.ts';
import { CAPABILITY, contractOf, COORDINATOR } from '../../../core/domain/seeded-world.test-data.ts';
import {
  artifactOf,
  BASIS,
  CONTENT,
  evidenceOf,
  reviewOf,
} from '../../../core/domain/work-scenes.test-data.ts';
import type {
  Actor,
  CommandPayloads,
  Evidence,
  WorkContract,
} from '../../../core/protocol/generated/documents.ts';
import { ANNA, BERT, CARA, Stage, TASK } from '../stage.ts';

export const CHILD_TASK = 'urn:heddle:test:work:child-task';
export { CHILD_GROUP, CHILD_MISSION };

const CRITERION = {
  criterionId: 'complete',
  description: 'no file is missing',
  evidenceRequired: ['deterministic_test' as const],
};

export class ChildStage extends Stage {
  /** Anna works in the parent, Bert coordinates the child, Cara works there. */
  constructor(contract: Partial<WorkContract> = {}) {
    super();
    this.employ(ANNA).register(BERT).register(CARA).plan(contract);
  }

  inChild<Kind extends CommandKind>(kind: Kind, actor: Actor, payload: CommandPayloads[Kind]): this {
    this.mustAct(kind, actor, payload, { groupId: CHILD_GROUP });
    return this;
  }

  promote(changes: Partial<CommandPayloads['mission.create_child']> = {}): this {
    this.mustAct(
      'mission.create_child',
      COORDINATOR,
      childPayload({
        parentWorkItemId: TASK,
        coordinatorAgentId: BERT.id,
        coordinatorLeaseSeconds: 80_000,
        definitionOfDone: [CRITERION],
        permissions: ['read'],
        ...changes,
      }),
    );
    return this;
  }

  /** The only work of the child, up to its submission for approval. */
  deliver(lead: Actor = BERT, evidence: Partial<Evidence> = {}): this {
    this.beginChild(lead);
    return this.hand(evidence).verifyChild(lead).submitChild(lead);
  }

  /** Authorized, offered to Cara, accepted and begun. */
  beginChild(lead: Actor = BERT): this {
    const offerId = 'urn:heddle:test:offer:child';
    this.inChild('membership.change', lead, {
      member: CARA,
      role: 'worker',
      state: 'active',
      scopes: ['message.post', 'work.accept_offer', 'work.execute'],
    });
    this.inChild('work.authorize', lead, {
      workItemId: CHILD_TASK,
      contract: contractOf({
        budget: { currency: 'EUR', financialLimit: 2, toolCallLimit: 20 },
        deadline: '2026-05-05T07:00:00Z',
        acceptanceCriteria: [CRITERION],
      }),
    });
    this.inChild('work.offer', lead, {
      workItemId: CHILD_TASK,
      offers: [{ offerId, agentId: CARA.id }],
      selectionBasis: BASIS,
    });
    this.inChild('work.accept_offer', CARA, { workItemId: CHILD_TASK, offerId });
    return this.inChild('work.start', CARA, { workItemId: CHILD_TASK, ownershipEpoch: 1 });
  }

  /** Cara publishes and submits. */
  hand(evidence: Partial<Evidence> = {}): this {
    const item = this.world.get('workItem', CHILD_GROUP, CHILD_TASK);
    const claim = {
      ownershipEpoch: item?.ownershipEpoch ?? 0,
      executionLeaseId: item?.executionLeaseId ?? '',
    };
    const place = { missionId: CHILD_MISSION, groupId: CHILD_GROUP, workItemId: CHILD_TASK };
    const at = nowAt(this.nowMs).text;
    this.inChild('artifact.publish', CARA, {
      artifact: artifactOf({
        ...place,
        producer: { agentId: CARA.id, agentCardVersion: 1, capabilities: [CAPABILITY] },
        createdAt: at,
      }),
      ...claim,
    });
    return this.inChild('work.submit', CARA, {
      workItemId: CHILD_TASK,
      ...claim,
      artifactHashes: [CONTENT],
      evidence: [
        evidenceOf({
          ...place,
          subject: { type: 'work_item', id: CHILD_TASK },
          generatedBy: CARA,
          artifactHashes: [CONTENT],
          createdAt: at,
          ...evidence,
        }),
      ],
    });
  }

  verifyChild(lead: Actor = BERT): this {
    return this.inChild('work.accept_result', lead, {
      workItemId: CHILD_TASK,
      evidence: [
        reviewOf({
          missionId: CHILD_MISSION,
          groupId: CHILD_GROUP,
          workItemId: CHILD_TASK,
          subject: { type: 'work_item', id: CHILD_TASK },
          generatedBy: lead,
          createdAt: nowAt(this.nowMs).text,
        }),
      ],
    });
  }

  submitChild(lead: Actor = BERT): this {
    return this.inChild('mission.submit_for_approval', lead, { artifactHashes: [CONTENT] });
  }
}
