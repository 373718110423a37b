// One term of one Worker with one WorkItem, from the acceptance of the offer to whatever comes of it.
import type { Artifact, Evidence, WorkContract } from '../../../core/protocol/generated/documents.ts';
import { reviewedItemOf } from '../../../core/coordinator/assistant/review-mark.ts';
import { readReview } from '../../../core/coordinator/assistant/review/declared-checks.ts';
import { timeText, evidenceOf } from '../../../core/simulation/documents.ts';
import { MINUTE_MS } from './mission-plan.ts';
import { NOTARY } from './people.ts';
import { contentFor } from './results.ts';
import { type Behaviour, LEASE_TROUBLES } from './troubles.ts';
import type { HandState, Workforce } from './workforce.ts';

const OPAQUE = 'urn:missionweaveprotocol:schema:opaque';

interface Claim {
  readonly workItemId: string;
  readonly ownershipEpoch: number;
  readonly executionLeaseId: string;
}

export class Term {
  readonly key: string;
  holdsSlot = false;
  /** Whether it could start as soon as there is a slot. */
  isReady = true;
  private readonly workforce: Workforce;
  private readonly state: HandState;
  private readonly groupId: string;
  private readonly workItemId: string;
  private behaviour: Behaviour;
  private epoch = 0;
  private isOver = false;

  constructor(
    workforce: Workforce,
    state: HandState,
    groupId: string,
    workItemId: string,
    behaviour: Behaviour,
  ) {
    this.workforce = workforce;
    this.state = state;
    this.groupId = groupId;
    this.workItemId = workItemId;
    this.behaviour = behaviour;
    this.key = `${groupId} ${workItemId}`;
  }

  async accept(offerId: string): Promise<void> {
    const { workforce, state, groupId, workItemId, behaviour } = this;
    const { random } = workforce;
    const isGone = behaviour === 'never-starts';
    const isLost = (LEASE_TROUBLES as readonly Behaviour[]).includes(behaviour);
    const answer = await this.act('work.accept_offer', {
      workItemId,
      offerId,
      ownershipLeaseSeconds: isLost ? 1_200 + random.below(1_200) : 6 * 3_600,
    });
    const record = workforce.record(groupId, workItemId);
    if (answer.kind !== 'accepted' || record === undefined) return;
    this.epoch = record.ownershipEpoch;
    if (isGone) return;
    this.isReady = record.document.contract.executionApproval === 'not_required';
    workforce.take(state, this);
  }

  approve(): void {
    this.isReady = true;
    this.workforce.startNext(this.state);
  }

  /** What it waited for is there: on with it. */
  unblock(): void {
    this.behaviour = 'good';
    this.isReady = true;
    this.workforce.startNext(this.state);
  }

  /** Somebody else has ended it. */
  end(): void {
    this.isOver = true;
    this.workforce.release(this.state, this);
  }

  async start(): Promise<void> {
    const { workforce, state, workItemId } = this;
    const { organization, random } = workforce;
    if (this.isOver) return;
    const workMs = workforce.durationOf(workItemId, state);
    const answer = await this.act('work.start', {
      workItemId,
      ownershipEpoch: this.epoch,
      executionLeaseSeconds: Math.ceil(workMs / 1_000) + 600,
    });
    if (answer.kind !== 'accepted') {
      this.end();
      return;
    }
    const partMs = Math.round(workMs * (0.2 + random.next() * 0.4));
    organization.after(partMs, () => this.proceed(workMs - partMs));
  }

  /** In the middle of the work. */
  private async proceed(leftMs: number): Promise<void> {
    const { workforce, state } = this;
    const { organization } = workforce;
    const claim = this.claim();
    if (claim === undefined || this.isOver) {
      this.goBack();
      return;
    }
    const checkpoint = { phase: 'half way', completedMilestones: ['read'], nextStep: 'count' };
    switch (this.behaviour) {
      case 'vanishes':
        this.vanish();
        return;
      case 'returns-late':
        this.comeBackWith(claim);
        this.vanish();
        return;
      case 'saves-and-vanishes':
        await this.act('work.checkpoint', { ...claim, checkpoint, resumeWithinSeconds: 900 });
        this.vanish();
        return;
      case 'saves-and-resumes':
        await this.act('work.checkpoint', { ...claim, checkpoint, resumeWithinSeconds: 7_200 });
        this.goOn();
        return;
      case 'session-lost':
        await workforce.replaceSession(state);
        this.goOn();
        return;
      case 'blocks':
        await this.act('work.block', {
          ...claim,
          checkpoint,
          reason: 'a key is missing',
          requiredResolution: 'somebody says that the spare key may be used',
          blockedLeaseSeconds: 7_200,
        });
        workforce.requeue(state, this);
        this.isReady = false;
        return;
      case 'fails':
        await this.report(claim);
        return;
      case 'overruns':
        await this.spend(claim, 1);
        await this.spend(claim, 1_000);
        await this.report(claim);
        return;
      default:
        organization.after(leftMs, () => this.finish());
    }
  }

