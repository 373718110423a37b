// Puts a question to a person with all that its answer is about; what is to be judged lies in a folder meanwhile.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BriefQuestion } from '../coordinator/brief-run/run-types.ts';
import { describeChoice, describeQuestion } from '../coordinator/brief-run/words.ts';
import type { BriefPlan } from '../coordinator/briefs/plan-brief.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import type { MissionLanguage } from './mission-brief.ts';
import type { MissionQuestion } from './mission-events.ts';
import { missionPathsOf, replaceFile } from './mission-folder.ts';
import { describeCriteria, listArtifacts } from './mission-results.ts';

export interface QuestionScene {
  readonly folder: string;
  readonly plan: BriefPlan;
  readonly language: MissionLanguage;
  readonly client: Pick<SyncClient, 'world' | 'now' | 'artifacts'>;
  readonly onFault: (error: unknown) => void;
}

export async function prepareQuestion(
  question: BriefQuestion,
  scene: QuestionScene,
): Promise<MissionQuestion> {
  const { client, plan, language } = scene;
  const hashes = 'artifactHashes' in question ? question.artifactHashes : [];
  const isFinal = question.kind === 'final-approval';
  // By the names under which they will be saved.
  const listed = listArtifacts(client.world, plan, client.now(), hashes);
  const artifacts = listed.filter(({ contentHash }) => hashes.includes(contentHash));
  return {
    question,
    text: describeQuestion(question, language),
    choices: question.choices.map((choice) => ({ choice, text: describeChoice(choice, language) })),
    artifacts,
    folder:
      artifacts.length === 0 ? undefined : await layOut(artifacts, proposedFolderOf(question, scene), scene),
    criteria: isFinal ? describeCriteria(client.world, question.groupId, question.criteria) : [],
    items: plan.brief.mission.work.map(({ name }) => name),
  };
}

/** Several pieces of work can be judged at a time; when the whole Mission is, nothing else is. */
function proposedFolderOf(question: BriefQuestion, { folder }: QuestionScene): string {
  const { proposed } = missionPathsOf(folder);
  const item = 'item' in question ? question.item : undefined;
  return item === undefined ? proposed : join(proposed, item.replaceAll(/[^a-zA-Z0-9.-]+/g, '-'));
}

/** Answers with the folder, or with none where contents cannot be had: the hashes are what counts. */
async function layOut(
  artifacts: MissionQuestion['artifacts'],
  proposed: string,
  { client, onFault }: QuestionScene,
): Promise<string | undefined> {
  try {
    await rm(proposed, { recursive: true, force: true });
    for (const { file, groupId, contentHash } of artifacts) {
      const content = await client.artifacts.download(groupId, contentHash);
      await replaceFile(join(proposed, ...file.split('/')), content);
    }
    return proposed;
  } catch (error) {
    onFault(error);
    return undefined;
  }
}
