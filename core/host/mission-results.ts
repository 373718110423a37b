// What came of a Mission, read from the log: its Artifacts under the names of their files, its criteria with the Evidence for
// each, and the Approval.
import { AgentHistory } from '../coordinator/assistant/offers/agent-history.ts';
import { BRIEF_RANKING } from '../coordinator/brief-run/assistant-settings.ts';
import { manifestOf, resultsOf } from '../coordinator/brief-run/contract-terms.ts';
import { labelOf, type MissionView, viewMission } from '../coordinator/brief-run/mission-view.ts';
import { emptyNotes } from '../coordinator/brief-run/notes.ts';
import type { BriefOutcome, ProvenCriterion } from '../coordinator/brief-run/run-types.ts';
import { withChildren } from '../coordinator/brief-run/step.ts';
import type { BriefPlan } from '../coordinator/briefs/plan-brief.ts';
import { nowAt } from '../domain/decision.ts';
import { SINGLE, type World } from '../domain/world.ts';
import type { Approval, Evidence } from '../protocol/generated/documents.ts';
import { RESERVED_NAMES } from './mission-folder.ts';

/** An Artifact of a submitted or verified result. */
export interface MissionArtifact {
  /** Below the Mission's folder, with `/`. */
  readonly file: string;
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  /** The name of the work in the brief. */
  readonly item: string;
  readonly groupId: string;
  readonly artifactId: string;
  readonly producerAgentId: string;
  /** Whether it is part of what is, or was, submitted for approval. */
  readonly isResult: boolean;
  /** Whether the result that it belongs to was accepted. */
  readonly isVerified: boolean;
}

/** A criterion with what proves it, for people and programs. */
export interface MissionCriterion {
  readonly id: string;
  readonly text: string;
  readonly evidence: readonly CriterionEvidence[];
}

export interface CriterionEvidence {
  readonly evidenceId: string;
  readonly type: Evidence['type'];
  readonly result: Evidence['result'];
  readonly method: string;
  readonly generatedBy: Evidence['generatedBy'];
}

/** All Missions of a plan, the root first. */
function viewsOf(world: World, plan: BriefPlan, nowMs: number): readonly MissionView[] {
  const scene = {
    world,
    plan,
    notes: emptyNotes(),
    now: nowAt(nowMs),
    cards: new Map(),
    presence: new Map(),
    history: () => [],
    agentHistory: new AgentHistory(BRIEF_RANKING.fairnessWindow),
  };
  return withChildren(scene, viewMission(scene, plan.brief.mission, plan.missionId, undefined));
}

/** The Groups of the Mission that exist, that of the root first. */
export function missionGroupIds(
  followed: readonly string[],
  { missionId, groupId }: BriefPlan,
): readonly string[] {
  const others = followed.filter((each) => each !== groupId && each.startsWith(`${missionId}:`));
  return [groupId, ...others.toSorted()].filter((each) => followed.includes(each));
}

/** Every Artifact of results as they stand, each content once; `resultHashes` are those that are the Mission's result. */
export function listArtifacts(
  world: World,
  plan: BriefPlan,
  nowMs: number,
  resultHashes: readonly string[],
): readonly MissionArtifact[] {
  const artifacts = new Map<string, MissionArtifact>();
  const names = new Set<string>();
  for (const view of viewsOf(world, plan, nowMs)) {
    for (const work of view.works) {
      const isVerified = work.record?.document.state === 'verified';
      for (const { contentHash, name } of resultsOf(view, work)) {
        const isResult = resultHashes.includes(contentHash);
        const known = artifacts.get(contentHash);
        if (known !== undefined && (known.isResult || !isResult)) continue;
        const manifest = manifestOf(view, work, contentHash);
        if (manifest === undefined) continue;
        const item = labelOf(work);
        artifacts.set(contentHash, {
          file: takeName(names, isResult ? '' : `artifacts/${work.name}/`, name, work.name),
          contentHash,
          sizeBytes: manifest.sizeBytes,
          mediaType: manifest.mediaType,
          item,
          groupId: view.groupId,
          artifactId: manifest.artifactId,
          producerAgentId: manifest.producer.agentId,
          isResult,
          isVerified,
        });
      }
    }
  }
  return [...artifacts.values()];
}

/** A name that nothing else has; file systems may not tell capitals apart. */
function takeName(names: Set<string>, folder: string, name: string, item: string): string {
  const isFree = (each: string) => !names.has(`${folder}${each}`.toLowerCase());
  const isReserved = folder === '' && RESERVED_NAMES.has(name.toLowerCase());
  let chosen = isReserved || !isFree(name) ? `${item}-${name}` : name;
  for (let count = 2; !isFree(chosen); count += 1) chosen = `${item}-${count}-${name}`;
  names.add(`${folder}${chosen}`.toLowerCase());
  return `${folder}${chosen}`;
}

/** Criteria with the Evidence that is cited for them. */
export function describeCriteria(
  world: World,
  groupId: string,
  criteria: readonly ProvenCriterion[],
): readonly MissionCriterion[] {
  return criteria.map(({ id, text, evidenceIds }) => ({
    id,
    text,
    evidence: evidenceIds.flatMap((evidenceId) => {
      const evidence = world.get('evidence', groupId, evidenceId);
      if (evidence === undefined) return [];
      const { type, result, method, generatedBy } = evidence;
      return [{ evidenceId, type, result, method, generatedBy }];
    }),
  }));
}

/** The Approval with which the Mission ended. */
export function finalApprovalOf(
  world: World,
  { groupId }: BriefPlan,
  outcome: BriefOutcome,
): Approval | undefined {
  if (outcome.result !== 'approved' || outcome.approvalId === undefined) return undefined;
  return world.get('approval', groupId, outcome.approvalId);
}

/** What a submission for approval would be, or was, made of. */
export function submittedHashes(world: World, { groupId }: BriefPlan): readonly string[] {
  return world.get('mission', groupId, SINGLE)?.submission?.artifactHashes ?? [];
}
