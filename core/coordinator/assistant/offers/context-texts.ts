// What a newcomer is told with an offer: the words of its Context Package (MEM-004, MEM-005). The sources and the signature come with
// the Command; everything here stands in the log already.
import { SINGLE, type WorkItemRecord, type World } from '../../../domain/world.ts';
import type { ContextTexts } from '../../context-package.ts';

const MAX_SUMMARY_CHARACTERS = 50_000;
const MAX_LINE_CHARACTERS = 4_000;
const MAX_TITLE_CHARACTERS = 200;

export function contextTextsFor(world: World, groupId: string, record: WorkItemRecord): ContextTexts {
  const { workItemId, contract } = record.document;
  const mission = world.get('mission', groupId, SINGLE);
  const needed = contract.dependencyWorkItemIds
    .map((id) => world.get('workItem', groupId, id)?.document)
    .filter((document) => document?.state === 'verified');
  const { checkpoint, requiredResolution } = record;
  const lines = [
    `Mission: ${mission?.document.objective ?? ''}`,
    `Your work: ${contract.goal}`,
    `It is done when: ${contract.acceptanceCriteria.map(({ description }) => description).join('; ')}`,
    `Built on: ${needed.map((document) => shorten(document?.contract.goal ?? '')).join('; ') || 'nothing'}`,
    ...(checkpoint === undefined ? [] : checkpointLines(checkpoint)),
  ];
  return {
    workItemId,
    summary: lines.join('\n').slice(0, MAX_SUMMARY_CHARACTERS).toWellFormed(),
    constraints: [
      `The work ends by ${contract.deadline}.`,
      `Permitted resources: ${contract.allowedResources.map(({ resource, operations }) => `${resource} (${operations.join(', ')})`).join('; ') || 'none'}.`,
    ].map((line) => line.slice(0, MAX_LINE_CHARACTERS).toWellFormed()),
    unresolvedQuestions:
      requiredResolution === undefined
        ? []
        : [requiredResolution.slice(0, MAX_LINE_CHARACTERS).toWellFormed()],
    artifactHashes: [
      ...new Set([
        ...contract.inputArtifacts,
        ...needed.flatMap((document) => document?.submission?.artifactHashes ?? []),
        ...(checkpoint?.stateArtifactHash === undefined ? [] : [checkpoint.stateArtifactHash]),
      ]),
    ],
  };
}

/** Whoever takes the work up goes on where the last owner stopped (FLR-001). */
function checkpointLines({
  phase,
  completedMilestones,
  nextStep,
}: NonNullable<WorkItemRecord['checkpoint']>): readonly string[] {
  return [
    `Somebody has begun: ${phase}. Done: ${completedMilestones.join('; ') || 'nothing yet'}.`,
    ...(nextStep === undefined ? [] : [`Next: ${nextStep}`]),
  ];
}

function shorten(text: string): string {
  return text.slice(0, MAX_TITLE_CHARACTERS);
}