  /** In the queue again, and on from there. */
  private goOn(): void {
    const { workforce, state } = this;
    this.behaviour = 'good';
    workforce.requeue(state, this);
    workforce.organization.after(2 * MINUTE_MS, () => workforce.startNext(state));
  }

  /** Nothing is heard of it any more; its slot is given back when the lease is over. */
  private vanish(): void {
    this.workforce.organization.after(20 * MINUTE_MS, () => this.end());
  }

  /** Long after its lease: the result of an Ownership Epoch that is over. */
  private comeBackWith(claim: Claim): void {
    const { organization } = this.workforce;
    organization.after(90 * MINUTE_MS, async () => {
      const contract = this.workforce.record(this.groupId, this.workItemId)?.document.contract;
      if (contract === undefined) return;
      const hashes = await this.publish(claim, contract, 'good');
      await this.submit(claim, contract, hashes, 'good');
    });
  }

  private async finish(): Promise<void> {
    const claim = this.claim();
    const contract = this.workforce.record(this.groupId, this.workItemId)?.document.contract;
    if (claim === undefined || contract === undefined || this.isOver) {
      this.goBack();
      return;
    }
    await this.spend(claim, 1);
    const hashes = await this.publish(claim, contract, this.behaviour);
    await this.submit(claim, contract, hashes, this.behaviour);
    this.end();
  }

  /** The lease is gone: with a Session that was replaced the work is in the queue again, otherwise it is somebody else's. */
  private goBack(): void {
    const record = this.workforce.record(this.groupId, this.workItemId);
    const isOwn = record?.document.owner !== undefined && record.ownershipEpoch === this.epoch;
    if (!this.isOver && isOwn && record.document.state === 'queued') this.goOn();
    else this.end();
  }

  /** The claim of its own term, whoever owns the item meanwhile. */
  private claim(): Claim | undefined {
    const record = this.workforce.record(this.groupId, this.workItemId);
    if (record?.executionLeaseId === undefined || record.ownershipEpoch !== this.epoch) return undefined;
    return {
      workItemId: this.workItemId,
      ownershipEpoch: this.epoch,
      executionLeaseId: record.executionLeaseId,
    };
  }

  /** A part of what its contract gives for one attempt, or `times` as much. */
  private async spend(claim: Claim, times: number): Promise<void> {
    const record = this.workforce.record(this.groupId, this.workItemId);
    const { random } = this.workforce;
    if (record === undefined) return;
    const { budget, retryPolicy } = record.document.contract;
    const share = (times > 1 ? times : random.next()) / (retryPolicy.maxAttempts + 1);
    const usageDelta = {
      financialMicrounits: Math.floor((budget.financialLimit ?? 0) * 1_000_000 * share),
      toolCalls: Math.floor((budget.toolCallLimit ?? 0) * share),
    };
    if (usageDelta.financialMicrounits + usageDelta.toolCalls === 0) return;
    await this.act('ext.missionweaveprotocol.core.resource_usage_record', { ...claim, usageDelta });
  }

  private async publish(
    claim: Claim,
    contract: WorkContract,
    behaviour: Behaviour,
  ): Promise<readonly string[]> {
    const { workforce, groupId, workItemId, state } = this;
    const { organization, truth } = workforce;
    const record = workforce.record(groupId, workItemId);
    if (record === undefined) return [];
    const { missionId, owner } = record.document;
    const hashes: string[] = [];
    const missing = behaviour === 'missing-deliverable' ? 1 : 0;
    const wanted = contract.requiredDeliverables.slice(missing);
    for (const { deliverableId, mediaType, schema } of wanted) {
      const text = contentFor(contract, deliverableId, this.epoch, state.hand, behaviour);
      const isSound = SOUND.has(behaviour);
      const stored =
        behaviour === 'wrong-hash'
          ? truth.storeWrong(text, workItemId)
          : truth.store(text, { workItemId, isSound });
      const artifact: Artifact = NOTARY.sign(
        'artifact',
        {
          artifactId: organization.newId('artifact'),
          ...stored,
          uri: 'urn:heddle:simulation:content',
          mediaType,
          schemaUri: schema ?? OPAQUE,
          producer: {
            agentId: state.hand.principal.actor.id,
            agentCardVersion: owner?.agentCardVersion ?? 1,
            capabilities: [...(owner?.capabilityPins ?? [])],
          },
          missionId,
          groupId,
          workItemId,
          sourceArtifactHashes: [],
          toolVersions: [],
          modelVersions: [],
          classification: 'internal',
          createdAt: organization.nowText,
        },
        state.hand.principal,
      );
      const { ownershipEpoch, executionLeaseId } = claim;
      const answer = await this.act('artifact.publish', { artifact, ownershipEpoch, executionLeaseId });
      if (answer.kind === 'accepted') hashes.push(stored.contentHash);
    }
    return hashes;
  }

