// What a Worker is given to begin with (CTX-001, CTX-009, MEM-005): a summary of the Mission so far, with its sources.
import { SINGLE } from '../../domain/world.ts';
import type { Unsigned } from '../../protocol/sign.ts';
import { inputsOf } from './contract-terms.ts';
import { labelOf, type MissionView, type Work } from './mission-view.ts';

/** A newcomer looks at what lies nearest; the log stays the authority. */
const MAX_EVENTS = 500;

/** The package for one WorkItem; undefined while the Events that it would cite are not known here. */
export function createContextPackage(
  view: MissionView,
  work: Work,
  contextPackageId: string,
): Unsigned<'context-package'> | undefined {
  const { scene, world, plan, groupId, missionId, mission } = view;
  const head = world.get('head', groupId, SINGLE)?.sequence ?? 0;
  const events = scene
    .history(groupId)
    .filter(({ sequence }) => sequence !== undefined && sequence <= head)
    .slice(-MAX_EVENTS);
  const [first] = events;
  const last = events.at(-1);
  if (first?.sequence === undefined || last?.sequence === undefined) return undefined;
  const verified = view.works.filter(({ record }) => record?.document.state === 'verified');
  const decisions = verified.flatMap((done) => {
    const source = events.find(
      ({ kind, workItemId }) => kind === 'work.result.accepted' && workItemId === done.workItemId,
    );
    if (source === undefined) return [];
    return [
      { description: `The result of "${labelOf(done)}" was accepted.`, sourceEventIds: [source.eventId] },
    ];
  });
  return {
    contextPackageId,
    version: 1,
    missionId,
    groupId,
    ...(world.get('workItem', groupId, work.workItemId) === undefined ? {} : { workItemId: work.workItemId }),
    sourceEventRange: {
      fromSequence: first.sequence,
      toSequence: last.sequence,
      eventIds: events.map(({ eventId }) => eventId),
    },
    artifactHashes: inputsOf(view, work).map(({ contentHash }) => contentHash),
    summary: [
      `Mission: ${mission.objective}`,
      `Your work, "${labelOf(work)}": ${work.contract.goal}`,
      `Done so far: ${verified.map(labelOf).join(', ') || 'nothing yet'}.`,
    ]
      .join('\n')
      .slice(0, 50_000)
      .toWellFormed(),
    decisions,
    constraints: [
      `All work ends by ${mission.deadline}.`,
      `Operations that may be permitted: ${mission.permissions.join(', ') || 'none'}.`.slice(0, 4_000),
    ],
    unresolvedQuestions: view.works
      .filter(({ record }) => record?.requiredResolution !== undefined)
      .map((each) => `"${labelOf(each)}" waits: ${each.record?.requiredResolution ?? ''}`.slice(0, 4_000)),
    generatedBy: { type: 'agent', id: plan.coordinatorAgentId },
    generatedAt: scene.now.text,
  };
}
