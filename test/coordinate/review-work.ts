// A Worker program that reviews: it finds what it is shown to be right, and says so of each criterion.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runWorker, type WorkerRun } from '../../examples/workers/run-protocol.ts';

await runWorker(async ({ contract, out }: WorkerRun) => {
  const review = contract.constraints?.['review'] as
    | { readonly artifactHashes: readonly string[] }
    | undefined;
  const artifactHashes = review?.artifactHashes ?? [];
  const [about = ''] = artifactHashes;
  const criterionIds = contract.acceptanceCriteria.map(({ criterionId }) => criterionId);
  await writeFile(join(out, 'review.json'), JSON.stringify({ read: artifactHashes }));
  return {
    summary: 'reviewed',
    evidence: criterionIds.flatMap((criterionId) => [
      {
        type: 'artifact_integrity' as const,
        criterionIds: [criterionId],
        method: 'written as it was found',
        result: 'passed' as const,
        files: ['review.json'],
      },
      {
        type: 'reviewer_assessment' as const,
        criterionIds: [criterionId],
        method: 'read by somebody else',
        result: 'passed' as const,
        about,
        files: ['review.json'],
        artifactHashes,
      },
    ]),
  };
});