  private async submit(
    claim: Claim,
    contract: WorkContract,
    artifactHashes: readonly string[],
    behaviour: Behaviour,
  ): Promise<void> {
    if (artifactHashes.length === 0 && behaviour !== 'good') return;
    const evidence = [...this.evidenceFor(contract, artifactHashes, behaviour)];
    await this.act('work.submit', { ...claim, artifactHashes: [...artifactHashes], evidence });
  }

  /** What it says of its own work; a reviewer what it has found. */
  private *evidenceFor(
    contract: WorkContract,
    artifactHashes: readonly string[],
    behaviour: Behaviour,
  ): Generator<Evidence> {
    const criterionIds = contract.acceptanceCriteria.map(({ criterionId }) => criterionId);
    const review = readReview(contract);
    if (reviewedItemOf(contract) !== undefined && review !== undefined) {
      const isSound = (review.artifactHashes ?? []).every((hash) => this.workforce.truth.isSound(hash));
      yield this.sign('reviewer_assessment', criterionIds, contract.inputArtifacts, isSound);
      return;
    }
    yield this.sign('artifact_integrity', criterionIds, artifactHashes, true);
    for (const type of ['deterministic_test', 'business_rule'] as const) {
      if (behaviour === 'missing-evidence') continue;
      for (const { criterionId, evidenceRequired } of contract.acceptanceCriteria) {
        if (!evidenceRequired.includes(type)) continue;
        const isAdmitted = behaviour === 'admits-failure' && !isChecked(contract, criterionId, type);
        yield this.sign(type, [criterionId], artifactHashes, !isAdmitted);
      }
    }
    if (behaviour === 'praises-itself')
      yield this.sign('reviewer_assessment', criterionIds, artifactHashes, true);
  }

  private sign(
    type: Evidence['type'],
    criterionIds: readonly string[],
    artifactHashes: readonly string[],
    isPassed: boolean,
  ): Evidence {
    const record = this.workforce.record(this.groupId, this.workItemId);
    if (record === undefined) throw new Error('work that is done exists');
    return evidenceOf(this.workforce.organization.scene(), record, this.state.hand.principal, {
      type,
      criterionIds: [...criterionIds],
      artifactHashes: [...artifactHashes],
      result: isPassed ? 'passed' : 'failed',
      method: 'looked at',
      createdAt: timeText(this.workforce.organization.nowMs),
    });
  }

  private async report(claim: Claim): Promise<void> {
    const record = this.workforce.record(this.groupId, this.workItemId);
    if (record === undefined) return;
    const criterionIds = record.document.contract.acceptanceCriteria.map(({ criterionId }) => criterionId);
    const failure = evidenceOf(this.workforce.organization.scene(), record, this.state.hand.principal, {
      type: 'failure_report',
      criterionIds,
      result: 'failed',
      method: 'tried',
      details: { failureCode: 'TOOL_FAILED', reason: 'the tool has failed' },
    });
    await this.act('work.fail', { ...claim, reason: 'the tool has failed', evidence: [failure] });
    this.end();
  }

  private act<Kind extends Parameters<Workforce['organization']['act']>[0]>(
    kind: Kind,
    payload: Parameters<typeof this.workforce.organization.act<Kind>>[2],
  ) {
    const { groupId, state, workforce } = this;
    return workforce.organization.act(kind, state.hand.principal, payload, { groupId });
  }
}

/** Whether the contract brings a check of its own for a cell. */
function isChecked({ constraints }: WorkContract, criterionId: string, type: Evidence['type']): boolean {
  const checks = (constraints?.['checks'] ?? []) as readonly {
    readonly type: string;
    readonly criterionIds: readonly string[];
  }[];
  return checks.some((check) => check.type === type && check.criterionIds.includes(criterionId));
}

/** After which the work was done as the contract wants it. */
const SOUND: ReadonlySet<Behaviour> = new Set<Behaviour>([
  'good',
  'praises-itself',
  'blocks',
  'saves-and-resumes',
  'session-lost',
  'missing-evidence',
  'missing-deliverable',
]);
