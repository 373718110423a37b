// What a Worker is given to begin with (CTX-001, CTX-009, MEM-005): what a plan says of the Mission so far.
import type { Unsigned } from '../../protocol/sign.ts';
import * as packages from '../context-package.ts';
import { inputsOf } from './contract-terms.ts';
import { labelOf, type MissionView, type Work } from './mission-view.ts';

/** The package for one WorkItem; undefined while the Events that it would cite are not known here. */
export function createContextPackage(
  view: MissionView,
  work: Work,
  contextPackageId: string,
): Unsigned<'context-package'> | undefined {
  const { scene, world, plan, groupId, missionId, mission } = view;
  const verified = view.works.filter(({ record }) => record?.document.state === 'verified');
  const { workItemId } = work;
  return packages.createContextPackage(
    {
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
      artifactHashes: inputsOf(view, work).map(({ contentHash }) => contentHash),
    },
    {
      world,
      groupId,
      missionId,
      history: scene.history(groupId),
      // A run makes one for each Worker and not one after another.
      previous: undefined,
      contextPackageId,
      generatedBy: plan.coordinatorAgentId,
      now: scene.now,
      titleOf: (id) => {
        const known = view.works.find((each) => each.workItemId === id);
        return known === undefined ? id : labelOf(known);
      },
    },
  );
}
