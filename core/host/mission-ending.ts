// What a Mission leaves behind: the files of its results, an account of how it ended, and its history, verified once more
// from the file alone.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { join } from 'node:path';
import type { BriefOutcome, MissingResult } from '../coordinator/brief-run/run-types.ts';
import type { BriefPlan } from '../coordinator/briefs/plan-brief.ts';
import { SINGLE } from '../domain/world.ts';
import type { Approval } from '../protocol/generated/documents.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { type BundleVerification, verifyBundle } from './bundle-verification.ts';
import { writeBundle } from './bundle-writer.ts';
import type { MissionConnection } from './mission-connection.ts';
import type { MissionEventName } from './mission-events.ts';
import { missionPathsOf, type MissionSettings, replaceFile, toJson } from './mission-folder.ts';
import { sourceOfControlPlane } from './mission-history.ts';
import {
  describeCriteria,
  finalApprovalOf,
  listArtifacts,
  type MissionArtifact,
  type MissionCriterion,
  missionGroupIds,
  submittedHashes,
} from './mission-results.ts';

export interface MissionEnding {
  readonly folder: string;
  readonly result: BriefOutcome['result'];
  readonly missionId: string;
  readonly revision: number;
  readonly approval: Approval | undefined;
  readonly artifacts: readonly MissionArtifact[];
  readonly criteria: readonly MissionCriterion[];
  readonly missing: readonly MissingResult[];
  readonly history: {
    readonly path: string;
    readonly hash: string;
    readonly verification: BundleVerification;
  };
  /** A Group that its Organization's operator has yet to archive. */
  readonly toArchive: string | undefined;
}

export interface SaveEndingOptions {
  readonly folder: string;
  readonly plan: BriefPlan;
  readonly settings: MissionSettings;
  readonly outcome: BriefOutcome;
  readonly connection: MissionConnection;
  readonly archiveGroupId: string | undefined;
  readonly now: () => number;
  readonly tell: (event: MissionEventName, facts: Readonly<Record<string, unknown>>) => void;
  readonly onFault: (error: unknown) => void;
}

/** Saves what there is. Done again, it comes to the same. */
export async function saveEnding(options: SaveEndingOptions): Promise<MissionEnding> {
  const { folder, plan, settings, outcome, connection, now, tell } = options;
  const { client, origin } = connection;
  const { world } = client;
  const paths = missionPathsOf(folder);
  const toArchive = await archive(options);
  const isApproved = outcome.result === 'approved';
  const hashes = isApproved ? outcome.artifactHashes : submittedHashes(world, plan);
  const listed = listArtifacts(world, plan, client.now(), hashes);
  // Nobody has accepted the rest.
  const artifacts = listed.filter(({ isVerified }) => isVerified);
  for (const { file, groupId, contentHash } of artifacts) {
    const path = join(folder, ...file.split('/'));
    await replaceFile(path, await client.artifacts.download(groupId, contentHash));
    tell('artifact.saved', { file, contentHash });
  }
  await rm(paths.proposed, { recursive: true, force: true });
  const groupIds = missionGroupIds(client.groupIds(), plan);
  const source = await sourceOfControlPlane(client.controlPlane, groupIds);
  await writeBundle(paths.history, source, formatTimestamp(now()));
  const history = {
    path: paths.history,
    hash: await hashFile(paths.history),
    verification: await verifyBundle(paths.history),
  };
  tell('history.saved', {
    file: 'history.mwpbundle',
    contentHash: history.hash,
    events: history.verification.events,
    findings: history.verification.findings.length,
  });
  const document = world.get('mission', plan.groupId, SINGLE)?.document;
  const ending: MissionEnding = {
    folder,
    result: outcome.result,
    missionId: plan.missionId,
    revision: document?.revision ?? 0,
    approval: finalApprovalOf(world, plan, outcome),
    artifacts,
    criteria: describeCriteria(world, plan.groupId, isApproved ? outcome.criteria : []),
    missing: isApproved ? [] : outcome.missing,
    history,
    toArchive,
  };
  const account = accountOf(ending, { plan, settings, origin, endedAt: formatTimestamp(now()) });
  await replaceFile(paths.outcome, toJson(account));
  tell('mission.ended', { result: ending.result, missionId: plan.missionId, revision: ending.revision });
  return ending;
}

/** Answers with the Group that could not be archived from here. */
async function archive({
  connection,
  archiveGroupId,
  onFault,
}: SaveEndingOptions): Promise<string | undefined> {
  if (archiveGroupId === undefined || connection.archive === undefined) return archiveGroupId;
  try {
    await connection.archive(archiveGroupId);
    return undefined;
  } catch (error) {
    // The Mission has its result all the same.
    onFault(error);
    return archiveGroupId;
  }
}

interface AccountFacts {
  readonly plan: BriefPlan;
  readonly settings: MissionSettings;
  readonly origin: string;
  readonly endedAt: string;
}

/** `mission.json`: everything by ids and hashes, to compare with the history. */
function accountOf(ending: MissionEnding, { plan, settings, origin, endedAt }: AccountFacts): object {
  const { result, missionId, revision, approval, artifacts, criteria, missing, history } = ending;
  return {
    format: 'heddle-mission',
    version: 1,
    missionId,
    groupId: plan.groupId,
    organizationId: settings.organizationId,
    authority: { kind: settings.authority.kind, origin },
    title: plan.brief.title,
    objective: plan.brief.mission.objective,
    startedAt: settings.startedAt,
    endedAt,
    result,
    revision,
    owner: { type: 'human', id: plan.ownerId },
    coordinator: { type: 'agent', id: plan.coordinatorAgentId },
    workers: plan.workers.map(({ name, agentId }) => ({ name, agentId })),
    ...(approval === undefined
      ? {}
      : {
          approval: {
            approvalId: approval.approvalId,
            approver: approval.approver,
            keyId: approval.signature.keyId,
            occurredAt: approval.occurredAt,
            missionRevision: approval.missionRevision,
            artifactHashes: approval.artifactHashes,
            comments: approval.comments,
          },
        }),
    criteria,
    artifacts,
    missing,
    history: {
      file: 'history.mwpbundle',
      contentHash: history.hash,
      events: history.verification.events,
      groups: history.verification.groups,
      findings: history.verification.findings,
    },
  };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return `sha256:${hash.digest('hex')}`;
}
