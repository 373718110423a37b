// A Worker that takes what it is offered and does what its script says, with real Commands.
import { liveHoldingLease } from '../../core/domain/ownership.ts';
import { isRunning } from '../../core/domain/offers.ts';
import { findExecutionApproval } from '../../core/domain/execution-approvals.ts';
import { nowAt } from '../../core/domain/decision.ts';
import type { WorkItemRecord } from '../../core/domain/world.ts';
import type { Evidence } from '../../core/protocol/generated/documents.ts';
import { OFFER_DECLINE_SCHEMA } from '../../core/protocol/offer-decline.ts';
import { hashContent } from '../../core/protocol/hash.ts';
import { timeText } from '../../core/simulation/documents.ts';
import type { Principal } from '../../core/simulation/principals.ts';
import { groupIdsOf } from '../../core/simulation/state-text.ts';
import type { RunStage } from './run-stage.ts';

/** What a Worker does with one term of ownership. */
export type Deed =
  | 'complete'
  /** Does not answer the offer. */
  | 'ignore'
  /** Says no to the offer, in a Message. */
  | 'decline'
  /** Takes the work and never starts it. */
  | 'never start'
  /** Starts and is never heard of again. */
  | 'vanish'
  | 'checkpoint and vanish'
  | { readonly fail: string }
  | { readonly block: string }
  /** Submits what is wrong in some way. */
  | { readonly submit: Partial<Submission> };

export interface Submission {
  readonly content: (deliverableId: string) => string;
  readonly evidence: Evidence['result'];
  readonly assessment: Evidence['result'];
  /** Publishes content that nobody can get in this form. */
  readonly damaged: boolean;
  readonly mediaType: string;
  /** Of a review: says nothing about what it was asked. */
  readonly isSilent: boolean;
}

/** Decides by the item and the number of this Agent's term on it, from 1. */
export type Script = (item: string, term: number) => Deed;

export class ScriptedWorker {
  private readonly stage: RunStage;
  private readonly self: Principal;
  private readonly script: Script;
  private readonly terms = new Map<string, { readonly epoch: number; readonly count: number }>();
  private readonly blocked = new Set<string>();
  private readonly declined = new Set<string>();

  constructor(stage: RunStage, self: Principal, script: Script) {
    this.stage = stage;
    this.self = self;
    this.script = script;
  }

  /** Does the next thing, if there is one. */
  async act(): Promise<boolean> {
    const { world } = this.stage;
    const now = nowAt(this.stage.clock.nowMs);
    for (const groupId of groupIdsOf(world)) {
      for (const [, record] of world.list('workItem', groupId)) {
        const { document } = record;
        const { state, offers = [], owner, workItemId } = document;
        const item = nameOf(workItemId);
        if (state === 'offered') {
          const offer = offers.find((each) => each.agentId === this.self.actor.id && isRunning(each, now));
          const answer = this.deedOf(item, workItemId, record.ownershipEpoch + 1);
          if (offer === undefined || answer === 'ignore') continue;
          if (answer === 'decline') {
            if (!(await this.decline(record, offer.offerId))) continue;
            return true;
          }
          await this.send(groupId, 'work.accept_offer', { workItemId, offerId: offer.offerId });
          return true;
        }
        if (owner?.agentId !== this.self.actor.id) continue;
        if (liveHoldingLease(world, record, now) === undefined) continue;
        const deed = this.deedOf(item, workItemId, owner.ownershipEpoch);
        if (deed === 'never start') continue;
        if (state === 'queued' && this.canStart(record)) {
          await this.send(groupId, 'work.start', { workItemId, ownershipEpoch: owner.ownershipEpoch });
          return true;
        }
        const mayRun = state === 'active' && deed !== 'vanish' && this.isRunnable(record);
        if (mayRun && (await this.execute(record, deed))) return true;
      }
    }
    return false;
  }

  /** Once for each offer. */
  private async decline({ document }: WorkItemRecord, offerId: string): Promise<boolean> {
    if (this.declined.has(offerId)) return false;
    this.declined.add(offerId);
    const { groupId, workItemId, conversationId } = document;
    const data = { workItemId, offerId, reason: 'capacity' };
    const answer = await this.stage.send(this.self, {
      kind: 'message.post',
      groupId,
      ...(conversationId === undefined ? {} : { conversationId }),
      payload: {
        messageId: this.stage.newId('message'),
        content: [{ type: 'data_ref', schema: OFFER_DECLINE_SCHEMA, data }],
      },
    });
    if (answer.kind === 'refused') throw new Error(`${this.self.label} declines: ${answer.message}`);
    return true;
  }

  /** What the script says of this term. */
  private deedOf(item: string, workItemId: string, epoch: number): Deed {
    const known = this.terms.get(workItemId);
    const count = known === undefined ? 1 : known.epoch === epoch ? known.count : known.count + 1;
    if (known?.epoch !== epoch) this.terms.set(workItemId, { epoch, count });
    return this.script(item, count);
  }

  private canStart(record: WorkItemRecord): boolean {
    const { contract, groupId } = record.document;
    const { world, clock } = this.stage;
    const isReady = contract.dependencyWorkItemIds.every(
      (id) => world.get('workItem', groupId, id)?.document.state === 'verified',
    );
    const isApproved =
      contract.executionApproval === 'not_required' ||
      findExecutionApproval(world, record, nowAt(clock.nowMs)) !== undefined;
    return isReady && isApproved;
  }

