// Work that a Worker has submitted, in front of a desk that leads the Mission: planned at the desk, done over a Session.
import type { Principal, TestMission } from '../harness/organization.ts';
import type { WorkContract } from '../../core/protocol/generated/documents.ts';
import type { DeskStage } from './desk-stage.ts';

/** An open WorkItem, authorized at the desk. */
export async function authorizeWork(
  stage: DeskStage,
  { groupId }: TestMission,
  contract: Partial<WorkContract> = {},
  parentWorkItemId?: string,
): Promise<string> {
  const workItemId = stage.world.organization.newId('work-item');
  await stage.act({
    kind: 'work.authorize',
    groupId,
    // The same work twice would be refused (OPEN-068).
    form: {
      workItemId,
      contract: stage.world.organization.contractOf({
        goal: `list every file for ${workItemId}`,
        ...contract,
      }),
      ...(parentWorkItemId === undefined ? {} : { parentWorkItemId }),
    },
  });
  return workItemId;
}

/** Offers work to a member; answers with the id of the offer. */
export async function offerWork(
  stage: DeskStage,
  { groupId }: TestMission,
  workItemId: string,
  { actor }: Principal,
): Promise<string> {
  const offerId = stage.world.organization.newId('offer');
  await stage.act({
    kind: 'work.offer',
    groupId,
    form: { workItemId, candidates: [{ agentId: actor.id, offerId }] },
  });
  return offerId;
}

/** A WorkItem whose result waits for review, and the hash of its one Artifact. */
export async function submitWork(
  stage: DeskStage,
  mission: TestMission,
  worker: Principal,
  contract: Partial<WorkContract>,
  contentFor = (workItemId: string) => `inventory of ${workItemId}`,
): Promise<{ readonly workItemId: string; readonly contentHash: string }> {
  const { organization } = stage.world;
  const { groupId } = mission;
  const at = { groupId };
  const workItemId = await authorizeWork(stage, mission, contract);
  const offerId = await offerWork(stage, mission, workItemId, worker);
  await organization.mustAct('work.accept_offer', worker, { workItemId, offerId }, at);
  const recordOf = () => organization.authority.look((world) => world.get('workItem', groupId, workItemId));
  const ownershipEpoch = (await recordOf())?.ownershipEpoch ?? 0;
  await organization.mustAct('work.start', worker, { workItemId, ownershipEpoch }, at);
  const executionLeaseId = (await recordOf())?.executionLeaseId ?? '';
  const claim = { ownershipEpoch, executionLeaseId };
  const content = contentFor(workItemId);
  const artifact = organization.artifactOf(mission, workItemId, worker, content);
  stage.world.blobs.set(artifact.contentHash, Buffer.from(content));
  await organization.mustAct('artifact.publish', worker, { artifact, ...claim }, at);
  const evidence = [
    organization.evidenceOf(mission, workItemId, worker, { artifactHashes: [artifact.contentHash] }),
  ];
  const artifactHashes = [artifact.contentHash];
  await organization.mustAct('work.submit', worker, { workItemId, ...claim, artifactHashes, evidence }, at);
  await stage.until(
    () => stage.connection.view().world.get('workItem', groupId, workItemId)?.document.state === 'submitted',
  );
  return { workItemId, contentHash: artifact.contentHash };
}
