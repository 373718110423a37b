// What a Worker is told that is invited before there is work to offer (CTX-001, CTX-009, MEM-005): what a plan says of the Mission.
import type { ContextTexts } from '../context-package.ts';
import { labelOf, type MissionView, type Work } from './mission-view.ts';

export function contextTextsOf(view: MissionView, work: Work): ContextTexts {
  const { world, groupId, mission } = view;
  const verified = view.works.filter(({ record }) => record?.document.state === 'verified');
  const { workItemId } = work;
  return {
    ...(world.get('workItem', groupId, workItemId) === undefined ? {} : { workItemId }),
    summary: [
      `Mission: ${mission.objective}`,
      `Your work, "${labelOf(work)}": ${work.contract.goal}`,
      `Done so far: ${verified.map(labelOf).join(', ') || 'nothing yet'}.`,
    ]
      .join('\n')
      .slice(0, 50_000)
      .toWellFormed(),
    constraints: [
      `All work ends by ${mission.deadline}.`,
      `Operations that may be permitted: ${mission.permissions.join(', ') || 'none'}.`.slice(0, 4_000),
    ],
    unresolvedQuestions: view.works
      .filter(({ record }) => record?.requiredResolution !== undefined)
      .map((each) => `"${labelOf(each)}" waits: ${each.record?.requiredResolution ?? ''}`.slice(0, 4_000)),
    artifactHashes: [],
  };
}