  private isRunnable({ executionLeaseId, document }: WorkItemRecord): boolean {
    const lease = this.stage.world.get('lease', document.groupId, executionLeaseId ?? '');
    return lease?.state === 'active' && Date.parse(lease.expiresAt) > this.stage.clock.nowMs;
  }

  private async execute(record: WorkItemRecord, deed: Deed): Promise<boolean> {
    const { groupId, workItemId, owner } = record.document;
    const claim = {
      workItemId,
      ownershipEpoch: owner?.ownershipEpoch ?? 1,
      executionLeaseId: record.executionLeaseId ?? '',
    };
    if (deed === 'checkpoint and vanish') {
      if (record.checkpoint !== undefined) return false;
      const checkpoint = { phase: 'half way', completedMilestones: ['read'] };
      await this.send(groupId, 'work.checkpoint', { ...claim, checkpoint });
      return true;
    }
    if (typeof deed === 'object' && 'fail' in deed) {
      const evidence = [
        this.evidence(record, {
          type: 'failure_report',
          result: 'failed',
          details: { failureCode: deed.fail, reason: `it failed with ${deed.fail}`, attempts: 1 },
        }),
      ];
      await this.send(groupId, 'work.fail', { ...claim, reason: deed.fail, evidence });
      return true;
    }
    if (typeof deed === 'object' && 'block' in deed && !this.blocked.has(workItemId)) {
      this.blocked.add(workItemId);
      const checkpoint = { phase: 'waiting', completedMilestones: [] };
      const payload = { ...claim, checkpoint, reason: deed.block, requiredResolution: deed.block };
      await this.send(groupId, 'work.block', payload);
      return true;
    }
    const submission = typeof deed === 'object' && 'submit' in deed ? deed.submit : {};
    await this.submit(record, claim, submission);
    return true;
  }

  private async submit(
    record: WorkItemRecord,
    claim: object,
    submission: Partial<Submission>,
  ): Promise<void> {
    const { content = (id) => JSON.stringify({ id, files: [], findings: [] }) } = submission;
    const {
      evidence: result = 'passed',
      assessment = 'passed',
      damaged = false,
      mediaType,
      isSilent = false,
    } = submission;
    const { groupId, missionId, workItemId, owner, contract } = record.document;
    const hashes: string[] = [];
    for (const deliverable of contract.requiredDeliverables) {
      const bytes = Buffer.from(`${content(deliverable.deliverableId)}\n`);
      const contentHash = hashContent(bytes);
      hashes.push(contentHash);
      this.stage.contents.set(contentHash, damaged ? Buffer.from('something else') : bytes);
      const { ownershipEpoch, executionLeaseId } = claim as {
        ownershipEpoch: number;
        executionLeaseId: string;
      };
      const artifact = this.stage.sign(
        'artifact',
        {
          artifactId: this.stage.newId('artifact'),
          contentHash,
          uri: 'urn:heddle:test:content',
          sizeBytes: bytes.length,
          mediaType: mediaType ?? deliverable.mediaType,
          schemaUri: deliverable.schema,
          producer: {
            agentId: this.self.actor.id,
            agentCardVersion: owner?.agentCardVersion ?? 1,
            capabilities: owner?.capabilityPins ?? [],
          },
          missionId,
          groupId,
          workItemId,
          sourceArtifactHashes: contract.inputArtifacts,
          toolVersions: [],
          modelVersions: [],
          classification: 'internal',
          createdAt: timeText(this.stage.clock.nowMs),
        },
        this.self,
      );
      await this.send(groupId, 'artifact.publish', { artifact, ownershipEpoch, executionLeaseId });
    }
    const isReview = contract.constraints?.['review'] !== undefined;
    const evidence = contract.acceptanceCriteria.map(({ criterionId }) =>
      this.evidence(record, {
        type: isReview && !isSilent ? 'reviewer_assessment' : 'deterministic_test',
        criterionIds: [criterionId],
        result: isReview ? assessment : result,
        method: isReview ? 'read it' : 'counted again',
      }),
    );
    await this.send(groupId, 'work.submit', { ...claim, artifactHashes: [...new Set(hashes)], evidence });
  }

  private evidence(record: WorkItemRecord, facts: Partial<Evidence>): Evidence {
    const { missionId, groupId, workItemId, contract } = record.document;
    return this.stage.sign(
      'evidence',
      {
        evidenceId: this.stage.newId('evidence'),
        missionId,
        groupId,
        workItemId,
        type: 'deterministic_test',
        subject: { type: 'work_item', id: workItemId },
        criterionIds: contract.acceptanceCriteria.map(({ criterionId }) => criterionId),
        method: 'as the script says',
        result: 'passed',
        artifactHashes: [],
        generatedBy: this.self.actor,
        createdAt: timeText(this.stage.clock.nowMs),
        ...facts,
      },
      this.self,
    );
  }

  private async send(groupId: string, kind: string, payload: object): Promise<void> {
    const answer = await this.stage.send(this.self, { kind, groupId, payload });
    if (answer.kind === 'refused') {
      throw new Error(`${this.self.label} ${kind}: ${answer.code} ${answer.rule} ${answer.message}`);
    }
  }
}

/** `report` or `report:review-3` of a WorkItem's id. */
function nameOf(workItemId: string): string {
  return workItemId.slice(workItemId.lastIndexOf(':work:') + ':work:'.length);
}
